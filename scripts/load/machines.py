"""What handing a thought to another machine costs beside the thinking: `python -m scripts.load.machines`.

Starts a PostgreSQL of its own (or takes that of `--database`), `jeton worker`, and asks from this process as a node
does: one thought after another, then as many at a time as there are places.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import math
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence

import jeton
from jeton.server.rooms.bots import Choice
from jeton.server.rooms.machines import Machines, NoAnswer
from jeton.store import connect


async def measure(url: str, *, thoughts: int, seconds: float, at_once: int) -> list[float]:
    """Return the seconds beside the thinking, for each of so many thoughts."""
    await (await connect(url)).close()
    machines = Machines(url, "00aa11bb22cc")
    beside: list[float] = []
    view = jeton.new("splendor", key="07" * 16, options={"first": "seat"}).view(0)
    left = iter(range(thoughts))

    async def ask() -> None:
        for number in left:
            work = ("splendor", 1, '{"first":"seat"}', "level8", view, seconds, number, 0)
            began = time.perf_counter()
            try:
                answer = await machines.think("choose", work, seconds, 0, Choice)
            except NoAnswer:
                beside.append(math.inf)
                continue
            beside.append(time.perf_counter() - began - answer.seconds)

    await machines.start()
    try:
        while not machines.places:  # noqa: ASYNC110 - the worker compiles first
            await asyncio.sleep(0.1)
        await asyncio.gather(*(ask() for _ in range(at_once)))
    finally:
        await machines.stop()
    return beside


@contextlib.contextmanager
def a_worker(url: str, places: int) -> Iterator[subprocess.Popen[bytes]]:
    """Run `jeton worker` as a process."""
    command = [sys.executable, "-m", "jeton.cli.main", "worker", "--places", str(places)]
    process = subprocess.Popen(command, env={**os.environ, "JETON_DATABASE": url})
    try:
        yield process
    finally:
        process.terminate()
        process.wait(120)


def share(values: Sequence[float], part: float) -> float:
    """Return the value that so large a part lies below."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def main() -> None:
    """Measure, and print a line for each way."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--database", required=True, help="a PostgreSQL that nobody needs")
    parser.add_argument("--thoughts", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=0.05)
    parser.add_argument("--places", type=int, default=2)
    said = parser.parse_args()
    with a_worker(said.database, said.places):
        for at_once in (1, said.places):
            found = asyncio.run(measure(said.database, thoughts=said.thoughts, seconds=said.seconds, at_once=at_once))
            print(f"{at_once} at a time: {len(found)} thoughts of {said.seconds:g} s, beside the thinking "
                  f"median {1000 * share(found, 0.5):.1f} ms, p99 {1000 * share(found, 0.99):.1f} ms, "
                  f"most {1000 * max(found):.1f} ms; {found.count(math.inf)} without an answer; "
                  f"load {os.getloadavg()[0]:.1f}")  # fmt: skip


if __name__ == "__main__":
    main()
