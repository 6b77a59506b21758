"""What the keeper does: every command run for real, the restore drill too."""

import contextlib
import os
import threading
import time
from pathlib import Path

import pytest
from sqlalchemy import select

import jeton
from jeton import CorruptMatch
from jeton.cli.main import run
from jeton.client import Refused
from jeton.core.match_file import write_match
from jeton.server.tables import admin
from jeton.server.tables.admin import purge
from jeton.server.tables.shelf import Shelf
from jeton.store import backups, connect
from jeton.store import schema as tables
from tests.server.harness import a_config, chooser, running

pytestmark = pytest.mark.once


async def a_finished_game(config):
    async with running(config) as server, server.client() as ann:
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2, options={"first": "seat"})
        await ann.sit(table, 1)
        await ann.start(table)
        match = server.hub.rooms[table].core.match
        choose = chooser(3)
        while not match.is_over:
            view = {"moves": list(match.moves())}
            await ann.move(table, choose(view), seat=match.actors[0])
        other = await ann.new_table("marvel", 2, bots=["random"])
        return table, other, ann.token


def command(*arguments, folder):
    return run(["admin", *map(str, arguments), "--data", str(folder), "--lang", "en"])


async def in_thread(*arguments, folder):
    import asyncio

    return await asyncio.to_thread(command, *arguments, folder=folder)


async def purge_later(folder, days, **more):
    """Return what a purge of what is a year old would do so many days from now."""
    store = await connect(f"sqlite:///{folder / 'jeton.sqlite'}")
    try:
        return await purge(
            store, Shelf(folder / "archive"), 365, now=time.time_ns() // 1_000_000 + days * 86_400_000, **more
        )
    finally:
        await store.close()


async def test_a_restored_backup_goes_on_where_it_was(tmp_path, capsys):
    table, other, token = await a_finished_game(a_config(tmp_path / "a"))
    assert await in_thread("backup", tmp_path / "copy", folder=tmp_path / "a") == 0
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["copy"]
    assert (tmp_path / "copy").stat().st_mode & 0o077 == 0
    assert await in_thread("restore", tmp_path / "copy", folder=tmp_path / "mistyped") == 2
    assert f"There is no {tmp_path / 'mistyped' / 'jeton.sqlite'} yet: it will be made." in capsys.readouterr().out
    assert not (tmp_path / "mistyped").exists()
    assert await in_thread("restore", tmp_path / "copy", "--yes", folder=tmp_path / "b") == 0
    assert await in_thread("restore", tmp_path / "copy", folder=tmp_path / "b") == 2
    said = capsys.readouterr()
    assert "--yes" in said.err
    assert f"{tmp_path / 'b' / 'jeton.sqlite'} is replaced. Tables: 2;" in said.out
    assert f"From {tmp_path / 'copy'}. Tables: 2;" in said.out
    (tmp_path / "junk").write_bytes(b"junk" * 999)
    assert await in_thread("restore", tmp_path / "junk", "--yes", folder=tmp_path / "c") == 2
    assert not (tmp_path / "c").exists()

    async with running(a_config(tmp_path / "b")) as server, server.client(token) as ann:
        assert {row["id"] for row in await ann.call("GET", "/api/me/tables?over=true")} == {table}
        await ann.start(other)
        assert (await ann.play(other, chooser(1)))["view"]["outcome"]


async def test_a_backup_without_a_place_names_what_was_typed_and_writes_nothing(tmp_path, capsys):
    await a_finished_game(a_config(tmp_path / "a"))
    (tmp_path / "keep").mkdir()
    before = sorted(tmp_path.rglob("*.part"))

    assert await in_thread("backup", tmp_path / "keep", folder=tmp_path / "a") == 2
    assert f"{tmp_path / 'keep'} is a folder: expected the file to write" in capsys.readouterr().err
    assert await in_thread("backup", tmp_path / "kep" / "copy", folder=tmp_path / "a") == 2
    assert f"{tmp_path / 'kep' / 'copy'}: there is no folder {tmp_path / 'kep'}" in capsys.readouterr().err
    assert sorted(tmp_path.rglob("*.part")) == before == []
    assert list((tmp_path / "keep").iterdir()) == []


