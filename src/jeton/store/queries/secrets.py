"""Secrets of the server itself, by name."""

from __future__ import annotations

from sqlalchemy import insert, select

from jeton.store.schema import secrets
from jeton.store.statement import Statement

__all__ = ["add", "named"]


def named(name: str) -> Statement:
    """Find the `value` of a secret."""
    return select(secrets.c.value).where(secrets.c.name == name)


def add(name: str, value: str) -> Statement:
    """Keep a secret; a `Clash` if there is one of that name."""
    return insert(secrets).values(name=name, value=value)
