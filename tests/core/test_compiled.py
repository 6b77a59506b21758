"""Parts: compiled into their callers, without machine code of their own; Python may try them out all the same."""

import numpy as np
import pytest
from numba import njit

from jeton.core.jit import INTERPRETED, compiled, shared
from jeton.core.parts import PartLibrary


def triple(number):
    return number * 3


@pytest.mark.interpreted
@pytest.mark.parametrize("make", [compiled, shared])
def test_compiled_code_calls_a_part_and_the_parts_it_calls(make):
    inner = make(triple)
    outer = make(lambda numbers, i: inner(numbers[i]) + 1)

    @njit
    def entry(numbers):
        return outer(numbers, 0) + outer(numbers, 1)

    assert entry(np.array([10, 100])) == 332


@pytest.mark.interpreted
@pytest.mark.parametrize("make", [compiled, shared])
def test_python_may_call_a_part_before_and_after_compiled_code_does(make):
    inner = make(triple)

    @njit
    def entry(number):
        return inner(number)

    assert inner(7) == 21
    assert entry(7) == 21
    assert [inner(7), inner(7.5)] == [21, 22.5]


@pytest.mark.skipif(INTERPRETED, reason="nothing is compiled")
def test_a_part_is_not_made_into_machine_code():
    inner = shared(triple)
    njit(lambda number: inner(number))(7)

    (overload,) = inner.overloads.values()
    made = overload._asdict()
    assert isinstance(made["library"], PartLibrary)
    assert not made["library"].codegen._engine.is_symbol_defined(made["fndesc"].llvm_func_name)


def test_what_goes_wrong_in_a_part_is_told_to_python():
    @compiled
    def divide(number, by):
        return number // by

    @njit
    def entry(number, by):
        return divide(number, by)

    with pytest.raises(ZeroDivisionError):
        entry(1, 0)
