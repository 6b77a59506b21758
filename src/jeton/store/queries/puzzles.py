"""Answers to puzzles, and how they change somebody's rating."""

from __future__ import annotations

from typing import Any

from sqlalchemy import desc, insert, select

from jeton.store.schema import puzzle_answers
from jeton.store.statement import Statement

__all__ = ["add", "answer", "latest"]


def answer(user: str, puzzle: str) -> Statement:
    """Find a person's first answer to a puzzle."""
    return select(puzzle_answers).where((puzzle_answers.c.user == user) & (puzzle_answers.c.puzzle == puzzle))


def latest(user: str, title: str) -> Statement:
    """Find a person's latest first answer to a puzzle of a title."""
    mine = (puzzle_answers.c.user == user) & (puzzle_answers.c.title == title)
    return select(puzzle_answers).where(mine).order_by(desc(puzzle_answers.c.n)).limit(1)


def add(**row: Any) -> Statement:
    """Keep an answer; a `Clash` if that puzzle was answered before, or another one at the same time."""
    return insert(puzzle_answers).values(**row)
