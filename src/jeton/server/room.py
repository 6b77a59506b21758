"""One live match without any I/O: `decide` says what a command leads to, `apply` takes a row that is durable.

Between the two lies the commit: what `decide` accepts changes nothing until its rows are written. Time and chance come
in from outside, so the same commands at the same times make the same log, and the same log the same room.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from itertools import islice
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from jeton.core.errors import CorruptMatch, JetonError
from jeton.core.game import CLOCK, TICK, Entry, Game, Seat
from jeton.core.match import RESIGN, TIMEOUT, UNDO, Header, Match
from jeton.server import commands as ask
from jeton.server import events
from jeton.server.clock import PlayerClocks
from jeton.server.commands import Accept, Decision, Now, Refuse, Repeat
from jeton.server.events import Table, event_of, row_of
from jeton.server.refusals import refusal_of
from jeton.store import Row

__all__ = ["Room", "SeatState"]

MAX_ENTRIES = 5_000
"""A match that is longer is nobody's game."""
RECENT = 64
"""The last entries are kept with the position before each: who missed fewer gets just their reports."""


class SeatState(Struct):
    """Who sits there: a user, or a bot; a bot may stand in for a user."""

    user: str | None = None
    name: str = ""
    bot: str | None = None
    nonce: str = ""
    stand_in: str | None = None

    @property
    def taken(self) -> bool:
        """Whether anybody sits there."""
        return self.user is not None or self.bot is not None


class Asking(Struct):
    """A question that stands."""

    what: Literal["undo", "pause", "resume"]
    by: Seat
    yes: set[Seat]


