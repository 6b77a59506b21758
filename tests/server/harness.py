"""Real servers for tests: in this process on a real port, or as a process of their own that can be killed."""

from __future__ import annotations

import asyncio
import atexit
import contextlib
import os
import random
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from pathlib import Path
from typing import Any

import httpx
import msgspec
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

import jeton
from jeton.client import Client
from jeton.server.app import make_routes
from jeton.server.config import Config, Limits
from jeton.server.run import make_server
from jeton.store import connect as connect_store
from tests import chance

GENEROUS = Limits(
    messages=100_000, tables_per_hour=100_000, guests_per_hour=100_000, requests_per_minute=1_000_000,
    sockets_per_address=20_000, connections_per_address=50_000, connections=50_000,
    entries_per_minute=100_000_000, asks_per_minute=1_000_000, lines_per_minute=1_000_000,
    hello_seconds=240.0,
)  # fmt: skip

COMES = 240.0
"""So long one waits for what must come: where no rules are compiled yet, a busy machine may need a minute for them."""
PATIENT = 600.0
"""Seconds after which a node of this process counts as gone: a busy machine may be late with a beat."""


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def a_config(folder: Path, *, database: str | None = None, **settings: Any) -> Config:
    values: dict[str, Any] = {"limits": GENEROUS, "bot_workers": 1, "bot_seconds": 0.2, "bot_pace": 0}
    values["archive"] = str(folder / "archive")
    return Config(database=database or f"sqlite:///{folder / 'jeton.sqlite'}", **{**values, **settings})


class Running:
    """A server in this process, and how to reach it."""

    def __init__(self, url: str, services: Any, doors: Any) -> None:
        self.url, self.services, self.doors = url, services, doors
        self.hub = services.hub

    def client(self, token: str | None = None) -> Client:
        return Client(self.url, token=token)


@contextlib.asynccontextmanager
async def running(config: Config, tls: tuple[Path, Path] | None = None, port: int | None = None):
    port = port or free_port()
    lay_out(config)
    idle = _routes[config.prefix, config.limits.body]
    server = make_server(config, "127.0.0.1", port, idle.pop() if idle else None)
    if tls is not None:
        server.config.ssl_certfile, server.config.ssl_keyfile = map(str, tls)
    server.install_signal_handlers = lambda: None
    app = server.config.app
    task = asyncio.create_task(server._serve())
    while not server.started:
        if task.done():
            await task
            raise RuntimeError("the server did not start")
        await asyncio.sleep(0.01)
    try:
        url = f"https://localhost:{port}" if tls else f"http://127.0.0.1:{port}"
        if app.http.state.services.store.leases is not None:
            app.http.state.services.store.leases.alive_seconds = PATIENT
        yield Running(url, app.http.state.services, app.doors)
    finally:
        server.should_exit = True
        await task
    app.http.state.clear()  # nothing of this server stays
    idle.append(app.http)


def lay_out(config: Config) -> None:
    """Give a server an empty SQLite file, made once for all of them: the steps to its schema take long."""
    path = Path(config.database.removeprefix("sqlite:///"))
    if config.database.startswith("sqlite:///") and path.parent.is_dir() and not path.exists():
        shutil.copy(_blank(), path)


@cache
def _blank() -> Path:
    folder = Path(tempfile.mkdtemp(prefix="jeton-tests-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    with ThreadPoolExecutor(1) as apart:  # where no loop runs
        apart.submit(asyncio.run, _make(folder / "blank.sqlite")).result()
    return folder / "blank.sqlite"


async def _make(database: Path) -> None:
    await (await connect_store(f"sqlite:///{database}")).close()


_routes: defaultdict[tuple[str, int], list[Any]] = defaultdict(list)
"""Routes of servers that have ended, for the next ones: to make them takes most of a start."""


class Process:
    """A server as a process of its own."""

    def __init__(
        self, folder: Path, *, port: int | None = None, database: str | None = None, reachable: bool = True
    ) -> None:
        self.folder, self.database = folder, database
        self.port = port or free_port()
        self.node = f"127.0.0.1:{self.port}" if reachable else ""
        self.url = f"http://127.0.0.1:{self.port}"
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        code = (
            "import sys; sys.path.insert(0, sys.argv[1]);"
            "from tests.server.harness import child; child(sys.argv[2], int(sys.argv[3]), sys.argv[4], sys.argv[5])"
        )
        log = (self.folder / f"server-{self.port}.log").open("ab")
        root = Path(__file__).parents[2]
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, str(root), str(self.folder), str(self.port), self.database or "", self.node],
            stdout=log, stderr=log, env={**os.environ, "PYTHONWARNINGS": "ignore"}, start_new_session=True,
        )  # fmt: skip
        log.close()

    def wait(self, seconds: float = 60.0) -> float:
        """Wait until it answers; return how long that took."""
        began = time.monotonic()
        while time.monotonic() - began < seconds:
            with contextlib.suppress(httpx.HTTPError):
                if httpx.get(f"{self.url}/ready", timeout=1.0).status_code == 200:
                    return time.monotonic() - began
            if self.process and self.process.poll() is not None:
                raise RuntimeError((self.folder / f"server-{self.port}.log").read_text()[-2000:])
            time.sleep(0.02)
        raise TimeoutError("the server does not answer")

    def kill(self) -> None:
        """Kill it with -9, and its bots' workers too."""
        if self.process:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def __enter__(self) -> Process:
        self.start()
        self.wait()
        return self

    def __exit__(self, *args: object) -> None:
        self.kill()

    def close(self) -> None:
        """For those who can't wait for its start here."""
        self.kill()


