"""Attempts that all nodes count together, in the store: more nodes or a restart give a guesser no more of them."""

from __future__ import annotations

import contextlib
import hashlib
import time

from jeton.store import Clash, Store, StoreDown, queries

__all__ = ["Tries"]

CLEAN_SECONDS = 600.0
"""How often a node forgets the counts that are over."""


class Tries:
    """Allows each name so many attempts within so many seconds of the first; keeps only the hash of a name."""

    def __init__(self, store: Store, kind: str, most: int, seconds: float) -> None:
        """Count one kind of attempts; other kinds count the same name separately."""
        self.store, self.kind, self.most, self.milliseconds = store, kind, most, round(1000 * seconds)
        self._cleaned = time.monotonic()

    async def take(self, name: str) -> bool:
        """Use up one, if one is left; raises `StoreDown`."""
        now = time.time_ns() // 1_000_000
        count = queries.tries.take(self._key(name), now=now, until=now + self.milliseconds, most=self.most)
        taken = await self.store.execute(count) == 1
        if time.monotonic() - self._cleaned > CLEAN_SECONDS:
            self._cleaned = time.monotonic()
            with contextlib.suppress(StoreDown, Clash):
                await self.store.execute(queries.tries.forget_over(now))
        return taken

    async def give(self, name: str) -> None:
        """Give back what was taken; raises `StoreDown`."""
        await self.store.execute(queries.tries.give(self._key(name)))

    def _key(self, name: str) -> str:
        return hashlib.sha256(f"{self.kind} {name}".encode()).hexdigest()
