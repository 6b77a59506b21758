"""PettingZoo's own tests hold for our tables, and what agents see and win is what the engine says."""

import sys
import warnings

import numpy as np
import pettingzoo.test as theirs
import pytest

import jeton
from jeton import IllegalMove
from jeton.envs import NoEnvironment
from jeton.envs.aec import env, raw_env
from jeton.envs.parallel import parallel_env
from tests.support import at

pytestmark = pytest.mark.once

TABLES = [
    ("splendor", 2, {}),
    ("splendor", 3, {"goal": 21, "payment": "thrifty"}),
    ("splendor", 4, {"visible": False, "first": "seat"}),
    ("marvel", 2, {"visible": False}),
    ("marvel", 3, {"first": "seat"}),
    ("marvel", 4, {"payment": "thrifty"}),
]
every_table = pytest.mark.parametrize(("title", "seats", "options"), TABLES)


@pytest.fixture
def _calm():
    """Silence PettingZoo, which warns of observations that are dicts, as those of its own games with masks are."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "Observation space for each agent probably should be")
        warnings.filterwarnings("ignore", "Observation is not a NumPy array")
        yield


def seeded(table):
    """Fix what PettingZoo's tests leave to chance: the deals of its resets, and the actions that it samples."""
    table.reset(seed=7)
    for number, agent in enumerate(table.possible_agents):
        table.action_space(agent).seed(number)
    return table


def test_a_seeded_table_is_played_alike_by_whoever_samples_its_actions():
    def played(table):
        seen = []
        for _ in range(3):
            table.reset()
            for agent in table.agent_iter(40):
                observation, _, ended, cut, _ = table.last()
                mask = observation["action_mask"]
                table.step(None if ended or cut else table.action_space(agent).sample(mask))
                seen.append(mask.tobytes())
        return seen

    assert played(seeded(env("marvel", 4))) == played(seeded(env("marvel", 4)))


@pytest.mark.usefixtures("_calm")
@pytest.mark.parametrize("observation", ["features", "view", ("bank", "seats.0.points")], ids=str)
@every_table
def test_api(title, seats, options, observation):
    theirs.api_test(seeded(env(title, seats, options, observation=observation)), num_cycles=60)


@every_table
def test_seeds_fix_a_match(title, seats, options):
    theirs.seed_test(lambda: env(title, seats, options), num_cycles=60)


@every_table
def test_parallel_api_and_seeds(title, seats, options):
    theirs.parallel_api_test(seeded(parallel_env(title, seats, options)), num_cycles=300)
    theirs.parallel_seed_test(lambda: parallel_env(title, seats, options), num_cycles=60)


@pytest.mark.parametrize("observation", ["features", "view"])
@pytest.mark.parametrize(
    ("seats", "options"), [(3, {}), (4, {"level": 3, "choose_pile": True}), (5, {"level": 4, "bell": 5})]
)
def test_guardians_is_played_at_once(seats, options, observation):
    one = seeded(parallel_env("guardians", seats, options, observation=observation))
    theirs.parallel_api_test(one, num_cycles=1500)
    theirs.parallel_seed_test(lambda: parallel_env("guardians", seats, options), num_cycles=30)

    assert jeton.loads(jeton.dumps(one.match)).n == one.match.n


def test_performance_benchmark(monkeypatch, capsys):
    """Theirs runs for five seconds of its clock: here each look at the clock takes one."""

    class Clock:
        now = 0.0

        def time(self):
            self.now += 1
            return self.now

    monkeypatch.setattr(sys.modules["pettingzoo.test.performance_benchmark"], "time", Clock())
    theirs.performance_benchmark(raw_env("splendor", 4))

    assert "turns per second" in capsys.readouterr().out


def test_who_plays_what_is_refused_is_told_the_rule_or_loses():
    bare, wrapped = raw_env("splendor", options={"first": "seat"}), env("splendor", options={"first": "seat"})
    bare.reset(seed=1)
    wrapped.reset(seed=1)
    bare.table.match.position = at("splendor 2; bank r3")
    with pytest.raises(IllegalMove, match="S12"):
        bare.step(14)  # take rr
    wrapped.step(57)  # pass
    assert wrapped.rewards == {"seat_0": -1, "seat_1": 0}


def played(one, seed=5):
    """Play a match of random moves; return what each agent was rewarded with in all."""
    one.reset(seed=seed)
    rng, total = np.random.default_rng(seed), dict.fromkeys(one.possible_agents, 0.0)
    for agent in one.agent_iter():
        seen, reward, ended, cut, _ = one.last()
        total[agent] += reward
        one.step(None if ended or cut else int(rng.choice(np.flatnonzero(seen["action_mask"]))))
    return [total[agent] for agent in one.possible_agents]


@pytest.mark.parametrize("actions", ["places", "cards"])
@every_table
def test_rewards_are_shares_of_the_win_points_or_what_a_function_says(title, seats, options, actions):
    one = raw_env(title, seats, options, actions=actions)
    assert sum(played(one)) == pytest.approx(1)
    outcome = one.match.outcome
    assert played(one) == [(seat in outcome.winners) / len(outcome.winners) for seat in range(seats)]

    one = raw_env(title, seats, options, actions=actions, reward="points")
    assert played(one) == list(one.match.outcome.points)

    one = raw_env(title, seats, options, actions=actions, reward=lambda match, seat: float(match.log[-1].seat == seat))
    assert sum(played(one)) == one.match.n


def test_a_match_that_goes_on_for_too_long_is_cut_off_and_scored():
    one = raw_env("splendor", turn_limit=5, reward="win")

    assert sum(played(one)) == pytest.approx(1)
    assert one.match.outcome is None


def test_a_seat_that_waits_in_parallel_can_do_one_thing_which_changes_nothing():
    one = parallel_env("splendor", 2, {"first": "seat"})
    seen, _ = one.reset(seed=3)
    assert np.flatnonzero(seen["seat_1"]["action_mask"]).tolist() == [57]
    one.step({"seat_0": 0, "seat_1": 57})
    assert [entry.move for entry in one.match.log] == ["take wbg"]


def test_what_is_refused_at_once_is_said_and_changes_nothing():
    one = parallel_env("guardians", 3)
    one.reset(seed=3)
    boat = one.table.codec.numbered[1]["boat siren_reef blue"]
    infos = one.step({"seat_0": 0, "seat_1": boat, "seat_2": 0})[4]
    assert "G" in infos["seat_1"]["refused"]
    assert one.match.n == 0


def test_agents_who_wait_for_ever_are_cut_off():
    one = parallel_env("guardians", 3, step_limit=4)
    one.reset(seed=3)
    for _ in range(4):
        _, _, ended, cut, _ = one.step(dict.fromkeys(one.agents, 0))
    assert (set(ended.values()), set(cut.values()), one.agents) == ({False}, {True}, [])


def test_mistakes_are_said():
    with pytest.raises(NoEnvironment, match=r"jeton\.envs\.parallel"):
        env("guardians", 3)
    with pytest.raises(NoEnvironment, match="no seats for 7"):
        env("splendor", 7)
    with pytest.raises(NoEnvironment, match="'bnak'"):
        env("splendor", observation="bnak")
    with pytest.raises(NoEnvironment, match="reward"):
        env("splendor", reward="glory")
