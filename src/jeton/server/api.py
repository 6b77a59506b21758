"""The HTTP API: people, tables and finished matches. The OpenAPI document at /api/openapi.json is made from it."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body
from msgspec import Meta, Struct
from sqlalchemy import desc, select

from jeton import bots, games
from jeton.core.errors import BadOption, UnknownTitle
from jeton.core.record import write_match
from jeton.server import commands as ask
from jeton.server.bots import check_bot
from jeton.server.commands import Command, Refuse
from jeton.server.events import Settings
from jeton.server.frames import Frames, table_message
from jeton.server.gate import address_of, cookie, cookie_name, token_of
from jeton.server.hub import LiveRoom, now
from jeton.server.people import BadName, User
from jeton.server.protocol import BotSpelling, ClockSetting, Seat, TableMessage
from jeton.server.services import Services
from jeton.server.tables import insert_table, new_table
from jeton.store import schema as tables

__all__ = ["HANDLERS", "Problem"]

AnyRequest = Request[Any, Any, Any]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
TableId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
Nonce = Annotated[str, Meta(max_length=64)]
YEAR = 400 * 86_400


class Problem(HTTPException):
    """A refusal: its code, as on the socket."""

    def __init__(self, status: int, code: str, values: dict[str, Any] | None = None) -> None:
        """With a status for machines."""
        super().__init__(detail=code, status_code=status)
        self.code, self.values = code, values or {}


class NewGuest(Struct, forbid_unknown_fields=True):
    """Somebody who wants to play."""

    name: Name
    language: Literal["en", "fr", "nl"] = "en"


class Me(Struct):
    """Who this session is."""

    id: str
    name: str
    language: str
    login: str | None = None
    token: str | None = None
    """Only in the answer that makes it."""


class NewBot(Struct, forbid_unknown_fields=True):
    """A bot of one's own."""

    name: Name


class TransferToken(Struct, forbid_unknown_fields=True):
    """What a transfer link carries."""

    token: Annotated[str, Meta(min_length=20, max_length=100)]


class OptionInfo(Struct):
    """A table option."""

    name: str
    values: list[Any]
    default: Any
    rule: str


