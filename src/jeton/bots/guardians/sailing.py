"""Boats: where the expected coins are highest, allowing for the order of arrival (G48, G49)."""

from __future__ import annotations

import numpy as np

from jeton.bots.guardians.associations import Array
from jeton.bots.guardians.reading import Reader
from jeton.games.guardians.legends import LEGENDS, TREASURES
from jeton.games.guardians.view import View

__all__ = ["boat_values"]

ELSEWHERE = 0.02
"""The weight of a hull that seeks somebody whom nobody would expect there."""
GUARDIAN = 2.4
"""Roughly what being found pays a guardian."""


def boat_values(reader: Reader, beliefs: Array) -> Array:
    """Return the worth of a boat to each island in search of each seat: a row per seat, a column per island."""
    view = reader.view
    coins = np.array([legend_chance(view, seat, mixed=reader.ruleset.mixed_rewards) for seat in seats(view)])
    pay = 1 + _first(reader, beliefs) + coins[:, None]
    if reader.level.threat:
        pay -= reader.level.threat * _danger(view)[:, None] * (GUARDIAN + coins[:, None])
    values: Array = beliefs * pay
    return values


def seats(view: View) -> range:
    """Return all seats."""
    return range(len(view.players))


def legend_chance(view: View, seat: int, *, mixed: bool) -> float:
    """G11, G13. Return how likely a seat's reward is a legend, as far as others can tell."""
    if mixed:
        return len(LEGENDS) / (len(LEGENDS) + TREASURES)
    if view.players[seat].piles:
        return 1 / 3
    players = len(view.players)
    left = TREASURES - 2 * players
    return (len(LEGENDS) - players) / (len(LEGENDS) - players + left)


def _first(reader: Reader, beliefs: Array) -> Array:
    """Return the chance that no other boat came first, by seat sought and island."""
    view, me = reader.view, reader.view.seat
    first = np.ones(beliefs.shape)
    for boat in view.boats:
        if boat.seat == me:
            continue
        row = reader.islands[boat.island]
        hull = beliefs[:, row] + ELSEWHERE
        hull[boat.seat] = 0.0  # nobody seeks themselves
        seek = hull / hull.sum()
        first[:, row] *= 1 - seek
    return first


def _danger(view: View) -> Array:
    """Return how near each seat is to winning by being found, 0 to 1; 0 for a seat that is behind the viewer's."""
    me = view.seat
    own = 0 if me is None else view.players[me].score
    danger = [
        0.0 if player.score < own else min(1.0, max(0.0, 1 - (view.goal - player.score - 2) / 4))
        for player in view.players
    ]
    return np.array(danger)
