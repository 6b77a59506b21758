"""Live rooms, one queue and one task each: a command is decided, committed, applied and then published."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import time
from collections.abc import Callable, Sequence
from typing import Any, Protocol

import structlog
from sqlalchemy import delete, insert, select, update
from sqlalchemy.sql import Executable

from jeton import games
from jeton.core.errors import JetonError
from jeton.server import commands as ask
from jeton.server import events
from jeton.server.bots import BotPool, basic_bot
from jeton.server.commands import Accept, Command, Now, Refuse, Repeat
from jeton.server.config import Config
from jeton.server.frames import Frames
from jeton.server.metrics import METRICS
from jeton.server.room import Room
from jeton.server.tables import table_of
from jeton.store import Clash, Row, Store, StoreDown
from jeton.store import schema as tables

__all__ = ["Hub", "Listener", "LiveRoom", "Reply", "now"]

log = structlog.get_logger(__name__)

TRIES = 20
"""How often a command is decided anew after a clash with another node."""
BEAT_SECONDS = 1.0
BOT_TRIES = 3
"""How often a bot is asked again whose answer no longer fits."""
LONGEST_PAUSE = 30.0
"""Seconds that a bot waits at most before a move it has planned."""

Reply = Callable[[Refuse | Repeat | int], None]
"""Told the refusal, the repetition, or the version that was written."""


def now() -> Now:
    """The time, both ways."""
    return Now(time.time_ns() // 1_000_000, time.monotonic_ns() // 1_000_000)


class Listener(Protocol):
    """Somebody who looks at a room: a socket."""

    user: str | None
    seat: int | None

    def see(self, *, table: bool, view: bool = True) -> None:
        """The table or the match has changed."""
        ...

    def hang_up(self, code: str) -> None:
        """The room goes away."""
        ...


class LiveRoom:
    """A room in memory, the sockets that look at it, its bots that think and its alarm."""

    def __init__(self, hub: Hub, core: Room) -> None:
        """A room whose log was read; `start` sets it going."""
        self.hub, self.core = hub, core
        self.frames = Frames(core)
        self.listeners: set[Any] = set()
        self.seen: dict[str, float] = {}
        """When each user's last socket went, by a clock that never jumps; those with a socket are not in here."""
        self.used = time.monotonic()
        self._queue: asyncio.Queue[tuple[Command, Reply | None] | None] = asyncio.Queue(hub.config.limits.queue)
        self._thinking: dict[int, asyncio.Task[None]] = {}
        self._alarm: asyncio.TimerHandle | None = None
        self._unsure = False
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Take commands, and let bots and clocks go on where they were."""
        self._task = asyncio.create_task(self._run(), name=f"room {self.core.table.id}")
        self.drive()

    def submit(self, command: Command, reply: Reply | None = None) -> None:
        """Queue a command; a full queue refuses it."""
        try:
            self._queue.put_nowait((command, reply))
        except asyncio.QueueFull:
            if reply:
                reply(Refuse("busy"))

    async def ask(self, command: Command) -> Refuse | Repeat | int:
        """Queue a command and wait for the answer."""
        answer: asyncio.Future[Refuse | Repeat | int] = asyncio.get_running_loop().create_future()
        self.submit(command, lambda result: None if answer.done() else answer.set_result(result))
        return await answer

    def heard(self, version: int) -> None:
        """Another node has written: look, unless that is known."""
        if version > self.core.version:
            with contextlib.suppress(asyncio.QueueFull):
                self._queue.put_nowait(None)

    @property
    def idle(self) -> bool:
        """Whether nobody looks, nobody thinks and no clock runs."""
        return not self.listeners and not self._thinking and self._alarm is None and self._queue.empty()

    def here(self) -> set[str]:
        """The users who have a socket open, on any node."""
        return {one.user for one in self.listeners if one.user} | self.hub.elsewhere(self.core.table.id)

    def gone(self, user: str) -> bool:
        """Whether a user has been without a socket for long enough."""
        if user in self.here():
            return False
        return time.monotonic() - self.seen.get(user, self.hub.began) >= self.hub.config.gone_seconds

    def join(self, listener: Listener) -> None:
        """Somebody looks."""
        self.listeners.add(listener)
        self.used = time.monotonic()
        if listener.user:
            self.seen.pop(listener.user, None)
        self.hub.tell_presence(self)
        self.publish(table=True, view=False)
        listener.see(table=True)

    def leave(self, listener: Listener) -> None:
        """Somebody looks no more."""
        self.listeners.discard(listener)
        self.used = time.monotonic()
        if listener.user and listener.user not in {one.user for one in self.listeners}:
            self.seen[listener.user] = time.monotonic()
        self.hub.tell_presence(self)
        self.publish(table=True, view=False)

    def publish(self, *, table: bool, view: bool = True) -> None:
        """Tell everybody who looks."""
        for listener in self.listeners:
            listener.see(table=table, view=view)

    async def stop(self, code: str = "restart") -> None:
        """Leave the memory; the log has everything."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        tasks = [task for task in (self._task, *self._thinking.values()) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._thinking.clear()
        while not self._queue.empty():
            if (item := self._queue.get_nowait()) and item[1]:
                item[1](Refuse("busy"))
        for listener in list(self.listeners):
            listener.hang_up(code)

    async def _run(self) -> None:
        while True:
            item = await self._queue.get()
            command, reply = item if item else (None, None)
            try:
                if command is None:
                    await self._catch_up()
                    continue
                answer = await self._handle(command)
            except StoreDown as error:
                self._unsure = True
                log.error("store down", table=self.core.table.id, error=str(error))
                answer = Refuse("store_down", fresh=True)
            except Exception:
                log.exception("room failed", table=self.core.table.id)
                METRICS.errors.inc()
                if reply:
                    reply(Refuse("internal", fresh=True))
                self.hub.forget(self)
                return
            if reply:
                reply(answer)
            elif isinstance(answer, Refuse):
                self._refused(command, answer)

    async def _handle(self, command: Command) -> Refuse | Repeat | int:
        for _ in range(TRIES):
            if self._unsure:
                await self._catch_up()
                self._unsure = False
            decision = self.core.decide(command, now())
            if not isinstance(decision, Accept):
                return decision
            began = time.perf_counter()
            try:
                await self.hub.store.append(decision.rows, *_also(decision.rows, self.core.table.id))
            except Clash:
                METRICS.clashes.inc()
                await self._catch_up()
                continue
            METRICS.commit.observe(time.perf_counter() - began)
            self._adopt(decision.rows)
            return self.core.version
        return Refuse("busy", fresh=True)

    async def _catch_up(self) -> None:
        rows = await self.hub.store.log(self.core.table.id, self.core.version)
        if rows:
            self._adopt(rows)

    def _adopt(self, rows: Sequence[Row]) -> None:
        """Take durable rows, then tell everybody."""
        state, n = self.core.state, self.core.n
        for row in rows:
            self.core.apply(row, now())
            METRICS.rows.labels(row.kind).inc()
        self.frames.changed()
        table = any(row.kind != "move" for row in rows) or self.core.state != state or bool(self.core.resigned())
        self.publish(table=table)
        self.drive()
        if self.core.state != state:
            self.hub.state_changed(self)
        if self.core.n != n:
            self.hub.turn_changed(self)

    # Bots and clocks

    def drive(self) -> None:
        """Set the alarm, and let the bots think who may move."""
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        if not self.hub.drives(self.core.table.id):
            return
        at = self.core.alarm()
        if at is not None:
            loop = asyncio.get_running_loop()
            self._alarm = loop.call_later(max(0.001, (at - now().mono) / 1000 + 0.001), self._ring)
        for seat, bot in self.core.bots_to_move():
            if seat not in self._thinking:
                self._thinking[seat] = asyncio.create_task(self._think(seat, bot))

    def _ring(self) -> None:
        self._alarm = None
        self.submit(ask.Alarm())

    async def _think(self, seat: int, bot: str) -> None:
        try:
            core, pool = self.core, self.hub.bots
            tries = 0
            while tries <= BOT_TRIES:
                match = core.match
                if match is None or core.bot_of(seat) is None or seat not in match.actors:
                    return
                n, view, began = match.n, match.view(seat), time.monotonic()
                table = core.table
                chosen = bot if tries < BOT_TRIES else core.basic
                move = await pool.choose(table.title, table.rules, table.options, chosen, view, fallback=core.basic)
                METRICS.bot_seconds.observe(time.monotonic() - began)
                if not await self._pause(chosen, view, move, n, began):
                    continue  # something happened that the bot would rather heed
                tries += 1
                answer = await self.ask(ask.BotMove(seat=seat, n=n, move=move))
                if not isinstance(answer, Refuse):
                    return
                if answer.code in ("illegal", "malformed"):
                    METRICS.bot_failures.inc()
                    await self.ask(ask.BotMove(seat=seat, n=n, move=pool.any_move(view)))
                elif answer.code in ("store_down", "busy"):
                    await asyncio.sleep(1.0)
            await asyncio.sleep(1.0)  # it goes on below, but not in a hurry
        finally:
            if self._thinking.get(seat) is asyncio.current_task():
                del self._thinking[seat]
                self._queue_drive()

    async def _pause(self, bot: str, view: Any, move: str, n: int, began: float) -> bool:
        """Wait before a bot's move as long as a person would; false where news calls for a new plan.

        A pace of 0 switches this off. Bots of real-time games say themselves how long a move takes them; the others are
        given the table's pace, drawn without a look at the game.
        """
        table = self.core.table
        if not table.settings.pace:
            return True
        paced = self.hub.bots.paced(table.title, table.rules, table.options, bot)
        at = self.core.clocks.time(now())
        seconds = paced.delay(view, move, self.hub.bots.chance, now=at) if paced else table.settings.pace / 1000
        heeds = paced is not None and paced.waits(view, move)
        until = began + min(seconds, LONGEST_PAUSE)
        while (rest := until - time.monotonic()) > 0:
            await asyncio.sleep(min(rest, 0.2) if heeds else rest)
            match = self.core.match
            if heeds and match is not None and match.n != n:
                return False
        return True

    def _queue_drive(self) -> None:
        """Look again whether a bot has to move: its turn may have come back while it finished."""
        asyncio.get_running_loop().call_soon(self._drive_if_running)

    def _drive_if_running(self) -> None:
        if self._task is not None and not self._task.done():
            self.drive()

    def _refused(self, command: Command | None, answer: Refuse) -> None:
        if isinstance(command, ask.Alarm):
            loop = asyncio.get_running_loop()
            loop.call_later(1.0 if answer.code == "store_down" else 0.02, self._drive_if_running)


