"""What both stores share: a job waits for the next commit and hears how that went; statements become SQL text."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Iterable, MutableMapping, Sequence
from typing import Any, NamedTuple

from sqlalchemy.engine import Dialect
from sqlalchemy.sql import Executable
from sqlalchemy.sql.compiler import SQLCompiler
from sqlalchemy.util import LRUCache

from jeton.store.store import Row, StoreDown, Tell

__all__ = [
    "BATCH",
    "COLUMNS",
    "GATHER_SECONDS",
    "Answer",
    "Gathering",
    "Job",
    "compile_statement",
    "settle",
    "waiting",
]

log = logging.getLogger(__name__)

BATCH = 256
"""The most jobs of one commit: one sync of the disk serves them all."""
GATHER_SECONDS = 0.008
"""The least time from the start of a commit to that of the next: under load, one commit serves several writers."""
MOST = 10_000
"""How many jobs may wait: if the database hangs, more are refused at once."""
COLUMNS = ", ".join(f'"{name}"' for name in Row._fields)
"""A row of the log, in the order of `Row`."""


class Job(NamedTuple):
    """Rows and other changes, written together or not at all, and a function that hears, in the loop, how it went."""

    rows: Sequence[Row]
    also: Sequence[tuple[str, Any]]
    tell: Tell


Answer = tuple[Job, int | Exception]
"""A job, and how many rows its last statement changed or why nothing was written."""


def waiting() -> tuple[asyncio.Future[int], Tell]:
    """Return a future, and a function that settles it unless nobody waits any more."""
    answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()

    def tell(result: int | Exception) -> None:
        if answer.done():
            return
        if isinstance(result, Exception):
            answer.set_exception(result)
        else:
            answer.set_result(result)

    return answer, tell


def settle(answers: Iterable[Answer]) -> None:
    """Tell each job how it went; if one job's `tell` fails, the others still hear."""
    for job, result in answers:
        try:
            job.tell(result)
        except Exception:
            log.exception("nobody took the answer of a commit")


class Gathering:
    """Gathers jobs for the next commit: one commit at a time, and under load not one for each job.

    After a quiet while a writer does not wait: this hands over the jobs of a turn of the loop at its end. Under load a
    job waits a few milliseconds for others to join it, which no player feels and which saves most of the processor time
    that a commit takes.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, hand_over: Callable[[list[Job]], None]) -> None:
        """Start empty; `hand_over` takes jobs to commit, and whoever commits them calls `done` in the loop."""
        self._loop, self._hand_over = loop, hand_over
        self._jobs: list[Job] = []
        self._committing = False
        self._began = float("-inf")

    def add(self, job: Job) -> None:
        """Have a job committed."""
        if len(self._jobs) >= MOST:
            self._loop.call_soon(settle, [(job, StoreDown("too much waits to be written"))])
            return
        self._jobs.append(job)
        if len(self._jobs) == 1 and not self._committing:
            self._plan()

    def done(self) -> None:
        """Note that the jobs handed over are committed, or refused."""
        self._committing = False
        if self._jobs:
            self._plan()

    def rest(self) -> list[Job]:
        """Return the jobs not handed over yet, for somebody else to handle."""
        jobs, self._jobs = self._jobs, []
        return jobs

    def _plan(self) -> None:
        wait = self._began + GATHER_SECONDS - time.monotonic()
        if wait > 0 and len(self._jobs) < BATCH:
            self._loop.call_later(wait, self._go)
        else:
            self._loop.call_soon(self._go)

    def _go(self) -> None:
        jobs, self._jobs = self._jobs[:BATCH], self._jobs[BATCH:]
        if jobs:
            self._committing = True
            self._began = time.monotonic()
            self._hand_over(jobs)


def compile_statement(statement: Executable, dialect: Dialect) -> tuple[str, Any]:
    """Return the SQL text of a statement in a database's own dialect, and its parameters.

    It keeps the texts that it makes. To make one takes ten times as long as to find the text of a statement that
    differs only in its values, and a server would make the same few for everybody who connects.
    """
    key = statement._generate_cache_key()  # type: ignore[attr-defined]
    if key is None:
        return _expanded(_compile(statement, dialect, None), {})
    shape = dialect.name, key.key
    compiled = _compiled.get(shape)
    if compiled is None:
        compiled = _compiled[shape] = _compile(statement, dialect, key)
    parameters = compiled.construct_params(extracted_parameters=key.bindparams)
    return _expanded(compiled, parameters) if compiled.post_compile_params else (compiled.string, parameters)


_compiled: LRUCache[Any, SQLCompiler] = LRUCache(500)
"""By dialect and SQLAlchemy's key of a statement: its text, with places for values."""


def _compile(statement: Executable, dialect: Dialect, key: Any) -> SQLCompiler:
    return statement.compile(dialect=dialect, cache_key=key)  # type: ignore[attr-defined, no-any-return]


def _expanded(compiled: SQLCompiler, parameters: MutableMapping[str, Any]) -> tuple[str, Any]:
    """Return the text and parameters with as many places as each list has values."""
    state = compiled.construct_expanded_state(parameters)
    return state.statement, state.parameters