class TitleInfo(Struct):
    """A game that can be played here."""

    title: str
    version: int
    seats: list[int]
    options: list[OptionInfo]
    bots: list[str]


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be made."""

    title: Annotated[str, Meta(max_length=32)]
    seats: Annotated[int, Meta(ge=1, le=16)] = 2
    options: dict[str, Any] = {}
    clock: ClockSetting = ClockSetting()
    public: bool = False
    sit: bool = True
    """Whether the host takes the first seat."""
    nonce: Nonce = ""
    bots: Annotated[list[BotSpelling], Meta(max_length=16)] = []
    """Bots for the next seats."""
    pace: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    """How long bots seem to think, in milliseconds."""
    start: bool = False
    """Begin at once; needs every seat taken."""


class SeatRequest(Struct, forbid_unknown_fields=True):
    """Take a seat, any free one without a number."""

    seat: Seat | None = None
    nonce: Nonce = ""


class BotRequest(Struct, forbid_unknown_fields=True):
    """Put a bot on a seat."""

    bot: BotSpelling


class StartRequest(Struct, forbid_unknown_fields=True):
    """Begin; empty seats get this bot."""

    fill: BotSpelling | None = None


class MoveRequest(Struct, forbid_unknown_fields=True):
    """Play a move; send the same id again if no answer came."""

    id: Annotated[str, Meta(min_length=1, max_length=40, pattern="^[A-Za-z0-9_-]+$")]
    move: Annotated[str, Meta(min_length=1, max_length=200)]
    seen: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    seat: Seat | None = None


class Done(Struct):
    """It was done."""

    id: str
    version: int
    n: int


class TableRow(Struct):
    """A table in a list."""

    id: str
    title: str
    seats: int
    state: str
    players: list[str]
    free: int
    changed_at: int
    my_turn: bool = False
    clock: str = "none"


def _services(request: AnyRequest) -> Services:
    services: Services = request.app.state.services
    return services


async def _user(request: AnyRequest) -> User | None:
    return await _services(request).people.user_of(token_of(request.scope))  # type: ignore[arg-type]


async def _signed_in(request: AnyRequest) -> User:
    user = await _user(request)
    if user is None:
        raise Problem(401, "sign_in")
    return user


async def _live(request: AnyRequest, table_id: str) -> LiveRoom:
    live = await _services(request).hub.room(table_id)
    if live is None:
        raise Problem(404, "no_such_table")
    return live


async def _do(live: LiveRoom, command: Command) -> Done:
    answer = await live.ask(command)
    if isinstance(answer, Refuse):
        values = {**answer.values, "rule": answer.rule} if answer.rule else answer.values
        raise Problem(503 if answer.code in ("store_down", "busy") else 409, answer.code, values)
    return Done(live.core.table.id, live.core.version, live.core.n)


def _session(request: AnyRequest, user: User, token: str) -> Response[Me]:
    scope: Any = request.scope
    secure = scope.get("scheme") == "https"
    kept = Cookie(key=cookie_name(scope), value=token, path="/", secure=secure, httponly=True, samesite="lax",
                  max_age=YEAR)  # fmt: skip
    return Response(Me(user.id, user.name, user.language, user.login, token), cookies=[kept], status_code=201)


@post("/api/guest", tags=["people"])
async def new_guest(request: AnyRequest, data: Annotated[NewGuest, Body()]) -> Response[Me]:
    """Play at once: a name, no account. The session's token comes as a cookie, and in the answer for programs."""
    services = _services(request)
    if not services.new_guests.take(address_of(request.scope)):  # type: ignore[arg-type]
        raise Problem(429, "too_many")
    try:
        user, token = await services.people.new_guest(data.name, data.language)
    except BadName:
        raise Problem(400, "bad_name") from None
    return _session(request, user, token)


@get("/api/me", tags=["people"])
async def me(request: AnyRequest) -> Me:
    """Who this session is."""
    user = await _signed_in(request)
    return Me(user.id, user.name, user.language, user.login)


@patch("/api/me", tags=["people"])
async def rename(request: AnyRequest, data: Annotated[NewGuest, Body()]) -> Me:
    """Another name, another language."""
    user = await _signed_in(request)
    try:
        user = await _services(request).people.rename(user, data.name, data.language)
    except BadName:
        raise Problem(400, "bad_name") from None
    return Me(user.id, user.name, user.language, user.login)


@post("/api/me/transfer", tags=["people"])
async def new_transfer(request: AnyRequest) -> TransferToken:
    """A token for a link that opens this session on another device: it works once, for a quarter of an hour."""
    user = await _signed_in(request)
    return TransferToken(await _services(request).people.new_token(user, "transfer"))


@post("/api/transfer", tags=["people"])
async def redeem_transfer(request: AnyRequest, data: Annotated[TransferToken, Body()]) -> Response[Me]:
    """Use a transfer link."""
    services = _services(request)
    if not services.new_guests.take(address_of(request.scope)):  # type: ignore[arg-type]
        raise Problem(429, "too_many")
    found = await services.people.redeem(data.token)
    if found is None:
        raise Problem(403, "denied")
    return _session(request, *found)


@post("/api/logout", tags=["people"], status_code=204)
async def logout(request: AnyRequest, everywhere: bool = False) -> Response[None]:
    """End this session, or all sessions of this person."""
    user = await _signed_in(request)
    scope: Any = request.scope
    await _services(request).people.forget(token_of(scope) or "", everywhere=user if everywhere else None)
    response: Response[None] = Response(None, status_code=204)
    if cookie(scope) is not None:
        response.delete_cookie(cookie_name(scope))
    return response


