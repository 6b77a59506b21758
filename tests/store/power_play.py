"""A program that keeps matches and says what was acknowledged: run under strace by test_power.py.

python -m tests.store.power_play URL FILE MOVES [SYNCHRONOUS]: one line `match version` in FILE for each durable row.
"""

from __future__ import annotations

import asyncio
import os
import random
import sys
import threading

from jeton.server.rooms import commands as ask
from jeton.server.rooms.commands import Accept, Now
from jeton.server.rooms.events import Settings
from jeton.server.rooms.room import Room
from jeton.server.tables.tables import insert_table, new_table
from jeton.store import connect, sqlite
from jeton.store.home import Home


async def main(url: str, told: str, moves: int, synchronous: str) -> None:
    store = await connect(url)
    if synchronous:  # a store that promises too much, to see it found out
        await store._submit((), [])
        store._jobs.put(None)
        store._writer.join()
        store._home = Home(store.path)  # the last connection took the log along
        make = sqlite._connect
        sqlite._connect = lambda *given, **named: lax(make(*given, **named), synchronous)
        store._writer = threading.Thread(target=store._write, daemon=True)
        store._writer.start()
    # Bytes that are written here stand in the recording after the sync that they vouch for.
    out = os.open(told, os.O_WRONLY | os.O_CREAT | os.O_APPEND)
    rng, made, rows = random.Random(3), 0, 0
    while rows < moves:
        room = await a_room(store, made)
        made += 1
        for command in commands(room, rng):
            decision = room.decide(command, Now(rows, rows))
            assert isinstance(decision, Accept), decision
            await store.append(decision.rows)
            for row in decision.rows:
                os.write(out, f"{row.match} {row.version}\n".encode())
                room.apply(row, Now(rows, rows))
                rows += 1
            if rows >= moves:
                break
    os._exit(0)  # as a loss of power does: nobody closes anything


def lax(connection, synchronous: str):
    connection.execute(f"PRAGMA synchronous = {synchronous}")
    return connection


async def a_room(store, made: int) -> Room:
    from jeton import games

    table = new_table("splendor", 2, {"first": "seat"}, Settings(), "ann", made)
    await store.append([], insert_table(table))
    return Room(table, games.make(table.title, version=table.rules, options=table.options), Now(0, 0))


def commands(room: Room, rng: random.Random):
    for seat, user in enumerate(("ann", "ben")):
        yield ask.SitDown(user=user, seat=seat, name=user)
    yield ask.Begin(user="ann")
    while not room.match.is_over:
        seat = room.match.actors[0]
        user = room.seats[seat].user
        move = rng.choice(room.match.moves(seat))
        yield ask.Play(user=user, seat=seat, move=move, client=f"{user}:{room.version}")


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3]), "".join(sys.argv[4:])))
