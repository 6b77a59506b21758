"""Builds the engine of the page, where the sources have changed.

engine.wasm     rules, views and search
engine.json     where what lies: sizes, places of a desk, arrays of each net, and a digest of the sources

The nets are not copied: a page takes the files that ship, their arrays at cache lines (`bots/splendor/net_file.py`).
"""

from __future__ import annotations

import hashlib
import json
import os
import subprocess
import sys
import tempfile
from importlib.metadata import version
from pathlib import Path
from typing import Any

from jeton.bots.splendor import net_file, tree
from jeton.bots.splendor.search_bots import ELSEWHERE, C
from jeton.games.splendor.features import WIDE, feature_count
from jeton.games.splendor.rules import WORDS
from jeton.games.splendor.view import INSIGHT, SIGHT

__all__ = ["build"]

SOURCES = Path(__file__).parent.parent
TITLES, SEATS = ("splendor", "marvel"), (2, 3, 4)


def build(folder: Path, say: Any = print) -> bool:
    """Write the engine into a folder; False where it was there already, made from the same sources."""
    digest = sources_digest()
    if _made_from(folder) == digest:
        return False
    say("Compiling the rules and the search for the browser, once: about twenty seconds")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder) as aside:
        made = Path(aside)
        compile_module(made / "engine.wasm")
        nets = {f"{title}-{seats}": _net(title, seats) for title in TITLES for seats in SEATS}
        for file in made.iterdir():
            file.replace(folder / file.name)
    about = {"digest": digest, "nets": nets, **_sizes()}
    _replace(folder / "engine.json", json.dumps(about, indent=1, sort_keys=True).encode())
    return True


def compile_module(out: Path) -> None:
    """Write the module alone; what Numba says goes where this process says things."""
    chosen = {"NUMBA_CPU_NAME": "generic", "NUMBA_CPU_FEATURES": "", "JETON_CACHE": os.devnull, "PYTHONHASHSEED": "0"}
    left_out = ("NUMBA_DISABLE_JIT", "NUMBA_BOUNDSCHECK")
    environment = {key: value for key, value in os.environ.items() if key not in left_out} | chosen
    script = Path(__file__).with_name("compile.py")
    subprocess.run([sys.executable, str(script), str(out)], env=environment, check=True)  # noqa: S603 - our own script


def sources_digest() -> str:
    """Of every source that the module or the places of its nets are made from, and of the compilers' versions."""
    digest = hashlib.sha256(f"{version('numba')} {version('llvmlite')}".encode())
    for file in sources():
        digest.update(file.read_bytes())
    return digest.hexdigest()


def sources() -> list[Path]:
    """The files that the module and the places of its nets are made from."""
    packages = ("core", "games/splendor", "bots", "bots/splendor", "wasm")
    modules = [file for package in packages for file in sorted((SOURCES / package).glob("*.py"))]
    return modules + sorted((SOURCES / "bots" / "splendor" / "nets").glob("*.safetensors"))


def _made_from(folder: Path) -> str | None:
    try:
        about = json.loads((folder / "engine.json").read_bytes())
    except (OSError, ValueError):
        return None
    return about.get("digest") if (folder / "engine.wasm").is_file() else None


def _sizes() -> dict[str, Any]:
    from jeton.wasm.exports import DESK, RULES, VIEW_DESK

    return {
        "desk": DESK,
        "view_desk": VIEW_DESK,
        "words": WORDS,
        "rules": RULES,
        "sight": SIGHT,
        "insight": INSIGHT,
        "wide": WIDE,
        "names": tree.NAMES,
        "depth": tree.MAX_DEPTH,
        "node": tree.NODE.itemsize,
        "edge": tree.EDGE.itemsize,
    }


def _net(title: str, seats: int) -> dict[str, Any]:
    """Where the arrays of a net lie in the file that ships."""
    file = net_file.shipped(title, seats)
    if file is None:
        raise net_file.NoNet(f"no net plays {title} with {seats} seats")
    return {
        "arrays": net_file.places(file),
        "bytes": len(file.read_bytes()),
        "c": C.get((title, seats), ELSEWHERE),
        "features": feature_count(seats),
        "file": file.name,
    }


def _replace(path: Path, content: bytes) -> None:
    """Write a file aside, and put it in its place when it is whole."""
    aside = path.with_suffix(".part")
    aside.write_bytes(content)
    aside.replace(path)
