"""A matrix of bytes times a vector of bytes, exactly, as fast as a processor can read the matrix.

More than half of a net's inputs are 0 after their ReLU, so the processor need not read the weights of those. x86
multiplies and adds bytes in one instruction: 64 at once with AVX-512 VNNI, 32 with AVX2, which its processors have had
since about 2013, 16 with SSSE3. It takes the matrix by inputs, and joins the rows of four inputs that are not 0. Every
other processor joins two such rows, in vectors that LLVM turns into NEON or plain SSE. WebAssembly can't join as
fast: it skips the pairs of neighbours that are both 0, two of five. The numbers of the vector have seven bits, so that
the sum of two products always fits into sixteen.

    pack       matrices -> their bytes in the order in which they ship
    arranged   packed matrices -> their bytes in the order in which this processor reads them
    dots       the sums of one arranged matrix of several that lie one behind the other
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
from llvmlite import ir
from numba import config, types
from numba.core import cgutils
from numba.core.codegen import get_host_cpu_features
from numba.extending import intrinsic

from jeton.core.jit import INTERPRETED

__all__ = ["BEST", "DEEP", "LONGEST", "PAIR", "TALL", "TOP", "WAYS", "arranged", "compiled_dots", "dots"]
__all__ += ["in_line", "pack", "padded", "unpack"]

TALL, DEEP, PAIR = 64, 4, 2
"""A tile holds so many outputs by so many inputs; for WebAssembly, by two inputs."""

LONGEST = 1024
"""The longest vector for which the ways that skip zeros have room."""

TOP = 127
"""The greatest number of the vector."""

LINE = 64
BYTE, SHORT, WORD, COUNT = (ir.IntType(size) for size in (8, 16, 32, 64))

EIGHTS, FOURS = (range(8), range(8, 16)), (range(4), range(4, 8))
"""The lower and the upper half of sixteen bytes; of their eight pairs."""

PAIR_SUMS = {
    "aarch64": "llvm.aarch64.neon.saddlp.v4i32.v8i16",
    "arm64": "llvm.aarch64.neon.saddlp.v4i32.v8i16",
}
"""For each processor, the instruction that adds neighbours of sixteen bits; LLVM finds x86's own by itself."""


