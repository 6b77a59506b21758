"""A way out of matches in which nobody gets on.

Two who have both reserved three cards and hold the tokens that the other needs may take one token and give it back for
ever: each for itself can't do better, and no rule ends it.
"""

from __future__ import annotations

from jeton.bots.bot import pick
from jeton.core.game import Rng
from jeton.games.splendor.view import View

__all__ = ["LOCKED", "way_out"]

LOCKED = 90
"""Turns of each seat from which on nobody can be said to get on: matches take about thirty."""


def way_out(view: View, rng: Rng) -> str | None:
    """Any move, every other time, once a match has gone on for too long; else None, and chance is not asked."""
    if view.turns < LOCKED * len(view.players) or rng.getrandbits(1):
        return None
    return pick(rng, view.moves)
