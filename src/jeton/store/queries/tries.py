"""Attempts that all nodes count together."""

from __future__ import annotations

from sqlalchemy import delete, text, update

from jeton.store.schema import tries
from jeton.store.statement import Statement

__all__ = ["forget_over", "give", "take"]

TAKE = text(
    "INSERT INTO tries (name, used, until) VALUES (:name, 1, :until) ON CONFLICT (name) DO UPDATE SET "
    "used = CASE WHEN tries.until > :now THEN tries.used + 1 ELSE 1 END, "
    "until = CASE WHEN tries.until > :now THEN tries.until ELSE :until END "
    "WHERE tries.until <= :now OR tries.used < :most"
)
"""Counts one more, in one statement: two nodes that count at once both count."""


def take(name: str, *, now: int, until: int, most: int) -> Statement:
    """Count one more attempt of a name, if fewer than `most` were counted; it changes one row if so, else none."""
    return TAKE.bindparams(name=name, now=now, until=until, most=most)


def give(name: str) -> Statement:
    """Count one attempt less."""
    mine = (tries.c.name == name) & (tries.c.used > 0)
    return update(tries).where(mine).values(used=tries.c.used - 1)


def forget_over(now: int) -> Statement:
    """Forget the counts whose time is over."""
    return delete(tries).where(tries.c.until <= now)
