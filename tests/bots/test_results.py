"""A search scores the end of a match as the rules do."""

from random import Random

import numpy as np
import pytest

import jeton
from jeton.bots import Budget, make
from jeton.bots.splendor.tree import share_out
from jeton.games.splendor.rules import POSITION
from jeton.games.splendor.ruleset import RULESET


def finished(title, seats, number):
    match = jeton.new(title, seats=seats, key=f"{number:032x}")
    bot, rng = make("greedy", match.game), Random(number)
    while not match.is_over:
        match.play(bot.choose(match.view(match.actors[0]), Budget(), rng))
    return match


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_whoever_wins_has_the_whole_chance_however_many_cards_they_hold(title):
    cards = set()
    for number in range(6):
        match = finished(title, 2 + number % 3, number)
        ruleset, words, result = match.game.ruleset, match.position.words, np.zeros(4, np.float32)
        share_out(ruleset.view(RULESET)[0], words.view(POSITION)[0], result)
        winners = match.outcome.winners
        cards |= {len(match.view().players[seat].cards) % 2 for seat in winners}

        assert result.tolist() == [1 / len(winners) if seat in winners else 0.0 for seat in range(4)]

    assert cards == {0, 1}, "odd and even numbers of cards, which floats of 32 bits would round alike"
