"""Products of bytes are exact, whichever instructions compute them; the largest numbers do not overflow."""

import itertools
import re
import shutil
import subprocess

import numpy as np
import pytest
import wasmtime
from llvmlite import binding, ir
from numba import njit

from jeton.core import int8_matmul as module
from jeton.core.int8_matmul import LONGEST, PAIR, TOP, pack, padded
from jeton.core.jit import INTERPRETED
from jeton.wasm.link import link


def ways():
    here = [name for name in module.WAYS if name == "vectors" or module.has(name)]
    return ["interpreted", *([] if INTERPRETED else here)]


def product(way, matrices, x, which):
    size = padded(len(x))
    vector, out = np.zeros(size, np.uint8), np.full(size, -1, np.int32)
    vector[: len(x)] = x
    packed = pack(matrices)
    if way == "interpreted":
        module.interpreted_dots(out, vector, packed, which * size * size)
    else:
        dots = module.compiled_dots(module.WAYS[way])

        @njit
        def call(out, vector, matrices, start):
            dots(out, vector, matrices, start)

        call(out, vector, module.WAYS[way].arrange(packed, len(matrices), len(x)), which * size * size)
    assert not out[len(x) :].any()
    return out[: len(x)]


@pytest.mark.parametrize("way", ways())
@pytest.mark.parametrize(("size", "zeros"), [(32, 0.0), (256, 0.6), (90, 0.3), (LONGEST, 0.9), (64, 1.0)])
def test_the_sums_are_those_of_the_matrix(way, size, zeros):
    rng = np.random.default_rng(size)
    matrices = rng.integers(-127, 128, (3, size, size)).astype(np.int8)
    x = rng.integers(0, TOP + 1, size) * (rng.random(size) >= zeros)

    for which in range(3):
        assert (product(way, matrices, x, which) == matrices[which].astype(np.int64) @ x).all()


@pytest.mark.parametrize("way", ways())
@pytest.mark.parametrize("byte", [-128, 127])
def test_the_largest_numbers_do_not_overflow(way, byte):
    matrix, x = np.full((64, 64), byte, np.int8), np.full(64, TOP)

    assert (product(way, [matrix], x, 0) == 64 * TOP * byte).all()


ARM, X86, WASM = "aarch64-unknown-linux-gnu", "x86_64-unknown-linux-gnu", "wasm32-unknown-unknown"
TARGETS = {
    "neon": (ARM, "generic", "", "vectors", ("smull", "sadalp"), r"\tbl\b"),
    "sse2": (X86, "x86-64", "", "vectors", ("pmaddwd", "paddd"), r"\tcall"),
    "ssse3": (X86, "x86-64", "+ssse3", "ssse3", ("pmaddubsw", "pmaddwd"), r"\tcall"),
    "avx2": (X86, "x86-64", "+avx2", "avx2", ("vpmaddubsw", "vpmaddwd"), r"\tcall"),
    "vnni": (X86, "x86-64", "+avx512vnni,+avx512bw", "avx512vnni", ("vpdpbusd",), r"\tcall"),
    "wasm": (WASM, "generic", "+simd128", "simd128", ("i16x8.load8x8_s", "i32x4.dot_i16x8_s"), r"\tcall"),
}


def compiled_for(target):
    """Return the sums in machine code of another processor: its target machine, and the module to print or to link."""
    triple, cpu, features, way, *_ = TARGETS[target]
    binding.initialize_all_targets()
    binding.initialize_all_asmprinters()
    code = ir.Module("dots")
    code.triple = triple
    byte, count = ir.IntType(8).as_pointer(), ir.IntType(64)
    function = ir.Function(code, ir.FunctionType(ir.VoidType(), [count, byte, byte, byte]), "sums")
    builder = ir.IRBuilder(function.append_basic_block())
    module.WAYS[way].write(builder, *function.args)
    builder.ret_void()
    machine = binding.Target.from_triple(triple).create_target_machine(cpu=cpu, features=features, opt=3, reloc="pic")
    parsed = binding.parse_assembly(str(code))
    passes = binding.create_pass_builder(machine, binding.create_pipeline_tuning_options(3))
    passes.getModulePassManager().run(parsed, passes)
    return machine, parsed


