"""Sums of floats in a fixed order, thirty-two at a time: the same bits on every processor and in every browser.

A compiler adds floats one after the other, slowly, or in whatever order its processor likes. These functions fix the
order: thirty-two lanes, each the sum of every thirty-second number, then the lanes in halves, then the rest.

    total     of a vector
    spread    of the squared distances of a vector from a number
    dot       of a row of a matrix times a vector
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from jeton.core.jit import INTERPRETED

__all__ = ["dot", "spread", "total"]

LANES, REGISTER = 32, 16
FLOAT, COUNT, PLACE = ir.FloatType(), ir.IntType(64), ir.IntType(32)
VECTOR = ir.VectorType(FLOAT, REGISTER)

Term = Callable[[Any, Any, Any], Any]
"""(builder, index, whether the caller wants a whole register) -> the numbers to add from there on."""


def add_up(numbers: Any) -> Any:
    """Return the sum of a vector of floats in the order of this module, by NumPy."""
    whole = len(numbers) // LANES * LANES
    lanes = np.zeros(LANES, np.float32)
    for row in numbers[:whole].reshape(-1, LANES):
        lanes = lanes + row
    while len(lanes) > 1:
        half = len(lanes) // 2
        lanes = lanes[:half] + lanes[half:]
    out = lanes[0]
    for number in numbers[whole:]:
        out = out + number
    return out


def interpreted_total(x: Any) -> Any:
    """Return the sum of a vector."""
    return add_up(x)


def interpreted_spread(x: Any, mean: Any) -> Any:
    """Return the sum of the squared distances of a vector from a number."""
    return add_up((x - mean) * (x - mean))


def interpreted_dot(matrix: Any, row: Any, x: Any) -> Any:
    """Return a row of a matrix times a vector."""
    return add_up(matrix[row] * x)


def write_sum(b: Any, size: Any, term: Term) -> Any:
    """Build the code that adds `size` terms up."""
    registers = [cgutils.alloca_once_value(b, ir.Constant(VECTOR, [0.0] * REGISTER)) for _ in range(LANES // REGISTER)]
    for register in registers:  # LLVM stores the value above once a function, not once a call
        b.store(ir.Constant(VECTOR, [0.0] * REGISTER), register)
    whole = b.udiv(size, COUNT(LANES))
    with cgutils.for_range(b, whole) as group:
        first = b.mul(group.index, COUNT(LANES))
        for k, register in enumerate(registers):
            more = term(b, b.add(first, COUNT(k * REGISTER)), True)
            b.store(b.fadd(b.load(register), more), register)
    lanes = [b.load(register) for register in registers]
    while len(lanes) > 1:
        half = len(lanes) // 2
        lanes = [b.fadd(low, high) for low, high in zip(lanes[:half], lanes[half:], strict=True)]
    out = cgutils.alloca_once(b, FLOAT)
    b.store(_across(b, lanes[0]), out)
    done = b.mul(whole, COUNT(LANES))
    with cgutils.for_range(b, b.sub(size, done)) as rest:
        b.store(b.fadd(b.load(out), term(b, b.add(done, rest.index), False)), out)
    return b.load(out)


def _across(b: Any, vector: Any) -> Any:
    """Return the sum of a register's lanes, added in halves."""
    half = REGISTER // 2
    while half:
        low, high = (ir.Constant(ir.VectorType(PLACE, half), list(range(start, start + half))) for start in (0, half))
        vector = b.fadd(b.shuffle_vector(vector, vector, low), b.shuffle_vector(vector, vector, high))
        half //= 2
    return b.extract_element(vector, PLACE(0))


def _read(b: Any, numbers: Any, index: Any, wide: bool) -> Any:
    """Return one number of an array, or a register of them."""
    place = b.gep(numbers, [index])
    return b.load(b.bitcast(place, VECTOR.as_pointer()), align=4) if wide else b.load(place)


def _everywhere(b: Any, number: Any) -> Any:
    """Return a register with the same number in each lane."""
    one = b.insert_element(ir.Constant(VECTOR, ir.Undefined), number, PLACE(0))
    return b.shuffle_vector(one, one, ir.Constant(ir.VectorType(PLACE, REGISTER), [0] * REGISTER))


def _array(context: Any, b: Any, kind: Any, value: Any) -> tuple[Any, Any]:
    """Return where an array's numbers lie, and the size of its last dimension."""
    array = context.make_array(kind)(context, b, value)
    return array.data, b.extract_value(array.shape, kind.ndim - 1)


@intrinsic  # type: ignore[untyped-decorator]
def compiled_total(typing_context: Any, x: Any) -> Any:
    """Compile `interpreted_total`."""

    def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
        numbers, size = _array(context, b, signature.args[0], args[0])
        return write_sum(b, size, lambda b, index, wide: _read(b, numbers, index, wide))

    return types.float32(x), generate


@intrinsic  # type: ignore[untyped-decorator]
def compiled_spread(typing_context: Any, x: Any, mean: Any) -> Any:
    """Compile `interpreted_spread`."""

    def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
        numbers, size = _array(context, b, signature.args[0], args[0])
        everywhere = _everywhere(b, args[1])

        def term(b: Any, index: Any, wide: bool) -> Any:
            away = b.fsub(_read(b, numbers, index, wide), everywhere if wide else args[1])
            return b.fmul(away, away)

        return write_sum(b, size, term)

    return types.float32(x, types.float32), generate


@intrinsic  # type: ignore[untyped-decorator]
def compiled_dot(typing_context: Any, matrix: Any, row: Any, x: Any) -> Any:
    """Compile `interpreted_dot`."""

    def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
        rows, width = _array(context, b, signature.args[0], args[0])
        numbers, size = _array(context, b, signature.args[2], args[2])
        start = b.gep(rows, [b.mul(args[1], width)])

        def term(b: Any, index: Any, wide: bool) -> Any:
            return b.fmul(_read(b, start, index, wide), _read(b, numbers, index, wide))

        return write_sum(b, size, term)

    return types.float32(matrix, types.int64, x), generate


total: Any = interpreted_total if INTERPRETED else compiled_total
spread: Any = interpreted_spread if INTERPRETED else compiled_spread
dot: Any = interpreted_dot if INTERPRETED else compiled_dot
