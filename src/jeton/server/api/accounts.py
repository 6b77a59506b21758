"""Accounts: a password or passkeys for people who want their games on several devices."""

from __future__ import annotations

from collections.abc import Awaitable
from typing import Annotated, Any, TypeVar

from litestar import Response, delete, get, post
from litestar.datastructures import Cookie
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body
from litestar.response import Stream
from msgspec import Meta, Struct

from jeton.server.api.common import (
    NOTHING,
    AnyRequest,
    Me,
    Problem,
    ended,
    limited,
    limited_everywhere,
    safe_cookie,
    services_of,
    session,
    signed_in,
    signed_in_lately,
    user_of,
)
from jeton.server.people.accounts import Account, Denied, LastWayIn, LoginTaken, TooMany
from jeton.server.people.own_data import own_data
from jeton.server.people.passkeys import BadPasskey, NoPasskeys, Site
from jeton.server.people.passwords import BadLogin, Busy, WeakPassword
from jeton.server.people.people import User
from jeton.server.wire.gate import address_of, cookie_called, device_cookie, header, token_of

__all__ = ["HANDLERS"]

T = TypeVar("T")
Login = Annotated[str, Meta(min_length=1, max_length=64)]
Password = Annotated[str, Meta(min_length=1, max_length=200)]

PROBLEMS: dict[type[Exception], tuple[int, str]] = {
    BadLogin: (400, "bad_login"),
    BadPasskey: (403, "bad_passkey"),
    Busy: (503, "busy"),
    Denied: (403, "bad_sign_in"),
    LastWayIn: (409, "last_way_in"),
    LoginTaken: (409, "login_taken"),
    NoPasskeys: (409, "no_passkeys"),
    TooMany: (429, "too_many"),
    WeakPassword: (400, "weak_password"),
}


class NewPassword(Struct, forbid_unknown_fields=True):
    """A name to sign in with, and a password; `current` if there is one already."""

    login: Login
    password: Password
    current: Password | None = None


class SignIn(Struct, forbid_unknown_fields=True):
    """A name and a password."""

    login: Login
    password: Password


class CurrentPassword(Struct, forbid_unknown_fields=True):
    """The password once more, for what nobody can take back."""

    current: Password | None = None


class NewPasskey(Struct, forbid_unknown_fields=True):
    """The browser's answer when it made a passkey, and what to call it."""

    credential: dict[str, Any]
    name: Annotated[str, Meta(max_length=64)] = ""


class UsedPasskey(Struct, forbid_unknown_fields=True):
    """The browser's answer when it used a passkey."""

    credential: dict[str, Any]


class SignedIn(Struct):
    """Who this session is now, and how many games came along from this device's guest."""

    me: Me
    games: int


async def _or_problem(work: Awaitable[T]) -> T:
    try:
        return await work
    except tuple(PROBLEMS) as error:
        raise Problem(*PROBLEMS[type(error)]) from None


async def _person(request: AnyRequest) -> User:
    """Return who asks: a person, never a bot."""
    user = await signed_in(request)
    if user.bot_of is not None:
        raise Problem(403, "denied")
    return user


def _site(request: AnyRequest) -> Site:
    scope: Any = request.scope
    try:
        return Site.of(str(scope.get("scheme")), header(scope, b"host") or "")
    except NoPasskeys:
        raise Problem(409, "no_passkeys") from None


async def _renewed(request: AnyRequest, user: User) -> Response[Me]:
    """Return a fresh session in place of all others: an old one opens nothing any more."""
    services = services_of(request)
    await services.people.forget("", everywhere=user)
    services.hang_up(user.id)
    made = session(request, user, await services.people.new_token(user, "session"))
    return Response(made.content, cookies=[*made.cookies, await _device(request, user)], status_code=201)


async def _device(request: AnyRequest, user: User) -> Cookie:
    """Return the cookie that marks this device, so that the server counts its attempts apart from strangers'."""
    scope: Any = request.scope
    devices, name = services_of(request).accounts.devices, device_cookie(scope)
    return safe_cookie(request, name, await devices.remember(cookie_called(scope, name), user.id))


def _token(request: AnyRequest) -> str:
    return token_of(request.scope) or ""  # type: ignore[arg-type]


async def _enter(request: AnyRequest, user: User) -> Response[SignedIn]:
    """Return a fresh session for somebody who has signed in; a guest's games come along."""
    services = services_of(request)
    before, games = await user_of(request), 0
    if before is not None and before.id != user.id:
        if before.bot_of is None and await services.accounts.is_guest(before):
            games = await services.accounts.take_in(before, user)
        services.hang_up(before.id)
    if before is not None and before.bot_of is None:
        await services.people.forget(_token(request))
    made = session(request, user, await services.people.new_token(user, "session"))
    cookies = [*made.cookies, await _device(request, user)]
    return Response(SignedIn(made.content, games), cookies=cookies, status_code=201)


@get("/api/account", tags=["accounts"])
async def show_account(request: AnyRequest) -> Account:
    """Return how the person can sign in elsewhere."""
    return await services_of(request).accounts.of(await _person(request))


