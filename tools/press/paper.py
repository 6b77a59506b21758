"""What the page lays under and over the prints: gouged waves for the sea, grain for the paper. Both repeat."""

from __future__ import annotations

import math
import random

WIDE, TALL, ROWS = 360, 240, 12
GRAIN = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="240" height="240"><filter id="g" x="0" y="0" width="1" height="1">'
    '<feTurbulence type="fractalNoise" baseFrequency=".75" numOctaves="3" seed="7" stitchTiles="stitch"/>'
    '<feColorMatrix values="0 0 0 0 .42  0 0 0 0 .36  0 0 0 0 .26  .9 .5 0 0 -.5"/></filter>'
    '<rect width="240" height="240" filter="url(#g)"/></svg>\n'
)


def _gouge(x: float, row: int, long: float, thick: float) -> str:
    """Return one cut, thickest in its middle, along the swell of its row."""
    steps = [(x + long * i / 6, thick * math.sin(math.pi * i / 6) / 2) for i in range(7)]
    middle = TALL / ROWS * (row + 0.5)
    points = [(a, middle + 5 * math.sin(a * math.pi / 90 + row * 1.3), half) for a, half in steps]
    above = [f"{a:.0f},{y - half:.1f}" for a, y, half in points]
    below = [f"{a:.0f},{y + half:.1f}" for a, y, half in reversed(points)]
    return "M" + "L".join(above + below) + "Z"


def sea() -> str:
    """Draw waves, light on the colour of the page."""
    rng, cuts = random.Random(7), ""  # noqa: S311 - waves need no secrets
    for row in range(ROWS):
        x = rng.uniform(0, 60)
        while x < WIDE - 10:
            long, thick = rng.uniform(60, 150), rng.uniform(2.4, 5.2)
            cuts += _gouge(x, row, long, thick)
            if x + long > WIDE:
                cuts += _gouge(x - WIDE, row, long, thick)
            x += long + rng.uniform(20, 70)
    start = f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{TALL}">'
    return f'{start}<path fill="#d8f1ee" d="{cuts}"/></svg>\n'


def papers() -> dict[str, str]:
    """Return each by file name, as a whole SVG."""
    return {"grain": GRAIN, "sea": sea()}
