"""Numba's CPU target with WebAssembly behind it: the same functions, typed and lowered as ever, emitted for wasm32.

Only for a process of its own: what is compiled after `install` can't run there. This file holds all that Jeton's build
knows of Numba's inside; `NUMBA_BELOW` names the first version that nobody has tried with it.
"""

from __future__ import annotations

import itertools
import os
from collections.abc import Callable
from typing import Any

import llvmlite.binding as llvm
import numba
from llvmlite import ir
from numba.core import cgutils, codegen, compiler, cpu, externals, registry
from numba.core.compiler_lock import global_compiler_lock
from numba.core.runtime import rtsys

__all__ = ["NUMBA_BELOW", "Unsupported", "emit", "install"]

NUMBA_BELOW = (0, 69)
"""The first version of Numba whose inside nobody has looked at yet."""

TRIPLE = "wasm32-unknown-unknown"
FEATURES = "+bulk-memory,+mutable-globals,+nontrapping-fptoint,+sign-ext,+simd128"
"""What every browser has had since 2023."""

_keys = itertools.count()


class Unsupported(RuntimeError):
    """Nobody has tried this version of Numba; the engine of the page can't be built with it."""


class WasmLibrary(codegen.AOTCodeLibrary):  # type: ignore[misc]
    """Code that is only written down: `emit` optimises and emits the whole once, at the end."""

    def _optimize_final_module(self) -> None:
        """Leaves it to `emit`."""

    def get_pointer_to_function(self, name: str) -> int:
        """Answers with any address: nobody jumps there."""
        return 1

    def _finalize_final_module(self) -> None:
        self._finalized = True


class WasmCodegen(codegen.CPUCodegen):  # type: ignore[misc]
    """Numba's code generator for a processor that is not here."""

    _library_class = WasmLibrary

    def _init(self, llvm_module: Any) -> None:
        target = llvm.Target.from_triple(TRIPLE)
        self._tm_features = FEATURES
        self._tm = target.create_target_machine(
            cpu="generic", features=FEATURES, opt=3, reloc="static", codemodel="default"
        )
        self._engine = None
        self._target_data = self._tm.target_data
        self._data_layout = str(self._target_data)
        self._loopvect, self._opt_level = False, 0

    def _create_empty_module(self, name: str) -> Any:
        module = ir.Module(cgutils.normalize_ir_text(name))
        module.triple = TRIPLE
        if self._data_layout is not None:  # as it is while Numba asks for the layout itself
            module.data_layout = self._data_layout
        return module

    def _add_module(self, module: Any) -> None:
        """Adds it to no engine: there is none."""

    def set_env(self, name: str, env: Any) -> None:
        """Keeps no environment: nothing runs here."""

    def magic_tuple(self) -> tuple[str, ...]:
        """Tells caches of this target from others."""
        return (TRIPLE, "wasm", FEATURES)


class WasmContext(cpu.CPUContext):  # type: ignore[misc]
    """Numba's CPU, but for what belongs to a running process."""

    def init(self) -> None:
        """Puts the code generator in place."""
        self.is32bit = False
        self._internal_codegen = WasmCodegen("jeton.wasm")
        externals.c_math_functions.install(self)

    def load_additional_registries(self) -> None:
        """Leaves the host's runtime out."""
        real, rtsys.initialize = rtsys.initialize, lambda context: None
        try:
            super().load_additional_registries()
        finally:
            rtsys.initialize = real

    def post_lowering(self, mod: Any, library: Any) -> None:
        """Links no runtime in; nothing of Jeton reorders floats, which is the other thing that Numba does here."""

    def create_cpython_wrapper(self, *args: Any, **kwargs: Any) -> None:
        """Makes none: Python does not call this code."""

    def create_cfunc_wrapper(self, *args: Any, **kwargs: Any) -> None:
        """Makes none: C does not call it either."""

    def get_executable(self, library: Any, fndesc: Any, env: Any) -> Any:
        """Answers with a built-in function, another one each time: a dispatcher uses it as a key."""
        return [next(_keys)].append


def install() -> Any:
    """Make Numba compile for WebAssembly from now on; return its context. Call it before Jeton's rules are imported."""
    version = tuple(map(int, numba.__version__.split(".")[:2]))
    if version >= NUMBA_BELOW:
        raise Unsupported(f"Numba {numba.__version__} was not tried: see jeton/wasm/target.py")
    if os.environ.get("NUMBA_CPU_NAME") != "generic":
        raise Unsupported("NUMBA_CPU_NAME has to be generic, or code for the host's own processor gets in")
    llvm.initialize_all_targets()
    llvm.initialize_all_asmprinters()
    context = WasmContext(registry.cpu_target.typing_context, "cpu")
    registry.cpu_target.__dict__["_toplevel_target_context"] = context
    return registry.cpu_target.target_context


def emit(context: Any, functions: dict[str, tuple[Callable[..., Any], tuple[Any, ...]]]) -> bytes:
    """Return the object code of functions with the types of their arguments, optimised as one whole."""
    flags = compiler.Flags()
    flags.no_compile = flags.no_cpython_wrapper = flags.no_cfunc_wrapper = True
    flags.nrt = flags.enable_pyobject = False
    whole = context.codegen().create_library("jeton")
    for name, (function, arguments) in functions.items():
        typing = registry.cpu_target.typing_context
        made = compiler.compile_extra(typing, context, function, arguments, None, flags, {}, library=whole)
        whole._final_module.get_function(made.fndesc.llvm_func_name).name = name
    with global_compiler_lock:
        whole.finalize()
    module, machine = whole._final_module, context.codegen()._tm
    for part in (*module.functions, *module.global_variables):
        if not part.is_declaration and part.name not in functions:
            part.linkage = "internal"
    options = llvm.create_pipeline_tuning_options(speed_level=3)
    options.loop_vectorization = options.slp_vectorization = True
    options.loop_interleaving = options.loop_unrolling = True
    passes = llvm.create_pass_builder(machine, options)
    passes.getModulePassManager().run(module, passes)
    module.verify()
    return bytes(machine.emit_object(module))
