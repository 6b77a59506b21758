"""`Threads`: threads that share the parts of one piece of work; whoever is free takes the next part.

A pool of `concurrent.futures` takes about twice as long to hand work over and back (docs/research.md), and waits for
each thread, whether it came in time or not. Here a thread that the system lets wait leaves its parts to the others, and
nobody waits for a thread that has taken none.

`share` has threads do any function of Python. `repeat` has them do compiled work that comes again and again: before a
thread sleeps, it looks for the next round for about 0.1 ms, in compiled code (`jeton.core.turns`). If that was in vain,
it looks half as long the next time. On a busy machine it sleeps at once: where the caller waits in vain for a part, or
no thread comes that looks for work, others have the cores, and looking would take them from the caller.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterator
from queue import SimpleQueue
from threading import Thread
from time import perf_counter
from typing import Any

import numpy as np

from jeton.core.jit import INTERPRETED
from jeton.core.turns import CALLER, LOOKS, brought, gone, helped, listen, open_work, words

__all__ = ["Part", "Threads", "Work", "parts_of"]

Part = tuple[int, int]
"""A range of rows: the first, and the one after the last."""

LEAST = 128
"""Rows in the smallest part: a batch observes them in about the time that a hand-over takes."""

PARTS = 8
"""Into so many parts a thread's own rows fall: as much as others can take, when it comes late."""
SOON = 0.0003
"""If the next round comes within so many seconds, it pays to look for it."""
ROUNDS, MOST_ROUNDS = 8, 256
"""For so many rounds nobody looks for work when cores are busy: at first, and at most."""
NAME = "jeton batch"


class Work:
    """Compiled work in parts, which threads do together in many rounds.

    Its task returns whether all parts are done if the caller does it, else whether the caller sleeps until it is told.
    """

    def __init__(self, size: int, threads: int) -> None:
        """Take how many rows there are, and how many threads do them, the caller included; then give it a `task`."""
        threads = 1 if INTERPRETED else threads
        self.turns, self.parts = words(threads), own_parts(size, threads)
        self.task: Callable[[int, int], Any] = _nothing
        self.answers, self.asked, self.unfinished = SimpleQueue[BaseException | None](), False, False
        self.awake = np.zeros(threads, np.int64)
        self.looks, self.left = [LOOKS] * threads, [0.0] * threads
        self.busy, self.next_busy = 0, ROUNDS

    def attend(self, thread: int) -> None:
        """Do parts of each round until none comes for a while."""
        soon = perf_counter() - self.left[thread] < SOON
        self.looks[thread] = LOOKS if soon else self.looks[thread] // 2
        looks = 0 if self.busy else self.looks[thread]
        try:
            while self.task(thread, looks):
                self.answers.put(None)
                looks = 0  # leave the processor to the caller
        except BaseException as error:
            gone(self.turns, thread)
            self.answers.put(error)
        self.left[thread] = perf_counter()

    def learn(self, done: bool) -> None:
        """Learn whether cores are busy: parts were not done in time, or no thread that was awake has come.

        If so, nobody looks for work for some rounds, the next time for twice as many.
        """
        if self.busy:
            self.busy -= 1
        elif not done or not (self.awake[CALLER + 1 :].any() or helped(self.turns) or len(self.awake) == 1):
            self.busy, self.next_busy = self.next_busy, min(2 * self.next_busy, MOST_ROUNDS)
        elif helped(self.turns):
            self.next_busy = max(ROUNDS, self.next_busy // 2)


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

    def repeat(self, work: Work) -> int:
        """Do all parts of one more round and return what they brought together; if a part fails, raise its error."""
        if work.unfinished:  # somebody broke the last round off
            self._finish(work)
        work.unfinished = True
        open_work(work.turns, work.awake)
        for thread in np.flatnonzero(work.awake).tolist():
            self._jobs.put((work, thread))
        self._finish(work)
        return brought(work.turns)

    def _finish(self, work: Work) -> None:
        """Do the parts that are left, and wait until all are done."""
        try:
            if not work.asked:
                done = work.task(CALLER, 0 if work.busy else LOOKS)
                work.learn(done)
                work.asked = not done and bool(listen(work.turns, work.parts))
            error = work.answers.get() if work.asked else None
            work.asked = False
            if error is not None:
                raise error
        except Exception:
            work.unfinished, work.answers = False, SimpleQueue()
            raise
        work.unfinished = False


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


def own_parts(size: int, threads: int, least: int = LEAST) -> Any:
    """Return equal rows for each thread, in up to eight parts: none is smaller than `least`, if it has as many rows.

    >>> own_parts(1200, 2, 200).tolist()
    [[[0, 200], [200, 400], [400, 600]], [[600, 800], [800, 1000], [1000, 1200]]]
    """
    each = max(1, min(PARTS, size // threads // least))
    ends = np.arange(threads * each + 1) * size // (threads * each)
    return np.stack([ends[:-1], ends[1:]], axis=1).reshape(threads, each, 2)


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
        if isinstance(job[0], Work):
            job[0].attend(job[1])
        else:
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


def _nothing(thread: int, looks: int) -> bool:
    return True


def _end(jobs: SimpleQueue[Any], threads: int) -> None:
    for _ in range(threads):
        jobs.put(None)
