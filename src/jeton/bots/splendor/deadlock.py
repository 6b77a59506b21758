"""A way out of matches in which nobody makes progress.

Two players who have each reserved three cards and hold the tokens that the other needs may take one token and give it
back forever: neither can do better alone, and no rule ends it.
"""

from __future__ import annotations

from jeton.bots.bot import pick
from jeton.core.game import Rng
from jeton.games.splendor.view import View

__all__ = ["LOCKED", "way_out"]

LOCKED = 90
"""From this many turns of each seat on, nobody makes progress: matches take about thirty."""


def way_out(view: View, rng: Rng) -> str | None:
    """Return any move, every other time, once a match has gone on for too long; else None, and draw no chance."""
    if view.turns < LOCKED * len(view.players) or rng.getrandbits(1):
        return None
    return pick(rng, view.moves)
