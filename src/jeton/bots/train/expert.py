"""Search in the loop: self-play searches every move, and the net learns what the search made of its thought.

The search is a better player than the net; a net that has learnt its moves and values makes the search better again.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch

from jeton.bots.train.batched_search import Forest
from jeton.bots.train.net import Prepared, forward
from jeton.bots.train.plan import Plan
from jeton.bots.train.ppo import Trainer
from jeton.games.splendor.features import WIDE

__all__ = ["Expert"]


class Expert(Trainer):
    """A run that learns from its own searches: how often they read each move, and what it came to in the end.

    It keeps the last `window` decisions of every match and learns from them again and again, with better targets as the
    matches go on. It teaches the net with the same `heat` that flattens it in the search, so that the net learns what
    the search reads by.
    """

    def __init__(self, plan: Plan, out: Path, say: Callable[[str], None] = print) -> None:
        """Make room for the window of all matches, and a tree for each."""
        super().__init__(plan, out, say)
        how = (plan.c, plan.fpu, plan.heat, plan.fresh)
        self.forest = Forest(self.matches, plan.device, plan.simulations, how, plan.spread)
        self.judge = torch.compile(self._judge, dynamic=False) if plan.compile else self._judge
        self.won, self.ended = self.zeros(plan.matches, plan.seats), self.zeros(plan.matches)
        self.played = [self.matches.array(tensor) for tensor in (self.forest.action, self.won, self.ended)]
        self.begin_move = self.move
        self.filled = 0

    def _rooms(self, slots: int) -> None:
        slots = max(slots, self.plan.window)
        super()._rooms(slots)
        self.policy = self.zeros(slots, self.plan.matches, WIDE, kind=torch.float16)

    def _judge(self, net: Prepared, features: torch.Tensor) -> tuple[torch.Tensor, torch.Tensor]:
        logits, value = forward(net, features, self.plan.seats)
        return logits, value + 1 / self.plan.seats

    @torch.no_grad()
    def move(self) -> None:
        """Search and play one decision in every match; what it saw lies in the spare slot until it is kept."""
        net = self.net.prepared()
        self._look(self.slots)
        self.forest.search(lambda features: self.judge(net, features))
        action, reward, done = self.played
        self.matches.step(action, reward, done, self.stat_array)

    @torch.no_grad()
    def rollout(self) -> None:
        """Play `steps` searched decisions in every match, then credit the whole window."""
        plan, seats = self.plan, self.plan.seats
        kept = (self.features, self.mask, self.mover, self.reward, self.done, self.policy, self.value)
        for t in range(self.slots - plan.steps):
            for tensor in kept:
                tensor[t].copy_(tensor[t + plan.steps])
        for t in range(self.slots - plan.steps, self.slots):
            self.begin_move()
            for tensor in (self.features, self.mask, self.mover):
                tensor[t].copy_(tensor[self.slots])
            self.reward[t].copy_(self.won)
            self.done[t].copy_(self.ended)
            self.policy[t].copy_(self.forest.policy)
            self.value[t].copy_(self.forest.value[:, :seats] - 1 / seats)
        self.filled = min(self.slots, self.filled + plan.steps)
        self._look(self.slots)
        _, value = forward(self.net.prepared(), self.features[self.slots], seats)
        self.value[self.slots].copy_(self._absolute(value, self.mover[self.slots]))
        self._credit()

    def lessons(self, rng: np.random.Generator) -> np.ndarray[Any, np.dtype[np.int64]]:
        """Return random minibatches of the window, as many as `epochs` times what came in last."""
        plan = self.plan
        first = (self.slots - self.filled) * plan.parts
        return rng.integers(first, self.slots * plan.parts, plan.epochs * plan.steps * plan.parts)

    def _loss(self, net: Prepared, features: Any, mask: Any, policy: Any, target: Any) -> Any:  # type: ignore[override]
        plan = self.plan
        logits, value = forward(net, features, plan.seats)
        log = torch.log_softmax((logits / plan.heat).masked_fill(mask == 0, -1e9), 1)
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
        """Return a move and a step of learning as CUDA graphs; the rollout replays the move."""
        moving, learning = self._graphs(self.move)
        self.begin_move = moving.replay
        return self.rollout, learning.replay
