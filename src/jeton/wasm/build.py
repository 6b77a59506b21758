"""Builds the engine of the page if its sources have changed.

engine-DIGEST.wasm  rules, views and search
engine.json         where what lies: sizes, places of a desk, arrays of each net, the data of `tables`, a digest of the
                    sources, and the names of the other files, which change with what is in them

Nets are not written a second time: `nets` makes them from those that ship.
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from importlib.metadata import version
from itertools import product
from pathlib import Path
from typing import Any

from jeton.bots.splendor import tree
from jeton.games.splendor.features import WIDE
from jeton.games.splendor.rules import WORDS
from jeton.games.splendor.sight import INSIGHT_WORDS, SIGHT_WORDS
from jeton.games.splendor.title import SEAT_COUNTS
from jeton.wasm.nets import packed
from jeton.wasm.tables import TITLES, tables

__all__ = ["build"]

SOURCES = Path(__file__).parent.parent


def build(folder: Path, say: Any = print) -> bool:
    """Write the engine into a folder; return False if it was there already, made from the same sources."""
    digest = sources_digest()
    if _made_from(folder) == digest:
        return False
    say("Compiling the rules and the search for the browser, once: about twenty seconds")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as aside:
        compile_module(module := Path(aside) / "engine.wasm")
        files = {"engine": _keep(folder, "engine", ".wasm", module.read_bytes())}
    nets = {}
    for title, seats in product(TITLES, SEAT_COUNTS):
        content, nets[name] = packed(name := f"{title}-{seats}")
        files[name] = f"{name}-{_digest(content)}.net"
    about = {"digest": digest, "files": files, "nets": nets, **_sizes(), **tables()}
    _keep(folder, "engine", ".json", json.dumps(about, sort_keys=True, separators=(",", ":")).encode(), digest=False)
    wanted = {*files.values(), "engine.json"}
    for old in folder.iterdir():
        if old.name not in wanted and old.suffix in (".gz", ".wasm"):
            old.unlink()
    return True


def compile_module(out: Path) -> None:
    """Write the module alone; Numba's messages go where this process writes its own."""
    processor = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "+simd128"}
    chosen = processor | {"JETON_CACHE": os.devnull, "PYTHONHASHSEED": "0"}
    left_out = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")
    environment = {key: value for key, value in os.environ.items() if key not in left_out} | chosen
    script = Path(__file__).with_name("compile.py")
    subprocess.run([sys.executable, str(script), str(out)], env=environment, check=True)  # noqa: S603 - our own script


def sources_digest() -> str:
    """Digest every source that the module or its nets are made from, and the compilers' versions."""
    digest = hashlib.sha256(f"{version('numba')} {version('llvmlite')}".encode())
    for file in sources():
        digest.update(file.read_bytes())
    return digest.hexdigest()


def sources() -> list[Path]:
    """Return the files that the module and its nets are made from."""
    packages = ("core", "games/splendor", "bots", "bots/splendor", "wasm")
    modules = [file for package in packages for file in sorted((SOURCES / package).glob("*.py"))]
    modules += [SOURCES / "analysis" / f"{name}.py" for name in ("curves", "hint", "review", "verdicts")]
    modules.append(SOURCES / "analysis" / "curves.json")
    boxes = sorted((SOURCES / "games" / "splendor" / "data").glob("*.json"))
    return modules + boxes + sorted((SOURCES / "bots" / "splendor" / "nets").glob("*.safetensors"))


def _made_from(folder: Path) -> str | None:
    try:
        about = json.loads((folder / "engine.json").read_bytes())
    except (OSError, ValueError):
        return None
    return about.get("digest") if (folder / about.get("files", {}).get("engine", "none")).is_file() else None


def _sizes() -> dict[str, Any]:
    from jeton.wasm.exports import DESK, RULES, VIEW_DESK

    return {
        "desk": DESK,
        "view_desk": VIEW_DESK,
        "words": WORDS,
        "rules": RULES,
        "sight": SIGHT_WORDS,
        "insight": INSIGHT_WORDS,
        "wide": WIDE,
        "names": tree.NAMES,
        "depth": tree.MAX_DEPTH,
        "node": tree.NODE.itemsize,
        "edge": tree.EDGE.itemsize,
        "edge_at": {name: field[1] for name, field in (tree.EDGE.fields or {}).items()},
    }


def _keep(folder: Path, name: str, end: str, content: bytes, *, digest: bool = True) -> str:
    """Write a file under a name that changes with its content; return the name."""
    called = f"{name}-{_digest(content)}{end}" if digest else name + end
    _replace(folder / called, content)
    return called


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:12]


def _replace(path: Path, content: bytes) -> None:
    """Write a file aside, and put it in its place when it is whole."""
    aside = path.with_name(path.name + ".part")
    aside.write_bytes(content)
    aside.replace(path)
