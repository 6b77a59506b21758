"""Curves are fitted to what happened, and what is measured can be measured again."""

from random import Random
from xml.etree import ElementTree

import pytest

from jeton.analysis import calibrate, stability
from jeton.analysis.calibrate import Sample, Samples, bins, calibration_error, fit, sampled, unseen
from jeton.analysis.curves import PLAIN, Curve, curve_of
from jeton.analysis.reliability_plot import reliability_svg
from jeton.analysis.review import review
from jeton.core.json_lines import read_lines


def drawn(curve, count, seats=2):
    """Return samples whose ends are drawn as a curve says."""
    rng, found = Random(3), []
    for number in range(count):
        weights = [rng.random() ** 2 + 0.02 for _ in range(seats)]
        chances, n = tuple(weight / sum(weights) for weight in weights), rng.randrange(30 * seats)
        winner = rng.choices(range(seats), curve.at(n / seats)(chances, number % seats))[0]
        shares = tuple(float(seat == winner) for seat in range(seats))
        found.append(Sample(match=number, n=n, mover=number % seats, chances=chances, shares=shares, levels=()))
    return found


@pytest.mark.parametrize("seats", [2, 4])
def test_a_curve_is_found_again_in_what_it_drew(seats):
    real = Curve(steep=2.4, fade=-0.8, mover=-0.3, upset=0.05)
    table = Samples.of(drawn(real, 6000, seats))
    curve = fit(table)

    assert abs(table.real(curve) - table.real(real)).mean() < 0.01
    assert table.loss(curve) <= table.loss(real)
    assert abs(table.real(Curve()) - table.real(real)).mean() > 0.04
    assert curve.fade == pytest.approx(real.fade, abs=0.3)
    assert curve.mover == pytest.approx(real.mover, abs=0.15)
    assert calibration_error(bins(unseen(table), table.shares)) < 0.014
    assert calibration_error(bins(table.chances, table.shares)) > 0.018


def test_arrays_say_what_a_curve_says():
    curve = Curve(steep=1.7, fade=-0.4, mover=0.2, upset=0.04)
    samples = [*drawn(curve, 50, 3), Sample(match=50, n=7, mover=1, chances=(0, 1, 0), shares=(0, 1, 0), levels=())]

    told = [curve.at(one.n / 3)(one.chances, one.mover) for one in samples]
    assert Samples.of(samples).real(curve).tolist() == [pytest.approx(row) for row in told]


def test_the_plot_has_a_square_for_each_table():
    table = Samples.of(drawn(Curve(), 300))
    found = bins(table.chances, table.shares)
    drawing = reliability_svg({"splendor-2": (found, found), "marvel-4": (found, found)})
    root = ElementTree.fromstring(drawing)  # noqa: S314 - our own

    text = "".join(root.itertext())
    assert "Splendor, 2 seats" in text
    assert "Marvel, 4 seats" in text
    assert len(root.findall(".//{*}circle")) == 4 * len(found) + 2


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
    once = read_lines(tmp_path / "marvel-2.jsonl", Sample)
    calibrate.play(tmp_path, 4, 4, cores=2)
    calibrate.play(tmp_path / "at once", 4, 4)
    twice = read_lines(tmp_path / "marvel-2.jsonl", Sample)

    assert {one.match for one in once} == {0, 1}
    assert twice[: len(once)] == once
    assert {one.match for one in twice} == {0, 1, 2, 3}
    assert read_lines(tmp_path / "at once" / "marvel-2.jsonl", Sample) == twice


def test_a_decided_match_stays_decided_and_a_curve_makes_one():
    curve = Curve(steep=0.6, mover=0.2, upset=0.1)

    assert curve((1.0, 0.0), 1) == (1.0, 0.0)
    assert sum(curve((0.2, 0.3, 0.5), 2)) == pytest.approx(1.0)
    assert curve_of("guardians", 3) is PLAIN


def test_only_moves_that_got_a_name_are_read_again():
    match = stability.played("splendor", 2, 1)
    named = [one.n for one in review(match, lines=40).decisions if one.verdict]
    again = list(stability.read_again(match, 1, lines=40, longer=2))

    assert [one.n for one in again] == named
    assert named, "or the match shows nothing"
