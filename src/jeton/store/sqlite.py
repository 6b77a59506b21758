"""The embedded store: one file in WAL mode, one thread that writes, and a few that read.

Only one connection ever writes or checkpoints: SQLite before 3.51.3 can spoil its log when two do at the same moment.
The writer commits what comes within a few milliseconds together, so that one sync of the disk serves up to 256 moves.
"""

from __future__ import annotations

import asyncio
import contextlib
import logging
import os
import queue
import sqlite3
import sys
import threading
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, partial
from pathlib import Path
from typing import Any

from sqlalchemy import create_engine
from sqlalchemy.dialects import sqlite as dialect
from sqlalchemy.exc import DBAPIError
from sqlalchemy.sql import Executable

from jeton.core.errors import JetonError
from jeton.store.group_commit import COLUMNS, Answer, Gathering, Job, compile_statement, settle, waiting
from jeton.store.home import Home, free_bytes
from jeton.store.lock import FileLock
from jeton.store.migrate import NoDatabase, check_step, upgrade
from jeton.store.store import Clash, Heard, Row, StoreDown, Tell

__all__ = ["GOOD_SQLITE", "NetworkFolder", "SqliteStore"]

log = logging.getLogger(__name__)

GOOD_SQLITE = (3, 51, 3)
READERS = 2
BUSY_SECONDS = 5.0
NETWORK = {"9p", "afs", "cifs", "fuse.sshfs", "glusterfs", "lustre", "ncpfs", "nfs", "nfs4", "smb3", "smbfs"}

INSERT = f"INSERT INTO log ({COLUMNS}) VALUES (?, ?, ?, ?, ?, ?, ?)"  # noqa: S608 - our own columns
FEW = 100
"""The most rows of one statement: each number of rows is a statement that is kept ready."""
SELECT = f'SELECT {COLUMNS} FROM log WHERE "match" = ? AND version > ? ORDER BY version'  # noqa: S608
BEAT = (
    "INSERT INTO nodes (id, seen_at) VALUES ('only', 1) ON CONFLICT (id) DO UPDATE SET seen_at = seen_at + 1 "
    "RETURNING seen_at"
)
"""Counts on: a server that finds another number than the next has another database under it, or another server."""
BEAT_SECONDS = 1.0
INTERRUPTED = "interrupted"
PAGES = 4_096
"""The pages of a backup copied in one go: Ctrl-C works between two of them."""
PROBE = "INSERT INTO secrets (name, value) VALUES ('probe', zeroblob(65536)) ON CONFLICT (name) DO UPDATE SET value = 1"
UNPROBE = "DELETE FROM secrets WHERE name = 'probe'"
"""As much as many moves take: after a write that failed, one small row may still find room where no move does."""
LITTLE = 8 << 20
"""A disk with fewer free bytes is as good as full."""
DIALECT = dialect.dialect(paramstyle="named")


class NetworkFolder(JetonError):
    """SQLite's locks do not work over a network, so the data folder must be on this machine."""


class Replaced(JetonError):
    """Another database has taken the place of this server's."""


@cache
def _tell_of_an_old_library() -> None:
    """Log, once in a process, that the library is one whose write-ahead log has a known fault, and that we avoid it."""
    if sqlite3.sqlite_version_info < GOOD_SQLITE:
        good = ".".join(map(str, GOOD_SQLITE))
        log.info(
            "SQLite %s is older than %s: only one connection writes, which avoids a fault of older ones. "
            "There is nothing to do.", sqlite3.sqlite_version, good,
        )  # fmt: skip


