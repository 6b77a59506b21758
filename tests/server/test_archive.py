"""Old finished matches in files by month: replayed by their ids as before, and nothing lost or doubled by a kill."""

import asyncio
import gzip
import json
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from sqlalchemy import func, select

from jeton.client import Client, Refused
from jeton.core.errors import CorruptMatch
from jeton.server.tables.admin import export, purge
from jeton.server.tables.archiving import archive, room_of
from jeton.server.tables.shelf import Shelf, month_of
from jeton.store import connect
from jeton.store import schema as tables
from tests.server.harness import Wire, a_config, running
from tests.server.test_admin import a_finished_game, command

pytestmark = pytest.mark.once

LATER = 40 * 86_400_000


def soon():
    """In forty days."""
    return time.time_ns() // 1_000_000 + LATER


class Archived:
    """A database, its shelf, and what moves logs from one to the other."""

    def __init__(self, config):
        self.config, self.shelf = config, Shelf(Path(config.archive))

    async def __aenter__(self):
        self.store = await connect(self.config.database)
        return self

    async def __aexit__(self, *problem):
        await self.store.close()

    async def move(self):
        return await archive(self.store, self.shelf, 30, now=soon())

    async def rows(self, table):
        counted = select(func.count().label("n")).where(tables.log.c.match == table)
        return (await self.store.fetch(counted))[0]["n"]


async def over(config, people=2):
    """Play a match of two people to its end; return the table and their tokens."""
    async with running(config) as server, server.client() as ann, server.client() as ben:
        await ann.guest("Annabella")
        await ben.guest("Benedict")
        bots = [] if people == 2 else ["random"]
        table = await ann.new_table("splendor", 2, options={"first": "seat"}, bots=bots)
        if people == 2:
            await ben.sit(table)
        await ann.start(table)
        await ann.move(table, "take wbg")
        async with Wire(server.url, table, token=ann.token) as wire:
            await wire.hello()
            await wire.say("resign", id=1)
            await wire.until("ok", id=1)
        return table, ann.token, ben.token


async def what_is_read(client, table):
    paths = (f"/api/tables/{table}", f"/api/tables/{table}/replay")
    return [await client.call("GET", path) for path in paths], await client.call("GET", "/api/me/tables?over=true")


def members(shelf):
    """Return the logs of all files of a shelf, as anybody with gzip reads them."""
    texts = [gzip.decompress(path.read_bytes()).decode() for path in sorted(shelf.folder.glob("*.gz"))]
    return [json.loads(line) for text in texts for line in text.splitlines() if line.startswith("{")]


async def moved_and_read(config):
    table, other, token = await a_finished_game(config)
    async with running(config) as server, server.client(token) as ann:
        before = await what_is_read(ann, table)
    async with Archived(config) as kept:
        room = await room_of(kept.store, kept.shelf, table)
        assert (await archive(kept.store, kept.shelf, 30))["archived"] == 0, "it is not old yet"
        assert await archive(kept.store, kept.shelf, 30, dry_run=True, now=soon()) == {"archived": 1, "unreadable": 0}
        assert await kept.rows(table) == room.version
        assert await kept.move() == {"archived": 1, "unreadable": 0}
        assert await kept.rows(table) == 2, "who sat where"
        assert await kept.rows(other) > 0
        assert await kept.move() == {"archived": 0, "unreadable": 0}
        assert [path.name for path in kept.shelf.folder.iterdir()] == [f"{month_of(room.changed_at)}.jsonl.gz"]
        assert [member["table"] for member in members(kept.shelf)] == [table]
        files = await export(kept.store, kept.shelf, kept.shelf.folder / "files", [table])
        assert files[0].read_text().count("\n") > room.n
    async with running(config) as server, server.client(token) as ann:
        listed = await ann.call("GET", "/api/me/tables?over=true")
        assert table not in server.hub.rooms, "lists read no archive"
        assert [row["id"] for row in listed] == [table]
        assert await what_is_read(ann, table) == before
        await ann.call("POST", f"/api/tables/{table}/rematch", {"wait": False})
    async with running(config) as server, server.client(token) as ann:
        shown = await ann.call("GET", f"/api/tables/{table}")
        assert shown["rematch"], "what comes after the archive is in the database, and both are read"


async def test_an_archived_match_is_read_as_before(tmp_path):
    await moved_and_read(a_config(tmp_path))


