"""Secrets of the server itself: made when first needed, kept in the store, and the same on every node."""

from __future__ import annotations

import contextlib
from collections.abc import Callable

from jeton.store import Clash, Store, queries

__all__ = ["kept_secret"]


async def kept_secret(store: Store, name: str, make: Callable[[], str]) -> str:
    """Return the secret of a name; raises `StoreDown`."""
    wanted = queries.secrets.named(name)
    found = await store.fetch(wanted)
    if not found:
        with contextlib.suppress(Clash):  # another node was faster
            await store.execute(queries.secrets.add(name, make()))
        found = await store.fetch(wanted)
    return str(found[0]["value"])
