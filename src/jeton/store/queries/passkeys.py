"""Passkeys, and the challenges that they answer."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, func, insert, select, update

from jeton.store.schema import challenges, credentials
from jeton.store.statement import Statement

__all__ = ["add", "add_challenge", "by_id", "count_of", "drop", "of", "spend_challenge", "use"]


def of(user: str, most: int) -> Statement:
    """Find a person's passkeys, the oldest first."""
    return select(credentials).where(credentials.c.user == user).order_by(credentials.c.made_at).limit(most)


def count_of(user: str) -> Statement:
    """Count a person's passkeys, as `n`."""
    return select(func.count().label("n")).where(credentials.c.user == user)


def by_id(passkey: str, host: str) -> Statement:
    """Find the passkey of a name at a host."""
    return select(credentials).where((credentials.c.id == passkey) & (credentials.c.host == host))


def add(**row: Any) -> Statement:
    """Keep a passkey; a `Clash` if it is known already."""
    return insert(credentials).values(**row)


def use(passkey: str, counter: int, now: int) -> Statement:
    """Note that a passkey was used, and its own count of uses."""
    return update(credentials).where(credentials.c.id == passkey).values(counter=counter, used_at=now)


def drop(user: str, passkey: str) -> Statement:
    """Forget a passkey of a person."""
    return delete(credentials).where((credentials.c.id == passkey) & (credentials.c.user == user))


def add_challenge(key: str, kind: str, user: str | None, now: int, lasts: int) -> list[Statement]:
    """Keep a challenge for so many milliseconds, and forget those that are too old."""
    row = {"hash": key, "kind": kind, "user": user, "expires_at": now + lasts}
    return [delete(challenges).where(challenges.c.expires_at < now), insert(challenges).values(**row)]


def spend_challenge(key: str, kind: str, user: str | None, now: int) -> Statement:
    """Use up a challenge; it changes one row if that was ours and is still good, else none."""
    ours = (challenges.c.hash == key) & (challenges.c.kind == kind) & (challenges.c.expires_at > now)
    ours = ours & (challenges.c.user.is_(None) if user is None else challenges.c.user == user)
    return delete(challenges).where(ours)
