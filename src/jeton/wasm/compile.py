"""Writes the module: `python compile.py OUT.wasm`, run by `build` as a file, in a process of its own.

Numba has to compile for WebAssembly before it meets the first of Jeton's functions, so this file loads `target` by its
path: importing it as a part of the package would import the rules first.
"""

from __future__ import annotations

import runpy
import sys
from pathlib import Path


def main(out: Path) -> None:
    """Compile the exports, and link them."""
    target = runpy.run_path(str(Path(__file__).with_name("target.py")))
    context = target["install"]()

    from jeton.wasm.exports import EXPORTS
    from jeton.wasm.link import link

    module = link(target["emit"](context, EXPORTS), list(EXPORTS))
    out.write_bytes(module.code)


if __name__ == "__main__":
    main(Path(sys.argv[1]))
