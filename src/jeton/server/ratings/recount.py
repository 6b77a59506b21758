"""Counts every rated match once more, from the logs: the result equals the ratings that are there, or replaces them."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from jeton.server.ratings.counting import Counted, Known, Place, counted_from, fold, places_of, written
from jeton.server.rooms.room import Room
from jeton.server.tables.archiving import room_of
from jeton.server.tables.shelf import Shelf
from jeton.store import Statement, Store, queries

__all__ = ["Recount", "recount"]


class Recount(Struct, frozen=True):
    """The result of a recount."""

    matches: int
    """Matches that count."""
    new: int
    """Matches that nobody had counted."""
    changed: int
    """Ratings that changed."""


async def recount(store: Store, shelf: Shelf, *, dry_run: bool = False) -> Recount:
    """Count all matches in the order in which they were counted, then the others by when they ended.

    The log says who sat where and how it ended. For a purged match, the note made when it was counted says so; that
    note also has the places of bots, as strong as in the release they played in, and of people who were forgotten.
    """
    noted = [counted_from(row) for row in await store.fetch(queries.ratings.all_matches())]
    there = {row["id"] for row in await store.fetch(queries.ratings.to_count_again())}
    told = []
    for match in noted:
        room = await room_of(store, shelf, match.match) if match.match in there else None
        told.append(match if room is None else replace(match, places=_as_logged(match, room)))
    new = await _uncounted(store, shelf, there - {match.match for match in noted}, noted)
    known, statements, rows = Known(), list[Statement](), list[dict[str, Any]]()
    for match in (*told, *new):
        counted, changes = fold(known, match)
        rows += changes
        statements += written(counted, changes)
    had = {_key(row): (row["mu"], row["sigma"]) for row in await store.fetch(queries.ratings.all_ratings())}
    now = {_key(row): (row["mu"], row["sigma"]) for row in rows}
    changed = sum(had.get(key) != now.get(key) for key in had.keys() | now.keys())
    if changed and not dry_run:
        await store.execute(*queries.ratings.drop_all(), *statements)
    return Recount(len(told) + len(new), len(new), changed)


def _key(row: Mapping[str, Any]) -> tuple[str, str, int, str]:
    return row["user"], row["title"], row["n"], row["match"]


def _as_logged(match: Counted, room: Room) -> tuple[Place, ...]:
    """Return a match's seats by its log; forgotten people, and bots that no ladder knows any more, stay as noted."""
    ranks = {place.seat: place.rank for place in places_of(room) or ()}
    return tuple(replace(was, rank=ranks.get(was.seat, was.rank)) for was in match.places)


async def _uncounted(store: Store, shelf: Shelf, tables: set[str], noted: list[Counted]) -> list[Counted]:
    """Return the matches that nobody has counted, by when they ended, after all the others."""
    rooms = [await room_of(store, shelf, table) for table in sorted(tables)]
    found: list[Counted] = []
    last = max([time.time_ns() // 1_000_000, *(match.at + 1 for match in noted)])
    for room in sorted(rooms, key=lambda room: (room.changed_at, room.table.id)):
        if (places := places_of(room)) is not None:
            here = {row["id"] for row in await store.fetch(queries.ratings.known([p.user for p in places if p.user]))}
            places = tuple(place if place.user in here else replace(place, user=None) for place in places)
            found.append(Counted(room.table.id, room.table.title, last + len(found), places))
    return found
