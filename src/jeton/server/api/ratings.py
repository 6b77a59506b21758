"""Ratings: what a rated match changed, how mine came about, and who is the strongest here."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

from litestar import get
from litestar.handlers import HTTPRouteHandler
from msgspec import Meta, Struct

from jeton import games
from jeton.bots.catalogue import offers
from jeton.server.api.common import AnyRequest, Problem, TableId, live_room, services_of, signed_in, user_of
from jeton.server.ratings.counting import counted_from
from jeton.server.ratings.scale import Skill, anchor, shown, spread
from jeton.store import queries

__all__ = ["HANDLERS"]

LEAST = 10
"""How many rated matches somebody has to finish to be on the board."""
MOST = 100
"""People on the board."""
MOST_OF_MINE = 1000


class SeatRating(Struct):
    """What a rated match changed for a seat; a bot stays where it is."""

    seat: int
    before: int
    after: int
    spread: int
    """The margin of the rating: nineteen of twenty people are within it."""
    games: int | None
    """How many rated matches the person has played; none for a bot."""


class RatingPoint(Struct):
    """My rating after a match."""

    title: str
    table: str
    at: int
    rating: int
    spread: int
    games: int


class BoardRow(Struct):
    """Somebody on the board."""

    name: str
    rating: int
    spread: int
    games: int
    me: bool = False
    bot: str | None = None
    """A bot level instead of a person: it stands where the ladder that ships measured it."""


class LeaderBoard(Struct):
    """Who is the strongest here at a title."""

    least: int
    """How many rated matches it takes to be listed."""
    rows: list[BoardRow]
    """The strongest first, bot levels among them."""
    me: BoardRow | None
    """My own row, listed or not; none before my first rated match."""


@get("/api/tables/{table_id:str}/ratings", tags=["ratings"])
async def match_ratings(request: AnyRequest, table_id: TableId) -> list[SeatRating]:
    """Return what a match changed, seat by seat; empty if it is not rated, or goes on."""
    live, services = await live_room(request, table_id), services_of(request)
    await services.ratings.count(live.core)  # the reader need not wait for the counter
    found = await services.store.fetch(queries.ratings.match(table_id))
    if not found:
        return []
    after = {row["user"]: row for row in await services.store.fetch(queries.ratings.of_match(table_id))}
    told, match = [], counted_from(found[0])
    for place in match.places:
        row = after.get(place.user)
        now = place.skill if row is None else Skill(row["mu"], row["sigma"])
        told.append(SeatRating(place.seat or 0, shown(place.skill), shown(now), spread(now), row["n"] if row else None))
    return told


@get("/api/me/ratings", tags=["ratings"])
async def my_ratings(request: AnyRequest) -> list[RatingPoint]:
    """Return my ratings after each rated match, the latest first."""
    user, services = await signed_in(request), services_of(request)
    rows = await services.store.fetch(queries.ratings.history_of(user.id, MOST_OF_MINE))
    return [
        RatingPoint(row["title"], row["match"], row["at"], shown(skill), spread(skill), row["n"])
        for row in rows
        for skill in (Skill(row["mu"], row["sigma"]),)
    ]


@get("/api/ratings/{title:str}", tags=["ratings"])
async def leader_board(request: AnyRequest, title: Annotated[str, Meta(max_length=32)]) -> LeaderBoard:
    """Return the strongest of a title, among those who have finished enough rated matches."""
    user, services = await user_of(request), services_of(request)
    if title not in games.all_titles():
        raise Problem(404, "unknown_title")
    found = await services.store.fetch(queries.ratings.best(title, LEAST, MOST))
    rows = [_row(row["name"], row, me=user is not None and row["user"] == user.id) for row in found]
    fewest = min(games.find(title).seats)  # people's ratings read as for two: bots stand by their smallest table
    for offer in offers(title):
        if fixed := anchor(title, fewest, offer.name):
            rows.append(BoardRow("", shown(fixed), spread(fixed), 0, bot=offer.name))
    mine = await services.store.fetch(queries.ratings.latest_of([user.id], title)) if user else []
    me = _row(user.name, mine[0], me=True) if user and mine else None
    return LeaderBoard(LEAST, sorted(rows, key=lambda row: -row.rating), me)


def _row(name: str, row: Mapping[str, Any], *, me: bool) -> BoardRow:
    skill = Skill(row["mu"], row["sigma"])
    return BoardRow(name, shown(skill), spread(skill), row["n"], me)


HANDLERS: list[HTTPRouteHandler] = [match_ratings, my_ratings, leader_board]
