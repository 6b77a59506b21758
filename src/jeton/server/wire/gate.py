"""The first check of every request: allowed hosts and origins, how often, and headers that keep a browser safe."""

from __future__ import annotations

import ipaddress
import socket
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

import msgspec

from jeton.server.config import Config
from jeton.server.web.strangers import host_page, language_of
from jeton.server.wire.access_log import Visit
from jeton.server.wire.doors import Doors, block_of
from jeton.server.wire.forward import FORWARDED, NODE_HEADER, told_by_node
from jeton.server.wire.limits import Buckets

__all__ = [
    "LAN_COOKIE",
    "PATH_COOKIE",
    "PREFIX",
    "SAFE_COOKIE",
    "Gate",
    "address_of",
    "cookie_called",
    "cookie_name",
    "cookie_path",
    "device_cookie",
    "header",
    "token_of",
]

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

SAFE_COOKIE = "__Host-jeton"
PATH_COOKIE = "__Secure-jeton"
"""Under a path of its own the cookie belongs to that path alone, which a browser allows no `__Host-` cookie."""
LAN_COOKIE = "jeton-lan"
"""Browsers keep no secure cookie of a plain-HTTP address, so on a home network there is another one."""

Knows = Callable[[str | None], Awaitable[bool]]
KeptOut = Callable[[str], int | None]
IsNode = Callable[[str, str], bool]

WATCHED = ("/health", "/ready", "/metrics")
SAFE_METHODS = ("GET", "HEAD", "OPTIONS")
FILES = ("/assets/", "/engine/", "/fonts/", "/pictures/")

PREFIX = "jeton.prefix"
"""Where a scope keeps the prefix that was taken off its path."""

LONGEST = 1_400
"""The most bytes between two slashes of an address: a passkey's own name is the longest there is."""

HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; "
        b"font-src 'self'; media-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; "
        b"form-action 'self'; frame-ancestors 'none'; base-uri 'none'; require-trusted-types-for 'script'; "
        b"trusted-types jeton-worker svelte-trusted-html",
    ),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=()"),
]


class Gate:
    """An ASGI application around two others: HTTP goes to one, sockets to the other."""

    def __init__(self, config: Config, http: App, sockets: App, knows: Knows | None = None,
                 kept_out: KeptOut | None = None, is_node: IsNode | None = None) -> None:  # fmt: skip
        """Take the two; `knows` tells whether a token belongs to anybody, which decides who gets in when it is crowded.

        `kept_out` tells until when an address is banned: its requests may change nothing, and sockets tell it so
        themselves. `is_node` tells whether the secret of a socket that another node passes on is right.
        """
        self.config, self.http, self.sockets = config, http, sockets
        self.doors = Doors(config)
        self.knows, self.kept_out, self.is_node = knows, kept_out, is_node
        self.requests = Buckets(config.limits.requests_per_minute, 60.0)
        self.files = Buckets(config.limits.files_per_minute, 60.0)
        self.hosts = {urlsplit(origin).netloc.lower() for origin in config.origins}
        name = socket.gethostname().lower()
        self.names = {"localhost", name, f"{name}.local"} | {host.rpartition(":")[0] or host for host in self.hosts}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or say why not."""
        if scope["type"] == "lifespan":
            await self.http(scope, receive, send)
            return
        told = header(scope, NODE_HEADER) if scope["type"] == "websocket" else None
        if told is not None and not self._is_passed_on(scope, told):
            await receive()
            await send({"type": "websocket.close", "code": 1008})
            return
        visit = Visit(scope, send, told=self.config.access_log)
        try:
            await self._let_in(scope, receive, visit.send if scope["type"] == "http" else send)
        finally:
            visit.end()

    def _is_passed_on(self, scope: Scope, told: str) -> bool:
        """Believe another node about who is behind a socket; return false if no node says so, or it means another."""
        said = told_by_node(told)
        if said is None or self.is_node is None or not self.is_node(said[0], said[1]):
            return False
        scope["client"], scope["scheme"], scope[FORWARDED] = (said[2], 0), said[3], True
        return True

    async def _let_in(self, scope: Scope, receive: Receive, send: Send) -> None:
        scope, elsewhere = self._without_prefix(scope)
        refusal = elsewhere or self.refusal(scope)
        if refusal is None and self.doors.crowded and not await self._is_known(scope):
            refusal = 503, "busy"
        if scope["type"] == "websocket":
            if refusal is None:
                await self.sockets(scope, receive, send)
            else:
                await receive()
                await send({"type": "websocket.close", "code": 1008})
            return

        async def send_safely(message: MutableMapping[str, Any]) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", ()), *HEADERS]
                if scope.get("scheme") == "https":
                    message["headers"].append((b"strict-transport-security", b"max-age=31536000"))
            await send(message)

        if refusal is None:
            await self.http(scope, receive, send_safely)
            return
        status, code = refusal
        kind, body = _said(scope, code)
        headers = [(b"content-type", kind), (b"content-length", str(len(body)).encode())]
        if status == 308:
            headers.append((b"location", f"{self.config.prefix}/".encode()))
        if status == 503:
            headers.append((b"connection", b"close"))
        await send_safely({"type": "http.response.start", "status": status, "headers": headers})
        await send_safely({"type": "http.response.body", "body": body})

    def _without_prefix(self, scope: Scope) -> tuple[Scope, tuple[int, str] | None]:
        """Return a request without its prefix; with a refusal if the path does not begin with ours.

        The node answers what only machines ask for at its own address, which no proxy shows to the world.
        """
        prefix, path = self.config.prefix, str(scope["path"])
        if not prefix:
            return scope, None
        own = path.removeprefix(prefix) if path.startswith(f"{prefix}/") else None
        inner = {**scope, PREFIX: prefix}
        if path in WATCHED:
            return inner, None
        if path == prefix and scope["type"] == "http":
            return inner, (308, "moved")
        if own is None or own == "/metrics":
            return inner, (404, "not_found")
        raw = scope.get("raw_path")
        return {**inner, "path": own, "raw_path": raw[len(prefix) :] if raw else raw}, None

    def refusal(self, scope: Scope) -> tuple[int, str] | None:
        """Return why a request is refused: a status and a code."""
        if not _is_plain(scope):
            return 400, "bad_message"
        host = header(scope, b"host") or ""
        if not self.is_our_host(host):
            return 400, "bad_host"
        is_socket = scope["type"] == "websocket"
        if not is_socket and not (self.files if scope["path"].startswith(FILES) else self.requests).take(
            address_of(scope)
        ):
            return 429, "too_many"
        if not is_socket and scope["method"] in SAFE_METHODS:
            return None
        if not is_socket and self.kept_out is not None and self.kept_out(str((scope.get("client") or ("",))[0])):
            return 403, "banned"
        origin, site = header(scope, b"origin"), header(scope, b"sec-fetch-site")
        if origin is not None and not self.is_our_origin(origin, host):
            return 403, "bad_origin"
        if site is not None and site not in ("same-origin", "none"):
            return 403, "bad_origin"
        by_cookie = bearer(scope) is None and cookie(scope) is not None
        if by_cookie and origin is None and (is_socket or site is None):
            return 403, "bad_origin"
        if not is_socket:
            length, kind = header(scope, b"content-length"), header(scope, b"content-type") or ""
            if length is not None and (not length.isdigit() or int(length) > self.config.limits.body):
                return 413, "too_large"
            has_body = length not in (None, "0") or header(scope, b"transfer-encoding") is not None
            if has_body and kind.partition(";")[0].strip().lower() != "application/json":
                return 415, "json_only"
        return None

    async def _is_known(self, scope: Scope) -> bool:
        """Return whether the request comes from somebody with a session, or a machine that looks after this one."""
        if scope["path"] in WATCHED or self.knows is None:
            return True
        return await self.knows(token_of(scope))

    def is_our_host(self, host: str) -> bool:
        """Return whether it names this server; nobody else's DNS can make a numeric address point here."""
        name = host.lower().rpartition(":")[0] if host.rpartition(":")[2].isdigit() else host.lower()
        if name in self.names or host.lower() in self.hosts:
            return True
        try:
            ipaddress.ip_address(name.strip("[]"))
        except ValueError:
            return False
        return True

    def is_our_origin(self, origin: str, host: str) -> bool:
        """Return whether a page of that origin is ours: the host that was asked, or one that is listed."""
        parts = urlsplit(origin)
        if parts.scheme not in ("http", "https") or not parts.netloc:
            return False
        return parts.netloc.lower() == host.lower() or parts.netloc.lower() in self.hosts


