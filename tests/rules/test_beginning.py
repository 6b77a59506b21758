"""Matches that begin in the middle: as one seat knew it, with another deal of what it could not know."""

from random import Random

import pytest

import jeton
from jeton.core.errors import BadOption
from jeton.core.game import START
from tests.support import middle

TABLES = [("splendor", 2, {}), ("splendor", 4, {"visible": False}), ("marvel", 3, {})]


def moments(title, seats, options):
    """Positions of a random match, one of every phase at least where there is one."""
    match = jeton.new(title, seats=seats, key="5a" * 16, options=options)
    rng = Random(8)
    while not match.is_over and match.n < 160:
        yield match.game, match.position
        match.play(rng.choice(match.moves()))


@pytest.mark.parametrize(("title", "seats", "options"), TABLES)
def test_a_match_begins_where_the_seat_could_not_tell_the_difference(title, seats, options):
    others = phases = 0
    seen = set()
    for game, position in moments(title, seats, options):
        seat = position.seat
        view = game.view(position, seat)
        text = game.beginning(view)
        matches = [
            jeton.new(title, seats=seats, key=key * 16, options={**options, START: text}) for key in ("01", "02")
        ]
        assert all(match.view(seat) == view for match in matches)
        assert jeton.make(title, options=matches[0].header.options) == matches[0].game
        others += matches[0].position.decks() != matches[1].position.decks()
        seen.add(view.phase)
        phases += 1
    assert others > phases / 2, "another key deals other cards"
    assert {"play", "return"} <= seen


def test_what_the_others_hold_unseen_is_dealt_anew():
    match = jeton.new("splendor", seats=2, key="7" * 32, options={"first": "seat"})
    for move in ("take wbg", "reserve 3"):
        match.play(move)
    real = match.position.hand(1)
    text = match.game.beginning(match.view(0))
    hands = {
        jeton.new("splendor", seats=2, key=f"{n:032x}", options={"first": "seat", START: text}).position.hand(1)
        for n in range(8)
    }

    assert "1 hand ?3" in text
    assert str(real[0][0]) + "?" not in text
    assert len(hands) > 2
    assert all(71 <= number <= 90 and blind for hand in hands for number, blind in hand)


def test_such_a_match_is_played_to_its_end_saved_and_read_again(tmp_path):
    before = middle("marvel", 3)
    text = before.game.beginning(before.view(before.actors[0]))
    match = jeton.new("marvel", seats=3, key="3" * 32, options={**before.game.options, START: text})
    rng = Random(1)
    while not match.is_over and match.n < 600:
        match.play(rng.choice(match.moves()))
    jeton.save(match, tmp_path / "a.match")

    assert jeton.load(tmp_path / "a.match").position == match.position


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("splendor 2; bank w9", "S7"),
        ("splendor 2; bank b4g4r4k4j5; 0 tokens w3", "S7"),
        ("splendor 2; bank j5; 0 tokens w4b4g4r4k4", "S23"),
        ("splendor 2; phase over", "over"),
        ("splendor 2; key 00000000000000000000000000000000", "key"),
        ("splendor 2; market 1 1 2 3 / 41 42 43 44 / 71 72 73 74", "two places"),
        ("splendor 7", "splendor 7"),
        ("marvel 2", "marvel 2"),
        ("splendor 2; nonsense", "nonsense"),
        ("x" * 2000, "1500"),
        (7, "1500"),
    ],
)
def test_a_beginning_that_no_match_can_have_is_refused(text, complaint):
    with pytest.raises(BadOption, match=complaint):
        jeton.make("splendor", options={START: text})


def test_a_beginning_fits_its_seats():
    match = jeton.new("splendor", seats=3, key="7" * 32)
    with pytest.raises(BadOption, match="expected 2 seats"):
        jeton.new("splendor", seats=2, key="7" * 32, options={START: match.game.beginning(match.view(0))})
