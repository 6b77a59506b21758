# ruff: noqa: E501 - paths of SVG are one word
"""Places: skies, seas, hills, walls and floors, drawn from a few words instead of long paths."""

from __future__ import annotations

import math
import random
import zlib
from collections.abc import Callable
from typing import Any

Layer = dict[str, Any]
WIDE = {"island": 867, "postcard": 667, "card": 1361}


def seed_of(name: str, n: int = 0) -> int:
    """Return the same for the same scene, on any machine."""
    return zlib.crc32(f"{name}/{n}".encode()) & 0x7FFFFFFF


def draw(layer: Layer, seed: int, kind: str) -> list[Layer]:
    """Return the layers of a place."""
    words = {k: v for k, v in layer.items() if k not in ("place", "seed")}
    rest = {k: words.pop(k) for k in ("fine", "thing", "aim", "as") if k in words}
    rng = random.Random(layer.get("seed", seed))  # noqa: S311 - hills need no secrets
    made = PLACES[layer["place"]](rng, WIDE[kind], **words)
    made[0] |= rest
    return made


def _list(tint: Any) -> list[str]:
    return [tint] if isinstance(tint, str) else list(tint)


def sky(
    rng: random.Random, low: int, how: str = "day", tint: Any = "low", c: tuple[float, float] = (500, 300), n: int = 110,
    near: float = 120, reach: float = 560, tone: Any = None, gap: float = 20,
) -> list[Layer]:  # fmt: skip
    """The whole sheet: `day` pales downwards, `dusk` upwards, `rays` from a light, `night` and `glow` in the dark."""
    tints = _list(tint)
    wave = {"field": "wave", "gap": gap, "swing": 10, "period": 430, "length": 150, "rough": 0.3}
    ray = {"field": "ray", "c": list(c), "n": n, "toward": "out", "near": near, "reach": reach, "length": 150}
    if how in ("day", "dusk"):
        toward = "down" if how == "day" else "up"
        cuts = [{**wave, "cut": t, "tone": tone or [0.2, 0.95], "toward": toward} for t in tints]
    elif how == "rays":
        cuts = [{**ray, "cut": t, "tone": tone or [0.85, 0.06]} for t in tints]
    elif how == "night":
        tints = [*tints, "key"]
        cuts = [{**wave, "cut": "key", "tone": tone or [0.1, 0.66], "toward": "down"}]
    elif how == "glow":
        tints = [*tints, "key"]
        cuts = [{**ray, "cut": "key", "tone": tone or [0.85, 0.1]}]
    else:
        cuts = []
    return [{"all": True, "tint": tints, "lines": cuts}]


def band(
    rng: random.Random, low: int, y: float = 500, amp: float = 16, slope: float = 0, tint: Any = "main", how: str = "wave",
    n: int = 5, gap: float = 17, halo: float = 8, ink: str = "key", dark: Any = None, light: Any = None,
    c: tuple[float, float] = (500, 100), period: float = 200, x: tuple[float, float] = (-20, 1020), foot: float | None = None,
) -> list[Layer]:  # fmt: skip
    """Ground or water from a wavy edge down: `wave`, `ring`, `field`, `boards`, `grass`, `sand`, `snow`, `plain`."""
    foot = low + 40 if foot is None else foot
    x0, x1 = x
    step = (x1 - x0) / n
    lift = [slope * (i / n - 0.5) for i in range(n + 1)]
    ys = [y + rng.uniform(-amp, amp) - lift[i] for i in range(n + 1)]
    d = f"M{x0} {ys[0]:.0f}"
    if how == "grass":
        blades = int((x1 - x0) / 16)
        for i in range(1, blades + 1):
            at = x0 + (x1 - x0) * i / blades
            d += f" L{at - 8:.0f} {y + amp * math.sin(i * 0.37) - rng.uniform(12, 34):.0f} L{at:.0f} {y + amp * math.sin(i * 0.37) + rng.uniform(0, 8):.0f}"
    elif how in ("boards", "plain"):
        d += f" L{x1} {ys[0] - slope:.0f}"
    else:
        for i in range(n):
            a = x0 + step * i
            bend = rng.uniform(-amp, amp)
            d += f" C{a + step * 0.33:.0f} {ys[i] + bend:.0f} {a + step * 0.66:.0f} {ys[i + 1] - bend:.0f} {a + step:.0f} {ys[i + 1]:.0f}"
    d += f" L{x1} {foot} L{x0} {foot} Z"
    tints = _list(tint)
    first = tints[:1] or ["key"]
    wave = {"field": "wave", "gap": gap, "swing": 8, "period": period, "length": 55, "toward": "down"}
    cuts: list[Layer]
    if how in ("wave", "sand", "snow"):
        dark = dark or {"wave": [0.22, 0.6], "sand": [0.02, 0.22], "snow": [-0.2, 0.25]}[how]
        light = light or {"wave": [0.42, 0.04], "sand": [0.6, 0.25], "snow": [0.3, 0.3]}[how]
        cuts = [{**wave, "ink": ink, "tone": dark}, {**wave, "cut": first[0], "tone": light, "shift": 0.03}]
    elif how == "ring":
        ring = {"field": "ring", "c": [c[0], low + 300], "gap": gap, "length": 50, "toward": "down"}
        cuts = [
            {**ring, "ink": ink, "tone": dark or [0.08, 0.28]},
            {**ring, "cut": first[0], "tone": light or [0.42, 0.05]},
        ]
    elif how == "field":
        ray = {"field": "ray", "c": list(c), "n": 150, "length": 40, "toward": "down"}
        cuts = [{**ray, "ink": ink, "tone": dark or [0.05, 0.4]}]
    elif how == "boards":
        cuts = [
            {"ink": ink, "field": "ray", "c": list(c), "n": 78, "tone": 0.1, "rough": 0.2, "length": 300},
            {**wave, "ink": ink, "gap": 14, "swing": 3, "period": 260, "tone": dark or [0.06, 0.4], "length": 90},
        ]
    elif how == "grass":
        cuts = [
            {
                "ink": ink,
                "field": "hatch",
                "angle": 80,
                "gap": 13,
                "tone": dark or [0.2, 0.66],
                "toward": "down",
                "length": 24,
            }
        ]
    else:
        cuts = []
    return [{"d": d, "tint": tints, "halo": halo, "lines": cuts}]


