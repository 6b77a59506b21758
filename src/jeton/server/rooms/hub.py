"""All rooms of this node, and what it knows of the other nodes."""

from __future__ import annotations

import asyncio
import contextlib
import math
import time
import urllib.parse
from collections.abc import Callable, Coroutine, Iterator, Mapping
from pathlib import Path
from typing import Any

import msgspec
import structlog

from jeton import games
from jeton.core.errors import JetonError
from jeton.core.game import Game
from jeton.server.config import Config
from jeton.server.metrics import METRICS
from jeton.server.rooms.bots import BotPool, basic_bot
from jeton.server.rooms.commands import now
from jeton.server.rooms.due import LOOK_SECONDS, due_of, is_settled, who_is_due
from jeton.server.rooms.events import Table
from jeton.server.rooms.homes import Homes
from jeton.server.rooms.live import LiveRoom
from jeton.server.rooms.machines import Machines
from jeton.server.rooms.room import Room
from jeton.server.tables.archiving import full_log
from jeton.server.tables.shelf import Shelf
from jeton.server.tables.table_lists import keep_summary, summary_in
from jeton.server.tables.tables import table_of
from jeton.server.warming import Warming
from jeton.store import Clash, Statement, Store, StoreDown, queries

__all__ = ["Hub", "LiveRoom", "now"]

log = structlog.get_logger(__name__)

NOTED_AT_ONCE = 50
"""How many tables one transaction notes, so that no move waits for a long one."""
GONE_AT_ONCE = 4
GONE_PAUSE = 0.02
"""How many idle rooms the hub lets go at a time, and the pause before the next."""
MOST_NAMES = 15
"""How many names of onlookers a node sends the others: they fit into one message, in any script."""
MOST_GAMES = 256
"""How many different sets of options are kept at hand."""
GOODBYE_SECONDS = 3.0
"""How long a stopping node takes to note what lists say of its tables: without the notes they read the log."""


