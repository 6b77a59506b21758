"""Judges finished matches in the background: a decision at a time, when no bot wants to think, and keeps the result.

It judges one match at a time. The result goes into the store; what a restart interrupts begins again when somebody
asks.
"""

from __future__ import annotations

import asyncio
import logging
import time
import zlib

import msgspec

from jeton import bots
from jeton.analysis.clues import ClueReview
from jeton.analysis.review import LINES, Decision, Review, summed_up
from jeton.core.match import Match
from jeton.core.match_file import write_match
from jeton.server.rooms.bots import NotYet
from jeton.server.rooms.hub import Hub
from jeton.server.rooms.live import LiveRoom
from jeton.store import Store, StoreDown, queries

__all__ = ["Judging", "Study"]

log = logging.getLogger(__name__)

SEED = 1
"""The seed of the deals that are read: the same match gets the same verdicts everywhere."""
AGAIN = 5.0
"""Seconds before a worker that still compiles is asked again."""

NEVER, NONE, WAITING, READING, DONE, FAILED = "never", "none", "waiting", "reading", "done", "failed"


def may_judge(title: str) -> bool:
    """Return whether matches of a title can be judged, move by move or clue by clue.

    >>> may_judge("guardians")
    True
    """
    roster = bots.roster(title)
    return roster.judge is not None or roster.clues is not None


class Study(msgspec.Struct, frozen=True):
    """How far the judging of a match has come."""

    state: str
    """`never` (this title has no judge), `none`, `waiting`, `reading`, `failed` or `done`."""
    done: float = 0.0
    """How much of it, 0 to 1."""


class Judging:
    """The matches that are being judged, and those that were."""

    def __init__(self, store: Store, hub: Hub) -> None:
        """Start with nothing judged."""
        self.store, self.hub = store, hub
        self._now: dict[str, Study] = {}
        self._turn = asyncio.Lock()

    async def begin(self, live: LiveRoom) -> Study:
        """Have a match judged, unless it was, or is being judged; return how far that is."""
        table = live.core.table.id
        study = await self.state(live)
        if study.state in (NONE, FAILED) and live.core.match is not None and table not in self._now:
            study = self._now[table] = Study(WAITING)
            self.hub.spawn(self._judge(live, live.core.match))
        return study

    async def state(self, live: LiveRoom) -> Study:
        """Return how far the judging of a match is."""
        table = live.core.table
        if not may_judge(table.title):
            return Study(NEVER)
        if table.id in self._now:
            return self._now[table.id]
        return Study(NONE) if await self._kept(table.id) is None else Study(DONE, 1.0)

    async def found(self, live: LiveRoom) -> bytes:
        """Return the state of a match as JSON, with its `review` if it was judged."""
        kept = await self._kept(live.core.table.id)
        if kept is None:
            return msgspec.json.encode(await self.state(live))
        return b'{"state":"done","done":1.0,"review":' + kept + b"}"

    async def _kept(self, table: str) -> bytes | None:
        rows = await self.store.fetch(queries.reviews.of(table))
        return zlib.decompress(rows[0]["body"]) if rows else None

    async def _judge(self, live: LiveRoom, match: Match) -> None:
        table = live.core.table.id
        try:
            async with self._turn:
                review = await self._review(table, match)
            await self._keep(table, msgspec.json.encode(review))
        except asyncio.CancelledError:
            raise
        except Exception as error:  # whatever a judge may raise, or the end of its worker
            log.warning("table %s could not be judged: %s: %s", table, type(error).__name__, error)
            self._now[table] = Study(FAILED)
            await asyncio.sleep(AGAIN)
        finally:
            self._now.pop(table, None)

    async def _review(self, table: str, match: Match) -> Review | ClueReview:
        title = match.header.title
        if bots.roster(title).clues is None:
            return summed_up(match, await self._decisions(table, match), lines=LINES, seed=SEED)
        text = await asyncio.to_thread(write_match, match.header, match.log)
        while True:
            self._now[table] = Study(READING)
            try:
                return await self.hub.bots.clues(title, text)
            except NotYet:
                await asyncio.sleep(AGAIN)

    async def _decisions(self, table: str, match: Match) -> list[Decision]:
        found: list[Decision] = []
        header, standing, positions = match.header, match.standing, match.positions
        while len(found) < len(standing):
            self._now[table] = Study(READING, len(found) / len(standing))
            entry = standing[len(found)]
            view = match.game.view(positions[len(found)], entry.seat)
            about = (header.title, header.version, header.options, header.seats)
            try:
                found.append(await self.hub.bots.judge(*about, view, entry.n, entry.move, LINES, SEED))
            except NotYet:
                await asyncio.sleep(AGAIN)
        return found

    async def _keep(self, table: str, review: bytes) -> None:
        now = time.time_ns() // 1_000_000
        try:
            await self.store.execute(*queries.reviews.keep(table, zlib.compress(review, 9), now))
        except StoreDown:
            log.warning("what was found of table %s could not be kept", table)
            raise
