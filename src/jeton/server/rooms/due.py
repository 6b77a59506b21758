"""When a table next needs the server: what a start and a look every minute bring into memory, and nothing else.

`matches.due_at` is never later than the truth, whenever a server is killed:

- below zero: in use since then. The first row after a while of quiet says so in its own transaction; the rows that
  follow it soon need not say it again.
- a time: a clock runs out then, and nothing has to be done before. Written when a room leaves the memory, and only
  when its last row is older than a room stays there, so that the next row will be one after a while of quiet.
- none: the table waits for people, who will ask for it, or it is over.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence

from jeton.core.game import Seat
from jeton.server.rooms.commands import Now
from jeton.server.rooms.room import Room
from jeton.store import Row, Statement, Store, queries

__all__ = ["LOOK_SECONDS", "due_of", "in_use", "is_settled", "marks", "note_use", "who_is_due"]

LOOK_SECONDS = 60.0
"""How often a node looks which tables are due."""
AHEAD = 120_000
"""Milliseconds before its time that a table is brought back: longer than from one look to the next."""
AT_ONCE = 200
"""Tables that one look takes from the database at a time."""
AT_START = 0
"""Due at any time: a bot has to move, or a clock runs that must not be left alone."""


def due_of(core: Room, waits: Callable[[Seat], bool], at: Now) -> int | None:
    """When a room will need the server if nobody does anything; bots that wait for somebody need it no sooner."""
    if core.state != "playing" or core.clocks.paused:
        return None
    if not all(waits(seat) for seat, _ in core.bots_to_move()):
        return AT_START
    alarm = core.alarm()
    if alarm is None:
        return None
    return at.wall + alarm - at.mono if core.clocks.runs_unattended else AT_START


def is_settled(core: Room, at: Now, idle_seconds: float) -> bool:
    """Whether the last row is so old that the next one will say that the table is in use."""
    return at.wall - core.changed_at >= idle_seconds * 1000


def marks(core: Room, rows: Sequence[Row], known: int | None, idle_seconds: float) -> bool:
    """Whether rows say that the table is in use: those that begin the match, and the first after a while of quiet.

    Half as long as settling takes, since the clocks of several nodes differ. `known` is what the database has said.
    """
    if core.match is None:
        return any(row.kind == "start" for row in rows)
    quiet = known is None or known >= 0 or not 0 <= rows[0].at - core.changed_at <= idle_seconds * 500
    return quiet and not core.match.is_over


def in_use(rows: Sequence[Row]) -> int:
    """What the database is told by rows that say so."""
    return -rows[0].at


def note_use(rows: Sequence[Row]) -> Statement:
    """The statement that tells it."""
    return queries.matches.change(rows[0].match, due_at=in_use(rows))


async def who_is_due(store: Store, at: Now) -> AsyncIterator[list[str]]:
    """The tables that are due, those in use last first, some at a time: there may be very many."""
    found = await store.fetch(queries.matches.due(at.wall + AHEAD, store.leases, None, AT_ONCE))
    while found:
        yield [row["id"] for row in found]
        last = found[-1]["due_at"], found[-1]["id"]
        more = queries.matches.due(at.wall + AHEAD, store.leases, last, AT_ONCE)
        found = await store.fetch(more) if len(found) == AT_ONCE else []
