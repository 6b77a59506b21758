"""Bits: the fast way, the portable way and plain Python agree."""

import random

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from jeton.core import bits
from jeton.core.jit import compiled

words = st.one_of(
    st.integers(1, 2**63 - 1),
    st.integers(0, 62).map(lambda i: 1 << i),
    st.lists(st.integers(0, 62), min_size=1).map(lambda places: sum(1 << i for i in set(places))),
    st.integers(0, 62).map(lambda i: (1 << i + 1) - 1),
)


@compiled
def _count(word):
    return bits.count(word)


@compiled
def _lowest(word):
    return bits.lowest(word)


@compiled
def _nth(word, k):
    return bits.nth(word, k)


_portable = compiled(bits.nth_portable)


def portable(word: int, k: int) -> int:
    with np.errstate(over="ignore"):
        return int(_portable(np.int64(word), np.int64(k)))


_by_halves = compiled(bits.nth_by_halves)


def places(word: int) -> list[int]:
    return [i for i in range(63) if word >> i & 1]


@pytest.mark.interpreted
@given(words)
def test_count_and_lowest(word):
    assert _count(word) == len(places(word))
    assert _lowest(word) == places(word)[0]


@pytest.mark.interpreted
@given(words)
def test_nth_is_the_kth_set_bit_in_either_way(word):
    expected = places(word)

    assert [_nth(word, k) for k in range(len(expected))] == expected
    assert [_by_halves(word, k) for k in range(len(expected))] == expected
    assert [portable(word, k) for k in range(len(expected))] == expected


def test_nth_over_many_words():
    rng = random.Random(1)
    for _ in range(3_000):
        word = rng.getrandbits(63) & rng.getrandbits(63) | 1 << rng.randrange(63)
        k = rng.randrange(word.bit_count())
        assert _nth(word, k) == portable(word, k) == places(word)[k]


@pytest.mark.interpreted
def test_no_bit_is_set():
    assert _count(0) == 0
