#!/usr/bin/env python3
"""Load on a real server over real sockets: `make bench-server`.

The server is a process of its own and this program the people: rooms of four, each move sent by its player and timed
until the last of the four has the new view. CPU per move is the server's own, so it says something on a shared machine.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import msgspec
from websockets.asyncio.client import connect

from jeton.client import Client
from tests.server.harness import Process

TICKS = os.sysconf("SC_CLK_TCK")


class Head(msgspec.Struct):
    """As much of a message as the load needs."""

    t: str
    n: int = -1
    actors: tuple[int, ...] = ()
    view: msgspec.Raw = msgspec.Raw(b"{}")


class Moves(msgspec.Struct):
    """The moves of a view."""

    moves: tuple[str, ...] = ()


HEAD, MOVES = msgspec.json.Decoder(Head), msgspec.json.Decoder(Moves)


class Room:
    """Four sockets at one table."""

    def __init__(self, load: Load, table: str, seed: int) -> None:
        """Not connected yet."""
        self.load, self.table, self.rng = load, table, random.Random(seed)  # noqa: S311
        self.sockets: list[Any] = []
        self.moves: list[tuple[str, ...]] = [()] * 4
        self.n, self.arrived, self.actor = -1, 0, 0
        self.sent_at = 0.0
        self.next = 1
        self.idle = asyncio.Event()

    async def join(self, url: str, token: str) -> None:
        """Connect all four."""
        for seat in range(4):
            socket = await connect(
                f"{url.replace('http', 'ws', 1)}/ws/{self.table}", compression=None, max_size=None, ping_interval=None,
                additional_headers={"Authorization": f"Bearer {token}"},
            )  # fmt: skip
            self.sockets.append(socket)
            hello = {"t": "hello", "protocol": 1, "client": f"s{seat}", "seat": seat}
            await socket.send(json.dumps(hello))
            self.load.tasks.append(asyncio.create_task(self.listen(seat, socket)))

    async def listen(self, seat: int, socket: Any) -> None:
        """Take views; the last of a number ends the timing."""
        async for frame in socket:
            head = HEAD.decode(frame)
            if head.t == "no":
                self.load.errors += 1
                self.load.last_error = frame
            if head.t != "view":
                continue
            if seat in head.actors:
                self.moves[seat] = MOVES.decode(head.view).moves
                self.actor = seat
            if head.n > self.n:
                self.n, self.arrived = head.n, 0
            if head.n == self.n:
                self.arrived += 1
                if self.arrived == 4:
                    if self.sent_at:
                        self.load.times.append(time.perf_counter() - self.sent_at)
                    self.sent_at = 0.0
                    if head.actors:
                        self.idle.set()
                    else:
                        self.load.over += 1

    async def move(self) -> bool:
        """Play one move, if the last is done."""
        if not self.idle.is_set():
            return False
        self.idle.clear()
        moves = self.moves[self.actor]
        takes = [move for move in moves if not move.startswith("buy")]
        move = {"t": "move", "id": self.next, "seen": self.n, "move": self.rng.choice(takes or moves)}
        self.next += 1
        self.sent_at = time.perf_counter()
        await self.sockets[self.actor].send(json.dumps(move))
        return True


class Load:
    """All rooms, and what was measured."""

    def __init__(self) -> None:
        """Nothing yet."""
        self.times: list[float] = []
        self.errors, self.over, self.missed = 0, 0, 0
        self.last_error = ""
        self.tasks: list[asyncio.Task[None]] = []


def cpu_seconds(pid: int) -> float:
    """The CPU time of a process."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / TICKS


def memory_kib(pid: int) -> int:
    """The resident memory of a process."""
    line = next(line for line in Path(f"/proc/{pid}/status").read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1])


async def run(url: str, pid: int, rooms: int, rate: float, seconds: float) -> dict[str, Any]:
    """Rooms of four at a rate of moves a second; rate 0 is as fast as it goes."""
    load = Load()
    async with Client(url) as client:
        await client.guest("Load")
        everyone = []
        await client.start(await client.new_table("splendor", 4), fill="random")  # what is loaded once is loaded now
        await asyncio.sleep(5.0)
        empty = memory_kib(pid)
        for number in range(rooms):
            table = await client.new_table("splendor", 4)
            for seat in range(1, 4):
                await client.sit(table, seat)
            await client.start(table)
            everyone.append(Room(load, table, number))
        made = memory_kib(pid)
        for room in everyone:
            await room.join(url, str(client.token))
        await asyncio.sleep(2.0)
        full = memory_kib(pid)
        load.times.clear()
        cpu, began = cpu_seconds(pid), time.perf_counter()
        if rate:
            sent = 0
            while (passed := time.perf_counter() - began) < seconds:
                while sent < passed * rate:
                    if not await everyone[sent % rooms].move():
                        load.missed += 1
                    sent += 1
                await asyncio.sleep(0.002)
        else:
            while time.perf_counter() - began < seconds:
                for room in everyone:
                    await room.move()
                await asyncio.sleep(0)
        await asyncio.sleep(0.5)
        spent, passed = cpu_seconds(pid) - cpu, time.perf_counter() - began - 0.5
        for task in load.tasks:
            task.cancel()
        await asyncio.gather(*load.tasks, return_exceptions=True)
        for room in everyone:
            for socket in room.sockets:
                socket.transport.abort()
    times = sorted(load.times)
    at = lambda share: round(1000 * times[min(len(times) - 1, int(share * len(times)))], 1) if times else None  # noqa: E731
    return {
        "rooms": rooms, "sockets": 4 * rooms, "asked_per_s": rate or "all it takes", "seconds": round(passed, 1),
        "moves": len(times), "moves_per_s": round(len(times) / passed), "p50_ms": at(0.5), "p99_ms": at(0.99),
        "max_ms": at(1.0), "errors": load.errors, "behind": load.missed, "over": load.over,
        "cpu_us_per_move": round(1e6 * spent / max(1, len(times))), "cpu_share": round(spent / passed, 2),
        "kib_per_socket": round((full - made) / (4 * rooms), 1), "kib_per_room": round((made - empty) / rooms, 1),
        "last_error": load.last_error[:200],
    }  # fmt: skip


def main() -> None:
    """Start a server and load it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rooms", type=int, default=500)
    parser.add_argument("--rate", type=float, default=500.0, help="moves a second; 0: as fast as it goes")
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--database", help="a PostgreSQL URL instead of SQLite")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, Process(Path(folder), database=arguments.database) as server:
        assert server.process is not None  # noqa: S101
        print(f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        found = asyncio.run(run(server.url, server.process.pid, arguments.rooms, arguments.rate, arguments.seconds))
        print(json.dumps(found, indent=2))


if __name__ == "__main__":
    main()
