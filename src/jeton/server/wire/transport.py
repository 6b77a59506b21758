"""uvicorn's WebSocket with two more doors: a text that nothing holds up is taken and written at once, without a task.

What is common, a whole text in one frame, goes this way; all else (pieces of messages, pings, closing, whatever is
wrong) is left to uvicorn and websockets, which get whole frames only and so never know that others went past them.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, apply_mask  # type: ignore[attr-defined]
from websockets.http11 import Request
from websockets.protocol import State

from jeton.server.wire.doors import Doors, Watched
from jeton.server.wire.limits import Bucket

__all__ = ["PORT", "Port", "Taker"]

PORT = "jeton.port"
"""Where an application finds it among the extensions of its scope; under another server it is not there."""

GOODBYE_SECONDS = 1.5
"""How long whoever has sent too much may take to hear why."""
MOST_LATE = 64 * 1024
"""Bytes that may still come from a peer that was told goodbye."""
AHEAD = 8
"""Messages that may wait before reading is stopped."""

TEXT, PING, PONG, MASKED = 0x81, 0x89, 0x8A, 0x80
"""The first byte of a whole text in one frame, of a ping, of a pong; the bit that all second bytes of a client have."""
SHORT, MEDIUM = 126, 127
"""Lengths below SHORT stand in the second byte; SHORT says that two more bytes tell, MEDIUM that eight do."""

Taker = Callable[[str], bool]
"""Takes a text at once, or says that it has to go the long way."""


class Port(Watched, WebSocketsSansIOProtocol):
    """A connection that tells its application how to read and write at once."""

    taker: Taker | None = None
    behind = 0
    """Messages on the long way that the application has not done yet, and says so: those after them do not overtake."""
    _part = b""
    """The beginning of a frame whose rest is still to come."""
    _long = False
    """Whether all goes the long way, since nobody knows here where a frame begins."""
    on_flood: Callable[[], None] | None = None
    """Told when the peer has sent too many frames, of whatever kind."""
    _doors: Doors | None = None
    _where = ""
    _frames: Bucket | None = None
    """How many pings, pongs and pieces may still come; whole texts are counted by who takes them."""
    _flooded = False
    _late = 0

    def take_place(self, doors: Doors, where: str) -> None:
        """Take over the place that a connection has had, and the limits of the house."""
        self._doors, self._where = doors, where
        self.watch(self.transport, doors.limits.stalled_seconds)
        self._frames = Bucket(doors.limits.messages, doors.limits.seconds)

    def handle_connect(self, event: Request) -> None:
        """Begin as ever, and leave word of these doors."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][PORT] = self

    def connection_lost(self, exc: Exception | None) -> None:
        """End as ever, and take the word back: connection and scope are not to hold each other when they are gone.

        Nor are websockets' protocol and its parser, which waits for more bytes for ever, also after the last.
        """
        super().connection_lost(exc)
        self.conn.parser.close()
        self.on_flood = None
        self.unwatch()
        if self._doors is not None:
            self._doors.leave(self._where)
            self._doors = None
        if scope := getattr(self, "scope", None):
            scope["extensions"].pop(PORT, None)

    def data_received(self, data: bytes) -> None:
        """Cut what comes into frames; the common ones are taken at once, the others go on."""
        if self._flooded or self.close_sent:
            self._late += len(data)
            if self._late > MOST_LATE:
                self.transport.abort()  # who goes on talking after the goodbye
            if self._flooded or self._late > MOST_LATE:
                return
        if self._long or not self.handshake_complete:
            self._long = self._long or self.handshake_initiated  # who can't wait for the answer
            super().data_received(data)
            return
        if self._part:
            data, self._part = self._part + data, b""
        at, end = 0, len(data)
        while at < end and not self._flooded:
            start, size = _frame(data, at, end)
            if size > self.config.ws_max_size or self.conn.state is not State.OPEN:
                self._long = True
                super().data_received(data[at:])  # they know what is wrong
                return
            if start + size > end:
                self._part = data[at:]
                return
            taken = data[at] == TEXT and self._take(data, start, size)
            if not taken and not (data[at] == PONG and self._ponged(data, start, size)):
                super().data_received(data[at : start + size])
            at = start + size

    def _take(self, data: bytes, start: int, size: int) -> bool:
        """Hand a text to the application, if nothing that came before it is on the long way still."""
        if self.taker is None or self.behind or self.frames or self.close_sent:
            return False
        try:
            text = apply_mask(data[start : start + size], data[start - 4 : start]).decode()
        except UnicodeDecodeError:
            return False
        return self.taker(text)

    def _ponged(self, data: bytes, start: int, size: int) -> bool:
        """Take the answer to a ping, which is all that most sockets say: the next one is due in a while."""
        mask = data[start - 4 : start]
        if self.pong_timer is None or apply_mask(data[start : start + size], mask) != self.pending_ping_payload:
            return False
        self.pong_timer.cancel()
        self.pong_timer = self.pending_ping_payload = None
        self.schedule_ping()
        return True

    def handle_ping(self) -> None:
        """Answer a ping, unless there were too many."""
        if self._may_send():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # not a word more

    def handle_pong(self, event: Frame) -> None:
        """Take a pong: most that come here answer nothing."""
        if self._may_send():
            super().handle_pong(event)

    def handle_cont(self, event: Frame) -> None:
        """Take a piece of a message."""
        if self._may_send():
            super().handle_cont(event)

    def handle_text(self, event: Frame) -> None:
        """Take a text that can't be taken at once, or the first piece of one."""
        if event.fin or self._may_send():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        """Take bytes, which nobody has a use for."""
        if self._may_send():
            super().handle_bytes(event)

    def _may_send(self) -> bool:
        """Count a frame that is no whole text; whoever has sent too many is read no more, and soon let go."""
        if self._flooded:
            return False
        if self._frames is None or self._frames.take():
            return True
        self._flooded = True
        self.transport.pause_reading()
        self.loop.call_later(GOODBYE_SECONDS, self.transport.abort)
        if self.on_flood is not None:
            self.on_flood()
        return False

    def send_keepalive_ping(self) -> None:
        """Ask whether anybody is there."""
        if self.close_sent or self.transport.is_closing() or self.ping_timeout is None:
            super().send_keepalive_ping()
            return
        self.ping_timer = None
        self.pending_ping_payload = payload = os.urandom(4)
        self.transport.write(bytes((PING, len(payload))) + payload)
        self.pong_timer = self.loop.call_later(self.ping_timeout, self.keepalive_timeout)

    def send_receive_event_to_app(self) -> None:
        """Read a few messages ahead: to stop reading after each and to start again costs more than a message."""
        self.behind += 1
        ahead = not self.read_paused and self.queue.qsize() < AHEAD
        if ahead:
            self.read_paused = True  # so that it is not
        super().send_receive_event_to_app()
        if ahead:
            self.read_paused = False

    def write(self, texts: list[bytes]) -> bool:
        """Write texts together; false where they have to wait or nobody is there any more: `send` knows what to do."""
        if (
            not self.writable.is_set()
            or self.close_sent
            or self.conn.state is not State.OPEN
            or self.transport.is_closing()
        ):
            return False
        parts: list[bytes] = []
        for text in texts:
            parts += (_head(len(text)), text)
        self.transport.write(b"".join(parts))
        return True


def _frame(data: bytes, at: int, end: int) -> tuple[int, int]:
    """Where the payload of a client's frame begins, and its size, too much of it for those that are not taken here."""
    known = end - at
    size = data[at + 1] ^ MASKED if known >= 2 else 0
    if known < 2 or (size == SHORT and known < 4):
        return end + 1, 0  # more is to come
    if size < SHORT:
        return at + 6, size
    if size == SHORT:
        return at + 8, int.from_bytes(data[at + 2 : at + 4], "big")
    return at + 6, 1 << 63


def _head(size: int) -> bytes:
    """What stands before a text."""
    if size < SHORT:
        return bytes((TEXT, size))
    if size < 1 << 16:
        return bytes((TEXT, SHORT, size >> 8, size & 0xFF))
    return bytes((TEXT, MEDIUM)) + size.to_bytes(8, "big")
