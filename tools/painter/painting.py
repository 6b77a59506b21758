"""A canvas with the brushes of a landscape: ridges, peaks, clouds, waves, grass, trees, columns."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from .canvas import BLACK, SHADE, WHITE, Canvas, Point, Stop, lerp, mix, number, smooth
from .icons import Icons

Place = Callable[[], Point]

_CLOUD = ((0, 0, 70, 20), (-30, -12, 32, 20), (15, -20, 38, 26), (45, -8, 30, 18), (-65, 4, 30, 12), (80, 5, 28, 10))
_CROWN = ((0, -0.75, 0.30), (-0.2, -0.58, 0.24), (0.2, -0.6, 0.24), (0, -0.5, 0.26))
_RAINBOW = ("#ff4d4d", "#ff9f3f", "#ffe24d", "#5fd96a", "#4da6ff", "#8a5cff")


class Painting(Canvas):
    """A picture of a place, and the things that stand in it."""

    def __init__(self, width: int, height: int, seed: str, icons: Icons) -> None:
        super().__init__(width, height, seed)
        self.icons = icons

    def within(self, y0: float, y1: float, x0: float = 0, x1: float = 1) -> Place:
        """Any point of a band, in fractions of the picture."""
        across, down = (x0 * self.width, x1 * self.width), (y0 * self.height, y1 * self.height)
        return lambda: (self.rng.uniform(*across), self.rng.uniform(*down))

    def sky(self, stops: Iterable[Stop]) -> None:
        """Fill the picture from top to bottom."""
        self.fill(self.linear(stops))

    def ridge(self, y: float, height: float, n: int = 9) -> str:
        """The outline of soft hills whose feet are at `y`, down to the picture's edge."""
        x0, x1, u = -20, self.width + 20, self.rng.uniform
        points = []
        for i in range(n + 1):
            shift = u(-0.3, 0.3) * (x1 - x0) / n if 0 < i < n else 0
            rise = height * self.rng.random() ** 0.8 * (1 if i % 2 else 0.45)
            points.append((lerp(x0, x1, i / n) + shift, y - rise))
        return smooth(points, closed=False) + f" L{x1},{self.height + 20} L{x0},{self.height + 20}Z"

    def ground(self, y: float, near: str, far: str, height: float = 22, n: int = 5) -> None:
        """The ground from `y` (a fraction) to the lower edge."""
        self.path(self.ridge(y * self.height, height, n), self.linear([(0, near), (1, far)]))

    def mountains(self, y: float, height: float, colour: str, snow: str = "", n: int = 7) -> None:
        """Peaks with a lit side, and snow on the higher ones."""
        u = self.rng.uniform
        tops = [lerp(-60, self.width + 60, (i + 0.5) / n) + u(-40, 40) for i in range(n)]
        self.rng.shuffle(tops)
        for x in tops:
            h = height * u(0.55, 1)
            w = h * u(0.8, 1.15)
            left, right = x - w, x + w * u(0.85, 1.1)
            shade = self.linear([(0, mix(colour, BLACK, 0.12)), (1, mix(colour, WHITE, 0.18))])
            self.path(f"M{left:.0f},{y:.0f} L{x:.0f},{y - h:.0f} L{right:.0f},{y:.0f}Z", shade)
            edge_of_light = ((0.06, 0.66), (-0.05, 0.4), (0.12, 0))
            lit = " ".join(f"L{x + w * across:.0f},{y - h * up:.0f}" for across, up in edge_of_light)
            self.path(f"M{left:.0f},{y:.0f} L{x:.0f},{y - h:.0f} {lit}Z", WHITE, opacity=0.16)
            if snow and h > height * 0.6:
                a, b, edge = lerp(x, left, 0.3), lerp(x, right, 0.27), y - h * 0.7
                zigzag = f"L{lerp(a, b, 0.7):.0f},{edge - h * 0.05:.0f} L{lerp(a, b, 0.45):.0f},{edge + h * 0.05:.0f}"
                zigzag += f" L{lerp(a, b, 0.25):.0f},{edge - h * 0.06:.0f}"
                cap = f"M{a:.0f},{edge:.0f} L{x:.0f},{y - h:.0f} L{b:.0f},{y - h * 0.73:.0f} {zigzag}Z"
                self.path(cap, snow, opacity=0.93)

    def clouds(self, n: int, y0: float, y1: float, colour: str = WHITE, opacity: float = 0.75, big: float = 1) -> None:
        """Clouds between two heights (fractions)."""
        for _ in range(n):
            x = self.rng.uniform(-40, self.width + 40)
            y, k = self.rng.uniform(y0 * self.height, y1 * self.height), self.rng.uniform(0.5, 1.2) * big
            puffs = "".join(
                f'<ellipse cx="{x + dx * k:.0f}" cy="{y + dy * k:.0f}" rx="{rx * k:.0f}" ry="{ry * k:.0f}"/>'
                for dx, dy, rx, ry in _CLOUD
            )
            self.group(puffs, fill=colour, opacity=opacity, filter=self.blur(3))

    def stars(self, n: int, y1: float, colour: str = "#fff8dc") -> None:
        """Stars down to `y1` (a fraction)."""
        for _ in range(n):
            x, y = self.rng.uniform(0, self.width), self.rng.uniform(0, y1 * self.height)
            self.circle(x, y, self.rng.choice([0.8, 1, 1.3, 2]), colour, opacity=self.rng.uniform(0.4, 1))

    def waves(self, n: int, y0: float, y1: float, opacity: float, x0: float = 0, x1: float | None = None) -> None:
        """Small crests between two heights (pixels), larger towards the viewer."""
        for _ in range(n):
            y = self.rng.uniform(y0, y1)
            k, x = lerp(0.5, 1.5, (y - y0) / max(1, y1 - y0)), self.rng.uniform(x0, self.width if x1 is None else x1)
            crest = f"M{x:.0f},{y:.0f}q{8 * k:.1f},{-5 * k:.1f} {16 * k:.1f},0 q{8 * k:.1f},{5 * k:.1f} {16 * k:.1f},0"
            self.line(crest, WHITE, 1.6 * k, opacity=opacity * self.rng.uniform(0.4, 1))

    def tufts(self, n: int, place: Place, colour: str, k: float = 1) -> None:
        """Grass of three blades."""
        for _ in range(n):
            (x, y), h = place(), self.rng.uniform(6, 12) * k
            blades = ((-2, 0.6, -5, 1), (0, 0.7, 1, 1.2), (2, 0.6, 6, 0.9))
            d = " ".join(f"M{x:.0f},{y:.0f}q{a},{-h * b:.1f} {c},{-h * e:.1f}" for a, b, c, e in blades)
            self.line(d, colour, 1.6, opacity=self.rng.uniform(0.4, 0.9))

    def dots(self, n: int, place: Place, colours: Sequence[str], least: float = 1.5, most: float = 3) -> None:
        """Flowers, confetti or pebbles."""
        for _ in range(n):
            x, y = place()
            self.circle(x, y, self.rng.uniform(least, most), self.rng.choice(colours), opacity=0.85)

    def trees(self, y: float, n: int, colours: Sequence[str], k: float = 1, fir: bool = False) -> None:
        """Trees with round crowns, or firs."""
        u = self.rng.uniform
        for _ in range(n):
            x, h, colour, foot = u(-20, self.width + 20), u(50, 95) * k, self.rng.choice(colours), y * self.height
            foot += u(-6, 10)
            self.rect(x - h * 0.05, foot - h * 0.4, h * 0.1, h * 0.42, mix("#4a3524", colour, 0.15))
            if not fir:
                for dx, dy, r in _CROWN:
                    self.circle(x + dx * h, foot + dy * h, r * h, mix(colour, WHITE if dy < -0.7 else BLACK, 0.06))
                continue
            for layer in range(3):
                low, w = foot - h * (0.22 + 0.26 * layer), h * (0.36 - 0.09 * layer)
                skirt = f"M{x - w:.0f},{low:.0f} L{x:.0f},{low - h * 0.42:.0f} L{x + w:.0f},{low:.0f}"
                self.path(f"{skirt} Q{x:.0f},{low + 8:.0f} {x - w:.0f},{low:.0f}Z", mix(colour, WHITE, 0.05 * layer))

    def columns(self, xs: Iterable[float], y0: float, y1: float, colour: str, width: float) -> None:
        """Fluted columns at `xs`, from `y0` down to `y1` (all fractions)."""
        top, foot = y0 * self.height, y1 * self.height
        round_off = [(0, mix(colour, BLACK, 0.25)), (0.35, mix(colour, WHITE, 0.25)), (1, mix(colour, BLACK, 0.35))]
        for x in (fraction * self.width for fraction in xs):
            self.rect(x - width / 2, top, width, foot - top, self.linear(round_off, 0, 0, 1, 0))
            for flute in (-0.28, -0.09, 0.1, 0.29):
                self.rect(x + flute * width, top, 2, foot - top, BLACK, opacity=0.12)
            self.rect(x - width * 0.68, top - 14, width * 1.36, 16, mix(colour, WHITE, 0.12))
            self.rect(x - width * 0.68, foot - 10, width * 1.36, 16, mix(colour, BLACK, 0.1))

    def put(
        self, icon: str, x: float, y: float, size: float, flip: bool = False, shadow: bool = True, glow: str = ""
    ) -> None:
        """Place an icon by its foot point; its shadow lies where its ink ends, not where its box does."""
        if icon == "rainbow":
            self._rainbow(x, y, size)
            return
        ink = self.icons.ink(icon)
        if shadow:
            middle = 0.5 + (0.5 - ink.middle if flip else ink.middle - 0.5)
            foot, half = y - size * (1 - ink.bottom), max(0.22, min(0.42, ink.width * 0.46)) * size
            at = (x + (middle - 0.5) * size + size * 0.05, foot - size * 0.02)
            self.ellipse(*at, half, size * 0.09, SHADE, opacity=0.4, filter=self.blur(4))
        if glow:
            self.glow(x, y - size / 2, size, glow, 0.75)
        inside = self.icon(icon, x - size / 2, y - size, size)
        if flip:
            inside = f'<g transform="translate({number(2 * x)},0) scale(-1,1)">{inside}</g>'
        self.group(inside, filter=self.drop())

    def icon(self, name: str, x: float, y: float, size: float) -> str:
        """An icon cut to its own box (some draw outside it), its ids made unlike all others."""
        prefix, glyph = self.new_id(), self.icons.glyph(name)
        body = re.sub(r'id="([^"]+)"', rf'id="{prefix}\1"', glyph.body)
        body = re.sub(r"url\(#([^)]+)\)", rf"url(#{prefix}\1)", body)
        body = re.sub(r'href="#([^"]+)"', rf'href="#{prefix}\1"', body)
        at = f'x="{number(x)}" y="{number(y)}" width="{number(size)}" height="{number(size)}"'
        return f'<svg {at} viewBox="{glyph.box}">{body}</svg>'

    def _rainbow(self, x: float, y: float, size: float) -> None:
        """An arc of our own that ends in clouds: the icon is a quarter of a disc."""
        outer, foot, soft = size * 0.52, y - size * 0.2, self.blur(2.2)
        arcs = ""
        for i, colour in enumerate(_RAINBOW):
            r = outer - i * size * 0.042
            d = f"M{x - r:.1f},{foot:.1f} A{r:.1f},{r:.1f} 0 0 1 {x + r:.1f},{foot:.1f}"
            arcs += f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{number(size * 0.046)}"/>'
        self.group(arcs, opacity=0.82, filter=soft)
        for side in (-1, 1):
            puffs = ((0.84, 0, 0.2), (0.8, 0.06, 0.11))
            cloud = "".join(
                f'<ellipse cx="{x + side * outer * across:.0f}" cy="{foot - size * up:.0f}"'
                f' rx="{size * wide:.0f}" ry="{size * 0.08:.0f}"/>'
                for across, up, wide in puffs
            )
            self.group(cloud, fill=WHITE, opacity=0.9, filter=soft)
