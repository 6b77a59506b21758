"""A plot of chances against ends of matches: one square a table, on the diagonal where the chances were right."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

__all__ = ["Bin", "reliability_svg"]

Bin = tuple[float, float, int]
"""The mean prediction, the mean of what came true, and the count."""

SIDE, GAP, ABOVE, LEFT = 180, 34, 46, 40
ROW = 3
READ, REAL, INK, LINE = "#b4552d", "#1f6f8b", "#2b2b2b", "#c9c4b8"


def reliability_svg(tables: Mapping[str, tuple[Sequence[Bin], Sequence[Bin]]]) -> str:
    """Draw bins as they were read, and as a curve changes them, by the name of their table."""
    rows = -(-len(tables) // ROW)
    width, height = LEFT + ROW * (SIDE + GAP), rows * (SIDE + ABOVE + 20) + 30
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}"',
        'font-family="sans-serif" font-size="12">',
        f'<rect width="{width}" height="{height}" fill="#fdfbf5"/>',
    ]
    for number, (name, (read, real)) in enumerate(tables.items()):
        x, y = LEFT + number % ROW * (SIDE + GAP), ABOVE + number // ROW * (SIDE + ABOVE + 20)
        parts += [f'<g transform="translate({x} {y})">', *_square(name, read, real), "</g>"]
    end = height - 12
    parts.append(
        f'<g fill="{INK}"><circle cx="{LEFT + 6}" cy="{end - 4}" r="4" fill="none" stroke="{READ}" stroke-width="2"/>'
        f'<text x="{LEFT + 16}" y="{end}">as read</text><circle cx="{LEFT + 86}" cy="{end - 4}" r="4" fill="{REAL}"/>'
        f'<text x="{LEFT + 96}" y="{end}">with the curve, of matches that it never saw</text>'
        f'<text x="{width - GAP}" y="{end}" text-anchor="end">across: predicted, up: came true</text></g></svg>\n'
    )
    return "\n".join(parts)


def _square(name: str, read: Sequence[Bin], real: Sequence[Bin]) -> list[str]:
    ticks = [
        f'<text x="{SIDE * at}" y="{SIDE + 15}" text-anchor="middle" fill="{INK}">{at:g}</text>'
        f'<text x="-6" y="{SIDE * (1 - at) + 4}" text-anchor="end" fill="{INK}">{at:g}</text>'
        for at in (0.0, 0.5, 1.0)
    ]
    title, _, seats = name.rpartition("-")
    return [
        f'<text x="0" y="-10" fill="{INK}" font-weight="bold">{title.capitalize()}, {seats} seats</text>',
        f'<rect width="{SIDE}" height="{SIDE}" fill="#fff" stroke="{LINE}"/>',
        f'<line x1="0" y1="{SIDE}" x2="{SIDE}" y2="0" stroke="{LINE}" stroke-dasharray="4 3"/>',
        *ticks,
        *(f'<circle {_place(one)} r="4" fill="none" stroke="{READ}" stroke-width="2"/>' for one in read),
        *(f'<circle {_place(one)} r="4" fill="{REAL}"/>' for one in real),
    ]


def _place(one: Bin) -> str:
    return f'cx="{SIDE * one[0]:.1f}" cy="{SIDE * (1 - one[1]):.1f}"'
