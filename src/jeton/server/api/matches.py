"""Matches: a move and a view without a socket, and what a finished match leaves."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body
from msgspec import Meta, Struct

from jeton.core.match import Match
from jeton.core.record import write_match
from jeton.server import commands as ask
from jeton.server.api.common import AnyRequest, Done, Problem, TableId, carry_out, live_room, signed_in, user_of
from jeton.server.hub import LiveRoom, now
from jeton.server.people import User
from jeton.server.protocol import Seat

__all__ = ["HANDLERS"]


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
    """What one's seat may know now, as the socket's `view` message; a spectator's knowledge without a seat."""
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
async def match_file(request: AnyRequest, table_id: TableId) -> Response[str]:
    """The match file of a finished match."""
    live = await live_room(request, table_id)
    match = live.core.match
    if match is None or not match.is_over:
        raise Problem(409, "not_over")
    headers = {"content-disposition": f'attachment; filename="{match.header.title}-{table_id}.match"'}
    return Response(write_match(match.header, match.log), media_type="text/plain", headers=headers)


@get("/api/tables/{table_id:str}/replay", tags=["play"])
async def replay(request: AnyRequest, table_id: TableId) -> dict[str, Any]:
    """A finished match, move by move, with everything that was hidden: for the replay page, and to download."""
    live = await live_room(request, table_id)
    match = live.core.match
    if match is None or not match.is_over:
        raise Problem(409, "not_over")
    positions = [*match._positions, match.position]
    found: dict[str, Any] = {
        "title": match.header.title,
        "version": match.header.version,
        "seats": [seat.name or seat.bot or "" for seat in live.core.seats],
        "options": dict(match.header.options),
        "commitment": live.core.commitment,
        "key": match.header.key,
        "nonces": list(match.header.nonces),
        "entries": msgspec.to_builtins(match.log),
        "reports": msgspec.to_builtins(match.reports(None), str_keys=True),
        "positions": [match.game.full(position) for position in positions],
        "views": [msgspec.to_builtins(_seen(match, position), str_keys=True) for position in positions],
        "outcome": msgspec.to_builtins(match.outcome),
    }
    return found


def _seen(match: Match, position: Any) -> Any:
    """What whoever moved next saw; what lies open to all where several could move, or nobody."""
    actors = match.game.actors(position)
    return match.game.view(position, actors[0] if len(actors) == 1 else None)


def _seat(live: LiveRoom, user: User, seat: int | None) -> int:
    mine = live.core.seats_of(user.id)
    if seat is None and mine:
        return mine[0]
    if seat is None or seat not in mine:
        raise Problem(409, "not_your_seat" if mine else "not_seated")
    return seat


HANDLERS: list[HTTPRouteHandler] = [play_move, show_view, match_file, replay]
