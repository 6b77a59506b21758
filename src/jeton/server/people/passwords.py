"""Passwords: hashed with Argon2 beside the event loop, a few at a time, in the same time for names that nobody has."""

from __future__ import annotations

import asyncio
import secrets
import unicodedata
from collections.abc import Callable
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import InvalidHashError, VerificationError

from jeton.server.people.plain_text import MAX_NAME, clean

__all__ = ["BadLogin", "Busy", "Passwords", "WeakPassword", "login_of"]

T = TypeVar("T")

LEAST_LOGIN, LEAST, MOST = 3, 10, 200
AT_ONCE, WAITING = 2, 16
"""A hash takes 64 MiB and a while: so many run, and so many wait; the server turns the next away."""


class BadLogin(ValueError):
    """The name to sign in with is too short."""


class WeakPassword(ValueError):
    """The password is too short, or the same as the name."""


class Busy(RuntimeError):
    """Too many people sign in at this moment."""


def login_of(name: str) -> str:
    """Return a name to sign in with, as it is kept: how it is typed makes no difference.

    >>> login_of("  ＺＯÉ Grande ")
    'zoé grande'
    """
    login = clean(unicodedata.normalize("NFKC", clean(name, MAX_NAME)).casefold(), MAX_NAME)
    if len(login) < LEAST_LOGIN:
        raise BadLogin(f"expected at least {LEAST_LOGIN} characters, got {len(login)}")
    return login


class Passwords:
    """Makes and checks hashes."""

    def __init__(self, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        """Use the library's own costs."""
        self._hasher = PasswordHasher()
        self._running, self._most = asyncio.Semaphore(at_once), at_once + waiting
        self._waiting = 0
        self._nobody: str | None = None

    async def make(self, password: str, login: str) -> str:
        """Return the hash of a new password; raises `WeakPassword`."""
        if not LEAST <= len(password) <= MOST or password.casefold() == login:
            raise WeakPassword(f"expected {LEAST} to {MOST} characters that are not the name")
        return await self._run(self._hasher.hash, _same(password))

    async def check(self, kept: str | None, password: str) -> bool:
        """Return whether it is the password; it takes as long if there is none."""
        if self._nobody is None:
            self._nobody = await self._run(self._hasher.hash, secrets.token_urlsafe(32))
        right = await self._run(self._verify, kept or self._nobody, _same(password[: 4 * MOST]))
        return right and kept is not None

    def is_old(self, kept: str) -> bool:
        """Return whether a hash was made with other costs than today's."""
        return self._hasher.check_needs_rehash(kept)

    def _verify(self, kept: str, password: str) -> bool:
        try:
            return self._hasher.verify(kept, password)
        except (VerificationError, InvalidHashError):
            return False

    async def _run(self, work: Callable[..., T], *arguments: str) -> T:
        if self._waiting >= self._most:
            raise Busy("too many sign in at this moment")
        self._waiting += 1
        try:
            async with self._running:
                return await asyncio.to_thread(work, *arguments)
        finally:
            self._waiting -= 1


def _same(password: str) -> str:
    """Return the same password for the same letters on every keyboard."""
    return unicodedata.normalize("NFC", password)
