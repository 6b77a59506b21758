"""A board to set up and explore: what lies on it after some moves, what a judge says, and a table to play it at.

The server keeps nothing: a position is a text, and the link holds the whole board.
"""

from __future__ import annotations

import asyncio
from typing import Annotated, Any
from urllib.parse import urlencode

from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body
from msgspec import Meta, Struct

from jeton import bots, games
from jeton.analysis.board import Impossible, lay
from jeton.analysis.review import Decision
from jeton.core.errors import JetonError
from jeton.core.game import START, Flaw, Report
from jeton.core.match import Match
from jeton.server.api.common import AnyRequest, Done, Problem, limited, services_of, signed_in
from jeton.server.api.moments import Beginning, sit_at
from jeton.server.refusals import refusal_of
from jeton.server.rooms.bots import NotYet
from jeton.server.rooms.seating import BOT_NAMES
from jeton.server.wire.protocol import BotSpelling

__all__ = ["HANDLERS"]

LINES, SEED = 2_000, 1
COST = 20
"""What a question costs of the entries that an address may read in a minute; a judge costs ten times as much."""
ADDRESS = 2_000
"""Characters that the way back may have; if the moves make it longer, it leads to the position after them."""
Moves = Annotated[list[Annotated[str, Meta(min_length=1, max_length=60)]], Meta(max_length=400)]


class BoardRequest(Struct, forbid_unknown_fields=True):
    """A position, as the option `start` says it, and moves from there; an empty one is before the first move."""

    title: Annotated[str, Meta(max_length=32)]
    seats: Annotated[int, Meta(ge=1, le=8)]
    start: Annotated[str, Meta(max_length=1_500)] = ""
    moves: Moves = []


class BoardInfo(Struct):
    """A board: what the next mover sees; or why there can be no such position."""

    start: str
    """The text of the position before the moves."""
    now: str
    """The same after them; empty if the match is over."""
    views: tuple[Any, ...]
    """Before the first move and after each; none if the position is impossible."""
    reports: tuple[Report, ...]
    flaws: tuple[Flaw, ...]


class BoardPlay(BoardRequest, forbid_unknown_fields=True):
    """The same, and who plays on the other seats."""

    fill: BotSpelling | None = None


@post("/api/board", tags=["board"], status_code=200)
async def show_board(request: AnyRequest, data: Annotated[BoardRequest, Body()]) -> BoardInfo:
    """Return a position with some moves played; if it is impossible, the rules that say so."""
    limited(request, services_of(request).reading, COST + len(data.moves))
    try:
        match = await _laid(data)
    except Impossible as error:
        return BoardInfo(data.start, "", (), (), error.flaws)
    game, positions = match.game, match.positions
    views = tuple(game.view(one, next(iter(game.actors(one)), None)) for one in positions)
    now = "" if match.is_over else game.beginning(views[-1]) or ""
    return BoardInfo(match.header.options[START], now, views, tuple(match.reports(None)), ())


@post("/api/board/judge", tags=["board"], status_code=200)
async def judge_board(request: AnyRequest, data: Annotated[BoardRequest, Body()]) -> Decision:
    """Return what a judge says of the position after the moves: the best moves, with their chances.

    `move` is any of the legal ones: nobody played one.
    """
    services = services_of(request)
    limited(request, services.reading, 10 * COST)
    match = await _laid(data, strict=True)
    if match.is_over or bots.roster(data.title).judge is None:
        raise Problem(409, "over" if match.is_over else "no_hints")
    view, header = match.view(match.actors[0]), match.header
    about = (header.title, header.version, header.options, header.seats)
    try:
        return await services.hub.bots.judge(*about, view, view.turns + 1, view.moves[0], LINES, SEED)
    except NotYet:
        raise Problem(503, "busy") from None


@post("/api/board/play", tags=["board"])
async def play_board(request: AnyRequest, data: Annotated[BoardPlay, Body()]) -> Done:
    """Sit down at the position after the moves, on the seat to move, against bots."""
    user, services = await signed_in(request), services_of(request)
    limited(request, services.new_tables)
    match = await _laid(data, strict=True)
    if match.is_over:
        raise Problem(409, "over")
    seat, offered = match.actors[0], bots.offered(data.title)
    fill = data.fill or offered[len(offered) // 2]
    if not bots.playable(data.title, fill):
        raise Problem(400, "unknown_bot")
    begin = match.game.beginning(match.view(seat))
    others = {other: (fill, BOT_NAMES[other % len(BOT_NAMES)]) for other in range(data.seats) if other != seat}
    origin = _address(data.title, data.seats, match.header.options[START], data.moves)
    if len(origin) > ADDRESS:
        origin = _address(data.title, data.seats, begin or "", [])
    return await sit_at(request, user, Beginning(data.title, data.seats, {START: begin}, seat, others, origin))


def _address(title: str, seats: int, start: str, moves: list[str]) -> str:
    """Return the page's address of a board, which holds all of it."""
    query = {"n": str(seats), "p": start, **({"m": ",".join(moves)} if moves else {})}
    return f"/board/{title}?{urlencode(query)}"


async def _laid(data: BoardRequest, *, strict: bool = False) -> Match:
    """Return the match of a board; refuse it if a move can't follow and, if `strict`, an impossible position."""
    if data.title not in games.titles():
        raise Problem(404, "unknown_title")
    if data.seats not in games.make(data.title).seat_counts:
        raise Problem(400, "bad_option")
    try:
        return await asyncio.to_thread(lay, data.title, data.seats, data.start, data.moves)
    except Impossible as error:
        if not strict:
            raise
        raise Problem(409, "impossible", {"rule": error.flaws[0].rule}) from None
    except JetonError as error:
        refused = refusal_of(error)
        raise Problem(409, refused.code, {**refused.values, "rule": refused.rule}) from None


HANDLERS: list[HTTPRouteHandler] = [show_board, judge_board, play_board]
