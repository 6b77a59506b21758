"""The prints are all there, in both sizes, and show what scenes.json says. No icon set and no press needed.

After a change of a scene, print anew: tools/press/README.md.
"""

import json
import math
import re
from importlib import resources
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest

from jeton.games.guardians.legends import LEGENDS, TREASURE
from jeton.games.guardians.ruleset import COLOURS
from jeton.games.guardians.scenes import pack_named
from tools.press import paper, powers, tokens
from tools.press.catalogue import ROOT, WIDTHS, Picture, catalogue, fingerprint

pytestmark = pytest.mark.once

PICTURES = Path(str(resources.files("jeton.games.guardians"))) / "pictures"
PACK = pack_named("jeton")
HITS = json.loads((ROOT / "hits.json").read_text("utf-8"))
SHIPPED = json.loads((PICTURES / "pictures.json").read_text("utf-8"))
PRINTED = list(catalogue())
MOST_BYTES, FIRST_MATCH = 8_000_000, 2_000_000
"""What all pictures may weigh in the wheel, and what a first match fetches of them."""
MOST_EACH = {640: 65_000, 256: 20_000, 1200: 130_000, 480: 50_000, 200: 15_000}
SMALLEST = 0.07
"""How large a thing is at least, in widths of the picture."""
TALL = {"islands": 0.867, "postcards": 2 / 3}
EYES = {
    "all eyes": np.eye(3),
    "deuteranopia": np.array(
        [[0.367322, 0.860646, -0.227968], [0.280085, 0.672501, 0.047413], [-0.011820, 0.042940, 0.968881]]
    ),
    "protanopia": np.array(
        [[0.152286, 1.052583, -0.204868], [0.114503, 0.786281, 0.099216], [-0.003882, -0.048116, 1.051998]]
    ),
}
"""Machado, Oliveira and Fernandes (2009), in linear light."""
FLOOR = {"all eyes": 13.5, "deuteranopia": 10.0, "protanopia": 10.0}
"""How far apart (CIE76, mean over 8 by 7 fields) any two islands are at 55 pixels."""

each_printed = pytest.mark.parametrize("picture", PRINTED, ids=lambda p: f"{p.kind}/{p.name}")
each_scene = pytest.mark.parametrize(
    ("kind", "scene"),
    [(kind, scene) for kind in TALL for scene in getattr(PACK, kind)],
    ids=lambda value: getattr(value, "id", ""),
)


def webp_size(data: bytes) -> tuple[int, int]:
    """Return width and height from the head of a WebP file, with or without transparency."""
    assert data[:4] == b"RIFF"
    assert data[8:12] == b"WEBP"
    if data[12:16] == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    assert data[12:16] == b"VP8 "
    width, height = (int.from_bytes(data[i : i + 2], "little") & 0x3FFF for i in (26, 28))
    return width, height


@each_printed
def test_every_picture_ships_in_both_sizes(picture):
    for width in picture.widths:
        data = (PICTURES / picture.file(width)).read_bytes()
        assert webp_size(data) == picture.size(width)
        assert 1_500 < len(data) < MOST_EACH[width]


@each_printed
def test_the_shipped_pictures_are_printed_from_these_scenes(picture):
    kept = SHIPPED["scenes"][f"{picture.kind}/{picture.name}"]
    assert kept == fingerprint(picture), "a scene, its inks or a drawing have changed: run make pictures"


def test_the_box_is_complete():
    names = {kind: [p.name for p in PRINTED if p.kind == kind] for kind in {p.kind for p in PRINTED}}
    assert names["islands"] == names["locations"] == list(PACK.island_ids)
    assert names["postcards"] == list(PACK.postcard_ids)
    assert sorted(names["legends"]) == sorted([*LEGENDS, TREASURE])
    assert sorted(names["backs"]) == ["box", "island", "location", "postcard", "reward"]
    assert SHIPPED["widths"] == {kind: list(widths) for kind, widths in WIDTHS.items()}


