"""Paint the pictures of Guardians of Legends.

Usage: python -m tools.painter [paint|tokens|sheet|svg|ink] --icons PACKAGE [--only WORD …] [--out FOLDER]

paint   every picture, into the game's folder, with a list of what was made (the default)
tokens  only the small SVG files: boats, clues, fires, coins
sheet   one contact sheet per kind from the pictures that are there, as PNG into --out
svg     the SVG of each picture into --out, to look at or to compare
ink     measure where the icons have ink; after a change of the icons in use
"""

from __future__ import annotations

import argparse
import json
import sys
from importlib.metadata import version
from pathlib import Path

from .catalogue import PICTURES, QUALITY, WIDTHS, Picture, catalogue, fingerprint, icons_in_use
from .icons import NotoIcons
from .ink import measure, write_ink
from .render import OVERSAMPLE, Renderer, renderer, webp
from .scenes import SCENES, Scenes, read_scenes
from .sheet import write_sheets
from .tokens import tokens


def main() -> int:
    """Do what was asked for."""
    arguments = _arguments()
    if arguments.what == "tokens":
        _write_tokens(PICTURES)
        return 0
    if arguments.what == "sheet":
        write_sheets(PICTURES, arguments.out)
        return 0
    scenes, icons = read_scenes(arguments.scenes), NotoIcons(arguments.icons)
    wanted = [p for p in catalogue(scenes, icons) if not arguments.only or {p.kind, p.name} & set(arguments.only)]
    if arguments.what == "svg":
        for picture in wanted:
            _write(arguments.out / f"{picture.kind}-{picture.name}.svg", picture.svg().encode())
        return 0
    with renderer(arguments.chromium) as paint:
        if arguments.what == "ink":
            write_ink(measure(icons, icons_in_use(scenes), paint))
            return 0
        target = arguments.out or PICTURES
        for picture in wanted:
            _paint(picture, paint, target)
        _write_tokens(target)
        if not arguments.only:
            _write_list(target, scenes, paint.version, arguments.icons)
    return 0


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.painter", description=__doc__.partition("\n")[0])
    parser.add_argument("what", nargs="?", default="paint", choices=("paint", "tokens", "sheet", "svg", "ink"))
    parser.add_argument("--icons", type=Path, help="the npm package @iconify-json/noto: its .tgz or its folder")
    parser.add_argument("--scenes", type=Path, default=SCENES, help="what to paint")
    parser.add_argument("--only", nargs="+", default=[], help="kinds (islands, postcards …) or names")
    parser.add_argument("--out", type=Path, help="another folder than the game's")
    parser.add_argument("--chromium", default="", help="the browser that paints")
    arguments = parser.parse_args()
    if arguments.what in ("paint", "svg", "ink") and not arguments.icons:
        parser.error(f"{arguments.what} needs --icons")
    if arguments.what in ("sheet", "svg") and not arguments.out:
        parser.error(f"{arguments.what} needs --out")
    return arguments


def _paint(picture: Picture, paint: Renderer, target: Path) -> None:
    large, small = picture.widths
    width = round(large * OVERSAMPLE)
    image = paint.pixels(picture.svg(), width, round(width * picture.size[1] / picture.size[0]))
    packed = {size: webp(image, size, QUALITY) for size in (large, small)}
    for size, data in packed.items():
        _write(target / picture.file(size), data)
    print(f"{picture.kind}/{picture.name}", *(len(data) for data in packed.values()), flush=True)


def _write_tokens(target: Path) -> None:
    for name, svg in tokens().items():
        _write(target / "tokens" / f"{name}.svg", svg.encode())


def _write_list(target: Path, scenes: Scenes, browser: str, package: Path) -> None:
    """What was made, from what, with what: pictures.json."""
    kinds = {p.kind: p.size for p in catalogue(scenes, NotoIcons(package)) if p.kind != "backs"}
    made = {
        "about": "Painted by tools/painter from scenes.json; docs/guardians-pictures.md tells how and names the files.",
        "made_with": {
            "chromium": browser,
            "pillow": version("pillow"),
            "icons": "@iconify-json/noto 1.2.9",
            "oversample": OVERSAMPLE,
            "quality": QUALITY,
        },
        "widths": {kind: WIDTHS[size] for kind, size in kinds.items()},
        "scenes": {scene.id: fingerprint(scene) for scene in (*scenes.islands, *scenes.postcards)},
    }
    _write(target / "pictures.json", (json.dumps(made, indent=1) + "\n").encode())


def _write(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)


if __name__ == "__main__":
    sys.exit(main())
