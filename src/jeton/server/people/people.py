"""People and their tokens: guests who only chose a name, their bots, and the links that move them to another device.

A token has 256 bits, is shown once and kept as its SHA-256, so a stolen database opens no session.
"""

from __future__ import annotations

import hashlib
import secrets
import time
from collections import OrderedDict
from collections.abc import Collection, Mapping
from typing import Any

from msgspec import Struct

from jeton.server.people.plain_text import MAX_NAME, clean
from jeton.store import Statement, Store, queries

__all__ = ["BadName", "People", "User", "checked_name", "hash_token"]

DAY = 86_400_000
SESSION_DAYS, TRANSFER_MINUTES = 400, 15
CACHED, CACHE_SECONDS = 10_000, 60.0
SHARED_SECONDS = 1.0
"""How long a node believes a session that another node may have ended unheard."""
LANGUAGES = ("en", "fr", "nl")


class BadName(ValueError):
    """The name has no visible character."""


class User(Struct, frozen=True):
    """Somebody, human or bot."""

    id: str
    name: str
    language: str = "en"
    bot_of: str | None = None
    login: str | None = None
    role: str | None = None
    """`admin` for people who may moderate."""


def hash_token(token: str) -> str:
    """Return what is kept of a token."""
    return hashlib.sha256(token.encode()).hexdigest()


def _wall() -> int:
    return time.time_ns() // 1_000_000


