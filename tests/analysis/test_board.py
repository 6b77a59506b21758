"""Positions set up by hand: the board takes every real one, and refuses an impossible one with its rule."""

import pytest

import jeton
from jeton import games
from jeton.analysis.board import Impossible, fresh, lay
from jeton.analysis.book import book
from jeton.core.errors import IllegalMove
from tests.test_matches import MATCHES

FRESH = {title: fresh(title, 2) for title in ("splendor", "marvel")}


def laid(title, *changes):
    """Return the codes and rules of what is wrong with a fresh position after some changes of its text."""
    text = FRESH[title]
    for old, new in changes:
        assert old in text, (old, text)
        text = text.replace(old, new)
    return [(flaw.rule, flaw.code) for flaw in games.make(title).flaws(text, 2)]


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_every_position_of_real_matches_is_possible(title):
    for file in sorted((MATCHES / title).glob("*.match")):
        match = jeton.load(file)
        for position in match.positions[::5]:
            if match.game.actors(position):
                view = match.game.view(position, position.seat)
                assert match.game.flaws(match.game.beginning(view), match.header.seats) == (), file.name


def test_every_puzzle_that_ships_is_possible():
    begun = [one for one in book() if "start" in one.options]  # clues to read keep the moves of their match instead

    assert {one.title for one in begun} == {"splendor", "marvel"}
    assert [one.id for one in begun if games.make(one.title).flaws(one.options["start"], one.seats)] == []


def test_what_can_not_be_is_refused_with_its_rule():
    assert laid("splendor") == laid("marvel") == []
    assert laid("splendor", ("bank w4", "bank w3")) == [("S7", "tokens")]
    assert laid("marvel", ("bank y4", "bank y3")) == [("M4", "tokens")]
    assert laid("splendor", ("turns 0", "turns 1")) == [("S8", "order")]
    one = ("bank w4b4g4", "bank w3b3g3"), ("0 tokens -", "0 tokens w1b1g1")
    assert laid("splendor", *one) == [("S9", "turns")]
    assert laid("splendor", *one, ("turns 0", "turns 2")) == []
    many = ("bank w4b4g4r4k4", "bank w1b1g1r2k4"), ("0 tokens -", "0 tokens w3b3g3r2"), ("turns 0", "turns 20")
    assert laid("splendor", *many) == [("S23", "limit")]
    assert laid("splendor", ("j5", "j4"), ("0 tokens -", "0 tokens j1"), ("turns 0", "turns 20")) == [("S15", "gold")]
    market = FRESH["splendor"].partition("market ")[2].partition(" ")[0]
    assert laid("splendor", (f"market {market}", "market -")) == [("S19", "hole")]
    assert laid("splendor", ("0 hand -", f"0 hand {market}")) == [("S2", "twice")]
    noble = FRESH["splendor"].partition("; nobles ")[2].partition(" ")[0]
    assert laid("splendor", (f"; nobles {noble} ", "; nobles ")) == [("S6", "nobles")]
    visited = (f"; nobles {noble} ", "; nobles "), ("0 nobles -", f"0 nobles {noble}"), ("turns 0", "turns 20")
    assert laid("splendor", *visited) == [("S24", "noble")]
    assert ("M13", "tile") in laid("marvel", ("; 0 tokens", "; tile 0; 0 tokens"))
    assert ("M10", "time") in laid("marvel", ("0 tokens -", "0 tokens t1"))
    assert laid("splendor", ("phase play", "phase nowhere")) == [("", "text")]
    assert laid("splendor", ("0 nobles -", "0 nobles -; key 00")) == [("", "text")]


def test_a_board_is_the_same_for_everybody_and_moves_follow_the_rules():
    one, two = (lay("splendor", 3, moves=["take wbg", "reserve 3", "take wbg"]) for _ in range(2))

    assert one.view(0) == two.view(0)
    with pytest.raises(IllegalMove):
        lay("splendor", 2, moves=["buy h1"])
    with pytest.raises(Impossible):
        lay("guardians", 3)
