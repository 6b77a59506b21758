"""python -m jeton.wasm FOLDER: build the engine of the page, unless it is there already."""

from __future__ import annotations

import sys
from pathlib import Path

from jeton.wasm.build import build

if __name__ == "__main__":
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        print(__doc__)
        sys.exit(0 if sys.argv[1:] in (["-h"], ["--help"]) else 2)
    if not build(Path(sys.argv[1])):
        print("The engine of the page is up to date.")