@post("/api/account/password", tags=["accounts"])
async def set_password(request: AnyRequest, data: Annotated[NewPassword, Body()]) -> Response[Me]:
    """Give this guest an account, or the account another password or name. All other sessions end."""
    user, services = await _person(request), services_of(request)
    accounts = services.accounts
    if not await accounts.has_password(user):
        await signed_in_lately(request, user)
        await limited_everywhere(request, accounts.tries)
    changed = await _or_problem(accounts.set_password(user, data.login, data.password, data.current, _token(request)))
    services.notices.account(changed, "password")
    return await _renewed(request, changed)


@post("/api/account/password/remove", tags=["accounts"], status_code=200)
async def drop_password(request: AnyRequest, data: Annotated[CurrentPassword, Body()]) -> Account:
    """Remove the password: from now on only passkeys sign in."""
    user, accounts = await _person(request), services_of(request).accounts
    await _or_problem(accounts.drop_password(user, data.current or "", _token(request)))
    return await accounts.of(await signed_in(request))


@post("/api/account/sign-in", tags=["accounts"])
async def sign_in(request: AnyRequest, data: Annotated[SignIn, Body()]) -> Response[SignedIn]:
    """Open an account on this device; the games of the guest who was here come along."""
    scope: Any = request.scope
    device = cookie_called(scope, device_cookie(scope))
    asked = services_of(request).accounts.sign_in(data.login, data.password, address_of(scope), device)
    return await _enter(request, await _or_problem(asked))


@post("/api/account/passkeys/begin", tags=["accounts"], status_code=200)
async def begin_passkey(request: AnyRequest) -> dict[str, Any]:
    """Return the options for the browser's `navigator.credentials.create`."""
    user, accounts = await _person(request), services_of(request).accounts
    await signed_in_lately(request, user)
    await limited_everywhere(request, accounts.tries)
    return await accounts.passkeys.begin_register(user, _site(request))


@post("/api/account/passkeys", tags=["accounts"])
async def add_passkey(request: AnyRequest, data: Annotated[NewPasskey, Body()]) -> Account:
    """Keep the passkey that the browser has made."""
    user, services = await _person(request), services_of(request)
    accounts = services.accounts
    await _or_problem(accounts.passkeys.register(user, _site(request), data.credential, data.name))
    services.notices.account(user, "passkey")
    return await accounts.of(user)


@delete("/api/account/passkeys/{passkey:str}", tags=["accounts"], status_code=200)
async def drop_passkey(request: AnyRequest, passkey: str) -> Account:
    """Forget a passkey."""
    user, accounts = await _person(request), services_of(request).accounts
    await signed_in_lately(request, user)
    if not await _or_problem(accounts.drop_passkey(user, passkey[:1400])):
        raise Problem(404, "denied")
    return await accounts.of(user)


@post("/api/account/passkey/begin", tags=["accounts"], status_code=200)
async def begin_sign_in(request: AnyRequest) -> dict[str, Any]:
    """Return the options for the browser's `navigator.credentials.get`."""
    accounts = services_of(request).accounts
    limited(request, accounts.ceremonies)
    return await accounts.passkeys.begin_sign_in(_site(request))


@post("/api/account/passkey", tags=["accounts"])
async def passkey_sign_in(request: AnyRequest, data: Annotated[UsedPasskey, Body()]) -> Response[SignedIn]:
    """Open an account on this device with a passkey; the games of the guest who was here come along."""
    services = services_of(request)
    found = await _or_problem(services.accounts.passkeys.sign_in(_site(request), data.credential))
    user = await services.people.by_id(found)
    if user is None:
        raise Problem(403, "bad_passkey")
    return await _enter(request, user)


@get("/api/account/data", tags=["accounts"], media_type="application/json")
async def take_along(request: AnyRequest) -> Stream:
    """Send everything that the server keeps about me, my matches too, as one file."""
    user, services = await _person(request), services_of(request)
    if not services.exports.take(user.id):
        raise Problem(429, "too_many")
    await services.hub.warming.games()
    headers = {"content-disposition": 'attachment; filename="jeton.json"', "cache-control": "no-store"}
    pieces = own_data(services.store, services.hub.shelf, user)
    return Stream(pieces, media_type="application/json", headers=headers)


@post("/api/account/delete", tags=["accounts"], status_code=204, responses=NOTHING)
async def leave(request: AnyRequest, data: Annotated[CurrentPassword, Body()]) -> Response[None]:
    """Forget me: sessions, passkeys, bots, notices, chat, and my name in every game."""
    user, services = await _person(request), services_of(request)
    if not await services.accounts.has_password(user):
        await signed_in_lately(request, user)
    await _or_problem(services.accounts.confirm(user, data.current, _token(request)))
    await services.accounts.leave(user)
    services.hang_up(user.id)
    return ended(request)


HANDLERS: list[HTTPRouteHandler] = [
    show_account, set_password, drop_password, sign_in, begin_passkey, add_passkey, drop_passkey, begin_sign_in,
    passkey_sign_in, take_along, leave,
]  # fmt: skip
