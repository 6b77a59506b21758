"""`Table`: one match after another for agents: deals from a seed, observations, rewards, and the end.

The environments of PettingZoo and Gymnasium share it; it knows neither.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np

from jeton.core.game import CLOCK, Outcome, Seat
from jeton.core.match import Header, Match
from jeton.envs.kinds import Array, NoEnvironment, codec
from jeton.games import make

__all__ = ["Reward", "Table", "share_of_win"]

Reward = str | Callable[[Match, Seat], float]
"""`win`, `points`, or a function of the match after a move and a seat, called for every seat after every move."""

VIEW, FEATURES = "view", "features"


class Table:
    """A game, who sees it how, and what earns a reward; then a match, `deal` by `deal`."""

    def __init__(
        self,
        title: str,
        seats: int,
        options: Mapping[str, Any] | None = None,
        *,
        observation: str | Sequence[str] = FEATURES,
        actions: str = "",
        reward: Reward = "win",
        turn_limit: int = 200,
    ) -> None:
        """Choose everything but the deal; raises what is wrong with it."""
        self.game = make(title, options=options)
        self.codec = codec(self.game, seats, actions)
        self.seats, self.turn_limit = seats, turn_limit
        self.as_view = observation == VIEW
        self.columns = None if observation in (VIEW, FEATURES) else self._columns(observation)
        if isinstance(reward, str) and reward not in ("win", "points"):
            raise NoEnvironment(f"expected a reward of 'win', 'points' or a function, got {reward!r}")
        self.reward = reward
        self.match: Match
        self.turns = 0

    def _columns(self, names: str | Sequence[str]) -> Array:
        """Return the features of some blocks, or some features, by name."""
        found: list[int] = []
        every = {name: i for i, name in enumerate(self.codec.names)}
        for name in (names,) if isinstance(names, str) else names:
            if name in self.codec.blocks:
                block = self.codec.blocks[name]
                found += range(block.start, block.stop)
            elif name in every:
                found.append(every[name])
            else:
                known = ", ".join((VIEW, FEATURES, *self.codec.blocks))
                raise NoEnvironment(f"no observation is called {name!r}: expected {known}, or features by name")
        return np.array(found)

    @property
    def size(self) -> int:
        """How many features an observation has."""
        return len(self.codec.names) if self.columns is None else len(self.columns)

    def deal(self, rng: np.random.Generator) -> None:
        """Begin a match: the generator draws its key."""
        key = hashlib.sha256(b"jeton envs 1 " + rng.bytes(16)).hexdigest()[:32]
        header = Header(
            title=self.game.title,
            version=self.game.version,
            seats=self.seats,
            options=dict(self.game.options),
            key=key,
        )
        self.match = Match(self.game, header)
        self.points = list(self.codec.points(self.match.position))
        self.turns, self.mover = 0, CLOCK

    def observe(self, seat: Seat) -> Any:
        """Return what a seat sees: an array of features, or its view in named arrays."""
        if self.as_view:
            return self.codec.numbers(self.match.view(seat))
        features = self.codec.features(self.match.position, seat)
        return features if self.columns is None else features[self.columns]

    def mask(self, seat: Seat) -> Array:
        """Return what a seat may do."""
        return self.codec.mask(self.match.position, seat)

    def play(self, seat: Seat, move: str, at: int | None = None) -> None:
        """Play a move by its notation; if it is refused, raise and change nothing."""
        self.match.play(move, seat=seat, at=at)
        if seat not in (self.mover, CLOCK):
            self.turns, self.mover = self.turns + 1, seat

    @property
    def cut_off(self) -> bool:
        """Whether the match has gone on for too long: it is then scored as it stands."""
        return not self.match.is_over and self.turns >= self.turn_limit * self.seats

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or stood when it was cut off."""
        found = self.match.outcome
        return self.game.standing(self.match.position) if found is None and self.cut_off else found

    def rewards(self, outcome: Outcome | None) -> list[float]:
        """Return the reward of each seat since the last call."""
        if callable(self.reward):
            return [float(self.reward(self.match, seat)) for seat in range(self.seats)]
        if self.reward == "win":
            return [0.0] * self.seats if outcome is None else share_of_win(outcome)
        before, self.points = self.points, list(self.codec.points(self.match.position))
        return [float(now - then) for then, now in zip(before, self.points, strict=True)]

    def text(self) -> str:
        """Return what a spectator sees, a line for each part that is not empty."""
        view = self.match.view(None)
        parts = {name: getattr(view, name) for name in view.__struct_fields__}
        return "\n".join(f"{name}: {value}" for name, value in parts.items() if value not in (None, ()))


def share_of_win(outcome: Outcome) -> list[float]:
    """Return shares of 1, in equal parts to the winners.

    >>> share_of_win(Outcome("goal", (0, 2), (15, 9, 15), (1, 3, 1)))
    [0.5, 0.0, 0.5]
    """
    share = 1.0 / len(outcome.winners)
    return [share if seat in outcome.winners else 0.0 for seat in range(len(outcome.ranks))]
