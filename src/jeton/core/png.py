"""Pictures as PNG, drawn by resvg with a font of our own: a machine without fonts draws the same.

`fonts/figtree.ttf` is the page's Figtree at weight 650, made once with fontTools' instancer.
"""

from __future__ import annotations

from importlib.resources import as_file, files

from jeton.core.svg import picture_in

__all__ = ["png", "preview"]

LATIN = 0x250
"""The first letter that our font lacks: such texts use the machine's own fonts."""
PREVIEW = (1200, 630)
"""The size that sites ask of a link's preview."""


def png(svg: str, zoom: float = 1.0) -> bytes:
    """Return a picture as PNG; raises `ImportError` without resvg, which jeton[pictures] and jeton[server] bring."""
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
    """Return a picture in the middle of a sheet that has the size of a link's preview."""
    return png(picture_in(svg, *PREVIEW))
