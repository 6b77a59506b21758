"""How fast the environments of `jeton.envs` step, beside card games of PettingZoo and OpenSpiel: `make bench-envs`.

Uniformly random legal moves. One core: CPU time, the best of many short slices taken in turn, so that ratios hold on a
busy machine. Two cores: time on the wall, half a second with one thread and half a second with two, in turn, seven of
each after one that does not count, since idle cores have to wake up first; the middle one. In each turn a loop that
touches no memory runs with one thread and with two as well: no batch can do better than that, and where others are busy
it does not come near 2. The last column is the ratio as a share of the loop's, the middle of the seven turns.
`make bench-envs ARGS=two` does this part alone, in about seven minutes.
"""

from __future__ import annotations

import os
import random
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from importlib import import_module
from pathlib import Path
from statistics import median
from typing import Any

import numpy as np
from numba import njit

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from jeton.envs.batch import Batch

SLICES = 30
SIZE = 4096
SECONDS, TURNS = 0.5, 7
"""How long a block is on two cores, and how many of each are counted."""


def batch(title: str, seats: int, *, steps: int, **choices: Any) -> Callable[[], int]:
    """Return a subject that makes steps of a batch."""
    rows = Batch(title, SIZE, seats=seats, **choices)

    def work() -> int:
        for _ in range(steps):
            rows.step(rows.sample())
        return SIZE * steps

    return work


def aec(one: Any, steps: int = 400) -> Callable[[], int]:
    """Steps of an AEC environment of PettingZoo, with what it shows the agent whose turn it is."""
    rng = random.Random(1)  # noqa: S311

    def forever() -> Iterator[None]:
        while True:
            one.reset(seed=rng.randrange(10**6))
            for _ in one.agent_iter():
                seen, _, ended, cut, info = one.last()
                mask = seen["action_mask"] if "action_mask" in seen else info["action_mask"]
                one.step(None if ended or cut else rng.choice(np.flatnonzero(mask).tolist()))
                yield

    play = forever()

    def work() -> int:
        for _ in range(steps):
            next(play)
        return steps

    return work


def spiel(name: str, steps: int = 300) -> Callable[[], int]:
    """Actions of a game of OpenSpiel, chance included, with the observation of the player to move."""
    import pyspiel

    game, rng = pyspiel.load_game(name), random.Random(1)  # noqa: S311

    def forever() -> Iterator[None]:
        while True:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(rng.choice(state.chance_outcomes())[0])
                else:
                    state.observation_tensor(state.current_player())
                    state.apply_action(rng.choice(state.legal_actions()))
                yield

    play = forever()

    def work() -> int:
        for _ in range(steps):
            next(play)
        return steps

    return work


def folder(name: str) -> str:
    """Return where PettingZoo keeps a game; those of cards are RLCard's."""
    return f"{name}.{name}" if name in ("tictactoe", "connect_four") else f"rlcard_envs.{name}"


def subjects() -> dict[str, Callable[[], int]]:
    """Return what is measured on one core."""
    from jeton.envs.aec import raw_env

    found = {
        f"batch, {title}, {seats} seats, {'with' if observe else 'without'} observations": batch(
            title, seats, steps=2 if observe else 8, observe=observe
        )
        for title in ("splendor", "marvel")
        for seats in (2, 3, 4)
        for observe in (False, True)
    }
    found |= {f"PettingZoo, ours: {title}": aec(raw_env(title)) for title in ("splendor", "marvel")}
    for name in ("tictactoe", "connect_four", "leduc_holdem", "texas_holdem", "gin_rummy"):
        try:
            module = import_module(f"pettingzoo.classic.{folder(name)}")
            found[f"PettingZoo: {name}"] = aec(module.raw_env())
        except ImportError as error:
            print(f"PettingZoo's {name} is left out: {error}", file=sys.stderr)
    try:
        import jeton.envs.openspiel  # noqa: F401
    except ImportError as error:
        print(f"OpenSpiel is left out: {error}", file=sys.stderr)
        return found
    for name in ("kuhn_poker", "block_dominoes"):
        import_module(f"open_spiel.python.games.{name}")
    for name in ("python_jeton_splendor", "python_kuhn_poker", "python_block_dominoes", "hanabi", "gin_rummy"):
        found[f"OpenSpiel{', ours' if 'jeton' in name else ''}: {name}"] = spiel(name)
    return found


