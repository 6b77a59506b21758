"""What leaves a room, one viewer at a time: the only place that turns a match into messages.

A message is built from a view, a report or a public fact of the table; code here touches a position only to hand it to
`game.view` and `game.report`.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import takewhile
from typing import Any, NamedTuple

from msgspec import Raw

from jeton.core.game import Entry, Report, Seat
from jeton.core.match import RESIGN, TIMEOUT, UNDO, Match
from jeton.server.rooms.commands import Now
from jeton.server.rooms.consent import who_may_undo
from jeton.server.rooms.room import Room
from jeton.server.wire.protocol import Clocks, Question, SeatInfo, TableMessage, Thinking, ViewMessage, encode

__all__ = ["Frames", "chat_open", "seat_infos", "table_message", "thinking_message", "who_is"]

Viewer = Seat | None


SPECIAL = (UNDO, RESIGN, TIMEOUT)
"""Moves that every game has."""
MOST_REPORTS = 500
"""Somebody who comes to a longer match gets only the last entries; the replay shows a finished match whole."""
KEPT_BYTES = 2 << 20
"""Bytes of the messages kept for several sockets."""
MOST_ONLOOKERS = 20
"""How many onlookers a message names; the others are counted."""
CLOCKS_LAST = 100
"""How many milliseconds a message that shows running clocks may be sent again."""


class Shared(NamedTuple):
    """What a version of the room tells every viewer alike."""

    version: int
    match: Match
    actors: tuple[Seat, ...]
    undoing: tuple[tuple[Seat, ...], tuple[Seat, ...]]
    """The seats whose undo would happen at once, and those whose undo would ask the others."""
    due: int | None
    """When the game's own clock rings: a wall time, so that people who come back later get the same message."""
    chat_open: bool


class Frames:
    """The view messages of a room; what several sockets need is made once."""

    def __init__(self, room: Room) -> None:
        """Take a room that may change: call `changed` then."""
        self.room = room
        self._made: dict[tuple[Viewer, int], bytes] = {}
        self._bytes, self._made_at = 0, 0
        self._timed = room.clocks.setting.kind != "none"
        self._shared: Shared | None = None

    def changed(self) -> None:
        """Forget the messages made so far."""
        self._made.clear()
        self._bytes, self._shared = 0, None

    def view(self, viewer: Viewer, since: int, now: Now) -> bytes:
        """Return the view message of a viewer who has seen entry `since`; -1 for one who has seen nothing."""
        if self._timed and now.mono - self._made_at > CLOCKS_LAST:
            self.changed()
            self._made_at = now.mono
        if since >= 0 and not 0 <= self.room.n - since <= len(self.room.recent):
            since = -1  # all who come back after a long while get the same
        made = self._made.get((viewer, since))
        if made is None:
            made = encode(self.message(viewer, since, now))
            self._bytes += len(made)
            if self._bytes > KEPT_BYTES:
                self.changed()
                self._bytes = len(made)
            self._made[viewer, since] = made
        return made

    def message(self, viewer: Viewer, since: int, now: Now) -> ViewMessage:
        """Return the same as a struct, for a viewer of a recent entry, or -1; the game's own JSON stays as it is."""
        room, match = self.room, self.room.match
        if match is None:
            raise ValueError("the match has not begun")
        recent, shared = since >= 0, self._shared
        # The reports first: they know the position after the last entry, and whoever asks what it revealed finds them.
        reports = self._since(viewer, since, match) if recent else match.reports(viewer, last=MOST_REPORTS)
        if shared is None or shared.version != room.version or shared.match is not match:
            shared = self._shared = self._share(match, now)
        return ViewMessage(
            version=room.version,
            n=match.n,
            seat=viewer,
            since=since if recent else 0,
            reset=not recent,
            actors=shared.actors,
            can_undo=viewer in shared.undoing[0],
            can_ask_undo=viewer in shared.undoing[1],
            clocks=self._clocks(shared.actors, now) if self._timed else None,
            due=shared.due,
            chat_open=shared.chat_open,
            reports=reports,
            view=match.view(viewer) if match.resigned else Raw(room.game.view_text(match.position, viewer)),
        )

    def _share(self, match: Match, now: Now) -> Shared:
        """Return what all views of this version say alike."""
        room, actors = self.room, match.actors
        waits = room.table.settings.lesson is not None or room.clocks.paused or not actors
        alarm = None if waits else room.game.alarm(match.position)
        return Shared(
            version=room.version,
            match=match,
            actors=actors,
            undoing=who_may_undo(room, match),
            due=None if alarm is None else now.wall + alarm - room.clocks.time(now),
            chat_open=not actors or room.game.chat_open(match.position),
        )

    def _clocks(self, actors: tuple[Seat, ...], now: Now) -> Clocks:
        running = () if self.room.clocks.paused else actors
        return Clocks(left=self.room.clocks.shown(running, now), running=running)

    def _since(self, viewer: Viewer, since: int, match: Match) -> list[Any]:
        """Return what a viewer may know of the entries after the one seen, less those that a game wants forgotten."""
        first = max(since + 1, self.room.game.since(match.position))
        if first == match.n and self.room.recent:
            before, entry = self.room.recent[-1]
            if entry.move in SPECIAL:
                return [self._report(before, entry, viewer)]
            return [Raw(self.room.game.report_text(before, entry, match.position, viewer))]
        pairs = takewhile(lambda pair: pair[1].n >= first, reversed(self.room.recent))
        reports = [self._report(before, entry, viewer) for before, entry in pairs]
        reports.reverse()
        return reports

    def _report(self, before: Any, entry: Entry, viewer: Viewer) -> Report:
        if entry.move in SPECIAL:
            return Report(entry.n, entry.at, entry.seat, entry.move, {})
        return self.room.game.report(before, entry, viewer)


