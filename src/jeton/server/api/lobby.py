"""The host's part before a match, and the rematch after it."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import delete, patch, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body
from msgspec import Struct

from jeton.core.game import START
from jeton.server.api.alone import note_maker
from jeton.server.api.common import (
    AnyRequest,
    Done,
    Problem,
    TableId,
    carry_out,
    limited,
    live_room,
    services_of,
    signed_in,
)
from jeton.server.people.people import User
from jeton.server.rooms import commands as ask
from jeton.server.rooms.commands import Refuse
from jeton.server.rooms.hub import LiveRoom, now
from jeton.server.rooms.seating import BOT_NAMES
from jeton.server.tables.tables import keep_table, new_table
from jeton.store import queries

__all__ = ["HANDLERS", "at_table", "small"]


class KeepRequest(Struct, forbid_unknown_fields=True):
    """Keep a seat for people who come with the code, or let anybody sit there."""

    kept: bool


class TableChange(Struct, forbid_unknown_fields=True):
    """What the host may change before the match."""

    several: bool
    """Whether one person may take more than one seat."""


class RematchRequest(Struct, forbid_unknown_fields=True):
    """Agree to a rematch, or decline it."""

    on: bool = True
    wait: bool = True
    """False: make the table now, with a free seat for each person who has not agreed."""


class Rematch(Struct):
    """How far a rematch has come."""

    table: str | None
    """Where it is; none while somebody has not agreed."""
    waiting: list[int]
    """The seats of these people."""


def small(seat: int) -> int:
    """Return the number of a seat, if a table can have so many."""
    if not 0 <= seat <= 15:
        raise Problem(409, "no_such_seat")
    return seat


async def at_table(request: AnyRequest, table_id: str) -> tuple[User, LiveRoom]:
    """Return who wants to change a table, and its room; count the change, like questions on the socket."""
    user, live = await signed_in(request), await live_room(request, table_id)
    if not services_of(request).sockets.asks.take(user.id):
        raise Problem(429, "flood")
    return user, live


@post("/api/tables/{table_id:str}/places", tags=["tables"])
async def add_seat(request: AnyRequest, table_id: TableId) -> Done:
    """Add a seat: the host's right."""
    user, live = await at_table(request, table_id)
    return await carry_out(live, ask.AddSeat(user=user.id))


@delete("/api/tables/{table_id:str}/places/{seat:int}", tags=["tables"], status_code=200)
async def remove_seat(request: AnyRequest, table_id: TableId, seat: int) -> Done:
    """Remove a seat, a free one or a bot's: the host's right. The seats after it move up."""
    user, live = await at_table(request, table_id)
    return await carry_out(live, ask.RemoveSeat(user=user.id, seat=small(seat)))


@patch("/api/tables/{table_id:str}/places/{seat:int}", tags=["tables"])
async def keep_seat(request: AnyRequest, table_id: TableId, seat: int, data: Annotated[KeepRequest, Body()]) -> Done:
    """Keep a seat of a public table for people who come with its code: the host's right."""
    user, live = await at_table(request, table_id)
    return await carry_out(live, ask.KeepSeat(user=user.id, seat=small(seat), on=data.kept))


@patch("/api/tables/{table_id:str}", tags=["tables"])
async def change_table(request: AnyRequest, table_id: TableId, data: Annotated[TableChange, Body()]) -> Done:
    """Change how people may sit: the host's right."""
    user, live = await at_table(request, table_id)
    return await carry_out(live, ask.Allow(user=user.id, several=data.several))


@post("/api/tables/{table_id:str}/rematch", tags=["tables"])
async def rematch(request: AnyRequest, table_id: TableId, data: Annotated[RematchRequest, Body()]) -> Rematch:
    """Agree to meet again: the same people and bots, every seat one further on.

    The match begins when all have agreed; against bots alone that is at once.
    """
    user, live = await at_table(request, table_id)
    core = live.core
    if not (core.rematch is None and data.on and core.again.intersection(core.seats_of(user.id))):
        answer = await live.ask(ask.WantAgain(user=user.id, on=data.on))
        if isinstance(answer, Refuse) and answer.code not in ("rematch_made", "nothing_to_ask"):
            raise Problem(503 if answer.code in ("store_down", "busy") else 409, answer.code, answer.values)
    if core.rematch is None and data.on and (not core.disagree() or not data.wait):
        await _meet_again(request, live, user)
    return Rematch(core.rematch, list(core.disagree()) if core.rematch is None else [])


async def _meet_again(request: AnyRequest, live: LiveRoom, user: User) -> None:
    """Make the table of the rematch, seat those who have agreed, and begin if these are all.

    If two people do that at the same time, one wins; the server drops the other's table, where nobody sits yet.
    """
    services, core = services_of(request), live.core
    limited(request, services.new_tables)
    old = core.table
    users = [state.user for state in core.seats if state.user is not None]
    several = core.several or len(set(users)) < len(users)
    settings = msgspec.structs.replace(old.settings, rematch_of=old.id, several=several, kept=0, lesson=None, origin="")
    options = {name: value for name, value in old.options.items() if name != START}
    table = new_table(old.title, old.seats, options, settings, user.id, now().wall)
    table = await keep_table(services.store, table)
    answer = await live.ask(ask.MakeRematch(user=user.id, table=table.id))
    if isinstance(answer, Refuse):
        await services.store.execute(queries.matches.drop(table.id))
        if answer.code != "rematch_made":
            raise Problem(503 if answer.code in ("store_down", "busy") else 409, answer.code, answer.values)
        return
    other, missing = await live_room(request, table.id), core.disagree()
    note_maker(request, other)
    for seat, state in enumerate(core.seats):
        place = (seat - 1) % old.seats
        if state.user is not None and seat not in missing:
            await carry_out(other, ask.SitDown(user=state.user, seat=place, name=state.name))
        elif state.bot is not None:
            name = state.name or BOT_NAMES[seat % len(BOT_NAMES)]
            await carry_out(other, ask.PutBot(user=user.id, seat=place, bot=state.bot, name=name))
    if not missing:
        await carry_out(other, ask.Begin(user=user.id))


HANDLERS: list[HTTPRouteHandler] = [add_seat, remove_seat, keep_seat, change_table, rematch]
