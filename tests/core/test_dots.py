"""Products of bytes are exact, by whatever instructions; the largest numbers do not overflow."""

import numpy as np
import pytest
from numba import njit

from jeton.core import dots as module
from jeton.core.dots import TOP, pack, padded
from jeton.core.jit import INTERPRETED


def ways():
    if INTERPRETED:
        return [module.interpreted_dots]
    return [module.plain_dots, module.interpreted_dots] + ([module.avx2_dots] if module.has_avx2() else [])


def product(way, matrices, x, which):
    size = padded(len(x))
    vector, out = np.zeros(size, np.uint8), np.full(size, -1, np.int32)
    vector[: len(x)] = x
    packed = pack(matrices)
    if way is module.interpreted_dots or INTERPRETED:
        way(out, vector, packed, which * size * size)
    else:

        @njit
        def call(out, vector, packed, start):
            way(out, vector, packed, start)

        call(out, vector, packed, which * size * size)
    assert not out[len(x) :].any()
    return out[: len(x)]


@pytest.mark.parametrize("way", ways())
@pytest.mark.parametrize("size", [32, 256, 90])
def test_the_sums_are_those_of_the_matrix(way, size):
    rng = np.random.default_rng(size)
    matrices = rng.integers(-127, 128, (3, size, size)).astype(np.int8)
    x = rng.integers(0, TOP + 1, size)

    for which in range(3):
        assert (product(way, matrices, x, which) == matrices[which].astype(np.int64) @ x).all()


@pytest.mark.parametrize("way", ways())
@pytest.mark.parametrize("byte", [-128, 127])
def test_the_largest_numbers_do_not_overflow(way, byte):
    matrix, x = np.full((64, 64), byte, np.int8), np.full(64, TOP)

    assert (product(way, [matrix], x, 0) == 64 * TOP * byte).all()
