"""Matches in arrays are the engine's own matches, on any number of threads."""

import numpy as np
import pytest

from jeton.core.jit import INTERPRETED
from jeton.envs import NoEnvironment
from jeton.envs.batch import Batch, IllegalActions
from jeton.envs.table import share_of_win
from jeton.games.splendor.rules import PAYING, PLAY, RETURNING

TABLES = [("splendor", 2, {}), ("splendor", 4, {"visible": False}), ("marvel", 3, {"payment": "thrifty"})]


@pytest.mark.parametrize("actions", ["places", "cards"])
@pytest.mark.parametrize(("title", "seats", "options"), TABLES)
def test_rows_are_the_matches_of_the_engine(title, seats, options, actions):
    batch = Batch(title, 12, seats=seats, options=options, seed=3, actions=actions)
    codec, finished = batch.codec, 0
    mirror = [batch.position(row) for row in range(12)]
    for _ in range(80 * seats):
        chosen = batch.sample().copy()
        for row, position in enumerate(mirror):
            seat = position.seat
            assert batch.movers[row] == seat
            assert (batch.masks[row] == codec.mask(position, seat)).all()
            assert (batch.observations[row] == codec.features(position, seat)).all()
            assert batch.masks[row, chosen[row]]
            position.push(codec.rule_action(position, int(chosen[row])))
        batch.step(chosen)
        for row, position in enumerate(mirror):
            assert batch.ended[row] == position.is_over
            if position.is_over:
                finished += 1
                assert batch.rewards[row].tolist() == pytest.approx(share_of_win(batch.game.outcome(position)))
                assert batch.points[row].tolist() == codec.points(position)
                mirror[row] = batch.position(row)
            else:
                assert not batch.rewards[row].any()
                assert (batch.position(row).words == position.words).all()
    assert finished > 3


@pytest.mark.interpreted
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize(
    ("title", "options"), [("splendor", {"goal": 21}), ("splendor", {"visible": False}), ("marvel", {})]
)
def test_words_of_eight_hold_the_features_of_the_nets(title, options, seats):
    """The batch writes words over what was seen before, `features.observe` each number into zeros."""
    size, steps = (1, 40) if INTERPRETED else (16, 200)
    batch = Batch(title, size, seats=seats, options=options, seed=6)
    phases = set()
    for _ in range(steps):
        for row in range(size):
            position = batch.position(row)
            phases.add(position.phase)
            assert np.array_equal(batch.observations[row], batch.codec.features(position, position.seat))
        batch.step(batch.sample())
    assert INTERPRETED or phases >= {PLAY, RETURNING, PAYING}


def run(steps=60, **choices):
    batch = Batch("splendor", 300, seed=9, **choices)
    ended = [batch.step(batch.sample()) for _ in range(steps)]
    return ended, batch.observations.copy(), batch.legal.copy(), batch.rewards.copy()


@pytest.mark.parametrize("light", [0, 32_768])
def test_threads_change_nothing(light, monkeypatch):
    monkeypatch.setattr("jeton.envs.batch.LIGHT", light)  # from how many matches on threads share the drawing, too
    for one, other in zip(run(), run(threads=3), strict=True):
        assert np.array_equal(one, other)


def test_threads_refuse_the_first_illegal_action(monkeypatch):
    monkeypatch.setattr("jeton.envs.batch.LIGHT", 0)
    batch = Batch("splendor", 600, threads=2, observe=False)
    before, chosen = batch.words.copy(), batch.sample().copy()
    chosen[[150, 400, 599]] = -1

    with pytest.raises(IllegalActions, match="match 150"):
        batch.step(chosen)
    assert np.array_equal(batch.words, before)


def test_playing_many_steps_is_stepping_that_often():
    stepped, played = Batch("marvel", 300, seed=9), Batch("marvel", 300, seed=9, threads=2)
    ended = sum(stepped.step(stepped.sample()) for _ in range(90))

    assert played.play(90) == ended > 50
    for name in ("words", "observations", "masks", "legal", "movers", "rewards", "ended", "points"):
        assert np.array_equal(getattr(stepped, name), getattr(played, name)), name
    assert np.array_equal(stepped.sample(), played.sample())


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("actions", ["places", "cards"])
def test_samples_that_a_step_draws_already_are_those_that_sample_would_draw(threads, actions):
    ahead, plain = (Batch("marvel", 300, seed=9, actions=actions, observe=False, threads=n) for n in (threads, 1))

    def both(what):
        one, other = what(ahead), what(plain)
        assert np.array_equal(one, other)
        assert np.array_equal(ahead.words, plain.words)
        assert np.array_equal(ahead.ended, plain.ended)

    both(lambda batch: batch.sample().copy())
    for _ in range(40):
        for _ in range(3):
            taken = ahead.sample()
            before = taken.copy()
            ahead.step(taken)
            assert np.array_equal(taken, before)
            plain.step(plain.sample().copy())  # not its own array: the step draws nothing
        both(lambda batch: batch.sample().copy())
        both(lambda batch: batch.sample().copy())
        both(lambda batch: batch.play(2))
        both(lambda batch: batch.ask("greedy").copy())
    ahead.sample()
    plain.sample()
    both(lambda batch: batch.reset())
    both(lambda batch: batch.sample().copy())
    both(lambda batch: batch.play(5))


def test_a_sample_of_an_earlier_step_is_looked_through():
    batch = Batch("splendor", 300, seed=9, observe=False)
    earlier = batch.sample()
    batch.step(earlier)
    batch.sample()
    words = batch.words.copy()

    with pytest.raises(IllegalActions, match="not legal"):
        batch.step(earlier)
    assert np.array_equal(batch.words, words)


def test_seeds_fix_the_deals_and_reset_deals_on():
    batch, other = Batch("marvel", 5, seed=1, observe=False), Batch("marvel", 5, seed=2, observe=False)
    first = [batch.position(row).market for row in range(5)]
    batch.reset()
    second = [batch.position(row).market for row in range(5)]
    batch.reset(1)

    assert [batch.position(row).market for row in range(5)] == first
    assert len({*first, *second, *(other.position(row).market for row in range(5))}) == 15
    assert batch.observations.shape == (5, 0)


def test_points_are_rewarded_as_they_come_and_long_matches_are_cut():
    batch = Batch("splendor", 50, seed=4, reward="points", turn_limit=30)
    total = np.zeros((50, 2))
    cut = 0
    for _ in range(150):
        batch.step(batch.sample())
        total += batch.rewards
        for row in np.flatnonzero(batch.ended):
            assert total[row].tolist() == batch.points[row].tolist()
            total[row] = 0
        cut += int((batch.ended == 2).sum())
    assert cut > 10


@pytest.mark.parametrize("actions", ["places", "cards"])
def test_an_illegal_action_is_refused_and_nothing_is_played(actions):
    batch = Batch("splendor", 4, actions=actions, observe=False)
    before = [batch.position(row).words for row in range(4)]
    for wrong in (int(np.flatnonzero(batch.masks[2] == 0)[0]), -1, 500):
        chosen = batch.sample().copy()
        chosen[2] = wrong
        with pytest.raises(IllegalActions, match="match 2"):
            batch.step(chosen)
    with pytest.raises(IllegalActions, match="for each of 4"):
        batch.step(np.zeros(3, np.int64))
    assert all((batch.position(row).words == before[row]).all() for row in range(4))


def test_what_is_not_compiled_is_not_played_in_batches():
    with pytest.raises(NoEnvironment, match="not compiled"):
        Batch("guardians", 4)
