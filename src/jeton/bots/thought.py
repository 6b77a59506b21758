"""What a bot thought of the moves it had: candidates, chances, and how it expects the match to go on.

A bot that can say so has a method `explain` beside `choose`. Both think alike: with the same view, budget and chance,
the thought's move is the one that `choose` returns.
"""

from __future__ import annotations

from typing import Any, Protocol, runtime_checkable

import msgspec

from jeton.bots.bot import Budget
from jeton.core.game import Rng

__all__ = ["FIRST", "GUESS", "ONLY", "READ", "Candidate", "Explains", "Thought"]

ONLY, GUESS, FIRST, READ = "only", "guess", "first", "read"
"""How a bot came to its move: there was no other; it drew one, to end a match in which nobody makes progress; it was
its first thought; it read ahead."""


class Candidate(msgspec.Struct, frozen=True, kw_only=True):
    """A move that a bot thought about."""

    move: str
    weight: float
    """How much speaks for it, of 1 in all: its share of the lines read, or of the first thought."""
    right: float | None = None
    """Where players give and read clues: the chance that a listener takes a clue as it is meant, or that a boat lies
    where it finds whom it seeks."""
    chance: float | None = None
    """The mover's chance to win with it, the mean of the lines read; None if it read none."""
    lines: int = 0
    """How many of the lines read began with it."""
    line: tuple[str, ...] = ()
    """The move and the replies read most often, up to where a card decides that nobody knows yet."""


class Thought(msgspec.Struct, frozen=True, kw_only=True):
    """What a bot thought before it moved."""

    move: str
    how: str
    """`only`, `guess`, `first` or `read`."""
    chances: tuple[float, ...] = ()
    """Every seat's chance to win by the net's first look at the position, as far as the bot saw it."""
    lines: int = 0
    """How many lines it read in all."""
    candidates: tuple[Candidate, ...] = ()
    """All moves that it saw, the weightiest first."""
    overlooked: tuple[str, ...] = ()
    """Legal moves that it did not see."""


@runtime_checkable
class Explains(Protocol):
    """A bot that says what it thinks."""

    def explain(self, view: Any, budget: Budget, rng: Rng) -> Thought:
        """Return the move that `choose` returns for the same view, budget and state of the rng, and why."""
        ...
