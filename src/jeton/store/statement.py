"""What the server hands to a store without looking into it."""

from __future__ import annotations

from sqlalchemy import ColumnElement
from sqlalchemy.sql import Executable

__all__ = ["Condition", "Statement"]

Statement = Executable
"""One statement of SQL; `jeton.store.queries` makes them."""

Condition = ColumnElement[bool]
"""Which rows a statement is about."""
