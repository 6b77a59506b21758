"""Who may not play or talk here, and until when; what was reported; and the log of what keepers did about it.

Everything a keeper does leaves a row in `acts`, in the same transaction. A node looks for rows that it has not seen: so
it learns what was done through another node, or by `jeton admin` beside it.
"""

from __future__ import annotations

import ipaddress
import secrets
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from jeton.core.errors import JetonError
from jeton.server.people.leaving import Tables, forget_person, rename_person
from jeton.server.people.people import BadName, User, checked_name
from jeton.server.wire.messages import who_is
from jeton.store import Statement, Store, queries

__all__ = ["ASKED", "FOREVER", "Act", "Bans", "Moderation", "NoSuchAct", "network_of"]

FOREVER = 253_402_300_799_000
"""The end of the year 9999."""
KEPT = 200
"""How many rows of a list an admin sees."""
MAX_WHY = 300
ROLES = ("admin", "none")
ASKED, TAKEN = "forget_asked", "forget_taken"
"""Acts of the command line that a server has to carry out, since it has tables in memory: waiting, and under way."""


class NoSuchAct(JetonError, ValueError):
    """The act can't be done: its person or thing is not there."""


def _wall() -> int:
    return time.time_ns() // 1_000_000


def network_of(text: str) -> str | None:
    """Return a range of addresses as the database keeps it; None if the text is no range.

    >>> network_of("192.0.2.7"), network_of("2001:db8::1/48"), network_of("Ann")
    ('192.0.2.7/32', '2001:db8::/48', None)
    """
    try:
        return str(ipaddress.ip_network(text, strict=False))
    except ValueError:
        return None


class Bans:
    """Who is kept out, in memory: checked at every request, so no database is asked."""

    def __init__(self) -> None:
        """Start with nobody."""
        self.people: dict[str, int] = {}
        self.silent: dict[str, int] = {}
        self.networks: dict[ipaddress.IPv4Network | ipaddress.IPv6Network, int] = {}

    def take(self, rows: Sequence[Mapping[str, Any]]) -> None:
        """Replace all bans by these."""
        kinds: dict[str, dict[str, int]] = {"person": {}, "chat": {}, "address": {}}
        for row in rows:
            found = kinds[row["kind"]]
            found[row["subject"]] = max(row["until"], found.get(row["subject"], 0))
        self.people, self.silent = kinds["person"], kinds["chat"]
        self.networks = {ipaddress.ip_network(text): until for text, until in kinds["address"].items()}

    def until(self, user: User | None) -> int | None:
        """Return until when a person, or their bot, may not play; None if they may."""
        if user is None or not self.people:
            return None
        return self._alive(max(self.people.get(user.id, 0), self.people.get(user.bot_of or "", 0)))

    def silent_until(self, user: str) -> int | None:
        """Return until when a person may say nothing."""
        return self._alive(self.silent.get(user, 0))

    def address_until(self, address: str) -> int | None:
        """Return until when nobody may play from an address."""
        if not self.networks:
            return None
        try:
            found = ipaddress.ip_address(address)
        except ValueError:
            return None
        mapped = getattr(found, "ipv4_mapped", None) or found
        return self._alive(max((until for network, until in self.networks.items() if mapped in network), default=0))

    @staticmethod
    def _alive(until: int) -> int | None:
        return until if until > _wall() else None


class Act(Struct, frozen=True):
    """Something a keeper did, or asks a server to do."""

    id: str
    what: str
    by: str
    subject: str
    about: dict[str, Any]
    why: str