class SqliteStore:
    """A `Store` in one file."""

    shared = False
    leases = None
    node = "only"

    def __init__(self, path: Path, lock: FileLock | None = None) -> None:
        """Take a file whose schema is up to date: use `open`."""
        self.path, self._lock = path, lock
        self._loop = asyncio.get_running_loop()
        self._jobs: queue.SimpleQueue[list[Job] | None] = queue.SimpleQueue()
        self._gathering = Gathering(self._loop, self._jobs.put)
        self._local = threading.local()
        self._connections: list[sqlite3.Connection] = []
        self._readers = ThreadPoolExecutor(READERS, thread_name_prefix="jeton-read")
        self._writing: sqlite3.Connection | None = None
        self._closed = self._interrupted = False
        self._spoiled = ""
        """What SQLite said when it found the file spoiled: the store writes nothing any more."""
        self._failed = ""
        """Why the last rows could not be written: readiness is red until as much can be written again."""
        self._home = Home(path)
        self._beat: int | None = None
        self._pulse = 0
        self._beat_at = float("-inf")
        self._writer = threading.Thread(target=self._write, name="jeton-write", daemon=True)
        self._writer.start()

    @classmethod
    async def open(
        cls, path: Path, *, serving: str | None = None, make: bool = True, any_step: bool = False
    ) -> SqliteStore:
        """Make the file and its folder if there are none, unless told not to, and bring the schema up to date."""
        lock = None
        try:
            if not make:
                await asyncio.to_thread(partial(_look, any_step=any_step), path)
            if serving is not None:
                lock = FileLock.take(path, serving)
            if make:
                await asyncio.to_thread(_prepare, path)
        except BaseException as error:
            if lock is not None:
                lock.release()
            if isinstance(error, sqlite3.Error | DBAPIError):
                raise StoreDown(f"{path} can't be used: {getattr(error, 'orig', None) or error}") from error
            raise
        _tell_of_an_old_library()
        return cls(path, lock)

    async def append(self, rows: Sequence[Row], *also: Executable) -> None:
        """Write rows and other changes in one transaction."""
        await self._submit(rows, [compile_statement(statement, DIALECT) for statement in also])

    def send(self, rows: Sequence[Row], also: Sequence[Executable], tell: Tell) -> None:
        """Write rows and other changes in one transaction, and call `tell`."""
        self._put(Job(rows, [compile_statement(statement, DIALECT) for statement in also], tell))

    async def log(self, match: str, after: int = 0) -> list[Row]:
        """Return the rows of a match after a version."""
        found = await self._read(lambda connection: connection.execute(SELECT, (match, after)).fetchall())
        return [Row(*row) for row in found]

    async def versions(self, matches: Collection[str]) -> dict[str, int]:
        """Return nothing: nobody else writes."""
        return {}

    async def fetch(self, statement: Executable) -> list[Mapping[str, Any]]:
        """Return the rows that a query finds."""
        text, parameters = compile_statement(statement, DIALECT)

        def read(connection: sqlite3.Connection) -> list[Mapping[str, Any]]:
            cursor = connection.execute(text, parameters)
            names = [column[0] for column in cursor.description]
            return [dict(zip(names, row, strict=True)) for row in cursor.fetchall()]

        found: list[Mapping[str, Any]] = await self._read(read)
        return found

    async def execute(self, *statements: Executable) -> int:
        """Change something else than the log, in one transaction."""
        return await self._submit((), [compile_statement(statement, DIALECT) for statement in statements])

    async def tell(self, word: str) -> None:
        """Do nothing: there are no other nodes."""

    def listen(self, heard: Heard, told: Callable[[str], None]) -> None:
        """Do nothing: there are no other nodes."""

    async def beat(self) -> set[str]:
        """Do nothing: there are no other nodes."""
        return {self.node}

    async def check(self) -> None:
        """Raise `StoreDown` unless moves can be written: only a write shows whether the disk is full."""
        free = free_bytes(self.path.parent)
        if free is not None and free < LITTLE:
            raise StoreDown(f"the disk is full: {free} bytes are left")
        self._beat_at = float("-inf")
        if self._lock is not None and not self._failed:
            await self._submit((), ())  # counting on is a write, too
            return
        await self._submit((), [(PROBE, ())])
        await self._submit((), [(UNPROBE, ())])
        self._failed = ""

    async def backup(self, path: Path) -> None:
        """Copy the whole database consistently while it is in use."""

        def copy(connection: sqlite3.Connection) -> None:
            with contextlib.closing(sqlite3.connect(path)) as target:
                connection.execute("BEGIN")
                try:  # what is read from now on is what there was then, in however many pieces
                    connection.execute("SELECT count(*) FROM nodes").fetchone()
                    connection.backup(target, pages=PAGES, progress=goes_on)
                finally:
                    connection.execute("ROLLBACK")

        def goes_on(*_: int) -> None:
            if self._interrupted:
                raise sqlite3.OperationalError(INTERRUPTED)

        await self._read(copy)

    def interrupt(self) -> None:
        """Break off what is being read and written, and keep nothing of it: the asker has gone."""
        self._interrupted = True
        for connection in [*self._connections, *([self._writing] if self._writing else [])]:
            connection.interrupt()

    async def close(self) -> None:
        """Finish what was begun, and let go."""
        if not self._closed:
            self._closed = True
            if rest := self._gathering.rest():
                self._jobs.put(rest)
            self._jobs.put(None)
            await asyncio.to_thread(self._writer.join)
            self._readers.shutdown()
            for connection in self._connections:
                connection.close()
            if self._lock is not None:
                self._lock.release()

    async def _submit(self, rows: Sequence[Row], also: Sequence[tuple[str, Any]]) -> int:
        answer, tell = waiting()
        self._put(Job(rows, also, tell))
        return await answer

    def _put(self, job: Job) -> None:
        if self._closed or self._spoiled:
            down = StoreDown(self._spoiled or "the store is closed")
            self._loop.call_soon(settle, [(job, down)])
        else:
            self._gathering.add(job)

    async def _read(self, work: Callable[[sqlite3.Connection], Any]) -> Any:
        def run() -> Any:
            connection = getattr(self._local, "connection", None)
            if connection is None:
                if trouble := self._home.trouble():
                    raise sqlite3.OperationalError(trouble)
                connection = self._local.connection = _connect(self.path, writes=False)
                self._connections.append(connection)
            return work(connection)

        try:
            return await self._loop.run_in_executor(self._readers, run)
        except (sqlite3.Error, RuntimeError) as error:
            self._look_at(error)
            raise StoreDown(f"the database can't be read: {error}") from error

    def _look_at(self, error: Exception) -> None:
        """Stop writing for good if the file itself is spoiled: its owner must restore a backup."""
        if getattr(error, "sqlite_errorcode", 0) & 0xFF in (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB):
            self._spoiled = f"the database is spoiled, restore it from a backup: {error}"
            log.critical("%s: %s", self.path, self._spoiled)

    def _committed(self, answers: list[Answer]) -> None:
        """Begin the next commit, back in the loop, while those who are answered go on."""
        self._gathering.done()
        settle(answers)

    # In the writer's thread

    def _write(self) -> None:
        while (jobs := self._jobs.get()) is not None:
            try:
                self._writing = self._writing or self._settle_in()
                answers = self._commit(self._writing, jobs)
            except Exception as error:  # whatever it is: the thread must live, and nobody may wait for ever
                log.exception("the writer failed")
                answers = self._refuse(jobs, _down(error))
            with contextlib.suppress(RuntimeError):  # the loop may be gone
                self._loop.call_soon_threadsafe(self._committed, answers)
        if self._writing is not None:
            self._writing.close()
            self._writing = None

    def _settle_in(self) -> sqlite3.Connection:
        """Return the connection that writes, to the file that was there when the store was opened."""
        if trouble := self._home.trouble():
            raise sqlite3.OperationalError(trouble)
        connection = _connect(self.path, writes=True)
        connection.execute("SELECT 1 FROM nodes").fetchall()  # the first reader opens the log
        self._home.settle()
        return connection

    def _commit(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Answer]:
        """Write jobs and sync once, if the files are still in their folder; answer each job by itself.

        It looks before and after, so that it never acknowledges what it wrote to a file that somebody has taken away.
        """
        if trouble := INTERRUPTED if self._interrupted else self._home.trouble():
            return self._refuse(jobs, StoreDown(trouble))
        try:
            beats = self._lock is not None and time.monotonic() - self._beat_at >= BEAT_SECONDS
            answers = (not beats and self._at_once(connection, jobs)) or self._together(connection, jobs, beats=beats)
        except BaseException as error:
            with contextlib.suppress(sqlite3.Error):
                connection.execute("ROLLBACK")
            if isinstance(error, Replaced):
                return self._refuse(jobs, StoreDown(str(error)))
            if not isinstance(error, sqlite3.Error):
                raise
            self._look_at(error)
            return self._refuse(jobs, _down(error))
        if trouble := self._home.trouble():
            return self._refuse(jobs, StoreDown(trouble))
        if self._failed and any(job.rows for job in jobs):
            self._failed = ""
        return answers

    def _refuse(self, jobs: list[Job], down: StoreDown) -> list[Answer]:
        if not self._failed and not self._interrupted:
            log.error("nothing is kept: %s", down)
        self._failed = str(down)
        return [(job, down) for job in jobs]

    def _feel_the_pulse(self, connection: sqlite3.Connection) -> None:
        """Add one to the file's counter, and raise `Replaced` unless the number before was this server's own."""
        (found,) = connection.execute(BEAT).fetchone()
        if self._beat is not None and found != self._beat + 1:
            self._spoiled = f"{self.path} was replaced under the server: start it again"
            raise Replaced(self._spoiled)
        self._pulse = found

    def _at_once(self, connection: sqlite3.Connection, jobs: list[Job]) -> list[Answer]:
        """Write a few moves by one statement, which is its own transaction; return nothing if that fails.

        After each statement this thread has to ask for Python's lock again, and a busy loop does not hurry to give it.
        """
        if len(jobs) > FEW or any(len(job.rows) != 1 or job.also for job in jobs):
            return []
        try:
            connection.execute(_insert(len(jobs)), [value for job in jobs for value in job.rows[0]])
        except sqlite3.IntegrityError:  # the statement wrote nothing
            return []
        return [(job, 1) for job in jobs]

    def _together(self, connection: sqlite3.Connection, jobs: list[Job], *, beats: bool = False) -> list[Answer]:
        """Write single rows, which are moves, in few statements; the rest, and what clashes, one by one."""
        connection.execute("BEGIN IMMEDIATE")
        if beats:
            self._feel_the_pulse(connection)
        answers: list[Answer] = []
        moves = [job for job in jobs if len(job.rows) == 1 and not job.also]
        for i in range(0, len(moves), FEW):
            some = moves[i : i + FEW]
            try:
                connection.execute(_insert(len(some)), [value for job in some for value in job.rows[0]])
                answers += [(job, 1) for job in some]
            except sqlite3.IntegrityError:  # the statement wrote nothing
                answers += [(job, self._run(connection, job)) for job in some]
        answers += [(job, self._run(connection, job)) for job in jobs if len(job.rows) != 1 or job.also]
        connection.execute("COMMIT")
        if beats:
            self._beat, self._beat_at = self._pulse, time.monotonic()
        return answers

    def _run(self, connection: sqlite3.Connection, job: Job) -> int | Exception:
        """Run one job; a clash undoes that job alone."""
        several = len(job.rows) + len(job.also) > 1
        try:
            if several:
                connection.execute("SAVEPOINT job")
            changed = 0
            for row in job.rows:
                connection.execute(INSERT, row)
            for text, parameters in job.also:
                changed = connection.execute(text, parameters).rowcount
            if several:
                connection.execute("RELEASE job")
        except sqlite3.IntegrityError as error:
            if several:
                connection.execute("ROLLBACK TO job")
                connection.execute("RELEASE job")
            return Clash(str(error))
        return changed


