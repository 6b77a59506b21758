"""A first agent: a linear policy that learns Splendor by playing itself, with NumPy alone. Two minutes of one core."""

import sys

import numpy as np

from jeton.envs.batch import Batch


def choose(batch, weights, rng):
    """Draw an action for each match from the policy; the features and chances that it was drawn from."""
    x = batch.observations.astype(np.float32) / 8
    logits = np.where(batch.masks, x @ weights, -np.inf)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    chances /= chances.sum(axis=1, keepdims=True)
    return (np.where(batch.masks, logits, -1e9) + rng.gumbel(size=logits.shape)).argmax(axis=1), x, chances


def learn(updates=25, size=128, steps=100, rate=0.02, seed=0):
    """REINFORCE: make what brought points more likely."""
    batch, rng = Batch("splendor", size, actions="cards", reward="points", seed=seed), np.random.default_rng(seed)
    weights, rows = np.zeros((batch.observations.shape[1], batch.masks.shape[1]), np.float32), np.arange(size)
    for _ in range(updates):
        played = []
        for _ in range(steps):
            mover, (actions, x, chances) = batch.movers.copy(), choose(batch, weights, rng)
            batch.step(actions)
            played.append((mover, actions, x, chances, batch.rewards.copy(), batch.ended == 0))
        to_come, gains = np.zeros((size, 2)), []
        for mover, _, _, _, rewards, goes_on in reversed(played):
            to_come = rewards + 0.96 * to_come * goes_on[:, None]
            gains.insert(0, to_come[rows, mover])
        mean, spread = np.mean(gains), np.std(gains) + 1e-6
        for gain, (_, actions, x, chances, _, _) in zip(gains, played, strict=True):
            chances[rows, actions] -= 1
            weights -= rate / steps * x.T @ (chances * ((gain - mean) / spread)[:, None]).astype(np.float32)
    return weights


def share_of_wins(weights, size=200, seed=1):
    """How many of so many matches against random play the policy wins, from seat 0."""
    batch, rng, won = Batch("splendor", size, actions="cards", seed=seed), np.random.default_rng(seed), {}
    while len(won) < size:
        actions = np.where(batch.movers == 0, choose(batch, weights, rng)[0], batch.sample())
        batch.step(actions)
        for row in np.flatnonzero(batch.ended):
            won.setdefault(int(row), float(batch.rewards[row, 0]))
    return sum(won.values()) / size


if __name__ == "__main__":
    updates = int(sys.argv[1]) if len(sys.argv) > 1 else 25
    print(f"before: {share_of_wins(learn(0)):.0%} against random play")
    print(f"after {updates} updates: {share_of_wins(learn(updates)):.0%}")
