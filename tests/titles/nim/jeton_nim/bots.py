"""A bot for Nim: it empties a heap where it can, and takes as much as it may."""

from jeton.bots.bot import Budget
from jeton.bots.roster import Roster, without_parameters
from jeton.core.game import Rng


class Hungry:
    name = "hungry"

    def choose(self, view, budget: Budget, rng: Rng, on_progress=None) -> str:
        return max(view.moves, key=lambda move: (int(move[5]) == view.heaps["ABC".index(move[7])], int(move[5]), move))


def hungry(game, parameters):
    without_parameters("hungry", parameters)
    return Hungry()


ROSTER = Roster(makers={"hungry": hungry}, basic="hungry")
