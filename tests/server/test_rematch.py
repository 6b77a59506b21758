"""A rematch: the same people and bots under the same names, one seat further on, begun when all have agreed."""

import asyncio
import contextlib

import pytest

from jeton.client import Refused
from tests.server.harness import a_config, running

pytestmark = pytest.mark.once

HARD = {"kind": "hard", "seconds": 60, "increment": 5}


@contextlib.asynccontextmanager
async def over(folder, people=("Ann", "Ben"), bots=(), database=None, **settings):
    """Yield a server, a table whose match is over, and its people."""
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(a_config(folder, database=database)))
        clients = [await stack.enter_async_context(server.client()) for _ in people]
        for client, name in zip(clients, people, strict=True):
            await client.guest(name)
        seats = len(people) + len(bots)
        table = await clients[0].new_table("splendor", seats, bots=list(bots), options={"first": "seat"}, **settings)
        for client in clients[1:]:
            await client.sit(table)
        await clients[0].start(table)
        for client in clients if bots else clients[:-1]:
            async with client.table(table) as socket:
                await socket.send("resign")
                async for message in socket:
                    if message["t"] == "ok":
                        break
        yield server, table, clients


async def agree(client, table, **how):
    return await client.call("POST", f"/api/tables/{table}/rematch", how)


async def show(client, table):
    return await client.call("GET", f"/api/tables/{table}")


async def test_against_bots_alone_it_begins_at_once_with_the_same_names_and_levels(tmp_path):
    async with over(tmp_path, ("Ann",), ("level1",)) as (_, table, (ann,)):
        before = (await show(ann, table))["seats"]
        made = await agree(ann, table)

        assert made["waiting"] == []
        told = await show(ann, made["table"])
        assert told["state"] == "playing"
        assert [(seat["name"], seat["bot"]) for seat in told["seats"]] == [
            (seat["name"], seat["bot"]) for seat in (*before[1:], before[0])
        ]
        assert [seat["name"] for seat in before] == ["Ann", "Mirabel"]


@pytest.mark.parametrize("clock", [{"kind": "none"}, HARD], ids=["none", "hard"])
async def test_with_people_it_begins_when_all_have_agreed_and_not_before(tmp_path, clock):
    async with over(tmp_path, clock=clock) as (_, table, (ann, ben)):
        assert await agree(ann, table) == {"table": None, "waiting": [1]}
        assert await agree(ann, table) == {"table": None, "waiting": [1]}
        assert len(await ann.call("GET", "/api/me/tables")) == 0, "nobody is seated, and no clock runs, before"
        assert (await show(ben, table))["again"] == [0]

        made = await agree(ben, table)

        told = await show(ann, made["table"])
        assert (told["state"], [seat["name"] for seat in told["seats"]]) == ("playing", ["Ben", "Ann"])
        assert (await show(ann, table))["rematch"] == made["table"]
        assert await agree(ann, table) == made


async def test_who_thinks_better_of_it_has_not_agreed(tmp_path):
    async with over(tmp_path) as (_, table, (ann, ben)):
        await agree(ann, table)
        await agree(ann, table, on=False)

        assert await agree(ben, table) == {"table": None, "waiting": [0]}


async def test_who_is_asked_can_say_no_and_everybody_is_told(tmp_path):
    async with over(tmp_path, ("Ann", "Ben", "Cat")) as (_, table, (ann, ben, cat)):
        await agree(ann, table)
        await agree(ben, table, on=False)
        await agree(ben, table, on=False)

        told = await show(cat, table)
        assert (told["again"], told["declined"]) == ([0], [1])
        assert await agree(cat, table) == {"table": None, "waiting": [1]}
        made = await agree(ben, table)
        assert (await show(ben, table))["declined"] == []
        assert (await show(ben, made["table"]))["state"] == "playing"


async def test_who_does_not_wait_finds_a_free_seat_for_each_who_has_not_agreed(tmp_path):
    async with over(tmp_path, ("Ann", "Ben", "Cat")) as (_, table, (ann, ben, cat)):
        await agree(ann, table)
        made = await agree(ben, table, wait=False)

        told = await show(ben, made["table"])
        assert (told["state"], told["host"]) == ("open", True)
        assert [seat["name"] for seat in told["seats"]] == ["Ben", "", "Ann"]
        await cat.sit(made["table"])
        await ben.start(made["table"])
        assert (await show(cat, made["table"]))["state"] == "playing"


async def test_strangers_and_unfinished_matches_have_no_rematch(tmp_path):
    async with over(tmp_path) as (server, table, (ann, _)), server.client() as eve:
        await eve.guest("Eve")
        with pytest.raises(Refused, match="not_seated"):
            await agree(eve, table)
        young = await ann.new_table("splendor", 2, bots=["random"], start=True)
        with pytest.raises(Refused, match="not_over"):
            await agree(ann, young)


@pytest.mark.parametrize("store", ["sqlite", "postgres"])
async def test_all_who_agree_at_once_meet_at_one_table_and_no_other_is_left(tmp_path, store, request):
    database = request.getfixturevalue("database") if store == "postgres" else None
    async with over(tmp_path, ("Ann", "Ben", "Cat"), database=database) as (server, table, people):
        await asyncio.gather(*(agree(one, table) for one in people))
        made = {(await agree(one, table))["table"] for one in people}

        assert len(made) == 1
        rows = await people[0].call("GET", "/api/me/tables")
        assert {row["id"] for row in rows} == made
        assert len(server.hub.rooms) == 2
