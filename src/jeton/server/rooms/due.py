"""When a table next needs the server: only these tables come into memory, at a start and by a look every minute.

`matches.due_at` is never later than the truth, whenever somebody kills a server:

- below zero: in use since then. The first row after a quiet while says so in its own transaction; the rows that follow
  soon need not say it again.
- a time: a clock runs out then, and the server need do nothing before. It is written when a room leaves the memory, and
  only if its last row is older than a room stays there, so that the next row will be one after a quiet while.
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
"""How often a node looks for tables that are due."""
AHEAD = 120_000
"""How many milliseconds ahead a table is brought back: longer than from one look to the next."""
AT_ONCE = 200
"""How many tables one look takes from the database at a time."""
AT_START = 0
"""Due at any time: a bot has to move, or a clock runs that needs the room in memory."""


def due_of(core: Room, waits: Callable[[Seat], bool], at: Now) -> int | None:
    """Return when a room will need the server if nobody acts; bots that wait for somebody need it no sooner."""
    if core.state != "playing" or core.clocks.paused:
        return None
    if not all(waits(seat) for seat, _ in core.bots_to_move()):
        return AT_START
    alarm = core.alarm()
    if alarm is None:
        return None
    return at.wall + alarm - at.mono if core.clocks.runs_unattended else AT_START


def is_settled(core: Room, at: Now, idle_seconds: float) -> bool:
    """Return whether the last row is so old that the next one will mark the table as in use."""
    return at.wall - core.changed_at >= idle_seconds * 1000


def marks(core: Room, rows: Sequence[Row], known: int | None, idle_seconds: float) -> bool:
    """Return whether rows mark the table as in use: those that begin the match, and the first after a quiet while.

    A quiet while is half as long as settling takes, since the clocks of several nodes differ. `known` is what the
    database said.
    """
    if core.match is None:
        return any(row.kind == "start" for row in rows)
    quiet = known is None or known >= 0 or not 0 <= rows[0].at - core.changed_at <= idle_seconds * 500
    return quiet and not core.match.is_over


def in_use(rows: Sequence[Row]) -> int:
    """Return the mark that such rows write to the database."""
    return -rows[0].at


def note_use(rows: Sequence[Row]) -> Statement:
    """Return the statement that writes it."""
    return queries.matches.change(rows[0].match, due_at=in_use(rows))


async def who_is_due(store: Store, at: Now) -> AsyncIterator[list[str]]:
    """Yield the tables that are due, the most recently used first, some at a time: there may be very many."""
    found = await store.fetch(queries.matches.due(at.wall + AHEAD, store.leases, None, AT_ONCE))
    while found:
        yield [row["id"] for row in found]
        last = found[-1]["due_at"], found[-1]["id"]
        more = queries.matches.due(at.wall + AHEAD, store.leases, last, AT_ONCE)
        found = await store.fetch(more) if len(found) == AT_ONCE else []
