"""What one address can do to a server in a minute, and how somebody else fares: `python -m scripts.load.attack`.

Starts `jeton serve` with the limits that it has by itself, on this machine and a free port. The attackers are a process
of their own at 127.0.0.1; the other person, at 127.0.0.2, plays move after move over a socket and makes new requests.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import Any, NamedTuple

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake

import jeton
from jeton.server.tables.admin import keep_match
from jeton.store import connect as connect_store
from scripts.load.processes import memory_kib
from tests.server import attacks
from tests.server.harness import free_port

__all__ = ["ATTACKS", "Attackers", "Figures", "Served", "measure"]

HERE = "127.0.0.2"
LONG = 2_000
"""Entries of the match that is read again and again."""
GONE = (OSError, ConnectionClosed, InvalidHandshake, TimeoutError, httpx.HTTPError)


class Target(NamedTuple):
    """What the attackers know."""

    port: int
    table: str
    """Somebody's public table."""
    long: str
    """A match that is over, and long."""

    @property
    def url(self) -> str:
        """Where the server is."""
        return f"http://127.0.0.1:{self.port}"


class Figures(NamedTuple):
    """How it went."""

    taken: int
    memory: float
    slowest: float
    moves: int
    dropped: int

    def __str__(self) -> str:
        """Spell it for docs/reliability.md."""
        return (f"{self.taken:,} taken, memory {self.memory:+.0f} MiB, another person answered after "
                f"{self.slowest:.2f} s at most ({self.moves} moves), dropped {self.dropped} times")  # fmt: skip


# What the attackers do: once; it is repeated, eight at a time, until the time is over


def pouring(kind: str) -> Callable[[Target], Awaitable[int]]:
    """Return a request without end."""
    return lambda target: attacks.pour(target.port, *attacks.POURS[kind])


def crowding(begin: bytes) -> Callable[[Target], Awaitable[int]]:
    """Connections that say nothing, or half a request."""

    async def crowd(target: Target) -> int:
        found = await attacks.crowd(target.port, 250, begin)
        try:
            await asyncio.sleep(2.0)
        finally:
            attacks.leave(found)
        return len(found)

    return crowd


async def pings(target: Target) -> int:
    """H2. Pings of somebody who never reads."""
    return int(await attacks.flood(target.port, target.table, "pings"))


async def replays(target: Target) -> int:
    """H5. A long match, read again and again without signing in."""
    async with httpx.AsyncClient(base_url=target.url, timeout=20) as client:
        answer = await client.get(f"/api/tables/{target.long}/replay")
        if answer.status_code != 200:
            await asyncio.sleep(0.05)
        return len(answer.content)


async def returns(target: Target) -> int:
    """H5. Somebody who comes back again and again, having seen another number of entries each time."""
    taken = 0
    for since in range(0, LONG, 37):
        async with connect(f"{target.url.replace('http', 'ws')}/ws/{target.long}", max_size=None) as socket:
            await socket.send(
                msgspec.json.encode({"t": "hello", "protocol": 1, "client": "x", "since": since}).decode()
            )
            for _ in range(3):
                taken += len(await socket.recv())
    return taken


