"""Reports, bans, and what keepers have done."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from sqlalchemy import delete, func, insert, or_, select, update

from jeton.store.schema import acts, bans, reports, users
from jeton.store.statement import Statement

__all__ = [
    "acts_after",
    "add_act",
    "add_ban",
    "add_report",
    "bans_now",
    "bans_of",
    "close_report",
    "drop_act",
    "drop_acts_about",
    "find_people",
    "last_act",
    "latest_acts",
    "lift_bans",
    "named_bans",
    "report_of",
    "take_act",
    "waiting_reports",
]


def waiting_reports(most: int) -> Statement:
    """Find the reports that nobody has handled, the newest first."""
    return select(reports).where(reports.c.done_at.is_(None)).order_by(reports.c.at.desc()).limit(most)


def report_of(report: str) -> Statement:
    """Find one report."""
    return select(reports).where(reports.c.id == report)


def add_report(**row: Any) -> Statement:
    """Keep a report."""
    return insert(reports).values(**row)


def close_report(report: str, now: int) -> Statement:
    """Note that a report was handled."""
    return update(reports).where(reports.c.id == report).values(done_at=now)


def bans_now(now: int) -> Statement:
    """Find who is kept out now."""
    return select(bans).where(bans.c.until > now)


def named_bans(now: int, most: int) -> Statement:
    """Find who is kept out now, with their names, the longest first."""
    named = select(bans, users.c.name).outerjoin(users, users.c.id == bans.c.subject)
    return named.where(bans.c.until > now).order_by(bans.c.until.desc()).limit(most)


def bans_of(subject: str, now: int) -> Statement:
    """Find what keeps a person or a network out now, as `id`."""
    return select(bans.c.id).where((bans.c.subject == subject) & (bans.c.until > now))


def add_ban(**row: Any) -> Statement:
    """Keep somebody out."""
    return insert(bans).values(**row)


def lift_bans(subject: str) -> Statement:
    """Let a person or a network in again."""
    return delete(bans).where(bans.c.subject == subject)


def last_act() -> Statement:
    """Find the number of the last act, as `n`."""
    return select(func.max(acts.c.n).label("n"))


def acts_after(number: int, most: int) -> Statement:
    """Find the acts after a number, in order."""
    return select(acts).where(acts.c.n > number).order_by(acts.c.n).limit(most)


def latest_acts(most: int, *, but: Collection[str]) -> Statement:
    """Find what was done last, but for some kinds of acts, the newest first."""
    return select(acts).where(acts.c.what.not_in(but)).order_by(acts.c.n.desc()).limit(most)


def add_act(**row: Any) -> Statement:
    """Write down what was done."""
    return insert(acts).values(**row)


def take_act(act: str, was: str, what: str) -> Statement:
    """Turn an act of one kind into another; it changes one row for the first caller, and none for others."""
    return update(acts).where((acts.c.id == act) & (acts.c.what == was)).values(what=what)


def drop_act(act: str) -> Statement:
    """Forget an act."""
    return delete(acts).where(acts.c.id == act)


def drop_acts_about(subject: str, what: str) -> Statement:
    """Forget acts of one kind about somebody."""
    return delete(acts).where((acts.c.subject == subject) & (acts.c.what == what))


def find_people(words: str) -> Statement:
    """Find people by a part of their name, by what they sign in with, or by id; the last seen come first."""
    one = users.c
    part = func.lower(one.name).contains(words.lower(), autoescape=True)
    wanted = or_(part, one.login == words.lower(), one.id == words)
    rows = select(one.id, one.name, one.login, one.role, one.made_at, one.seen_at, one.bot_of)
    return rows.where(wanted).order_by(one.seen_at.desc()).limit(50)
