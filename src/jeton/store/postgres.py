"""The store that several servers share: PostgreSQL, group commit, and NOTIFY inside the same transaction.

One statement and one commit write whatever waits. A notification names a match and its version and no more; a node that
missed one finds out by looking at the versions from time to time.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import secrets
import socket
import time
from collections.abc import AsyncIterator, Callable, Collection, Iterator, Mapping, Sequence
from contextvars import ContextVar
from functools import partial
from typing import Any
from weakref import WeakKeyDictionary

import psycopg
from psycopg.rows import dict_row, tuple_row
from psycopg_pool import AsyncConnectionPool, PoolTimeout
from sqlalchemy import Connection, create_engine, text
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.sql import Executable

from jeton.store.address import without_password
from jeton.store.group_commit import COLUMNS, Answer, Gathering, Job, compile_statement, settle, waiting
from jeton.store.leases import ALIVE_SECONDS, CHANNEL, NOW, Leases
from jeton.store.lock import InUse
from jeton.store.log_reader import Question, Reading
from jeton.store.migrate import check_step, upgrade
from jeton.store.store import BadValue, Clash, Heard, Row, StoreDown, Tell

__all__ = ["PostgresStore", "alone"]

log = logging.getLogger(__name__)

PROGRAM = "jeton"
"""Our name in PostgreSQL: a server's address comes after it."""
PAYLOAD, NOTICES = 7_500, 150
"""Bytes of a notification, and how many versions it names: PostgreSQL takes fewer than 8,000 bytes."""
CONNECTIONS = 6
WAIT_SECONDS = 3.0
"""How long to wait for a connection: while there is none, moves are refused after so long."""
ANSWER_SECONDS, WRITE_SECONDS = 12.0, 6.0
"""How long a question or a commit may take before its connection is cut: the database hangs, or is out of reach."""
READ_SECONDS = 3.0
"""The same for reading logs, for which nobody checks the connection."""
CLOSE_SECONDS = 2.0
"""How long the last commit may take when the store is closed."""
CHECK_SECONDS = 2.0
TRUSTED_SECONDS = 1.0
"""To read logs, a connection that has answered within so long is not checked first."""
RECONNECT_SECONDS = 2.0
"""How long the pool tries by itself, with longer and longer pauses; after that, each user of a connection tries."""
MIGRATION_LOCK = 7_304_661
USE_LOCK = 7_304_662
"""All users of the database share it for as long as they live; a restore wants it alone."""
LISTENING: dict[str, Any] = {
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "keepalives_idle": 10,
    "keepalives_interval": 5,
    "keepalives_count": 3,
}
SETTINGS: dict[str, Any] = {
    **LISTENING,
    "options": "-c statement_timeout=10000 -c lock_timeout=5000 -c synchronous_commit=on "
    "-c idle_in_transaction_session_timeout=2000",
}

APPEND = f"""
WITH won AS (
    INSERT INTO log ({COLUMNS})
    SELECT * FROM unnest(%s::text[], %s::int[], %s::text[], %s::bigint[], %s::int[], %s::text[], %s::text[])
    ON CONFLICT DO NOTHING RETURNING "match", version
),
parts AS (
    SELECT "match", version, row_number() OVER () / {NOTICES} AS part FROM won JOIN leases USING ("match")
    WHERE leases.node <> %s OR leases.copied > {NOW}
),
told AS MATERIALIZED (
    SELECT part, pg_notify('{CHANNEL}', %s || string_agg(' ' || "match" || ':' || version, '')) FROM parts GROUP BY part
)
SELECT "match", version, (SELECT count(*) FROM told) FROM won
"""  # noqa: S608
"""Write rows, and announce those whose table lives or is copied elsewhere, in one statement: a node that is stopped at
any moment leaves no lock behind."""
SELECT = f"""
SELECT place, rows.* FROM unnest(%s::text[], %s::int[]) WITH ORDINALITY AS asked (wanted, after, place)
CROSS JOIN LATERAL (SELECT {COLUMNS} FROM log WHERE "match" = wanted AND version > after ORDER BY version) AS rows
ORDER BY place, version
"""  # noqa: S608
"""Use the index for each of them, whatever the database believes of the relation's size."""
VERSIONS = """
SELECT m, (SELECT max(version) FROM log WHERE "match" = m) FROM unnest(%s::text[]) AS m
"""

