"""The examples run as they stand, and do what they say."""

import random
import re
import runpy
import sys
import tomllib
from pathlib import Path

import numpy as np
import pytest

import jeton
from jeton.bots import Budget
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
    ("file", "name", "seats", "title"),
    [("my_bot.py", "Thrifty", 3, "splendor"), ("redeal_search.py", "Playouts", 2, "marvel")],
)
def test_bots_play_by_the_rules_and_get_on(file, name, seats, title):
    """Without a clock: the arena's own tests are of how it asks bots from files, and for how long."""
    match = jeton.new(title, seats=seats, key="07" * 16)
    bot, rng = runpy.run_path(str(EXAMPLES / file))[name](match.game), random.Random(1)
    while match.actors and match.n < 45 * seats:
        seat = match.actors[0]
        match.play(bot.choose(match.view(seat), Budget(simulations=20), rng) if seat == 0 else match.moves()[0])

    assert len(match.view(0).players[0].cards) > 5


def test_a_dataset_is_read(tmp_path, monkeypatch, capsys):
    folder = str(tmp_path / "mine")
    assert run(["dataset", folder, "random", "--matches", "4", "--workers", "1"]) == 0
    monkeypatch.setattr(sys, "argv", ["read_dataset.py", folder])
    runpy.run_path(str(EXAMPLES / "read_dataset.py"), run_name="__main__")

    said = capsys.readouterr().out
    assert "of all decisions, by seats that win" in said
    assert "as an array: (" in said


def test_the_typed_script_runs_and_is_among_what_the_strict_checker_reads(capsys):
    """Its `assert_type` fail the lint where a view or a position is Any again."""
    runpy.run_path(str(EXAMPLES / "typed.py"), run_name="__main__")
    assert "the richest seat: " in capsys.readouterr().out

    told = tomllib.loads((EXAMPLES.parent / "pyproject.toml").read_text("utf-8"))["tool"]["mypy"]
    assert told["strict"]
    assert "examples/typed.py" in told["files"]


def test_the_first_agent_has_thirty_lines():
    text = (EXAMPLES / "first_agent.py").read_text("utf-8")
    assert len([line for line in text.splitlines() if not re.match(r'\s*$|"""|import |from ', line)]) <= 30


@pytest.mark.soak
def test_ppo_learns_keeps_its_net_and_plays_as_a_bot(tmp_path, monkeypatch):
    """A few updates; docs/research.md has the curve of a whole run."""
    pytest.importorskip("torch", reason="torch is not installed: pip install torch")
    monkeypatch.setenv("PPO_NET", str(tmp_path / "ppo.pt"))
    one = runpy.run_path(str(EXAMPLES / "ppo.py"))
    few = ["--seconds", "4", "--threads", "1", "--matches", "32", "--steps", "16", "--width", "32"]
    assert 0 <= one["main"]([*few, "--checks", "1", "--games", "2"]) <= 1

    match, rng = jeton.new("splendor", key="07" * 16), random.Random(1)
    bot = one["Agent"](match.game)
    while match.actors and match.n < 40:
        match.play(bot.choose(match.view(match.actors[0]), Budget(), rng))
    assert match.n == 40
