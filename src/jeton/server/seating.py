"""Who sits where before the match begins, and what becomes of it all when it is over."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jeton.server import commands as ask
from jeton.server import events
from jeton.server.commands import Now, Refuse
from jeton.server.playing import Pair, Pairs

if TYPE_CHECKING:
    from jeton.server.room import Room

__all__ = ["become", "begin", "change_seat", "rematch", "sit"]


def sit(room: Room, command: ask.SitDown, now: Now) -> Pairs | Refuse:
    """A free seat; the host may take a bot's."""
    if room.match is not None:
        return Refuse("begun")
    if command.user is None:
        return Refuse("sign_in")
    mine, seat = room.seats_of(command.user), command.seat
    if seat is None:
        if mine and (not command.another or command.name in {room.seats[i].name for i in mine}):
            return Refuse("already_seated")
        free = [i for i, state in enumerate(room.seats) if not state.taken]
        if not free:
            return Refuse("table_full")
        seat = free[0]
    if seat >= len(room.seats):
        return Refuse("no_such_seat")
    if seat in mine:
        return Refuse("already_seated")
    if room.seats[seat].taken and not (room.seats[seat].bot and command.user == room.table.host):
        return Refuse("seat_taken")
    return seat, events.Sat(command.user, command.name, command.nonce)


def change_seat(room: Room, command: ask.PutBot | ask.RiseUp, now: Now) -> Pairs | Refuse:
    """A bot on a seat, or nobody: the host's right, or one's own."""
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
        return command.seat, events.BotSat(command.bot)
    if not state.taken:
        return Refuse("seat_empty")
    if not is_host and state.user != command.user:
        return Refuse("not_your_seat")
    return command.seat, events.Rose()


def begin(room: Room, command: ask.Begin, now: Now) -> Pairs | Refuse:
    """The words of the seats fix the deal."""
    if room.match is not None:
        return Refuse("begun")
    if command.user != room.table.host:
        return Refuse("host_only")
    empty = [i for i, state in enumerate(room.seats) if not state.taken]
    if empty and command.fill is None:
        return Refuse("seats_empty", values={"count": len(empty)})
    pairs: list[Pair] = [(seat, events.BotSat(command.fill or room.basic)) for seat in empty]
    return [*pairs, (None, events.Started(tuple(state.nonce for state in room.seats)))]


def become(room: Room, command: ask.Become, now: Now) -> Pairs | Refuse:
    """A guest's seats go to the account."""
    if command.user is None or not (room.seats_of(command.user) or command.user == room.table.host):
        return Refuse("not_seated")
    return None, events.Became(command.user, command.to)


def rematch(room: Room, command: ask.MakeRematch, now: Now) -> Pairs | Refuse:
    """One rematch, whoever asks first."""
    if room.state != "over":
        return Refuse("not_over")
    if room.rematch is not None:
        return Refuse("rematch_made", values={"table": room.rematch})
    if not room.seats_of(command.user):
        return Refuse("not_seated")
    return None, events.Rematched(command.table)
