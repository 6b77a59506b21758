"""What the server keeps about one person, as it gives it to them: of a secret, only that it exists."""

from __future__ import annotations

from sqlalchemy import select

from jeton.store import schema
from jeton.store.statement import Statement

__all__ = ["bans", "bots", "chat", "devices", "mutes", "news", "passkeys", "puzzles", "ratings", "reports", "sessions"]


def sessions(user: str) -> Statement:
    """Find a person's tokens, without the part that opens anything."""
    one = schema.tokens.c
    return select(one.kind, one.made_at, one.expires_at).where(one.user == user).order_by(one.made_at)


def passkeys(user: str) -> Statement:
    """Find a person's passkeys without their keys."""
    one = schema.credentials.c
    return select(one.name, one.host, one.made_at, one.used_at).where(one.user == user)


def news(user: str) -> Statement:
    """Find what has happened to a person's account."""
    one = schema.account_news.c
    return select(one.kind, one.at).where(one.user == user).order_by(one.at)


def devices(user: str) -> Statement:
    """Find the devices that get a person's notices."""
    one = schema.subscriptions.c
    return select(one.endpoint, one.made_at).where(one.user == user)


def bots(user: str) -> Statement:
    """Find a person's bots."""
    one = schema.users.c
    return select(one.name, one.made_at, one.seen_at).where(one.bot_of == user)


def reports(user: str) -> Statement:
    """Find what a person has reported."""
    one = schema.reports.c
    wanted = select(one.at, one.match, one.name, one.text, one.why, one.done_at)
    return wanted.where(one.by == user).order_by(one.at)


def bans(user: str) -> Statement:
    """Find what keeps a person out, and until when."""
    one = schema.bans.c
    return select(one.kind, one.until).where(one.subject == user).order_by(one.until)


def mutes(user: str) -> Statement:
    """Find whom a person does not want to hear, as `muted`."""
    one = schema.mutes.c
    return select(one.muted).where(one.user == user)


def chat(user: str) -> Statement:
    """Find what a person has said."""
    one = schema.chat.c
    wanted = select(one.match, one.at, one.seat, one.name, one.preset, one.text)
    return wanted.where(one.user == user).order_by(one.at)


def ratings(user: str) -> Statement:
    """Find a person's ratings after each rated match, and when that was counted."""
    one, counted = schema.ratings.c, schema.rated_matches.c
    joined = schema.ratings.join(schema.rated_matches, counted.match == one.match)
    wanted = select(one.title, one.n, one.match, counted.at, one.mu, one.sigma).select_from(joined)
    return wanted.where(one.user == user).order_by(one.title, one.n)


def puzzles(user: str) -> Statement:
    """Find a person's first answers to puzzles, and the rating after each."""
    one = schema.puzzle_answers.c
    wanted = select(one.puzzle, one.title, one.n, one.at, one.right, one.rating, one.deviation)
    return wanted.where(one.user == user).order_by(one.title, one.n)
