"""What has happened to an account: its owner, who may not be who did it, is told of each new way to sign in."""

from __future__ import annotations

import secrets
import time

from msgspec import Struct
from sqlalchemy import delete, insert, select
from sqlalchemy.sql import Executable

from jeton.server.people.people import User
from jeton.store import Store
from jeton.store import schema as tables

__all__ = ["KINDS", "News", "news_of", "note"]

KINDS = ("passkey", "password", "link")
"""A passkey was added, a password set, a link for another device made."""
DAYS, MOST = 90, 20
DAY = 86_400_000


class News(Struct, frozen=True):
    """Something that its owner should know."""

    kind: str
    at: int


def note(user: User, kind: str, now: int | None = None) -> list[Executable]:
    """The statements that note it, and forget what is long ago."""
    kept, at = tables.account_news, time.time_ns() // 1_000_000 if now is None else now
    old = (kept.c.user == user.id) & (kept.c.at < at - DAYS * DAY)
    return [delete(kept).where(old), insert(kept).values(id=secrets.token_urlsafe(12), user=user.id, kind=kind, at=at)]


async def news_of(store: Store, user: User) -> list[News]:
    """The news of a person, the newest first."""
    kept = tables.account_news
    wanted = select(kept.c.kind, kept.c.at).where(kept.c.user == user.id)
    return [News(row["kind"], row["at"]) for row in await store.fetch(wanted.order_by(kept.c.at.desc()).limit(MOST))]
