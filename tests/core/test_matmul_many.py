"""Products for many vectors have the bits of those for one vector."""

import numpy as np
import pytest
from numba import njit

from jeton.bots.splendor import net
from jeton.core import matmul_many as module
from jeton.core.int8_matmul import TOP, arranged, pack, padded
from jeton.core.jit import INTERPRETED
from jeton.core.matmul_many import (
    AT_ONCE,
    GREATEST,
    STRIP,
    add_rows,
    dots_many,
    for_many,
    in_strips,
    interpreted_add_rows,
    spell,
    unlike,
)


@njit
def add_all(sums, rows, index, weight, digits, size):
    less = spell(weight, digits, size)
    for begin in range(0, sums.shape[0], STRIP):
        add_rows(sums, begin, rows, index, weight, digits, less, size)


@njit
def add_one_by_one(sums, rows, index, weight, digits, size):
    for begin in range(0, sums.shape[0], STRIP):
        module.add_rows_one_by_one(sums, begin, rows, index, weight, digits, np.int32(0), size)


@njit
def one_vector(sums, rows, index, weight, size):
    net.add_rows(sums, rows, index, weight, size)


@njit
def differ(one, other, begin):
    return unlike(one, other, begin)


@njit
def sums_of_all(out, x, matrices, start):
    dots_many(out, x, matrices, start)


@njit
def sums_of_each(out, x, matrices, start):
    module.dots_one_by_one(out, x, matrices, start)


@pytest.mark.parametrize("size", [0, 4, 8, 152])
def test_weighted_rows_are_added_as_for_one_vector_and_as_numpy_adds_them(size):
    rng, width = np.random.default_rng(size), 2 * STRIP - 40
    rows, index = rng.integers(-128, 128, (200, width)).astype(np.int8), np.zeros(208, np.int64)
    weight, digits = np.zeros(208, np.int32), np.zeros(208, np.int32)
    index[:size] = np.sort(rng.choice(200, size, replace=False))
    weight[:size] = rng.integers(-GREATEST, GREATEST + 1, size)
    weight[: min(size, 4)] = [GREATEST, -GREATEST, 128, -129][: min(size, 4)]
    before = np.zeros(2 * STRIP, np.int32)
    before[:width] = rng.integers(-(2**30), 2**30, width)
    expected = before.astype(np.int64)
    expected[:width] += weight[:size].astype(np.int64) @ rows[index[:size]].astype(np.int64)
    expected = expected.astype(np.int32)  # what does not fit into 32 bits falls off alike everywhere
    ways = {name: before.copy() for name in ("many", "each", "numpy", "alone")}
    add_all(ways["many"], in_strips(rows), index, weight, digits, size)
    plain = np.zeros((200, 2 * STRIP), np.int8)
    plain[:, :width] = rows
    if not INTERPRETED:
        add_one_by_one(ways["each"], plain, index, weight, digits, size)
    for begin in range(0, len(before), STRIP):
        interpreted_add_rows(ways["numpy"], begin, plain, index, weight, digits, 0, size)
    with np.errstate(over="ignore"):
        one_vector(ways["alone"], rows, index.copy(), weight.copy(), size)

    assert all(np.array_equal(sums, expected) for name, sums in ways.items() if name != "each" or not INTERPRETED)


@pytest.mark.skipif(INTERPRETED or not module.WIDE, reason="this processor adds one row at a time")
def test_four_rows_are_joined_and_added_at_once():
    room = np.zeros(8, np.int32)
    add_all(np.zeros(STRIP, np.int32), np.zeros((9, STRIP), np.int8), np.zeros(8, np.int64), room, room.copy(), 8)
    code = next(iter(add_all.inspect_asm().values()))

    assert code.count("vpdpbusd") >= 12


def test_bytes_that_differ_are_the_bits_of_a_word():
    rng = np.random.default_rng(3)
    one = rng.integers(0, 128, 256).astype(np.uint8)
    other = np.where(rng.random(256) < 0.2, one ^ 1, one)
    other[64] = one[64] ^ 1
    other[127] = one[127] ^ 64
    for begin in (0, 64, 192):
        found = [i for i in range(64) if int(differ(one, other, begin)) >> i & 1]
        assert found == np.flatnonzero(one[begin : begin + 64] != other[begin : begin + 64]).tolist()


def products(call, arrange, width, many):
    rng = np.random.default_rng(width)
    matrices = rng.integers(-128, 128, (2, width, width)).astype(np.int8)
    size = padded(width)
    x, out = np.zeros((many, size), np.uint8), np.full((many, size), -1, np.int32)
    x[:, :width] = rng.integers(0, TOP + 1, (many, width)) * (rng.random((many, width)) < 0.6)
    call(out, x, arrange(pack(matrices), 2, width), size * size)
    assert not out[:, width:].any()
    return out[:, :width], x[:, :width].astype(np.int64) @ matrices[1].astype(np.int64).T


@pytest.mark.parametrize(("width", "many"), [(64, AT_ONCE), (90, 2 * AT_ONCE), (512, 3 * AT_ONCE)])
def test_the_sums_of_many_vectors_are_those_of_the_matrix(width, many):
    sums, expected = products(sums_of_all, for_many, width, many)
    assert (sums == expected).all()
    sums, expected = products(sums_of_each, arranged, width, many)
    assert (sums == expected).all()
    sums, expected = products(module.interpreted_dots_many, lambda packed, *_: packed, width, many)
    assert (sums == expected).all()


@pytest.mark.skipif(INTERPRETED or not module.WIDE, reason="this processor multiplies one vector at a time")
def test_several_vectors_share_what_is_read():
    sums_of_all(np.zeros((6, 64), np.int32), np.zeros((6, 64), np.uint8), np.zeros(4096, np.int8), 0)
    code = next(iter(sums_of_all.inspect_asm().values()))

    assert code.count("vpdpbusd") >= 4 * AT_ONCE
