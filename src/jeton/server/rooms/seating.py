"""Who sits where before the match begins, and on how many seats."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from jeton.core.game import START, Seat
from jeton.server.rooms import commands as ask
from jeton.server.rooms import events
from jeton.server.rooms.commands import Now, Refuse
from jeton.server.rooms.playing import Pair, Pairs
from jeton.server.rooms.rated import bots_refused, why_not_begin

if TYPE_CHECKING:
    from jeton.server.rooms.room import Room

__all__ = ["BOT_NAMES", "add_seat", "allow", "become", "begin", "change_seat", "keep_seat", "remove_seat", "sit"]

BOT_NAMES = ("Otto", "Mirabel", "Vesper", "Tarquin", "Odile")
"""The names of bots, by the seat that they come to; the page knows the same names."""


def sit(room: Room, command: ask.SitDown, now: Now) -> Pairs | Refuse:
    """Take a free seat; the host may take a bot's."""
    if room.match is not None:
        return Refuse("begun")
    if command.user is None:
        return Refuse("sign_in")
    seat = _chosen(room, command)
    if isinstance(seat, Refuse):
        return seat
    return seat, events.Sat(command.user, command.name, command.nonce)


def _chosen(room: Room, command: ask.SitDown) -> Seat | Refuse:
    """Return the seat that somebody comes to: one per person unless the host allows more, a kept one if invited."""
    mine, is_host = room.seats_of(command.user), command.user == room.table.host
    if mine and (room.table.settings.rated or not (is_host or room.several)):
        return Refuse("already_seated")
    invited = command.invited or is_host or not room.table.settings.public
    if command.seat is None:
        if mine and (not command.another or command.name in {room.seats[i].name for i in mine}):
            return Refuse("already_seated")
        free = [i for i, state in enumerate(room.seats) if not state.taken]
        allowed = [i for i in free if invited or not room.seats[i].kept]
        return allowed[0] if allowed else Refuse("seats_kept" if free else "table_full")
    if command.seat >= len(room.seats):
        return Refuse("no_such_seat")
    if command.seat in mine:
        return Refuse("already_seated")
    state = room.seats[command.seat]
    if state.taken and not (state.bot and is_host):
        return Refuse("seat_taken")
    return Refuse("seats_kept") if state.kept and not invited else command.seat


def change_seat(room: Room, command: ask.PutBot | ask.RiseUp, now: Now) -> Pairs | Refuse:
    """Put a bot on a seat, as the host, or free a seat, as the host or the person who sits there."""
    if room.match is not None:
        return Refuse("begun")
    if command.seat is None or command.seat >= len(room.seats):
        return Refuse("no_such_seat")
    state = room.seats[command.seat]
    is_host = command.user == room.table.host
    if isinstance(command, ask.PutBot):
        if not is_host:
            return Refuse("host_only")
        if state.user is not None and state.user != command.user:
            return Refuse("seat_taken")
        if refusal := bots_refused(room, [command.bot]):
            return refusal
        return command.seat, events.BotSat(command.bot, command.name or _bot_name(room, command.seat))
    if not state.taken:
        return Refuse("seat_empty")
    if not is_host and state.user != command.user:
        return Refuse("not_your_seat")
    return command.seat, events.Rose()


def _bot_name(room: Room, seat: Seat, also: Collection[str] = ()) -> str:
    """Return a name for a bot on a seat that nobody else at the table has, if possible with a letter of its own."""
    used = {state.name for i, state in enumerate(room.seats) if i != seat} | set(also)
    names = [BOT_NAMES[(seat + i) % len(BOT_NAMES)] for i in range(len(BOT_NAMES))]
    free = [name for name in names if name not in used] or [f"{names[0]} {seat + 1}"]
    letters = {name[:1].upper() for name in used}
    return next((name for name in free if name[0] not in letters), free[0])


def _host_only(room: Room, command: ask.Command) -> Refuse | None:
    """Return why the lobby can't be changed: the match has begun, or somebody else is the host."""
    if room.match is not None:
        return Refuse("begun")
    return None if command.user == room.table.host else Refuse("host_only")


def add_seat(room: Room, command: ask.AddSeat, now: Now) -> Pairs | Refuse:
    """Add a seat, up to the most that the game takes."""
    if refusal := _host_only(room, command):
        return refusal
    most = len(room.seats) if START in room.table.options else max(room.game.seat_counts)
    return Refuse("seats_most", values={"count": most}) if len(room.seats) >= most else (None, events.SeatAdded())


def remove_seat(room: Room, command: ask.RemoveSeat, now: Now) -> Pairs | Refuse:
    """Remove a seat, down to the fewest that the game takes; a person must stand up first."""
    if refusal := _host_only(room, command):
        return refusal
    if command.seat is None or command.seat >= len(room.seats):
        return Refuse("no_such_seat")
    if room.seats[command.seat].user is not None:
        return Refuse("seat_taken")
    least = len(room.seats) if START in room.table.options else min(room.game.seat_counts)
    if len(room.seats) <= least:
        return Refuse("seats_fewest", values={"count": least})
    return command.seat, events.SeatRemoved()


def keep_seat(room: Room, command: ask.KeepSeat, now: Now) -> Pairs | Refuse:
    """Keep a seat for people who come with the code."""
    if refusal := _host_only(room, command):
        return refusal
    if command.seat is None or command.seat >= len(room.seats):
        return Refuse("no_such_seat")
    return command.seat, events.Kept(command.on)


def allow(room: Room, command: ask.Allow, now: Now) -> Pairs | Refuse:
    """Let one person take several seats."""
    return _host_only(room, command) or (None, events.Allowed(command.several))


def begin(room: Room, command: ask.Begin, now: Now) -> Pairs | Refuse:
    """Begin the match: the words of the seats fix the deal."""
    if room.match is not None:
        return Refuse("begun")
    if command.user != room.table.host:
        return Refuse("host_only")
    empty = [i for i, state in enumerate(room.seats) if not state.taken]
    if empty and command.fill is None:
        return Refuse("seats_empty", values={"count": len(empty)})
    if refusal := why_not_begin(room, command.fill or room.basic):
        return refusal
    pairs: list[Pair] = []
    names: list[str] = []
    for seat in empty:
        names.append(_bot_name(room, seat, names))
        pairs.append((seat, events.BotSat(command.fill or room.basic, names[-1])))
    return [*pairs, (None, events.Started(tuple(state.nonce for state in room.seats)))]


def become(room: Room, command: ask.Become, now: Now) -> Pairs | Refuse:
    """Give a guest's seats to the account."""
    if command.user is None or not (room.seats_of(command.user) or command.user == room.table.host):
        return Refuse("not_seated")
    return None, events.Became(command.user, command.to)
