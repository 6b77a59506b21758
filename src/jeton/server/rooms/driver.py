"""What moves a room without people: its bots, its clocks and the game's own alarm.

All of them enter by the room's queue, like people.
"""

from __future__ import annotations

import asyncio
import math
import time
import weakref
from functools import partial
from typing import TYPE_CHECKING, Any

from jeton.bots.bot import OnProgress
from jeton.games.lessons import Chapter, Reply, lesson, reply_of
from jeton.server.metrics import METRICS
from jeton.server.rooms import commands as ask
from jeton.server.rooms.bots import LOOK_SECONDS, Choice
from jeton.server.rooms.commands import Refuse, now
from jeton.server.rooms.events import Table

if TYPE_CHECKING:
    from jeton.server.rooms.live import LiveRoom

__all__ = ["LONGEST_PAUSE", "Driver"]

BOT_TRIES = 3
"""How often to ask a bot again whose answer no longer fits."""
LONGEST_PAUSE = 60.0
"""Seconds that a bot waits at most before a planned move, unless it waits for somebody."""
HURRY = 1.5
"""Seconds that a bot waits at most for news if only bots are left to move."""
FAR_SECONDS = 600.0
"""An alarm further away than this keeps no room in memory: `server/rooms/due.py` brings it back in time."""
LONG_PACE = 1500
"""From this pace of a table on (milliseconds), people see how much of it a bot has waited: less is over too soon."""


