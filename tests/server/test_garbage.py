"""Python's collector takes small steps while games run, and the whole look when it is quiet, or when much has come."""

import asyncio
import contextlib
import gc
import sys
import time
import weakref

import pytest

from jeton.server import garbage
from tests.server.harness import a_config, running


class Circle:
    """Something that only the collector frees."""

    def __init__(self):
        self.me = self


@pytest.fixture
def circle(monkeypatch):
    """Yield a circle in a process that collects nothing by itself, where minutes are hundredths of seconds."""
    monkeypatch.setattr(garbage, "LOOK_SECONDS", 0.02)
    monkeypatch.setattr(garbage, "LEAST_SECONDS", 0.05)
    gc.collect()
    gc.disable()
    yield weakref.ref(Circle())
    gc.enable()


@contextlib.asynccontextmanager
async def tidying():
    task = asyncio.create_task(garbage.tidy())
    yield
    task.cancel()


async def busy(seconds, until):
    """Take the processor for so long, or until something is true."""
    end = time.monotonic() + seconds
    while time.monotonic() < end and not until():
        sum(range(20_000))
        await asyncio.sleep(0)


async def test_everything_is_looked_through_when_it_is_quiet(circle, monkeypatch):
    monkeypatch.setattr(garbage, "QUIET_SHARE", 5.0)  # whatever else this machine does
    async with tidying():
        assert circle() is not None
        async with asyncio.timeout(60):
            while circle() is not None:  # noqa: ASYNC110
                await asyncio.sleep(0.01)


async def test_a_busy_server_waits_for_it(circle, monkeypatch):
    monkeypatch.setattr(garbage, "QUIET_SHARE", 0.0)
    async with tidying():
        await busy(0.3, lambda: circle() is None)

        assert circle() is not None


async def test_but_not_once_there_is_twice_as_much(circle, monkeypatch):
    monkeypatch.setattr(garbage, "QUIET_SHARE", 0.0)
    async with tidying():
        await asyncio.sleep(0)
        more = [[] for _ in range(sys.getallocatedblocks())]
        await busy(10.0, lambda: circle() is None)

        assert more
        assert circle() is None


async def test_a_server_does_so_while_it_runs(circle, monkeypatch, tmp_path):
    monkeypatch.setattr(garbage, "QUIET_SHARE", 5.0)
    async with running(a_config(tmp_path)):
        async with asyncio.timeout(60):
            while circle() is not None:  # noqa: ASYNC110
                await asyncio.sleep(0.01)


def test_no_step_looks_through_everything(monkeypatch):
    before = gc.get_threshold()
    full = []
    monkeypatch.setattr(gc, "freeze", lambda: None)
    gc.callbacks.append(lambda phase, info: full.append(phase) if info["generation"] == 2 else None)
    try:
        garbage.start_collecting()
        full.clear()
        kept = [[] for _ in range(300_000)]
        assert full == [], f"while {len(kept)} objects were made"
    finally:
        gc.callbacks.pop()
        gc.set_threshold(*before)
