"""PPO in one file: an agent learns Splendor from `greedy`, then by playing itself and `greedy`, and beats it.

pip install jeton torch
python examples/ppo.py                        # ten minutes on two cores
jeton arena examples/ppo.py:Agent greedy      # the agent that it has kept, as a bot

For the first tenth of the time `greedy` is its teacher: the net plays half of the moves, and learns what `greedy`
would have played in each position. From then on it learns from results alone, by PPO: in half of the matches it plays
itself, in the others one seat is `greedy`'s. The net is given the engine's features and answers with an opinion on
every action and the mover's chance to win, from -1 to 1. What is good for the mover is as bad for the other seat, so
values change their sign where the turn passes on. Time is counted in seconds of all cores together, so that a busy
machine learns as much, only later.
"""

import argparse
import json
import os
import time
from pathlib import Path

os.environ.setdefault("OMP_WAIT_POLICY", "PASSIVE")  # torch's threads sleep while they wait: see docs/research.md

import numpy as np
import torch
from torch import nn

import jeton
from jeton.envs.batch import Batch

CARDS, RESERVE, BUY = 90, 16, 109
"""Cards, and the first actions that reserve and that buy one of them, where actions are named by card."""
NEVER = -50.0
"""The opinion on an action that is not legal: its chance is none, and yet a number that processors like."""
PRINTED, EACH = 14, 64
"""How many numbers say what is printed on a card, and how many the net thinks about it."""
IN_SIGHT = (0, 1, 9)
"""Which features of a card say that it lies on the table, in one's own hand, or known in the other's."""
KEPT = Path(os.environ.get("PPO_NET", "ppo.pt"))


def arguments(given=None):
    """What a run depends on."""
    parser = argparse.ArgumentParser(description="PPO in one file.")
    parser.add_argument("--title", default="splendor", help="splendor or marvel")
    parser.add_argument(
        "--seconds", type=float, default=1200, help="of all cores together: 1200 are ten minutes of two"
    )
    parser.add_argument("--teacher", type=float, default=0.1, help="for which part of them greedy is the teacher")
    parser.add_argument("--rival", type=float, default=0.5, help="in which part of the matches greedy is the opponent")
    parser.add_argument("--threads", type=int, default=2, help="cores to use")
    parser.add_argument("--matches", type=int, default=256, help="matches side by side")
    parser.add_argument("--steps", type=int, default=64, help="decisions of each between two updates")
    parser.add_argument("--minibatch", type=int, default=2048, help="decisions of one gradient step")
    parser.add_argument("--epochs", type=int, default=2, help="how often the same decisions are learnt from")
    parser.add_argument("--width", type=int, default=192, help="numbers in each layer")
    parser.add_argument("--rate", type=float, default=1e-3, help="learning rate at first; it sinks to none")
    parser.add_argument("--discount", type=float, default=0.997, help="what a win is worth a decision later")
    parser.add_argument("--trace", type=float, default=0.95, help="lambda: how far back a surprise is credited")
    parser.add_argument("--clip", type=float, default=0.2, help="how far a chance may move in one update")
    parser.add_argument("--entropy", type=float, default=0.005, help="what it is worth to be undecided, at first")
    parser.add_argument("--shaping", type=float, default=0.02, help="what a point is worth at first; it sinks to none")
    parser.add_argument("--checks", type=int, default=6, help="how often it meets greedy on the way")
    parser.add_argument("--games", type=int, default=400, help="games of each meeting, five times as many at the end")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--curve", type=Path, default=None, help="a file for one JSON line a check")
    return parser.parse_args(given)