class Driver:
    """The bots of a room that think, and its alarm."""

    def __init__(self, live: LiveRoom) -> None:
        """Drive a live room, referred to weakly, so that the room is freed as soon as the hub lets go of it.

        Nothing runs before `drive`.
        """
        self.live: LiveRoom = weakref.proxy(live)
        self.running = True
        self.spent: dict[int, tuple[int, float]] = {}
        """By seat: the last entry when its bot began to think, and how much of its time it has used since, 0 to 1."""
        self.hurried = False
        """Whether the bots here get less time than they would take, because others wait for theirs."""
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._parked: dict[int, int] = {}
        """By seat: the last entry when its bot chose to wait for somebody; after the next one it is asked again."""
        self._alarm: asyncio.TimerHandle | None = None
        self._remembers = live.core.game.forgets
        self._chapter = _chapter_of(live.core.table)

    @property
    def idle(self) -> bool:
        """Whether nobody thinks, and no clock needs the room in memory."""
        return not self._thinking and (self._alarm is None or self._is_far(self._alarm))

    def waits(self, seat: int) -> bool:
        """Return whether a bot that may move has chosen to wait for somebody."""
        return self._parked.get(seat) == self.live.core.n

    def _is_far(self, alarm: asyncio.TimerHandle) -> bool:
        rest = alarm.when() - asyncio.get_running_loop().time()
        return self.live.core.clocks.runs_unattended and rest > FAR_SECONDS

    def drive(self) -> None:
        """Set the alarm, and let the bots that may move think."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if not self.running or not self.live.leased:
            return
        at = self.live.core.alarm()
        if at is not None:
            wait = max(0.001, (at - now().mono) / 1000 + 0.001)
            self._alarm = asyncio.get_running_loop().call_later(wait, self._ring)
        for seat, bot in self.live.core.bots_to_move():
            if seat not in self._thinking and not self.waits(seat):
                self._thinking[seat] = asyncio.create_task(self._think(seat, bot))

    def refused(self, code: str) -> None:
        """Set the alarm again: it was too early, or could not be written."""
        asyncio.get_running_loop().call_later(1.0 if code == "store_down" else 0.02, self.drive)

    async def stop(self) -> None:
        """Stop all thinking and alarms."""
        self.running = False
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        tasks = list(self._thinking.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinking.clear()

    def _ring(self) -> None:
        self._alarm = None
        self.live.submit(ask.Alarm())

    async def _think(self, seat: int, bot: str) -> None:
        try:
            core, pool = self.live.core, self.live.hub.bots
            tries = 0
            while tries <= BOT_TRIES:
                match = core.match
                if match is None or core.bot_of(seat) is None or seat not in match.actors:
                    return
                n, view, began = match.n, match.view(seat), time.monotonic()
                on_progress = partial(self._tell, seat, n, began)
                reply = reply_of(self._chapter, match.standing, seat) if self._chapter and not tries else False
                if reply is True:  # the learner comes first
                    self._parked[seat] = n
                    return
                if isinstance(reply, Reply):
                    choice = Choice(reply.move, reply.seconds)
                else:
                    choice = await self._choose(seat, bot if tries < BOT_TRIES else core.basic, view, on_progress)
                METRICS.bot_seconds.observe(time.monotonic() - began)
                if self._parks(choice):
                    self._parked[seat] = n
                    return
                if not await self.pause(choice, n, began, on_progress):
                    continue  # something happened that the bot wants to heed
                tries += 1
                answer = await self.live.ask(ask.BotMove(seat=seat, n=n, move=choice.move))
                if not isinstance(answer, Refuse):
                    return
                if answer.code in ("illegal", "malformed"):
                    METRICS.bot_failures.inc()
                    await self.live.ask(ask.BotMove(seat=seat, n=n, move=pool.any_move(view)))
                elif answer.code in ("store_down", "busy"):
                    await asyncio.sleep(1.0)
            await asyncio.sleep(1.0)  # it goes on below, but not in a hurry
        finally:
            if self._thinking.get(seat) is asyncio.current_task():
                del self._thinking[seat]
                self.show(seat, self.live.core.n, 0.0)
                asyncio.get_running_loop().call_soon(self.drive)  # its turn may have come back while it finished

    def _tell(self, seat: int, n: int, began: float, share: float) -> None:
        """Note the share of its thinking time that a bot has used, or of the table's pace if that share is smaller."""
        pace = self.live.core.table.settings.pace / 1000
        waited = (time.monotonic() - began) / pace if pace else 1.0
        share = math.floor(100 * min(share, waited, 1.0)) / 100
        if self.show(seat, n, share):
            self.live.hub.tell_thinking(self.live, seat, n, share)

    def show(self, seat: int, n: int, share: float) -> bool:
        """Show everybody at the table how far a bot is, without logging it; return whether that is news."""
        known, latest = self.spent.get(seat, (n, 0.0)), self.live.core.n
        shown = known[1] if known[0] == latest else 0.0
        self.spent[seat] = (n, share)
        if n != latest or share == shown:
            return False
        self.live.publish(table=False, view=False, thinking=True)
        return True

    async def _choose(self, seat: int, bot: str, view: Any, on_progress: OnProgress) -> Choice:
        """Ask the bot; if remembering is part of the play, always in the same worker."""
        core = self.live.core
        table, at = core.table, core.clocks.time(now())
        key = f"{table.id} {seat}" if self._remembers else None
        return await self.live.hub.bots.choose(
            table.title, table.rules, table.options, bot, view, at=at, key=key, fallback=core.basic,
            on_progress=on_progress, owner=self.live.owner, hurried=self._hurry,
        )  # fmt: skip

    def _hurry(self, hurried: bool) -> None:
        """Say that a bot begins to think with less time than it would have, or with all of it again."""
        if hurried or self.hurried:
            self.hurried = hurried
            self.live.publish(table=False, view=False, thinking=True)

    def _parks(self, choice: Choice) -> bool:
        """Return whether a bot waits for somebody, however long that takes: nothing has to run meanwhile."""
        waits = choice.heeds and choice.seconds is not None and math.isinf(choice.seconds)
        return waits and self.live.core.table.settings.pace > 0 and not self.live.core.only_bots()

    def _nobody_else(self, seconds: float) -> bool:
        """Return whether everybody who plays waits for bots, or a bot waits without end for another bot.

        If nobody plays any more, those who look on still get the time that a bot leaves them.
        """
        core = self.live.core
        return core.only_bots() and (math.isinf(seconds) or bool(core.people()))

    async def pause(self, choice: Choice, n: int, began: float, on_progress: OnProgress | None = None) -> bool:
        """Wait before a bot's move as long as a person would; return false if news calls for a new plan.

        A pace of 0 switches this off. Bots of real-time games say themselves how long a move takes; the others get the
        table's pace, which knows nothing of the game.
        """
        pace = self.live.core.table.settings.pace
        if not pace:
            return True
        seconds = pace / 1000 if choice.seconds is None else choice.seconds
        shows = on_progress if choice.seconds is None and pace >= LONG_PACE else None
        until = began + min(seconds, LONGEST_PAUSE)
        if choice.heeds and self._nobody_else(seconds):
            until = min(until, began + HURRY)
        while (rest := until - time.monotonic()) > 0:
            await asyncio.sleep(min(rest, LOOK_SECONDS) if choice.heeds or shows else rest)
            if shows is not None:
                shows(1.0)
            match = self.live.core.match
            if choice.heeds and match is not None and match.n != n:
                return False
        return True


def _chapter_of(table: Table) -> Chapter | None:
    """Return what is taught at a table, if anything, and if this release still has that lesson for these rules."""
    if table.settings.lesson is None or (found := lesson(table.title)) is None or found.rules != table.rules:
        return None
    return found.chapter(table.settings.lesson)
