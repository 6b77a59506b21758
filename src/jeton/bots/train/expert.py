"""Search in the loop: every move of self-play is searched, and the net learns what the search made of its thought.

The search is a better player than the net; a net that has learnt its moves and values makes the search better again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import torch

from jeton.bots.train.forest import Forest
from jeton.bots.train.net import Prepared, forward
from jeton.bots.train.ppo import Plan, Trainer
from jeton.games.splendor.features import WIDE

__all__ = ["Expert"]


class Expert(Trainer):
    """A run that learns from its own searches: the policy they make, and the chances they and the outcome give."""

    def __init__(self, plan: Plan, out: Path, say: Callable[[str], None] = print) -> None:
        """Room for one rollout of all matches, and a tree for each."""
        super().__init__(plan, out, say)
        self.forest = Forest(self.matches, plan.device, plan.simulations, plan.considered, plan.sharpness)
        self.policy = self.zeros(plan.steps, plan.matches, WIDE, kind=torch.float16)
        self.judge = torch.compile(self._judge, dynamic=False) if plan.compile else self._judge
        self.won, self.ended = self.zeros(plan.matches, plan.seats), self.zeros(plan.matches)
        self.played = [self.matches.array(tensor) for tensor in (self.forest.action, self.won, self.ended)]
        self.begin_move = self.move

    def _judge(self, net: Prepared, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits, value = forward(net, features, self.plan.seats)
        return logits, value + 1 / self.plan.seats

    @torch.no_grad()
    def move(self) -> None:
        """Search and play one decision in every match; what was seen lies in the spare slot until it is kept."""
        net = self.net.prepared()
        self._look(self.plan.steps)
        self.forest.search(lambda features: self.judge(net, features))
        action, reward, done = self.played
        self.matches.step(action, reward, done, self.stat_array)

    @torch.no_grad()
    def rollout(self) -> None:
        """Play `steps` decisions in every match, each one searched, then credit them."""
        plan, seats = self.plan, self.plan.seats
        for t in range(plan.steps):
            self.begin_move()
            for kept in (self.features, self.mask, self.mover):
                kept[t].copy_(kept[plan.steps])
            self.reward[t].copy_(self.won)
            self.done[t].copy_(self.ended)
            self.policy[t].copy_(self.forest.policy)
            self.value[t].copy_(self.forest.value[:, :seats] - 1 / seats)
        self._look(plan.steps)
        _, value = forward(self.net.prepared(), self.features[plan.steps], seats)
        self.value[plan.steps].copy_(self._absolute(value, self.mover[plan.steps]))
        self._credit()

    def _loss(self, net: Prepared, features: Any, mask: Any, policy: Any, target: Any) -> Any:  # type: ignore[override]
        plan = self.plan
        logits, value = forward(net, features, plan.seats)
        log = torch.log_softmax(logits.masked_fill(mask == 0, -1e9), 1)
        wanted = policy.float()
        surprise = -(wanted * log).sum(1).mean()
        error = (value - target).square().sum(1).mean()
        entropy = -(log.exp() * log).sum(1).mean()
        loss = surprise + plan.value_weight * error
        explained = 1 - (target - value).var() / (target.var() + 1e-8)
        floor = -(wanted * (wanted + 1e-9).log()).sum(1).mean()
        return loss, torch.stack([surprise, error, entropy, surprise - floor, explained]).detach()

    def _seen(self, at: Callable[[torch.Tensor], torch.Tensor]) -> tuple[torch.Tensor, ...]:
        return at(self.features), at(self.mask), at(self.policy)

    def _captured(self) -> tuple[Callable[[], None], Callable[[], None]]:
        """A move and a step of learning as CUDA graphs; the rollout replays the move."""
        keep, state = self._kept()
        side = torch.cuda.Stream()
        side.wait_stream(torch.cuda.current_stream())
        with torch.cuda.stream(side):
            self.move()
            self.rollout()
            for _ in range(3):
                self.optimiser.zero_grad(set_to_none=True)
                self.learn()
        torch.cuda.current_stream().wait_stream(side)
        torch.cuda.synchronize()
        moving, learning = torch.cuda.CUDAGraph(), torch.cuda.CUDAGraph()
        with torch.cuda.graph(moving, capture_error_mode="thread_local"):
            self.move()
        self.optimiser.zero_grad(set_to_none=True)
        with torch.cuda.graph(learning, capture_error_mode="thread_local"):
            self.learn()
        self._restore(keep, state)
        self.begin_move = moving.replay
        return self.rollout, learning.replay
