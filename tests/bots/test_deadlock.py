"""Bots find a way out if both hold what the other needs and nobody can buy."""

from random import Random

import pytest

from jeton.bots import Budget, make
from jeton.bots.splendor.deadlock import LOCKED, way_out
from tests.support import at, game, middle, play

GRIDLOCK = (
    "splendor 2; turn 1; turns {turns}; bank b1j4; market 10 30 33 32 / 65 45 51 46 / 86 71 74 80; nobles 1 4 3; "
    "0 tokens w3r3k4; 0 cards 14 49; 0 hand 73? 55 76?; 1 tokens w1b3g4r1j1; 1 cards 24 31; 1 hand 50 84 21"
)
"""From a match of a greedy bot and one of level 3 that took 2,500 turns."""


def decisions(position, bots, budget, most, rng):
    """Return how many decisions are played to the end of a match, at most so many."""
    for n in range(most):
        if position.game.outcome(position) is not None:
            return n
        view = position.game.view(position, position.seat)
        position = play(position, bots[position.seat].choose(view, budget, rng))
    return most


@pytest.mark.parametrize("names", [("greedy", "level3"), ("greedy", "greedy"), ("level6", "level2"), ("net", "level7")])
def test_bots_that_lock_each_other_up_come_to_an_end(names):
    position = at(GRIDLOCK.format(turns=2 * LOCKED))
    bots = [make(name, position.game) for name in names]

    assert decisions(position, bots, Budget(simulations=16), 2000, Random(1)) < 2000


def test_they_would_not_without_it():
    position, rng = at(GRIDLOCK.format(turns=0)), Random(1)
    bots = [make(name, position.game) for name in ("greedy", "level3")]

    assert decisions(position, bots, Budget(), 4 * LOCKED, rng) == 4 * LOCKED


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_before_that_chance_is_not_asked(seats):
    match = middle("splendor", seats)
    rng, same = Random(5), Random(5)

    assert way_out(match.view(match.actors[0]), rng) is None
    assert rng.random() == same.random()


def test_after_that_any_move_comes_every_other_time():
    position = at(GRIDLOCK.format(turns=2 * LOCKED))
    view = game("splendor").view(position, 1)
    found = [way_out(view, Random(seed)) for seed in range(200)]

    assert 60 < found.count(None) < 140
    assert {move for move in found if move} == set(view.moves)
