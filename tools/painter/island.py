"""An island: a hexagon of sea, a piece of land, and what stands on it."""

from __future__ import annotations

import math
from collections.abc import Sequence

from .canvas import BLACK, SHADE, WHITE, Point, mix, smooth
from .icons import Icons
from .light import GLOW, air, sunlight, vignette
from .painting import Painting, Place
from .scenes import ISLAND, Element, Scene
from .terrain import TERRAINS, Terrain, decorate, strew

WIDTH, HEIGHT = ISLAND
MOST_DECORATIONS = 11


def hexagon(margin: float) -> str:
    """The outline of the tile: flat above and below."""
    w, h, m = WIDTH, HEIGHT, margin
    top, low = f"{m} L{w * 0.75:.1f},{m}", f"{h - m} L{w * 0.25:.1f},{h - m}"
    return f"M{w * 0.25:.1f},{top} L{w - m},{h / 2} L{w * 0.75:.1f},{low} L{m},{h / 2}Z"


FRAME = (
    f'<path d="{hexagon(3.5)}" fill="none" stroke="#3a2a18" stroke-width="7" stroke-linejoin="round"/>'
    f'<path d="{hexagon(6)}" fill="none" stroke="#e9cf94" stroke-width="2.5" stroke-linejoin="round" opacity=".9"/>'
)


def paint_island(scene: Scene, icons: Icons, heads: frozenset[str]) -> str:
    """The SVG of an island."""
    p = Painting(WIDTH, HEIGHT, scene.id, icons)
    terrain = TERRAINS[scene.ground]
    _sea(p, terrain)
    spread = _land(p, scene, terrain)
    strew(p, scene.ground, lambda: spread(0.85))
    shore = [spread(0.97) for _ in range(14)]
    for x, y in (point for point in shore if _near_the_edge(point, scene.land)):
        p.ellipse(x, y, p.rng.uniform(3, 7), p.rng.uniform(2, 4), mix(terrain.cliff, WHITE, 0.25), opacity=0.7)

    places = _free_places(p, scene, lambda: spread(0.9))
    things: list[tuple[float, Element | tuple[float, float, float]]] = [(y, (x, y, k)) for x, y, k in places]
    things += [(e.y + (2000 if e.zone == "s" else 0), e) for e in scene.elements]
    for _, thing in sorted(things, key=lambda pair: pair[0]):
        if isinstance(thing, Element):
            _stand(p, thing, scene, thing.icon in heads)
        else:
            decorate(p, scene.ground, *thing)

    air(p, terrain.tint, multiply=0)
    if scene.mist:
        for _ in range(7):
            at = (p.rng.uniform(60, WIDTH - 60), p.rng.uniform(HEIGHT * 0.45, HEIGHT * 0.85))
            p.ellipse(*at, p.rng.uniform(80, 170), p.rng.uniform(8, 20), "#eef4ff", opacity=0.34, filter=p.blur(14))
    sunlight(p, 0.35, 0.2, 0.7, 0.30)
    vignette(p, "#04121f", 0.68, 0.64, 0.42)
    return p.svg(hexagon(2), FRAME)


def _sea(p: Painting, terrain: Terrain) -> None:
    shallow, deep = terrain.shallow, terrain.deep
    p.fill(p.radial([(0, shallow), (0.55, mix(shallow, deep, 0.55)), (1, deep)], 0.5, 0.52, 0.62))
    for _ in range(26):
        at = (p.rng.uniform(-40, WIDTH), p.rng.uniform(0, HEIGHT))
        p.ellipse(*at, p.rng.uniform(40, 130), p.rng.uniform(3, 8), WHITE, opacity=0.05)
    p.waves(60, 20, HEIGHT - 10, 0.45)


