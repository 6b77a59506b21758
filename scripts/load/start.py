"""How long a start takes with very many tables in the log: `python -m scripts.load.start --tables 100000`.

Makes the tables in a database of its own, or in that of `--database`, and starts a server on it: as it comes after a
stop, and as it comes after an upgrade, when nobody knows yet which matches need the server.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import os
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import NamedTuple

import httpx
import msgspec
from sqlalchemy import insert, text, update

from jeton import games
from jeton.core.match import Header, Match
from jeton.server.rooms import events
from jeton.server.rooms.commands import Now
from jeton.server.rooms.due import due_of
from jeton.server.rooms.events import AnyEvent, Settings, Table, row_of
from jeton.server.rooms.room import Room
from jeton.server.tables.tables import insert_table
from jeton.server.wire.protocol import ClockSetting
from jeton.store import Row, Store, connect
from jeton.store import schema as tables
from scripts.load.processes import cpu_seconds, memory_kib

AT_ONCE = FIRST = 100
COPIES_AT_ONCE = 20
COPIED = {"matches": "id", "log": "match", "players": "match"}
DAY = 86_400_000
SHARES = (("left", 60), ("days", 20), ("over", 15), ("open", 5))
"""Of a hundred tables: left at a person's turn against a bot, played over days, finished, not begun."""


class Sample(NamedTuple):
    """A table that is copied under other names: its row, its log, its state, and when it is due."""

    table: Table
    log: list[tuple[int | None, AnyEvent]]
    state: str
    due: int | None


def a_sample(kind: str, seed: int, wall: int) -> Sample:
    """Return a table of a kind whose last row was written a day before."""
    game, rng = games.make("splendor"), Random(seed)  # noqa: S311 - nobody plays this
    clock = ClockSetting(kind="days", days=3) if kind == "days" else ClockSetting()
    table = Table(id="-", title="splendor", rules=game.version, seats=2, options=dict(game.options),
                  key=rng.randbytes(16).hex(), settings=Settings(clock=clock, pace=700), host="ann",
                  made_at=wall - DAY)  # fmt: skip
    log: list[tuple[int | None, AnyEvent]] = [(0, events.Sat("ann", "Ann"))]
    if kind != "open":
        log += [(1, events.Sat("ben", "Ben") if kind == "days" else events.BotSat("level1", "Ada"))]
        log += [(None, events.Started(("", ""))), *_moves(kind, table, rng)]
    room = Room.load(table, game, _rows("-", log, wall - DAY), Now(wall, 0))
    assert room.state == {"open": "open", "over": "over"}.get(kind, "playing")  # noqa: S101
    return Sample(table, log, room.state, due_of(room, lambda seat: False, Now(wall, 0)))


def _moves(kind: str, table: Table, rng: Random) -> Iterator[tuple[int | None, AnyEvent]]:
    """Yield a whole match, or one up to a turn of the first seat, or of the bot where it thinks."""
    header = Header(title=table.title, version=table.rules, seats=table.seats, options=table.options, key=table.key,
                    nonces=("", ""))  # fmt: skip
    match = Match(games.make(table.title), header)
    stop = (1,) if kind == "thinking" else (0,)
    while not match.is_over and (kind == "over" or match.n < 16 or match.actors != stop):
        seat = match.actors[0]
        buys = [move for move in match.moves(seat) if move.startswith("buy")]
        match.play(rng.choice(buys or match.moves(seat)), seat=seat, at=1_000 * match.n)
        yield seat, events.Played(match.log[-1].at, match.log[-1].move)


def _rows(table_id: str, log: list[tuple[int | None, AnyEvent]], at: int) -> list[Row]:
    return [row_of(table_id, version, at, seat, event) for version, (seat, event) in enumerate(log, start=1)]


async def fill_many(store: Store, count: int, *, thinking: int, wall: int) -> Counter[str]:
    """Make very many of them: a hundred by hand, and the database copies them."""
    made = await fill(store, FIRST, thinking=thinking, wall=wall)
    columns = {name: [column.name for column in tables.METADATA.tables[name].columns] for name in COPIED}
    copies = (count - FIRST) // (FIRST - thinking)
    for first in range(0, copies, COPIES_AT_ONCE):
        last = min(first + COPIES_AT_ONCE, copies) - 1
        series = f"SELECT {first} AS x UNION ALL SELECT x + 1 FROM n WHERE x < {last}"  # noqa: S608 - numbers
        for name, key in COPIED.items():
            values = ", ".join(_copied(column, key) for column in columns[name])
            names = ", ".join(f'"{column}"' for column in columns[name])
            these = f"t.\"{key}\" >= 'table{thinking:07}'"  # copies are called otherwise, and come before
            copy = f"WITH RECURSIVE n(x) AS ({series}) SELECT {values} FROM {name} t, n WHERE {these}"  # noqa: S608
            await store.execute(text(f"INSERT INTO {name} ({names}) {copy}"))
    rest = made - Counter({"thinking": thinking})
    return made + Counter({kind: number * copies for kind, number in rest.items()})


