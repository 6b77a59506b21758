"""The `Judge` protocol: what the moves of a position are worth, from what the seat to move could know.

A title that has one names it in its roster; `jeton.analysis` asks it about every decision of a match.
"""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol

import msgspec

__all__ = ["Judge", "Option", "Reading"]


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
