"""A TCP proxy that treats connections as networks do: cuts, delays, silence, frames that come twice or too late."""

from __future__ import annotations

import asyncio
import contextlib
import random
import socket as sockets
import struct
from collections import Counter
from collections.abc import Sequence
from typing import Self

import httpx

CHUNK = 65_536
LONG, LONGER = 126, 127
"""How a frame says that its length follows in two bytes, or in eight."""
NO_WAIT = struct.pack("ii", 1, 0)
FATES = ("fine", "cut", "slow", "silent", "twice", "late")


class Relay:
    """A port of its own, and a task for each connection to it; when it goes, all of them end."""

    port = 0

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> Self:
        self._server = await asyncio.start_server(self._serve, "127.0.0.1", 0)
        self.port = self._server.sockets[0].getsockname()[1]
        return self

    async def __aexit__(self, *args: object) -> None:
        self._server.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.sleep(0.05)  # transports close in the next round

    def _keep(self, task: asyncio.Task[None]) -> asyncio.Task[None]:
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._keep(asyncio.current_task())
        with contextlib.suppress(OSError), hung_up(writer):
            await self.connect(reader, writer)

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Carry one connection until it ends."""
        raise NotImplementedError


class Proxy(Relay):
    """Between clients and servers. Each connection has a fate, drawn by a seed; `happened` counts what came true.

    - cut: reset after some bytes, most likely in the middle of a frame
    - slow: everything takes 300 ms more
    - silent: after some bytes nothing passes any more, and nobody hangs up (a half-open connection)
    - twice: moves are sent twice, byte by byte the same frame
    - late: the client's line is reset, but what it had sent still arrives at the server, after it has come back
    """

    def __init__(self, *ports: int, fates: Sequence[str] = ("fine",), seed: int = 0) -> None:
        super().__init__()
        self.ports, self.fates, self.rng = list(ports), fates, random.Random(seed)
        self.healthy = list(ports)
        self.happened: Counter[str] = Counter()
        self.url = ""
        self._turn = 0

    async def __aenter__(self) -> Proxy:
        await super().__aenter__()
        self.url = f"http://127.0.0.1:{self.port}"
        if len(self.ports) > 1:
            self._spawn(self._ask_for_health())
        return self

    def _spawn(self, work) -> asyncio.Task[None]:
        return self._keep(asyncio.create_task(work))

    async def _ask_for_health(self) -> None:
        """Ask as a balancer does: a server that is not ready within a second gets no new connections."""
        async with httpx.AsyncClient(timeout=1.0) as client:
            while True:
                self.healthy = [port for port in self.ports if await is_ready(client, port)]
                await asyncio.sleep(0.5)

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self._turn += 1
        targets = self.healthy or self.ports
        server = await asyncio.open_connection("127.0.0.1", targets[self._turn % len(targets)])
        await Line(self, self.rng.choice(self.fates), (reader, writer), server).run()


class Cable(Relay):
    """A plain line to a server that can be pulled out: what is under way is lost, and nobody hangs up."""

    def __init__(self, port: int) -> None:
        super().__init__()
        self.target, self.pulled = port, False

    async def connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        up_reader, up_writer = await asyncio.open_connection("127.0.0.1", self.target)
        with hung_up(up_writer):
            ways = [asyncio.create_task(self._pass(*way)) for way in ((reader, up_writer), (up_reader, writer))]
            try:
                await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for way in ways:
                    way.cancel()
                await asyncio.gather(*ways, return_exceptions=True)

    async def _pass(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with contextlib.suppress(OSError):
            while data := await reader.read(CHUNK):
                if not self.pulled:
                    writer.write(data)
                    await writer.drain()


class Line:
    """One connection through the proxy."""

    def __init__(self, proxy: Proxy, fate: str, client, server) -> None:
        self.proxy, self.rng, self.client, self.server = proxy, proxy.rng, client, server
        self.fate = fate
        self.left = self.rng.randint(1_500, 40_000)
        """Bytes in both directions until the fate comes true."""
        self.silent = False

    async def run(self) -> None:
        up = asyncio.create_task(self._up())
        down = asyncio.create_task(self._down())
        try:
            await asyncio.wait((up, down), return_when=asyncio.FIRST_COMPLETED)
        finally:
            for task in (up, down):
                task.cancel()
            await asyncio.gather(up, down, return_exceptions=True)
            reset(self.client[1])
            reset(self.server[1])

    async def _down(self) -> None:
        """From the server to the client."""
        queue: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        sender = asyncio.create_task(self._send_later(queue))
        try:
            while data := await self.server[0].read(CHUNK):
                data, ended = self._spend(data)
                if not self.silent:
                    queue.put_nowait((asyncio.get_running_loop().time() + self._delay(), data))
                if ended and self.fate in ("cut", "late"):
                    await queue.join()
                    return
        finally:
            sender.cancel()

    async def _send_later(self, queue: asyncio.Queue[tuple[float, bytes]]) -> None:
        loop = asyncio.get_running_loop()
        with contextlib.suppress(OSError):
            while True:
                at, data = await queue.get()
                await asyncio.sleep(max(0.0, at - loop.time()))
                self.client[1].write(data)
                await self.client[1].drain()
                queue.task_done()

    def _delay(self) -> float:
        return 0.3 if self.fate == "slow" else 0.0

    async def _up(self) -> None:
        """From the client to the server, frame by frame once the connection is a socket."""
        reader = self.client[0]
        with contextlib.suppress(OSError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            head = await reader.readuntil(b"\r\n\r\n")
            await self._pass(head)
            if b"upgrade: websocket" not in head.lower():
                while data := await reader.read(CHUNK):
                    await self._pass(data)
                return
            while True:
                frame, text = await read_frame(reader)
                is_move = b'"t":"move"' in text
                if self.fate == "late" and is_move and self.left < 0:
                    self.proxy._spawn(self._deliver_late(self.server[1], frame))
                    self.server = self.server[0], Nowhere()
                    return
                for _ in range(1 + (self.fate == "twice" and is_move)):
                    await self._pass(frame)
                if self.fate == "twice" and is_move:
                    self.proxy.happened["twice"] += 1

    async def _deliver_late(self, writer: asyncio.StreamWriter, frame: bytes) -> None:
        """The client has given up this line, and has come back over another: only now does its move arrive."""
        self.proxy.happened["late"] += 1
        try:
            await asyncio.sleep(0.2 + self.rng.random())
            writer.write(frame)
            await writer.drain()
            await asyncio.sleep(0.2)
        except OSError:
            pass  # the server has had enough of this line
        finally:
            reset(writer)

    async def _pass(self, data: bytes) -> None:
        if self.fate != "late":
            data, ended = self._spend(data)
        else:
            ended = False
            self.left -= len(data)
        if self.silent:
            return
        await asyncio.sleep(self._delay())
        self.server[1].write(data)
        await self.server[1].drain()
        if ended and self.fate == "cut":
            raise ConnectionResetError

    def _spend(self, data: bytes) -> tuple[bytes, bool]:
        """Return what still passes of some bytes, and whether the fate has come true."""
        before, self.left = self.left, self.left - len(data)
        if self.left >= 0 or self.fate not in ("cut", "silent"):
            return data, False
        if before >= 0:
            self.proxy.happened[self.fate] += 1
        if self.fate == "silent":
            self.silent = True
        return data[: max(0, before)], True


class Nowhere:
    """A writer that was handed to somebody else."""

    transport = None


async def read_frame(reader: asyncio.StreamReader) -> tuple[bytes, bytes]:
    """Return a client's frame as it came, and what it says."""
    head = await reader.readexactly(2)
    length = head[1] & 0x7F
    more = await reader.readexactly(2 if length == LONG else 8 if length == LONGER else 0)
    if more:
        length = int.from_bytes(more, "big")
    mask = await reader.readexactly(4)
    body = await reader.readexactly(length)
    return head + more + mask + body, bytes(byte ^ mask[i % 4] for i, byte in enumerate(body))


def reset(writer) -> None:
    """Hang up as a line that breaks does: no goodbye."""
    if writer.transport is None or writer.transport.is_closing():
        return
    with contextlib.suppress(OSError, AttributeError):
        writer.transport.get_extra_info("socket").setsockopt(sockets.SOL_SOCKET, sockets.SO_LINGER, NO_WAIT)
    writer.transport.abort()


@contextlib.contextmanager
def hung_up(writer):
    """Hang up in the end, whatever happens."""
    try:
        yield
    finally:
        reset(writer)


async def is_ready(client: httpx.AsyncClient, port: int) -> bool:
    try:
        return (await client.get(f"http://127.0.0.1:{port}/ready")).status_code == 200
    except httpx.HTTPError:
        return False
