"""Gem vectors: one 64-bit word, a byte per colour.

    byte  0 … 4  the five colours of the title, in its order
    byte  5      gold (S.H.I.E.L.D.)
    byte  6      time (Marvel)

A byte stays below 128, so that its highest bit can guard a subtraction: one operation serves all five colours.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from jeton.core.jit import compiled

__all__ = [
    "COLOURS",
    "FIVE",
    "GOLD",
    "ONES",
    "TIME",
    "amount",
    "amounts",
    "at_least",
    "gold_of",
    "minus",
    "pack",
    "sum_all",
    "time_of",
    "total",
]

COLOURS = 0xFFFFFFFFFF
ONES = 0x0101010101
HIGH = 0x8080808080
GOLD = 1 << 40
TIME = 1 << 48
ALL_ONES = 0x01010101010101
GATHER = 1 << 32 | 1 << 25 | 1 << 18 | 1 << 11 | 1 << 4
"""Multiplied by five spread bits, it gathers them side by side."""

FIVE = 5
"""How many colours a card can cost, besides gold and time."""


def pack(numbers: Iterable[int]) -> int:
    """Return the word of a vector.

    >>> hex(pack([1, 0, 2]))
    '0x20001'
    """
    return sum(int(n) << 8 * i for i, n in enumerate(numbers))


def amounts(word: int, size: int) -> tuple[int, ...]:
    """Return the first numbers of a word.

    >>> amounts(0x20001, 3)
    (1, 0, 2)
    """
    return tuple((int(word) & (1 << 8 * size) - 1).to_bytes(size, "little"))


@compiled
def amount(vector: Any, i: Any) -> Any:
    """Return the i-th number of a vector."""
    return (vector >> 8 * i) & 0xFF


@compiled
def gold_of(vector: Any) -> Any:
    """Return the gold in a vector."""
    return (vector >> 40) & 0xFF


@compiled
def time_of(vector: Any) -> Any:
    """Return the time tokens of a vector."""
    return (vector >> 48) & 0xFF


@compiled
def minus(a: Any, b: Any) -> Any:
    """Return a - b, colour by colour, never below zero."""
    difference = (a | HIGH) - b
    kept = difference & HIGH
    return difference & (kept - (kept >> 7))


@compiled
def total(vector: Any) -> Any:
    """Return the sum over the five colours."""
    return ((vector * ONES) >> 32) & 0xFF


@compiled
def sum_all(vector: Any) -> Any:
    """Return the sum over colours, gold and time."""
    return ((vector * ALL_ONES) >> 48) & 0xFF


@compiled
def at_least(vector: Any, n: Any) -> Any:
    """Return a 5-bit mask of the colours with n or more."""
    flags = ((vector & COLOURS) + (128 - n) * ONES) & HIGH
    return (((flags >> 7) * GATHER) >> 32) & 31


@compiled
def covers(have: Any, need: Any) -> Any:
    """Return whether `have` holds at least `need` of each colour."""
    return (((have & COLOURS) | HIGH) - (need & COLOURS)) & HIGH == HIGH
