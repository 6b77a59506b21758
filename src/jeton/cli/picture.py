"""`jeton picture`: a moment of a match as a picture."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated

import jeton
from jeton.cli.output import BadArgument
from jeton.cli.parameters import Parameter
from jeton.core.png import png

__all__ = ["picture"]


def picture(
    file: Path,
    /,
    *,
    move: int | None = None,
    seat: int | None = None,
    out: Annotated[Path | None, Parameter(name=["--out", "-o"])] = None,
) -> int:
    """Draw a moment of a match as a picture, SVG or PNG.

    For example:

    ```
    jeton picture my.match --move 40 -o forty.svg
    jeton picture my.match --seat 0 -o end.png
    jeton picture my.match > end.svg
    ```

    Args:
        file: A match file.
        move: Which moment: after so many entries, without moves taken back; by default, the end.
        seat: Whose view; by default, a spectator's.
        out: Where to write it; `.png` needs jeton[pictures]. By default, the standard output.
    """
    match = jeton.load(file)
    positions = match.positions
    if move is not None and not 0 <= move < len(positions):
        raise BadArgument(f"--move: expected 0 to {len(positions) - 1}, got {move}")
    view = match.view(seat) if move is None else match.game.view(positions[move], seat)
    drawn = match.game.picture(view)
    if out is None:
        sys.stdout.write(drawn + "\n")
    elif out.suffix.lower() == ".png":
        out.write_bytes(_png(drawn))
    elif out.suffix.lower() == ".svg":
        out.write_text(drawn + "\n", encoding="utf-8")
    else:
        raise BadArgument(f"--out: expected a name that ends in .svg or .png, got {out.name!r}")
    return 0


def _png(drawn: str) -> bytes:
    try:
        return png(drawn)
    except ImportError:
        raise BadArgument("a picture as PNG needs more than the engine. Type: pip install 'jeton[pictures]'") from None
