"""What bots say they think: the move they play, every candidate, and lines that need no hidden card."""

from collections import Counter
from random import Random

import msgspec
import numpy as np
import pytest

from jeton.bots import Budget, make
from jeton.bots.arena import Contest, play_deals
from jeton.bots.splendor.blur import ALIKE, waver
from jeton.bots.splendor.deadlock import LOCKED
from jeton.bots.splendor.lines import known_cards, shares
from jeton.bots.thought import Explains
from jeton.core.game import Entry
from jeton.core.match_file import read_match
from tests.support import at, middle, view

TITLES = ("splendor", "marvel")
THINKERS = ("net", "search", "mcts", "level1", "level4", "level5:style=builder", "level6", "level7", "blurred:blur=0.9")


def ask(match, name, simulations=150, seed=5):
    looked = match.view(match.actors[0])
    return looked, make(name, match.game).explain(looked, Budget(simulations=simulations), Random(seed))


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("title", TITLES)
def test_a_bot_explains_the_move_that_it_chooses(title, seats):
    match = middle(title, seats)
    looked = match.view(match.actors[0])
    for name in THINKERS:
        chosen = make(name, match.game).choose(looked, Budget(simulations=60), Random(7))
        thought = make(name, match.game).explain(looked, Budget(simulations=60), Random(7))

        assert thought.move == chosen
        assert chosen in [one.move for one in thought.candidates]


@pytest.mark.parametrize("name", THINKERS)
def test_every_move_is_a_candidate_or_was_overlooked(name):
    match = middle("splendor", 3)
    looked, thought = ask(match, name)
    candidates = [one.move for one in thought.candidates]
    weights = [one.weight for one in thought.candidates]

    assert len(candidates) == len(set(candidates))
    assert not set(candidates) & set(thought.overlooked)
    assert set(candidates) | set(thought.overlooked) <= set(looked.moves)
    assert sum(weights) == pytest.approx(1)
    assert weights == sorted(weights, reverse=True)
    if name in ("net", "search", "mcts", "level6", "level7"):
        assert set(candidates) == set(looked.moves)
        assert thought.overlooked == ()


@pytest.mark.parametrize("name", ["search", "mcts"])
def test_lines_are_counted_and_chances_are_chances(name):
    _, thought = ask(middle("marvel", 2), name, simulations=400)
    read = [one for one in thought.candidates if one.lines]

    assert thought.how == "read"
    assert thought.lines == sum(one.lines for one in read) == 399, "the first walk looks at the position itself"
    assert all(0 <= one.chance <= 1 and one.weight == one.lines / thought.lines for one in read)
    assert all(one.line[0] == one.move for one in read)
    assert thought.candidates[0].move == thought.move
    assert all(one.chance is None and one.line == () for one in thought.candidates if not one.lines)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("title", TITLES)
def test_a_line_can_be_played_in_every_deal_that_the_seat_thinks_possible(title, seats):
    longest = 0
    for moves in (25, 45):
        match = middle(title, seats, moves=moves)
        looked, thought = ask(match, "search", simulations=400)
        for one in thought.candidates:
            longest = max(longest, len(one.line))
            for deal in range(3):
                position = match.game.redeal(looked, Random(deal))
                for move in one.line:
                    assert move in match.game.moves(position, position.seat), (one.line, move)
                    position = match.game.play(position, Entry(1, 0, position.seat, move))

    assert longest >= 3


def test_known_cards_are_those_that_the_seat_can_name():
    position = at("splendor 2; 0 hand 1 2?; 1 hand 3 4?")

    assert {1, 2, 3, 37, 90} <= known_cards(view(position, 0))
    assert 4 not in known_cards(view(position, 0))
    assert 2 not in known_cards(view(position, 1))


def test_the_chances_are_of_the_seats_in_their_order():
    for seat in (0, 1):
        position = at(f"splendor 2; turn 1; {seat} cards 41 42 43 44 45 71 72")
        thought = make("net", position.game).explain(view(position, 1), Budget(), Random(1))

        assert sum(thought.chances) == pytest.approx(1, abs=1e-3)
        assert thought.chances[seat] > 0.7


def test_the_weights_of_a_wavering_level_are_how_often_it_plays_what():
    logits = np.full(221, -np.inf, np.float32)
    logits[[3, 50, 120, 200]] = 2.0, 1.5, 0.0, -2.5
    rng, heat = Random(1), 0.8
    drawn = Counter(waver(logits, heat, rng.getrandbits(32)) for _ in range(20_000))

    told = shares(logits, heat, ALIKE)
    assert 200 not in told
    assert set(drawn) == set(told)
    assert all(drawn[action] / 20_000 == pytest.approx(share, abs=0.015) for action, share in told.items())


def test_a_blurred_level_says_what_it_overlooked_and_never_plays_it():
    match = middle("splendor", 2, moves=8)
    looked = match.view(match.actors[0])
    bot = make("blurred:blur=0.9", match.game)
    thoughts = [bot.explain(looked, Budget(), Random(seed)) for seed in range(20)]

    assert any(thought.overlooked for thought in thoughts)
    assert all(thought.move not in thought.overlooked for thought in thoughts)


@pytest.mark.parametrize("name", ["net", "search", "mcts", "level1", "level7"])
def test_the_only_move_needs_no_reasons(name):
    match = middle("splendor", 2)
    looked = match.view(match.actors[0])
    lone = msgspec.structs.replace(looked, moves=looked.moves[:1])
    thought = make(name, match.game).explain(lone, Budget(simulations=20), Random(1))

    assert (thought.move, thought.how, thought.candidates) == (looked.moves[0], "only", ())


@pytest.mark.parametrize("name", ["net", "search", "level1", "level7"])
def test_a_move_drawn_because_nobody_gets_on_is_called_a_guess(name):
    match = middle("splendor", 2)
    late = msgspec.structs.replace(match.view(match.actors[0]), turns=2 * LOCKED)
    bot = make(name, match.game)
    thoughts = [bot.explain(late, Budget(simulations=20), Random(seed)) for seed in range(12)]

    assert {"guess"} < {thought.how for thought in thoughts} <= {"guess", "first", "read"}
    assert all(thought.candidates == () for thought in thoughts if thought.how == "guess")


@pytest.mark.parametrize("name", ["random", "greedy"])
def test_a_bot_without_reasons_is_not_asked_for_them(name):
    assert not isinstance(make(name, middle("splendor", 2).game), Explains)


def test_a_contest_that_explains_plays_the_same_matches_and_tells_every_move():
    about = {"bots": ("search@40", "level2", "greedy"), "seats": 3, "deals": 1, "keep": True, "turn_limit": 6}
    [plain] = play_deals(Contest(**about))
    [told] = play_deals(Contest(**about, explain=True))

    assert [result.match for result in told.results] == [result.match for result in plain.results]
    assert all(result.decisions == () for result in plain.results)
    for result in told.results:
        _, log = read_match(result.match)
        assert [(one.n, one.seat, one.move) for one in result.decisions] == [(e.n, e.seat, e.move) for e in log]
        for one in result.decisions:
            greedy = result.bots[one.seat] == 2
            assert one.thought is None if greedy else one.thought.move == one.move
