"""A canvas of SVG: shapes, gradients and filters, each written once, in the order they are painted."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Sequence

Point = tuple[float, float]
Stop = tuple[float, str] | tuple[float, str, float]
"""Offset, colour, and opacity where it is not full."""

SCREEN = "mix-blend-mode:screen"
SOFT_LIGHT = "mix-blend-mode:soft-light"
MULTIPLY = "mix-blend-mode:multiply"
BLACK, WHITE = "#000000", "#ffffff"
SHADE = "#0a1420"


def seeded(seed: str) -> random.Random:
    """The chance of one picture: the same seed paints the same picture, on any machine."""
    return random.Random(int(hashlib.sha256(seed.encode()).hexdigest()[:12], 16))  # noqa: S311 - not secret


def lerp(start: float, end: float, t: float) -> float:
    """From start (0) to end (1)."""
    return start + (end - start) * t


def mix(one: str, other: str, t: float) -> str:
    """The colour between two, `t` of the way.

    >>> mix("#000000", "#ffffff", 0.5)
    '#808080'
    """
    channels = (round(lerp(int(one[i : i + 2], 16), int(other[i : i + 2], 16), t)) for i in (1, 3, 5))
    return "#" + "".join(f"{channel:02x}" for channel in channels)


def number(value: float) -> str:
    """A number as short as two decimals allow.

    >>> number(3.0), number(0.256), number(-0.001)
    ('3', '0.26', '0')
    """
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def attributes(values: dict[str, object]) -> str:
    """Attributes of a tag; `stroke_width` is written `stroke-width`.

    >>> attributes({"opacity": 0.5, "stroke_width": 3})
    ' opacity="0.5" stroke-width="3"'
    """
    shown = {k: number(v) if isinstance(v, int | float) else v for k, v in values.items() if v is not None}
    return "".join(f' {name.replace("_", "-")}="{value}"' for name, value in shown.items())


def smooth(points: Sequence[Point], closed: bool = True) -> str:
    """A path that runs softly through all points."""
    n = len(points)
    path = f"M{points[0][0]:.1f},{points[0][1]:.1f}"
    for i in range(n if closed else n - 1):
        before = points[(i - 1) % n] if closed or i > 0 else points[i]
        start, end = points[i], points[(i + 1) % n]
        after = points[(i + 2) % n] if closed or i + 2 < n else end
        one = (start[0] + (end[0] - before[0]) / 6, start[1] + (end[1] - before[1]) / 6)
        two = (end[0] - (after[0] - start[0]) / 6, end[1] - (after[1] - start[1]) / 6)
        path += f"C{one[0]:.1f},{one[1]:.1f} {two[0]:.1f},{two[1]:.1f} {end[0]:.1f},{end[1]:.1f}"
    return path + ("Z" if closed else "")


class Canvas:
    """What has been painted so far: definitions, shapes, and the chance that places them."""

    def __init__(self, width: int, height: int, seed: str) -> None:
        self.width, self.height = width, height
        self.rng = seeded(seed)
        self.defs: list[str] = []
        self.shapes: list[str] = []
        self._prefix = "p" + hashlib.sha256(seed.encode()).hexdigest()[:5]
        self._ids = 0
        self._known: dict[str, str] = {}

    def new_id(self) -> str:
        """An id that no other picture on the same page has."""
        self._ids += 1
        return f"{self._prefix}_{self._ids}"

    def define(self, tag: str, inside: str, **values: object) -> str:
        """Add a definition and return how to refer to it; the same one twice is written once."""
        key = f"{tag}{attributes(values)}{inside}"
        if key not in self._known:
            name = self.new_id()
            self.defs.append(f'<{tag} id="{name}"{attributes(values)}>{inside}</{tag}>')
            self._known[key] = f"url(#{name})"
        return self._known[key]

    def linear(self, stops: Iterable[Stop], x1: float = 0, y1: float = 0, x2: float = 0, y2: float = 1) -> str:
        """A gradient along a line, from top to bottom unless told otherwise."""
        return self.define("linearGradient", _stops(stops), x1=x1, y1=y1, x2=x2, y2=y2)

    def radial(self, stops: Iterable[Stop], cx: float = 0.5, cy: float = 0.5, r: float = 0.5) -> str:
        """A gradient from a centre outwards."""
        return self.define("radialGradient", _stops(stops), cx=cx, cy=cy, r=r)

    def blur(self, amount: float) -> str:
        """A filter that softens edges."""
        inside = f'<feGaussianBlur stdDeviation="{number(amount)}"/>'
        return self.define("filter", inside, x="-50%", y="-50%", width="200%", height="200%")

    def drop(self) -> str:
        """A filter that lets a thing throw a small shadow on what lies behind it."""
        inside = '<feDropShadow dx="2.5" dy="3" stdDeviation="2.2" flood-color="#0b1622" flood-opacity=".45"/>'
        return self.define("filter", inside, x="-30%", y="-30%", width="160%", height="160%")

    def add(self, shape: str) -> None:
        """Paint something already written."""
        self.shapes.append(shape)

    def group(self, inside: str, **values: object) -> None:
        """Paint several shapes as one."""
        self.add(f"<g{attributes(values)}>{inside}</g>")

    def path(self, d: str, fill: str = "none", **values: object) -> None:
        """Paint a path."""
        self.add(f'<path d="{d}" fill="{fill}"{attributes(values)}/>')

    def line(self, d: str, stroke: str, stroke_width: float, **values: object) -> None:
        """Paint an open path with round ends."""
        drawn = {"stroke": stroke, "stroke_width": stroke_width, "stroke_linecap": "round", **values}
        self.add(f'<path d="{d}" fill="none"{attributes(drawn)}/>')

    def rect(self, x: float, y: float, width: float, height: float, fill: str, **values: object) -> None:
        """Paint a rectangle."""
        self.add(f"<rect{attributes({'x': x, 'y': y, 'width': width, 'height': height, 'fill': fill, **values})}/>")

    def circle(self, x: float, y: float, r: float, fill: str, **values: object) -> None:
        """Paint a circle."""
        self.add(f"<circle{attributes({'cx': x, 'cy': y, 'r': r, 'fill': fill, **values})}/>")

    def ellipse(self, x: float, y: float, rx: float, ry: float, fill: str, **values: object) -> None:
        """Paint an ellipse."""
        self.add(f"<ellipse{attributes({'cx': x, 'cy': y, 'rx': rx, 'ry': ry, 'fill': fill, **values})}/>")

    def fill(self, fill: str, **values: object) -> None:
        """Paint over the whole canvas."""
        self.rect(0, 0, self.width, self.height, fill, **values)

    def glow(self, x: float, y: float, r: float, colour: str, opacity: float = 0.8) -> None:
        """Paint light around a point."""
        light = self.radial([(0, colour, opacity), (0.4, colour, opacity * 0.45), (1, colour, 0)])
        self.circle(x, y, r, light, style=SCREEN)

    def svg(self, clip: str = "", frame: str = "", painterly: bool = True) -> str:
        """The finished picture: all shapes under one brush (`PAINTERLY`), cut to `clip`, then the frame."""
        inside = "".join(self.shapes)
        if painterly:
            brush = self.define("filter", PAINTERLY, x="0", y="0", width="100%", height="100%", **SRGB)
            inside = f'<g filter="{brush}">{inside}</g>'
        if clip:
            cut = self.define("clipPath", f'<path d="{clip}"/>')
            inside = f'<g clip-path="{cut}">{inside}</g>'
        head = '<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        box = f'viewBox="0 0 {self.width} {self.height}"'
        return f"{head} {box}><defs>{''.join(self.defs)}</defs>{inside}{frame}</svg>\n"


def _stops(stops: Iterable[Stop]) -> str:
    written = ""
    for offset, colour, *opacity in stops:
        seen = attributes({"stop_opacity": opacity[0]}) if opacity else ""
        written += f'<stop offset="{number(offset)}" stop-color="{colour}"{seen}/>'
    return written


SRGB = {"color_interpolation_filters": "sRGB"}
PAINTERLY = (
    '<feTurbulence type="fractalNoise" baseFrequency="0.035" numOctaves="3" seed="7" result="wobble"/>'
    '<feDisplacementMap in="SourceGraphic" in2="wobble" scale="3.6" xChannelSelector="R" yChannelSelector="G"'
    ' result="drawn"/>'
    '<feTurbulence type="fractalNoise" baseFrequency="0.9" numOctaves="2" seed="3" result="noise"/>'
    '<feColorMatrix in="noise" type="matrix"'
    ' values="0 0 0 0 .5  0 0 0 0 .45  0 0 0 0 .38  .55 .55 .55 0 -.62" result="grain"/>'
    '<feBlend in="grain" in2="drawn" mode="soft-light" result="grained"/>'
    '<feTurbulence type="fractalNoise" baseFrequency="0.012 0.02" numOctaves="4" seed="11" result="clouds"/>'
    '<feColorMatrix in="clouds" type="matrix"'
    ' values="0 0 0 0 1  0 0 0 0 .98  0 0 0 0 .9  .9 0 0 0 -.38" result="wash"/>'
    '<feBlend in="wash" in2="grained" mode="soft-light"/>'
)
"""What makes shapes look painted: edges that wobble, fine grain, and a large soft wash."""
