"""Engraved lines: a field says which way they run, a tone how wide they are; 0 is nothing, 1 is solid.

Every line has its own breaks and tapered ends, as if a gouge had been lifted now and then.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Plane = NDArray[np.float32]
Box = tuple[float, float, float, float]


class Gouge:
    """The chance of one picture: a table for breaks along lines, and an offset for each line."""

    def __init__(self, seed: int) -> None:
        rng = np.random.default_rng(seed)
        wave = rng.standard_normal(4096)
        window = np.hanning(9) / np.hanning(9).sum()
        table = np.convolve(np.r_[wave[-8:], wave, wave[:8]], window, "same")[8:-8]
        self._table = (table / table.std()).astype(np.float32)
        self._offset = rng.uniform(0, 4096, 4096).astype(np.float32)

    def along(self, line: Plane, far: Plane) -> Plane:
        """Draw smooth chance, one stream for each line."""
        spot = (far + self._offset[line.astype(int) % 4096]) % 4095
        before = spot.astype(int)
        rest = spot - before
        return np.asarray(self._table[before] * (1 - rest) + self._table[(before + 1) % 4096] * rest, np.float32)


def field(kind: str, x: Plane, y: Plane, cut: dict[str, Any], depth: Plane | None) -> tuple[Plane, Plane, Any]:
    """Return which line a point lies on (a real number), how far along it, and how far lines are apart, in units."""
    gap = cut.get("gap", 14)
    if kind in ("hatch", "wave"):
        angle = np.radians(cut.get("angle", 0))
        u = x * np.cos(angle) + y * np.sin(angle)
        v = -x * np.sin(angle) + y * np.cos(angle)
        swing = cut.get("swing", 10 if kind == "wave" else 1.5)
        period = cut.get("period", 160 if kind == "wave" else 90)
        v = v + swing * np.sin(u / period * 6.283 + v * cut.get("shift", 0.021))
        v = v + swing * 0.4 * np.sin(u / period * 14.1 + v * 0.05)
        return v / gap, u, gap
    cx, cy = cut["c"]
    squash = cut.get("squash", 1.0)
    r = np.hypot(x - cx, (y - cy) * squash) + 1e-3
    turn = np.arctan2((y - cy) * squash, x - cx)
    if kind == "ray":
        n = cut.get("n", 72)
        return turn * n / 6.2832 + cut.get("bend", 0) * np.sin(r / 60), r, 6.2832 * r / n
    if kind == "ring":
        return (r + cut.get("swing", 4) * np.sin(turn * 9)) / gap, np.abs(turn) * r, gap
    if kind == "spiral":
        return (r + cut.get("swing", 3) * np.sin(turn * 7)) / gap + turn / 6.2832 * cut.get("arms", 1), turn * r, gap
    if kind == "contour" and depth is not None:
        return depth / gap, turn * r, gap
    raise ValueError(f"no field {kind!r}")


def tone(cut: dict[str, Any], x: Plane, y: Plane, box: Box, depth: Plane | None) -> Any:
    """Return the tone at each point: a number, or [from, to] along a direction."""
    wanted = cut.get("tone", 0.4)
    if not isinstance(wanted, list):
        return np.float32(wanted)
    x0, y0, x1, y1 = box
    right, down = (x - x0) / max(1, x1 - x0), (y - y0) / max(1, y1 - y0)
    toward = cut.get("toward", "down")
    if toward in ("down", "up"):
        q = down
    elif toward in ("left", "right"):
        q = right
    elif toward == "shade":  # from the lit upper left to the lower right
        q = 0.55 * right + 0.45 * down
    elif toward in ("out", "in"):
        cx, cy = cut.get("from", cut.get("c", [(x0 + x1) / 2, (y0 + y1) / 2]))
        q = (np.hypot(x - cx, y - cy) - cut.get("near", 0)) / cut.get("reach", 500)
    elif toward == "edge" and depth is not None:
        q = 1 - depth / cut.get("reach", 30)
    else:
        raise ValueError(f"no direction {toward!r}")
    q = np.clip(q, 0, 1) ** cut.get("power", 1)
    if toward in ("up", "left", "in"):
        q = 1 - q
    return wanted[0] + (wanted[1] - wanted[0]) * q


def lines(gouge: Gouge, cut: dict[str, Any], x: Plane, y: Plane, box: Box, depth: Plane | None, pixel: float) -> Plane:
    """Return the coverage of engraved lines, from 0 to 1; `pixel` is how many pixels a unit has."""
    phase, far, gap = field(cut.get("field", "hatch"), x, y, cut, depth)
    line = np.floor(phase)
    breath = 1 + cut.get("rough", 0.45) * gouge.along(line, far / cut.get("length", 60))
    jitter = 0.12 * gouge.along(line + 999, far / 40)
    width = tone(cut, x, y, box, depth) * breath * gap
    off = np.abs(phase - line - 0.5 + jitter) * gap
    width = np.where(width < cut.get("thinnest", 1.6), 0, width)
    return np.asarray(np.clip((width / 2 - off) * pixel + 0.5, 0, 1) * (width > 0), np.float32)
