"""A matrix of bytes times a vector of bytes, exactly, as fast as a processor can read the matrix.

AVX2 multiplies 32 pairs of bytes at once, and every x86 processor since about 2013 has it; elsewhere the same sums are
plain loops. The numbers of the vector have seven bits, so that no sum of two products leaves its sixteen.

    pack     a matrix -> its bytes in the order in which they are read
    dots     the sums of one packed matrix of several that lie one behind the other
"""

from __future__ import annotations

from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.core.codegen import get_host_cpu_features
from numba.extending import intrinsic

from jeton.core.jit import INTERPRETED, shared

__all__ = ["DEEP", "TALL", "TOP", "dots", "in_line", "pack", "padded", "plain_dots"]

TALL, DEEP = 64, 4
"""A tile: so many outputs by so many inputs lie together."""

TOP = 127
"""The greatest number of the vector."""

LINE = 64
LANES = 8
WORD, COUNT = ir.IntType(32), ir.IntType(64)
BYTES, SHORTS, WORDS = ir.VectorType(ir.IntType(8), 32), ir.VectorType(ir.IntType(16), 16), ir.VectorType(WORD, LANES)


def padded(size: int) -> int:
    """The size of a vector that a packed matrix of this width takes and gives.

    >>> padded(512), padded(90)
    (512, 128)
    """
    return -(-size // TALL) * TALL


def pack(matrices: Any) -> Any:
    """Square matrices of bytes, outputs by inputs, each filled up with zeros, tile after tile.

    They begin at a cache line: what lies across two takes twice as long to read.
    """
    number, size = len(matrices), padded(len(matrices[0]))
    full = np.zeros((number, size, size), np.int8)
    full[:, : len(matrices[0]), : len(matrices[0])] = matrices
    tiles = full.reshape(number, size // TALL, TALL, size // DEEP, DEEP).transpose(0, 1, 3, 2, 4)
    return in_line(tiles.reshape(-1))


def in_line(array: Any) -> Any:
    """A copy that begins at a cache line."""
    room = np.zeros(array.nbytes + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    copy = room[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


@shared
def plain_dots(out: Any, x: Any, packed: Any, start: Any) -> None:
    """Write the sums of the packed matrix that begins at `start`."""
    size = out.shape[0]
    at = start
    for first in range(0, size, TALL):
        for j in range(first, first + TALL):
            out[j] = 0
        for k in range(0, size, DEEP):
            a, b, c, d = np.int32(x[k]), np.int32(x[k + 1]), np.int32(x[k + 2]), np.int32(x[k + 3])
            for j in range(TALL):
                i = at + DEEP * j
                out[first + j] += (
                    a * np.int32(packed[i])
                    + b * np.int32(packed[i + 1])
                    + c * np.int32(packed[i + 2])
                    + d * np.int32(packed[i + 3])
                )
            at += TALL * DEEP


def interpreted_dots(out: Any, x: Any, packed: Any, start: Any) -> None:
    """The same by NumPy."""
    size = len(out)
    tiles = packed[start : start + size * size].reshape(size // TALL, size // DEEP, TALL, DEEP)
    out[:] = np.einsum("tgji,gi->tj", tiles.astype(np.int32), x.reshape(-1, DEEP).astype(np.int32)).reshape(-1)


def has_avx2() -> bool:
    """Whether Numba compiles for a processor with AVX2."""
    if config.CPU_FEATURES is not None or config.CPU_NAME is not None:
        return "+avx2" in (config.CPU_FEATURES or "")
    return "+avx2" in get_host_cpu_features().split(",")


@intrinsic  # type: ignore[untyped-decorator]
def avx2_dots(typing_context: Any, out: Any, x: Any, packed: Any, start: Any) -> Any:
    """The same with AVX2: a tile's sums stay in eight registers while its inputs go by."""

    def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
        arrays = [
            context.make_array(kind)(context, b, arg) for kind, arg in zip(signature.args[:3], args, strict=False)
        ]
        size = b.extract_value(arrays[0].shape, 0)
        sums, inputs = (b.bitcast(arrays[i].data, kind.as_pointer()) for i, kind in ((0, WORDS), (1, WORD)))
        matrix = b.bitcast(b.gep(arrays[2].data, [args[3]]), WORDS.as_pointer())
        registers = [cgutils.alloca_once(b, WORDS) for _ in range(TALL // LANES)]
        groups, each = b.udiv(size, COUNT(DEEP)), COUNT(len(registers))
        with cgutils.for_range(b, b.udiv(size, COUNT(TALL))) as tile:
            for register in registers:
                b.store(ir.Constant(WORDS, [0] * LANES), register)
            first = b.mul(b.mul(tile.index, groups), each)
            with cgutils.for_range(b, groups) as group:
                four = _everywhere(b, b.load(b.gep(inputs, [group.index])))
                at = b.add(first, b.mul(group.index, each))
                for k, register in enumerate(registers):
                    weights = b.load(b.gep(matrix, [b.add(at, COUNT(k))]), align=1)
                    b.store(_added(b, b.load(register), four, weights), register)
            for k, register in enumerate(registers):
                b.store(b.load(register), b.gep(sums, [b.add(b.mul(tile.index, each), COUNT(k))]), align=4)
        return context.get_dummy_value()

    return types.void(out, x, packed, start), generate


def _everywhere(b: Any, word: Any) -> Any:
    """A word in every lane."""
    nothing = ir.Constant(WORDS, ir.Undefined)
    return b.shuffle_vector(b.insert_element(nothing, word, WORD(0)), nothing, ir.Constant(WORDS, [0] * LANES))


def _added(b: Any, total: Any, four: Any, weights: Any) -> Any:
    """Add four products to every lane: pairs of bytes to sixteen bits, pairs of those to thirty-two."""
    pairs = _instruction(b, "llvm.x86.avx2.pmadd.ub.sw", SHORTS, BYTES)
    fours = _instruction(b, "llvm.x86.avx2.pmadd.wd", WORDS, SHORTS)
    products = b.call(pairs, [b.bitcast(four, BYTES), b.bitcast(weights, BYTES)])
    return b.add(total, b.call(fours, [products, ir.Constant(SHORTS, [1] * 16)]))


def _instruction(b: Any, name: str, result: Any, kind: Any) -> Any:
    return cgutils.get_or_insert_function(b.module, ir.FunctionType(result, [kind, kind]), name)


dots: Any = interpreted_dots if INTERPRETED else avx2_dots if has_avx2() else plain_dots
