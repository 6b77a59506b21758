"""Forgets a person: games that nobody else played go; the others keep the seat, without a name, and can be replayed.

A server asks its live rooms; `jeton admin forget` asks the rooms in the log, or the running server.
"""

from __future__ import annotations

import time
from typing import Protocol

import msgspec

from jeton.core.errors import JetonError
from jeton.server.people.own_data import tables_of
from jeton.server.people.people import User
from jeton.server.ratings.counting import unrated
from jeton.server.rooms import commands as ask
from jeton.server.rooms import events
from jeton.server.rooms.commands import Accept, Command, Now
from jeton.server.rooms.hub import Hub
from jeton.server.rooms.live import also_changes
from jeton.server.rooms.room import Room
from jeton.server.tables.archiving import delete_tables, room_of
from jeton.server.tables.shelf import Shelf
from jeton.store import Row, Statement, Store, queries

__all__ = ["AtRest", "Live", "ServersRun", "forget_person", "rename_person"]


class ServersRun(JetonError):
    """Other servers have the person's tables in memory."""


class Tables(Protocol):
    """A way to ask tables for something."""

    shelf: Shelf

    async def room(self, table_id: str) -> Room | None:
        """Return what a table is now."""
        ...

    async def ask(self, table_id: str, command: Command) -> None:
        """Have a table do something, if it can."""
        ...

    def changed(self, table_id: str) -> None:
        """Note that the log of a table has changed."""
        ...


class Live:
    """The tables of a running server."""

    def __init__(self, hub: Hub) -> None:
        """Take its hub."""
        self.hub, self.shelf = hub, hub.shelf

    async def room(self, table_id: str) -> Room | None:
        """Return what a table is now."""
        live = await self.hub.room(table_id)
        return None if live is None else live.core

    async def ask(self, table_id: str, command: Command) -> None:
        """Have a table do something, if it can."""
        if live := await self.hub.room(table_id):
            await live.ask(command)

    def changed(self, table_id: str) -> None:
        """Make everybody who looks come back, and read the table again."""
        if live := self.hub.rooms.get(table_id):
            self.hub.forget(live)


class AtRest:
    """The tables of a database that no server uses."""

    def __init__(self, store: Store, shelf: Shelf) -> None:
        """Take an open store."""
        self.store, self.shelf = store, shelf

    async def room(self, table_id: str) -> Room | None:
        """Return what a table is."""
        try:
            return await room_of(self.store, self.shelf, table_id)
        except KeyError:
            return None

    async def ask(self, table_id: str, command: Command) -> None:
        """Write what the table would; the next server checks whether a bot has to move now."""
        room = await room_of(self.store, self.shelf, table_id)
        decision = room.decide(command, Now(time.time_ns() // 1_000_000, 0))
        if isinstance(decision, Accept):
            due = queries.matches.change(table_id, due_at=0)
            await self.store.append(decision.rows, *also_changes(decision.rows, table_id), due)

    def changed(self, table_id: str) -> None:
        """Do nothing: no server has it in memory."""


async def forget_person(store: Store, at: Tables, user: User) -> None:
    """Forget a person, their bots, words and ways in."""
    theirs, once = await tables_of(store, user.id), await _once_at(store, user)
    for table_id in theirs:
        await _leave_table(store, at, user, table_id)
    for table_id in once:
        await _take_name_out(store, at, user, table_id)
    await store.execute(
        *await unrated(store, user.id),
        *queries.accounts.forget(user.id),
        queries.ratings.drop_empty(),
        *queries.accounts.forget_summaries({*theirs, *once}),
    )


async def rename_person(store: Store, at: Tables, user: User, name: str) -> None:
    """Give a person another name, also where they sit or have sat."""
    theirs = await _once_at(store, user)
    for table_id in theirs:
        await _take_name_out(store, at, user, table_id, name)
    await store.execute(
        queries.people.rename(user.id, name),
        queries.chat.rename(user.id, name),
        *queries.accounts.forget_summaries(theirs),
    )


async def _leave_table(store: Store, at: Tables, user: User, table_id: str) -> None:
    room = await at.room(table_id)
    if room is None:
        return
    if not {seat.user for seat in room.seats if seat.user} - {user.id}:
        await delete_tables(store, at.shelf, queries.upkeep.this(table_id))
        at.changed(table_id)
        return
    for seat in room.seats_of(user.id):
        if room.state == "open":
            await at.ask(table_id, ask.RiseUp(user=user.id, seat=seat))
        elif room.state == "playing" and room.table.settings.rated:
            await at.ask(table_id, ask.GiveUp(user=user.id, seat=seat))
        elif room.state == "playing":
            await at.ask(table_id, ask.HandSeatOver(user=user.id, seat=seat, target=seat))
    await _take_name_out(store, at, user, table_id)


async def _once_at(store: Store, user: User) -> list[str]:
    """Return the tables whose log names a person, also those where they have risen again."""
    return [row["match"] for row in await store.fetch(queries.matches.naming(user.id, ("sit", "became")))]


async def _take_name_out(store: Store, at: Tables, user: User, table_id: str, name: str = "") -> None:
    changes = renamed(await store.log(table_id), user.id, name)
    if changes:
        await store.execute(*changes)
        at.changed(table_id)


def renamed(rows: list[Row], user: str, name: str = "") -> list[Statement]:
    """Return the changes that replace or remove a person's name in a log; who did what, and all else, stays."""
    ids = {user}
    for row in reversed(rows):
        event = events.event_of(row)
        if isinstance(event, events.Became) and event.user in ids:
            ids.add(event.was)
    changes = []
    for row in rows:
        event = events.event_of(row)
        if isinstance(event, events.Sat) and event.user in ids and event.name != name:
            body = msgspec.json.encode(msgspec.structs.replace(event, name=name)).decode()
            changes.append(queries.matches.rewrite(row.match, row.version, body))
    return changes
