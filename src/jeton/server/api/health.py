"""How the server is doing, for its operators."""

from __future__ import annotations

from litestar import MediaType, Response, get
from litestar.datastructures import State
from litestar.handlers import HTTPRouteHandler

from jeton.server.metrics import CONTENT_TYPE, exposition
from jeton.store import StoreDown

__all__ = ["HANDLERS"]


@get("/health", tags=["operations"], media_type=MediaType.TEXT)
async def health() -> str:
    """Return whether the process lives."""
    return "ok\n"


@get("/ready", tags=["operations"], media_type=MediaType.TEXT)
async def ready(state: State) -> Response[str]:
    """Return whether the server can keep moves."""
    try:
        await state.services.store.check()
    except StoreDown:
        return Response("store down\n", status_code=503, media_type=MediaType.TEXT)
    return Response("ok\n", media_type=MediaType.TEXT)


@get("/metrics", tags=["operations"], include_in_schema=False)
async def metrics() -> Response[bytes]:
    """Return the measurements for Prometheus."""
    return Response(exposition(), headers={"content-type": CONTENT_TYPE})


HANDLERS: list[HTTPRouteHandler] = [health, ready, metrics]