def padded(size: int) -> int:
    """Return the size of a vector that a packed matrix of this width takes and gives.

    >>> padded(512), padded(90)
    (512, 128)
    """
    return -(-size // TALL) * TALL


def pack(matrices: Any, deep: int = DEEP) -> Any:
    """Pack square matrices of bytes, outputs by inputs, tile after tile, each filled up with zeros.

    Each begins at a cache line: a tile that lies across two takes twice as long to read.
    """
    number, size = len(matrices), padded(len(matrices[0]))
    full = np.zeros((number, size, size), np.int8)
    full[:, : len(matrices[0]), : len(matrices[0])] = matrices
    tiles = full.reshape(number, size // TALL, TALL, size // deep, deep).transpose(0, 1, 3, 2, 4)
    return in_line(tiles.reshape(-1))


def unpack(packed: Any, number: int, width: int) -> Any:
    """Return the `number` matrices of this `width` that `pack` packed.

    >>> matrix = np.arange(90 * 90).astype(np.int8).reshape(90, 90)
    >>> bool((unpack(pack([matrix, matrix.T]), 2, 90) == [matrix, matrix.T]).all())
    True
    """
    size = padded(width)
    tiles = packed.reshape(number, size // TALL, size // DEEP, TALL, DEEP).transpose(0, 1, 3, 2, 4)
    return tiles.reshape(number, size, size)[:, :width, :width]


def arranged(packed: Any, number: int, width: int) -> Any:
    """Return packed matrices in the order in which `dots` reads them here.

    >>> packed = pack(np.ones((2, 90, 90), np.int8))
    >>> arranged(packed, 2, 90).shape
    (32768,)
    """
    return packed if INTERPRETED else WAYS[BEST].arrange(packed, number, width)


def in_line(array: Any) -> Any:
    """Return a copy that begins at a cache line."""
    room = np.zeros(array.nbytes + LINE, np.uint8)
    start = -room.ctypes.data % LINE
    copy = room[start : start + array.nbytes].view(array.dtype).reshape(array.shape)
    copy[...] = array
    return copy


def interpreted_dots(out: Any, x: Any, packed: Any, start: Any) -> None:
    """Write the sums of the packed matrix that begins at `start`, by NumPy."""
    size = len(out)
    tiles = packed[start : start + size * size].reshape(size // TALL, size // DEEP, TALL, DEEP)
    out[:] = np.einsum("tgji,gi->tj", tiles.astype(np.int32), x.reshape(-1, DEEP).astype(np.int32)).reshape(-1)


def has(feature: str) -> bool:
    """Return whether Numba compiles for a processor with this feature."""
    if config.CPU_FEATURES is not None or config.CPU_NAME is not None:
        return f"+{feature}" in (config.CPU_FEATURES or "").split(",")
    return f"+{feature}" in get_host_cpu_features().split(",")


class Rows:
    """x86's way: it takes the rows of four inputs that are not 0 at a time, and joins their bytes output by output.

    Its instructions join bytes within each sixteen of a register, so the outputs of a row lie in the order that comes
    out right (`places`).
    """

    deep = DEEP
    """How many rows it takes at a time."""

    def __init__(self, wide: int, add: Callable[[Any, Any, Any, Any], Any]) -> None:
        """Take the bytes read at once, and what builds sums plus the products of four inputs for each output."""
        self.wide, self.add = wide, add
        lanes = range(0, wide, 16)
        self.low, self.high = ([at + k + side for at in lanes for k in half for side in (0, wide)] for half in EIGHTS)
        pairs = range(0, wide // 2, 8)
        self.first, self.last = (
            [at + k + side for at in pairs for k in half for side in (0, wide // 2)] for half in FOURS
        )

    def arrange(self, packed: Any, number: int, width: int) -> Any:
        """Return packed matrices by inputs, a row of outputs for each."""
        size = padded(width)
        if size > LONGEST:
            raise ValueError(f"expected matrices of at most {LONGEST} columns, got {width}")
        full = np.zeros((number, size, size), np.int8)
        full[:, :width, :width] = unpack(packed, number, width)
        blocks = full.transpose(0, 2, 1).reshape(number, size, size // self.wide, self.wide)
        return in_line(blocks[..., self.places()].reshape(-1))

    def places(self) -> Any:
        """Return which output lies at each byte of a register's worth of a row."""
        at = np.arange(self.wide)
        lane, fourth, within = at // 16, at % 16 // 4, at % 4
        return fourth * (self.wide // 4) + lane * 4 + within

    def write(self, b: Any, size: Any, out: Any, x: Any, matrix: Any) -> None:
        """Build the code that multiplies one arranged matrix: a list of the inputs, then 64 outputs at a time."""
        wide, together = self.wide, ir.IntType(8 * self.deep)
        words = ir.VectorType(WORD, wide // DEEP)
        values, rows, groups = self._find(b, size, x)
        sums = [[cgutils.alloca_once(b, words) for _ in range(DEEP)] for _ in range(TALL // wide)]
        target = b.bitcast(out, words.as_pointer())
        with cgutils.for_range(b, b.udiv(size, COUNT(TALL))) as part:
            for register in (register for four in sums for register in four):
                _empty(b, register)
            column = b.gep(matrix, [b.mul(part.index, COUNT(TALL))])
            with cgutils.for_range(b, groups) as group:
                some = b.load(b.gep(b.bitcast(values, together.as_pointer()), [group.index]))
                inputs = _everywhere(b, some, wide * self.deep // DEEP)
                at = b.mul(group.index, COUNT(self.deep))
                starts = [
                    b.gep(column, [b.zext(b.load(b.gep(rows, [b.add(at, COUNT(k))])), COUNT)]) for k in range(self.deep)
                ]
                for part_of_tile, four_sums in enumerate(sums):
                    for register, weights in zip(four_sums, self.join(b, starts, part_of_tile * wide), strict=True):
                        b.store(self.add(b, b.load(register), inputs, weights), register)
            first = b.mul(part.index, COUNT(TALL // (wide // DEEP)))
            for k, register in enumerate(register for four in sums for register in four):
                b.store(b.load(register), b.gep(target, [b.add(first, COUNT(k))]), align=4)

    def join(self, b: Any, starts: list[Any], at: int) -> list[Any]:
        """Return four registers: of each output the weights of four inputs side by side, from this byte of the rows."""
        kind = ir.VectorType(BYTE, self.wide)
        one, two, three, four = (
            b.load(b.bitcast(b.gep(start, [COUNT(at)]), kind.as_pointer()), align=1) for start in starts
        )
        shorts = ir.VectorType(SHORT, self.wide // 2)
        joined = []
        for bytes_of in (self.low, self.high):
            left = b.bitcast(_picked(b, one, two, bytes_of), shorts)
            right = b.bitcast(_picked(b, three, four, bytes_of), shorts)
            joined += [b.bitcast(_picked(b, left, right, pairs_of), kind) for pairs_of in (self.first, self.last)]
        return joined

    def _find(self, b: Any, size: Any, x: Any) -> tuple[Any, Any, Any]:
        """Return the inputs that are not 0, where their rows begin, and how many groups they fill up with zeros.

        A table tells, for the eight bits that say which of eight inputs are not 0, the places of those.
        """
        places, used = cgutils.alloca_once(b, SHORT, LONGEST + 8), cgutils.alloca_once(b, COUNT)
        values, rows = cgutils.alloca_once(b, BYTE, LONGEST + DEEP), cgutils.alloca_once(b, WORD, LONGEST + DEEP)
        values.align = DEEP
        eight, shorts = ir.VectorType(BYTE, 8), ir.VectorType(SHORT, 8)
        inputs, table = b.bitcast(x, eight.as_pointer()), _places_of_bits(b.module)
        b.store(COUNT(0), used)
        with cgutils.for_range(b, b.udiv(size, COUNT(8))) as group:
            some = b.load(b.gep(inputs, [group.index]), align=1)
            bits = b.bitcast(b.icmp_unsigned("!=", some, ir.Constant(eight, [0] * 8)), BYTE)
            within = b.zext(b.load(b.gep(table, [COUNT(0), b.zext(bits, COUNT)])), shorts)
            start = b.insert_element(ir.Constant(shorts, ir.Undefined), b.trunc(group.index, SHORT), WORD(0))
            start = b.shl(_picked(b, start, start, [0] * 8), ir.Constant(shorts, [3] * 8))
            at = b.load(used)
            b.store(b.add(within, start), b.bitcast(b.gep(places, [at]), shorts.as_pointer()), align=2)
            b.store(b.add(at, b.zext(b.ctpop(bits), COUNT)), used)
        found = b.load(used)
        with cgutils.for_range(b, found) as one:
            place = b.zext(b.load(b.gep(places, [one.index])), COUNT)
            b.store(b.load(b.gep(x, [place])), b.gep(values, [one.index]))
            b.store(b.trunc(b.mul(place, size), WORD), b.gep(rows, [one.index]))
        for k in range(DEEP):
            b.store(BYTE(0), b.gep(values, [b.add(found, COUNT(k))]))
            b.store(WORD(0), b.gep(rows, [b.add(found, COUNT(k))]))
        return values, rows, b.udiv(b.add(found, COUNT(self.deep - 1)), COUNT(self.deep))


def _places_of_bits(module: Any) -> Any:
    """Return a table in the module: for each eight bits, the places of those that are set."""
    name, eight = "jeton.places_of_bits", ir.VectorType(BYTE, 8)
    if name not in module.globals:
        places = [[k for k in range(8) if bits >> k & 1] for bits in range(256)]
        table = ir.GlobalVariable(module, ir.ArrayType(eight, 256), name)
        table.linkage, table.global_constant = "internal", True
        table.initializer = ir.Constant(table.value_type, [ir.Constant(eight, (row + [0] * 8)[:8]) for row in places])
    return module.globals[name]


def _four_products(name: str) -> Callable[[Any, Any, Any, Any], Any]:
    """Return what builds sums plus four products of bytes for each, by one instruction.

    This declares the instruction as LLVM did before 22, with words in place of bytes; newer versions accept that, too.
    """

    def add(b: Any, sums: Any, inputs: Any, weights: Any) -> Any:
        return _called(b, name, sums.type, sums, b.bitcast(inputs, sums.type), b.bitcast(weights, sums.type))

    return add


def _pairs_of_products(pairs: str, fours: str) -> Callable[[Any, Any, Any, Any], Any]:
    """Return what builds the same by the instructions that turn pairs of bytes into 16 bits and those into 32."""

    def add(b: Any, sums: Any, inputs: Any, weights: Any) -> Any:
        shorts = ir.VectorType(SHORT, weights.type.count // 2)
        products = _called(b, pairs, shorts, inputs, weights)
        return b.add(sums, _called(b, fours, sums.type, products, ir.Constant(shorts, [1] * shorts.count)))

    return add


def _sums_of_pairs(b: Any, sums: Any, inputs: Any, weights: Any) -> Any:
    """Build four sums plus two products of bytes each, for any processor."""
    shorts, words = ir.VectorType(SHORT, 8), ir.VectorType(WORD, 8)
    if name := PAIR_SUMS.get(str(b.module.triple).partition("-")[0]):
        products = b.mul(b.sext(weights, shorts), b.sext(inputs, shorts))
        return b.add(sums, _called(b, name, sums.type, products))
    products = b.mul(b.sext(weights, words), b.sext(inputs, words))
    pairs = b.add(_picked(b, products, products, range(0, 8, 2)), _picked(b, products, products, range(1, 8, 2)))
    return b.add(sums, pairs)


class PairsOfRows(Rows):
    """The way of every other processor: the rows of two inputs at a time, in vectors of NEON or plain SSE."""

    deep = PAIR

    def __init__(self) -> None:
        """Read sixteen bytes at once, of eight outputs in each half."""
        super().__init__(16, _sums_of_pairs)

    def join(self, b: Any, starts: list[Any], at: int) -> list[Any]:
        """Return four halves of registers: of each output the weights of two inputs side by side."""
        kind = ir.VectorType(BYTE, self.wide)
        one, two = (b.load(b.bitcast(b.gep(start, [COUNT(at)]), kind.as_pointer()), align=1) for start in starts)
        joined = [_picked(b, one, two, bytes_of) for bytes_of in (self.low, self.high)]
        return [_picked(b, both, both, half) for both in joined for half in EIGHTS]


class NonzeroPairs:
    """WebAssembly's way, over matrices packed by pairs of inputs: it reads only the pairs that are not both 0."""

    high, at_once = 32, 2
    """How many outputs keep their sums in registers, four in each; and how many pairs one round takes."""

    def arrange(self, packed: Any, number: int, width: int) -> Any:
        """Return packed matrices by pairs of inputs."""
        return pack(unpack(packed, number, width), PAIR)

    def write(self, b: Any, size: Any, out: Any, x: Any, matrix: Any) -> None:
        """Build the code that multiplies one packed matrix: a list of the pairs, then half a tile at a time."""
        shorts, words = ir.VectorType(SHORT, 8), ir.VectorType(WORD, 4)
        pairs, tile_bytes, parts = b.udiv(size, COUNT(PAIR)), COUNT(TALL * PAIR), COUNT(TALL // self.high)
        found, rounds = self._find(b, b.bitcast(x, SHORT.as_pointer()), pairs)
        sums, registers = b.bitcast(out, words.as_pointer()), [cgutils.alloca_once(b, words) for _ in range(8)]
        with cgutils.for_range(b, b.udiv(size, COUNT(self.high))) as part:
            for register in registers:
                _empty(b, register)
            tile, within = b.udiv(part.index, parts), b.urem(part.index, parts)
            first = b.add(b.mul(tile, b.mul(pairs, tile_bytes)), b.mul(within, COUNT(self.high * PAIR)))
            half = b.gep(matrix, [first])
            with cgutils.for_range(b, rounds) as now:
                for k in range(self.at_once):
                    at = b.add(b.mul(now.index, COUNT(2 * self.at_once)), COUNT(2 * k))
                    inputs = b.bitcast(_everywhere(b, b.load(b.gep(found, [at])), 16), shorts)
                    column = b.gep(half, [b.load(b.gep(found, [b.add(at, COUNT(1))]))])
                    for row, register in enumerate(registers):
                        place = b.bitcast(b.gep(column, [WORD(8 * row)]), ir.VectorType(BYTE, 8).as_pointer())
                        weights = b.sext(b.load(place, align=1), shorts)
                        b.store(b.add(b.load(register), _called(b, "llvm.wasm.dot", words, weights, inputs)), register)
            for k, register in enumerate(registers):
                place = b.gep(sums, [b.add(b.mul(part.index, COUNT(len(registers))), COUNT(k))])
                b.store(b.load(register), place, align=4)

    def _find(self, b: Any, inputs: Any, pairs: Any) -> tuple[Any, Any]:
        """Return the pairs that are not both 0, each as two shorts and its tile's start; and the rounds they take."""
        found, used = cgutils.alloca_once(b, WORD, LONGEST + 2 * self.at_once), cgutils.alloca_once(b, COUNT)
        b.store(COUNT(0), used)
        with cgutils.for_range(b, pairs) as pair:
            two, at = b.zext(b.load(b.gep(inputs, [pair.index])), WORD), b.load(used)
            shorts = b.or_(b.and_(two, WORD(0xFF)), b.shl(b.and_(two, WORD(0xFF00)), WORD(8)))
            b.store(shorts, b.gep(found, [at]))
            tile = b.mul(b.trunc(pair.index, WORD), WORD(TALL * PAIR))
            b.store(tile, b.gep(found, [b.add(at, COUNT(1))]))
            counts = b.zext(b.icmp_unsigned("!=", two, WORD(0)), COUNT)
            b.store(b.add(at, b.shl(counts, COUNT(1))), used)
        for k in range(2 * self.at_once):  # the last round may be too long: zeros fill it up
            b.store(WORD(0), b.gep(found, [b.add(b.load(used), COUNT(k))]))
        each = 2 * self.at_once
        return found, b.udiv(b.add(b.load(used), COUNT(each - 1)), COUNT(each))


Way = Rows | NonzeroPairs

WAYS: dict[str, Way] = {
    "avx512vnni": Rows(64, _four_products("llvm.x86.avx512.vpdpbusd.512")),
    "avx2": Rows(32, _pairs_of_products("llvm.x86.avx2.pmadd.ub.sw", "llvm.x86.avx2.pmadd.wd")),
    "ssse3": Rows(16, _pairs_of_products("llvm.x86.ssse3.pmadd.ub.sw.128", "llvm.x86.sse2.pmadd.wd")),
    "simd128": NonzeroPairs(),
    "vectors": PairsOfRows(),
}
"""Each way by the processor feature it needs; the last needs none."""


def _empty(b: Any, register: Any) -> None:
    """Write zeros into a register."""
    kind = register.type.pointee
    b.store(ir.Constant(kind, [0] * kind.count), register)


def _everywhere(b: Any, word: Any, wide: int) -> Any:
    """Return a vector that repeats the bytes of a word, `wide` bytes in all."""
    words = ir.VectorType(word.type, 8 * wide // word.type.width)
    one = b.insert_element(ir.Constant(words, ir.Undefined), word, WORD(0))
    return b.bitcast(_picked(b, one, one, [0] * words.count), ir.VectorType(BYTE, wide))


def _picked(b: Any, one: Any, other: Any, places: Any) -> Any:
    """Return a vector of the numbers at these places of two others."""
    return b.shuffle_vector(one, other, ir.Constant(ir.VectorType(WORD, len(places)), list(places)))


def _called(b: Any, name: str, result: Any, *arguments: Any) -> Any:
    """Return the result of a processor instruction on these arguments."""
    kind = ir.FunctionType(result, [argument.type for argument in arguments])
    return b.call(cgutils.get_or_insert_function(b.module, kind, name), arguments)


def compiled_dots(way: Way) -> Any:
    """Compile `interpreted_dots` in one of the ways."""

    @intrinsic  # type: ignore[untyped-decorator]
    def chosen(typing_context: Any, out: Any, x: Any, packed: Any, start: Any) -> Any:
        def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
            arrays = [
                context.make_array(kind)(context, b, arg) for kind, arg in zip(signature.args[:3], args, strict=False)
            ]
            size, matrix = b.extract_value(arrays[0].shape, 0), b.gep(arrays[2].data, [args[3]])
            way.write(b, size, arrays[0].data, arrays[1].data, matrix)
            return context.get_dummy_value()

        return types.void(out, x, packed, start), generate

    return chosen


BEST = next((name for name in WAYS if has(name)), "vectors")
"""The way for the processor that Numba compiles for."""

dots: Any = interpreted_dots if INTERPRETED else compiled_dots(WAYS[BEST])
