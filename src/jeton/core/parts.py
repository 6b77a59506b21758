"""Functions that compiled code calls: compiled as far as their callers need them, and no further.

Numba makes machine code of each function it meets, with all that this one calls, even where nobody will ever jump to
it: a rule deep down is optimised and emitted once for itself, once for each of its callers, and for theirs. A part is
only written down. The entry point that links it in optimises and emits the whole, once: the same code in two thirds of
the time.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

from numba import njit
from numba.core.codegen import JITCodeLibrary
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import register_pass
from numba.core.typed_passes import NativeLowering

__all__ = ["part"]


def part(function: Callable[..., Any], **options: bool) -> Any:
    """Compile a function into those that call it; Numba's options for it.

    Python may call it as well, to try it out: then it is compiled once more, as a whole.
    """
    made: Any = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True, pipeline_class=PartCompiler, **options)(function)
    if made is not function:  # as it is where Numba is switched off
        whole = cache(lambda: njit(function))
        made._insert = lambda *overload: None  # Numba would jump to machine code that there is not
        made._compile_for_args = lambda *arguments: whole()
    return made


class PartLibrary(JITCodeLibrary):  # type: ignore[misc]
    """The code of a part and of the parts it calls."""

    def finalize(self) -> None:
        """Take in what is called, and leave the rest to those who link this in."""
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalized = True


@register_pass(mutates_CFG=True, analysis_only=False)
class PartLowering(NativeLowering):  # type: ignore[misc]
    """Write the code of a part down, and make it known to those who call it."""

    _name = "part_lowering"

    def run_pass(self, state: Any) -> bool:
        """As Numba does it, but for the machine code."""
        state.library = PartLibrary(state.targetctx.codegen(), state.func_id.func_qualname)
        state.flags.no_compile = True
        super().run_pass(state)
        state.library.finalize()
        key = object()  # in place of what Python would call
        state.targetctx.insert_user_function(key, state.cr.fndesc, [state.library])
        state.cr = state.cr._replace(cfunc=key)
        return True


class PartCompiler(CompilerBase):  # type: ignore[misc]
    """Numba's own passes but for that one."""

    def define_pipelines(self) -> list[Any]:
        """The passes that a function goes through."""
        manager = DefaultPassBuilder.define_nopython_pipeline(self.state)
        manager.passes = [(PartLowering if step is NativeLowering else step, why) for step, why in manager.passes]
        manager.finalize()
        return [manager]
