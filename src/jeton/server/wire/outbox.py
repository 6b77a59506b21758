"""What a socket still has to send, bounded, so that no slow reader holds up its room.

It writes at once, without a task, to a peer that keeps up; a writer task waits for a peer that does not.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from typing import Any

import structlog

from jeton.server.config import Limits
from jeton.server.rooms.commands import Now, now
from jeton.server.rooms.live import LiveRoom
from jeton.server.wire.gate import Send
from jeton.server.wire.protocol import Bye, ToClient, encode
from jeton.server.wire.transport import Connection

__all__ = ["Outbox", "Post"]

log = structlog.get_logger(__name__)


class Post:
    """Sockets that have something to send: once a turn of the loop, all of them together."""

    def __init__(self) -> None:
        """Start with nobody waiting."""
        self._waiting: dict[Outbox, None] = {}

    def later(self, one: Outbox) -> None:
        """Let a socket send what it has, as soon as the present work is done."""
        if not self._waiting:
            asyncio.get_running_loop().call_soon(self._deliver)
        self._waiting[one] = None

    def _deliver(self) -> None:
        waiting, self._waiting, at = self._waiting, {}, now()
        for one in waiting:
            try:
                one.flush(at)
            except Exception as error:  # one socket's trouble must not reach the others
                log.error("socket failed", table=one.live.core.table.id, exc_info=error)
                one.hang_up("internal")


class Outbox:
    """The way out of one socket: messages in order, then the newest table and the newest view.

    The progress of bots comes last, as it is by then: the outbox keeps nothing of what a slow peer misses.
    """

    def __init__(
        self, live: LiveRoom, user: str | None, send: Send, connection: Connection | None, post: Post, limits: Limits
    ) -> None:
        """Take somebody who looks at a room; with `connection`, it sends what need not wait without a task."""
        self.live, self.user = live, user
        self.seat: int | None = None
        self.client = ""
        """The name that its client gave itself; before that, the server sends nothing of the table."""
        self.sent_n = -1
        """The last entry it has seen."""
        self.sending_since: float | None = None
        self.closing: str | None = None
        self._send, self._connection, self._post = send, connection, post
        self._most, self._most_bytes = limits.outbox_messages, limits.outbox_bytes
        self._outbox: deque[bytes] = deque()
        self._bytes = 0
        self._table_due = self._view_due = self._thinking_due = False
        self._writing = False
        self._wake = asyncio.Event()
        self._writer_task: asyncio.Task[Any] | None = None

    def follow_seat(self) -> None:
        """Follow the seats, which may have changed hands."""

    def see(self, *, table: bool, view: bool = True, thinking: bool = False) -> None:
        """Note that the table or the match has changed, or a bot got further."""
        self._view_due = self._view_due or view
        self._thinking_due = self._thinking_due or thinking
        if table:
            self._table_due = True
            self.follow_seat()
        self._later()

    def put(self, message: ToClient) -> None:
        """Send a message; a full outbox ends the connection."""
        text = encode(message)
        self._bytes += len(text)
        if len(self._outbox) >= self._most or self._bytes > self._most_bytes:
            self.hang_up("slow")
            return
        self._outbox.append(text)
        self._later()

    def hang_up(self, code: str) -> None:
        """Say why, then close; close without a word if the peer reads nothing."""
        if self.closing is None:
            self.closing = code
            if code == "slow":
                self._outbox.clear()
            self._outbox.append(encode(Bye(code=code)))
            self._wake.set()
            asyncio.get_running_loop().call_later(1.0, self._force)

    def _force(self) -> None:
        """Give up on a writer that waits for a stalled peer."""
        if self._writer_task is not None and not self._writer_task.done():
            self._writer_task.cancel()

    def _later(self) -> None:
        """Send soon: at once if possible, by the writer task if it has to wait."""
        if self._connection is None or self._writing:
            self._wake.set()
        else:
            self._post.later(self)

    def flush(self, at: Now) -> None:
        """Write what is due at a time; leave the rest to the writer as soon as the peer does not keep up."""
        if self._connection is None or self._writing:
            self._wake.set()
            return
        texts = []
        while (text := self._next(at)) is not None:
            texts.append(text)
            if not (self._outbox or self._view_due or self._table_due or self._thinking_due):
                break
        if texts and not self._connection.write(texts):
            self._outbox.extendleft(reversed(texts))
            self._bytes += sum(map(len, texts))
            self._writing = True
            self._wake.set()

    async def write(self) -> None:
        """Send what has to wait for its peer, and the goodbye."""
        self._writer_task = asyncio.current_task()
        try:
            while not await self._write_on():
                pass
        finally:
            self._writer_task = None  # a cancelled task holds its frame, and that holds this

    async def _write_on(self) -> bool:
        """Wait until something is due and send it; return whether that was the goodbye."""
        await self._wake.wait()
        self._wake.clear()
        self._writing = True
        while (text := self._next(now())) is not None:
            self.sending_since = time.monotonic()
            await self._send({"type": "websocket.send", "text": text.decode()})
            self.sending_since = None
        self._writing = False
        return self.closing is not None

    def _next(self, at: Now) -> bytes | None:
        if self._outbox:
            text = self._outbox.popleft()
            self._bytes -= len(text)
            return text
        if self.closing is not None or not self.client:
            return None
        core = self.live.core
        if self._table_due:
            self._table_due = False
            return self.live.table_text(self.user)
        if self._view_due:
            self._view_due = self._thinking_due = False
            if core.match is not None:
                text = self.live.frames.view(self.seat, self.sent_n, at)
                self.sent_n = core.match.n
                return text
        if self._thinking_due:
            self._thinking_due = False
            return self.live.thinking_text()
        return None