def chat_open(room: Room) -> bool:
    """Return whether free chat is open: a game may close it while words would be hints."""
    if room.match is None or room.match.is_over:
        return True
    return room.game.chat_open(room.match.position)


@lru_cache(maxsize=10_000)
def who_is(table_id: str, user: str) -> str:
    """Return the name by which programs know a person at one table: it never changes, and no other table uses it."""
    return hashlib.blake2b(f"{table_id} {user}".encode(), digest_size=6).hexdigest()


def seat_infos(room: Room, here: Collection[str]) -> tuple[SeatInfo, ...]:
    """Return who sits where, as anybody may know it."""
    gone, late = room.resigned(), room.out_of_time()
    return tuple(
        SeatInfo(
            kind="human" if seat.user else "bot" if seat.bot else "empty",
            name=seat.name,
            bot=seat.bot,
            here=seat.user in here,
            stand_in=seat.stand_in,
            resigned=i in gone,
            out_of_time=i in late,
            kept=seat.kept and room.match is None,
            who=who_is(room.table.id, seat.user) if seat.user else None,
        )
        for i, seat in enumerate(room.seats)
    )


def thinking_message(room: Room, spent: Mapping[Seat, tuple[int, float]], *, hurried: bool = False) -> Thinking:
    """Return the progress of the bots that think about the match as it stands, from when each began and its share."""
    known = {seat: share for seat, (n, share) in spent.items() if n == room.n}
    shares = tuple(known.get(seat, 0.0) for seat in range(len(room.seats)))
    return Thinking(n=room.n, spent=shares, hurried=hurried)


def _question(room: Room) -> Question | None:
    asking = room.asking
    if asking is None:
        return None
    return Question(what=asking.what, by=asking.by, waiting=room.waiting(), target=asking.target)


def may_invite(room: Room, user: str | None) -> bool:
    """Return whether a user may see the code: anybody with a private table's link, a public one's players and host."""
    if room.match is not None:
        return False
    return not room.table.settings.public or (
        user is not None and (user == room.table.host or bool(room.seats_of(user)))
    )


def table_message(
    room: Room, user: str | None, here: Collection[str], watchers: int, onlookers: Collection[str]
) -> TableMessage:
    """Return all about the table but the game, for one user; `here` are the users who have a socket open."""
    table, match = room.table, room.match
    over = match is not None and match.is_over
    header = match.header if match else None
    return TableMessage(
        id=table.id,
        name=table.settings.name,
        version=room.version,
        title=table.title,
        rules=table.rules,
        state=room.state,
        options=dict(table.options),
        clock=table.settings.clock,
        public=table.settings.public,
        host=user is not None and user == table.host,
        seats=seat_infos(room, here),
        mine=room.seats_of(user),
        watchers=watchers,
        onlookers=tuple(sorted(onlookers, key=str.casefold)[:MOST_ONLOOKERS]),
        paused=room.clocks.paused,
        question=_question(room),
        commitment=room.commitment,
        several=room.several,
        again=tuple(sorted(room.again)),
        declined=tuple(sorted(room.declined)),
        rematch=room.rematch,
        outcome=match.outcome if match else None,
        code=table.code if may_invite(room, user) else None,
        key=table.key if over else None,
        nonces=header.nonces if header and over else None,
        lesson=table.settings.lesson,
        hints=room.hints(),
        rated=table.settings.rated,
        origin=table.settings.origin,
    )