DIALECT = PGDialect_psycopg()  # type: ignore[no-untyped-call]


class PostgresStore:
    """A `Store` that other nodes write to as well."""

    shared = True

    def __init__(self, url: str, pool: AsyncConnectionPool[Any], name: str = PROGRAM) -> None:
        """Take an open pool: use `open`."""
        self.node = secrets.token_hex(6)
        self._url, self._pool, self._name = url, pool, name
        self._loop = asyncio.get_running_loop()
        self._gathering = Gathering(self._loop, self._hand_over)
        self._closed = False
        self._heard: Heard = lambda match, version: None
        self._told: Callable[[str], None] = lambda word: None
        self._held = asyncio.Event()
        """Set once this store has its share of the lock of the database's users."""
        self._listener = asyncio.create_task(self._listen())
        self._writer: asyncio.Task[None] | None = None
        self._reading = Reading(self._logs)
        self.leases = Leases(self.node, self._connection)

    @classmethod
    async def open(
        cls, url: str, *, serving: str | None = None, make: bool = True, any_step: bool = False
    ) -> PostgresStore:
        """Bring the schema up to date, unless told not to, and connect."""
        try:
            await asyncio.to_thread(_prepare if make else partial(_look, any_step=any_step), url)
        except psycopg.Error as error:
            raise StoreDown(f"the database can't be reached: {error}") from error
        pool: AsyncConnectionPool[Any] = AsyncConnectionPool(
            url, kwargs={**SETTINGS, "autocommit": True}, min_size=2, max_size=CONNECTIONS, open=False,
            check=_check, timeout=WAIT_SECONDS, reconnect_timeout=RECONNECT_SECONDS,
        )  # fmt: skip
        await pool.open()
        store = cls(url, pool, f"{PROGRAM} {serving}" if serving else PROGRAM)
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(WAIT_SECONDS):
                await store._held.wait()
        return store

    async def append(self, rows: Sequence[Row], *also: Executable) -> None:
        """Write rows and other changes in one transaction."""
        answer, tell = waiting()
        self.send(rows, also, tell)
        await answer

    def send(self, rows: Sequence[Row], also: Sequence[Executable], tell: Tell) -> None:
        """Write rows and other changes in one transaction, and call `tell`."""
        job = Job(rows, [compile_statement(statement, DIALECT) for statement in also], tell)
        if self._closed:
            self._loop.call_soon(settle, [_closed(job)])
        else:
            self._gathering.add(job)

    async def log(self, match: str, after: int = 0) -> list[Row]:
        """Return the rows of a match after a version."""
        return await self._reading.ask(match, after)

    async def versions(self, matches: Collection[str]) -> dict[str, int]:
        """Return the last version of each match."""
        found = await self._query(VERSIONS, (list(matches),), tuple_row)
        return {match: version or 0 for match, version in found}

    async def fetch(self, statement: Executable) -> list[Mapping[str, Any]]:
        """Return the rows that a query finds."""
        found: list[Mapping[str, Any]] = await self._query(*compile_statement(statement, DIALECT), dict_row)
        return found

    async def execute(self, *statements: Executable) -> int:
        """Change something else than the log, in one transaction."""
        changed = 0
        try:
            async with self._connection() as connection, connection.transaction():
                for statement in statements:
                    changed = (await connection.execute(*compile_statement(statement, DIALECT))).rowcount
        except psycopg.errors.IntegrityError as error:
            raise Clash(str(error)) from error
        except psycopg.DataError as error:
            raise BadValue(str(error)) from error
        except (psycopg.Error, PoolTimeout, OSError) as error:
            raise StoreDown(f"the database can't be written: {error}") from error
        return changed

    async def tell(self, word: str) -> None:
        """Say something to the other nodes; nobody misses a lost word."""
        with contextlib.suppress(psycopg.Error, PoolTimeout, OSError):
            async with self._connection() as connection:
                await connection.execute("SELECT pg_notify(%s, %s)", (CHANNEL, f"{self.node} ! {word}"[:PAYLOAD]))

    def listen(self, heard: Heard, told: Callable[[str], None]) -> None:
        """Have functions called when other nodes write or tell."""
        self._heard, self._told = heard, told

    async def beat(self) -> set[str]:
        """Say that this node lives; return all living nodes, by the database's own clock."""
        return await self.leases.beat()

    async def check(self) -> None:
        """Raise `StoreDown` unless something can be written: a database that only reads is of no use."""
        await self.beat()

    def interrupt(self) -> None:
        """Break off what is being written; reads break off with their readers."""
        if self._writer is not None:
            self._writer.cancel()

    async def close(self) -> None:
        """Finish what was begun, and let go."""
        self._closed = True
        settle([_closed(job) for job in self._gathering.rest()])
        self._listener.cancel()
        tasks = [self._listener]
        if self._writer is not None:
            await asyncio.wait([self._writer], timeout=CLOSE_SECONDS)
            self._writer.cancel()
            tasks.append(self._writer)
        await asyncio.gather(*tasks, return_exceptions=True)
        await self._reading.close()
        with contextlib.suppress(psycopg.Error, PoolTimeout, OSError):
            async with self._pool.connection(timeout=1.0) as connection:
                await connection.execute("DELETE FROM leases WHERE node = %s", (self.node,))
                await connection.execute("DELETE FROM nodes WHERE id = %s", (self.node,))
        await self._pool.close(timeout=2.0)

    @contextlib.asynccontextmanager
    async def _connection(self, seconds: float = ANSWER_SECONDS) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
        async with self._pool.connection() as connection:
            with _within(seconds, connection):
                yield connection
                _answered[connection] = time.monotonic()

    async def _query(self, query: str, parameters: Any, factory: Any, seconds: float = ANSWER_SECONDS) -> Any:
        try:
            async with self._connection(seconds) as connection, connection.cursor(row_factory=factory) as cursor:
                await cursor.execute(query, parameters)
                return await cursor.fetchall()
        except psycopg.DataError as error:
            raise BadValue(str(error)) from error
        except (psycopg.Error, PoolTimeout, OSError) as error:
            raise StoreDown(f"the database can't be read: {error}") from error

    async def _logs(self, asked: Sequence[Question]) -> list[list[Row]]:
        """Return the rows that each asks for, by one query."""
        _trusting.set(True)  # in the task of this query alone
        found: list[list[Row]] = [[] for _ in asked]
        wanted = [one.match for one in asked], [one.after for one in asked]
        for place, *row in await self._query(SELECT, wanted, tuple_row, READ_SECONDS):
            found[place - 1].append(Row(*row))
        return found

    # Group commit

    def _hand_over(self, jobs: list[Job]) -> None:
        self._writer = asyncio.create_task(self._commit(jobs))

    async def _commit(self, jobs: list[Job]) -> None:
        """Write single rows together, then the rest one by one; each job hears once, whatever goes wrong after it."""
        left = jobs
        try:
            async with self._connection(WRITE_SECONDS) as connection:
                answers = await self._append([job for job in jobs if _is_single(job)], connection)
                left = [job for job in jobs if not _is_single(job)]
                settle(answers)
                while left:
                    answer = left[0], await self._several(connection, left[0])
                    left = left[1:]
                    settle([answer])
        except (psycopg.Error, PoolTimeout, OSError) as error:
            settle([(job, _down(error)) for job in left])
        except asyncio.CancelledError:
            settle([_closed(job) for job in left])
            raise
        except Exception as error:  # whatever it is: nobody may wait for ever
            log.exception("the writer failed")
            settle([(job, _down(error)) for job in left])
        finally:
            self._gathering.done()

    async def _append(self, jobs: list[Job], connection: psycopg.AsyncConnection[Any]) -> list[Answer]:
        """Write jobs of one row each by one statement; if it fails for one of them, one by one."""
        try:
            return await self._together(connection, jobs)
        except psycopg.Error as error:
            if connection.broken:
                raise
            if len(jobs) == 1:
                return [(jobs[0], _down(error))]
            log.info("a batch is written one by one: %s", error)
            return [answer for job in jobs for answer in await self._append([job], connection)]

    async def _together(self, connection: psycopg.AsyncConnection[Any], jobs: list[Job]) -> list[Answer]:
        """Write one row each; report each clash; the others are durable when this returns."""
        answers: list[Answer] = []
        first: dict[tuple[str, int], Job] = {}
        for job in jobs:
            if first.setdefault(job.rows[0][:2], job) is not job:
                answers.append((job, Clash("two rows of one version")))
        if first:
            rows = [first[key].rows[0] for key in sorted(first)]  # one order for all nodes: no deadlock
            won = set(await self._write(connection, rows))
            answers += [(job, 1 if key in won else Clash("written before")) for key, job in first.items()]
        return answers

    async def _several(self, connection: psycopg.AsyncConnection[Any], job: Job) -> int | Exception:
        """Write several rows or other changes, in a transaction of their own."""
        changed = 0
        try:
            async with connection.transaction():
                if job.rows:
                    won = await self._write(connection, job.rows)
                    if len(won) < len(job.rows):
                        raise Clash("written before")
                for query, parameters in job.also:
                    changed = (await connection.execute(query, parameters)).rowcount
        except Clash as error:
            return error
        except psycopg.errors.IntegrityError as error:
            return Clash(str(error))
        except psycopg.Error as error:
            if connection.broken:
                raise
            return _down(error)
        return changed

    async def _write(self, connection: psycopg.AsyncConnection[Any], rows: Sequence[Row]) -> list[tuple[str, int]]:
        """Write rows and return those that were not there before: match and version."""
        columns = [list(column) for column in zip(*rows, strict=True)]
        cursor = await connection.execute(APPEND, [*columns, self.node, self.node])
        return [(match, version) for match, version, _ in await cursor.fetchall()]

    # What others write

    async def _listen(self) -> None:
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(
                    self._url, autocommit=True, application_name=self._name[:60], **LISTENING
                )
                async with connection:
                    await connection.execute(f"SELECT pg_advisory_lock_shared({USE_LOCK})")
                    self._held.set()
                    await connection.execute(f"LISTEN {CHANNEL}")
                    async for notice in connection.notifies():
                        self._hear(notice.payload)
            except (psycopg.Error, OSError) as error:
                log.warning("not listening: %s", error)
            await asyncio.sleep(0.5)

    def _hear(self, payload: str) -> None:
        node, _, rest = payload.partition(" ")
        if node == self.node:
            return
        if rest.startswith("! "):
            self._told(f"{node} {rest[2:]}")
            return
        for word in rest.split():
            match, _, version = word.rpartition(":")
            self._heard(match, int(version))


