"""OpenSpiel's own simulation test holds, and its chance deals what the engine could."""

import random

import pytest

pyspiel = pytest.importorskip("pyspiel")
import jeton.envs.openspiel  # noqa: E402, F401  registers the games

pytestmark = pytest.mark.once


@pytest.mark.parametrize(
    "name",
    [
        "python_jeton_splendor(players=2)",
        "python_jeton_splendor(players=4,goal=21,payment=thrifty)",
        "python_jeton_marvel(players=3,visible=False,first=seat)",
    ],
)
def test_random_simulations(name):
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=False, verbose=False)


def walk(state, rng, steps):
    """Play so many random actions."""
    for _ in range(steps):
        if state.is_terminal():
            break
        outcomes = [o for o, _ in state.chance_outcomes()] if state.is_chance_node() else state.legal_actions()
        state.apply_action(rng.choice(outcomes))
    return state


def test_options_are_parameters():
    game = pyspiel.load_game("python_jeton_splendor(players=3,goal=21,visible=False)")

    assert dict(game.rules.game.options) == {"first": "random", "visible": False, "payment": "choice", "goal": 21}
    assert game.num_players() == 3


@pytest.mark.parametrize("name", ["python_jeton_splendor", "python_jeton_marvel"])
def test_a_state_can_be_written_and_read_and_copied(name):
    game = pyspiel.load_game(name)
    state = walk(game.new_initial_state(), random.Random(1), 40)
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    copy = state.clone()
    walk(copy, random.Random(2), 5)

    assert str(again) == str(state) != str(copy)
    assert again.observation_string(0) == state.observation_string(0)


def test_what_chance_turns_up_is_what_lies_there():
    state = walk(pyspiel.load_game("python_jeton_splendor").new_initial_state(), random.Random(3), 16)
    seen, rng = set(), random.Random(4)
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes = state.chance_outcomes()
            assert sum(chance for _, chance in outcomes) == pytest.approx(1)
            before, card = state.now.position, rng.choice(outcomes)[0]
            state.apply_action(card)
            after = state.now.position
            held = {n for seat in range(2) for n, _ in after.hand(seat)}
            assert card in {*after.market, *held}
            assert sum(before.deck_sizes) == sum(after.deck_sizes) + 1
            assert card not in seen
            seen.add(card)
        else:
            sizes = state.now.position.deck_sizes
            walk(state, rng, 1)
            assert state.is_chance_node() or state.now.position.deck_sizes == sizes
    assert len(seen) > 15
    assert sum(state.returns()) == pytest.approx(0)


def test_a_player_remembers_what_it_was_told_and_no_more():
    state = walk(pyspiel.load_game("python_jeton_splendor(first=seat)").new_initial_state(), random.Random(3), 15)
    blind = next(a for a in state.legal_actions() if state.action_to_string(0, a) == "reserve 3")
    state.apply_action(blind)
    worlds = [state.child(outcome) for outcome, _ in state.chance_outcomes()]

    assert len({world.information_state_string(1) for world in worlds}) == 1
    assert len({world.information_state_string(0) for world in worlds}) == len(worlds)
    assert len({tuple(world.observation_tensor(1)) for world in worlds}) == 1