def ridge(
    rng: random.Random, low: int, y: float = 420, high: float = 160, n: int = 5, tint: Any = "low", snow: bool = False,
    halo: float = 7, ink: str = "key", tone: Any = None, gap: float = 16, x: tuple[float, float] = (-40, 1040),
) -> list[Layer]:  # fmt: skip
    """Mountains with their feet at y, lit from the left."""
    x0, x1 = x
    step = (x1 - x0) / n
    points = [(x0, y)]
    for i in range(n):
        top = high * rng.uniform(0.55, 1)
        mid = x0 + step * (i + 0.5) + rng.uniform(-0.14, 0.14) * step
        points += [(mid - step * 0.22, y - top * 0.62), (mid - step * 0.14, y - top * 0.58), (mid, y - top)]
        points += [(mid + step * 0.12, y - top * 0.66), (mid + step * 0.2, y - top * 0.64)]
        points += [(x0 + step * (i + 1), y - high * rng.uniform(0.08, 0.3))]
    d = "M" + " L".join(f"{a:.0f} {b:.0f}" for a, b in points) + f" L{x1} {low + 40} L{x0} {low + 40} Z"
    tints = _list(tint)
    hatch = {"field": "hatch", "angle": 64, "gap": gap, "length": 46, "toward": "down", "rough": 0.6}
    made: list[Layer] = [
        {"d": d, "tint": tints, "halo": halo, "lines": [{**hatch, "ink": ink, "tone": tone or [0.5, 0.12]}]}
    ]
    if snow:
        caps = ""
        for i in range(n):
            px, py = points[3 + i * 6]
            k = step * 0.13
            caps += f"M{px:.0f} {py - 4:.0f} L{px - k:.0f} {py + high * 0.34:.0f} L{px - k * 0.3:.0f} {py + high * 0.24:.0f} L{px:.0f} {py + high * 0.36:.0f} L{px + k * 0.4:.0f} {py + high * 0.22:.0f} L{px + k * 0.9:.0f} {py + high * 0.3:.0f} Z "
        made.append({"d": caps, "tint": [], "halo": 3})
    return made


def stones(
    rng: random.Random, low: int, rect: tuple[float, float, float, float] = (0, 0, 1000, 667), size: float = 64,
    tint: Any = "main", gap: float = 7, halo: float = 0, tone: Any = None,
) -> list[Layer]:  # fmt: skip
    """Return a wall of cut stone on a dark ground."""
    x0, y0, w, h = rect
    svg, row, y = "", 0, y0
    while y < y0 + h:
        tall = min(size * rng.uniform(0.5, 0.68), y0 + h - y)
        x = x0 - (row % 2) * size * 0.5
        while x < x0 + w:
            wide = size * rng.uniform(0.8, 1.35)
            a, b = max(x, x0) + gap / 2, min(x + wide, x0 + w) - gap / 2
            if b - a > 8 and tall > gap + 4:
                svg += f"M{a:.0f} {y + gap / 2:.0f} L{b:.0f} {y + gap / 2 + rng.uniform(-2, 2):.0f} L{b:.0f} {y + tall - gap / 2:.0f} L{a:.0f} {y + tall - gap / 2 + rng.uniform(-2, 2):.0f} Z "
            x += wide
        y += tall
        row += 1
    hatch = {"ink": "key", "field": "hatch", "angle": 52, "gap": 13, "length": 30, "toward": "shade"}
    return [
        {"rect": list(rect), "tint": "key", "halo": halo},
        {"d": svg, "tint": _list(tint), "halo": 1, "lines": [{**hatch, "tone": tone or [-0.1, 0.5]}]},
    ]


