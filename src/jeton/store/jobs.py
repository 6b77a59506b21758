"""What both stores do alike: a job waits for the next commit and is told how that went; statements become SQL text."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from sqlalchemy.engine import Dialect
from sqlalchemy.sql import Executable

from jeton.store.store import Row

__all__ = ["BATCH", "COLUMNS", "Answer", "Job", "compile_statement", "log_query", "settle"]

BATCH = 256
"""Jobs of one commit: one sync of the disk serves them all."""
COLUMNS = ", ".join(f'"{name}"' for name in Row._fields)
"""A row of the log, in the order of `Row`."""


class Job(NamedTuple):
    """Rows and other changes that are written together or not at all."""

    rows: Sequence[Row]
    also: Sequence[tuple[str, Any]]
    answer: asyncio.Future[int]

    @classmethod
    def of(cls, rows: Sequence[Row], also: Sequence[tuple[str, Any]]) -> Job:
        """A job whose answer the running loop waits for."""
        return cls(rows, also, asyncio.get_running_loop().create_future())


Answer = tuple[Job, int | Exception]
"""A job, and how many rows its last statement changed or why nothing was written."""


def settle(answers: Iterable[Answer]) -> None:
    """Tell each job how it went, unless nobody waits any more."""
    for job, result in answers:
        if job.answer.done():
            continue
        if isinstance(result, Exception):
            job.answer.set_exception(result)
        else:
            job.answer.set_result(result)


def compile_statement(statement: Executable, dialect: Dialect) -> tuple[str, Any]:
    """The SQL text of a statement in a database's own dialect, and its parameters."""
    compiled = statement.compile(  # type: ignore[attr-defined]
        dialect=dialect, compile_kwargs={"render_postcompile": True}
    )
    return str(compiled), compiled.params


def log_query(mark: str) -> str:
    """The query for the rows of a match after a version; `mark` stands for a parameter."""
    return f'SELECT {COLUMNS} FROM log WHERE "match" = {mark} AND version > {mark} ORDER BY version'  # noqa: S608
