"""Make the logs of a release, to be kept: python -m tests.store.make_logs tests/store/logs/VERSION

A real server plays matches of all titles, whole and in the middle; what it has written is dumped as SQL, without
people's tokens, and beside it what this release makes of it. Run it once, at a release; test_upgrade.py does the rest.
"""

from __future__ import annotations

import asyncio
import contextlib
import json
import sqlite3
import sys
import tempfile
from pathlib import Path
from typing import Any

from jeton.client import Client, Refused
from jeton.store import connect
from tests.server.harness import a_config, chooser, running
from tests.store.test_upgrade import rooms, state_of

SECRET = ("secrets", "tokens", "credentials", "subscriptions", "nodes")
"""Tables of which nothing is kept."""


async def play(people: list[Client], table: str, rounds: int, seed: int) -> None:
    """Let people move in turn, so many rounds or to the end."""
    choose = chooser(seed)
    for _ in range(rounds):
        for person in people:
            seen = await person.call("GET", f"/api/tables/{table}/view")
            if not seen["actors"]:
                return
            if seen["seat"] in seen["actors"] and seen["view"]["moves"]:
                with contextlib.suppress(Refused):  # somebody was faster
                    await person.move(table, choose(seen["view"]), seen=seen["n"])
        await asyncio.sleep(0.02)


async def my_turn(person: Client, other: Client, table: str) -> dict[str, Any]:
    while True:
        seen: dict[str, Any] = await person.call("GET", f"/api/tables/{table}/view")
        if seen["seat"] in seen["actors"]:
            return seen
        await play([other], table, 1, 8)


async def say(socket: Any, kind: str, **fields: Any) -> None:
    """Send something and wait for its answer."""
    number = await socket.send(kind, **fields)
    async for message in socket:
        if message["t"] in ("ok", "no") and message["id"] == number:
            return


async def consent(people: list[Client], table: str) -> None:
    """Undo, pause, go on, let a stand-in play, say a word: everything that a log can hold beside moves."""
    ann, ben = people
    seen = await my_turn(ann, ben, table)
    async with ann.table(table) as one, ben.table(table) as other:
        n = await ann.move(table, seen["view"]["moves"][0], seen=seen["n"])
        await say(one, "undo", seen=n)
        await say(other, "answer", yes=True)
        for asker, answerer, what in ((one, other, "pause"), (other, one, "resume")):
            await say(asker, "ask", what=what)
            await say(answerer, "answer", yes=True)
        await say(one, "handover", seat=0)
        await say(one, "back")
        await say(one, "say", text="well played")


async def matches(ann: Client, ben: Client, cat: Client) -> None:
    """Play every title, whole and to its middle."""

    async def begin(title: str, seats: int, people: list[Client], **settings: Any) -> str:
        table = await people[0].new_table(title, seats, **settings)
        for person in people[1:]:
            await person.sit(table)
        await people[0].start(table, fill="random")
        return table

    await play([ann, ben], await begin("splendor", 2, [ann, ben]), 400, 1)
    table = await begin("splendor", 4, [ann, ben])
    await play([ann, ben], table, 30, 2)
    async with ben.table(table) as socket:
        await say(socket, "resign")
    await play([ann], table, 400, 3)
    await play([ann, ben, cat], await begin("marvel", 3, [ann, ben, cat]), 400, 4)
    await play([cat], await begin("marvel", 2, [cat], options={"visible": False}), 400, 5)
    await play([ann, ben, cat], await begin("guardians", 3, [ann, ben, cat]), 300, 6)
    table = await begin("splendor", 3, [ann, ben], clock={"kind": "hard", "seconds": 900, "increment": 5})
    await play([ann, ben], table, 6, 7)
    await consent([ann, ben], table)
    await play([ann, ben], table, 4, 9)
    await play([ann, ben], await begin("marvel", 2, [ann, ben], clock={"kind": "days", "days": 3}), 10, 10)
    await play([ann, ben], await begin("guardians", 4, [ann, ben]), 20, 11)
    await ben.sit(await ann.new_table("splendor", 4))


async def record() -> tuple[str, dict[str, Any]]:
    """Return what a server of this release writes, and what it makes of it."""
    with tempfile.TemporaryDirectory() as name:
        path = Path(name) / "jeton.sqlite"
        async with running(a_config(Path(name))) as server, contextlib.AsyncExitStack() as stack:
            people = [await stack.enter_async_context(server.client()) for _ in range(3)]
            for person, called in zip(people, ("Ann", "Ben", "Cat"), strict=True):
                await person.guest(called)
            await matches(*people)
        with contextlib.closing(sqlite3.connect(path)) as file:
            for table in SECRET:
                file.execute(f"DELETE FROM {table}")  # noqa: S608 - our own names
            file.commit()
            dump = "\n".join(file.iterdump())
        store = await connect(f"sqlite:///{path}")
        states = {room.table.id: state_of(room) async for room in rooms(store)}
        await store.close()
    return dump, states


def main(out: Path) -> None:
    dump, states = asyncio.run(record())
    out.mkdir(parents=True, exist_ok=True)
    (out / "jeton.sql").write_text(dump + "\n")
    (out / "states.json").write_text(json.dumps(states, indent=1) + "\n")


if __name__ == "__main__":
    main(Path(sys.argv[1]))
