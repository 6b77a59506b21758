"""What happened to an account: its owner, who may not have done it, hears of each new way to sign in."""

from __future__ import annotations

import secrets
import time

from msgspec import Struct

from jeton.server.people.people import User
from jeton.store import Statement, Store, queries

__all__ = ["KINDS", "News", "news_of", "note"]

KINDS = ("passkey", "password", "link")
"""A passkey was added, a password set, a link for another device made."""
DAYS, MOST = 90, 20
DAY = 86_400_000


class News(Struct, frozen=True):
    """Something that the owner should know."""

    kind: str
    at: int


def note(user: User, kind: str, now: int | None = None) -> list[Statement]:
    """Return the statements that note it, and forget what is long ago."""
    at = time.time_ns() // 1_000_000 if now is None else now
    return queries.accounts.note_news(secrets.token_urlsafe(12), user.id, kind, at, at - DAYS * DAY)


async def news_of(store: Store, user: User) -> list[News]:
    """Return the news of a person, the newest first."""
    found = await store.fetch(queries.accounts.news_of(user.id, MOST))
    return [News(row["kind"], row["at"]) for row in found]
