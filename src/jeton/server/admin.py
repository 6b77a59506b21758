"""What the keeper of a server does beside it: count, export, import, back up, restore, purge."""

from __future__ import annotations

import contextlib
import os
import shutil
import sqlite3
import subprocess
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import delete, func, select

from jeton import games
from jeton.core.errors import CorruptMatch, JetonError
from jeton.core.match import Match
from jeton.core.record import read_match, write_match
from jeton.server import events
from jeton.server.bots import basic_bot
from jeton.server.commands import Now
from jeton.server.events import Settings, Table, row_of
from jeton.server.passwords import BadLogin, login_of
from jeton.server.people import People
from jeton.server.room import Room
from jeton.server.tables import insert_table, new_id, table_of
from jeton.store import Store, StoreDown
from jeton.store import schema as tables

__all__ = [
    "BadBackup",
    "NoAccount",
    "backup",
    "export",
    "import_match",
    "keep_match",
    "new_link",
    "purge",
    "restore",
    "stats",
]

DAY = 86_400_000
IMPORTED = "imported"


class BadBackup(JetonError):
    """The file is not a backup of Jeton, or the place where it should go is taken."""


class NoAccount(JetonError):
    """Nobody signs in with this name."""


async def stats(store: Store) -> dict[str, int]:
    """How much there is of everything."""
    found: dict[str, int] = {}
    matches = tables.matches
    for row in await store.fetch(select(matches.c.state, func.count().label("n")).group_by(matches.c.state)):
        found[f"tables {row['state']}"] = row["n"]
    for name in ("log", "users", "chat", "tokens", "credentials", "subscriptions"):
        counted = select(func.count().label("n")).select_from(tables.METADATA.tables[name])
        found[name] = (await store.fetch(counted))[0]["n"]
    return found


async def room_of(store: Store, table_id: str) -> Room:
    """The room of a table, read from its log; raises `KeyError` where there is none."""
    found = await store.fetch(select(tables.matches).where(tables.matches.c.id == table_id))
    if not found:
        raise KeyError(table_id)
    table = table_of(found[0])
    game = games.make(table.title, version=table.rules, options=table.options)
    return Room.load(table, game, await store.log(table_id), Now(0, 0), basic=basic_bot(table.title))


async def export(store: Store, folder: Path, chosen: Sequence[str] = (), *, running: bool = False) -> list[Path]:
    """Write match files of finished matches, all or those chosen; running ones too if asked: they hold secrets."""
    folder.mkdir(parents=True, exist_ok=True)  # noqa: ASYNC240 - a command of its own, nobody waits
    states = ("over", "playing") if running else ("over",)
    wanted = select(tables.matches.c.id).where(tables.matches.c.state.in_(states))
    written = []
    for table_id in chosen or [row["id"] for row in await store.fetch(wanted)]:
        room = await room_of(store, table_id)
        if room.match is None or not (running or room.match.is_over):
            continue
        path = folder / f"{table_id}.match"
        path.write_text(write_match(room.match.header, room.match.log), encoding="utf-8", newline="\n")
        written.append(path)
    return written


async def import_match(store: Store, path: Path) -> str:
    """Keep the match of a file as a table of its own, to be replayed by link; its id."""
    header, log = read_match(path.read_text(encoding="utf-8"))  # noqa: ASYNC240
    game = games.make(header.title, version=header.version, options=header.options)
    match = Match(game, header, log)  # raises where an entry can't follow
    if header.nonces and len(header.nonces) != header.seats:
        raise CorruptMatch(f"{path}: expected a nonce for each of {header.seats} seats, got {len(header.nonces)}")
    return await keep_match(store, match, [IMPORTED] * header.seats)


