"""PettingZoo, one agent after the other: `env("splendor", seats=3)`.

Needs `pip install 'jeton[envs]'`. Agents are called `seat_0`, `seat_1`, …
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jeton.envs.kinds import NoEnvironment, kinds, wanted
from jeton.envs.spaces import action_space, observation_space, observed
from jeton.envs.table import Reward, Table

pettingzoo = wanted("pettingzoo", "envs", "jeton.envs.aec")
wrappers = wanted("pettingzoo.utils.wrappers", "envs", "jeton.envs.aec")

__all__ = ["Turns", "env", "raw_env"]


class Turns(pettingzoo.AECEnv):  # type: ignore[misc,name-defined]
    """A title played in turns.

    The seat whose turn it is acts; `observe` shows another seat what it would see on its turn, with an empty mask. A
    refused action raises `IllegalMove`, with the rule that refuses it.
    """

    def __init__(
        self,
        title: str,
        seats: int = 2,
        options: Mapping[str, Any] | None = None,
        *,
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
            observation: `features`, names of features or of blocks of them, or `view`.
            actions: How actions are numbered, where the title knows several ways.
            reward: `win`, `points`, or a function of match and seat.
            turn_limit: Turns of a seat after which a match is cut off and scored as it stands.
            render_mode: `ansi` for text.
        """
        super().__init__()
        if kinds(title).at_once:
            raise NoEnvironment(f"everybody acts at once in {title}: take jeton.envs.parallel")
        self.table = Table(
            title, seats, options, observation=observation, actions=actions, reward=reward, turn_limit=turn_limit
        )
        self.metadata = {
            "name": f"{title}_v{self.table.game.version}",
            "render_modes": ["ansi"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(seats)]
        self.action_spaces = {agent: action_space(self.table) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(self.table) for agent in self.possible_agents}
        self._rng = np.random.default_rng()

    def observation_space(self, agent: str) -> Any:
        """Return what an agent sees."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Any:
        """Return what an agent can do."""
        return self.action_spaces[agent]

    @property
    def match(self) -> Any:
        """The match that is played, with its log: `jeton.save(env.match, path)`."""
        return self.table.match

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> None:
        """Deal a match; a seed fixes it and those that follow."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.table.deal(self._rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[self.match.actors[0]]

    def observe(self, agent: str) -> dict[str, Any]:
        """Return what an agent may know, and what it may do if it is its turn."""
        return observed(self.table, self.possible_agents.index(agent))

    def step(self, action: int | None) -> None:
        """Play the action of the agent whose turn it is."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        seat = self.possible_agents.index(agent)
        table = self.table
        table.play(seat, table.codec.move(table.match.position, seat, int(action)))  # type: ignore[arg-type]
        outcome = table.outcome
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict(zip(self.possible_agents, table.rewards(outcome), strict=True))
        if outcome is None:
            self.agent_selection = self.possible_agents[self.match.actors[0]]
        else:
            ended = self.truncations if table.cut_off else self.terminations
            for other in self.agents:
                ended[other] = True
            self.agent_selection = self.agents[(seat + 1) % len(self.agents)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        """Return the table as a spectator sees it."""
        return self.table.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def raw_env(title: str, seats: int = 2, options: Mapping[str, Any] | None = None, **choices: Any) -> Turns:
    """Return a table without PettingZoo's wrappers: a refused action raises."""
    return Turns(title, seats, options, **choices)


def env(title: str, seats: int = 2, options: Mapping[str, Any] | None = None, **choices: Any) -> Any:
    """Return a table wrapped like PettingZoo's own: an agent whose action is refused loses, and order is enforced."""
    one = wrappers.TerminateIllegalWrapper(raw_env(title, seats, options, **choices), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(one))
