"""What a rated table asks for: a clock that counts, one seat a person, and bots whose strength was measured.

Nobody gets hints, takes a move back or lets a bot stand in: how it ends should say who played better.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from jeton import games
from jeton.bots import roster
from jeton.bots.catalogue import measured
from jeton.server.rooms.commands import Refuse

if TYPE_CHECKING:
    from jeton.server.rooms.room import Room

__all__ = ["CLOCKS", "bots_refused", "why_not_begin"]

CLOCKS = ("hard", "days")
"""The clocks by which a seat can lose."""


def bots_refused(room: Room, bots: Iterable[str | None]) -> Refuse | None:
    """Why these bots can't sit at a rated table: their strength was measured with other rules, or not at all."""
    wanted = [bot for bot in bots if bot is not None]
    table = room.table
    if not wanted or not table.settings.rated:
        return None
    usual = dict(games.make(table.title, version=table.rules).options)
    usual |= roster(table.title).rated_with
    known = all(measured(table.title, len(room.seats), bot) for bot in wanted)
    return None if known and dict(table.options) == usual else Refuse("rated_bot")


def why_not_begin(room: Room, fill: str | None) -> Refuse | None:
    """Why a rated match can't begin with those who sit there, and `fill` on every empty seat."""
    if not room.table.settings.rated:
        return None
    people = [state.user for state in room.seats if state.user is not None]
    if len(set(people)) < len(people):
        return Refuse("rated")
    return bots_refused(room, [state.bot if state.taken else fill for state in room.seats])
