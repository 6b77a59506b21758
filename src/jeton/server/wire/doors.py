"""Guards the ports: who may have a connection, how long a request may take, and who is dropped for not reading.

All of this happens before a request is read: an address that opens connections and says nothing, or sends headers
without end, costs next to nothing.
"""

from __future__ import annotations

import asyncio
import contextlib
import ipaddress
from collections import Counter
from typing import Any

import structlog
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from jeton.server.config import Config
from jeton.server.metrics import METRICS

resource: Any = None
with contextlib.suppress(ImportError):  # not on Windows
    import resource

__all__ = ["Doors", "HttpDoor", "Watched", "block_of", "raise_open_files"]

log = structlog.get_logger(__name__)

OWN_FILES = 128
"""Open files that a server needs beside its connections: databases, workers of bots, files of the page."""
FEW_FILES = 4_096
HURRY_SECONDS = 2.0
"""How long a connection may take to begin while nearly all are taken."""
MOST_WIRE = 4
"""A body in small chunks takes more bytes than it has: the server reads up to so many times as many."""

TOO_MANY = b"HTTP/1.1 429 Too Many Requests\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
TOO_LARGE = b"HTTP/1.1 431 Request Header Fields Too Large\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"
TOO_LATE = b"HTTP/1.1 408 Request Timeout\r\ncontent-length: 0\r\nconnection: close\r\n\r\n"


def block_of(address: str) -> str:
    """Return whom limits count against: an IPv4 address, or a whole network of IPv6, of which a home has one.

    >>> block_of("192.0.2.7"), block_of("2001:db8::1"), block_of("::ffff:192.0.2.7")
    ('192.0.2.7', '2001:db8::/64', '192.0.2.7')
    """
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return address
    if isinstance(found, ipaddress.IPv6Address):
        if found.ipv4_mapped is not None:
            return str(found.ipv4_mapped)
        return str(ipaddress.ip_network((found, 64), strict=False))
    return address


def raise_open_files(wanted: int) -> int:
    """Ask the system for so many open files, or as many as it allows; return how many there are."""
    if resource is None:
        return 512
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        try:
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))
            soft = most
        except (OSError, ValueError):
            log.warning("open files can't be raised", files=soft, wanted=most)
    if soft != resource.RLIM_INFINITY and soft < FEW_FILES:
        log.warning("few open files: the server takes fewer connections (ulimit -n)", files=soft)
    return wanted if soft == resource.RLIM_INFINITY else soft


class Doors:
    """Counts the connections of all and of each address; a reverse proxy counts its own."""

    def __init__(self, config: Config) -> None:
        """Start with nobody; `open_up` finds out how many may come."""
        self.limits = config.limits
        self.most = config.limits.connections
        self.total = 0
        self.addresses: Counter[str] = Counter()
        self.nodes: frozenset[str] = frozenset()
        """Addresses of other nodes, which pass sockets on: those count the clients' own addresses."""
        self._proxies = [ipaddress.ip_network(proxy, strict=False) for proxy in config.proxies]

    def open_up(self) -> None:
        """Raise the open files, and take only as many connections as there are files for."""
        files = raise_open_files(self.limits.connections + OWN_FILES)
        self.most = max(1, min(self.limits.connections, files - OWN_FILES))

    @property
    def crowded(self) -> bool:
        """Whether the remaining connections are kept for people who are known."""
        return self.total > self.most * (100 - self.limits.reserve) // 100

    def enter(self, transport: asyncio.BaseTransport) -> str | None:
        """Count a connection and say where; return None if there are too many."""
        peer: Any = transport.get_extra_info("peername")
        address = str(peer[0]) if isinstance(peer, tuple) and peer else ""
        trusted = not address or address in self.nodes or self._is_proxy(address)
        where = "" if trusted else block_of(address)
        if self.total >= self.most or (where and self.addresses[where] >= self.limits.connections_per_address):
            return None
        self.total += 1
        METRICS.connections.set(self.total)
        if where:
            self.addresses[where] += 1
        return where

    def leave(self, where: str) -> None:
        """Give a connection's place back."""
        self.total -= 1
        METRICS.connections.set(self.total)
        if where:
            self.addresses[where] -= 1
            if not self.addresses[where]:
                del self.addresses[where]

    def _is_proxy(self, address: str) -> bool:
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return False
        return any(found in network for network in self._proxies)


class Stall:
    """Drops a connection whose peer reads nothing of what waits for it."""

    __slots__ = ("_left", "_timer", "seconds", "transport")

    def __init__(self, transport: asyncio.Transport, seconds: float) -> None:
        """Start with nothing waiting."""
        self.transport, self.seconds = transport, seconds
        self._left = 0
        self._timer: asyncio.TimerHandle | None = None

    def begin(self) -> None:
        """Much waits: check in a while whether it has become less."""
        self._left = self.transport.get_write_buffer_size()
        self._timer = asyncio.get_running_loop().call_later(self.seconds, self._look)

    def end(self) -> None:
        """Stop: the peer has read it, or the connection is gone."""
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _look(self) -> None:
        self._timer = None
        if self.transport.get_write_buffer_size() >= self._left:
            self.transport.abort()
        else:
            self.begin()


