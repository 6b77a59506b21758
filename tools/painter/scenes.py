"""What scenes.json says of a picture: which ground, which things, and where they stand."""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from .icons import Ink

ROOT = Path(__file__).resolve().parents[2]
GAME = ROOT / "src" / "jeton" / "games" / "guardians"
SCENES = GAME / "data" / "scenes.json"

ISLAND = (720, 624)
POSTCARD = (960, 640)


@dataclass(frozen=True)
class Element:
    """A thing in a picture, in pixels: its foot point, its size, and the disc in which a clue points at it."""

    id: str
    icon: str
    zone: str
    x: float
    y: float
    size: float
    flip: bool
    disc: tuple[float, float, float]

    def visible_centre(self, ink: Ink) -> tuple[float, float]:
        """The middle of what is painted of it."""
        across, down = ink.centre
        return self.x + (across - 0.5) * self.size * (-1 if self.flip else 1), self.y - (1 - down) * self.size


@dataclass(frozen=True)
class Scene:
    """An island or a postcard; `ground` is the island's terrain or the postcard's backdrop."""

    id: str
    ground: str
    elements: tuple[Element, ...]
    land: tuple[float, float, float, float] = (0, 0, 0, 0)
    mist: bool = False


@dataclass(frozen=True)
class Scenes:
    """All pictures of the pack."""

    islands: tuple[Scene, ...]
    postcards: tuple[Scene, ...]
    heads: frozenset[str]
    """Icons that are a head without a body."""


def read_scenes(path: Path = SCENES) -> Scenes:
    """Read scenes.json; fractions become pixels."""
    data = json.loads(path.read_text("utf-8"))
    return Scenes(
        tuple(_island(scene) for scene in data["islands"]),
        tuple(Scene(s["id"], s["background"], _elements(s, *POSTCARD)) for s in data["postcards"]),
        frozenset(name for name, word in data["lexicon"].items() if word.get("head_only")),
    )


def _island(scene: dict[str, Any]) -> Scene:
    width, height = ISLAND
    land = scene["land"]
    oval = (land["cx"] * width, land["cy"] * height, land["rx"] * width, land["ry"] * height)
    return Scene(scene["id"], scene["terrain"], _elements(scene, *ISLAND), oval, scene["mist"])


def _elements(scene: dict[str, Any], width: int, height: int) -> tuple[Element, ...]:
    return tuple(
        Element(
            id=e["id"],
            icon=e["icon"],
            zone=e["zone"],
            x=e["x"] * width,
            y=e["y"] * height,
            size=e["size"] * width,
            flip=e.get("flip", False),
            disc=(e["hit"]["cx"] * width, e["hit"]["cy"] * height, e["hit"]["r"] * width),
        )
        for e in scene["elements"]
    )
