"""Matches of bots alone: how many one person, and one address, may have running."""

from __future__ import annotations

from jeton.server.api.common import AnyRequest, Problem, services_of
from jeton.server.rooms.live import LiveRoom
from jeton.server.wire.gate import address_of

__all__ = ["note_maker", "refuse_more_bots_alone"]


def note_maker(request: AnyRequest, live: LiveRoom) -> None:
    """Remember the address from which a table was made: its bots think on that address's account."""
    live.address = address_of(request.scope)  # type: ignore[arg-type]


def refuse_more_bots_alone(request: AnyRequest, host: str) -> None:
    """Refuse to begin a match of bots alone if its host, or the address, has enough of them."""
    services = services_of(request)
    limits, address = services.config.limits, address_of(request.scope)  # type: ignore[arg-type]
    alone = [one for one in services.hub.rooms.values() if one.core.state == "playing" and not one.people]
    hosted = sum(one.core.table.host == host for one in alone)
    near = sum(one.address == address for one in alone)
    if hosted >= limits.bot_tables or near >= limits.bot_tables_per_address:
        raise Problem(429, "too_many_bots")
