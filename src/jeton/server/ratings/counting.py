"""Counts rated matches: once each, whichever node counts, and in an order that can be repeated.

One transaction writes a match and what it changes, and its keys make a second one fail: the match's key if another node
was quicker, the key of a person's next number if another match of theirs was counted meanwhile.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
import structlog
from msgspec import Struct
from msgspec.structs import replace

from jeton.core.errors import JetonError
from jeton.server.ratings.scale import NEWCOMER, Skill, anchor, rate
from jeton.server.rooms.hub import Hub
from jeton.server.rooms.room import Room
from jeton.store import Clash, Statement, Store, StoreDown, queries

__all__ = ["Counted", "Place", "Ratings", "counted_from", "fold", "places_in", "places_of", "unrated", "written"]

log = structlog.get_logger(__name__)

TRIES = 20
"""How often to count a match again after a clash with another."""
LOOK_SECONDS = 60.0
"""How often a node looks for matches that nobody counted because the node that should have was killed."""
AT_ONCE = 100


class Place(Struct, frozen=True, omit_defaults=True):
    """A seat of a rated match: who sat there, where they came in, and how strong they were before."""

    rank: int
    user: str | None = None
    """None for a bot, and for somebody who was forgotten."""
    bot: str | None = None
    mu: float = NEWCOMER.mu
    sigma: float = NEWCOMER.sigma
    seat: int | None = None
    """Which seat of the table that is. None where an older release counted the match: all seats counted then."""

    @property
    def skill(self) -> Skill:
        """How strong they were before."""
        return Skill(self.mu, self.sigma)


class Counted(Struct, frozen=True):
    """A rated match: its table, its title, its place in the order of all, and its seats."""

    match: str
    title: str
    at: int
    places: tuple[Place, ...]


Known = dict[tuple[str, str], tuple[int, Skill]]
"""By person and title: how many matches were counted, and how strong they are after them."""


def places_of(room: Room) -> tuple[Place, ...] | None:
    """Return the seats of a finished rated match, bots at their fixed places; None for any other match.

    A bot that no ladder knows any more says nothing about those who met it, and is left out; if only one seat is left,
    the result is empty.
    """
    table, outcome = room.table, room.match.outcome if room.match else None
    if outcome is None or not table.settings.rated:
        return None
    places = []
    for seat, (state, rank) in enumerate(zip(room.seats, outcome.ranks, strict=True)):
        if state.user is not None:
            places.append(Place(rank, state.user, seat=seat))
        elif state.bot and (fixed := anchor(table.title, len(room.seats), state.bot)):
            places.append(Place(rank, None, state.bot, fixed.mu, fixed.sigma, seat))
    return tuple(places) if len(places) > 1 else ()


def fold(known: Known, match: Counted) -> tuple[Counted, list[dict[str, Any]]]:
    """Return what a match changes: itself with everybody's strength before it, and the rows of those with a rating.

    It also updates `known`. A bot, or somebody forgotten, keeps the place that the match gives them.
    """
    places = tuple(
        place if place.user is None else replace(place, mu=before.mu, sigma=before.sigma)
        for place in match.places
        for before in (known.get((place.user or "", match.title), (0, NEWCOMER))[1],)
    )
    rows: list[dict[str, Any]] = []
    if not any(place.user for place in places):
        return match, rows
    for place, after in zip(places, rate([one.skill for one in places], [one.rank for one in places]), strict=True):
        if place.user is not None:
            n = known.get((place.user, match.title), (0, NEWCOMER))[0] + 1
            known[place.user, match.title] = n, after
            rows.append({"user": place.user, "title": match.title, "n": n, "match": match.match,
                         "mu": after.mu, "sigma": after.sigma})  # fmt: skip
    return replace(match, places=places), rows


def counted_from(row: Mapping[str, Any]) -> Counted:
    """Return a match as the database keeps it."""
    return Counted(row["match"], row["title"], row["at"], places_in(row["seats"]))


def places_in(text: str) -> tuple[Place, ...]:
    """Return the seats of a match as the database keeps them.

    >>> [place.seat for place in places_in('[{"rank":1,"user":"ann"},{"rank":2,"bot":"level3"}]')]
    [0, 1]
    """
    found = msgspec.json.decode(text, type=tuple[Place, ...])
    return tuple(replace(place, seat=seat) if place.seat is None else place for seat, place in enumerate(found))


def written(match: Counted, rows: Sequence[Mapping[str, Any]]) -> list[Statement]:
    """Return the statements that keep a match and its changes; all nodes use one order of people, so none deadlock."""
    seats = msgspec.json.encode(match.places).decode()
    in_order = sorted(rows, key=lambda row: row["user"])
    return [queries.ratings.add_match(match.match, match.title, match.at, seats), *queries.ratings.add(in_order)]


async def unrated(store: Store, user: str) -> list[Statement]:
    """Return the statements that take a person out of counted matches: the strength stays, the person goes."""
    found = [counted_from(row) for row in await store.fetch(queries.ratings.matches_of(user))]
    changes = []
    for match in found:
        places = tuple(replace(place, user=None) if place.user == user else place for place in match.places)
        changes.append(queries.ratings.change_seats(match.match, msgspec.json.encode(places).decode()))
    return changes


class Ratings:
    """Counts the rated matches of a server."""

    def __init__(self, store: Store, hub: Hub) -> None:
        """Start with nothing counted."""
        self.store, self.hub = store, hub

    async def count(self, room: Room) -> bool:
        """Count a match that is over and rated, unless a node has counted it; return whether this call did."""
        places = places_of(room)
        if places is None:
            return False
        for _ in range(TRIES):
            if await self.store.fetch(queries.ratings.match(room.table.id)):
                return False
            try:
                await self.store.execute(*await self._changes(room, places))
            except Clash:
                continue
            return True
        log.error("a rated match could not be counted", table=room.table.id)
        return False

    async def _changes(self, room: Room, places: tuple[Place, ...]) -> list[Statement]:
        title, people = room.table.title, [place.user for place in places if place.user]
        here = {row["id"] for row in await self.store.fetch(queries.ratings.known(people))}
        places = tuple(place if place.user in here else replace(place, user=None) for place in places)
        now, known = time.time_ns() // 1_000_000, Known()
        for row in await self.store.fetch(queries.ratings.latest_of(people, title)):
            known[row["user"], title] = row["n"], Skill(row["mu"], row["sigma"])
            now = max(now, row["at"] + 1)
        return written(*fold(known, Counted(room.table.id, title, now, places)))

    def over(self, room: Room) -> None:
        """Count a match that has ended, in the background."""
        if room.table.settings.rated:
            self.hub.spawn(self._count_soon(room))

    async def _count_soon(self, room: Room) -> None:
        try:
            await self.count(room)
        except StoreDown as error:  # the next look counts it
            log.warning("a rated match waits to be counted", table=room.table.id, error=str(error))

    async def look(self) -> int:
        """Count the matches that nobody has counted; return how many."""
        counted = 0
        for row in await self.store.fetch(queries.ratings.to_count(AT_ONCE)):
            try:
                live = await self.hub.room(row["id"])
                counted += live is not None and await self.count(live.core)
            except StoreDown:
                raise
            except JetonError as error:
                log.error("a rated match can't be read", table=row["id"], error=str(error))
        return counted

    async def watch(self) -> None:
        """Look at the start, and now and then."""
        while True:
            with contextlib.suppress(StoreDown):
                await self.look()
            await asyncio.sleep(LOOK_SECONDS)