class Hub:
    """All rooms of this node."""

    def __init__(self, config: Config, store: Store) -> None:
        """Take an open store."""
        self.config, self.store = config, store
        self.shelf = Shelf(Path(config.archive))
        self.warming = Warming()
        self.machines = Machines(config.database, store.node) if config.bot_machines else None
        self.bots = BotPool(config.bot_workers, config.bot_seconds, self.machines)
        self.rooms: dict[str, LiveRoom] = {}
        self.began = time.monotonic()
        self.nodes: set[str] = {store.node}
        self.homes = Homes(self)
        self._elsewhere: dict[str, dict[str, set[str]]] = {}
        self._looking: dict[str, dict[str, tuple[int, list[str]]]] = {}
        self._loading: dict[str, asyncio.Task[LiveRoom | None]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._games: dict[tuple[str, int, bytes], Game[Any, Any]] = {}
        self._unreadable: set[str] = set()

    async def start(self) -> None:
        """Go on with every match that a bot or a clock has to drive; the others are read when somebody asks."""
        self.warming.soon()
        self.store.listen(self._heard, self._told)
        if self.machines is not None:
            await self.machines.start()
        self.spawn(self._sweep())
        await self.homes.start()
        self.spawn(self._watch_due())

    async def stop(self) -> None:
        """Stop; the log holds everything."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        rooms = list(self.rooms.values())
        await asyncio.gather(*(room.stop() for room in rooms))
        self.rooms.clear()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await self._note(rooms)
        self.bots.close()
        if self.machines is not None:
            await self.machines.stop()

    def spawn(self, work: Any) -> None:
        """Run something in the background, and keep a reference to it."""
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("work beside failed", exc_info=error)

    async def room(self, table_id: str) -> LiveRoom | None:
        """Return the live room of a table, read from the log if it is not in memory; None if there is no such table."""
        live = self.rooms.get(table_id)
        if live is not None:
            live.used = time.monotonic()
            return live
        loading = self._loading.get(table_id)
        if loading is None:
            loading = self._loading[table_id] = asyncio.create_task(self._load(table_id))
            loading.add_done_callback(lambda _: self._loading.pop(table_id, None))
        return await asyncio.shield(loading)

    def is_loading(self, table_id: str) -> bool:
        """Return whether a table is on its way into memory."""
        return table_id in self._loading

    async def _load(self, table_id: str) -> LiveRoom | None:
        losses = self.homes.losses
        leased = await self.homes.take(table_id)  # before reading the log: the former node reports what it writes
        found = await self.store.fetch(queries.matches.by_id(table_id))
        if not found:
            return None
        table = table_of(found[0])
        rows = await full_log(self.store, self.shelf, found[0])
        await self.warming.games()
        game = self._game(table)
        core = Room.load(table, game, rows, now(), basic=basic_bot(table.title))
        live = LiveRoom(self, core)
        noted = summary_in(found[0])
        live.noted = noted.version if noted else -1
        live.due = found[0]["due_at"]
        live.leased = leased
        self.rooms[table_id] = live
        live.start()
        if leased:
            self.homes.settled(losses)
        METRICS.rooms.set(len(self.rooms))
        if core.state != found[0]["state"]:
            self.state_changed(live)
        return live

    def _game(self, table: Table) -> Game[Any, Any]:
        """Return a game; it holds no match, so tables with the same options share one."""
        key = (table.title, table.rules, msgspec.json.encode(table.options, order="sorted"))
        game = self._games.get(key)
        if game is None:
            if len(self._games) >= MOST_GAMES:
                self._games.clear()
            game = self._games[key] = games.make(table.title, version=table.rules, options=table.options)
        return game

    def forget(self, live: LiveRoom) -> None:
        """Drop a room whose memory can't be trusted; people who looked come back, and it is read again."""
        if self.rooms.get(live.core.table.id) is live:
            del self.rooms[live.core.table.id]
        self.spawn(live.stop())

    def state_changed(self, live: LiveRoom) -> None:
        """Keep the list of tables true; the log is true already."""
        live.noted = live.core.version
        values: dict[str, Any] = {"state": live.core.state, "changed_at": now().wall}
        if live.core.state == "over":
            values["due_at"] = live.due = None
            if self.on_over is not None:
                self.on_over(live.core)
        self.spawn(self._later(queries.matches.change(live.core.table.id, **values), keep_summary(live.core)))

    on_over: Callable[[Room], None] | None = None
    """Called when a match has ended, or was found to have."""

    def turn_changed(self, live: LiveRoom) -> None:
        """Report that rows of this node made it somebody else's turn: so only one of several nodes reports it."""
        if self.on_turn is not None:
            self.on_turn(live)

    on_turn: Callable[[LiveRoom], None] | None = None
    """Called when it is somebody's turn."""

    def seat_handed_over(self, live: LiveRoom, seat: int) -> None:
        """Report that a row which this node wrote lets a bot play for somebody."""
        if self.on_handover is not None:
            self.on_handover(live, seat)

    on_handover: Callable[[LiveRoom, int], None] | None = None
    """Called when a bot begins to play for somebody."""

    def elsewhere(self, table_id: str) -> set[str]:
        """Return the users who look at a table through another node."""
        found = self._elsewhere.get(table_id, {})
        return {user for node, users in found.items() if node in self.nodes for user in users}

    def looking(self, table_id: str) -> list[tuple[int, list[str]]]:
        """Return who looks on at a table through other nodes: how many without a name, and the names of the others."""
        return [found for node, found in self._looking.get(table_id, {}).items() if node in self.nodes]

    def tell_presence(self, live: LiveRoom) -> None:
        """Tell other nodes who looks."""
        if self.store.shared:
            users = sorted({one.user for one in live.listeners if one.user})
            nameless, names = live.looking_here()
            quoted = [urllib.parse.quote(name, safe="") for name in names[:MOST_NAMES]]
            unnamed = nameless + len(names) - len(quoted)
            self.spawn(self.store.tell(f"looks {live.core.table.id} {unnamed} {' '.join(quoted)}"))
            self.spawn(self.store.tell(f"here {live.core.table.id} {' '.join(users)}"))

    def tell_out(self, user: str) -> None:
        """Tell other nodes that sessions of a person have ended."""
        if self.store.shared:
            self.spawn(self.store.tell(f"out {user}"))

    on_out: Callable[[str], None] | None = None
    """Called when sessions of a person have ended through another node."""

    on_acts: Callable[[], Coroutine[Any, Any, None]] | None = None
    """Called when somebody has moderated through another node."""

    def tell_acts(self) -> None:
        """Tell other nodes that somebody has moderated here."""
        if self.store.shared:
            self.spawn(self.store.tell("acts here"))

    def tell_asks(self, live: LiveRoom, user: str) -> None:
        """Tell other nodes that somebody is there who has no socket."""
        if self.store.shared:
            self.spawn(self.store.tell(f"asks {live.core.table.id} {user}"))

    def tell_thinking(self, live: LiveRoom, seat: int, n: int, share: float) -> None:
        """Tell other nodes how far a bot is, if somebody looks at its table there."""
        table_id = live.core.table.id
        if self.store.shared and self.elsewhere(table_id):
            self.spawn(self.store.tell(f"thinking {table_id} {seat} {n} {share}"))

    # Other nodes

    def _heard(self, match: str, version: int) -> None:
        live = self.rooms.get(match)
        if live is not None:
            live.heard(version)

    def _told(self, word: str) -> None:
        node, kind, table_id, *rest = word.split(" ")
        if kind == "out":
            if self.on_out is not None:
                self.on_out(table_id)  # a person's id, here
            return
        if kind == "acts":
            if self.on_acts is not None:
                self.spawn(self.on_acts())
            return
        if kind == "lost":
            self.homes.heard_lost(table_id)
            return
        live = self.rooms.get(table_id)
        if kind == "here":
            self._note_elsewhere(table_id, node, {user for user in rest if user})
        if kind == "looks":
            self._note_looking(table_id, node, int(rest[0]), [urllib.parse.unquote(name) for name in rest[1:] if name])
        if kind in ("here", "asks") and live is not None:
            for user in rest:
                live.noticed(user)
        if kind in ("here", "looks"):
            if live is not None:
                live.publish(table=True, view=False)
        elif kind == "chat" and live is not None and self.heard_chat is not None:
            self.spawn(self.heard_chat(live))
        elif kind == "thinking" and live is not None:
            seat, n, share = rest
            live.driver.show(int(seat), int(n), float(share))

    def _note_elsewhere(self, table_id: str, node: str, users: set[str]) -> None:
        found = self._elsewhere.setdefault(table_id, {})
        left = found.pop(node, set()) - users
        if users:
            found[node] = users
        if live := self.rooms.get(table_id):
            for user in left:
                live.noticed(user)
        if not found:
            del self._elsewhere[table_id]

    def _note_looking(self, table_id: str, node: str, nameless: int, names: list[str]) -> None:
        found = self._looking.setdefault(table_id, {})
        found[node] = nameless, names
        if not nameless and not names:
            del found[node]
        if not found:
            del self._looking[table_id]

    heard_chat: Callable[[LiveRoom], Any] | None = None
    """Called when somebody said something through another node."""

    def nodes_changed(self) -> None:
        """React to a node that has come or gone."""
        self._forget_dead(self.nodes)
        self._share_out()

    def wake_soon(self) -> None:
        """Look for tables that are due, among them those of a node that is gone."""
        self.spawn(self._wake())

    def _forget_dead(self, nodes: set[str]) -> None:
        """Note that people who looked through a node that is gone were there until now."""
        for table_id, found in list(self._elsewhere.items()):
            for node in found.keys() - nodes:
                self._note_elsewhere(table_id, node, set())
        for table_id, looking in list(self._looking.items()):
            for node in looking.keys() - nodes:
                self._note_looking(table_id, node, 0, [])

    def _share_out(self) -> None:
        """Tell the others who looks here, and take in who looks there.

        A node may say who looks through it before a beat has shown that node.
        """
        for live in list(self.rooms.values()):
            self.tell_presence(live)
            live.publish(table=True, view=False)

    def send_away(self) -> None:
        """Send people to another node: cut off from the database, this one shows nothing new."""
        for live in self.rooms.values():
            for listener in list(live.listeners):
                listener.hang_up("store_down")

    def catch_up(self, versions: Mapping[str, int]) -> None:
        """Let each room look into the log if the log has a newer version.

        This is a function of its own because the caller's variables would hold the last room until its next look.
        """
        for match, version in versions.items():
            if live := self.rooms.get(match):
                live.heard(version)

    async def _read(self, table_id: str) -> None:
        try:
            await self.room(table_id)
        except StoreDown as error:
            log.error("store down", table=table_id, error=str(error))
        except JetonError as error:
            self._unreadable.add(table_id)
            log.error("table can't be read", table=table_id, error=str(error))

    async def _later(self, *statements: Statement) -> None:
        with contextlib.suppress(StoreDown, Clash):
            await self.store.execute(*statements)

    async def _note(self, rooms: list[LiveRoom]) -> None:
        """Note the state of rooms that leave the memory: for lists, and when they have to be back."""
        notes = [note for live in sorted(rooms, key=lambda live: live.core.table.id) for note in self._notes(live)]
        for i in range(0, len(notes), NOTED_AT_ONCE):  # in the same order on all nodes: no deadlock
            await self._later(*notes[i : i + NOTED_AT_ONCE])

    def _notes(self, live: LiveRoom) -> Iterator[Statement]:
        if live.noted != live.core.version:
            yield keep_summary(live.core)
        if live.leased and is_settled(live.core, now(), self.config.idle_seconds):
            due = due_of(live.core, live.driver.waits, now())
            if due != live.due:
                yield queries.matches.keep_due(live.core.table.id, live.due, due)

    async def _watch_due(self) -> None:
        """Bring matches back into memory in time for their bots and clocks."""
        while True:
            await self._wake()
            await asyncio.sleep(LOOK_SECONDS)

    async def _wake(self) -> None:
        """Read the matches whose bots or clocks are due, and at once let go of those that need nothing."""
        try:
            async for table_ids in who_is_due(self.store, now()):
                for table_id in table_ids:
                    new = table_id not in self.rooms and table_id not in self._unreadable
                    if new and self.homes.is_ours(table_id):
                        await self._read(table_id)
                    await asyncio.sleep(0)
                await self.let_some_go(self._needless(table_ids), math.inf)
        except StoreDown as error:
            log.error("store down", error=str(error))

    def _needless(self, table_ids: list[str]) -> list[str]:
        """Return those of some tables that nobody has touched for long and that wait only for people."""
        rooms = [live for table_id in table_ids if (live := self.rooms.get(table_id)) is not None]
        return [live.core.table.id for live in rooms if is_settled(live.core, now(), self.config.idle_seconds)]

    async def _sweep(self) -> None:
        """Let idle rooms go, now and then."""
        while True:
            await asyncio.sleep(min(30.0, self.config.idle_seconds))
            await self._let_go(time.monotonic() - self.config.idle_seconds)
            METRICS.rooms.set(len(self.rooms))

    async def _let_go(self, limit: float) -> None:
        """Let idle rooms go if nobody has used them since `limit`, a few at a time: each takes milliseconds to free."""
        idle = [table_id for table_id, live in self.rooms.items() if live.idle and live.used < limit]
        for i in range(0, len(idle), GONE_AT_ONCE):
            await self.let_some_go(idle[i : i + GONE_AT_ONCE], limit)
            await asyncio.sleep(GONE_PAUSE)

    async def let_some_go(self, table_ids: list[str], limit: float) -> None:
        """Let some rooms go, if they are idle and nobody has used them since `limit`."""
        rooms = [live for table_id in table_ids if (live := self.rooms.get(table_id)) is not None]
        gone = [live for live in rooms if live.idle and live.used < limit]
        for live in gone:
            del self.rooms[live.core.table.id]
        async with self.homes.leaving([live.core.table.id for live in gone if live.leased]):
            for live in gone:
                await live.stop()
            await self._note(gone)