class Room:
    """A table and, once it has begun, its match: the fold of its log."""

    def __init__(self, table: Table, game: Game[Any, Any], now: Now, *, basic: str = "random") -> None:
        """A table that was just made; `basic` is the bot that plays where no other can."""
        self.table, self.game, self.basic = table, game, basic
        self.seats = [SeatState() for _ in range(table.seats)]
        self.version = 0
        self.changed_at = table.made_at
        """When the last row was written (milliseconds since 1970)."""
        self.match: Match | None = None
        self.asking: Asking | None = None
        self.rematch: str | None = None
        self.clocks = PlayerClocks(table.settings.clock, table.seats, now)
        self.clients: dict[str, int] = {}
        self.recent: deque[tuple[Any, Entry]] = deque(maxlen=RECENT)
        self.commitment = self._header(()).commitment

    @classmethod
    def load(cls, table: Table, game: Game[Any, Any], rows: Iterable[Row], now: Now, *, basic: str = "random") -> Room:
        """The room that a log leads to; raises `CorruptMatch`."""
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
        """How far the table is."""
        if self.match is None:
            return "open"
        return "over" if self.match.is_over else "playing"

    @property
    def n(self) -> int:
        """The number of the match's last entry."""
        return self.match.n if self.match else 0

    def seats_of(self, user: str | None) -> tuple[Seat, ...]:
        """The seats that a user holds."""
        return tuple(i for i, seat in enumerate(self.seats) if user is not None and seat.user == user)

    def resigned(self) -> set[Seat]:
        """The seats that gave up or ran out of time."""
        return {entry.seat for entry in self.match.resigned} if self.match else set()

    def bot_of(self, seat: Seat) -> str | None:
        """The bot that plays a seat now, if one does."""
        state = self.seats[seat]
        if seat in self.resigned():
            return self.basic
        return state.bot or state.stand_in

    def bots_to_move(self) -> list[tuple[Seat, str]]:
        """The bots that may move now."""
        if self.match is None or self.clocks.paused:
            return []
        pairs = [(seat, self.bot_of(seat)) for seat in self.match.actors]
        return [(seat, bot) for seat, bot in pairs if bot is not None]

    def people(self) -> list[Seat]:
        """The seats whose person plays: those who are asked for consent."""
        return [i for i, seat in enumerate(self.seats) if seat.user is not None and self.bot_of(i) is None]

    def alarm(self) -> int | None:
        """When to be woken (milliseconds of the clock that never jumps), if at all."""
        if self.match is None or self.match.is_over or self.clocks.paused:
            return None
        times = [self.game.alarm(self.match.position), self.clocks.flag_time(self._timed())]
        due = [time for time in times if time is not None]
        return self.clocks.mono_of(min(due)) if due else None

    # Decide

    def decide(self, command: ask.Command, now: Now) -> Decision:
        """What a command leads to; changes nothing."""
        if command.client is not None and command.client in self.clients:
            return Repeat(self.clients[command.client])
        decision = self._decide(command, now)
        if isinstance(decision, Refuse):
            return decision
        pairs = decision if isinstance(decision, list) else [decision]
        rows = []
        for i, (seat, event) in enumerate(pairs):
            client = command.client if i == 0 else None
            rows.append(row_of(self.table.id, self.version + 1 + i, now.wall, seat, event, client))
        return Accept(rows)

    def _decide(self, command: ask.Command, now: Now) -> _Pairs | Refuse:
        match command:
            case ask.Play():
                return self._play(command, now)
            case ask.BotMove():
                return self._bot_move(command, now)
            case ask.Alarm():
                return self._alarm(now)
            case ask.SitDown():
                return self._sit(command)
            case ask.PutBot() | ask.RiseUp():
                return self._change_seat(command)
            case ask.Begin():
                return self._begin(command)
            case ask.UndoMove():
                return self._undo(command, now)
            case ask.AskOthers():
                return self._ask(command, now)
            case ask.AnswerQuestion():
                return self._answer(command, now)
            case ask.GiveUp():
                return self._give_up(command, now)
            case ask.HandSeatOver():
                return self._hand_over(command, now)
            case ask.TakeSeatBack():
                return self._take_back(command, now)
            case ask.Become():
                return self._become(command)
            case ask.MakeRematch():
                return self._rematch(command)
        raise TypeError(f"not a command: {command!r}")

    def _play(self, command: ask.Play, now: Now) -> _Pairs | Refuse:
        acting = self._acting(command)
        if isinstance(acting, Refuse):
            return acting
        match, seat = acting
        if self.bot_of(seat) is not None:
            return Refuse("bot_plays", fresh=True)
        if command.seen is not None and self._stale(match, command.seen):
            return Refuse("stale", values={"n": match.n}, fresh=True)
        return self._check(match, seat, command.move, now)

    def why_not(self, user: str | None, seat: Seat | None, move: str, now: Now) -> Refuse | None:
        """What would be said to a move if it were played now; None if it would be taken."""
        decision = self._play(ask.Play(user=user, seat=seat, move=move), now)
        return decision if isinstance(decision, Refuse) else None

    def _stale(self, match: Match, seen: int) -> bool:
        """Whether a turn has passed since a player looked.

        Where several act at once legality alone decides, also for the last of them: that others moved, that the clock
        ticked or that somebody gave up is no reason to refuse.
        """
        missed = match.n - seen
        if missed == 0 or len(match.actors) > 1:
            return False
        if not 0 < missed <= len(self.recent):
            return True
        since = list(islice(self.recent, len(self.recent) - missed, None))
        if len(self.game.actors(since[0][0])) > 1:
            return False
        return any(entry.seat != CLOCK and entry.move not in (RESIGN, TIMEOUT) for _, entry in since)

    def _bot_move(self, command: ask.BotMove, now: Now) -> _Pairs | Refuse:
        if self.match is None or self.match.is_over or self.clocks.paused:
            return Refuse("over")
        if command.seat is None or self.bot_of(command.seat) is None:
            return Refuse("taken_back")
        if self._stale(self.match, command.n):
            return Refuse("stale")
        return self._check(self.match, command.seat, command.move, now)

    def _check(self, match: Match, seat: Seat, move: str, now: Now) -> _Pairs | Refuse:
        if match.n >= MAX_ENTRIES:
            return Refuse("too_long")
        at = self.clocks.time(now)
        try:
            if move in (UNDO, RESIGN, TIMEOUT, TICK):
                return Refuse("malformed")
            self.game.play(match.position, Entry(match.n + 1, at, seat, move))
        except JetonError as error:
            return refusal_of(error)
        return seat, events.Played(at, move)

    def _alarm(self, now: Now) -> _Pairs | Refuse:
        if self.match is None or self.match.is_over or self.clocks.paused:
            return Refuse("nothing_due")
        at = self.clocks.time(now)
        due = self.game.alarm(self.match.position)
        if due is not None and due <= at:
            return CLOCK, events.Played(max(due, self.clocks.at), TICK)
        flagged = self.clocks.flagged(self._timed(), now)
        if flagged is not None:
            return flagged, events.Played(at, TIMEOUT)
        return Refuse("nothing_due")

    def _sit(self, command: ask.SitDown) -> _Pairs | Refuse:
        if self.match is not None:
            return Refuse("begun")
        if command.user is None:
            return Refuse("sign_in")
        mine, seat = self.seats_of(command.user), command.seat
        if seat is None:
            if mine and (not command.another or command.name in {self.seats[i].name for i in mine}):
                return Refuse("already_seated")
            free = [i for i, state in enumerate(self.seats) if not state.taken]
            if not free:
                return Refuse("table_full")
            seat = free[0]
        if seat >= len(self.seats):
            return Refuse("no_such_seat")
        if seat in mine:
            return Refuse("already_seated")
        if self.seats[seat].taken and not (self.seats[seat].bot and command.user == self.table.host):
            return Refuse("seat_taken")
        return seat, events.Sat(command.user, command.name, command.nonce)

    def _change_seat(self, command: ask.PutBot | ask.RiseUp) -> _Pairs | Refuse:
        if self.match is not None:
            return Refuse("begun")
        if command.seat is None or command.seat >= len(self.seats):
            return Refuse("no_such_seat")
        state = self.seats[command.seat]
        is_host = command.user == self.table.host
        if isinstance(command, ask.PutBot):
            if not is_host:
                return Refuse("host_only")
            if state.user is not None and state.user != command.user:
                return Refuse("seat_taken")
            return command.seat, events.BotSat(command.bot)
        if not state.taken:
            return Refuse("seat_empty")
        if not is_host and state.user != command.user:
            return Refuse("not_your_seat")
        return command.seat, events.Rose()

    def _begin(self, command: ask.Begin) -> _Pairs | Refuse:
        if self.match is not None:
            return Refuse("begun")
        if command.user != self.table.host:
            return Refuse("host_only")
        empty = [i for i, state in enumerate(self.seats) if not state.taken]
        if empty and command.fill is None:
            return Refuse("seats_empty", values={"count": len(empty)})
        pairs: list[_Pair] = [(seat, events.BotSat(command.fill or self.basic)) for seat in empty]
        return [*pairs, (None, events.Started(tuple(state.nonce for state in self.seats)))]

    def _undo(self, command: ask.UndoMove, now: Now) -> _Pairs | Refuse:
        acting = self._acting(command)
        if isinstance(acting, Refuse):
            return acting
        match, seat = acting
        if command.seen is not None and command.seen != match.n:
            return Refuse("stale", values={"n": match.n}, fresh=True)
        steps = self._steps_back(match, seat)
        if not steps:
            return Refuse("cannot_undo")
        free = steps == 1 and match.can_undo
        return self._with_consent("undo", seat, now, ask_first=not free)

    def _steps_back(self, match: Match, seat: Seat) -> int:
        """How many entries to take back so that the seat's last one goes; 0 where that can't be."""
        standing = match.standing
        if len(match.actors) != 1 or match.n + len(standing) > MAX_ENTRIES:
            return 0
        for steps, entry in enumerate(reversed(standing), start=1):
            if entry.seat == seat:
                return steps
            if entry.seat == CLOCK:
                return 0
        return 0

    def _ask(self, command: ask.AskOthers, now: Now) -> _Pairs | Refuse:
        acting = self._acting(command, paused=True)
        if isinstance(acting, Refuse):
            return acting
        _, seat = acting
        if self.clocks.paused != (command.what == "resume"):
            return Refuse("nothing_to_ask")
        return self._with_consent(command.what, seat, now, ask_first=command.what == "pause")

    def _with_consent(
        self, what: Literal["undo", "pause", "resume"], by: Seat, now: Now, *, ask_first: bool
    ) -> _Pairs | Refuse:
        others = [seat for seat in self.people() if self.seats[seat].user != self.seats[by].user]
        if ask_first and others:
            if self.asking is not None:
                return Refuse("question_stands")
            return by, events.Asked(what)
        return self._carry_out(what, by, now)

    def _carry_out(self, what: Literal["undo", "pause", "resume"], by: Seat, now: Now) -> _Pairs:
        at = self.clocks.time(now)
        if what == "undo" and self.match is not None:
            return [(by, events.Played(at, UNDO))] * self._steps_back(self.match, by)
        return (by, events.Paused(at)) if what == "pause" else (by, events.Resumed())

    def _answer(self, command: ask.AnswerQuestion, now: Now) -> _Pairs | Refuse:
        acting = self._acting(command, paused=True)
        if isinstance(acting, Refuse):
            return acting
        _, seat = acting
        if self.asking is None:
            return Refuse("no_question")
        if not command.yes:
            return seat, events.Declined()
        waiting = self.waiting()
        mine = [other for other in waiting if self.seats[other].user == command.user]
        if not mine:
            return Refuse("no_question")
        if set(waiting) <= set(mine):
            return self._carry_out(self.asking.what, self.asking.by, now)
        return mine[0], events.Agreed()

    def waiting(self) -> tuple[Seat, ...]:
        """The seats that still have to answer the question."""
        if self.asking is None:
            return ()
        asker = self.seats[self.asking.by].user
        agreed = {self.seats[seat].user for seat in self.asking.yes} | {asker}
        return tuple(seat for seat in self.people() if self.seats[seat].user not in agreed)

    def _give_up(self, command: ask.GiveUp, now: Now) -> _Pairs | Refuse:
        acting = self._acting(command, paused=True)
        if isinstance(acting, Refuse):
            return acting
        _, seat = acting
        if seat in self.resigned():
            return Refuse("resigned")
        return seat, events.Played(self.clocks.time(now), RESIGN)

    def _hand_over(self, command: ask.HandSeatOver, now: Now) -> _Pairs | Refuse:
        acting = self._acting(command, paused=True)
        if isinstance(acting, Refuse):
            return acting
        if command.target >= len(self.seats):
            return Refuse("no_such_seat")
        state = self.seats[command.target]
        if state.user is None or self.bot_of(command.target) is not None:
            return Refuse("bot_plays")
        if state.user != command.user and not command.absent:
            return Refuse("player_is_here")
        return command.target, events.HandedOver(self.clocks.time(now), command.bot or self.basic)

    def _take_back(self, command: ask.TakeSeatBack, now: Now) -> _Pairs | Refuse:
        acting = self._acting(command, paused=True)
        if isinstance(acting, Refuse):
            return acting
        _, seat = acting
        if self.seats[seat].stand_in is None or seat in self.resigned():
            return Refuse("nothing_to_take_back")
        return seat, events.BackAgain(self.clocks.time(now))

    def _become(self, command: ask.Become) -> _Pairs | Refuse:
        if command.user is None or not (self.seats_of(command.user) or command.user == self.table.host):
            return Refuse("not_seated")
        return None, events.Became(command.user, command.to)

    def _rematch(self, command: ask.MakeRematch) -> _Pairs | Refuse:
        if self.state != "over":
            return Refuse("not_over")
        if self.rematch is not None:
            return Refuse("rematch_made", values={"table": self.rematch})
        if not self.seats_of(command.user):
            return Refuse("not_seated")
        return None, events.Rematched(command.table)

    def _acting(self, command: ask.Command, *, paused: bool = False) -> tuple[Match, Seat] | Refuse:
        """The match and the seat of somebody who is seated and may do something now."""
        if command.seat is None or command.seat not in self.seats_of(command.user):
            return Refuse("not_seated")
        if self.match is None:
            return Refuse("not_begun")
        if self.match.is_over:
            return Refuse("over", fresh=True)
        if self.clocks.paused and not paused:
            return Refuse("paused")
        return self.match, command.seat

    def _timed(self) -> list[Seat]:
        """The seats whose clock may run out: people's."""
        return [seat for seat in self.people() if self.match and seat in self.match.actors]

    # Apply

    def apply(self, row: Row, now: Now) -> None:
        """Take a row that is durable; raises `CorruptMatch` where it can't follow."""
        if row.version != self.version + 1:
            raise CorruptMatch(f"table {self.table.id}: expected version {self.version + 1}, got {row.version}")
        event = event_of(row)
        try:
            self._apply(event, row.seat, now)
        except (JetonError, IndexError, TypeError) as error:
            raise CorruptMatch(f"table {self.table.id}, version {row.version}: {error}") from error
        self.version, self.changed_at = row.version, row.at
        if row.client is not None:
            self.clients[row.client] = row.version

    def _apply(self, event: events.Event, seat: Seat | None, now: Now) -> None:
        match event:
            case events.Played(at, move):
                self._apply_entry(at, move, seat, now)
            case events.Sat(user, name, nonce):
                self.seats[_given(seat)] = SeatState(user=user, name=name, nonce=nonce)
            case events.BotSat(bot):
                self.seats[_given(seat)] = SeatState(bot=bot)
            case events.Rose():
                self.seats[_given(seat)] = SeatState()
            case events.Started(nonces):
                self.match = Match(self.game, self._header(nonces))
                self.clocks.start(self.match.actors, now)
            case events.Asked(what):
                self.asking = Asking(what, _given(seat), set())
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
            case events.Rematched(table_id):
                self.rematch = table_id

    def _apply_entry(self, at: int, move: str, seat: Seat | None, now: Now) -> None:
        if self.match is None:
            raise CorruptMatch("an entry before the match began")
        entry = Entry(self.match.n + 1, at, _given(seat), move)
        before, actors = self.match.position, self.match.actors
        self.match.append(entry)
        self.recent.append((before, entry))
        self.clocks.move(at, entry.seat, actors, self.match.actors, now)
        self.asking = None

    def _header(self, nonces: tuple[str, ...]) -> Header:
        table = self.table
        return Header(title=table.title, version=table.rules, seats=table.seats, options=table.options,
                      key=table.key, nonces=nonces)  # fmt: skip

    def _actors(self) -> tuple[Seat, ...]:
        return self.match.actors if self.match else ()


_Pair = tuple[Seat | None, events.AnyEvent]
_Pairs = _Pair | list[_Pair]


def _given(seat: Seat | None) -> Seat:
    if seat is None:
        raise CorruptMatch("the row names no seat")
    return seat
