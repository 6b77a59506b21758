"""A postcard: a backdrop, what one can stand on, and the things that a clue may point at."""

from __future__ import annotations

from .backdrops import BACKDROPS
from .icons import Icons
from .light import GLOW, air, sunlight, vignette
from .painting import Painting
from .props import paint_front, paint_props
from .scenes import POSTCARD, Element, Scene

WIDTH, HEIGHT = POSTCARD
MARGIN = 14
DEPTH = {"f": 0, "s": 1, "h": 1, "p": 2, "w": 2, "g": 3, "b": 4}
"""Zones from far to near: far, sky, hanging, on a prop, water, ground, in front."""

_GRASS = {
    "autumn": "#6a3f1f",
    "garden": "#3f8038",
    "haunted": "#14181a",
    "jungle": "#1f5a2a",
    "lake": "#2f6a38",
    "meadow": "#3f8038",
    "mountain": "#39632c",
    "night_hill": "#0f2430",
    "plain_dusk": "#2f2a1a",
}
_DRIFT = {"beach": "#f2dca8", "desert": "#efc984", "dream": "#fff4fa", "snow": "#f4f9ff"}
_ON_A_HOOK = ("framed-picture", "mirror", "world-map")
_CORD, _SILK, _BRASS = "#2a1c14", "#e8e4f0", "#d9b25a"


def _frame() -> str:
    w, h, m, r = WIDTH, HEIGHT, MARGIN, 6
    corners = f"M{m + r},{m} H{w - m - r} a{r},{r} 0 0 1 {r},{r} V{h - m - r} a{r},{r} 0 0 1 -{r},{r}"
    corners += f" H{m + r} a{r},{r} 0 0 1 -{r},-{r} V{m + r} a{r},{r} 0 0 1 {r},-{r}Z"
    paper = f'<path d="M0,0 H{w} V{h} H0Z {corners}" fill="#fbf3df" fill-rule="evenodd"/>'
    edge = f'<rect x="{m}" y="{m}" width="{w - 2 * m}" height="{h - 2 * m}" rx="{r}" fill="none"'
    return f'{paper}{edge} stroke="#8a6a3a" stroke-opacity=".55" stroke-width="2"/>'


FRAME = _frame()


def paint_postcard(scene: Scene, icons: Icons) -> str:
    """The SVG of a postcard."""
    p = Painting(WIDTH, HEIGHT, scene.id, icons)
    tint = BACKDROPS[scene.ground](p)
    paint_props(p, scene.ground)
    order = sorted(scene.elements, key=lambda e: (DEPTH[e.zone], e.y))
    for element in order:
        if element.zone != "b":
            _place(p, element, scene.ground)
    paint_front(p, scene.ground)
    for element in order:
        if element.zone == "b":
            _place(p, element, scene.ground)
    air(p, tint)
    sunlight(p, 0.3, 0.15, 0.8, 0.28)
    vignette(p, "#0a0614", 0.55, 0.72, 0.5)
    return p.svg(f"M0,0 H{WIDTH} V{HEIGHT} H0Z", FRAME)


def _place(p: Painting, e: Element, backdrop: str) -> None:
    """Paint one element with what holds it: a cord, a shadow, foam, grass or snow."""
    if e.zone == "h" and e.icon != "spider-web":
        _hang(p, e)
    p.put(e.icon, e.x, e.y, e.size, e.flip, shadow=e.zone in "gfp", glow=GLOW.get(e.icon, ""))
    if e.zone == "w" and backdrop != "underwater":
        p.ellipse(e.x, e.y - e.size * 0.02, e.size * 0.46, e.size * 0.075, "#dff4f6", opacity=0.65, filter=p.blur(4))
        p.waves(3, e.y - 6, e.y + 4, 0.8, e.x - e.size * 0.45, e.x + e.size * 0.2)
    if e.zone == "g" and backdrop in _GRASS:
        around = (e.x - e.size * 0.4, e.x + e.size * 0.4)
        p.tufts(5, lambda: (p.rng.uniform(*around), e.y + p.rng.uniform(-2, 4)), _GRASS[backdrop], 1.2)
    if e.zone == "g" and backdrop in _DRIFT:
        p.ellipse(e.x, e.y + 1, e.size * 0.42, e.size * 0.06, _DRIFT[backdrop], opacity=0.75, filter=p.blur(4))


def _hang(p: Painting, e: Element) -> None:
    """A frame hangs from a nail, anything else from a cord, a spider from its thread."""
    top = e.y - e.size * (1 - p.icons.ink(e.icon).top)
    if e.icon in _ON_A_HOOK:
        nail = top - e.size * 0.16
        cord = f"M{e.x - e.size * 0.3:.0f},{top + e.size * 0.1:.0f} L{e.x:.0f},{nail:.0f}"
        p.line(f"{cord} L{e.x + e.size * 0.3:.0f},{top + e.size * 0.1:.0f}", _CORD, 3, opacity=0.75)
        p.circle(e.x, nail, 4, _BRASS)
    else:
        colour = _SILK if e.icon == "spider" else _CORD
        p.line(f"M{e.x:.0f},-10 L{e.x:.0f},{top + e.size * 0.04:.0f}", colour, 2.5, opacity=0.7)
