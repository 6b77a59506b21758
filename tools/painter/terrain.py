"""The 24 terrains of the islands: colours, what grows on them, what lies about."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .canvas import BLACK, SHADE, WHITE, mix
from .light import Tint
from .painting import Painting, Place


@dataclass(frozen=True)
class Terrain:
    """Colours from beach to deep sea, and the decoration: bushes, stones or mounds in these colours."""

    rim: str
    top: str
    dark: str
    cliff: str
    shallow: str
    deep: str
    tint: Tint | None = None
    bushes: tuple[str, ...] = ()
    stones: str = ""
    mounds: str = ""
    flowers: tuple[str, ...] = ()
    grass: bool = False


TERRAINS = {
    "abyss": Terrain(
        "#5f7f90", "#4a6f86", "#233f5a", "#1a2c40", "#2f7f9a", "#061f3d", ("#1f6fd0", 0.2),
        stones="#3f5f78",
    ),
    "ash": Terrain(
        "#e9c79a", "#e59a5a", "#a8552f", "#6a3322", "#4fa6b5", "#17506f", ("#ffb03a", 0.16),
        stones="#6a3322",
    ),
    "blossom": Terrain(
        "#f6e3c8", "#bfdc8a", "#7cab5a", "#8a6b5c", "#7bd8dc", "#2273a0", ("#ffb6d0", 0.16),
        ("#7cb45a", "#e88fb0", "#f2b0c8"), flowers=("#ffb3cf", "#ffd3e2", "#ff8fb8"), grass=True,
    ),
    "carnival": Terrain(
        "#ffe3b0", "#f08fc0", "#a8488f", "#6a2f66", "#6fc8e0", "#2b4a96", ("#ff9a5a", 0.14),
        stones="#c86aa8", flowers=("#ffe14d", "#4dd0ff", "#ff5a7a", "#7affa0", "#ffffff"),
    ),
    "cavern": Terrain(
        "#cdbb8a", "#8fa860", "#4f6f42", "#55463a", "#4fb3b0", "#155c78", ("#ffd35a", 0.14),
        ("#5f7f48", "#4f6f40", "#74905a"), flowers=("#ffd84d", "#ffeb99", "#e0a020"), grass=True,
    ),
    "dead": Terrain(
        "#b9b09c", "#8f9a72", "#525a48", "#45403a", "#559aa0", "#1a4558", ("#6a4a98", 0.2),
        ("#5f6a4a", "#4f5a40", "#737c58"), grass=True,
    ),
    "desert": Terrain(
        "#f7e2b0", "#f2c777", "#d79a45", "#a8743a", "#66d6d9", "#15739c", ("#ffb95a", 0.12),
        stones="#c9a06a", mounds="#d79a45",
    ),
    "gold": Terrain(
        "#f3e1ab", "#f0d061", "#c99a2f", "#8a6a34", "#62d3d2", "#146b98", ("#ffd35a", 0.12),
        ("#b5a24a", "#9a8f3f", "#c8b45a"), mounds="#c99a2f", flowers=("#fff3b0", "#e09a1f"), grass=True,
    ),
    "grass": Terrain(
        "#f1dfa8", "#9ccf5e", "#4d8f3f", "#8a6b45", "#5fd3d6", "#13699b", None,
        ("#5fa845", "#4a9340", "#74ba50"), flowers=("#fff2a8", "#ffffff", "#ffc0d9", "#c9b6ff"), grass=True,
    ),
    "heath": Terrain(
        "#e6d5a0", "#b9cf62", "#748f3f", "#7a6142", "#5ac9cc", "#176893", ("#ffd98a", 0.12),
        ("#8faa48", "#a8bf58", "#b08ac8"), flowers=("#fff2a8", "#c9b6ff"), grass=True,
    ),
    "jungle": Terrain(
        "#ecd79a", "#5fb34c", "#1f6b3a", "#6d5636", "#52d6c2", "#0d6f86", None,
        ("#2f8a44", "#1f6b3a", "#49a050"), grass=True,
    ),
    "lava": Terrain(
        "#5b4640", "#7a4a3c", "#3a2522", "#2c1b1a", "#3f8fa8", "#123a5c", ("#ff7a2a", 0.14),
        stones="#2c1b1a",
    ),
    "lunar": Terrain(
        "#cfcbe0", "#a9a3c4", "#6a6390", "#4f4870", "#4f86c0", "#1c2660", ("#7a6aff", 0.2),
        stones="#8f88b4",
    ),
    "metal": Terrain(
        "#c9c3b2", "#b39a78", "#7a6248", "#4f4338", "#57b6bd", "#1b5878", ("#d9a45a", 0.1),
        stones="#4f4338",
    ),
    "mystic": Terrain(
        "#d6c6e6", "#9a86c9", "#56459a", "#3c2f6b", "#6bb7e0", "#27357f", ("#b06cff", 0.18),
        stones="#8f7ad0",
    ),
    "night": Terrain(
        "#a9b0cf", "#6a9a92", "#2a5a68", "#333a5c", "#3a8fb5", "#10305e", ("#3a4fc0", 0.2),
        ("#2f6a6a", "#275a60", "#3f7f78"), grass=True,
    ),
    "palm": Terrain(
        "#f7e2b0", "#f3e0a4", "#9cc668", "#a8743a", "#5fe0dc", "#0f7fa8", ("#ffd98a", 0.12),
        ("#5fae52", "#4a9a48", "#7cc060"), grass=True,
    ),
    "pine": Terrain(
        "#b9b79a", "#5f9a62", "#235a45", "#4a4236", "#3f8fa8", "#123a62", ("#2a5fa0", 0.2),
        ("#2f6f4a", "#235a40", "#3f8256"), grass=True,
    ),
    "reef": Terrain(
        "#ffd9c0", "#ffb59a", "#e0806f", "#b5645c", "#5fe0dc", "#0f7fa8", ("#ff9aa8", 0.14),
        stones="#d9786a",
    ),
    "rose": Terrain(
        "#f7dfd0", "#a8d678", "#5c9f58", "#9a6b5c", "#74d6d8", "#1f7aa3", ("#ff9ac0", 0.16),
        ("#5fa845", "#e87fa0", "#4a9340"), flowers=("#ff8fb0", "#ffffff", "#e0507f"), grass=True,
    ),
    "sea": Terrain(
        "#bfe6d0", "#6fc6b6", "#2b8a92", "#2f6f78", "#54d3dc", "#0a5487", ("#39d0e0", 0.1),
        stones="#4fa39c",
    ),
    "slate": Terrain(
        "#c3c8cc", "#8fa3a8", "#566a78", "#4a505c", "#5f9fb8", "#173f68", ("#6a8aff", 0.16),
        stones="#7f8f9c",
    ),
    "snow": Terrain(
        "#dfeef7", "#ffffff", "#b9d6ea", "#7f9fb8", "#8fd8ea", "#1d5f92", ("#9fd0ff", 0.16),
        mounds="#c4dcf0",
    ),
    "stone": Terrain(
        "#d9d2c0", "#a9b08a", "#6d7a5c", "#6b655c", "#5cc1cc", "#175c86", None,
        stones="#9a9688", grass=True,
    ),
}  # fmt: skip

_FLOWERS = {"carnival": (130, 2, 3.6), "cavern": (90, 2, 4), "rose": (80, 1.8, 3.2), "blossom": (90, 1.5, 3)}
_SPOTS = {
    "lunar": 11,
    "snow": 9,
    "desert": 9,
    "gold": 9,
    "metal": 9,
    "lava": 7,
    "ash": 7,
    "sea": 5,
    "reef": 5,
    "abyss": 5,
}
_BUSH = ((-13, -6, 12), (13, -6, 12), (0, -13, 15), (-4, -5, 12), (6, -4, 11))


def strew(p: Painting, name: str, spread: Place) -> None:
    """Grass, flowers, craters, cracks of lava, drifts and dunes: what makes a terrain."""
    terrain, u = TERRAINS[name], p.rng.uniform
    if terrain.grass:
        p.tufts(70, spread, mix(terrain.dark, BLACK, 0.15))
    if terrain.flowers:
        count, least, most = _FLOWERS.get(name, (50, 1.5, 2.6))
        p.dots(count, spread, terrain.flowers, least, most)
    if name in ("mystic", "night", "lunar"):
        p.dots(70, spread, ["#fff6c8", "#d8c8ff", "#a8e8ff"], 1, 2.2)
    spots = {
        "lunar": 11,
        "lava": 7,
        "ash": 7,
        "snow": 9,
        "desert": 9,
        "gold": 9,
        "metal": 9,
        "sea": 5,
        "reef": 5,
        "abyss": 5,
    }
    for _ in range(spots.get(name, 0)):
        x, y = spread()
        if name == "lunar":
            r = u(12, 32)
            p.ellipse(x, y, r, r * 0.36, "#4f4870", opacity=0.55)
            p.ellipse(x, y + r * 0.07, r * 0.84, r * 0.27, "#8f88b4", opacity=0.9)
        elif name in ("lava", "ash"):
            crack = f"M{x:.0f},{y:.0f}" + "".join(f" l{u(-26, 26):.0f},{u(4, 16):.0f}" for _ in range(4))
            p.line(crack, "#ff5a1f", 7, opacity=0.45, filter=p.blur(4), stroke_linejoin="round")
            p.line(crack, "#ffc14d", 2.6, stroke_linejoin="round")
        elif name == "snow":
            p.ellipse(x, y, u(24, 60), u(8, 16), WHITE, opacity=0.85)
            p.ellipse(x + 6, y + 5, u(20, 44), 6, "#8fb6d6", opacity=0.25)
        elif name in ("sea", "reef", "abyss"):
            p.ellipse(x, y, u(30, 64), u(9, 17), "#8ff2f2", opacity=0.55)
        else:
            w = u(40, 90)
            dune = f"M{x - w:.0f},{y:.0f} q{w * 0.5:.0f},-14 {w:.0f},-2 t{w:.0f},4"
            p.line(dune, mix(terrain.dark, BLACK, 0.1), 3, opacity=0.28)


def decorate(p: Painting, name: str, x: float, y: float, k: float) -> None:
    """One bush, heap of stones or mound, as the terrain has them."""
    terrain = TERRAINS[name]
    kinds = [
        kind for kind, has in ((_bush, terrain.bushes), (_stones, terrain.stones), (_mound, terrain.mounds)) if has
    ]
    kind = kinds[0] if len(kinds) == 1 else p.rng.choice(kinds)
    if kind is _bush:
        _bush(p, x, y, k, terrain.bushes)
    elif kind is _stones:
        _stones(p, x, y, k, terrain.stones)
    else:
        _mound(p, x, y, k, terrain.mounds)


def _bush(p: Painting, x: float, y: float, k: float, colours: Sequence[str]) -> None:
    p.ellipse(x, y, 24 * k, 6 * k, SHADE, opacity=0.3, filter=p.blur(4))
    for dx, dy, r in _BUSH:
        p.circle(x + dx * k, y + dy * k, r * k, p.rng.choice(colours))
    for _ in range(5):
        at = (x + p.rng.uniform(-14, 14) * k, y - p.rng.uniform(4, 20) * k)
        p.circle(*at, 2 * k, mix(colours[0], WHITE, 0.4), opacity=0.8)


def _stones(p: Painting, x: float, y: float, k: float, colour: str) -> None:
    p.ellipse(x, y, 26 * k, 6 * k, SHADE, opacity=0.3, filter=p.blur(4))
    for middle, w, h in ((-14, 13, 15), (8, 17, 22), (22, 9, 10)):

        def corner(across: float, up: float, middle: int = middle, w: int = w, h: int = h) -> str:
            return f"{x + (middle + across * w) * k:.1f},{y - up * h * k:.1f}"

        outline = (corner(-1, 0), corner(-0.6, 0.8), corner(0, 1), corner(0.7, 0.6), corner(1, 0))
        p.path("M" + " L".join(outline) + "Z", mix(colour, BLACK, 0.12))
        lit = (corner(-0.6, 0.8), corner(0, 1), corner(0.2, 0.45), corner(-0.5, 0.3))
        p.path("M" + " L".join(lit) + "Z", mix(colour, WHITE, 0.25))


def _mound(p: Painting, x: float, y: float, k: float, colour: str) -> None:
    d = (
        f"M{x - 34 * k:.1f},{y + 4 * k:.1f} Q{x - 20 * k:.1f},{y - 20 * k:.1f} {x - 4 * k:.1f},{y - 16 * k:.1f}"
        f" Q{x + 14 * k:.1f},{y - 28 * k:.1f} {x + 36 * k:.1f},{y + 4 * k:.1f}"
        f" Q{x:.1f},{y + 10 * k:.1f} {x - 34 * k:.1f},{y + 4 * k:.1f}Z"
    )
    p.path(d, p.linear([(0, mix(colour, WHITE, 0.35)), (1, colour)]))
