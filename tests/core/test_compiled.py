"""Functions that compiled code calls: compiled into it, and callable from Python all the same."""

import numpy as np
import pytest
from numba import njit

from jeton.core.jit import compiled, shared


def triple(number):
    return number * 3


@pytest.mark.interpreted
@pytest.mark.parametrize("make", [compiled, shared])
def test_compiled_code_calls_a_function_and_those_it_calls(make):
    inner = make(triple)
    outer = make(lambda numbers, i: inner(numbers[i]) + 1)

    @njit
    def entry(numbers):
        return outer(numbers, 0) + outer(numbers, 1)

    assert entry(np.array([10, 100])) == 332


@pytest.mark.interpreted
@pytest.mark.parametrize("make", [compiled, shared])
def test_python_may_call_it_before_and_after_compiled_code_does(make):
    inner = make(triple)

    @njit
    def entry(number):
        return inner(number)

    assert inner(7) == 21
    assert entry(7) == 21
    assert [inner(7), inner(7.5)] == [21, 22.5]


def test_what_goes_wrong_in_it_is_told_to_python():
    @compiled
    def divide(number, by):
        return number // by

    @njit
    def entry(number, by):
        return divide(number, by)

    with pytest.raises(ZeroDivisionError):
        entry(1, 0)
