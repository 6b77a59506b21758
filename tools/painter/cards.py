"""Cards, 720 by 980: legends and the treasure, locations, and the backs of every pile."""

from __future__ import annotations

import math

from .backdrops import BACKDROPS
from .canvas import BLACK, WHITE, Canvas, mix
from .icons import Icons
from .island import FRAME as TILE_FRAME
from .island import hexagon, paint_island
from .light import air, sunlight, vignette
from .painting import Painting
from .powers import KEPT, POWERS, SIGNS, WIDE
from .relics import RELICS
from .scenes import ISLAND, POSTCARD, Scene

CARD = (720, 980)
PAPER, BRASS, SEPIA = "#fbf4e3", "#b98a3e", "#8a6a3a"

LEGENDS = {
    "alatyr": ("coast_dawn", "", "#ffd27a"),
    "andvaranaut": ("cave", "", "#ffe08a"),
    "ark": ("desert", "", "#fff0b0"),
    "wand": ("night_hill", "magic-wand", "#fff0a0"),
    "scales": ("ruins", "balance-scale", "#ffffff"),
    "boots": ("mountain", "", "#fff6d8"),
    "girdle": ("beach", "", "#ffd0e0"),
    "club": ("jungle", "", "#e8ffc0"),
    "necklace": ("snow", "prayer-beads", "#ffe0b0"),
    "excalibur": ("lake", "", "#e8f6ff"),
    "kunee": ("haunted", "", "#b98cff"),
    "stone": ("forge", "", "#ff9a7a"),
    "apple": ("garden", "red-apple", "#fff0a0"),
    "trident": ("underwater", "trident-emblem", "#bff2ff"),
    "hourglass": ("dream", "hourglass-not-done", "#fff0d0"),
    "egg": ("meadow", "egg", "#fff0a0"),
    "treasure": ("cave", "treasure-chest", "#ffe08a"),
}
"""Backdrop, icon (or a relic of our own), and the colour of the light around it."""
GILDED = ("apple", "egg")

_ART = (36, 36, 648, 664)
_BOLT = "M6,-24 L-14,4 H-2 L-8,26 L16,-6 H3Z"
_RIBBON = "M-13,-24 H13 V24 L0,12 L-13,24Z"


def paint_legend(name: str, icons: Icons) -> str:
    """A legend, or the treasure: the thing itself, room for its name, and its power in signs."""
    card = Canvas(*CARD, f"legend/{name}")
    _sheet(card, PAPER)
    art = _legend_art(name, icons)
    card.defs += art.defs
    x, y, w, h = _ART
    left = POSTCARD[0] / 2 - w / 2 * POSTCARD[1] / h
    window = f"{left:.1f} 0 {w * POSTCARD[1] / h:.1f} {POSTCARD[1]}"
    at = f'x="{x}" y="{y}" width="{w}" height="{h}"'
    shapes = "".join(art.shapes)
    card.add(f'<svg {at} viewBox="{window}" preserveAspectRatio="xMidYMid slice">{shapes}</svg>')
    return card.svg(_outline(2), _edge() + _window_edge() + _strip(POWERS[name]) + _seal(name))


def _legend_art(name: str, icons: Icons) -> Painting:
    backdrop, icon, light = LEGENDS[name]
    p = Painting(*POSTCARD, f"legend/{name}/art", icons)
    tint = BACKDROPS[backdrop](p)
    x, foot, size = POSTCARD[0] / 2, 575.0, 380.0
    for ray in range(16):
        a, b = (math.radians(ray * 22.5 + turn) for turn in (-4, 4))
        tips = " L".join(f"{x + 620 * math.cos(t):.0f},{360 + 620 * math.sin(t):.0f}" for t in (a, b))
        p.path(f"M{x},360 L{tips}Z", light, opacity=0.13)
    p.glow(x, 370, 340, light, 0.8)
    p.ellipse(x + 14, foot - 6, size * 0.4, 24, "#0a1420", opacity=0.45, filter=p.blur(9))
    if icon:
        ink = icons.ink(icon)
        inside = p.icon(icon, x - size / 2, foot - size * ink.bottom, size)
        if name in GILDED:
            inside = f'<g filter="{_gilding(p)}">{inside}</g>'
        p.group(inside, filter=p.drop())
    else:
        at = f"translate({x - size / 2:.0f},{foot - size:.0f}) scale({size / 200:g})"
        p.group(f'<g transform="{at}">{RELICS[name](p)}</g>', filter=p.drop())
    for _ in range(18):
        at_x, at_y = x + p.rng.gauss(0, 150), 350 + p.rng.gauss(0, 130)
        p.path(_sparkle(at_x, at_y, p.rng.uniform(4, 13)), "#fffbe6", opacity=p.rng.uniform(0.5, 1))
    air(p, tint)
    sunlight(p, 0.4, 0.15, 0.8, 0.28)
    vignette(p, "#0a0614", 0.45, 0.6, 0.55)
    return p