def _land(p: Painting, scene: Scene, terrain: Terrain) -> _Spread:
    """Foam, cliff, beach and ground; returns how to pick a place on it."""
    cx, cy, rx, ry = scene.land
    coast = _coast(p, cx, cy, rx, ry)

    def grown(k: float, down: float = 0) -> list[Point]:
        return [(cx + (x - cx) * k, cy + (y - cy) * k + down) for x, y in coast]

    p.path(smooth(grown(1.09, 14)), WHITE, opacity=0.35, filter=p.blur(9))
    p.line(smooth(grown(1.05, 20)), WHITE, 5, opacity=0.55, stroke_dasharray="60 18 24 12")
    cliff = p.linear([(0, mix(terrain.cliff, BLACK, 0.05)), (1, mix(terrain.cliff, BLACK, 0.55))])
    p.path(smooth(grown(1, 34)), cliff)
    for x, y in coast:
        if y > cy:
            crag = f"M{x:.0f},{y:.0f} l{p.rng.uniform(-3, 3):.0f},{p.rng.uniform(18, 32):.0f}"
            p.line(crag, BLACK, 3, opacity=0.16)
    p.path(smooth(coast), p.linear([(0, mix(terrain.rim, WHITE, 0.25)), (1, terrain.rim)]))
    ground = p.radial([(0, mix(terrain.top, WHITE, 0.18)), (0.6, terrain.top), (1, terrain.dark)], 0.45, 0.35, 0.75)
    edge = mix(terrain.dark, BLACK, 0.2)
    p.path(smooth(grown(0.92, -4)), ground, stroke=edge, stroke_opacity=0.25, stroke_width=3)

    spread = _Spread(p, scene.land)
    patches = [mix(terrain.top, WHITE, 0.25), terrain.dark, mix(terrain.dark, terrain.top, 0.5)]
    for _ in range(14):
        (x, y), colour = spread(0.75), p.rng.choice(patches)
        p.ellipse(x, y, p.rng.uniform(30, 80), p.rng.uniform(10, 26), colour, opacity=0.35, filter=p.blur(10))
    return spread


class _Spread:
    """Picks places on the land, evenly."""

    def __init__(self, p: Painting, land: tuple[float, float, float, float]) -> None:
        self.p, self.land = p, land

    def __call__(self, reach: float) -> Point:
        """A place within `reach` of the way from the middle to the coast."""
        cx, cy, rx, ry = self.land
        angle, away = self.p.rng.uniform(0, math.tau), math.sqrt(self.p.rng.random()) * reach
        return cx + rx * away * math.cos(angle), cy + ry * away * math.sin(angle)


def _coast(p: Painting, cx: float, cy: float, rx: float, ry: float, n: int = 22) -> list[Point]:
    """An oval with a few slow waves in it."""
    phases = [p.rng.uniform(0, math.tau) for _ in range(4)]
    heights = [0.12 * p.rng.uniform(0.4, 1) / (k + 1) for k in range(4)]
    points = []
    for i in range(n):
        angle = i / n * math.tau
        k = 1 + sum(heights[q] * math.sin((q + 2) * angle + phases[q]) for q in range(4))
        points.append((cx + rx * k * math.cos(angle), cy + ry * k * math.sin(angle)))
    return points


def _near_the_edge(point: Point, land: tuple[float, float, float, float]) -> bool:
    cx, cy, rx, ry = land
    return math.hypot((point[0] - cx) / rx, (point[1] - cy) / ry) > 0.9


def _free_places(p: Painting, scene: Scene, place: Place) -> Sequence[tuple[float, float, float]]:
    """Places for bushes and stones, away from the elements and from each other."""
    found: list[tuple[float, float, float]] = []
    for _ in range(400):
        (x, y), k = place(), p.rng.uniform(0.55, 1)
        clear = all(math.hypot(x - e.x, y - (e.y - e.size * 0.35)) > e.size * 0.52 for e in scene.elements)
        if clear and all(math.hypot(x - a, (y - b) * 1.6) > 58 for a, b, _ in found):
            found.append((x, y, k))
        if len(found) == MOST_DECORATIONS:
            break
    return found


def _stand(p: Painting, e: Element, scene: Scene, head: bool) -> None:
    """Paint one element with what ties it to the ground, the water or the air."""
    terrain, (_, cy, _, ry) = TERRAINS[scene.ground], scene.land
    on_ground = e.zone not in ("s", "w")
    if e.zone == "s" and e.y > cy - ry:
        below = min(e.y + e.size * 0.55, cy + ry * 0.7)
        p.ellipse(e.x, below, e.size * 0.28, e.size * 0.06, SHADE, opacity=0.22, filter=p.blur(4))
    p.put(e.icon, e.x, e.y, e.size, e.flip, shadow=on_ground, glow=GLOW.get(e.icon, ""))
    if e.zone == "w":
        foam = mix(terrain.shallow, WHITE, 0.35)
        p.ellipse(e.x, e.y - e.size * 0.03, e.size * 0.44, e.size * 0.085, foam, opacity=0.8, filter=p.blur(4))
        p.waves(4, e.y - 8, e.y + 4, 0.9, e.x - e.size * 0.4, e.x + e.size * 0.2)
    if head and on_ground:
        for across in (-0.34, -0.1, 0.16, 0.38):
            foot = e.y + e.size * 0.035 + p.rng.uniform(-2, 3)
            decorate(p, scene.ground, e.x + across * e.size, foot, e.size / 150)
    if on_ground and terrain.grass:
        around = (e.x - e.size * 0.35, e.x + e.size * 0.35)
        p.tufts(3, lambda: (p.rng.uniform(*around), e.y + p.rng.uniform(-1, 3)), mix(terrain.dark, BLACK, 0.1), 1.1)
