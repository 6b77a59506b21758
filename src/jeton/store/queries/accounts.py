"""What happens to whole accounts: news of them, a guest who becomes one, and a person who leaves."""

from __future__ import annotations

from collections.abc import Iterable

from sqlalchemy import delete, insert, or_, select, update

from jeton.store import schema
from jeton.store.schema import account_news, chat, matches, mutes, subscriptions, users
from jeton.store.statement import Statement

__all__ = ["forget", "forget_summaries", "give_all", "news_of", "note_news"]


def note_news(news: str, user: str, kind: str, now: int, since: int) -> list[Statement]:
    """Note what has happened to an account, and forget what is older than `since`."""
    old = (account_news.c.user == user) & (account_news.c.at < since)
    return [delete(account_news).where(old), insert(account_news).values(id=news, user=user, kind=kind, at=now)]


def news_of(user: str, most: int) -> Statement:
    """Return the `kind` and time (`at`) of a person's news, the newest first."""
    wanted = select(account_news.c.kind, account_news.c.at).where(account_news.c.user == user)
    return wanted.order_by(account_news.c.at.desc()).limit(most)


def give_all(guest: str, account: str) -> list[Statement]:
    """Give an account what a guest has beside seats, and forget the guest."""
    known = select(mutes.c.muted).where(mutes.c.user == account)
    theirs = (mutes.c.user == guest) & mutes.c.muted.not_in(known) & (mutes.c.muted != account)
    muters = select(mutes.c.user).where(mutes.c.muted == account)
    about = (mutes.c.muted == guest) & mutes.c.user.not_in(muters) & (mutes.c.user != account)
    owned = ((users, "bot_of"), (subscriptions, "user"), (chat, "user"), (matches, "host"))
    return [
        *(update(one).where(one.c[column] == guest).values(**{column: account}) for one, column in owned),
        update(mutes).where(theirs).values(user=account),
        update(mutes).where(about).values(muted=account),
        delete(mutes).where(or_(mutes.c.user == guest, mutes.c.muted == guest)),
        delete(users).where(users.c.id == guest),
    ]


def forget(user: str) -> list[Statement]:
    """Forget a person, their bots, words and ways in; reports and acts about them lose their names."""
    reports, acts = schema.reports, schema.acts
    return [
        delete(chat).where(chat.c.user == user),
        delete(mutes).where(or_(mutes.c.user == user, mutes.c.muted == user)),
        update(reports).where(reports.c.by == user).values(by=""),
        update(reports).where(reports.c.subject == user).values(name="", text=None),
        update(acts).where(acts.c.subject == user).values(name="", about="{}"),
        delete(users).where(users.c.bot_of == user),
        delete(users).where(users.c.id == user),
    ]


def forget_summaries(tables: Iterable[str]) -> list[Statement]:
    """Forget what lists say of tables, since a name in it has changed."""
    return [update(matches).where(matches.c.id == table).values(summary=None) for table in sorted(tables)]
