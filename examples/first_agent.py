"""A first agent in 30 lines: a linear policy learns Splendor by playing itself, with NumPy alone. Two minutes."""

import sys

import numpy as np

from jeton.envs.batch import Batch


def choose(batch, weights, rng):
    x = batch.observations / np.float32(8)
    logits = np.where(batch.masks, x @ weights, -1e9)
    chances = np.exp(logits - logits.max(axis=1, keepdims=True))
    return (logits + rng.gumbel(size=logits.shape)).argmax(axis=1), x, chances / chances.sum(axis=1, keepdims=True)


def learn(updates=25, size=128, steps=100, rate=0.02, seed=0):
    batch, rng = Batch("splendor", size, actions="cards", reward="points", seed=seed), np.random.default_rng(seed)
    weights, rows = np.zeros((batch.observations.shape[1], batch.masks.shape[1]), np.float32), np.arange(size)
    for _ in range(updates):
        played, to_come, gains = [], np.zeros((size, 2)), np.zeros((steps, size))
        for _ in range(steps):
            mover, chosen = batch.movers.copy(), choose(batch, weights, rng)
            batch.step(chosen[0])
            played.append((mover, batch.rewards.copy(), batch.ended == 0, *chosen))
        for t, (mover, rewards, goes_on, *_) in reversed(list(enumerate(played))):  # points to come, for who moved
            to_come = rewards + 0.96 * to_come * goes_on[:, None]
            gains[t] = to_come[rows, mover]
        gains = (gains - gains.mean()) / (gains.std() + 1e-6)
        for gain, (_, _, _, actions, x, chances) in zip(gains, played, strict=True):  # more of what brought points
            chances[rows, actions] -= 1
            weights -= rate / steps * x.T @ (chances * gain[:, None]).astype(np.float32)
    return weights


def share_of_wins(weights, size=200, seed=1):  # against random play, from seat 0
    batch, rng, won = Batch("splendor", size, actions="cards", seed=seed), np.random.default_rng(seed), {}
    while len(won) < size:
        batch.step(np.where(batch.movers == 0, choose(batch, weights, rng)[0], batch.sample()))
        won |= {row: float(batch.rewards[row, 0]) for row in np.flatnonzero(batch.ended).tolist() if row not in won}
    return sum(won.values()) / size


if __name__ == "__main__":
    print(f"{share_of_wins(learn(int((sys.argv[1:] or [25])[0]))):.0%} of games against random play")
