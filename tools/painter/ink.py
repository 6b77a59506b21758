"""Measure where each icon has ink, so that shadows and pointing discs meet what is seen."""

from __future__ import annotations

import json
from collections.abc import Iterable

from .icons import HERE, NotoIcons
from .render import Renderer

SIDE = 128
COLUMNS, ROWS = 8, 8
SEEN = 40
"""The least alpha that counts as ink."""


def measure(icons: NotoIcons, names: Iterable[str], paint: Renderer) -> dict[str, list[float]]:
    """Left, top, right and bottom of each icon's ink, in fractions of its box."""
    found, waiting = {}, sorted(set(names))
    while waiting:
        sheet, waiting = waiting[: COLUMNS * ROWS], waiting[COLUMNS * ROWS :]
        cells = ""
        for i, name in enumerate(sheet):
            glyph, at = icons.glyph(name), f'x="{i % COLUMNS * SIDE}" y="{i // COLUMNS * SIDE}"'
            body = (
                glyph.body.replace('id="', f'id="i{i}')
                .replace("url(#", f"url(#i{i}")
                .replace('href="#', f'href="#i{i}')
            )
            cells += f'<svg {at} width="{SIDE}" height="{SIDE}" viewBox="{glyph.box}">{body}</svg>'
        width, height = COLUMNS * SIDE, ROWS * SIDE
        head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}">'
        alpha = paint.pixels(f"{head}{cells}</svg>", width, height).getchannel("A")
        for i, name in enumerate(sheet):
            x, y = i % COLUMNS * SIDE, i // COLUMNS * SIDE
            box = alpha.crop((x, y, x + SIDE, y + SIDE)).point(lambda a: 255 if a >= SEEN else 0).getbbox()
            if box is None:
                raise ValueError(f"expected ink in the icon {name!r}, got none")
            found[name] = [round(edge / SIDE, 3) for edge in box]
    return found


def write_ink(boxes: dict[str, list[float]]) -> None:
    """Keep what was measured in ink.json, one icon to a line."""
    about = "left, top, right, bottom of each icon's ink, in fractions of its box; made by python -m tools.painter ink"
    lines = ",\n".join(f"  {json.dumps(name)}: {json.dumps(box)}" for name, box in sorted(boxes.items()))
    text = f'{{\n "about": {json.dumps(about)},\n "icons": {{\n{lines}\n }}\n}}\n'
    (HERE / "ink.json").write_text(text, "utf-8")