class People:
    """Everybody the server knows."""

    def __init__(self, store: Store) -> None:
        """Take an open store."""
        self.store = store
        self._known: OrderedDict[str, tuple[float, User]] = OrderedDict()
        self._lasts = SHARED_SECONDS if store.shared else CACHE_SECONDS
        self._ended: OrderedDict[str, float] = OrderedDict()
        """When sessions of a person last ended, as far as this node has heard."""

    async def user_of(self, token: str | None) -> User | None:
        """Return whose session or bot's token it is."""
        if not token or len(token) > 100:
            return None
        key = hash_token(token)
        known = self._known.get(key)
        if known and time.monotonic() - known[0] < self._lasts:
            return known[1]
        found = await self._find(key, ("session", "bot"))
        if found is None:
            self._known.pop(key, None)
            return None
        self._known[key] = (time.monotonic(), found)
        while len(self._known) > CACHED:
            self._known.popitem(last=False)
        return found

    async def new_guest(self, name: str, language: str = "en") -> tuple[User, str]:
        """Make somebody new with a session; raises `BadName`."""
        return await self._new(name, language, None, "session")

    async def new_bot(self, owner: User, name: str) -> tuple[User, str]:
        """Make a bot of a person, with a token of its own."""
        return await self._new(name, owner.language, owner.id, "bot")

    async def bots_of(self, owner: User) -> list[User]:
        """Return a person's bots."""
        found = await self.store.fetch(queries.people.bots_of(owner.id))
        return [_user(row) for row in found]

    async def drop_bot(self, owner: User, bot: str) -> bool:
        """Forget a bot, and its tokens with it; where it sits, its name stays."""
        gone = await self.store.execute(queries.people.drop_bot(owner.id, bot))
        self.changed()
        return gone == 1

    async def renew_bot(self, owner: User, bot: str) -> tuple[User, str] | None:
        """Give a bot another token in place of the old one, which may be in wrong hands."""
        found = next((one for one in await self.bots_of(owner) if one.id == bot), None)
        if found is None:
            return None
        token = secrets.token_urlsafe(32)
        await self.store.execute(
            queries.people.drop_tokens(bot),
            self._token(token, bot, "bot", SESSION_DAYS * DAY),
        )
        self.changed()
        return found, token

    async def rename(self, user: User, name: str, language: str) -> User:
        """Change name or language; raises `BadName`."""
        chosen = checked_name(name)
        language = language if language in LANGUAGES else user.language
        await self.store.execute(queries.people.set_language_and_name(user.id, chosen, language))
        self.changed()
        return User(user.id, chosen, language, user.bot_of, user.login, user.role)

    async def new_token(self, user: User, kind: str, *also: Statement) -> str:
        """Make a fresh token: `session` for another device, `transfer` for a link that works once and soon expires."""
        token = secrets.token_urlsafe(32)
        lasts = TRANSFER_MINUTES * 60_000 if kind == "transfer" else SESSION_DAYS * DAY
        await self.store.execute(self._token(token, user.id, kind, lasts), *also)
        return token

    async def owner_of(self, link: str) -> User | None:
        """Return whose session a transfer link would open, without using it up."""
        return await self._find(hash_token(link), ("transfer",))

    async def redeem(self, token: str) -> tuple[User, str] | None:
        """Use a transfer link: return a session for its user, once."""
        key = hash_token(token)
        found = await self._find(key, ("transfer",))
        if found is None:
            return None
        if await self.store.execute(queries.people.spend_link(key)) != 1:
            return None
        return found, await self.new_token(found, "session")

    async def began_at(self, token: str | None) -> int:
        """Return when a session began: when its person last showed a passkey, a password or a link; 0 for no session.

        In milliseconds since 1970.
        """
        found = await self.store.fetch(queries.people.began_at(hash_token(token or ""), _wall()))
        return int(found[0]["made_at"]) if found else 0

    async def forget(self, token: str, *, everywhere: User | None = None) -> None:
        """End a session, or all sessions of a user and the links that would begin another."""
        one = queries.people.drop_token(hash_token(token))
        await self.store.execute(one if everywhere is None else queries.people.drop_sessions(everywhere.id))
        self.changed()

    async def alive(self, keys: Collection[str]) -> set[str]:
        """Return which tokens, by their digests, still belong to somebody; ask PostgreSQL, where others end them."""
        found = await self.store.fetch(queries.people.living_tokens(keys, _wall()))
        return {row["hash"] for row in found}

    def ended(self, user: str) -> None:
        """Note that sessions of a person ended now: everybody they let in has to show a token again."""
        self.changed()
        self._ended.pop(user, None)
        self._ended[user] = time.monotonic()
        while len(self._ended) > CACHED:
            self._ended.popitem(last=False)

    def ended_since(self, user: str | None, moment: float) -> bool:
        """Return whether sessions of a person have ended since a moment."""
        return self._ended.get(user or "", -1.0) >= moment

    def changed(self) -> None:
        """Forget what memory holds of somebody who changed: ask the store again."""
        self._known.clear()

    async def by_id(self, user_id: str) -> User | None:
        """Return the user of an id."""
        found = await self.store.fetch(queries.people.by_id(user_id))
        return _user(found[0]) if found else None

    async def _new(self, name: str, language: str, bot_of: str | None, kind: str) -> tuple[User, str]:
        user_id = secrets.token_urlsafe(12).replace("-", "_")  # a command line takes `-…` for an option
        user = User(user_id, checked_name(name), language if language in LANGUAGES else "en", bot_of)
        token, now = secrets.token_urlsafe(32), _wall()
        await self.store.execute(
            queries.people.add(user.id, user.name, user.language, bot_of, now),
            self._token(token, user.id, kind, SESSION_DAYS * DAY),
        )
        return user, token

    def _token(self, token: str, user: str, kind: str, lasts: int) -> Statement:
        return queries.people.add_token(hash_token(token), user, kind, _wall(), lasts)

    async def _find(self, key: str, kinds: tuple[str, ...]) -> User | None:
        found = await self.store.fetch(queries.people.owner_of_token(key, kinds, _wall()))
        return _user(found[0]) if found else None


def _user(row: Mapping[str, Any]) -> User:
    return User(row["id"], row["name"], row["language"], row["bot_of"], row["login"], row["role"])


def checked_name(name: str) -> str:
    """Return a name as it is kept; raises `BadName`."""
    chosen = clean(name, MAX_NAME)
    if not chosen:
        raise BadName(f"expected a name of 1 to {MAX_NAME} characters that can be seen")
    return chosen
