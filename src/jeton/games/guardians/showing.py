"""How long the page shows a reveal: meanwhile, no player's time to choose or to look runs (G67, G105).

The page shows what happened step by step: boats turn over, then each discovery with its clues, its finders and its
coins, then what comes home. It keeps within these times, and a player may skip the show.
"""

from __future__ import annotations

from msgspec.structs import replace

from jeton.core.game import Entry
from jeton.games.guardians.position import INTERLUDE, RESOLVE, SEARCH, Clock, Discovery, Position

__all__ = ["show_ms", "wait_for_show"]

OPENING_MS, BOAT_MS, FLEET_MS = 900, 350, 4_200
"""Boats turn over one after the other, all of them within the last of these times."""
DISCOVERY_MS = 8_400
"""Clues beside the island, who found it, what was paid."""
POWER_MS, MARK_MS, FIRE_MS, ENDING_MS = 2_600, 2_000, 1_500, 3_000
LONGEST_MS = 34_000
"""The limit, however much happened."""


def show_ms(before: Position, after: Position) -> int:
    """Return how long the page shows what an entry revealed; 0 if that was nothing."""
    resolution = after.resolution
    if resolution is None or resolution == before.resolution or after.phase not in (RESOLVE, INTERLUDE):
        return 0
    earlier = before.resolution.discoveries if before.phase == RESOLVE and before.resolution else ()
    time = 0
    if before.phase == SEARCH:
        time += OPENING_MS + min(FLEET_MS, BOAT_MS * len(resolution.boats))
    if earlier and resolution.discoveries[len(earlier) - 1].power != earlier[-1].power:
        time += POWER_MS
    time += sum(discovery_ms(found) for found in resolution.discoveries[len(earlier) :])
    if after.phase == INTERLUDE:
        time += FIRE_MS * len(resolution.fires) + ENDING_MS
    return min(time, LONGEST_MS)


def discovery_ms(found: Discovery) -> int:
    """Return the time for one discovery, with the marks that acted on its payment and the legend's power."""
    return DISCOVERY_MS + MARK_MS * len(found.marks) + (POWER_MS if found.power else 0)


def wait_for_show(before: Position, after: Position, entry: Entry) -> Position:
    """G67, G105. Start the clock that an entry has set when the show of that entry is over."""
    clock, time = after.clock, show_ms(before, after)
    if clock is None or not time:
        return after
    told = before.clock.begins if before.phase == RESOLVE and before.clock is not None else 0
    begins = max(entry.at, told) + time
    return replace(after, clock=Clock(clock.kind, clock.at - entry.at + begins, begins))
