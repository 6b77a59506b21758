"""What moves a room without anybody's hand: its bots, its clocks and the game's own alarm.

All of them come in by the room's queue, as people do.
"""

from __future__ import annotations

import asyncio
import time
from typing import TYPE_CHECKING, Any

from jeton.core.game import Forgetful
from jeton.server import commands as ask
from jeton.server.bots import Choice
from jeton.server.commands import Refuse, now
from jeton.server.metrics import METRICS

if TYPE_CHECKING:
    from jeton.server.live import LiveRoom

__all__ = ["LONGEST_PAUSE", "Driver"]

BOT_TRIES = 3
"""How often a bot is asked again whose answer no longer fits."""
LONGEST_PAUSE = 30.0
"""Seconds that a bot waits at most before a move it has planned."""


class Driver:
    """The bots of a room that think, and its alarm."""

    def __init__(self, live: LiveRoom) -> None:
        """Of a live room; nothing runs before `drive`."""
        self.live = live
        self.running = True
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._remembers = isinstance(live.core.game, Forgetful)

    @property
    def idle(self) -> bool:
        """Whether nobody thinks and no clock runs."""
        return not self._thinking and self._alarm is None

    def drive(self) -> None:
        """Set the alarm, and let the bots think who may move."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if not self.running or not self.live.hub.drives(self.live.core.table.id):
            return
        at = self.live.core.alarm()
        if at is not None:
            wait = max(0.001, (at - now().mono) / 1000 + 0.001)
            self._alarm = asyncio.get_running_loop().call_later(wait, self._ring)
        for seat, bot in self.live.core.bots_to_move():
            if seat not in self._thinking:
                self._thinking[seat] = asyncio.create_task(self._think(seat, bot))

    def refused(self, code: str) -> None:
        """The alarm was too early, or could not be written: set it again."""
        asyncio.get_running_loop().call_later(1.0 if code == "store_down" else 0.02, self.drive)

    async def stop(self) -> None:
        """No more thinking, no more alarms."""
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
                choice = await self._choose(seat, bot if tries < BOT_TRIES else core.basic, view)
                METRICS.bot_seconds.observe(time.monotonic() - began)
                if not await self.pause(choice, n, began):
                    continue  # something happened that the bot would rather heed
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
                asyncio.get_running_loop().call_soon(self.drive)  # its turn may have come back while it finished

    async def _choose(self, seat: int, bot: str, view: Any) -> Choice:
        """Ask the bot; where remembering is part of the play, always in the same worker."""
        core = self.live.core
        table, at = core.table, core.clocks.time(now())
        key = f"{table.id} {seat}" if self._remembers else None
        return await self.live.hub.bots.choose(
            table.title, table.rules, table.options, bot, view, at=at, key=key, fallback=core.basic
        )

    async def pause(self, choice: Choice, n: int, began: float) -> bool:
        """Wait before a bot's move as long as a person would; false where news calls for a new plan.

        A pace of 0 switches this off. Bots of real-time games say themselves how long a move takes them; the others are
        given the table's pace, which knows nothing of the game.
        """
        pace = self.live.core.table.settings.pace
        if not pace:
            return True
        seconds = pace / 1000 if choice.seconds is None else choice.seconds
        until = began + min(seconds, LONGEST_PAUSE)
        while (rest := until - time.monotonic()) > 0:
            await asyncio.sleep(min(rest, 0.2) if choice.heeds else rest)
            match = self.live.core.match
            if choice.heeds and match is not None and match.n != n:
                return False
        return True
