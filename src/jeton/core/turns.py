"""Compiled code of several threads does the parts of one piece of work, without Python's lock.

A thread of Python that waits for work sleeps, and takes 0.06 ms to wake up. Here it first looks for the next work for a
while, in compiled code, where it holds no lock; only then it goes to sleep. Whoever gives out work wakes those that
sleep, and nobody else.

Each thread has parts of its own: the next time their memory is still near its processor. When they are done, it takes
those that others have not come to.

    words      what threads share: a cache line for each word, so that they disturb one another only where they must
    open_work  the caller gives out new work, and learns who sleeps
    take       a thread takes a part; if there is none, it gives up after so many looks
    hand_in    a part is done; says whether the caller sleeps and wants to be told
    all_done   whether all parts are done; gives up after so many looks
    lie_down   a thread goes to sleep, unless there is work after all
    listen     the caller goes to sleep, unless all is done after all
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import types
from numba.extending import intrinsic

from jeton.core.jit import INTERPRETED, compiled, entry_point, shared

__all__ = [
    "CALLER",
    "LOOKS",
    "all_done",
    "brought",
    "hand_in",
    "lie_down",
    "listen",
    "open_work",
    "sleeping",
    "take",
    "words",
]

LINE = 8
DONE, BROUGHT, HELPED, LISTENS, FIRST = (LINE * place for place in range(5))
"""How many parts are done, and what they brought; how many of them others than the caller did; whether the caller wants
to be told; and where the threads begin."""
NEXT, ASLEEP, EACH = 0, LINE, 2 * LINE
"""For each thread: which of its parts is next; whether it sleeps."""

CALLER = 0
"""The caller is the first thread."""
NOTHING = 1 << 40
"""More parts than any thread has."""
LOOKS = 5_000
"""So many looks take about 0.1 ms: a bit more than it takes to wake up."""
BETWEEN = 16
"""Multiplications between two looks, each waiting for the one before: so a look takes about as long everywhere."""
ODD = 6364136223846793005


def words(threads: int) -> Any:
    """Return what so many threads share, the caller included: there is no work, and all others sleep.

    >>> words(2).shape
    (64,)
    """
    together = np.zeros(FIRST + EACH * threads, np.int64)
    together[FIRST + NEXT :: EACH] = NOTHING
    together[FIRST + EACH + ASLEEP :: EACH] = 1
    return together


def _place(context: Any, b: Any, signature: Any, args: Any) -> Any:
    """Return where a word of an array lies."""
    return b.gep(context.make_array(signature.args[0])(context, b, args[0]).data, [args[1]])


@intrinsic  # type: ignore[untyped-decorator]
def compiled_read(typing_context: Any, array: Any, at: Any) -> Any:
    """Read a word that another thread may change."""

    def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
        return b.load_atomic(_place(context, b, signature, args), "seq_cst", 8)

    return types.int64(array, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def compiled_add(typing_context: Any, array: Any, at: Any, number: Any) -> Any:
    """Add to a word in one step, and return what it was."""

    def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
        return b.atomic_rmw("add", _place(context, b, signature, args), args[2], "seq_cst")

    return types.int64(array, types.int64, types.int64), generate


@intrinsic  # type: ignore[untyped-decorator]
def compiled_swap(typing_context: Any, array: Any, at: Any, number: Any) -> Any:
    """Replace a word in one step, and return what it was."""

    def generate(context: Any, b: Any, signature: Any, args: Any) -> Any:
        return b.atomic_rmw("xchg", _place(context, b, signature, args), args[2], "seq_cst")

    return types.int64(array, types.int64, types.int64), generate


def interpreted_read(array: Any, at: Any) -> Any:
    """Read a word; without a compiler one thread does all the work."""
    return array[at]


def interpreted_add(array: Any, at: Any, number: Any) -> Any:
    """Add to a word, and return what it was."""
    array[at] += number
    return array[at] - number


def interpreted_swap(array: Any, at: Any, number: Any) -> Any:
    """Replace a word, and return what it was."""
    before, array[at] = array[at], number
    return before


read: Any = interpreted_read if INTERPRETED else compiled_read
add: Any = interpreted_add if INTERPRETED else compiled_add
swap: Any = interpreted_swap if INTERPRETED else compiled_swap


@entry_point
def open_work(turns: Any, awake: Any) -> None:
    """Give out the parts of new work, and mark in `awake` which threads have to be woken up."""
    swap(turns, BROUGHT, 0)
    swap(turns, DONE, 0)
    swap(turns, HELPED, 0)
    for thread in range(awake.shape[0]):
        swap(turns, FIRST + EACH * thread + NEXT, 0)
    for thread in range(awake.shape[0]):
        awake[thread] = swap(turns, FIRST + EACH * thread + ASLEEP, 0)


@compiled
def pause(number: Any) -> Any:
    """Let some time pass; the result only keeps the compiler from leaving it out."""
    for _ in range(BETWEEN):
        number = (number ^ (number >> 29)) * ODD + 1
    return number


@shared
def take(turns: Any, parts: Any, thread: Any, looks: Any) -> Any:
    """Return the number of a part to do, of its own or of another thread; -1 if none comes during so many looks."""
    threads, each, number = parts.shape[0], parts.shape[1], np.int64(1)
    for _ in range(looks):
        if read(turns, FIRST + EACH * thread + NEXT) < each:
            break
        number = pause(number)
    for k in range(threads + (number == 0)):
        whose = (thread + k) % threads
        if read(turns, FIRST + EACH * whose + NEXT) < each:
            part = add(turns, FIRST + EACH * whose + NEXT, 1)
            if part < each:
                return whose * each + part
    return -1


@shared
def hand_in(turns: Any, parts: Any, thread: Any, brought: Any) -> Any:
    """Say that a part is done and what it brought; return whether all are, and the caller sleeps until it is told."""
    add(turns, BROUGHT, brought)
    add(turns, HELPED, np.int64(thread != CALLER))
    return add(turns, DONE, 1) + 1 == parts.shape[0] * parts.shape[1] and swap(turns, LISTENS, 0) == 1


@shared
def all_done(turns: Any, parts: Any, looks: Any) -> Any:
    """Return whether all parts are done; it looks so many times."""
    number, wanted = np.int64(1), parts.shape[0] * parts.shape[1]
    for _ in range(looks):
        if read(turns, DONE) == wanted:
            break
        number = pause(number)
    return read(turns, DONE) == wanted + (number == 0)


@shared
def lie_down(turns: Any, parts: Any, thread: Any) -> Any:
    """Say that a thread goes to sleep; return whether it may, or whether there is work after all."""
    at = FIRST + EACH * thread
    swap(turns, at + ASLEEP, 1)
    return read(turns, at + NEXT) >= parts.shape[1] or swap(turns, at + ASLEEP, 0) == 0


@entry_point
def listen(turns: Any, parts: Any) -> Any:
    """Say that the caller goes to sleep until it is told that all is done; return False if it is done already."""
    swap(turns, LISTENS, 1)
    return read(turns, DONE) != parts.shape[0] * parts.shape[1] or swap(turns, LISTENS, 0) == 0


def brought(turns: Any) -> int:
    """Return what all parts brought together."""
    return int(turns[BROUGHT])


def helped(turns: Any) -> bool:
    """Return whether others than the caller did any part."""
    return bool(turns[HELPED])


def gone(turns: Any, thread: int) -> None:
    """Say that a thread sleeps because its work has failed."""
    turns[FIRST + EACH * thread + ASLEEP] = 1


def sleeping(turns: Any) -> list[bool]:
    """Return which threads sleep, of all but the caller."""
    return [bool(word) for word in turns[FIRST + EACH + ASLEEP :: EACH]]
