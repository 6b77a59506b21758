"""Tables before and beside the game: titles, lists, seats, bots, the start, the rematch."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import delete, get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body
from msgspec import Meta, Struct

from jeton import bots, games
from jeton.bots.catalogue import Offer, offers
from jeton.core.errors import BadOption, UnknownTitle
from jeton.core.game import START
from jeton.games.lessons import lesson
from jeton.server.api.alone import note_maker, refuse_more_bots_alone
from jeton.server.api.common import (
    AnyRequest,
    Done,
    Name,
    Nonce,
    Problem,
    TableId,
    carry_out,
    limited,
    limited_everywhere,
    live_room,
    services_of,
    signed_in,
    user_of,
)
from jeton.server.api.lobby import at_table, small
from jeton.server.people.people import User
from jeton.server.people.plain_text import MAX_NAME, clean
from jeton.server.rooms import commands as ask
from jeton.server.rooms.bots import check_bot
from jeton.server.rooms.events import Settings
from jeton.server.rooms.hub import LiveRoom, now
from jeton.server.rooms.rated import CLOCKS, were_measured
from jeton.server.tables.codes import plain_code
from jeton.server.tables.table_lists import Listed, list_tables
from jeton.server.tables.tables import find_code, keep_table, new_table
from jeton.server.wire.gate import address_of
from jeton.server.wire.messages import table_message
from jeton.server.wire.protocol import BotSpelling, ClockSetting, Seat, SeatInfo, TableMessage
from jeton.store import Statement, queries
from jeton.words import brought

__all__ = ["HANDLERS", "TableRow", "table_row", "told_titles"]

MAX_TABLE_NAME = 48
MOST_LISTED = 50
LOOPBACK = ("localhost", "127.0.0.1", "::1")
"""Hosts that mean another machine on every machine."""


class OptionInfo(Struct):
    """A table option."""

    name: str
    values: list[Any]
    default: Any
    rule: str
    type: str
    """`switch`, `number` or `choice`."""
    limits: tuple[int, int] | None
    """The least and the greatest value of a number."""


class TitleInfo(Struct):
    """A game that can be played here."""

    title: str
    version: int
    seats: list[int]
    options: list[OptionInfo]
    bots: list[str]
    offer: list[Offer]
    """The same bots with bot level, styles, ratings by number of seats, and how long they think."""
    page: str
    """Which table of the page draws it; `generic` shows any view."""
    words: dict[str, dict[str, str]]
    """By language: the words of a title that brings its own; empty if the page has them."""
    lessons: list[str]
    """The chapters of its guided first game; none if it has no such game."""


class NewTable(Struct, forbid_unknown_fields=True):
    """A table to be made."""

    title: Annotated[str, Meta(max_length=32)]
    seats: Annotated[int, Meta(ge=1, le=16)] = 2
    options: dict[str, Any] = {}
    clock: ClockSetting = ClockSetting()
    public: bool = False
    sit: bool = True
    """Whether the host takes the first seat."""
    name: Annotated[str, Meta(max_length=64)] = ""
    """What to call the table."""
    names: Annotated[list[Name], Meta(max_length=16)] = []
    """Who plays at the host's device: a seat for each from the first on, under that name instead of the host's."""
    nonce: Nonce = ""
    bots: Annotated[list[BotSpelling], Meta(max_length=16)] = []
    """Bots for the next seats."""
    pace: Annotated[int, Meta(ge=0, le=10_000)] | None = None
    """How long bots seem to think, in milliseconds."""
    several: bool = False
    """Whether one person may take more than one seat."""
    kept: Annotated[int, Meta(ge=0, le=16)] = 0
    """How many seats of a public table, counted from the last, are kept for people who come with the code."""
    start: bool = False
    """Begin at once; needs every seat taken."""
    rated: bool = False
    """Whether people's ratings depend on how it ends: for people with an account, with a clock that counts."""


