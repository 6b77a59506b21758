"""What the greedy bot is for: obvious moves in positions set up by text."""

import time
from random import Random

import pytest

import jeton
from jeton.bots import Budget
from jeton.bots.splendor.greedy import Greedy

COLOURED = "market 1 6 9 17 / 43 49 55 61 / 72 80 84 88"
"""Cards that cost black, blue, green and red, and no white."""


def scores(text, title="splendor"):
    game = jeton.make(title, options={"first": "seat"})
    position = game.read(f"{title} 2; {text}")
    return Greedy(game).scores(game.view(position, position.seat))


def choice(text):
    found = scores(text)
    return max(found, key=found.__getitem__)


@pytest.mark.interpreted
def test_it_buys_the_card_that_wins():
    move = choice("0 cards 72 77 80; market 1 2 3 4 / 41 42 43 44 / 78 76 74 73; 0 tokens w6b2; 1 tokens -")

    assert move == "buy 3.1"


@pytest.mark.interpreted
def test_it_reserves_the_card_with_which_a_rival_would_win():
    move = choice(f"{COLOURED}; 1 cards 77 81 85; 1 tokens k7; 0 tokens -; bank w4b4g4r4j5")

    assert move == "reserve 3.1"


def test_it_returns_what_nothing_in_sight_costs():
    move = choice(f"{COLOURED}; phase return; 0 tokens w5b2g2r2; bank w0b2g2r2k4j5")

    assert move == "return w"


def test_it_prefers_a_noble_to_a_point():
    """A sapphire card without points brings the noble that asks for four diamonds and four sapphires."""
    board = "nobles 1 8 9; market 12 24 3 20 / 43 49 55 61 / 72 80 84 88"
    move = choice(f"{board}; 0 cards 1 2 4 5 9 10 11; 0 tokens k4; bank w4b4g4r4j5")

    assert move == "buy 1.1"


def test_it_saves_for_points_and_does_not_take_at_random():
    """Two rubies short of a card of three points: it takes rubies."""
    move = choice("market 2 3 4 5 / 64 41 42 47 / 71 75 79 87; 0 tokens r4; bank w4b4g4r4k4j5")

    assert move == "take rr"


def test_marvel_values_a_card_with_time_more_without_a_time_token():
    board = "market 1 2 3 4 / 41 42 43 44 / 71 72 73 74; 0 hand 80"
    without = scores(f"{board}; 0 tokens r7", "marvel")["buy h1"]
    had = scores(f"{board}; 0 tokens r7t1", "marvel")["buy h1"]

    assert without > had


def test_marvel_values_the_first_card_of_a_colour():
    missing = scores("market 37 22 1 2 / 41 42 43 44 / 71 72 73 74; 0 cards 36; 0 tokens y4p2", "marvel")
    there = scores("market 37 22 1 2 / 41 42 43 44 / 71 72 73 74; 0 cards 18; 0 tokens y4p2", "marvel")

    assert missing["buy 1.2"] - missing["buy 1.1"] > there["buy 1.2"] - there["buy 1.1"]


def test_it_thinks_less_than_two_milliseconds_a_move():
    match = jeton.new("splendor", seats=4, key="3" * 32)
    bot, rng = Greedy(match.game), Random(1)
    took = []
    while not match.is_over:
        view = match.view(match.actors[0])
        before = time.process_time()
        move = bot.choose(view, Budget(), rng)
        took.append(time.process_time() - before)
        match.play(move)

    assert sorted(took)[len(took) // 4] < 0.002
