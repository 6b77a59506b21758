"""Attempts that all nodes count together, with the real databases."""

import asyncio
import time

import pytest
from sqlalchemy import select

from jeton.server.people import attempts as module
from jeton.server.people.attempts import Tries
from jeton.store import connect
from jeton.store import schema as tables

pytestmark = pytest.mark.once


@pytest.fixture(params=["SQLite", "PostgreSQL"])
def url(request, tmp_path):
    if request.param == "SQLite":
        return f"sqlite:///{tmp_path / 'jeton.sqlite'}"
    return request.getfixturevalue("database")


async def test_so_many_in_a_while_then_none_and_another_name_or_kind_counts_for_itself(url, monkeypatch):
    store = await connect(url)
    try:
        tries, others = Tries(store, "name", 2, 60.0), Tries(store, "address", 2, 60.0)
        assert [await tries.take("ann") for _ in range(4)] == [True, True, False, False]
        assert await tries.take("ben")
        assert await others.take("ann")
        await tries.give("ann")
        assert [await tries.take("ann") for _ in range(2)] == [True, False]

        now = time.time_ns()
        monkeypatch.setattr(module.time, "time_ns", lambda: now + 61 * 10**9)
        assert [await tries.take("ann") for _ in range(3)] == [True, True, False]
        assert "ann" not in str(await store.fetch(select(tables.tries)))

        monkeypatch.setattr(module, "CLEAN_SECONDS", -1.0)
        await tries.take("ann")
        assert len(await store.fetch(select(tables.tries))) == 1  # what is over is forgotten
    finally:
        await store.close()


async def test_of_many_who_try_at_once_through_two_nodes_no_more_get_through(database):
    stores = [await connect(database) for _ in range(2)]
    try:
        nodes = [Tries(store, "name", 10, 60.0) for store in stores]
        taken = await asyncio.gather(*(nodes[i % 2].take("ann") for i in range(40)))
        assert sum(taken) == 10
    finally:
        for store in stores:
            await store.close()
