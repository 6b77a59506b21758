"""A run of training small enough for a laptop: it learns, can be resumed, and what it saves can play."""

import json
from random import Random

import pytest

pytest.importorskip("torch", reason="training needs torch: pip install 'jeton[train]'")

import jeton
from jeton.bots import Budget, make
from jeton.bots.train.ppo import Plan, Trainer

SMALL = {"device": "cpu", "compile": False, "matches": 32, "steps": 8, "width": 32, "blocks": 1, "check_matches": 8}


@pytest.mark.parametrize(("title", "seats"), [("splendor", 2), ("marvel", 3)])
def test_a_small_run_saves_a_net_that_plays(title, seats, tmp_path):
    trainer = Trainer(Plan(title=title, seats=seats, seconds=2, check_every=60, **SMALL), tmp_path, say=lambda _: None)
    trainer.train()
    match = jeton.new(title, seats=seats, key="00" * 16)
    bot = make(f"net:path={tmp_path / 'net.npz'}", match.game)

    assert trainer.iterations >= 1
    assert json.loads((tmp_path / "curve.jsonl").read_text().splitlines()[-1])["decisions"] == trainer.decisions
    assert bot.choose(match.view(match.actors[0]), Budget(), Random(1)) in match.moves()


def test_a_run_goes_on_where_it_stopped(tmp_path):
    first = Trainer(Plan(seconds=1, check_every=60, **SMALL), tmp_path, say=lambda _: None)
    first.train()
    second = Trainer(Plan(seconds=1, check_every=60, **SMALL), tmp_path / "on", say=lambda _: None)
    second.resume(tmp_path)

    assert second.decisions == first.decisions
    assert all((a == b).all() for a, b in zip(first.net.parameters(), second.net.parameters(), strict=True))