async def test_nobody_else_can_read_a_copy_while_it_is_made(tmp_path, monkeypatch):
    """The permissions of a backup's and a restored file's first bytes, where the system would let everybody read."""
    await a_finished_game(a_config(tmp_path / "a"))
    found, check = [], backups._check

    def look(path):
        found.append((path.name, oct(path.stat().st_mode & 0o777)))
        check(path)

    def copy(source, target):
        data = source.read_bytes()
        with target.open("wb") as file:
            found.append(("first bytes", oct(target.stat().st_mode & 0o777)))
            file.write(data)

    monkeypatch.setattr(backups, "_check", look)
    monkeypatch.setattr(backups.shutil, "copyfile", copy)
    before = os.umask(0)
    try:
        assert await in_thread("backup", tmp_path / "copy", folder=tmp_path / "a") == 0
        assert await in_thread("restore", tmp_path / "copy", "--yes", folder=tmp_path / "b") == 0
    finally:
        os.umask(before)

    assert ("copy.part", "0o600") in found
    assert ("first bytes", "0o600") in found
    assert ("jeton.sqlite.part", "0o600") in found


async def test_a_dump_of_postgresql_goes_on_where_it_was(tmp_path, cluster, capsys):
    """pg_dump while the server runs, pg_restore into an empty database and over a used one, with an account in it."""
    first, second = cluster.new_database("drill_a"), cluster.new_database("drill_b")
    table, other, token = await a_finished_game(a_config(tmp_path, database=first))
    async with running(a_config(tmp_path, database=first)) as server, server.client(token) as ann:
        made = {"login": "ann of hearts", "password": "correct horse battery"}
        ann.token = (await ann.call("POST", "/api/account/password", made))["token"]
        assert await in_thread("backup", tmp_path / "copy", "--database", first, folder=tmp_path) == 0
        lost = await ann.new_table("splendor", 2)  # after the backup
    for _ in range(2):
        assert await in_thread("restore", tmp_path / "copy", "--yes", "--database", second, folder=tmp_path) == 0

    async with running(a_config(tmp_path, database=second)) as server, server.client() as ann:
        entered = await ann.call("POST", "/api/account/sign-in", made)
        ann.token = entered["me"]["token"]
        assert {row["id"] for row in await ann.call("GET", "/api/me/tables?over=true")} == {table}
        await ann.start(other)
        assert (await ann.play(other, chooser(1)))["view"]["outcome"]
        with pytest.raises(Refused, match="no_such_table"):
            await ann.call("GET", f"/api/tables/{lost}")
    (tmp_path / "junk").write_bytes(b"junk" * 999)
    assert await in_thread("restore", tmp_path / "junk", "--yes", "--database", second, folder=tmp_path) == 2
    assert "pg_restore" in capsys.readouterr().err


async def test_purging_keeps_accounts(tmp_path):
    made = {"login": "ann of hearts", "password": "correct horse battery"}
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        await ben.guest("Ben")
        await ben.call("POST", "/api/logout")
        await ann.guest("Ann")
        ann.token = (await ann.call("POST", "/api/account/password", made))["token"]
        await ann.call("POST", "/api/logout")
    await purge_later(tmp_path, 400)
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        assert (await ann.call("POST", "/api/account/sign-in", made))["me"]["name"] == "Ann"
        assert len(await server.services.store.fetch(select(tables.users))) == 1


async def test_who_forgot_the_password_is_let_in_by_the_keeper(tmp_path, capsys):
    made = {"login": "Ann of Hearts", "password": "correct horse battery"}
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as phone:
        await ann.guest("Ann")
        await ann.call("POST", "/api/account/password", made)
        assert await in_thread("link", "ann of HEARTS", folder=tmp_path) == 0
        token = capsys.readouterr().out.split("/transfer#")[1].split()[0]
        phone.token = (await phone.call("POST", "/api/transfer", {"token": token}))["token"]
        account = await phone.call("GET", "/api/account")
        assert [one["kind"] for one in account.pop("news")] == ["link", "password"]
        assert account == {"login": "ann of hearts", "password": False, "passkeys": []}
        with pytest.raises(Refused, match="bad_sign_in"):
            await phone.call("POST", "/api/account/sign-in", made)
        again = {**made, "password": "a better one this time"}
        phone.token = (await phone.call("POST", "/api/account/password", again))["token"]
        assert (await phone.call("POST", "/api/account/sign-in", again))["me"]["name"] == "Ann"
    assert await in_thread("link", "nobody", folder=tmp_path) == 2
    assert "nobody signs in as" in capsys.readouterr().err
    assert await in_thread("link", "x", folder=tmp_path) == 2


