"""Products for many vectors have the bits of those for one vector."""

import numpy as np
import pytest
from numba import njit

from jeton.bots.splendor import net
from jeton.core import matmul_many as module
from jeton.core.int8_matmul import TOP, arranged, pack, padded
from jeton.core.jit import INTERPRETED
from jeton.core.matmul_many import AT_ONCE, STRIP, add_rows, as_pairs, dots_many, for_many, interpreted_add_rows


@njit
def add_all(h, pairs, index, weight, size):
    for begin in range(0, h.shape[0], STRIP):
        add_rows(h, begin, pairs, index, weight, size)


@njit
def one_vector(h, rows, scales, index, weight, size):
    net.add_rows(h, rows, scales, index, weight, size)


@njit
def sums_of_all(out, x, matrices, start):
    dots_many(out, x, matrices, start)


@njit
def sums_of_each(out, x, matrices, start):
    module.dots_one_by_one(out, x, matrices, start)


@pytest.mark.parametrize("size", [0, 1, 4, 7, 150])
def test_rows_are_added_in_the_order_in_which_one_vector_adds_them(size):
    rng = np.random.default_rng(size)
    rows, scales = rng.integers(-128, 128, (200, 2 * STRIP)).astype(np.int8), rng.random(200).astype(np.float32)
    index, weight = np.zeros(200, np.int64), np.zeros(200, np.float32)
    index[:size], weight[:size] = np.sort(rng.choice(200, size, replace=False)), rng.integers(1, 9, size)
    expected = rng.standard_normal(2 * STRIP).astype(np.float32)
    compiled, interpreted = expected.copy(), expected.copy()
    one_vector(expected, rows, scales, index.copy(), weight.copy(), size)
    whole, factors = -(-size // 4) * 4, weight * scales[index]
    add_all(compiled, as_pairs(rows), index, factors, whole)
    for begin in range(0, len(interpreted), STRIP):
        interpreted_add_rows(interpreted, begin, as_pairs(rows), index, factors, whole)

    assert compiled.tobytes() == expected.tobytes()
    assert interpreted.tobytes() == expected.tobytes()


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
