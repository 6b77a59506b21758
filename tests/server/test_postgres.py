"""The shared store, with the real PostgreSQL."""

import asyncio
import contextlib

import pytest
from sqlalchemy import insert, select, text

from jeton.store import Clash, StoreDown, connect
from jeton.store import schema as tables
from tests.store.test_sqlite import a_match, contest, row

pytestmark = pytest.mark.once


@contextlib.asynccontextmanager
async def stores(url: str, count: int = 1):
    opened = [await connect(url) for _ in range(count)]
    try:
        yield opened
    finally:
        for store in opened:
            await store.close()


@contextlib.contextmanager
def away(cluster, store):
    """Kill the database, and start it again; whoever asks for a connection meanwhile soon hears that."""
    patience, store._pool.timeout = store._pool.timeout, 0.3
    cluster.kill()
    try:
        yield
    finally:
        store._pool.timeout = patience
        cluster.start()


async def test_rows_come_back_and_clashes_are_told(database):
    async with stores(database) as (store,):
        await store.execute(insert(tables.matches).values(**a_match()))
        await store.append([row(1, "c1")])
        await store.append([row(2), row(3)], insert(tables.mutes).values(user="a", muted="b"))

        for bad in ([row(1, "c9")], [row(4, "c1")], [row(4), row(3)]):
            with pytest.raises(Clash):
                await store.append(bad)
        assert await store.log("m1") == [row(1, "c1"), row(2), row(3)]
        assert await store.log("m1", after=2) == [row(3)]
        assert (await store.fetch(select(tables.mutes)))[0] == {"user": "a", "muted": "b"}
        assert await store.versions(["m1", "m2"]) == {"m1": 3, "m2": 0}


async def test_logs_that_are_asked_for_together_are_read_by_one_query(database, monkeypatch):
    async with stores(database) as (store,):
        for match, last in (("m1", 3), ("m2", 1)):
            await store.execute(insert(tables.matches).values(**a_match(match)))
            await store.append([row(n, match=match) for n in range(1, last + 1)])
        queries, query = [], store._query

        async def counted(*asked):
            queries.append(asked)
            return await query(*asked)

        monkeypatch.setattr(store, "_query", counted)
        gives_up = asyncio.ensure_future(store.log("m1"))
        asyncio.get_running_loop().call_soon(gives_up.cancel)
        found = await asyncio.gather(store.log("m1"), store.log("m3"), store.log("m2"), store.log("m1", after=2))

        assert gives_up.cancelled()
        assert len(queries) == 1
        assert [[(one.match, one.version) for one in rows] for rows in found] == [
            [("m1", 1), ("m1", 2), ("m1", 3)], [], [("m2", 1)], [("m1", 3)],
        ]  # fmt: skip
        await asyncio.gather(*(store.log(f"m{n}") for n in range(100)))
        assert len(queries) == 5  # many rooms at once hold nobody up


async def test_who_asks_for_a_log_is_told_that_the_store_is_down(own_cluster, patient):
    async with stores(own_cluster.new_database("down")) as (store,):
        assert await store.log("m1") == []
        with away(own_cluster, store):
            found = await asyncio.gather(*(store.log(f"m{n}") for n in range(40)), return_exceptions=True)

        assert all(isinstance(one, StoreDown) for one in found)
        async with asyncio.timeout(200):
            while True:
                with contextlib.suppress(StoreDown):
                    assert await store.log("m1") == []
                    break


async def test_of_two_nodes_one_wins_each_version(database):
    async with stores(database, 2) as pair:
        await contest(pair, 40, 25)


@pytest.mark.soak
async def test_100000_versions_have_one_writer_each(database):
    async with stores(database, 2) as pair:
        await contest(pair, 200, 500)


async def test_what_a_node_writes_others_hear(database):
    heard, told = [], []
    async with stores(database, 2) as (one, two):
        two.listen(lambda match, version: heard.append((match, version)), told.append)
        one.listen(lambda match, version: heard.append("own"), told.append)
        await one.execute(insert(tables.matches).values(**a_match()))
        await two.beat()
        assert await two.leases.take("m1", firm=True) is None
        async with asyncio.timeout(200):
            while not told:  # until it listens
                await one.tell("here m1")
                await asyncio.sleep(0.05)
            await asyncio.gather(*(one.append([row(n)]) for n in range(1, 200)))
            while len(heard) < 199:  # noqa: ASYNC110
                await asyncio.sleep(0.05)

        assert sorted(heard) == [("m1", n) for n in range(1, 200)]
        assert told[0] == f"{one.node} here m1"
        assert await one.beat() >= {one.node}


async def test_a_killed_database_is_said_and_found_again(own_cluster, patient):
    async with stores(own_cluster.new_database("killed")) as (store,):
        await store.execute(insert(tables.matches).values(**a_match()))
        await store.append([row(1)])
        with away(own_cluster, store), pytest.raises(StoreDown):
            await store.append([row(2)])
        async with asyncio.timeout(200):
            while True:
                try:
                    await store.append([row(2)])
                    break
                except StoreDown:
                    await asyncio.sleep(0.1)
                except Clash:
                    break

        assert [r.version for r in await store.log("m1")] == [1, 2]


async def test_who_was_told_of_a_commit_is_not_told_again_when_the_rest_of_it_fails(database):
    async with stores(database) as (store,):
        await store.execute(insert(tables.matches).values(**a_match()))
        told, failed = [], asyncio.get_running_loop().create_future()
        store.send([row(1)], (), told.append)
        store.send((), [text("SELECT pg_terminate_backend(pg_backend_pid())")], failed.set_result)
        async with asyncio.timeout(200):
            assert isinstance(await failed, StoreDown)

        assert told == [1]
        assert await store.log("m1") == [row(1)]


async def test_a_store_that_is_closed_finishes_what_was_begun_and_refuses_the_rest(database):
    async with stores(database) as (store,):
        await store.execute(insert(tables.matches).values(**a_match()))
        begun = asyncio.create_task(store.append([row(1)]))
        while store._writer is None:  # noqa: ASYNC110
            await asyncio.sleep(0)
        late = asyncio.create_task(store.append([row(2)]))
        await asyncio.sleep(0)
        await store.close()

        await begun
        for answer in (late, store.append([row(3)])):
            with pytest.raises(StoreDown, match="closed"):
                await answer
    async with stores(database) as (store,):
        assert await store.log("m1") == [row(1)]


async def test_the_steps_lead_to_the_schema(database):
    import psycopg
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext
    from sqlalchemy import create_engine

    async with stores(database):
        pass
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(database))
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), tables.METADATA) == []
    engine.dispose()
