"""Where tables, logs and people are kept: SQLite in a folder, or PostgreSQL by URL; one schema, one interface.

The log is the truth. Everything else about a match is a cache that can be rebuilt from it.
"""

from __future__ import annotations

from jeton.store.address import Address, BadAddress, parse_address
from jeton.store.lock import InUse
from jeton.store.statement import Condition, Statement
from jeton.store.store import BadValue, Clash, Row, Store, StoreDown, Tell, connect

__all__ = [
    "Address",
    "BadAddress",
    "BadValue",
    "Clash",
    "Condition",
    "InUse",
    "Row",
    "Statement",
    "Store",
    "StoreDown",
    "Tell",
    "connect",
    "parse_address",
]
