#!/usr/bin/env python3
"""Compare this checkout with an earlier commit, in one run and in turn: `make compare ARGS=f587c96`.

The earlier commit is unpacked into build/compare and set up there. Then both servers run at the same time, and the same
people play at both: a block opens fresh tables at either, plays as fast as it goes in eight short slices, one server
after the other (A B B A A B B A), and divides the CPU time of each server by its moves. Every other block begins with
the later commit, so what the machine does meanwhile falls on both alike. After that both engines play random matches in
turn, each in a process of its own, timed by CPU time as well.

What is printed for the servers is the median of the blocks' ratios with an interval that needs no assumption about the
noise, and the geometric mean with its 95 % interval, by Student's t over the logarithms; for the engines that mean.
`--pairs`, `--seconds` and `--rooms` make it longer; `--no-server` and `--no-engine` leave a half out.
"""

from __future__ import annotations

import argparse
import contextlib
import json
import math
import os
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

import httpx
import uvloop

from jeton.client import Client
from scripts.load.people import Load, Room
from scripts.load.processes import cpu_seconds, pin
from tests.server.harness import free_port

ROOT = Path(__file__).resolve().parent.parent
NAMES = ["North", "East", "South", "West"]
CHILD = """
import inspect, os, signal, sys, threading
def end_with_parent():
    sys.stdin.buffer.read()
    os.killpg(0, signal.SIGKILL)
threading.Thread(target=end_with_parent, daemon=True).start()
sys.path.insert(0, sys.argv[1])
from tests.server.harness import child
words = [sys.argv[2], int(sys.argv[3]), "", ""]
child(*words[:len(inspect.signature(child).parameters)])
"""
"""Starts the server of a checkout, whose `child` may take fewer words than ours.

It holds the end of a pipe that nobody writes to: however the comparison ends, killed or not, the system closes the
other end, and the server ends itself and the workers of its bots.
"""
T_95 = {4: 2.776, 5: 2.571, 7: 2.365, 9: 2.262, 11: 2.201, 15: 2.131, 19: 2.093, 23: 2.069, 29: 2.045, 39: 2.023}
"""Student's t of a two-sided 95 % interval, by degrees of freedom."""


SLICES = (0, 1, 1, 0, 0, 1, 1, 0)
"""Whose turn it is in each slice of a block: a drift of the machine falls on both alike."""


class Spent(NamedTuple):
    """What a server spent on some moves: seconds of CPU, all of it and that in the kernel."""

    cpu: float = 0.0
    kernel: float = 0.0
    moves: int = 0

    def __add__(self, other: Spent) -> Spent:  # type: ignore[override]
        """Return both together."""
        return Spent(self.cpu + other.cpu, self.kernel + other.kernel, self.moves + other.moves)

    @property
    def each(self) -> float:
        """Microseconds of CPU a move."""
        return 1e6 * self.cpu / self.moves

    @property
    def each_outside(self) -> float:
        """Microseconds a move without the kernel's."""
        return 1e6 * (self.cpu - self.kernel) / self.moves


class Ratio(NamedTuple):
    """How many times as much, with its interval."""

    middle: float
    low: float
    high: float

    def __str__(self) -> str:
        """Spell it as it is printed."""
        return f"{self.middle:.3f} ({self.low:.3f} to {self.high:.3f})"


def ratio_of(pairs: Sequence[tuple[float, float]]) -> Ratio:
    """Return the geometric mean of later / earlier over pairs (earlier, later), with its 95 % interval."""
    logs = [math.log(later / earlier) for earlier, later in pairs]
    mean = statistics.fmean(logs)
    half = 0.0
    if len(logs) > 1:
        t = next((t for freedom, t in sorted(T_95.items(), reverse=True) if freedom <= len(logs) - 1), 4.303)
        half = t * statistics.stdev(logs) / math.sqrt(len(logs))
    return Ratio(math.exp(mean), math.exp(mean - half), math.exp(mean + half))


