"""Secrets of the server itself: made when they are first wanted, kept in the store, and the same on every node."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from sqlalchemy import insert, select

from jeton.store import Clash, Store
from jeton.store import schema as tables

__all__ = ["kept_secret"]


async def kept_secret(store: Store, name: str, make: Callable[[], str]) -> str:
    """The secret of a name; raises `StoreDown`."""
    wanted = select(tables.secrets.c.value).where(tables.secrets.c.name == name)
    found = await store.fetch(wanted)
    if not found:
        with contextlib.suppress(Clash):  # another node was faster
            await store.execute(insert(tables.secrets).values(name=name, value=make()))
        found = await store.fetch(wanted)
    return str(found[0]["value"])
