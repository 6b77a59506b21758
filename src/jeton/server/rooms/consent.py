"""What players do with their own seat, or only with the others' consent: undo, pause, resign, hand over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jeton.core.game import CLOCK, Seat
from jeton.core.match import RESIGN, UNDO, Match
from jeton.server.rooms import commands as ask
from jeton.server.rooms import events
from jeton.server.rooms.commands import Now, Refuse
from jeton.server.rooms.playing import MAX_ENTRIES, Pairs, acting

if TYPE_CHECKING:
    from jeton.server.rooms.room import Room

__all__ = ["answer", "ask_others", "give_up", "hand_over", "take_back", "undo", "who_may_undo"]


def undo(room: Room, command: ask.UndoMove, now: Now) -> Pairs | Refuse:
    """Take back the last move of a player's seats: at once if nobody has moved since, else with the others' consent.

    Several people may share a device and hold a seat each: whoever has it takes back the last move made on it, and
    no more. What was revealed stays: nobody can forget it, and going back would let a player look into every deck.
    """
    found = acting(room, command)
    if isinstance(found, Refuse):
        return found
    match, seat = found
    if command.seen is not None and command.seen != match.n:
        return Refuse("stale", values={"n": match.n}, fresh=True)
    if room.table.settings.rated:
        return Refuse("rated")
    steps, mover = _last_move(room, match, seat)
    if not steps:
        return Refuse("cannot_undo")
    if match.revealed(steps):
        return Refuse("revealed")
    return _with_consent(room, events.Asked("undo"), mover, now, ask_first=steps > 1)


def who_may_undo(room: Room, match: Match) -> tuple[tuple[Seat, ...], tuple[Seat, ...]]:
    """Return the seats whose undo would happen at once, and those whose undo would first ask the others.

    Every view needs this, so it first checks, once for all seats, what settles the matter for most of them.
    """
    if room.clocks.paused or room.table.settings.rated or not _may_go_back(match):
        return (), ()
    at_once: list[Seat] = []
    by_asking: list[Seat] = []
    users: dict[Seat, str | None] | None = None
    reached: set[str | None] = set()
    for since, entry in enumerate(match.unrevealing()):
        if entry.seat == CLOCK:
            break
        if users is None:
            users = {seat: room.seats[seat].user for seat, bot in enumerate(room.bots()) if bot is None}
        user = users.get(entry.seat)
        if user is None or user in reached:
            continue
        reached.add(user)
        everybody = len(set(users.values()))
        # with several people only the very last move goes at once: they have a say in the others
        found = by_asking if since and everybody > 1 else at_once
        found.extend(seat for seat, holder in users.items() if holder == user)
        if len(reached) == everybody:
            break
    return tuple(at_once), tuple(by_asking)


def _others(room: Room, by: Seat, target: Seat | None = None) -> list[Seat]:
    """Return the seats of people who have a say in a request: all but the asker's own and the target."""
    left_alone = {room.seats[by].user, room.seats[by if target is None else target].user}
    return [seat for seat in room.people() if room.seats[seat].user not in left_alone]


def _last_move(room: Room, match: Match, seat: Seat) -> tuple[int, Seat]:
    """Return how many entries to take back so that the last one of a player's seats goes, and which seat made it.

    If that can't be, return 0.
    """
    user = room.seats[seat].user
    seats = {seat, *(other for other in room.people() if room.seats[other].user == user)}
    for steps, entry in enumerate(match.backwards() if _may_go_back(match) else (), start=1):
        if entry.seat == CLOCK:
            break
        if entry.seat in seats:
            return steps, entry.seat
    return 0, seat


def _may_go_back(match: Match) -> bool:
    """Return whether anything can be taken back: the match goes on in turns, and its log has room."""
    return match.n + match.n_standing <= MAX_ENTRIES and len(match.actors) == 1


def ask_others(room: Room, command: ask.AskOthers, now: Now) -> Pairs | Refuse:
    """Ask for a pause, which needs consent; anybody may go on."""
    found = acting(room, command, paused=True)
    if isinstance(found, Refuse):
        return found
    _, seat = found
    if room.clocks.paused != (command.what == "resume"):
        return Refuse("nothing_to_ask")
    return _with_consent(room, events.Asked(command.what), seat, now, ask_first=command.what == "pause")


def _with_consent(room: Room, asked: events.Asked, by: Seat, now: Now, *, ask_first: bool) -> Pairs | Refuse:
    if ask_first and _others(room, by, asked.target):
        if room.asking is not None:
            return Refuse("question_stands")
        return by, asked
    return _carry_out(room, asked, by, now)


def _carry_out(room: Room, asked: events.Asked, by: Seat, now: Now) -> Pairs:
    at = room.clocks.time(now)
    match asked.what:
        case "undo":
            return [(by, events.Played(at, UNDO))] * (_last_move(room, room.match, by)[0] if room.match else 0)
        case "pause":
            return by, events.Paused(at)
        case "resume":
            return by, events.Resumed()
        case "handover":
            return asked.target, events.HandedOver(at, asked.bot or room.basic)


def answer(room: Room, command: ask.AnswerQuestion, now: Now) -> Pairs | Refuse:
    """Answer: the last yes carries the question out, any no ends it."""
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
    if set(waiting) > set(mine):
        return mine[0], events.Agreed()
    asking = room.asking
    if asking.target is not None and not command.absent:
        return asking.target, events.Declined()  # by coming back, the player says no
    return _carry_out(room, events.Asked(asking.what, asking.target, asking.bot), asking.by, now)


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
    """Put a bot on the asker's own seat or, if the others agree, on a seat whose player is gone.

    At a table that plays over days nobody is gone: the clock says when their time is up.
    """
    found = acting(room, command, paused=True)
    if isinstance(found, Refuse):
        return found
    _, seat = found
    if room.table.settings.rated:
        return Refuse("rated")
    if command.target >= len(room.seats):
        return Refuse("no_such_seat")
    state = room.seats[command.target]
    if state.user is None or room.bot_of(command.target) is not None:
        return Refuse("bot_plays")
    asked = events.Asked("handover", command.target, command.bot or room.basic)
    if state.user == command.user:
        return _carry_out(room, asked, seat, now)
    if room.clocks.setting.kind == "days":
        return Refuse("has_days")
    if not command.absent:
        return Refuse("player_is_here")
    return _with_consent(room, asked, seat, now, ask_first=True)


def take_back(room: Room, command: ask.TakeSeatBack, now: Now) -> Pairs | Refuse:
    """Give players their own seat back, unless they gave up."""
    found = acting(room, command, paused=True)
    if isinstance(found, Refuse):
        return found
    _, seat = found
    if room.seats[seat].stand_in is None or seat in room.resigned():
        return Refuse("nothing_to_take_back")
    return seat, events.BackAgain(room.clocks.time(now))
