"""The net's first layer by differences, against the whole sum in plain numpy."""

from random import Random

import numpy as np
import pytest

import jeton
from jeton.bots import net, search
from jeton.games.splendor.features import WIDE

TITLES = ("splendor", "marvel")
SETTING = (0.5, 0.1, 4.0, 0.01)


def middle(title, seats, moves=40):
    match = jeton.new(title, seats=seats, options={"first": "seat"}, key=f"{seats:032x}")
    rng = Random(moves + seats)
    for _ in range(moves):
        match.play(rng.choice(match.moves()))
    return match


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("title", TITLES)
def test_the_first_layer_by_differences_is_the_whole_sum(title, seats):
    match, weights = middle(title, seats), net.load(title, seats)
    tree, space, room = search.Tree(500, 20_000), search.Room(match.game.ruleset), net.rooms(weights)
    judge = (weights, room, np.zeros(WIDE, np.float32), np.zeros(4, np.float32))
    rows, scales, bias = weights[0].astype(np.float64), weights[1], weights[2]
    state, movers = 3, set()
    for _ in range(400):  # a search, one walk at a time; the features are those of its last position
        state = search.puct(
            match.position.words, match.position.seat, 1, tree.arrays, space.arrays, judge, state, *SETTING
        )
        seat, features = int(space.arrays[3][0]["seat"]), room[0]
        if features.any():
            net.first_layer(seat, weights, room)
            movers.add(seat)
            np.testing.assert_allclose(room[5], bias + (features * scales) @ rows, atol=1e-3, rtol=0)

    assert movers == set(range(seats))


def test_the_same_search_finds_the_same_twice_and_in_parts():
    match, weights = middle("splendor", 2), net.load("splendor", 2)
    found = []
    for sizes in ([600], [600], [1, 250, 349]):
        tree, space = search.Tree(700, 28_000), search.Room(match.game.ruleset)
        judge, state = (weights, net.rooms(weights), np.zeros(WIDE, np.float32), np.zeros(4, np.float32)), 8
        for size in sizes:
            where = (match.position.words, match.position.seat, size, tree.arrays, space.arrays)
            state = search.puct(*where, judge, state, *SETTING)
        found.append((state, tree.root_edges()))

    assert found[0] == found[1] == found[2]
