"""My games: all that I have finished, with what statistics need, and as a folder of match files to download."""

from __future__ import annotations

import zlib
from typing import Annotated, Any

import msgspec
from litestar import get
from litestar.handlers import HTTPRouteHandler
from litestar.response import Stream
from msgspec import Meta, Struct

from jeton.core.game import Tally
from jeton.server.api.common import AnyRequest, Problem, services_of, signed_in
from jeton.server.api.tables import TableRow, table_row
from jeton.server.people.own_data import own_matches
from jeton.server.ratings.counting import places_in
from jeton.server.ratings.scale import Skill, shown
from jeton.server.tables.table_lists import list_tables
from jeton.store import Store, queries

__all__ = ["HANDLERS"]

MOST = 100
"""How many games come at a time."""


class Change(Struct):
    """A rating before a match and after it."""

    before: int
    after: int


class GameRow(TableRow, kw_only=True):
    """A game that I have finished."""

    mine: list[int]
    """My seats."""
    tallies: list[Tally | None]
    """What statistics count of each seat; empty for a match that an older release noted."""
    accuracy: list[float | None] | None
    """How well each seat played, 0 to 100, if a judge has read the match."""
    rating: Change | None
    """Of a rated match: how it changed my rating."""


class _Player(Struct):
    accuracy: float | None


class _Review(Struct):
    """The part of a review that is told here."""

    players: list[_Player]


@get("/api/me/games", tags=["tables"])
async def my_games(request: AnyRequest, before: Annotated[int, Meta(ge=0)] | None = None) -> list[GameRow]:
    """Return my finished games, the latest first, a hundred at a time; `before` is the last one's `changed_at`."""
    user, services = await signed_in(request), services_of(request)
    rows = await services.store.fetch(queries.matches.finished_of(user.id, before, MOST))
    listed = [one for one in await list_tables(services.hub, rows) if one.summary.state == "over"]
    judged = await _accuracies(services.store, [one.table.id for one in listed])
    rated = await _changes(services.store, user.id, [one.table.id for one in listed if one.table.settings.rated])
    return [
        GameRow(
            **_fields(table_row(one)),
            mine=[seat for seat, owner in enumerate(one.summary.users) if owner == user.id],
            tallies=list(one.summary.tallies),
            accuracy=judged.get(one.table.id),
            rating=rated.get(one.table.id),
        )
        for one in listed
    ]


def _fields(row: TableRow) -> dict[str, Any]:
    return {name: getattr(row, name) for name in row.__struct_fields__}


async def _accuracies(store: Store, ids: list[str]) -> dict[str, list[float | None]]:
    """Return how well everybody played in the matches that were judged."""
    if not ids:
        return {}
    found = await store.fetch(queries.reviews.of_many(ids))
    read = {row["match"]: msgspec.json.decode(zlib.decompress(row["body"]), type=_Review) for row in found}
    return {match: [one.accuracy for one in review.players] for match, review in read.items()}


async def _changes(store: Store, user: str, ids: list[str]) -> dict[str, Change]:
    """Return what the rated matches changed for somebody."""
    if not ids:
        return {}
    found = {}
    for row in await store.fetch(queries.ratings.of_matches(user, ids)):
        before = next(place for place in places_in(row["seats"]) if place.user == user)
        found[row["match"]] = Change(shown(before.skill), shown(Skill(row["mu"], row["sigma"])))
    return found


@get("/api/me/games.zip", tags=["tables"], media_type="application/zip")
async def all_matches(request: AnyRequest) -> Stream:
    """Return all my finished matches as match files, in one archive."""
    user, services = await signed_in(request), services_of(request)
    if not services.exports.take(user.id):
        raise Problem(429, "too_many")
    await services.hub.warming.games()
    headers = {"content-disposition": 'attachment; filename="jeton-matches.zip"', "cache-control": "no-store"}
    pieces = own_matches(services.store, services.hub.shelf, user)
    return Stream(pieces, media_type="application/zip", headers=headers)


HANDLERS: list[HTTPRouteHandler] = [my_games, all_matches]
