"""A run of training small enough for a laptop: it learns, can be resumed, and what it saves can play."""

import json
from random import Random

import numpy as np
import pytest

pytest.importorskip("torch", reason="training needs torch: pip install 'jeton[train]'")

import torch

import jeton
from jeton.bots import Budget, make
from jeton.bots.train.expert import Expert
from jeton.bots.train.net import forward
from jeton.bots.train.plan import BadPlan, Plan
from jeton.bots.train.ppo import Trainer

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


def test_a_net_with_more_blocks_begins_as_the_one_it_grows_from(tmp_path):
    trainer = Trainer(Plan(seconds=1, check_every=60, **SMALL), tmp_path, say=lambda _: None)
    trainer.train()
    plan = Plan(**SMALL | {"blocks": 3})
    plan.check_start(tmp_path / "net.npz")
    grown = Trainer(plan, tmp_path / "grown", say=lambda _: None)
    grown.resume(tmp_path / "net.npz")
    small = Trainer(Plan(**SMALL), tmp_path / "small", say=lambda _: None)
    small.resume(tmp_path / "net.npz")
    seen = torch.from_numpy(np.random.default_rng(1).integers(0, 2, (16, grown.features.shape[2]), np.uint8))
    before, after = (forward(one.net.prepared(), seen, 2) for one in (small, grown))
    grown.rollout()
    grown._plain_learn()

    assert all(torch.equal(a, b) for a, b in zip(before, after, strict=True))
    assert grown.net.w[2].grad.abs().max() > 0
    with pytest.raises(BadPlan, match="blocks 1"):
        plan.check_start(tmp_path)


def test_a_run_with_search_in_the_loop_learns_from_its_searches(tmp_path):
    plan = Plan(seats=3, seconds=1, check_every=60, simulations=6, window=24, parts=4, **SMALL)
    trainer = Expert(plan, tmp_path, say=lambda _: None)
    trainer.train()
    filled = trainer.policy[24 - trainer.filled :].float()

    assert trainer.iterations >= 1
    assert trainer.filled == min(24, 8 * trainer.iterations)
    assert filled.sum(2).allclose(torch.ones(trainer.filled, plan.matches), atol=0.02)
    assert (filled > 0).sum() <= (trainer.mask[24 - trainer.filled : 24] > 0).sum()
    assert trainer.forest.value[:, :3].sum(1).allclose(torch.ones(plan.matches), atol=1e-3)


def test_a_window_moves_on_with_the_matches(tmp_path):
    plan = Plan(seconds=1, simulations=2, window=12, **SMALL | {"steps": 4})
    trainer = Expert(plan, tmp_path, say=lambda _: None)
    for _ in range(3):
        trainer.rollout()
    before = trainer.features[:12].clone()
    trainer.rollout()

    assert (trainer.features[:8] == before[4:]).all()
    assert not (trainer.features[8:12] == before[8:]).all()
    assert set(trainer.lessons(np.random.default_rng(1))) <= set(range(12))


def test_search_in_the_loop_after_plain_play_begins_with_a_fresh_optimiser(tmp_path):
    plain = Trainer(Plan(seconds=1, check_every=60, **SMALL), tmp_path, say=lambda _: None)
    plain.train()
    searched = Expert(Plan(seconds=1, simulations=2, window=8, **SMALL), tmp_path / "on", say=lambda _: None)
    searched.resume(tmp_path)

    assert searched.decisions == plain.decisions
    assert not searched.optimiser.state
