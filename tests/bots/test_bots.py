"""Every registered bot: plays only legal moves, the same ones for the same chance, and finishes."""

from random import Random

import pytest

import jeton
from jeton.bots import BadParameter, Budget, UnknownBot, make, names
from jeton.bots.bot import parse

SPLENDORS = [(title, name) for title in ("splendor", "marvel") for name in ("random", "greedy")]


def play_out(title, spelling, seats, seed, limit=3000):
    match = jeton.new(title, seats=seats, key=f"{seed:032x}")
    bot = make(spelling, match.game)
    rng = Random(seed)
    while not match.is_over and match.n < limit:
        seat = match.actors[0]
        match.play(bot.choose(match.view(seat), Budget(), rng))
    return match


@pytest.mark.parametrize(("title", "name"), SPLENDORS)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bot_plays_legal_moves_to_the_end(title, name, seats):
    match = play_out(title, name, seats, seed=seats)

    assert match.outcome is not None


@pytest.mark.parametrize(("title", "name"), SPLENDORS)
def test_the_same_chance_gives_the_same_match(title, name):
    assert play_out(title, name, 2, seed=7).log == play_out(title, name, 2, seed=7).log


@pytest.mark.interpreted
@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_greedy_finishes_in_a_human_number_of_turns(title):
    turns = [int(play_out(title, "greedy", 2, seed).position.record["turns"]) / 2 for seed in range(4)]

    assert sum(turns) / 4 < 36


@pytest.mark.parametrize("options", [{"goal": 21}, {"visible": False}, {"payment": "thrifty"}])
def test_greedy_plays_every_option(options):
    match = jeton.new("splendor", seats=3, key="5" * 32, options=options)
    bot = make("greedy", match.game)
    while not match.is_over and match.n < 1000:
        match.play(bot.choose(match.view(match.actors[0]), Budget(), Random(1)))

    assert match.outcome is not None


def test_unknown_bots_are_refused_with_the_names_there_are():
    with pytest.raises(UnknownBot, match="no bot called 'deep' plays splendor: expected one of random, greedy"):
        make("deep", jeton.make("splendor"))


def test_a_bot_without_parameters_refuses_them():
    with pytest.raises(BadParameter, match="greedy takes no parameters, got level"):
        make("greedy:level=3", jeton.make("splendor"))


@pytest.mark.parametrize("spelling", ["net:", "net:level", "net:level=", "net:=5", "net:a=1,a=2", "net:a=1,"])
def test_malformed_parameters_are_refused(spelling):
    with pytest.raises(BadParameter, match="expected a bot as 'name' or 'name:key=value,key=value'"):
        parse(spelling)


def test_names_are_listed_by_title():
    assert {"random", "greedy"} <= set(names("splendor"))
    assert names("chess") == ()