def median_of(pairs: Sequence[tuple[float, float]]) -> Ratio:
    """The median of later / earlier, with an interval that holds it in at least 95 % of runs, whatever the noise."""
    ratios = sorted(later / earlier for earlier, later in pairs)
    count, outside = len(ratios), 0
    while outside + 1 < count / 2 and _tail(count, outside) <= 0.025:
        outside += 1
    outside = max(0, outside - 1)
    return Ratio(statistics.median(ratios), ratios[outside], ratios[count - 1 - outside])


def _tail(count: int, most: int) -> float:
    """Return how likely a fair coin shows heads at most so many times."""
    return float(sum(math.comb(count, heads) for heads in range(most + 1)) / 2**count)


def in_turn(count: int) -> Iterator[tuple[int, int]]:
    """Return the order of the two sides in each pair, the earlier first in every other one."""
    return ((0, 1) if pair % 2 == 0 else (1, 0) for pair in range(count))


def set_up(commit: str) -> Path:
    """Unpack a commit into build/compare and install what it needs there; return where."""
    found = subprocess.run(
        ["/usr/bin/env", "git", "rev-parse", "--short=7", f"{commit}^{{commit}}"],
        cwd=ROOT, capture_output=True, text=True, check=True,
    )  # fmt: skip
    folder = ROOT / "build" / "compare" / found.stdout.strip()
    if not (folder / "pyproject.toml").exists():
        folder.mkdir(parents=True, exist_ok=True)
        tree = subprocess.run(
            ["/usr/bin/env", "git", "archive", commit], cwd=ROOT, stdout=subprocess.PIPE, check=True
        ).stdout
        subprocess.run(["/usr/bin/env", "tar", "x", "-C", folder], input=tree, check=True)
    subprocess.run(["/bin/sh", "scripts/setup.sh"], cwd=folder, check=True, stdout=sys.stderr)
    return folder


