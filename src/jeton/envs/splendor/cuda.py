"""The same matches in arrays on an NVIDIA GPU, a thread a match: what `jeton.envs.gpu` launches.

Needs `numba-cuda` and a device; nothing but `jeton.envs.gpu` imports this. The rows are those of `kernels`: the same
functions write the result of a step.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numba import config

from jeton.core.bits import count, nth
from jeton.envs.splendor import kernels
from jeton.envs.splendor.kernels import allowed, drawn, nothing, played, share, tell
from jeton.games.splendor import rules
from jeton.games.splendor.compiled import position_in, ruleset_in
from jeton.games.splendor.cuda import REGISTERS, mend_numpy, need_device
from jeton.games.splendor.features import feature_count, observe, to_action, to_wide
from jeton.games.splendor.rules import OVER, POSITION
from jeton.games.splendor.ruleset import RULESET

mend_numpy()
from numba import cuda  # noqa: E402 it may want what was mended; the simulator wants it here

__all__ = ["BLOCK", "HELPERS", "ROWS", "WORDS", "Kernels", "build", "need_device", "positions", "records", "ruleset"]

WORDS, RULESET_WORDS = kernels.WORDS, RULESET.itemsize // 8

BLOCK = 64
"""Threads in a block: as many as have room for their positions in the memory that they share."""

ROWS, HELPERS = 16, 8
"""Matches of a block that writes observations: as many as there is room for near the threads; and threads for each."""
LOOKING = 80
"""The most registers of such a thread: more of them would leave room for fewer blocks than their memory does."""


class Kernels(NamedTuple):
    """The kernels to launch, each with one thread for each match, but for `look`."""

    step: Any
    """Play an action in each match, or deal them all."""
    take: Any
    """Look through the actions that were given, and copy them; the first match whose action is not legal."""
    sample: Any
    """A random legal action for each match."""
    look: Any
    """Write what the seats to move see, in words: `ROWS` matches a block, `HELPERS` threads a match."""
    play: Any
    """Play many random actions in each match."""


def records(words: Any) -> Any:
    """Return the words of a ruleset as a record."""
    return words.view(RULESET)


def positions(words: Any) -> Any:
    """Return the words of all matches, one after the other, as positions."""
    return words.view(POSITION)


def ruleset(game: Any) -> Any:
    """Copy a game's ruleset into the memory of the device."""
    return cuda.to_device(game.ruleset.copy())


def _copy(source: Any, begin: Any, target: Any, to: Any, here: Any, threads: Any, many: Any) -> None:
    """Copy so many words with all threads of a block: neighbours fetch neighbours; each asks for nine words at once.

    One word at a time, a thread would wait for each to arrive before it asks for the next; nine divide `WORDS`.
    """
    k = here
    while k + 8 * threads < many:
        w0 = source[begin + k]
        w1 = source[begin + k + threads]
        w2 = source[begin + k + 2 * threads]
        w3 = source[begin + k + 3 * threads]
        w4 = source[begin + k + 4 * threads]
        w5 = source[begin + k + 5 * threads]
        w6 = source[begin + k + 6 * threads]
        w7 = source[begin + k + 7 * threads]
        w8 = source[begin + k + 8 * threads]
        target[to + k] = w0
        target[to + k + threads] = w1
        target[to + k + 2 * threads] = w2
        target[to + k + 3 * threads] = w3
        target[to + k + 4 * threads] = w4
        target[to + k + 5 * threads] = w5
        target[to + k + 6 * threads] = w6
        target[to + k + 7 * threads] = w7
        target[to + k + 8 * threads] = w8
        k += 9 * threads
    while k < many:
        target[to + k] = source[begin + k]
        k += threads


