"""Ask the processor for a part of memory that is needed soon, so that it comes while the code does something else."""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba import types
from numba.core import cgutils
from numba.extending import intrinsic

from jeton.core.jit import INTERPRETED

__all__ = ["prefetch"]

COUNT, WORD, BYTES = ir.IntType(64), ir.IntType(32), ir.IntType(8).as_pointer()
READ, KEEP, DATA = 0, 3, 1
"""What `llvm.prefetch` is told: we only read, we want it in the nearest cache, and it is no code."""


def interpreted_prefetch(records: Any, index: Any) -> None:
    """Do nothing."""


@intrinsic  # type: ignore[untyped-decorator]
def compiled_prefetch(typing_context: Any, records: Any, index: Any) -> Any:
    """Ask for a record of an array; it may lie outside."""

    def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, b, args[0])
        place = b.gep(b.bitcast(array.data, BYTES), [b.mul(args[1], array.itemsize)])
        kind = ir.FunctionType(ir.VoidType(), [BYTES, *[WORD] * 3])
        ask = cgutils.get_or_insert_function(b.module, kind, "llvm.prefetch.p0i8")
        b.call(ask, [place, *map(WORD, (READ, KEEP, DATA))])
        return context.get_dummy_value()

    return types.void(records, types.int64), generate


prefetch: Any = interpreted_prefetch if INTERPRETED else compiled_prefetch
