"""What a keeper counts, moves and clears away: what is old, and how much there is of everything."""

from __future__ import annotations

from sqlalchemy import delete, func, select

from jeton.store import schema
from jeton.store.schema import credentials, log, matches, players, tokens, users
from jeton.store.statement import Condition, Statement

__all__ = [
    "COUNTED",
    "archived",
    "count",
    "count_archived",
    "count_by_state",
    "count_expired",
    "count_nobodies",
    "count_tables",
    "drop_challenges",
    "drop_expired",
    "drop_nobodies",
    "drop_tables",
    "old_lessons",
    "this",
    "to_archive",
    "unused",
]

COUNTED = ("log", "users", "chat", "tokens", "credentials", "subscriptions")
"""The relations whose number of rows a keeper sees."""


def count(relation: str) -> Statement:
    """Count the rows of a relation, as `n`."""
    return select(func.count().label("n")).select_from(schema.METADATA.tables[relation])


def count_by_state() -> Statement:
    """Count the tables in each `state`, as `n`; lessons are no games."""
    counted = select(matches.c.state, func.count().label("n")).where(matches.c.lesson.is_(None))
    return counted.group_by(matches.c.state)


def count_archived() -> Statement:
    """Count the tables whose log is in a file, as `n`."""
    return select(func.count().label("n")).where(matches.c.archived.is_not(None))


# Tables


def this(table: str) -> Condition:
    """Return the condition for one table."""
    return matches.c.id == table


def unused(since: int) -> Condition:
    """Return the condition for tables that nobody has touched since a moment."""
    touched = select(log.c.match).where((log.c.match == matches.c.id) & (log.c.at >= since))
    return (matches.c.changed_at < since) & ~touched.exists()


def old_lessons(since: int) -> Condition:
    """Return the condition for lessons that nobody has touched since a moment."""
    return matches.c.lesson.is_not(None) & unused(since)


def count_tables(which: Condition) -> Statement:
    """Count these tables, as `n`."""
    return select(func.count().label("n")).select_from(matches).where(which)


def archived(which: Condition) -> Statement:
    """Find the place, as `archived`, of each log of these tables that somebody has moved to the archive."""
    return select(matches.c.archived).where(matches.c.archived.is_not(None) & which)


def drop_tables(which: Condition) -> Statement:
    """Delete tables, and all that belongs to them."""
    return delete(matches).where(which)


def to_archive(since: int) -> Statement:
    """Find tables (`id`, `changed_at`) whose match is over, which nobody touched since, and whose log nobody moved."""
    old = (matches.c.state == "over") & matches.c.archived.is_(None) & unused(since)
    return select(matches.c.id, matches.c.changed_at).where(old).order_by(matches.c.changed_at)


# People


def _expired(now: int) -> Condition:
    return tokens.c.expires_at < now


def _nobodies(since: int, now: int) -> Condition:
    """Return the condition for guests not seen since a moment, without a token, and without a table touched since."""
    nobody = (users.c.seen_at < since) & users.c.password.is_(None)
    nobody &= users.c.id.not_in(select(credentials.c.user))
    nobody &= users.c.id.not_in(select(tokens.c.user).where(~_expired(now)))
    nobody &= users.c.id.not_in(select(players.c.user).join(matches).where(~unused(since)))
    return nobody


def count_expired(now: int) -> Statement:
    """Count the tokens that have expired, as `n`."""
    return select(func.count().label("n")).select_from(tokens).where(_expired(now))


def drop_expired(now: int) -> Statement:
    """Forget the tokens that have expired."""
    return delete(tokens).where(_expired(now))


def count_nobodies(since: int, now: int) -> Statement:
    """Count the guests who have done nothing since a moment, as `n`."""
    return select(func.count().label("n")).select_from(users).where(_nobodies(since, now))


def drop_nobodies(since: int, now: int) -> Statement:
    """Forget the guests who have done nothing since a moment."""
    return delete(users).where(_nobodies(since, now))


def drop_challenges(now: int) -> Statement:
    """Forget the challenges that nobody answered in time."""
    return delete(schema.challenges).where(schema.challenges.c.expires_at < now)
