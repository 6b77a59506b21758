"""Everything that the server keeps about one person, as JSON in pieces: for themselves, and for nobody else.

For a finished match it holds the match file; for a running one, what the person has done, and none of the match's
secrets. It leaves out what others have said or done, which is theirs.
"""

from __future__ import annotations

import asyncio
import io
import time
import zipfile
from collections.abc import AsyncIterator, Mapping
from typing import Any

import msgspec

from jeton.core.errors import CorruptMatch
from jeton.core.match_file import write_match
from jeton.server.people.people import User
from jeton.server.rooms import events
from jeton.server.tables.archiving import full_log, room_from
from jeton.server.tables.shelf import Shelf
from jeton.store import Row, Store, queries

__all__ = ["FORMAT", "own_data", "own_matches", "tables_of"]

FORMAT = 1
"""The version of this file's format."""

FIRST_OF_ZIP = (1980, 1, 1, 0, 0, 0)
"""Archives know no earlier time."""

_encode = msgspec.json.encode


async def own_data(store: Store, shelf: Shelf, user: User) -> AsyncIterator[bytes]:
    """Yield all about a person: one JSON object, a table at a time."""
    yield _encode({"jeton": FORMAT, "made_at": time.time_ns() // 1_000_000, **await _person(store, user)})[:-1]
    yield b',"tables":['
    between = b"\n"
    for table_id in await tables_of(store, user.id):
        if found := await _table(store, shelf, user.id, table_id):
            yield between + _encode(found)
            between = b",\n"
    yield b"]}\n"


async def own_matches(store: Store, shelf: Shelf, user: User) -> AsyncIterator[bytes]:
    """Yield the match files of all that a person has played to the end, as a zip archive, match by match."""
    sink = _Sink()
    with zipfile.ZipFile(sink, "w", zipfile.ZIP_DEFLATED) as archive:
        for table_id in await tables_of(store, user.id):
            found = await _table(store, shelf, user.id, table_id)
            if found and found.get("match") and found["my_seats"]:
                name = f"{found['title']}-{table_id}.match"
                when = time.gmtime(found["changed_at"] // 1000)[:6]
                about = zipfile.ZipInfo(name, max(when, FIRST_OF_ZIP))
                about.compress_type = zipfile.ZIP_DEFLATED
                archive.writestr(about, found["match"])
                yield sink.taken()
    yield sink.taken()


class _Sink(io.RawIOBase):
    """Takes what one side writes of an archive, and gives it to another; the writer can't go back, so no byte waits."""

    def __init__(self) -> None:
        super().__init__()
        self._pieces: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._pieces.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """Return what was written since the last time."""
        pieces, self._pieces = self._pieces, []
        return b"".join(pieces)


async def tables_of(store: Store, user: str) -> list[str]:
    """Return the tables where a person sits or that they have made, in order."""
    found = await store.fetch(queries.matches.of(user))
    return [row["id"] for row in found]


async def _person(store: Store, user: User) -> dict[str, Any]:
    """Return what the server keeps about somebody, except tables; of secrets, say only that they exist."""
    rows, mine = store.fetch, queries.own_data
    known = (await rows(queries.people.by_id(user.id)))[0]
    plain = ("id", "name", "language", "login", "made_at", "seen_at")
    return {
        "person": {name: known[name] for name in plain} | {"password": known["password"] is not None},
        "sessions": await rows(mine.sessions(user.id)),
        "passkeys": await rows(mine.passkeys(user.id)),
        "account_news": await rows(mine.news(user.id)),
        "devices": await rows(mine.devices(user.id)),
        "bots": await rows(mine.bots(user.id)),
        "role": known["role"],
        "reports": await rows(mine.reports(user.id)),
        "kept_out": await rows(mine.bans(user.id)),
        "muted": [row["muted"] for row in await rows(mine.mutes(user.id))],
        "chat": await rows(mine.chat(user.id)),
        "ratings": await rows(mine.ratings(user.id)),
        "puzzles": await rows(mine.puzzles(user.id)),
    }


async def _table(store: Store, shelf: Shelf, user: str, table_id: str) -> dict[str, Any] | None:
    """Return one table of somebody; empty if it has just gone."""
    found = await store.fetch(queries.matches.by_id(table_id))
    if not found:
        return None
    row, rows = found[0], await full_log(store, shelf, found[0])
    told = {
        "id": table_id, "title": row["title"], "rules": row["rules"], "seats": row["seats"], "state": row["state"],
        "made_at": row["made_at"], "changed_at": row["changed_at"], "made_by_me": row["host"] == user,
    }  # fmt: skip
    return told | await asyncio.to_thread(_played, row, rows, user)


def _played(row: Mapping[str, Any], rows: list[Row], user: str) -> dict[str, Any]:
    """Return the match file if the match is over, else what the person has done."""
    try:
        room = room_from(row, rows)
    except CorruptMatch as error:
        return {"unreadable": str(error)}
    seats = room.seats_of(user)
    mine = {"my_seats": list(seats), "my_names": [room.seats[seat].name for seat in seats]}
    if room.match is not None and room.match.is_over:
        return mine | {"match": write_match(room.match.header, room.match.log)}
    did = [(one.at, events.event_of(one)) for one in rows if one.seat in seats and one.kind == "move"]
    return mine | {
        "my_moves": [{"at": at, "move": event.move} for at, event in did if isinstance(event, events.Played)]
    }
