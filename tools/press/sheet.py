"""Contact sheets: every picture that ships, to be looked at."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

from .catalogue import catalogue

SEA = "#0f3a4a"
COLUMNS = {"islands": 6, "postcards": 5, "legends": 6, "backs": 5}
WIDTH = {"islands": 220, "postcards": 300, "legends": 170, "backs": 220}


def write_sheets(pictures: Path, out: Path) -> None:
    """Write one sheet for each kind, as JPEG; and the islands as small as a phone shows them."""
    out.mkdir(parents=True, exist_ok=True)
    for kind, columns in COLUMNS.items():
        found = [p for p in catalogue() if p.kind == kind]
        small = [_open(pictures / p.file(p.widths[0]), WIDTH[kind]) for p in found]
        _sheet(small, columns).save(out / f"guardians-{kind}.jpg", quality=80, optimize=True)
    islands = [p for p in catalogue() if p.kind == "islands"]
    rows = [[_open(pictures / p.file(256), width) for p in islands] for width in (82, 55)]
    sheet = Image.new("RGB", (24 * 86, 150), SEA)
    for y, row in zip((4, 86), rows, strict=True):
        for i, tile in enumerate(row):
            sheet.paste(tile, (i * 86 + (86 - tile.width) // 2, y), tile)
    sheet.save(out / "guardians-islands-small.jpg", quality=88, optimize=True)


def _open(path: Path, width: int) -> Image.Image:
    with Image.open(path) as picture:
        rgba = picture.convert("RGBA")
    return rgba.resize((width, round(width * rgba.height / rgba.width)), Image.Resampling.LANCZOS)


def _sheet(pictures: list[Image.Image], columns: int) -> Image.Image:
    w, h = max(p.width for p in pictures) + 8, max(p.height for p in pictures) + 8
    sheet = Image.new("RGB", (w * columns + 8, h * -(-len(pictures) // columns) + 8), SEA)
    for i, picture in enumerate(pictures):
        sheet.paste(picture, (8 + i % columns * w, 8 + i // columns * h), picture)
    return sheet
