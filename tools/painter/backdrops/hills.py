"""Backdrops of open land: mountain, meadow, dusk, snow, desert, night."""

from __future__ import annotations

from ..canvas import WHITE, mix
from ..light import Tint
from ..painting import Painting


def mountain(p: Painting) -> None:
    """Two ranges, one under snow, and an alp with flowers."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.sky([(0, "#3f86d6"), (0.45, "#bfe3f5"), (0.6, "#f5efd8")])
    p.clouds(7, 0.06, 0.34, opacity=0.85)
    p.mountains(h * 0.62, h * 0.46, "#7f93b5", WHITE, 7)
    p.clouds(4, 0.5, 0.6, opacity=0.5)
    p.mountains(h * 0.72, h * 0.26, "#5f7d78", n=8)
    p.ground(0.68, "#9fc26a", "#4d7a3a", 26)
    p.tufts(120, p.within(0.7, 1), "#39632c")
    p.dots(60, p.within(0.72, 1), [WHITE, "#ffe27a", "#f2a0c0"])
    for _ in range(10):
        x, y = u(0, w), u(h * 0.72, h * 0.97)
        p.path(f"M{x - 22:.0f},{y:.0f} l8,-18 l16,-6 l16,10 l6,14Z", "#8f9296")
        p.path(f"M{x - 14:.0f},{y - 18:.0f} l16,-6 l4,12Z", "#b9bdc2")


def meadow(p: Painting) -> None:
    """Rolling green under a summer sky."""
    w, h = p.width, p.height
    p.sky([(0, "#58b0ee"), (0.5, "#c9ecfa"), (0.6, "#f4fbe8")])
    p.glow(w * 0.18, h * 0.16, 220, "#fff7c0", 0.9)
    p.clouds(6, 0.07, 0.3, opacity=0.9)
    for colour, y, height in (("#9ccf7a", 0.60, 70), ("#7fbf5e", 0.66, 60), ("#8fd060", 0.74, 40)):
        p.ground(y, mix(colour, WHITE, 0.25), mix(colour, "#1f5a2a", 0.35), height, 4)
    p.trees(0.62, 7, ["#5a9a4a", "#6aab52"], 1.1)
    p.tufts(200, p.within(0.68, 1), "#3f8038")
    p.dots(170, p.within(0.68, 1), [WHITE, "#ffe27a", "#ff9ac0", "#b59cff", "#ff7a6a"], 2, 4.5)


def plain_dusk(p: Painting) -> Tint:
    """A burning sky over dry grass and old stakes."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.sky([(0, "#3a2a5e"), (0.3, "#b5485a"), (0.52, "#ffb05a"), (0.62, "#ffd98a")])
    p.glow(w * 0.3, h * 0.56, 300, "#ffd27a", 0.9)
    p.circle(w * 0.3, h * 0.56, 54, "#fff0c0")
    p.clouds(6, 0.1, 0.4, "#e88a7a", 0.6)
    p.path(p.ridge(h * 0.62, 60, 7), "#7a4a6a")
    p.ground(0.64, "#a88a4a", "#4a3a2a", 16)
    p.tufts(150, p.within(0.66, 1), "#2f2a1a", 1.2)
    for _ in range(16):
        stake = f"M{u(0, w):.0f},{u(h * 0.64, h * 0.72):.0f} l{u(-8, 8):.0f},{-u(24, 54):.0f}"
        p.line(stake, "#2a1f1a", 3, opacity=0.8)
    return "#ff8a4a", 0.2


def snow(p: Painting) -> Tint:
    """Firs, three lit huts, snow that falls."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.sky([(0, "#6f8fc8"), (0.4, "#c8d6ee"), (0.62, "#f7e6e0")])
    p.mountains(h * 0.62, h * 0.36, "#93a9cc", WHITE, 7)
    p.trees(0.66, 16, ["#4a7a7a", "#5a8a86", "#3f6a70"], 1.2, fir=True)
    for x in (120, 420, 760):
        y, colour = h * 0.66, p.rng.choice(["#a8503a", "#8a5a3a", "#b5763f"])
        p.rect(x - 50, y - 60, 100, 64, colour)
        p.path(f"M{x - 66},{y - 58} L{x},{y - 118} L{x + 66},{y - 58}Z", "#f4f8ff")
        p.path(f"M{x - 50},{y - 58} L{x},{y - 104} L{x + 50},{y - 58}Z", mix(colour, "#000000", 0.2))
        p.rect(x - 12, y - 40, 24, 24, "#ffd97a")
        p.glow(x, y - 28, 60, "#ffd97a", 0.7)
    p.ground(0.66, WHITE, "#a9c4e4", 26, 4)
    for _ in range(20):
        p.ellipse(u(0, w), u(h * 0.7, h), u(50, 120), u(5, 12), "#8fb0d8", opacity=0.22)
    for _ in range(140):
        p.circle(u(0, w), u(0, h), u(1, 3.4), WHITE, opacity=0.85)
    return "#8fb8ff", 0.12


def desert(p: Painting) -> Tint:
    """Dunes, and three pyramids far away."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.sky([(0, "#3a9ad0"), (0.4, "#bfe6ea"), (0.58, "#ffe8b8")])
    p.glow(w * 0.8, h * 0.16, 240, "#fff4c0", 0.9)
    p.circle(w * 0.8, h * 0.16, 44, "#fffbe0")
    for colour, y, height in (("#e9b876", 0.60, 60), ("#dfa45c", 0.66, 54), ("#f2c984", 0.74, 40)):
        sand = p.linear([(0, mix(colour, WHITE, 0.3)), (0.5, colour), (1, mix(colour, "#8a5a2a", 0.35))])
        p.path(p.ridge(y * h, height, 4), sand)
    for x, k in ((170, 1), (300, 0.7), (420, 0.5)):
        y = h * 0.62
        p.path(f"M{x - 110 * k:.0f},{y} L{x},{y - 130 * k:.0f} L{x + 110 * k:.0f},{y}Z", "#d9a860")
        p.path(f"M{x},{y - 130 * k:.0f} L{x + 110 * k:.0f},{y} L{x + 24 * k:.0f},{y}Z", "#a8763f")
    for _ in range(36):
        p.line(f"M{u(-40, w):.0f},{u(h * 0.68, h):.0f} q30,-8 60,0 t60,0", "#b5803f", 2.5, opacity=0.35)
    return "#ffb54a", 0.14


def night_hill(p: Painting) -> Tint:
    """A hill with firs under the Milky Way."""
    w, h = p.width, p.height
    p.sky([(0, "#0a1038"), (0.5, "#2a3f8a"), (0.66, "#5a6ac0")])
    p.stars(170, 0.62)
    band = f"M-20,{h * 0.5} Q{w * 0.4},{h * 0.1} {w + 20},{h * 0.02:.0f}"
    band += f" L{w + 20},{h * 0.16:.0f} Q{w * 0.4},{h * 0.26:.0f} -20,{h * 0.6}Z"
    p.path(band, "#cfd8ff", opacity=0.16, filter=p.blur(16))
    p.path(p.ridge(h * 0.64, 60, 6), "#22336a")
    p.trees(0.66, 16, ["#1a2a55", "#20305f"], 1, fir=True)
    p.ground(0.68, "#3f6a6a", "#16303f", 34, 3)
    p.tufts(130, p.within(0.72, 1), "#0f2430")
    return "#3a4fc0", 0.25