async def keep_match(store: Store, match: Match, people: Sequence[str]) -> str:
    """Keep a match as a table whose seats these users hold, the first of them its host; its id."""
    header, now = match.header, time.time_ns() // 1_000_000
    table = Table(id=new_id(), title=header.title, rules=header.version, seats=header.seats,
                  options=dict(header.options), key=header.key, settings=Settings(), host=people[0],
                  made_at=now)  # fmt: skip
    nonces = header.nonces or ("",) * header.seats
    told: list[tuple[int | None, events.AnyEvent]] = [
        (seat, events.Sat(user, f"{seat + 1}", nonce))
        for seat, (user, nonce) in enumerate(zip(people, nonces, strict=True))
    ]
    told.append((None, events.Started(header.nonces)))
    told += [(entry.seat, events.Played(entry.at, entry.move)) for entry in match.log]
    rows = [row_of(table.id, version, now, *pair) for version, pair in enumerate(told, start=1)]
    room = Room.load(table, match.game, rows, Now(now, 0))
    await store.execute(insert_table(table))
    change = tables.matches.update().where(tables.matches.c.id == table.id).values(state=room.state)
    await store.append(rows, change)
    return table.id


async def purge(store: Store, days: int) -> dict[str, int]:
    """Remove tables that nobody has touched for so many days, tokens that have expired and guests without either."""
    now = time.time_ns() // 1_000_000
    old = now - days * DAY
    matches, users, tokens, players = tables.matches, tables.users, tables.tokens, tables.players
    unused = matches.c.state.in_(("open", "over")) & (matches.c.changed_at < old)
    gone = {"tables": await store.execute(delete(matches).where(unused))}
    gone["tokens"] = await store.execute(delete(tokens).where(tokens.c.expires_at < now))
    await store.execute(delete(tables.challenges).where(tables.challenges.c.expires_at < now))
    await store.execute(delete(tables.tries).where(tables.tries.c.until < now))
    holders = (tokens.c.user, players.c.user, tables.credentials.c.user)
    nobody = (users.c.seen_at < old) & users.c.password.is_(None)
    for column in holders:
        nobody = nobody & users.c.id.not_in(select(column))
    gone["users"] = await store.execute(delete(users).where(nobody))
    return gone


async def new_link(store: Store, login: str) -> str:
    """A token that opens an account once and soon, for its owner who forgot the password; raises `NoAccount`.

    The password goes, or nobody who forgot it could choose another.
    """
    try:
        chosen = login_of(login)
    except BadLogin as error:
        raise NoAccount(str(error)) from None
    found = await store.fetch(select(tables.users.c.id).where(tables.users.c.login == chosen))
    people = People(store)
    user = await people.by_id(found[0]["id"]) if found else None
    if user is None:
        raise NoAccount(f"nobody signs in as {login!r}")
    await store.execute(tables.users.update().where(tables.users.c.id == user.id).values(password=None))
    return await people.new_token(user, "transfer")


async def backup(store: Store, url: str, path: Path) -> None:
    """A consistent copy of everything while the server runs; raises `StoreDown`."""
    copy = getattr(store, "backup", None)
    if copy is not None:
        part = path.with_name(path.name + ".part")
        part.unlink(missing_ok=True)
        await copy(part)
        _check(part)
        _drop_sides(part)
        part.chmod(0o600)
        part.replace(path)
        return
    _run("pg_dump", "--format=custom", f"--file={path}", f"--dbname={url}")
    path.chmod(0o600)  # noqa: ASYNC240


def restore(path: Path, url: str, *, force: bool = False) -> None:
    """Put a backup in place while no server runs; raises `BadBackup` rather than overwrite."""
    if url.startswith(("postgresql://", "postgres://")):
        _run("pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction", f"--dbname={url}", str(path))
        return
    target = Path(url.removeprefix("sqlite:///"))
    _check(path)
    if target.exists() and not force:
        raise BadBackup(f"{target} is there: say --force to put the backup in its place")
    target.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
    part = target.with_name(target.name + ".part")
    shutil.copyfile(path, part)
    if os.name == "posix":
        part.chmod(0o600)
    _drop_sides(target)
    part.replace(target)


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


def _run(*command: str) -> None:
    if shutil.which(command[0]) is None:
        raise StoreDown(f"{command[0]} is not installed: it comes with PostgreSQL's client programs")
    done: Any = subprocess.run(command, capture_output=True, text=True, check=False)  # noqa: S603
    if done.returncode:
        raise StoreDown(f"{command[0]} failed: {done.stderr.strip()[-500:]}")
