"""One live match without any I/O: `decide` says what a command leads to, `apply` takes a row that is durable.

Between the two lies the commit: what `decide` accepts changes nothing until its rows are written. Time and chance come
in from outside, so the same commands at the same times make the same log, and the same log makes the same room.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from jeton.core.errors import CorruptMatch, JetonError
from jeton.core.game import Entry, Game, Seat
from jeton.core.match import TIMEOUT, Header, Match
from jeton.server.rooms import events
from jeton.server.rooms.clock import PlayerClocks
from jeton.server.rooms.commands import Command, Decision, Foreseen, Now, Refuse
from jeton.server.rooms.decide import decide
from jeton.server.rooms.events import Table, event_of
from jeton.server.rooms.playing import why_not
from jeton.store import Row

__all__ = ["Room", "SeatState"]

NOBODY: AbstractSet[Seat] = frozenset()
RECENT = 64
"""How many last entries keep the position before each: a viewer who missed fewer gets just their reports."""


class SeatState(Struct):
    """Who sits there: a user, or a bot; a bot may stand in for a user."""

    user: str | None = None
    name: str = ""
    bot: str | None = None
    nonce: str = ""
    stand_in: str | None = None
    kept: bool = False
    """Whether only people who come with the code may sit there."""

    @property
    def taken(self) -> bool:
        """Whether anybody sits there."""
        return self.user is not None or self.bot is not None


class Asking(Struct):
    """A question waiting for answers."""

    what: Literal["undo", "pause", "resume", "handover"]
    by: Seat
    yes: set[Seat]
    target: Seat | None = None
    bot: str | None = None


class Room:
    """A table and, once it has begun, its match: the fold of its log."""

    def __init__(self, table: Table, game: Game[Any, Any], now: Now, *, basic: str = "random") -> None:
        """Start with a table that was just made; `basic` is the bot that plays where no other can."""
        self.table, self.game, self.basic = table, game, basic
        open_seats = table.seats - table.settings.kept
        self.seats = [SeatState(kept=seat >= open_seats) for seat in range(table.seats)]
        self.several = table.settings.several
        """Whether one person may take more than one seat."""
        self.version = 0
        self.changed_at = table.made_at
        """When the last row was written (milliseconds since 1970)."""
        self.match: Match | None = None
        self.asking: Asking | None = None
        self.hinted: set[tuple[Seat, int]] = set()
        """The seats that asked for a hint, each with the entry after which it did."""
        self.asides = 0
        """Rows that are not entries of the match: seats, questions, pauses, stand-ins."""
        self.again: set[Seat] = set()
        self.declined: set[Seat] = set()
        """The seats whose people agree to a rematch."""
        self.rematch: str | None = None
        self.clocks = PlayerClocks(table.settings.clock, table.seats, now)
        self.clients: dict[str, int] = {}
        self.recent: deque[tuple[Any, Entry]] = deque(maxlen=RECENT)
        self.commitment = self._header(()).commitment

    @classmethod
    def load(cls, table: Table, game: Game[Any, Any], rows: Iterable[Row], now: Now, *, basic: str = "random") -> Room:
        """Return the room that a log leads to; raises `CorruptMatch`."""
        room = cls(table, game, now, basic=basic)
        last = None
        for row in rows:
            room.apply(row, now)
            last = row
        if last is not None:
            room.clocks.resume_after(last.at, now)
        return room

    @property
    def state(self) -> Literal["open", "playing", "over"]:
        """The stage the table has reached."""
        if self.match is None:
            return "open"
        return "over" if self.match.is_over else "playing"

    @property
    def n(self) -> int:
        """The number of the match's last entry."""
        return self.match.n if self.match else 0

    def seats_of(self, user: str | None) -> tuple[Seat, ...]:
        """Return the seats that a user holds."""
        return tuple(i for i, seat in enumerate(self.seats) if user is not None and seat.user == user)

    def hints(self) -> tuple[int, ...]:
        """Return how many hints each seat has asked for; empty if nobody has."""
        asked = [seat for seat, _ in self.hinted]
        return tuple(asked.count(seat) for seat in range(len(self.seats))) if asked else ()

    def disagree(self) -> tuple[Seat, ...]:
        """Return the seats whose people have not agreed to a rematch; a person with several agrees for all of them."""
        agreed = {self.seats[seat].user for seat in self.again}
        return tuple(i for i, seat in enumerate(self.seats) if seat.user is not None and seat.user not in agreed)

    def holds(self, user: str | None, seat: Seat) -> bool:
        """Return whether a seat is a user's."""
        return user is not None and seat < len(self.seats) and self.seats[seat].user == user

    def resigned(self) -> AbstractSet[Seat]:
        """Return the seats that gave up or ran out of time."""
        return {entry.seat for entry in self.match.resigned} if self.match and self.match.resigned else NOBODY

    def out_of_time(self) -> AbstractSet[Seat]:
        """Return the seats whose time ran out."""
        gone = self.match.resigned if self.match else ()
        return {entry.seat for entry in gone if entry.move == TIMEOUT} if gone else NOBODY

    def bot_of(self, seat: Seat) -> str | None:
        """Return the bot that plays a seat now, if one does."""
        state = self.seats[seat]
        if seat in self.resigned():
            return self.basic
        return state.bot or state.stand_in

    def bots(self) -> list[str | None]:
        """Return the bot that plays each seat now; None where a person does."""
        resigned = self.resigned()
        return [
            self.basic if resigned and seat in resigned else state.bot or state.stand_in
            for seat, state in enumerate(self.seats)
        ]

    def only_bots(self) -> bool:
        """Return whether only bots may move now."""
        return self.match is not None and all(self.bot_of(seat) is not None for seat in self.match.actors)

    def bots_to_move(self) -> list[tuple[Seat, str]]:
        """Return the bots that may move now."""
        if self.match is None or self.clocks.paused:
            return []
        pairs = [(seat, self.bot_of(seat)) for seat in self.match.actors]
        return [(seat, bot) for seat, bot in pairs if bot is not None]

    def people(self) -> list[Seat]:
        """Return the seats whose person plays: the ones asked for consent."""
        return [i for i, seat in enumerate(self.seats) if seat.user is not None and self.bot_of(i) is None]

    def alarm(self) -> int | None:
        """Return when to wake the room (milliseconds of the clock that never jumps); a lesson waits for its learner."""
        if self.match is None or self.match.is_over or self.clocks.paused or self.table.settings.lesson is not None:
            return None
        flag = self.clocks.flag_time(self.timed()) if self.clocks.strict else None
        times = [self.game.alarm(self.match.position), flag]
        due = [time for time in times if time is not None]
        return self.clocks.mono_of(min(due)) if due else None

    def decide(self, command: Command, now: Now) -> Decision:
        """Return what a command leads to; change nothing."""
        return decide(self, command, now)

    def why_not(self, user: str | None, seat: Seat | None, move: str, now: Now) -> Refuse | None:
        """Return what would refuse a move if it were played now; None if nothing would."""
        return why_not(self, user, seat, move, now)

    def waiting(self) -> tuple[Seat, ...]:
        """Return the seats that still have to answer the question."""
        if self.asking is None:
            return ()
        agreed = {self.seats[seat].user for seat in (self.asking.by, *self.asking.yes)}
        if self.asking.target is not None:
            agreed.add(self.seats[self.asking.target].user)  # nobody waits for a player who is gone
        return tuple(seat for seat in self.people() if self.seats[seat].user not in agreed)

    def timed(self) -> list[Seat]:
        """Return the seats whose clock may run out: people's."""
        return [seat for seat in self.people() if self.match and seat in self.match.actors]

    # Apply

    def apply(self, row: Row, now: Now, foreseen: Foreseen | None = None) -> None:
        """Take a row that is durable; raises `CorruptMatch` if it can't follow.

        It does not play again a move whose position `decide` has `foreseen`.
        """
        if row.version != self.version + 1:
            raise CorruptMatch(f"table {self.table.id}: expected version {self.version + 1}, got {row.version}")
        event = event_of(row)
        try:
            self._apply(event, row.seat, now, foreseen)
        except (JetonError, IndexError, TypeError) as error:
            raise CorruptMatch(f"table {self.table.id}, version {row.version}: {error}") from error
        self.version, self.changed_at = row.version, row.at
        if row.kind != "move":
            self.asides += 1
        if row.client is not None:
            self.clients[row.client] = row.version

    def _apply(self, event: events.Event, seat: Seat | None, now: Now, foreseen: Foreseen | None) -> None:
        match event:
            case events.Played(at, move):
                self._apply_entry(at, move, seat, now, foreseen)
            case events.Sat(user, name, nonce):
                self._fill(_given(seat), SeatState(user=user, name=name, nonce=nonce))
            case events.BotSat(bot, name):
                self._fill(_given(seat), SeatState(bot=bot, name=name))
            case events.Rose():
                self._fill(_given(seat), SeatState())
            case events.SeatAdded():
                self._resize([*self.seats, SeatState()], now)
            case events.SeatRemoved():
                self._resize([state for i, state in enumerate(self.seats) if i != _given(seat)], now)
            case events.Kept(on):
                self.seats[_given(seat)].kept = on
            case events.Allowed(on):
                self.several = on
            case events.Started(nonces):
                self.match = Match(self.game, self._header(nonces))
                self.clocks.start(self.match.actors, now)
            case events.Hinted(n):
                self.hinted.add((_given(seat), n))
            case events.Asked(what, target, bot):
                self.asking = Asking(what, _given(seat), set(), target, bot)
            case events.Agreed():
                if self.asking:
                    self.asking.yes.add(_given(seat))
            case events.Declined():
                self.asking = None
            case events.Paused(at):
                self.asking = None
                self.clocks.pause(at, self._actors(), now)
            case events.Resumed():
                self.asking = None
                self.clocks.go_on(now)
            case events.HandedOver(at, bot):
                self.clocks.spend(at, self._actors(), now)
                self.seats[_given(seat)].stand_in = bot
                self.asking = None
            case events.BackAgain(at):
                self.clocks.spend(at, self._actors(), now)
                self.seats[_given(seat)].stand_in = None
            case events.Became(was, user):
                for mine in self.seats_of(was):
                    self.seats[mine].user = user
                if self.table.host == was:
                    self.table = replace(self.table, host=user)
            case events.WantedAgain(on):
                yes, no = (self.again, self.declined) if on else (self.declined, self.again)
                yes.add(_given(seat))
                no.discard(_given(seat))
            case events.Rematched(table_id):
                self.rematch = table_id

    def _fill(self, seat: Seat, state: SeatState) -> None:
        """Put somebody on a seat, or free it; a kept seat stays kept."""
        state.kept = self.seats[seat].kept
        self.seats[seat] = state

    def _resize(self, seats: list[SeatState], now: Now) -> None:
        """Change the number of seats before the match begins: clocks and commitment follow; the key stays."""
        self.seats, self.table = seats, replace(self.table, seats=len(seats))
        self.clocks = PlayerClocks(self.table.settings.clock, len(seats), now)
        self.commitment = self._header(()).commitment

    def _apply_entry(self, at: int, move: str, seat: Seat | None, now: Now, foreseen: Foreseen | None) -> None:
        if self.match is None:
            raise CorruptMatch("an entry before the match began")
        entry = Entry(self.match.n + 1, at, _given(seat), move)
        before, actors = self.match.position, self.match.actors
        known = foreseen is not None and foreseen.before is before and foreseen.entry == entry
        self.match.append(entry, foreseen.after if foreseen is not None and known else None)
        self.recent.append((before, entry))
        self.clocks.move(at, entry.seat, actors, self.match.actors, now)
        self.asking = None

    def _header(self, nonces: tuple[str, ...]) -> Header:
        table = self.table
        return Header(title=table.title, version=table.rules, seats=table.seats, options=table.options,
                      key=table.key, nonces=nonces)  # fmt: skip

    def _actors(self) -> tuple[Seat, ...]:
        return self.match.actors if self.match else ()


def _given(seat: Seat | None) -> Seat:
    if seat is None:
        raise CorruptMatch("the row names no seat")
    return seat