class Side:
    """The server of one checkout."""

    def __init__(self, checkout: Path, folder: Path) -> None:
        """Start it; its data goes into a folder of its own."""
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        folder.mkdir()
        self.log = folder / "server.log"
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [checkout / ".venv/bin/python", "-c", CHILD, str(checkout), str(folder), str(self.port)],
                cwd=checkout, stdin=subprocess.PIPE, stdout=log, stderr=log, start_new_session=True,
                env={**os.environ, "PYTHONWARNINGS": "ignore"},
            )  # fmt: skip

    def wait(self, seconds: float = 120.0) -> None:
        """Wait until it answers."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/ready", timeout=1.0).status_code == 200:
                    return
            if self.process.poll() is not None:
                break
            time.sleep(0.1)
        raise SystemExit(f"{self.url} does not answer:\n{self.log.read_text()[-2000:]}")

    def end(self) -> None:
        """Kill it, and the workers of its bots."""
        with contextlib.suppress(ProcessLookupError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    async def open(self, rooms: int) -> Load:
        """Open fresh tables with four people at each, and play for a moment."""
        async with Client(self.url) as client:
            await client.guest("Load")
            load = Load([self.url], str(client.token))
            tables = [await client.new_table("splendor", 4, names=NAMES, start=True) for _ in range(rooms)]
        load.rooms = [Room(load, table, number) for number, table in enumerate(tables)]
        await load.join()
        await load.as_fast_as_it_goes(rooms, 0.3)
        return load

    async def spend(self, load: Load, seconds: float) -> Spent:
        """Play at these tables for some seconds, and return what the server spent on it."""
        load.begin()
        spent, kernel = cpu_seconds(self.process.pid)
        await load.as_fast_as_it_goes(len(load.rooms), seconds)
        spent_now, kernel_now = cpu_seconds(self.process.pid)
        if load.faults or not load.times:
            raise SystemExit(f"{self.url}: {load.faults} errors among {len(load.times)} moves: {load.last_error}")
        return Spent(spent_now - spent, kernel_now - kernel, len(load.times))


async def block(sides: Sequence[Side], order: tuple[int, int], rooms: int, seconds: float) -> tuple[Spent, Spent]:
    """Open tables at both servers, play slices at one, the other, the other and the one; return what each spent."""
    loads = [await side.open(rooms) for side in sides]
    totals = [Spent(), Spent()]
    for number in SLICES:
        which = order[number]
        totals[which] += await sides[which].spend(loads[which], seconds)
    for load in loads:
        for room in load.rooms:
            room.leave()
    return totals[0], totals[1]


def compare_servers(checkouts: Sequence[Path], pairs: int, rooms: int, seconds: float) -> None:
    """Print what a move costs on either side."""
    cores = sorted(os.sched_getaffinity(0))
    found: list[tuple[Spent, Spent]] = []
    with tempfile.TemporaryDirectory() as folder:
        sides = [Side(checkout, Path(folder) / str(number)) for number, checkout in enumerate(checkouts)]
        try:
            for side in sides:
                side.wait()
                if len(cores) > 1:
                    pin(side.process.pid, {cores[0]})
            if len(cores) > 1:
                os.sched_setaffinity(0, set(cores[1:]))
            uvloop.run(block(sides, (0, 1), rooms, seconds))  # what is compiled or cached once
            for order in in_turn(pairs):
                found.append(uvloop.run(block(sides, order, rooms, seconds)))
                before, now = (one.each for one in found[-1])
                print(f"  {before:6.0f} {now:6.0f} µs a move: {now / before:.3f}", file=sys.stderr, flush=True)
        finally:
            os.sched_setaffinity(0, set(cores))
            for side in sides:
                side.end()
    whole = [(before.each, now.each) for before, now in found]
    ours = [(before.each_outside, now.each_outside) for before, now in found]
    medians = [statistics.median(pair[side] for pair in whole) for side in (0, 1)]
    moves = [sum(pair[side].moves for pair in found) for side in (0, 1)]
    print(f"CPU a move: {medians[0]:.0f} µs before, {medians[1]:.0f} now (medians of {pairs} blocks; {moves[0]:,} and "
          f"{moves[1]:,} moves)")  # fmt: skip
    print(f"  now / before: median {median_of(whole)}, mean {ratio_of(whole)}; at most 1.15 is asked for")
    print(f"  without the kernel: median {median_of(ours)}, mean {ratio_of(ours)}")


def engine_rates(checkout: Path) -> dict[str, float]:
    """Return random decisions a second of CPU time, by subject, in a process of its own."""
    words = ["bench", "engine", "--json", "--slices", "6", "--no-start"]
    done = subprocess.run([checkout / ".venv/bin/jeton", *words], cwd=checkout, capture_output=True, check=True)
    return {f"{row['title']} {row['seats']}": row["decisions_per_second"] for row in json.loads(done.stdout)["engine"]}


def compare_engines(checkouts: Sequence[Path], pairs: int) -> None:
    """Print how many decisions a second either engine makes."""
    found: list[list[dict[str, float]]] = [[], []]
    for order in in_turn(pairs):
        for number in order:
            found[number].append(engine_rates(checkouts[number]))
    every = []
    for subject in found[0][0]:
        both = [(before[subject], now[subject]) for before, now in zip(*found, strict=True)]
        every += both
        print(f"engine, {subject}: now / before {ratio_of(both)}")
    print(f"engine, all: now / before {ratio_of(every)}; at least 0.95 is asked for")


def main() -> None:
    """Compare, and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("commit", help="the earlier commit")
    parser.add_argument("--pairs", type=int, default=20, help="how many blocks the servers play")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a slice of a block is")
    parser.add_argument("--rooms", type=int, default=40, help="tables of four, each with a move under way always")
    parser.add_argument("--engine-pairs", type=int, default=6, help="how often each engine has its turn")
    parser.add_argument("--server", action=argparse.BooleanOptionalAction, default=True)
    parser.add_argument("--engine", action=argparse.BooleanOptionalAction, default=True)
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the servers are ended too
    checkouts = [set_up(asked.commit), ROOT]
    print(f"load average {os.getloadavg()[0]:.1f} before")
    if asked.server:
        compare_servers(checkouts, asked.pairs, asked.rooms, asked.seconds)
    if asked.engine:
        compare_engines(checkouts, asked.engine_pairs)
    print(f"load average {os.getloadavg()[0]:.1f} after")


if __name__ == "__main__":
    main()
