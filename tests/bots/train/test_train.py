"""A run of training small enough for a laptop: it learns, can be resumed, and what it saves can play."""

import json
from random import Random

import pytest

pytest.importorskip("torch", reason="training needs torch: pip install 'jeton[train]'")

import torch

import jeton
from jeton.bots import Budget, make
from jeton.bots.train.expert import Expert
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


def test_a_run_with_search_in_the_loop_learns_from_its_searches(tmp_path):
    plan = Plan(seats=3, seconds=1, check_every=60, simulations=6, considered=4, **SMALL)
    trainer = Expert(plan, tmp_path, say=lambda _: None)
    trainer.train()

    assert trainer.iterations >= 1
    assert trainer.policy.float().sum(2).allclose(torch.ones(plan.steps, plan.matches), atol=0.02)
    assert (trainer.policy > 0).sum() <= (trainer.mask[: plan.steps] > 0).sum()
    assert trainer.forest.value[:, :3].sum(1).allclose(torch.ones(plan.matches), atol=1e-3)
