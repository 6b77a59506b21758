"""The ASGI application: a visible list of routes, and a life that begins and ends with the store."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import structlog
from litestar import Litestar, Request, Response
from litestar.exceptions import HTTPException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme, Server

from jeton import __version__
from jeton.core.errors import JetonError
from jeton.server.api import HANDLERS, Problem
from jeton.server.config import Config
from jeton.server.services import Services
from jeton.server.web.pages import PAGES, nowhere
from jeton.server.web.pictures import PICTURES
from jeton.server.wire.bodies import PlainRequest
from jeton.server.wire.gate import SAFE_COOKIE, Gate, Receive, Scope, Send
from jeton.store import BadValue, StoreDown, connect

__all__ = ["make_app", "make_routes"]

log = structlog.get_logger(__name__)


def _refused(request: Request[Any, Any, Any], error: HTTPException) -> Response[Any]:
    if isinstance(error, Problem):
        return Response({"code": error.code, "values": error.values}, status_code=error.status_code)
    if error.status_code == 404 and (page := nowhere(request)) is not None:
        return page
    code = {404: "not_found", 405: "bad_method", 413: "too_large", 429: "too_many"}.get(
        error.status_code, "bad_message" if error.status_code < 500 else "internal"
    )
    return Response({"code": code, "values": {}}, status_code=error.status_code, headers=dict(error.headers or {}))


def _failed(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    if isinstance(error, StoreDown):
        return Response({"code": "store_down", "values": {}}, status_code=503)
    log.exception("request failed", path=request.url.path, exc_info=error)
    return Response({"code": "internal", "values": {}}, status_code=500)


def _unknown(request: Request[Any, Any, Any], error: Exception) -> Response[Any]:
    return Response({"code": "bad_message", "values": {}}, status_code=400)


def make_app(config: Config, http: Litestar | None = None) -> Gate:
    """Return the whole server as one ASGI application; `http` are its routes, if `make_routes` has made them already.

    >>> make_app(Config(database="sqlite:///nowhere/jeton.sqlite")).is_our_host("localhost:8000")
    True
    """
    holder: dict[str, Services] = {}

    @asynccontextmanager
    async def life() -> AsyncIterator[Services]:
        services = holder["services"] = Services(config, await connect(config.database, serving=config.address))
        services.hub.homes.on_nodes = nodes_changed
        await services.start()
        try:
            yield services
        finally:
            await services.stop()

    def nodes_changed(nodes: set[str]) -> None:
        services = holder["services"]
        services.sockets.nodes_changed(nodes)
        gate.doors.nodes = services.hub.homes.addresses()

    def is_node(node: str, secret: str) -> bool:
        leases = holder["services"].store.leases if "services" in holder else None
        return leases is not None and leases.is_for_us(node, secret)

    async def sockets(scope: Scope, receive: Receive, send: Send) -> None:
        await holder["services"].sockets(scope, receive, send)

    async def knows(token: str | None) -> bool:
        return "services" in holder and await holder["services"].people.user_of(token) is not None

    def kept_out(address: str) -> int | None:
        return holder["services"].moderation.bans.address_until(address) if "services" in holder else None

    routes = http or make_routes(config.prefix, config.limits.body)
    routes.state.life = life
    gate = Gate(config, routes, sockets, knows, kept_out, is_node)  # type: ignore[arg-type]
    return gate


@asynccontextmanager
async def _live(app: Litestar) -> AsyncIterator[None]:
    """Serve for as long as the application's services live."""
    async with app.state.life() as services:
        app.state.services = services
        yield


def make_routes(prefix: str, largest_body: int) -> Litestar:
    """Make the routes and their document before anybody serves them: the slowest part of a start."""
    return Litestar(
        [*HANDLERS, *PICTURES, *PAGES],
        lifespan=[_live],
        openapi_config=OpenAPIConfig(
            title="Jeton",
            version=__version__,
            description="Tables of board games. Play itself goes over /ws/ID.",
            path="/api",
            servers=[Server(url=prefix or "/")],
            components=Components(
                security_schemes={
                    "token": SecurityScheme(type="http", scheme="bearer", description="A bot's token, or a session's."),
                    "session": SecurityScheme(
                        type="apiKey", name=SAFE_COOKIE, security_scheme_in="cookie", description="A browser's session."
                    ),
                }
            ),
            security=[{"token": []}, {"session": []}, {}],
            render_plugins=[JsonRenderPlugin(path="/openapi.json")],
        ),
        exception_handlers={HTTPException: _refused, BadValue: _unknown, JetonError: _failed, Exception: _failed},
        request_class=PlainRequest,
        request_max_body_size=largest_body,
        logging_config=None,
        debug=False,
    )