class Hub:
    """All rooms of this node."""

    def __init__(self, config: Config, store: Store) -> None:
        """Over a store that is open."""
        self.config, self.store = config, store
        self.bots = BotPool(config.bot_workers, config.bot_seconds)
        self.rooms: dict[str, LiveRoom] = {}
        self.began = time.monotonic()
        self.nodes: set[str] = {store.node}
        self._elsewhere: dict[str, dict[str, set[str]]] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    async def start(self) -> None:
        """Go on with every match that a bot or a clock has to drive."""
        self.store.listen(self._heard, self._told)
        self.spawn(self._sweep())
        if self.store.shared:
            self.nodes = await self.store.beat()
            self.spawn(self._beat())
            self.spawn(self._repair())
        self.spawn(self._wake())

    async def stop(self) -> None:
        """Leave everything to the log."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(room.stop() for room in list(self.rooms.values())))
        self.rooms.clear()
        self.bots.close()

    def spawn(self, work: Any) -> None:
        """Run something beside, and keep hold of it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def room(self, table_id: str) -> LiveRoom | None:
        """The live room of a table, read from the log if it is not in memory; None if there is no such table."""
        live = self.rooms.get(table_id)
        if live is not None:
            live.used = time.monotonic()
            return live
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    async def _load(self, table_id: str) -> LiveRoom | None:
        found = await self.store.fetch(select(tables.matches).where(tables.matches.c.id == table_id))
        if not found:
            return None
        table = table_of(found[0])
        game = games.make(table.title, version=table.rules, options=table.options)
        rows = await self.store.log(table_id)
        core = Room.load(table, game, rows, now(), basic=basic_bot(table.title))
        live = LiveRoom(self, core)
        self.rooms[table_id] = live
        live.start()
        METRICS.rooms.set(len(self.rooms))
        if core.state != found[0]["state"]:
            self.state_changed(live)
        return live

    def forget(self, live: LiveRoom) -> None:
        """Drop a room whose memory can't be trusted; whoever looked comes back and it is read anew."""
        if self.rooms.get(live.core.table.id) is live:
            del self.rooms[live.core.table.id]
        self.spawn(live.stop())

    def state_changed(self, live: LiveRoom) -> None:
        """Keep the list of tables true; the log is true already."""
        change = update(tables.matches).where(tables.matches.c.id == live.core.table.id)
        self.spawn(self._later(change.values(state=live.core.state, changed_at=now().wall)))

    def turn_changed(self, live: LiveRoom) -> None:
        """Somebody else's turn: a place for notices."""

    def drives(self, table_id: str) -> bool:
        """Whether this node lets the bots think and the clocks ring for a table: of those that live, one does."""
        return len(self.nodes) < 2 or max(self.nodes, key=lambda node: _weight(node, table_id)) == self.store.node

    def elsewhere(self, table_id: str) -> set[str]:
        """The users who look at a table through another node."""
        found = self._elsewhere.get(table_id, {})
        return {user for node, users in found.items() if node in self.nodes for user in users}

    def tell_presence(self, live: LiveRoom) -> None:
        """Let other nodes know who looks."""
        if self.store.shared:
            users = sorted({one.user for one in live.listeners if one.user})
            self.spawn(self.store.tell(f"here {live.core.table.id} {' '.join(users)}"))

    # Other nodes

    def _heard(self, match: str, version: int) -> None:
        live = self.rooms.get(match)
        if live is not None:
            live.heard(version)
        elif self.drives(match):
            self.spawn(self._read(match))

    def _told(self, word: str) -> None:
        node, kind, table_id, *rest = word.split(" ")
        live = self.rooms.get(table_id)
        if kind == "here":
            self._elsewhere.setdefault(table_id, {})[node] = {user for user in rest if user}
            if live is not None:
                live.publish(table=True, view=False)
        elif kind == "chat" and live is not None and self.heard_chat is not None:
            self.spawn(self.heard_chat(live))

    heard_chat: Callable[[LiveRoom], Any] | None = None
    """Called when something was said through another node."""

    async def _beat(self) -> None:
        """Keep an eye on the other nodes; when one comes or goes, its tables change hands."""
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                nodes = await self.store.beat()
            except StoreDown:
                continue
            if nodes != self.nodes:
                self.nodes = nodes
                for live in list(self.rooms.values()):
                    live.drive()
                    self.tell_presence(live)
                self.spawn(self._wake())

    async def _repair(self) -> None:
        """Look for rows that this node was not told of."""
        while True:
            await asyncio.sleep(self.config.repair_seconds)
            try:
                for match, version in (await self.store.versions(list(self.rooms))).items():
                    if live := self.rooms.get(match):
                        live.heard(version)
            except StoreDown:
                continue

    async def _read(self, table_id: str) -> None:
        try:
            await self.room(table_id)
        except JetonError as error:
            log.error("table can't be read", table=table_id, error=str(error))

    async def _later(self, statement: Executable) -> None:
        with contextlib.suppress(StoreDown, Clash):
            await self.store.execute(statement)

    async def _wake(self) -> None:
        """Read every match that is going on, so that bots and clocks go on too."""
        try:
            statement = select(tables.matches.c.id).where(tables.matches.c.state == "playing")
            for found in await self.store.fetch(statement.order_by(tables.matches.c.changed_at.desc())):
                if self.drives(found["id"]):
                    await self._read(found["id"])
                await asyncio.sleep(0)
        except StoreDown as error:
            log.error("store down", error=str(error))

    async def _sweep(self) -> None:
        """Let idle rooms go."""
        while True:
            await asyncio.sleep(min(30.0, self.config.idle_seconds))
            limit = time.monotonic() - self.config.idle_seconds
            for table_id, live in list(self.rooms.items()):
                if live.idle and live.used < limit:
                    del self.rooms[table_id]
                    await live.stop()
            METRICS.rooms.set(len(self.rooms))


def _weight(node: str, table_id: str) -> bytes:
    return hashlib.sha256(f"{node} {table_id}".encode()).digest()


def _also(rows: Sequence[Row], table_id: str) -> list[Executable]:
    """What else changes with these rows: who plays where, for the list of one's games."""
    also: list[Executable] = []
    for row in rows:
        if row.kind in ("sit", "bot", "rise"):
            there = (tables.players.c.match == table_id) & (tables.players.c.seat == row.seat)
            also.append(delete(tables.players).where(there))
            event = events.event_of(row)
            if isinstance(event, events.Sat):
                also.append(insert(tables.players).values(user=event.user, match=table_id, seat=row.seat))
        elif row.kind == "became" and isinstance(event := events.event_of(row), events.Became):
            theirs = (tables.players.c.match == table_id) & (tables.players.c.user == event.was)
            also.append(update(tables.players).where(theirs).values(user=event.user))
        elif row.kind == "start":
            change = update(tables.matches).where(tables.matches.c.id == table_id)
            also.append(change.values(state="playing", changed_at=row.at))
    return also
