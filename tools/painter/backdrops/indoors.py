"""Backdrops under a roof: attic, hall, forge, stage, cave."""

from __future__ import annotations

from ..canvas import BLACK, SCREEN, WHITE, lerp, mix
from ..light import Tint
from ..painting import Painting


def attic(p: Painting) -> Tint:
    """Boards and beams, and a round window that lets the sun in."""
    w, h = p.width, p.height
    p.sky([(0, "#3b2a20"), (0.62, "#7a583a"), (0.66, "#5a3d27"), (1, "#94693f")])
    for i in range(13):
        p.rect(i * 80 - 10, 0, 3, h * 0.66, "#22160f", opacity=0.35)
    for i in range(7):
        p.rect(0, h * (0.67 + 0.33 * (i / 7) ** 1.3), w, 2.5, "#2b1a0f", opacity=0.4)
    for i in range(16):
        x = lerp(-400, w + 400, i / 15)
        p.line(f"M{w / 2 + (x - w / 2) * 0.55:.0f},{h * 0.66:.0f} L{x:.0f},{h}", "#2b1a0f", 2, opacity=0.35)
    low, high = h * 0.16, h * 0.1
    p.path(f"M-20,{high} L{w / 2},-60 L{w + 20},{high} L{w + 20},{low} L{w / 2},0 L-20,{low}Z", "#2b1c12")
    x, y, dark = w / 2, h * 0.30, "#20140d"
    p.circle(x, y, 74, dark)
    p.circle(x, y, 66, p.linear([(0, "#bfe4ff"), (1, "#fff1c4")]))
    p.rect(x - 4, y - 66, 8, 132, dark)
    p.rect(x - 66, y - 4, 132, 8, dark)
    shaft = p.linear([(0, "#fff3c9", 0.5), (1, "#fff3c9", 0)])
    p.path(f"M{x - 60},{y} L{x - 300},{h} L{x + 260},{h} L{x + 60},{y}Z", shaft, style=SCREEN)
    return "#ffb45a", 0.14


def hall(p: Painting) -> Tint:
    """High windows between columns, a floor of tiles, a red carpet."""
    w, h, lead = p.width, p.height, "#3a201c"
    p.sky([(0, "#4a2c2a"), (0.66, "#8a4a3a"), (0.67, "#5b3428"), (1, "#9a6a48")])
    for i in range(4):
        x = w * (0.14 + 0.24 * i)
        arch = f"M{x - 62:.0f},{h * 0.6} V{h * 0.26} Q{x:.0f},{h * 0.06} {x + 62:.0f},{h * 0.26} V{h * 0.6}Z"
        p.path(arch, p.linear([(0, "#1f3a66"), (1, "#f0c98a")]))
        for bar in (-20, 20):
            p.rect(x + bar - 2, h * 0.17, 4, h * 0.43, lead)
        for down in (0.3, 0.42, 0.54):
            p.rect(x - 62, h * down, 124, 4, lead)
    p.columns((0.02, 0.26, 0.5, 0.74, 0.98), 0.1, 0.66, "#d9c3a0", 44)
    p.rect(0, 0, w, h * 0.1, p.linear([(0, "#2a1614"), (1, "#5a322a")]))
    tile = (w + 400) / 9
    for i in range(9):
        for j in range(4):
            if (i + j) % 2:
                left, top = lerp(-200, w + 200, i / 9), h * (0.67 + 0.1 * j)
                skewed = f"M{left:.0f},{top:.0f} h{tile:.0f} l{(i - 4) * 8},{h * 0.1:.0f} h{-tile:.0f}Z"
                p.path(skewed, BLACK, opacity=0.14)
    carpet = f"M{w * 0.38},{h * 0.66} L{w * 0.62},{h * 0.66} L{w * 0.8},{h + 10} L{w * 0.2},{h + 10}Z"
    p.path(carpet, p.linear([(0, "#a3202c"), (1, "#c8343a")]), opacity=0.9)
    return "#ffbf6a", 0.15


def forge(p: Painting) -> Tint:
    """A wall of bricks with a great fire in it."""
    w, h, pick = p.width, p.height, p.rng.choice
    p.sky([(0, "#2a1c18"), (0.66, "#5a3a2a"), (0.67, "#3a2a22"), (1, "#6a5040")])
    for j in range(11):
        for i in range(13):
            colour = pick(["#5a4034", "#4a342a", "#63483a"])
            p.rect(i * 80 - (40 if j % 2 else 0), j * 38, 76, 34, colour, rx=5, opacity=0.75)
    x, y = w / 2, h * 0.66
    p.path(f"M{x - 130},{y} V{h * 0.36} Q{x},{h * 0.16} {x + 130},{h * 0.36} V{y}Z", "#1a100c")
    fire = p.radial([(0, "#fff0a0"), (0.4, "#ff9a2a"), (1, "#8a1f0a")], 0.5, 0.9, 0.8)
    p.path(f"M{x - 104},{y} V{h * 0.40} Q{x},{h * 0.22} {x + 104},{h * 0.40} V{y}Z", fire)
    p.glow(x, y - 60, 360, "#ff8a2a", 0.75)
    for _ in range(40):
        at = (x + p.rng.gauss(0, 150), h * 0.6 - abs(p.rng.gauss(0, 150)))
        p.circle(*at, p.rng.uniform(1.5, 3.5), "#ffd27a", opacity=0.9)
    for i in range(5):
        for j in range(12):
            left, top = lerp(-60, w + 60, j / 12) + (40 if i % 2 else 0), h * (0.68 + 0.065 * i)
            colour = pick(["#6a5446", "#5a463a", "#77604f"])
            p.path(f"M{left:.0f},{top:.0f} h76 l5,34 h-84Z", colour, opacity=0.7)
    return "#ff8a3a", 0.2


