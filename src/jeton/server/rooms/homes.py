"""Where the tables of several nodes live: each at one node, where its people are, its bots think, its clocks ring.

The node of the first person who looks gets the table, and passes on people who come to another node
(`server/wire/forward.py`). If that is impossible, because the node has just gone or no other reaches it, a node has a
copy: the log decides what is true, each node tells the other what it writes, and the copy looks into the log once a
second.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import math
import time
from collections.abc import AsyncIterator, Callable, Collection
from typing import TYPE_CHECKING

import structlog

from jeton.store import StoreDown

if TYPE_CHECKING:
    from jeton.server.rooms.hub import Hub
    from jeton.store.leases import Holder

__all__ = ["BEAT_SECONDS", "Homes"]

log = structlog.get_logger(__name__)

BEAT_SECONDS = 1.0
ALONE_SECONDS = 3.0
"""How long a node may be without the shared database before it sends its people to the others."""
SETTLE_SECONDS = 1.5
"""How long the tables of a gone node wait for it: longer than from one beat to the next, since after a fault of the
database all nodes are gone until each is heard of again."""
LOOK_AGAIN_SECONDS = 1.0, 4.0, 12.0
"""When to look again at a table that was taken over: a commit of its former node may last so long."""
COPY_SECONDS = 10.0
"""How long a copy stays that nobody looks at."""


class Homes:
    """Which tables live at this node, and where each of the others lives."""

    def __init__(self, hub: Hub) -> None:
        """Take a hub over an open store."""
        self.hub, self.leases = hub, hub.store.leases
        self.on_nodes: Callable[[set[str]], None] | None = None
        """Called with the nodes that live whenever one comes or goes."""
        self.losses = 0
        """Grows with each message that tables of this node may live elsewhere now."""
        self._giving: dict[str, asyncio.Future[None]] = {}
        self._doubts = 0
        """The leases that were looked into; -1: look at the next beat, whatever they say."""
        self._looking = self._look_wanted = False

    async def start(self) -> None:
        """Say that this node lives, and keep saying so."""
        if self.leases is not None:
            self.leases.listens = self.hub.config.node
            self.leases.on_takeover = self._took_over
            self.hub.nodes = await self.hub.store.beat()
            if self.on_nodes is not None:
                self.on_nodes(self.hub.nodes)
            self._doubts = self.leases.doubts
            self.hub.spawn(self._beat())
            self.hub.spawn(self._watch_copies())

    async def take(self, table_id: str) -> bool:
        """Let a table live here, unless it lives elsewhere: then this node gets a copy, and hears of each row."""
        if self.leases is None:
            return True
        await self._given(table_id)
        if await self.leases.take(table_id, firm=False) is None:
            return True
        await self.leases.copies([table_id])
        return False

    async def claim(self, table_id: str) -> Holder | None:
        """Let a table live here for somebody who looks at it; if that can't be, return who has it."""
        if self.leases is None:
            return None
        live = self.hub.rooms.get(table_id)
        if live is not None:
            live.used = time.monotonic()
            if live.leased and live.firm:
                return None
        await self._given(table_id)
        losses = self.losses
        holder = await self.leases.take(table_id, firm=True)
        if holder is None and (live := self.hub.rooms.get(table_id)) is not None:
            live.settle(firm=True)
            self.settled(losses)
        return holder

    def settled(self, losses: int) -> None:
        """Count a room as one that lives here; `losses` is the count from before it was asked for.

        If another node has taken tables over since, it may have taken this one before there was a room to let go.
        """
        if self.losses != losses:
            self._look_soon()

    @contextlib.asynccontextmanager
    async def leaving(self, table_ids: Collection[str]) -> AsyncIterator[None]:
        """After the body, let the tables whose rooms left the memory live anywhere; whoever wants one back waits.

        Without the wait, this node could take a table again before giving it up: then the table would live here, and no
        node would know.
        """
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._giving.update(dict.fromkeys(table_ids, done))
        try:
            yield
            if self.leases is not None and table_ids:
                await self.leases.give_up(table_ids)
        finally:
            done.set_result(None)
            for table_id in table_ids:
                if self._giving.get(table_id) is done:
                    del self._giving[table_id]

    def is_ours(self, table_id: str) -> bool:
        """Return whether this node wakes a table that lives nowhere: all running nodes agree on the same one."""
        nodes = self.hub.nodes
        return len(nodes) < 2 or max(nodes, key=lambda node: _weight(node, table_id)) == self.hub.store.node

    def addresses(self) -> frozenset[str]:
        """Return the addresses from which other nodes pass sockets on."""
        found = self.leases.nodes.items() if self.leases is not None else ()
        others = (address for node, address in found if address is not None and node != self.hub.store.node)
        return frozenset(address.rpartition(":")[0].strip("[]") for address in others)

    def heard_lost(self, table_id: str) -> None:
        """Note that another node has taken a table over."""
        live = self.hub.rooms.get(table_id)
        if live is not None or self.hub.is_loading(table_id):
            self.losses += 1
        if live is not None and live.leased:
            self._look_soon()

    def _took_over(self, table_id: str) -> None:
        """Look once more in a while: the table's former node may be writing while this one reads the log."""
        for seconds in LOOK_AGAIN_SECONDS:
            asyncio.get_running_loop().call_later(seconds, self._look_again, table_id)

    def _look_again(self, table_id: str) -> None:
        if (live := self.hub.rooms.get(table_id)) is not None:
            live.submit(None)

    async def _given(self, table_id: str) -> None:
        while done := self._giving.get(table_id):
            await asyncio.shield(done)

    async def _beat(self) -> None:
        """Keep this node's tables, and watch the other nodes; when one comes or goes, its tables change hands."""
        hub, good = self.hub, time.monotonic()
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                await self._beat_once()
                good = time.monotonic()
            except StoreDown:
                if len(hub.nodes) > 1 and time.monotonic() - good > ALONE_SECONDS:
                    hub.send_away()
            except Exception as error:  # whatever it is: a node that is silent counts as gone
                log.error("a beat failed", exc_info=error)

    async def _beat_once(self) -> None:
        hub = self.hub
        nodes = await hub.store.beat()
        await self._doubt()
        if nodes != hub.nodes:
            gone, hub.nodes = hub.nodes - nodes, nodes
            hub.nodes_changed()
            if self.on_nodes is not None:
                self.on_nodes(nodes)
            if gone:
                asyncio.get_running_loop().call_later(SETTLE_SECONDS, hub.wake_soon)

    async def _doubt(self) -> None:
        if self.leases is not None and self.leases.doubts != self._doubts:
            doubts = self.leases.doubts
            self.losses += 1
            if await self._look():
                self._doubts = doubts

    def _look_soon(self) -> None:
        """Check soon which tables still live here: once, however many messages come meanwhile."""
        self._look_wanted = True
        if not self._looking:
            self._looking = True
            self.hub.spawn(self._look_on())

    async def _look_on(self) -> None:
        try:
            while self._look_wanted:
                self._look_wanted = False
                if not await self._look():
                    self._doubts = -1
        finally:
            self._looking = False

    async def _look(self) -> bool:
        """Let go of tables that live elsewhere now: people who look come back, and are passed on."""
        if self.leases is None:
            return True
        ours = [live for live in self.hub.rooms.values() if live.leased]
        try:
            held = await self.leases.held()
        except StoreDown:
            return False
        for live in ours:
            if live.core.table.id not in held and live.leased:
                live.leased = False
                self.hub.forget(live)
        return True

    async def _watch_copies(self) -> None:
        """Look for rows that nobody reported at tables that several nodes have; take over those whose node is gone."""
        while True:
            await asyncio.sleep(self.hub.config.repair_seconds)
            try:
                await self._look_after_copies()
            except StoreDown:
                continue
            except Exception as error:  # whatever it is: people who look at a copy depend on this alone
                log.error("copies were not looked after", exc_info=error)

    async def _look_after_copies(self) -> None:
        hub, idle = self.hub, time.monotonic() - COPY_SECONDS
        copies = [table_id for table_id, live in hub.rooms.items() if not live.leased]
        unused = [table_id for table_id in copies if hub.rooms[table_id].idle and hub.rooms[table_id].used < idle]
        if unused:
            await hub.let_some_go(unused, math.inf)
        copies = [table_id for table_id in copies if table_id in hub.rooms]
        if self.leases is None:
            return
        for table_id in await self.leases.copies(copies) if copies else ():
            await self._settle(table_id)
        copied = [table_id for table_id in await self.leases.copied() if table_id in hub.rooms]
        if copies or copied:
            hub.catch_up(await hub.store.versions([*copies, *copied]))

    async def _settle(self, table_id: str) -> None:
        """Let a table that this node has a copy of live here, unless another node was faster."""
        if self.leases is not None and (live := self.hub.rooms.get(table_id)) is not None:
            firm, losses = bool(live.listeners), self.losses
            if await self.leases.take(table_id, firm=firm) is None and self.hub.rooms.get(table_id) is live:
                live.settle(firm=firm)
                self.settled(losses)


def _weight(node: str, table_id: str) -> bytes:
    return hashlib.sha256(f"{node} {table_id}".encode()).digest()
