"""Passes a socket on to the node where its table lives: byte by byte, from the upgrade to the end.

This node asks the other with the client's own request, so that its answer is the client's. The other node reads and
writes the frames; this one only moves the bytes. The other believes it about the client's address because of a secret
that the nodes share through the database.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from jeton.server.metrics import METRICS
from jeton.server.wire.transport import Connection

if TYPE_CHECKING:
    from jeton.store.leases import Holder

__all__ = ["FORWARDED", "NODE_HEADER", "Pipe", "forward", "told_by_node"]

NODE_HEADER = b"x-jeton-node"
"""Which node is meant, its secret, the client's address and scheme."""
FORWARDED = "jeton.forwarded"
"""Set in the scope of a socket that another node passed on."""
ANSWER_SECONDS = 1.5
"""How long a node may take to answer before a copy of the table serves instead."""
LONGEST = 16 * 1024
"""The most bytes of the head of its answer."""
OWN = (b"x-forwarded-for", b"x-forwarded-proto", b"x-forwarded-host", b"forwarded", NODE_HEADER)


class Pipe(asyncio.Protocol):
    """The far side of a socket: the connection to the other node."""

    def __init__(self, near: Connection) -> None:
        """Take a socket that waits for its answer."""
        self.near: Connection | None = near
        self.transport: Any = None
        loop = asyncio.get_running_loop()
        self.answered: asyncio.Future[bool] = loop.create_future()
        self.ended: asyncio.Future[None] = loop.create_future()
        self._head = b""
        self._joined = False

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Send the request: the other node is there."""
        self.transport = transport

    def data_received(self, data: bytes) -> None:
        """Hand bytes to the client; before that, check whether the other node accepted the socket."""
        if self._joined and self.near is not None:
            self.near.transport.write(data)
            return
        self._head += data
        if not self.answered.done() and (b"\r\n\r\n" in self._head or len(self._head) > LONGEST):
            self.answered.set_result(self._head.split(b" ", 2)[1:2] == [b"101"])

    def join(self) -> None:
        """Let every byte through, both ways: the other node accepted the socket."""
        self._joined = True
        if self.near is not None:
            self.near.pipe = self
            self.near.transport.write(self._head)
            self._head = b""

    def pause_writing(self) -> None:
        """Stop reading from the client: the other node does not keep up."""
        if self._joined and self.near is not None:
            self.near.transport.pause_reading()

    def resume_writing(self) -> None:
        """Read again: the other node keeps up."""
        if self._joined and self.near is not None and not self.near.transport.is_closing():
            self.near.transport.resume_reading()

    def connection_lost(self, exc: Exception | None) -> None:
        """Hang up: the other node has, or is gone. The client comes back by itself."""
        if not self.answered.done():
            self.answered.set_result(False)
        if self._joined and self.near is not None:
            self.near.transport.close()
        self.end()

    def end(self) -> None:
        """End both sides: one of them is gone."""
        self.near = None
        if self.transport is not None:
            self.transport.close()
        if not self.ended.done():
            self.ended.set_result(None)


async def forward(
    connection: Connection, scope: Mapping[str, Any], holder: Holder, pipes: dict[str, set[Pipe]]
) -> bool:
    """Let another node serve a socket to its end; return false if it can't or won't and nothing was sent yet."""
    host, _, port = (holder.address or "").rpartition(":")
    if not host or not port.isdigit():
        return False
    pipe = Pipe(connection)
    try:
        async with asyncio.timeout(ANSWER_SECONDS):
            await asyncio.get_running_loop().create_connection(lambda: pipe, host.strip("[]"), int(port))
            pipe.transport.write(_request(scope, holder))
            accepted = await pipe.answered
    except (OSError, TimeoutError):
        accepted = False
    if connection.gone or connection.transport.is_closing():
        pipe.end()
        return True
    if not accepted:
        pipe.end()
        return False
    METRICS.forwarded.inc()
    theirs = pipes.setdefault(holder.node, set())
    theirs.add(pipe)
    try:
        pipe.join()
        await pipe.ended
    finally:
        theirs.discard(pipe)
        pipe.end()
    return True


def _request(scope: Mapping[str, Any], holder: Holder) -> bytes:
    """Return the client's request, as this node asks another."""
    client = scope.get("client") or ("?", 0)
    path = scope.get("jeton.prefix", "").encode() + scope["raw_path"]
    if scope.get("query_string"):
        path += b"?" + scope["query_string"]
    told = f"{holder.node} {holder.secret} {client[0]} {scope['scheme']}".encode()
    headers = [(name, value) for name, value in scope["headers"] if name not in OWN]
    lines = [b"GET " + path + b" HTTP/1.1", *(name + b": " + value for name, value in headers)]
    return b"\r\n".join([*lines, NODE_HEADER + b": " + told, b"", b""])


def told_by_node(value: str) -> tuple[str, str, str, str] | None:
    """Return what the header says: node, secret, the client's address and its scheme."""
    with contextlib.suppress(ValueError):
        node, secret, address, scheme = value.split(" ")
        if scheme in ("ws", "wss"):
            return node, secret, address, scheme
    return None
