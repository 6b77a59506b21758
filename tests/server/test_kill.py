"""kill -9 in the middle of many live games: what was acknowledged is there once, nothing is stuck, all converge."""

import os
import signal
from pathlib import Path

import pytest

from jeton.client import Client
from tests.figures import from_environment, say
from tests.server.harness import Nursery, Process
from tests.server.lives import checked, kills_among, middle, some_lives, until

pytestmark = pytest.mark.once


async def kill_often(server, tables, kills, think=0.2, between=(0.5, 1.5)):
    """Kill a server so often among so many tables, and look whether anything is lost."""
    people = some_lives(tables, server.url, think=think)
    away = await kills_among(people, [server], kills, between)
    server.kill()
    found = await checked(f"sqlite:///{server.folder / 'jeton.sqlite'}", people)
    say(f"{kills} kills", tables=tables, matches=found.tables, moves=found.moves, acknowledged=found.acked, lost=0,
        doubled=0, stuck=0, refused=found.refused, ready_s={"median": middle(away), "most": max(away)})  # fmt: skip
    return found


@pytest.mark.long
async def test_12_kills_lose_and_double_nothing(tmp_path):
    with Nursery(tmp_path) as server:
        found = await kill_often(server, 18, 12, think=1.0, between=(0.3, 0.8))

    assert found.moves > 50


def children(process):
    """Return the processes that a process has started, as Linux lists them."""
    return [int(one) for one in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="needs Linux's list of processes")
async def test_a_killed_server_takes_the_processes_of_its_bots_along(tmp_path):
    with Process(tmp_path) as server:
        async with Client(server.url) as ann:
            await ann.guest("Ann")
            await ann.new_table("splendor", 2, bots=["greedy"], start=True)
        await until(lambda: len(children(server.process.pid)) > 1, 30)  # the worker, and multiprocessing's own
        found = children(server.process.pid)
        os.kill(server.process.pid, signal.SIGKILL)
        server.process.wait()
        await until(lambda: not any(Path(f"/proc/{one}").exists() for one in found), 120)


@pytest.mark.soak
async def test_200_kills_lose_and_double_nothing(tmp_path):
    tables, kills = from_environment("JETON_TABLES", 240), from_environment("JETON_KILLS", 200)
    with Nursery(tmp_path) as server:
        found = await kill_often(server, tables, kills, think=3.0)

    assert found.moves > 10 * kills


@pytest.mark.soak
async def test_a_whole_new_process_is_ready_soon(tmp_path):
    """Started from nothing each time, as a supervisor does it."""
    with Process(tmp_path) as server:
        await kill_often(server, 15, 20)
