"""Everything that gets printed: what it is called and in which widths it ships."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
GAME = ROOT.parents[1] / "src/jeton/games/guardians"
PICTURES, SCENES = ROOT.parents[1] / "build/press/pictures", GAME / "data/scenes.json"
WIDTHS = {"islands": (640, 256), "postcards": (1200, 480), "locations": (480, 200), "legends": (480, 200)}
"""By kind: how wide the large and the small picture are."""
BACKS = {"location": "legends", "reward": "legends", "postcard": "postcards", "island": "islands"}
SHAPES = {"islands": (960, 832), "postcards": (1500, 1000), "locations": (720, 980), "legends": (720, 980)}


@dataclass(frozen=True)
class Picture:
    """One picture to print; it ships as `kind/name-width.webp` in each of its widths."""

    kind: str
    name: str

    @property
    def like(self) -> str:
        """The kind whose shape it has."""
        return BACKS[self.name] if self.kind == "backs" else self.kind

    @property
    def widths(self) -> tuple[int, int]:
        """Large and small."""
        return WIDTHS[self.like]

    def size(self, width: int) -> tuple[int, int]:
        """Width and height in pixels."""
        w, h = SHAPES[self.like]
        return width, round(width * h / w)

    def file(self, width: int) -> str:
        """Its path among the pictures."""
        return f"{self.kind}/{self.name}-{width}.webp"

    @property
    def source(self) -> Path:
        """The scene it is printed from; a location card shows its island."""
        return ROOT / "scenes" / ("islands" if self.kind == "locations" else self.kind) / f"{self.name}.toml"


def pack() -> dict[str, Any]:
    """The game's own file: what stands where."""
    found: dict[str, Any] = json.loads(SCENES.read_text("utf-8"))
    return found


def catalogue() -> Iterator[Picture]:
    """Every picture, in the order of the box."""
    box = pack()
    for kind in ("islands", "postcards"):
        yield from (Picture(kind, scene["id"]) for scene in box[kind])
    yield from (Picture("locations", scene["id"]) for scene in box["islands"])
    yield from (Picture("legends", path.stem) for path in sorted((ROOT / "scenes/legends").glob("*.toml")))
    yield from (Picture("backs", name) for name in BACKS)


def fingerprint(picture: Picture) -> str:
    """Changes when the scene of a picture does, or its inks."""
    inks = (ROOT / "palettes.toml").read_text("utf-8")
    name = {"backs": f"{picture.name}_back", "locations": picture.name}.get(picture.kind, picture.name)
    mine = inks.partition(f"[{name}]")[2].partition("\n[")[0]
    return hashlib.sha256((picture.source.read_text("utf-8") + mine).encode()).hexdigest()[:16]
