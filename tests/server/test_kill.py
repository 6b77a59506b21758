"""kill -9 in the middle of many live games: what was acknowledged is there once, nothing is stuck, all converge."""

import asyncio
import contextlib
import random
import time

import pytest

import jeton
from jeton.client import Client, Refused
from jeton.server.events import Played, event_of
from jeton.server.room import Room
from jeton.server.tables import table_of
from jeton.store import connect
from tests.server.harness import Nursery

pytestmark = pytest.mark.once

TITLES = {"splendor": 2, "marvel": 2, "guardians": 3}


class Life:
    """People who play one game after the other until they are told to stop, and remember what was acknowledged."""

    def __init__(self, url, title, seed):
        self.url, self.title, self.rng = url, title, random.Random(seed)
        self.acked, self.seen, self.tables = set(), {}, []
        self.stop = asyncio.Event()

    async def run(self):
        async with contextlib.AsyncExitStack() as stack:
            clients = [await stack.enter_async_context(Client(self.url)) for _ in range(TITLES[self.title])]
            ids = [(await again(client.guest, f"P{i}"))["id"] for i, client in enumerate(clients)]
            while not self.stop.is_set():
                table = await again(clients[0].new_table, self.title, len(clients))
                for client in clients[1:]:
                    await again(client.sit, table, fine="already_seated")
                await again(clients[0].start, table, fine="begun")
                self.tables.append(table)
                await asyncio.gather(*(self.play(*pair, table) for pair in zip(clients, ids, strict=True)))

    async def play(self, client, user, table):
        async with client.table(table) as socket:
            messages = aiter(socket)
            while True:
                try:
                    message = await asyncio.wait_for(anext(messages), 0.5 if self.stop.is_set() else 60.0)
                except TimeoutError:
                    assert self.stop.is_set(), f"stuck: {table} {self.seen.get((table, user))}"
                    return
                if message["t"] == "ok":
                    self.acked.add((table, f"{user}:{socket._name}:{message['id']}"))
                elif message["t"] == "view":
                    self.seen[table, user] = message["n"]
                    if not message["actors"]:
                        return
                    moves = message["view"]["moves"]
                    if message["seat"] in message["actors"] and moves and not socket.waiting and not self.stop.is_set():
                        await asyncio.sleep(self.rng.random() * 0.2)
                        await socket.move(self.rng.choice(moves), message["n"])


async def again(call, *arguments, fine=None):
    """Try until the server is there."""
    for _ in range(200):
        try:
            return await call(*arguments)
        except Refused as error:
            if error.code == fine:
                return None
            if error.code not in ("busy", "store_down"):
                raise
        except Exception:
            await asyncio.sleep(0.1)
    raise TimeoutError("the server does not come back")


async def kill_often(tmp_path, lives, kills, database=None):
    with Nursery(tmp_path, database=database) as server:
        people = [Life(server.url, title, seed) for seed, title in enumerate(lives)]
        tasks = [asyncio.create_task(life.run()) for life in people]
        away = []
        for _ in range(kills):
            await asyncio.sleep(random.Random(len(away)).uniform(0.5, 1.5))
            server.kill()
            began = time.monotonic()
            server.start()
            await asyncio.to_thread(server.wait)
            away.append(time.monotonic() - began)
            for task in tasks:
                if task.done():
                    await task
        await asyncio.sleep(2.0)
        for life in people:
            life.stop.set()
        async with asyncio.timeout(90):
            await asyncio.gather(*tasks)
    store = await connect(database or f"sqlite:///{tmp_path / 'jeton.sqlite'}")
    try:
        moves = await check(store, people)
    finally:
        await store.close()
    print(f"{kills} kills, {moves} moves, away {max(away):.1f} s at most, {sorted(away)[len(away) // 2]:.1f} s mostly")
    return moves


async def check(store, people):
    from sqlalchemy import select

    from jeton.server.commands import Now
    from jeton.store import schema as tables

    found = {row["id"]: row for row in await store.fetch(select(tables.matches))}
    total = 0
    for life in people:
        for name in life.tables:
            rows = await store.log(name)
            clients = [row.client for row in rows if row.client]
            assert [row.version for row in rows] == list(range(1, len(rows) + 1))
            assert len(clients) == len(set(clients))
            assert {client for table, client in life.acked if table == name} <= set(clients)
            table = table_of(found[name])
            game = jeton.make(table.title, version=table.rules, options=table.options)
            room = Room.load(table, game, rows, Now(0, 0))
            assert room.n == sum(isinstance(event_of(row), Played) for row in rows)
            seen = [n for (where, _), n in life.seen.items() if where == name]
            assert seen == [room.n] * len(seen)  # everybody has come to the same end
            total += room.n
    return total


async def test_20_kills_lose_and_double_nothing(tmp_path):
    titles = [title for title in TITLES if title in jeton.titles()]
    moves = await kill_often(tmp_path, [titles[i % len(titles)] for i in range(45)], 20)

    assert moves > 200


@pytest.mark.soak
async def test_200_kills_lose_and_double_nothing(tmp_path):
    titles = [title for title in TITLES if title in jeton.titles()]
    await kill_often(tmp_path, [titles[i % len(titles)] for i in range(150)], 200)
