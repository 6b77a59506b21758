"""Pictures as PNG, by resvg, with a font of our own: a machine without any draws the same.

`fonts/figtree.ttf` is the page's Figtree at the weight 650, made once with fontTools' instancer.
"""

from __future__ import annotations

from importlib.resources import as_file, files

from jeton.core.svg import picture_in

__all__ = ["png", "preview"]

LATIN = 0x250
"""The first letter that the font does not have: who writes others gets the machine's own."""
PREVIEW = (1200, 630)
"""What those who show links ask for."""


def png(svg: str, zoom: float = 1.0) -> bytes:
    """A picture as PNG; raises `ImportError` where resvg is missing, which jeton[pictures] and jeton[server] bring."""
    import resvg_py

    with as_file(files("jeton.core") / "fonts" / "figtree.ttf") as font:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=svg,
                zoom=zoom,
                font_files=[str(font)],
                serif_family="Figtree",
                skip_system_fonts=all(ord(letter) < LATIN or letter in "\u2019\u2026" for letter in svg),
            )
        )


def preview(svg: str) -> bytes:
    """A picture in the middle of a sheet of the size that previews of links have."""
    return png(picture_in(svg, *PREVIEW))
