"""Chance for games in plain Python: a stream of random bits that follows from a seed and a label, and a fair shuffle.

A stream is SHAKE-256 of the seed and the label: each deck has its own, and none tells anything about another.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from typing import TypeVar

from jeton.core.game import Rng

__all__ = ["Stream", "below", "pick", "shuffled"]

T = TypeVar("T")

FIRST_BYTES = 128


class Stream:
    """The random bits of one label under a seed; an `Rng`.

    >>> Stream(bytes(16), "deck").getrandbits(16) == Stream(bytes(16), "deck").getrandbits(16)
    True
    """

    __slots__ = ("_at", "_bytes", "_hash")

    def __init__(self, seed: bytes, label: str) -> None:
        """Start the stream at its beginning."""
        self._hash = hashlib.shake_256(b"jeton stream 1" + len(seed).to_bytes(4, "little") + seed + label.encode())
        self._bytes = self._hash.digest(FIRST_BYTES)
        self._at = 0

    def getrandbits(self, k: int, /) -> int:
        """Return a uniform integer of k bits; it uses whole bytes and drops the surplus bits."""
        size = (k + 7) // 8
        end = self._at + size
        if end > len(self._bytes):
            self._bytes = self._hash.digest(2 * end)
        bits = int.from_bytes(self._bytes[self._at : end], "little")
        self._at = end
        return bits >> (8 * size - k)


def below(rng: Rng, bound: int) -> int:
    """Return a uniform 0 … bound - 1 without bias: it draws again what is too large.

    >>> below(Stream(bytes(16), "die"), 1)
    0
    """
    if bound < 1:
        raise ValueError(f"expected a bound of at least 1, got {bound}")
    bits = (bound - 1).bit_length()
    while True:
        value = rng.getrandbits(bits) if bits else 0
        if value < bound:
            return value


def pick(rng: Rng, items: Sequence[T]) -> T:
    """Return one of the items, each with the same chance."""
    return items[below(rng, len(items))]


def shuffled(items: Iterable[T], rng: Rng) -> tuple[T, ...]:
    """Return the items in random order, each order with the same chance (Fisher and Yates).

    >>> sorted(shuffled("abc", Stream(bytes(16), "letters")))
    ['a', 'b', 'c']
    """
    order = list(items)
    for last in range(len(order) - 1, 0, -1):
        other = below(rng, last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)
