"""People who play one game after the other through any fault and remember every answer, which a test then checks."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

import httpx
from sqlalchemy import select

import jeton
from jeton.client import Client, Refused, TableConnection
from jeton.core.game import TICK
from jeton.server.rooms.commands import Now
from jeton.server.rooms.events import Played, event_of
from jeton.server.rooms.room import Room
from jeton.server.tables.tables import table_of
from jeton.store import Row, Store, connect
from jeton.store import schema as tables

TITLES = {"splendor": 2, "marvel": 2, "guardians": 3}
PATIENCE = 60.0
"""Seconds without a message after which a game counts as stuck."""
CONVERGED = 120.0
"""Seconds after which everybody must have seen the same end, on a machine that is busy with all of them."""


class Life:
    """A few people at one table after the other, each through a server of their own, until they are told to stop."""

    def __init__(self, urls: list[str], title: str, seed: int, *, think: float = 0.2) -> None:
        self.urls, self.title, self.rng, self.think = urls, title, random.Random(seed), think
        self.acked: dict[str, set[str]] = {}
        """By table, what was acknowledged: the messages' names."""
        self.seen: dict[tuple[str, str], int] = {}
        """The last entry that each has seen at each table."""
        self.most: Counter[str] = Counter()
        """The last entry of each table that anybody was told of."""
        self.refused: Counter[str] = Counter()
        self.byes: Counter[str] = Counter()
        """Why servers hung up."""
        self.heard = time.monotonic()
        """When anybody at the table last saw a move happen."""
        self.playing = False
        self.table = ""
        """Where they sit now."""
        self.last: dict[tuple[str, str], float] = defaultdict(time.monotonic)
        """When each last heard anything."""
        self.settled: dict[str, set[str]] = {}
        """Who at a table has nothing under way any more, or has seen the end of the match."""
        self.stop = asyncio.Event()

    async def run(self) -> None:
        async with contextlib.AsyncExitStack() as stack:
            urls = [self.urls[i % len(self.urls)] for i in range(TITLES[self.title])]
            clients = [await stack.enter_async_context(Client(url)) for url in urls]
            ids = [(await again(client.guest, f"P{i}"))["id"] for i, client in enumerate(clients)]
            while not self.stop.is_set():
                table = await again(clients[0].new_table, self.title, len(clients))
                for client in clients[1:]:
                    await again(client.sit, table, fine="already_seated")
                await again(clients[0].start, table, fine="begun")
                self.acked[table] = set()
                self.table, self.playing = table, True
                await asyncio.gather(*(self.play(*pair, table) for pair in zip(clients, ids, strict=True)))
                self.playing = False

    async def play(self, client: Client, user: str, table: str) -> None:
        async with client.table(table) as socket:
            inbox: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
            pump = asyncio.create_task(self._pump(socket, inbox))
            try:
                while not self.stop.is_set():
                    message = await self._next(inbox, pump, table, user)
                    if message is None:
                        continue
                    await self._take(socket, message, user, table)
                    if message["t"] == "view" and not message["actors"]:
                        self._settled(table, user)
                        return
                await self._come_to_the_end(socket, inbox, pump, user, table)
            finally:
                pump.cancel()
                await asyncio.gather(pump, return_exceptions=True)

    async def _pump(self, socket: TableConnection, inbox: asyncio.Queue[dict[str, Any]]) -> None:
        async for message in socket:
            inbox.put_nowait(message)

    async def _next(self, inbox: Any, pump: Any, table: str, user: str) -> dict[str, Any] | None:
        """Return the next message; None after a moment in which there was none."""
        if pump.done():
            pump.result()
        try:
            message: dict[str, Any] = await asyncio.wait_for(inbox.get(), 0.5)
        except TimeoutError:
            quiet = time.monotonic() - self.last[table, user]
            assert quiet < PATIENCE, f"stuck: {table} {self.seen.get((table, user))}"
            return None
        self.last[table, user] = time.monotonic()
        return message

    async def _take(self, socket: TableConnection, message: dict[str, Any], user: str, table: str) -> None:
        if message["t"] == "ok":
            self.acked[table].add(f"{user}:{socket._name}:{message['id']}")
            self.most[table] = max(self.most[table], message["n"])
        elif message["t"] == "no":
            self.refused[message["code"]] += 1
            if message["code"] == "busy":
                await asyncio.sleep(self.think)
                await socket.sync()
        elif message["t"] == "bye":
            self.byes[message["code"]] += 1
        elif message["t"] == "view":
            self._note(table, user, message["n"])
            moves = message["view"]["moves"]
            if message["seat"] in message["actors"] and moves and not socket.waiting and not self.stop.is_set():
                await asyncio.sleep(self.rng.random() * self.think)
                await socket.move(self.rng.choice(moves), message["n"])

    async def _come_to_the_end(self, socket: TableConnection, inbox: Any, pump: Any, user: str, table: str) -> None:
        """Wait until everything is answered, here and at the others of the table; then look until all is seen.

        A node may hear a moment later, and no more than a moment, of what another has written. An answer that somebody
        got and has not read yet says how far the others have to look: until it is read, nobody is done.
        """
        while socket.waiting or len(self.settled.get(table, ())) < TITLES[self.title]:
            if not socket.waiting and inbox.empty():
                self._settled(table, user)
            if message := await self._next(inbox, pump, table, user):
                await self._take(socket, message, user, table)
        message, began = None, time.monotonic()
        while message is None or message["t"] != "view" or not message["reset"] or message["n"] < self.most[table]:
            assert time.monotonic() - began < CONVERGED, f"behind: {table} {self.seen.get((table, user))}"
            if message is None:
                await socket.sync()  # again, if the line was lost meanwhile
            message = await self._next(inbox, pump, table, user)
            if message is not None:
                await self._take(socket, message, user, table)

    def _settled(self, table: str, user: str) -> None:
        self.settled.setdefault(table, set()).add(user)

    def _note(self, table: str, user: str, n: int) -> None:
        if n > self.seen.get((table, user), -1):
            self.heard = time.monotonic()
        self.seen[table, user] = n
        self.most[table] = max(self.most[table], n)


