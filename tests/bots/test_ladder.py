"""The ladder: who meets whom, a log to go on with, and ratings that follow from what was played."""

import math
from random import Random

import pytest

from jeton.bots import BadParameter, UnknownBot
from jeton.bots.arena import BadContest
from jeton.bots.ladder import Ladder, Unit, climb, planned, read_log, scale, steps

QUICK = Ladder(bots=("random", "greedy", "level1"), deals=2, span=1, seed=3)


def test_neighbours_meet_and_others_only_as_far_as_the_span_reaches():
    assert Ladder(bots=("a", "b", "c", "d"), span=1).line_ups == (("a", "b"), ("b", "c"), ("c", "d"))
    assert ("a", "c") in Ladder(bots=("a", "b", "c", "d"), span=2).line_ups
    assert Ladder(bots=("a", "b", "c", "d"), span=1, seats=3).line_ups == (("a", "b", "c"), ("b", "c", "d"))
    assert len(Ladder(bots=("a", "b", "c", "d"), span=2, seats=3).line_ups) == 4


def test_with_no_more_bots_than_seats_some_sit_there_twice_but_nobody_alone():
    assert Ladder(bots=("a", "b"), seats=3).line_ups == (("a", "a", "b"), ("a", "b", "b"))
    assert Ladder(bots=("a", "b"), seats=2).line_ups == (("a", "b"),)
    for seats, line_ups in ((3, 7), (4, 12), (5, 18)):
        found = Ladder(bots=("a", "b", "c"), seats=seats).line_ups
        assert len(set(found)) == len(found) == line_ups
        assert all(len(set(each)) > 1 for each in found)


def test_a_log_tells_deals_with_other_options_apart(tmp_path):
    log = tmp_path / "ladder.jsonl"
    usual, guarded = (
        Ladder(bots=("easy", "hard"), title="guardians", seats=3, deals=1, options=options)
        for options in ({}, {"idle_guard": 60})
    )
    climb([usual], log)
    both = climb([usual, guarded], log)

    assert [unit.options for unit in both] == [{}, {}, {"idle_guard": 60}, {"idle_guard": 60}]
    assert len(read_log(log)) == 4
    assert [unit.name for unit in climb([usual], log)] == [unit.name for unit in both[:2]]


def test_the_first_deals_of_all_come_first():
    order = [unit.deal for unit in planned([QUICK, Ladder(bots=("random", "greedy"), title="marvel", deals=3)])]

    assert order == sorted(order)
    assert len(order) == 2 * 2 + 3


def test_a_log_is_gone_on_with_and_only_what_it_lacks_is_played(tmp_path, monkeypatch):
    from jeton.bots import ladder

    log, played = tmp_path / "ladder.jsonl", []
    real = ladder.play_unit
    monkeypatch.setattr(ladder, "play_unit", lambda unit: played.append(unit) or real(unit))
    whole = climb([QUICK], log)
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join(lines[:2]) + lines[2][:40])  # killed while it wrote the third line

    assert len(read_log(log)) == 2
    played.clear()
    again = climb([QUICK], log)
    assert len(played) == 2
    assert [unit.ranks for unit in again] == [unit.ranks for unit in whole]
    assert len(read_log(log)) == 4


@pytest.mark.soak  # tests/bots/test_crew.py has the short form
def test_processes_play_the_same_deals(tmp_path):
    alone, together = (climb([QUICK], tmp_path / f"{n}.jsonl", n) for n in (1, 2))

    assert [(unit.name, unit.seated, unit.ranks) for unit in alone] == [
        (unit.name, unit.seated, unit.ranks) for unit in together
    ]


def test_it_stops_in_time_and_tells_how_far_it_is(tmp_path):
    told = []
    found = climb([QUICK], tmp_path / "ladder.jsonl", minutes=0.0, on_progress=lambda *far: told.append(far))

    assert (found, told) == ([], [(0, 4)])


