"""The scenes of the press name what the game names, and no drawing gives an island away. No icon set needed."""

import json
import tomllib

import pytest

from jeton.games.guardians.scenes import pack_named
from tools.press.catalogue import ROOT, catalogue

pytestmark = pytest.mark.once

PACK = pack_named("jeton")
THINGS = json.loads((ROOT / "things.json").read_text("utf-8"))
PALETTES = tomllib.loads((ROOT / "palettes.toml").read_text("utf-8"))


def layers_of(kind, name):
    return tomllib.loads((ROOT / "scenes" / kind / f"{name}.toml").read_text("utf-8"))["layers"]


def drawn(kind):
    """Return the silhouettes that each scene of a kind lays down."""
    words = {**THINGS["things"], **THINGS[kind]}
    found = {}
    for path in (ROOT / "scenes" / kind).glob("*.toml"):
        shapes = [
            x.get("draw") or x.get("icon") or words.get(x.get("thing")) for x in layers_of(kind, path.stem) if "at" in x
        ]
        found[path.stem] = [name for name in shapes if name]
    return found


@pytest.mark.parametrize("picture", list(catalogue()), ids=lambda p: f"{p.kind}/{p.name}")
def test_every_picture_of_the_box_has_a_scene(picture):
    assert picture.source.exists()


@pytest.mark.parametrize("kind", ["islands", "postcards"])
def test_scenes_show_the_things_of_the_data(kind):
    for scene in getattr(PACK, kind):
        wanted = {element.icon for element in scene.elements} - {"cyclone"}
        shown = {x["thing"] for x in layers_of(kind, scene.id) if "thing" in x} - {"cyclone"}
        assert shown == wanted, scene.id
        assert scene.id in PALETTES


def test_nothing_is_drawn_twice_on_a_postcard():
    for name, shapes in drawn("postcards").items():
        assert len(shapes) == len(set(shapes)), name


def test_no_drawing_is_on_an_island_and_on_a_postcard():
    islands, postcards = (set().union(*drawn(kind).values()) for kind in ("islands", "postcards"))
    assert islands & postcards == set()


def test_every_icon_has_its_author():
    """CC BY 3.0: whoever drew a silhouette that is printed is named; nobody else is."""
    ours = set().union(*(tomllib.loads(path.read_text("utf-8")) for path in (ROOT / "drawings").glob("*.toml")))
    printed = set().union(*(shapes for kind in ("islands", "postcards") for shapes in drawn(kind).values()))
    for kind in ("legends", "backs"):
        for path in (ROOT / "scenes" / kind).glob("*.toml"):
            printed |= {x.get("draw") or x["icon"] for x in layers_of(kind, path.stem) if "at" in x}
    named = [icon for icons in THINGS["icons_by_author"].values() for icon in icons]
    assert len(named) == len(set(named))
    assert set(named) == printed - ours


def test_no_drawing_is_kept_that_nobody_uses():
    ours = set().union(*(tomllib.loads(path.read_text("utf-8")) for path in (ROOT / "drawings").glob("*.toml")))
    text = "".join(path.read_text("utf-8") for path in (*ROOT.rglob("scenes/**/*.toml"), *ROOT.glob("*.py")))
    text += json.dumps([THINGS[kind] for kind in ("things", "islands", "postcards")])
    assert [name for name in ours if f'"{name}"' not in text] == []