def curtain(
    rng: random.Random, low: int, x: float = 0, w: float = 180, y: float = 0, h: float = 667, tint: Any = "red", flip: bool = False,
) -> list[Layer]:  # fmt: skip
    """Return a heavy curtain, gathered at two thirds of its height."""
    s = -1 if flip else 1
    a, m = x, y + h * 0.62
    d = (
        f"M{a} {y} L{a + s * w:.0f} {y} C{a + s * w * 0.98:.0f} {y + h * 0.3:.0f} {a + s * w * 0.8:.0f} {m - 40:.0f} {a + s * w * 0.42:.0f} {m:.0f} "
        f"C{a + s * w * 0.6:.0f} {m + h * 0.12:.0f} {a + s * w * 0.66:.0f} {y + h * 0.85:.0f} {a + s * w * 0.62:.0f} {y + h} L{a} {y + h} Z"
    )
    folds = {"ink": "key", "field": "ray", "c": [a + s * w * 0.2, m - h * 1.5], "n": 210, "length": 120}
    return [
        {
            "d": d,
            "tint": _list(tint),
            "halo": 8,
            "lines": [{**folds, "tone": [0.1, 0.5], "toward": "left" if not flip else "right"}],
        }
    ]


def maze(
    rng: random.Random, low: int, c: tuple[float, float] = (500, 400), rings: Any = (), spokes: Any = (), half: str = "far",
    squash: float = 0.44, high: float = 40, thick: float = 9, tint: Any = "main", top: Any = (), door: float = 70,
) -> list[Layer]:  # fmt: skip
    """Walls in rings round a middle, seen from above: `far` ones show their inner face, `near` ones their outer.

    `rings` are a radius and the angle of its opening each (0 is right, 90 is near), `spokes` an angle and two radii.
    """
    cx, cy = c
    side = -1 if half == "far" else 1

    def spot(r: float, turn: float, up: float = 0) -> str:
        a = math.radians(turn)
        return f"{cx + r * math.cos(a):.0f} {cy + r * math.sin(a) * squash - up:.0f}"

    def face(points: list[tuple[float, float]]) -> str:
        foot = [spot(r, a) for r, a in points]
        return "M" + " L".join(foot + [spot(r, a, high) for r, a in reversed(points)]) + " Z "

    made: list[Layer] = []

    def wall(front: str, above: str) -> None:
        stones = {"cut": "key", "field": "hatch", "angle": 90, "gap": 17, "tone": [0.16, 0.5], "toward": "left"}
        made.append({"d": front + above, "tint": [], "halo": 4})
        made.append({"d": front, "tint": [*_list(tint), "key"], "lines": [{**stones, "length": 30}]})
        made.append({"d": above, "tint": _list(top), "mode": "light", "ink": "key", "rim": 2.4, "shade": 0})

    def ring(r: float, opening: float) -> None:
        wide, front, above = math.degrees(door / r) / 2, "", ""
        ends = [0, 180] if half == "near" else [180, 360]
        gap = [a for a in (opening - wide, opening + wide) if ends[0] < a < ends[1]]
        marks = [ends[0], *gap, ends[1]]
        for a, b in zip(marks[::2], marks[1::2], strict=True):
            turns = [a + (b - a) * i / 24 for i in range(25)]
            front += face([(r + side * thick, t) for t in turns])
            front += "".join(face([(r - thick, t), (r + thick, t)]) for t in (a, b))
            outer, inner = ([spot(r + s * thick, t, high) for t in turns] for s in (1, -1))
            above += "M" + " L".join(outer + inner[::-1]) + " Z "
        wall(front, above)

    def spoke(turn: float, r0: float, r1: float) -> None:
        wide = math.degrees(thick / r1)
        corners = [spot(r0, turn - wide, high), spot(r1, turn - wide, high)]
        corners += [spot(r1, turn + wide, high), spot(r0, turn + wide, high)]
        wall(
            face([(r0, turn - wide), (r1, turn - wide)]) + face([(r0, turn + wide), (r1, turn + wide)]),
            "M" + " L".join(corners) + " Z ",
        )

    for r, opening in sorted(rings, key=lambda each: side * each[0]):
        if half == "near":
            ring(r, opening)
        for turn, r0, r1 in spokes:
            if (r0 if half == "near" else r1) == r and (math.sin(math.radians(turn)) > 0) == (half == "near"):
                spoke(turn, r0 + thick, r1 - thick)
        if half == "far":
            ring(r, opening)
    return made


PLACES: dict[str, Callable[..., list[Layer]]] = {
    "sky": sky,
    "band": band,
    "ridge": ridge,
    "stones": stones,
    "curtain": curtain,
    "maze": maze,
}
