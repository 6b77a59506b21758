"""Tables of lessons: real matches with a fixed deal, left out of every list, gone after a week."""

from __future__ import annotations

import time

from jeton import games
from jeton.games.lessons import LEARNER, Chapter, Lesson, begin
from jeton.server.people.people import User
from jeton.server.rooms import events
from jeton.server.rooms.events import Settings, Table, row_of
from jeton.server.rooms.live import also_changes
from jeton.server.rooms.seating import BOT_NAMES
from jeton.server.tables.archiving import days_ago, delete_tables
from jeton.server.tables.shelf import Shelf
from jeton.server.tables.tables import insert_table, new_id
from jeton.store import Row, Store, queries

__all__ = ["DAYS", "drop_old_lessons", "keep_lesson"]

DAYS = 7
"""How long a lesson stays that nobody goes on with."""


async def keep_lesson(store: Store, told: Lesson, chapter: Chapter, user: User, pace: int) -> str:
    """Seat a person at a new table of a chapter, with everything that was played before; return its id."""
    now = time.time_ns() // 1_000_000
    game = games.make(told.title, version=told.rules, options=chapter.options)
    table = Table(id=new_id(), title=told.title, rules=told.rules, seats=chapter.seats, options=dict(game.options),
                  key=chapter.key, settings=Settings(pace=pace, lesson=chapter.name), host=user.id,
                  made_at=now)  # fmt: skip
    rows = _rows(table, told, chapter, user, now)
    await store.execute(insert_table(table))
    await store.append(rows, *also_changes(rows, table.id))
    return table.id


def _rows(table: Table, told: Lesson, chapter: Chapter, user: User, now: int) -> list[Row]:
    pairs: list[tuple[int | None, events.AnyEvent]] = [(LEARNER, events.Sat(user.id, user.name))]
    for seat in range(1, chapter.seats):
        pairs.append((seat, events.BotSat(told.bot, BOT_NAMES[seat % len(BOT_NAMES)])))
    match = begin(told, chapter)
    pairs.append((None, events.Started(match.header.nonces)))
    pairs += [(entry.seat, events.Played(entry.at, entry.move)) for entry in match.log]
    return [row_of(table.id, version, now, *pair) for version, pair in enumerate(pairs, start=1)]


async def drop_old_lessons(store: Store, shelf: Shelf, now: int | None = None) -> int:
    """Delete the lessons that nobody has touched for a week; return how many."""
    which = queries.upkeep.old_lessons(days_ago(DAYS, time.time_ns() // 1_000_000 if now is None else now))
    found = await store.fetch(queries.upkeep.count_tables(which))
    if found[0]["n"]:
        await delete_tables(store, shelf, which)
    return int(found[0]["n"])
