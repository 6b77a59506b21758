"""A scene in TOML becomes a print, and tells where its things can be pointed at."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np
from PIL import Image
from scipy import ndimage as nd

from . import places, shapes
from .block import Block, Layer
from .carve import Plane
from .catalogue import ROOT, mapping
from .hits import Hit, hits, outlines
from .pull import Press

SIZES = {"island": (960, 832), "postcard": (1500, 1000), "card": (720, 980)}
"""How large a kind is printed; it ships smaller."""
MARGIN = {"island": 22, "postcard": 24, "card": 0}


def palettes() -> dict[str, Any]:
    """Return the inks and the paper of every picture."""
    return tomllib.loads((ROOT / "palettes.toml").read_text("utf-8"))


def load(path: Path) -> dict[str, Any]:
    """Return a scene; its name is its file's."""
    scene = tomllib.loads(path.read_text("utf-8"))
    scene["id"] = path.stem
    return scene


def expand(scene: dict[str, Any]) -> list[Layer]:
    """Return layers as they are laid: places drawn, things with their silhouettes, copies repeated."""
    kind = scene.get("kind", "island")
    out = []
    for n, layer in enumerate(scene["layers"]):
        if "place" in layer:
            out += places.draw(layer, places.seed_of(scene["id"], n), kind)
            continue
        if "thing" in layer and not shapes.SHAPES & set(layer):
            layer = {**layer, "icon": mapping(kind)[layer["thing"]]}
        out += [{**layer, **copy} for copy in layer.get("copies", [{}])]
    return out


def hexagon(w: int, h: int, margin: float) -> Plane:
    """Return 1 inside the tile, `margin` pixels from its edge."""
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    q, r = np.abs(x - w / 2 + 0.5) / (w / 2), np.abs(y - h / 2 + 0.5) / (h / 2)
    side = (1 - q - r / 2) * (w / 2) * 0.894  # distance to a slanted side
    return np.asarray(np.clip(np.minimum(side, (1 - r) * h / 2) - margin + 0.5, 0, 1), np.float32)


def cut_block(scene: dict[str, Any], inks: list[str], small: bool, size: tuple[int, int]) -> Block:
    """Return the plates of a scene, all layers laid."""
    block = Block(*size, inks, places.seed_of(scene["id"]), small)
    for layer in expand(scene):
        try:
            block.lay(layer)
        except Exception as e:
            raise ValueError(f"{scene['id']}: {layer}") from e
    return block


def render(
    scene: dict[str, Any], palette: dict[str, str] | None = None, small: bool = False, scale: float = 1
) -> tuple[Image.Image, dict[str, Hit | None]]:
    """Return the print, with transparent corners where it has any, and the discs of its things."""
    kind = scene.get("kind", "island")
    w, h = (round(n * scale) for n in SIZES[kind])
    palette = palette or palettes()[scene.get("palette", scene["id"])]
    inks = {k: v for k, v in palette.items() if k not in ("paper", "key")} | {"key": palette["key"]}
    block = cut_block(scene, list(inks), small, (w, h))
    press = Press(w, h, places.seed_of(scene["id"]) + 1)
    edge = press.noise(7) * 0.9 + press.noise(26) * 0.9
    margin = scene.get("margin", MARGIN[kind]) * block.pixel
    y, x = np.mgrid[0:h, 0:w].astype(np.float32)
    if kind == "island":
        inner = nd.map_coordinates(hexagon(w, h, margin), [y + edge, x + edge[::-1, ::-1]], order=1, mode="nearest")
    elif margin:
        near = np.minimum(np.minimum(x, w - 1 - x), np.minimum(y, h - 1 - y))
        inner = np.clip(near + edge * 1.2 - margin, 0, 1)
    else:
        inner = np.ones((h, w), np.float32)
    for name in block.plates:
        block.plates[name] *= inner
    flat = press.pull(block.plates, inks, palette["paper"], small)
    picture = Image.fromarray((flat * 255).astype(np.uint8))
    if kind != "postcard" and not scene.get("whole"):
        mask = hexagon(w, h, 0) if kind == "island" else _rounded(w, h)
        picture.putalpha(Image.fromarray((mask * 255).astype(np.uint8)))
    block.seen[inner < 0.5] = 0
    return picture, hits(block)


def measure(scene: dict[str, Any], scale: float = 0.6) -> tuple[dict[str, Hit | None], list[str]]:
    """Return where the things of a scene are seen, and their outlines, without printing it."""
    kind = scene.get("kind", "island")
    w, h = (round(n * scale) for n in SIZES[kind])
    palette = palettes()[scene.get("palette", scene["id"])]
    block = cut_block(scene, [k for k in palette if k != "paper"], False, (w, h))
    margin = round(scene.get("margin", MARGIN[kind]) * block.pixel)
    if kind == "island":
        block.seen[hexagon(w, h, margin) < 0.5] = 0
    elif margin:
        for edge in (np.s_[:margin], np.s_[-margin:], np.s_[:, :margin], np.s_[:, -margin:]):
            block.seen[edge] = 0
    return hits(block), outlines(block)


def _rounded(w: int, h: int) -> Plane:
    """Return a card with round corners."""
    return shapes.raster('<rect width="1000" height="1361" rx="62"/>', w, h, "0 0 1000 1361")
