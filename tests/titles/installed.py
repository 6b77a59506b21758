"""Nim as an installed package: its folder on the path, and beside it the metadata that pip would have written."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

from jeton import words
from jeton.games import registry

NIM = Path(__file__).parent / "nim"


def write_metadata(folder: Path, package: Path = NIM) -> Path:
    """Return the .dist-info folder that an installation of the package would leave behind, from its pyproject.toml."""
    project = tomllib.loads((package / "pyproject.toml").read_text("utf-8"))["project"]
    info = folder / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    info.mkdir(parents=True, exist_ok=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n")
    lines = []
    for group, entries in project["entry-points"].items():
        lines += [f"[{group}]", *(f"{name} = {value}" for name, value in entries.items())]
    (info / "entry_points.txt").write_text("\n".join(lines) + "\n")
    return info


@contextlib.contextmanager
def installed(folder: Path) -> Iterator[None]:
    """Let Nim be played, here and in processes that are started here, until the end."""
    write_metadata(folder)
    before, paths = os.environ.get("PYTHONPATH"), [str(folder), str(NIM)]
    sys.path[:0] = paths
    os.environ["PYTHONPATH"] = os.pathsep.join([*paths, *([before] if before else [])])
    _look_again()
    try:
        yield
    finally:
        for path in paths:
            sys.path.remove(path)
        if before is None:
            del os.environ["PYTHONPATH"]
        else:
            os.environ["PYTHONPATH"] = before
        words.forget("nim")
        _look_again()


def _look_again() -> None:
    importlib.invalidate_caches()
    registry.all_titles.cache_clear()