def _gilding(p: Painting) -> str:
    """A filter that turns any colour into gold of the same lightness."""
    rows = "0.62 0.5 0.2 0 0.16  0.5 0.42 0.12 0 0.02  0.14 0.16 0.08 0 -0.04  0 0 0 1 0"
    inside = f'<feColorMatrix type="matrix" values="{rows}"/>'
    return p.define("filter", inside, color_interpolation_filters="sRGB")


def _sparkle(x: float, y: float, r: float) -> str:
    k, far = r * 0.16, r * 0.84
    turns = ((k, far), (far, k), (-far, k), (-k, far), (-k, -far), (-far, -k), (far, -k))
    return f"M{x:.1f},{y - r:.1f}" + "".join(f" l{dx:.1f},{dy:.1f}" for dx, dy in turns) + "Z"


def paint_location(scene: Scene, icons: Icons, heads: frozenset[str]) -> str:
    """The card of an island: a chart with the island on it, and room for its name."""
    card = Canvas(*CARD, f"location/{scene.id}")
    _sheet(card, "#f3e4c0")
    _chart(card, "#8a6a3a", 360, 350)
    card.path(
        "M60,905 C170,850 230,930 330,880 S470,850 560,888", stroke="#a8323a", stroke_width=7, stroke_dasharray="20 15"
    )
    card.line("M586,858 l48,48 m0,-48 l-48,48", "#a8323a", 13)
    island, width = paint_island(scene, icons, heads), 664
    height = width * ISLAND[1] / ISLAND[0]
    at = f'<svg x="28" y="84" width="{width}" height="{height:.1f}"'
    cast = f"translate(34,96) scale({width / ISLAND[0]:.4f})"
    shade = f'<path d="{hexagon(0)}" transform="{cast}" fill="{SEPIA}" opacity=".35"/>'
    return card.svg(_outline(2), _edge() + shade + island.strip().replace("<svg", at, 1))


def paint_location_back() -> str:
    """Blue as the sea, with a compass rose."""
    card = Canvas(*CARD, "back/location")
    _sheet(card, "#14506b", "#0b3047")
    _chart(card, "#7fc0cc", 360, 490, 0.28)
    _rose(card, 360, 490, 225, "#f0d79a", "#0e3a52")
    return card.svg(_outline(2), _edge("#f0d79a"))


def paint_reward_back() -> str:
    """Plum, with a keyhole between rays."""
    card = Canvas(*CARD, "back/reward")
    _sheet(card, "#6a2346", "#34102a")
    for ray in range(24):
        a, b = (math.radians(ray * 15 + turn) for turn in (0, 7.5))
        tips = " L".join(f"{360 + 900 * math.cos(t):.0f},{490 + 900 * math.sin(t):.0f}" for t in (a, b))
        card.path(f"M360,490 L{tips}Z", "#e9b747", opacity=0.12)
    gold = card.linear([(0, "#fff0b8"), (0.5, "#e3b04a"), (1, "#8f5d16")])
    card.circle(360, 490, 190, gold, stroke="#2a0d20", stroke_width=6)
    card.circle(360, 490, 158, "#3f1532", stroke="#7a4c10", stroke_width=5)
    for stud in range(12):
        angle = math.radians(stud * 30)
        card.circle(360 + 174 * math.cos(angle), 490 + 174 * math.sin(angle), 8, "#7a4c10")
    card.path(
        "M360,400 a52,52 0 0 1 30,94 L410,590 H310 L330,494 A52,52 0 0 1 360,400Z",
        gold,
        stroke="#2a0d20",
        stroke_width=5,
    )
    return card.svg(_outline(2), _edge("#f0d79a"))


def paint_postcard_back() -> str:
    """Cream paper with a stamp, a postmark and lines for an address."""
    w, h = POSTCARD
    card = Canvas(w, h, "back/postcard")
    card.fill("#fbf3df")
    card.rect(26, 26, w - 52, h - 52, "none", stroke=SEPIA, stroke_opacity=0.5, stroke_width=3, rx=8)
    card.rect(w / 2 - 1.5, 90, 3, h - 180, SEPIA, opacity=0.5)
    for i in range(4):
        card.rect(w * 0.56, 350 + i * 58, w * 0.37, 3, SEPIA, opacity=0.55)
    card.rect(
        w - 232, 60, 164, 190, WHITE, stroke=SEPIA, stroke_width=4, stroke_dasharray="3 9", stroke_linecap="round"
    )
    card.rect(w - 218, 74, 136, 162, "#1d6a88")
    _rose(card, w - 150, 155, 56, "#f0d79a", "#123f57")
    for r in (62, 46):
        card.circle(w - 268, 196, r, "none", stroke="#5a3a5f", stroke_width=4, opacity=0.6)
    for i in range(4):
        card.line(f"M{w - 470},{170 + i * 18} q26,-14 52,0 t52,0 t38,-6", "#5a3a5f", 4, opacity=0.55)
    _rose(card, w * 0.27, h * 0.5, 150, "#d9b878", "#c29a54")
    return card.svg(f"M0,0 H{w} V{h} H0Z")


