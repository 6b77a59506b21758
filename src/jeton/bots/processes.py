"""Processes that work beside this one: they leave Ctrl-C to it, and it ends them without waiting for their work."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from typing import Any

__all__ = ["end", "start"]

AT_MOST = 1.0
"""Seconds for which `end` waits until the dead are buried: it takes some milliseconds, on a very busy machine more."""


def start(workers: int, prepare: Callable[..., None] | None = None, *arguments: Any) -> ProcessPoolExecutor:
    """Start as many processes as asked when work comes; each calls `prepare` with the arguments first."""
    return ProcessPoolExecutor(workers, get_context("spawn"), initializer=_begin, initargs=(prepare, *arguments))


def end(pool: ProcessPoolExecutor, *, kill: bool = False) -> None:
    """End the processes of a pool now, whatever they are doing; `kill` leaves them no time to clean up.

    The pool's own thread closes its pipes when they are dead. If Python ended meanwhile, it could write to one of them
    that has just been closed, and would print a traceback.
    """
    # Python 3.14 has `terminate_workers` and `kill_workers`, which look at the same list.
    processes = list((pool._processes or {}).values())
    closing = threading.Thread(target=pool.shutdown, kwargs={"cancel_futures": True}, daemon=True)
    closing.start()
    for process in processes:
        with contextlib.suppress(OSError, ValueError):
            (process.kill if kill else process.terminate)()
    closing.join(AT_MOST)


def _begin(prepare: Callable[..., None] | None, *arguments: Any) -> None:
    """Ignore Ctrl-C: it reaches all processes, but only the first one answers it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if prepare is not None:
        prepare(*arguments)
