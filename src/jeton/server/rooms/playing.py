"""What moves lead to, from people, bots and the clock. Pure: time comes in, rows go out."""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from jeton.core.errors import JetonError
from jeton.core.game import CLOCK, TICK, Entry, Seat
from jeton.core.match import RESIGN, TIMEOUT, UNDO, Match
from jeton.server.refusals import refusal_of
from jeton.server.rooms import commands as ask
from jeton.server.rooms import events
from jeton.server.rooms.commands import Foreseen, Now, Refuse

if TYPE_CHECKING:
    from jeton.server.rooms.room import Room

__all__ = ["MAX_ENTRIES", "Moved", "Pair", "Pairs", "acting", "bot_move", "play", "ring", "why_not"]

MAX_ENTRIES = 5_000
"""More entries than any real match has: the room refuses moves beyond them."""

Pair = tuple[Seat | None, events.AnyEvent]
Pairs = Pair | list[Pair]
"""Rows to write: seats, and what happened there."""
Moved = tuple[Pair, Foreseen]
"""A move to write, and what it leads to."""


def why_not(room: Room, user: str | None, seat: Seat | None, move: str, now: Now) -> Refuse | None:
    """Return what would refuse a move if it were played now; None if nothing would."""
    decision = play(room, ask.Play(user=user, seat=seat, move=move), now)
    return decision if isinstance(decision, Refuse) else None


def play(room: Room, command: ask.Play, now: Now) -> Moved | Refuse:
    """Play a person's move."""
    found = acting(room, command)
    if isinstance(found, Refuse):
        return found
    match, seat = found
    if room.bot_of(seat) is not None:
        return Refuse("bot_plays", fresh=True)
    if command.seen is not None and _stale(room, match, command.seen):
        return Refuse("stale", values={"n": match.n}, fresh=True)
    return _check(room, match, seat, command.move, now)


def _stale(room: Room, match: Match, seen: int) -> bool:
    """Return whether a turn has passed since a player looked.

    If several act at once, legality alone decides, also for the last of them: that others moved, that the clock ticked
    or that somebody gave up is no reason to refuse.
    """
    missed = match.n - seen
    if missed == 0 or len(match.actors) > 1:
        return False
    if not 0 < missed <= len(room.recent):
        return True
    since = list(islice(room.recent, len(room.recent) - missed, None))
    if len(room.game.actors(since[0][0])) > 1:
        return False
    return any(entry.seat != CLOCK and entry.move not in (RESIGN, TIMEOUT) for _, entry in since)


def bot_move(room: Room, command: ask.BotMove, now: Now) -> Moved | Refuse:
    """Play a bot's move, if it is still wanted."""
    if room.match is None or room.match.is_over or room.clocks.paused:
        return Refuse("over")
    if command.seat is None or room.bot_of(command.seat) is None:
        return Refuse("taken_back")
    if _stale(room, room.match, command.n):
        return Refuse("stale")
    return _check(room, room.match, command.seat, command.move, now)


def _check(room: Room, match: Match, seat: Seat, move: str, now: Now) -> Moved | Refuse:
    if match.n >= MAX_ENTRIES:
        return Refuse("too_long")
    at = room.clocks.time(now)
    try:
        if move in (UNDO, RESIGN, TIMEOUT, TICK):
            return Refuse("malformed")
        entry = Entry(match.n + 1, at, seat, move)
        foreseen = Foreseen(entry, match.position, room.game.play(match.position, entry))
    except JetonError as error:
        return refusal_of(error)
    return (seat, events.Played(at, move)), foreseen


def ring(room: Room, command: ask.Alarm, now: Now) -> Pairs | Refuse:
    """Play a tick of the game's own clock, or end a player's time that has run out."""
    if room.match is None or room.match.is_over or room.clocks.paused:
        return Refuse("nothing_due")
    at = room.clocks.time(now)
    due = room.game.alarm(room.match.position)
    if due is not None and due <= at:
        return CLOCK, events.Played(max(due, room.clocks.at), TICK)
    flagged = room.clocks.flagged(room.timed(), now)
    if flagged is not None:
        return flagged, events.Played(at, TIMEOUT)
    return Refuse("nothing_due")


def acting(room: Room, command: ask.Command, *, paused: bool = False) -> tuple[Match, Seat] | Refuse:
    """Return the match and the seat of somebody who is seated and may do something now."""
    if command.seat is None or not room.holds(command.user, command.seat):
        return Refuse("not_seated")
    if room.match is None:
        return Refuse("not_begun")
    if room.match.is_over:
        return Refuse("over", fresh=True)
    if room.clocks.paused and not paused:
        return Refuse("paused")
    return room.match, command.seat
