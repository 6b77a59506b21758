"""Packs of pictures: islands to hide on, postcards to point at, and what stands where on them.

A pack is a folder with a `scenes.json`. The built-in one is called `jeton`. `load_pack` reads any other folder with the
same schema, says what is wrong with it, and registers it under its name.
"""

from __future__ import annotations

import math
import re
from functools import cache, cached_property
from importlib import resources
from pathlib import Path, PurePosixPath
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from jeton.core.errors import BadOption, MalformedPack

__all__ = [
    "EDITION",
    "ISLANDS",
    "Disc",
    "Element",
    "Icon",
    "Pack",
    "Scene",
    "known_packs",
    "load_pack",
    "pack_named",
    "validate",
]

BUILT_IN = "jeton"
FILE, FIRST_DISCS = "scenes.json", "discs1.json"
EDITION = 2
"""The edition of the built-in pictures.

On the first edition things stood elsewhere: its matches keep their discs (G24).
"""
ISLANDS = 24
"""G1. Every pack has as many islands as there are location cards."""
MIN_POSTCARDS, MAX_POSTCARDS = 4, 200
"""The box holds 35; another pack may hold more or fewer, but three are open and one must follow."""
MAX_BYTES = 8_000_000
MAX_PROBLEMS = 12
NAME = r"^[a-z][a-z0-9_-]{0,39}$"
POSTCARD_SIZE, ISLAND_SIZE = (960, 640), (720, 624)

Name = Annotated[str, Meta(pattern=NAME)]
Fraction = Annotated[float, Meta(ge=0, le=1)]
Text = Annotated[str, Meta(max_length=400)]
Size = tuple[Annotated[int, Meta(ge=1, le=20_000)], Annotated[int, Meta(ge=1, le=20_000)]]


class Disc(msgspec.Struct, frozen=True, gc=False):
    """The pointing disc of an element: centre in fractions of width and height, radius in fractions of the width."""

    cx: Fraction
    cy: Fraction
    r: Annotated[float, Meta(ge=0.005, le=1)]


class Element(msgspec.Struct, frozen=True, gc=False):
    """One thing on a picture; `icon` is its word in the lexicon."""

    id: Annotated[str, Meta(min_length=1, max_length=100)]
    icon: Annotated[str, Meta(min_length=1, max_length=60)]
    hit: Disc


class Scene(msgspec.Struct, frozen=True, gc=False):
    """An island or a postcard; `image` is a picture in the pack's folder, for packs that are not drawn from icons."""

    id: Name
    title_en: Text
    elements: tuple[Element, ...]
    n: int = 0
    title_fr: Text = ""
    title_nl: Text = ""
    blurb_en: Text = ""
    blurb_fr: Text = ""
    blurb_nl: Text = ""
    themes: tuple[Text, ...] = ()
    image: Text = ""


class Icon(msgspec.Struct, frozen=True, gc=False):
    """What a thing is called, and the tags by which bots compare things."""

    en: Text
    fr: Text = ""
    nl: Text = ""
    tags: tuple[Text, ...] = ()


class Pack(msgspec.Struct, frozen=True, dict=True, eq=False):
    """A pack of pictures that passed validation."""

    islands: tuple[Scene, ...]
    postcards: tuple[Scene, ...]
    lexicon: dict[str, Icon]
    version: int = 1
    name: Name = "unnamed"
    postcard_size: Size = POSTCARD_SIZE
    island_size: Size = ISLAND_SIZE

    @cached_property
    def island_ids(self) -> tuple[str, ...]:
        """The islands' names, in the pack's order."""
        return tuple(scene.id for scene in self.islands)

    @cached_property
    def postcard_ids(self) -> tuple[str, ...]:
        """The postcards' names, in the pack's order."""
        return tuple(scene.id for scene in self.postcards)

    @cached_property
    def points(self) -> dict[str, tuple[tuple[float, float], ...]]:
        """Return the centres of each postcard's elements, as precise as the notation."""
        return {
            scene.id: tuple(dict.fromkeys((round(e.hit.cx, 4), round(e.hit.cy, 4)) for e in scene.elements))
            for scene in self.postcards
        }

    @cached_property
    def _discs(self) -> dict[str, tuple[tuple[float, float, float, str], ...]]:
        return {
            scene.id: tuple((e.hit.cx, e.hit.cy, e.hit.r * e.hit.r, e.id) for e in scene.elements)
            for scene in self.postcards
        }

    def element_at(self, postcard: str, x: float, y: float) -> str | None:
        """G24.

        Return the element whose disc holds the point (the nearest centre if several do), None for plain scenery.

        >>> pack_named("jeton").element_at("night_market", 0.52, 0.36)
        'night_market.red-paper-lantern'
        >>> pack_named("jeton").element_at("night_market", 0, 0) is None
        True
        """
        width, height = self.postcard_size
        nearest: float = math.inf
        found = None
        for cx, cy, limit, element in self._discs[postcard]:
            distance = (x - cx) ** 2 + ((y - cy) * height / width) ** 2  # in widths, like the radii
            if distance <= limit and distance < nearest:
                nearest, found = distance, element
        return found


_OWN: dict[str, Pack] = {}


def known_packs() -> tuple[str, ...]:
    """Return the names of the packs that a table may choose: the built-in one and those loaded since."""
    return (BUILT_IN, *_OWN)


