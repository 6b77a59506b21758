"""Backdrops with water: harbour at dawn, beach, storm, lake, and under the sea."""

from __future__ import annotations

from ..canvas import BLACK, SCREEN, WHITE, mix, smooth
from ..light import Tint
from ..painting import Painting


def coast_dawn(p: Painting) -> Tint:
    """The sun comes up over a harbour; a quay of boards in front."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.sky([(0, "#5a8fd0"), (0.3, "#f7b58a"), (0.5, "#ffe3a6"), (0.52, "#ffd79a")])
    p.glow(w * 0.68, h * 0.44, 260, "#fff0b0", 0.95)
    p.circle(w * 0.68, h * 0.44, 46, "#fff6d8")
    p.clouds(6, 0.08, 0.32, "#fff0e4", 0.75)
    p.path(p.ridge(h * 0.5, 70, 7), p.linear([(0, "#8a7fb0"), (1, "#b58fa6")]))
    p.rect(0, h * 0.5, w, h * 0.5, p.linear([(0, "#f6c58f"), (0.18, "#6fb3c4"), (1, "#1f6f95")]))
    for i in range(24):
        p.ellipse(w * 0.68 + u(-20, 20), h * 0.5 + i * 7, u(20, 70), 2.4, "#fff3c4", opacity=0.55)
    p.waves(70, h * 0.53, h * 0.9, 0.5)
    edge = f"M-20,{h * 0.80} L{w * 0.35},{h * 0.77} L{w * 0.7},{h * 0.79} L{w + 20},{h * 0.76}"
    p.path(f"{edge} L{w + 20},{h + 20} L-20,{h + 20}Z", p.linear([(0, "#b9966b"), (1, "#6e4f35")]))
    for i in range(20):
        p.line(f"M{i * 52},{h * 0.78} l{u(-14, 14):.0f},{h * 0.25}", "#4a3321", 3, opacity=0.5)
    for i in range(3):
        p.rect(-20, h * (0.83 + 0.06 * i), w + 40, 2.5, "#4a3321", opacity=0.35)
    return "#ffb07a", 0.14


def beach(p: Painting) -> None:
    """Sand, a line of foam, a bright sea."""
    w, h = p.width, p.height
    p.sky([(0, "#2f9fe0"), (0.45, "#bdeafa")])
    p.clouds(5, 0.07, 0.28, opacity=0.9)
    p.path(p.ridge(h * 0.46, 40, 6), "#7fa8b8", opacity=0.7)
    p.rect(0, h * 0.45, w, h * 0.35, p.linear([(0, "#1c86b5"), (0.7, "#4fd0d2"), (1, "#bff2e4")]))
    p.waves(60, h * 0.47, h * 0.66, 0.6)
    sand = p.linear([(0, "#e8cf98"), (0.3, "#f7e4b4"), (1, "#e0bd7c")])
    for down, fill, opacity in ((0, WHITE, 0.8), (0.024, sand, 1)):
        line = ((-20, 0.70), (w * 0.2, 0.66), (w * 0.45, 0.70), (w * 0.7, 0.65), (w + 20, 0.69))
        edge = smooth([(x, (y + down) * h) for x, y in line], closed=False)
        p.path(f"{edge} L{w + 20},{h + 20} L-20,{h + 20}Z", fill, opacity=opacity)
    p.dots(160, p.within(0.73, 1), ["#c99f5c", "#fff4d2", "#b58a4c"], 1, 2.4)


def storm(p: Painting) -> Tint:
    """Dark clouds, lightning, rain, seven rows of waves, rocks."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.sky([(0, "#1f2a3f"), (0.35, "#4a5f78"), (0.52, "#9fb0b5")])
    p.clouds(12, 0.02, 0.26, "#2c3a50", 0.85, 1.5)
    p.clouds(6, 0.1, 0.3, "#5f7286", 0.7, 1.2)
    x = w * 0.36
    p.path(f"M{x},{h * 0.05} l-26,90 l30,-4 l-34,96 l70,-118 l-32,4 l34,-68Z", "#fffbd8", opacity=0.9)
    p.glow(x, h * 0.2, 180, "#dfe8ff", 0.6)
    p.rect(0, h * 0.46, w, h * 0.54, p.linear([(0, "#4f7f8a"), (0.5, "#22566e"), (1, "#0f2f4a")]))
    for i in range(7):
        crest = f"M-40,{h * (0.50 + 0.07 * i):.0f}"
        for _ in range(10):
            crest += f" q{w * 0.025:.0f},{-u(14, 34):.0f} {w * 0.06:.0f},-4 t{w * 0.045:.0f},8"
        p.path(f"{crest} L{w + 60},{h + 40} L-40,{h + 40}Z", mix("#3f7f90", "#0d2c48", i / 7), opacity=0.85)
        p.line(crest, "#e8f6f8", 3.5, opacity=0.55)
    rocks = ((-20, 0.86), (0.12 * w, 0.80), (0.28 * w, 0.84), (0.5 * w, 0.81), (0.72 * w, 0.85), (0.9 * w, 0.79))
    edge = " L".join(f"{x:.0f},{y * h:.0f}" for x, y in (*rocks, (w + 20, 0.83), (w + 20, 1.05), (-20, 1.05)))
    p.path(f"M{edge}Z", p.linear([(0, "#77726c"), (1, "#34322f")]))
    for _ in range(22):
        x, y = u(0, w), u(h * 0.85, h)
        p.path(f"M{x:.0f},{y:.0f} l{u(20, 50):.0f},{-u(4, 14):.0f} l20,16Z", BLACK, opacity=0.16)
    for _ in range(120):
        p.line(f"M{u(0, w):.0f},{u(0, h):.0f} l-9,26", "#dfeaf2", 1.4, opacity=0.35)
    return "#3a5f9a", 0.18


