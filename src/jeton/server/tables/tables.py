"""Tables in the database: making one, reading one, and the lists of them."""

from __future__ import annotations

import secrets
from collections.abc import Mapping
from typing import Any

import msgspec

from jeton import games
from jeton.core.errors import BadOption
from jeton.core.match import new_key
from jeton.server.rooms.events import Settings, Table
from jeton.server.tables.codes import new_code
from jeton.store import Clash, Statement, Store, StoreDown, queries

__all__ = ["ID_BYTES", "find_code", "insert_table", "keep_table", "new_id", "new_table", "table_of"]

ID_BYTES = 12
"""96 bits: the link of a private table can't be guessed."""
CODE_TRIES = 20
"""How often to draw another code for a new table if an open one has the first already."""


def new_id() -> str:
    """Return a name for a table that nobody can guess."""
    return secrets.token_urlsafe(ID_BYTES)


def new_table(title: str, seats: int, options: Mapping[str, Any], settings: Settings, host: str, wall: int) -> Table:
    """Return a table that the game accepts; raises `UnknownTitle` or `BadOption`."""
    game = games.make(title, options=options)
    if seats not in game.seat_counts:
        raise BadOption(f"{title} takes {', '.join(map(str, game.seat_counts))} seats, not {seats}")
    return Table(id=new_id(), title=title, rules=game.version, seats=seats, options=dict(game.options),
                 key=new_key(), settings=settings, host=host, made_at=wall, code=new_code())  # fmt: skip


async def keep_table(store: Store, table: Table) -> Table:
    """Keep a new table, under another code if an open table has its code; raises `StoreDown`."""
    for _ in range(CODE_TRIES):
        try:
            await store.execute(insert_table(table))
        except Clash:
            table = msgspec.structs.replace(table, code=new_code())
            continue
        return table
    raise StoreDown(f"no code is free after {CODE_TRIES} tries")


async def find_code(store: Store, code: str) -> str | None:
    """Return the table that can be joined by a code."""
    found = await store.fetch(queries.matches.by_code(code))
    return str(found[0]["id"]) if found else None


def insert_table(table: Table) -> Statement:
    """Return the statement that keeps a new table."""
    return queries.matches.add(
        id=table.id,
        title=table.title,
        rules=table.rules,
        seats=table.seats,
        options=msgspec.json.encode(table.options).decode(),
        key=table.key,
        settings=msgspec.json.encode(table.settings).decode(),
        host=table.host,
        made_at=table.made_at,
        state="open",
        public=int(table.settings.public),
        changed_at=table.made_at,
        code=table.code,
        lesson=table.settings.lesson,
        rated=int(table.settings.rated),
    )


def table_of(row: Mapping[str, Any]) -> Table:
    """Return the table of a row of the database."""
    return Table(
        id=row["id"],
        title=row["title"],
        rules=row["rules"],
        seats=row["seats"],
        options=msgspec.json.decode(row["options"]),
        key=row["key"],
        settings=msgspec.json.decode(row["settings"], type=Settings),
        host=row["host"],
        made_at=row["made_at"],
        code=row["code"],
    )
