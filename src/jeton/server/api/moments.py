"""A moment of a finished match: a picture of it, another way on, and a table to play on from there."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any, NamedTuple

from litestar import Response, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body
from msgspec import Meta, Struct

from jeton import bots, games
from jeton.analysis.line import Followed, follow
from jeton.core.errors import JetonError
from jeton.core.game import START
from jeton.core.match import Match
from jeton.core.png import png, preview
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
from jeton.server.api.matches import finished
from jeton.server.people.people import User
from jeton.server.refusals import refusal_of
from jeton.server.rooms import commands as ask
from jeton.server.rooms.bots import check_bot
from jeton.server.rooms.events import Settings
from jeton.server.rooms.hub import LiveRoom, now
from jeton.server.rooms.seating import BOT_NAMES
from jeton.server.tables.tables import keep_table, new_table
from jeton.server.wire.protocol import BotSpelling
from jeton.words import Words

__all__ = ["HANDLERS", "Beginning", "sit_at", "turn_at"]

Step = Annotated[int, Meta(ge=0, le=100_000)]


class TryRequest(Struct, forbid_unknown_fields=True):
    """Play on after so many moves; where people sat, this bot plays, or one of the middle."""

    step: Step
    fill: BotSpelling | None = None


@post("/api/tables/{table_id:str}/try", tags=["play"])
async def try_moment(request: AnyRequest, table_id: TableId, data: Annotated[TryRequest, Body()]) -> Done:
    """Sit down where a finished match was after so many moves, on the seat to move, against bots.

    The server deals anew what that seat could not know. The bots of the match play on; others replace the people.
    """
    user, services = await signed_in(request), services_of(request)
    live, match = await finished(request, table_id)
    limited(request, services.new_tables)
    old, core = live.core.table, live.core
    fill = data.fill or bots.offered(old.title)[len(bots.offered(old.title)) // 2]
    if not check_bot(fill, old.title):
        raise Problem(400, "unknown_bot")
    seat, begin = _beginning(match, data.step)
    others = {
        other: (state.bot or fill, state.name if state.bot else BOT_NAMES[other % len(BOT_NAMES)])
        for other, state in enumerate(core.seats)
        if other != seat
    }
    options, origin = {**old.options, START: begin}, f"/m/{old.id}/{data.step}"
    return await sit_at(request, user, Beginning(old.title, old.seats, options, seat, others, origin))


class Beginning(NamedTuple):
    """Where a match begins in the middle: the asker's seat, the bots on the others with their names, the way back."""

    title: str
    seats: int
    options: dict[str, Any]
    seat: int
    others: dict[int, tuple[str, str]]
    origin: str = ""


async def sit_at(request: AnyRequest, user: User, where: Beginning) -> Done:
    """Make a table for the asker that begins there, seat them against bots, and begin."""
    services = services_of(request)
    settings = Settings(pace=services.config.bot_pace, origin=where.origin)
    table = new_table(where.title, where.seats, where.options, settings, user.id, now().wall)
    table = await keep_table(services.store, table)
    new = await live_room(request, table.id)
    note_maker(request, new)
    services.hub.bots.warm(where.title)
    await carry_out(new, ask.SitDown(user=user.id, seat=where.seat, name=user.name))
    for seat, (bot, name) in where.others.items():
        await carry_out(new, ask.PutBot(user=user.id, seat=seat, bot=bot, name=name))
    return await carry_out(new, ask.Begin(user=user.id))


@get("/api/tables/{table_id:str}/picture/{step:int}", tags=["play"], media_type="image/svg+xml")
async def picture(request: AnyRequest, table_id: TableId, step: Step) -> Response[bytes]:
    """Return a finished match after so many moves, as a small picture (SVG), as its mover saw it."""
    _, match = await finished(request, table_id)
    position = _position(match, step)
    actors = match.game.actors(position)
    drawn = match.game.picture(match.game.view(position, actors[0] if actors else None))
    return Response(drawn.encode(), media_type="image/svg+xml", headers=_named(match, table_id, step, "svg"))


