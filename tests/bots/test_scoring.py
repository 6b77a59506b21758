"""The compiled judgement of the greedy bot and of styles says what obvious Python says over the view."""

from random import Random

import numpy as np
import pytest

import jeton
from jeton.bots.splendor.heuristics import Weights
from jeton.bots.splendor.scoring import NOTES, score_moves
from jeton.bots.splendor.styles import STYLES
from jeton.games.splendor.moves import ACTIONS
from tests.naive.judgement import Scene, Table

WEIGHTS = [Weights(), *(style.weights for style in STYLES.values() if style)]


@pytest.mark.parametrize(("title", "seats"), [("splendor", 2), ("splendor", 4), ("marvel", 3)])
def test_every_score_is_that_of_the_naive_judgement(title, seats):
    rng, game = Random(seats), jeton.make(title)
    tables = [Table(game, weights) for weights in WEIGHTS]
    match, compared = jeton.new(title, seats=seats, key=f"{seats:032x}"), 0
    while not match.is_over and match.n < 160:
        view = match.view(match.actors[0])
        position, which = game.redeal(view, rng), match.n % len(WEIGHTS)
        scene, found = Scene(tables[which], view), np.zeros(ACTIONS)
        score_moves(game.ruleset, position.words, np.array(WEIGHTS[which]), np.zeros(NOTES), found)

        expected = [scene.score(move) for move in view.moves]
        assert [found[action] for action in position.actions()] == pytest.approx(expected, abs=1e-9)
        compared += len(expected)
        best = view.moves[expected.index(max(expected))]
        match.play(best if rng.random() < 0.7 else rng.choice(view.moves))
    assert compared > 500


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_no_card_costs_more_tokens_than_a_row_of_notes_is_long(title):
    cards = jeton.make(title).box.cards

    assert max(sum(card.cost.values()) for card in cards) < NOTES[1]