@post("/api/me/bots", tags=["people"])
async def new_bot(request: AnyRequest, data: Annotated[NewBot, Body()]) -> Me:
    """A bot of one's own, with a token: `Authorization: Bearer …`."""
    user = await _signed_in(request)
    services = _services(request)
    if user.bot_of is not None or len(await services.people.bots_of(user)) >= 20:
        raise Problem(403, "denied")
    try:
        bot, token = await services.people.new_bot(user, data.name)
    except BadName:
        raise Problem(400, "bad_name") from None
    return Me(bot.id, bot.name, bot.language, token=token)


@get("/api/me/bots", tags=["people"])
async def my_bots(request: AnyRequest) -> list[Me]:
    """One's own bots."""
    user = await _signed_in(request)
    return [Me(bot.id, bot.name, bot.language) for bot in await _services(request).people.bots_of(user)]


@delete("/api/me/bots/{bot_id:str}", tags=["people"])
async def drop_bot(request: AnyRequest, bot_id: TableId) -> None:
    """Take a bot's token away."""
    if not await _services(request).people.drop_bot(await _signed_in(request), bot_id):
        raise Problem(404, "denied")


@get("/api/titles", tags=["tables"])
async def list_titles() -> list[TitleInfo]:
    """The games that can be played here, with their options and bots."""
    found = []
    for title in games.titles():
        game = games.make(title)
        offered: Any = getattr(game, "table_options", None) or getattr(getattr(game, "box", None), "options", ())
        options = [OptionInfo(one.name, list(one.values), one.default, one.rule) for one in offered]
        found.append(TitleInfo(title, game.version, list(game.seat_counts), options, list(bots.offered(title))))
    return found


@post("/api/tables", tags=["tables"])
async def make_table(request: AnyRequest, data: Annotated[NewTable, Body()]) -> Done:
    """Make a table; its id is its link: /t/ID."""
    user, services = await _signed_in(request), _services(request)
    if not services.new_tables.take(address_of(request.scope)):  # type: ignore[arg-type]
        raise Problem(429, "too_many")
    if not all(check_bot(bot, data.title) for bot in data.bots):
        raise Problem(400, "unknown_bot")
    pace = services.config.bot_pace if data.pace is None else data.pace
    settings = Settings(clock=data.clock, public=data.public, pace=pace)
    try:
        table = new_table(data.title, data.seats, data.options, settings, user.id, now().wall)
    except UnknownTitle:
        raise Problem(400, "unknown_title") from None
    except (BadOption, TypeError, ValueError) as error:
        raise Problem(400, "bad_option", {"detail": str(error)[:300]}) from None
    if data.sit + len(data.bots) > data.seats:
        raise Problem(400, "bad_option", {"detail": "more players than seats"})
    await services.store.execute(insert_table(table))
    live = await _live(request, table.id)
    done = Done(table.id, 0, 0)
    if data.sit:
        done = await _do(live, ask.SitDown(user=user.id, seat=0, name=user.name, nonce=data.nonce))
    if data.bots:
        services.hub.bots.warm()
    for seat, bot in enumerate(data.bots, start=int(data.sit)):
        done = await _do(live, ask.PutBot(user=user.id, seat=seat, bot=bot))
    if data.start:
        done = await _do(live, ask.Begin(user=user.id))
    return done


@get("/api/tables", tags=["tables"])
async def lobby(request: AnyRequest) -> list[TableRow]:
    """Open tables that anybody may join, and public matches to watch, newest first."""
    matches = tables.matches
    wanted = select(matches.c.id).where((matches.c.public == 1) & matches.c.state.in_(("open", "playing")))
    rows = await _rows(request, wanted.order_by(matches.c.state, desc(matches.c.changed_at)).limit(50), None)
    return [row for row in rows if row.state != "over"]


