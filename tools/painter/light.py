"""Which things shine, and the light that lies over a whole picture."""

from __future__ import annotations

from .canvas import MULTIPLY, SOFT_LIGHT, Canvas

Tint = tuple[str, float]
"""A colour in the air, and how much of it."""

GLOW = {
    "candle": "#ffd27a",
    "coin": "#ffe08a",
    "comet": "#cfe8ff",
    "crescent-moon": "#fff0b0",
    "crown": "#fff0b0",
    "crystal-ball": "#d8a0ff",
    "diya-lamp": "#ffd27a",
    "dizzy": "#ffe9a0",
    "fairy": "#fff0b0",
    "fire": "#ff9a3a",
    "full-moon": "#fff4c8",
    "gem-stone": "#bfefff",
    "genie": "#9ad0ff",
    "ghost": "#e8f0ff",
    "glowing-star": "#fff0a0",
    "high-voltage": "#fff6b0",
    "jack-o-lantern": "#ffb05a",
    "lighthouse": "#fff0b0",
    "magic-wand": "#fff0a0",
    "meteor": "#ff9a5a",
    "musical-notes": "#ffffff",
    "phoenix": "#ffb05a",
    "red-paper-lantern": "#ff8a5a",
    "shooting-star": "#ffe9a0",
    "sun-with-face": "#fff0a0",
    "treasure-chest": "#ffe08a",
    "volcano": "#ff8a3a",
}


def air(canvas: Canvas, tint: Tint | None, multiply: float = 0.35) -> None:
    """Lay the colour of the air over everything."""
    if tint:
        canvas.fill(tint[0], opacity=tint[1], style=SOFT_LIGHT)
        if multiply:
            canvas.fill(tint[0], opacity=tint[1] * multiply, style=MULTIPLY)


def sunlight(canvas: Canvas, cx: float, cy: float, r: float, opacity: float) -> None:
    """Warm light from the upper left."""
    light = canvas.radial([(0, "#fff6d8", opacity), (0.53, "#fff6d8", 0)], cx, cy, r)
    canvas.fill(light, style=SOFT_LIGHT)


def vignette(canvas: Canvas, colour: str, start: float, r: float, opacity: float) -> None:
    """Darken the corners."""
    canvas.fill(canvas.radial([(start, colour, 0), (1, colour, opacity)], 0.5, 0.5, r))
