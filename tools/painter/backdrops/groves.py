"""Backdrops that grow or crumble: autumn wood, jungle, garden, ruins, graveyard."""

from __future__ import annotations

import math

from ..canvas import SCREEN, lerp, mix
from ..light import Tint
from ..painting import Painting


def autumn(p: Painting) -> Tint:
    """Pale trunks, red crowns, a floor of leaves."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.sky([(0, "#f7d9a0"), (0.6, "#f9ecc8")])
    for i in range(9):
        p.rect(i * 120 + u(-30, 30), 0, u(14, 26), h * 0.7, mix("#b98a5a", "#f4dcae", 0.45))
    p.trees(0.60, 14, ["#d98a3a", "#e2b04a", "#c8603a"], 1.6)
    p.trees(0.68, 9, ["#b5482a", "#d9762f", "#caa23a"], 2.1)
    p.ground(0.66, "#c98a4a", "#7a4a2a", 22)
    for _ in range(240):
        x, y = u(0, w), u(h * 0.66, h)
        colour = p.rng.choice(["#d9562f", "#f0a63a", "#b5382a", "#f5cf5a", "#8a5a2a"])
        turned = f"rotate({u(-60, 60):.0f} {x:.0f} {y:.0f})"
        p.ellipse(x, y, u(3, 7), u(2, 4), colour, opacity=0.8, transform=turned)
    return "#ff9a3a", 0.14


def jungle(p: Painting) -> Tint:
    """Trunks, ferns, lianas, and light from above."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.sky([(0, "#bfe8a8"), (0.6, "#e9f7c2")])
    for i in range(10):
        p.rect(i * 110 + u(-30, 30), 0, u(16, 34), h * 0.75, mix("#4a6a3a", "#bfe0a0", 0.35))
    p.trees(0.58, 16, ["#4f9a4a", "#6ab052", "#3f8a4f"], 1.7)
    p.trees(0.68, 12, ["#1f6b3a", "#2c7f42"], 2.0)
    p.ground(0.66, "#6fa84a", "#2a5a2c", 20)
    for _ in range(16):
        x, y = u(-20, w + 20), p.rng.choice([u(h * 0.64, h * 0.72), u(h * 0.94, h * 1.04)])
        _fern(p, x, y, p.rng.choice(["#2f8a44", "#1f6b3a", "#49a050"]))
    for _ in range(7):
        liana = f"M{u(0, w):.0f},-10 q{u(-60, 60):.0f},{h * 0.2:.0f} {u(-30, 30):.0f},{u(0.2, 0.42) * h:.0f}"
        p.line(liana, "#2c6b35", 6)
    shaft = p.linear([(0, "#fffbd0", 0.5), (1, "#fffbd0", 0)])
    for _ in range(3):
        p.path(f"M{u(0, w * 0.8):.0f},-10 h70 l140,{h * 0.8:.0f} h-170Z", shaft, style=SCREEN)
    return "#7ad05a", 0.1


def _fern(p: Painting, x: float, y: float, colour: str) -> None:
    for i in range(5):
        angle, long = math.radians(-90 + (i - 2) * 30), p.rng.uniform(44, 80)
        tip = (x + long * math.cos(angle), y + long * math.sin(angle))
        mid = ((x + tip[0]) / 2, (y + tip[1]) / 2)
        there = f"Q{mid[0] - 10:.0f},{mid[1] - 14:.0f} {tip[0]:.0f},{tip[1]:.0f}"
        p.path(f"M{x:.0f},{y:.0f} {there} Q{mid[0] + 10:.0f},{mid[1] + 10:.0f} {x:.0f},{y:.0f}Z", colour)


