"""The page as a program: its types and unit tests, and how much of it is loaded before the first move."""

from __future__ import annotations

import gzip
import json
import re
import shutil
import subprocess
from typing import Any

import pytest

from tests.e2e.browser import ROOT, STATIC

pytestmark = pytest.mark.once
UI = ROOT / "ui"
NODE = ROOT / ".tools/node/bin"
FIRST_LOAD = 120_000


def tool(name: str) -> list[str]:
    """Return a command of the page's own tools."""
    node = shutil.which("node") or (str(NODE / "node") if (NODE / "node").exists() else None)
    found = UI / "node_modules" / ".bin" / name
    if node is None or not found.exists():
        pytest.skip("the page's tools are not installed: sh scripts/page.sh")
    return [node, str(found.resolve())]


@pytest.mark.parametrize(
    ("name", "arguments"),
    [
        ("svelte-check", ["--tsconfig", "./tsconfig.json", "--fail-on-warnings"]),
        ("vitest", ["run"]),
    ],
)
def test_types_and_units(name: str, arguments: list[str]) -> None:
    done = subprocess.run([*tool(name), *arguments], cwd=UI, capture_output=True, text=True, check=False)

    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-2000:]


def test_first_playable_load_is_small() -> None:
    """Everything that is fetched before the first move of Splendor in one language, without art and fonts.

    On a laptop, where players are shown as panels, which are larger than a phone's tiles.
    """
    if not STATIC.is_file():
        pytest.skip("the page is not built: sh scripts/page.sh")
    chunks: dict[str, Any] = json.loads((STATIC.parent / ".vite/manifest.json").read_text("utf-8"))
    first = (
        "index.html", "Table.svelte", "games/splendor/open.ts", "words/en.ts", "splendor.json", "lettering.ts",
        "SeatPanel.svelte", "MyDock.svelte",
    )  # fmt: skip
    queue = [name for name in chunks if name.endswith(first)]
    assert len(queue) >= len(first) - 1, queue
    wanted: set[str] = set()
    for name in queue:  # grows while it is walked through
        chunk = chunks[name]
        wanted |= {chunk["file"], *chunk.get("css", [])}
        queue += [one for one in chunk.get("imports", []) if one not in queue]
    sizes = {name: len(gzip.compress((STATIC.parent / name).read_bytes(), 9)) for name in sorted(wanted)}
    sizes["index.html"] = len(gzip.compress(STATIC.read_bytes(), 9))
    total = sum(sizes.values())

    print(json.dumps(sizes, indent=1), total)
    assert total <= FIRST_LOAD, sizes
    written = re.search(r"without pictures and fonts, is ([0-9,]+) bytes", (ROOT / "docs/learn.md").read_text("utf-8"))
    assert written is not None
    assert abs(int(written[1].replace(",", "")) - total) <= 500, f"docs/learn.md: it is {total:,} bytes"


def test_nothing_comes_from_elsewhere() -> None:
    """No built file names another host, but for namespaces and licences."""
    if not STATIC.is_file():
        pytest.skip("the page is not built: sh scripts/page.sh")
    allowed = re.compile(r"www\.w3\.org|svelte\.dev|localhost|github\.com")
    for path in STATIC.parent.rglob("*"):
        if path.suffix in (".js", ".css", ".html", ".webmanifest"):
            hosts = re.findall(r"https?://([\w.-]+)", path.read_text("utf-8"))
            assert [host for host in hosts if not allowed.match(host)] == [], path.name
