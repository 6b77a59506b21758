"""Position text: a text that no match can reach is refused, each in its own words."""

import pytest

from jeton import MalformedPosition
from tests.support import game

pytestmark = pytest.mark.interpreted


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("splendor", "splendor"),
        ("splendor 7", "seats"),
        ("splendor ²", "splendor ²"),
        ("marvel 2", "unknown clause"),
        ("splendor 2; nonsense 4", "unknown clause 'nonsense'"),
        ("splendor 2; 0 nonsense 4", "unknown clause of a seat 'nonsense'"),
        ("splendor 2; turn 2", "from 0 to 1, got 2"),
        ("splendor 2; 2 tokens w1", "from 0 to 1, got 2"),
        ("splendor 2; phase sleep", "sleep"),
        ("splendor 2; bank x4", "expected letters"),
        ("splendor 2; bank w-1", "expected letters"),
        ("splendor 2; market 1 2 3", "expected 12 places, got 3"),
        ("splendor 2; 0 cards 91", "from 0 to 90, got 91"),
        ("splendor 2; 0 cards 1; 1 cards 1", r"cards \[1\] lie in two places"),
        ("splendor 2; 0 hand 1 2 3 4", "at most 3 cards, got 4"),
        ("splendor 2; 0 hand 0", "from 1 to 90, got 0"),
        ("splendor 2; nobles 1 2 3 4", "at most 3, got 4"),
        ("splendor 2; nobles 1 1", r"nobles \[1\] lie in two places"),
        ("splendor 2; nobles 1; 1 nobles 1", r"nobles \[1\] lie in two places"),
        ("splendor 2; key 00", "expected 32 hexadecimal digits"),
        ("splendor 2; paid w1", "belong to the phase 'pay'"),
        ("splendor 2; phase pay; refill 1.1", "a place without a card"),
        ("splendor 2; phase pay; refill h1", "from 0 to 11"),
        ("splendor 2; phase return", "can do nothing"),
        ("splendor 2; phase noble", "can do nothing"),
        ("splendor 2; passes 2", "all have passed"),
    ],
)
def test_what_no_match_can_come_to(text, words):
    with pytest.raises(MalformedPosition, match=words):
        game("splendor").read(text)


def test_two_faces_of_one_location_are_one_tile():
    with pytest.raises(MalformedPosition, match=r"nobles \[1, 2\] lie in two places"):
        game("marvel").read("marvel 2; nobles 1 2")


def test_a_part_changes_just_that_part():
    fresh = game("splendor").read("splendor 3")
    position = game("splendor").read("splendor 3; bank r3")

    assert position.bank == (0, 0, 0, 3, 0, 0, 0)
    assert (position.market, position.nobles, position.decks()) == (fresh.market, fresh.nobles, fresh.decks())


def test_an_empty_text_is_a_fresh_match_of_two():
    assert game("splendor").read("") == game("splendor").start(2, bytes(16))