def lake(p: Painting) -> Tint:
    """Still water between mountains, water lilies, reeds."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.sky([(0, "#8fb0e8"), (0.35, "#f6cfd8"), (0.5, "#fdeed8")])
    p.mountains(h * 0.5, h * 0.34, "#8f9cc8", WHITE, 6)
    p.trees(0.51, 12, ["#5a8a7a", "#6a9a82"], 0.9, fir=True)
    p.rect(0, h * 0.5, w, h * 0.5, p.linear([(0, "#e8c9d6"), (0.3, "#8fb6d8"), (1, "#2f6f95")]))
    for _ in range(50):
        p.ellipse(u(0, w), u(h * 0.52, h * 0.9), u(20, 90), 1.8, WHITE, opacity=0.3)
    for _ in range(22):
        colour = p.rng.choice(["#4f9a5a", "#3f8a52", "#6ab066"])
        p.ellipse(u(0, w), u(h * 0.6, h * 0.84), u(16, 34), u(5, 9), colour, opacity=0.85)
    bank = f"M-20,{h * 0.90} Q{w * 0.3},{h * 0.82:.0f} {w * 0.55:.0f},{h * 0.88:.0f} T{w + 20},{h * 0.85}"
    p.path(f"{bank} L{w + 20},{h + 20} L-20,{h + 20}Z", p.linear([(0, "#8fc27a"), (1, "#4f8a4a")]))
    p.tufts(90, p.within(0.89, 1), "#2f6a38")
    for _ in range(26):
        x, y = p.rng.choice([u(-10, 150), u(w - 140, w + 10)]), u(h * 0.84, h * 0.95)
        p.line(f"M{x:.0f},{y:.0f} q{u(-14, 14):.0f},-50 {u(-12, 12):.0f},{-u(70, 120):.0f}", "#4a7a3a", 4)
    return "#ffc0d0", 0.12


def underwater(p: Painting) -> Tint:
    """Shafts of light, weeds and bubbles."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.sky([(0, "#7fe6ee"), (0.35, "#2aa6cf"), (1, "#0b3f7a")])
    shaft = p.linear([(0, WHITE, 0.35), (1, WHITE, 0)])
    for _ in range(7):
        p.path(f"M{u(0, w):.0f},-10 h{u(30, 70):.0f} l{u(60, 160):.0f},{h * 0.9:.0f} h-170Z", shaft, style=SCREEN)
    for colour, y in (("#1b6a9a", 0.66), ("#18578a", 0.74)):
        p.path(p.ridge(y * h, 90, 8), colour, opacity=0.8)
    p.ground(0.82, "#f0d9a0", "#b98f5a", 18)
    for _ in range(26):
        x, y, long = u(0, w), u(h * 0.8, h * 0.98), u(30, 100)
        colour = p.rng.choice(["#2f9a6a", "#c8486a", "#e08a3a", "#8a5ac8"])
        weed = f"M{x:.0f},{y:.0f} q{u(-24, 24):.0f},{-long / 2:.0f} {u(-10, 10):.0f},{-long:.0f}"
        p.line(weed, colour, u(4, 9), opacity=0.75)
    for _ in range(50):
        p.circle(u(0, w), u(0, h), u(2, 7), "none", stroke=WHITE, stroke_opacity=0.5, stroke_width=1.5)
    return "#2ac0e0", 0.18
