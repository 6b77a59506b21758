"""Chance: the keyed hash is SipHash-1-3, and what it deals is fair."""

import json
import os
import random
import subprocess
import sys
from collections import Counter

import numpy as np
import pytest

from jeton.core.chance import random_bits, scale, siphash
from jeton.games.splendor.ruleset import FIRST_CARD
from tests.naive.siphash import siphash13
from tests.support import game, seed

WORD = 2**64


def halves(key: bytes) -> tuple[int, int]:
    return tuple(int.from_bytes(half, "little", signed=True) for half in (key[:8], key[8:]))


def hashed(key: bytes, message: bytes) -> int:
    """Return the engine's hash of at most seven bytes."""
    block = int.from_bytes(message, "little") | len(message) << 56
    with np.errstate(over="ignore"):
        return int(siphash(*halves(key), block)) % WORD


# The hash


@pytest.mark.interpreted
def test_known_answers():
    # The first vectors of the test of SipHash-1-3 in Rust's standard library.
    answers = ["dcc40f055801acab", "93ca577df39bf4c9", "4dd4c74d029bcb82", "fbf7dde7b80af88b"]

    for length, answer in enumerate(answers):
        assert hashed(bytes(range(16)), bytes(range(length))).to_bytes(8, "little").hex() == answer


@pytest.mark.interpreted
@pytest.mark.skipif(sys.hash_info.algorithm != "siphash13", reason="this Python hashes bytes in another way")
def test_it_is_pythons_hash_of_bytes():
    messages = [bytes(range(start, start + size)) for start in (0, 50, 200) for size in range(1, 8)]
    program = f"import json; print(json.dumps([hash(bytes(m)) for m in {[list(m) for m in messages]}]))"
    answer = subprocess.run(
        [sys.executable, "-c", program], env={**os.environ, "PYTHONHASHSEED": "0"}, capture_output=True, check=True
    )

    assert [hashed(bytes(16), message) for message in messages] == [h % WORD for h in json.loads(answer.stdout)]


@pytest.mark.interpreted
def test_it_is_the_twins_hash_under_any_key():
    rng = random.Random(1)
    for _ in range(50):
        key, message = rng.randbytes(16), rng.randbytes(rng.randrange(8))
        assert hashed(key, message) == siphash13(key, message)


@pytest.mark.interpreted
def test_a_draw_is_the_upper_half_of_the_hash_of_two_bytes():
    key = bytes(range(16))
    with np.errstate(over="ignore"):
        drawn = int(random_bits(*halves(key), 2, 17))

    assert drawn == siphash13(key, bytes([2, 17])) >> 32


@pytest.mark.interpreted
def test_scale_covers_its_range_evenly():
    assert [int(scale(bits, 10)) for bits in (0, 2**32 - 1, 2**31)] == [0, 9, 5]
    for bound in (1, 2, 3, 10, 40):
        counts = Counter(int(scale(2**16 * step + step, bound)) for step in range(2**16))
        assert set(counts) == set(range(bound))
        assert max(counts.values()) - min(counts.values()) <= 1


# The deal

KEYS = 4_000


@pytest.fixture(scope="module")
def deals():
    """Return many deals: the market, the next card and the last card of each deck, the nobles, who begins."""
    found = []
    for k in range(KEYS):
        position = game("splendor", first="random").start(4, seed("deal", k))
        decks = position.decks()
        found.append((position.market, [d[0] for d in decks], [d[-1] for d in decks], position.nobles, position.seat))
    return found


def chi_square(values: list[object], kinds: int) -> float:
    """How far counts are from even, in standard deviations of the chi-square distribution: a fair deal is near 0."""
    expected = len(values) / kinds
    counts = Counter(values)
    assert len(counts) <= kinds
    total = sum((count - expected) ** 2 / expected for count in counts.values()) + (kinds - len(counts)) * expected
    return (total - (kinds - 1)) / (2 * (kinds - 1)) ** 0.5


def level_size(place: int) -> int:
    return (40, 30, 20)[place // 4]


@pytest.mark.parametrize("place", range(12))
def test_each_card_is_as_likely_at_each_place_of_the_market(deals, place):
    assert abs(chi_square([market[place] for market, *_ in deals], level_size(place))) < 5


@pytest.mark.parametrize("level", range(3))
def test_each_card_is_as_likely_at_the_top_and_at_the_bottom_of_a_deck(deals, level):
    for end in (1, 2):
        assert abs(chi_square([deal[end][level] for deal in deals], level_size(4 * level))) < 5


@pytest.mark.parametrize("noble", range(5))
def test_each_noble_is_as_likely_at_each_place(deals, noble):
    assert abs(chi_square([nobles[noble] for *_, nobles, _ in deals], 10)) < 5


def test_each_seat_is_as_likely_to_begin(deals):
    assert abs(chi_square([first for *_, first in deals], 4)) < 5


@pytest.mark.parametrize(("one", "other"), [(0, 1), (2, 3), (4, 5), (8, 9), (10, 11)])
def test_neighbours_tell_nothing_about_each_other(deals, one, other):
    size = level_size(one)
    pairs = [(market[one], market[other]) for market, *_ in deals]

    assert abs(chi_square(pairs, size * (size - 1))) < 5


def test_levels_tell_nothing_about_each_other(deals):
    ranks = [(market[4] - FIRST_CARD[1], market[8] - FIRST_CARD[2]) for market, *_ in deals]

    assert abs(chi_square(ranks, 30 * 20)) < 5


def test_the_market_tells_nothing_about_the_deck(deals):
    pairs = [(market[11], top[2]) for market, top, *_ in deals]

    assert abs(chi_square(pairs, 20 * 19)) < 5


def test_the_first_seat_tells_nothing_about_the_deal(deals):
    pairs = [(market[0], first) for market, *_, first in deals]

    assert abs(chi_square(pairs, 40 * 4)) < 5


@pytest.mark.parametrize("place", range(2))
def test_each_face_of_each_location_is_as_likely(place):
    faces = [game("marvel").start(2, seed("face", k)).nobles[place] for k in range(KEYS)]

    assert abs(chi_square(faces, 8)) < 5
