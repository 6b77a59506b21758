"""Where the tables of several nodes live: each at one of them, where its people are, its bots think, its clocks ring.

The node of the first who looks gets the table, and whoever comes to another node is passed on to it
(`server/wire/forward.py`). Where that can't be done, because the node has just gone or no other reaches it, a node has
a copy: the log decides what is true, each tells the other what it writes, and the copy looks into the log once a
second.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
import time
from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from jeton.store import StoreDown

if TYPE_CHECKING:
    from jeton.server.rooms.hub import Hub
    from jeton.store.leases import Holder

__all__ = ["BEAT_SECONDS", "Homes"]

BEAT_SECONDS = 1.0
ALONE_SECONDS = 3.0
"""How long a node may be without the database that others share with it, before it sends its people to them."""
SETTLE_SECONDS = 1.5
"""How long the tables of a node that is gone wait for it: longer than from one beat to the next, since after a fault of
the database all nodes are gone until each is heard of again."""
LOOK_AGAIN_SECONDS = 1.0
COPY_SECONDS = 10.0
"""How long a copy stays that nobody looks at."""


class Homes:
    """Which tables live at this node, and at which node each of the others."""

    def __init__(self, hub: Hub) -> None:
        """Of a hub over a store that is open."""
        self.hub, self.leases = hub, hub.store.leases
        self.on_nodes: Callable[[set[str]], None] | None = None
        """Called with the nodes that live whenever one has come or gone."""
        self._giving: dict[str, asyncio.Task[None]] = {}
        self._doubts = 0

    async def start(self) -> None:
        """Say that this node lives, and go on saying so."""
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
        """Have a table live here, unless it lives elsewhere: then this node has a copy, and is told of each row."""
        if self.leases is None:
            return True
        await self._given(table_id)
        if await self.leases.take(table_id, firm=False) is None:
            return True
        await self.leases.copies([table_id])
        return False

    async def claim(self, table_id: str) -> Holder | None:
        """Have a table live here for somebody who looks at it; who has it if that can't be."""
        if self.leases is None:
            return None
        live = self.hub.rooms.get(table_id)
        if live is not None:
            live.used = time.monotonic()
            if live.leased and live.firm:
                return None
        await self._given(table_id)
        holder = await self.leases.take(table_id, firm=True)
        if holder is None and (live := self.hub.rooms.get(table_id)) is not None:
            live.settle(firm=True)
        return holder

    async def give_up(self, table_ids: Collection[str]) -> None:
        """Let tables live anywhere that have left the memory; who wants one back meanwhile waits for that."""
        if self.leases is None or not table_ids:
            return
        task = asyncio.create_task(self.leases.give_up(table_ids))
        for table_id in table_ids:
            self._giving[table_id] = task
        try:
            await task
        finally:
            for table_id in table_ids:
                if self._giving.get(table_id) is task:
                    del self._giving[table_id]

    def is_ours(self, table_id: str) -> bool:
        """Whether this node is the one to wake a table that lives nowhere: of those that live, one does."""
        nodes = self.hub.nodes
        return len(nodes) < 2 or max(nodes, key=lambda node: _weight(node, table_id)) == self.hub.store.node

    def addresses(self) -> frozenset[str]:
        """From where other nodes pass sockets on."""
        found = self.leases.nodes.items() if self.leases is not None else ()
        others = (address for node, address in found if address is not None and node != self.hub.store.node)
        return frozenset(address.rpartition(":")[0].strip("[]") for address in others)

    def heard_lost(self, table_id: str) -> None:
        """Another node says that it has taken a table over."""
        if (live := self.hub.rooms.get(table_id)) is not None and live.leased:
            self.hub.spawn(self._look())

    def _took_over(self, table_id: str) -> None:
        """Who had the table until now may be writing while its log is read here: look once more in a while."""
        asyncio.get_running_loop().call_later(LOOK_AGAIN_SECONDS, self._look_again, table_id)

    def _look_again(self, table_id: str) -> None:
        if (live := self.hub.rooms.get(table_id)) is not None:
            live.submit(None)

    async def _given(self, table_id: str) -> None:
        if task := self._giving.get(table_id):
            await asyncio.shield(task)

    async def _beat(self) -> None:
        """Keep this node's tables, and an eye on the other nodes; when one comes or goes, its tables change hands."""
        hub, good = self.hub, time.monotonic()
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            try:
                nodes = await hub.store.beat()
            except StoreDown:
                if len(hub.nodes) > 1 and time.monotonic() - good > ALONE_SECONDS:
                    hub.send_away()
                continue
            good = time.monotonic()
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
            if await self._look():
                self._doubts = doubts

    async def _look(self) -> bool:
        """Let go of tables that live elsewhere now: whoever looks comes back, and is passed on."""
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
        """Look for what was not told of tables that several nodes have, and have those live here whose node is gone."""
        while True:
            await asyncio.sleep(self.hub.config.repair_seconds)
            try:
                await self._look_after_copies()
            except StoreDown:
                continue

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
        """Have a table live here of which this node has a copy, unless somebody else was faster."""
        if self.leases is not None and (live := self.hub.rooms.get(table_id)) is not None:
            firm = bool(live.listeners)
            if await self.leases.take(table_id, firm=firm) is None and self.hub.rooms.get(table_id) is live:
                live.settle(firm=firm)


def _weight(node: str, table_id: str) -> bytes:
    return hashlib.sha256(f"{node} {table_id}".encode()).digest()