def stage(p: Painting) -> Tint:
    """A theatre: boards, spotlights, a red curtain."""
    w, h = p.width, p.height
    p.fill(p.radial([(0, "#6a3a8a"), (0.6, "#2a1a4a"), (1, "#120a20")], 0.5, 0.4, 0.7))
    beam = p.linear([(0, "#fff6c8", 0.55), (1, "#fff6c8", 0.05)])
    for x in (w * 0.3, w * 0.5, w * 0.7):
        p.path(f"M{x - 14},-10 h28 L{x + p.rng.uniform(60, 120):.0f},{h * 0.95} h-200Z", beam, style=SCREEN)
    p.stars(40, 0.5, "#ffd97a")
    p.rect(0, h * 0.70, w, h * 0.3, p.linear([(0, "#8a5a34"), (1, "#4a2c18")]))
    for i in range(14):
        x = lerp(-300, w + 300, i / 13)
        p.line(f"M{w / 2 + (x - w / 2) * 0.6:.0f},{h * 0.70:.0f} L{x:.0f},{h}", "#2a180c", 2.5, opacity=0.5)
    for side, edge in ((1, 0), (-1, w)):
        for i in range(6):
            fold = f"M{edge + side * i * 26},0 q{side * 34},{h * 0.4:.0f} {-side * 4},{h * 0.78:.0f} l{side * 34},0"
            fold += f" q{side * 20},{-h * 0.4:.0f} {side * 4},{-h * 0.78:.0f}Z"
            p.path(fold, "#b01a2a" if i % 2 else mix("#b01a2a", "#5a0a18", 0.5))
    for i in range(12):
        p.path(f"M{i * 84 - 4},-4 h92 v64 q-46,60 -92,0Z", "#c8202f" if i % 2 else mix("#c8202f", "#6a0d1c", 0.35))
        p.line(f"M{i * 84 - 4},60 q46,60 92,0", "#f0c860", 5)
    return "#ffd08a", 0.12


def cave(p: Painting) -> Tint:
    """A hole in the rock, stalactites, crystals."""
    w, h, u = p.width, p.height, p.rng.uniform
    p.fill(p.radial([(0, "#5a6fa8"), (0.45, "#2f2f5a"), (1, "#0f0d1f")], 0.5, 0.48, 0.7))
    p.glow(w / 2, h * 0.45, 330, "#7fd8ff", 0.55)
    hole = f"M{w * 0.1},{h * 0.70} Q{w * 0.06:.0f},{h * 0.26:.0f} {w * 0.32:.0f},{h * 0.18:.0f}"
    hole += f" T{w * 0.66:.0f},{h * 0.15:.0f} Q{w * 0.97:.0f},{h * 0.24:.0f} {w * 0.9},{h * 0.70}Z"
    p.path(f"M-20,-20 H{w + 20} V{h + 20} H-20Z {hole}", "#2a2233", fill_rule="evenodd")
    for i in range(22):
        x = lerp(0, w, i / 21) + u(-12, 12)
        p.path(
            f"M{x - 20:.0f},{h * 0.1:.0f} L{x:.0f},{h * 0.12 + u(40, 120):.0f} L{x + 20:.0f},{h * 0.1:.0f}Z", "#221b2b"
        )
    p.rect(0, 0, w, h * 0.11, "#221b2b")
    p.ground(0.70, "#5a4f66", "#2a2233", 26, 6)
    for _ in range(26):
        x, y = u(0, w), p.rng.choice([u(h * 0.62, h * 0.74), u(h * 0.96, h * 1.02)])
        crystal(p, x, y, u(26, 80), p.rng.choice(["#6fe0f0", "#b07aff", "#ff8ad0", "#8affc8"]), u(-22, 22))
    return "#5a7aff", 0.2


def crystal(p: Painting, x: float, y: float, length: float, colour: str, lean: float) -> None:
    """A crystal with a lit and a dark side."""
    a, b, c = length * 0.16, length * 0.7, length * 0.3
    whole = f"M{x - a:.0f},{y:.0f} v{-b:.0f} l{a:.0f},{-c:.0f} l{a:.0f},{c:.0f} v{b:.0f}Z"
    shaded = f"M{x:.0f},{y:.0f} v{-length:.0f} l{a:.0f},{c:.0f} v{b:.0f}Z"
    sides = ((whole, mix(colour, WHITE, 0.1)), (shaded, mix(colour, "#1a1030", 0.35)))
    drawn = "".join(f'<path d="{d}" fill="{fill}"/>' for d, fill in sides)
    p.group(drawn, transform=f"rotate({lean:.0f} {x:.0f} {y:.0f})", opacity=0.9)