class Net(nn.Module):
    """What it learns of one card holds for all: each card in sight goes through the same layers.

    Their sum and the features of the table make up the situation, and each card is judged once more in its light.
    """

    def __init__(self, codec, width):
        super().__init__()
        self.cards, self.actions = codec.blocks["cards"].stop, codec.actions
        self.card = nn.Sequential(
            nn.Linear(self.cards // CARDS + PRINTED, EACH), nn.ReLU(), nn.Linear(EACH, EACH), nn.ReLU()
        )
        self.table, self.sum = nn.Linear(len(codec.names) - self.cards, width), nn.Linear(EACH, width, bias=False)
        self.body = nn.Sequential(nn.LayerNorm(width), nn.ReLU(), nn.Linear(width, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, codec.actions), nn.Linear(width, 1)
        self.light, self.again, self.judged = nn.Linear(width, EACH), nn.Linear(EACH, EACH), nn.Linear(EACH, 2)
        nn.init.orthogonal_(self.policy.weight, 0.01)
        nn.init.orthogonal_(self.judged.weight, 0.01)
        self.register_buffer("printed", printed(codec.game), persistent=False)

    def forward(self, seen, mask):
        """Logarithms of the chances of all actions, and the mover's value."""
        cards = seen[:, : self.cards].view(len(seen), CARDS, -1)
        row, card = cards[:, :, IN_SIGHT].any(2).nonzero(as_tuple=True)
        each = self.card(torch.cat((cards[row, card].float() * 0.5, self.printed[card]), 1))
        together = torch.zeros(len(seen), EACH).index_add(0, row, each)
        situation = self.body(self.table(seen[:, self.cards :].float() * 0.25) + self.sum(together * 0.25))
        opinions = self.judged(torch.relu(self.again(each) + self.light(situation).index_select(0, row)))
        logits = self.policy(situation).flatten()
        logits = logits.index_add(0, row * self.actions + card + RESERVE, opinions[:, 0])
        logits = logits.index_add(0, row * self.actions + card + BUY, opinions[:, 1]).view(len(seen), -1)
        return torch.log_softmax(logits.masked_fill(mask == 0, NEVER), 1), torch.tanh(self.value(situation)[:, 0])


def printed(game):
    """Return what is printed on each card, in numbers: its level, its bonus, its points and what it costs."""
    box = game.box
    rows = [
        [*(card.level == n for n in (1, 2, 3)), *(card.bonus == c for c in box.colours), card.points / 3]
        + [card.cost[c] / 4 for c in box.colours]
        for card in box.cards
    ]
    return torch.tensor(rows, dtype=torch.float32)


def drawn(log):
    """Draw an action in each row, by its chances."""
    chances = log.exp().cumsum(1)
    return torch.searchsorted(chances, (1 - torch.rand(len(log), 1)) * chances[:, -1:])[:, 0]


def rollout(args, batch, net, shaping, taught):
    """Play so many decisions in every match; all that the update needs, a row a decision."""
    shape = args.steps, args.matches
    seen, mask = torch.empty(*shape, batch.observations.shape[1], dtype=torch.uint8), []
    actions, logs = torch.empty(shape, dtype=torch.int64), torch.empty(shape)
    values, rewards = torch.empty(args.steps + 1, args.matches), np.empty(shape, np.float32)
    same, goes_on = np.empty(shape, np.float32), np.empty(shape, np.float32)
    own, rows = torch.ones(shape, dtype=torch.bool), np.arange(args.matches)
    rival = np.where(rows < args.rival * args.matches, rows % 2, -1)  # the seat that greedy has
    for t in range(args.steps):
        seen[t], mover = torch.from_numpy(batch.observations), batch.movers.astype(np.int64)
        mask.append(torch.from_numpy(batch.masks.copy()))
        log, values[t] = net(seen[t], mask[t])
        played, advice = drawn(log), torch.from_numpy(batch.ask("greedy"))
        if taught:  # greedy says what to do, and a coin whose move is played
            actions[t] = advice
            played = torch.where(torch.rand(args.matches) < 0.5, played, advice)
        else:
            own[t] = torch.from_numpy(mover != rival)
            actions[t] = played = torch.where(own[t], played, advice)
        logs[t] = log.gather(1, actions[t][:, None])[:, 0]
        batch.step(played.numpy())
        ended = batch.ended > 0
        points = np.where(ended[:, None], 0, batch.rewards)  # of the step; the last one is told by the result
        won = np.sign(batch.points[rows, mover] - batch.points[rows, 1 - mover])
        rewards[t] = shaping * (points[rows, mover] - points[rows, 1 - mover]) + np.where(ended, won, 0)
        same[t], goes_on[t] = np.where(batch.movers == mover, 1, -1), ~ended
    values[args.steps] = net(torch.from_numpy(batch.observations), torch.from_numpy(batch.masks))[1]
    gains, gain = torch.empty(shape), torch.zeros(args.matches)
    for t in reversed(range(args.steps)):
        on = args.discount * torch.from_numpy(same[t] * goes_on[t])
        gain = torch.from_numpy(rewards[t]) + on * values[t + 1] - values[t] + args.trace * on * gain
        gains[t] = gain
    targets = (gains + values[:-1]).clamp(-1, 1)
    return tuple(x.flatten(0, 1)[own.flatten()] for x in (seen, torch.stack(mask), actions, logs, gains, targets))


def update(args, net, optimiser, played, entropy, taught):
    """Learn from what was played."""
    for _ in range(1 if taught else args.epochs):
        for rows in torch.randperm(len(played[0])).split(args.minibatch):
            seen, mask, action, old, gain, target = (x[rows] for x in played)
            log, value = net(seen, mask)
            chosen = log.gather(1, action[:, None])[:, 0]
            if taught:
                policy = -chosen.mean()
            else:
                ratio, gain = (chosen - old).exp(), (gain - gain.mean()) / (gain.std() + 1e-6)
                policy = -torch.min(ratio * gain, ratio.clamp(1 - args.clip, 1 + args.clip) * gain).mean()
            undecided = -(log.exp() * log).sum(1).mean()
            loss = policy + 0.5 * (value - target).square().mean() - entropy * undecided
            optimiser.zero_grad()
            loss.backward()
            nn.utils.clip_grad_norm_(net.parameters(), 0.5)
            optimiser.step()
    return policy.item(), undecided.item()


@torch.no_grad()
def share_of_wins(net, title, games, seed):
    """The share of so many games that the net wins against `greedy`: each deal twice, once from each seat."""
    shares = []
    for seat in (0, 1):
        batch = Batch(title, games // 2, actions="cards", seed=seed)
        won = np.full(games // 2, np.nan)
        while np.isnan(won).any():
            best = net(torch.from_numpy(batch.observations), torch.from_numpy(batch.masks))[0].argmax(1).numpy()
            batch.step(np.where(batch.movers == seat, best, batch.ask("greedy")))
            now = (batch.ended > 0) & np.isnan(won)
            won[now] = batch.rewards[now, seat]
        shares.append(won)
    pairs = np.mean(shares, axis=0)
    return float(pairs.mean()), float(1.96 * pairs.std(ddof=1) / len(pairs) ** 0.5)


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
    net = Net(batch.codec, args.width)
    optimiser = torch.optim.Adam(net.parameters(), lr=args.rate, eps=1e-5)
    batch.ask("greedy")  # the first time Numba compiles it, which is not learning
    began, wall = time.process_time(), time.time()
    spent, decisions, checked, apart, share = 0.0, 0, 0, 0.0, 0.0
    while spent < args.seconds:
        left, taught = 1 - spent / args.seconds, spent < args.seconds * args.teacher
        optimiser.param_groups[0]["lr"] = args.rate * left
        with torch.no_grad():
            played = rollout(args, batch, net, args.shaping * left, taught)
        loss, undecided = update(args, net, optimiser, played, 0 if taught else args.entropy * left, taught)
        decisions += args.matches * args.steps
        spent = time.process_time() - began - apart
        last = spent >= args.seconds
        if last or spent >= args.seconds * (checked + 1) / args.checks:
            before, checked = time.process_time(), checked + 1
            share, give = share_of_wins(net, args.title, args.games * (5 if last else 1), seed=1000)
            apart += time.process_time() - before  # meeting greedy is not learning
            line = {"cpu_seconds": round(spent), "wall_seconds": round(time.time() - wall), "decisions": decisions,
                    "loss": round(loss, 3), "undecided": round(undecided, 3), "share": share, "give": give}  # fmt: skip
            print(json.dumps(line), flush=True)
            if args.curve:
                with args.curve.open("a") as file:
                    file.write(json.dumps(line) + "\n")
    torch.save({"net": net.state_dict(), "width": args.width, "title": args.title}, KEPT)
    return share


if __name__ == "__main__":
    print(f"{main():.1%} of games against greedy")
