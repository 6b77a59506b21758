"""The `Judge` protocol: what the moves of a position are worth, from what the seat to move could know.

A title that has one names it in its roster; `jeton.analysis` asks it about every decision of a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from jeton.words import Words

__all__ = ["Fact", "Judge", "Line", "Option", "Reading", "Why"]


class Option(NamedTuple):
    """A move that was read."""

    move: str
    chances: tuple[float, ...]
    """Every seat's chance to win with it: the mean of the lines that begin with it."""
    error: float
    """The standard error of the mover's chance, as far as it follows from how the lines differ."""
    lines: int
    """How many were read."""
    line: tuple[str, ...] = ()
    """It and the replies that were read the most, up to where a card decides that nobody knows yet."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What was read of a position."""

    seat: int
    """Who moves."""
    lines: int
    options: tuple[Option, ...]
    """The moves that were read at least once, the best one first."""

    @property
    def best(self) -> Option:
        """The move to play."""
        return self.options[0]

    def of(self, move: str) -> Option | None:
        """What was read of a move."""
        return next((option for option in self.options if option.move == move), None)

    def chance(self, option: Option) -> float:
        """The mover's chance with a move."""
        return option.chances[self.seat]


class Line(msgspec.Struct, frozen=True):
    """A line that was played out: a deal as the seat could know it, and the moves from there."""

    deal: str
    """The position, as the game writes it."""
    moves: tuple[str, ...]


class Fact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that speaks for a move, and can be counted in the lines that were played out."""

    kind: str
    """What is said; each title has its own."""
    seat: int
    """Whom it is about; -1 for all but the mover."""
    count: int = 0
    """In how many lines it is so, or how many there are of it."""
    of: int = 0
    """How many lines were played out; 0 for what is so in any."""
    other: int | None = None
    """The same count after the other move; None where none was compared."""
    card: int = 0
    noble: int = 0
    tokens: str = ""
    values: dict[str, int | str] = {}
    """What else is said of it, by name."""


class Why(msgspec.Struct, frozen=True, kw_only=True):
    """Why a move is better than another, or what it is good for."""

    seat: int
    move: str
    other: str
    """The move that it is compared with; empty where with none."""
    facts: tuple[Fact, ...]
    """The most telling one first; none where nothing can be counted that tells the moves apart."""
    lines: tuple[Line, ...]
    """What was played out after the move."""
    other_lines: tuple[Line, ...]
    """The same deals after the other move."""


class Judge(Protocol):
    """Reads positions of one game; nothing of an earlier reading is kept."""

    def spelling(self, view: Any, move: str) -> str:
        """A legal move as the view spells it."""
        ...

    def read(self, view: Any, lines: int, seed: int, moves: tuple[str, ...] = (), told: int = 3) -> Reading:
        """Read so many lines from a view of the seat to move, of some of its moves or of all.

        The same view, lines, seed and moves give the same reading. Of the first `told` moves, and of those asked for,
        it says how the match would go on.
        """
        ...

    def explain(self, view: Any, move: str, other: str, deals: int, lines: int, seed: int) -> Why:
        """What a move is good for, compared with another one unless that is empty.

        Both are read with so many lines and then played out in so many deals, everybody playing what was read the most.
        """
        ...

    def says(self, fact: Fact, words: Words, names: Sequence[str], you: int | None) -> str:
        """A fact as a sentence, with a name for every seat; one of them may be whom it is said to."""
        ...

    def theme(self, view: Any, move: str, facts: Sequence[Fact]) -> str:
        """What finding a move is about, in one word."""
        ...