class SeatRequest(Struct, forbid_unknown_fields=True):
    """Take a seat, any free one without a number; with a name it is for somebody else at the same device."""

    seat: Seat | None = None
    name: Name | None = None
    nonce: Nonce = ""
    code: Annotated[str, Meta(max_length=32)] = ""
    """The table's code: it opens the seats that are kept for friends."""


class BotRequest(Struct, forbid_unknown_fields=True):
    """Put a bot on a seat."""

    bot: BotSpelling


class StartRequest(Struct, forbid_unknown_fields=True):
    """Begin; this bot takes the empty seats."""

    fill: BotSpelling | None = None


class Found(Struct):
    """The table of a code."""

    id: str
    code: str


class TableRow(Struct):
    """A table in a list."""

    id: str
    title: str
    seats: int
    state: str
    name: str
    """What the host called it; empty if nothing."""
    players: list[SeatInfo]
    """One for each seat, the empty ones too."""
    free: int
    """Seats that anybody may take."""
    changed_at: int
    """When something last happened there (milliseconds since 1970)."""
    my_turn: bool = False
    clock: str = "none"
    points: list[int] | None = None
    """Of a finished match: each seat's points at the end."""
    winners: list[int] | None = None
    """Of a finished match: the seats that won; several share the victory."""
    ranks: list[int] | None = None
    """Of a finished match: each seat's rank, 1 for the best."""
    rated: bool = False
    origin: str = ""
    """Where somebody began to play on: a moment of a review, or a puzzle."""


@get("/api/titles", tags=["tables"])
async def list_titles(request: AnyRequest) -> list[TitleInfo]:
    """Return the games that can be played here, with their options and bots."""
    await services_of(request).hub.warming.games()
    return told_titles()


class Reach(Struct):
    """Where others reach this server."""

    address: str | None
    """As `http://192.168.1.5:8000`; None where the address that was asked is as good for others."""
    alone: bool
    """Whether nobody but this machine reaches the server."""


@get("/api/reach", tags=["tables"])
async def show_reach(request: AnyRequest) -> Reach:
    """Say where to invite others who are at other devices; only whoever came to `localhost` needs another address."""
    if request.url.hostname not in LOOPBACK:
        return Reach(None, alone=False)
    found = services_of(request).config.reach
    return Reach(found or None, alone=not found)


def told_titles() -> list[TitleInfo]:
    """Return every title, as the page needs to know it."""
    found = []
    for name, title in games.all_titles().items():
        options = [
            OptionInfo(one.name, list(one.values), one.default, one.rule, one.type, one.limits) for one in title.options
        ]
        known, levels = list(bots.offered(name)), list(offers(name))
        said = {language: dict(texts) for language, texts in brought(name).items()}
        taught = lesson(name)
        chapters = [one.name for one in taught.chapters] if taught else []
        seats = list(title.seats)
        found.append(TitleInfo(name, title.newest, seats, options, known, levels, title.page, said, chapters))
    return found


@post("/api/tables", tags=["tables"])
async def make_table(request: AnyRequest, data: Annotated[NewTable, Body()]) -> Done:
    """Make a table; its id is its link: /t/ID."""
    user, services = await signed_in(request), services_of(request)
    limited(request, services.new_tables)
    if not all(check_bot(bot, data.title) for bot in data.bots):
        raise Problem(400, "unknown_bot")
    if START in data.options:
        raise Problem(400, "bad_option", {"detail": "a table begins at the beginning, or at a moment of a match"})
    pace = services.config.bot_pace if data.pace is None else data.pace
    settings = Settings(clock=data.clock, public=data.public, pace=pace, name=clean(data.name, MAX_TABLE_NAME),
                        several=data.several, kept=min(data.kept, data.seats), rated=data.rated)  # fmt: skip
    names = [_seat_name(name) for name in data.names] or [user.name] * data.sit
    await services.hub.warming.games()
    try:
        table = new_table(data.title, data.seats, data.options, settings, user.id, now().wall)
    except UnknownTitle:
        raise Problem(400, "unknown_title") from None
    except (BadOption, TypeError, ValueError) as error:
        raise Problem(400, "bad_option", {"detail": str(error)[:300]}) from None
    if data.rated:
        await _refuse_unrated(request, user, data)
        if not were_measured(table, data.seats, data.bots):
            raise Problem(400, "rated_bot")
    _refuse_seats(request, data, user.id, len(names))
    table = await keep_table(services.store, table)
    live = await live_room(request, table.id)
    note_maker(request, live)
    done = Done(table.id, 0, 0)
    for seat, name in enumerate(names):
        done = await carry_out(live, ask.SitDown(user=user.id, seat=seat, name=name, nonce=data.nonce))
    if data.bots:
        services.hub.bots.warm(data.title)
    for seat, bot in enumerate(data.bots, start=len(names)):
        done = await carry_out(live, ask.PutBot(user=user.id, seat=seat, bot=bot))
    if data.start:
        done = await carry_out(live, ask.Begin(user=user.id))
    return done


