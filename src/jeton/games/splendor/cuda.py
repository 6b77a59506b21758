"""The same rules on an NVIDIA GPU: random matches by the million, and the proof that they match the CPU's.

It needs `numba-cuda` and a device; nothing else in the package imports it.
"""

from __future__ import annotations

import time
from functools import lru_cache
from typing import Any

import numba
import numpy as np

from jeton.core.errors import JetonError
from jeton.games.splendor import compiled
from jeton.games.splendor.compiled import checksum, random_match
from jeton.games.splendor.rules import POSITION
from jeton.games.splendor.ruleset import RULESET

__all__ = [
    "BLOCK",
    "BLOCKS_EACH",
    "REGISTERS",
    "NoDevice",
    "device",
    "different_matches",
    "kernels",
    "mend_numpy",
    "need_device",
    "random_rate",
]

BLOCK = 128
"""Threads in a block."""

BLOCKS_EACH = {2: 5, 3: 4, 4: 4}
"""Blocks for each multiprocessor, by seats: as many as keep their positions in its cache (docs/bots.md)."""

REGISTERS = 128
"""The most registers a thread may have: the compiler plans better when it knows how few threads share them."""


class NoDevice(JetonError, RuntimeError):
    """No NVIDIA GPU is here, or no driver to speak to it."""


def mend_numpy() -> None:
    """Give NumPy back the names that it dropped and numba-cuda still imports."""
    for name, now in (("row_stack", "vstack"), ("in1d", "isin"), ("trapz", "trapezoid")):
        if not hasattr(np, name):
            setattr(np, name, getattr(np, now))


def need_device() -> None:
    """Raise `NoDevice` if there is no GPU."""
    mend_numpy()
    try:
        from numba import cuda

        if cuda.is_available():
            return
    except ImportError:
        raise NoDevice("no CUDA for Python is installed: pip install 'jeton[train]' brings it") from None
    raise NoDevice("no CUDA device was found: this needs an NVIDIA GPU, its driver, and jeton[train]")


def device() -> tuple[str, int]:
    """Return the name of the GPU and how many multiprocessors it has; raises `NoDevice`."""
    need_device()
    from numba import cuda

    found = cuda.get_current_device()
    name = found.name.decode() if isinstance(found.name, bytes) else str(found.name)
    return name, int(found.MULTIPROCESSOR_COUNT)


@lru_cache(maxsize=1)
def kernels() -> tuple[Any, Any]:
    """Return two kernels: one plays many random matches a thread and counts, the other one match, for its checksum."""
    mend_numpy()
    from numba import cuda

    position, ruleset = numba.from_dtype(POSITION), numba.from_dtype(RULESET)

    @cuda.jit(max_registers=REGISTERS)  # type: ignore[untyped-decorator]
    def play_many(rules: Any, seats: Any, matches: Any, seed: Any, decisions: Any, turns: Any) -> None:
        thread = cuda.grid(1)
        near = cuda.shared.array(1, ruleset)
        if cuda.threadIdx.x == 0:
            near[0] = rules[0]
        cuda.syncthreads()
        r = near[0]
        room = cuda.local.array(1, position)
        s = room[0]
        made = done = 0
        for i in range(matches):
            made += random_match(r, s, seats, seed, thread * matches + i)
            done += s.turns
        decisions[thread] = made
        turns[thread] = done

    @cuda.jit  # type: ignore[untyped-decorator]
    def check(rules: Any, seats: Any, seed: Any, out: Any) -> None:
        number = cuda.grid(1)
        room = cuda.local.array(1, position)
        s = room[0]
        random_match(rules[0], s, seats, seed, number)
        out[number] = checksum(s)

    return play_many, check


def random_rate(ruleset: Any, seats: int, *, blocks: int, matches: int, repeats: int = 5) -> dict[str, float]:
    """Return decisions and matches a second of uniformly random play, the best of some repeats."""
    from numba import cuda

    play_many, _ = kernels()
    rules = cuda.to_device(ruleset.copy().view(RULESET))
    threads = blocks * BLOCK
    decisions, turns = (cuda.to_device(np.zeros(threads, np.int64)) for _ in range(2))
    play_many[blocks, BLOCK](rules, seats, 1, 1, decisions, turns)
    cuda.synchronize()
    best = 0.0
    for repeat in range(repeats):
        began = time.perf_counter()
        play_many[blocks, BLOCK](rules, seats, matches, 7 + repeat, decisions, turns)
        cuda.synchronize()
        best = max(best, 1 / (time.perf_counter() - began))
    made = int(decisions.copy_to_host().sum())
    return {"decisions_per_second": made * best, "matches_per_second": threads * matches * best}


def different_matches(ruleset: Any, seats: int, matches: int = 4096) -> int:
    """Return how many of `matches` random matches end differently on the CPU and on the GPU: it should be 0."""
    from numba import cuda

    _, check = kernels()
    rules = cuda.to_device(ruleset.copy().view(RULESET))
    out = cuda.to_device(np.zeros(matches, np.int64))
    check[matches // BLOCK, BLOCK](rules, seats, 11, out)
    here = np.zeros(matches, np.int64)
    compiled.random_checks(ruleset, seats, 11, here)
    return int((out.copy_to_host() != here).sum())