class Eve:
    """A guest with a table of her own, made when it is first wanted."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self.headers: dict[str, str] = {}
        self.table = ""
        self._making = asyncio.Lock()

    async def come(self, target: Target) -> None:
        """Get a name and a table, once."""
        async with self._making:
            if self.table:
                return
            async with httpx.AsyncClient(base_url=target.url, timeout=20) as client:
                me = (await client.post("/api/guest", json={"name": "Eve"})).json()
                client.cookies.clear()
                self.headers = {"authorization": f"Bearer {me['token']}"}
                body = {"title": "splendor", "seats": 2, "bots": ["random"], "start": True}
                self.table = (await client.post("/api/tables", json=body, headers=self.headers)).json()["id"]


EVE = Eve()


async def rows(target: Target) -> int:
    """M5. Pause, go on and talk as a guest without end, until the server hangs up; return how often."""
    await EVE.come(target)
    sent, url = 0, f"{target.url.replace('http', 'ws')}/ws/{EVE.table}"
    with contextlib.suppress(*GONE):
        async with connect(url, additional_headers=EVE.headers, max_size=None, close_timeout=0.5) as socket:
            await socket.send(f'{{"t": "hello", "protocol": 1, "client": "c{time.monotonic_ns()}"}}')
            for n in range(100):
                what = "resume" if n % 2 else "pause"
                await socket.send(f'{{"t": "ask", "id": {n}, "what": "{what}"}}')
                await socket.send(f'{{"t": "say", "id": {n}, "preset": "hello"}}')
                sent += 2
    return sent


ATTACKS: dict[str, Callable[[Target], Awaitable[int]]] = {
    "H1 headers without end": pouring("headers"),
    "H1 one header without end": pouring("one header"),
    "H2 pings": pings,
    "H3 silent connections": crowding(b""),
    "H3 half-sent requests": crowding(attacks.REQUEST),
    "H5 replays": replays,
    "H5 coming back": returns,
    "M5 pauses and chat": rows,
}


async def attack(name: str, target: Target, stop: asyncio.Event) -> int:
    """Go on until told to stop; how much was taken."""

    async def once() -> int:
        try:
            async with asyncio.timeout(30):
                return await ATTACKS[name](target)
        except GONE:
            await asyncio.sleep(0.01)
            return 0

    return await attacks.again_and_again(once, stop)


async def obey() -> None:
    """Attack as a process is told: one line names an attack and its target, the next one ends it."""
    orders = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(orders), sys.stdin)
    while order := await orders.readline():
        name, target = msgspec.json.decode(order, type=tuple[str, Target])
        stop = asyncio.Event()
        work = asyncio.create_task(attack(name, target, stop))
        print("begun", flush=True)
        await orders.readline()
        stop.set()
        print(await work, flush=True)


class Attackers:
    """The process of those who attack, for one attack after the other."""

    async def __aenter__(self) -> Attackers:
        """Start it; nobody is attacked yet."""
        self._process = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "scripts.load.attack", "--obey", stdin=subprocess.PIPE, stdout=subprocess.PIPE
        )
        return self

    async def __aexit__(self, *args: object) -> None:
        """End it, in the middle of an attack too."""
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()
        await self._process.wait()

    async def _say(self, line: bytes) -> bytes:
        if self._process.stdin is None or self._process.stdout is None:
            raise RuntimeError("the attackers have no ears")
        self._process.stdin.write(line + b"\n")
        await self._process.stdin.drain()
        return await self._process.stdout.readline()

    async def begin(self, name: str, target: Target) -> None:
        """Attack from now on."""
        if await self._say(msgspec.json.encode((name, target))) != b"begun\n":
            raise RuntimeError("the attackers did not begin")

    async def stop(self) -> int:
        """Leave it; return how much was taken."""
        return int(await self._say(b"") or 0)


# The server, and the other person


class Served:
    """`jeton serve` with the limits that it has by itself, and a long match in its folder."""

    def __init__(self, folder: Path) -> None:
        """Prepare a server over an empty folder."""
        self.folder, self.port, self.long = folder, free_port(), ""
        self.process: subprocess.Popen[bytes] | None = None

    async def __aenter__(self) -> Served:
        """Begin."""
        store = await connect_store(f"sqlite:///{self.folder / 'jeton.sqlite'}")
        self.long = await keep_match(store, long_match(), ["ann", "ben"])
        await store.close()
        command = [str(Path(sys.executable).with_name("jeton")), "serve", "--no-lan", "--no-open",
                   "--host", "0.0.0.0", "--port", str(self.port), "--data", str(self.folder)]  # noqa: S104  # fmt: skip
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)  # noqa: ASYNC220
        async with httpx.AsyncClient() as client:
            async with asyncio.timeout(60):
                while True:
                    with contextlib.suppress(httpx.HTTPError):
                        if (await client.get(f"http://127.0.0.1:{self.port}/ready")).status_code == 200:
                            return self
                    await asyncio.sleep(0.05)

    async def __aexit__(self, *args: object) -> None:
        """End."""
        if self.process is not None:
            self.process.terminate()
            self.process.wait(120)

    @property
    def memory(self) -> float:
        """MiB."""
        return memory_kib(self.process.pid) / 1024 if self.process else 0.0


def long_match() -> Any:
    """Return a match in which both seats only take and give back tokens, until one gives up."""
    match = jeton.new("splendor", seats=2)
    while match.n < LONG:
        moves = match.moves(match.actors[0])
        match.play(next((move for move in moves if move.startswith(("take", "return", "pass"))), moves[0]))
    match.resign(match.actors[0])
    return match


class Person:
    """Somebody at another address who plays one match after the other against a bot."""

    def __init__(self, port: int) -> None:
        """Take a server on this machine."""
        transport = httpx.AsyncHTTPTransport(local_address=HERE)
        self.http = httpx.AsyncClient(base_url=f"http://127.0.0.1:{port}", transport=transport, timeout=120)
        self.url = f"ws://127.0.0.1:{port}/ws/"
        self.slowest, self.moves, self.dropped, self.table = 0.0, 0, 0, ""

    async def begin(self) -> None:
        """Get a name and a table."""
        me = (await self.http.post("/api/guest", json={"name": "Ann"})).json()
        self.http.cookies.clear()
        self.http.headers["authorization"] = f"Bearer {me['token']}"
        await self.new_table()

    async def new_table(self) -> None:
        """Sit down opposite a bot."""
        body = {"title": "splendor", "seats": 2, "bots": ["random"], "start": True, "public": True, "pace": 0,
                "options": {"first": "seat"}}  # fmt: skip
        self.table = (await self.http.post("/api/tables", json=body)).json()["id"]

    async def play(self, seconds: float) -> None:
        """Move about three times a second, and look at the lobby as often, by a new connection; once at least."""
        end, before = time.monotonic() + seconds, self.moves
        while time.monotonic() < end or self.moves == before:
            try:
                async with self._socket() as socket:
                    await self._match(socket, end)
            except (OSError, ConnectionClosed, InvalidHandshake):
                self.dropped += 1

    @contextlib.asynccontextmanager
    async def _socket(self) -> AsyncIterator[Any]:
        headers = {"Authorization": self.http.headers["authorization"]}
        opened = connect(self.url + self.table, additional_headers=headers, max_size=None, local_addr=(HERE, 0))
        async with opened as socket:
            await socket.send('{"t": "hello", "protocol": 1, "client": "ann"}')
            yield socket

    async def _match(self, socket: Any, end: float) -> None:
        view: dict[str, Any] = {}
        while True:
            while not view.get("view") or (0 not in view["actors"] and not view["view"]["outcome"]):
                message = msgspec.json.decode(await socket.recv())
                view = message if message["t"] == "view" else view
            if view["view"]["outcome"]:
                await self.new_table()
                return
            began, self.moves = time.monotonic(), self.moves + 1
            move = {"t": "move", "id": self.moves, "seen": view["n"], "move": view["view"]["moves"][0]}
            await socket.send(msgspec.json.encode(move).decode())
            view = {}
            while (message := msgspec.json.decode(await socket.recv()))["t"] not in ("ok", "no"):
                view = message if message["t"] == "view" else view
            self.slowest = max(self.slowest, time.monotonic() - began)
            await self._ask()
            await asyncio.sleep(0.2)
            if time.monotonic() > end:
                return

    async def _ask(self) -> None:
        began = time.monotonic()
        (await self.http.get("/api/tables", headers={"connection": "close"})).raise_for_status()
        self.slowest = max(self.slowest, time.monotonic() - began)


async def measure(server: Served, attackers: Attackers, name: str, seconds: float, *, warm: float = 1.0) -> Figures:
    """Play beside one of the attacks; before it for a while without."""
    person = Person(server.port)
    await person.begin()
    await person.play(warm)
    person.slowest, person.moves, before = 0.0, 0, server.memory
    await attackers.begin(name, Target(server.port, person.table, server.long))
    playing, most = asyncio.create_task(person.play(seconds)), before
    while not playing.done():
        await asyncio.wait([playing], timeout=0.25)
        most = max(most, server.memory)
    await playing
    taken = await attackers.stop()
    await person.http.aclose()
    return Figures(taken, most - before, person.slowest, person.moves, person.dropped)


async def run(chosen: list[str], seconds: float) -> None:
    """Run all that were chosen, one after the other, each with a server of its own."""
    for name in chosen:
        with tempfile.TemporaryDirectory() as folder:
            async with Served(Path(folder)) as server, Attackers() as attackers:
                print(f"{name}: {await measure(server, attackers, name, seconds)}", flush=True)


def main() -> None:
    """Attack and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--only", choices=ATTACKS, action="append")
    parser.add_argument("--obey", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if asked.obey:
        asyncio.run(obey())
    else:
        asyncio.run(run(asked.only or list(ATTACKS), asked.seconds))


if __name__ == "__main__":
    main()