class Nursery(Process):
    """A server that starts at once: a process that has imported everything makes a copy of itself."""

    pid = 0

    def start(self) -> None:
        self.pid = _mother().bear([str(self.folder), self.port, self.database or "", self.node, current_test()])

    def kill(self) -> None:
        if self.pid:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.pid, signal.SIGKILL)
            _until_gone(self.pid)
            self.pid = 0


class Mother:
    """The process that has imported everything: one for all tests of this process."""

    def __init__(self) -> None:
        code = "import sys; sys.path.insert(0, sys.argv[1]); from tests.server.harness import nursery; nursery()"
        self.process = subprocess.Popen(
            [sys.executable, "-c", code, str(Path(__file__).parents[2])], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, env={**os.environ, "PYTHONWARNINGS": "ignore"},
        )  # fmt: skip
        atexit.register(self.process.kill)

    def bear(self, order: list[Any]) -> int:
        """Start a server; return the number of its process."""
        self.process.stdin.write(msgspec.json.encode(order) + b"\n")
        self.process.stdin.flush()
        return int(self.process.stdout.readline())


@cache
def _mother() -> Mother:
    return Mother()


def _until_gone(pid: int) -> None:
    patience = time.monotonic() + COMES
    while time.monotonic() < patience:
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return
        time.sleep(0.002)
    raise TimeoutError("the process does not go")


def nursery() -> None:
    """What the mother runs: each line is the order for a server."""
    for title in jeton.titles():
        jeton.new(title, seats=jeton.make(title).seat_counts[0]).view(0)
    asyncio.run(_first_connection())  # what is imported late is imported now
    routes = make_routes("", GENEROUS.body)
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody waits for them
    for line in sys.stdin:
        folder, port, database, node, test = msgspec.json.decode(line)
        pid = os.fork()
        if pid == 0:
            signal.signal(signal.SIGCHLD, signal.SIG_DFL)
            os.setsid()
            os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
            log = os.open(f"{folder}/server-{port}.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)
            os.dup2(log, 1), os.dup2(log, 2)
            child(folder, port, database, node, test, routes)
            os._exit(0)
        print(pid, flush=True)


async def _first_connection() -> None:
    with tempfile.TemporaryDirectory() as folder:
        await _make(Path(folder) / "jeton.sqlite")


def current_test() -> str:
    """Return the test that runs now, as pytest tells processes that it starts."""
    return os.environ.get("PYTEST_CURRENT_TEST", "").partition(" ")[0]


def child(folder: str, port: int, database: str, node: str, test: str | None = None, routes: Any = None) -> None:
    """What the process runs."""
    from jeton.server.run import run, set_up_logs

    name = current_test() if test is None else test
    chance.fix(lambda: name)
    set_up_logs(as_json=True)
    run(make_server(a_config(Path(folder), database=database or None, node=node), "127.0.0.1", port, routes))


def chooser(seed: int):
    """Return a player who takes any legal move, but buys when there is a card to buy."""
    rng = random.Random(seed)

    def choose(view: dict[str, Any]) -> str:
        buys = [move for move in view["moves"] if move.startswith("buy")]
        return rng.choice(buys or view["moves"])

    return choose


class Wire:
    """A bare socket to a table that keeps every frame: what a curious player sees in the developer tools."""

    def __init__(self, url: str, table: str, *, token: str | None = None, cookie: bool = False, **headers: str) -> None:
        self.url = f"{url.replace('http', 'ws', 1)}/ws/{table}"
        self.headers = dict(headers)
        if token and cookie:
            self.headers |= {"Cookie": f"jeton-lan={token}", "Origin": headers.get("Origin", url)}
        elif token:
            self.headers["Authorization"] = f"Bearer {token}"
        self.frames: list[str] = []
        self.read = 0
        self.socket: Any = None

    async def __aenter__(self) -> Wire:
        self.socket = await connect(self.url, additional_headers=self.headers, compression=None, max_size=None)
        self._task = asyncio.create_task(self._listen())
        return self

    async def __aexit__(self, *args: object) -> None:
        self._task.cancel()
        await self.socket.close()

    async def _listen(self) -> None:
        with contextlib.suppress(ConnectionClosed):
            async for frame in self.socket:
                self.frames.append(frame)

    async def say(self, kind: str, **fields: Any) -> None:
        await self.raw(msgspec.json.encode({"t": kind, **fields}).decode())

    async def raw(self, data: str | bytes) -> None:
        with contextlib.suppress(ConnectionClosed):
            await self.socket.send(data)

    async def hello(self, **fields: Any) -> dict[str, Any]:
        await self.say("hello", **{"protocol": 1, "client": "test", **fields})
        return await self.until("welcome")

    async def until(self, kind: str, seconds: float = COMES, **fields: Any) -> dict[str, Any]:
        """Return the next message of a kind whose fields are as given."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            while self.read < len(self.frames):
                message = msgspec.json.decode(self.frames[self.read])
                self.read += 1
                if message["t"] == kind and all(message.get(key) == value for key, value in fields.items()):
                    return message
            if self._task.done():
                break
            await asyncio.sleep(0.002)
        raise TimeoutError(f"no {kind} {fields}; got {[frame[:100] for frame in self.frames[-5:]]}")

    async def closed(self, seconds: float = COMES) -> int:
        """Wait until the server hangs up; return its code."""
        async with asyncio.timeout(seconds):
            await self.socket.wait_closed()
        return int(self.socket.close_code)