@contextlib.contextmanager
def _within(seconds: float, connection: psycopg.AsyncConnection[Any]) -> Iterator[None]:
    """Cut a connection whose answer does not come: the wait ends with an error, as if the server had hung up."""
    timer = asyncio.get_running_loop().call_later(seconds, _cut, connection)
    try:
        yield
    finally:
        timer.cancel()


def _is_single(job: Job) -> bool:
    return len(job.rows) == 1 and not job.also


def _closed(job: Job) -> Answer:
    return job, StoreDown("the store is closed")


def _down(error: Exception) -> StoreDown:
    return StoreDown(f"the database can't be written: {error}")


def _cut(connection: psycopg.AsyncConnection[Any]) -> None:
    with contextlib.suppress(OSError, psycopg.Error), socket.socket(fileno=os.dup(connection.fileno())) as copy:
        copy.shutdown(socket.SHUT_RDWR)


_trusting: ContextVar[bool] = ContextVar("trusting", default=False)
"""Whether to take a connection that has just worked without checking it."""
_answered: WeakKeyDictionary[psycopg.AsyncConnection[Any], float] = WeakKeyDictionary()
"""When each connection was last heard of."""


async def _check(connection: psycopg.AsyncConnection[Any]) -> None:
    """Check whether a connection of the pool still works, unless that is known well enough."""
    if _trusting.get() and time.monotonic() - _answered.get(connection, float("-inf")) < TRUSTED_SECONDS:
        return
    with _within(CHECK_SECONDS, connection):
        await AsyncConnectionPool.check_connection(connection)


