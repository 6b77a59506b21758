"""A table lives at one of several nodes: the others pass people on to it, and one takes over when it is gone."""

import asyncio
import contextlib
from types import SimpleNamespace

import httpx
import pytest
from sqlalchemy import select, update

from jeton.store import schema as tables
from jeton.store.leases import _place
from tests.server.harness import PATIENT, Wire, a_config, free_port, running
from tests.server.lives import until
from tests.server.test_postgres import a_match, row, stores

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def patient(monkeypatch):
    """Let nodes wait long for each other's answers, since a busy machine may be slow."""
    monkeypatch.setattr("jeton.server.wire.forward.ANSWER_SECONDS", PATIENT)


@contextlib.asynccontextmanager
async def some_nodes(folder, database, count=2, **more):
    """So many nodes that reach each other."""
    async with contextlib.AsyncExitStack() as stack:
        nodes = []
        for _ in range(count):
            port = free_port()
            config = a_config(folder, database=database, node=f"127.0.0.1:{port}", **more)
            nodes.append(await stack.enter_async_context(running(config, port=port)))
        await until(lambda: all(len(node.hub.nodes) == count for node in nodes), 60)
        yield nodes


async def a_table(node, client, **more):
    await client.guest("Ann")
    return await client.new_table("splendor", 2, bots=["random"], options={"first": "seat"}, **more)


async def homes(node):
    found = await node.services.store.fetch(select(tables.leases))
    return {one["match"]: (one["node"], one["firm"]) for one in found}


async def test_a_table_goes_to_the_first_who_looks_and_everybody_else_is_passed_on(tmp_path, database):
    async with some_nodes(tmp_path, database) as (one, two), one.client() as ann:
        table = await a_table(one, ann)
        assert await homes(one) == {table: (one.hub.store.node, 0)}
        async with Wire(two.url, table, token=ann.token) as first, Wire(one.url, table) as second:
            await first.hello()
            await second.hello()
            assert await homes(one) == {table: (two.hub.store.node, 1)}
            await until(lambda: table not in one.hub.rooms, 60)
            await until(lambda: len(two.hub.rooms[table].listeners) == 2, 60)
            assert {listener.peer for listener in two.hub.rooms[table].listeners} == {"127.0.0.1"}
            await ann.start(table)  # by the other node: the one where it lives is told
            await first.until("view", n=0)
            await first.say("move", id=1, seen=0, move="take wbg")
            await first.until("ok", id=1)
            await second.until("view", n=2)
        await until(lambda: not two.hub.rooms[table].listeners, 60)


async def test_only_those_who_have_a_table_are_told_of_its_rows(tmp_path, database):
    async with some_nodes(tmp_path, database) as (one, two), one.client() as ann:
        heard, asked = [], []
        two.hub.store.listen(lambda match, version: heard.append(match), two.hub._told)
        versions = two.hub.store.versions

        async def counted(matches):
            asked.append(list(matches))
            return await versions(matches)

        two.hub.store.versions = counted
        table = await a_table(one, ann, start=True)
        async with Wire(one.url, table, token=ann.token) as player:
            await player.hello()
            await player.until("view", n=0)
            await player.say("move", id=1, seen=0, move="take wbg")
            await player.until("view", n=2)
            await asyncio.sleep(1.2)  # two looks of a node that has no copy

            assert heard == []
            assert asked == []
            assert table not in two.hub.rooms


async def test_where_no_node_reaches_the_other_both_play_from_one_log(tmp_path, database):
    config = a_config(tmp_path, database=database)
    async with running(config) as one, running(config) as two, one.client() as ann:
        table = await a_table(one, ann, start=True)
        async with Wire(one.url, table, token=ann.token) as here, Wire(two.url, table) as there:
            await here.hello()
            await there.hello()
            assert one.hub.rooms[table].leased
            assert not two.hub.rooms[table].leased
            await here.until("view", n=0)
            await here.say("move", id=1, seen=0, move="take wbg")
            await there.until("view", n=2)


