"""Counts every request and, if the keeper wants that, logs it: who asked for what, and how it went.

A table's link and a code open a table, so the log shows a star in their place.
"""

from __future__ import annotations

import re
import time
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import structlog

from jeton.server.metrics import METRICS

__all__ = ["Visit", "shown_path"]

log = structlog.get_logger("jeton.access")

LONGEST = 200
SECRETS = re.compile(r"(?<=/)(?:[A-Za-z0-9_-]{16,}|(?<=/j/)[^/]+|(?<=/codes/)[^/]+)(?=/|$)")

Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]


def shown_path(path: str) -> str:
    """Return a path as it may stand in a log.

    >>> shown_path("/api/tables/YaIQtrv0TNCnQy6u/moves"), shown_path("/j/BCDFGH"), shown_path("/api/me/tables")
    ('/api/tables/*/moves', '/j/*', '/api/me/tables')
    """
    return SECRETS.sub("*", path)[:LONGEST]


class Visit:
    """One request from its beginning to its end."""

    def __init__(self, scope: MutableMapping[str, Any], send: Send, *, told: bool) -> None:
        """Begin now; `told` logs it, too."""
        self.scope, self.told = scope, told
        self.status, self.size = 500, 0
        self._send, self._began = send, time.perf_counter()

    async def send(self, message: MutableMapping[str, Any]) -> None:
        """Send on, and note what is sent."""
        if message["type"] == "http.response.start":
            self.status = message["status"]
        elif message["type"] == "http.response.body":
            self.size += len(message.get("body", b""))
        await self._send(message)

    def end(self) -> None:
        """Count the request, and log it."""
        seconds = time.perf_counter() - self._began
        if self.scope["type"] == "http":
            METRICS.requests.labels(f"{self.status // 100}xx").inc()
            METRICS.request_seconds.observe(seconds)
        if self.told:
            client = self.scope.get("client")
            about: dict[str, Any] = {
                "address": str(client[0]) if client else "",
                "path": shown_path(self.scope["path"]),
            }
            if self.scope["type"] == "http":
                about |= {"method": self.scope["method"], "status": self.status, "bytes": self.size}
                log.info("request", ms=round(1000 * seconds, 1), **about)
            else:
                log.info("socket", seconds=round(seconds, 1), **about)
