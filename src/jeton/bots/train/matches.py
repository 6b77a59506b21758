"""Many matches side by side: the compiled rules as kernels, on the GPU or, for small runs and tests, on the CPU."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch
from numba import njit

from jeton.core.bits import count, lowest, nth
from jeton.core.jit import compiled
from jeton.games.splendor.cuda import mend_numpy
from jeton.games.splendor.features import WIDE_PASS, observe, to_action, to_wide
from jeton.games.splendor.rules import OVER, POSITION, WORDS, legal, next_random, pick, play, points, set_up, standing
from jeton.games.splendor.ruleset import RULESET

__all__ = ["STATS", "TURN_LIMIT", "Matches"]

TURN_LIMIT = 100
"""Turns of a seat after which a training match is scored as it stands."""

STATS = 5
"""What is counted over finished matches: matches, turns, the first seat's wins, the best points, cut-offs."""


@compiled
def begin_match(r: Any, s: Any, seats: Any, base: Any, number: Any, warm: Any) -> None:
    """Set match `number` up, and play some random moves so that the matches get out of step."""
    set_up(r, s, seats, base + number, base ^ (number << 20))
    rng = next_random(base + number)
    for _ in range(warm):
        actions = legal(r, s)
        if actions != 0:
            rng = next_random(rng)
            play(r, s, nth(actions, pick(rng, count(actions))))
    if s.phase == OVER:
        set_up(r, s, seats, base - number, base)


@compiled
def look_at(r: Any, s: Any, features: Any, mask: Any) -> None:
    """Write features and legal card-named actions for the seat to move."""
    if s.phase == OVER:
        mask[WIDE_PASS] = 1
        return
    observe(r, s, features)
    actions = legal(r, s)
    while actions != 0:
        mask[to_wide(s, lowest(actions))] = 1
        actions &= actions - 1


@compiled
def play_on(r: Any, s: Any, wide: Any, reward: Any, stat: Any) -> Any:
    """Play one card-named action; at the end write each seat's share of the win, less a fair share.

    Return whether it ended.
    """
    seats = s.seats
    for seat in range(seats):
        reward[seat] = 0
    if s.phase == OVER:
        return False
    play(r, s, to_action(s, wide))
    cut = s.turns >= TURN_LIMIT * seats
    if s.phase != OVER and not cut:
        return False
    best, winners, most = -1, 0, 0
    for seat in range(seats):
        rank = standing(r, s, seat)
        most = max(most, points(s, seat))
        if rank > best:
            best, winners = rank, 1
        elif rank == best:
            winners += 1
    for seat in range(seats):
        won = standing(r, s, seat) == best
        reward[seat] = (1.0 / winners if won else 0.0) - 1.0 / seats
        if seat == s.first and won:
            stat[2] += 1.0 / winners
    stat[0] += 1
    stat[1] += s.turns
    stat[3] += most
    stat[4] += cut
    s.phase = OVER
    return True


@njit
def _begin_cpu(rules: Any, matches: Any, seats: Any, base: Any, warm: Any) -> None:
    for i in range(matches.shape[0]):
        begin_match(rules[0], matches[i], seats, base, i, i % warm if warm else 0)


@njit
def _look_cpu(rules: Any, matches: Any, features: Any, mask: Any, mover: Any) -> None:
    for i in range(matches.shape[0]):
        look_at(rules[0], matches[i], features[i], mask[i])
        mover[i] = matches[i].seat


@njit
def _step_cpu(rules: Any, matches: Any, wide: Any, reward: Any, done: Any, stat: Any, base: Any, once: Any) -> None:
    for i in range(matches.shape[0]):
        done[i] = play_on(rules[0], matches[i], wide[i], reward[i], stat[i])
        if done[i] and not once:
            seats = matches[i].seats
            begin_match(rules[0], matches[i], seats, base, i + matches.shape[0] * (1 + np.int64(stat[i, 0])), 0)


def _cuda_kernels() -> tuple[Any, Any, Any]:
    from numba import cuda

    @cuda.jit  # type: ignore[untyped-decorator]
    def begin(rules: Any, matches: Any, seats: Any, base: Any, warm: Any) -> None:
        i = cuda.grid(1)
        if i < matches.shape[0]:
            begin_match(rules[0], matches[i], seats, base, i, i % warm if warm else 0)

    @cuda.jit  # type: ignore[untyped-decorator]
    def look(rules: Any, matches: Any, features: Any, mask: Any, mover: Any) -> None:
        i = cuda.grid(1)
        if i < matches.shape[0]:
            look_at(rules[0], matches[i], features[i], mask[i])
            mover[i] = matches[i].seat

    @cuda.jit  # type: ignore[untyped-decorator]
    def step(rules: Any, matches: Any, wide: Any, reward: Any, done: Any, stat: Any, base: Any, once: Any) -> None:
        i = cuda.grid(1)
        if i < matches.shape[0]:
            over = play_on(rules[0], matches[i], wide[i], reward[i], stat[i])
            done[i] = over
            if over and not once:
                seats = matches[i].seats
                begin_match(rules[0], matches[i], seats, base, i + matches.shape[0] * (1 + int(stat[i, 0])), 0)

    return begin, look, step


class Matches:
    """A row of matches that run by themselves: look, choose, step; a fresh match replaces a finished one."""

    def __init__(self, ruleset: Any, seats: int, size: int, device: str, base: int) -> None:
        """Make room for `size` matches; `base` fixes all their deals."""
        self.size, self.seats, self.base = size, seats, base
        self.on_gpu = device != "cpu"
        rules = ruleset.copy().view(RULESET)
        if self.on_gpu:
            mend_numpy()
            from numba import cuda

            self._begin, self._look, self._step = _cuda_kernels()
            self.rules, words = cuda.to_device(rules), cuda.device_array(size * WORDS, np.int64)
        else:
            self._begin, self._look, self._step = _begin_cpu, _look_cpu, _step_cpu
            self.rules, words = rules, np.zeros(size * WORDS, np.int64)
        self.words, self.matches = words.reshape(size, WORDS), words.view(POSITION)

    def begin(self, warm: int = 0, base: int | None = None) -> None:
        """Set all matches up; match i then plays i % warm random moves."""
        self.base = self.base if base is None else base
        self._call(self._begin, self.seats, self.base, warm)

    def look(self, features: Any, mask: Any, mover: Any) -> None:
        """Write features, legal actions and movers; the first two must be zeros."""
        self._call(self._look, features, mask, mover)

    def step(self, wide: Any, reward: Any, done: Any, stat: Any, once: bool = False) -> None:
        """Play an action in every match."""
        self._call(self._step, wide, reward, done, stat, self.base, once)

    def array(self, tensor: torch.Tensor) -> Any:
        """Return a tensor as the kernels take it, without a copy."""
        if not self.on_gpu:
            return tensor.numpy()
        from numba import cuda

        return cuda.as_cuda_array(tensor)

    def _call(self, kernel: Any, *arguments: Any) -> None:
        if not self.on_gpu:
            kernel(self.rules, self.matches, *arguments)
            return
        from numba import cuda

        stream = cuda.external_stream(torch.cuda.current_stream().cuda_stream)
        kernel[(self.size + 63) // 64, 64, stream](self.rules, self.matches, *arguments)