@pytest.mark.parametrize(
    ("wrong", "error"),
    [
        ({"bots": ("greedy", "nobody")}, UnknownBot),
        ({"bots": ("greedy", "level4:style=loud")}, BadParameter),
        ({"seats": 5}, BadContest),
        ({"bots": ("greedy",)}, BadContest),
    ],
)
def test_what_can_not_be_played_is_refused_before_anything_is_played(tmp_path, wrong, error):
    with pytest.raises(error):
        climb([Ladder(**{"bots": ("greedy", "random", "level1"), **wrong})], tmp_path / "ladder.jsonl")
    assert not (tmp_path / "ladder.jsonl").exists()


def invented(strengths, deals, seats=2, seed=1):
    """Return deals whose winner is drawn by Bradley and Terry's model, so that the ratings are known."""
    rng, names, found = Random(seed), list(strengths), []
    for line_up in Ladder(bots=tuple(names), span=2, seats=seats).line_ups:
        for deal in range(deals):
            ranks = []
            for _ in range(seats):
                left, order = list(range(seats)), []
                while left:
                    weights = [10 ** (strengths[line_up[i]] / 400) for i in left]
                    order.append(left.pop(rng.choices(range(len(left)), weights)[0]))
                ranks.append(tuple(order.index(i) + 1 for i in range(seats)))
            seated = tuple(tuple(range(seats)) for _ in range(seats))
            about = {"title": "splendor", "seats": seats, "seed": 0}
            found.append(Unit(bots=line_up, deal=deal, seated=seated, ranks=tuple(ranks), **about))
    return found


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_ratings_are_those_that_made_the_games(seats):
    truth = {"a": 700.0, "greedy": 1000.0, "b": 1050.0, "c": 1300.0, "d": 1500.0}
    found = scale(list(truth), invented(truth, 400, seats), draws=60)

    assert found["greedy"].elo == found["greedy"].low == found["greedy"].high == 1000
    for bot, elo in truth.items():
        assert found[bot].elo == pytest.approx(elo, abs=45)
        assert found[bot].low - 15 <= elo <= found[bot].high + 15
        assert bot == "greedy" or 10 < found[bot].high - found[bot].low < 150


@pytest.mark.parametrize("seats", [3, 5])
def test_so_they_are_where_bots_sit_at_a_table_twice(seats):
    truth = {"greedy": 1000.0, "b": 1150.0, "c": 1300.0}
    found = scale(list(truth), invented(truth, 150, seats), draws=60)

    for bot, elo in truth.items():
        assert found[bot].elo == pytest.approx(elo, abs=30)
        assert found[bot].low - 10 <= elo <= found[bot].high + 10


def test_an_interval_narrows_with_more_deals():
    truth = {"greedy": 1000.0, "b": 1100.0}
    few, many = (scale(list(truth), invented(truth, n), draws=100)["b"] for n in (50, 800))

    assert (few.high - few.low) > 2.5 * (many.high - many.low)


def test_whoever_never_lost_has_a_rating_too():
    found = scale(["greedy", "b"], invented({"greedy": 1000.0, "b": 5000.0}, 10), draws=20)

    assert 1300 < found["b"].elo < 4000


def test_a_missing_anchor_is_named():
    with pytest.raises(BadContest, match="anchor 'greedy' is not among"):
        scale(["a", "b"], invented({"a": 1.0, "b": 2.0}, 2))


def test_steps_are_shares_of_the_neighbours_alone():
    truth = {"a": 900.0, "greedy": 1000.0, "b": 1100.0}
    [step] = steps(["a", "b"], invented(truth, 500))

    assert (step.upper, step.lower, step.games) == ("b", "a", 1000)
    assert step.share == pytest.approx(1 / (1 + 10 ** (-200 / 400)), abs=0.04)
    assert step.low < step.share < step.high
    assert math.isclose((step.low + step.high) / 2, step.share, abs_tol=0.01)
