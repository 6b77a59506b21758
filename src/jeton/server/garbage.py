"""Decides when Python collects reference cycles: in small steps while games run, as a whole when it is quiet.

Rooms and sockets are freed without it (`tests/server/test_circles.py`); what it finds comes from libraries.
Left alone, the collector looks through everything that lives whenever that has grown by a quarter: in a busy server
with two thousand sockets a second in which nobody's move is answered, every few minutes.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time

__all__ = ["start_collecting", "tidy"]

STEPS = (1_000, 10, 1_000_000)
"""New objects before the youngest are looked through, such looks before the next older are, and then: never by itself.

A look at ten thousand objects of a busy server takes 20 ms.
"""
LOOK_SECONDS = 30.0
QUIET_SHARE = 0.1
"""Of one processor: who takes less has nobody waiting who would notice."""
LEAST_SECONDS = 600.0
"""From one look through everything to the next."""
GROWN = 2.0
"""When it is never quiet: how many times as much as after the last look there has to be, which bounds what is lost.

With a million objects a look takes a second.
"""


def start_collecting() -> None:
    """For a process that only serves: what was imported is never looked at again, the rest in small steps."""
    gc.collect()
    gc.freeze()
    gc.set_threshold(*STEPS)


async def tidy() -> None:
    """Look through everything now and then, as long as the server runs."""
    last, left = time.monotonic(), sys.getallocatedblocks()
    while True:
        spent = time.process_time()
        await asyncio.sleep(LOOK_SECONDS)
        quiet = time.process_time() - spent < QUIET_SHARE * LOOK_SECONDS
        due = time.monotonic() - last >= LEAST_SECONDS
        if due and (quiet or sys.getallocatedblocks() > GROWN * left):
            gc.collect()
            last, left = time.monotonic(), sys.getallocatedblocks()
