"""PPO in one file: an agent learns Splendor by playing itself, and then meets `greedy`.

pip install jeton torch
python examples/ppo.py                        # ten minutes on two cores
jeton arena examples/ppo.py:Agent greedy      # the agent that it has kept, as a bot

One net plays both seats. It is given the engine's features and answers with an opinion on every action and the mover's
chance to win, from -1 to 1. What is good for the mover is as bad for the other seat, so values change their sign where
the turn passes on. Time is counted in seconds of all cores together, so that a busy machine learns as much, only later.
"""

import argparse
import json
import os
import time
from pathlib import Path
from random import Random

import numpy as np
import torch
from torch import nn

import jeton
from jeton.bots import Budget, make
from jeton.envs.batch import Batch

CARDS, RESERVE, BUY = 90, 16, 109
"""Cards, and the first actions that reserve and that buy one of them, where actions are named by card."""
NEVER = -50.0
"""The opinion on an action that is not legal: its chance is none, and yet a number that processors like."""
PRINTED = 15
"""How many numbers say what is printed on a card."""
KEPT = Path(os.environ.get("PPO_NET", "ppo.pt"))


def arguments(given=None):
    """What a run depends on."""
    parser = argparse.ArgumentParser(description="PPO by self-play, in one file.")
    parser.add_argument("--title", default="splendor", help="splendor or marvel")
    parser.add_argument(
        "--seconds", type=float, default=1200, help="of all cores together: 1200 are ten minutes of two"
    )
    parser.add_argument("--threads", type=int, default=2, help="cores to use")
    parser.add_argument("--matches", type=int, default=256, help="matches side by side")
    parser.add_argument("--steps", type=int, default=64, help="decisions of each between two updates")
    parser.add_argument("--minibatch", type=int, default=2048, help="decisions of one gradient step")
    parser.add_argument("--epochs", type=int, default=2, help="how often the same decisions are learnt from")
    parser.add_argument("--width", type=int, default=192, help="numbers in each layer")
    parser.add_argument("--short", action="store_true", help="multiply in bfloat16: twice as fast where the core can")
    parser.add_argument("--rate", type=float, default=1.5e-3, help="learning rate at first; it sinks to none")
    parser.add_argument("--discount", type=float, default=0.997, help="what a win is worth a decision later")
    parser.add_argument("--trace", type=float, default=0.95, help="lambda: how far back a surprise is credited")
    parser.add_argument("--clip", type=float, default=0.2, help="how far a chance may move in one update")
    parser.add_argument("--entropy", type=float, default=0.01, help="what it is worth to be undecided, at first")
    parser.add_argument("--shaping", type=float, default=0.05, help="what a point is worth at first; it sinks to none")
    parser.add_argument("--checks", type=int, default=6, help="how often it meets greedy on the way")
    parser.add_argument("--games", type=int, default=200, help="games of each meeting, five times as many at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, default=None, help="a file for one JSON line a check")
    return parser.parse_args(given)


class Net(nn.Module):
    """Two layers, then a head for the policy and one for the value.

    The weights of each card are its own plus a part that follows from what is printed on it: what the net learns of one
    card then holds for cards like it.
    """

    def __init__(self, codec, width, short=False):
        super().__init__()
        self.short, self.features = short, len(codec.names)
        size = codec.blocks["cards"].stop // CARDS  # features of each card
        self.first, self.first_card = nn.Linear(self.features, width), nn.Parameter(torch.zeros(PRINTED, size * width))
        self.body = nn.Sequential(nn.LayerNorm(width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, codec.actions), nn.Linear(width, 1)
        self.policy_card = nn.Parameter(torch.zeros(PRINTED, 2 * width))
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.normal_(self.first_card, std=0.02)
        self.register_buffer("printed", printed(codec.game), persistent=False)

    def prepared(self):
        """Return the weights of the outer layers: what each card has of its own, and what it shares."""
        cards = (self.printed @ self.first_card).view(-1, self.first.out_features)
        first = self.first.weight + nn.functional.pad(cards.T, (0, self.features - len(cards)))
        opinions = (self.printed @ self.policy_card).view(CARDS, 2, -1)
        last = self.policy.weight
        for i, action in enumerate((RESERVE, BUY)):
            last = last + nn.functional.pad(opinions[:, i], (0, 0, action, len(last) - action - CARDS))
        return first, last

    def forward(self, seen, mask, prepared=None):
        """Logarithms of the chances of all actions, and the mover's value."""
        first, last = prepared or self.prepared()
        with torch.autocast("cpu", torch.bfloat16, enabled=self.short):
            numbers = seen.to(torch.bfloat16 if self.short else torch.float32) * 0.25
            hidden = self.body(nn.functional.linear(numbers, first, self.first.bias))
            logits, value = nn.functional.linear(hidden, last, self.policy.bias), self.value(hidden)[:, 0].float()
        return torch.log_softmax(logits.float().masked_fill(mask == 0, NEVER), 1), torch.tanh(value)


def printed(game):
    """Return what is printed on each card, in numbers: a one, its level, its bonus, its points and what it costs."""
    box = game.box
    rows = [
        [1.0, *(card.level == n for n in (1, 2, 3)), *(card.bonus == c for c in box.colours), card.points / 3]
        + [card.cost[c] / 4 for c in box.colours]
        for card in box.cards
    ]
    return torch.tensor(rows, dtype=torch.float32)


def drawn(log):
    """Draw an action in each row, by its chances."""
    chances = log.exp().cumsum(1)
    return torch.searchsorted(chances, (1 - torch.rand(len(log), 1)) * chances[:, -1:])[:, 0]


def rollout(args, batch, net, shaping):
    """Play so many decisions in every match; all that the update needs, a row a decision."""
    shape = args.steps, args.matches
    seen, mask = torch.empty(*shape, batch.observations.shape[1], dtype=torch.uint8), []
    actions, logs = torch.empty(shape, dtype=torch.int64), torch.empty(shape)
    values, rewards = torch.empty(args.steps + 1, args.matches), np.empty(shape, np.float32)
    same, goes_on = np.empty(shape, np.float32), np.empty(shape, np.float32)
    rows, prepared = np.arange(args.matches), net.prepared()
    for t in range(args.steps):
        seen[t], mover = torch.from_numpy(batch.observations), batch.movers.astype(np.int64)
        mask.append(torch.from_numpy(batch.masks.copy()))
        log, values[t] = net(seen[t], mask[t], prepared)
        actions[t] = drawn(log)
        logs[t] = log.gather(1, actions[t][:, None])[:, 0]
        batch.step(actions[t].numpy())
        ended = batch.ended > 0
        points = np.where(ended[:, None], 0, batch.rewards)  # of the step; the last one is told by the result
        won = np.sign(batch.points[rows, mover] - batch.points[rows, 1 - mover])
        rewards[t] = shaping * (points[rows, mover] - points[rows, 1 - mover]) + np.where(ended, won, 0)
        same[t], goes_on[t] = np.where(batch.movers == mover, 1, -1), ~ended
    values[args.steps] = net(torch.from_numpy(batch.observations), torch.from_numpy(batch.masks), prepared)[1]
    gains, gain = torch.empty(shape), torch.zeros(args.matches)
    for t in reversed(range(args.steps)):
        on = args.discount * torch.from_numpy(same[t] * goes_on[t])
        gain = torch.from_numpy(rewards[t]) + on * values[t + 1] - values[t] + args.trace * on * gain
        gains[t] = gain
    targets = (gains + values[:-1]).clamp(-1, 1)
    return tuple(x.flatten(0, 1) for x in (seen, torch.stack(mask), actions, logs, gains, targets))


def update(args, net, optimiser, played, entropy):
    """Learn from what was played."""
    gains = played[4]
    for _ in range(args.epochs):
        for rows in torch.randperm(len(gains)).split(args.minibatch):
            seen, mask, action, old, gain, target = (x[rows] for x in played)
            log, value = net(seen, mask)
            ratio = (log.gather(1, action[:, None])[:, 0] - old).exp()
            gain = (gain - gain.mean()) / (gain.std() + 1e-6)
            policy = -torch.min(ratio * gain, ratio.clamp(1 - args.clip, 1 + args.clip) * gain).mean()
            undecided = -(log.exp() * log).sum(1).mean()
            loss = policy + 0.5 * (value - target).square().mean() - entropy * undecided
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()
    return undecided.item()


@torch.no_grad()
def share_of_wins(net, title, games, seed):
    """The share of so many games that the net wins against `greedy`, from each seat in half of them."""
    batch = Batch(title, games, actions="cards", seed=seed)
    greedy, rng, seat = make("greedy", batch.game), Random(seed), np.arange(games) % 2
    won = np.full(games, np.nan)
    while np.isnan(won).any():
        actions = net(torch.from_numpy(batch.observations), torch.from_numpy(batch.masks))[0].argmax(1).numpy()
        for row in np.flatnonzero(batch.movers != seat):
            if not np.isnan(won[row]):
                actions[row] = np.flatnonzero(batch.masks[row])[0]
                continue
            position = batch.position(row)
            move = greedy.choose(batch.game.view(position, position.seat), Budget(), rng)
            actions[row] = batch.codec.action(position, position.seat, move)
        batch.step(actions)
        for row in np.flatnonzero((batch.ended > 0) & np.isnan(won)):
            won[row] = batch.rewards[row, seat[row]]
    return float(won.mean())


class Agent:
    """The net that was kept, as a bot: it plays the move that it thinks best."""

    name = "ppo"

    def __init__(self, game):
        """Of the game that it has learnt, at two seats."""
        kept = torch.load(KEPT, weights_only=True)
        if kept["title"] != game.title:
            raise ValueError(f"expected {kept['title']}, which the net in {KEPT} has learnt, got {game.title}")
        self.game, self.codec = game, jeton.envs.codec(game, 2, "cards")
        self.net = Net(self.codec, kept["width"])
        self.net.load_state_dict(kept["net"])

    @torch.no_grad()
    def choose(self, view, budget, rng, on_progress=None):
        """One of `view.moves`."""
        position = self.game.redeal(view, rng)  # what the seat can't see is not in its features
        seen = torch.from_numpy(self.codec.features(position, view.seat)[None])
        mask = torch.from_numpy(self.codec.mask(position, view.seat)[None])
        return self.codec.move(position, view.seat, int(self.net(seen, mask)[0].argmax()))


def main(given=None):
    """Learn until the seconds are spent; the share of wins at the end."""
    args = arguments(given)
    torch.manual_seed(args.seed)
    torch.set_num_threads(args.threads)
    batch = Batch(args.title, args.matches, actions="cards", reward="points", seed=args.seed, threads=args.threads)
    net = Net(batch.codec, args.width, args.short)
    optimiser = torch.optim.Adam(net.parameters(), lr=args.rate, eps=1e-5)
    began, wall = time.process_time(), time.time()
    spent, decisions, checked, apart, share = 0.0, 0, 0, 0.0, 0.0
    while spent < args.seconds:
        left = 1 - spent / args.seconds
        optimiser.param_groups[0]["lr"] = args.rate * left
        with torch.no_grad():
            played = rollout(args, batch, net, args.shaping * left)
        undecided = update(args, net, optimiser, played, args.entropy * left)
        decisions += args.matches * args.steps
        spent = time.process_time() - began - apart
        last = spent >= args.seconds
        if last or spent >= args.seconds * (checked + 1) / args.checks:
            before, checked = time.process_time(), checked + 1
            share = share_of_wins(net, args.title, args.games * (5 if last else 1), seed=1000)
            apart += time.process_time() - before  # meeting greedy is not learning
            line = {"cpu_seconds": round(spent), "wall_seconds": round(time.time() - wall), "decisions": decisions,
                    "undecided": round(undecided, 3), "share": share}  # fmt: skip
            print(json.dumps(line), flush=True)
            if args.curve:
                with args.curve.open("a") as file:
                    file.write(json.dumps(line) + "\n")
    torch.save({"net": net.state_dict(), "width": args.width, "title": args.title}, KEPT)
    return share


if __name__ == "__main__":
    print(f"{main():.1%} of games against greedy")
