"""PettingZoo, all agents at once: `parallel_env("guardians", seats=4)`; titles of turns too.

Needs `pip install 'jeton[envs]'`. In a title of turns, the actions of agents that have to wait count for nothing; their
mask holds the one action that says so. Where everybody acts at once, a step is a beat of the match's clock: it plays
all actions at that moment, beginning with another seat in every beat, and the clock's ticks come when they are due.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from jeton.core.errors import JetonError
from jeton.envs.kinds import kinds, wanted
from jeton.envs.spaces import action_space, observation_space, observed
from jeton.envs.table import Reward, Table

pettingzoo = wanted("pettingzoo", "envs", "jeton.envs.parallel")

__all__ = ["AtOnce", "parallel_env"]


class AtOnce(pettingzoo.ParallelEnv):  # type: ignore[misc,name-defined]
    """A table whose agents all give an action in every step."""

    def __init__(
        self,
        title: str,
        seats: int | None = None,
        options: Mapping[str, Any] | None = None,
        *,
        observation: str | Sequence[str] = "features",
        actions: str = "",
        reward: Reward = "win",
        turn_limit: int = 200,
        step_limit: int = 5000,
        beat: int = 1000,
        render_mode: str | None = None,
    ) -> None:
        """Choose the table.

        Args:
            title: One of `jeton.titles()`.
            seats: How many play; without it the fewest.
            options: Of the table.
            observation: `features`, names of features or of blocks of them, or `view`.
            actions: How actions are numbered, where the title knows several ways.
            reward: `win`, `points`, or a function of match and seat.
            turn_limit: Turns of a seat after which a match of turns is cut off and scored as it stands.
            step_limit: Steps after which any other match is cut off: agents may wait for each other forever.
            beat: How long a step takes on the match's clock, in milliseconds.
            render_mode: `ansi` for text.
        """
        self.at_once = kinds(title).at_once
        chosen = seats or Table(title, _fewest(title), options).seats
        self.table = Table(
            title, chosen, options, observation=observation, actions=actions, reward=reward, turn_limit=turn_limit
        )
        self.metadata = {
            "name": f"{title}_v{self.table.game.version}",
            "render_modes": ["ansi"],
            "render_fps": 1,
        }
        self.render_mode, self.step_limit, self.beat = render_mode, step_limit, beat
        self.possible_agents = [f"seat_{seat}" for seat in range(chosen)]
        self.action_spaces = {agent: action_space(self.table) for agent in self.possible_agents}
        self.observation_spaces = {agent: observation_space(self.table) for agent in self.possible_agents}
        self._rng = np.random.default_rng()
        self.agents: list[str] = []

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

    def reset(self, seed: int | None = None, options: Mapping[str, Any] | None = None) -> tuple[Any, Any]:
        """Deal a match; a seed fixes it and those that follow."""
        if seed is not None:
            self._rng = np.random.default_rng(seed)
        self.table.deal(self._rng)
        self.agents = list(self.possible_agents)
        self.steps = self.now = 0
        return self._observations(), {agent: {} for agent in self.agents}

    def step(self, actions: Mapping[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """Play everybody's action; a refused one changes nothing, and the agent's info says why."""
        table, agents = self.table, self.agents
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        first = self.steps % len(agents) if agents else 0
        self.steps += 1
        self.now += self.beat
        self._tick()
        movers = self.match.actors
        for agent in (*agents[first:], *agents[:first]):
            seat = self.possible_agents.index(agent)
            action = int(actions[agent])
            if (action == table.codec.idle if self.at_once else seat not in movers) or self.match.is_over:
                continue
            try:
                table.play(seat, table.codec.move(self.match.position, seat, action), at=self._at)
            except JetonError as error:
                infos[agent]["refused"] = str(error)
        too_long = self.at_once and not self.match.is_over and self.steps >= self.step_limit
        outcome = table.game.standing(self.match.position) if too_long else table.outcome
        rewards = dict(zip(self.possible_agents, table.rewards(outcome), strict=True))
        cut = too_long or table.cut_off
        ended = outcome is not None
        observations = self._observations()
        if ended:
            self.agents = []
        return (
            observations,
            {agent: rewards[agent] for agent in agents},
            dict.fromkeys(agents, ended and not cut),
            dict.fromkeys(agents, ended and cut),
            infos,
        )

    @property
    def _at(self) -> int | None:
        return self.now if self.at_once else None

    def _tick(self) -> None:
        """Let the clock play what is due at this beat."""
        while self.at_once and not self.match.is_over:
            due = self.table.game.alarm(self.match.position)
            if due is None or due > self.now:
                return
            self.match.tick(max(due, self.match.log[-1].at if self.match.log else 0))

    def _observations(self) -> dict[str, Any]:
        found = {agent: observed(self.table, seat) for seat, agent in enumerate(self.possible_agents)}
        for seen in found.values():
            if self.at_once or not seen["action_mask"].any():
                seen["action_mask"][self.table.codec.idle] = 1
        return {agent: found[agent] for agent in self.agents}

    def render(self) -> str | None:
        """Return the table as a spectator sees it."""
        return self.table.text() if self.render_mode == "ansi" else None

    def close(self) -> None:
        """Do nothing: there is nothing to close."""


def _fewest(title: str) -> int:
    from jeton.games.registry import find

    return min(find(title).seats)


def parallel_env(
    title: str, seats: int | None = None, options: Mapping[str, Any] | None = None, **choices: Any
) -> AtOnce:
    """Return a table whose agents all give an action in every step."""
    return AtOnce(title, seats, options, **choices)
