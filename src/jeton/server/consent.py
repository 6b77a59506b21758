"""What the others have a say in, or what one does with one's own seat: undo, pause, resign, hand over."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from jeton.core.game import CLOCK, Seat
from jeton.core.match import RESIGN, UNDO, Match
from jeton.server import commands as ask
from jeton.server import events
from jeton.server.commands import Now, Refuse
from jeton.server.playing import MAX_ENTRIES, Pairs, acting

if TYPE_CHECKING:
    from jeton.server.room import Room

__all__ = ["answer", "ask_others", "give_up", "hand_over", "take_back", "undo"]


def undo(room: Room, command: ask.UndoMove, now: Now) -> Pairs | Refuse:
    """Take back one's last move: freely while nothing was revealed, else with the others' consent."""
    found = acting(room, command)
    if isinstance(found, Refuse):
        return found
    match, seat = found
    if command.seen is not None and command.seen != match.n:
        return Refuse("stale", values={"n": match.n}, fresh=True)
    steps = _steps_back(room, match, seat)
    if not steps:
        return Refuse("cannot_undo")
    free = steps == 1 and match.can_undo
    return _with_consent(room, "undo", seat, now, ask_first=not free)


def _steps_back(room: Room, match: Match, seat: Seat) -> int:
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


def ask_others(room: Room, command: ask.AskOthers, now: Now) -> Pairs | Refuse:
    """A pause needs consent; anybody may go on."""
    found = acting(room, command, paused=True)
    if isinstance(found, Refuse):
        return found
    _, seat = found
    if room.clocks.paused != (command.what == "resume"):
        return Refuse("nothing_to_ask")
    return _with_consent(room, command.what, seat, now, ask_first=command.what == "pause")


def _with_consent(
    room: Room, what: Literal["undo", "pause", "resume"], by: Seat, now: Now, *, ask_first: bool
) -> Pairs | Refuse:
    others = [seat for seat in room.people() if room.seats[seat].user != room.seats[by].user]
    if ask_first and others:
        if room.asking is not None:
            return Refuse("question_stands")
        return by, events.Asked(what)
    return _carry_out(room, what, by, now)


def _carry_out(room: Room, what: Literal["undo", "pause", "resume"], by: Seat, now: Now) -> Pairs:
    at = room.clocks.time(now)
    if what == "undo" and room.match is not None:
        return [(by, events.Played(at, UNDO))] * _steps_back(room, room.match, by)
    return (by, events.Paused(at)) if what == "pause" else (by, events.Resumed())


def answer(room: Room, command: ask.AnswerQuestion, now: Now) -> Pairs | Refuse:
    """The last yes carries it out, any no ends it."""
    found = acting(room, command, paused=True)
    if isinstance(found, Refuse):
        return found
    _, seat = found
    if room.asking is None:
        return Refuse("no_question")
    if not command.yes:
        return seat, events.Declined()
    waiting = room.waiting()
    mine = [other for other in waiting if room.seats[other].user == command.user]
    if not mine:
        return Refuse("no_question")
    if set(waiting) <= set(mine):
        return _carry_out(room, room.asking.what, room.asking.by, now)
    return mine[0], events.Agreed()


def give_up(room: Room, command: ask.GiveUp, now: Now) -> Pairs | Refuse:
    """Resign, once."""
    found = acting(room, command, paused=True)
    if isinstance(found, Refuse):
        return found
    _, seat = found
    if seat in room.resigned():
        return Refuse("resigned")
    return seat, events.Played(room.clocks.time(now), RESIGN)


def hand_over(room: Room, command: ask.HandSeatOver, now: Now) -> Pairs | Refuse:
    """A bot for one's own seat, or for one whose player is gone."""
    found = acting(room, command, paused=True)
    if isinstance(found, Refuse):
        return found
    if command.target >= len(room.seats):
        return Refuse("no_such_seat")
    state = room.seats[command.target]
    if state.user is None or room.bot_of(command.target) is not None:
        return Refuse("bot_plays")
    if state.user != command.user and not command.absent:
        return Refuse("player_is_here")
    return command.target, events.HandedOver(room.clocks.time(now), command.bot or room.basic)


def take_back(room: Room, command: ask.TakeSeatBack, now: Now) -> Pairs | Refuse:
    """One's own seat again, unless it was given up."""
    found = acting(room, command, paused=True)
    if isinstance(found, Refuse):
        return found
    _, seat = found
    if room.seats[seat].stand_in is None or seat in room.resigned():
        return Refuse("nothing_to_take_back")
    return seat, events.BackAgain(room.clocks.time(now))