def alone(rows: Batch, steps: int, *, one_by_one: bool) -> Callable[[], int]:
    """Random steps of a batch: one by one, or many at once."""

    def work() -> int:
        if one_by_one:
            for _ in range(steps):
                rows.step(rows.sample())
        else:
            rows.play(steps)
        return rows.size * steps

    return work


@njit(nogil=True)  # type: ignore[untyped-decorator]
def spin(steps: int) -> int:
    """Compute and touch no memory: this shows what two cores give threads that share nothing."""
    x = np.int64(1)
    for _ in range(steps):
        x = (x ^ (x >> 29)) * 6364136223846793005 + 1442695040888963407
    return x


def spinning(pool: ThreadPoolExecutor, threads: int, steps: int = 2_000_000) -> Callable[[], int]:
    """Return the control: so many threads that each compute the same amount."""

    def work() -> int:
        others = [pool.submit(spin, steps) for _ in range(threads - 1)]
        spin(steps)
        for other in others:
            other.result()
        return threads * steps

    return work


def pairs() -> Iterator[tuple[str, list[Callable[[], int]]]]:
    """What is measured with one thread and with two."""
    for title in ("splendor", "marvel"):
        for seats in (2, 3, 4):
            for size, observe, steps in (
                (4 * SIZE, False, 8),
                (SIZE, False, 1),
                (4 * SIZE, False, 1),
                (4 * SIZE, True, 1),
            ):
                both = [Batch(title, size, seats=seats, observe=observe, threads=threads) for threads in (1, 2)]
                how = f"play({steps})" if steps > 1 else "step(sample())"
                yield (
                    f"{title}, {seats} seats, {size:,} matches, {how} {'with' if observe else 'without'} observations",
                    [alone(rows, steps, one_by_one=steps == 1) for rows in both],
                )


def sustained(work: Callable[[], int], seconds: float = SECONDS) -> float:
    """Return how much work gets done in a second, measured over so many seconds."""
    count, began, took = 0, time.perf_counter(), 0.0
    while took < seconds:
        count += work()
        took = time.perf_counter() - began
    return count / took


def two_cores() -> None:
    """Measure one thread and two in turn, on the wall, and print a table."""
    head = "| two cores | one thread | two threads | ratio | from | to | a loop's ratio | share of it |"
    print(f"{head}\n|---{7 * '|---:'}|")
    pool = ThreadPoolExecutor(1)
    loop = [spinning(pool, 1), spinning(pool, 2)]
    for name, works in pairs():
        turns = [[sustained(work) for work in (*works, *loop)] for _ in range(TURNS + 1)][1:]
        one, two = (median(speeds) for speeds in list(zip(*turns, strict=True))[:2])
        ratios, ceilings = [turn[1] / turn[0] for turn in turns], [turn[3] / turn[2] for turn in turns]
        shares = [ratio / ceiling for ratio, ceiling in zip(ratios, ceilings, strict=True)]
        figures = f"{one:,.0f} | {two:,.0f} | {median(ratios):.2f} | {min(ratios):.2f} | {max(ratios):.2f}"
        print(f"| {name} | {figures} | {median(ceilings):.2f} | {median(shares):.0%} |", flush=True)
    print(f"\nBusy processes on average: {os.getloadavg()[0]:.1f}", file=sys.stderr)


def one_core() -> None:
    """Measure all subjects in turn, by CPU time, and print a table."""
    work, best = subjects(), {}
    units = {name: one() for name, one in work.items()}
    for _ in range(SLICES):
        for name, one in work.items():
            before = time.process_time()
            one()
            best[name] = min(best.get(name, 9e9), time.process_time() - before)
    print("| one core | steps a second |\n|---|---:|")
    for name in work:
        print(f"| {name} | {units[name] / best[name]:,.0f} |", flush=True)


def main() -> None:
    """Print the tables for docs/research.md; `two` prints only the second, which needs nothing but the engine."""
    if "two" not in sys.argv[1:]:
        one_core()
        print()
    two_cores()


if __name__ == "__main__":
    main()
