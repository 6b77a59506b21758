"""The net in bytes and by differences, against its plain arithmetic in numpy."""

from pathlib import Path

import numpy as np
import pytest

from jeton.bots.splendor import net, net_file, search
from jeton.core.jit import interpreted
from jeton.games.splendor.features import WIDE, feature_scale
from tests.support import middle

TITLES = ("splendor", "marvel")
SETTING = (0.5, 0.1, 4.0, 0.01)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("title", TITLES)
def test_the_first_layer_by_differences_is_the_whole_sum(title, seats):
    match, weights = middle(title, seats), net.load(title, seats)
    tree, space, room = search.Tree(500, 20_000), search.Scratch(match.game.ruleset), net.rooms(weights)
    judge = (weights, room, np.zeros(WIDE, np.float32), np.zeros(4, np.float32))
    rows, scales, bias = weights[0].astype(np.float64), weights[1], weights[2]
    multipliers = np.array([interpreted(net.multiplier)(scale) for scale in scales], np.int64)
    state, movers = 3, set()
    for walks in [1] * 40 + [7] * 40:  # a search in parts; the features are those of its last position
        state = search.puct(
            match.position.words, match.position.seat, walks, tree.arrays, space.arrays, judge, state, *SETTING
        )
        seat, (seen, lists, h, _, (*_, now)) = int(space.arrays[3][0]["seat"]), room
        features = seen[0]
        if features.any():
            net.first_layer(seat, weights, seen, lists, now, h)
            movers.add(seat)
            np.testing.assert_allclose(h, bias + (features * scales) @ rows, atol=1e-3, rtol=0)
            whole = (features * multipliers) @ weights[0].astype(np.int64)
            assert np.array_equal(now[: len(h)], whole), "whatever it began with"

    assert movers == set(range(seats))


def in_floats(path, features, seats):
    """Return the chances by the weights in full precision, without a byte between the layers."""
    part = net_file.parameters(path)

    def relu(h, k):
        return np.maximum((h - h.mean()) / np.sqrt(h.var() + 1e-5) * part[f"g.{k}"] + part[f"o.{k}"], 0)

    h = part["w0"] @ (features * feature_scale(seats)) + part["b0"]
    blocks = sum(name.startswith("w.") for name in part)
    for k in range(blocks):
        h = h + part[f"w.{k}"] @ relu(h, k) + part[f"b.{k}"]
    y = (part["wh"] @ relu(h, blocks) + part["bh"])[WIDE : WIDE + seats]
    return np.exp(y - y.max()) / np.exp(y - y.max()).sum()


@pytest.mark.parametrize(("title", "seats"), [("splendor", 2), ("marvel", 3)])
def test_bytes_say_nearly_what_floats_say(title, seats):
    path = Path(str(net_file.shipped(title, seats)))
    weights, off = net.load(title, seats), []
    for moves in range(5, 65, 3):
        match = middle(title, seats, moves)
        room, logits, chances = net.rooms(weights), np.zeros(WIDE, np.float32), np.zeros(4, np.float32)
        search.opinion(match.game.ruleset, match.position.words, weights, room, logits, chances)
        off.append(np.abs(chances[:seats] - in_floats(path, room[0][0], seats)).max())

    assert np.mean(off) < 0.015
    assert max(off) < 0.06


def test_the_same_search_finds_the_same_twice_and_in_parts():
    match, weights = middle("splendor", 2), net.load("splendor", 2)
    found = []
    for sizes in ([600], [600], [1, 250, 349]):
        tree, space = search.Tree(700, 28_000), search.Scratch(match.game.ruleset)
        judge, state = (weights, net.rooms(weights), np.zeros(WIDE, np.float32), np.zeros(4, np.float32)), 8
        for size in sizes:
            where = (match.position.words, match.position.seat, size, tree.arrays, space.arrays)
            state = search.puct(*where, judge, state, *SETTING)
        found.append((state, tree.root_edges()))

    assert found[0] == found[1] == found[2]
