"""Judging a match: from what its players could know, the same every time; no single reading calls a move a slip."""

from random import Random

import msgspec
import pytest

import jeton
from jeton.analysis import VERDICTS, NoJudge, Review, judge_of, review
from jeton.analysis.curves import PLAIN
from jeton.analysis.review import decisions, judged
from jeton.bots import Budget, make
from jeton.bots.judge import Option, Reading, Why
from tests.support import middle

TABLES = [("splendor", 2), ("splendor", 3), ("marvel", 4)]


def played(title="splendor", seats=2, moves=14, key="ab" * 16):
    """Return the first moves of a match, some of them bad."""
    match = jeton.new(title, seats=seats, key=key)
    bot, rng = make("greedy", match.game), Random(3)
    for number in range(moves):
        view = match.view(match.actors[0])
        match.play(view.moves[-1] if number % 5 == 4 else bot.choose(view, Budget(), rng))
    return match


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_every_decision_has_chances_that_make_one_and_a_cost_that_fits_them(title, seats):
    match = played(title, seats)
    found = review(match, lines=60)

    assert [one.n for one in found.decisions] == [entry.n for entry in match.log]
    for one in found.decisions:
        assert sum(one.before) == pytest.approx(1.0, abs=1e-4)
        assert sum(one.after) == pytest.approx(1.0, abs=1e-4)
        assert len(one.before) == seats
        assert one.cost == max(0.0, one.before[one.seat] - one.after[one.seat])
        assert one.best[0].chances == one.before
        assert {choice.move for choice in one.best} <= set(match.game.moves(match.positions[one.n - 1], one.seat))
        assert one.played.move == one.move


def test_the_same_match_lines_and_seed_give_the_same_review():
    match = played(moves=6)

    assert review(match, lines=80, seed=4) == review(match, lines=80, seed=4)
    assert review(match, lines=80, seed=4) != review(match, lines=80, seed=5)


def test_a_decision_is_judged_by_what_its_player_could_know():
    match = middle("splendor", 2)
    seat = match.actors[0]
    view = match.view(seat)
    judge = judge_of(match.game)
    others = [match.game.redeal(view, Random(number)) for number in range(4)]
    readings = [judge.read(match.game.view(position, seat), 150, 9) for position in (match.position, *others)]

    assert {position.words.tobytes() for position in others} > {others[0].words.tobytes()}, "other cards are hidden"
    assert all(reading == readings[0] for reading in readings)


def test_what_was_taken_back_is_not_judged():
    match = jeton.new("splendor", seats=2, key="7" * 32, options={"first": "seat"})
    match.play("take wbg")
    match.undo()
    match.play("take kbr")
    found = review(match, lines=20)

    assert [(one.n, one.move) for one in found.decisions] == [(3, "take brk")], "spelt as the view spells it"


def test_a_match_that_goes_on_is_judged_as_far_as_it_went_and_from_where_one_likes():
    match = played(moves=6)
    found = review(match, lines=30)

    assert found.outcome is None
    assert tuple(decisions(match, lines=30, first=4)) == found.decisions[4:]


def test_a_reading_can_be_about_one_move_alone():
    match = middle("marvel", 3)
    view = match.view(match.actors[0])
    reading = judge_of(match.game).read(view, 50, 1, (view.moves[-1],))

    assert [(option.move, option.lines) for option in reading.options] == [(view.moves[-1], 50)]
    assert reading.best.line[0] == view.moves[-1]


RACE = (
    "splendor 2; turn 1; phase play; first 0; turns 53; passes 0; bank w1j4; "
    "market 7 21 4 18 / 48 59 41 42 / 87 89 83 79; nobles 5 10 3; 0 tokens w2b1g3r2k1j1; 0 cards 32 47 56 62 64 66; "
    "0 hand 65? 63? 52?; 1 tokens w1b3g1r2k3; 1 cards 3 6 35 37 43 46 61 69; 1 hand 90 84?"
)
"""Four points lie ready for the one to move, and the other needs two turns."""


def test_buying_what_wins_the_race_is_found_and_leaving_it_is_a_mistake_at_least():
    game = jeton.make("splendor")
    view, judge = game.view(game.read(RACE), 1), judge_of(game)
    well, badly = (judged(judge, PLAIN, view, 1, move, 600, 1) for move in ("buy 3.4", "reserve 3"))

    assert (well.best[0].move, well.cost, well.verdict) == ("buy 3.4", 0.0, "")
    assert badly.best[0].move == "buy 3.4"
    assert badly.cost > VERDICTS["blunder"]
    assert badly.verdict in ("mistake", "blunder")


class Wavering:
    """A judge whose first reading is wrong about a move."""

    def __init__(self, *costs):
        self.costs, self.asked = costs, []

    def spelling(self, view, move):
        return move

    def read(self, view, lines, seed, moves=(), told=3):
        self.asked.append((lines, seed, moves))
        worth = {"good": 0.6, "bad": 0.6 - self.costs[1 if moves else 0]}
        options = [Option(move, (chance, 1 - chance), 0.001, lines) for move, chance in worth.items()]
        return Reading(seat=0, lines=lines, options=tuple(o for o in options if not moves or o.move in moves))

    def explain(self, view, move, other, deals, lines, seed):
        assert seed not in [before for _, before, _ in self.asked], "no reading has the deals of another"
        return Why(seat=0, move=move, other=other, facts=(), lines=(), other_lines=())


class TwoMoves:
    seat = 0
    moves = ("good", "bad")


@pytest.mark.parametrize(
    ("costs", "called"),
    [
        ((0.2, 0.2), "blunder"),
        ((0.2, 0.14), "mistake"),
        ((0.2, 0.1), ""),
        ((0.2, 0.0), ""),
        ((0.1, 0.12), "slip"),
        ((0.12, 0.14), "mistake"),
        ((0.5, 0.2), ""),
        ((0.02, 0.2), ""),
        ((0.05, 0.05), ""),
        ((0.065, 0.065), "slip"),
    ],
)
def test_only_what_two_readings_say_is_called_by_a_name(costs, called):
    judge = Wavering(*costs)
    found = judged(judge, PLAIN, TwoMoves(), 1, "bad", 100, 1)

    assert found.verdict == called
    seeds = [seed for _, seed, _ in judge.asked]
    assert len(set(seeds)) == len(seeds), "no reading has the deals of another"
    if costs[0] > VERDICTS["slip"]:
        assert sum(lines for lines, _, _ in judge.asked[-2:]) > judge.asked[0][0], "the second reading is longer"


def test_nobody_judges_a_title_without_a_judge():
    with pytest.raises(NoJudge, match="guardians"):
        review(jeton.new("guardians", seats=3, key="1" * 32))


def test_a_review_survives_json():
    found = review(played(moves=4), lines=20)

    assert msgspec.json.decode(msgspec.json.encode(found), type=Review) == found