async def test_a_match_longer_than_any_is_not_imported(tmp_path, capsys, monkeypatch):
    table, _, _ = await a_finished_game(a_config(tmp_path))
    assert await in_thread("export", tmp_path / "out", folder=tmp_path) == 0
    file = tmp_path / "out" / f"{table}.match"
    (tmp_path / "line.match").write_bytes(b"x" * (2 * admin.MOST_OF_A_LINE))
    assert await in_thread("import", tmp_path / "line.match", folder=tmp_path) == 2
    assert "not a match file" in capsys.readouterr().err
    monkeypatch.setattr(admin, "MAX_ENTRIES", 3)
    assert await in_thread("import", file, folder=tmp_path) == 2
    assert "at most 3 entries" in capsys.readouterr().err


async def test_an_import_is_read_line_by_line_away_from_the_loop(tmp_path, monkeypatch):
    """A file of a thousand times what a match may hold is refused after what a match may hold."""
    match = jeton.new("splendor", seats=2, key="00" * 16, options={"first": "seat"})
    header = write_match(match.header, []).splitlines(keepends=True)[0]
    read = []

    def lines(self, **_):
        assert threading.current_thread() is not threading.main_thread()
        return contextlib.nullcontext(Endless())

    class Endless:
        def readline(self, most):
            assert most == admin.MOST_OF_A_LINE
            n = len(read)
            read.append(f"{n} 0 0 {'take wbg' if n % 2 else 'undo'}\n" if n else header)
            return read[-1]

    monkeypatch.setattr(Path, "open", lines)
    monkeypatch.setattr(admin, "MAX_ENTRIES", 50)
    with pytest.raises(CorruptMatch, match="at most 50 entries"):
        await admin.import_match(None, tmp_path / "endless.match")
    assert len(read) == 1 + 51


async def test_matches_are_exported_imported_counted_and_purged(tmp_path, capsys):
    table, _, _ = await a_finished_game(a_config(tmp_path))
    assert await in_thread("export", tmp_path / "out", folder=tmp_path) == 0
    match = jeton.load(tmp_path / "out" / f"{table}.match")
    assert match.is_over
    await (await connect(f"sqlite:///{tmp_path / 'new' / 'jeton.sqlite'}")).close()
    assert await in_thread("import", tmp_path / "out" / f"{table}.match", folder=tmp_path / "new") == 0
    link = capsys.readouterr().out.split("/m/")[1].split(".")[0].strip()
    assert await in_thread("stats", folder=tmp_path / "new") == 0
    assert "tables over" in capsys.readouterr().out
    async with running(a_config(tmp_path / "new")) as server, server.client() as ann:
        replay = await ann.call("GET", f"/api/tables/{link}/replay")
        assert replay["outcome"]["winners"] == list(match.outcome.winners)
        assert replay["commitment"] == match.header.commitment
    await purge_later(tmp_path / "new", 400)
    store = await connect(f"sqlite:///{tmp_path / 'new' / 'jeton.sqlite'}")
    assert await store.log(link) == []
    await store.close()


def test_a_command_without_its_file_says_so(tmp_path, capsys):
    assert command("backup", folder=tmp_path) == 2
    assert "backup needs a file or a folder." in capsys.readouterr().err


def test_the_page_of_the_protocol_is_as_the_protocol_is():
    from pathlib import Path

    from jeton.server.wire.protocol_docs import protocol_page

    page = Path(__file__).parents[2] / "docs" / "protocol.md"
    assert page.read_text("utf-8") == protocol_page(), (
        "run .venv/bin/python -m jeton.server.wire.protocol_docs > docs/protocol.md"
    )


def test_every_code_that_is_refused_with_has_its_words():
    import re
    from pathlib import Path

    from jeton.server.refusals import CODES
    from jeton.words import LANGUAGES, Words

    for chosen in LANGUAGES:
        assert all(Words(chosen)(f"server.no.{code}", count=1, name="Ann") for code in CODES)
    used = set()
    for file in (Path(__file__).parents[2] / "src/jeton/server").rglob("*.py"):
        used |= set(re.findall(r'(?:Refuse|Problem|: )\((?:\d+, )?"(\w+)"', file.read_text("utf-8")))
        used |= set(re.findall(r'(?:hang_up|refuse)\((?:message\.id, )?"(\w+)"', file.read_text("utf-8")))
    assert used - set(CODES) - {"nothing_due", "taken_back"} == set()
