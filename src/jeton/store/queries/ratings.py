"""Ratings of people, and the matches that they come from."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from sqlalchemy import delete, desc, func, insert, select, update

from jeton.store.schema import matches, rated_matches, ratings, users
from jeton.store.statement import Statement

__all__ = [
    "add",
    "add_match",
    "all_matches",
    "all_ratings",
    "best",
    "change_seats",
    "drop_all",
    "drop_empty",
    "history_of",
    "known",
    "latest_of",
    "match",
    "matches_of",
    "of_match",
    "of_matches",
    "to_count",
    "to_count_again",
]


def match(table: str) -> Statement:
    """Find a match that was counted."""
    return select(rated_matches).where(rated_matches.c.match == table)


def add_match(table: str, title: str, at: int, seats: str) -> Statement:
    """Note that a match is counted; a `Clash` if it was."""
    return insert(rated_matches).values(match=table, title=title, at=at, seats=seats)


def add(rows: Iterable[Mapping[str, Any]]) -> list[Statement]:
    """Note how strong people are after a match; a `Clash` if another match of theirs was counted meanwhile."""
    return [insert(ratings).values(**row) for row in rows]


def known(people: Collection[str]) -> Statement:
    """Find the `id` of those among some people whom the server knows."""
    return select(users.c.id).where(users.c.id.in_(people))


def latest_of(people: Collection[str], title: str) -> Statement:
    """Find how strong people are at a title now, and when their last match was counted (`at`)."""
    last = select(ratings.c.user, func.max(ratings.c.n).label("n"))
    last = last.where(ratings.c.user.in_(people) & (ratings.c.title == title)).group_by(ratings.c.user)
    newest = last.subquery()
    joined = ratings.join(newest, (ratings.c.user == newest.c.user) & (ratings.c.n == newest.c.n))
    joined = joined.join(rated_matches, rated_matches.c.match == ratings.c.match)
    return select(ratings, rated_matches.c.at).select_from(joined).where(ratings.c.title == title)


def best(title: str, least: int, most: int) -> Statement:
    """Find the strongest at a title, with their `name`, among those who have finished enough rated matches."""
    last = select(ratings.c.user, func.max(ratings.c.n).label("n")).where(ratings.c.title == title)
    newest = last.group_by(ratings.c.user).subquery()
    joined = ratings.join(newest, (ratings.c.user == newest.c.user) & (ratings.c.n == newest.c.n))
    joined = joined.join(users, users.c.id == ratings.c.user)
    wanted = select(ratings, users.c.name).select_from(joined)
    wanted = wanted.where((ratings.c.title == title) & (ratings.c.n >= least))
    return wanted.order_by(desc(ratings.c.mu), ratings.c.user).limit(most)


def of_match(table: str) -> Statement:
    """Find how strong the players of a match are after it."""
    return select(ratings).where(ratings.c.match == table)


def of_matches(user: str, tables: Collection[str]) -> Statement:
    """Find how strong a person was after each of some matches, and the `seats` of these."""
    joined = ratings.join(rated_matches, rated_matches.c.match == ratings.c.match)
    mine = (ratings.c.user == user) & ratings.c.match.in_(tables)
    return select(ratings, rated_matches.c.seats).select_from(joined).where(mine)


def history_of(user: str, most: int) -> Statement:
    """Find all that is kept of a person's ratings, the latest first, with the time (`at`)."""
    joined = ratings.join(rated_matches, rated_matches.c.match == ratings.c.match)
    wanted = select(ratings, rated_matches.c.at).select_from(joined).where(ratings.c.user == user)
    return wanted.order_by(desc(rated_matches.c.at)).limit(most)


def to_count(most: int) -> Statement:
    """Find the `id` of rated tables whose match is over and was not counted."""
    counted = select(rated_matches.c.match).where(rated_matches.c.match == matches.c.id)
    open_still = (matches.c.rated == 1) & (matches.c.state == "over") & ~counted.exists()
    return select(matches.c.id).where(open_still).order_by(matches.c.changed_at, matches.c.id).limit(most)


# To count everything again, and to forget somebody


def to_count_again() -> Statement:
    """Find the `id` of each rated table that has begun, the earliest to end first."""
    begun = (matches.c.rated == 1) & (matches.c.state != "open")
    return select(matches.c.id).where(begun).order_by(matches.c.changed_at, matches.c.id)


def all_matches() -> Statement:
    """Find every match that was counted, in the order of counting."""
    return select(rated_matches).order_by(rated_matches.c.at, rated_matches.c.match)


def all_ratings() -> Statement:
    """Find every rating there is."""
    return select(ratings)


def drop_all() -> list[Statement]:
    """Forget every rating, and which matches were counted."""
    return [delete(ratings), delete(rated_matches)]


def matches_of(user: str) -> Statement:
    """Find the matches of a person that were counted."""
    mine = select(ratings.c.match).where(ratings.c.user == user)
    return select(rated_matches).where(rated_matches.c.match.in_(mine))


def change_seats(table: str, seats: str) -> Statement:
    """Put others into the seats of a match that was counted."""
    return update(rated_matches).where(rated_matches.c.match == table).values(seats=seats)


def drop_empty() -> Statement:
    """Forget the matches that count for nobody any more."""
    return delete(rated_matches).where(rated_matches.c.match.not_in(select(ratings.c.match)))