@get("/api/me/tables", tags=["tables"])
async def my_tables(request: AnyRequest, over: bool = False) -> list[TableRow]:
    """One's own tables, those where it is one's turn first; finished ones with `over`."""
    user = await _signed_in(request)
    matches, players = tables.matches, tables.players
    states = ("over", "playing") if over else ("open", "playing")  # the list may lag behind the log: see below
    joined = matches.join(players, players.c.match == matches.c.id)
    wanted = select(matches.c.id).select_from(joined).where((players.c.user == user.id) & matches.c.state.in_(states))
    wanted = wanted.group_by(matches.c.id, matches.c.changed_at).order_by(desc(matches.c.changed_at)).limit(50)
    rows = [row for row in await _rows(request, wanted, user) if (row.state == "over") == over]
    return sorted(rows, key=lambda row: not row.my_turn)


async def _rows(request: AnyRequest, wanted: Any, user: User | None) -> list[TableRow]:
    services, rows = _services(request), []
    for found in await services.store.fetch(wanted):
        live = await services.hub.room(found["id"])
        if live is None:
            continue
        core = live.core
        actors = core.match.actors if core.match else ()
        rows.append(
            TableRow(
                id=core.table.id,
                title=core.table.title,
                seats=core.table.seats,
                state=core.state,
                players=[seat.name or seat.bot or "" for seat in core.seats if seat.taken],
                free=sum(not seat.taken for seat in core.seats),
                changed_at=core.table.made_at,
                my_turn=user is not None and any(seat in actors for seat in core.seats_of(user.id)),
                clock=core.table.settings.clock.kind,
            )
        )
    return rows


@get("/api/tables/{table_id:str}", tags=["tables"])
async def show_table(request: AnyRequest, table_id: TableId) -> TableMessage:
    """All about a table but the game."""
    live, user = await _live(request, table_id), await _user(request)
    return table_message(live.core, user.id if user else None, live.here(), 0)


@post("/api/tables/{table_id:str}/seats", tags=["tables"])
async def sit_down(request: AnyRequest, table_id: TableId, data: Annotated[SeatRequest, Body()]) -> Done:
    """Take a seat."""
    user, live = await _signed_in(request), await _live(request, table_id)
    return await _do(live, ask.SitDown(user=user.id, seat=data.seat, name=user.name, nonce=data.nonce))


@delete("/api/tables/{table_id:str}/seats/{seat:int}", tags=["tables"], status_code=200)
async def rise(request: AnyRequest, table_id: TableId, seat: int) -> Done:
    """Leave a seat before the match begins; the host may free any."""
    user, live = await _signed_in(request), await _live(request, table_id)
    return await _do(live, ask.RiseUp(user=user.id, seat=_small(seat)))


@post("/api/tables/{table_id:str}/seats/{seat:int}/bot", tags=["tables"])
async def put_bot(request: AnyRequest, table_id: TableId, seat: int, data: Annotated[BotRequest, Body()]) -> Done:
    """Put a bot on a seat: the host's right."""
    user, live = await _signed_in(request), await _live(request, table_id)
    if not check_bot(data.bot, live.core.table.title):
        raise Problem(400, "unknown_bot")
    _services(request).hub.bots.warm()
    return await _do(live, ask.PutBot(user=user.id, seat=_small(seat), bot=data.bot))


@post("/api/tables/{table_id:str}/start", tags=["tables"])
async def start(request: AnyRequest, table_id: TableId, data: Annotated[StartRequest, Body()]) -> Done:
    """Begin the match: the host's right."""
    user, live = await _signed_in(request), await _live(request, table_id)
    if data.fill is not None and not check_bot(data.fill, live.core.table.title):
        raise Problem(400, "unknown_bot")
    return await _do(live, ask.Begin(user=user.id, fill=data.fill))


