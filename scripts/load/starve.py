"""How long a person waits for a bot beside a guest's many tables of bots alone: `python -m scripts.load.starve`.

Starts a server of its own on this machine and a free port, and nothing else is asked of it.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
import time
from pathlib import Path

import msgspec

from jeton.client import Client
from tests.server.harness import GENEROUS, Wire, a_config, running


async def measure(tables: int, seconds: float, bot: str, workers: int) -> list[float]:
    """Play one match after the other against a bot, beside so many tables of four bots of the top level."""
    waits: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        limits = msgspec.structs.replace(GENEROUS, bot_tables=1000, bot_tables_per_address=1000)
        config = a_config(Path(folder), limits=limits, bot_workers=workers, bot_seconds=5.0)
        async with running(config) as server, server.client() as guest, server.client() as ann:
            await guest.guest("Guest")
            await ann.guest("Ann")
            crowd = {"title": "splendor", "seats": 4, "sit": False, "bots": ["level8"] * 4, "start": True, "pace": 0}
            for _ in range(tables):
                await guest.call("POST", "/api/tables", crowd)
            await asyncio.sleep(10.0)  # the workers are warm by then
            end = time.monotonic() + seconds
            while time.monotonic() < end:
                await _one_match(server.url, ann, bot, end, waits)
    return waits


async def _one_match(url: str, ann: Client, bot: str, end: float, waits: list[float]) -> None:
    table = await ann.new_table("splendor", 2, options={"first": "seat"}, bots=[bot], pace=0)
    await ann.start(table)
    async with Wire(url, table, token=ann.token) as wire:
        await wire.hello()
        number, view = 0, await wire.until("view", 60)
        while time.monotonic() < end and not view["view"]["outcome"]:
            while 0 not in view["actors"]:
                view = await wire.until("view", 120)
                if view["view"]["outcome"]:
                    return
            number += 1
            await wire.say("move", id=number, seen=view["n"], move=view["view"]["moves"][0])
            began, view = time.monotonic(), await wire.until("view", 120)
            if 0 in view["actors"] or view["view"]["outcome"]:
                continue
            while 0 not in view["actors"] and not view["view"]["outcome"]:
                view = await wire.until("view", 120)
            waits.append(time.monotonic() - began)


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=28)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--bot", default="level3")
    parser.add_argument("--workers", type=int, default=1)
    asked = parser.parse_args()
    waits = sorted(asyncio.run(measure(asked.tables, asked.seconds, asked.bot, asked.workers)))
    middle, late = waits[len(waits) // 2], waits[int(0.99 * (len(waits) - 1))]
    print(f"{asked.bot}: {len(waits)} answers, median {middle:.2f} s, p99 {late:.2f} s, most {waits[-1]:.2f} s")


if __name__ == "__main__":
    main()
