"""Lets a match that somebody began without a server go on at a table, with friends.

The device that played it knew its key, and so could know every card to come. The server takes none of that over: it
replays the match file, which shows that the rules lead to the position, and begins a table there under a key of its
own. It deals anew what nobody could see: the decks, and cards that were reserved from one.
"""

from __future__ import annotations

from typing import Annotated

from litestar import post
from litestar.handlers import HTTPRouteHandler
from litestar.params import Body
from msgspec import Meta, Struct

import jeton
from jeton.core.errors import JetonError
from jeton.core.game import START
from jeton.core.match import Match
from jeton.server.api.alone import note_maker
from jeton.server.api.common import AnyRequest, Done, Problem, carry_out, limited, live_room, services_of, signed_in
from jeton.server.people.plain_text import MAX_NAME, clean
from jeton.server.rooms import commands as ask
from jeton.server.rooms.events import Settings
from jeton.server.rooms.hub import now
from jeton.server.tables.tables import keep_table, new_table

__all__ = ["HANDLERS"]

LONGEST = 40_000
"""The most characters of a match file: more than a thousand moves."""


class HandedMatch(Struct, forbid_unknown_fields=True):
    """A match file, and the name of the person on each seat; a seat without one is free for a friend."""

    match: Annotated[str, Meta(max_length=LONGEST)]
    names: Annotated[list[Annotated[str, Meta(max_length=200)] | None], Meta(min_length=2, max_length=8)]


@post("/api/tables/handed", tags=["tables"])
async def hand_over(request: AnyRequest, data: Annotated[HandedMatch, Body()]) -> Done:
    """Make a table at the position of a match from the asker's device; the people who play there keep their seats."""
    user, services = await signed_in(request), services_of(request)
    limited(request, services.new_tables)
    await services.hub.warming.games()
    match = _replayed(data.match)
    if len(data.names) != match.header.seats or not any(data.names):
        raise Problem(400, "bad_message")
    names = {seat: clean(name, MAX_NAME) or user.name for seat, name in enumerate(data.names) if name}
    begin = match.game.beginning(match.game.view(match.position, None))
    if begin is None:
        raise Problem(409, "not_from_here")
    header = match.header
    settings = Settings(pace=services.config.bot_pace, several=len(names) > 1)
    options = {**header.options, START: begin}
    table = new_table(header.title, header.seats, options, settings, user.id, now().wall)
    table = await keep_table(services.store, table)
    live = await live_room(request, table.id)
    note_maker(request, live)
    done = Done(table.id, 0, 0)
    for seat, name in names.items():
        done = await carry_out(live, ask.SitDown(user=user.id, seat=seat, name=name, another=seat != min(names)))
    return done


def _replayed(text: str) -> Match:
    """Return the match of a file, with every entry checked by today's rules."""
    try:
        match = jeton.loads(text)
    except (JetonError, ValueError, LookupError, TypeError):
        raise Problem(400, "bad_message") from None
    if match.game.version != jeton.make(match.header.title).version:
        raise Problem(409, "not_from_here")
    if match.is_over:
        raise Problem(409, "over")
    return match


HANDLERS: list[HTTPRouteHandler] = [hand_over]
