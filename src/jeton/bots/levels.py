"""Levels 1 to 8: one net, seen more and more clearly, then read further and further ahead.

The lower levels err as people do. They overlook cards, the dear ones first, and neither buy nor reserve nor plan for
what they did not see; and they waver between moves that look alike. They never throw a random move in.
"""

from __future__ import annotations

import math
from typing import Any

import msgspec
import numpy as np

from jeton.bots import net, search
from jeton.bots.bot import BadParameter, Budget
from jeton.bots.players import SearchBot, move_of
from jeton.core.game import Rng
from jeton.games.splendor.features import WIDE
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.moves import PASS
from jeton.games.splendor.position import Position
from jeton.games.splendor.rules import PLAY
from jeton.games.splendor.ruleset import NO_CARD

__all__ = ["LEVELS", "Level", "LevelBot"]


class Level(msgspec.Struct, frozen=True):
    """How a level plays: the chance to overlook a card of each level, how much it wavers, how far it reads."""

    overlooks: tuple[float, float, float] = (0.0, 0.0, 0.0)
    heat: float = 0.0
    simulations: int = 0
    seconds: float | None = None


LEVELS = {
    1: Level(overlooks=(0.55, 0.74, 0.9), heat=2.0),
    2: Level(overlooks=(0.43, 0.61, 0.79), heat=1.7),
    3: Level(overlooks=(0.31, 0.47, 0.63), heat=1.4),
    4: Level(overlooks=(0.19, 0.3, 0.43), heat=1.15),
    5: Level(overlooks=(0.09, 0.15, 0.22), heat=1.0),
    6: Level(),
    7: Level(simulations=300),
    8: Level(seconds=2.0),
}
"""Each beats the one below in 60 to 75 of 100 matches of two: docs/bots.md."""


class LevelBot:
    """A bot of a level, from one that a child beats to the strongest there is.

    >>> from random import Random
    >>> import jeton
    >>> match = jeton.new("splendor", seats=2, options={"first": "seat"})
    >>> LevelBot(match.game, 1).choose(match.view(0), Budget(), Random(1)) in match.moves()
    True
    """

    def __init__(self, game: Splendor, level: int) -> None:
        """Level 1 to 8."""
        if level not in LEVELS:
            raise BadParameter(f"expected a level from 1 to {max(LEVELS)}, got {level}")
        self.name = f"level{level}"
        self.game, self.level = game, LEVELS[level]
        self._search = SearchBot(game)

    def choose(self, view: Any, budget: Budget, rng: Rng) -> str:
        """One of the view's moves; a budget can shorten what the level would take, not lengthen it."""
        if len(view.moves) == 1:
            return str(view.moves[0])
        if self.level.simulations or self.level.seconds:
            return self._search.choose(view, self._limit(budget), rng)
        position = self.game.redeal(view, rng)
        seen = self._seen(position, rng)
        weights = net.load(self.game.title, position.seats)
        logits, chances = np.full(WIDE, -np.inf, np.float32), np.zeros(4, np.float32)
        search.opinion(self.game.ruleset, seen.words, weights, net.rooms(weights), logits, chances)
        if not self.level.heat:
            return move_of(position, int(logits.argmax()))
        return move_of(position, _sample(logits / self.level.heat, rng))

    def _limit(self, budget: Budget) -> Budget:
        mine = self.level
        seconds = min((s for s in (mine.seconds, budget.seconds) if s is not None), default=None)
        simulations = min((n for n in (mine.simulations, budget.simulations) if n), default=None)
        return Budget(seconds=seconds, simulations=simulations)

    def _seen(self, position: Position, rng: Rng) -> Position:
        """The position as this level sees it: without the cards that it overlooks this time."""
        if position.phase != PLAY or not any(self.level.overlooks):
            return position
        words = position.words.copy()
        s = Position(self.game, words).record
        for place in range(12):
            if rng.getrandbits(32) / 2**32 < self.level.overlooks[place // 4]:
                s["market"][place] = NO_CARD
                s["open"] &= ~np.int64(1 << place)
        seen = Position(self.game, words)
        return position if seen.mask >> PASS & 1 else seen


def _sample(logits: Any, rng: Rng) -> int:
    """A card-named action, each as likely as its weight."""
    known = [(int(i), math.exp(float(logits[i] - logits.max()))) for i in np.flatnonzero(np.isfinite(logits))]
    point = rng.getrandbits(32) / 2**32 * sum(weight for _, weight in known)
    for action, weight in known:
        point -= weight
        if point < 0:
            return action
    return known[-1][0]