def _prepare(url: str) -> None:
    """Make the relations if there are none, and bring them up to date."""

    def work(connection: Connection) -> None:
        connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
        upgrade(connection)

    _with_tables(url, work)


def _look(url: str, *, any_step: bool) -> None:
    """Raise unless the relations are there, and as this release knows them; make nothing and change nothing."""
    _with_tables(url, lambda connection: check_step(connection, without_password(url), any_step=any_step))


def _with_tables(url: str, work: Callable[[Connection], None]) -> None:
    engine = create_engine("postgresql+psycopg://", creator=lambda: psycopg.connect(url, connect_timeout=5))
    try:
        with engine.begin() as connection:
            free = connection.execute(text(f"SELECT pg_try_advisory_xact_lock_shared({USE_LOCK})")).scalar()
            if not free:
                raise InUse(f"a backup is being restored into {without_password(url)}: wait until it is")
            work(connection)
    except Exception as error:
        if isinstance(error.__cause__, psycopg.Error):
            raise error.__cause__ from None
        raise
    finally:
        engine.dispose()


@contextlib.contextmanager
def alone(url: str) -> Iterator[psycopg.Connection[Any]]:
    """Lend a connection while nobody else uses the database; raises `InUse` with those who do, or `StoreDown`."""
    try:
        connection = psycopg.connect(url, autocommit=True, connect_timeout=5, application_name=f"{PROGRAM} restore")
    except psycopg.Error as error:
        raise StoreDown(f"the database can't be reached: {error}") from error
    with contextlib.closing(connection):
        taken = connection.execute("SELECT pg_try_advisory_lock(%s)", (USE_LOCK,)).fetchone()
        try:
            if not (taken and taken[0]) or _nodes_alive(connection):
                names = [name.removeprefix(PROGRAM).strip() for (name,) in connection.execute(HOLDERS, (USE_LOCK,))]
                known = ", ".join(sorted({name for name in names if name and name != "restore"}))
                raise InUse(f"{known or 'a server'} uses {without_password(url)}: stop every server of it first", known)
            yield connection
        finally:
            # PostgreSQL forgets a closed connection when it gets to it: until then nobody could start a server.
            with contextlib.suppress(psycopg.Error):
                connection.execute("SELECT pg_advisory_unlock(%s)", (USE_LOCK,))


HOLDERS = """
SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)
WHERE locktype = 'advisory' AND classid = 0 AND objid = %s
AND pg_locks.database = (SELECT oid FROM pg_database WHERE datname = current_database())
"""


def _nodes_alive(connection: psycopg.Connection[Any]) -> bool:
    """Return whether a node was heard of lately: one whose connection just broke holds no lock until it is back."""
    there = connection.execute("SELECT to_regclass('nodes')").fetchone()
    if there is None or there[0] is None:
        return False
    alive = f"SELECT count(*) FROM nodes WHERE seen_at > {NOW} - %s"  # noqa: S608 - a constant
    found = connection.execute(alive, (int(ALIVE_SECONDS * 1000),)).fetchone()
    return bool(found and found[0])
