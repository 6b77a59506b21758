"""A crew: workers that do many jobs, in processes of this machine or, by `jeton.bots.on_ray`, on many machines.

A job follows from its own description alone, so it does not matter who does it, nor how often. If a worker dies, the
crew does its job again, and nothing else is lost.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Generator, Hashable, Iterable
from concurrent.futures import FIRST_COMPLETED, Future, wait
from concurrent.futures.process import BrokenProcessPool
from typing import Any, Protocol, TypeVar

from jeton.bots import processes
from jeton.core.errors import JetonError

__all__ = ["TRIES", "Crew", "Lost", "LostTooOften", "Processes", "done_by"]

TRIES = 5
"""How often the crew gives a job out before it concludes that the job kills its workers."""
AHEAD = 2
"""Jobs that wait or run, for each worker: with one job in reserve it never waits for the next."""

Job = TypeVar("Job")
Done = TypeVar("Done")


class Lost(Exception):
    """The worker of a job died before it finished."""


class LostTooOften(JetonError):
    """The workers of a job died, one after the other."""


class Crew(Protocol):
    """Workers that do jobs. A ticket stands for a job that was given out."""

    def width(self) -> int:
        """Return how many jobs the crew can do at the same moment, now."""
        ...

    def submit(self, work: Callable[[Any], Any], job: Any) -> Hashable:
        """Give a job out and return its ticket."""
        ...

    def wait(self, tickets: Iterable[Any], seconds: float | None) -> Iterable[Any]:
        """Return the tickets whose jobs are done or lost: at least one, unless the seconds are over."""
        ...

    def result(self, ticket: Any) -> Any:
        """Return the result of a job; raises `Lost`, or what the job raised."""
        ...

    def close(self) -> None:
        """Stop all workers, whatever they do."""
        ...


def done_by(
    crew: Crew, work: Callable[[Job], Done], jobs: Iterable[Job], *, until: float | None = None
) -> Generator[Done]:
    """Have every job done until a moment (`time.monotonic`), and yield the results as they come.

    It takes a job from `jobs` only when a worker is nearly free. Closing the iterator stops the crew, as does leaving a
    loop over it by an exception.
    """
    waiting, again = iter(jobs), deque[tuple[Job, int]]()
    pending: dict[Hashable, tuple[Job, int]] = {}
    try:
        while True:
            while len(pending) < AHEAD * max(1, crew.width()):
                if again:
                    job, tries = again.popleft()
                else:
                    try:
                        job, tries = next(waiting), 0
                    except StopIteration:
                        break
                pending[crew.submit(work, job)] = job, tries + 1
            left = None if until is None else until - time.monotonic()
            if not pending or (left is not None and left <= 0):
                return
            for ticket in crew.wait(tuple(pending), left):
                job, tries = pending.pop(ticket)
                try:
                    done: Done = crew.result(ticket)
                except Lost as error:
                    if tries >= TRIES:
                        raise LostTooOften(
                            f"a job was given out {tries} times, and its workers died: {error}"
                        ) from error
                    again.append((job, tries))
                else:
                    yield done
    finally:
        crew.close()


class Processes:
    """Processes of this machine."""

    def __init__(self, workers: int) -> None:
        """Start that many processes, each fresh; they import what their jobs need."""
        self.workers = workers
        self._pool = processes.start(workers)

    def width(self) -> int:
        """Return how many processes there are."""
        return self.workers

    def submit(self, work: Callable[[Any], Any], job: Any) -> Hashable:
        """Give a job out; start new processes if one of the old ones died."""
        try:
            return self._pool.submit(work, job)
        except BrokenProcessPool:
            self.close()
            self._pool = processes.start(self.workers)
            return self._pool.submit(work, job)

    def wait(self, tickets: Iterable[Future[Any]], seconds: float | None) -> Iterable[Future[Any]]:
        """Return the tickets that are done."""
        return wait(tickets, timeout=seconds, return_when=FIRST_COMPLETED).done

    def result(self, ticket: Future[Any]) -> Any:
        """Return the result of a job."""
        try:
            return ticket.result()
        except BrokenProcessPool as error:
            raise Lost(str(error)) from error

    def close(self) -> None:
        """End the processes."""
        processes.end(self._pool)
