"""uvicorn's WebSocket with one more door: a text that nothing holds up is written at once, without a task."""

from __future__ import annotations

from typing import Any

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.http11 import Request

__all__ = ["PORT", "Port"]

PORT = "jeton.port"
"""Where an application finds it among the extensions of its scope; under another server it is not there."""


class Port(WebSocketsSansIOProtocol):
    """A connection that tells its application how to write at once."""

    def handle_connect(self, event: Request) -> None:
        """Begin as ever, and leave word of this door."""
        super().handle_connect(event)
        scope: Any = getattr(self, "scope", None)
        if scope is not None:
            scope["extensions"][PORT] = self

    def write(self, text: bytes) -> bool:
        """Write a text; false where it has to wait or there is nobody any more: then `send` knows what to do."""
        if not self.writable.is_set() or self.disconnected or self.close_sent or self.transport.is_closing():
            return False
        try:
            self.conn.send_text(text)
        except InvalidState:
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True
