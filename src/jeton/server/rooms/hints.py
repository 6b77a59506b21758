"""Hints: who may ask what a strong bot would do, and who answers.

A person may ask only if all the others are bots. The log records the question before anybody answers: a match with
hints says so in its result, and no crash makes it forget.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jeton.server.rooms import events
from jeton.server.rooms.commands import AskHint, Now, Refuse
from jeton.server.rooms.playing import Pairs, acting

if TYPE_CHECKING:
    from jeton.server.rooms.room import Room

__all__ = ["alone", "ask_hint"]


def alone(room: Room, seat: int) -> bool:
    """Return whether only bots sit here beside a seat's person; a person with a stand-in is still there."""
    return all(state.user is None for other, state in enumerate(room.seats) if other != seat)


def ask_hint(room: Room, command: AskHint, now: Now) -> Pairs | Refuse:
    """Return a row that says that a seat asked; none if the log has one for this entry already."""
    found = acting(room, command)
    if isinstance(found, Refuse):
        return found
    match, seat = found
    if room.table.settings.rated:
        return Refuse("rated")
    if not alone(room, seat):
        return Refuse("no_hints")
    if room.bot_of(seat) is not None:
        return Refuse("bot_plays", fresh=True)
    if seat not in match.actors:
        return Refuse("not_your_turn", fresh=True)
    return [] if (seat, match.n) in room.hinted else (seat, events.Hinted(match.n))
