"""A wrong command loses nothing: restore, admin and a second server beside data in use."""

import asyncio
import contextlib
import os
import signal
import sqlite3
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import select

from jeton.cli.main import run
from jeton.server.tables.admin import purge
from jeton.server.tables.shelf import Shelf
from jeton.store import InUse, connect, migrate
from jeton.store import schema as tables
from jeton.store.lock import FileLock
from tests.server.harness import a_config, chooser, free_port, running
from tests.server.test_admin import in_thread, purge_later

pytestmark = pytest.mark.once

LOGS = Path(__file__).parents[1] / "store" / "logs"
ACTIONS = {
    "stats": [], "export": ["out"], "import": ["a.match"], "backup": ["copy"], "purge": [], "archive": [],
    "link": ["ann"], "person": ["ann", "ann.json"], "forget": ["ann", "--yes"],
}  # fmt: skip


async def backed_up(tmp_path, config, *flags):
    """Return a copy of a server with one guest, and the guest's token."""
    async with running(config) as server, server.client() as ann:
        await ann.guest("Ann")
        assert await in_thread("backup", tmp_path / "copy", *flags, folder=tmp_path / "data") == 0
        return ann.token


async def test_restore_refuses_while_a_server_uses_the_folder(tmp_path, capsys):
    config = a_config(tmp_path / "data", address="http://localhost:1234")
    await backed_up(tmp_path, config)
    async with running(config) as server, server.client() as ben:
        await ben.guest("Ben")
        assert await in_thread("restore", tmp_path / "copy", "--yes", folder=tmp_path / "data") == 2
        told = capsys.readouterr().err
        assert "http://localhost:1234" in told
        assert told.count("\n") == 1
    async with running(config) as server, server.client(ben.token) as again:
        assert (await again.call("GET", "/api/me"))["name"] == "Ben"


async def test_restore_refuses_while_nodes_use_postgresql(tmp_path, database, capsys):
    config = a_config(tmp_path, database=database, address="http://localhost:1234")
    await backed_up(tmp_path, config, "--database", database)
    async with running(config) as server, server.client() as ben:
        await ben.guest("Ben")
        assert await in_thread("restore", tmp_path / "copy", "--yes", "--database", database, folder=tmp_path) == 2
        told = capsys.readouterr().err
        assert "stop every server" in told
        assert told.count("\n") == 1
        assert (await ben.call("GET", "/api/me"))["name"] == "Ben"
    assert await in_thread("restore", tmp_path / "copy", "--yes", "--database", database, folder=tmp_path) == 0
    assert "is replaced. Tables: 0; people: 2" in capsys.readouterr().out
    store = await connect(database, make=False)
    assert [row["name"] for row in await store.fetch(_users())] == ["Ann"]
    await store.close()


async def test_who_holds_postgresql_is_named(database):
    from jeton.store.postgres import alone

    store = await connect(database, serving="http://localhost:4321")
    try:
        with pytest.raises(InUse) as refused, alone(database):
            pass
        assert refused.value.address == "http://localhost:4321"
    finally:
        await store.close()
    with alone(database), pytest.raises(InUse, match="being restored"):
        await connect(database)


async def test_a_server_may_start_as_soon_as_a_restore_has_ended(database, monkeypatch):
    """PostgreSQL may notice later that a connection was closed: here it never does."""
    import psycopg

    from jeton.store.postgres import alone

    left = []
    monkeypatch.setattr(psycopg.Connection, "close", lambda connection: left.append(connection))
    with alone(database):
        pass
    monkeypatch.undo()

    await (await connect(database)).close()
    for connection in left:
        connection.close()


def _users():
    from sqlalchemy import select

    from jeton.store import schema

    return select(schema.users)


async def test_a_restore_that_fails_leaves_what_was_there(tmp_path, monkeypatch):
    """The disk is full in the middle of it."""
    config = a_config(tmp_path / "data")
    token = await backed_up(tmp_path, config)
    before = (tmp_path / "data" / "jeton.sqlite").read_bytes()

    def full(source, target):
        Path(target).write_bytes(b"half of it")
        raise OSError(28, "No space left on device", str(target))

    monkeypatch.setattr("jeton.store.backups.shutil.copyfile", full)
    assert await in_thread("restore", tmp_path / "copy", "--yes", folder=tmp_path / "data") == 2
    assert (tmp_path / "data" / "jeton.sqlite").read_bytes() == before
    async with running(config) as server, server.client(token) as ann:
        assert (await ann.call("GET", "/api/me"))["name"] == "Ann"


