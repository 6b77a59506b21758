"""Rooms of four people who play at a pace, or as fast as they are answered."""

from __future__ import annotations

import asyncio
import time
from random import Random
from typing import Any

import msgspec

from scripts.load.wire import Wire, dial, frame

__all__ = ["Load", "Room", "share"]


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
    """The time in milliseconds below which that part of the times lies."""
    ordered = sorted(times)
    return round(1000 * ordered[min(len(ordered) - 1, int(part * len(ordered)))], 1) if ordered else None


class Room:
    """Four sockets at one table, and perhaps some who look on."""

    def __init__(self, load: Load, table: str, seed: int) -> None:
        """Not connected yet."""
        self.load, self.table = load, table
        self.chance = Random(seed)  # noqa: S311 - any legal move will do
        self.wires: list[Wire] = []
        self.watchers: list[Wire] = []
        self.moves: tuple[str, ...] = ()
        self.n, self.arrived, self.actor, self.next = -1, 0, 0, 1
        self.sent: dict[int, float] = {}
        """When the move was sent that made entry n."""
        self.idle = self.over = False

    async def join(self, watchers: int = 0, since: int = -1) -> None:
        """Connect all four, then the others."""
        self.arrived = 0
        for seat in range(4):
            self.wires.append(await self._dial(seat, since))
        for _ in range(watchers):
            self.watchers.append(await self._dial(-1, since))

    async def _dial(self, seat: int, since: int) -> Wire:
        token = self.load.token if seat >= 0 else None
        wire = await dial(self.load.url, f"/ws/{self.table}", self._take, token)
        wire.seat = seat
        hello: dict[str, Any] = {"t": "hello", "protocol": 1, "client": f"s{seat}", "since": since}
        wire.send(frame(ENCODE(hello | {"seat": seat} if seat >= 0 else hello)))
        return wire

    def leave(self) -> None:
        """All at once."""
        for wire in (*self.wires, *self.watchers):
            wire.abort()
        self.wires, self.watchers, self.idle = [], [], False

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
        if wire.seat in head.actors:
            self.moves, self.actor = MOVES.decode(head.view).moves, wire.seat
        if head.n > self.n:
            self.n, self.arrived = head.n, 0
        self.arrived += 1
        if self.arrived == 4:
            self._all_have_it(head)

    def _all_have_it(self, head: Head) -> None:
        if head.n in self.sent:
            self.load.times.append(time.perf_counter() - self.sent[head.n])
        self.over = not head.actors
        self.idle = not self.over
        self.load.arrived(self)

    def move(self) -> bool:
        """Play one move, if the last is done."""
        if not self.idle:
            return False
        self.idle = False
        takes = [move for move in self.moves if not move.startswith("buy")] or self.moves
        chosen = takes[self.chance.getrandbits(16) % len(takes)]
        text = ENCODE({"t": "move", "id": self.next, "seen": self.n, "move": chosen})
        self.next += 1
        self.sent[self.n + 1] = time.perf_counter()
        self.wires[self.actor].send(frame(text))
        return True


class Load:
    """All rooms, and what was measured."""

    def __init__(self, url: str, token: str) -> None:
        """Nothing yet."""
        self.url, self.token = url, token
        self.rooms: list[Room] = []
        self.times: list[float] = []
        self.watched: list[float] = []
        self.errors, self.lost, self.behind = 0, 0, 0
        """Refusals; connections that went; moves that were due before the last one was seen by all."""
        self.last_error = ""
        self._greedy = False

    async def join(self, *, since: bool = False, together: int = 50) -> float:
        """Connect everybody, so many rooms at a time; the seconds until all of them have a view."""
        began = time.perf_counter()
        gate = asyncio.Semaphore(together)

        async def one(room: Room) -> None:
            async with gate:
                await room.join(since=room.n if since else -1)

        await asyncio.gather(*(one(room) for room in self.rooms))
        while any(room.arrived < 4 for room in self.rooms):  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        return time.perf_counter() - began

    def arrived(self, room: Room) -> None:
        """A room is in step: as fast as it goes, the next move goes out at once."""
        if self._greedy:
            room.move()

    def begin(self) -> None:
        """Measure anew."""
        self.times, self.watched, self.errors, self.lost, self.behind = [], [], 0, 0, 0

    async def at_pace(self, rate: float, seconds: float) -> None:
        """So many moves a second, evenly, over all rooms in turn."""
        began, sent, rooms = time.perf_counter(), 0, len(self.rooms)
        while (passed := time.perf_counter() - began) < seconds:
            while sent < passed * rate:
                self.behind += not self.rooms[sent % rooms].move()
                sent += 1
            await asyncio.sleep(0.001)
        await asyncio.sleep(0.3)

    async def as_fast_as_it_goes(self, rooms: int, seconds: float) -> None:
        """So many rooms at a time, each with a move under way always."""
        self._greedy = True
        for room in self.rooms[:rooms]:
            room.move()
        await asyncio.sleep(seconds)
        self._greedy = False
        await asyncio.sleep(0.5)