def test_nothing_else_ships_and_the_wheel_stays_small():
    expected = {picture.file(width) for picture in PRINTED for width in picture.widths}
    expected |= {f"tokens/{name}.svg" for name in tokens.tokens()}
    expected |= {"pictures.json", "LICENSE.txt", "NOTICE.txt"} | {f"{name}.svg" for name in paper.papers()}
    files = [path for path in PICTURES.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert {path.relative_to(PICTURES).as_posix() for path in files} == expected
    assert sum(path.stat().st_size for path in files) <= MOST_BYTES


@pytest.mark.parametrize("screen", ["phone", "desk"])
def test_a_first_match_fetches_little(screen):
    """Every island, the heaviest eight postcards and legends, a location, tokens: in the widths a screen takes."""

    def heaviest(kind: str, width: int, count: int) -> int:
        weights = sorted(path.stat().st_size for path in (PICTURES / kind).glob(f"*-{width}.webp"))
        return sum(weights[-count:])

    token = sum(path.stat().st_size for path in (PICTURES / "tokens").iterdir())
    islands, legends = (256, 200) if screen == "phone" else (256, 480)
    fetched = heaviest("islands", islands, 24) + heaviest("postcards", 1200, 8) + heaviest("legends", legends, 8)
    assert fetched + heaviest("locations", 480, 1) + token <= FIRST_MATCH


def test_the_licence_of_the_icons_lies_beside_the_pictures():
    assert "Creative Commons Attribution 3.0" in (PICTURES / "LICENSE.txt").read_text("utf-8")
    notice = (PICTURES / "NOTICE.txt").read_text("utf-8")
    assert "game-icons.net" in notice
    assert "modified" in notice
    authors = json.loads((ROOT / "things.json").read_text("utf-8"))["icons_by_author"]
    for text in (notice, (ROOT.parents[1] / "CREDITS.md").read_text("utf-8")):
        named = re.sub(r"[ \n]", "-", text.lower())
        assert [author for author in authors if author not in named] == []


@each_scene
def test_discs_lie_where_the_things_are_seen(kind, scene):
    """Measured on the plates of this very scene: the outlines that were kept lie under the discs of the data."""
    measured = HITS[scene.id]
    assert measured["scene"] == fingerprint(Picture(kind, scene.id)), "run python -m tools.press hits"
    fields = np.array([list(row) for row in measured["seen"]])
    down, across = fields.shape
    least = 0.4 if kind == "postcards" else 0.1  # one points at postcards; behind an island's hero lies what it will
    assert set(measured["things"]) == {element.icon for element in scene.elements}
    for letter, icon in zip("abcdefghijkl", measured["things"], strict=False):
        hit = next(element.hit for element in scene.elements if element.icon == icon)
        seen, size = fields == letter, measured["things"][icon]["size"]
        assert np.count_nonzero(seen) > 3, icon
        assert size >= SMALLEST, icon
        y, x = (np.indices(fields.shape) + 0.5) / [[[down]], [[across]]]
        apart = np.hypot(x - hit.cx, (y - hit.cy) * TALL[kind])
        assert apart[seen].min() <= 0.6 * hit.r, icon  # a bow is hollow in its middle
        held, filled = np.mean(apart[seen] <= hit.r + 1 / across), np.mean(seen[apart <= hit.r])
        assert held >= 0.6 or filled >= least, (icon, held, filled)  # of a rainbow, only a part


@each_scene
def test_discs_lie_inside_the_picture(kind, scene):
    for element in scene.elements:
        hit = element.hit
        assert hit.r <= hit.cx <= 1 - hit.r, element.id
        assert hit.r <= hit.cy * TALL[kind] + 1e-3, element.id
        assert hit.cy * TALL[kind] <= TALL[kind] - hit.r + 1e-3, element.id
        assert hit.r >= 0.0539, element.id


@pytest.mark.parametrize("scene", PACK.postcards, ids=lambda scene: scene.id)
def test_things_on_a_postcard_can_be_told_apart_by_a_finger(scene):
    for one, other in combinations(scene.elements, 2):
        apart = math.hypot(one.hit.cx - other.hit.cx, (one.hit.cy - other.hit.cy) * 2 / 3)
        assert apart >= SMALLEST, (one.id, other.id)


def lab(light: np.ndarray) -> np.ndarray:
    """Turn linear light into CIE L*a*b*."""
    to_xyz = np.array([[0.4124, 0.3576, 0.1805], [0.2126, 0.7152, 0.0722], [0.0193, 0.1192, 0.9505]])
    xyz = light @ to_xyz.T / [0.9505, 1, 1.089]
    f = np.where(xyz > 0.008856, np.cbrt(xyz), 7.787 * xyz + 16 / 116)
    return np.stack([116 * f[..., 1] - 16, 500 * (f[..., 0] - f[..., 1]), 200 * (f[..., 1] - f[..., 2])], -1)


@pytest.mark.parametrize("eyes", EYES)
def test_no_two_islands_look_alike_on_a_phone(eyes):
    looks = {}
    for name, grid in SHIPPED["islands_at_55"].items():
        a = np.array(grid) / 255
        linear = np.where(a <= 0.04045, a / 12.92, ((a + 0.055) / 1.055) ** 2.4)
        looks[name] = lab(np.clip(linear @ EYES[eyes].T, 0, 1))
    assert set(looks) == set(PACK.island_ids)
    pairs = combinations(looks, 2)
    nearest = min((float(np.linalg.norm(looks[a] - looks[b], axis=-1).mean()), a, b) for a, b in pairs)
    assert nearest[0] >= FLOOR[eyes], nearest


def test_matches_of_the_first_pictures_keep_their_discs():
    """G24. A clue of such a match names what it named then; the same point may be another thing now."""
    first = pack_named("jeton", 1)
    assert first.element_at("night_market", 0.76, 0.22) == "night_market.red-paper-lantern"
    assert PACK.element_at("night_market", 0.76, 0.22) != "night_market.red-paper-lantern"
    for then, now in zip(first.postcards, PACK.postcards, strict=True):
        assert then.id == now.id
        assert [e.id for e in then.elements] == [e.id for e in now.elements]
        assert [e.hit for e in then.elements] != [e.hit for e in now.elements]


def test_cards_tell_the_powers_of_the_rules():
    assert set(powers.POWERS) == {*LEGENDS, TREASURE}
    assert {name for name, legend in LEGENDS.items() if legend.kept} == powers.KEPT
    for name, legend in LEGENDS.items():
        signs = powers.POWERS[name]
        assert ("other" in signs) == (legend.target == "chosen"), name
        if legend.gold and not legend.deed:
            assert signs.count("coin") == abs(legend.gold), name
        for sign, amount in (("legend", legend.coins), ("boat", legend.boats), ("clue", legend.clues)):
            if amount:
                assert sign in signs, name
                assert ("plus" if amount > 0 else "minus") in signs, name


def test_tokens_ship_as_they_are_drawn():
    for name, svg in tokens.tokens().items():
        assert (PICTURES / "tokens" / f"{name}.svg").read_text("utf-8") == svg
        ElementTree.fromstring(svg)  # noqa: S314 - our own
        assert not re.search(r"\bid=", svg)
    for name, svg in paper.papers().items():
        assert (PICTURES / f"{name}.svg").read_text("utf-8") == svg
        ElementTree.fromstring(svg)  # noqa: S314 - our own


def test_each_colour_has_its_own_shape_and_every_token():
    assert tuple(tokens.COLOURS) == COLOURS
    assert len(set(tokens.SHAPES.values())) == len(COLOURS)
    kinds = ("boat-{}", "clue-{}", "fire-{}", "fire-{}-wand", "hull-{}", "mark-{}", "sail-{}")
    expected = {kind.format(colour) for colour in COLOURS for kind in kinds}
    assert set(tokens.tokens()) == expected | {"coin-gold", "coin-legend", "hull-hidden"}


def test_a_dark_mark_is_readable_on_each_colour():
    def luminance(colour):
        channels = (int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5))
        red, green, blue = (c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    for colour in tokens.COLOURS.values():
        assert (luminance(colour) + 0.05) / (luminance(tokens.INK) + 0.05) > 6


def test_hidden_hulls_are_all_alike():
    hidden = {tokens.tokens()[f"boat-{colour}"].removesuffix("</svg>\n")[-len(tokens.hull()) :] for colour in COLOURS}
    assert hidden == {tokens.hull()}


def test_the_page_shows_each_legend_beside_its_rule():
    page = (ROOT.parents[1] / "ui/src/games/guardians/ruleCards.ts").read_text("utf-8")
    shown = dict(re.findall(r"(G\d+): '(\w+)'", page))
    kept = re.findall(r"'(\w+)'", page.partition("KEPT")[2])
    assert shown == {legend.rule: name for name, legend in LEGENDS.items()}
    assert kept == [name for name, legend in LEGENDS.items() if legend.kept]
