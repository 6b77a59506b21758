"""Moderation: anybody reports; people with the role `admin` look at it and act."""

from __future__ import annotations

from typing import Annotated, Any, Literal

import msgspec
from litestar import get, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body, Parameter
from msgspec import Meta, Struct

from jeton.server.api.common import (
    NOTHING,
    AnyRequest,
    Problem,
    TableId,
    live_room,
    services_of,
    signed_in,
)
from jeton.server.people.moderation import NoSuchAct
from jeton.server.people.people import User
from jeton.server.people.plain_text import clean

__all__ = ["HANDLERS"]

Why = Annotated[str, Meta(max_length=300)]
Moment = Annotated[int, Meta(ge=0, le=253_402_300_799_000)]


class NewReport(Struct, forbid_unknown_fields=True):
    """A player by their seat, or a line of the chat by who said it and when."""

    table: TableId
    why: Why = ""
    seat: Annotated[int, Meta(ge=0, le=63)] | None = None
    who: Annotated[str, Meta(max_length=32)] | None = None
    at: Moment | None = None


class NewAct(Struct, forbid_unknown_fields=True):
    """What an admin does: to a person, addresses, a line or a report; `until` in milliseconds since 1970."""

    what: Literal["ban", "mute", "ban_address", "lift", "rename", "delete", "delete_line", "close"]
    subject: Annotated[str, Meta(min_length=1, max_length=64)]
    why: Why = ""
    until: Moment | None = None
    name: Annotated[str, Meta(max_length=64)] = ""


class ReportRow(Struct):
    """An open report."""

    id: str
    at: int
    by: str
    subject: str
    name: str
    match: str
    line: str | None
    text: str | None
    why: str


class BanRow(Struct):
    """A person, or a range of addresses, that is kept out; `kind` is person, address or chat."""

    id: str
    kind: str
    subject: str
    until: int
    name: str | None


class ActRow(Struct):
    """Something a keeper did: `by` is a person's id, or `jeton admin`."""

    id: str
    at: int
    by: str
    what: str
    subject: str
    name: str
    until: int | None
    about: str
    why: str


class Desk(Struct):
    """All that an admin sees."""

    reports: list[ReportRow]
    bans: list[BanRow]
    acts: list[ActRow]


class PersonRow(Struct):
    """Somebody, as an admin finds them."""

    id: str
    name: str
    login: str | None
    role: str | None
    made_at: int
    seen_at: int
    bot_of: str | None


async def _admin(request: AnyRequest) -> User:
    user = await signed_in(request)
    if user.role != "admin":
        raise Problem(403, "denied")
    return user


@post("/api/reports", tags=["moderation"], status_code=204, responses=NOTHING)
async def report(request: AnyRequest, data: Annotated[NewReport, Body()]) -> None:
    """Report a player or a line of the chat to the keepers of this server."""
    user, services = await signed_in(request), services_of(request)
    live = await live_room(request, data.table)
    if not services.reports.take(user.id):
        raise Problem(429, "too_many")
    try:
        await services.moderation.report(user, data.table, live.core.seats, seat=data.seat, who=data.who, at=data.at,
                                         why=clean(data.why, 300))  # fmt: skip
    except NoSuchAct:
        raise Problem(409, "no_such_seat") from None


@get("/api/admin", tags=["moderation"])
async def desk(request: AnyRequest) -> Desk:
    """Return reports, who is kept out, and what was done, for admins."""
    await _admin(request)
    return msgspec.convert(await services_of(request).moderation.lists(), Desk)


@get("/api/admin/people", tags=["moderation"])
async def find_people(
    request: AnyRequest, words: Annotated[str, Parameter(min_length=1, max_length=64)]
) -> list[PersonRow]:
    """Find people by a part of their name, by what they sign in with, or by id, for admins."""
    await _admin(request)
    return msgspec.convert(await services_of(request).moderation.find(words), list[PersonRow])


@post("/api/admin/acts", tags=["moderation"], status_code=204, responses=NOTHING)
async def act(request: AnyRequest, data: Annotated[NewAct, Body()]) -> None:
    """Ban, mute, let in again, rename, delete; the log records who did it, and why."""
    admin, services = await _admin(request), services_of(request)
    mod, by, why = services.moderation, admin.id, clean(data.why, 300)
    if data.subject == admin.id and data.what in ("ban", "mute", "delete"):
        raise Problem(409, "denied")
    kinds = {"ban": "person", "mute": "chat", "ban_address": "address"}
    try:
        if data.what in kinds:
            await mod.keep_out(by, kinds[data.what], data.subject, data.until, why)
        elif data.what == "rename":
            await mod.rename(by, data.subject, data.name, why)
        else:
            others: dict[str, Any] = {
                "lift": mod.let_in, "delete": mod.forget, "delete_line": mod.delete_line, "close": mod.close,
            }  # fmt: skip
            await others[data.what](by, data.subject, why)
    except NoSuchAct as error:
        raise Problem(409, "denied", {"why": str(error)}) from None
    await services.look_at_acts()
    services.hub.tell_acts()


HANDLERS: list[HTTPRouteHandler] = [report, desk, find_people, act]
