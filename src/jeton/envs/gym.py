"""Gymnasium, one agent against bots: `gymnasium.make("jeton.envs.gym:jeton/splendor-v1", opponents=["greedy"])`.

Needs `pip install 'jeton[envs]'`. Importing this module registers a name for every title played in turns.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any, ClassVar

from jeton.bots import Bot, Budget, roster
from jeton.bots import make as make_bot
from jeton.bots.bot import split_budget
from jeton.envs.kinds import Array, NoEnvironment, kinds, wanted
from jeton.envs.spaces import action_space, observation_space, observed
from jeton.envs.table import Reward, Table
from jeton.games import find, titles

gymnasium = wanted("gymnasium", "envs", "jeton.envs.gym")

__all__ = ["Single", "register"]

ILLEGAL = -1.0
"""The reward of an illegal action, which ends the match."""


class Single(gymnasium.Env):  # type: ignore[misc,name-defined]
    """One agent at a table of bots, in a title played in turns.

    An observation holds `observation` and `action_mask`. An illegal action ends the match with a reward of -1 and says
    in `info["illegal"]` which rule refuses it. `action_masks()` gives the mask alone, as some libraries want it.
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": ["ansi"], "render_fps": 1}

    def __init__(
        self,
        title: str,
        seats: int = 2,
        options: Mapping[str, Any] | None = None,
        *,
        opponents: Sequence[str] = (),
        seat: int | None = None,
        observation: str | Sequence[str] = "features",
        actions: str = "",
        reward: Reward = "win",
        turn_limit: int = 200,
        render_mode: str | None = None,
    ) -> None:
        """Choose the table.

        Args:
            title: One of `jeton.titles()` that is played in turns.
            seats: How many play.
            options: Of the table.
            opponents: The bots as the arena spells them (`greedy`, `level4`, `search@300`, `my_bot.py:MyBot`), in turn
                around the table; without any, the title's simplest.
            seat: The agent's; without one, another in every match.
            observation: `features`, names of features or of blocks of them, or `view`.
            actions: How actions are numbered, where the title knows several ways.
            reward: `win`, `points`, or a function of match and seat.
            turn_limit: Turns of a seat after which a match is cut off and scored as it stands.
            render_mode: `ansi` for text.
        """
        if kinds(title).at_once:
            raise NoEnvironment(f"everybody acts at once in {title}: take jeton.envs.parallel")
        if seat is not None and not 0 <= seat < seats:
            raise NoEnvironment(f"expected a seat from 0 to {seats - 1}, got {seat}")
        self.table = Table(
            title, seats, options, observation=observation, actions=actions, reward=reward, turn_limit=turn_limit
        )
        self.render_mode, self.fixed_seat = render_mode, seat
        names = tuple(opponents) or (roster(title).basic,)
        self.bots: list[tuple[Bot, Budget]] = []
        for i in range(seats - 1):
            name, budget = split_budget(names[i % len(names)])
            self.bots.append((make_bot(name, self.table.game), budget or Budget()))
        self.action_space = action_space(self.table)
        self.observation_space = observation_space(self.table)
        self.seat = 0

    @property
    def match(self) -> Any:
        """The match that is played, with its log: `jeton.save(env.unwrapped.match, path)`."""
        return self.table.match

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> tuple[Any, dict[str, Any]]:
        """Deal a match, and let the bots play until it is the agent's turn."""
        super().reset(seed=seed)
        self.table.deal(self.np_random)
        drawn = int(self.np_random.integers(self.table.seats))
        self.seat = drawn if self.fixed_seat is None else self.fixed_seat
        self.chance = Random(int(self.np_random.integers(2**62)))
        self._others()
        self.table.rewards(None)
        return self._seen(), self._info()

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Play the agent's action, and let the bots play until it is its turn again."""
        table = self.table
        if not table.mask(self.seat)[action]:
            return self._seen(), ILLEGAL, True, False, {**self._info(), "illegal": self._why(action)}
        table.play(self.seat, table.codec.move(table.match.position, self.seat, int(action)))
        total = 0.0
        if callable(table.reward):
            total = table.rewards(table.outcome)[self.seat]
        total += self._others()
        outcome = table.outcome
        if not callable(table.reward):
            total = table.rewards(outcome)[self.seat]
        over = outcome is not None
        return self._seen(), total, over and not table.cut_off, over and table.cut_off, self._info()

    def action_masks(self) -> Array:
        """Return what the agent may do now."""
        return self.table.mask(self.seat).astype(bool)

    def render(self) -> str | None:
        """Return the table as a spectator sees it."""
        return self.table.text() if self.render_mode == "ansi" else None

    def _others(self) -> float:
        """Let the bots play until it is the agent's turn; return the caller's own reward for their moves."""
        table, total = self.table, 0.0
        while table.match.actors and table.match.actors[0] != self.seat and not table.cut_off:
            mover = table.match.actors[0]
            bot, budget = self.bots[(mover - self.seat - 1) % table.seats]
            table.play(mover, bot.choose(table.match.view(mover), budget, self.chance))
            if callable(table.reward):
                total += table.rewards(table.outcome)[self.seat]
        return total

    def _seen(self) -> dict[str, Any]:
        return observed(self.table, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "action_mask": self.table.mask(self.seat)}

    def _why(self, action: int) -> str:
        from jeton.core.errors import JetonError

        try:
            move = self.table.codec.move(self.match.position, self.seat, int(action))
            self.match.copy().play(move, seat=self.seat)
        except JetonError as error:
            return str(error)
        return f"action {action} is not legal here"


def register() -> None:
    """Register every title played in turns with Gymnasium: `jeton/splendor-v1`."""
    for name in titles():
        title = find(name)
        identity = f"jeton/{name}-v{title.newest}"
        if title.envs and not kinds(name).at_once and identity not in gymnasium.registry:
            gymnasium.register(identity, entry_point="jeton.envs.gym:Single", kwargs={"title": name})


register()