async def again(call: Any, *arguments: Any, fine: str | None = None) -> Any:
    """Try until the server is there and does it."""
    for _ in range(600):
        try:
            return await call(*arguments)
        except Refused as error:
            if error.code == fine:
                return None
            if error.code not in ("busy", "store_down") and not error.code.startswith("http 5"):  # a proxy's own words
                raise
        except (OSError, httpx.HTTPError):
            pass  # it is away
        await asyncio.sleep(0.1)
    raise TimeoutError("the server does not come back")


def some_lives(count: int, *urls: str, **settings: Any) -> list[Life]:
    """People at so many tables, of all titles in turn, at the servers in turn."""
    titles = [title for title in TITLES if title in jeton.titles()]
    return [
        Life([*urls[i % len(urls) :], *urls[: i % len(urls)]], titles[i % len(titles)], i, **settings)
        for i in range(count)
    ]


@contextlib.asynccontextmanager
async def living(people: list[Life], *, rest: float = 2.0, end: float = 90.0):
    """Let people play, leave them some quiet after the body, and wait until all have seen the end."""
    tasks = [asyncio.create_task(life.run()) for life in people]

    def look() -> None:
        for task in tasks:
            if task.done():
                task.result()

    try:
        yield look
        await asyncio.sleep(rest)
        for life in people:
            life.stop.set()
        async with asyncio.timeout(end):
            await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await asyncio.sleep(0.05)  # what was cut off in the middle closes in the next round


def goes_on(people: list[Life], since: float) -> Callable[[], bool]:
    """Return whether everybody has seen a move happen since a moment, or is between two games."""
    return lambda: all(bool(life.seen) and (life.heard > since or not life.playing) for life in people)


def all_back(people: list[Life], since: float) -> Callable[[], bool]:
    """Return whether everybody who sits at a table has heard from a server since a moment."""

    def back(life: Life) -> bool:
        return not life.playing or all(at > since for (where, _), at in life.last.items() if where == life.table)

    return lambda: all(map(back, people))


async def until(what: Callable[[], bool], seconds: float) -> float:
    """Wait until something holds; how long that took."""
    began = time.monotonic()
    while not what():
        assert time.monotonic() - began < seconds, f"not within {seconds} s"
        await asyncio.sleep(0.05)
    return time.monotonic() - began


@dataclass
class Found:
    """What a check of the logs has counted; that nothing is lost or doubled it has asserted."""

    tables: int = 0
    moves: int = 0
    acked: int = 0
    refused: Counter[str] = field(default_factory=Counter)


def room_of(match: Any, rows: Sequence[Row]) -> Room:
    """Return the room that a log leads to; `match` is the row of its table."""
    table = table_of(match)
    game = jeton.make(table.title, version=table.rules, options=table.options)
    return Room.load(table, game, rows, Now(0, 0))


async def check(store: Store, people: list[Life]) -> Found:
    """Check that every log has no gap, each acknowledged message once, and leads to what everybody saw last.

    After somebody's last look the log may hold moves of the clock only.
    """
    stored = {row["id"]: row for row in await store.fetch(select(tables.matches))}
    found = Found()
    for life in people:
        found.refused += life.refused
        for name, acked in life.acked.items():
            rows = await store.log(name)
            clients = [row.client for row in rows if row.client]
            assert [row.version for row in rows] == list(range(1, len(rows) + 1)), "a gap"
            assert len(clients) == len(set(clients)), "doubled"
            assert acked <= set(clients), "lost"
            room = room_of(stored[name], rows)
            played = [event for event in map(event_of, rows) if isinstance(event, Played)]
            assert room.n == len(played)
            seen = [n for (where, _), n in life.seen.items() if where == name]
            last = max((n for n, event in enumerate(played, start=1) if event.move != TICK), default=0)
            assert all(last <= n <= room.n for n in seen), "not everybody has come to the same end"
            found.tables += 1
            found.moves += room.n
            found.acked += len(acked)
    return found


async def checked(database: str, people: list[Life]) -> Found:
    """Return the same, for a database that nobody uses any more."""
    store = await connect(database)
    try:
        return await check(store, people)
    finally:
        await store.close()


async def kills_among(people: list[Life], victims: list[Any], kills: int, between: tuple[float, float]) -> list[float]:
    """Kill one of some programs and start it again, so often while people play; return how long each was away.

    Most kills come while many people are still on their way back; before every fifth kill it waits until everybody has
    heard from a server, and fails if somebody is stuck.
    """
    rng, away, since = random.Random(7), [], 0.0
    async with living(people) as look:
        await until(lambda: all(life.seen for life in people), 300)  # everybody plays
        for number in range(kills):
            if number % 5 == 0:
                await until(all_back(people, since), PATIENCE)
            await asyncio.sleep(rng.uniform(*between))
            victim = rng.choice(victims)
            began = time.monotonic()
            await asyncio.to_thread(_kill_and_start, victim)
            since = time.monotonic()
            away.append(since - began)
            look()
    return away


def _kill_and_start(victim: Any) -> None:
    victim.kill()
    victim.start()
    if hasattr(victim, "wait"):
        victim.wait()


def middle(times: list[float]) -> float:
    """Return the one in the middle."""
    return sorted(times)[len(times) // 2]
