"""What bots choose in many positions at once is what they choose in each."""

import random

import numpy as np
import pytest

import jeton
from jeton.bots import Budget, make
from jeton.bots.bot import chooses_many
from jeton.bots.splendor.search_bots import first_look, move_of
from jeton.envs import NoEnvironment
from jeton.envs.batch import Batch
from jeton.envs.rows import Source, play
from jeton.games.splendor.rules import POSITION

pytestmark = pytest.mark.once


@pytest.mark.parametrize(("title", "seats"), [("splendor", 2), ("marvel", 4)])
def test_greedy_chooses_in_arrays_what_it_chooses_from_a_view(title, seats):
    batch = Batch(title, 60, seats=seats, seed=2, observe=False)
    greedy, chance, rng = make("greedy", batch.game), np.arange(60), random.Random(1)
    compared = alone = 0
    for step in range(40):
        actions = batch.sample()
        wanted = (np.arange(60) + step) % 3 > 0  # the others move by chance, so that positions differ
        before = actions.copy()
        greedy.choose_many(batch.words, batch.legal, wanted, chance, actions)
        assert (actions[~wanted] == before[~wanted]).all()
        for row in np.flatnonzero(wanted)[step % 2 :: 2]:
            position = batch.position(row)
            view = batch.game.view(position, position.seat)
            chosen = batch.codec.move(position, position.seat, int(actions[row]))
            scores = greedy.scores(view)
            assert scores[chosen] == max(scores.values())
            if list(scores.values()).count(max(scores.values())) == 1:
                alone += 1
                assert chosen == greedy.choose(view, Budget(), rng)
            compared += 1
        batch.step(actions)
    assert compared > 700
    assert alone > compared / 2


def test_greedy_leaves_a_match_without_progress_by_chance():
    batch = Batch("splendor", 400, seed=2, observe=False)
    greedy, chance = make("greedy", batch.game), np.random.default_rng(1).integers(0, 2**62, 400)
    usual, late = np.zeros(400, np.int64), np.zeros(400, np.int64)
    greedy.choose_many(batch.words, batch.legal, np.ones(400, bool), chance.copy(), usual)
    batch.words.reshape(-1).view(POSITION)["turns"][:] = 180
    greedy.choose_many(batch.words, batch.legal, np.ones(400, bool), chance.copy(), late)

    assert all(batch.legal[row] >> late[row] & 1 for row in range(400))
    assert 120 < (usual != late).sum() < 280


def test_bots_sit_one_seat_further_in_the_next_match():
    rows = play(Source(title="splendor", seats=2, bots=("greedy", "random"), seed=5), range(40))
    share = {(int(m), int(s)): float(w) for m, s, w in zip(rows.match, rows.seat, rows.share, strict=True)}
    of_greedy = sum(share[number, number % 2] for number in range(40))

    assert of_greedy > 36, "greedy sits on seat 0 in even matches and on seat 1 in odd ones, and wins them"


@pytest.mark.parametrize("actions", ["places", "cards"])
def test_a_batch_asks_greedy_in_all_its_matches_and_plays_nothing(actions):
    batch, other = (Batch("splendor", 40, seed=3, observe=False, actions=actions, threads=n) for n in (1, 2))
    greedy = make("greedy", batch.game)
    for _ in range(12):
        before = batch.words.copy()
        chosen = batch.ask("greedy")
        assert (batch.words == before).all()
        assert (chosen == other.ask("greedy")).all(), "threads change nothing"
        assert batch.masks[np.arange(40), chosen].all()
        for row in range(0, 40, 8):
            position = batch.position(row)
            scores = greedy.scores(batch.game.view(position, position.seat))
            assert scores[batch.codec.move(position, position.seat, int(chosen[row]))] == max(scores.values())
        batch.step(chosen)
        other.step(chosen)


class Fed:
    """Chance as `choose_many` draws it in a row."""

    def __init__(self, state):
        self.state = int(state)

    def getrandbits(self, bits):
        assert bits == 32
        self.state = self.state * 6364136223846793005 + 1442695040888963407 & 2**64 - 1
        signed = self.state - (self.state >> 63 << 64)
        return (signed ^ signed >> 29) >> 20 & 0xFFFFFFFF


@pytest.mark.parametrize(("title", "seats", "name"), [("splendor", 2, "level3"), ("marvel", 4, "blurred:blur=0.8")])
def test_levels_choose_in_arrays_what_they_choose_from_a_view_with_the_same_chance(title, seats, name):
    batch = Batch(title, 90, seats=seats, seed=2, observe=False)
    bot, chance = make(name, batch.game), np.random.default_rng(4).integers(0, 2**62, 90)
    bot.level = bot._by_seats[seats]
    thought = unlike = 0
    for step in range(30):
        actions = batch.sample()
        wanted = (np.arange(90) + step) % 4 > 0
        before, states = actions.copy(), chance.copy()
        bot.choose_many(batch.words, batch.legal, wanted, chance, actions)
        assert (actions[~wanted] == before[~wanted]).all()
        for row in np.flatnonzero(wanted)[step % 3 :: 3]:
            position, rng = batch.position(row), Fed(states[row])
            if int(batch.legal[row]).bit_count() == 1:
                continue
            logits, _ = bot._opinion(bot._seen(position, rng))
            expected = move_of(position, bot._pick(logits, rng))
            assert batch.codec.move(position, position.seat, int(actions[row])) == expected
            assert rng.state & 2**62 - 1 == int(chance[row]) & 2**62 - 1, "as much chance was drawn"
            thought += 1
            unlike += expected != move_of(position, int(first_look(position)[0].argmax()))
        batch.step(actions)
    assert thought > 500
    assert unlike > thought / 10, "it overlooks and wavers"


def test_levels_that_read_ahead_or_have_a_style_are_asked_one_by_one():
    game = jeton.make("splendor")
    many = {name: chooses_many(make(name, game), 2) for name in ("level1", "level5", "level6", "level4:style=builder")}

    assert many == {"level1": True, "level5": True, "level6": False, "level4:style=builder": False}
    assert chooses_many(make("level6", game), 3), "at three seats it plays its first thought"


@pytest.mark.parametrize("bot", ["random", "level8", "mcts"])
def test_a_bot_that_chooses_in_one_position_at_a_time_is_not_asked(bot):
    with pytest.raises(NoEnvironment, match="many positions at once"):
        Batch("splendor", 2, observe=False).ask(bot)
