# ruff: noqa: E501 - paths of SVG are one word
"""Cards: what is the same on all of them, added to the layers of a scene; and the location cards."""

from __future__ import annotations

from typing import Any

from PIL import Image

from .powers import KEPT, POWERS
from .scene import palettes, render

CARD = (720, 980)
PAPER = '<path fill-rule="evenodd" d="M-20 -20 H1020 V1400 H-20 Z M52 54 H948 V966 H52 Z"/>'
RULE = '<path d="M140 1166 L860 1162 L860 1169 L140 1172 Z"/>'
KNOT = '<path d="M488 1167 l14 -16 l14 16 l-14 16 Z"/>'
SIGNS: dict[str, dict[str, Any]] = {
    "plus": {"draw": "sign-plus", "tint": "red"},
    "minus": {"draw": "sign-minus", "tint": "red", "h": 34},
    "arrow": {"draw": "sign-arrow", "ink": "key", "mode": "flat", "h": 70},
    "swap": {"draw": "sign-swap", "ink": "key", "mode": "flat", "h": 84},
    "equals": {"draw": "sign-equals", "ink": "key", "mode": "flat", "h": 60},
    "coin": {"draw": "sign-coin", "tint": "pop"},
    "legend": {"draw": "sign-star-coin", "tint": "red"},
    "boat": {"draw": "sign-boat", "tint": "main"},
    "clue": {"draw": "sign-clue", "tint": "main", "h": 74},
    "fire": {"draw": "sign-fire", "tint": "pop"},
    "tile": {"draw": "sign-tile", "tint": "main"},
    "me": {"draw": "sign-me", "tint": "pop"},
    "other": {"draw": "sign-you", "tint": "main"},
    "all": {"draw": "sign-all", "tint": "main"},
    "no other": {"draw": "sign-you", "tint": "main", "crossed": True},
    "no coin": {"draw": "sign-coin", "tint": "pop", "crossed": True},
}
"""How each sign of a power is printed."""
WIDE = {"minus": 90, "plus": 90, "clue": 150}


def frame(name: str) -> list[dict[str, Any]]:
    """Paper round the picture, a rule under the name, the power in signs, and the seal: a bolt at once, a ribbon kept."""
    layers: list[dict[str, Any]] = [{"svg": PAPER, "tint": [], "halo": 0}]
    layers += [{"svg": RULE, "ink": "key", "mode": "flat"}, {"svg": KNOT, "tint": "red", "halo": 7}]
    signs = POWERS[name]
    widths = [WIDE.get(sign, 124) for sign in signs]
    left = 500 - (sum(widths) + 26 * (len(signs) - 1)) / 2
    for sign, width in zip(signs, widths, strict=True):
        middle = left + width / 2
        look = {"rim": 3, "shade": 0.3, "halo": 0, "h": 104, **SIGNS[sign]}
        crossed = look.pop("crossed", False)
        layers.append({**look, "at": [middle, 1268 + look["h"] / 2]})
        if crossed:
            stroke = f"M{middle - 58} 1318 L{middle + 58} 1218"
            layers.append({"stroke": stroke, "width": 13, "tint": "red", "halo": 7})
        left += width + 26
    if name == "treasure":
        return layers
    rays = {"cut": "red", "field": "ray", "c": [866, 132], "n": 40, "tone": [-0.2, 0.5], "toward": "out"}
    layers.append({"disc": [866, 132, 74], "tint": "red", "halo": 12, "lines": [{**rays, "near": 52, "reach": 24}]})
    layers.append(
        {"draw": "ribbon" if name in KEPT else "sign-bolt", "at": [866, 182], "h": 100, "tint": [], "mode": "flat"}
    )
    return layers


def legend(scene: dict[str, Any]) -> dict[str, Any]:
    """Return the scene of a legend with all that a card has."""
    return {**scene, "layers": [*scene["layers"], *frame(scene["id"])]}


def location(name: str, island: Image.Image) -> Image.Image:
    """Return the card of an island: the print itself on a chart, room for its name, and a course to a cross."""
    chart = {
        "id": f"location-{name}",
        "kind": "card",
        "layers": [
            {"all": True, "tint": "main", "lines": [{"cut": "main", "field": "ray", "c": [500, 480], "n": 32, "tone": 0.93, "rough": 0.02, "length": 900}]},
            {"svg": '<path fill-rule="evenodd" d="M-20 -20 H1020 V1400 H-20 Z M40 40 H960 V1321 H40 Z"/>', "tint": [], "halo": 0},
            {"stroke": "M90 1262 C220 1190 330 1300 460 1230", "width": 10, "tint": "pop"},
            {"stroke": "M520 1214 C600 1180 660 1200 750 1236", "width": 10, "tint": "pop"},
            {"stroke": "M800 1190 L872 1262 M872 1190 L800 1262", "width": 18, "tint": "pop"},
        ],
    }  # fmt: skip
    card, _ = render(chart, palettes()["location"])
    width = round(card.width * 0.92)
    tile = island.resize((width, round(width * island.height / island.width)), Image.Resampling.LANCZOS)
    card.alpha_composite(tile, (round(card.width * 0.04), round(card.height * 0.09)))
    return card