def _is_plain(scope: Scope) -> bool:
    """Return whether an address contains only what files, ids and databases can contain."""
    path = str(scope["path"])
    odd = not path.isprintable() or b"%00" in scope.get("query_string", b"")
    return not odd and all(len(part.encode("utf-8", "replace")) <= LONGEST for part in path.split("/"))


def _said(scope: Scope, code: str) -> tuple[bytes, bytes]:
    """Return what to send with a refusal: its code, or a page for people who came by a name that we do not know."""
    if code == "bad_host" and scope["method"] == "GET" and "text/html" in (header(scope, b"accept") or ""):
        language = language_of(header(scope, b"accept-language") or "")
        page = host_page(header(scope, b"host") or "", scope.get("scheme", "http"), language)
        return b"text/html; charset=utf-8", page
    return b"application/json", msgspec.json.encode({"code": code})


def header(scope: Scope, name: bytes) -> str | None:
    """Return a header's value."""
    for key, value in scope["headers"]:
        if key == name:
            return str(value.decode("latin-1"))
    return None


def bearer(scope: Scope) -> str | None:
    """Return the token of a bot's `Authorization: Bearer …`."""
    value = header(scope, b"authorization")
    return value[7:].strip() if value and value[:7].lower() == "bearer " else None


def cookie_name(scope: Scope) -> str:
    """Return the name of the session's cookie on this connection."""
    if scope.get("scheme") not in ("https", "wss"):
        return LAN_COOKIE
    return PATH_COOKIE if scope.get(PREFIX) else SAFE_COOKIE


def cookie_path(scope: Scope) -> str:
    """Return the path that a cookie belongs to."""
    return f"{scope.get(PREFIX, '')}/"


def device_cookie(scope: Scope) -> str:
    """Return the name of the cookie that marks a device which has signed in before."""
    return f"{cookie_name(scope)}-device"


def cookie(scope: Scope) -> str | None:
    """Return the session's token from the cookie."""
    return cookie_called(scope, cookie_name(scope))


def cookie_called(scope: Scope, wanted: str) -> str | None:
    """Return the value of a cookie."""
    for part in (header(scope, b"cookie") or "").split(";"):
        name, _, value = part.strip().partition("=")
        if name == wanted:
            return value
    return None


def token_of(scope: Scope) -> str | None:
    """Return the token that a request or a socket brings."""
    return bearer(scope) or cookie(scope)


def address_of(scope: Scope) -> str:
    """Return whom limits count against: the client's address, a whole network of IPv6."""
    client = scope.get("client")
    return block_of(str(client[0])) if client else "?"
