"""A WebSocket client that is cheap enough to be two thousand people on half a core.

It trusts the server (short unfragmented frames that are never masked) and masks with zeros, so that a message is made
once and sent as it is. Tests use a real client; this one is for load alone.
"""

from __future__ import annotations

import asyncio
import os
from base64 import b64encode
from collections.abc import Callable
from urllib.parse import urlsplit

__all__ = ["Wire", "dial", "frame"]

TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
Take = Callable[["Wire", bytes], None]


def frame(payload: bytes, opcode: int = TEXT) -> bytes:
    """Return a client's frame, masked with zeros."""
    size = len(payload)
    if size < 126:
        return bytes((0x80 | opcode, 0x80 | size)) + bytes(4) + payload
    return bytes((0x80 | opcode, 0x80 | 126)) + size.to_bytes(2, "big") + bytes(4) + payload


class Wire(asyncio.Protocol):
    """One connection: hands every text to `take`; `take` may be called with b"" when the server is gone."""

    __slots__ = ("_buffer", "_opened", "_request", "_transport", "closed", "n", "seat", "take")

    def __init__(self, request: bytes, take: Take, opened: asyncio.Future[None]) -> None:
        """Prepare; nothing is connected yet."""
        self._request, self.take, self._opened = request, take, opened
        self._buffer = b""
        self._transport: asyncio.Transport | None = None
        self.closed = False
        self.seat = 0
        self.n = -1
        """The number of the last view that came."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for a WebSocket."""
        self._transport = transport  # type: ignore[assignment]
        self.send(self._request)

    def send(self, data: bytes) -> None:
        """Send a frame."""
        if self._transport is not None and not self.closed:
            self._transport.write(data)

    def abort(self) -> None:
        """Go without a word; `take` hears no more of it."""
        self.closed = True
        if self._transport is not None:
            self._transport.abort()

    def connection_lost(self, error: Exception | None) -> None:
        """Note that the server is gone."""
        if not self._opened.done():
            self._opened.set_exception(ConnectionError(str(error or "closed")))
        if not self.closed:
            self.closed = True
            self.take(self, b"")

    def data_received(self, data: bytes) -> None:
        """Cut into frames."""
        if self.closed:
            return
        if self._buffer:
            data = self._buffer + data
            self._buffer = b""
        if not self._opened.done():
            head, found, data = data.partition(b"\r\n\r\n")
            if not found:
                self._buffer = head
                return
            if b" 101 " not in head.partition(b"\r\n")[0]:
                self._opened.set_exception(ConnectionError(head[:80].decode("latin-1")))
                return
            self._opened.set_result(None)
        at, end = 0, len(data)
        while end - at >= 2:
            opcode, size, start = data[at] & 0xF, data[at + 1], at + 2
            if size >= 126:
                wide = 2 if size == 126 else 8
                start += wide
                size = int.from_bytes(data[at + 2 : start], "big") if end >= start else 1 << 62
            if start + size > end:
                break
            at = start + size
            if opcode == TEXT:
                self.take(self, data[start:at])
            elif opcode == PING:
                self.send(frame(data[start:at], PONG))
        self._buffer = data[at:]


async def dial(url: str, path: str, take: Take, token: str | None = None) -> Wire:
    """Connect to a path of a server."""
    parts = urlsplit(url)
    lines = [f"GET {path} HTTP/1.1", f"Host: {parts.netloc}", "Upgrade: websocket", "Connection: Upgrade",
             f"Sec-WebSocket-Key: {b64encode(os.urandom(16)).decode()}", "Sec-WebSocket-Version: 13"]  # fmt: skip
    if token:
        lines.append(f"Authorization: Bearer {token}")
    loop = asyncio.get_running_loop()
    opened: asyncio.Future[None] = loop.create_future()
    request = ("\r\n".join(lines) + "\r\n\r\n").encode()
    _, wire = await loop.create_connection(lambda: Wire(request, take, opened), parts.hostname, parts.port)
    await opened
    return wire
