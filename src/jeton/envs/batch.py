"""`Batch`: thousands of matches in arrays, stepped together; NumPy alone, on one core or several.

`reset` and `step` write every array in place: they return the same memory each time, so copy what you want to keep.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Any, Literal

import numpy as np

from jeton.bots import make as make_bot
from jeton.bots.bot import chooses_many
from jeton.core.errors import JetonError
from jeton.core.processors import processors
from jeton.envs.kinds import Array, NoEnvironment, kinds
from jeton.envs.threads import Threads, Work, parts_of
from jeton.games import make

__all__ = ["REWARDS", "Batch", "IllegalActions", "chance_of", "check_batch"]

REWARDS = ("win", "points")

LIGHT = 32_768
"""With fewer matches one thread draws and checks their actions alone: another would take as long to wake up."""


class IllegalActions(JetonError, ValueError):
    """An action of a batch is not legal in its match; the batch has played nothing."""


class Batch:
    """Matches of one title in arrays; a fresh match replaces one that has ended.

    >>> batch = Batch("splendor", 1000, seats=3, seed=7)
    >>> batch.observations.shape, batch.masks.shape
    ((1000, 1984), (1000, 63))
    >>> ended = sum(batch.step(batch.sample()) for _ in range(200))
    >>> ended > 0, int(batch.masks.sum(axis=1).min()) > 0
    (True, True)
    """

    words: Array
    """The position of each match, as the engine's own words: read them, and write nothing there."""
    observations: Array
    """What the seat to move sees in each match: `uint8`, the features of the codec; no columns without observations."""
    masks: Array
    """Its legal actions, 0 or 1 each: `uint8`."""
    legal: Array
    """The same as the bits of one word, by the rules' own action numbers: `int64`."""
    movers: Array
    """The seat to move in each match."""
    rewards: Array
    """What the last step brought each seat: `float32`, a column a seat."""
    ended: Array
    """How the last step left each match: 0 going on, 1 ended, 2 scored at its turn limit."""
    points: Array
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
        threads: int | None = 1,
    ) -> None:
        """Make room for `size` matches; `threads=None` takes all cores that this process may use.

        Args:
            title: Whose rules are compiled.
            size: How many matches.
            seats: How many play in each.
            options: Of the table.
            seed: Fixes every deal, and what `sample` draws.
            observe: Whether to write observations; without them a step is many times as fast.
            actions: How actions are named: by `places`, or by `cards`.
            reward: `win`: a share of 1 at the end; `points`: those of the step.
            turn_limit: Turns of a seat after which a match is scored as it stands.
            threads: How many threads share the work. The results do not depend on it.
        """
        found = kinds(title)
        if not found.kernels:
            raise NoEnvironment(f"{title} is not played in batches: its rules are not compiled")
        check_batch(size, reward)
        self.game = make(title, options=options)
        self.codec = found.codec(self.game, seats, actions)
        self.size, self.seats = size, seats
        self._kernels = kernels = import_module(found.kernels)
        self._wide = self.codec.wide
        columns = -(-self.codec.actions // 8)
        self.words = np.zeros((size, kernels.WORDS), np.int64)
        self._numbers, self._chance = np.zeros(size, np.int64), np.zeros(size, np.int64)
        self._masks = np.zeros((size, columns), np.int64)
        self.masks = self._masks.view(np.uint8)[:, : self.codec.actions]
        self.observations = np.zeros((size, len(self.codec.names) if observe else 0), np.uint8)
        self.legal, self.movers = np.zeros(size, np.int64), np.zeros(size, np.int8)
        self.rewards, self.ended = np.zeros((size, seats), np.float32), np.zeros(size, np.uint8)
        self.points = np.zeros((size, seats), np.int16)
        self._chosen, self._later = np.zeros((3, size), np.int64), np.zeros(size, np.int64)
        self._rows = [kernels.ONE, kernels.OTHER]  # of the last sample, and of the next
        self._sampled: Array = self._chosen[kernels.ONE]
        self._orders, self._ahead = np.zeros(5, np.int64), False  # by `HOW` and so on of the kernels
        self._position: Any = None
        self._asked: dict[str, tuple[Any, Array, Array]] = {}
        count = max(1, threads or processors())
        self._parts = parts_of(size, count)
        count = min(count, len(self._parts))
        self._threads, self._work = Threads(count), Work(size, count)
        work = self._work
        game: Any = self.game
        work.task = partial(
            kernels.step, work.turns, work.parts, self._orders, game.ruleset, self.words, self._numbers, seats,
            self._wide, self.legal, self.movers, self._masks, self.observations, self._chosen, self._chance,
            self._later, turn_limit * seats, REWARDS.index(reward), self.rewards, self.ended, self.points,
        )  # fmt: skip
        self.reset(seed)

    def reset(self, seed: int | None = None) -> None:
        """Set all matches up again: with a seed, deal what it fixes, else deal the next matches."""
        if seed is not None:
            self._orders[self._kernels.SEED], self._chance[:] = chance_of(seed, self.size)
            self._orders[self._kernels.BEHIND] = False
            self._numbers[:] = np.arange(self.size)
            self._asked.clear()
        else:
            self._numbers += self.size
        self._go_on(self._kernels.DEAL)

    def sample(self) -> Array:
        """Return a random legal action for each match; the next call, or the step after it, overwrites the array."""
        self._catch_up()
        if self._ahead:
            self._rows.reverse()
            self._sampled = self._chosen[self._rows[0]]
            self._orders[self._kernels.BEHIND], self._ahead = True, False
        else:
            self._each(self._draw, light=True)
        return self._sampled

    def ask(self, bot: str) -> Array:
        """Return what a bot would play in each match, in an array that its next call overwrites; nothing is played.

        Only bots that choose in many positions at once can answer: `greedy`, `net`, and levels that do not read ahead.
        Where a bot finds several actions equally good, it draws one; the seed of the last `reset` fixes the draw.
        """
        if bot not in self._asked:
            chooser = make_bot(bot, self.game)
            if not chooses_many(chooser, self.seats):
                raise NoEnvironment(f"{bot} does not choose in many positions at once: ask it by `position` and `view`")
            self._catch_up()
            self._asked[bot] = chooser, self._chance.copy(), np.zeros(self.size, np.int64)
        chooser, chance, actions = self._asked[bot]

        def choose(lo: int, hi: int) -> None:
            words, legal, chosen = self.words[lo:hi], self.legal[lo:hi], actions[lo:hi]
            chooser.choose_many(words, legal, np.ones(hi - lo, bool), chance[lo:hi], chosen)
            if self._wide:
                self._kernels.name(words, chosen)

        self._each(choose)
        return actions

    def step(self, actions: Array) -> int:
        """Play an action in every match and return how many ended; if one is not legal, raise and play nothing.

        `observations`, `masks`, `legal`, `movers`, `rewards` and `ended` then hold the result.
        """
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.size,):
            raise IllegalActions(f"expected an action for each of {self.size} matches, got {chosen.shape}")
        if chosen is not self._sampled:
            wrong = self._each(
                lambda lo, hi: self._kernels.refused(self.words, chosen, lo, hi, self._wide, self.legal), light=True
            )
            if max(wrong) >= 0:
                row = min(i for i in wrong if i >= 0)
                raise IllegalActions(f"match {row}: action {chosen[row]} is not legal, nothing was played")
            self._chosen[self._kernels.GIVEN] = chosen
            return self._go_on(self._kernels.GIVEN)
        return self._go_on(self._rows[0], ahead=self._rows[1])

    def play(self, steps: int) -> int:
        """Play so many random actions in every match and return how many ended; the arrays tell of the last step.

        The result is that of `step(sample())` so many times. Threads do not wait for one another between the steps.
        """
        return self._go_on(self._kernels.DRAW, steps=steps)

    def position(self, row: int) -> Any:
        """Return the position of one match as the engine knows it: `game.view`, `write` and pictures work on it."""
        if self._position is None:  # only here: it compiles how one match begins, which no batch needs
            self._position = type(self.game.start(self.seats, bytes(16)))
        return self._position(self.game, self.words[row].copy())

    def see(self, words: Array, rows: Array, out: Array) -> None:
        """Write what the seat to move sees in some of many positions, whose `words` were kept, into an array of zeros.

        The padding at the end of its rows stays as it is, so the same array can be used again.
        """
        game: Any = self.game
        self._kernels.see(game.ruleset, words, rows, out)

    def _draw(self, lo: int, hi: int) -> None:
        """Draw a random legal action in each match of a range."""
        self._kernels.sample(self.words, self.legal, lo, hi, self._wide, self._chance, self._sampled)

    def _go_on(self, how: int, *, steps: int = 1, ahead: int = 0) -> int:
        """Have the threads go on in every match, and maybe draw the next sample into a row; return how many ended.

        So a loop of `step(sample())` hands over work once a step, and each thread reads what it wrote itself. What the
        draw leaves behind only counts if somebody asks for the sample.
        """
        if steps > 1:
            self._catch_up()
        orders, kernels = self._orders, self._kernels
        orders[kernels.HOW], orders[kernels.STEPS], orders[kernels.AHEAD] = how, steps, ahead
        finished = self._threads.repeat(self._work)
        orders[kernels.BEHIND], self._ahead = False, ahead > 0
        return finished

    def _catch_up(self) -> None:
        """Take over what the last draw left behind, if it counts."""
        if self._orders[self._kernels.BEHIND]:
            self._chance[:] = self._later
            self._orders[self._kernels.BEHIND] = False

    def _each(self, work: Callable[[int, int], Any], *, light: bool = False) -> list[Any]:
        """Have the threads do all rows; this one alone does light work on few."""
        if light and self.size < LIGHT:
            return [work(0, self.size)]
        return self._threads.share(work, self._parts)


def check_batch(size: int, reward: str) -> None:
    """Raise `NoEnvironment` for a batch that can't exist."""
    if size < 1 or reward not in REWARDS:
        raise NoEnvironment(f"expected at least one match and a reward of {REWARDS}, got {size} and {reward!r}")


def chance_of(seed: int, size: int) -> tuple[int, Array]:
    """Return what a seed fixes on every device: the key of all deals, and where `sample` begins in each match."""
    digest = hashlib.sha256(f"jeton batch 1 {seed}".encode()).digest()
    draws = np.random.default_rng(int.from_bytes(digest[8:16], "little")).integers(0, 2**62, size)
    return int.from_bytes(digest[:8], "little", signed=True), draws
