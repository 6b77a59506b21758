"""The painted pictures are all there, in both sizes, and show what scenes.json says. No browser, no icon set needed.

After a change of a scene, paint anew: tools/painter/README.md.
"""

import doctest
import json
import math
import re
from functools import cache
from importlib import resources
from itertools import pairwise
from pathlib import Path
from xml.etree import ElementTree

import pytest

from jeton.games.guardians.legends import LEGENDS, TREASURE
from jeton.games.guardians.ruleset import COLOURS
from jeton.games.guardians.scenes import pack_named
from tools.painter import canvas, cards, icons, postcard, powers, terrain, tokens
from tools.painter.backdrops import BACKDROPS
from tools.painter.catalogue import WIDTHS, catalogue, fingerprint, icons_in_use
from tools.painter.scenes import ISLAND, POSTCARD, read_scenes

pytestmark = pytest.mark.once

PICTURES = Path(str(resources.files("jeton.games.guardians"))) / "pictures"
SCENES = read_scenes()
INK = icons.known_ink()
SHIPPED = json.loads((PICTURES / "pictures.json").read_text("utf-8"))
MOST_BYTES = 4_500_000
"""What all pictures may weigh in the wheel."""
MOST_EACH = {640: 45_000, 256: 16_000, 1200: 75_000, 480: 32_000, 200: 12_000}


class StubIcons:
    """An icon set of one square with an id, and the real ink."""

    def glyph(self, name):
        body = '<linearGradient id="a"/><path id="b" fill="url(#a)" d="M8,8 H120 V120 H8Z"/><use href="#b"/>'
        return icons.Glyph(body, "0 0 128 128")

    def ink(self, name):
        return INK[name]


PAINTED = list(catalogue(SCENES, StubIcons()))


@cache
def painted(picture):
    return picture.svg()


each_painted = pytest.mark.parametrize("picture", PAINTED, ids=lambda p: f"{p.kind}/{p.name}")


def webp_size(data: bytes) -> tuple[int, int]:
    """Width and height from the head of a WebP file, with or without transparency."""
    assert data[:4] == b"RIFF"
    assert data[8:12] == b"WEBP"
    if data[12:16] == b"VP8X":
        return 1 + int.from_bytes(data[24:27], "little"), 1 + int.from_bytes(data[27:30], "little")
    assert data[12:16] == b"VP8 "
    width, height = (int.from_bytes(data[i : i + 2], "little") & 0x3FFF for i in (26, 28))
    return width, height


@each_painted
def test_every_picture_ships_in_both_sizes(picture):
    for width in picture.widths:
        data = (PICTURES / picture.file(width)).read_bytes()
        assert webp_size(data) == (width, round(width * picture.size[1] / picture.size[0]))
        assert 1_500 < len(data) < MOST_EACH[width]


def test_the_box_is_complete():
    pack = pack_named("jeton")
    names = {kind: [p.name for p in PAINTED if p.kind == kind] for kind in {p.kind for p in PAINTED}}
    assert names["islands"] == names["locations"] == list(pack.island_ids)
    assert names["postcards"] == [scene.id for scene in pack.postcards]
    assert sorted(names["legends"]) == sorted([*LEGENDS, TREASURE])
    assert sorted(names["backs"]) == ["island", "location", "postcard", "reward"]


def test_nothing_else_ships_and_the_wheel_stays_small():
    expected = {picture.file(width) for picture in PAINTED for width in picture.widths}
    expected |= {f"tokens/{name}.svg" for name in tokens.tokens()} | {"pictures.json", "LICENSE.txt", "NOTICE.txt"}
    files = [path for path in PICTURES.rglob("*") if path.is_file() and path.suffix != ".pyc"]
    assert {path.relative_to(PICTURES).as_posix() for path in files} == expected
    assert sum(path.stat().st_size for path in files) < MOST_BYTES


