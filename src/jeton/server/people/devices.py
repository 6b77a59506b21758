"""Devices that have signed in before: a signed cookie tells them from strangers who guess, and does nothing else."""

from __future__ import annotations

import hashlib
import hmac
import secrets

from jeton.server.keys import kept_secret
from jeton.store import Store

__all__ = ["Devices"]

MOST = 8
"""How many accounts one device remembers."""
LONGEST = 600
"""How many letters of a cookie the server reads."""


class Devices:
    """Signs the cookie of a device: the device's own number, then a mark for each account that somebody opened on it.

    The cookie signs nobody in: the server only counts its holder apart from all others who try the same account.
    """

    def __init__(self, store: Store) -> None:
        """Take an open store."""
        self.store = store
        self._secret: bytes | None = None

    async def remember(self, cookie: str | None, user: str) -> str:
        """Return the cookie of a device on which somebody has signed in now."""
        number, marks = _parts(cookie)
        number = number or secrets.token_urlsafe(16)
        mine = await self._mark(number, user)
        return ".".join([number, *[mark for mark in marks if mark != mine][-MOST + 1 :], mine])

    async def known(self, cookie: str | None, user: str) -> str | None:
        """Return the number of a device on which this user has signed in before; None for any other."""
        number, marks = _parts(cookie)
        if not number:
            return None
        mine = await self._mark(number, user)
        return number if any(hmac.compare_digest(mark, mine) for mark in marks) else None

    async def _mark(self, number: str, user: str) -> str:
        if self._secret is None:
            self._secret = bytes.fromhex(await kept_secret(self.store, "devices", lambda: secrets.token_hex(32)))
        return hmac.new(self._secret, f"{number} {user}".encode(), hashlib.sha256).hexdigest()[:32]


def _parts(cookie: str | None) -> tuple[str, list[str]]:
    """Return the number of a device and its marks; empty if that can't be ours."""
    if not cookie or len(cookie) > LONGEST or not cookie.isascii():
        return "", []
    number, *marks = cookie.split(".")
    return (number, marks[:MOST]) if number and marks else ("", [])
