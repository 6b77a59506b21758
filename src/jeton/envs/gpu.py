"""`Batch` on an NVIDIA GPU: the names, the seeds and the matches of `jeton.envs.batch`, in arrays that stay there.

Every array is a `DeviceArray`: `torch.from_dlpack(batch.observations)`, `jax.dlpack.from_dlpack(…)` and
`cupy.from_dlpack(…)` are the same memory, which `reset`, `step` and `play` write in place. Needs an NVIDIA GPU and
`pip install numba-cuda` (`jeton[train]` brings it). A batch launches its work on CUDA's default stream, and only
those who read a result wait for it.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Literal

import numpy as np

from jeton.envs.batch import REWARDS, IllegalActions, chance_of, check_batch
from jeton.envs.dlpack import DeviceArray
from jeton.envs.kinds import NoEnvironment, kinds
from jeton.games import make

__all__ = ["Batch"]


class Batch:
    """Matches of one title in arrays on the GPU; a fresh match replaces one that has ended.

    The same seed deals the same matches as `jeton.envs.batch.Batch`, and draws the same actions.
    """

    observations: DeviceArray
    """What the seat to move sees in each match: `uint8`, the features of the codec; no columns without observations."""
    masks: DeviceArray
    """Its legal actions, 0 or 1 each: `uint8`. Rows have room between them: `masks.whole` shows it, as zeros."""
    legal: DeviceArray
    """The same as the bits of one word, by the rules' own action numbers: `int64`."""
    movers: DeviceArray
    """The seat to move in each match."""
    rewards: DeviceArray
    """What the last step brought each seat: `float32`, a column a seat."""
    ended: DeviceArray
    """How the last step left each match: 0 going on, 1 ended, 2 scored at its turn limit."""
    points: DeviceArray
    """The points of each seat in the match that ended last in each row."""

    def __init__(
        self,
        title: str,
        size: int,
        *,
        seats: int = 2,
        options: Mapping[str, Any] | None = None,
        seed: int = 0,
        observe: bool = True,
        actions: Literal["", "places", "cards"] = "",
        reward: Literal["win", "points"] = "win",
        turn_limit: int = 200,
    ) -> None:
        """Make room for `size` matches on the current device; raises `NoDevice` if there is none.

        Args:
            title: Whose rules are compiled.
            size: How many matches: a GPU wants many, such as 262,144.
            seats: How many play in each.
            options: Of the table.
            seed: Fixes every deal, and what `sample` and `play` draw.
            observe: Whether to write observations; without them a step is many times as fast.
            actions: How actions are named: by `places`, or by `cards`.
            reward: `win`: a share of 1 at the end; `points`: those of the step.
            turn_limit: Turns of a seat after which a match is scored as it stands.
        """
        found = kinds(title)
        if not found.cuda:
            raise NoEnvironment(f"{title} is not played on the GPU: its rules are not compiled for it")
        check_batch(size, reward)
        self._module = module = import_module(found.cuda)
        module.need_device()
        self.game = make(title, options=options)
        self.codec = found.codec(self.game, seats, actions)
        self.size, self.seats = size, seats
        self._kernels = module.build()
        self._ruleset = module.ruleset(self.game)
        self._rules = module.records(self._ruleset)
        self._wide = self.codec.wide
        self._limit, self._reward = turn_limit * seats, REWARDS.index(reward)
        numbers, columns = self.codec.actions, -(-self.codec.actions // 8)
        self._words = _zeros(size * module.WORDS, np.int64)
        self._matches = module.positions(self._words)
        self._chance, self._numbers = _zeros(size, np.int64), _zeros(size, np.int64)
        self._seen = _zeros((size, len(self.codec.names) // 8), np.int64) if observe else None
        self.observations = DeviceArray(self._seen, (size, len(self.codec.names)), np.uint8) if observe else (
            DeviceArray(self._chance, (size, 0), np.uint8)
        )  # fmt: skip
        self.masks = DeviceArray(_zeros((size, columns), np.int64), (size, numbers), np.uint8, row=8 * columns)
        self.legal, self.movers = _array(size, np.int64), _array(size, np.int8)
        self.rewards, self.ended = _array((size, seats), np.float32), _array(size, np.uint8)
        self.points = _array((size, seats), np.int16)
        self._actions = _array(size, np.int64)
        self._counts, self._turn = _zeros(2, np.int64), 0
        self._wrong = _copied(np.array([size], np.int64))
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Set all matches up again: with a seed, deal what it fixes, else deal the next matches."""
        if seed is not None:
            self._seed, draws = chance_of(seed, self.size)
            self._chance.copy_to_device(draws)
            self._numbers.copy_to_device(np.arange(self.size))
        else:
            self._numbers.copy_to_device(self._numbers.copy_to_host() + self.size)
        self._advance(fresh=True)

    def sample(self) -> DeviceArray:
        """Return a random legal action for each match, in an array that the next call overwrites."""
        self._each(self._kernels.sample, self._matches, self.legal.memory, self._wide, self._chance,
                   self._actions.memory)  # fmt: skip
        return self._actions

    def step(self, actions: Any) -> DeviceArray:
        """Play an action in every match and return how many ended: a number on the GPU, which `int` waits for.

        Actions are integers of any width in an array of torch, CuPy, JAX or NumPy. If one is not legal this
        raises and plays nothing; to find that out, it waits for the GPU unless the actions come from `sample`.
        """
        if actions is not self._actions:
            given = self._given(actions)
            self._each(self._kernels.take, self._matches, given, self.legal.memory, self._wide, self._actions.memory,
                       self._wrong)  # fmt: skip
            row = int(self._wrong.copy_to_host()[0])
            if row < self.size:
                self._wrong.copy_to_device(np.array([self.size], np.int64))
                action = int(self._actions.numpy()[row])
                raise IllegalActions(f"match {row}: action {action} is not legal, nothing was played")
        return self._advance(fresh=False)

    def play(self, steps: int) -> DeviceArray:
        """Play so many random actions in every match in one launch; return how many ended, as `step` does.

        The result is that of `step(sample())` so many times: the arrays hold that of the last step.
        """
        if steps > 0:
            self._turn = 1 - self._turn
            self._each(
                self._kernels.play, self._rules, self._matches, self._numbers, self.seats, self._seed, self._wide,
                *self._told(), steps, self._chance, self._limit, self._reward, *self._outcome(),
            )  # fmt: skip
            self._look()
        return self._ended_now()

    def position(self, row: int) -> Any:
        """Return the position of one match as the engine knows it: `game.view`, `write` and pictures work on it."""
        position = self.game.start(self.seats, bytes(16))
        words = self._words.reshape(self.size, self._module.WORDS)[row].copy_to_host()
        return type(position)(self.game, words)

    def _advance(self, *, fresh: bool) -> DeviceArray:
        """Play the actions, or deal all matches."""
        self._turn = 1 - self._turn
        self._each(
            self._kernels.step, self._ruleset, self._words, self._numbers, self.seats, self._seed, self._wide,
            *self._told(), fresh, self._actions.memory, self._limit, self._reward, *self._outcome(),
        )  # fmt: skip
        self._look()
        return self._ended_now()

    def _told(self) -> tuple[Any, ...]:
        return self.legal.memory, self.movers.memory, self.masks.memory

    def _outcome(self) -> tuple[Any, ...]:
        return self.rewards.memory, self.ended.memory, self.points.memory, self._counts, self._turn

    def _ended_now(self) -> DeviceArray:
        return DeviceArray(self._counts[self._turn : self._turn + 1], (1,), np.int64)

    def _look(self) -> None:
        """Write the observations."""
        if self._seen is not None:
            rows, helpers = self._module.ROWS, self._module.HELPERS
            self._kernels.look[-(-self.size // rows), rows * helpers](self._rules, self._matches, self._seen)

    def _given(self, actions: Any) -> Any:
        """Return actions of any library as Numba takes them, without a copy if they are on the GPU."""
        if tuple(getattr(actions, "shape", ())) != (self.size,):
            raise IllegalActions(
                f"expected an action for each of {self.size} matches, got {getattr(actions, 'shape', actions)!r}"
            )
        if hasattr(actions, "__cuda_array_interface__"):
            from numba import cuda

            found = cuda.as_cuda_array(actions)
        else:
            found = _copied(np.ascontiguousarray(actions))
        if found.dtype.kind not in "iu":
            raise IllegalActions(f"expected actions in integers, got {found.dtype}")
        return found

    def _each(self, kernel: Any, *arguments: Any) -> None:
        """Launch a thread for every match."""
        block = self._module.BLOCK
        kernel[-(-self.size // block), block](*arguments)


def _zeros(shape: Any, dtype: Any) -> Any:
    return _copied(np.zeros(shape, dtype))


def _array(shape: Any, dtype: Any) -> DeviceArray:
    return DeviceArray(_zeros(shape, dtype), shape if isinstance(shape, tuple) else (shape,), dtype)


def _copied(array: Any) -> Any:
    from numba import cuda

    return cuda.to_device(array)