async def test_restore_says_what_it_replaces_and_keeps_it(tmp_path, capsys, monkeypatch):
    config = a_config(tmp_path / "data")
    await backed_up(tmp_path, config)
    async with running(config) as server, server.client() as ben:
        await ben.guest("Ben")
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: "no")
    assert await in_thread("restore", tmp_path / "copy", folder=tmp_path / "data") == 2
    told = capsys.readouterr()
    assert "jeton.sqlite is replaced. Tables: 0; people: 2" in told.out
    assert "copy. Tables: 0; people: 1" in told.out
    assert "Nothing was changed." in told.err
    monkeypatch.setattr("builtins.input", lambda question: "y")
    assert await in_thread("restore", tmp_path / "copy", folder=tmp_path / "data") == 0
    kept = Path(capsys.readouterr().out.split("kept as ")[1].strip().removesuffix("."))
    with contextlib.closing(sqlite3.connect(kept)) as old:
        assert old.execute("SELECT count(*) FROM users").fetchone() == (2,)


@pytest.mark.parametrize("action", ACTIONS)
def test_no_command_makes_a_database(action, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.match").write_text("")
    before = sorted(tmp_path.iterdir())
    assert run(["admin", action, *ACTIONS[action], "--data", str(tmp_path / "typo")]) == 2
    assert "typo" in capsys.readouterr().err
    assert sorted(tmp_path.iterdir()) == before


@pytest.mark.parametrize("action", ACTIONS)
def test_no_command_makes_tables_in_postgresql(action, tmp_path, database, monkeypatch, capsys):
    import psycopg

    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.match").write_text("")
    assert run(["admin", action, *ACTIONS[action], "--database", database]) == 2
    assert "is no database of Jeton" in capsys.readouterr().err
    with psycopg.connect(database) as connection:
        assert connection.execute("SELECT count(*) FROM pg_tables WHERE schemaname = 'public'").fetchone() == (0,)


def test_an_older_database_is_backed_up_and_not_changed_by_commands(tmp_path, capsys):
    path = tmp_path / "jeton.sqlite"
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.executescript((sorted(LOGS.iterdir())[0] / "jeton.sql").read_text())
        file.execute("UPDATE alembic_version SET version_num = '0001'")
        file.commit()
    assert run(["admin", "stats", "--data", str(tmp_path)]) == 2
    assert "start this release's server once" in capsys.readouterr().err
    assert run(["admin", "backup", str(tmp_path / "copy"), "--data", str(tmp_path)]) == 0
    for database in (path, tmp_path / "copy"):
        with contextlib.closing(sqlite3.connect(database)) as file:
            assert file.execute("SELECT version_num FROM alembic_version").fetchone() == ("0001",)


async def test_a_newer_database_is_refused_by_this_release(tmp_path, capsys):
    """What a roll-back meets: the old program leaves the new one's data alone."""
    path = tmp_path / "jeton.sqlite"
    await (await connect(f"sqlite:///{path}")).close()
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.execute("UPDATE alembic_version SET version_num = '9999'")
        file.commit()
    before = path.read_bytes()
    for command in (["admin", "stats"], ["serve", "--no-open", "--port", "0"]):
        assert await asyncio.to_thread(run, [*command, "--data", str(tmp_path)]) == 2
        assert "a newer one does" in capsys.readouterr().err
    assert path.read_bytes() == before


async def test_an_upgrade_can_be_taken_back_by_the_copy_that_was_made_before(tmp_path, capsys, monkeypatch):
    """The drill of docs/deploy.md: back up, upgrade, find the old release refuse, restore."""
    data = tmp_path / "data"
    data.mkdir()
    with contextlib.closing(sqlite3.connect(data / "jeton.sqlite")) as file:
        file.executescript((sorted(LOGS.iterdir())[0] / "jeton.sql").read_text())
    old = _step(data)
    assert await in_thread("backup", tmp_path / "copy", folder=data) == 0
    async with running(a_config(data)) as server:
        assert (await server.services.store.fetch(select(tables.matches.c.id))) != []
    assert _step(data) == migrate.STEPS[-1] != old

    with monkeypatch.context() as release:
        release.setattr(migrate, "STEPS", [step for step in migrate.STEPS if step <= old])
        capsys.readouterr()
        assert await in_thread("stats", folder=data) == 2
        assert "a newer one does" in capsys.readouterr().err
        assert await in_thread("restore", tmp_path / "copy", "--yes", folder=data) == 0
        assert _step(data) == old
    assert [path for path in data.iterdir() if ".before-" in path.name]


def _step(folder):
    with contextlib.closing(sqlite3.connect(folder / "jeton.sqlite")) as file:
        return file.execute("SELECT version_num FROM alembic_version").fetchone()[0]


def test_the_password_is_in_no_command_line_of_ours(tmp_path, cluster, monkeypatch):
    """Programs that write down how they were called stand before pg_dump, pg_restore and psql."""
    database = cluster.new_database("secretive")
    with_password = database.replace("jeton@", "jeton:geheim@")
    shims = tmp_path / "shims"
    shims.mkdir()
    for name in ("pg_dump", "pg_restore", "psql"):
        shim = shims / name
        shim.write_text(f'#!/bin/sh\necho "{name} $@" >> {tmp_path}/called\nexec {cluster.programs}/{name} "$@"\n')
        shim.chmod(0o755)
    monkeypatch.setenv("PATH", f"{shims}:{os.environ['PATH']}")
    monkeypatch.setenv("JETON_DATABASE", with_password)
    asyncio.run(_make(database))
    assert run(["admin", "backup", str(tmp_path / "copy")]) == 0
    assert (tmp_path / "copy").stat().st_mode & 0o077 == 0
    assert run(["admin", "restore", str(tmp_path / "copy"), "--yes"]) == 0
    called = (tmp_path / "called").read_text()
    assert {line.split()[0] for line in called.splitlines()} == {"pg_dump", "pg_restore", "psql"}
    assert "geheim" not in called


async def _make(url):
    await (await connect(url)).close()


# One server a folder


async def test_a_second_server_on_a_folder_is_refused_and_told_where_the_first_is(tmp_path):
    config = a_config(tmp_path, address="http://localhost:1234")
    async with running(config):
        with pytest.raises(InUse, match="http://localhost:1234") as refused:
            await connect(config.database, serving="http://localhost:1235")
    assert refused.value.address == "http://localhost:1234"
    await (await connect(config.database, serving="http://localhost:1235")).close()


def test_the_lock_of_a_killed_server_is_free(tmp_path):
    code = "import sys, time; from pathlib import Path; from jeton.store.lock import FileLock;"
    code += "FileLock.take(Path(sys.argv[1]), 'http://first'); print('held', flush=True); time.sleep(600)"
    path = tmp_path / "jeton.sqlite"
    with subprocess.Popen([sys.executable, "-c", code, str(path)], stdout=subprocess.PIPE) as first:
        assert first.stdout.readline() == b"held\n"
        with pytest.raises(InUse, match="http://first"):
            FileLock.take(path, "http://second")
        first.send_signal(signal.SIGKILL)
    FileLock.take(path, "http://second").release()


async def test_plain_jeton_twice_names_the_first(tmp_path, monkeypatch, capsys):
    monkeypatch.setenv("JETON_DATA", str(tmp_path))
    monkeypatch.setenv("JETON_LANG", "en")
    async with running(a_config(tmp_path, address="http://localhost:1234")):
        assert await asyncio.to_thread(run, ["serve"]) == 0
        assert "http://localhost:1234" in capsys.readouterr().out
        assert await asyncio.to_thread(run, ["serve", "--port", str(free_port())]) == 2
        assert "http://localhost:1234" in capsys.readouterr().err


# Purge


@pytest.mark.parametrize("days", ["0", "-1", "-4"])
async def test_a_purge_of_no_age_is_refused(days, tmp_path, capsys):
    await _make(f"sqlite:///{tmp_path / 'jeton.sqlite'}")
    assert await in_thread("purge", "--days", days, folder=tmp_path) == 2
    assert "1 or more" in capsys.readouterr().err


async def test_a_match_that_was_left_is_purged_by_the_age_of_its_last_move(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2, options={"first": "seat"})
        await ann.sit(table, 1)
        await ann.start(table)
        moves = list(server.hub.rooms[table].core.match.moves())
        await ann.move(table, chooser(1)({"moves": moves}), seat=0)
    url = f"sqlite:///{tmp_path / 'jeton.sqlite'}"
    store = await connect(url)
    later = time.time_ns() // 1_000_000 + 400 * 86_400_000
    assert (await purge(store, Shelf(tmp_path), 365, now=later - 50 * 86_400_000))["tables"] == 0
    assert (await purge(store, Shelf(tmp_path), 365, dry_run=True, now=later))["tables"] == 1
    assert await store.log(table)
    await store.close()
    assert (await purge_later(tmp_path, 400))["tables"] == 1
    assert (await purge_later(tmp_path, 400))["tables"] == 0
