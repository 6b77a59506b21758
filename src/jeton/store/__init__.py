"""Where tables, logs and people are kept: SQLite in a folder, or PostgreSQL by URL; one schema, one door.

The log is the truth. Everything else about a match is a cache that can be rebuilt from it.
"""

from __future__ import annotations

from jeton.store.store import Clash, Row, Store, StoreDown, Tell, connect

__all__ = ["Clash", "Row", "Store", "StoreDown", "Tell", "connect"]