def garden(p: Painting) -> Tint:
    """A hedge, a pond, a path, blossoming trees."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.sky([(0, "#7cc4ee"), (0.5, "#e4f4f2")])
    p.clouds(4, 0.07, 0.26, opacity=0.85)
    p.trees(0.58, 16, ["#6aab62", "#7fbf6a", "#e8a0b8"], 1.6)
    for i in range(16):
        colour = p.rng.choice(["#4f8f4a", "#5c9f52", "#467f44"])
        p.circle(i * 64 + u(-8, 8), h * 0.585, u(30, 44), colour)
    p.ground(0.60, "#a8d880", "#5a9a4a", 6)
    pond = f"M{w * 0.1},{h * 0.68} Q{w / 2},{h * 0.60} {w * 0.9},{h * 0.68} Q{w / 2},{h * 0.80} {w * 0.1},{h * 0.68}Z"
    p.path(pond, p.linear([(0, "#8fdcee"), (1, "#3a9cc4")]), stroke="#d9cfa8", stroke_width=9)
    p.waves(14, h * 0.66, h * 0.72, 0.6, w * 0.25, w * 0.7)
    path = f"M{w * 0.42:.0f},{h + 10} Q{w * 0.46:.0f},{h * 0.86:.0f} {w * 0.56:.0f},{h * 0.77:.0f}"
    path += f" L{w * 0.63:.0f},{h * 0.77:.0f} Q{w * 0.56:.0f},{h * 0.88:.0f} {w * 0.62:.0f},{h + 10}Z"
    p.path(path, "#f0e2bd")
    p.tufts(120, p.within(0.78, 1), "#3f8038")
    p.dots(130, p.within(0.78, 1), ["#ffffff", "#ff9ac0", "#ffe27a", "#c8a0ff"], 2, 4)
    return "#ffc0d8", 0.1


def ruins(p: Painting) -> Tint:
    """Old columns on flagstones by the sea."""
    w, h = p.width, p.height
    p.sky([(0, "#4a9ad8"), (0.5, "#d9eef0"), (0.62, "#fbeccb")])
    p.clouds(5, 0.07, 0.28, opacity=0.85)
    p.path(p.ridge(h * 0.60, 70, 6), p.linear([(0, "#9fb08a"), (1, "#b9b58a")]))
    p.rect(0, h * 0.58, w, 30, p.linear([(0, "#4aa6c0"), (1, "#7cc6cc")]))
    p.ground(0.64, "#d9c58f", "#a3834f", 14)
    p.columns((0.08, 0.2, 0.86), 0.2, 0.70, "#efe3c6", 40)
    p.columns((0.74,), 0.4, 0.70, "#efe3c6", 40)
    p.rect(w * 0.03, h * 0.15, w * 0.22, 26, "#f3e8cf")
    p.rect(w * 0.03, h * 0.15 + 22, w * 0.22, 8, "#c8b68e")
    for i in range(6):
        for j in range(10):
            x, y = lerp(-100, w + 100, j / 10) + (50 if i % 2 else 0), h * (0.70 + 0.05 * i)
            colour = p.rng.choice(["#e4d2a2", "#d6c08a", "#cdb57c"])
            p.path(f"M{x:.0f},{y:.0f} h90 l6,26 h-98Z", colour, opacity=0.6)
    p.tufts(50, p.within(0.68, 1), "#7a8a3f")
    return "#ffcf7a", 0.12


def haunted(p: Painting) -> Tint:
    """Bare trees, an iron fence, fog."""
    w, h, u, iron = p.width, p.height, p.rng.uniform, "#0f0c1c"
    p.sky([(0, "#150f2e"), (0.4, "#3a2a5e"), (0.64, "#7a6a8a")])
    p.stars(50, 0.4)
    p.clouds(7, 0.1, 0.4, "#4a3a66", 0.6)
    p.path(p.ridge(h * 0.66, 80, 6), "#1f1a3a")
    for x in (60, 200, 860, 760):
        y = h * 0.70
        tree = f"M{x - 10},{y} q4,-90 -14,-150 M{x - 8},{y - 60} q-30,-30 -54,-34"
        tree += f" M{x - 12},{y - 96} q26,-30 44,-30 M{x - 14},{y - 120} q-14,-34 -34,-50"
        p.line(tree, "#150f24", 13)
    p.ground(0.70, "#4a4f4a", "#1c1e22", 26, 4)
    p.tufts(120, p.within(0.72, 1), "#14181a")
    for x in range(20, w, 64):
        p.rect(x, h * 0.66, 6, 60, iron)
        p.path(f"M{x - 3},{h * 0.66} l6,-16 l6,16Z", iron)
    p.rect(0, h * 0.69, w, 5, iron)
    for _ in range(9):
        at = (u(0, w), u(h * 0.68, h * 0.95))
        p.ellipse(*at, u(120, 240), u(10, 22), "#cfd4e8", opacity=0.28, filter=p.blur(16))
    return "#5a3fa0", 0.25
