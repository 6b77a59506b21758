"""A line followed on the board: what the next mover sees after each of its moves.

What the seat of the first view can't know is dealt again, so a card that turns up on the way is only one that might.
"""

from __future__ import annotations

from collections.abc import Iterable
from random import Random
from typing import Any

import msgspec

from jeton.core.game import Entry, Game, Report

__all__ = ["Followed", "follow"]


class Followed(msgspec.Struct, frozen=True):
    """A line, move by move."""

    views: tuple[Any, ...]
    """What the next mover sees, before the first move and after each one; a spectator's view at the end."""
    reports: tuple[Report, ...]
    """What everybody may know of each move."""


def follow(game: Game[Any, Any], view: Any, moves: Iterable[str], *, first: int = 1, seed: int = 0) -> Followed:
    """Play moves one after the other from where a seat has this view; the first one has the entry number `first`.

    Raises what `Game.play` raises if a move can't follow. The same view, moves and seed give the same answer.

    >>> import jeton
    >>> match = jeton.new("splendor", key="00" * 16, options={"first": "seat"})
    >>> line = follow(match.game, match.view(0), ["take wbg", "take wbg"])
    >>> [seen.turn for seen in line.views], line.views[2].bank[:3], line.reports[1].seat
    ([0, 1, 0], (2, 2, 2), 1)
    """
    position = game.redeal(view, Random(seed))
    views, reports = [view], list[Report]()
    for n, move in enumerate(moves, first):
        seat = next(iter(game.actors(position)), view.seat)
        entry, before = Entry(n, 0, seat, move), position
        position = game.play(before, entry)
        views.append(game.view(position, next(iter(game.actors(position)), None)))
        reports.append(game.report(before, entry, None))
    return Followed(tuple(views), tuple(reports))
