"""Styles: what a bot of a middle bot level likes a little more than others do.

A style is a taste, not a mistake. The greedy bot (`scoring.py`) judges each move twice, once as it is and once with the
style's weights; the difference, in points, is added to the net's opinion of the move, or to what a search found of it.
So a style decides between moves that are nearly as good, and seldom plays a bad one.

    specialist    bonuses in its two favourite colours, those it has most of and those most useful, are worth more
    opportunist   cards that a rival could buy next are worth more, to buy and to reserve
    builder       bonuses that a noble (in Marvel a location) still asks for are worth more
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from jeton.bots.splendor.heuristics import Weights
from jeton.bots.splendor.scoring import NOTES, like
from jeton.bots.splendor.tree import NAMES
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.position import Position

__all__ = ["BALANCED", "STYLES", "Style", "Taste"]

BALANCED = "balanced"


class Style(msgspec.Struct, frozen=True):
    """What a style values differently, and how much a point of difference weighs against the net, by title."""

    weights: Weights
    weight: dict[str, float]


STYLES: dict[str, Style | None] = {
    BALANCED: None,
    "specialist": Style(Weights(favourite=3.0), {"splendor": 2.0, "marvel": 1.2}),
    "opportunist": Style(Weights(spite=2.0), {"splendor": 3.0, "marvel": 2.0}),
    "builder": Style(Weights(courted=6.0), {"splendor": 3.0, "marvel": 3.0}),
}
"""By name; None is the net's own opinion. Marvel's goal asks for every colour: there a specialist is less of one."""


class Taste:
    """A style in one game."""

    def __init__(self, game: Splendor, style: Style) -> None:
        """Take the weights of both judgements."""
        self.game, self.weight = game, style.weight[game.title]
        self.plain, self.styled = np.array(Weights()), np.array(style.weights)

    def colour(self, position: Position, logits: Any) -> None:
        """Add to the net's opinion of the card-named moves how much more the style likes each of them."""
        room = np.zeros(NOTES), np.zeros(NAMES, np.int64)
        like(self.game.ruleset, position.words, self.plain, self.styled, self.weight, *room, logits)
