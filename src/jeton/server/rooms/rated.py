"""What a rated table requires: a clock that counts, one seat per person, and bots whose strength was measured.

Nobody gets hints, takes a move back or lets a bot stand in: the result should say who played better.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from jeton import games
from jeton.bots import roster
from jeton.bots.catalogue import measured
from jeton.server.rooms.commands import Refuse

if TYPE_CHECKING:
    from jeton.server.rooms.events import Table
    from jeton.server.rooms.room import Room

__all__ = ["CLOCKS", "bots_refused", "were_measured", "why_not_begin"]

CLOCKS = ("hard", "days")
"""The clocks on which a seat can lose."""


def were_measured(table: Table, seats: int, bots: Iterable[str]) -> bool:
    """Return whether these bots were measured at a table of so many seats, with its rules."""
    usual = {**games.make(table.title, version=table.rules).options, **roster(table.title).rated_with}
    return all(dict(table.options) == usual and measured(table.title, seats, bot) for bot in bots)


def bots_refused(room: Room, bots: Iterable[str | None]) -> Refuse | None:
    """Return why these bots can't sit at a rated table: nobody knows how strong they are."""
    wanted = [bot for bot in bots if bot is not None]
    if not room.table.settings.rated or were_measured(room.table, len(room.seats), wanted):
        return None
    return Refuse("rated_bot")


def why_not_begin(room: Room, fill: str | None) -> Refuse | None:
    """Return why a rated match can't begin with those who sit there, and `fill` on every empty seat."""
    if not room.table.settings.rated:
        return None
    people = [state.user for state in room.seats if state.user is not None]
    if len(set(people)) < len(people):
        return Refuse("rated")
    return bots_refused(room, [state.bot if state.taken else fill for state in room.seats])
