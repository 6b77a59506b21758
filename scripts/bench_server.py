#!/usr/bin/env python3
"""Load on a real server over real sockets: `make bench-server` (about four minutes) prints a table for the docs.

`--case pace` (`fast`, `restart`, `watch`, `idle`, `nodes`, `split`; several with commas) runs a part of it.
`nodes` starts several servers on one PostgreSQL, and the four of each table sit at all of them. `split` compares one
server with several as fast as they go, where the four of a table sit at one of them: it wants a core for each server
and as many for the people.
A long `pace` (`--seconds 3600`) plays real games, one after the other, and tells how the server's memory grows;
`--in-step` lets all of them begin and end together, as on a club's evening.

The server is a process of its own and this program the people. A move is timed from the player's send until the last of
its room's four has the new view. CPU per move is the server's, all threads and all nodes: it says something on a shared
machine too. This program's own share of a core stands beside it, so that you see which of the two was at the limit.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import os
import platform
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import uvloop

from jeton.client import Client
from jeton.core.processors import processors
from scripts.load.nodes import MISSING, Database, database, faulty_logs, nodes, there_is_one
from scripts.load.people import Load, Room, share
from scripts.load.processes import Memory, cpu_seconds, memory_kib, open_files, pin, stolen_seconds
from scripts.load.split import Crowd, Seated
from tests.server.harness import Process

CASES = ("pace", "fast", "restart", "watch", "idle", "nodes", "split")
SHARED = {"nodes", "split"}
"""Cases of several servers on one PostgreSQL."""
GAME = 300
"""Moves after which a game that is not meant to end may end all the same."""
PLAYED = 130
"""Moves of a game that is meant to end, about."""
WATCHED_SECONDS = 30.0
"""How long a room with spectators plays: of a hundred moves the p99 would be the worst."""
FIELDS = ("case", "moves/s", "p50 ms", "p99 ms", "max ms", "CPU a move", "server's cores", "load's cores", "errors")


class Bench:
    """The servers, the people, and what is said at the end."""

    def __init__(self, arguments: argparse.Namespace) -> None:
        """Prepare; nothing runs yet."""
        self.arguments = arguments
        self.servers: list[Process] = []
        """The one of the case, or all its nodes."""
        self.load = Load([], "")
        self.lines: list[tuple[Any, ...]] = []
        self.facts: list[str] = []
        self.targets: list[tuple[str, float, str, float]] = []
        """What was measured, how it compares (at most, at least) and with what."""
        self.split: list[float] = []
        """Moves a second of one server, and of several."""

    @property
    def server(self) -> Process:
        """The only one, or the first of the nodes."""
        return self.servers[0]

    @property
    def pids(self) -> list[int]:
        """The servers' processes."""
        return [server.process.pid for server in self.servers if server.process is not None]

    @property
    def pid(self) -> int:
        """The server's process."""
        return self.pids[0]

    def cpu(self) -> tuple[float, float]:
        """Return the CPU time of all servers together, all of it and that in the kernel."""
        each = [cpu_seconds(pid) for pid in self.pids]
        return sum(all_of_it for all_of_it, _ in each), sum(kernel for _, kernel in each)

    async def run(self, server: Process) -> None:
        """Measure every case for one server, one after the other."""
        self.servers = [server]
        async with Client(self.server.url) as client:
            await client.guest("Load")
            cases: list[str] = self.arguments.case
            if {"pace", "fast", "restart"} & set(cases):
                await self._people(client)
            if "pace" in cases:
                await self._pace(client)
            if "fast" in cases:
                await self._saturation()
            if "restart" in cases:
                await self._restart()
            for room in self.load.rooms:
                room.leave()
            if "watch" in cases:
                await self._spectators(client)
            if "idle" in cases:
                await self._idle(client)

    async def run_nodes(self, servers: list[Process], shared: Database) -> None:
        """Measure rooms whose four sit at several servers, which share a database."""
        self.servers, rate, seconds = servers, self.arguments.rate, self.arguments.seconds
        async with Client(self.server.url) as client:
            await client.guest("Load")
            await self._seat(client, await self._tables(client, self.arguments.rooms))
        await self.load.at_pace(rate, 2.0)  # what is compiled or cached once
        rooms, before = self.load.rooms, shared.cpu_seconds()
        case = f"{len(servers)} nodes and PostgreSQL, {self._at_pace()}"
        _, p99, _ = await self._measure(case, self.load, self.load.at_pace(rate, seconds))
        if before is not None and (after := shared.cpu_seconds()) is not None:
            each = 1e6 * (after - before) / max(1, len(self.load.times))
            self.facts.append(f"PostgreSQL itself took {each:.0f} µs of CPU a move.")
        for room in rooms:
            room.leave()
        wrong = await faulty_logs(shared.url, rooms)
        self.targets.append(("logs with a gap, a move twice, or not what people saw", wrong, "at most", 0))
        if len(servers) == 2:
            self.targets.append(("p99 with 2 nodes, ms", p99, "at most", 75))

    async def run_split(self, servers: list[Process]) -> None:
        """Measure rooms that have all their four at one of the servers, as fast as it goes."""
        self.servers, cores, all_seated = servers, sorted(os.sched_getaffinity(0)), []
        for server in servers:  # each makes its own tables: where a table was made it is looked at as well
            async with Client(server.url) as client:
                await client.guest("Load")
                tables = await self._tables(client, self.arguments.at_once)
                all_seated.append(Seated(server.url, str(client.token), tables))
        if len(cores) > len(servers):
            for pid, core in zip(self.pids, cores, strict=False):
                pin(pid, {core})
            pin(os.getpid(), set(cores[len(servers) :]))
        crowd = Crowd(all_seated, self.arguments.fast)
        await asyncio.to_thread(crowd.begin)
        cpu, kernel = self.cpu()
        played = await asyncio.to_thread(crowd.played)
        pin(os.getpid(), set(cores))
        cpu_now, kernel_now = self.cpu()
        times, passed = [one for some in played for one in some.times], max(some.seconds for some in played)
        used, faults = (cpu_now - cpu, kernel_now - kernel), sum(some.faults for some in played)
        load = sum(some.cpu for some in played)
        name = f"{len(servers)} node{'s' * (len(servers) > 1)} and PostgreSQL, as fast as it goes"
        case = f"{name}, {self.arguments.at_once} moves under way at each, each four at one node"
        errors = f"{faults}" + "".join(f" ({some.error[:80]})" for some in played if some.error)[:90]
        self._add(case, times, passed, used, load, errors)
        self.targets.append((f"errors: {case}", faults, "at most", 0))
        self.split.append(len(times) / passed)
        if len(self.split) == 2:
            self.targets.append((f"moves/s of {len(servers)} nodes, times those of one", self.split[1] / self.split[0],
                                 "at least", 0.75 * len(servers)))  # fmt: skip

    async def _tables(self, client: Client, count: int) -> list[str]:
        return [await self._table(client) for _ in range(count)]

    async def _table(self, client: Client) -> str:
        names = ["North", "East", "South", "West"]
        return await client.new_table("splendor", 4, names=names, start=True)

    async def _people(self, client: Client) -> None:
        """Make tables of four, everybody connected."""
        await self._tables(client, 1)  # what is loaded once is loaded now
        await asyncio.sleep(1.0)
        empty = memory_kib(self.pid)
        tables = await self._tables(client, self.arguments.rooms)
        made = memory_kib(self.pid)
        await self._seat(client, tables)
        await asyncio.sleep(1.0)
        sockets, full = 4 * len(tables), memory_kib(self.pid)
        self.facts.append(f"A room of four takes {(made - empty) / len(tables):.0f} KiB, "
                          f"an idle socket of a player {(full - made) / sockets:.0f} KiB.")  # fmt: skip

    async def _seat(self, client: Client, tables: list[str]) -> None:
        """Seat four people at each table."""
        self.load = Load([server.url for server in self.servers], str(client.token))
        self.load.rooms = [Room(self.load, table, number) for number, table in enumerate(tables)]
        await self.load.join()

    async def _measure(self, case: str, load: Load, work: Awaitable[None]) -> tuple[float, float, float]:
        """Return moves a second, their p99 in milliseconds, and microseconds of CPU for each."""
        print(f"{case}: server {self.pids}", file=sys.stderr, flush=True)
        load.begin()
        (cpu, kernel), own = self.cpu(), time.process_time()
        await work
        passed, (cpu_now, kernel_now) = load.seconds, self.cpu()
        mine, moves = time.process_time() - own, len(load.times)
        errors = f"{load.faults}" + (f" ({load.last_error[:80]})" if load.errors else "")
        p99 = self._add(case, load.times, passed, (cpu_now - cpu, kernel_now - kernel), mine, errors)
        print(f"{self.lines[-1]} behind {load.behind}, refused {load.errors}, lost {load.lost}, gaps {load.gaps}, "
              f"not seen by all {load.unseen}", file=sys.stderr, flush=True)  # fmt: skip
        self.targets.append((f"errors: {case}", load.faults, "at most", 0))
        return moves / passed, p99, 1e6 * (cpu_now - cpu) / max(1, moves)

    def _add(
        self, case: str, moves: list[float], passed: float, used: tuple[float, float], load: float, errors: str
    ) -> float:
        """Add a line to the table: times of moves, seconds that passed, CPU of servers and load; return the p99."""
        spent, kernel = used
        each, times = 1e6 / max(1, len(moves)), [share(moves, part) for part in (0.5, 0.99, 1.0)]
        cpu = f"{each * spent:.0f} µs ({each * kernel:.0f} in the kernel)"
        cores = f"{spent / passed:.2f}", f"{load / passed:.2f}"
        self.lines.append((case, round(len(moves) / passed), *times, cpu, *cores, errors))
        return math.inf if times[1] is None else times[1]

    def _at_pace(self) -> str:
        rooms, asked = len(self.load.rooms), self.arguments
        return f"{4 * rooms:,} sockets, {rooms} rooms, {asked.rate:.0f} moves/s, {asked.seconds:.0f} s"

    async def _pace(self, client: Client) -> None:
        rate, seconds, rooms = self.arguments.rate, self.arguments.seconds, len(self.load.rooms)
        case = self._at_pace()
        await self.load.at_pace(rate, 2.0)  # what is compiled or cached once
        if seconds * rate / rooms > GAME:
            self.load.new_table = lambda: self._table(client)
            if not self.arguments.in_step:
                await self.load.fall_out_of_step(rate, PLAYED)
            self.load.games = 0
        async with self._memory(seconds):
            _, p99, cpu = await self._measure(case, self.load, self.load.at_pace(rate, seconds))
        if self.load.new_table:
            self.facts.append(f"{self.load.games:,} games came to their end, each followed by another at a new table.")
            self.load.new_table = None
        self.targets += [
            ("p99 at that pace, ms", p99, "at most", 50),
            ("CPU a move at that pace, µs", cpu, "at most", 400),
        ]

    @contextlib.asynccontextmanager
    async def _memory(self, seconds: float) -> AsyncIterator[None]:
        """Tell how the server's memory grows meanwhile, if that is long enough to tell."""
        memory = Memory(lambda: memory_kib(self.pid))
        task = asyncio.create_task(memory.watch())
        yield
        task.cancel()
        if seconds >= 120:
            self.facts.append(str(memory))
            self.targets.append(
                (f"growth of memory after minute {memory.since / 60:.1f}, %", memory.growth, "at most", 5)
            )

    async def _saturation(self) -> None:
        """Measure the server on one core, with this program on the others."""
        cores = sorted(os.sched_getaffinity(0))
        pinned = len(cores) > 1
        if pinned:
            pin(self.pid, {cores[0]})
            pin(os.getpid(), set(cores[1:]))
        rooms = min(self.arguments.at_once, len(self.load.rooms))
        case = f"as fast as it goes on one core, {rooms} moves under way"
        fast, _, cpu = await self._measure(case, self.load, self.load.as_fast_as_it_goes(rooms, self.arguments.fast))
        self.targets += [("moves/s on one core", fast, "at least", 2_000), ("CPU a move, µs", cpu, "at most", 400)]
        if pinned:
            pin(self.pid, set(cores))
            pin(os.getpid(), set(cores))

    async def _restart(self) -> None:
        """Kill -9, start again, and everybody comes back at once."""
        before = {room.table: room.n for room in self.load.rooms}
        self.server.kill()
        for room in self.load.rooms:
            room.leave()
        began = time.perf_counter()
        self.server.start()
        await asyncio.to_thread(self.server.wait)
        up, up_cpu = time.perf_counter() - began, cpu_seconds(self.pid)[0]
        back = await self.load.join(since=True, together=200)
        lost = sum(room.n < before[room.table] for room in self.load.rooms)
        clients = f"{4 * len(self.load.rooms):,} clients"
        cpu = cpu_seconds(self.pid)[0] - up_cpu
        self.targets += [("restart, s", up, "at most", 3), ("all clients back, s", back, "at most", 10),
                         ("rooms that lost moves", lost, "at most", 0)]  # fmt: skip
        self.facts.append(f"After kill -9 the server answers in {up:.1f} s ({up_cpu:.1f} s of CPU), and {clients} that "
                          f"reconnect at once are in step {back:.1f} s later ({cpu:.1f} s of CPU); "
                          f"rooms that lost moves: {lost}.")  # fmt: skip

    async def _spectators(self, client: Client) -> None:
        load, count = Load([self.server.url], str(client.token)), self.arguments.watchers
        [table] = await self._tables(client, 1)
        room = Room(load, table, 1)
        load.rooms = [room]
        await room.join(watchers=count)
        await asyncio.sleep(2.0)
        case = f"1 room with {count} spectators, 10 moves/s"
        _, p99, _ = await self._measure(case, load, load.at_pace(10, WATCHED_SECONDS))
        self.targets.append(("players' p99 beside spectators, ms", p99, "at most", 50))
        seen = f"{len(load.watched):,} views, p99 {share(load.watched, 0.99)} ms"
        self.facts.append(f"The {count} spectators of that room: {seen}.")
        room.leave()

    async def _idle(self, client: Client) -> None:
        """Measure people who only look on, at 100 tables."""
        load, count = Load([self.server.url], str(client.token)), self.arguments.idle
        tables = await self._tables(client, max(1, count // 100))
        await asyncio.sleep(3.0)  # those who left are forgotten
        before, began = memory_kib(self.pid), time.perf_counter()
        rooms = [Room(load, table, 1) for table in tables]
        gate = asyncio.Semaphore(100)

        async def one(number: int) -> None:
            async with gate:
                room = rooms[number % len(rooms)]
                room.watchers.append(await room._dial(-1, -1))

        await asyncio.gather(*(one(number) for number in range(count)))
        seconds = time.perf_counter() - began
        await asyncio.sleep(3.0)
        cpu = cpu_seconds(self.pid)[0]
        await asyncio.sleep(5.0)
        cpu = (cpu_seconds(self.pid)[0] - cpu) / 5.0
        each = (memory_kib(self.pid) - before) / count
        self.facts.append(f"{count:,} idle sockets: {each:.0f} KiB each, connected in {seconds:.0f} s, "
                          f"{load.faults} errors, {cpu:.2f} of a core while they idle.")  # fmt: skip
        self.targets.append(("KiB an idle socket", each, "at most", 60))
        for room in rooms:
            room.leave()

    def print(self) -> None:
        """Print a table that can be pasted into docs/reliability.md."""
        print("| " + " | ".join(FIELDS) + " |")
        print("|" + "---|" * len(FIELDS))
        for line in self.lines:
            print("| " + " | ".join(str(field) for field in line) + " |")
        print()
        for fact in self.facts:
            print(f"- {fact}")
        print("\nTargets, for a machine that does nothing else:\n")
        for what, found, how, wanted in self.targets:
            met = found <= wanted if how == "at most" else found >= wanted
            print(f"- {'met' if met else 'MISSED'}: {what}: {found:,.1f}, {how} {wanted:,}")


def _cases(text: str) -> list[str]:
    cases = text.split(",")
    if unknown := sorted(set(cases) - set(CASES)):
        raise argparse.ArgumentTypeError(f"expected some of {', '.join(CASES)}, got {', '.join(unknown)}")
    return cases


def main() -> None:
    """Start a server and load it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--case", type=_cases, default=list(CASES), help=f"some of {', '.join(CASES)}")
    parser.add_argument("--rooms", type=int, default=500, help="rooms of four")
    parser.add_argument("--rate", type=float, default=500.0, help="moves a second")
    parser.add_argument("--seconds", type=float, default=30.0, help="how long at that pace")
    parser.add_argument("--in-step", action="store_true", help="let all games of a long pace begin and end together")
    parser.add_argument("--fast", type=float, default=10.0, help="seconds as fast as it goes")
    parser.add_argument("--at-once", type=int, default=100, help="moves under way as fast as it goes")
    parser.add_argument("--watchers", type=int, default=500, help="spectators of one room")
    parser.add_argument("--idle", type=int, default=10_000, help="sockets that do nothing")
    parser.add_argument("--nodes", type=int, default=2, help="servers that share a database, in nodes and split")
    parser.add_argument("--database", help="a PostgreSQL URL instead of SQLite, and of one that nodes starts itself")
    arguments = parser.parse_args()
    _leave_out(arguments)
    if not arguments.case:
        sys.exit(1)
    arguments.idle = min(arguments.idle, open_files() - 500)  # what is left out is told by the number that is printed
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server is ended too
    before, bench = os.getloadavg()[0], Bench(arguments)
    began, stolen = time.monotonic(), stolen_seconds()
    with tempfile.TemporaryDirectory() as folder:
        _run(bench, Path(folder))
    after, cores = os.getloadavg()[0], os.cpu_count() or 1
    taken = (stolen_seconds() - stolen) / cores / (time.monotonic() - began)
    store = "PostgreSQL" if arguments.database or set(arguments.case) <= SHARED else "SQLite FULL"
    print(f"\n{cores} cores, Python {platform.python_version()}, {store}; load average {before:.1f} before, "
          f"{after:.1f} after; the host kept {taken:.1%} of the processors' time for others\n")  # fmt: skip
    bench.print()


def _leave_out(arguments: argparse.Namespace) -> None:
    """Leave out what can't be measured here, and say so."""
    if SHARED & set(arguments.case) and not there_is_one(arguments.database):
        arguments.case = [case for case in arguments.case if case not in SHARED]
        print(MISSING, file=sys.stderr)
    cores, wanted = processors(), 2 * arguments.nodes + 1
    if "split" in arguments.case and cores < wanted:
        print(f"split: {arguments.nodes} nodes and their people want {wanted} cores, {cores} are here", file=sys.stderr)
        if arguments.case != ["split"]:
            arguments.case.remove("split")


def _run(bench: Bench, folder: Path) -> None:
    """Start the servers that the cases need, those of one server first."""
    arguments = bench.arguments
    if set(arguments.case) - SHARED:
        with Process(folder, database=arguments.database) as server:
            uvloop.run(bench.run(server))
    if "nodes" in arguments.case:
        with database(arguments.database) as shared, nodes(arguments.nodes, folder, shared.url) as servers:
            uvloop.run(bench.run_nodes(servers, shared))
    for count in (1, arguments.nodes) if "split" in arguments.case else ():
        with database(arguments.database) as shared, nodes(count, folder, shared.url) as servers:
            uvloop.run(bench.run_split(servers))


if __name__ == "__main__":
    main()
