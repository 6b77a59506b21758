"""People: guests, their names, sessions, transfer links and bots."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from litestar import Response, delete, get, patch, post
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body
from msgspec import Meta, Struct

from jeton.server.api.common import (
    NOTHING,
    AnyRequest,
    Me,
    Name,
    Problem,
    TableId,
    ended,
    limited,
    services_of,
    session,
    signed_in,
    signed_in_lately,
    user_of,
)
from jeton.server.people.people import BadName
from jeton.server.wire.gate import token_of

__all__ = ["HANDLERS"]


class NewGuest(Struct, forbid_unknown_fields=True):
    """Somebody who wants to play."""

    name: Name
    language: Literal["en", "fr", "nl"] = "en"


class NewBot(Struct, forbid_unknown_fields=True):
    """A bot of one's own."""

    name: Name


class TransferToken(Struct, forbid_unknown_fields=True):
    """What a transfer link carries."""

    token: Annotated[str, Meta(min_length=20, max_length=100)]


class UsedTransfer(TransferToken, forbid_unknown_fields=True):
    """A used transfer link; `replace` if the guest who is here may be lost by it."""

    replace: bool = False


@post("/api/guest", tags=["people"])
async def new_guest(request: AnyRequest, data: Annotated[NewGuest, Body()]) -> Response[Me]:
    """Play at once: a name, no account. The session's token comes as a cookie, and in the answer for programs."""
    services = services_of(request)
    limited(request, services.new_guests)
    try:
        user, token = await services.people.new_guest(data.name, data.language)
    except BadName:
        raise Problem(400, "bad_name") from None
    return session(request, user, token)


@get("/api/me", tags=["people"])
async def me(request: AnyRequest, maybe: bool = False) -> Me | None:
    """Return who this session is; with `maybe`, null for a stranger instead of a refusal."""
    user = await (user_of if maybe else signed_in)(request)
    if user is None:
        return None
    return Me(user.id, user.name, user.language, user.login, role=user.role)


@patch("/api/me", tags=["people"])
async def rename(request: AnyRequest, data: Annotated[NewGuest, Body()]) -> Me:
    """Change name or language."""
    user = await signed_in(request)
    try:
        user = await services_of(request).people.rename(user, data.name, data.language)
    except BadName:
        raise Problem(400, "bad_name") from None
    return Me(user.id, user.name, user.language, user.login, role=user.role)


@post("/api/me/transfer", tags=["people"])
async def new_transfer(request: AnyRequest) -> TransferToken:
    """Return a token for a link that opens this session on another device: it works once, for a quarter of an hour."""
    user, services = await signed_in(request), services_of(request)
    await signed_in_lately(request, user)
    return TransferToken(await services.new_link(user))


@post("/api/transfer", tags=["people"])
async def redeem_transfer(request: AnyRequest, data: Annotated[UsedTransfer, Body()]) -> Response[Me]:
    """Use a transfer link; a guest who is here, and could not come back, is lost only if the request says so."""
    services = services_of(request)
    limited(request, services.new_guests)
    here, owner = await user_of(request), await services.people.owner_of(data.token)
    other = here if owner is not None and here is not None and here.id != owner.id else None
    if other is not None and not data.replace and await services.accounts.is_guest(other):
        raise Problem(409, "guest_here", {"name": other.name})
    found = await services.people.redeem(data.token)
    if found is None:
        raise Problem(403, "denied")
    return session(request, *found)


@post("/api/logout", tags=["people"], status_code=204, responses=NOTHING)
async def logout(request: AnyRequest, everywhere: bool = False) -> Response[None]:
    """End this session, or all sessions of this person."""
    user = await signed_in(request)
    scope: Any = request.scope
    await services_of(request).people.forget(token_of(scope) or "", everywhere=user if everywhere else None)
    services_of(request).hang_up(user.id)
    return ended(request)


@post("/api/me/bots", tags=["people"])
async def new_bot(request: AnyRequest, data: Annotated[NewBot, Body()]) -> Me:
    """Make a bot for the asker, with a token: `Authorization: Bearer …`."""
    user = await signed_in(request)
    services = services_of(request)
    if user.bot_of is not None or len(await services.people.bots_of(user)) >= 20:
        raise Problem(403, "denied")
    try:
        bot, token = await services.people.new_bot(user, data.name)
    except BadName:
        raise Problem(400, "bad_name") from None
    return Me(bot.id, bot.name, bot.language, token=token)


@get("/api/me/bots", tags=["people"])
async def my_bots(request: AnyRequest) -> list[Me]:
    """Return the asker's bots."""
    user = await signed_in(request)
    return [Me(bot.id, bot.name, bot.language) for bot in await services_of(request).people.bots_of(user)]


@post("/api/me/bots/{bot_id:str}/token", tags=["people"])
async def renew_bot(request: AnyRequest, bot_id: TableId) -> Me:
    """Give a bot another token; the old one opens nothing any more."""
    services = services_of(request)
    found = await services.people.renew_bot(await signed_in(request), bot_id)
    if found is None:
        raise Problem(404, "denied")
    services.hang_up(bot_id)
    bot, token = found
    return Me(bot.id, bot.name, bot.language, token=token)


@delete("/api/me/bots/{bot_id:str}", tags=["people"])
async def drop_bot(request: AnyRequest, bot_id: TableId) -> None:
    """Forget a bot: its token opens nothing any more, and its sockets close."""
    services = services_of(request)
    if not await services.people.drop_bot(await signed_in(request), bot_id):
        raise Problem(404, "denied")
    services.hang_up(bot_id)


HANDLERS: list[HTTPRouteHandler] = [
    new_guest, me, rename, new_transfer, redeem_transfer, logout, new_bot, my_bots, renew_bot, drop_bot,
]  # fmt: skip
