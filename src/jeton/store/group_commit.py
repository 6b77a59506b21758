"""What both stores do alike: a job waits for the next commit and is told how that went; statements become SQL text."""

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
"""Jobs of one commit: one sync of the disk serves them all."""
GATHER_SECONDS = 0.008
"""From the beginning of a commit to that of the next at least: while many write, one commit serves some of them."""
MOST = 10_000
"""Jobs that may wait: with a database that hangs, more are refused at once."""
COLUMNS = ", ".join(f'"{name}"' for name in Row._fields)
"""A row of the log, in the order of `Row`."""


class Job(NamedTuple):
    """Rows and other changes that are written together or not at all, and who is told how that went, in the loop."""

    rows: Sequence[Row]
    also: Sequence[tuple[str, Any]]
    tell: Tell


Answer = tuple[Job, int | Exception]
"""A job, and how many rows its last statement changed or why nothing was written."""


def waiting() -> tuple[asyncio.Future[int], Tell]:
    """A future, and a function that settles it unless nobody waits any more."""
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
    """Tell each job how it went; a job whose `tell` fails does not keep the others from being told."""
    for job, result in answers:
        try:
            job.tell(result)
        except Exception:
            log.exception("nobody took the answer of a commit")


class Gathering:
    """Jobs on their way to the next commit: one commit at a time, and under load not one for each job.

    Who writes after a quiet while does not wait: what comes in one turn of the loop is handed over at its end. Who
    writes while others do waits a few milliseconds for more to come, which no player feels and which saves most of the
    processor's time that a commit takes.
    """

    def __init__(self, loop: asyncio.AbstractEventLoop, hand_over: Callable[[list[Job]], None]) -> None:
        """Nothing yet; `hand_over` has a list of jobs committed, and whoever does it calls `done` in the loop."""
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
        """What was handed over is committed, or refused."""
        self._committing = False
        if self._jobs:
            self._plan()

    def rest(self) -> list[Job]:
        """What was not handed over yet, for somebody else to see to."""
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
    """The SQL text of a statement in a database's own dialect, and its parameters.

    To make a text takes ten times as long as to find the one of a statement that differs in its values alone, and a
    server would make the same few for everybody who connects.
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
"""By dialect and what SQLAlchemy takes for the same statement: its text, with places for values."""


def _compile(statement: Executable, dialect: Dialect, key: Any) -> SQLCompiler:
    return statement.compile(dialect=dialect, cache_key=key)  # type: ignore[attr-defined, no-any-return]


def _expanded(compiled: SQLCompiler, parameters: MutableMapping[str, Any]) -> tuple[str, Any]:
    """The text and parameters with as many places as each list has values."""
    state = compiled.construct_expanded_state(parameters)
    return state.statement, state.parameters
