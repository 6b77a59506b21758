"""`Riddle`: a clue on the table that clearly means one thing, and that a weak reader takes for another.

A title whose players give each other clues names its riddle finder in its roster; `jeton.analysis.puzzles` asks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Protocol

import msgspec

from jeton.bots.judge import Fact
from jeton.core.match import Match

__all__ = ["Riddle", "Riddler"]


class Riddle(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat has to find, and what is known of it."""

    move: str
    chances: dict[str, float]
    """The chance that a move is right, for the moves worth a word; the best one first."""
    ahead: float
    """How far it is ahead of the next, in the reading that liked it least."""
    readers: int
    """How many readings agreed."""
    theme: str
    found: dict[str, float]
    """How often each bot level finds it, the weakest first."""
    why: tuple[Fact, ...]


class Riddler(Protocol):
    """Finds riddles in matches of one game."""

    def riddles(self, match: Match, seat: int, seed: int) -> Iterator[Riddle]:
        """Return the riddles that a seat faces now; the same match and seed give the same riddles."""
        ...

    def again(self, view: Any, move: str, found: Mapping[str, float], seed: int) -> Riddle | None:
        """Return a riddle as it reads now, with what is known of who finds it; None if it is no riddle any more."""
        ...

    def moves(self, moves: tuple[str, ...], move: str) -> tuple[str, ...]:
        """Return the moves among which a solver chooses, given the riddle's move."""
        ...
