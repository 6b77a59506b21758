"""What small things stand on: shelves, tables, counters, crates, ledges, branches, walls, steps, blocks."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from .canvas import BLACK, WHITE, mix
from .painting import Painting


@dataclass(frozen=True)
class Span:
    """From left to right, and the height of the upper side, in pixels."""

    left: float
    right: float
    y: float

    @property
    def width(self) -> float:
        """How much stands on it."""
        return self.right - self.left

    @property
    def middle(self) -> float:
        """Halfway."""
        return (self.left + self.right) / 2


PROPS = {
    "attic": (("shelf", 0.04, 0.36, 0.50), ("shelf", 0.65, 0.96, 0.46), ("table", 0.30, 0.72, 0.74)),
    "autumn": (("branch", 0.0, 0.34, 0.38), ("branch", 0.68, 1.0, 0.44)),
    "cave": (("ledge", 0.03, 0.27, 0.56), ("ledge", 0.73, 0.97, 0.52)),
    "coast_dawn": (("crates", 0.04, 0.30, 0.74), ("crates", 0.70, 0.96, 0.74)),
    "forge": (("shelf", 0.03, 0.30, 0.42), ("shelf", 0.70, 0.97, 0.42), ("table", 0.60, 0.92, 0.72)),
    "hall": (("banquet", 0.06, 0.94, 0.74),),
    "jungle": (("branch", 0.0, 0.30, 0.42), ("branch", 0.72, 1.0, 0.36)),
    "night_hill": (("wall", 0.04, 0.46, 0.72),),
    "ruins": (("block", 0.26, 0.50, 0.62), ("block", 0.54, 0.70, 0.66)),
    "stage": (("steps", 0.30, 0.70, 0.72),),
    "town_night": (("counter", 0.06, 0.42, 0.66), ("counter", 0.56, 0.94, 0.66)),
}
"""By backdrop: kind, left, right, height of the upper side, in fractions. Layouts in scenes.json count on these."""

_LEAVES = {"jungle": ("#3f8a4f", "#2c7f42", "#5aa654"), "autumn": ("#d98a3a", "#c8603a", "#e2b04a")}


def paint_props(p: Painting, backdrop: str) -> None:
    """Everything that a backdrop offers to stand on."""
    for kind, left, right, y in PROPS.get(backdrop, ()):
        span = Span(left * p.width, right * p.width, y * p.height)
        if kind == "branch":
            _branch(p, span, _LEAVES[backdrop])
        else:
            _KINDS[kind](p, span)


def paint_front(p: Painting, backdrop: str) -> None:
    """What stands before the ground: the footlights of a stage, which hide where busts end."""
    if backdrop != "stage":
        return
    y, n = p.height * 0.955, 13
    p.rect(0, y, p.width, p.height - y, p.linear([(0, "#7a1626"), (1, "#3a0a14")]))
    p.rect(0, y - 3, p.width, 6, "#f0c860")
    for x in ((i + 0.5) * p.width / n for i in range(n)):
        p.glow(x, y - 8, 60, "#ffe6a0", 0.45)
        p.path(f"M{x - 24:.0f},{y:.0f} a24,20 0 0 1 48,0Z", "#d9a23c", stroke="#6a420c", stroke_width=2.5)
        p.line(f"M{x:.0f},{y:.0f} v-18 M{x:.0f},{y:.0f} l-13,-14 M{x:.0f},{y:.0f} l13,-14", "#6a420c", 2)


def _shelf(p: Painting, s: Span) -> None:
    for x in (s.left + 30, s.right - 30):
        p.path(f"M{x:.0f},{s.y + 6:.0f} v34 l-22,-30Z", "#3a2415")
    p.rect(s.left, s.y - 3, s.width, 14, p.linear([(0, "#a8794a"), (1, "#5f3d22")]), rx=3)
    p.ellipse(s.middle, s.y + 20, s.width * 0.48, 9, BLACK, opacity=0.3, filter=p.blur(4))


def _table(p: Painting, s: Span) -> None:
    wood = "#8a5a34"
    for x in (s.left + 26, s.right - 40):
        p.rect(x, s.y, 16, p.height * 0.2, p.linear([(0, mix(wood, BLACK, 0.3)), (1, mix(wood, BLACK, 0.6))]))
    top = f"M{s.left + 14:.0f},{s.y - 18:.0f} H{s.right - 14:.0f} L{s.right:.0f},{s.y + 8:.0f} H{s.left:.0f}Z"
    p.path(top, p.linear([(0, mix(wood, WHITE, 0.2)), (1, wood)]))
    p.rect(s.left, s.y + 8, s.width, 14, mix(wood, BLACK, 0.35))


def _banquet(p: Painting, s: Span) -> None:
    left, right = s.left - 26, s.right + 26
    p.path(f"M{s.left:.0f},{s.y - 22:.0f} H{s.right:.0f} L{right:.0f},{s.y + 8:.0f} H{left:.0f}Z", "#f6ecd6")
    scallop = (right - left) / 12
    hem = "".join(f"q-{scallop / 2:.1f},22 -{scallop:.1f},0 " for _ in range(12))
    cloth = p.linear([(0, "#fffaf0"), (1, "#cdbfa4")])
    p.path(f"M{left:.0f},{s.y + 8:.0f} H{right:.0f} v50 {hem}Z", cloth)
    p.line(f"M{left:.0f},{s.y + 18:.0f} H{right:.0f}", "#b5202f", 6)


def _counter(p: Painting, s: Span) -> None:
    high = p.height * 0.11
    p.rect(s.left, s.y - 8, s.width, 18, p.linear([(0, "#c8925a"), (1, "#7a4f2c")]), rx=3)
    p.rect(s.left + 8, s.y + 10, s.width - 16, high, p.linear([(0, "#6a4326"), (1, "#3a2415")]))
    for i in range(int((s.width - 16) // 34)):
        p.rect(s.left + 8 + i * 34, s.y + 10, 2, high, "#23150b", opacity=0.6)


def _crates(p: Painting, s: Span) -> None:
    n, high = max(1, int(s.width // 92)), p.height * 0.15
    wide = s.width / n
    for x in (s.left + i * wide for i in range(n)):
        p.rect(x + 2, s.y, wide - 4, high, p.linear([(0, "#c89a62"), (1, "#8a6036")]))
        for board in (0, 0.5, 1):
            p.rect(x + 2, s.y + board * (high - 8), wide - 4, 8, "#6f4a28", opacity=0.8)
        brace = f"M{x + 8:.0f},{s.y + 12:.0f} L{x + wide - 8:.0f},{s.y + high - 12:.0f}"
        p.line(brace, "#6f4a28", 7, opacity=0.8)


def _ledge(p: Painting, s: Span) -> None:
    start, end = (-20, s.right) if s.left < p.width / 2 else (p.width + 20, s.left)
    rock = p.linear([(0, "#6a5f7a"), (1, "#2a2233")])
    under = f"Q{(start + end) / 2:.0f},{s.y + 70:.0f} {start},{s.y + 150:.0f}"
    p.path(f"M{start},{s.y - 8:.0f} L{end:.0f},{s.y:.0f} {under}Z", rock)


def _branch(p: Painting, s: Span, leaves: tuple[str, ...]) -> None:
    start, end = (-20, s.right) if s.left < p.width / 2 else (p.width + 20, s.left)
    bark, middle, u = "#6a4a2c", (start + end) / 2, p.rng.uniform
    upper = f"M{start},{s.y + 34:.0f} Q{middle:.0f},{s.y - 8:.0f} {end:.0f},{s.y:.0f}"
    lower = f"Q{middle:.0f},{s.y + 14:.0f} {start},{s.y + 70:.0f}Z"
    p.path(f"{upper} {lower}", p.linear([(0, mix(bark, WHITE, 0.15)), (1, mix(bark, BLACK, 0.3))]))
    for _ in range(16):
        t = p.rng.random()
        x, y = start + (end - start) * t, s.y + 34 * (1 - t) + u(6, 26)
        turned = f"rotate({u(-50, 50):.0f} {x:.0f} {y:.0f})"
        p.ellipse(x, y, u(8, 18), u(4, 8), p.rng.choice(leaves), transform=turned)


def _wall(p: Painting, s: Span) -> None:
    for row in range(3):
        for i in range(int(s.width // 54) + 1):
            colour = p.rng.choice(["#5a6a86", "#4c5b78", "#667694"])
            p.rect(s.left + i * 54 - (22 if row % 2 else 0), s.y + row * 24, 50, 21, colour, rx=4, opacity=0.95)
    p.rect(s.left - 26, s.y - 8, s.width + 60, 12, "#7f8fb0", rx=4)


def _steps(p: Painting, s: Span) -> None:
    wood = p.linear([(0, mix("#d8a860", WHITE, 0.1)), (1, "#8a5a2c")])
    for step in range(3):
        p.rect(s.left - step * 40, s.y + step * 22, s.width + step * 80, 26, wood, rx=3)


def _block(p: Painting, s: Span) -> None:
    high = p.height * 0.09
    top = f"M{s.left + 12:.0f},{s.y - 14:.0f} H{s.right - 12:.0f} L{s.right:.0f},{s.y + 6:.0f} H{s.left:.0f}Z"
    p.path(top, "#f6ecd2")
    p.rect(s.left, s.y + 6, s.width, high, p.linear([(0, "#dcc89a"), (1, "#a88f5c")]))
    p.rect(s.left, s.y + 6 + high / 2, s.width, 3, "#8a7448", opacity=0.5)


_KINDS: dict[str, Callable[[Painting, Span], None]] = {
    "banquet": _banquet,
    "block": _block,
    "counter": _counter,
    "crates": _crates,
    "ledge": _ledge,
    "shelf": _shelf,
    "steps": _steps,
    "table": _table,
    "wall": _wall,
}
