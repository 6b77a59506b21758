"""A room in memory with one queue: it decides, commits, applies and then publishes a command."""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

import structlog

from jeton.server.metrics import METRICS
from jeton.server.rooms import commands as ask
from jeton.server.rooms import events
from jeton.server.rooms.commands import Accept, Command, Foreseen, Refuse, Repeat, now
from jeton.server.rooms.driver import Driver
from jeton.server.rooms.due import in_use, marks, note_use
from jeton.server.rooms.fairness import Owner
from jeton.server.rooms.room import Room
from jeton.server.wire.messages import Frames, table_message, thinking_message
from jeton.server.wire.protocol import ToClient, encode
from jeton.store import Clash, Row, Statement, StoreDown, queries

if TYPE_CHECKING:
    from jeton.server.rooms.hub import Hub

__all__ = ["Listener", "LiveRoom", "Reply"]

log = structlog.get_logger(__name__)

TRIES = 20
"""How often to decide a command again after a clash with another node."""
ACTS = frozenset({"sit", "move", "ask", "agree", "decline", "back"})
"""Rows that show the person of their seat to be there; a bot that stands in shows nobody."""
ASKS_SECONDS = 5.0
"""How often to tell other nodes that somebody asks over HTTP."""
PRESENCE_SECONDS = 0.1
"""People who come and go are announced together: five hundred who come at once do not hear of each other one by one."""

Reply = Callable[[Refuse | Repeat | int], None]
"""Gets the refusal, the repetition, or the version that was written."""
Item = tuple[Command | None, Reply | None]
"""A command and who waits for its answer; None: look into the log."""


class Listener(Protocol):
    """Somebody who looks at a room: a socket."""

    user: str | None
    name: str
    """The user's name; empty if there is none."""
    seat: int | None
    muted: set[str]
    """Users it does not want to hear."""

    def put(self, message: ToClient) -> None:
        """Send it a message."""
        ...

    def see(self, *, table: bool, view: bool = True, thinking: bool = False) -> None:
        """Note that the table or the match has changed, or a bot got further."""
        ...

    def hang_up(self, code: str) -> None:
        """Close it: the room goes away."""
        ...


