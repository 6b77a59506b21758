"""People, and the tokens by which they are known."""

from __future__ import annotations

from collections.abc import Collection

from sqlalchemy import ARRAY, String, any_, cast, delete, insert, select, update

from jeton.store.schema import tokens, users
from jeton.store.statement import Statement

__all__ = [
    "add",
    "add_token",
    "began_at",
    "bots_of",
    "by_id",
    "by_login",
    "drop_bot",
    "drop_sessions",
    "drop_token",
    "drop_tokens",
    "living_tokens",
    "name_of",
    "owner_of_token",
    "password_of",
    "rename",
    "set_language_and_name",
    "set_login",
    "set_password",
    "set_role",
    "spend_link",
]


def by_id(user: str) -> Statement:
    """Find a person."""
    return select(users).where(users.c.id == user)


def by_login(login: str) -> Statement:
    """Find the person who signs in with a name."""
    return select(users).where(users.c.login == login)


def bots_of(owner: str) -> Statement:
    """Find a person's bots."""
    return select(users).where(users.c.bot_of == owner).limit(100)


def name_of(user: str) -> Statement:
    """Find the `name` of a person."""
    return select(users.c.name).where(users.c.id == user)


def password_of(user: str) -> Statement:
    """Find the `password` of a person, hashed."""
    return select(users.c.password).where(users.c.id == user)


def add(user: str, name: str, language: str, bot_of: str | None, now: int) -> Statement:
    """Add somebody new."""
    row = {"id": user, "name": name, "language": language, "bot_of": bot_of, "made_at": now, "seen_at": now}
    return insert(users).values(**row)


def drop_bot(owner: str, bot: str) -> Statement:
    """Forget a bot of a person, and its tokens with it."""
    return delete(users).where((users.c.id == bot) & (users.c.bot_of == owner))


def rename(user: str, name: str) -> Statement:
    """Give a person another name."""
    return update(users).where(users.c.id == user).values(name=name)


def set_language_and_name(user: str, name: str, language: str) -> Statement:
    """Give a person another name and language."""
    return update(users).where(users.c.id == user).values(name=name, language=language)


def set_login(user: str, login: str | None, password: str | None) -> Statement:
    """Let a person sign in with a name and a password, or with neither; a `Clash` if another has that name."""
    return update(users).where(users.c.id == user).values(login=login, password=password)


def set_password(user: str, password: str | None) -> Statement:
    """Keep another hash of a password, or none."""
    return update(users).where(users.c.id == user).values(password=password)


def set_role(user: str, role: str | None) -> Statement:
    """Let a person moderate, or no longer."""
    return update(users).where(users.c.id == user).values(role=role)


# Tokens, by their digests


def owner_of_token(key: str, kinds: Collection[str], now: int) -> Statement:
    """Find the person to whom a token of certain kinds belongs, while it lasts."""
    joined = tokens.join(users, tokens.c.user == users.c.id)
    wanted = (tokens.c.hash == key) & tokens.c.kind.in_(kinds)
    return select(users).select_from(joined).where(wanted & (tokens.c.expires_at > now))


def living_tokens(keys: Collection[str], now: int) -> Statement:
    """Find those of many tokens that still last, as `hash`; only PostgreSQL understands the query."""
    wanted = any_(cast(list(keys), ARRAY(String)))
    return select(tokens.c.hash).where((tokens.c.hash == wanted) & (tokens.c.expires_at > now))


def began_at(key: str, now: int) -> Statement:
    """Find when a session that still lasts was begun, as `made_at`."""
    mine = (tokens.c.hash == key) & (tokens.c.kind == "session") & (tokens.c.expires_at > now)
    return select(tokens.c.made_at).where(mine)


def add_token(key: str, user: str, kind: str, now: int, lasts: int) -> Statement:
    """Add a token that lasts so many milliseconds."""
    return insert(tokens).values(hash=key, user=user, kind=kind, made_at=now, expires_at=now + lasts)


def drop_token(key: str) -> Statement:
    """End one token."""
    return delete(tokens).where(tokens.c.hash == key)


def drop_tokens(user: str) -> Statement:
    """End all tokens of somebody."""
    return delete(tokens).where(tokens.c.user == user)


def drop_sessions(user: str) -> Statement:
    """End all sessions of a person, and the links that would begin another."""
    return delete(tokens).where((tokens.c.user == user) & tokens.c.kind.in_(("session", "transfer")))


def spend_link(key: str) -> Statement:
    """Use up a link to another device; it changes one row for the first caller, and none for others."""
    return delete(tokens).where((tokens.c.hash == key) & (tokens.c.kind == "transfer"))
