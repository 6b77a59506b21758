"""The products of a net for many vectors at once, equal to those for one vector to the last bit; datasets use them.

One vector reads a whole matrix for each product. Several share what is read, and keep their sums in registers.

    in_strips   a matrix of bytes -> the same in the order in which `add_rows` reads it
    spell       weights -> their bytes in the order in which `add_rows` reads them
    add_rows    adds weighted rows of such a matrix to a vector of whole numbers
    unlike      where two vectors of bytes differ
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

from jeton.core.int8_matmul import BEST, DEEP, TALL, WAYS, arranged, dots, in_line, interpreted_dots
from jeton.core.jit import INTERPRETED, shared

__all__ = ["AT_ONCE", "STRIP", "add_rows", "dots_many", "for_many", "in_strips", "spell", "unlike"]

STRIP = 128
"""How many sums `add_rows` takes and gives."""
GREATEST = 0x7F7F7F
"""The greatest weight that `add_rows` takes, and the negative of the least."""
AT_ONCE = 6
"""How many vectors `dots_many` multiplies at once; it takes any multiple of them."""

WIDE = BEST == "avx512vnni"
"""Whether this processor multiplies 64 bytes in one instruction."""
ROWS: Any = WAYS["avx512vnni"]

LANES, SPAN = 16, 64
DIGITS, FLIP, HALVES = 3, -128, 0x808080
"""How many bytes a weight has; what changes the sign of a byte; of each of them."""
BYTE, WORD, COUNT = ir.IntType(8), ir.IntType(32), ir.IntType(64)
BYTES, WORDS = ir.VectorType(BYTE, LANES), ir.VectorType(WORD, LANES)


def in_strips(rows: Any) -> Any:
    """Return a matrix of bytes as `add_rows` reads it here, with columns up to a whole strip.

    >>> in_strips(np.ones((2, 100), np.int8)).shape
    (2, 128)
    """
    full: Any = np.zeros((len(rows), -(-rows.shape[1] // STRIP) * STRIP), np.int8)
    full[:, : rows.shape[1]] = rows
    if WIDE and not INTERPRETED:
        full = (full ^ FLIP).reshape(len(rows), -1, TALL)[:, :, ROWS.places()].reshape(full.shape)
    return in_line(full)


@shared
def nothing_to_spell(weight: Any, digits: Any, size: Any) -> Any:
    """Write nothing: `add_rows` reads the weights themselves here."""
    return np.int32(0)


@intrinsic  # type: ignore[untyped-decorator]
def spell_in_bytes(typing_context: Any, weight: Any, digits: Any, size: Any) -> Any:
    """Write four weights as the lowest bytes of all of them, the next ones, and so on.

    A byte counts from -128 on, and carries to the next.
    """

    def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
        four, sixteen = ir.VectorType(WORD, DEEP), ir.VectorType(BYTE, DEEP * DEEP)
        source, target = (
            b.bitcast(context.make_array(kind)(context, b, arg).data, four.as_pointer())
            for kind, arg in zip(signature.args[:2], args[:2], strict=True)
        )
        halves, total = ir.Constant(four, [HALVES] * DEEP), cgutils.alloca_once(b, four)
        turned = ir.Constant(ir.VectorType(WORD, DEEP * DEEP), [DEEP * k + i for i in range(DEEP) for k in range(DEEP)])
        b.store(ir.Constant(four, [0] * DEEP), total)
        with cgutils.for_range(b, b.udiv(args[2], COUNT(DEEP))) as group:
            words = b.load(b.gep(source, [group.index]), align=4)
            b.store(b.add(b.load(total), words), total)
            signed = b.bitcast(b.xor(b.add(words, halves), halves), sixteen)
            together = b.bitcast(b.shuffle_vector(signed, signed, turned), four)
            b.store(together, b.gep(target, [group.index]), align=4)
        one, two, three, four_ = (b.extract_element(b.load(total), WORD(k)) for k in range(DEEP))
        return b.mul(b.add(b.add(one, two), b.add(three, four_)), WORD(FLIP))

    return types.int32(weight, digits, types.int64), generate


def interpreted_add_rows(
    sums: Any, begin: Any, rows: Any, index: Any, weight: Any, digits: Any, less: Any, size: Any
) -> None:
    """Add the weighted rows of a matrix to the strip of sums that begins there; `size` is a multiple of four."""
    strip = rows[:, begin : begin + STRIP].astype(np.int32)
    for k in range(size):
        sums[begin : begin + STRIP] += weight[k] * strip[index[k]]


@intrinsic  # type: ignore[untyped-decorator]
def add_rows_one_by_one(
    typing_context: Any, sums: Any, begin: Any, rows: Any, index: Any, weight: Any, digits: Any, less: Any, size: Any
) -> Any:
    """Compile `interpreted_add_rows`: the sums of a strip stay in registers."""

    def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        vector, matrix, places, weights = (
            context.make_array(kinds[i])(context, b, args[i]) for i in (0, 2, 3, 4)
        )  # fmt: skip
        width, strip = b.extract_value(matrix.shape, 1), b.gep(vector.data, [args[1]])
        registers = [cgutils.alloca_once(b, WORDS) for _ in range(STRIP // LANES)]
        homes = [b.bitcast(b.gep(strip, [COUNT(k * LANES)]), WORDS.as_pointer()) for k in range(len(registers))]
        for register, home in zip(registers, homes, strict=True):
            b.store(b.load(home, align=4), register)
        with cgutils.for_range(b, args[7]) as one:
            factor = _everywhere(b, b.load(b.gep(weights.data, [one.index])))
            row = b.gep(matrix.data, [b.add(b.mul(b.load(b.gep(places.data, [one.index])), width), args[1])])
            for k, register in enumerate(registers):
                some = b.load(b.bitcast(b.gep(row, [COUNT(k * LANES)]), BYTES.as_pointer()), align=1)
                b.store(b.add(b.load(register), b.mul(factor, b.sext(some, WORDS))), register)
        for register, home in zip(registers, homes, strict=True):
            b.store(b.load(register), home, align=4)
        return context.get_dummy_value()

    return types.void(sums, types.int64, rows, index, weight, digits, types.int32, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def add_rows_by_fours(
    typing_context: Any, sums: Any, begin: Any, rows: Any, index: Any, weight: Any, digits: Any, less: Any, size: Any
) -> Any:
    """Write the same sums, four rows at a time and a byte of their weights after the other, by AVX-512.

    The instruction takes one side without a sign, so 128 is added to the bytes of the rows: what all sums have too much
    by that is `less`.
    """

    def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
        kinds = signature.args
        vector, matrix, places, spelt = (
            context.make_array(kinds[i])(context, b, args[i]) for i in (0, 2, 3, 5)
        )  # fmt: skip
        width, words = b.extract_value(matrix.shape, 1), b.bitcast(spelt.data, WORD.as_pointer())
        sums_of = [[cgutils.alloca_once(b, WORDS) for _ in range(TALL // LANES)] for _ in range(DIGITS)]
        less = _everywhere(b, args[6])
        for part in range(0, STRIP, TALL):
            at = b.add(args[1], COUNT(part))
            homes = [
                b.bitcast(b.gep(vector.data, [b.add(at, COUNT(k * LANES))]), WORDS.as_pointer())
                for k in range(TALL // LANES)
            ]
            for register in (register for registers in sums_of for register in registers):
                b.store(ir.Constant(WORDS, [0] * LANES), register)
            with cgutils.for_range(b, b.udiv(args[7], COUNT(DEEP))) as group:
                first = b.mul(group.index, COUNT(DEEP))
                four = [b.add(first, COUNT(k)) for k in range(DEEP)]
                starts = [
                    b.gep(matrix.data, [b.add(b.mul(b.load(b.gep(places.data, [one])), width), at)]) for one in four
                ]
                joined = [b.bitcast(bytes_of, WORDS) for bytes_of in ROWS.join(b, starts, 0)]
                for registers, one in zip(sums_of, four, strict=False):
                    digit = _everywhere(b, b.load(b.gep(words, [one]), align=4))
                    for register, bytes_of in zip(registers, joined, strict=True):
                        b.store(_products(b, b.load(register), bytes_of, digit), register)
            for home, *registers in zip(homes, *sums_of, strict=True):
                whole = b.add(b.load(home, align=4), less)
                for k, register in enumerate(registers):
                    whole = b.add(whole, b.shl(b.load(register), ir.Constant(WORDS, [8 * k] * LANES)))
                b.store(whole, home, align=4)
        return context.get_dummy_value()

    return types.void(sums, types.int64, rows, index, weight, digits, types.int32, types.int64), generate


def _everywhere(b: Any, number: Any) -> Any:
    """Return a register with the same number in each lane."""
    vector = ir.VectorType(number.type, LANES)
    one = b.insert_element(ir.Constant(vector, ir.Undefined), number, WORD(0))
    return b.shuffle_vector(one, one, ir.Constant(WORDS, [0] * LANES))


def interpreted_unlike(one: Any, other: Any, begin: Any) -> Any:
    """Return which of the 64 bytes from there on differ in two vectors, as the bits of a word."""
    differ = np.packbits(one[begin : begin + SPAN] != other[begin : begin + SPAN], bitorder="little")
    return differ.view(np.int64)[0]


@intrinsic  # type: ignore[untyped-decorator]
def compiled_unlike(typing_context: Any, one: Any, other: Any, begin: Any) -> Any:
    """Compile `interpreted_unlike`: processors compare many bytes at once."""

    def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
        span = ir.VectorType(BYTE, SPAN)
        two = [
            b.load(b.bitcast(b.gep(array.data, [args[2]]), span.as_pointer()), align=1)
            for array in (
                context.make_array(kind)(context, b, arg)
                for kind, arg in zip(signature.args[:2], args[:2], strict=True)
            )
        ]
        return b.bitcast(b.icmp_unsigned("!=", *two), COUNT)

    return types.int64(one, other, types.int64), generate


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


unlike: Any = interpreted_unlike if INTERPRETED else compiled_unlike
spell: Any = spell_in_bytes if WIDE and not INTERPRETED else nothing_to_spell
add_rows: Any = interpreted_add_rows if INTERPRETED else add_rows_by_fours if WIDE else add_rows_one_by_one
dots_many: Any = interpreted_dots_many if INTERPRETED else dots_together if WIDE else dots_one_by_one
