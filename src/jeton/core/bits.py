"""Bits of a 64-bit word: the only lines that differ between the CPU, the GPU and plain Python.

Words are signed 64-bit integers whose bit 63 is never set; mixing signed and unsigned words changes what `>>` means.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import config, types
from numba.extending import intrinsic

from jeton.core.jit import INTERPRETED

__all__ = ["count", "lowest", "nth"]

IN_BYTE = np.zeros(256 * 8, np.uint8)
"""The index of the k-th set bit of a byte, at 8 * byte + k."""
for _byte in range(256):
    for _k, _place in enumerate(i for i in range(8) if _byte >> i & 1):
        IN_BYTE[8 * _byte + _k] = _place

FIVES, THREES, FIFTEENS, EACH = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F, 0x0101010101010101
TOPS = -0x7F7F7F7F7F7F7F80
"""The highest bit of each byte."""


def nth_portable(word: Any, k: Any) -> Any:
    """Return the index of the k-th set bit without a branch: count up to each byte, find the byte, look the bit up."""
    pairs = word - ((word >> 1) & FIVES)
    nibbles = (pairs & THREES) + ((pairs >> 2) & THREES)
    up_to = ((nibbles + (nibbles >> 4)) & FIFTEENS) * EACH
    not_enough = ((k * EACH | TOPS) - up_to) & TOPS
    at = ((((not_enough >> 7) & EACH) * EACH) >> 53) & 0x78
    return at + IN_BYTE[(((word >> at) & 0xFF) << 3) + k - (((up_to << 8) >> at) & 0xFF)]


def nth_by_halves(word: Any, k: Any) -> Any:
    """Return the index of the k-th set bit: six times, count one half of what is left and enter the half that holds it.

    A GPU counts bits in one instruction, but its 32 threads would queue for the lookup array of `nth_portable`.
    """
    at = 0
    here = count(word & 0xFFFFFFFF)
    if k >= here:
        k, at, word = k - here, 32, word >> 32
    here = count(word & 0xFFFF)
    if k >= here:
        k, at, word = k - here, at + 16, word >> 16
    here = count(word & 0xFF)
    if k >= here:
        k, at, word = k - here, at + 8, word >> 8
    here = count(word & 0xF)
    if k >= here:
        k, at, word = k - here, at + 4, word >> 4
    here = count(word & 3)
    if k >= here:
        k, at, word = k - here, at + 2, word >> 2
    return at + (k >= (word & 1))


if INTERPRETED:

    def count(word: Any) -> Any:
        """Return how many bits are set."""
        return int(word).bit_count()

    def lowest(word: Any) -> Any:
        """Return the index of the lowest set bit."""
        return (int(word) & -int(word)).bit_length() - 1

    def nth(word: Any, k: Any) -> Any:
        """Return the index of the k-th set bit, k from 0."""
        rest = int(word)
        for _ in range(int(k)):
            rest &= rest - 1
        return lowest(rest)

else:
    import llvmlite.binding as llvm
    from llvmlite import ir

    # Ask about the CPU that Numba compiles for, not the one it runs on: LLVM aborts on an instruction the target lacks.
    HAS_PDEP = llvm.get_host_cpu_features().get("bmi2", False) and not config.CPU_NAME and config.CPU_FEATURES is None

    @intrinsic  # type: ignore[untyped-decorator]
    def count(typing_context: Any, word: Any) -> Any:
        """Return how many bits are set."""
        return types.int64(types.int64), lambda context, builder, signature, args: builder.ctpop(args[0])

    @intrinsic  # type: ignore[untyped-decorator]
    def lowest(typing_context: Any, word: Any) -> Any:
        """Return the index of the lowest set bit."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            return builder.cttz(args[0], ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64), generate

    @intrinsic  # type: ignore[untyped-decorator]
    def nth(typing_context: Any, word: Any, k: Any) -> Any:
        """Return the index of the k-th set bit, k from 0: pdep where the CPU has it, halves on a GPU, else a lookup."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            if "CUDA" in type(context).__name__:
                return context.compile_internal(builder, nth_by_halves, signature, args)
            if not HAS_PDEP:
                return context.compile_internal(builder, nth_portable, signature, args)
            i64 = ir.IntType(64)
            pdep = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), ir.FunctionType(i64, [i64, i64]))
            bit = builder.call(pdep, [builder.shl(ir.Constant(i64, 1), args[1]), args[0]])
            return builder.cttz(bit, ir.Constant(ir.IntType(1), 1))

        return types.int64(types.int64, types.int64), generate
