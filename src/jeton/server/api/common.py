"""What every part of the HTTP API needs: who asks, which room, and how a refusal looks."""

from __future__ import annotations

import time
from typing import Annotated, Any

from litestar import Request, Response
from litestar.datastructures import Cookie
from litestar.exceptions import HTTPException
from litestar.openapi import ResponseSpec
from msgspec import Meta, Struct

from jeton.server.people.attempts import Tries
from jeton.server.people.people import User
from jeton.server.rooms.commands import Command, Refuse
from jeton.server.rooms.hub import LiveRoom
from jeton.server.services import Services
from jeton.server.wire.gate import address_of, cookie, cookie_name, cookie_path, token_of
from jeton.server.wire.limits import Buckets

__all__ = [
    "NOTHING",
    "REFUSALS",
    "AnyRequest",
    "Done",
    "Me",
    "Name",
    "Nonce",
    "Problem",
    "Refusal",
    "TableId",
    "carry_out",
    "ended",
    "limited",
    "limited_everywhere",
    "live_room",
    "safe_cookie",
    "services_of",
    "session",
    "signed_in",
    "signed_in_lately",
    "user_of",
]

AnyRequest = Request[Any, Any, Any]
Name = Annotated[str, Meta(min_length=1, max_length=64)]
TableId = Annotated[str, Meta(min_length=1, max_length=32, pattern="^[A-Za-z0-9_-]+$")]
Nonce = Annotated[str, Meta(max_length=64)]
YEAR = 400 * 86_400
FOR_THE_BANNED = ("/api/me", "/api/account", "/api/account/data", "/api/account/delete", "/api/logout")
"""What a banned person may still ask for: what the server keeps about them is theirs."""
LATELY = 5 * 60_000
"""How many milliseconds a passkey, a password or a link that was shown counts."""


class Problem(HTTPException):
    """A refusal: its code, as on the socket."""

    def __init__(self, status: int, code: str, values: dict[str, Any] | None = None) -> None:
        """Take a status for machines."""
        super().__init__(detail=code, status_code=status)
        self.code, self.values = code, values or {}


class Refusal(Struct):
    """A refusal: a stable code (docs/protocol.md lists them), and values for the sentence."""

    code: str
    values: dict[str, Any] = {}


REFUSALS: dict[int, ResponseSpec] = {
    status: ResponseSpec(Refusal, description=text, generate_examples=False)
    for status, text in {
        400: "The request is not as it should be.",
        401: "Nobody is signed in.",
        403: "Not allowed to whoever asks, or from where.",
        404: "There is no such thing.",
        409: "The table, the rules or the account do not allow it now.",
        413: "The request is too large.",
        415: "Only JSON is read.",
        429: "Too much from one place.",
        503: "Nothing can be kept at the moment; nothing was changed.",
    }.items()
}
"""What any call may answer instead."""
NOTHING = {204: ResponseSpec(None, description="It was done; there is nothing to say.")}
"""For calls that answer nothing."""


class Me(Struct):
    """Who this session is."""

    id: str
    name: str
    language: str
    login: str | None = None
    token: str | None = None
    """Only in the answer that makes the session."""
    role: str | None = None
    """`admin` for people who may moderate."""


class Done(Struct):
    """The server did it."""

    id: str
    version: int
    n: int


def services_of(request: AnyRequest) -> Services:
    """Return the parts of the server."""
    services: Services = request.app.state.services
    return services


async def user_of(request: AnyRequest) -> User | None:
    """Return who asks, if known; a banned person may only ask who they are, export their data, and leave."""
    services = services_of(request)
    user = await services.people.user_of(token_of(request.scope))  # type: ignore[arg-type]
    until = services.moderation.bans.until(user)
    if until is not None and request.scope["path"] not in FOR_THE_BANNED:
        raise Problem(403, "banned", {"until": until})
    return user


async def signed_in(request: AnyRequest) -> User:
    """Return who asks; refuse a stranger."""
    user = await user_of(request)
    if user is None:
        raise Problem(401, "sign_in")
    return user


async def signed_in_lately(request: AnyRequest, user: User) -> None:
    """Ask for a passkey or the password again unless somebody gave it minutes ago: a session alone makes no new way in.

    A guest has neither, only a session, and so is asked for nothing.
    """
    services = services_of(request)
    began = await services.people.began_at(token_of(request.scope))  # type: ignore[arg-type]
    lately = time.time_ns() // 1_000_000 - began <= LATELY
    if not lately and await services.accounts.has_way_in(user):
        raise Problem(403, "sign_in_again")


def limited(request: AnyRequest, buckets: Buckets, cost: int = 1) -> None:
    """Count against the asker's address; refuse if that is too much."""
    if not buckets.take(address_of(request.scope), cost):  # type: ignore[arg-type]
        raise Problem(429, "too_many")


async def limited_everywhere(request: AnyRequest, tries: Tries) -> None:
    """Count the same, but all nodes together."""
    if not await tries.take(address_of(request.scope)):  # type: ignore[arg-type]
        raise Problem(429, "too_many")


async def live_room(request: AnyRequest, table_id: str) -> LiveRoom:
    """Return the room of a table; refuse if there is none."""
    live = await services_of(request).hub.room(table_id)
    if live is None:
        raise Problem(404, "no_such_table")
    return live


async def carry_out(live: LiveRoom, command: Command) -> Done:
    """Have a room do it; its refusal becomes ours."""
    answer = await live.ask(command)
    if isinstance(answer, Refuse):
        values = {**answer.values, "rule": answer.rule} if answer.rule else answer.values
        raise Problem(503 if answer.code in ("store_down", "busy") else 409, answer.code, values)
    return Done(live.core.table.id, live.core.version, live.core.n)


def ended(request: AnyRequest) -> Response[None]:
    """Return the end of a session: the cookie goes too, with the same attributes, or a browser would keep it."""
    scope: Any = request.scope
    gone = safe_cookie(request, cookie_name(scope), "", 0)
    return Response(None, status_code=204, cookies=[gone] if cookie(scope) is not None else [])


def safe_cookie(request: AnyRequest, name: str, value: str, lasts: int = YEAR) -> Cookie:
    """Return a cookie that scripts and other sites do not get."""
    scope: Any = request.scope
    secure, path = scope.get("scheme") == "https", cookie_path(scope)
    return Cookie(key=name, value=value, path=path, secure=secure, httponly=True, samesite="lax", max_age=lasts)


def session(request: AnyRequest, user: User, token: str) -> Response[Me]:
    """Return a session for a user: the token as a cookie, and in the answer for programs."""
    kept = safe_cookie(request, cookie_name(request.scope), token)  # type: ignore[arg-type]
    return Response(
        Me(user.id, user.name, user.language, user.login, token, user.role), cookies=[kept], status_code=201
    )
