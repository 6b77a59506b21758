"""The files of the repository: none is so large that every later clone carries the mistake, no source is too long."""

from __future__ import annotations

import subprocess
from pathlib import Path

import pytest

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[1]
MOST_BYTES = 3_000_000
MOST_LINES = 600  # files of 300 read better, and over 500 somebody should split
SOURCES = {".py", ".ts", ".svelte", ".css", ".js", ".mjs"}
LONGER = {"ui/src/protocol.ts": "generated"}
"""Sources that are longer, and why."""


def tracked() -> list[Path]:
    """Return what git keeps."""
    if not (ROOT / ".git").exists():
        pytest.skip("no git here")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    return [path for name in listed.stdout.split("\0") if name and (path := ROOT / name).is_file()]


def test_no_file_is_large():
    sizes = {path: path.stat().st_size for path in tracked()}

    assert len(sizes) > 1000
    assert {path: size for path, size in sizes.items() if size > MOST_BYTES} == {}


def test_nothing_is_left_behind_by_a_patch():
    assert [path for path in tracked() if path.suffix in (".orig", ".rej", ".bak")] == []


def test_no_source_is_long():
    lines = {
        path.relative_to(ROOT).as_posix(): path.read_bytes().count(b"\n")
        for path in tracked()
        if path.suffix in SOURCES
    }

    assert len(lines) > 500
    assert {name: count for name, count in lines.items() if count > MOST_LINES and name not in LONGER} == {}
    assert [name for name in LONGER if lines.get(name, 0) <= MOST_LINES] == []
