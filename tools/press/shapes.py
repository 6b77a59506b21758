"""Silhouettes as masks: game icons, drawings of our own, paths. The picture is 1000 units wide."""

from __future__ import annotations

import functools
import io
import json
import os
import tarfile
from pathlib import Path
from typing import Any

import numpy as np
import resvg_py
from PIL import Image

from .carve import Box, Plane
from .catalogue import ROOT, drawings

ICONS = Path(os.environ.get("PRESS_ICONS", ROOT.parents[1] / "build/press/iconify-json-game-icons-1.2.4.tgz"))
"""The npm package @iconify-json/game-icons, as it is packed."""
SHAPES = frozenset(("all", "disc", "rect", "d", "stroke", "svg", "icon", "draw"))


@functools.cache
def icons() -> dict[str, Any]:
    """Return every icon of the set."""
    with tarfile.open(ICONS) as package:
        inside = package.extractfile("package/icons.json")
        assert inside is not None  # noqa: S101 - the package has it
        found: dict[str, Any] = json.load(inside)["icons"]
        return found


def raster(svg: str, width: int, height: int, viewbox: str) -> Plane:
    """Turn SVG markup into coverage from 0 to 1. Black inks, white cuts."""
    text = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" viewBox="{viewbox}" '
        f'preserveAspectRatio="none">{svg}</svg>'
    )
    picture = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text)))).convert("RGBA")
    a = np.asarray(picture, np.float32) / 255
    return np.asarray(a[..., 3] * (1 - a[..., 0]), np.float32)


def markup(name: str, part: str = "svg") -> str:
    """Return the drawing of that name if we have one, else the game icon."""
    if name in drawings():
        return str(drawings()[name].get(part, ""))
    return str(icons()[name]["body"]).replace("currentColor", "#000") if part == "svg" else ""


@functools.cache
def extent(name: str, rot: float) -> Box:
    """Return where the ink lies in the box of 512, turned by some degrees."""
    inside = f'<g transform="rotate({rot} 256 256)">{markup(name)}{markup(name, "bare")}</g>'
    found = raster(inside, 384, 384, "-128 -128 768 768") > 0.4
    ys, xs = np.where(found.any(1))[0], np.where(found.any(0))[0]
    x0, y0, x1, y1 = (float(v * 2 - 128) for v in (xs[0], ys[0], xs[-1] + 1, ys[-1] + 1))
    return x0, y0, x1, y1


def placed(layer: dict[str, Any]) -> tuple[str, str, Box]:
    """Return markup that puts a silhouette with its foot (bottom centre) at a point; its bare parts; its box."""
    name, at, rot = layer.get("draw") or layer["icon"], layer["at"], layer.get("rot", 0)
    x0, y0, x1, y1 = extent(name, rot)
    k = layer["w"] / (x1 - x0) if "w" in layer else layer["h"] / (y1 - y0)
    sx = -k if layer.get("flip") else k
    move = f"translate({at[0]} {at[1]}) scale({sx} {k}) translate({-(x0 + x1) / 2} {-y1}) rotate({rot} 256 256)"
    half, tall = (x1 - x0) * k / 2, (y1 - y0) * k
    ink, bare = (f'<g transform="{move}">{p}</g>' if p else "" for p in (markup(name), markup(name, "bare")))
    return ink, bare, (at[0] - half, at[1] - tall, at[0] + half, at[1])


def silhouette(layer: dict[str, Any]) -> str:
    """Return the SVG of a layer that is no icon."""
    if layer.get("all"):
        return '<rect x="-50" y="-50" width="1100" height="1500"/>'
    if "disc" in layer:
        cx, cy, r = layer["disc"]
        return f'<circle cx="{cx}" cy="{cy}" r="{r}"/>'
    if "rect" in layer:
        x, y, w, h = layer["rect"]
        return f'<rect x="{x}" y="{y}" width="{w}" height="{h}"/>'
    if "d" in layer:
        return f'<path fill-rule="evenodd" d="{layer["d"]}"/>'
    if "stroke" in layer:
        return (
            f'<path d="{layer["stroke"]}" fill="none" stroke="#000" stroke-width="{layer.get("width", 10)}" '
            'stroke-linecap="round" stroke-linejoin="round"/>'
        )
    if "svg" in layer:
        return str(layer["svg"])
    raise ValueError(f"a layer without a shape: {layer}")
