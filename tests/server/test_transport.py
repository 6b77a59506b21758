"""Frames however they are cut, and what the transport leans on in uvicorn and websockets."""

from __future__ import annotations

import asyncio
import contextlib
import inspect
import os
from base64 import b64encode
from urllib.parse import urlsplit

import msgspec
import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from jeton.client import Client
from jeton.server.wire.transport import head_of
from tests.server.harness import a_config, running

pytestmark = pytest.mark.once

TEXT, CONTINUED, BINARY, CLOSE, PING, PONG = 1, 0, 2, 8, 9, 10


def frame(payload: bytes, opcode: int = TEXT, *, fin: bool = True, wide: bool = False, masked: bool = True) -> bytes:
    """Return a client's frame, masked with bytes that are not zero."""
    mask = b"\x11\x22\x33\x44"
    size = len(payload)
    head = bytes([(0x80 if fin else 0) | opcode])
    bit = 0x80 if masked else 0
    if wide:
        head += bytes([bit | 127]) + size.to_bytes(8, "big")
    elif size < 126:
        head += bytes([bit | size])
    else:
        head += bytes([bit | 126]) + size.to_bytes(2, "big")
    if not masked:
        return head + payload
    return head + mask + bytes(byte ^ mask[i % 4] for i, byte in enumerate(payload))