def test_the_licence_of_the_icons_lies_beside_the_pictures():
    assert "Apache License" in (PICTURES / "LICENSE.txt").read_text("utf-8")
    notice = (PICTURES / "NOTICE.txt").read_text("utf-8")
    assert "Noto Emoji" in notice
    assert "modified" in notice


@pytest.mark.parametrize("scene", [*SCENES.islands, *SCENES.postcards], ids=lambda scene: scene.id)
def test_the_shipped_pictures_are_painted_from_these_scenes(scene):
    assert SHIPPED["scenes"][scene.id] == fingerprint(scene), "scenes.json has changed: run tools/painter"


def test_the_list_names_the_widths():
    shapes = {"islands": ISLAND, "postcards": POSTCARD, "locations": cards.CARD, "legends": cards.CARD}
    assert SHIPPED["widths"] == {kind: list(WIDTHS[shape]) for kind, shape in shapes.items()}


@pytest.mark.parametrize(
    ("scene", "size"),
    [(s, ISLAND) for s in SCENES.islands] + [(s, POSTCARD) for s in SCENES.postcards],
    ids=lambda value: getattr(value, "id", ""),
)
def test_discs_lie_where_the_things_are_seen(scene, size):
    for element in scene.elements:
        x, y, r = element.disc
        assert r <= x <= size[0] - r
        assert r <= y <= size[1] - r
        seen = element.visible_centre(INK[element.icon])
        assert math.dist(seen, (x, y)) < 0.5 * r, element.id


def test_a_disc_holds_most_of_its_thing():
    for scene in (*SCENES.islands, *SCENES.postcards):
        for e in scene.elements:
            ink = INK[e.icon]
            middle = e.visible_centre(ink)
            half = (ink.width * e.size / 2, (ink.bottom - ink.top) * e.size / 2)
            ends = [(middle[0] + i * half[0], middle[1] + j * half[1]) for i, j in ((0, 1), (0, -1), (1, 0), (-1, 0))]
            assert all(math.dist(end, e.disc[:2]) < 1.12 * e.disc[2] for end in ends), e.id


def test_the_ink_of_every_icon_is_known():
    assert set(INK) == icons_in_use(SCENES)
    for name, ink in INK.items():
        assert 0 <= ink.left < ink.right <= 1, name
        assert 0 <= ink.top < ink.bottom <= 1, name


@each_painted
def test_the_same_scene_gives_the_same_svg(picture):
    assert picture.svg() == painted(picture)


@each_painted
def test_svg_is_sound_and_its_ids_are_its_own(picture):
    """Standing alone, too: a tag with one attribute twice would be no XML at all."""
    svg = painted(picture)
    ElementTree.fromstring(svg)  # noqa: S314 - our own
    ids = re.findall(r' id="([^"]+)"', svg)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= set(ids)
    assert "nan" not in svg


def test_no_two_pictures_share_an_id():
    """So that several may stand on one page."""
    prefixes = [set(re.findall(r' id="(p[0-9a-f]{5})_', painted(p))) for p in PAINTED if p.kind != "locations"]
    assert sum(map(len, prefixes)) == len(set.union(*prefixes))


def test_every_ground_can_be_painted():
    assert {scene.ground for scene in SCENES.islands} == set(terrain.TERRAINS)
    assert {scene.ground for scene in SCENES.postcards} == set(BACKDROPS)
    assert {e.zone for scene in SCENES.postcards for e in scene.elements} <= set(postcard.DEPTH)


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
        assert " id=" not in svg


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


def test_examples_of_the_canvas_hold():
    assert doctest.testmod(canvas).failed == 0


def test_a_definition_is_written_once():
    sheet = canvas.Canvas(10, 10, "test")
    assert sheet.blur(3) == sheet.blur(3) != sheet.blur(4)
    assert len(sheet.defs) == 2


def test_near_things_are_painted_over_far_ones():
    for scene in SCENES.postcards:
        order = sorted(scene.elements, key=lambda e: (postcard.DEPTH[e.zone], e.y))
        assert all(postcard.DEPTH[a.zone] <= postcard.DEPTH[b.zone] for a, b in pairwise(order))
