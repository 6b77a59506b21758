"""Gymnasium's own check holds, and the agent plays the bots it asked for."""

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import jeton
from jeton.envs import NoEnvironment
from jeton.envs.gym import Single
from tests.support import random_match

pytestmark = pytest.mark.once


@pytest.mark.parametrize("observation", ["features", "view"])
@pytest.mark.parametrize(("title", "seats"), [("splendor", 2), ("marvel", 4)])
def test_check_env(title, seats, observation):
    made = gymnasium.make(
        f"jeton.envs.gym:jeton/{title}-v1", seats=seats, observation=observation, opponents=["random", "greedy"]
    )
    check_env(made.unwrapped)


def played(one, seed):
    seen, info = one.reset(seed=seed)
    rng, total, over = np.random.default_rng(seed), 0.0, False
    while not over:
        assert (info["action_mask"] == seen["action_mask"]).all()
        assert (one.action_masks() == info["action_mask"]).all()
        seen, reward, ended, cut, info = one.step(int(rng.choice(np.flatnonzero(info["action_mask"]))))
        total, over = total + reward, ended or cut
    return total


def test_the_agent_plays_whole_matches_of_its_seat_and_seeds_repeat_them():
    one = Single("splendor", 3, opponents=["greedy", "random"])
    total = played(one, 4)
    first = jeton.dumps(one.match)
    outcome = one.match.outcome

    assert total == (one.seat in outcome.winners) / len(outcome.winners)
    assert jeton.loads(first).outcome == outcome
    assert (played(one, 4), jeton.dumps(one.match)) == (total, first)


@pytest.mark.parametrize("seat", [0, 1])
def test_points_and_functions_are_rewarded_as_they_come(seat):
    one = Single("marvel", seat=seat, opponents=["random"], reward="points")
    assert played(one, 2) == one.match.outcome.points[seat]

    one = Single("marvel", seat=seat, opponents=["random"], reward=lambda match, mine: float(match.n == 1))
    assert played(one, 2) == (one.match.log[0].seat == seat)


def test_an_illegal_action_ends_the_match_and_names_the_rule():
    one = Single("splendor", seat=0, options={"first": "seat"}, render_mode="ansi")
    one.reset(seed=1)
    assert "bank: " in one.render()
    _, reward, ended, _, info = one.step(31)  # buy 1.1
    assert (reward, ended) == (-1, True)
    assert "S1" in info["illegal"]


def test_mistakes_are_said():
    with pytest.raises(NoEnvironment, match=r"jeton\.envs\.parallel"):
        Single("guardians", 3)
    with pytest.raises(NoEnvironment, match="seat"):
        Single("splendor", seat=2)


def test_every_feature_has_a_name_and_every_action_a_move():
    for title, seats in (("splendor", 2), ("marvel", 4), ("guardians", 5)):
        match = random_match(title, seats, "codec")
        one = jeton.envs.codec(match.game, seats)
        assert len(one.names) == len(set(one.names)) == len(one.features(match.positions[0], 0))
        ends = [block.stop for block in one.blocks.values()]
        assert ends == sorted(ends)
        for position in match.positions[:-1:7]:
            for seat in match.game.actors(position):
                moves = match.game.moves(position, seat)
                actions = [one.action(position, seat, move) for move in moves]
                assert np.flatnonzero(one.mask(position, seat)).tolist() == sorted(actions)
                assert [one.move(position, seat, action) for action in actions] == list(moves)


def test_features_by_name_are_what_lies_on_the_table():
    match = random_match("splendor", 3, "codec")
    one = jeton.envs.codec(match.game, 3)
    for position in match.positions[::9]:
        found = dict(zip(one.names, one.features(position, 1).tolist(), strict=True))
        assert [found[f"decks.{level}"] for level in (1, 2, 3)] == list(position.deck_sizes)
        assert [found[f"seats.{k}.points"] for k in range(3)] == [position.points((1 + k) % 3) for k in range(3)]
        assert [n for n in range(1, 91) if found[f"cards.{n}.table"]] == sorted(filter(None, position.market))
        assert [n for n in range(1, 11) if found[f"nobles.{n}.there"]] == sorted(filter(None, position.nobles))