def _copied(column: str, key: str) -> str:
    """Return a column of a copy: it has a name of its own, and no join code, since no two tables may share one."""
    return f"'copy' || n.x || t.\"{key}\"" if column == key else "NULL" if column == "code" else f't."{column}"'


async def fill(store: Store, count: int, *, thinking: int = 0, wall: int) -> Counter[str]:
    """Make tables in the shares above, some with a bot thinking when the server was killed; return their kinds."""
    kinds = [kind for kind, share in SHARES for _ in range(share)]
    samples = {kind: [a_sample(kind, seed, wall) for seed in range(4)] for kind in [*dict(SHARES), "thinking"]}
    made: Counter[str] = Counter()
    for first in range(0, count, AT_ONCE):
        some = range(first, min(first + AT_ONCE, count))
        chosen = {i: "thinking" if i < thinking else kinds[i * 37 % 100] for i in some}
        made += Counter(chosen.values())
        await _keep(store, {f"table{i:07}": samples[kind][i % 4] for i, kind in chosen.items()}, wall - DAY)
    return made


async def _keep(store: Store, some: dict[str, Sample], at: int) -> None:
    values, players, rows = [], [], []
    for table_id, sample in some.items():
        table = msgspec.structs.replace(sample.table, id=table_id)
        one = dict(insert_table(table).compile().params)  # type: ignore[attr-defined]
        values.append(one | {"state": sample.state, "due_at": sample.due})
        players.append({"user": "ann", "match": table_id, "seat": 0})
        rows += _rows(table_id, sample.log, at)
    await store.execute(insert(tables.matches).values(values), insert(tables.players).values(players))
    await store.append(rows)


class Figures(NamedTuple):
    """Seconds until a server is ready, and how many of a processor; the first table; MiB; rooms; MiB later."""

    ready: float
    cpu: float
    first: float
    memory: float
    rooms: int
    later: float

    def __str__(self) -> str:
        """Spell it for people."""
        return (
            f"ready after {self.ready:.2f} s ({self.cpu:.2f} s of a processor), a table that is asked for after "
            f"{1000 * self.first:.0f} ms; {self.memory:.0f} MiB and {self.rooms} rooms then, {self.later:.0f} MiB later"
        )


def start(database: str, *, rest: float) -> Figures:
    """Start a server on a database, and measure it; after a rest, its memory once more."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{probe.getsockname()[1]}"
    command = [
        Path(sys.executable).with_name("jeton"),
        "serve",
        "--no-open",
        "--no-lan",
        "--port",
        url.rpartition(":")[2],
    ]
    began = time.monotonic()
    server = subprocess.Popen(command, env={**os.environ, "JETON_DATABASE": database}, stdout=subprocess.DEVNULL,
                              start_new_session=True)  # fmt: skip
    try:
        while server.poll() is None:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{url}/ready").status_code == 200:
                    break
            time.sleep(0.01)
        ready, cpu, asked = time.monotonic() - began, cpu_seconds(server.pid)[0], time.monotonic()
        httpx.get(f"{url}/api/tables/table0000077").raise_for_status()
        first = time.monotonic() - asked
        memory, rooms = memory_kib(server.pid) / 1024, _rooms(url)
        time.sleep(rest)
        return Figures(ready, cpu, first, memory, rooms, memory_kib(server.pid) / 1024)
    finally:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait()


def _rooms(url: str) -> int:
    lines = httpx.get(f"{url}/metrics").text.splitlines()
    return int(float(next(line.split()[1] for line in lines if line.startswith("jeton_rooms "))))


async def _fill(database: str, count: int, thinking: int) -> Counter[str]:
    store = await connect(database)
    try:
        return await fill_many(store, count, thinking=thinking, wall=time.time_ns() // 1_000_000)
    finally:
        await store.close()


async def _forget(database: str) -> None:
    """Forget when tables are due, as after the upgrade of a database that never knew it."""
    store = await connect(database)
    await store.execute(update(tables.matches).where(tables.matches.c.state == "playing").values(due_at=0))
    await store.close()


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=100_000)
    parser.add_argument("--thinking", type=int, default=20)
    parser.add_argument("--database", default="")
    parser.add_argument("--rest", type=float, default=20.0)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        database = asked.database or f"sqlite:///{folder}/jeton.sqlite"
        began = time.monotonic()
        made = asyncio.run(_fill(database, asked.tables, asked.thinking))
        print(f"{dict(made)} in {time.monotonic() - began:.0f} s")
        if not asked.database:
            print(f"{Path(folder, 'jeton.sqlite').stat().st_size >> 20} MiB")
        print("a start:", start(database, rest=asked.rest))
        asyncio.run(_forget(database))
        print("after an upgrade:", start(database, rest=asked.rest))


if __name__ == "__main__":
    main()
