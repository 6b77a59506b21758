"""Backdrops of sky and lights: the open sky, a dream, the moon's ground, a town at night."""

from __future__ import annotations

from ..canvas import WHITE, mix
from ..light import Tint
from ..painting import Painting


def sky(p: Painting) -> None:
    """Nothing but air, clouds and wind."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.sky([(0, "#2f7fd6"), (0.6, "#a9dcf7"), (1, "#fdf0d0")])
    p.glow(w * 0.12, h * 0.12, 260, "#fff4b8", 0.95)
    p.clouds(9, 0.3, 0.7, opacity=0.5)
    p.clouds(14, 0.84, 1, opacity=0.92, big=1.9)
    p.clouds(3, 0.06, 0.2, opacity=0.7)
    for _ in range(9):
        wind = f"M{u(0, w):.0f},{u(h * 0.1, h * 0.8):.0f} q60,-18 120,0 t90,-12 q24,-14 6,-24 q-18,-4 -14,10"
        p.line(wind, WHITE, 3, opacity=0.5)


def dream(p: Painting) -> Tint:
    """Ribbons of colour over a floor of clouds."""
    w, h = p.width, p.height
    p.sky([(0, "#2a1f6b"), (0.4, "#8a5ac0"), (0.7, "#f2a0c8"), (1, "#ffd9c8")])
    p.stars(130, 0.6, "#fff6d0")
    for i, colour in enumerate(("#ff9ad0", "#ffd08a", "#9ae8d0", "#9ab8ff")):
        a, b, c, d = (h * (y + 0.03 * i) for y in (0.5, 0.2, 0.42, 0.3))
        ribbon = f"M-20,{a:.0f} Q{w * 0.3:.0f},{b:.0f} {w * 0.6:.0f},{c:.0f} T{w + 20},{d:.0f}"
        p.line(ribbon, colour, 20, opacity=0.45)
    p.clouds(10, 0.62, 0.72, "#ffe4f0", 0.85, 1.3)
    p.clouds(16, 0.78, 1.02, "#fff4fa", 0.92, 1.8)
    return "#c06aff", 0.16


def space(p: Painting) -> Tint:
    """Grey craters, and a blue planet in the sky."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.fill(p.radial([(0, "#3a2a7a"), (0.5, "#141a4a"), (1, "#05071c")], 0.6, 0.3, 0.9))
    p.stars(260, 0.8)
    for colour in ("#b04aa0", "#3a8ad8", "#6a4ad8"):
        at = (u(0, w), u(0, h * 0.5))
        p.ellipse(*at, u(140, 280), u(40, 110), colour, opacity=0.35, filter=p.blur(30))
    x, y = w * 0.82, h * 0.26
    p.circle(x, y, 92, p.radial([(0, "#bfe8ff"), (0.6, "#3f86d0"), (1, "#123a7a")], 0.35, 0.3, 0.8))
    for _ in range(6):
        colour = p.rng.choice(["#6fbf7a", WHITE])
        p.ellipse(x + u(-50, 50), y + u(-50, 50), u(12, 34), u(6, 14), colour, opacity=0.75)
    p.ground(0.72, "#d4d0cf", "#6f6a78", 40, 5)
    for _ in range(16):
        x, y, r = u(0, w), u(h * 0.74, h * 0.98), u(18, 56)
        p.ellipse(x, y, r, r * 0.32, "#5a5664", opacity=0.6)
        p.ellipse(x, y + r * 0.08, r * 0.86, r * 0.25, "#8f8b98", opacity=0.8)
    return "#6a5ae0", 0.18


def town_night(p: Painting) -> Tint:
    """Lit windows, market stalls, a string of lights."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.sky([(0, "#0d1440"), (0.45, "#3a2a6b"), (0.62, "#a04a6a"), (1, "#3a2130")])
    p.stars(90, 0.4)
    for colour, y, k in (("#2a2557", 0.60, 1), ("#1d1a40", 0.66, 1.3)):
        x = -20.0
        while x < w:
            wide, high = u(60, 110) * k, u(90, 190) * k
            _house(p, x, y * h - high + 60, wide, high, colour, k)
            x += wide + u(2, 14)
    p.ground(0.72, "#5a3b4a", "#2c1c2b", 8, 6)
    for _ in range(60):
        at = (u(0, w), u(h * 0.74, h))
        p.ellipse(*at, u(14, 30), u(4, 8), p.rng.choice(["#7a5566", "#40293a"]), opacity=0.5)
    for x in (90, 330, 610, 860):
        colour, y = p.rng.choice(["#d8443c", "#e08a2a", "#3a9a8a"]), h * 0.5
        for post in (x - 88, x + 80):
            p.rect(post, y, 8, h * 0.26, "#2a1a20")
        for i in range(8):
            p.path(f"M{x - 96 + i * 24},{y - 34} h24 v34 q-12,18 -24,0Z", colour if i % 2 else "#f6e6cf")
        p.glow(x, y + 60, 120, "#ffb95a", 0.35)
    string = f"M-10,{h * 0.08} Q{w * 0.25},{h * 0.18} {w * 0.5},{h * 0.07:.1f} T{w + 10},{h * 0.1}"
    p.line(string, "#1a1020", 2)
    return "#2a1f6b", 0.22


def _house(p: Painting, x: float, y: float, wide: float, high: float, colour: str, k: float) -> None:
    p.rect(x, y, wide, high + 200, p.linear([(0, mix(colour, "#6a4a8a", 0.25)), (1, colour)]))
    roof = f"M{x - 10:.0f},{y:.0f} Q{x + wide / 2:.0f},{y - 46 * k:.0f} {x + wide + 10:.0f},{y:.0f}Z"
    p.path(roof, mix(colour, "#b0305a", 0.35))
    for across in range(int(wide // 26)):
        for down in range(int(high // 40)):
            if p.rng.random() < 0.6:
                lit = p.rng.choice(["#ffd36b", "#ffb347", "#ffe9a8"])
                p.rect(x + 10 + across * 26, y + 14 + down * 38, 12, 18, lit, opacity=0.9, rx=2)
