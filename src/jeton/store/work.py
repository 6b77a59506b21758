"""The queue by which other machines think for bots: procrastinate's relations, in a schema beside ours.

Nothing in it is kept: a job lives as long as a thought, and its asker thinks itself if nobody answers. So no commit
here waits for the disk, no backup holds it, and another release of procrastinate makes all of it anew.
"""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
from collections.abc import Callable, Sequence
from typing import Any

import psycopg
from procrastinate import App, PsycopgConnector
from procrastinate.jobs import Status
from procrastinate.schema import SchemaManager
from psycopg_pool import AsyncConnectionPool

from jeton.store.address import without_password
from jeton.store.lock import InUse
from jeton.store.postgres import LISTENING, MIGRATION_LOCK
from jeton.store.store import StoreDown

__all__ = ["PIECE", "QUEUE", "SCHEMA", "TASK", "WorkQueue", "prepare_queue"]

log = logging.getLogger(__name__)

SCHEMA = "jeton_work"
PROGRAM = "jeton work"
"""The queue's users, as PostgreSQL knows them."""
TASK, QUEUE = "think", "thoughts"
PIECE = 7_000
"""Characters of one notification: PostgreSQL takes fewer than 8,000 bytes."""
CONNECTIONS = 8
WAIT_SECONDS = 3.0
AGAIN_SECONDS = 0.5
OPTIONS = f"-c search_path={SCHEMA} -c synchronous_commit=off -c statement_timeout=5000 -c lock_timeout=2000"


def prepare_queue(url: str) -> None:
    """Make the queue if there is none, or one of another release; raises `InUse` or `StoreDown`."""
    wanted = SchemaManager.get_schema()
    mark = hashlib.sha256(wanted.encode()).hexdigest()
    try:
        with psycopg.connect(url, connect_timeout=5, application_name=f"{PROGRAM} setup") as connection:
            connection.execute("SELECT pg_advisory_xact_lock(%s)", (MIGRATION_LOCK,))
            there = connection.execute(
                "SELECT obj_description(oid, 'pg_namespace') FROM pg_namespace WHERE nspname = %s", (SCHEMA,)
            ).fetchone()
            if there is not None and there[0] == mark:
                return
            if there is not None:
                _refuse_in_use(connection, url)
                connection.execute(f"DROP SCHEMA {SCHEMA} CASCADE")
            connection.execute(f"CREATE SCHEMA {SCHEMA}")
            connection.execute(f"SET LOCAL search_path = {SCHEMA}")
            connection.execute(wanted)
            connection.execute(f"COMMENT ON SCHEMA {SCHEMA} IS '{mark}'")
    except psycopg.Error as error:
        raise StoreDown(f"the queue of thoughts can't be made: {error}") from error


def _refuse_in_use(connection: psycopg.Connection[Any], url: str) -> None:
    users = connection.execute(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid() "
        "AND application_name = %s",
        (PROGRAM,),
    ).fetchone()
    if users and users[0]:
        raise InUse(
            f"servers or workers with another procrastinate use {without_password(url)}: install the same release "
            "everywhere, or stop them first"
        )


async def _configure(connection: psycopg.AsyncConnection[Any]) -> None:
    """Run every statement on its own: to begin and to commit would be two more round trips."""
    await connection.set_autocommit(True)


class WorkQueue:
    """A connection to the queue: jobs by procrastinate, words by NOTIFY."""

    def __init__(self, url: str) -> None:
        """Stay closed until `open`."""
        self._url = url
        self._pool: AsyncConnectionPool[Any] = AsyncConnectionPool(
            url, kwargs={**LISTENING, "options": OPTIONS, "application_name": PROGRAM},
            min_size=1, max_size=CONNECTIONS, open=False, timeout=WAIT_SECONDS, reconnect_timeout=AGAIN_SECONDS,
            configure=_configure,
        )  # fmt: skip
        self.app = App(connector=PsycopgConnector())

    async def open(self) -> None:
        """Connect, as soon as the database is there."""
        await self._pool.open()
        await self.app.open_async(self._pool)

    async def close(self) -> None:
        """Let go."""
        await self.app.close_async()
        await self._pool.close(timeout=1.0)

    async def put(self, priority: int, arguments: dict[str, Any]) -> int:
        """Put a job into the queue and return its number."""
        task = self.app.configure_task(TASK, queue=QUEUE, priority=priority)
        return await task.defer_async(**arguments)

    async def withdraw(self, job: int) -> None:
        """Take a job out that nobody wants any more, or have its worker stop; say nothing if that fails."""
        with contextlib.suppress(Exception):
            await self.app.job_manager.cancel_job_by_id_async(job, abort=True, delete_job=True)

    async def sweep(self, seconds: float) -> None:
        """Remove the jobs of machines that have been silent for so long: nobody waits for these any more."""
        jobs = self.app.job_manager
        await jobs.prune_stalled_workers(seconds)
        for job in await jobs.get_stalled_jobs(queue=QUEUE, seconds_since_heartbeat=seconds):
            await jobs.finish_job(job, Status.ABORTED, delete_job=True)

    async def tell(self, channel: str, *words: str) -> None:
        """Say words to all who listen to a channel, in that order."""
        async with self._pool.connection() as connection:
            await connection.execute("SELECT pg_notify(%s, w) FROM unnest(%s::text[]) AS w", (channel, list(words)))

    async def listen(self, channels: Sequence[str], hear: Callable[[str], None], ready: asyncio.Event) -> None:
        """Call a function with every word on some channels, for as long as this runs."""
        while True:
            try:
                connection = await psycopg.AsyncConnection.connect(
                    self._url, autocommit=True, application_name=PROGRAM, **LISTENING
                )
                async with connection:
                    for channel in channels:
                        await connection.execute(f"LISTEN {channel}")
                    ready.set()
                    async for notice in connection.notifies():
                        hear(notice.payload)
            except (psycopg.Error, OSError) as error:
                log.warning("no word of other machines is heard: %s", error)
            await asyncio.sleep(AGAIN_SECONDS)