async def test_a_table_whose_node_is_gone_lives_where_its_people_are(tmp_path, database):
    """The node is as good as dead: nobody listens there, and it was not heard of for long."""
    async with some_nodes(tmp_path, database) as (one, two), one.client() as ann:
        table = await a_table(one, ann)
        store = two.hub.store
        gone = {"id": "gone", "seen_at": 9_999_999_999_999, "address": f"127.0.0.1:{free_port()}", "secret": "x"}
        await store.execute(tables.nodes.insert().values(**gone, lost=0))
        await store.execute(update(tables.leases).values(node="gone", firm=1))
        one.hub.forget(one.hub.rooms[table])
        async with Wire(two.url, table, token=ann.token) as wire:
            await wire.hello()  # at once, from a copy
            assert not two.hub.rooms[table].leased
            await store.execute(update(tables.nodes).where(tables.nodes.c.id == "gone").values(seen_at=1))
            await until(lambda: two.hub.rooms[table].leased, 60)
            assert (await homes(two))[table] == (store.node, 1)


async def test_whoever_claims_to_be_a_node_is_not_believed(tmp_path, database):
    async with some_nodes(tmp_path, database, 1) as (one,), one.client() as ann:
        table = await a_table(one, ann)
        upgrade = {"connection": "upgrade", "upgrade": "websocket", "sec-websocket-version": "13",
                   "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA=="}  # fmt: skip
        leases = one.hub.store.leases
        async with httpx.AsyncClient() as client:
            for told in ("", "a b c", f"{leases.node} wrong 192.0.2.1 ws", f"other {leases.secret} 192.0.2.1 ws",
                         f"{leases.node} {leases.secret} 192.0.2.1 http"):  # fmt: skip
                answer = await client.get(f"{one.url}/ws/{table}", headers={**upgrade, "x-jeton-node": told})
                assert answer.status_code == 403, told


async def test_a_lease_is_kept_while_its_node_lives_and_its_people_look(database):
    async with stores(database, 2) as (one, two):
        await one.execute(tables.matches.insert().values(**a_match()))
        for store in (one, two):
            store.leases.alive_seconds = PATIENT
            await store.beat()
        assert await one.leases.take("m1", firm=False) is None
        assert (await two.leases.take("m1", firm=False)).node == one.node
        assert await two.leases.take("m1", firm=True) is None  # nobody looked there
        assert (await one.leases.take("m1", firm=True)).node == two.node
        assert (await one.leases.held(), await two.leases.held()) == (set(), {"m1"})
        doubts = one.leases.doubts
        await one.beat()
        assert one.leases.doubts == doubts + 1, "it is told that it has lost one"

        await two.execute(update(tables.nodes).where(tables.nodes.c.id == two.node).values(seen_at=1))
        assert await one.leases.take("m1", firm=False) is None  # gone
        assert await one.leases.take("nowhere", firm=True) is None
        await one.leases.give_up(["m1"])
        assert await one.leases.held() == set()
        await one.append([row(1)])


@pytest.mark.parametrize(
    ("listens", "reaches", "place"),
    [
        (":8000", "10.0.0.5", "10.0.0.5:8000"),
        (":8000", "fd00::5", "[fd00::5]:8000"),
        ("10.0.0.5:8000", "10.0.0.5", "10.0.0.5:8000"),
        ("127.0.0.1:8000", "127.0.0.1", "127.0.0.1:8000"),
        ("127.0.0.1:8000", "10.0.0.5", None),
        ("node-a.internal:8000", "10.0.0.5", "node-a.internal:8000"),
        ("", "10.0.0.5", None),
    ],
)
def test_other_nodes_are_told_an_address_that_they_can_reach(listens, reaches, place, monkeypatch):
    end = SimpleNamespace(getsockname=lambda: (reaches, 5432))
    monkeypatch.setattr("jeton.store.leases.socket.socket", lambda fileno: contextlib.nullcontext(end))
    monkeypatch.setattr("jeton.store.leases.os.dup", lambda number: number)

    assert _place(listens, SimpleNamespace(fileno=lambda: 0)) == place
