"""What is said at tables, and who wants to hear whom."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, insert, select, update

from jeton.store.schema import chat, mutes
from jeton.store.statement import Statement

__all__ = ["add", "by_id", "drop", "drop_old", "latest", "mute", "muted_by", "rename", "said_at", "unmute"]


def latest(table: str, most: int) -> Statement:
    """Find what was said last at a table, the newest first."""
    return select(chat).where(chat.c.match == table).order_by(chat.c.at.desc()).limit(most)


def said_at(table: str, at: int) -> Statement:
    """Find what was said at a table at a moment."""
    return select(chat).where((chat.c.match == table) & (chat.c.at == at))


def by_id(line: str) -> Statement:
    """Find one line."""
    return select(chat).where(chat.c.id == line)


def add(**row: Any) -> Statement:
    """Keep a line."""
    return insert(chat).values(**row)


def drop(line: str) -> Statement:
    """Take a line out."""
    return delete(chat).where(chat.c.id == line)


def drop_old(table: str, kept: int) -> Statement:
    """Forget all that was said at a table but the last lines."""
    mine = chat.c.match == table
    newest = select(chat.c.id).where(mine).order_by(chat.c.at.desc(), chat.c.id).limit(kept)
    return delete(chat).where(mine & chat.c.id.not_in(newest))


def rename(user: str, name: str) -> Statement:
    """Put another name to all that a person has said."""
    return update(chat).where(chat.c.user == user).values(name=name)


def muted_by(user: str) -> Statement:
    """Find whom a person does not want to hear, as `muted`."""
    return select(mutes).where(mutes.c.user == user).limit(500)


def mute(user: str, other: str) -> Statement:
    """Keep a person from hearing another; a `Clash` if the other is muted already."""
    return insert(mutes).values(user=user, muted=other)


def unmute(user: str, other: str) -> Statement:
    """Let a person hear another again."""
    return delete(mutes).where((mutes.c.user == user) & (mutes.c.muted == other))
