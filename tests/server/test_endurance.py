"""People and bots play one game after the other for as long as you like: nothing leaks, and nothing gets stuck.

`JETON_MINUTES=1440 make soak ARGS=tests/server/test_endurance.py` plays for a day; without JETON_MINUTES the test plays
for a few minutes. In a run of fewer than twelve, memory still fills while the test measures it: finished games stay
there for five and a half minutes.
"""

import asyncio
import os
import time
from pathlib import Path

import pytest
from sqlalchemy import select

from jeton.client import Client
from jeton.store import connect
from jeton.store import schema as tables
from tests.figures import say
from tests.server.harness import Process
from tests.server.lives import PATIENCE, checked, living, room_of, some_lives

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="needs Linux's account of a process"),
]

AMONG_BOTS = (
    ("splendor", ["greedy", "level3"]),
    ("marvel", ["level2", "greedy", "level6"]),
    ("guardians", ["easy"] * 3),
)
"""Tables at which nobody but bots sits."""
SETTLED = 390.0
"""Seconds after which memory should stay level: matches that are over stay in it for up to five and a half minutes."""
PAGE = os.sysconf("SC_PAGESIZE") if hasattr(os, "sysconf") else 4096


class Watch:
    """What a process takes, looked at now and then."""

    def __init__(self, process):
        self.process, self.memory, self.files = process, [], []

    def look(self):
        self.memory.append(int(Path(f"/proc/{self.process}/statm").read_text().split()[1]) * PAGE)
        self.files.append(len(list(Path(f"/proc/{self.process}/fd").iterdir())))

    def grown(self, what):
        """Return how much more the last quarter takes than the first, in the middle."""
        quarter = len(what) // 4
        before, after = sorted(what[:quarter]), sorted(what[-quarter:])
        return after[len(after) // 2] / before[len(before) // 2] - 1


async def among_bots(url, title, bots, stop, ended):
    """One table of bots after the other, looked at by a spectator until its end."""
    async with Client(url) as host:
        await host.guest("Host")
        while not stop.is_set():
            table = await host.new_table(title, len(bots), sit=False, bots=bots, start=True)
            async with host.table(table, watch=True) as socket, asyncio.timeout(None) as patience:
                async for message in socket:
                    patience.reschedule(asyncio.get_running_loop().time() + PATIENCE)
                    if message["t"] == "view" and not message["actors"]:
                        ended[table] = message["n"]
                        break
                    if stop.is_set():
                        break


async def play_for(server, seconds, count):
    """Let so many tables of people, and those of bots, play for so long; the people, the ends, what the server took."""
    people, watch, stop, ended = (
        some_lives(count, server.url, think=0.3),
        Watch(server.process.pid),
        asyncio.Event(),
        {},
    )
    hosts = [asyncio.create_task(among_bots(server.url, *table, stop, ended)) for table in AMONG_BOTS]
    async with living(people) as look:
        began = time.monotonic()
        while (past := time.monotonic() - began) < seconds:
            await asyncio.sleep(min(1.0, seconds / 20))
            if past > min(SETTLED, seconds / 2):
                watch.look()
            look()
            for host in hosts:
                if host.done():
                    host.result()
        stop.set()
    await asyncio.gather(*hosts)
    return people, ended, watch


async def replayed(database, ended):
    """Check that every log leads to a room, those of bots to the end that was seen; return how many there are."""
    store = await connect(database)
    try:
        rows = await store.fetch(select(tables.matches))
        for row in rows:
            room = room_of(row, await store.log(row["id"]))
            assert ended.get(row["id"], room.n) == room.n
        return len(rows)
    finally:
        await store.close()


async def endure(folder, seconds, count):
    with Process(folder) as server:
        people, ended, watch = await play_for(server, seconds, count)
    database = f"sqlite:///{folder / 'jeton.sqlite'}"
    found, matches = await checked(database, people), await replayed(database, ended)
    memory, files = watch.grown(watch.memory), watch.grown(watch.files)
    say(f"{seconds / 60:.0f} minutes of play", tables=count + len(AMONG_BOTS), matches=matches, of_bots=len(ended),
        acknowledged=found.acked, memory_mib=watch.memory[-1] >> 20, memory_grown=round(memory, 4),
        files=watch.files[-1], files_grown=round(files, 4), lost=0, stuck=0)  # fmt: skip
    return memory, files, matches


async def test_a_while_of_play_by_people_and_bots_replays_from_its_log(tmp_path):
    _, _, matches = await endure(tmp_path, 4, 3)

    assert matches >= 3 + len(AMONG_BOTS)


@pytest.mark.soak
async def test_hours_of_play_leak_nothing(tmp_path):
    minutes = float(os.environ.get("JETON_MINUTES", "15"))
    memory, files, _ = await endure(tmp_path, minutes * 60, 24)

    assert files < 0.1
    assert memory < 0.05