def paint_island_back() -> str:
    """A found island, turned over (G62): sand, and the compass."""
    w, h = ISLAND
    tile = Canvas(w, h, "back/island")
    tile.fill(tile.radial([(0, "#c9b98c"), (0.7, "#a89468"), (1, "#7d6b47")], 0.5, 0.45, 0.65))
    _chart(tile, "#5f4c2a", w / 2, h / 2, 0.22)
    _rose(tile, w / 2, h / 2, 190, "#5a4524", "#7a6238")
    return tile.svg(hexagon(2), TILE_FRAME)


BACKS = {
    "location": (paint_location_back, CARD),
    "reward": (paint_reward_back, CARD),
    "postcard": (paint_postcard_back, POSTCARD),
    "island": (paint_island_back, ISLAND),
}


def _outline(m: float, r: float = 44) -> str:
    w, h = CARD
    corners = f"a{r},{r} 0 0 1 {r},{r} V{h - m - r} a{r},{r} 0 0 1 -{r},{r} H{m + r} a{r},{r} 0 0 1 -{r},-{r}"
    return f"M{m + r},{m} H{w - m - r} {corners} V{m + r} a{r},{r} 0 0 1 {r},-{r}Z"


def _sheet(card: Canvas, light: str, dark: str = "") -> None:
    card.fill(card.radial([(0, light), (0.6, light), (1, dark or mix(light, SEPIA, 0.35))], 0.5, 0.45, 0.8))


def _edge(inner: str = BRASS) -> str:
    outer = f'<path d="{_outline(4, 42)}" fill="none" stroke="#3a2a18" stroke-width="8"/>'
    return f'{outer}<path d="{_outline(19, 30)}" fill="none" stroke="{inner}" stroke-width="3.5" opacity=".85"/>'


def _window_edge() -> str:
    x, y, w, h = _ART
    return f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="3" fill="none" stroke="{BRASS}" stroke-width="5"/>'


def _chart(card: Canvas, colour: str, x: float, y: float, opacity: float = 0.3) -> None:
    """The lines of a sea chart: bearings from a point, and a few soundings."""
    for ray in range(16):
        angle = math.radians(ray * 22.5)
        far = f"{x + 1000 * math.cos(angle):.0f},{y + 1000 * math.sin(angle):.0f}"
        card.path(f"M{x},{y} L{far}", stroke=colour, stroke_width=2, opacity=opacity)
    for r in (330, 420, 510):
        card.circle(x, y, r, "none", stroke=colour, stroke_width=2, opacity=opacity, stroke_dasharray="4 14")


def _rose(card: Canvas, x: float, y: float, r: float, light: str, dark: str) -> None:
    """A compass rose of eight points, each half light and half dark."""
    card.circle(x, y, r * 0.72, "none", stroke=light, stroke_width=r * 0.035)
    card.circle(x, y, r * 0.62, "none", stroke=light, stroke_width=r * 0.014)
    for turns, length in (((45, 135, 225, 315), 0.68), ((0, 90, 180, 270), 1.0)):
        for turn in turns:
            tip, waist = r * length, r * 0.17
            for side, fill in ((-1, light), (1, dark)):
                wing = f"M{x:.1f},{y:.1f} L{x + side * waist:.1f},{y - waist:.1f} L{x:.1f},{y - tip:.1f}Z"
                card.path(wing, fill, transform=f"rotate({turn} {x:.1f} {y:.1f})", stroke=light, stroke_width=r * 0.012)
    card.circle(x, y, r * 0.07, dark, stroke=light, stroke_width=r * 0.02)


def _strip(signs: tuple[str, ...]) -> str:
    """The power, centred under the name."""
    gap, widths = 10, [144 if sign in WIDE else 96 for sign in signs]
    left = CARD[0] / 2 - (sum(widths) + gap * (len(signs) - 1)) / 2
    drawn = f'<path d="M120,826 H600" stroke="{BRASS}" stroke-width="2.5" opacity=".6"/>'
    for sign, width in zip(signs, widths, strict=True):
        box = "0 0 96 48" if sign in WIDE else "0 0 64 64"
        drawn += f'<svg x="{left:.0f}" y="842" width="{width}" height="96" viewBox="{box}">{SIGNS[sign]}</svg>'
        left += width + gap
    return drawn


def _seal(name: str) -> str:
    """In the upper right: a ribbon for what is kept, a bolt for what acts at once; the treasure has none."""
    if name == "treasure":
        return ""
    mark, fill = (_RIBBON, "#7a2446") if name in KEPT else (_BOLT, "#8a4a08")
    disc = f'<circle r="46" fill="{PAPER}" stroke="{mix(BRASS, BLACK, 0.3)}" stroke-width="5"/>'
    return f'<g transform="translate(622,98)">{disc}<path d="{mark}" transform="scale(1.25)" fill="{fill}"/></g>'
