"""Whole games through a network that cuts, delays, falls silent, repeats and mixes up: nothing lost or doubled."""

import asyncio
import contextlib

import pytest

from tests.figures import say
from tests.server.harness import a_config, chooser, running
from tests.server.proxy import FATES, Proxy

pytestmark = pytest.mark.once

SEATS = {"splendor": 2, "marvel": 2, "guardians": 3}


async def play_through(server, proxy, number):
    """Play one whole game by people who all sit behind the proxy; the log is checked against what each was told."""
    title = list(SEATS)[number % len(SEATS)]
    async with contextlib.AsyncExitStack() as stack:
        people = [await stack.enter_async_context(server.client()) for _ in range(SEATS[title])]
        ids = [(await person.guest(f"P{i}"))["id"] for i, person in enumerate(people)]
        table = await people[0].new_table(title, len(people))
        for person in people[1:]:
            await person.sit(table)
        await people[0].start(table)
        for person in people:
            person.url, person.patience = proxy.url, 0.5
        ends = await asyncio.gather(*(play(one, table, chooser(number * 4 + i)) for i, one in enumerate(people)))
    rows = await server.services.store.log(table)
    clients = [row.client for row in rows if row.client]
    assert [row.version for row in rows] == list(range(1, len(rows) + 1))
    assert len(clients) == len(set(clients))
    for user, (name, acked, last, _) in zip(ids, ends, strict=True):
        assert {f"{user}:{name}:{one}" for one in acked} <= set(clients)
        assert last["n"] == sum(row.kind == "move" for row in rows)
        assert last["view"]["outcome"] == ends[0][2]["view"]["outcome"] is not None
    return len(clients), sum(end[3] for end in ends)


async def play(client, table, choose):
    """Play to the end; the socket's name, what was acknowledged, the last view, and how often it came back."""
    acked = set()
    async with client.table(table) as socket:
        async for message in socket:
            if message["t"] == "ok":
                acked.add(message["id"])
            elif message["t"] == "no":
                assert message["code"] in ("stale", "not_your_turn", "over", "illegal"), message
            elif message["t"] == "view":
                if not message["actors"]:
                    return socket._name, acked, message, socket.connections - 1
                if message["seat"] in message["actors"] and message["view"]["moves"] and not socket.waiting:
                    await socket.move(choose(message["view"]), message["n"])
    raise AssertionError("the messages ended")


async def many(folder, games, at_once):
    async with running(a_config(folder)) as server, Proxy(int(server.url.rpartition(":")[2]), fates=FATES) as proxy:
        moves = back = 0
        for first in range(0, games, at_once):
            batch = range(first, min(games, first + at_once))
            async with asyncio.timeout(180):
                for one in await asyncio.gather(*(play_through(server, proxy, number) for number in batch)):
                    moves, back = moves + one[0], back + one[1]
        say(f"{games} games through the fault proxy", moves=moves, reconnections=back, happened=proxy.happened, lost=0,
            doubled=0)  # fmt: skip
    return proxy.happened


async def test_20_games_survive_a_bad_network(tmp_path):
    happened = await many(tmp_path, 20, 20)

    assert set(happened) == {"cut", "silent", "twice", "late"}


@pytest.mark.soak
async def test_1000_games_survive_a_bad_network(tmp_path):
    await many(tmp_path, 1_000, 40)
