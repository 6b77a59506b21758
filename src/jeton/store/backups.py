"""Backups: copy everything while the server runs, and put a copy in place while none does.

A restore holds the database for itself, says what it would replace, writes the new one beside the old and swaps when it
is complete. It keeps the old SQLite file.
"""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from jeton.core.errors import JetonError
from jeton.store import Address, Store, StoreDown
from jeton.store.address import without_password
from jeton.store.lock import FileLock
from jeton.store.schema import METADATA

__all__ = ["BadBackup", "Contents", "NoPlace", "Restore", "backup", "restoring"]

COUNTS = {
    "tables": "SELECT count(*) FROM matches",
    "people": "SELECT count(*) FROM users",
    "when": "SELECT max(at) FROM log",
}
WORK = "jeton_work"
"""The queue of thoughts of `store/work.py`, which no backup keeps."""


class BadBackup(JetonError):
    """The file is not a backup of Jeton, or is damaged."""


class NoPlace(JetonError):
    """A copy can't be written where it was asked for."""


class Contents(NamedTuple):
    """How much is in a database, so that a person recognises it."""

    tables: int
    people: int
    when: str
    """When somebody last did something."""


class Restore:
    """What is about to happen: the database is held, and nothing has changed yet."""

    def __init__(self, path: Path, address: Address, target: Contents | None, source: Contents | None) -> None:
        """Take a backup that was checked."""
        self.path, self.address, self.target, self.source = path, address, target, source

    def carry_out(self) -> Path | None:
        """Put the backup in place; return where the old database is kept, if it is."""
        if self.address.path is None:
            _replace_postgres(self.path, self.address.url)
            return None
        return _replace_file(self.path, self.address.path)


async def backup(store: Store, address: Address, path: Path) -> None:
    """Copy everything consistently while the server runs; raises `StoreDown`, and `NoPlace` before it writes."""
    _place(path)
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)
    try:
        if address.path is not None:
            await store.backup(part)  # type: ignore[attr-defined]
            _check(part)
            _drop_sides(part)
        else:
            _run(address.url, "pg_dump", "--format=custom", "--no-owner", f"--exclude-schema={WORK}", f"--file={part}")
        part.replace(path)
    finally:
        part.unlink(missing_ok=True)


def _place(path: Path) -> None:
    """Raise unless a copy can be written there: a message of the system would speak of a file that nobody named."""
    if path.is_dir():
        raise NoPlace(f"{path} is a folder: expected the file to write, as {path / 'jeton.copy'}")
    if not path.parent.is_dir():
        raise NoPlace(f"{path}: there is no folder {path.parent}")


@contextlib.contextmanager
def restoring(path: Path, address: Address) -> Iterator[Restore]:
    """Hold the database and check both sides; raises `InUse` while any server uses it, and `BadBackup`."""
    if not path.is_file():
        raise BadBackup(f"{path}: no such file")
    if address.path is None:
        from jeton.store.postgres import alone

        _listed(path)
        with alone(address.url) as connection:
            yield Restore(path, address, _contents(connection), None)
        return
    _check(path)
    made = [folder for folder in (address.path.parent, *address.path.parent.parents) if not folder.exists()]
    lock = FileLock.take(address.path, "a restore")
    try:
        yield Restore(path, address, _contents_of(address.path), _contents_of(path))
    finally:
        lock.release()
        if made and not address.path.exists():  # nothing was restored into a folder that was not there before
            lock.path.unlink(missing_ok=True)
            for folder in made:
                with contextlib.suppress(OSError):
                    folder.rmdir()