@get("/api/tables/{table_id:str}/picture/{step:int}/png", tags=["play"], media_type="image/png")
async def picture_png(request: AnyRequest, table_id: TableId, step: Step) -> Response[bytes]:
    """Return a finished match after so many moves, as everybody saw it, with names: a picture to keep (PNG)."""
    live, match = await finished(request, table_id)
    drawn = await asyncio.to_thread(png, drawn_moment(live, match, step), 2.0)
    return Response(drawn, media_type="image/png", headers=_named(match, table_id, step, "png"))


@get("/api/tables/{table_id:str}/picture/{step:int}/preview", tags=["play"], media_type="image/png")
async def picture_preview(request: AnyRequest, table_id: TableId, step: Step) -> Response[bytes]:
    """Return the same in the size of a link's preview: 1200 by 630."""
    live, match = await finished(request, table_id)
    drawn = await asyncio.to_thread(preview, drawn_moment(live, match, step))
    return Response(drawn, media_type="image/png", headers=_named(match, table_id, step, "png"))


def drawn_moment(live: LiveRoom, match: Match, step: int) -> str:
    """Return a moment as everybody saw it, as SVG, with the names of those who sat there."""
    view = match.game.view(_position(match, step), None)
    heading = f"{Words('en')(f'{match.header.title}.name')} · {turn_at(match, step)}/{turn_at(match, match.n_standing)}"
    names = [state.name or f"{seat + 1}" for seat, state in enumerate(live.core.seats)]
    return match.game.picture(view, names, heading)


def turn_at(match: Match, step: int) -> int:
    """Return how many turns a match has had after so many moves, as its players count them."""
    first, now = match.game.turns(match.positions[0]), match.game.turns(match.positions[step])
    return step if first is None or now is None else now - first


def _named(match: Match, table_id: str, step: int, kind: str) -> dict[str, str]:
    """Give the file a name; a match that is over stays as it is."""
    return {
        "content-disposition": f'inline; filename="{match.header.title}-{table_id}-{step}.{kind}"',
        "cache-control": "public, max-age=86400",
    }


class MomentText(Struct):
    """A moment as text: what a board begins with."""

    start: str


@get("/api/tables/{table_id:str}/start/{step:int}", tags=["play"])
async def moment_text(request: AnyRequest, table_id: TableId, step: Step) -> MomentText:
    """Return a finished match after so many moves as the text of a board, as its mover could know it.

    Refuse a match with options that a board lacks.
    """
    _, match = await finished(request, table_id)
    own = {name: value for name, value in match.header.options.items() if name not in (START, "first")}
    usual = games.make(match.header.title).options
    if any(usual.get(name) != value for name, value in own.items()):
        raise Problem(409, "not_from_here")
    return MomentText(_beginning(match, step)[1])


class LineRequest(Struct, forbid_unknown_fields=True):
    """Moves that could have followed after so many."""

    step: Step
    moves: Annotated[list[Annotated[str, Meta(min_length=1, max_length=200)]], Meta(min_length=1, max_length=60)]


@post("/api/tables/{table_id:str}/line", tags=["play"], status_code=200)
async def line(request: AnyRequest, table_id: TableId, data: Annotated[LineRequest, Body()]) -> Followed:
    """Return another way on from a moment of a finished match, move by move.

    The server deals anew what the mover could not know.
    """
    _, match = await finished(request, table_id)
    position, game = _position(match, data.step), match.game
    actors = game.actors(position)
    if len(actors) != 1:
        raise Problem(409, "over")
    try:
        return follow(game, game.view(position, actors[0]), data.moves, first=data.step + 1)
    except JetonError as error:
        refused = refusal_of(error)
        raise Problem(409, refused.code, {**refused.values, "rule": refused.rule}) from None


def _position(match: Match, step: int) -> Any:
    if step > match.n_standing:
        raise Problem(404, "over")
    return match.positions[step]


def _beginning(match: Match, step: int) -> tuple[int, str]:
    """Return who was to move after so many moves, and the option `start` for it."""
    position = _position(match, step)
    actors = match.game.actors(position)
    if len(actors) != 1:
        raise Problem(409, "over")
    found = match.game.beginning(match.game.view(position, actors[0]))
    if found is None:
        raise Problem(409, "not_from_here")
    return actors[0], found


HANDLERS: list[HTTPRouteHandler] = [try_moment, picture, picture_png, picture_preview, moment_text, line]
