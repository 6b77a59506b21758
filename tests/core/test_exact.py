"""The exponential and the logarithm are right, and the same wherever they run."""

import math

import numpy as np
import pytest
from numba import njit

from jeton.core.exact import exp, log


@njit
def both(x, y):
    return exp(x), log(y)


@pytest.mark.parametrize("x", [0.0, -1e-12, -0.3, -1.0, -17.25, -79.9, 0.4])
def test_the_exponential_is_right_to_the_last_bits(x):
    assert math.isclose(both(x, 1.0)[0], math.exp(x), rel_tol=4e-16)


@pytest.mark.parametrize("y", [1.0, 1.0000001, 1.5, 2.0, 37.0, 64.0, 1e6])
def test_the_logarithm_is_right_to_the_last_bits(y):
    assert math.isclose(both(0.0, y)[1], math.log(y), rel_tol=4e-15, abs_tol=4e-16)


def test_what_is_too_small_counts_as_nothing():
    assert both(-1e9, 1.0)[0] == 0.0


def test_plain_python_has_the_same_bits():
    for x in np.random.default_rng(1).uniform(-80, 0, 200):
        plain = getattr(exp, "py_func", exp)(x), getattr(log, "py_func", log)(1 - x)
        assert [v.hex() for v in both(x, 1 - x)] == [float(v).hex() for v in plain]
