"""What a start brings into memory: the tables that are due, and no other, however many there are."""

import asyncio
import time

import pytest
from sqlalchemy import select, update

from jeton.server.rooms import hub as hubs
from jeton.server.rooms.driver import FAR_SECONDS
from jeton.store import connect
from jeton.store import schema as tables
from scripts.load.start import fill_many
from tests.server.harness import Nursery, a_config, running

pytestmark = pytest.mark.once

MANY, THINKING = 2_000, 3


@pytest.fixture
def loads(monkeypatch):
    """Return the tables whose logs were read."""
    found, load = [], hubs.Hub._load

    async def counted(self, table):
        found.append(table)
        return await load(self, table)

    monkeypatch.setattr(hubs.Hub, "_load", counted)
    return found


async def filled(config, count=MANY, *, due=None):
    """Return a database with so many tables, or a few less; `due` says when all running matches are due."""
    store = await connect(config.database)
    try:
        made = await fill_many(store, count, thinking=THINKING, wall=time.time_ns() // 1_000_000)
        if due is not None:
            await store.execute(update(tables.matches).where(tables.matches.c.state == "playing").values(due_at=due))
    finally:
        await store.close()
    return made


async def until(true):
    async with asyncio.timeout(60):
        while not await true():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


async def due_in(store, *ids):
    found = await store.fetch(select(tables.matches.c.id, tables.matches.c.due_at))
    return {row["id"]: row["due_at"] for row in found if not ids or row["id"] in ids}


async def start_among_many(config, loads):
    made = await filled(config)
    assert made.total() > MANY * 0.9
    assert made["thinking"] == THINKING
    thinking = {f"table{i:07}" for i in range(THINKING)}
    async with running(config) as server, server.client() as ann:
        await server.hub._wake()  # once more, and to the end
        assert set(loads) == set(server.hub.rooms) == thinking

        await ann.call("GET", "/api/tables/table0000077")
        assert set(loads) == thinking | {"table0000077"}, "what is asked for is read"


async def test_a_start_reads_the_tables_that_are_due_and_no_other(tmp_path, loads):
    await start_among_many(a_config(tmp_path), loads)


async def test_so_does_one_on_postgresql(tmp_path, loads, database):
    await start_among_many(a_config(tmp_path, database=database), loads)


async def look_at_each_once(config, loads):
    """After an upgrade nobody knows which are due: all are looked at, few at a time, and never again."""
    made = await filled(config, 100, due=0)
    going_on = made.total() - made["over"] - made["open"]
    async with running(config) as server:

        async def looked():
            known = (await due_in(server.services.store)).values()
            return len(loads) == going_on and sum(due == 0 for due in known) <= THINKING

        await until(looked)
        assert len(server.hub.rooms) == THINKING
        in_days = [due for due in (await due_in(server.services.store)).values() if due]
        assert len([due for due in in_days if due > time.time() * 1000]) == made["days"]
    loads.clear()
    async with running(config) as server:
        await server.hub._wake()
        assert len(loads) <= THINKING


async def test_matches_of_an_older_database_are_looked_at_once(tmp_path, loads):
    await look_at_each_once(a_config(tmp_path), loads)


async def test_so_are_those_on_postgresql(tmp_path, loads, database):
    await look_at_each_once(a_config(tmp_path, database=database), loads)


async def test_a_game_over_days_leaves_the_memory_and_is_back_before_its_clock_runs_out(tmp_path, monkeypatch):
    config = a_config(tmp_path, idle_seconds=0.2)
    monkeypatch.setattr(hubs.Hub, "_sweep", lambda hub: asyncio.sleep(0))  # rooms leave when the test says so
    async with running(config) as server, server.client() as ann, server.client() as ben:
        await ann.guest("Ann")
        await ben.guest("Ben")
        table = await ann.new_table("splendor", 2, options={"first": "seat"}, clock={"kind": "days", "days": 2})
        await ben.sit(table)
        await ann.start(table)
        store = server.services.store

        async def noted():
            await server.hub._let_go(time.monotonic() - config.idle_seconds)
            return not server.hub.rooms and ((await due_in(store, table))[table] or -1) > 0

        await until(noted)
        due = (await due_in(store, table))[table]
        assert due == pytest.approx(time.time() * 1000 + 2 * 86_400_000, abs=60_000)

        await ann.move(table, "take wbg")
        assert (await due_in(store, table))[table] < 0, "in use, from the very row on"
        await until(noted)
        moved = (await due_in(store, table))[table]

        real = hubs.now
        late = moved - real().wall - 1_000 * FAR_SECONDS / 10
        monkeypatch.setattr(hubs, "now", lambda: real()._replace(wall=real().wall + int(late)))
        await server.hub._wake()
        assert table in server.hub.rooms


async def test_one_with_a_clock_of_seconds_stays(tmp_path):
    config = a_config(tmp_path, idle_seconds=0.1)
    async with running(config) as server, server.client() as ann, server.client() as ben:
        await ann.guest("Ann")
        await ben.guest("Ben")
        clock = {"kind": "hard", "seconds": 3 * int(FAR_SECONDS)}
        table = await ann.new_table("splendor", 2, clock=clock)
        await ben.sit(table)
        await ann.start(table)
        live = server.hub.rooms[table]
        live.used = 0.0
        await server.hub._let_go(time.monotonic())
        assert table in server.hub.rooms


async def test_a_bot_goes_on_after_kill_9_in_a_table_that_had_left_the_memory(tmp_path):
    """The first row after a quiet while says that the table is in use; nothing else says so before the kill."""
    config = a_config(tmp_path, idle_seconds=0.2, bot_pace=0)
    async with running(config) as server, server.client() as ann:
        await ann.guest("Ann")
        token = ann.token
        table = await ann.new_table("splendor", 2, options={"first": "seat"}, bots=["random"], pace=1_500)
        await ann.start(table)

        async def gone():
            return not server.hub.rooms and (await due_in(server.services.store, table))[table] is None

        await until(gone)
    with Nursery(tmp_path) as server:
        from jeton.client import Client

        async with Client(server.url, token=token) as ann:
            await ann.move(table, "take wbg")  # and the bot waits before it moves
        server.kill()
        server.start()
        await asyncio.to_thread(server.wait)
        store = await connect(config.database)
        try:

            async def answered():
                return [row.kind for row in await store.log(table)].count("move") >= 2

            await until(answered)
        finally:
            await store.close()
