"""The scenes of the press name what the game names, and no drawing gives an island away. No icon set needed."""

import json
import tomllib

import pytest

from jeton.games.guardians.legends import LEGENDS, TREASURE
from jeton.games.guardians.ruleset import COLOURS
from jeton.games.guardians.scenes import pack_named
from tools.press import powers, tokens
from tools.press.catalogue import ROOT, catalogue

pytestmark = pytest.mark.once

PACK = pack_named("jeton")
HITS = json.loads((ROOT / "hits.json").read_text("utf-8"))
THINGS = json.loads((ROOT / "things.json").read_text("utf-8"))
PALETTES = tomllib.loads((ROOT / "palettes.toml").read_text("utf-8"))
LEAST_RADIUS = 0.0539


def layers_of(kind, name):
    return tomllib.loads((ROOT / "scenes" / kind / f"{name}.toml").read_text("utf-8"))["layers"]


def drawn(kind):
    """The silhouettes that each scene of a kind lays down."""
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


def test_every_legend_has_a_card():
    assert {p.name for p in catalogue() if p.kind == "legends"} == {*LEGENDS, TREASURE} == set(powers.POWERS)
    assert {name for name, legend in LEGENDS.items() if legend.kept} == powers.KEPT


@pytest.mark.parametrize("kind", ["islands", "postcards"])
def test_scenes_show_the_things_of_the_data(kind):
    for scene in getattr(PACK, kind):
        wanted = {element.icon for element in scene.elements} - {"cyclone"}
        shown = {x["thing"] for x in layers_of(kind, scene.id) if "thing" in x} - {"cyclone"}
        assert shown == wanted, scene.id
        assert scene.id in PALETTES


@pytest.mark.parametrize("kind", ["islands", "postcards"])
def test_discs_lie_inside_the_picture(kind):
    tall = 0.867 if kind == "islands" else 2 / 3
    for scene in getattr(PACK, kind):
        assert set(HITS[scene.id]) == {element.icon for element in scene.elements}
        for name, (cx, cy, r) in HITS[scene.id].items():
            assert r >= LEAST_RADIUS, (scene.id, name)
            assert r - 1e-3 <= cx <= 1 - r + 1e-3, (scene.id, name)
            assert r - 1e-3 <= cy * tall <= tall - r + 1e-3, (scene.id, name)


def test_nothing_is_drawn_twice_on_a_postcard():
    for name, shapes in drawn("postcards").items():
        assert len(shapes) == len(set(shapes)), name


def test_no_drawing_is_on_an_island_and_on_a_postcard():
    islands, postcards = (set().union(*drawn(kind).values()) for kind in ("islands", "postcards"))
    assert islands & postcards == set()


def test_each_colour_has_every_token():
    kinds = ("boat-{}", "clue-{}", "fire-{}", "fire-{}-wand", "hull-{}", "mark-{}", "sail-{}")
    expected = {kind.format(colour) for colour in COLOURS for kind in kinds}
    assert set(tokens.tokens()) == expected | {"coin-gold", "coin-legend", "hull-hidden"}
