"""Who plays where, for each person's list of games."""

from __future__ import annotations

from sqlalchemy import delete, insert, update

from jeton.store.schema import players
from jeton.store.statement import Statement

__all__ = ["become", "free", "move_up", "sit"]


def sit(table: str, seat: int | None, user: str) -> Statement:
    """Note that somebody takes a seat."""
    return insert(players).values(user=user, match=table, seat=seat)


def free(table: str, seat: int | None) -> Statement:
    """Note that nobody sits on a seat."""
    return delete(players).where((players.c.match == table) & (players.c.seat == seat))


def move_up(table: str, gone: int) -> list[Statement]:
    """Remove a seat, and move those after it up.

    It first gives them numbers below zero, so that two seats of one person never share a number.
    """
    here, seat = players.c.match == table, players.c.seat
    return [
        update(players).where(here & (seat > gone)).values(seat=-seat),
        update(players).where(here & (seat < 0)).values(seat=-seat - 1),
    ]


def become(table: str, was: str, user: str) -> Statement:
    """Give somebody's seats to another."""
    return update(players).where((players.c.match == table) & (players.c.user == was)).values(user=user)