class Watched:
    """A protocol that drops a peer that reads nothing: stands before uvicorn's own, HTTP's or a socket's."""

    _stall: Stall | None = None

    def watch(self, transport: asyncio.Transport, seconds: float) -> None:
        """Give the peer so long to read something, from now on."""
        self._stall = Stall(transport, seconds)

    def unwatch(self) -> None:
        """Stop watching: the connection is gone, or another protocol has it."""
        if self._stall is not None:
            self._stall.end()

    def pause_writing(self) -> None:
        """Begin to count: the peer reads nothing."""
        super().pause_writing()  # type: ignore[misc]
        if self._stall is not None:
            self._stall.begin()

    def resume_writing(self) -> None:
        """Stop counting: the peer reads again."""
        super().resume_writing()  # type: ignore[misc]
        if self._stall is not None:
            self._stall.end()


class HttpDoor(Watched, HttpToolsProtocol):
    """uvicorn's HTTP with limits: of bytes, of headers, of time, and of connections."""

    def __init__(self, *args: Any, doors: Doors, **named: Any) -> None:
        """Take what uvicorn gives, once for each connection."""
        super().__init__(*args, **named)
        self.doors = doors
        self._where: str | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._in_head, self._read, self._count, self._size = True, 0, 0, 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Let the connection in, or say that there are too many."""
        self._where = self.doors.enter(transport)
        super().connection_made(transport)
        if self._where is None:
            self._turn_away(TOO_MANY)
            return
        self.watch(transport, self.doors.limits.stalled_seconds)
        self._wait(HURRY_SECONDS if self.doors.crowded else self.doors.limits.head_seconds)

    def connection_lost(self, exc: Exception | None) -> None:
        """Give the place back: there is room for another."""
        super().connection_lost(exc)
        self._let_go()

    def handle_websocket_upgrade(self) -> None:
        """Hand the connection and its place to a socket."""
        if self._where is None or self.transport.is_closing():
            return
        where, self._where = self._where, None
        self._let_go()
        super().handle_websocket_upgrade()
        socket: Any = self.transport.get_protocol()
        socket.take_place(self.doors, where)

    def data_received(self, data: bytes) -> None:
        """Read, and stop if a request is longer than any that we know."""
        if self._where is None or self.transport.is_closing():
            return
        if self._in_head and self._read == 0 and self._timer is None:
            self._wait(self.doors.limits.head_seconds)  # another request begins
        self._read += len(data)
        super().data_received(data)
        if self.transport.is_closing():
            return
        limits = self.doors.limits
        if self._read > limits.head_bytes + (0 if self._in_head else MOST_WIRE * limits.body):
            self._turn_away(TOO_LARGE)

    def on_message_begin(self) -> None:
        """Begin a request."""
        super().on_message_begin()
        self._in_head, self._count, self._size = True, 0, 0

    def on_header(self, name: bytes, value: bytes) -> None:
        """Take a header; nobody needs those after the body."""
        self._count += 1
        self._size += len(name) + len(value) + 4
        if self._count > self.doors.limits.headers or self._size > self.doors.limits.head_bytes:
            self._turn_away(TOO_LARGE)
        elif self._in_head:
            super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Give the rest of the request a while, now that its head is there."""
        self._in_head = False
        if self.transport.is_closing():
            return
        super().on_headers_complete()
        self._wait(self.doors.limits.request_seconds)

    def on_body(self, body: bytes) -> None:
        """Take a piece of the body."""
        if not self.transport.is_closing():
            super().on_body(body)

    def on_message_complete(self) -> None:
        """Finish the request; what comes now is the next."""
        self._in_head, self._read = True, 0
        self._stop_waiting()
        if not self.transport.is_closing():
            super().on_message_complete()

    def _wait(self, seconds: float) -> None:
        self._stop_waiting()
        self._timer = self.loop.call_later(seconds, self._turn_away, TOO_LATE)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _turn_away(self, answer: bytes) -> None:
        """Say why, unless an answer is under way, and hang up."""
        if not self.transport.is_closing():
            cycle: Any = self.cycle
            if cycle is None or cycle.response_complete:
                self.transport.write(answer)
            self.transport.close()
            self.loop.call_later(1.0, self.transport.abort)

    def _let_go(self) -> None:
        self._stop_waiting()
        self.unwatch()
        if self._where is not None:
            self.doors.leave(self._where)
            self._where = None
