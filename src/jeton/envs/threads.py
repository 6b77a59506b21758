"""`Threads`: threads that share the parts of one piece of work; whoever is free takes the next part.

A pool of `concurrent.futures` takes about twice as long to hand work over and back (docs/research.md), and waits for
each thread, whether it came in time or not. Here a thread that the system lets wait leaves its parts to the others, and
nobody waits for a thread that has taken none.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Thread
from typing import Any

__all__ = ["Part", "Threads", "parts_of"]

Part = tuple[int, int]
"""A range of rows: the first, and the one after the last."""

LEAST = 128
"""Rows in the smallest part: a batch observes them in about the time that a hand-over takes."""

NAME = "jeton batch"


class Threads:
    """So many threads, the caller's own included; the others end with this object."""

    def __init__(self, count: int) -> None:
        """Start all threads but the caller's."""
        self._others, self._jobs = count - 1, SimpleQueue[Any]()
        for _ in range(self._others):
            Thread(target=_serve, args=(self._jobs,), name=NAME, daemon=True).start()
        weakref.finalize(self, _end, self._jobs, self._others)

    def share(self, work: Callable[[int, int], Any], parts: list[Part]) -> list[Any]:
        """Do the work of all parts and return what came of each, in any order; if a part fails, raise its error."""
        left, answers = parts[::-1], SimpleQueue[tuple[Any, BaseException | None]]()
        for _ in range(min(self._others, len(parts) - 1)):
            self._jobs.put((work, left, answers))
        try:
            done = [work(*part) for part in _taken(left)]
        except BaseException:
            left.clear()
            raise
        for _ in range(len(parts) - len(done)):
            answer, error = answers.get()
            if error is not None:
                raise error
            done.append(answer)
        return done


def parts_of(size: int, threads: int, least: int = LEAST) -> list[Part]:
    """Return rows in parts: seven eighths of all in a part for each thread, then seven eighths of the rest, and so on.

    Few parts cost little, and the last are small, so that the threads end together; none is smaller than `least`, but
    for the very last.

    >>> [end - begin for begin, end in parts_of(16384, 2)]
    [7168, 7168, 896, 896, 128, 128]
    """
    if threads == 1:
        return [(0, size)]
    parts: list[Part] = []
    at = 0
    while at < size:
        rows = max(least, (size - at) * 7 // (8 * threads))
        for _ in range(threads):
            if at < size:
                parts.append((at, min(at + rows, size)))
                at += rows
    return parts


def _taken(left: list[Part]) -> Iterator[Part]:
    """Take one part after the other, as long as there is one; several threads may take from one list."""
    while True:
        try:
            part = left.pop()
        except IndexError:
            return
        yield part


def _serve(jobs: SimpleQueue[Any]) -> None:
    """Do parts of each job that comes, until `None` comes. Between jobs the thread holds on to none of them."""
    while (job := jobs.get()) is not None:
        _help(*job)
        del job


def _help(work: Callable[[int, int], Any], left: list[Part], answers: SimpleQueue[Any]) -> None:
    """Do the parts that are left and answer for each; after an error nobody takes another part."""
    for part in _taken(left):
        try:
            answers.put((work(*part), None))
        except BaseException as error:
            left.clear()
            answers.put((None, error))


def _end(jobs: SimpleQueue[Any], threads: int) -> None:
    for _ in range(threads):
        jobs.put(None)
