"""The `Judge` protocol: what the moves of a position are worth, from what the seat to move could know.

A title that has a judge names it in its roster; `jeton.analysis` asks it about every decision of a match.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol

import msgspec

from jeton.words import Words

__all__ = ["Fact", "Judge", "Line", "Option", "Reading", "Why"]


class Option(NamedTuple):
    """A move that the judge read."""

    move: str
    chances: tuple[float, ...]
    """Every seat's chance to win with it: the mean of the lines that begin with it."""
    error: float
    """The standard error of the mover's chance, as far as it follows from how the lines differ."""
    lines: int
    """How many lines the judge read."""
    line: tuple[str, ...] = ()
    """The move and the replies read most often, up to where a card decides that nobody knows yet."""


class Reading(msgspec.Struct, frozen=True, kw_only=True):
    """What the judge read of a position."""

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
        """Return what was read of a move."""
        return next((option for option in self.options if option.move == move), None)

    def chance(self, option: Option) -> float:
        """Return the mover's chance with a move."""
        return option.chances[self.seat]


class Line(msgspec.Struct, frozen=True):
    """A line played out: a deal that the seat could not rule out, and the moves from there."""

    deal: str
    """The position, as the game writes it."""
    moves: tuple[str, ...]


class Fact(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """Something that speaks for a move and can be counted in the lines played out."""

    kind: str
    """What the fact says; each title has its own kinds."""
    seat: int
    """The seat it is about; -1 for all but the mover."""
    count: int = 0
    """In how many lines it holds, or how many there are of it."""
    of: int = 0
    """How many lines were played out; 0 if it holds in any."""
    other: int | None = None
    """The same count after the other move; None if none was compared."""
    card: int = 0
    noble: int = 0
    tokens: str = ""
    values: dict[str, int | str] = {}
    """What else the fact says, by name."""


class Why(msgspec.Struct, frozen=True, kw_only=True):
    """Why a move is better than another, or what it is good for."""

    seat: int
    move: str
    other: str
    """The move it is compared with; empty for none."""
    facts: tuple[Fact, ...]
    """The most telling one first; none if no count tells the moves apart."""
    lines: tuple[Line, ...]
    """The lines played out after the move."""
    other_lines: tuple[Line, ...]
    """The same deals after the other move."""


class Judge(Protocol):
    """Reads positions of one game; it keeps nothing from one reading to the next."""

    def spelling(self, view: Any, move: str) -> str:
        """Return a legal move as the view spells it."""
        ...

    def read(self, view: Any, lines: int, seed: int, moves: tuple[str, ...] = (), told: int = 3) -> Reading:
        """Read so many lines from a view of the seat to move, for some of its moves or for all.

        The same view, lines, seed and moves give the same reading. For the first `told` moves, and for those asked
        about, it says how the match would go on.
        """
        ...

    def explain(self, view: Any, move: str, other: str, deals: int, lines: int, seed: int) -> Why:
        """Return what a move is good for, compared with another one unless that is empty.

        The judge reads both with so many lines and then plays them out in so many deals, everybody playing the reply
        read most.
        """
        ...

    def says(self, fact: Fact, words: Words, names: Sequence[str], you: int | None) -> str:
        """Return a fact as a sentence, with a name for every seat; one of the seats may be the listener's."""
        ...

    def theme(self, view: Any, move: str, facts: Sequence[Fact]) -> str:
        """Return what finding a move is about, in one word."""
        ...
