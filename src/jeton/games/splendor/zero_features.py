"""Features that are 0 in every position of a title: a net need not know, keep or send their weights."""

from __future__ import annotations

from typing import Any

import numpy as np

from jeton.games.splendor import ruleset
from jeton.games.splendor.features import (
    CARDS_BOUGHT,
    HAS_TILE,
    HAS_TIME,
    LACK_BY_COLOUR,
    MINE,
    PER_SEAT,
    TAGS_WON,
    THEIRS,
    feature_count,
    layout,
)
from jeton.games.splendor.gems import FIVE
from jeton.games.splendor.ruleset import NOBLES

__all__ = ["always_zero"]

MARVEL = (HAS_TIME, HAS_TILE, *range(TAGS_WON, CARDS_BOUGHT))
"""A seat's features for time, tile and tags, which Splendor lacks."""


def always_zero(title: str, seats: int) -> Any:
    """Return which features are 0 in every position of a title: nobody lacks what no card or noble asks for.

    >>> int(always_zero("splendor", 4).sum()), int(always_zero("marvel", 2).sum())
    (404, 336)
    """
    box, ends, size = ruleset.title(title), dict(layout(seats)), 1 + 6 * seats
    found = np.zeros(feature_count(seats), np.bool_)
    found[ends["nobles"] :] = True
    for card in box.cards:
        at = (card.id - 1) * (MINE + THEIRS * (seats - 1)) + LACK_BY_COLOUR
        found[at : at + FIVE] = [card.cost[colour] == 0 for colour in box.colours]
    for number in range(1, NOBLES + 1):
        asked = next((one.requirement for one in box.nobles if one.id == number), None)
        at = ends["decks"] + (number - 1) * size
        zero = [asked is None or asked[colour] == 0 for colour in box.colours]
        found[at + 1 + seats : at + size] = zero * seats
        found[at : at + 1 + seats] = asked is None
    if not any(card.avengers or card.time_icon for card in box.cards):
        found[[ends["bank"] + PER_SEAT * seat + at for seat in range(seats) for at in MARVEL]] = True
    return found
