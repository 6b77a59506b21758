"""Decides when Python collects reference cycles: in small steps while games run, completely when the server is quiet.

Rooms and sockets are freed without the collector (`tests/server/test_circles.py`); what it finds comes from libraries.
By default Python looks through every live object whenever their number has grown by a quarter. In a busy server with
two thousand sockets that takes a second, in which no move is answered, every few minutes.
"""

from __future__ import annotations

import asyncio
import gc
import sys
import time

__all__ = ["start_collecting", "tidy"]

STEPS = (1_000, 10, 1_000_000)
"""How many new objects bring a look at the youngest, how many such looks bring one at the next older, and then: never.

Looking at ten thousand objects of a busy server takes 20 ms.
"""
LOOK_SECONDS = 30.0
QUIET_SHARE = 0.1
"""A share of one processor: a server that uses less has nobody waiting who would notice."""
LEAST_SECONDS = 600.0
"""The time from one complete look to the next."""
GROWN = 2.0
"""If it is never quiet: how many times as many objects as after the last look bring another; this bounds the waste.

With a million objects a complete look takes a second.
"""


def start_collecting() -> None:
    """Let the collector skip what a process that only serves has imported, and look at the rest in small steps."""
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
