"""A lesson on the server: a real table with a fixed deal and others who play as told; no list shows it."""

import asyncio
import time

import pytest
from sqlalchemy import select

from jeton.client import Refused
from jeton.games.lessons import lesson
from jeton.server.tables.admin import stats
from jeton.server.tables.lesson_tables import DAYS, drop_old_lessons
from jeton.store import schema as tables
from tests.server.harness import Wire, a_config, running

pytestmark = pytest.mark.once


async def played(client, table, wire, move, replies):
    """Make a move of the lesson and wait until the other has made so many."""
    n = (await client.call("GET", f"/api/tables/{table}/view"))["n"]
    await wire.say("move", id=n + 1, seen=n, move=move)
    await wire.until("ok", id=n + 1)
    async with asyncio.timeout(200):
        while True:
            if (await client.call("GET", f"/api/tables/{table}/view"))["n"] >= n + 1 + replies:
                return
            await asyncio.sleep(0.02)


@pytest.mark.parametrize("chapter", [one.name for one in lesson("splendor").chapters])
async def test_a_lesson_is_played_as_it_is_written(tmp_path, chapter) -> None:
    told = lesson("splendor")
    wanted = told.chapter(chapter)
    async with running(a_config(tmp_path)) as server, server.client() as client:
        await client.guest("Lena")
        made = await client.call("POST", "/api/lessons", {"title": "splendor", "chapter": chapter})
        table = await client.call("GET", f"/api/tables/{made['id']}")
        async with Wire(server.url, made["id"], token=client.token) as wire:
            await wire.hello()
            for i, move in enumerate(wanted.course):
                replies = sum(reply.after == i + 1 for reply in wanted.others["1"])
                await played(client, made["id"], wire, move, replies)
        log = server.hub.rooms[made["id"]].core.match.log[len(wanted.before) :]
        theirs = [entry.move for entry in log if entry.seat == 1]

    assert table["lesson"] == chapter
    assert table["code"] is None
    assert table["key"] is None
    assert theirs[: len(wanted.others["1"])] == [reply.move for reply in wanted.others["1"]]


async def test_a_lesson_is_in_no_list_and_counts_nowhere(tmp_path) -> None:
    async with running(a_config(tmp_path)) as server, server.client() as client:
        await client.guest("Lena")
        made = await client.call("POST", "/api/lessons", {"title": "splendor"})
        lists = [await client.call("GET", path) for path in ("/api/me/tables", "/api/tables")]
        counted = await stats(server.services.store)
        week = time.time_ns() // 1_000_000 + (DAYS + 1) * 86_400_000
        young = await drop_old_lessons(server.services.store, server.hub.shelf)
        old = await drop_old_lessons(server.services.store, server.hub.shelf, week)
        left = await server.services.store.fetch(select(tables.matches.c.id))

    assert made["n"] == 0
    assert lists == [[], []]
    assert not any(name.startswith("tables") and n for name, n in counted.items())
    assert (young, old, left) == (0, 1, [])


async def test_no_clock_runs_while_somebody_learns(tmp_path) -> None:
    async with running(a_config(tmp_path)) as server, server.client() as client:
        await client.guest("Lena")
        made = await client.call("POST", "/api/lessons", {"title": "guardians", "chapter": "legends"})
        seen = await client.call("GET", f"/api/tables/{made['id']}/view")

    assert seen["view"]["clock"] is not None, "the rules have one"
    assert seen["due"] is None


async def test_what_the_page_is_told_of_a_lesson_has_no_secret(tmp_path) -> None:
    async with running(a_config(tmp_path)) as server, server.client() as client:
        found = await client.call("GET", "/api/lessons/splendor")
        with pytest.raises(Refused, match="sign_in"):
            await client.call("POST", "/api/lessons", {"title": "splendor"})
        with pytest.raises(Refused, match="unknown_title"):
            await client.call("GET", "/api/lessons/chess")
        await client.guest("Lena")
        with pytest.raises(Refused, match="unknown_title"):
            await client.call("POST", "/api/lessons", {"title": "splendor", "chapter": "none"})

    assert {key for chapter in found["chapters"] for key in chapter} == {"name", "knows", "before", "steps"}
    assert {key for chapter in found["chapters"] for step in chapter["steps"] for key in step} == {
        "topic", "words", "point", "ring", "picture", "do", "near", "press", "then", "others",
    }  # fmt: skip
