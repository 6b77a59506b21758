"""A few words of SVG for pictures of positions: shapes, text, and a sheet to put them on. They escape everything."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from typing import Any

__all__ = ["circle", "group", "listed", "path", "picture_in", "rect", "sheet", "text"]

PAPER, INK = "#fbf4e3", "#2a1d14"
EDGE = 18
"""The margin around a picture on a larger sheet."""


def _tag(name: str, attributes: dict[str, Any], inside: str | None = None) -> str:
    said = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{escape(_number(value))}"' for key, value in attributes.items()
    )
    return f"<{name}{said}/>" if inside is None else f"<{name}{said}>{inside}</{name}>"


def _number(value: Any) -> str:
    return f"{value:.1f}".removesuffix(".0") if isinstance(value, float) else str(value)


def rect(x: float, y: float, width: float, height: float, fill: str, **more: Any) -> str:
    """Return a rectangle with round corners."""
    return _tag("rect", {"x": x, "y": y, "width": width, "height": height, "rx": 5, "fill": fill, **more})


def circle(x: float, y: float, r: float, fill: str, **more: Any) -> str:
    """Return a circle."""
    return _tag("circle", {"cx": x, "cy": y, "r": r, "fill": fill, **more})


def path(d: str, fill: str, **more: Any) -> str:
    """Return any shape."""
    return _tag("path", {"d": d, "fill": fill, **more})


def text(x: float, y: float, words: Any, size: float = 11, fill: str = INK, **more: Any) -> str:
    """Return a line of text with its baseline at y.

    >>> text(0, 9, "a < b", 9)
    '<text x="0" y="9" font-size="9" fill="#2a1d14">a &lt; b</text>'
    """
    return _tag("text", {"x": x, "y": y, "font-size": size, "fill": fill, **more}, escape(str(words)))


def group(x: float, y: float, parts: Iterable[str], **more: Any) -> str:
    """Put parts into a group that moves together."""
    return _tag("g", {"transform": f"translate({_number(x)} {_number(y)})", **more}, "".join(parts))


def sheet(width: float, height: float, title: str, parts: Iterable[str]) -> str:
    """Return a whole picture, with a title for people who can't see it."""
    shown = rect(0, 0, width, height, PAPER) + "".join(parts)
    about = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {_number(width)} {_number(height)}",
        "width": width,
        "height": height,
        "role": "img",
        "font-family": "Georgia, 'DejaVu Serif', serif",
    }
    return _tag("svg", about, f"<title>{escape(title)}</title>{shown}")


def picture_in(drawn: str, width: float, height: float, cloth: str = "#4a2a47") -> str:
    """Return a picture made by `sheet`, as large as possible, on a sheet of another size."""
    inner = drawn.replace("<svg ", '<svg preserveAspectRatio="xMidYMid meet" ', 1)
    for name, length in (("width", width - 2 * EDGE), ("height", height - 2 * EDGE)):
        inner = re.sub(rf'(<svg [^>]*?)\b{name}="[^"]*"', rf'\g<1>{name}="{_number(length)}"', inner, count=1)
    inner = inner.replace("<svg ", f'<svg x="{EDGE}" y="{EDGE}" ', 1)
    about = {"xmlns": "http://www.w3.org/2000/svg", "width": width, "height": height}
    return _tag("svg", about, _tag("rect", {"width": width, "height": height, "fill": cloth}) + inner)


def listed(title: str, lines: Iterable[str]) -> str:
    """Return lines of text as a picture, for a game that draws none."""
    rows = [title, *(line if len(line) < 100 else line[:99] + "…" for line in lines)]
    shown = [text(12, 24 + 17 * i, row, 12, font_weight="bold" if i == 0 else "normal") for i, row in enumerate(rows)]
    return sheet(760, 24 + 17 * len(rows), title, shown)