class Moderation:
    """What keepers may do; each act is logged with who did it, and why."""

    def __init__(self, store: Store, at: Tables) -> None:
        """Take an open store and a way to its tables."""
        self.store, self.at = store, at
        self.bans = Bans()
        self._seen = 0

    async def start(self) -> None:
        """Learn who is kept out."""
        newest = await self.store.fetch(queries.moderation.last_act())
        self._seen = int(newest[0]["n"] or 0)
        await self._read_bans()

    async def look(self) -> list[Act]:
        """Return what was done since the last call, and learn who is kept out."""
        found = await self.store.fetch(queries.moderation.acts_after(self._seen, 1_000))
        if found:
            self._seen = found[-1]["n"]
            await self._read_bans()
        return [
            Act(row["id"], row["what"], row["by"], row["subject"], msgspec.json.decode(row["about"]), row["why"])
            for row in found
        ]

    async def _read_bans(self) -> None:
        self.bans.take(await self.store.fetch(queries.moderation.bans_now(_wall())))

    # Reports

    async def report(self, by: User, match: str, seats: Sequence[Any], *, seat: int | None, who: str | None,
                     at: int | None, why: str) -> None:  # fmt: skip
        """Keep what somebody says of a player, by seat, or of a line of the chat, by who said it and when."""
        subject = name = text = line = None
        if at is not None:
            said = await self.store.fetch(queries.chat.said_at(match, at))
            row = next((row for row in said if who_is(match, row["user"]) == who), None)
            if row is not None:
                subject, name, line = row["user"], row["name"] or "", row["id"]
                text = row["text"] or row["preset"]
        elif seat is not None and seat < len(seats):
            subject, name = seats[seat].user, seats[seat].name
        if not subject or subject == by.id:
            raise NoSuchAct("nobody sits there, or nothing was said")
        row = {"id": secrets.token_urlsafe(12), "at": _wall(), "by": by.id, "subject": subject, "name": name,
               "match": match, "line": line, "text": text, "why": why[:MAX_WHY]}  # fmt: skip
        await self.store.execute(queries.moderation.add_report(**row))

    async def lists(self) -> dict[str, list[Mapping[str, Any]]]:
        """Return open reports, who is kept out, and what was done, the newest first."""
        fetch, acts = self.store.fetch, queries.moderation
        return {
            "reports": await fetch(acts.waiting_reports(KEPT)),
            "bans": await fetch(acts.named_bans(_wall(), KEPT)),
            "acts": await fetch(acts.latest_acts(KEPT, but=(ASKED, TAKEN))),
        }

    async def find(self, words: str) -> list[Mapping[str, Any]]:
        """Find people by a part of their name, by what they sign in with, or by id."""
        return await self.store.fetch(queries.moderation.find_people(words))

    # Acts

    async def keep_out(self, by: str, kind: str, subject: str, until: int | None, why: str) -> None:
        """Ban a person or a range of addresses, or (`chat`) silence a person, until a moment or for good."""
        name = ""
        if kind == "address":
            network = network_of(subject)
            if network is None:
                raise NoSuchAct(f"expected addresses as 192.0.2.0/24, got {subject!r}")
            if ipaddress.ip_network(network).num_addresses >= 1 << (24 if ":" not in network else 96):
                raise NoSuchAct(f"{network} is too much of the internet")
            subject = name = network
        else:
            name = (await self._person(subject)).name
        ends = FOREVER if until is None else until
        if ends <= _wall():
            raise NoSuchAct("expected a time that is still to come")
        ban = {"id": secrets.token_urlsafe(12), "kind": kind, "subject": subject, "until": ends}
        what = {"person": "ban", "chat": "mute", "address": "ban_address"}[kind]
        await self._do(by, what, subject, name, why, queries.moderation.add_ban(**ban), until=until)

    async def let_in(self, by: str, subject: str, why: str) -> None:
        """End all that keeps a person, or a range of addresses, out."""
        subject = network_of(subject) or subject
        if not await self.store.fetch(queries.moderation.bans_of(subject, _wall())):
            raise NoSuchAct(f"nothing keeps {subject!r} out")
        found = await self.store.fetch(queries.people.name_of(subject))
        name = found[0]["name"] if found else subject
        await self._do(by, "lift", subject, name, why, queries.moderation.lift_bans(subject))

    async def give_role(self, by: str, subject: str, role: str, why: str = "") -> None:
        """Let somebody moderate, or no longer."""
        if role not in ROLES:
            raise NoSuchAct(f"expected a role: {' or '.join(ROLES)}, got {role!r}")
        user = await self._person(subject)
        change = queries.people.set_role(user.id, role if role != "none" else None)
        await self._do(by, "role", user.id, user.name, why, change, about={"role": role})

    async def rename(self, by: str, subject: str, name: str, why: str) -> None:
        """Give a person another name, at all tables too."""
        user = await self._person(subject)
        try:
            chosen = checked_name(name)
        except BadName as error:
            raise NoSuchAct(str(error)) from None
        await rename_person(self.store, self.at, user, chosen)
        await self._do(by, "rename", user.id, user.name, why, about={"name": chosen})

    async def forget(self, by: str, subject: str, why: str) -> None:
        """Forget a person for good."""
        user = await self._person(subject)
        _refuse_admin(user)
        await forget_person(self.store, self.at, user)
        await self._do(by, "delete", user.id, "", why)

    async def ask_to_forget(self, by: str, subject: str, why: str) -> None:
        """Ask the running servers to forget a person."""
        user = await self._person(subject)
        _refuse_admin(user)
        await self._do(by, ASKED, user.id, "", why)

    async def withdraw(self, subject: str) -> bool:
        """Withdraw that request; return false if a server has begun."""
        return bool(await self.store.execute(queries.moderation.drop_acts_about(subject, ASKED)))

    async def forget_as_asked(self, act: Act) -> None:
        """Forget a person as the command line asked; the first server to take it does it."""
        if await self.store.execute(queries.moderation.take_act(act.id, ASKED, TAKEN)):
            try:
                await self.forget(act.by, act.subject, act.why)
            finally:
                await self.store.execute(queries.moderation.drop_act(act.id))

    async def delete_line(self, by: str, line: str, why: str) -> None:
        """Take a line out of the chat."""
        found = await self.store.fetch(queries.chat.by_id(line))
        if not found:
            raise NoSuchAct("there is no such line any more")
        row = found[0]
        about = {"match": row["match"], "at": row["at"], "seat": row["seat"]}
        await self._do(by, "delete_line", row["user"], row["name"] or "", why, queries.chat.drop(line), about=about)

    async def close(self, by: str, report: str, why: str) -> None:
        """Close a report."""
        found = await self.store.fetch(queries.moderation.report_of(report))
        if not found:
            raise NoSuchAct("there is no such report")
        change = queries.moderation.close_report(report, _wall())
        await self._do(by, "close", found[0]["subject"], found[0]["name"], why, change, about={"report": report})

    async def _person(self, user_id: str) -> User:
        from jeton.server.people.people import People

        user = await People(self.store).by_id(user_id)
        if user is None:
            raise NoSuchAct(f"nobody has the id {user_id!r}")
        return user

    async def _do(self, by: str, what: str, subject: str, name: str, why: str, *changes: Statement,
                  until: int | None = None, about: dict[str, Any] | None = None) -> None:  # fmt: skip
        row = {"id": secrets.token_urlsafe(12), "n": time.time_ns() // 1_000, "at": _wall(), "by": by, "what": what,
               "subject": subject, "name": name, "until": until, "about": msgspec.json.encode(about or {}).decode(),
               "why": why[:MAX_WHY]}  # fmt: skip
        await self.store.execute(*changes, queries.moderation.add_act(**row))


def _refuse_admin(user: User) -> None:
    if user.role == "admin":
        raise NoSuchAct("an admin can't be deleted: take the role away first")
