"""Contact sheets: all pictures of a kind on one page, to look at before they ship."""

from __future__ import annotations

from pathlib import Path

from PIL import Image

SEA = (18, 48, 74)
GAP = 8
_COLUMNS = {"islands": 6, "postcards": 5, "locations": 8, "legends": 6, "backs": 4}


def write_sheets(pictures: Path, out: Path) -> None:
    """One PNG per kind, from the small pictures."""
    out.mkdir(parents=True, exist_ok=True)
    for kind, columns in _COLUMNS.items():
        by_name: dict[str, list[Path]] = {}
        for path in sorted((pictures / kind).glob("*.webp")):
            by_name.setdefault(path.stem.rpartition("-")[0], []).append(path)
        shown = [Image.open(min(paths, key=lambda p: int(p.stem.rpartition("-")[2]))) for paths in by_name.values()]
        if not shown:
            continue
        width, height = max(i.width for i in shown) + GAP, max(i.height for i in shown) + GAP
        sheet = Image.new("RGB", (columns * width + GAP, -(-len(shown) // columns) * height + GAP), SEA)
        for i, image in enumerate(shown):
            at = (i % columns * width + GAP, i // columns * height + GAP)
            sheet.paste(image, at, image.getchannel("A") if image.mode == "RGBA" else None)
        sheet.save(out / f"{kind}.png")
