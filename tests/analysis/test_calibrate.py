"""Curves are fitted to what happened, and what is measured can be measured again."""

from random import Random

import pytest

from jeton.analysis import calibrate, stability
from jeton.analysis.calibrate import Sample, bins, calibration_error, fit, sampled
from jeton.analysis.curves import PLAIN, Curve, curve_of
from jeton.analysis.review import review


def drawn(heat, mover, count, seats=2):
    """Samples whose ends are drawn as a curve says."""
    rng, curve, found = Random(3), Curve(heat, mover), []
    for number in range(count):
        weights = [rng.random() ** 2 + 0.02 for _ in range(seats)]
        chances = tuple(weight / sum(weights) for weight in weights)
        winner = rng.choices(range(seats), curve(chances, number % seats))[0]
        shares = tuple(float(seat == winner) for seat in range(seats))
        found.append(Sample(match=number, n=1, mover=number % seats, chances=chances, shares=shares, levels=()))
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_a_curve_is_found_again_in_what_it_drew(seats):
    samples = drawn(1.8, -0.3, 3000, seats)
    curve = fit(samples)

    assert curve.heat == pytest.approx(1.8, rel=0.15)
    assert curve.mover == pytest.approx(-0.3, abs=0.12)
    assert calibration_error(bins(curve, samples)) < 0.02 < calibration_error(bins(PLAIN, samples))


def test_the_same_number_plays_and_asks_the_same():
    first = sampled("splendor", 2, 5, lines=8)

    assert first == sampled("splendor", 2, 5, lines=8)
    assert len(first) == calibrate.ASKED
    assert all(sum(one.shares) == 1.0 and one.match == 5 for one in first)


def test_playing_goes_on_where_it_stopped(tmp_path, monkeypatch):
    monkeypatch.setattr(calibrate, "tables", lambda: [("marvel", 2)])
    monkeypatch.setattr(calibrate, "BATCH", 2)
    calibrate.play(tmp_path, 2, 4)
    with (tmp_path / "marvel-2.jsonl").open("ab") as file:
        file.write(b'{"match":2,"n"')  # cut off in the middle
    once = calibrate.read(tmp_path / "marvel-2.jsonl")
    calibrate.play(tmp_path, 4, 4, cores=2)
    calibrate.play(tmp_path / "at once", 4, 4)
    twice = calibrate.read(tmp_path / "marvel-2.jsonl")

    assert {one.match for one in once} == {0, 1}
    assert twice[: len(once)] == once
    assert {one.match for one in twice} == {0, 1, 2, 3}
    assert calibrate.read(tmp_path / "at once" / "marvel-2.jsonl") == twice


def test_a_decided_match_stays_decided_and_a_curve_makes_one():
    curve = Curve(1.7, 0.2)

    assert curve((1.0, 0.0), 1) == (1.0, 0.0)
    assert sum(curve((0.2, 0.3, 0.5), 2)) == pytest.approx(1.0)
    assert curve_of("guardians", 3) is PLAIN


def test_only_moves_that_got_a_name_are_read_again():
    match = stability.played("splendor", 2, 1)
    named = [one.n for one in review(match, lines=40).decisions if one.verdict]
    again = list(stability.read_again(match, 1, lines=40, longer=2))

    assert [one.n for one in again] == named
    assert named, "or the match shows nothing"