class LiveRoom:
    """A room in memory, and the sockets that look at it."""

    def __init__(self, hub: Hub, core: Room) -> None:
        """Take a room whose log was read; `start` sets it going."""
        self.hub, self.core = hub, core
        self.frames = Frames(core)
        self.driver = Driver(self)
        self.listeners: set[Listener] = set()
        self.seen: dict[str, float] = {}
        """When each user was last here, by a socket that went or by anything else they did, on any node."""
        self.used = self._loaded = time.monotonic()
        self.address = ""
        """The address from which the table was made, as far as this process knows."""
        self.leased = True
        """Whether the table lives at this node; else this is a copy."""
        self.firm = False
        """Whether no other node may have it while this one lives, because people look here."""
        self.noted = -1
        """The version that lists have noted."""
        self.due: int | None = None
        """When the table next needs the server by the database, as far as this node knows."""
        self._queue: deque[Item] = deque()
        self._busy = True
        """Whether a command is under way: the next is decided when this one is durable. Also true before the start."""
        self._tables: dict[str | None, bytes] = {}
        self._presence: asyncio.TimerHandle | None = None
        self._unsure = self._stopped = False
        self._look: asyncio.TimerHandle | None = None
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Take commands, and let bots and clocks go on where they were."""
        self.driver.drive()
        self._done()

    def settle(self, *, firm: bool) -> None:
        """Let the table live here from now on: its bots think and its clocks ring here."""
        self.firm = self.firm or firm
        if not self.leased:
            self.leased = True
            self.submit(None)
            self.driver.drive()

    def submit(self, command: Command | None, reply: Reply | None = None) -> None:
        """Queue a command, or None to read forward; a full queue refuses it."""
        if len(self._queue) >= self.hub.config.limits.queue or self._stopped:
            if reply:
                reply(Refuse("busy"))
            return
        self._queue.append((command, reply))
        if not self._busy:
            self._go_on()

    async def ask(self, command: Command) -> Refuse | Repeat | int:
        """Queue a command and wait for the answer."""
        answer: asyncio.Future[Refuse | Repeat | int] = asyncio.get_running_loop().create_future()
        self.submit(command, lambda result: None if answer.done() else answer.set_result(result))
        return await answer

    def heard(self, version: int) -> None:
        """Look into the log if another node has written something that this one does not know."""
        if version > self.core.version:
            self.submit(None)

    @property
    def idle(self) -> bool:
        """Whether nobody looks, nobody thinks and no clock runs."""
        return not self.listeners and self.driver.idle and not self._queue and not self._busy

    # Who looks

    def here(self) -> set[str]:
        """Return the users who have a socket open, on any node."""
        return {one.user for one in self.listeners if one.user} | self.hub.elsewhere(self.core.table.id)

    def is_here(self, user: str) -> bool:
        """Return whether a user has a socket open, on any node: unlike `here`, it looks at a crowd only if need be."""
        return any(one.user == user for one in self.listeners) or user in self.hub.elsewhere(self.core.table.id)

    def looking(self) -> tuple[int, list[str]]:
        """Return how many onlookers do not sit here, on any node, and the names of those who have one."""
        nameless, names = self.looking_here()
        for more, others in self.hub.looking(self.core.table.id):
            nameless += more
            names += others
        return nameless + len(names), names

    def looking_here(self) -> tuple[int, list[str]]:
        """Return the same for this node alone: how many without a name, and the names; a person counts once."""
        looks = [one for one in self.listeners if one.seat is None and not self.core.seats_of(one.user)]
        return sum(one.user is None for one in looks), list({one.user: one.name for one in looks if one.user}.values())

    def gone(self, user: str) -> bool:
        """Return whether a user has been away for long enough, as far as this node can know since it has the room."""
        if self.is_here(user):
            return False
        return time.monotonic() - self.seen.get(user, self._loaded) >= self.hub.config.gone_seconds

    def noticed(self, user: str | None) -> None:
        """Note that a user did something here without a socket, or through another node."""
        if user is not None and self.core.seats_of(user):
            self._saw(user)

    def _saw(self, user: str | None) -> None:
        """Note that a user who sits here did something."""
        if user is not None:
            self.seen[user] = time.monotonic()

    def asks(self, user: str | None) -> None:
        """Note that a user asks over HTTP, and tell other nodes now and then."""
        last = self.seen.get(user or "", 0.0)
        self.noticed(user)
        if user in self.seen and (last < self._loaded or time.monotonic() - last > ASKS_SECONDS):
            self.hub.tell_asks(self, str(user))

    def join(self, listener: Listener) -> None:
        """Add somebody who looks: they see all at once, and are seen soon; if the room has gone, they come back."""
        if self._stopped:
            listener.hang_up("restart")
            return
        self.listeners.add(listener)
        self.used = time.monotonic()
        self._tables.clear()
        listener.see(table=True)
        self.presence_changed()

    def leave(self, listener: Listener) -> None:
        """Remove somebody who looks."""
        self.listeners.discard(listener)
        self.used = time.monotonic()
        if listener.user and listener.user not in {one.user for one in self.listeners}:
            self.noticed(listener.user)
        self.presence_changed()

    def presence_changed(self) -> None:
        """Tell everybody soon who looks."""
        if self._presence is None:
            self._presence = asyncio.get_running_loop().call_later(PRESENCE_SECONDS, self._tell_presence)

    def _tell_presence(self) -> None:
        self._presence = None
        self.hub.tell_presence(self)
        self.publish(table=True, view=False)

    def table_text(self, user: str | None) -> bytes:
        """Return the table message of a user; all who neither host nor sit get the same."""
        if user is not None and user != self.core.table.host and not self.core.seats_of(user):
            user = None
        text = self._tables.get(user)
        if text is None:
            text = self._tables[user] = encode(table_message(self.core, user, self.here(), *self.looking()))
        return text

    def thinking_text(self) -> bytes:
        """Return how far the bots are."""
        return encode(thinking_message(self.core, self.driver.spent, hurried=self.driver.hurried))

    @property
    def people(self) -> bool:
        """Whether a person sits here: a table of bots alone comes last."""
        return any(seat.user is not None for seat in self.core.seats)

    @property
    def owner(self) -> Owner:
        """On whose behalf the bots here think."""
        return Owner(self.core.table.host, self.address, self.people, bool(self.here()))

    def publish(self, *, table: bool, view: bool = True, thinking: bool = False) -> None:
        """Tell everybody who looks, those who play first."""
        if table:
            self._tables.clear()
        later = []
        for listener in self.listeners:
            if listener.seat is None:
                later.append(listener)
            else:
                listener.see(table=table, view=view, thinking=thinking)
        for listener in later:
            listener.see(table=table, view=view, thinking=thinking)

    async def stop(self, code: str = "restart") -> None:
        """Leave the memory; the log has everything."""
        self._stopped = True
        for timer in (self._presence, self._look):
            if timer is not None:
                timer.cancel()
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        await self.driver.stop()
        while self._queue:
            if reply := self._queue.popleft()[1]:
                reply(Refuse("busy"))
        for listener in list(self.listeners):
            listener.hang_up(code)

    # The queue

    def _go_on(self) -> None:
        """Take what waits, one command at a time."""
        while self._queue and not self._busy and not self._stopped:
            self._busy = True
            item = self._queue.popleft()
            try:
                self._begin(item)
            except Exception as error:
                self._fail(item, error)

    def _done(self) -> None:
        """Finish a command, and take the next."""
        self._busy = False
        if self._queue:
            self._go_on()

    def _begin(self, item: Item) -> None:
        """Decide a command and have its rows written; a task takes over if it has to look into the log first."""
        command = item[0]
        if command is None or self._unsure:
            self._slowly(item)
            return
        decision = self.core.decide(command, now())
        if isinstance(decision, Accept):
            written = partial(self._written, item, decision, time.perf_counter())
            self.hub.store.send(decision.rows, self._also(decision.rows), written)
        elif isinstance(decision, Refuse) and self.hub.store.shared:
            self._slowly(item)  # another node may have just written what was missing
        else:
            self._answer(item, decision)
            self._busy = False

    def _written(self, item: Item, decision: Accept, began: float, result: int | Exception) -> None:
        """Go on when the rows of a command are durable, or could not be written."""
        if self._stopped:  # the room is gone, but somebody may wait for the answer
            self._answer(item, Refuse("busy") if isinstance(result, Exception) else decision.rows[-1].version)
            return
        if isinstance(result, Exception):
            self._slowly(item, result)
            return
        METRICS.commit.observe(time.perf_counter() - began)
        try:
            self._adopt(decision.rows, ours=True, foreseen=decision.foreseen)
            self._answer(item, self.core.version)
        except Exception as error:
            self._fail(item, error)
            return
        self._done()

    def _answer(self, item: Item, answer: Refuse | Repeat | int) -> None:
        command, reply = item
        if reply:
            reply(answer)
        elif isinstance(answer, Refuse) and isinstance(command, ask.Alarm):
            self.driver.refused(answer.code)

    def _fail(self, item: Item, error: Exception) -> None:
        """Drop what is in memory, which can no longer be trusted; the log can."""
        log.error("room failed", table=self.core.table.id, exc_info=error)
        METRICS.errors.inc()
        self._stopped = True
        if item[1]:
            item[1](Refuse("internal", fresh=True))
        self.hub.forget(self)

    def _slowly(self, item: Item, problem: Exception | None = None) -> None:
        self._task = asyncio.create_task(self._run(item, problem), name=f"room {self.core.table.id}")

    async def _run(self, item: Item, problem: Exception | None) -> None:
        """See through a command that has to look into the log, once or several times."""
        command = item[0]
        try:
            if command is None:
                await self._catch_up()
                self._unsure = False
            else:
                self._answer(item, await self._handle(command, problem))
        except asyncio.CancelledError:
            self._answer(item, Refuse("busy"))
            raise
        except StoreDown as error:
            self._unsure = True
            self._look_soon()
            if command is not None:
                log.error("store down", table=self.core.table.id, error=str(error))
            self._answer(item, Refuse("store_down", fresh=True))
        except Exception as error:
            self._fail(item, error)
            return
        self._done()

    def _look_soon(self) -> None:
        """Look into the log as soon as possible, whether or not anybody asks: it may hold what this room refused."""
        if self._look is None and not self._stopped:
            self._look = asyncio.get_running_loop().call_later(self.hub.config.repair_seconds, self._look_now)

    def _look_now(self) -> None:
        self._look = None
        if self._unsure:
            self.submit(None)

    async def _handle(self, command: Command, problem: Exception | None) -> Refuse | Repeat | int:
        """Decide a command, and again each time another node was quicker; `problem` is why the first try failed."""
        looked = not self.hub.store.shared
        for _ in range(TRIES):
            if isinstance(problem, Clash):
                METRICS.clashes.inc()
                await self._catch_up()
            elif problem is not None:
                raise problem
            problem = None
            if self._unsure:
                await self._catch_up()
                self._unsure = False
            decision = self.core.decide(command, now())
            if isinstance(decision, Refuse) and not looked:
                looked = True  # another node may have just written what was missing
                if await self._catch_up():
                    continue
            if not isinstance(decision, Accept):
                return decision
            try:
                await self.hub.store.append(decision.rows, *self._also(decision.rows))
            except Clash as clash:
                problem = clash
                continue
            self._adopt(decision.rows, ours=True, foreseen=decision.foreseen)
            return self.core.version
        return Refuse("busy", fresh=True)

    async def _catch_up(self) -> bool:
        """Read forward; return whether there was anything."""
        rows = await self.hub.store.log(self.core.table.id, self.core.version)
        if rows:
            self._adopt(rows, ours=False)
        return bool(rows)

    def _also(self, rows: Sequence[Row]) -> list[Statement]:
        """Return what else to write with rows."""
        also = also_changes(rows, self.core.table.id)
        if marks(self.core, rows, self.due, self.hub.config.idle_seconds):
            also.append(note_use(rows))
        return also

    def _adopt(self, rows: Sequence[Row], *, ours: bool, foreseen: Foreseen | None = None) -> None:
        """Apply durable rows, then tell everybody."""
        state, n, asking = self.core.state, self.core.n, self.core.asking
        self.used = time.monotonic()
        if ours and marks(self.core, rows, self.due, self.hub.config.idle_seconds):
            self.due = in_use(rows)
        for row in rows:
            self.core.apply(row, now(), foreseen)
            METRICS.count_row(row.kind)
            if row.kind in ACTS and row.seat is not None and row.seat >= 0 and self.core.bot_of(row.seat) is None:
                self._saw(self.core.seats[row.seat].user)
        self.frames.changed()
        changed = self.core.state != state
        settled = self.core.asking is not asking  # a move ends a question, and so does the undo that it asked for
        self.publish(table=changed or settled or any(row.kind != "move" for row in rows) or bool(self.core.resigned()))
        self.driver.drive()
        if changed:
            self.hub.state_changed(self)
        if ours and (changed or self.core.n != n):
            self.hub.turn_changed(self)
        for row in rows:
            if ours and row.kind == "handover" and row.seat is not None:
                self.hub.seat_handed_over(self, row.seat)


def also_changes(rows: Sequence[Row], table_id: str) -> list[Statement]:
    """Return what else changes with these rows: who plays where, for people's lists of their games."""
    also: list[Statement] = []
    for row in rows:
        if row.kind == "move":
            continue
        if row.kind in ("sit", "bot", "rise"):
            also.append(queries.players.free(table_id, row.seat))
            event = events.event_of(row)
            if isinstance(event, events.Sat):
                also.append(queries.players.sit(table_id, row.seat, event.user))
        elif row.kind == "unseat" and row.seat is not None:
            also += queries.players.move_up(table_id, row.seat)
        elif row.kind == "became" and isinstance(event := events.event_of(row), events.Became):
            also.append(queries.players.become(table_id, event.was, event.user))
        elif row.kind == "start":
            also.append(queries.matches.begin(table_id, row.at))
    return also