@pytest.mark.once
@pytest.mark.parametrize("target", TARGETS)
def test_every_processor_gets_vectors_and_no_calls(target):
    *_, instructions, call = TARGETS[target]
    machine, parsed = compiled_for(target)

    assembly = machine.emit_assembly(parsed)

    for instruction in instructions:
        assert re.search(rf"\t{re.escape(instruction)}", assembly)
    assert not re.search(call, assembly)


@pytest.mark.once
def test_webassembly_skips_zeros_and_comes_to_the_same_sums():
    machine, parsed = compiled_for("wasm")
    store = wasmtime.Store()
    code = wasmtime.Module(store.engine, link(machine.emit_object(parsed), ["sums"]).code)
    memory = wasmtime.Memory(store, wasmtime.MemoryType(wasmtime.Limits(64, 64)))
    stack = wasmtime.GlobalType(wasmtime.ValType.i32(), True)
    given = {
        "__linear_memory": memory,
        "__stack_pointer": wasmtime.Global(store, stack, wasmtime.Val.i32(1 << 16)),
    }
    sums = wasmtime.Instance(store, code, [given[one.name] for one in code.imports]).exports(store)["sums"]
    out, vector, matrix = (1 << 16), (1 << 17), (1 << 18)
    chance = np.random.default_rng(7)

    def product(weights, x):
        memory.write(store, x.astype(np.uint8).tobytes(), vector)
        memory.write(store, pack([weights], PAIR).tobytes(), matrix)
        memory.write(store, b"\xff" * 4 * len(x), out)
        sums(store, len(x), out, vector, matrix)
        return np.frombuffer(memory.read(store, out, out + 4 * len(x)), np.int32)

    for size, zeros in itertools.product((64, 192, 512, LONGEST), (0.0, 0.6, 0.99, 1.0)):
        weights = chance.integers(-128, 128, (size, size)).astype(np.int8)
        x = chance.integers(0, TOP + 1, size) * (chance.random(size) >= zeros)
        assert (product(weights, x) == weights.astype(np.int64) @ x).all()
    for byte in (-128, 127):
        assert (product(np.full((512, 512), byte, np.int8), np.full(512, TOP)) == 512 * TOP * byte).all()


CALLER = """
#include <stdint.h>
#include <stdio.h>
void sums(int64_t size, char *out, char *x, char *matrix);
static char out[4 * 512], x[512], matrix[512 * 512];
int main(void) {
    int64_t size;
    while (fread(&size, 8, 1, stdin) == 1) {
        fread(x, 1, size, stdin);
        fread(matrix, 1, size * size, stdin);
        sums(size, out, x, matrix);
        fwrite(out, 4, size, stdout);
    }
}
"""


@pytest.mark.soak
def test_an_arm_processor_comes_to_the_same_sums(tmp_path):
    """Run under qemu what LLVM makes for it. Needs Debian's qemu-user-static and gcc-aarch64-linux-gnu."""
    linker, emulator = shutil.which("aarch64-linux-gnu-gcc"), shutil.which("qemu-aarch64-static")
    if not (linker and emulator):
        pytest.skip("apt-get install qemu-user-static gcc-aarch64-linux-gnu")
    machine, parsed = compiled_for("neon")
    (tmp_path / "sums.o").write_bytes(machine.emit_object(parsed))
    (tmp_path / "caller.c").write_text(CALLER)
    subprocess.run([linker, "-static", "-o", "sums", "caller.c", "sums.o"], cwd=tmp_path, check=True)
    chance = np.random.default_rng(5)
    asked, wanted = b"", []
    for size in (64, 128, 256, 512) * 5:
        matrix = chance.integers(-127, 128, (size, size)).astype(np.int8)
        x = chance.integers(0, TOP + 1, size).astype(np.int8)
        asked += size.to_bytes(8, "little") + x.tobytes()
        asked += module.WAYS["vectors"].arrange(module.pack([matrix]), 1, size).tobytes()
        wanted.append(matrix.astype(np.int32) @ x.astype(np.int32))

    said = subprocess.run([emulator, tmp_path / "sums"], input=asked, capture_output=True, check=True).stdout

    assert (np.frombuffer(said, np.int32) == np.concatenate(wanted)).all()