@post("/api/tables/{table_id:str}/rematch", tags=["tables"])
async def rematch(request: AnyRequest, table_id: TableId) -> Done:
    """Meet again: the same people and bots, every seat one further on. Whoever asks first is the host."""
    user, live, services = await _signed_in(request), await _live(request, table_id), _services(request)
    core = live.core
    if core.state != "over":
        raise Problem(409, "not_over")
    if not core.seats_of(user.id):
        raise Problem(409, "not_seated")
    if core.rematch is not None:
        return Done(core.rematch, 0, 0)
    if not services.new_tables.take(address_of(request.scope)):  # type: ignore[arg-type]
        raise Problem(429, "too_many")
    old = core.table
    settings = msgspec.structs.replace(old.settings, rematch_of=old.id)
    table = new_table(old.title, old.seats, old.options, settings, user.id, now().wall)
    await services.store.execute(insert_table(table))
    other = await _live(request, table.id)
    for seat, state in enumerate(core.seats):
        place = (seat - 1) % old.seats
        if state.user is not None:
            await _do(other, ask.SitDown(user=state.user, seat=place, name=state.name))
        elif state.bot is not None:
            await _do(other, ask.PutBot(user=user.id, seat=place, bot=state.bot))
    answer = await live.ask(ask.MakeRematch(user=user.id, table=table.id))
    if isinstance(answer, Refuse) and answer.code == "rematch_made":
        return Done(answer.values["table"], 0, 0)  # somebody was faster; ours stays empty of moves and is purged
    return Done(table.id, other.core.version, 0)


@post("/api/tables/{table_id:str}/moves", tags=["play"])
async def play_move(request: AnyRequest, table_id: TableId, data: Annotated[MoveRequest, Body()]) -> Done:
    """Play a move without a socket, for simple bots."""
    user, live = await _signed_in(request), await _live(request, table_id)
    seat = _seat(live, user, data.seat)
    client = f"{user.id}:http:{data.id}"
    return await _do(live, ask.Play(user=user.id, seat=seat, client=client, move=data.move, seen=data.seen))


@get("/api/tables/{table_id:str}/view", tags=["play"])
async def show_view(request: AnyRequest, table_id: TableId, seat: int | None = None) -> dict[str, Any]:
    """What one's seat may know now, as the socket's `view` message; a spectator's knowledge without a seat."""
    user, live = await _user(request), await _live(request, table_id)
    if live.core.match is None:
        raise Problem(409, "not_begun")
    viewer = _seat(live, user, seat) if user and (seat is not None or live.core.seats_of(user.id)) else None
    if seat is not None and viewer is None:
        raise Problem(409, "not_your_seat")
    message = Frames(live.core).message(viewer, -1, now())
    found: dict[str, Any] = msgspec.to_builtins(message, str_keys=True)
    return found


@get("/api/tables/{table_id:str}/match", tags=["play"], media_type="text/plain")
async def match_file(request: AnyRequest, table_id: TableId) -> Response[str]:
    """The match file of a finished match."""
    live = await _live(request, table_id)
    match = live.core.match
    if match is None or not match.is_over:
        raise Problem(409, "not_over")
    headers = {"content-disposition": f'attachment; filename="{match.header.title}-{table_id}.match"'}
    return Response(write_match(match.header, match.log), media_type="text/plain", headers=headers)


@get("/api/tables/{table_id:str}/replay", tags=["play"])
async def replay(request: AnyRequest, table_id: TableId) -> dict[str, Any]:
    """A finished match, move by move, with everything that was hidden: for the replay page, and to download."""
    live = await _live(request, table_id)
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
        "outcome": msgspec.to_builtins(match.outcome),
    }
    return found


def _seat(live: LiveRoom, user: User, seat: int | None) -> int:
    mine = live.core.seats_of(user.id)
    if seat is None and mine:
        return mine[0]
    if seat is None or seat not in mine:
        raise Problem(409, "not_your_seat" if mine else "not_seated")
    return seat


def _small(seat: int) -> int:
    if not 0 <= seat <= 15:
        raise Problem(409, "no_such_seat")
    return seat


HANDLERS: list[HTTPRouteHandler] = [
    new_guest, me, rename, new_transfer, redeem_transfer, logout, new_bot, my_bots, drop_bot,
    list_titles, make_table, lobby, my_tables, show_table, sit_down, rise, put_bot, start, rematch,
    play_move, show_view, match_file, replay,
]  # fmt: skip
