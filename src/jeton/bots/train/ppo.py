"""Proximal policy optimisation by self-play, all on one device: rules, features, net and learning.

One net plays every seat. Values are a vector, a chance for each seat, so that two, three and four seats are the same:
each seat's advantage follows from its own chances along the match, and the net learns from the mover's.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import torch
from torch import nn
from torch.optim.swa_utils import get_ema_multi_avg_fn

from jeton.bots.train.matches import STATS, TURN_LIMIT, Matches
from jeton.bots.train.net import Net, Prepared, forward, load_weights, save_weights
from jeton.bots.train.plan import Plan
from jeton.games.splendor.features import WIDE, feature_count
from jeton.games.splendor.game import Splendor

__all__ = ["Trainer"]


class Trainer:
    """A run: `train` until the time is up, `save` at any moment, `resume` from where another stopped."""

    def __init__(self, plan: Plan, out: Path, say: Callable[[str], None] = print) -> None:
        """Make room for one rollout of all matches."""
        self.plan, self.out, self.say = plan, out, say
        self.began = time.time()
        out.mkdir(parents=True, exist_ok=True)
        torch.manual_seed(plan.seed)
        torch.set_float32_matmul_precision("high")
        self.gpu = plan.device != "cpu"
        self.net = Net(plan.seats, plan.width, plan.blocks).to(plan.device)
        self.mean = Net(plan.seats, plan.width, plan.blocks).to(plan.device)
        self.mean.load_state_dict(self.net.state_dict())
        self.rate = torch.tensor(plan.rate, device=plan.device)
        self.bonus = torch.tensor(plan.entropy, device=plan.device)
        fast = {"fused": True, "capturable": True} if self.gpu else {}
        self.optimiser = torch.optim.Adam(self.net.parameters(), lr=self.rate, eps=1e-6, betas=(0.9, 0.99), **fast)  # type: ignore[arg-type]
        ruleset = Splendor(plan.title).ruleset
        self.matches = Matches(ruleset, plan.seats, plan.matches, plan.device, plan.seed * 1_000_000_007)
        self.check = Matches(ruleset, plan.seats, plan.check_matches, plan.device, 987_654_321)
        self.iterations = 0
        self.decisions = self.decisions_before = 0
        self.spent = 0.0
        self.snapshots: list[tuple[float, Prepared]] = []
        self._rooms(plan.steps)

    def _rooms(self, slots: int) -> None:
        """Make room for so many decisions of every match."""
        plan, size, seats = self.plan, self.plan.matches, self.plan.seats
        self.slots = slots

        def zeros(*shape: int, kind: torch.dtype = torch.float32) -> torch.Tensor:
            return torch.zeros(*shape, dtype=kind, device=plan.device)

        self.zeros = zeros
        self.features = zeros(slots + 1, size, feature_count(seats), kind=torch.uint8)
        self.mask = zeros(slots + 1, size, WIDE, kind=torch.uint8)
        self.mover = zeros(slots + 1, size, kind=torch.int64)
        self.action = zeros(slots, size, kind=torch.int64)
        self.done, self.reward = zeros(slots, size), zeros(slots, size, seats)
        self.log_chance, self.advantage = zeros(slots, size), zeros(slots, size)
        self.value, self.target = zeros(slots + 1, size, seats), zeros(slots, size, seats)
        self.noise = zeros(size, WIDE)
        self.stat = zeros(size, STATS)
        self._matches_before = 0.0
        """How many matches had ended at the last report."""
        self.which = zeros(1, kind=torch.int64)
        self.figures = zeros(6)
        array = self.matches.array
        self.looks = [(array(self.features[t]), array(self.mask[t]), array(self.mover[t])) for t in range(slots + 1)]
        self.moves = [(array(self.action[t]), array(self.reward[t]), array(self.done[t])) for t in range(slots)]
        self.stat_array = array(self.stat)
        self.act = torch.compile(self._act, dynamic=False) if plan.compile else self._act
        self.loss: Callable[..., Any] = torch.compile(self._loss, dynamic=False) if plan.compile else self._loss
        self.matches.begin(warm=60)

    # One rollout

    def _act(self, net: Prepared, features: Any, mask: Any, noise: Any) -> tuple[Any, Any, Any]:
        logits, value = forward(net, features, self.plan.seats)
        log = torch.log_softmax(logits.masked_fill(mask == 0, -1e9), 1)
        action = (log - noise.log()).argmax(1)  # the Gumbel trick: a sample of the policy
        return action, log.gather(1, action[:, None])[:, 0], value

    def _absolute(self, value: torch.Tensor, mover: torch.Tensor) -> torch.Tensor:
        """Turn chances relative to the mover into chances by seat."""
        seats = self.plan.seats
        relative = (torch.arange(seats, device=value.device)[None] - mover[:, None]) % seats
        return value.gather(1, relative)

    @torch.no_grad()
    def rollout(self) -> None:
        """Play `steps` decisions in every match, then credit them."""
        plan, net = self.plan, self.net.prepared()
        self._look(0)
        for t in range(plan.steps):
            self.noise.exponential_()
            action, log, value = self.act(net, self.features[t], self.mask[t], self.noise)
            self.action[t].copy_(action)
            self.log_chance[t].copy_(log)
            self.value[t].copy_(self._absolute(value, self.mover[t]))
            self.matches.step(*self.moves[t], self.stat_array)
            self._look(t + 1)
        _, value = forward(net, self.features[plan.steps], plan.seats)
        self.value[plan.steps].copy_(self._absolute(value, self.mover[plan.steps]))
        self._credit()

    def _credit(self) -> None:
        """Write what each decision brought its mover, and what each seat's chances turned out to be."""
        plan = self.plan
        credit = torch.zeros_like(self.value[0])
        for t in reversed(range(self.slots)):
            goes_on = plan.discount * (1 - self.done[t])[:, None]
            surprise = self.reward[t] + goes_on * self.value[t + 1] - self.value[t]
            credit = surprise + plan.trace * goes_on * credit
            self.advantage[t].copy_(credit.gather(1, self.mover[t][:, None])[:, 0])
            self.target[t].copy_(credit + self.value[t])

    def _look(self, t: int) -> None:
        self.features[t].zero_()
        self.mask[t].zero_()
        self.matches.look(*self.looks[t])

    # One step of learning

    def _loss(self, net: Prepared, features: Any, mask: Any, action: Any, old: Any, gain: Any, target: Any) -> Any:
        plan = self.plan
        logits, value = forward(net, features, plan.seats)
        log = torch.log_softmax(logits.masked_fill(mask == 0, -1e9), 1)
        ratio = (log.gather(1, action[:, None])[:, 0] - old).exp()
        gain = (gain - gain.mean()) / (gain.std() + 1e-5)
        policy = -torch.min(ratio * gain, ratio.clamp(1 - plan.clip, 1 + plan.clip) * gain).mean()
        error = (value - target).square().sum(1).mean()
        entropy = -(log.exp() * log).sum(1).mean()
        loss = policy + plan.value_weight * error - self.bonus * entropy
        explained = 1 - (target - value).var() / (target.var() + 1e-8)
        clipped = ((ratio - 1).abs() > plan.clip).float().mean()
        return loss, torch.stack([policy, error, entropy, clipped, explained]).detach()

    def learn(self) -> None:
        """Learn from one minibatch: a part of all matches at one time; `which` is the time * `parts` + the part."""
        rows, size = self.slots * self.plan.parts, self.plan.matches // self.plan.parts

        def at(tensor: torch.Tensor) -> torch.Tensor:
            return tensor[: self.slots].view(rows, size, *tensor.shape[2:]).index_select(0, self.which)[0]

        mover = at(self.mover)
        seats = self.plan.seats
        absolute = (torch.arange(seats, device=mover.device)[None] + mover[:, None]) % seats
        target = at(self.target).gather(1, absolute)
        loss, figures = self.loss(self.net.prepared(), *self._seen(at), target)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(self.net.parameters(), 0.5)
        self.optimiser.step()
        with torch.no_grad():
            self.figures.copy_(torch.cat([figures, norm[None]]))

    def _seen(self, at: Callable[[torch.Tensor], torch.Tensor]) -> tuple[torch.Tensor, ...]:
        """Return what the loss looks at besides the target."""
        return at(self.features), at(self.mask), at(self.action), at(self.log_chance), at(self.advantage)

    # The run

    def train(self) -> None:
        """Learn until the plan's seconds are over, with checks now and then."""
        plan = self.plan
        roll, learn = self._captured() if self.gpu else (self.rollout, self._plain_learn)
        rng = np.random.default_rng(plan.seed)
        start, next_check = time.time(), plan.check_every / 3
        self.decisions_before = self.decisions
        self.stat.zero_()
        self.snapshots = [(0.0, _frozen(self.mean.prepared()))]
        parameters, means = list(self.net.parameters()), list(self.mean.parameters())
        while (elapsed := time.time() - start) < plan.seconds:
            self._schedule(elapsed / plan.seconds)
            roll()
            for row in self.lessons(rng):
                self.which.fill_(int(row))
                learn()
            self.iterations += 1
            self.decisions += plan.matches * plan.steps
            follow = min(plan.average, self.iterations / (self.iterations + 9))
            with torch.no_grad():
                get_ema_multi_avg_fn(follow)(means, parameters, 0)
            if self.gpu and self.iterations % 4 == 0:
                torch.cuda.synchronize()
            if elapsed > next_check:
                self.report(elapsed)
                self.save()
                next_check += plan.check_every
        self.spent = time.time() - start
        self.report(self.spent)
        self.save()

    def lessons(self, rng: np.random.Generator) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Return which minibatches to learn from after a rollout: all of it, so many times."""
        return np.concatenate([rng.permutation(self.slots * self.plan.parts) for _ in range(self.plan.epochs)])

    def _schedule(self, done: float) -> None:
        plan = self.plan
        warm = min(1.0, 0.05 + done / 0.02)
        self.rate.fill_(warm * (plan.rate_end + (plan.rate - plan.rate_end) * 0.5 * (1 + math.cos(math.pi * done))))
        self.bonus.fill_(plan.entropy * (plan.entropy_end / plan.entropy) ** done)

    def _plain_learn(self) -> None:
        self.optimiser.zero_grad()
        self.learn()

    def _captured(self) -> tuple[Callable[[], None], Callable[[], None]]:
        """Return the rollout and a step of learning as CUDA graphs, which cost no launches."""
        rolling, learning = self._graphs(self.rollout)
        return rolling.replay, learning.replay

    def _graphs(self, first: Callable[[], None]) -> tuple[torch.cuda.CUDAGraph, torch.cuda.CUDAGraph]:
        """Try `first` and a step of learning, then capture them; weights and optimiser stay as before."""
        keep, state = self._kept()
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            for _ in range(2):
                first()
            for _ in range(3):
                self.optimiser.zero_grad(set_to_none=True)
                self.learn()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        playing, learning = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
        with torch.cuda.graph(playing, capture_error_mode="thread_local"):
            first()
        self.optimiser.zero_grad(set_to_none=True)
        with torch.cuda.graph(learning, capture_error_mode="thread_local"):
            self.learn()
        self._restore(keep, state)
        return playing, learning

    def _kept(self) -> tuple[dict[str, Any], list[dict[str, Any]]]:
        """Return the weights and the optimiser's state before the trial runs of a capture."""
        keep = {name: value.clone() for name, value in self.net.state_dict().items()}
        return keep, [{k: v.clone() for k, v in s.items()} for s in self.optimiser.state.values()]

    def _restore(self, keep: dict[str, Any], state: list[dict[str, Any]]) -> None:
        self.net.load_state_dict(keep)
        for slot, now in enumerate(self.optimiser.state.values()):
            for name, value in now.items():
                value.copy_(state[slot][name]) if state else value.zero_()
        torch.cuda.synchronize()
        self.say(f"[{time.time() - self.began:6.1f}] captured; {torch.cuda.max_memory_allocated() / 2**30:.1f} GiB")

    # Checks

    @torch.no_grad()
    def match(self, mine: Prepared, other: Prepared) -> dict[str, float]:
        """Return one net's share of wins against another, and the turns of an average match.

        In match i the one sits at seat i % seats, the other at all other seats; both play the move that they like best.
        """
        plan, size, check = self.plan, self.plan.check_matches, self.check
        check.begin(base=check.base + size)
        features = self.zeros(size, feature_count(plan.seats), kind=torch.uint8)
        mask, mover = self.zeros(size, WIDE, kind=torch.uint8), self.zeros(size, kind=torch.int64)
        action, done, stat = self.zeros(size, kind=torch.int64), self.zeros(size), self.zeros(size, STATS)
        reward, share = self.zeros(size, plan.seats), self.zeros(size)
        seat = torch.arange(size, device=plan.device) % plan.seats
        look = tuple(map(check.array, (features, mask, mover)))
        arrays = [check.array(tensor) for tensor in (action, reward, done, stat)]
        for k in range(3 * TURN_LIMIT * plan.seats):
            features.zero_()
            mask.zero_()
            check.look(*look)
            closed = mask == 0
            best = forward(mine, features, plan.seats)[0].masked_fill(closed, -1e9).argmax(1)
            theirs = forward(other, features, plan.seats)[0].masked_fill(closed, -1e9).argmax(1)
            action.copy_(torch.where(mover == seat, best, theirs))
            check.step(arrays[0], arrays[1], arrays[2], arrays[3], once=True)
            share += done * (reward.gather(1, seat[:, None])[:, 0] + 1 / plan.seats)
            if k % 20 == 19 and bool((stat[:, 0] > 0).all()):
                break
        played = stat[:, 0].sum().item()
        return {"win": share.sum().item() / played, "turns": stat[:, 1].sum().item() / played / plan.seats}

    def report(self, elapsed: float) -> None:
        """Print and write down how the run goes."""
        if self.gpu:
            torch.cuda.synchronize()
        mine = _frozen(self.mean.prepared())
        total = self.stat.sum(0).tolist()
        self.stat[:, 1:] = 0
        finished = max(1.0, total[0] - self._matches_before)
        self._matches_before = total[0]
        line: dict[str, float] = {
            "seconds": round(elapsed, 1),
            "iterations": self.iterations,
            "decisions": self.decisions,
            "matches": total[0],
            "rate": round((self.decisions - self.decisions_before) / max(elapsed, 1e-9)),
            "turns": total[1] / finished / self.plan.seats,
            "first_seat": total[2] / finished,
            "points": total[3] / finished,
            "cut": total[4] / finished,
        }
        line |= dict(
            zip(("policy", "error", "entropy", "clipped", "explained", "norm"), self.figures.tolist(), strict=True)
        )
        against = {"previous": -1, "back3": -3, "first": 0}
        for name, at in against.items():
            if len(self.snapshots) >= abs(at):
                line[name] = self.match(mine, self.snapshots[at][1])["win"]
        self.snapshots.append((elapsed, mine))
        del self.snapshots[1:-7]
        words = " ".join(f"{name}={value:.4g}" for name, value in line.items())
        self.say(f"[{time.time() - self.began:6.1f}] {words}")
        with (self.out / "curve.jsonl").open("a") as file:
            file.write(json.dumps(line) + "\n")

    def save(self) -> None:
        """Save the averaged net as it would ship, and all that `resume` needs."""
        about = {"plan": msgspec.to_builtins(self.plan), "decisions": self.decisions, "iterations": self.iterations}
        save_weights(self.mean, self.out / "net.npz", about)
        torch.save(
            {
                "net": self.net.state_dict(),
                "mean": self.mean.state_dict(),
                "optimiser": self.optimiser.state_dict(),
                "iterations": self.iterations,
                "decisions": self.decisions,
                "searched": self.plan.simulations > 0,
            },
            self.out / "state.pt",
        )

    def resume(self, folder: Path) -> None:
        """Go on from `state.pt` of another run, or from a bare net."""
        state = folder / "state.pt"
        if state.exists():
            kept = torch.load(state, map_location=self.plan.device, weights_only=True)
            self.net.load_state_dict(kept["net"])
            self.mean.load_state_dict(kept["mean"])
            if kept.get("searched", False) == (self.plan.simulations > 0):  # another loss has other gradients
                self.optimiser.load_state_dict(kept["optimiser"])
                self.optimiser.param_groups[0]["lr"] = self.rate
            self.iterations, self.decisions = kept["iterations"], kept["decisions"]
        else:
            about = load_weights(self.net, folder / "net.npz" if folder.is_dir() else folder)
            self.mean.load_state_dict(self.net.state_dict())
            self.decisions = about.get("decisions", 0)


def _frozen(net: Prepared) -> Prepared:
    def copy(part: Any) -> Any:
        return [copy(p) for p in part] if isinstance(part, list) else part.detach().clone()

    return tuple(copy(part) for part in net)
