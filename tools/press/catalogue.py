"""Everything that gets printed: what it is called and in which widths it ships."""

from __future__ import annotations

import functools
import hashlib
import json
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent
GAME = ROOT.parents[1] / "src/jeton/games/guardians"
PICTURES, SCENES = GAME / "pictures", GAME / "data/scenes.json"
WIDTHS = {"islands": (640, 256), "postcards": (1200, 480), "locations": (480, 200), "legends": (480, 200)}
"""By kind: how wide the large and the small picture are."""
BACKS = {"location": "legends", "reward": "legends", "postcard": "postcards", "island": "islands", "box": "legends"}
"""By name: the kind whose shape it has. The box is the picture of the whole game, on the page's front door."""
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
    """Return the game's own file: what stands where."""
    found: dict[str, Any] = json.loads(SCENES.read_text("utf-8"))
    return found


def catalogue() -> Iterator[Picture]:
    """Yield every picture, in the order of the box."""
    box = pack()
    for kind in ("islands", "postcards"):
        yield from (Picture(kind, scene["id"]) for scene in box[kind])
    yield from (Picture("locations", scene["id"]) for scene in box["islands"])
    yield from (Picture("legends", path.stem) for path in sorted((ROOT / "scenes/legends").glob("*.toml")))
    yield from (Picture("backs", name) for name in BACKS)


@functools.cache
def drawings() -> dict[str, Any]:
    """Return our own silhouettes: name to SVG in a box of 512; black is ink, white cuts; a part `bare` stays paper."""
    found: dict[str, Any] = {}
    for path in sorted((ROOT / "drawings").glob("*.toml")):
        found |= tomllib.loads(path.read_text("utf-8"))
    return found


@functools.cache
def mapping(kind: str) -> dict[str, str]:
    """Return thing to silhouette; islands and postcards never share one."""
    data = json.loads((ROOT / "things.json").read_text("utf-8"))
    return {**data["things"], **data.get(f"{kind}s", {})}


@functools.cache
def _palettes() -> dict[str, Any]:
    return tomllib.loads((ROOT / "palettes.toml").read_text("utf-8"))


def fingerprint(picture: Picture) -> str:
    """Return a digest that changes when the scene of a picture does, or its inks, or a drawing of ours on it."""
    text = picture.source.read_text("utf-8")
    scene = tomllib.loads(text)
    words = mapping(scene.get("kind", "island"))
    named = {x.get("draw") or x.get("icon") or words.get(x.get("thing", "")) for x in scene["layers"]}
    mine = {name: drawings()[name] for name in sorted(named & set(drawings()))}
    inks = _palettes()[scene.get("palette", picture.name)]
    return hashlib.sha256((text + json.dumps([mine, inks])).encode()).hexdigest()[:16]


def dump(box: dict[str, Any]) -> str:
    """Return the game's file as it is laid out: a line for each field of a scene, each element and each word."""

    def line(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False)

    parts = []
    for key, value in box.items():
        if key in ("islands", "postcards"):
            scenes = []
            for scene in value:
                fields = [f'  "{k}": {line(v)}' for k, v in scene.items() if k != "elements"]
                elements = ",\n".join(f"   {line(e)}" for e in scene["elements"])
                scenes.append(" {\n" + ",\n".join([*fields, f'  "elements": [\n{elements}\n  ]']) + "\n }")
            parts.append(f'"{key}": [\n' + ",\n".join(scenes) + "\n]")
        elif key == "lexicon":
            parts.append('"lexicon": {\n' + ",\n".join(f' "{k}": {line(v)}' for k, v in value.items()) + "\n}")
        else:
            parts.append(f'"{key}": {line(value)}')
    return "{\n" + ",\n".join(parts) + "\n}\n"
