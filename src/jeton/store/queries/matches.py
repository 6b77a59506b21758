"""Tables: one of them, lists of them, when they need the server, and where their logs are."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING, Any

from sqlalchemy import Select, delete, desc, func, insert, or_, select, tuple_, update

from jeton.store.schema import log, matches, players, users
from jeton.store.statement import Statement

if TYPE_CHECKING:
    from jeton.store.leases import Leases

__all__ = [
    "add",
    "archived_in",
    "begin",
    "by_code",
    "by_id",
    "change",
    "drop",
    "due",
    "finished_of",
    "keep_due",
    "keep_log_elsewhere",
    "keep_summary",
    "listed_of",
    "naming",
    "of",
    "public",
    "rewrite",
    "to_export",
    "versions",
]


def by_id(table: str) -> Statement:
    """Find one table."""
    return select(matches).where(matches.c.id == table)


def by_code(code: str) -> Statement:
    """Find the `id` of the table that can be joined by a code."""
    return select(matches.c.id).where(matches.c.code == code)


def add(**row: Any) -> Statement:
    """Keep a new table; a `Clash` if an open one has its code."""
    return insert(matches).values(**row)


def change(table: str, **values: Any) -> Statement:
    """Note something else about a table."""
    return update(matches).where(matches.c.id == table).values(**values)


def begin(table: str, at: int) -> Statement:
    """Note that the match at a table has begun: nobody joins it by code any more."""
    return change(table, state="playing", changed_at=at, code=None)


def drop(table: str) -> Statement:
    """Delete a table, and all that belongs to it."""
    return delete(matches).where(matches.c.id == table)


# Lists


def public(most: int) -> Statement:
    """Find public tables that are open or playing, open ones first, of each the latest first."""
    wanted = select(matches).where((matches.c.public == 1) & matches.c.state.in_(("open", "playing")))
    return wanted.order_by(matches.c.state, desc(matches.c.changed_at)).limit(most)


def listed_of(user: str, states: Collection[str], most: int) -> Statement:
    """Find the tables in some states where a person sits, but for lessons, the latest first."""
    wanted = _games_of(user).where(matches.c.state.in_(states))
    return wanted.order_by(desc(matches.c.changed_at)).limit(most)


def finished_of(user: str, before: int | None, most: int) -> Statement:
    """Find the finished games of a person, but for lessons, the latest first; those that ended `before` a moment."""
    wanted = _games_of(user).where(matches.c.state == "over")
    if before is not None:
        wanted = wanted.where(matches.c.changed_at < before)
    return wanted.order_by(desc(matches.c.changed_at)).limit(most)


def _games_of(user: str) -> Select[Any]:
    sits = matches.c.id.in_(select(players.c.match).where(players.c.user == user))
    return select(matches).where(sits & matches.c.lesson.is_(None))


def of(user: str) -> Statement:
    """Find the `id` of each table where a person sits or that they have made, in order."""
    sits = matches.c.id.in_(select(players.c.match).where(players.c.user == user))
    return select(matches.c.id).where(or_(sits, matches.c.host == user)).order_by(matches.c.id)


def to_export(states: Collection[str]) -> Statement:
    """Find the `id` of each table in some states, but for lessons."""
    return select(matches.c.id).where(matches.c.state.in_(states) & matches.c.lesson.is_(None))


def keep_summary(table: str, summary: str, named: Collection[str]) -> Statement:
    """Note what lists say of a table, if everybody who is `named` in it is still known."""
    known = select(func.count()).select_from(users).where(users.c.id.in_(named)).scalar_subquery()
    this = (matches.c.id == table) & (known == len(named))
    return update(matches).where(this).values(summary=summary)


# When a table needs the server


def due(until: int, leases: Leases | None, after: tuple[int, str] | None, most: int) -> Statement:
    """Find the tables (`id`, `due_at`) that are due until a moment and live at no other node, a few at a time."""
    wanted = select(matches.c.id, matches.c.due_at).where(matches.c.due_at <= until)
    if leases is not None:
        wanted = wanted.where(~leases.lives_elsewhere(matches.c.id))
    if after is not None:
        wanted = wanted.where(tuple_(matches.c.due_at, matches.c.id) > after)
    return wanted.order_by(matches.c.due_at, matches.c.id).limit(most)


def keep_due(table: str, known: int | None, due_at: int | None) -> Statement:
    """Note when a table is due, unless what was `known` no longer holds."""
    this = (matches.c.id == table) & matches.c.due_at.is_not_distinct_from(known)
    return update(matches).where(this).values(due_at=due_at)


# Logs


def versions(tables: Collection[str]) -> Statement:
    """Find the last version of each table's log: `match` and `version`."""
    wanted = select(log.c.match, func.max(log.c.version).label("version")).where(log.c.match.in_(tables))
    return wanted.group_by(log.c.match)


def naming(user: str, kinds: Collection[str]) -> Statement:
    """Find the tables, as `match`, with a row of some kinds that names a person."""
    named = log.c.kind.in_(kinds) & log.c.body.contains(user, autoescape=True)
    return select(log.c.match).where(named).distinct()


def rewrite(table: str, version: int, body: str) -> Statement:
    """Put another body into a row of a log, since a name in it has to go."""
    return update(log).where((log.c.match == table) & (log.c.version == version)).values(body=body)


def archived_in(begins: str) -> Statement:
    """Find the places of archived logs, as `archived`, that begin with this text."""
    return select(matches.c.archived).where(matches.c.archived.startswith(begins, autoescape=True))


def keep_log_elsewhere(table: str, place: str, version: int, but: Collection[str]) -> list[Statement]:
    """Point at the file of a log and drop its rows up to a version, `but` for some kinds.

    Nothing changes if somebody else has done so meanwhile.
    """
    this = (matches.c.id == table) & matches.c.archived.is_(None)
    moved = select(matches.c.id).where((matches.c.id == table) & (matches.c.archived == place)).exists()
    rows = (log.c.match == table) & (log.c.version <= version) & log.c.kind.not_in(but)
    return [update(matches).where(this).values(archived=place), delete(log).where(rows & moved)]
