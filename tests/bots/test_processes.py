"""Pools of processes end at once, and leave nothing behind that could trip over Python's own end."""

import threading
import time

import pytest

from jeton.bots import processes

pytestmark = pytest.mark.once


@pytest.mark.parametrize("kill", [False, True])
def test_a_pool_has_ended_when_its_end_is_over(kill):
    """Its thread closes pipes to which Python writes when it ends: a traceback, if both happen at once."""
    before = set(threading.enumerate())
    pool = processes.start(2)
    jobs = [pool.submit(time.sleep, 600) for _ in range(5)]
    workers = list(pool._processes.values())

    processes.end(pool, kill=kill)

    assert set(threading.enumerate()) == before
    assert not any(worker.is_alive() for worker in workers)
    assert all(job.done() for job in jobs)
