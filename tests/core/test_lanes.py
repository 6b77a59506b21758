"""Sums of floats come out alike, bit by bit, whether NumPy or compiled code adds them up."""

import numpy as np
import pytest
from numba import njit

from jeton.core import lanes
from jeton.core.jit import INTERPRETED

SIZES = [1, 5, 31, 32, 33, 90, 256, 512]


@njit
def sums(matrix, x, mean):
    return lanes.total(x), lanes.spread(x, mean), lanes.dot(matrix, 1, x)


@pytest.mark.parametrize("size", SIZES)
def test_compiled_sums_have_the_bits_of_the_interpreted_ones(size):
    rng = np.random.default_rng(size)
    matrix, x = rng.standard_normal((3, size)).astype(np.float32), rng.standard_normal(size).astype(np.float32)
    mean = np.float32(0.3)
    expected = lanes.interpreted_total(x), lanes.interpreted_spread(x, mean), lanes.interpreted_dot(matrix, 1, x)

    assert [np.float32(s).tobytes() for s in sums(matrix, x, mean)] == [s.tobytes() for s in expected]


@pytest.mark.parametrize("size", SIZES)
def test_the_sums_are_close_to_the_true_ones(size):
    rng = np.random.default_rng(size)
    x = rng.standard_normal(size).astype(np.float32)

    assert abs(float(lanes.interpreted_total(x)) - float(x.astype(np.float64).sum())) < 1e-4


@pytest.mark.skipif(INTERPRETED, reason="there is no compiled code to look at")
def test_sums_are_added_in_vectors_and_in_their_order():
    sums(np.zeros((3, 8), np.float32), np.zeros(8, np.float32), np.float32(0))
    code = next(iter(sums.inspect_llvm().values()))

    assert "fadd <8 x float>" in code
    assert "fadd fast" not in code
    assert "fadd reassoc" not in code
