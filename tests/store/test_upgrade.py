"""Databases of earlier releases, kept as they were: today's code brings them up to date and every match is the same.

`logs/VERSION/jeton.sql` is what a server of that release wrote, with matches of all titles, whole and in the middle,
with undo, pauses, a stand-in, resignation and clocks; `states.json` is what that release made of them.
"""

import contextlib
import json
import random
import sqlite3
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import select

import jeton
from jeton.server.rooms.commands import Accept, BotMove, Now
from jeton.server.rooms.room import Room
from jeton.server.tables.tables import table_of
from jeton.store import connect
from jeton.store import schema as tables

pytestmark = pytest.mark.once

LOGS = sorted(path for path in (Path(__file__).parent / "logs").iterdir() if path.is_dir())


@contextlib.asynccontextmanager
async def old_store(tmp_path, release):
    """Yield a store of today over a database of then."""
    with contextlib.closing(sqlite3.connect(tmp_path / "jeton.sqlite")) as file:
        file.executescript((release / "jeton.sql").read_text())
    store = await connect(f"sqlite:///{tmp_path / 'jeton.sqlite'}")
    try:
        yield store
    finally:
        await store.close()


async def rooms(store):
    for row in await store.fetch(select(tables.matches)):
        table = table_of(row)
        game = jeton.make(table.title, version=table.rules, options=table.options)
        yield Room.load(table, game, await store.log(table.id), Now(0, 0))


def state_of(room):
    """Return what must not change, in the words of states.json."""
    told = {
        "title": room.table.title, "state": room.state, "n": room.n, "version": room.version,
        "people": [seat.user is not None for seat in room.seats],
    }  # fmt: skip
    if room.match:
        told |= {
            "position": room.game.write(room.match.position), "actors": list(room.match.actors),
            "outcome": msgspec.to_builtins(room.match.outcome), "commitment": room.commitment,
            "resigned": sorted(room.resigned()),
        }  # fmt: skip
    return json.loads(json.dumps(told))


def keeps(now, then):
    """Return whether all that was there is there, and the same; later releases may write down more."""
    if isinstance(then, str) and then.startswith("{"):
        return isinstance(now, str) and keeps(json.loads(now), json.loads(then))
    if isinstance(then, dict):
        return isinstance(now, dict) and all(name in now and keeps(now[name], part) for name, part in then.items())
    if isinstance(then, list):
        return isinstance(now, list) and len(now) == len(then) and all(map(keeps, now, then))
    return now == then


@pytest.mark.parametrize("release", LOGS, ids=lambda path: path.name)
async def test_stored_matches_come_to_the_same_states(tmp_path, release):
    expected = json.loads((release / "states.json").read_text())
    async with old_store(tmp_path, release) as store:
        found = {room.table.id: state_of(room) async for room in rooms(store)}

    assert set(found) == set(expected)
    assert [table for table, state in expected.items() if not keeps(found[table], state)] == []
    assert {state["title"] for state in found.values()} == set(jeton.titles())
    assert {state["state"] for state in found.values()} == {"open", "playing", "over"}


@pytest.mark.parametrize("release", LOGS, ids=lambda path: path.name)
async def test_matches_that_were_going_on_go_on(tmp_path, release):
    rng = random.Random(1)
    async with old_store(tmp_path, release) as store:
        for room in [room async for room in rooms(store) if room.state == "playing"]:
            seat = room.match.actors[0]
            room.seats[seat].stand_in = "random"
            decision = room.decide(BotMove(seat=seat, n=room.n, move=rng.choice(room.match.moves(seat))), Now(0, 0))
            assert isinstance(decision, Accept)
            await store.append(decision.rows)

            assert (await store.log(room.table.id))[-1] == decision.rows[0]
