"""The bot that plays any legal move: the floor that every other bot must clear."""

from __future__ import annotations

from typing import Any

from jeton.bots.bot import Budget, OnProgress, pick
from jeton.core.game import Rng

__all__ = ["RandomBot"]


class RandomBot:
    """Plays each legal move with the same probability.

    >>> from random import Random
    >>> import jeton
    >>> view = jeton.new("splendor", options={"first": "seat"}).view(0)
    >>> RandomBot().choose(view, Budget(), Random(1)) in view.moves
    True
    """

    name = "random"

    def choose(self, view: Any, budget: Budget, rng: Rng, on_progress: OnProgress | None = None) -> str:
        """Return any of the view's moves."""
        moves: tuple[str, ...] = view.moves
        return pick(rng, moves)
