"""As many moves as several servers can take, each with rooms and people of its own: a process of people for each."""

from __future__ import annotations

import asyncio
import multiprocessing
import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import Any, NamedTuple

import uvloop

from scripts.load.people import Load, Room

__all__ = ["Crowd", "Played", "Seated"]

WAIT_SECONDS = 300.0
"""How long those who are ready wait for the others."""
WARM_RATE, WARM_SECONDS = 100.0, 2.0
"""A pace to begin with, so that what is compiled or cached once is not timed."""


class Seated(NamedTuple):
    """The people of one server: its address, their token, their tables."""

    url: str
    token: str
    tables: list[str]


class Played(NamedTuple):
    """What they have done."""

    times: list[float]
    seconds: float
    faults: int
    error: str
    cpu: float


class Crowd:
    """The people of several servers, who sit down and then play at one moment, as fast as it goes."""

    def __init__(self, all_seated: Sequence[Seated], seconds: float) -> None:
        """Connect everybody."""
        spawn = multiprocessing.get_context("spawn")
        self._begin = spawn.Barrier(len(all_seated) + 1)
        self._pool = ProcessPoolExecutor(len(all_seated), spawn, _prepare, (self._begin,))
        self._found = [self._pool.submit(_play, some, seconds) for some in all_seated]

    def begin(self) -> None:
        """Wait until all sit, and let them play."""
        self._begin.wait(WAIT_SECONDS)

    def played(self) -> list[Played]:
        """Wait until all are done."""
        with self._pool:
            return [one.result() for one in self._found]


_begin: Any = None
"""In a process of people: opens when all of them sit."""


def _prepare(begin: Any) -> None:
    global _begin
    _begin = begin


def _play(seated: Seated, seconds: float) -> Played:
    try:
        return uvloop.run(_people(seated, seconds))
    except BaseException:
        _begin.abort()  # nobody shall wait for these
        raise


async def _people(seated: Seated, seconds: float) -> Played:
    load = Load([seated.url], seated.token)
    load.rooms = [Room(load, table, number) for number, table in enumerate(seated.tables)]
    await load.join()
    await load.at_pace(WARM_RATE, WARM_SECONDS)
    await asyncio.to_thread(_begin.wait, WAIT_SECONDS)
    load.begin()
    cpu = time.process_time()
    await load.as_fast_as_it_goes(len(load.rooms), seconds)
    cpu = time.process_time() - cpu
    for room in load.rooms:
        room.leave()
    return Played(load.times, load.seconds, load.faults, load.last_error, cpu)