@lru_cache(maxsize=1)
def build() -> Kernels:
    """Return the kernels; Numba compiles each at its first launch."""
    plan = {} if config.ENABLE_CUDASIM else {"max_registers": REGISTERS}  # the simulator has no registers
    few = {} if config.ENABLE_CUDASIM else {"max_registers": LOOKING}

    size, words_each = RULESET_WORDS, BLOCK * WORDS
    copy = cuda.jit(device=True)(_copy)
    rows, helpers, room = ROWS, HELPERS, ROWS * (feature_count(4) // 8 + 1)

    @cuda.jit(**plan)  # type: ignore[untyped-decorator]
    def step(
        given: Any, words: Any, numbers: Any, seats: Any, seed: Any, wide: Any, legal: Any, movers: Any, masks: Any,
        fresh: Any, actions: Any, limit: Any, reward: Any, rewards: Any, ended: Any, final: Any, counts: Any, turn: Any,
    ) -> None:  # fmt: skip
        box = cuda.shared.array(size, np.int64)  # the simulator knows shared arrays by their lines
        near = cuda.shared.array(words_each, np.int64)
        here, first = cuda.threadIdx.x, cuda.blockIdx.x * cuda.blockDim.x
        matches = numbers.shape[0]
        mine = min(cuda.blockDim.x, matches - first) * WORDS
        k = here
        while k < size:
            box[k] = given[k]
            k += cuda.blockDim.x
        copy(words, first * WORDS, near, 0, here, cuda.blockDim.x, mine)
        cuda.syncthreads()
        i = first + here
        if i == 0:
            counts[1 - turn] = 0
        if i < matches:
            r, s = ruleset_in(box), position_in(near[here * WORDS : here * WORDS + WORDS])
            done = fresh
            if fresh:
                nothing(i, seats, rewards, ended)
            else:
                action = actions[i]
                done = played(
                    r, s, i, to_action(s, action) if wide else action, seats, limit, reward, rewards, ended, final
                )
                if done:
                    cuda.atomic.add(counts, turn, 1)
                    numbers[i] += matches
            if done:
                rules.set_up(r, s, seats, seed, numbers[i])
            tell(r, s, i, wide, legal, movers, masks)
        cuda.syncthreads()
        copy(near, 0, words, first * WORDS, here, cuda.blockDim.x, mine)

    @cuda.jit  # type: ignore[untyped-decorator]
    def take(matches: Any, given: Any, legal: Any, wide: Any, actions: Any, wrong: Any) -> None:
        i = cuda.grid(1)
        if i < matches.shape[0]:
            action = np.int64(given[i])
            actions[i] = action
            if not allowed(matches[i], action, wide, legal[i]):
                cuda.atomic.min(wrong, 0, i)

    @cuda.jit  # type: ignore[untyped-decorator]
    def sample(matches: Any, legal: Any, wide: Any, chance: Any, actions: Any) -> None:
        i = cuda.grid(1)
        if i < matches.shape[0]:
            action = drawn(i, legal[i], chance)
            actions[i] = to_wide(matches[i], action) if wide else action

    @cuda.jit(**few)  # type: ignore[untyped-decorator]
    def look(given: Any, matches: Any, seen: Any) -> None:
        near = cuda.shared.array(room, np.int64)
        here, first = cuda.threadIdx.x, cuda.blockIdx.x * rows
        wide = seen.shape[1] + 1  # one word more, so that the same feature of two rows lies in different banks
        k = here
        while k < rows * wide:
            near[k] = 0
            k += cuda.blockDim.x
        cuda.syncthreads()
        row = here // helpers
        if here % helpers == 0 and first + row < matches.shape[0]:
            observe(given[0], matches[first + row], near[row * wide : (row + 1) * wide].view(np.uint8))
        cuda.syncthreads()
        for j in range(min(rows, matches.shape[0] - first)):  # neighbours write neighbours
            k = here
            while k < seen.shape[1]:
                seen[first + j, k] = near[j * wide + k]
                k += cuda.blockDim.x

    @cuda.jit(**plan)  # type: ignore[untyped-decorator]
    def play(
        given: Any, matches: Any, numbers: Any, seats: Any, seed: Any, wide: Any, legal: Any, movers: Any, masks: Any,
        steps: Any, chance: Any, limit: Any, reward: Any, rewards: Any, ended: Any, final: Any, counts: Any, turn: Any,
    ) -> None:  # fmt: skip
        near = cuda.shared.array(1, RULESET)
        room = cuda.local.array(1, POSITION)
        if cuda.threadIdx.x == 0:
            near[0] = given[0]
        cuda.syncthreads()
        r, s = near[0], room[0]
        i = cuda.grid(1)
        if i == 0:
            counts[1 - turn] = 0
        if i < matches.shape[0]:
            room[0] = matches[i]
            finished, rng, number = 0, chance[i], numbers[i]
            for _ in range(steps - 1):  # what a step brings is told of the last one only
                actions = rules.legal(r, s)
                rng = rules.next_random(rng)
                rules.play(r, s, nth(actions, rules.pick(rng, count(actions))))
                if s.phase == OVER or s.turns >= limit:
                    share(r, s, i, reward, rewards, final)
                    finished += 1
                    number += matches.shape[0]
                    rules.set_up(r, s, seats, seed, number)
            chance[i] = rng
            if played(r, s, i, drawn(i, rules.legal(r, s), chance), seats, limit, reward, rewards, ended, final):
                finished += 1
                number += matches.shape[0]
                rules.set_up(r, s, seats, seed, number)
            numbers[i] = number
            matches[i] = room[0]
            cuda.atomic.add(counts, turn, finished)
            tell(r, s, i, wide, legal, movers, masks)

    return Kernels(step, take, sample, look, play)
