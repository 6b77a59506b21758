"""The script that measures how long levels take runs."""

import re

import pytest

from scripts import answer_times

pytestmark = pytest.mark.once


def test_it_has_a_figure_for_every_table_and_level(capsys):
    answer_times.main(["--levels", "2", "6", "--every", "30"])
    head, _, *rows = capsys.readouterr().out.splitlines()

    assert head.endswith("level 2 | level 6 |")
    assert len(rows) == len(answer_times.TABLES) == 6
    assert all(
        re.fullmatch(r"\| (Splendor|Marvel), \d seats \| \d+ \|( \d+\.\d \(\d+\.\d\) \|){2}", row) for row in rows
    )


def test_the_answers_are_of_those_who_have_a_choice():
    views = answer_times.seen("splendor", 2)

    assert len(views) > 30
    assert all(len(view.moves) > 1 and view.seat == view.turn for view in views)


def test_a_figure_is_the_median_with_the_slowest_twentieth():
    assert answer_times.cell([0.001, 0.002, 0.003]) == "2.0 (2.9)"
