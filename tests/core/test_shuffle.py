"""Streams repeat, labels differ, shuffles are fair."""

import random
from collections import Counter
from itertools import permutations

import pytest

from jeton.core.shuffle import Stream, below, pick, shuffled


def test_a_stream_is_a_function_of_seed_and_label():
    def bits(seed: bytes, label: str) -> list[int]:
        stream = Stream(seed, label)
        return [stream.getrandbits(k) for k in (1, 7, 8, 9, 32, 64, 5000, 3)]

    first = bits(b"0" * 16, "deck")

    assert first == bits(b"0" * 16, "deck")
    assert first != bits(b"1" * 16, "deck")
    assert first != bits(b"0" * 16, "desk")


def test_a_long_stream_continues_the_short_one():
    slow, quick = Stream(bytes(16), "x"), Stream(bytes(16), "x")

    by_bytes = [slow.getrandbits(8) for _ in range(1000)]

    assert quick.getrandbits(8000).to_bytes(1000, "little") == bytes(by_bytes)


@pytest.mark.parametrize("bound", [1, 2, 3, 24, 35, 256, 1000])
def test_below_stays_below_and_reaches_everything(bound):
    stream = Stream(bytes(16), f"below {bound}")

    drawn = {below(stream, bound) for _ in range(20 * bound)}

    assert drawn == set(range(bound))


def test_below_refuses_an_empty_range():
    with pytest.raises(ValueError, match="at least 1"):
        below(random.Random(0), 0)


def test_every_order_is_as_likely():
    stream = Stream(bytes(16), "orders")
    rounds = 6000

    orders = Counter(shuffled("abc", stream) for _ in range(rounds))

    assert set(orders) == set(permutations("abc"))
    assert all(abs(n - rounds / 6) < 150 for n in orders.values())  # five standard deviations


def test_what_this_stream_gives_never_changes():
    assert shuffled(range(10), Stream(bytes(range(16)), "pinned")) == (3, 7, 0, 1, 6, 5, 8, 2, 9, 4)


def test_pick_takes_one_of_the_items():
    assert pick(random.Random(1), "a") == "a"
    assert pick(random.Random(1), ["x", "y"]) in ("x", "y")
