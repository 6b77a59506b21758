"""`Riddle`: a clue on the table that means one thing clearly, and that a weak reader takes for another.

A title whose players give each other clues names what finds them in its roster; `jeton.analysis.puzzles` asks it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Protocol

import msgspec

from jeton.bots.judge import Fact
from jeton.core.match import Match

__all__ = ["Riddle", "Riddler"]


class Riddle(msgspec.Struct, frozen=True, kw_only=True):
    """What a seat is to find, and what is known of it."""

    move: str
    chances: dict[str, float]
    """The chance that a move is right, of those worth a word; the best one first."""
    ahead: float
    """By how much it is ahead of the next in the reading that liked it least."""
    readers: int
    """How many readings agreed."""
    theme: str
    found: dict[str, float]
    """How often each level finds it, the weakest first."""
    why: tuple[Fact, ...]


class Riddler(Protocol):
    """Finds riddles in matches of one game."""

    def riddles(self, match: Match, seat: int, seed: int) -> Iterator[Riddle]:
        """Those that a seat has before it now; the same match and seed give the same."""
        ...

    def moves(self, moves: tuple[str, ...], move: str) -> tuple[str, ...]:
        """Those of the moves among which whoever solves the riddle of a move chooses."""
        ...