async def test_so_is_one_on_postgresql(tmp_path, database):
    await moved_and_read(a_config(tmp_path, database=database))


KILLED = """
import asyncio, os, signal, sys
from pathlib import Path
from jeton.server.tables import archiving
from jeton.server.tables.shelf import Shelf
from jeton.store import connect

def die(*_):
    os.kill(os.getpid(), signal.SIGKILL)

async def main():
    database, folder, moment, now = sys.argv[1:]
    store = await connect(database)
    if moment == "written":
        store.execute = die
    else:
        import jeton.server.tables.shelf as shelf
        put = shelf.os.fsync
        def half(handle):
            os.ftruncate(handle, os.fstat(handle).st_size - 20)
            die()
        shelf.os.fsync = half
    await archiving.archive(store, Shelf(Path(folder)), 30, now=int(now))

asyncio.run(main())
"""


@pytest.mark.parametrize("moment", ["written", "half written"])
async def test_a_kill_in_the_middle_loses_and_doubles_nothing(tmp_path, moment):
    config = a_config(tmp_path)
    table, _, _ = await over(config)
    async with Archived(config) as kept:
        before = await kept.store.log(table)
    line = [sys.executable, "-c", KILLED, config.database, config.archive, moment, str(soon())]
    done = await asyncio.to_thread(subprocess.run, line, capture_output=True, check=False)
    assert done.returncode == -signal.SIGKILL, done.stderr
    async with Archived(config) as kept:
        assert await kept.store.log(table) == before, "the database lets go of nothing before"
        file = next(kept.shelf.folder.iterdir())
        assert file.stat().st_size > 0
        assert (await kept.move())["archived"] == 1
        assert [member["table"] for member in members(kept.shelf)] == [table]
        assert await kept.rows(table) == 2
        room = await room_of(kept.store, kept.shelf, table)
        assert room.version == before[-1].version


async def test_a_file_that_was_changed_or_is_gone_is_found_out(tmp_path):
    config = a_config(tmp_path)
    table, ann, _ = await over(config)
    async with Archived(config) as kept:
        await kept.move()
        file = next(kept.shelf.folder.iterdir())
        whole = file.read_bytes()
        file.write_bytes(whole[:50] + bytes([whole[50] ^ 1]) + whole[51:])
        with pytest.raises(CorruptMatch, match="not what it was"):
            await room_of(kept.store, kept.shelf, table)
        file.unlink()
        async with running(config) as server, Client(server.url, token=ann) as client:
            with pytest.raises(Refused, match="store_down"):
                await client.call("GET", f"/api/tables/{table}")
            file.write_bytes(whole)
            assert (await client.call("GET", f"/api/tables/{table}"))["id"] == table


async def test_who_is_forgotten_is_in_no_file_and_a_deleted_table_neither(tmp_path):
    config = a_config(tmp_path)
    table, ann, ben = await over(config)
    _, alone, _ = await over(config, people=1)
    async with Archived(config) as kept:
        assert (await kept.move())["archived"] == 2
        text = gzip.decompress(next(kept.shelf.folder.iterdir()).read_bytes()).decode()
        assert "take wbg" in text
        assert "Annabella" not in text
        assert ann not in text
        async with running(config) as server:
            for token in (ann, alone):
                async with Client(server.url, token=token) as client:
                    await client.call("POST", "/api/account/delete", {})
            async with Client(server.url, token=ben) as client:
                assert (await client.call("GET", f"/api/tables/{table}"))["seats"][0]["name"] != "Annabella"
        assert [member["table"] for member in members(kept.shelf)] == [table], "what nobody else played is overwritten"
        assert (await purge(kept.store, kept.shelf, 30, now=soon() + LATER))["tables"] == 1
        assert members(kept.shelf) == [], "and the file can still be read"


async def test_the_command_refuses_a_folder_that_a_server_uses(tmp_path, capsys):
    config = a_config(tmp_path, address="http://localhost:8123")
    await a_finished_game(config)
    async with running(config):
        assert await asyncio.to_thread(command, "archive", folder=tmp_path) == 2
    assert "http://localhost:8123" in capsys.readouterr().err
    assert await asyncio.to_thread(command, "archive", "--days", "0", folder=tmp_path) == 2
    capsys.readouterr()
    assert await asyncio.to_thread(command, "archive", "--days", "1", folder=tmp_path) == 0
    assert "0  archived" in capsys.readouterr().out
