"""Lists of tables: from memory, from the note made when a room left it, and from the log if that has gone on."""

import asyncio

import msgspec
import pytest
from sqlalchemy import select, update

from jeton.server.tables.table_lists import keep_summary
from jeton.store import schema as tables
from tests.server.harness import Wire, a_config, running

pytestmark = pytest.mark.once

LISTS = ("/api/me/tables", "/api/me/tables?over=true", "/api/tables")


async def some_tables(server, ann, ben):
    """Return one that waits for people, one where it is Ann's turn, one that is over, one with a bot that stands in."""
    await ann.guest("Annabella")
    await ben.guest("Ben")
    made = [await ann.new_table("marvel", 3, public=True, name="Friday", clock={"kind": "days"})]
    for _ in range(3):
        table = await ann.new_table("splendor", 2, public=True, options={"first": "seat"})
        await ben.sit(table)
        await ann.start(table)
        made.append(table)
    async with Wire(server.url, made[2], token=ben.token) as wire:
        await wire.hello()
        await wire.say("resign", id=1)
        await wire.until("ok", id=1)
    await ann.move(made[3], "take wbg")
    return made


async def listed(client):
    rows = [await client.call("GET", path) for path in LISTS]
    for row in (row for found in rows for row in found):
        for player in row["players"]:
            player["here"] = False  # who looks is known from memory alone
    return rows


async def gone(hub):
    async with asyncio.timeout(200):
        while hub.rooms:  # noqa: ASYNC110
            await asyncio.sleep(0.02)
    await asyncio.sleep(0.1)  # what was noted is kept


@pytest.fixture
def loads(monkeypatch):
    """Return the tables whose logs were read, from now on."""
    found = []

    def watch(hub):
        load = hub._load

        async def counted(table):
            found.append(table)
            return await load(table)

        monkeypatch.setattr(hub, "_load", counted)
        return found

    return watch


async def test_tables_that_left_the_memory_are_listed_without_their_logs(tmp_path, loads):
    config = a_config(tmp_path, idle_seconds=0.3)
    async with running(config) as server, server.client() as ann, server.client() as ben:
        made = await some_tables(server, ann, ben)
        before, bens = await listed(ann), await listed(ben)
        assert [row["id"] for row in before[1]] == [made[2]]
        assert {row["id"]: row["my_turn"] for row in before[0]} == {made[0]: False, made[1]: True, made[3]: False}
        assert [row["my_turn"] for row in bens[0]] == [True, False]
        tokens = ann.token, ben.token
        await gone(server.hub)
        read = loads(server.hub)
        assert (await listed(ann), await listed(ben)) == (before, bens)
        assert (read, server.hub.rooms) == ([], {})

    async with running(config) as server, server.client(tokens[0]) as ann:
        await gone(server.hub)  # who starts reads what is being played
        read = loads(server.hub)
        assert await listed(ann) == before
        assert read == []


async def test_finished_tables_are_listed_with_their_score_and_winners(tmp_path, loads):
    async with running(a_config(tmp_path, idle_seconds=0.3)) as server, server.client() as ann, server.client() as ben:
        await some_tables(server, ann, ben)
        going, [over], _ = await listed(ann)
        assert (over["points"], over["winners"], over["ranks"]) == ([0, 0], [0], [1, 2])  # Ben gave up
        assert {(row["points"], row["winners"]) for row in going} == {(None, None)}
        await gone(server.hub)
        store, chosen = server.services.store, tables.matches.c.id == over["id"]
        [found] = await store.fetch(select(tables.matches).where(chosen))
        older = msgspec.json.encode({**msgspec.json.decode(found["summary"]), "outcome": None}).decode()
        await store.execute(update(tables.matches).where(chosen).values(summary=older))  # noted by an older release
        read = loads(server.hub)

        assert (await listed(ann))[1] == [over]
        assert over["id"] in read


async def test_a_server_that_stops_notes_what_is_in_memory(tmp_path, loads):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        made = await some_tables(server, ann, ben)
        before, token = await listed(ann), ann.token
    async with running(a_config(tmp_path)) as server, server.client(token) as ann:
        read = loads(server.hub)
        assert await listed(ann) == before
        assert not {made[0], made[2]} & set(read)  # nobody plays there


@pytest.mark.parametrize("note", ["older", None, "{}", "no JSON"])
async def test_where_the_log_went_on_unnoted_it_is_read(tmp_path, loads, note):
    """A server that was killed notes nothing, and another release may note otherwise."""
    async with running(a_config(tmp_path, idle_seconds=0.3)) as server, server.client() as ann, server.client() as ben:
        made = await some_tables(server, ann, ben)
        before = await listed(ann)
        await gone(server.hub)
        store = server.services.store
        if note == "older":
            [found] = await store.fetch(select(tables.matches).where(tables.matches.c.id == made[1]))
            note = found["summary"].replace('"version":3', '"version":2')
            assert note != found["summary"]
        await store.execute(update(tables.matches).where(tables.matches.c.id == made[1]).values(summary=note))
        read = loads(server.hub)
        assert await listed(ann) == before
        assert read == [made[1]]


async def test_a_name_that_was_forgotten_is_not_noted_again_by_another_node(tmp_path, database):
    config = a_config(tmp_path, database=database)
    async with (
        running(config) as one, running(config) as two, one.client() as ann, one.client() as ben,
    ):  # fmt: skip
        made = await some_tables(one, ann, ben)
        stale = [(await two.hub.room(table)).core for table in made]
        await ann.call("POST", "/api/account/delete", {})
        await two.services.store.execute(*map(keep_summary, stale))

        kept = [await two.services.store.fetch(select(table)) for table in tables.METADATA.tables.values()]
        assert "Annabella" not in str(kept)
        assert "Ben" in str(kept)
