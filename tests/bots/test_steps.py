"""The steps of a ladder: one against those below, in a fixed order, counted only as far as nothing is missing."""

import msgspec
import pytest

from jeton.bots.arena import BadContest
from jeton.bots.catalogue import Rating, Ratings, read_ratings, save_ratings
from jeton.bots.ladder import Ladder, Step, climb, one_step_above, play_unit, read_log
from jeton.bots.steps import Steps, in_order, main, measured_steps, play_steps, raised, whole

TWO, THREE = Steps.parse("splendor 2 2 random greedy level1"), Steps.parse("marvel 3 1 random greedy")


def test_one_sits_against_the_one_below_at_all_other_seats():
    [played] = list(map(play_unit, THREE.units(3)))

    assert played.bots == ("greedy", "random", "random")
    assert sorted(seated.index(0) for seated in played.seated) == [0, 1, 2]
    [(step, seconds)] = measured_steps(THREE, [played])
    assert (step.upper, step.lower, step.games) == ("greedy", "random", 3)
    assert step.share == sum(
        (ranks[seat] > ranks[seated.index(0)]) + (ranks[seat] == ranks[seated.index(0)]) / 2
        for seated, ranks in zip(played.seated, played.ranks, strict=True)
        for seat in range(3)
        if seated[seat]
    ) / (2 * 3)
    assert seconds > 0


def test_all_tables_have_always_played_the_same_share():
    tables = [Steps.parse("splendor 2 30 a b c"), Steps.parse("marvel 4 6 a b")]
    order = in_order(tables, 0)
    begun = [0, 0]

    assert len(order) == 30 * 2 + 6
    for unit in order:
        begun[unit.seats == 4] += 1
        assert abs(begun[0] / 60 - begun[1] / 6) < 0.2


def test_a_stopped_run_goes_on_and_counts_only_up_to_what_is_missing(tmp_path):
    log = tmp_path / "steps.jsonl"
    order = in_order([TWO, THREE], 3)
    finished = list(play_steps(order, log, 1))
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(lines[0] + b"".join(lines[2:4]) + lines[4][:30])  # one was never finished, one was cut off

    assert len(finished) == len(order) == 5
    assert [unit.name for unit in whole(order, read_log(log))] == [order[0].name]
    assert {unit.name for unit in play_steps(order, log, 1)} == {order[1].name, order[4].name}
    assert [unit.ranks for unit in whole(order, read_log(log))] == [unit.ranks for unit in finished]


def test_when_the_time_is_over_nothing_begins(tmp_path):
    assert list(play_steps(in_order([TWO], 3), tmp_path / "steps.jsonl", 1, minutes=0.0)) == []


def test_at_two_seats_the_ladder_reads_its_log(tmp_path):
    log = tmp_path / "steps.jsonl"
    list(play_steps(in_order([TWO], 3), log, 1))
    found = climb([Ladder(bots=TWO.bots, deals=2, span=1, seed=3)], log, minutes=0.0)

    assert len(found) == 4


def test_it_prints_every_step_and_refuses_what_can_not_be_played(tmp_path, capsys):
    log = str(tmp_path / "steps.jsonl")
    main([log, "splendor 2 1 random greedy level1", "--processes", "1"])
    out = capsys.readouterr().out

    assert out.startswith("2 of 2 deals count.")
    assert "| splendor, 2 seats | `level1` | `greedy` | " in out
    for wrong in ("splendor 2 1 greedy nobody", "splendor 5 1 greedy random", "splendor two 1 greedy random"):
        with pytest.raises(SystemExit):
            main([log, wrong])
    with pytest.raises(BadContest, match="at least two bots"):
        Steps.parse("splendor 2 1 greedy")


def test_a_file_of_ratings_gets_each_upper_bot_its_step_above_the_lower_one(tmp_path):
    """Nothing else in the file changes, and a bot without a place below it is refused before anything is written."""
    file, log = tmp_path / "ratings.json", str(tmp_path / "steps.jsonl")
    shipped = read_ratings()
    save_ratings(file, shipped)
    before = file.read_bytes()
    main([log, "splendor 2 1 greedy level1", "--processes", "1", "--write", str(file)])
    written = msgspec.json.decode(file.read_bytes(), type=Ratings)
    [(step, _)] = measured_steps(Steps.parse("splendor 2 1 greedy level1"), read_log(tmp_path / "steps.jsonl"))

    assert written.scales["splendor"]["2"]["level1"] == one_step_above(Rating(1000.0, 1000.0, 1000.0), step)
    written.scales["splendor"]["2"]["level1"] = shipped.scales["splendor"]["2"]["level1"]
    assert written == shipped
    file.write_bytes(before)
    with pytest.raises(BadContest, match="nobody has rated 'random'"):
        main([log, "splendor 2 1 random greedy", "--processes", "1", "--write", str(file)])
    assert file.read_bytes() == before
    with pytest.raises(SystemExit):
        main([log, "splendor 2 1 greedy level1", "--write", str(tmp_path / "missing.json")])


def test_steps_stand_upon_each_other():
    even = {"share": 0.5, "low": 0.4, "high": 0.6, "games": 100}
    found = [Step(upper=upper, lower=lower, **even) for lower, upper in (("a", "b"), ("b", "c"))]
    known = Ratings(anchored_at=1000.0, scales={"splendor": {"2": {"a": Rating(1000.0, 1000.0, 1000.0)}}})

    b, c = (raised(known, TWO, found).scales["splendor"]["2"][bot] for bot in "bc")
    assert b.elo == c.elo == 1000.0
    assert 1000 - c.low == pytest.approx((1000 - b.low) * 2**0.5, abs=0.2)


def test_winning_every_game_is_no_infinite_step():
    step = Step(upper="b", lower="a", share=1.0, low=1.0, high=1.0, games=10)

    assert 400 < one_step_above(Rating(1000.0, 990.0, 1010.0), step).elo - 1000 < 600
