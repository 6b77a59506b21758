"""Moves the logs of old finished matches to the shelf, and reads them from there.

The rows with people's names stay in the database: no file names somebody who was forgotten.
"""

from __future__ import annotations

import asyncio
import time
from collections import defaultdict
from collections.abc import Mapping
from typing import Any, NamedTuple

from jeton import games
from jeton.core.errors import CorruptMatch, JetonError
from jeton.server.rooms.bots import basic_bot
from jeton.server.rooms.commands import Now
from jeton.server.rooms.room import Room
from jeton.server.tables.shelf import SUFFIX, Place, Shelf, month_of, place_in
from jeton.server.tables.table_lists import keep_summary
from jeton.server.tables.tables import table_of
from jeton.store import Condition, Row, Statement, Store, queries

__all__ = ["BadAge", "archive", "days_ago", "delete_tables", "full_log", "room_from", "room_of"]

DAY = 86_400_000
NAMED = ("sit", "became")
"""The kinds of rows that say who somebody is."""
AT_ONCE = 50
"""How many logs share one sync of the file and one transaction."""


class BadAge(JetonError, ValueError):
    """So few days would include what is in use."""


class Finished(NamedTuple):
    """A match that is over, and those of its rows that can be moved."""

    room: Room
    rows: list[Row]


async def full_log(store: Store, shelf: Shelf, row: Mapping[str, Any]) -> list[Row]:
    """Return the whole log of a row of the database, wherever it is; raises `CorruptMatch` or `StoreDown`."""
    place = place_in(row)
    kept = await store.log(row["id"])
    if place is None:
        return kept
    return sorted([*await asyncio.to_thread(shelf.take, row["id"], place), *kept], key=lambda one: one.version)


async def room_of(store: Store, shelf: Shelf, table_id: str) -> Room:
    """Return the room of a table, read from its log; raises `KeyError` if there is none."""
    found = await store.fetch(queries.matches.by_id(table_id))
    if not found:
        raise KeyError(table_id)
    return room_from(found[0], await full_log(store, shelf, found[0]))


def room_from(row: Mapping[str, Any], rows: list[Row]) -> Room:
    """Return the room of a row of the database and its whole log; raises `CorruptMatch`."""
    table = table_of(row)
    game = games.make(table.title, version=table.rules, options=table.options)
    return Room.load(table, game, rows, Now(0, 0), basic=basic_bot(table.title))


def days_ago(days: int, now: int) -> int:
    """Return the moment so many days before now; raises `BadAge`."""
    if days < 1:
        raise BadAge(f"--days: expected 1 or more, got {days}")
    return now - days * DAY


async def archive(
    store: Store, shelf: Shelf, days: int, *, dry_run: bool = False, now: int | None = None
) -> dict[str, int]:
    """Move the logs of matches that have been over for so many days; return how many, and how many can't be read."""
    since = days_ago(days, time.time_ns() // 1_000_000 if now is None else now)
    by_month: dict[str, list[str]] = defaultdict(list)
    for row in await store.fetch(queries.upkeep.to_archive(since)):
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
    """Put some logs on the shelf, then let the database forget them; return how many."""
    read = [await _finished(store, table_id) for table_id in sorted(table_ids)]
    found = {one.room.table.id: one for one in read if one is not None}
    if found:
        logs = {table_id: one.rows for table_id, one in found.items()}
        places = await asyncio.to_thread(shelf.put, month, logs, await _end_of(store, month))
        await store.execute(*(change for table_id, one in found.items() for change in _forget(one, places[table_id])))
    return len(found)


async def _finished(store: Store, table_id: str) -> Finished | None:
    """Return a match whose log leads to its end; others stay where they are, for somebody to look at."""
    match = (await store.fetch(queries.matches.by_id(table_id)))[0]
    try:
        room = room_from(match, rows := await store.log(table_id))
    except CorruptMatch:
        return None
    return Finished(room, [row for row in rows if row.kind not in NAMED]) if room.state == "over" else None


async def _end_of(store: Store, month: str) -> int:
    """Return where the last log of a month's file ends, as far as the database knows."""
    begins = Place(f"{month}{SUFFIX}", 0, 0, "", 0).text.partition(',"at"')[0]
    found = await store.fetch(queries.matches.archived_in(begins))
    return max((place.at + place.size for row in found if (place := place_in(row))), default=0)


def _forget(one: Finished, place: Place) -> list[Statement]:
    """Point at the file and drop the rows in it, unless somebody else has done so meanwhile."""
    moved = queries.matches.keep_log_elsewhere(one.room.table.id, place.text, place.version, but=NAMED)
    return [keep_summary(one.room), *moved]


async def delete_tables(store: Store, shelf: Shelf, which: Condition) -> None:
    """Delete tables, and then overwrite those of their logs that are on the shelf."""
    found = await store.fetch(queries.upkeep.archived(which))
    await store.execute(queries.upkeep.drop_tables(which))
    for row in found:
        if place := place_in(row):
            await asyncio.to_thread(shelf.erase, place)
