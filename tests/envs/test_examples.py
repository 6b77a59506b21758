"""The examples run as they stand, and do what they say."""

import runpy
import sys
from pathlib import Path

import numpy as np
import pytest

from jeton.bots.arena import Contest, play_deals
from jeton.cli.main import run

pytestmark = pytest.mark.once
EXAMPLES = Path(__file__).parents[2] / "examples"


def test_the_first_agent_changes_its_mind_and_plays_whole_matches():
    one = runpy.run_path(str(EXAMPLES / "first_agent.py"))
    weights = one["learn"](updates=1, size=16, steps=20)

    assert np.isfinite(weights).all()
    assert weights.any()
    assert 0 <= one["share_of_wins"](weights, size=8) <= 1


@pytest.mark.parametrize(
    ("spelling", "simulations", "seats", "title"),
    [("my_bot.py:Thrifty", None, 3, "splendor"), ("redeal_search.py:Playouts", 20, 2, "marvel")],
)
def test_bots_play_in_the_arena(spelling, simulations, seats, title):
    contest = Contest(
        bots=(f"{EXAMPLES}/{spelling}", "random"), title=title, seats=seats, deals=1, simulations=simulations,
        turn_limit=25,
    )  # fmt: skip
    results = [result for deal in play_deals(contest) for result in deal.results]

    assert len(results) == seats
    assert {result.reason for result in results} == {None}


def test_a_dataset_is_read(tmp_path, monkeypatch, capsys):
    folder = str(tmp_path / "mine")
    assert run(["dataset", folder, "random", "--matches", "4", "--workers", "1"]) == 0
    monkeypatch.setattr(sys, "argv", ["read_dataset.py", folder])
    runpy.run_path(str(EXAMPLES / "read_dataset.py"), run_name="__main__")

    said = capsys.readouterr().out
    assert "of all decisions, by seats that win" in said
    assert "as an array: (" in said
