"""A WebSocket for uvicorn over websockets' Sans-I/O protocol, with two short cuts for the application.

websockets parses, masks, checks and closes. This class moves the bytes, speaks ASGI, and adds what ASGI lacks: it hands
a text that need not wait to the application at once, without a task (`taker`), and writes many texts with one call
(`write`). It relies on what uvicorn's `ws=` promises a class: the constructor's arguments, the sets of
`server_state`, and that `shutdown` is called. `tests/server/test_transport.py` names these.
"""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable, Iterable
from functools import lru_cache
from http import HTTPStatus
from typing import Any
from urllib.parse import unquote

import structlog
from uvicorn.config import Config
from uvicorn.server import ServerState
from websockets.exceptions import InvalidState
from websockets.frames import CloseCode, Frame, Opcode
from websockets.http11 import Request, Response
from websockets.protocol import OPEN
from websockets.server import ServerProtocol

from jeton.server.wire.doors import Doors, Watched
from jeton.server.wire.limits import Bucket

__all__ = ["CONNECTION", "Connection", "Gone", "Taker"]

CONNECTION = "jeton.connection"
"""Where an application finds the connection among the extensions of its scope; other servers put nothing there."""

GOODBYE_SECONDS = 1.5
"""How long a peer that has sent too much, or something that is no frame, may take to hear why."""
CLOSE_SECONDS = 10.0
"""How long a peer may take to answer our close."""
MOST_LATE = 64 * 1024
"""Bytes that may still come from a peer after our goodbye."""
AHEAD = 8
"""How many messages may wait for the application before reading stops."""
TEXT, CONTINUED = Opcode.TEXT, Opcode.CONT
DATA = (TEXT, Opcode.BINARY, CONTINUED)

log = structlog.get_logger(__name__)

Taker = Callable[[str], bool]
"""Takes a text at once, or answers that it has to wait in the queue."""


@lru_cache(maxsize=16_384)
def head_of(length: int) -> bytes:
    """Return what websockets writes before a whole text of so many bytes: the same for every text of that length."""
    frame = Frame(TEXT, bytes(length)).serialize(mask=False)
    return frame[: len(frame) - length]


class Gone(OSError):
    """The peer has gone: nothing can be sent to it any more."""


class _Flow(asyncio.Protocol):
    """Knows whether the peer reads what is written; `Watched` stands before it and drops a stalled peer."""

    def __init__(self) -> None:
        self.writable = asyncio.Event()
        self.writable.set()
        self.pipe: Any = None
        """The connection to another node, if that one serves this socket: `forward.Pipe`."""

    def pause_writing(self) -> None:
        """Stop writing: too much waits for the peer."""
        self.writable.clear()
        if self.pipe is not None:
            self.pipe.transport.pause_reading()

    def resume_writing(self) -> None:
        """Write again: the peer has read it."""
        self.writable.set()
        if self.pipe is not None and not self.pipe.transport.is_closing():
            self.pipe.transport.resume_reading()


