"""Every statement of the server by name, one module a subject: callers know no SQL.

A function here returns a `Statement`. A caller with an open store runs it with `fetch`, `execute` or `append`, alone or
together with others in one transaction.
"""

from __future__ import annotations

from jeton.store.queries import (
    accounts,
    chat,
    matches,
    moderation,
    own_data,
    passkeys,
    people,
    players,
    puzzles,
    ratings,
    reviews,
    secrets,
    subscriptions,
    tries,
    upkeep,
)

__all__ = [
    "accounts",
    "chat",
    "matches",
    "moderation",
    "own_data",
    "passkeys",
    "people",
    "players",
    "puzzles",
    "ratings",
    "reviews",
    "secrets",
    "subscriptions",
    "tries",
    "upkeep",
]