def _refuse_seats(request: AnyRequest, data: NewTable, host: str, people: int) -> None:
    """Refuse players who can't all sit, or begin, before the server makes a table that would stay behind."""
    empty = data.seats - people - len(data.bots)
    if empty < 0:
        raise Problem(400, "bad_option", {"detail": "more players than seats"})
    if data.start and empty:
        raise Problem(409, "seats_empty", {"count": empty})
    if data.start and not people:
        refuse_more_bots_alone(request, host)


async def _refuse_unrated(request: AnyRequest, user: User, data: NewTable) -> None:
    """Refuse a rated table that lacks something: a host with an account, one seat per person, time that counts."""
    if data.sit:
        await _with_account(request, user)
    if len(data.names) > 1 or data.several:
        raise Problem(400, "rated")
    if data.clock.kind not in CLOCKS and not games.make(data.title, options=data.options).keeps_time:
        raise Problem(400, "rated_clock")


async def _with_account(request: AnyRequest, user: User) -> None:
    """Refuse a guest or a bot at a rated table: a rating needs somebody who can come back to it."""
    if user.bot_of is not None or await services_of(request).accounts.is_guest(user):
        raise Problem(403, "rated_account")


@get("/api/tables", tags=["tables"])
async def lobby(request: AnyRequest) -> list[TableRow]:
    """Return open tables that anybody may join, and public matches to watch, newest first."""
    found = await _listed(request, queries.matches.public(MOST_LISTED))
    return [table_row(one) for one in found if one.summary.state != "over"]


@get("/api/me/tables", tags=["tables"])
async def my_tables(request: AnyRequest, over: bool = False) -> list[TableRow]:
    """Return the asker's tables, those where it is their turn first; finished ones with `over`."""
    user = await signed_in(request)
    states = ("over", "playing") if over else ("open", "playing")  # the list may lag behind the log: see below
    wanted = queries.matches.listed_of(user.id, states, MOST_LISTED)
    found = [one for one in await _listed(request, wanted) if (one.summary.state == "over") == over]
    return sorted((table_row(one, my_turn=one.is_turn_of(user.id)) for one in found), key=lambda row: not row.my_turn)


async def _listed(request: AnyRequest, wanted: Statement) -> list[Listed]:
    services = services_of(request)
    return await list_tables(services.hub, await services.store.fetch(wanted))


def table_row(one: Listed, *, my_turn: bool = False) -> TableRow:
    """Return what a list shows of a table."""
    table, summary, players, outcome = one.table, one.summary, one.players, one.summary.outcome
    return TableRow(
        id=table.id,
        title=table.title,
        seats=len(players),
        state=summary.state,
        name=table.settings.name,
        players=players,
        free=sum(player.kind == "empty" and not player.kept for player in players),
        changed_at=summary.changed_at,
        my_turn=my_turn,
        clock=table.settings.clock.kind,
        points=list(outcome.points) if outcome else None,
        winners=list(outcome.winners) if outcome else None,
        ranks=list(outcome.ranks) if outcome else None,
        rated=table.settings.rated,
        origin=table.settings.origin,
    )


