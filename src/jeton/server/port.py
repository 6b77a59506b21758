"""uvicorn's WebSocket with one more door: a text that nothing holds up is written at once, without a task."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

__all__ = ["PORT", "Port"]

PORT = "jeton.port"
"""Where an application finds it among the extensions of its scope; under another server it is not there."""

AHEAD = 8
"""Messages that may wait before reading is stopped."""


class Port(WebSocketsSansIOProtocol):
    """A connection that tells its application how to write at once."""

    def handle_connect(self, event: Request) -> None:
        """Begin as ever, and leave word of this door."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][PORT] = self

    def send_receive_event_to_app(self) -> None:
        """Read a few messages ahead: to stop reading after each and to start again costs more than a message."""
        ahead = not self.read_paused and self.queue.qsize() < AHEAD
        if ahead:
            self.read_paused = True  # so that it is not
        super().send_receive_event_to_app()
        if ahead:
            self.read_paused = False

    def write(self, texts: list[bytes]) -> bool:
        """Write texts together; false where they have to wait or nobody is there any more: `send` knows what to do."""
        if not self.writable.is_set() or self.close_sent or self.transport.is_closing():
            return False
        try:
            for text in texts:
                self.conn.send_text(text)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True
