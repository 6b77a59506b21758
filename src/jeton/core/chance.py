"""Chance as a keyed function: SipHash-1-3 of two bytes, which say what is drawn and the number of the draw.

CPython and Rust trust their hash tables to one round for the message and three at the end; the longer SipHash-2-4 would
cost a tenth of the engine's speed. The key has 128 bits, so past draws tell nothing about later ones. The order of a
deck does not depend on who draws when, and no match has to shuffle when it begins.
"""

from __future__ import annotations

from typing import Any

from jeton.core.jit import compiled

__all__ = ["random_bits", "scale", "siphash"]


@compiled
def _round(a: Any, b: Any, c: Any, d: Any) -> Any:
    """Return the state after one round; rotations are written out, or Numba would compile a function for each width."""
    a += b
    b = (b << 13 | b >> 51 & 0x1FFF) ^ a
    a = a << 32 | a >> 32 & 0xFFFFFFFF
    c += d
    d = (d << 16 | d >> 48 & 0xFFFF) ^ c
    a += d
    d = (d << 21 | d >> 43 & 0x1FFFFF) ^ a
    c += b
    b = (b << 17 | b >> 47 & 0x1FFFF) ^ c
    c = c << 32 | c >> 32 & 0xFFFFFFFF
    return a, b, c, d


@compiled
def siphash(key0: Any, key1: Any, message: Any) -> Any:
    """Return SipHash-1-3 of one final block: at most seven bytes, their number in the highest byte."""
    a = key0 ^ 0x736F6D6570736575
    b = key1 ^ 0x646F72616E646F6D
    c = key0 ^ 0x6C7967656E657261
    d = key1 ^ 0x7465646279746573
    d ^= message
    a, b, c, d = _round(a, b, c, d)
    a ^= message
    c ^= 0xFF
    a, b, c, d = _round(a, b, c, d)
    a, b, c, d = _round(a, b, c, d)
    a, b, c, d = _round(a, b, c, d)
    return a ^ b ^ c ^ d


@compiled
def random_bits(key0: Any, key1: Any, what: Any, number: Any) -> Any:
    """Return the 32 random bits of a draw: the upper half of the hash of the two bytes (what, number)."""
    return (siphash(key0, key1, what | number << 8 | 2 << 56) >> 32) & 0xFFFFFFFF


@compiled
def scale(bits: Any, bound: Any) -> Any:
    """Return a uniform 0 ... bound - 1 from 32 random bits; its bias is under bound / 2**32."""
    return (bits * bound) >> 32
