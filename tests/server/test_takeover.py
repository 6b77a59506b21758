"""What no message announces: late rows, lost answers, and tables that change hands while a node reads them.

In each of these somebody waits without sending anything, and has to see what the log has.
"""

import asyncio
import contextlib

import pytest
from sqlalchemy import update

from jeton.server.rooms import hub as hub_module
from jeton.server.rooms.commands import Accept, Play, now
from jeton.store import Row, StoreDown
from jeton.store import schema as tables
from tests.server.harness import Wire, a_config, running
from tests.server.lives import until
from tests.server.test_homes import a_table, homes, patient, some_nodes

__all__ = ["patient"]

pytestmark = pytest.mark.once


@pytest.fixture
def paused(monkeypatch):
    """Make every read of a log wait; return the event that lets them go on, and a list of the tables that wait."""
    go, waiting, full_log = asyncio.Event(), [], hub_module.full_log

    async def slowly(store, shelf, found):
        rows = await full_log(store, shelf, found)
        waiting.append(found["id"])
        await go.wait()
        return rows

    monkeypatch.setattr(hub_module, "full_log", slowly)
    return go, waiting


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_move_whose_answer_is_lost_is_seen_by_who_waits(tmp_path, request, kind, monkeypatch):
    where = {"database": request.getfixturevalue("database")} if kind == "postgres" else {}
    async with running(a_config(tmp_path, repair_seconds=0.1, **where)) as server, server.client() as ann:
        table = await a_table(server, ann, start=True)
        async with Wire(server.url, table, token=ann.token) as player, Wire(server.url, table) as onlooker:
            await player.hello()
            await onlooker.hello()
            await onlooker.until("view", n=0)
            store = server.services.store
            send = store.send

            done = asyncio.Queue()

            def lost(rows, also, tell):
                if not rows or rows[0].kind != "move":  # a note beside
                    send(rows, also, tell)
                    return
                store.send = send
                send(rows, also, lambda result: (done.put_nowait(result), tell(StoreDown("the answer did not come"))))

            store.send = lost
            await player.say("move", id=1, seen=0, move="take wbg")
            await player.until("no", id=1, code="store_down")
            assert not isinstance(await done.get(), Exception), "it was written"

            await onlooker.until("view", n=2)
            await player.until("view", n=2)


async def test_a_table_that_is_lost_while_it_is_read_is_let_go(tmp_path, database, paused):
    go, waiting = paused
    async with some_nodes(tmp_path, database) as (one, two), one.client() as ann:
        go.set()
        table = await a_table(one, ann)
        one.hub.forget(one.hub.rooms[table])
        go.clear(), waiting.clear()
        doubts = one.hub.homes._doubts
        reading = asyncio.create_task(one.hub.room(table))
        await until(lambda: waiting, 60)

        assert await two.hub.homes.claim(table) is None  # nobody looks at the first: the second gets it
        await until(lambda: one.hub.homes._doubts > doubts, 60)  # it knows that it has lost one, and has looked which
        go.set()
        await reading
        await until(lambda: table not in one.hub.rooms, 60)
        assert await homes(two) == {table: (two.hub.store.node, 1)}


async def test_a_table_that_is_wanted_while_it_is_given_up_is_taken_again_afterwards(tmp_path, database, monkeypatch):
    async with some_nodes(tmp_path, database, 1) as (one,), one.client() as ann:
        table = await a_table(one, ann)
        go, noting, note = asyncio.Event(), asyncio.Event(), one.hub._note

        async def slowly(rooms):
            noting.set()
            await go.wait()
            await note(rooms)

        monkeypatch.setattr(one.hub, "_note", slowly)
        leaving = asyncio.create_task(one.hub.let_some_go([table], float("inf")))
        await noting.wait()
        back = asyncio.create_task(one.hub.room(table))
        with contextlib.suppress(TimeoutError):  # as far as it comes without the other
            await asyncio.wait_for(asyncio.shield(back), 0.5)
        go.set()
        await leaving
        live = await back

        assert live.leased
        assert await homes(one) == {table: (one.hub.store.node, 0)}


async def test_the_last_row_of_a_node_that_is_gone_may_come_late(tmp_path, database, monkeypatch):
    """The node was killed and is back at the same place, and a commit of its former life ends only now."""
    monkeypatch.setattr("jeton.server.rooms.homes.LOOK_AGAIN_SECONDS", range(1, 60))
    async with some_nodes(tmp_path, database, 1) as (one,), one.client() as ann:
        table = await a_table(one, ann, start=True)
        place, store = one.hub.config.node, one.hub.store
        former = {"id": "former", "seen_at": 9_999_999_999_999, "address": place, "secret": "x", "lost": 0}
        await store.execute(tables.nodes.insert().values(**former))
        await store.execute(update(tables.leases).values(node="former", firm=1))
        row = a_move(one.hub.rooms[table].core)
        one.hub.forget(one.hub.rooms[table])
        store.leases._began, store.leases.alive_seconds = False, 30.0  # as at its start
        await store.beat()
        async with Wire(one.url, table, token=ann.token) as wire:
            await wire.hello()
            await wire.until("view", n=0)
            await store.execute(tables.log.insert().values(**row._asdict()))  # nobody tells of it

            await wire.until("view", n=2)


def a_move(core) -> Row:
    """Return the row of the first player's first move."""
    user = core.seats[0].user
    decision = core.decide(Play(user=user, seat=0, client=f"{user}:c:1", move="take wbg", seen=0), now())
    assert isinstance(decision, Accept)
    return decision.rows[0]
