"""The HTTP API, a module for each kind of thing; /api/openapi.json is made from it."""

from __future__ import annotations

from litestar.handlers import HTTPRouteHandler

from jeton.server.api import (
    accounts,
    board,
    handed,
    health,
    lessons,
    lobby,
    matches,
    moderation,
    moments,
    my_games,
    notices,
    people,
    puzzles,
    ratings,
    tables,
)
from jeton.server.api.common import REFUSALS, Problem

__all__ = ["HANDLERS", "Problem"]


def _described(handler: HTTPRouteHandler) -> HTTPRouteHandler:
    """Add every refusal to the OpenAPI document."""
    handler.responses = {**REFUSALS, **(handler.responses or {})}
    return handler


PARTS: list[HTTPRouteHandler] = [
    *people.HANDLERS, *accounts.HANDLERS, *notices.HANDLERS, *tables.HANDLERS, *lobby.HANDLERS, *handed.HANDLERS,
    *lessons.HANDLERS, *matches.HANDLERS, *moments.HANDLERS, *puzzles.HANDLERS, *board.HANDLERS,
    *my_games.HANDLERS, *ratings.HANDLERS, *moderation.HANDLERS, *health.HANDLERS,
]  # fmt: skip

HANDLERS = [_described(handler) for handler in PARTS]
