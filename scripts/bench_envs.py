"""How fast the environments of `jeton.envs` step, beside card games of PettingZoo and OpenSpiel: `make bench-envs`.

Uniformly random legal moves. One core: CPU time, the best of many short slices taken in turn, so that ratios hold on a
busy machine. Two cores: time on the wall, the best of as many slices with one thread and with two, in turn.
"""

from __future__ import annotations

import random
import sys
import time
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from jeton.envs.batch import Batch

SLICES = 30
SIZE = 4096


def batch(title: str, seats: int, *, steps: int, **choices: Any) -> Callable[[], int]:
    """Steps of a batch."""
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
    """Where PettingZoo keeps a game; those of cards are RLCard's."""
    return f"{name}.{name}" if name in ("tictactoe", "connect_four") else f"rlcard_envs.{name}"


def subjects() -> dict[str, Callable[[], int]]:
    """What is measured on one core."""
    from jeton.envs.aec import raw_env

    found = {
        f"batch, {title}, {seats} seats, {'with' if observe else 'without'} observations": batch(
            title, seats, steps=2 if observe else 8, observe=observe
        )
        for title, seats in (("splendor", 2), ("splendor", 4), ("marvel", 2))
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


def main() -> None:
    """Measure, and print a table for docs/research.md."""
    work, best = subjects(), {}
    units = {name: one() for name, one in work.items()}
    for _ in range(SLICES):
        for name, one in work.items():
            before = time.process_time()
            one()
            best[name] = min(best.get(name, 9e9), time.process_time() - before)
    print("| one core | steps a second |\n|---|---:|")
    for name in work:
        print(f"| {name} | {units[name] / best[name]:,.0f} |")
    print("\n| two cores | one thread | two threads | ratio |\n|---|---:|---:|---:|")
    for observe in (False, True):
        rates = []
        rows = [batch("splendor", 2, steps=2 if observe else 16, observe=observe, threads=n) for n in (1, 2)]
        walls = [9e9, 9e9]
        for _ in range(3 * SLICES):
            for n, one in enumerate(rows):
                before = time.perf_counter()
                count = one()
                walls[n] = min(walls[n], time.perf_counter() - before)
        rates = [count / wall for wall in walls]
        name = f"batch, splendor, 2 seats, {'with' if observe else 'without'} observations"
        print(f"| {name} | {rates[0]:,.0f} | {rates[1]:,.0f} | {rates[1] / rates[0]:.2f} |")


if __name__ == "__main__":
    main()