class Connection(Watched, _Flow):
    """One WebSocket, from the upgrade to its end."""

    def __init__(self, config: Config, server_state: ServerState, app_state: dict[str, Any]) -> None:
        """Take what uvicorn gives for each upgrade."""
        super().__init__()
        self.config, self.app_state = config, app_state
        self.loop = asyncio.get_running_loop()
        self.connections, self.tasks = server_state.connections, server_state.tasks
        self.default_headers = server_state.default_headers
        self.conn = ServerProtocol(max_size=config.ws_max_size)
        self.transport: Any = None
        self.scope: dict[str, Any] = {}
        self.taker: Taker | None = None
        self.behind = 0
        """Messages in the queue that the application has not handled yet; later ones must not overtake them."""
        self.on_flood: Callable[[], None] | None = None
        """Called when the peer has sent too many frames, of whatever kind."""
        self.accepted = self.closed = self.gone = False
        self._response: Response | None = None
        self._queue: asyncio.Queue[dict[str, Any]] = asyncio.Queue()
        self._pieces: list[bytes] = []
        self._as_text = True
        self._reading = True
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._ping: bytes | None = None
        self._doors: Doors | None = None
        self._where = ""
        self._frames: Bucket | None = None
        """How many pings, pongs and pieces may still come; the application counts whole texts."""
        self._flooded = False
        self._late = 0

    # From uvicorn and the event loop

    def connection_made(self, transport: Any) -> None:
        """Take the transport of the HTTP connection; the request follows as its first bytes."""
        self.transport = transport
        self.connections.add(self)  # type: ignore[arg-type]

    def take_place(self, doors: Doors, where: str) -> None:
        """Take over the place that the HTTP connection had at the doors, and its limits."""
        self._doors, self._where = doors, where
        self.watch(self.transport, doors.limits.stalled_seconds)
        self._frames = Bucket(doors.limits.messages, doors.limits.seconds)

    def data_received(self, data: bytes) -> None:
        """Let websockets read the bytes, and handle what they say; if another node serves the socket, hand them on."""
        if self.pipe is not None:
            self.pipe.transport.write(data)
            return
        if self._too_late(len(data)):
            return
        self.conn.receive_data(data)
        for event in self.conn.events_received():
            if isinstance(event, Request):
                self._begin(event)
            elif isinstance(event, Frame):
                self._take_frame(event)
        if self._flooded:
            self.conn.data_to_send()  # not a word more
            return
        self._write_out()
        if self.conn.close_sent is not None and not self.closed:  # an answer to the peer's close, or to its mistake
            self._end(int(self.conn.close_sent.code), self.conn.close_sent.reason)
            if self.conn.close_rcvd is None:  # after a mistake websockets reads no more: it will hear no answer
                self._in("close", GOODBYE_SECONDS, self.transport.close)
        if self.closed and self.conn.close_rcvd is not None:
            self.transport.close()

    def _too_late(self, size: int) -> bool:
        """Return whether to ignore bytes; a peer that goes on after the goodbye is cut off."""
        if self._flooded or self.closed:
            self._late += size
            if self._late > MOST_LATE:
                self.transport.abort()
        return self._flooded or self._late > MOST_LATE

    def eof_received(self) -> None:
        """Let asyncio close the transport: the peer sends no more."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Tell the application, give the place at the doors back, and let go of everything.

        websockets' protocol and its parser hold each other even after the last byte, so only the garbage collector
        would free them. This method empties the protocol, which frees both at once.
        """
        self._tell_end(CloseCode.ABNORMAL_CLOSURE if not self.accepted else CloseCode.NO_STATUS_RCVD, "")
        self.gone = self.closed = True
        if self.pipe is not None:
            self.pipe.end()
            self.pipe = None
        vars(self.conn).clear()
        self.connections.discard(self)
        self.writable.set()  # asyncio never resumes a transport that is lost while paused
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        self.on_flood = self.taker = None
        self.unwatch()
        if self._doors is not None:
            self._doors.leave(self._where)
            self._doors = None
        self.scope.get("extensions", {}).pop(CONNECTION, None)

    def shutdown(self) -> None:
        """Say that the server stops, and close."""
        if self.accepted and not self.closed:
            self._close(CloseCode.SERVICE_RESTART, "")
        elif not self.accepted and self.pipe is None:
            self._reject(HTTPStatus.SERVICE_UNAVAILABLE)
        self.transport.close()

    # What the peer sends

    def _begin(self, request: Request) -> None:
        """Start the application with the peer's request, unless websockets refuses it."""
        self._response = self.conn.accept(request)
        if self._response.status_code != HTTPStatus.SWITCHING_PROTOCOLS:
            self.closed = True
            self.conn.send_response(self._response)
            self._write_out()
            self.transport.close()
            return
        path, _, query = request.path.partition("?")
        root = self.config.root_path
        self.scope = {
            "type": "websocket",
            "asgi": {"version": self.config.asgi_version, "spec_version": "2.4"},
            "http_version": "1.1",
            "scheme": "wss" if self.transport.get_extra_info("sslcontext") else "ws",
            "server": _address(self.transport.get_extra_info("sockname")),
            "client": _address(self.transport.get_extra_info("peername")),
            "root_path": root,
            "path": root + unquote(path),
            "raw_path": (root + path).encode("ascii"),
            "query_string": query.encode("ascii"),
            "headers": [(name.encode("ascii"), value.encode("latin-1")) for name, value in request.headers.raw_items()],
            "subprotocols": [],
            "state": self.app_state.copy(),
            "extensions": {CONNECTION: self},
        }
        self._queue.put_nowait({"type": "websocket.connect"})
        task = self.loop.create_task(self._run())
        task.add_done_callback(self.tasks.discard)
        self.tasks.add(task)

    def _take_frame(self, frame: Frame) -> None:
        if self.closed:
            return
        if frame.opcode is TEXT and frame.fin:
            self._message(bytes(frame.data), as_text=True)
        elif self._may_send():
            if frame.opcode in DATA:
                if frame.opcode is not CONTINUED:
                    self._pieces, self._as_text = [], frame.opcode is TEXT
                self._pieces.append(bytes(frame.data))
                if frame.fin:
                    pieces, self._pieces = self._pieces, []
                    self._message(b"".join(pieces), as_text=self._as_text)
            elif frame.opcode is Opcode.PONG and frame.data == self._ping:
                self._ping = None
                self._in("ping", self.config.ws_ping_interval, self._send_ping)

    def _message(self, data: bytes, *, as_text: bool) -> None:
        """Hand a message to the application: at once if possible, else by the queue."""
        if not as_text:
            self._later({"type": "websocket.receive", "bytes": data})
            return
        try:
            text = data.decode()
        except UnicodeDecodeError:
            self.conn.fail(CloseCode.INVALID_DATA)
            return
        if self.taker is None or self.behind or not self.taker(text):
            self._later({"type": "websocket.receive", "text": text})

    def _later(self, event: dict[str, Any]) -> None:
        self.behind += 1
        self._queue.put_nowait(event)
        if self._reading and self._queue.qsize() > AHEAD:
            self._reading = False
            self.transport.pause_reading()

    def _may_send(self) -> bool:
        """Count a frame that is no whole text; stop reading a peer that has sent too many, and soon drop it."""
        if self._flooded:
            return False
        if self._frames is None or self._frames.take():
            return True
        self._flooded = True
        self.transport.pause_reading()
        self._in("goodbye", GOODBYE_SECONDS, self.transport.abort)
        if self.on_flood is not None:
            self.on_flood()
        return False

    # What the application sends

    def write(self, texts: Iterable[bytes]) -> bool:
        """Write texts together and return whether that worked; if they have to wait or nobody is there, use `send`."""
        if not self.writable.is_set() or self.closed or self.transport.is_closing() or self.conn.state is not OPEN:
            return False
        for text in texts:  # the loop sends what is written in one turn together
            self.transport.write(head_of(len(text)) + text)
        return True

    async def receive(self) -> dict[str, Any]:
        """Return the next event for the application, as ASGI wants it."""
        event = await self._queue.get()
        if not self._reading and not self._flooded and self._queue.empty():
            self._reading = True
            self.transport.resume_reading()
        return event

    async def send(self, message: Any) -> None:
        """Send what the application says, as ASGI spells it; raises `Gone` if nobody is there."""
        await self.writable.wait()
        if self.gone:
            raise Gone("the peer has gone")
        kind = message["type"]
        if not self.accepted and kind == "websocket.accept":
            self._accept(message.get("headers", ()))
        elif not self.accepted and kind == "websocket.close":
            self._reject(HTTPStatus.FORBIDDEN)
        elif self.accepted and kind == "websocket.send":
            if self.closed:
                raise Gone("the connection is being closed")
            self._send(message)
        elif self.accepted and kind == "websocket.close":
            if not self.closed:
                self._close(message.get("code", CloseCode.NORMAL_CLOSURE), message.get("reason") or "")
        else:
            raise RuntimeError(f"expected another ASGI message, got {kind!r}")

    async def _run(self) -> None:
        try:
            await self.config.loaded_app(self.scope, self.receive, self.send)
        except Gone:
            pass
        except Exception as error:
            log.error("a socket's application failed", exc_info=error)
        if not self.accepted and self.pipe is None:
            self._reject(HTTPStatus.INTERNAL_SERVER_ERROR)
        if not self.closed or (not self.gone and self.conn.close_rcvd is not None):
            self.transport.close()

    def _accept(self, headers: Iterable[tuple[bytes, bytes]]) -> None:
        response = self._response
        if response is None or self.transport.is_closing():
            raise Gone("the peer has gone")
        del response.headers["Date"]  # uvicorn's own comes with the default headers
        for name, value in (*self.default_headers, *headers):
            response.headers[name.decode("latin-1")] = value.decode("latin-1")
        self.accepted = True
        self.conn.send_response(response)
        self._write_out()
        self._in("ping", self.config.ws_ping_interval, self._send_ping)

    def _reject(self, status: HTTPStatus) -> None:
        """Refuse the upgrade."""
        if self.closed or self.transport.is_closing():
            return
        self.closed = True
        self._tell_end(CloseCode.ABNORMAL_CLOSURE, "")
        self.conn.send_response(self.conn.reject(status, ""))
        self._write_out()
        self.transport.close()

    def _send(self, message: dict[str, Any]) -> None:
        text, data = message.get("text"), message.get("bytes")
        try:
            if text is not None:
                self.conn.send_text(text.encode())
            else:
                self.conn.send_binary(data or b"")
        except InvalidState:
            raise Gone("the connection is being closed") from None
        self._write_out()

    def _close(self, code: int, reason: str) -> None:
        """Begin to close: the peer has a while to answer."""
        if self.conn.state is OPEN and not self.transport.is_closing():
            self.conn.send_close(code, reason)
            self._write_out()
        self._end(code, reason)
        if not self._reading and not self._flooded:  # to hear the answer
            self._reading = True
            self.transport.resume_reading()

    def _end(self, code: int, reason: str) -> None:
        """Send nothing after this; tell the application, and give the peer a while to go."""
        self.closed = True
        self._tell_end(code, reason)
        self._in("close", CLOSE_SECONDS, self.transport.close)

    def _tell_end(self, code: int, reason: str) -> None:
        self._queue.put_nowait({"type": "websocket.disconnect", "code": int(code), "reason": reason})

    def _send_ping(self) -> None:
        """Ask whether anybody is there; drop a peer that does not answer in time."""
        if self.closed or self.transport.is_closing() or self.conn.state is not OPEN:
            return
        self._ping = os.urandom(4)
        self.conn.send_ping(self._ping)
        self._write_out()
        self._in("ping", self.config.ws_ping_timeout, self._no_answer)

    def _no_answer(self) -> None:
        if not self.closed and not self.transport.is_closing():
            self.conn.fail(CloseCode.INTERNAL_ERROR, "keepalive ping timeout")
            self._write_out()
            self._end(CloseCode.INTERNAL_ERROR, "keepalive ping timeout")
            self.transport.close()

    # Small parts

    def _write_out(self) -> None:
        if parts := self.conn.data_to_send():
            self.transport.write(b"".join(parts))

    def _in(self, name: str, seconds: float | None, what: Callable[[], None]) -> None:
        """Do something in a while, instead of what was planned under this name."""
        if timer := self._timers.pop(name, None):
            timer.cancel()
        if seconds and not self.gone:
            self._timers[name] = self.loop.call_later(seconds, what)


def _address(found: Any) -> tuple[str, int] | None:
    """Return an address as a scope has it; None for a socket in the file system."""
    return (str(found[0]), int(found[1])) if isinstance(found, tuple) and len(found) >= 2 else None
