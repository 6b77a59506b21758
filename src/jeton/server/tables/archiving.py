"""Move the logs of old finished matches to the shelf, and read them from there.

The rows with people's names stay in the database: whoever is forgotten stands in no file.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from sqlalchemy import delete, select, update
from sqlalchemy.sql import Executable

from jeton import games
from jeton.core.errors import CorruptMatch, JetonError
from jeton.server.rooms.bots import basic_bot
from jeton.server.rooms.commands import Now
from jeton.server.rooms.room import Room
from jeton.server.tables.shelf import SUFFIX, Place, Shelf, month_of, place_in
from jeton.server.tables.table_lists import keep_summary
from jeton.server.tables.tables import table_of
from jeton.store import Row, Store
from jeton.store import schema as tables

__all__ = ["BadAge", "archive", "delete_tables", "full_log", "is_older", "room_from", "room_of"]

DAY = 86_400_000
NAMED = ("sit", "became")
"""The kinds of rows that tell who somebody is."""
AT_ONCE = 50
"""Logs of one sync of the file and one transaction."""


class BadAge(JetonError, ValueError):
    """So few days would take what is in use."""


class Finished(NamedTuple):
    """A match that is over, and those of its rows that can be moved."""

    room: Room
    rows: list[Row]


async def full_log(store: Store, shelf: Shelf, row: Mapping[str, Any]) -> list[Row]:
    """The whole log of a row of the database, wherever it is; raises `CorruptMatch` or `StoreDown`."""
    place = place_in(row)
    kept = await store.log(row["id"])
    if place is None:
        return kept
    return sorted([*await asyncio.to_thread(shelf.take, row["id"], place), *kept], key=lambda one: one.version)


async def room_of(store: Store, shelf: Shelf, table_id: str) -> Room:
    """The room of a table, read from its log; raises `KeyError` where there is none."""
    found = await store.fetch(select(tables.matches).where(tables.matches.c.id == table_id))
    if not found:
        raise KeyError(table_id)
    return room_from(found[0], await full_log(store, shelf, found[0]))


def room_from(row: Mapping[str, Any], rows: list[Row]) -> Room:
    """The room of a row of the database and its whole log; raises `CorruptMatch`."""
    table = table_of(row)
    game = games.make(table.title, version=table.rules, options=table.options)
    return Room.load(table, game, rows, Now(0, 0), basic=basic_bot(table.title))


def is_older(days: int, now: int) -> Any:
    """Whether nobody has touched a match for so many days; raises `BadAge`."""
    if days < 1:
        raise BadAge(f"--days: expected 1 or more, got {days}")
    matches, log, old = tables.matches, tables.log, now - days * DAY
    touched = select(log.c.match).where((log.c.match == matches.c.id) & (log.c.at >= old))
    return (matches.c.changed_at < old) & ~touched.exists()


async def archive(
    store: Store, shelf: Shelf, days: int, *, dry_run: bool = False, now: int | None = None
) -> dict[str, int]:
    """Move the logs of matches that have been over for so many days; how many, and how many can't be read."""
    matches = tables.matches
    old = (matches.c.state == "over") & matches.c.archived.is_(None)
    old &= is_older(days, time.time_ns() // 1_000_000 if now is None else now)
    by_month: dict[str, list[str]] = defaultdict(list)
    for row in await store.fetch(select(matches.c.id, matches.c.changed_at).where(old).order_by(matches.c.changed_at)):
        by_month[month_of(row["changed_at"])].append(row["id"])
    counted = {"archived": 0, "unreadable": 0}
    for month, table_ids in by_month.items():
        for i in range(0, len(table_ids), AT_ONCE):
            some = table_ids[i : i + AT_ONCE]
            moved = len(some) if dry_run else await _move(store, shelf, month, some)
            counted["archived"] += moved
            counted["unreadable"] += len(some) - moved
    return counted


async def _move(store: Store, shelf: Shelf, month: str, table_ids: list[str]) -> int:
    """Put some logs on the shelf, and then let the database forget them; how many."""
    read = [await _finished(store, table_id) for table_id in sorted(table_ids)]
    found = {one.room.table.id: one for one in read if one is not None}
    if found:
        logs = {table_id: one.rows for table_id, one in found.items()}
        places = await asyncio.to_thread(shelf.put, month, logs, await _end_of(store, month))
        await store.execute(*(change for table_id, one in found.items() for change in _forget(one, places[table_id])))
    return len(found)


async def _finished(store: Store, table_id: str) -> Finished | None:
    """A match whose log leads to its end; others stay where they are, for somebody to look at."""
    match = (await store.fetch(select(tables.matches).where(tables.matches.c.id == table_id)))[0]
    try:
        room = room_from(match, rows := await store.log(table_id))
    except CorruptMatch:
        return None
    return Finished(room, [row for row in rows if row.kind not in NAMED]) if room.state == "over" else None


async def _end_of(store: Store, month: str) -> int:
    """Where the last log of a month's file ends, as far as the database knows."""
    archived = tables.matches.c.archived
    begins = Place(f"{month}{SUFFIX}", 0, 0, "", 0).text.partition(',"at"')[0]
    found = await store.fetch(select(archived).where(archived.startswith(begins, autoescape=True)))
    return max((place.at + place.size for row in found if (place := place_in(row))), default=0)


def _forget(one: Finished, place: Place) -> list[Executable]:
    """Point at the file and drop the rows that are in it, unless somebody else has done so meanwhile."""
    matches, log, table_id = tables.matches, tables.log, one.room.table.id
    this = (matches.c.id == table_id) & matches.c.archived.is_(None)
    moved = select(matches.c.id).where((matches.c.id == table_id) & (matches.c.archived == place.text)).exists()
    return [
        keep_summary(one.room),
        update(matches).where(this).values(archived=place.text),
        delete(log).where(
            (log.c.match == table_id) & (log.c.version <= place.version) & log.c.kind.not_in(NAMED) & moved
        ),
    ]


async def delete_tables(store: Store, shelf: Shelf, which: Any) -> None:
    """Delete tables, and then overwrite those of their logs that are on the shelf."""
    matches = tables.matches
    found = await store.fetch(select(matches.c.archived).where(matches.c.archived.is_not(None) & which))
    await store.execute(delete(matches).where(which))
    for row in found:
        if place := place_in(row):
            await asyncio.to_thread(shelf.erase, place)
