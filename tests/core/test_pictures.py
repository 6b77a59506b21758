"""Positions, views and matches draw themselves: well-formed, small, and only with what their seat may know."""

import random
from xml.etree import ElementTree

import msgspec
import pytest

import jeton
from jeton.cli.main import run
from jeton.core.svg import text
from jeton.games.splendor.picture import ARROW
from tests.support import at, random_match, view

pytestmark = pytest.mark.once
CASES = [(title, seats) for title in jeton.titles() for seats in jeton.make(title).seat_counts]
SVG = "{http://www.w3.org/2000/svg}svg"


def read(drawn):
    return ElementTree.fromstring(drawn)  # noqa: S314 - our own


@pytest.mark.parametrize(("title", "seats"), CASES)
def test_every_moment_is_well_formed_small_and_tells_no_secret(title, seats):
    match = random_match(title, seats, "pictures")
    rng = random.Random(1)
    for position in [*match.positions[:: len(match.positions) // 6 + 1], match.position]:
        for seat in (None, *range(seats)):
            seen = match.game.view(position, seat)
            drawn = match.game.picture(seen)
            assert read(drawn).tag == SVG
            assert len(drawn) < 40_000
            assert match.game.picture(match.game.view(match.game.redeal(seen, rng), seat)) == drawn


@pytest.mark.parametrize(("title", "seats"), [("splendor", 2), ("marvel", 4), ("guardians", 3)])
def test_notebooks_find_the_pictures(title, seats):
    match = random_match(title, seats, "pictures")
    seen = match.view(0)

    assert seen._repr_svg_() == match.picture(0) == match.game.picture(seen)
    html = match._repr_html_()
    assert match.picture() in html
    assert read(html).tag == "figure"
    assert match.position._repr_svg_() == match.picture()
    assert msgspec.json.encode(seen) == match.game.view_text(match.position, 0)


def test_a_picture_shows_what_lies_there():
    drawn = view(at("splendor 2; 1 hand 86?; 0 tokens r2; 0 cards 1 2; bank b3"), 0)._repr_svg_()
    words = [part.text for part in read(drawn).iter("{http://www.w3.org/2000/svg}text")]

    assert "seat 0 (you)" in words
    assert drawn.count(f'd="{ARROW}"') == 1  # whose turn it is
    assert {"37", "67", "87"} <= set(words)  # cards of the market by their numbers
    assert "86" not in words  # which lies hidden in a hand


def test_words_are_escaped():
    assert text(1, 2, '<script>"&') == (
        '<text x="1" y="2" font-size="11" fill="#2a1d14">&lt;script&gt;&quot;&amp;</text>'
    )


def test_the_command_writes_svg_and_png_and_says_what_it_can_not(tmp_path, capsys):
    match = random_match("marvel", 3, "pictures")
    file = tmp_path / "one.match"
    jeton.save(match, file)

    assert run(["picture", str(file), "--move", "40", "--seat", "1", "-o", str(tmp_path / "x.svg")]) == 0
    expected = match.game.picture(match.game.view(match.positions[40], 1))
    assert (tmp_path / "x.svg").read_text("utf-8") == expected + "\n"
    assert run(["picture", str(file), "-o", str(tmp_path / "x.png")]) == 0
    assert (tmp_path / "x.png").read_bytes().startswith(b"\x89PNG")
    capsys.readouterr()
    assert run(["picture", str(file)]) == 0
    assert capsys.readouterr().out == match.picture() + "\n"
    assert run(["picture", str(file), "--move", "99999"]) == 2
    assert run(["picture", str(file), "-o", str(tmp_path / "x.gif")]) == 2
    assert run(["picture", str(file), "--seat", "7"]) == 2
    assert capsys.readouterr().err.count("\n") == 3
