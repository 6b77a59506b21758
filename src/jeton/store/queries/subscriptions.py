"""Devices that get notices."""

from __future__ import annotations

from sqlalchemy import delete, func, insert, select

from jeton.store.schema import subscriptions
from jeton.store.statement import Statement

__all__ = ["add", "count_of", "count_others", "drop", "drop_of", "of"]


def of(user: str) -> Statement:
    """Find the devices of a person."""
    return select(subscriptions).where(subscriptions.c.user == user)


def count_of(user: str) -> Statement:
    """Count a person's devices, as `n`."""
    return select(func.count().label("n")).select_from(subscriptions).where(subscriptions.c.user == user)


def count_others(user: str, key: str) -> Statement:
    """Count a person's devices beside one, as `n`."""
    others = (subscriptions.c.user == user) & (subscriptions.c.hash != key)
    return select(func.count().label("n")).select_from(subscriptions).where(others)


def add(key: str, endpoint: str, user: str, keys: str, now: int) -> list[Statement]:
    """Send a person's notices to a device, and nobody else's any more."""
    row = {"hash": key, "endpoint": endpoint, "user": user, "keys": keys, "made_at": now}
    return [drop(key), insert(subscriptions).values(**row)]


def drop(key: str) -> Statement:
    """Send nothing more to a device."""
    return delete(subscriptions).where(subscriptions.c.hash == key)


def drop_of(user: str, key: str) -> Statement:
    """Send nothing more to a device of a person."""
    return delete(subscriptions).where((subscriptions.c.hash == key) & (subscriptions.c.user == user))