def pack_named(name: str, edition: int = EDITION) -> Pack:
    """Return a known pack, the built-in one with the discs of an edition of its pictures; raises `BadOption`."""
    if name == BUILT_IN:
        return _built_in() if edition >= EDITION else _first_edition()
    if name not in _OWN:
        raise BadOption(f"option 'pack' of guardians: expected one of {known_packs()}, got {name!r}")
    return _OWN[name]


def load_pack(folder: str | Path) -> Pack:
    """Read a pack from a folder and register it; raises `MalformedPack` with every field that is wrong.

    It takes its name from its file, or else from the folder.
    """
    folder = Path(folder)
    path = folder / FILE
    try:
        if path.stat().st_size > MAX_BYTES:
            raise MalformedPack(f"{path}: expected at most {MAX_BYTES} bytes")
        data = msgspec.json.decode(path.read_bytes())
    except OSError as error:
        raise MalformedPack(f"{path}: can't be read: {error.strerror}") from error
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise MalformedPack(f"{path}: not JSON: {error}") from error
    if isinstance(data, dict):
        data.setdefault("name", _name_of(folder))
    pack = validate(data, folder)
    if pack.name == BUILT_IN:
        raise MalformedPack(f"$.name: {BUILT_IN!r} is the built-in pack's name: choose another")
    _OWN[pack.name] = pack
    return pack


def validate(data: Any, folder: Path | None = None) -> Pack:
    """Return the pack that plain data describe; raises `MalformedPack` with the path of each bad field.

    A pack may leave out words of the lexicon that the built-in pack has. Its images must lie in `folder`.

    >>> validate({"islands": []})
    Traceback (most recent call last):
    ...
    jeton.core.errors.MalformedPack: Object missing required field `postcards`
    """
    try:
        if isinstance(data, dict):
            data = {"lexicon": {}, **data}
        pack = msgspec.convert(data, Pack, strict=True)
    except (msgspec.ValidationError, RecursionError) as error:
        raise MalformedPack(str(error)) from error
    if pack.name != BUILT_IN:
        pack = msgspec.structs.replace(pack, lexicon={**_built_in().lexicon, **pack.lexicon})
    problems = _problems(pack, folder)
    if problems:
        more = len(problems) - MAX_PROBLEMS
        tail = [f"and {more} more"] if more > 0 else []
        raise MalformedPack("; ".join([*problems[:MAX_PROBLEMS], *tail]))
    return pack


def _name_of(folder: Path) -> str:
    """Return the folder's name in the letters that a pack's name may have."""
    name = re.sub(r"[^a-z0-9_-]+", "_", folder.resolve().name.lower())
    return (name if re.match("[a-z]", name) else f"pack_{name}")[:40]


def _problems(pack: Pack, folder: Path | None) -> list[str]:
    found: list[str] = []
    if len(pack.islands) != ISLANDS:
        found.append(f"$.islands: expected {ISLANDS} islands, got {len(pack.islands)}")
    if not MIN_POSTCARDS <= len(pack.postcards) <= MAX_POSTCARDS:
        expected = f"{MIN_POSTCARDS} to {MAX_POSTCARDS}"
        found.append(f"$.postcards: expected {expected} postcards, got {len(pack.postcards)}")
    elements: set[str] = set()
    for kind, scenes in (("islands", pack.islands), ("postcards", pack.postcards)):
        names: set[str] = set()
        for i, scene in enumerate(scenes):
            path = f"$.{kind}[{i}]"
            if scene.id in names:
                found.append(f"{path}.id: {scene.id!r} is the name of an earlier one")
            names.add(scene.id)
            if kind == "postcards" and not scene.elements:
                found.append(f"{path}.elements: a postcard needs something to point at")
            if scene.image and (problem := _image_problem(scene.image, folder)):
                found.append(f"{path}.image: {problem}")
            for j, element in enumerate(scene.elements):
                if element.id in elements:
                    found.append(f"{path}.elements[{j}].id: {element.id!r} is the name of an earlier element")
                elements.add(element.id)
                if element.icon not in pack.lexicon:
                    found.append(f"{path}.elements[{j}].icon: {element.icon!r} is not in the lexicon")
    return found


def _image_problem(image: str, folder: Path | None) -> str | None:
    """Return what is wrong with an image's name, if anything: it must be a picture inside the pack's folder."""
    path = PurePosixPath(image)
    if path.is_absolute() or ".." in path.parts or "\\" in image or ":" in image or "\0" in image:
        return f"expected a path inside the pack, got {image!r}"
    if path.suffix.lower() not in (".png", ".webp", ".jpg", ".jpeg", ".avif"):
        return f"expected a .png, .webp, .jpg or .avif picture, got {image!r}"
    if folder is not None:
        file = (folder / path).resolve()
        if not file.is_file() or not file.is_relative_to(folder.resolve()):
            return f"no such file in the pack: {image!r}"
    return None


@cache
def _built_in() -> Pack:
    data = _data(FILE)
    data["name"] = BUILT_IN
    return validate(data)


@cache
def _first_edition() -> Pack:
    """Return the built-in pack with the discs of its first pictures; the same things stand on them."""
    pack, discs = _built_in(), _data(FIRST_DISCS)
    postcards = tuple(
        msgspec.structs.replace(
            scene,
            elements=tuple(
                msgspec.structs.replace(thing, hit=Disc(*discs[scene.id][thing.icon])) for thing in scene.elements
            ),
        )
        for scene in pack.postcards
    )
    return msgspec.structs.replace(pack, postcards=postcards)


def _data(name: str) -> dict[str, Any]:
    text = resources.files("jeton.games.guardians").joinpath("data", name).read_bytes()
    found: dict[str, Any] = msgspec.json.decode(text)
    return found
