"""Rooms of four people who play at a pace, or as fast as they are answered."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
from collections.abc import Awaitable, Callable
from random import Random
from typing import Any

import msgspec

from scripts.load.wire import Wire, dial, frame

__all__ = ["Load", "Room", "share"]

PATIENCE = 10.0
"""Seconds after which a move that not all four have seen counts as an error."""
JOIN_SECONDS = 120.0
"""How long to wait until all who are connected have a view: one whose connection went in between never has."""


class Head(msgspec.Struct):
    """As much of a message as the load needs."""

    t: str
    n: int = -1
    actors: tuple[int, ...] = ()
    view: msgspec.Raw = msgspec.Raw(b"{}")


class Moves(msgspec.Struct):
    """The moves of a view."""

    moves: tuple[str, ...] = ()


HEAD, MOVES, ENCODE = msgspec.json.Decoder(Head), msgspec.json.Decoder(Moves), msgspec.json.Encoder().encode


def share(times: list[float], part: float) -> float | None:
    """Return the time in milliseconds below which that part of the times lies."""
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1) if ordered else None


class Room:
    """Four sockets at one table, and perhaps some who look on."""

    def __init__(self, load: Load, table: str, seed: int) -> None:
        """Prepare, not connected yet; the number says by which node each seat comes, too."""
        self.load, self.table, self.number = load, table, seed
        self.chance = Random(seed)  # noqa: S311 - any legal move will do
        self.wires: list[Wire] = []
        self.watchers: list[Wire] = []
        self.moves: tuple[str, ...] = ()
        self.n, self.arrived, self.actor, self.next = -1, 0, 0, 1
        self.sent: dict[int, float] = {}
        """When the move was sent that made entry n."""
        self.idle = self.over = False
        self.until = math.inf
        """The entry after which the four leave for another table, though their game is not over."""

    async def join(self, watchers: int = 0, since: int = -1) -> None:
        """Connect all four, each by the next node, then the others."""
        self.arrived = 0
        for seat in range(4):
            self.wires.append(await self._dial(seat, since))
        for _ in range(watchers):
            self.watchers.append(await self._dial(-1, since))

    async def _dial(self, seat: int, since: int) -> Wire:
        token = self.load.token if seat >= 0 else None
        url = self.load.urls[(self.number + seat) % len(self.load.urls)]
        wire = await dial(url, f"/ws/{self.table}", self._take, token)
        wire.seat = seat
        hello: dict[str, Any] = {"t": "hello", "protocol": 1, "client": f"s{seat}", "since": since}
        wire.send(frame(ENCODE(hello | {"seat": seat} if seat >= 0 else hello)))
        return wire

    def leave(self) -> None:
        """Leave all at once."""
        for wire in (*self.wires, *self.watchers):
            wire.abort()
        self.wires, self.watchers, self.idle = [], [], False

    async def again(self, table: str) -> None:
        """Begin another game at another table."""
        self.leave()
        self.table, self.n, self.over, self.until = table, -1, False, math.inf
        self.sent.clear()
        await self.join()

    def _take(self, wire: Wire, text: bytes) -> None:
        """Take a message; the last view of a number ends the timing."""
        if not text:
            self.load.lost += 1
            return
        head = HEAD.decode(text)
        if head.t == "no" or head.t == "bye":
            self.load.errors += 1
            self.load.last_error = text.decode()
        if head.t != "view":
            return
        if wire.seat < 0:
            if head.n in self.sent:
                self.load.watched.append(time.perf_counter() - self.sent[head.n])
            return
        if head.n <= wire.n:
            return
        self.load.gaps += 0 <= wire.n < head.n - 1
        wire.n = head.n
        if head.n > self.n:
            self.n, self.arrived = head.n, 0
        if head.n == self.n:
            self._count(wire, head)

    def _count(self, wire: Wire, head: Head) -> None:
        if wire.seat in head.actors:
            self.moves, self.actor = MOVES.decode(head.view).moves, wire.seat
        self.arrived += 1
        if self.arrived == 4:
            self._all_have_it(head)

    def _all_have_it(self, head: Head) -> None:
        if head.n in self.sent:
            self.load.times.append(time.perf_counter() - self.sent[head.n])
        self.over = not head.actors or head.n >= self.until
        self.idle = not self.over
        self.load.arrived(self)

    def move(self) -> bool:
        """Play one move, if the last is done."""
        if not self.idle:
            return False
        self.idle = False
        buys = self.load.new_table is not None
        takes = [move for move in self.moves if move.startswith("buy") == buys] or self.moves
        chosen = takes[self.chance.getrandbits(16) % len(takes)]
        text = ENCODE({"t": "move", "id": self.next, "seen": self.n, "move": chosen})
        self.next += 1
        self.sent[self.n + 1] = time.perf_counter()
        self.wires[self.actor].send(frame(text))
        return True


class Load:
    """All rooms, and what was measured."""

    def __init__(self, urls: list[str], token: str) -> None:
        """Take one server, or several that share a database."""
        self.urls, self.token = urls, token
        self.rooms: list[Room] = []
        self.times: list[float] = []
        self.watched: list[float] = []
        self.seconds = 0.0
        """How long moves were sent."""
        self.new_table: Callable[[], Awaitable[str]] | None = None
        """Makes the table for the next game of four whose game is over; without it they buy nothing, so as to go on."""
        self.games = 0
        """How many games came to their end, and were followed by another."""
        self.begin()
        self.last_error = ""
        self._greedy = False
        self._beginning: set[asyncio.Task[None]] = set()

    async def join(self, *, since: bool = False, together: int = 50) -> float:
        """Connect everybody, so many rooms at a time; return the seconds until all of them have a view."""
        began = time.perf_counter()
        gate = asyncio.Semaphore(together)

        async def one(room: Room) -> None:
            async with gate:
                await room.join(since=room.n if since else -1)

        await asyncio.gather(*(one(room) for room in self.rooms))
        async with asyncio.timeout(JOIN_SECONDS):
            while any(room.arrived < 4 for room in self.rooms):  # noqa: ASYNC110
                await asyncio.sleep(0.01)
        return time.perf_counter() - began

    def arrived(self, room: Room) -> None:
        """Take a room in step further: to its next move if it plays as fast as it goes, to its next game after one."""
        if self._greedy:
            room.move()
        if room.over and self.new_table is not None:
            task = asyncio.create_task(self._again(room, self.new_table))
            self._beginning.add(task)
            task.add_done_callback(self._beginning.discard)

    async def _again(self, room: Room, new_table: Callable[[], Awaitable[str]]) -> None:
        try:
            await room.again(await new_table())
            self.games += 1
        except Exception as error:  # whatever it is: it is counted
            self.errors += 1
            self.last_error = repr(error)

    def begin(self) -> None:
        """Measure anew."""
        self.times, self.watched, self.behind = [], [], 0
        """The last: moves that were due before the one before was seen by all."""
        self.errors, self.lost, self.gaps, self.unseen = 0, 0, 0, 0
        """Refusals; connections that went; views that somebody did not get; moves that not all four got."""

    @property
    def faults(self) -> int:
        """All that went wrong."""
        return self.errors + self.lost + self.gaps + self.unseen

    async def fall_out_of_step(self, rate: float, game: int) -> None:
        """Play at that pace until each room is at another point of its game, as if each had begun when it liked.

        Otherwise the games of tables that were made one after the other end together, and then all people connect to
        new tables at once: that may happen on a club's evening, but not in an hour of play.
        """
        for room in self.rooms:
            room.until = room.n + room.chance.randint(1, game)
        await self.at_pace(rate, game * len(self.rooms) / rate)

    async def at_pace(self, rate: float, seconds: float) -> None:
        """Play so many moves a second, evenly, over all rooms in turn."""
        began, sent, rooms = time.perf_counter(), 0, len(self.rooms)
        while (passed := time.perf_counter() - began) < seconds:
            while sent < passed * rate:
                self.behind += not self.rooms[sent % rooms].move()
                sent += 1
            await asyncio.sleep(0.001)
        await self._end(began)

    async def as_fast_as_it_goes(self, rooms: int, seconds: float) -> None:
        """Play in so many rooms at a time, each always with a move under way."""
        self._greedy, began = True, time.perf_counter()
        for room in self.rooms[:rooms]:
            room.move()
        await asyncio.sleep(seconds)
        self._greedy = False
        await self._end(began)

    async def _end(self, began: float) -> None:
        """Wait for the last moves, and time those that people see only then like any other."""
        self.seconds = time.perf_counter() - began
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(PATIENCE):
                while self._under_way():  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
        self.unseen += self._under_way()

    def _under_way(self) -> int:
        return sum(not room.idle and not room.over for room in self.rooms)
