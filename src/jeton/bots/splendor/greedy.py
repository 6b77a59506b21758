"""The greedy bot: looks one move ahead, likes points, and saves for cards that are worth it.

A move is scored by what its seat holds afterwards:

- points, with the noble and the Avengers tile that the move brings along;
- bonuses, each worth what it takes off the cards in sight and how far it brings a noble;
- the promise of the tokens: each card in sight counts with its worth, less for each token still missing; the best
  card counts in full, the others less and less, so that the bot saves for one and does not nibble at all of them;
- what the move takes from a rival who could buy that card next.

Returning and paying are scored the same way, so they need no code of their own. Marvel adds what its Gauntlet asks for:
a bonus of each colour and the time token.
"""

from __future__ import annotations

from random import Random
from typing import Any

import numpy as np

from jeton.bots.bot import Budget, OnProgress, pick
from jeton.bots.splendor.deadlock import way_out
from jeton.bots.splendor.heuristics import Weights
from jeton.bots.splendor.many import choose_many
from jeton.bots.splendor.scoring import NOTES, score_moves
from jeton.core.game import Rng
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.moves import ACTIONS
from jeton.games.splendor.view import View

__all__ = ["Greedy"]


class Greedy:
    """Scores every legal move by what its seat holds afterwards, and plays the best; ties by chance.

    >>> from random import Random
    >>> import jeton
    >>> match = jeton.new("splendor", key="00" * 16, options={"first": "seat"})
    >>> bot = Greedy(match.game)
    >>> scores = bot.scores(match.view(0))
    >>> scores[bot.choose(match.view(0), Budget(), Random(1))] == max(scores.values())
    True
    """

    name = "greedy"

    def __init__(self, game: Any, weights: Weights | None = None) -> None:
        """Take a game of Splendor or Splendor: Marvel."""
        if not isinstance(game, Splendor):
            raise TypeError(f"expected a game of Splendor, got {game!r}")
        self.game, self.weights = game, np.array(weights or Weights())

    def choose(self, view: View, budget: Budget, rng: Rng, on_progress: OnProgress | None = None) -> str:
        """Return the move with the highest score."""
        if len(view.moves) == 1:
            return view.moves[0]
        if (move := way_out(view, rng)) is not None:
            return move
        scores = self.scores(view)
        best = max(scores.values())
        return pick(rng, [move for move, score in scores.items() if score == best])

    def choose_many(self, words: Any, legal: Any, wanted: Any, chance: Any, actions: Any) -> None:
        """Write the action with the highest score in each row that is wanted: the moves of `choose`, ties aside."""
        choose_many(self.game.ruleset, words, legal, wanted, self.weights, np.zeros(NOTES), chance, actions)

    def can_choose_many(self, seats: int) -> bool:
        """Return True: it judges every position alone."""
        return True

    def scores(self, view: View) -> dict[str, float]:
        """Return each legal move with its score: only differences mean something, and a point is about 1."""
        position, found = self.game.redeal(view, Random(0)), np.zeros(ACTIONS)
        score_moves(self.game.ruleset, position.words, self.weights, np.zeros(NOTES), found)
        return {move: float(found[action]) for action, move in zip(position.actions(), view.moves, strict=True)}
