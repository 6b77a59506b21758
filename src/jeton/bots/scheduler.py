"""The scheduler of a match: who moves next, and when, on a clock that nobody has to wait for.

If one seat is to move, it moves. If several may move at once, each has a plan: a move, and the time it takes. The
scheduler carries out the earliest plan; the clock's tick comes when it is due. So quick bots are first, as at a table,
and a match of an hour takes a second.

A bot of such a game has two more methods. `delay(view, move, rng, now)` says how many seconds it takes; `waits(view,
move)` says whether it would plan anew if something happened before. A bot without them takes any time up to `PAUSE`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Any, Protocol, runtime_checkable

import msgspec

from jeton.bots.bot import Bot
from jeton.core.game import CLOCK, TICK, Rng, Seat
from jeton.core.match import Match

__all__ = ["Paced", "Plan", "Scheduler"]

PAUSE = 10.0
"""Seconds."""


@runtime_checkable
class Paced(Protocol):
    """A bot that takes its time."""

    def delay(self, view: Any, move: str, rng: Rng, now: int | None = None) -> float:
        """Return the seconds before the move; `now` is the match time (ms)."""
        ...

    def waits(self, view: Any, move: str) -> bool:
        """Return whether to plan the move anew if something happens before it is made."""
        ...


class Plan(msgspec.Struct, frozen=True, order=True):
    """A move, when its seat will make it (ms), and what decides between plans for the same moment."""

    at: float
    tie: float
    seat: Seat
    move: str
    waits: bool


class Scheduler:
    """What the seats of one match are about to do; `choose` asks the bot of a seat for its move."""

    def __init__(
        self,
        match: Match,
        bots: Mapping[Seat, Bot] | Sequence[Bot],
        chance: Sequence[Random],
        choose: Callable[[Seat], str],
    ) -> None:
        """`chance` is that of each seat; nothing else decides."""
        self.match, self.bots, self.chance, self.choose = match, bots, chance, choose
        self.now = 0.0
        self.plans: dict[Seat, Plan] = {}

    def next(self) -> tuple[Seat, str, int]:
        """Return who moves, what, and when (ms); raises `ValueError` if nobody can."""
        actors = self.match.actors
        if not actors:
            raise ValueError("expected a match that is not over")
        self.prepare(actors)
        seat, move, at = self.due(actors)
        self.go_on(self.now if at == math.inf else at, seat)  # if everybody waits for ever, somebody goes first
        return seat, move, int(self.now)

    def prepare(self, seats: Iterable[Seat]) -> None:
        """Make a plan for each of the seats that has none."""
        alone = len(self.match.actors) == 1
        for seat in seats:
            if seat not in self.plans:
                self.plans[seat] = self._plan(seat, alone=alone)

    def due(self, seats: Iterable[Seat]) -> tuple[Seat, str, float]:
        """Return what comes next, the clock's tick included; `math.inf` if nothing has a time."""
        tick = self.match.game.alarm(self.match.position)
        first = min((self.plans[seat] for seat in seats if seat in self.plans), default=None)
        if tick is not None and (first is None or tick <= first.at):
            return CLOCK, TICK, tick
        return (CLOCK, TICK, math.inf) if first is None else (first.seat, first.move, first.at)

    def go_on(self, now: float, mover: Seat) -> None:
        """Go on to this time and let the mover move: drop its plan and those that wait; after a tick, drop them all."""
        self.now = now
        for seat, plan in [*self.plans.items()]:
            if mover in (CLOCK, seat) or plan.waits:
                del self.plans[seat]

    def _plan(self, seat: Seat, *, alone: bool) -> Plan:
        move, bot, chance = self.choose(seat), self.bots[seat], self.chance[seat]
        if isinstance(bot, Paced):
            view = self.match.view(seat)
            seconds, waits = bot.delay(view, move, chance, int(self.now)), bot.waits(view, move)
        else:
            seconds, waits = 0.0 if alone else PAUSE * chance.random(), False
        return Plan(self.now + 1000 * seconds, 0.0 if alone else chance.random(), seat, move, waits)
