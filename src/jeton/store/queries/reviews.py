"""What judges found of matches."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import delete, insert, select

from jeton.store.schema import reviews
from jeton.store.statement import Statement

__all__ = ["keep", "of", "of_many"]


def of(table: str) -> Statement:
    """Find the `body` of a match's review."""
    return select(reviews.c.body).where(reviews.c.match == table)


def of_many(tables: Collection[str]) -> Statement:
    """Find the reviews of many matches: `match` and `body`."""
    return select(reviews.c.match, reviews.c.body).where(reviews.c.match.in_(tables))


def keep(table: str, body: bytes, now: int) -> list[Statement]:
    """Keep a review in place of the one there was."""
    return [
        delete(reviews).where(reviews.c.match == table),
        insert(reviews).values(match=table, made_at=now, body=body),
    ]
