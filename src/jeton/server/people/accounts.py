"""Accounts, for people who want one: a password or passkeys for a guest, who stays the same person.

Nobody needs one to play. It opens the same games on another device; a guest who signs in there brings that device's
games along. Leaving takes the name out of every log.
"""

from __future__ import annotations

import msgspec
import structlog
from msgspec import Struct

from jeton.server.config import Limits
from jeton.server.people.attempts import Tries
from jeton.server.people.devices import Devices
from jeton.server.people.leaving import Live, forget_person
from jeton.server.people.news import News, news_of, note
from jeton.server.people.own_data import tables_of
from jeton.server.people.passkeys import Passkey, Passkeys
from jeton.server.people.passwords import Passwords, login_of
from jeton.server.people.people import People, User
from jeton.server.rooms import commands as ask
from jeton.server.rooms.commands import Refuse
from jeton.server.rooms.hub import Hub
from jeton.server.wire.limits import Buckets
from jeton.store import Clash, Store, StoreDown, queries

__all__ = ["Account", "Accounts", "Denied", "LastWayIn", "LoginTaken", "TooMany"]

log = structlog.get_logger(__name__)

MINUTE, QUARTER, HOUR = 60.0, 900.0, 3600.0
Counts = list[tuple[Tries, str]]
"""The window in which wrong passwords are counted, and the names they count under."""


class Denied(ValueError):
    """The name or the password is wrong, and nothing says which."""


class TooMany(ValueError):
    """Too many wrong passwords."""


class LoginTaken(ValueError):
    """Somebody else signs in with this name."""


class LastWayIn(ValueError):
    """Without it there would be no way to sign in."""


class Account(Struct, frozen=True):
    """How a person can sign in; empty for a guest."""

    login: str | None
    password: bool
    passkeys: list[Passkey]
    news: list[News] = []
    """The ways to sign in that were added lately, the newest first."""


class Accounts:
    """All accounts."""

    def __init__(self, store: Store, people: People, hub: Hub, limits: Limits) -> None:
        """Take an open store."""
        self.store, self.people, self.hub = store, people, hub
        self.passkeys, self.passwords = Passkeys(store), Passwords()
        self.devices = Devices(store)
        self.tries = Tries(store, "address", limits.sign_ins, QUARTER)
        self.ceremonies = Buckets(limits.passkeys_per_minute, MINUTE)
        self._known = Tries(store, "known and name", limits.guesses, QUARTER)
        self._guesses = Tries(store, "address and name", limits.guesses, QUARTER)
        self._everywhere = Tries(store, "name", limits.guesses_everywhere, HOUR)

    async def of(self, user: User) -> Account:
        """Return a person's account."""
        password, passkeys = await self._password(user) is not None, await self.passkeys.of(user)
        return Account(user.login, password, passkeys, await news_of(self.store, user))

    async def has_way_in(self, user: User) -> bool:
        """Return whether a person can sign in with something, and so can be asked for it again."""
        return await self._password(user) is not None or await self.passkeys.count(user) > 0

    async def has_password(self, user: User) -> bool:
        """Return whether a person has a password."""
        return await self._password(user) is not None

    async def is_guest(self, user: User) -> bool:
        """Return whether a person has no account; somebody whose password the keeper removed still has an account."""
        return user.login is None and await self._password(user) is None and not await self.passkeys.count(user)

    async def set_password(self, user: User, login: str, password: str, current: str | None, token: str) -> User:
        """Give a guest an account, or an account another password or name; raises what can be wrong with it."""
        chosen = login_of(login)
        await self.confirm(user, current, token)
        hashed = await self.passwords.make(password, chosen)
        try:
            await self.store.execute(queries.people.set_login(user.id, chosen, hashed), *note(user, "password"))
        except Clash:
            raise LoginTaken(chosen) from None
        self.people.changed()
        return msgspec.structs.replace(user, login=chosen)

    async def drop_password(self, user: User, current: str, token: str) -> None:
        """Remove the password: from now on only passkeys sign in."""
        await self.confirm(user, current, token)
        if not await self.passkeys.count(user):
            raise LastWayIn("password")
        await self.store.execute(queries.people.set_login(user.id, None, None))
        self.people.changed()

    async def drop_passkey(self, user: User, passkey: str) -> bool:
        """Forget a passkey, unless it is the last way in."""
        mine = await self.passkeys.of(user)
        if passkey not in {one.id for one in mine}:
            return False
        if len(mine) == 1 and await self._password(user) is None:
            raise LastWayIn("passkey")
        return await self.passkeys.drop(user, passkey)

    async def confirm(self, user: User, current: str | None, token: str) -> None:
        """Ask somebody with a password for it again, each session counted by itself; raises `Denied`."""
        kept = await self._password(user)
        if kept is not None:
            await self._check(user.login or "", kept, current or "", self._of_known(f"session {token}", user.login))

    async def sign_in(self, login: str, password: str, address: str, device: str | None = None) -> User:
        """Return who has this name and password; raises `Denied`, in the same time whatever is wrong, or `TooMany`.

        A device that has signed in before, by its cookie, is counted by itself: strangers who guess can't use up its
        owner's attempts.
        """
        try:
            chosen = login_of(login)
        except ValueError:
            chosen = ""
        found = await self.store.fetch(queries.people.by_login(chosen))
        kept = found[0]["password"] if found else None
        known = await self.devices.known(device, found[0]["id"] if found else "")
        if known is None and not await self.tries.take(address):
            raise TooMany(address)
        counts = self._of_known(known, chosen) if known else self._of_stranger(address, chosen)
        await self._check(chosen, kept, password, counts)
        user = await self.people.by_id(found[0]["id"])
        if user is None or kept is None:
            raise Denied("gone in between")
        if self.passwords.is_old(kept):
            hashed = await self.passwords.make(password, chosen)
            await self.store.execute(queries.people.set_password(user.id, hashed))
        return user

    def _of_known(self, known: str, login: str | None) -> Counts:
        return [(self._known, f"{known} {login}")]

    def _of_stranger(self, address: str, login: str) -> Counts:
        return [(self._guesses, f"{address} {login}"), (self._everywhere, login)]

    async def _check(self, login: str, kept: str | None, password: str, counts: Counts) -> None:
        for tries, name in counts:
            if not await tries.take(name):
                raise TooMany(login)
        if not await self.passwords.check(kept, password):
            raise Denied("sign in")
        for tries, name in counts:
            await tries.give(name)

    async def _password(self, user: User) -> str | None:
        found = await self.store.fetch(queries.people.password_of(user.id))
        return found[0]["password"] if found else None

    # A guest's games become the account's

    async def take_in(self, guest: User, account: User) -> int:
        """Give a guest's games to an account, and forget the guest; return how many games.

        After a crash in the middle, call it again: the account has what it got, and the guest still has the rest.
        """
        games = 0
        for table_id in await tables_of(self.store, guest.id):
            live = await self.hub.room(table_id)
            if live is None:
                continue
            games += bool(live.core.seats_of(guest.id))
            answer = await live.ask(ask.Become(user=guest.id, to=account.id))
            if isinstance(answer, Refuse) and answer.code != "not_seated":
                raise StoreDown(f"table {table_id} can't change hands: {answer.code}")
        await self.store.execute(*queries.accounts.give_all(guest.id, account.id))
        self.people.changed()
        return games

    # Leaving

    async def leave(self, user: User) -> None:
        """Forget a person: games that nobody else played go, in the others the seat stays and the name goes."""
        await forget_person(self.store, Live(self.hub), user)
        self.people.changed()
        log.info("a person has left", user=user.id)
