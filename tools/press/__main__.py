"""Print the pictures of Guardians of Legends.

Usage: python -m tools.press [print|tokens|hits|list|sheet] [--only WORD …] [--out FOLDER] [--move]

print   every picture, into the game's folder, with a list of what was made (the default)
tokens  only the small SVG files: boats, clues, fires, coins, sea and grain
hits    find where things are seen, and keep their outlines in hits.json; with --move, lay the discs of the game's
        scenes.json anew, which makes a new version of the game
list    only the list of what is there: pictures.json
sheet   contact sheets of the pictures that are there, into --out
"""

from __future__ import annotations

import argparse
import io
import json
import sys
from importlib.metadata import version
from multiprocessing import Pool
from pathlib import Path

from PIL import Image

from .cards import legend, location
from .catalogue import PICTURES, SCENES, WIDTHS, Picture, catalogue, dump, fingerprint, pack
from .hits import HITS, Hit
from .paper import papers
from .scene import load, measure, render
from .sheet import SEA, write_sheets
from .tokens import tokens

QUALITY = {640: 58, 256: 66, 1200: 44, 480: 58, 200: 66}
"""How well each width is packed."""


def main() -> int:
    """Do what was asked for."""
    parser = argparse.ArgumentParser(prog="python -m tools.press", description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", nargs="?", default="print", choices=("print", "tokens", "hits", "list", "sheet"))
    parser.add_argument("--only", nargs="+", default=[], help="kinds (islands, postcards …) or names")
    parser.add_argument("--out", type=Path, default=PICTURES, help="another folder than the game's")
    parser.add_argument("--move", action="store_true", help="hits: move the discs of the game to where things are")
    asked = parser.parse_args()
    wanted = [p for p in catalogue() if not asked.only or {p.kind, p.name} & set(asked.only)]
    if asked.what == "sheet":
        write_sheets(PICTURES, asked.out)
    elif asked.what == "hits":
        write_hits(wanted, asked.move)
    else:
        if asked.what == "print":
            with Pool() as pool:
                for picture, made in zip(wanted, pool.imap(pull, wanted), strict=True):
                    for width, data in made.items():
                        _write(asked.out / picture.file(width), data)
                    print(f"{picture.kind}/{picture.name}", *map(len, made.values()), flush=True)
        for name, svg in tokens().items():
            _write(asked.out / "tokens" / f"{name}.svg", svg.encode())
        for name, svg in papers().items():
            _write(asked.out / f"{name}.svg", svg.encode())
        if asked.what in ("list", "print"):
            _write_list(asked.out)
    return 0


def pull(picture: Picture) -> dict[int, bytes]:
    """Return the files of a picture by width: the small one is a bolder print where that reads better."""
    scene = load(picture.source)
    if picture.kind == "legends":
        scene = legend(scene)
    large, small = picture.widths
    image, _ = render(scene)
    if picture.kind == "locations":
        image = location(picture.name, image)
    least = render(scene, small=True)[0] if picture.like == "islands" else image
    return {width: webp(one, picture.size(width)) for width, one in ((large, image), (small, least))}


def webp(image: Image.Image, size: tuple[int, int]) -> bytes:
    """Return the picture shrunk and packed."""
    small = image.resize(size, Image.Resampling.LANCZOS)
    packed = io.BytesIO()
    small.save(packed, "WEBP", quality=QUALITY[size[0]], method=6, alpha_quality=80, use_sharp_yuv=True)
    return packed.getvalue()


def write_hits(wanted: list[Picture], move: bool) -> None:
    """Keep beside the press what the pictures show; `move` lays their discs over those of scenes.json too.

    Matches are counted by the discs, so a picture that is cut again keeps them: a test says whether they still lie on
    their things.
    """
    box, kept = pack(), json.loads(HITS.read_text("utf-8"))
    found = [picture for picture in wanted if picture.kind in ("islands", "postcards")]
    with Pool() as pool:
        for picture, (things, seen) in zip(found, pool.imap(_measured, found), strict=True):
            scene = next(s for s in box[picture.kind] if s["id"] == picture.name)
            for element in scene["elements"]:
                hit = things[element["icon"]]
                if hit is None:
                    raise ValueError(f"{element['id']} is hidden")
                if move:
                    element["hit"] = {"cx": hit["cx"], "cy": hit["cy"], "r": hit["r"]}
            kept[picture.name] = {"scene": fingerprint(picture), "things": things, "seen": seen}
    HITS.write_text("{\n" + ",\n".join(f' "{k}": {json.dumps(v)}' for k, v in sorted(kept.items())) + "\n}\n", "utf-8")
    if move:
        SCENES.write_text(dump(box), "utf-8")


def _measured(picture: Picture) -> tuple[dict[str, Hit | None], list[str]]:
    return measure(load(picture.source))


def _grid(path: Path) -> list[list[list[int]]]:
    """Return an island as a phone shows it, 55 pixels wide on the sea, in 8 by 7 fields of colour."""
    with Image.open(path) as picture:
        tile = picture.convert("RGBA").resize((55, 48), Image.Resampling.LANCZOS)
    flat = Image.new("RGB", (55, 48), SEA)
    flat.paste(tile, (0, 0), tile)
    small = flat.resize((8, 7), Image.Resampling.BOX)
    return [[list(small.getpixel((x, y))) for x in range(8)] for y in range(7)]  # type: ignore[arg-type]


def _write_list(target: Path) -> None:
    """Write what was made, from what, with what: pictures.json."""
    made = {
        "about": "Printed by tools/press from its scenes; docs/guardians-pictures.md tells how and names the files.",
        "made_with": {name: version(name) for name in ("pillow", "numpy", "scipy", "resvg-py")}
        | {"icons": "@iconify-json/game-icons 1.2.4"},
        "widths": {kind: list(widths) for kind, widths in WIDTHS.items()},
        "islands_at_55": {p.name: _grid(target / p.file(256)) for p in catalogue() if p.kind == "islands"},
        "scenes": {f"{p.kind}/{p.name}": fingerprint(p) for p in catalogue()},
    }
    _write(target / "pictures.json", (json.dumps(made) + "\n").encode())


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


if __name__ == "__main__":
    sys.exit(main())
