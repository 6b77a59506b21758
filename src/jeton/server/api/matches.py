"""Matches: a move and a view without a socket, and the files of a finished match."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body
from litestar.response import Stream
from msgspec import Meta, Struct

from jeton.core.match import Match
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
    user_of,
)
from jeton.server.people.people import User
from jeton.server.rooms import commands as ask
from jeton.server.rooms.hub import LiveRoom, now
from jeton.server.tables.archive import pieces_of
from jeton.server.tables.judging import Study
from jeton.server.wire.protocol import Seat

__all__ = ["HANDLERS", "finished"]

COST_OF_ANY = 20
"""What reading a match costs beside one for each of its entries."""


class MoveRequest(Struct, forbid_unknown_fields=True):
    """Play a move; send the same id again if no answer came."""

    id: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
    move: Annotated[str, Meta(min_length=1, max_length=200)]
    seen: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    seat: Seat | None = None


@post("/api/tables/{table_id:str}/moves", tags=["play"])
async def play_move(request: AnyRequest, table_id: TableId, data: Annotated[MoveRequest, Body()]) -> Done:
    """Play a move without a socket, for simple bots."""
    user, live = await signed_in(request), await live_room(request, table_id)
    seat = _seat(live, user, data.seat)
    client = f"{user.id}:http:{data.id}"
    return await carry_out(live, ask.Play(user=user.id, seat=seat, client=client, move=data.move, seen=data.seen))


@get("/api/tables/{table_id:str}/view", tags=["play"])
async def show_view(request: AnyRequest, table_id: TableId, seat: int | None = None) -> dict[str, Any]:
    """Return what my seat may know now, as the socket's `view` message; without a seat, what a spectator may."""
    user, live = await user_of(request), await live_room(request, table_id)
    if live.core.match is None:
        raise Problem(409, "not_begun")
    live.asks(user.id if user else None)
    viewer = _seat(live, user, seat) if user and (seat is not None or live.core.seats_of(user.id)) else None
    if seat is not None and viewer is None:
        raise Problem(409, "not_your_seat")
    found: dict[str, Any] = msgspec.json.decode(live.frames.view(viewer, -1, now()))
    return found


@get("/api/tables/{table_id:str}/match", tags=["play"], media_type="text/plain")
async def match_file(request: AnyRequest, table_id: TableId) -> Stream:
    """Return the match file of a finished match."""
    live, match = await finished(request, table_id)
    headers = {"content-disposition": f'attachment; filename="{match.header.title}-{table_id}.match"'}
    file = await services_of(request).archive.match_file(live)
    return Stream(pieces_of(file), media_type="text/plain", headers=headers)


@get("/api/tables/{table_id:str}/replay", tags=["play"], media_type="application/json")
async def replay(request: AnyRequest, table_id: TableId) -> Stream:
    """Return a finished match, move by move, with everything that was hidden: for the replay page, and to download."""
    live, _ = await finished(request, table_id)
    return Stream(pieces_of(await services_of(request).archive.replay(live)), media_type="application/json")


@get("/api/tables/{table_id:str}/review", tags=["play"], media_type="application/json")
async def review(request: AnyRequest, table_id: TableId) -> Stream:
    """Return what a judge made of a finished match: `Study`, with the review once it is done."""
    live, _ = await finished(request, table_id)
    return Stream(pieces_of(await services_of(request).judging.found(live)), media_type="application/json")


@post("/api/tables/{table_id:str}/review", tags=["play"], status_code=200)
async def judge(request: AnyRequest, table_id: TableId) -> Study:
    """Have a finished match judged when the bots have nothing to do, unless that is done; return how far it is."""
    live, _ = await finished(request, table_id)
    return await services_of(request).judging.begin(live)


async def finished(request: AnyRequest, table_id: str) -> tuple[LiveRoom, Match]:
    """Return a match that is over; refuse if it is not, or if the address has read much of late."""
    live = await live_room(request, table_id)
    match = live.core.match
    if match is None or not match.is_over:
        raise Problem(409, "not_over")
    limited(request, services_of(request).reading, COST_OF_ANY + match.n)
    return live, match


def _seat(live: LiveRoom, user: User, seat: int | None) -> int:
    mine = live.core.seats_of(user.id)
    if seat is None and mine:
        return mine[0]
    if seat is None or seat not in mine:
        raise Problem(409, "not_your_seat" if mine else "not_seated")
    return seat


HANDLERS: list[HTTPRouteHandler] = [play_move, show_view, match_file, replay, review, judge]
