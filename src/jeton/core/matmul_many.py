"""The products of a net for many vectors at once, equal to those for one vector to the last bit; datasets use them.

One vector reads a whole matrix for each product. Several share what is read, and keep their sums in registers.

    as_pairs    a matrix of bytes -> pairs of its numbers, each the upper half of a float
    add_rows    adds weighted rows of such a matrix to a vector of floats, four at a time and in their order
    dots_many   the sums of `int8_matmul.dots` for several vectors
    for_many    packed matrices -> their bytes in the order in which `dots_many` reads them
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from jeton.core.int8_matmul import BEST, DEEP, TALL, arranged, dots, in_line, interpreted_dots
from jeton.core.jit import INTERPRETED, shared

__all__ = ["AT_ONCE", "STRIP", "add_rows", "as_pairs", "dots_many", "for_many"]

STRIP = 128
"""How many sums of `add_rows` stay in registers: it takes and gives so many numbers of the vector."""
FOUR = 4
AT_ONCE = 6
"""How many vectors `dots_many` multiplies at once; it takes any multiple of them."""

LANES = 16
FLOAT, WORD, COUNT = ir.FloatType(), ir.IntType(32), ir.IntType(64)
FLOATS, WORDS = ir.VectorType(FLOAT, LANES), ir.VectorType(WORD, LANES)
UPPER = 0xFFFF0000


def as_pairs(rows: Any) -> Any:
    """Return a matrix of bytes with columns up to a whole strip: a word holds the upper halves of two floats.

    Whole numbers of eight bits fit into those. The second of a word lies sixteen columns behind the first, so that one
    shift and one mask make two registers of floats.

    >>> as_pairs(np.ones((2, 100), np.int8)).shape
    (2, 64)
    """
    full = np.zeros((len(rows), -(-rows.shape[1] // STRIP) * STRIP), np.float32)
    full[:, : rows.shape[1]] = rows
    halves = (full.view(np.uint32) >> 16).reshape(len(rows), -1, 2, LANES)
    return in_line((halves[:, :, 0] | halves[:, :, 1] << 16).reshape(len(rows), -1).view(np.int32))


def interpreted_add_rows(h: Any, begin: Any, pairs: Any, index: Any, weight: Any, size: Any) -> None:
    """Add the weighted rows of a matrix to the strip of h that begins there; `size` is a multiple of four."""
    words = pairs[:, begin // 2 : (begin + STRIP) // 2].view(np.uint32).reshape(len(pairs), -1, LANES)
    rows = np.stack([words << 16, words & np.uint32(UPPER)], axis=2).view(np.float32).reshape(len(pairs), STRIP)
    for k in range(0, size, FOUR):
        one, two, three, four = (weight[k + i] * rows[index[k + i]] for i in range(FOUR))
        h[begin : begin + STRIP] += one + two + three + four


@intrinsic  # type: ignore[untyped-decorator]
def compiled_add_rows(typing_context: Any, h: Any, begin: Any, pairs: Any, index: Any, weight: Any, size: Any) -> Any:
    """Compile `interpreted_add_rows`: the sums of a strip stay in registers."""

    def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        vector, matrix, places, weights = (
            context.make_array(kinds[i])(context, b, args[i]) for i in (0, 2, 3, 4)
        )  # fmt: skip
        width = b.extract_value(matrix.shape, 1)
        column, strip = b.udiv(args[1], COUNT(2)), b.gep(vector.data, [args[1]])
        registers = [cgutils.alloca_once(b, FLOATS) for _ in range(STRIP // LANES)]
        homes = [b.bitcast(b.gep(strip, [COUNT(k * LANES)]), FLOATS.as_pointer()) for k in range(len(registers))]
        for register, home in zip(registers, homes, strict=True):
            b.store(b.load(home, align=4), register)
        with cgutils.for_range(b, b.udiv(args[5], COUNT(FOUR))) as four:
            at = [b.add(b.mul(four.index, COUNT(FOUR)), COUNT(i)) for i in range(FOUR)]
            factors = [_everywhere(b, b.load(b.gep(weights.data, [i]))) for i in at]
            rows = [b.gep(matrix.data, [b.add(b.mul(b.load(b.gep(places.data, [i])), width), column)]) for i in at]
            for k in range(0, len(registers), 2):
                low, high = _weighted(b, rows, factors, k * LANES // 2)
                for register, sums in ((registers[k], low), (registers[k + 1], high)):
                    b.store(b.fadd(b.load(register), sums), register)
        for register, home in zip(registers, homes, strict=True):
            b.store(b.load(register), home, align=4)
        return context.get_dummy_value()

    return types.void(h, types.int64, pairs, index, weight, types.int64), generate


def _weighted(b: Any, rows: list[Any], factors: list[Any], at: int) -> list[Any]:
    """Return the sums of four weighted rows, of the columns in the lower and in the upper halves of their words."""
    sums: list[Any] = []
    for row, factor in zip(rows, factors, strict=True):
        words = b.load(b.bitcast(b.gep(row, [COUNT(at)]), WORDS.as_pointer()), align=4)
        numbers = b.shl(words, ir.Constant(WORDS, [16] * LANES)), b.and_(words, ir.Constant(WORDS, [UPPER] * LANES))
        products = [b.fmul(factor, b.bitcast(number, FLOATS)) for number in numbers]
        sums = [b.fadd(s, p) for s, p in zip(sums, products, strict=True)] if sums else products
    return sums


def _everywhere(b: Any, number: Any) -> Any:
    """Return a register with the same number in each lane."""
    vector = ir.VectorType(number.type, LANES)
    one = b.insert_element(ir.Constant(vector, ir.Undefined), number, WORD(0))
    return b.shuffle_vector(one, one, ir.Constant(WORDS, [0] * LANES))


def for_many(packed: Any, number: int, width: int) -> Any:
    """Return packed matrices in the order in which `dots_many` reads them here."""
    return packed if WIDE or INTERPRETED else arranged(packed, number, width)


def interpreted_dots_many(out: Any, x: Any, matrices: Any, start: Any) -> None:
    """Write the sums of the matrix that begins at `start` for each row of x."""
    for i in range(x.shape[0]):
        interpreted_dots(out[i], x[i], matrices, start)


@shared
def dots_one_by_one(out: Any, x: Any, matrices: Any, start: Any) -> None:
    """Write the same sums, row after row, with the function that multiplies one vector."""
    for i in range(x.shape[0]):
        dots(out[i], x[i], matrices, start)


@intrinsic  # type: ignore[untyped-decorator]
def dots_together(typing_context: Any, out: Any, x: Any, matrices: Any, start: Any) -> Any:
    """Write the same sums, six rows by 64 outputs at a time, which fill the registers of AVX-512."""

    def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
        target, source, matrix = (
            context.make_array(kind)(context, b, arg) for kind, arg in zip(signature.args[:3], args[:3], strict=True)
        )
        many, size = b.extract_value(source.shape, 0), b.extract_value(source.shape, 1)
        groups, first = b.udiv(size, COUNT(DEEP)), b.gep(matrix.data, [args[3]])
        quarters = TALL // LANES
        sums = [[cgutils.alloca_once(b, WORDS) for _ in range(quarters)] for _ in range(AT_ONCE)]
        inputs, outputs = b.bitcast(source.data, WORD.as_pointer()), b.bitcast(target.data, WORD.as_pointer())
        with cgutils.for_range(b, b.udiv(size, COUNT(TALL))) as tile:
            weights = b.bitcast(b.gep(first, [b.mul(tile.index, b.mul(size, COUNT(TALL)))]), WORDS.as_pointer())
            with cgutils.for_range(b, b.udiv(many, COUNT(AT_ONCE))) as some:
                rows = [b.add(b.mul(some.index, COUNT(AT_ONCE)), COUNT(k)) for k in range(AT_ONCE)]
                starts = [b.gep(inputs, [b.mul(row, groups)]) for row in rows]
                for register in (register for row in sums for register in row):
                    b.store(ir.Constant(WORDS, [0] * LANES), register)
                with cgutils.for_range(b, groups) as group:
                    at = b.mul(group.index, COUNT(quarters))
                    four = [b.load(b.gep(weights, [b.add(at, COUNT(k))]), align=4) for k in range(quarters)]
                    for begin, registers in zip(starts, sums, strict=True):
                        bytes_of = _everywhere(b, b.load(b.gep(begin, [group.index]), align=1))
                        for register, part in zip(registers, four, strict=True):
                            b.store(_products(b, b.load(register), bytes_of, part), register)
                for row, registers in zip(rows, sums, strict=True):
                    home = b.gep(outputs, [b.add(b.mul(row, size), b.mul(tile.index, COUNT(TALL)))])
                    for k, register in enumerate(registers):
                        place = b.bitcast(b.gep(home, [COUNT(k * LANES)]), WORDS.as_pointer())
                        b.store(b.load(register), place, align=4)
        return context.get_dummy_value()

    return types.void(out, x, matrices, types.int64), generate


def _products(b: Any, sums: Any, inputs: Any, weights: Any) -> Any:
    """Return sums plus four products of bytes for each."""
    kind = ir.FunctionType(WORDS, [WORDS, WORDS, WORDS])
    name = "llvm.x86.avx512.vpdpbusd.512"
    return b.call(cgutils.get_or_insert_function(b.module, kind, name), [sums, inputs, weights])


WIDE = BEST == "avx512vnni"
"""Whether this processor multiplies 64 bytes in one instruction."""

add_rows: Any = interpreted_add_rows if INTERPRETED else compiled_add_rows
dots_many: Any = interpreted_dots_many if INTERPRETED else dots_together if WIDE else dots_one_by_one