@cache
def _insert(rows: int) -> str:
    return INSERT + ", (?, ?, ?, ?, ?, ?, ?)" * (rows - 1)


def _down(error: Exception) -> StoreDown:
    return StoreDown(f"the database can't be written: {error}")


def _connect(path: Path, *, writes: bool) -> sqlite3.Connection:
    uri = f"{path.resolve().as_uri()}?mode={'rwc' if writes else 'ro'}"
    connection = sqlite3.connect(
        uri, uri=True, isolation_level=None, timeout=BUSY_SECONDS, check_same_thread=False, cached_statements=256
    )
    if writes:
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("PRAGMA synchronous = FULL")
        connection.execute("PRAGMA foreign_keys = ON")
    else:
        connection.execute("PRAGMA wal_autocheckpoint = 0")
        connection.execute("PRAGMA query_only = ON")
    return connection


def _prepare(path: Path) -> None:
    path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    kind = _file_system(path.parent)
    if kind in NETWORK:
        raise NetworkFolder(f"{path.parent} is on a network file system ({kind}): choose a folder on this machine")
    with contextlib.closing(_connect(path, writes=True)):
        if os.name == "posix":
            path.chmod(0o600)  # it holds the keys of running matches
    engine = create_engine("sqlite://", creator=lambda: _connect(path, writes=True))
    try:
        with engine.connect() as connection:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
            upgrade(connection)
            connection.exec_driver_sql("COMMIT")
    finally:
        engine.dispose()


def _look(path: Path, *, any_step: bool) -> None:
    """Raise unless there is a database that this release knows; make nothing and change nothing."""
    if not path.is_file():
        raise NoDatabase(f"there is no database at {path}: expected the folder of a server (--data)")
    engine = create_engine("sqlite://", creator=lambda: _connect(path, writes=False))
    try:
        with engine.connect() as connection:
            check_step(connection, str(path), any_step=any_step)
    finally:
        engine.dispose()


def _file_system(folder: Path) -> str:
    """Return the kind of file system that a folder is on, if the system tells."""
    if not sys.platform.startswith("linux") or not Path("/proc/mounts").exists():
        return ""
    best, kind = "", ""
    target = str(folder.resolve())
    for line in Path("/proc/mounts").read_text("utf-8", "replace").splitlines():
        _, point, name, *_ = line.split(" ")
        point = point.replace("\\040", " ")
        if (target == point or target.startswith(point.rstrip("/") + "/")) and len(point) >= len(best):
            best, kind = point, name
    return kind
