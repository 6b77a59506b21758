"""Playing again when a match is over: who has agreed, and the table where they meet."""

from __future__ import annotations

from typing import TYPE_CHECKING

from jeton.server.rooms import commands as ask
from jeton.server.rooms import events
from jeton.server.rooms.commands import Now, Refuse
from jeton.server.rooms.playing import Pairs

if TYPE_CHECKING:
    from jeton.server.rooms.room import Room

__all__ = ["make", "want_again"]


def want_again(room: Room, command: ask.WantAgain, now: Now) -> Pairs | Refuse:
    """Let a person agree or decline, and change their mind until somebody has made the table."""
    mine = room.seats_of(command.user)
    if refusal := _not_now(room, command.user):
        return refusal
    if (room.again if command.on else room.declined).intersection(mine):
        return Refuse("nothing_to_ask")
    return [(seat, events.WantedAgain(command.on)) for seat in mine]


def make(room: Room, command: ask.MakeRematch, now: Now) -> Pairs | Refuse:
    """Make the rematch, once: the quickest of those who agreed makes it."""
    if refusal := _not_now(room, command.user):
        return refusal
    if not room.again.intersection(room.seats_of(command.user)):
        return Refuse("not_agreed")
    return None, events.Rematched(command.table)


def _not_now(room: Room, user: str | None) -> Refuse | None:
    """Return why there can be no rematch for somebody."""
    if room.state != "over":
        return Refuse("not_over")
    if room.rematch is not None:
        return Refuse("rematch_made", values={"table": room.rematch})
    return None if room.seats_of(user) else Refuse("not_seated")
