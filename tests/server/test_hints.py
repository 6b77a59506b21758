"""Hints: only beside bots, logged before they are given, shown in the result, and sent to nobody else."""

import asyncio

import pytest

from jeton.server.rooms import bots as pool
from tests.server.harness import a_config, running

pytestmark = pytest.mark.once


async def answer(socket, number):
    """Return the answer to a message."""
    async with asyncio.timeout(120):
        async for message in socket:
            if message.get("id") == number and message["t"] in ("hint", "no"):
                return message
    raise AssertionError("the socket ended")


async def hinted(client, table, times=1):
    async with client.table(table) as socket:
        return [await answer(socket, await socket.send("hint")) for _ in range(times)]


async def show(client, table):
    return await client.call("GET", f"/api/tables/{table}")


async def test_against_bots_a_hint_is_a_legal_move_with_facts_and_the_log_keeps_it(tmp_path, monkeypatch):
    monkeypatch.setattr(pool, "_hint", quick)
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2, bots=["level1"], options={"first": "seat"})
        await ann.start(table)
        before = (await show(ann, table))["hints"]
        first, second = await hinted(ann, table, 2)
        live = await server.hub.room(table)
        moves, after, entries = live.core.match.moves(0), (await show(ann, table))["hints"], live.core.n
        rows = [row.kind for row in await server.services.store.log(table, 0)]
    async with running(a_config(tmp_path)) as server, server.client(ann.token) as again:
        kept = (await show(again, table))["hints"]

    assert before == []
    assert first["move"] in moves
    assert first["facts"][0]["code"]
    assert 0 < first["chance"] < 1
    assert (first["n"], second["n"]) == (0, 0)
    assert entries == 0, "a hint is no move"
    assert rows.count("hint") == 1, "another look at the same table costs nothing"
    assert after == kept == [1, 0]


@pytest.mark.parametrize("several", [False, True], ids=["a friend", "a friend at the same screen"])
async def test_nobody_is_helped_against_people(tmp_path, several):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        await ann.guest("Ann")
        await ben.guest("Ben")
        table = await ann.new_table("splendor", 3, bots=["level1"], options={"first": "seat"}, several=several)
        if several:
            await ann.call("POST", f"/api/tables/{table}/seats", {"name": "Ben"})
        else:
            await ben.sit(table)
        await ann.start(table)
        (no,) = await hinted(ann, table)
        live = await server.hub.room(table)
        hints = live.core.hints()

    assert (no["t"], no["code"]) == ("no", "no_hints")
    assert hints == ()


async def test_who_looks_on_or_is_not_to_move_gets_no_hint(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as eve:
        await ann.guest("Ann")
        await eve.guest("Eve")
        table = await ann.new_table("splendor", 2, bots=["level1"], options={"first": "seat"})
        (early,) = await hinted(ann, table)
        await ann.start(table)
        (stranger,) = await hinted(eve, table)

    assert early["code"] == "not_begun"
    assert stranger["code"] == "not_seated"


def quick(title, rules, options, view, n, seed):
    """Return the worker's own function with few lines, so that a test need not wait for many."""
    from jeton import games
    from jeton.analysis.hint import hint

    return hint(games.make(title), view, lines=20, seed=1)
