"""How two commits are compared: in turn, by the ratio of each pair."""

import math

import pytest

from scripts.compare import in_turn, ratio_of


def test_each_side_begins_every_other_pair():
    assert list(in_turn(3)) == [(0, 1), (1, 0), (0, 1)]


def test_the_ratio_is_a_geometric_mean_of_pairs():
    found = ratio_of([(100.0, 200.0), (400.0, 200.0)])

    assert found.mean == pytest.approx(1.0)
    assert found.low < 0.5 < 2.0 < found.high  # two pairs that disagree say nothing


def test_the_interval_narrows_with_pairs_that_agree():
    pairs = [(100.0, 110.0 * math.exp(0.01 * (-1) ** one)) for one in range(20)]

    found = ratio_of(pairs)

    assert found.mean == pytest.approx(1.1)
    # Student's t for 19 degrees of freedom is 2.093; the logarithms' deviation is 0.01 * sqrt(20 / 19)
    assert math.log(found.high / found.mean) == pytest.approx(2.093 * 0.01 * math.sqrt(20 / 19) / math.sqrt(20))


def test_one_pair_has_no_interval():
    assert ratio_of([(2.0, 3.0)]) == (1.5, 1.5, 1.5)