def _replace_file(path: Path, target: Path) -> Path | None:
    part = target.with_name(target.name + ".part")
    part.unlink(missing_ok=True)
    part.touch(mode=0o600)  # before anything is in it: it holds the keys of running matches
    shutil.copyfile(path, part)
    _check(part)
    _drop_sides(part)
    with part.open("rb+") as file:
        os.fsync(file.fileno())
    kept = None
    if target.exists():
        kept = target.with_name(f"{target.name}.before-{datetime.now(UTC):%Y%m%d-%H%M%S-%f}")
        for ending in ("-wal", "-shm", ""):  # its last rows may be in the first of them
            beside = target.with_name(target.name + ending)
            if beside.exists():
                beside.rename(kept.with_name(kept.name + ending))
    else:
        _drop_sides(target)
    part.replace(target)
    return kept


def _replace_postgres(path: Path, url: str) -> None:
    """Replace everything in one transaction: all of ours goes, and all of the backup comes, or nothing changes."""
    with tempfile.TemporaryDirectory() as folder:
        drop, fill, clear = (Path(folder) / name for name in ("drop.sql", "fill.sql", "clear.sql"))
        names = ", ".join(f'"{name}"' for name in (*METADATA.tables, "alembic_version"))
        drop.write_text(f"SET client_min_messages = warning;\nDROP TABLE IF EXISTS {names} CASCADE;\n")
        clear.write_text("RESET search_path;\nDELETE FROM nodes;\n")  # the backup's nodes do not live here
        _run(None, "pg_restore", "--no-owner", "--no-privileges", f"--file={fill}", str(path))
        _run(url, "psql", "--no-psqlrc", "--quiet", "--single-transaction", "--set=ON_ERROR_STOP=1", f"--file={drop}",
             f"--file={fill}", f"--file={clear}")  # fmt: skip


def _drop_sides(path: Path) -> None:
    """Remove the files that SQLite keeps beside an open database."""
    for ending in ("-wal", "-shm"):
        path.with_name(path.name + ending).unlink(missing_ok=True)


def _check(path: Path) -> None:
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            whole = connection.execute("PRAGMA integrity_check").fetchone()[0]
            connection.execute("SELECT version_num FROM alembic_version").fetchone()
    except sqlite3.Error as error:
        raise BadBackup(f"{path} is not a backup of Jeton: {error}") from None
    if whole != "ok":
        raise BadBackup(f"{path} is damaged: {whole}")


def _listed(path: Path) -> None:
    """Raise unless PostgreSQL can read the whole list of a dump, and it is one of ours."""
    if "alembic_version" not in _run(None, "pg_restore", "--list", str(path)):
        raise BadBackup(f"{path} is not a backup of Jeton")


def _contents_of(path: Path) -> Contents | None:
    if not path.exists():
        return None
    try:
        with contextlib.closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as connection:
            return _contents(connection)
    except sqlite3.Error:
        return Contents(0, 0, "?")  # spoiled, which may be why somebody restores


def _contents(connection: Any) -> Contents | None:
    try:
        found = {name: connection.execute(query).fetchone()[0] or 0 for name, query in COUNTS.items()}
    except Exception as error:  # of either driver: no such relation
        if isinstance(error, sqlite3.OperationalError) or type(error).__name__ == "UndefinedTable":
            return None
        raise
    when = time.strftime("%Y-%m-%d %H:%M:%S UTC", time.gmtime(found["when"] / 1000)) if found["when"] else "-"
    return Contents(found["tables"], found["people"], when)


def _run(url: str | None, *command: str) -> str:
    """Run one of PostgreSQL's programs; the password goes by the environment, never by the command line."""
    if shutil.which(command[0]) is None:
        raise StoreDown(f"{command[0]} is not installed: it comes with PostgreSQL's client programs")
    environment = dict(os.environ)
    if url is not None:
        from psycopg.conninfo import conninfo_to_dict

        command = (*command, f"--dbname={without_password(url)}")
        if password := conninfo_to_dict(url).get("password"):
            environment["PGPASSWORD"] = str(password)
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=environment)  # noqa: S603
    if done.returncode:
        raise StoreDown(f"{command[0]} failed: {done.stderr.strip()[-500:]}")
    return done.stdout