@get("/api/tables/{table_id:str}", tags=["tables"])
async def show_table(request: AnyRequest, table_id: TableId) -> TableMessage:
    """Return all about a table but the game."""
    live, user = await live_room(request, table_id), await user_of(request)
    live.asks(user.id if user else None)
    return table_message(live.core, user.id if user else None, live.here(), *live.looking())


@get("/api/codes/{code:str}", tags=["tables"])
async def find_table(request: AnyRequest, code: Annotated[str, Meta(min_length=1, max_length=32)]) -> Found:
    """Return the open table with a join code, in any case, with or without spaces; wrong codes are counted."""
    services = services_of(request)
    letters = plain_code(code)
    if letters is None:
        raise Problem(404, "no_such_code")  # no code at all: nobody learns anything from it
    await limited_everywhere(request, services.wrong_codes)
    table = await find_code(services.store, letters)
    if table is None:
        raise Problem(404, "no_such_code")
    await services.wrong_codes.give(address_of(request.scope))  # type: ignore[arg-type]
    return Found(table, letters)


@post("/api/tables/{table_id:str}/seats", tags=["tables"])
async def sit_down(request: AnyRequest, table_id: TableId, data: Annotated[SeatRequest, Body()]) -> Done:
    """Take a seat."""
    user, live = await at_table(request, table_id)
    if live.core.table.settings.rated:
        await _with_account(request, user)
    name = user.name if data.name is None else _seat_name(data.name)
    another, invited = data.name is not None, await _invited(request, live, data.code)
    command = ask.SitDown(user=user.id, seat=data.seat, name=name, nonce=data.nonce, another=another, invited=invited)
    return await carry_out(live, command)


async def _invited(request: AnyRequest, live: LiveRoom, code: str) -> bool:
    """Return whether somebody has the table's code; a wrong one counts as a guess."""
    if not code or live.core.match is not None:
        return False
    if plain_code(code) == live.core.table.code:
        return True
    await limited_everywhere(request, services_of(request).wrong_codes)
    raise Problem(404, "no_such_code")


@delete("/api/tables/{table_id:str}/seats/{seat:int}", tags=["tables"], status_code=200)
async def rise(request: AnyRequest, table_id: TableId, seat: int) -> Done:
    """Leave a seat before the match begins; the host may free any."""
    user, live = await at_table(request, table_id)
    return await carry_out(live, ask.RiseUp(user=user.id, seat=small(seat)))


@post("/api/tables/{table_id:str}/seats/{seat:int}/bot", tags=["tables"])
async def put_bot(request: AnyRequest, table_id: TableId, seat: int, data: Annotated[BotRequest, Body()]) -> Done:
    """Put a bot on a seat: the host's right."""
    user, live = await at_table(request, table_id)
    if not check_bot(data.bot, live.core.table.title):
        raise Problem(400, "unknown_bot")
    services_of(request).hub.bots.warm(live.core.table.title)
    return await carry_out(live, ask.PutBot(user=user.id, seat=small(seat), bot=data.bot))


@post("/api/tables/{table_id:str}/start", tags=["tables"])
async def start(request: AnyRequest, table_id: TableId, data: Annotated[StartRequest, Body()]) -> Done:
    """Begin the match: the host's right."""
    user, live = await signed_in(request), await live_room(request, table_id)
    if data.fill is not None and not check_bot(data.fill, live.core.table.title):
        raise Problem(400, "unknown_bot")
    if not live.people:
        refuse_more_bots_alone(request, live.core.table.host)
    return await carry_out(live, ask.Begin(user=user.id, fill=data.fill))


def _seat_name(name: str) -> str:
    chosen = clean(name, MAX_NAME)
    if not chosen:
        raise Problem(400, "bad_name")
    return chosen


HANDLERS: list[HTTPRouteHandler] = [
    list_titles, show_reach, make_table, lobby, my_tables, show_table, find_table, sit_down, rise, put_bot, start,
]  # fmt: skip
