"""Lists of tables without a replay: from rooms in memory, and from the note made when a room left it.

The note is a cache: it names its version, and if the log has gone on since, the log is read.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import TYPE_CHECKING, Any

import msgspec
from msgspec import Struct

from jeton.core.game import Outcome, Seat, Tally
from jeton.server.rooms.events import Table
from jeton.server.rooms.room import Room
from jeton.server.tables.shelf import place_in
from jeton.server.tables.tables import table_of
from jeton.server.wire.messages import seat_infos
from jeton.server.wire.protocol import SeatInfo
from jeton.store import Statement, Store, queries

if TYPE_CHECKING:
    from jeton.server.rooms.hub import Hub

__all__ = ["Listed", "Summary", "keep_summary", "list_tables", "summary_in"]


class Summary(Struct, frozen=True):
    """What lists say of a table: the state that its log had reached at a version."""

    version: int
    state: str
    changed_at: int
    actors: tuple[Seat, ...]
    users: tuple[str | None, ...]
    """The user of each seat."""
    players: tuple[SeatInfo, ...]
    """The same seats as anybody may know them, but for who is here."""
    outcome: Outcome | None = None
    """How the match ended, if it has."""
    tallies: tuple[Tally | None, ...] = ()
    """Of a finished match: what statistics count of each seat. A note of an older release has none."""


class Listed(Struct, frozen=True):
    """A table of a list, and who looks at it."""

    table: Table
    summary: Summary
    here: Collection[str]

    @property
    def players(self) -> list[SeatInfo]:
        """Who sits where, and who is here."""
        pairs = zip(self.summary.players, self.summary.users, strict=True)
        return [msgspec.structs.replace(player, here=user in self.here, who=None) for player, user in pairs]

    def is_turn_of(self, user: str) -> bool:
        """Return whether a user may move."""
        return any(self.summary.users[seat] == user for seat in self.summary.actors)


def summary_of(core: Room) -> Summary:
    """Return what there is to say of a room now."""
    actors = core.match.actors if core.match else ()
    users = tuple(seat.user for seat in core.seats)
    match, tallies = core.match, tuple[Tally | None, ...]()
    outcome = match.outcome if match else None
    if match is not None and core.state == "over":
        tallies = tuple(match.game.tally(match.position, seat) for seat in range(len(users)))
    return Summary(core.version, core.state, core.changed_at, actors, users, seat_infos(core, ()), outcome, tallies)


def keep_summary(core: Room) -> Statement:
    """Return the statement that notes it, unless another node has meanwhile forgotten somebody named in it."""
    named = {seat.user for seat in core.seats if seat.user is not None and seat.name}
    return queries.matches.keep_summary(core.table.id, msgspec.json.encode(summary_of(core)).decode(), named)


def summary_in(row: Mapping[str, Any]) -> Summary | None:
    """Return the note of a row of the database, if this release can read it and it says how the match ended."""
    try:
        noted = msgspec.json.decode(row["summary"] or "null", type=Summary | None)
    except msgspec.MsgspecError:
        return None
    return None if noted is not None and noted.state == "over" and noted.outcome is None else noted


async def list_tables(hub: Hub, rows: Collection[Mapping[str, Any]]) -> list[Listed]:
    """Return the tables of some rows of the database, in order; read a log only if it changed after its note."""
    last = await _versions(hub.store, [row["id"] for row in rows if row["id"] not in hub.rooms])
    found = []
    for row in rows:
        live, noted = hub.rooms.get(row["id"]), summary_in(row)
        place = place_in(row)
        version = max(last.get(row["id"], 0), place.version if place else 0)
        if live is None and noted is not None and noted.version == version:
            found.append(Listed(table_of(row), noted, hub.elsewhere(row["id"])))
            continue
        live = live or await hub.room(row["id"])
        if live is not None:
            found.append(Listed(live.core.table, summary_of(live.core), live.here()))
    return found


async def _versions(store: Store, matches: list[str]) -> dict[str, int]:
    """Return the last version of each match, whichever node wrote it."""
    if not matches:
        return {}
    return {row["match"]: row["version"] for row in await store.fetch(queries.matches.versions(matches))}