class Raw:
    """A socket of bytes."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader, self.writer = reader, writer
        self.beats: list[bytes] = []

    @classmethod
    async def dial(cls, url: str, table: str, *, early: bytes = b"") -> Raw:
        parts = urlsplit(url)
        reader, writer = await asyncio.open_connection(parts.hostname, parts.port)
        lines = [f"GET /ws/{table} HTTP/1.1", f"Host: {parts.netloc}", "Upgrade: websocket", "Connection: Upgrade",
                 f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}", "Sec-WebSocket-Version: 13"]  # fmt: skip
        writer.write(("\r\n".join(lines) + "\r\n\r\n").encode())
        if early:
            await asyncio.sleep(0.001)
            writer.write(early)
        assert b" 101 " in await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), 60)
        return cls(reader, writer)

    async def next(self) -> tuple[int, bytes]:
        """Return the next frame: its opcode and what it holds."""
        first, size = await asyncio.wait_for(self.reader.readexactly(2), 60)
        if size == 126:
            size = int.from_bytes(await self.reader.readexactly(2), "big")
        elif size == 127:
            size = int.from_bytes(await self.reader.readexactly(8), "big")
        return first & 15, await self.reader.readexactly(size)

    async def answer(self) -> dict:
        """Return the next message that answers one."""
        while True:
            opcode, payload = await self.next()
            if opcode == PONG:
                self.beats.append(payload)
            elif (message := msgspec.json.decode(payload))["t"] in ("pong", "because", "no"):
                return message

    async def until(self, kind: str) -> dict:
        """Return the next message of a kind."""
        while True:
            opcode, payload = await self.next()
            assert opcode != CLOSE, payload
            if opcode == TEXT and (message := msgspec.json.decode(payload))["t"] == kind:
                return message

    async def closed(self) -> int:
        """Return the code with which the server closes."""
        while True:
            opcode, payload = await self.next()
            if opcode == CLOSE:
                return int.from_bytes(payload[:2], "big")


def says(**message: object) -> bytes:
    return msgspec.json.encode(message)


HELLO = frame(says(t="hello", protocol=1, client="raw"))


@pytest.fixture
async def dial(tmp_path):
    async with running(a_config(tmp_path)) as server, Client(server.url) as client:
        await client.guest("Host")
        table, made = await client.new_table("splendor", 2), []

        async def one(early: bytes = b"", *, greet: bool = True) -> Raw:
            raw = await Raw.dial(server.url, table, early=early)
            made.append(raw)
            if greet:
                raw.writer.write(HELLO)
                await raw.until("table")
            return raw

        yield one
        for raw in made:
            raw.writer.close()
            with contextlib.suppress(OSError):
                await raw.writer.wait_closed()


async def test_frames_arrive_whole_however_the_network_cuts_them(dial):
    long = frame(says(t="why", id=3, move="x" * 190))
    data = b"".join((frame(says(t="ping", id=1)), frame(b"beat", PING), frame(says(t="ping", id=2)), long, long))
    for size in (1, 2, 3, 5, 7, 1000):
        raw = await dial()
        for i in range(0, len(data), size):
            raw.writer.write(data[i : i + size])
            await raw.writer.drain()
            await asyncio.sleep(0)
        assert [(await raw.answer())["id"] for _ in range(4)] == [1, 2, 3, 3]
        assert raw.beats == [b"beat"]


async def test_a_message_in_pieces_is_put_together_and_nothing_overtakes_it(dial):
    raw = await dial()
    text = says(t="ping", id=1)
    raw.writer.write(frame(text[:4], fin=False) + frame(b"", PING) + frame(text[4:], CONTINUED))
    raw.writer.write(frame(says(t="ping", id=2)))
    assert [(await raw.until("pong"))["id"] for _ in range(2)] == [1, 2]


async def test_a_message_as_bytes_is_read_like_a_text(dial):
    raw = await dial()
    raw.writer.write(frame(says(t="ping", id=4), BINARY))
    assert (await raw.until("pong"))["id"] == 4


async def test_who_speaks_before_the_answer_is_understood(dial):
    raw = await dial(HELLO[:9], greet=False)
    raw.writer.write(HELLO[9:] + frame(says(t="ping", id=5)))
    assert (await raw.until("pong"))["id"] == 5


async def test_what_is_said_after_hello_in_one_breath_waits_for_it(dial):
    raw = await dial(greet=False)
    raw.writer.write(HELLO + frame(says(t="ping", id=6)) + frame(says(t="mute", id=7, seat=0)) + frame(says(t="sync")))
    assert (await raw.until("pong"))["id"] == 6
    assert (await raw.until("no"))["id"] == 7
    await raw.until("table")


WRONG = {
    "not UTF-8": (frame(b"\xff\xfe"), 1007),
    "not masked": (frame(says(t="ping", id=1), masked=False), 1002),
    "too long": (frame(b"x" * 9000), 1009),
    "no such kind": (frame(b"x", 3), 1002),
    "a text within a text": (frame(b"{", fin=False) + frame(b"{}"), 1002),
    "goodbye": (frame(b"\x03\xe8", CLOSE), 1000),
}


async def test_what_is_wrong_is_closed_with_its_code(dial):
    for why, (data, code) in WRONG.items():
        raw = await dial()
        raw.writer.write(data)
        assert await raw.closed() == code, why


async def test_lengths_spelled_too_wide_are_understood_all_the_same(dial):
    raw = await dial()
    wide = frame(says(t="ping", id=8), wide=True)
    raw.writer.write(wide[:20])
    await asyncio.sleep(0.05)
    raw.writer.write(wide[20:] + frame(says(t="ping", id=9)))
    assert [(await raw.until("pong"))["id"] for _ in range(2)] == [8, 9]


def test_uvicorn_makes_a_connection_as_ours_expects():
    """What `ws=` promises a class; pyproject.toml has a ceiling for the versions that were looked at."""
    asked = inspect.signature(WebSocketsSansIOProtocol.__init__).parameters
    assert [name for name in asked if not name.startswith("_")] == ["self", "config", "server_state", "app_state"]
    assert {"connections", "tasks", "default_headers"} <= vars(ServerState()).keys()
    assert callable(WebSocketsSansIOProtocol.shutdown)


def test_uvicorn_reads_http_as_the_doors_expect():
    """The methods of uvicorn's HTTP protocol that `HttpDoor` stands before."""
    names = ("connection_made", "connection_lost", "data_received", "handle_websocket_upgrade", "on_message_begin",
             "on_header", "on_headers_complete", "on_body", "on_message_complete", "pause_writing",
             "resume_writing")  # fmt: skip
    assert [name for name in names if not callable(getattr(HttpToolsProtocol, name, None))] == []
    assert {"cycle", "loop", "transport"} <= set(HttpToolsProtocol.__init__.__code__.co_names)


@pytest.mark.parametrize("length", [0, 1, 125, 126, 3_000, 65_535, 65_536, 500_000])
def test_a_text_goes_out_as_websockets_writes_it(length):
    text = b"x" * length

    assert head_of(length) + text == Frame(Opcode.TEXT, text).serialize(mask=False)
