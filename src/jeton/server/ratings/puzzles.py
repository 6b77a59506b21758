"""A rating for solving puzzles: the first answer to each counts, for people who have an account."""

from __future__ import annotations

import time

from jeton.analysis.puzzles import Puzzle
from jeton.server.ratings.glicko import BEGINNER, Strength, after, of_puzzle
from jeton.store import Clash, Store, queries

__all__ = ["count_answer", "strength_of"]

TRIES = 20


async def strength_of(store: Store, user: str, title: str) -> tuple[int, Strength]:
    """Return how many puzzles of a title somebody has answered, and how strong they are at them."""
    found = await store.fetch(queries.puzzles.latest(user, title))
    if not found:
        return 0, BEGINNER
    row = found[0]
    return row["n"], Strength(row["rating"], row["deviation"], row["volatility"])


async def count_answer(store: Store, user: str, puzzle: Puzzle, *, right: bool) -> tuple[Strength, Strength] | None:
    """Count an answer; return somebody's strength before and after it, None if this puzzle has counted already."""
    against = of_puzzle(puzzle.title, puzzle.seats, puzzle.found, puzzle.difficulty)
    for _ in range(TRIES):
        if await store.fetch(queries.puzzles.answer(user, puzzle.id)):
            return None
        n, was = await strength_of(store, user, puzzle.title)
        now = after(was, against, float(right))
        row = {"user": user, "puzzle": puzzle.id, "title": puzzle.title, "n": n + 1,
               "at": time.time_ns() // 1_000_000, "right": int(right), "rating": now.rating,
               "deviation": now.deviation, "volatility": now.volatility}  # fmt: skip
        try:
            await store.execute(queries.puzzles.add(**row))
        except Clash:  # another device of theirs was quicker, or they have just been forgotten
            continue
        return was, now
    return None
