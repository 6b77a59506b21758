"""The disk under SQLite is full, read-only, broken, locked or spoiled: refused by name, readiness red, on again."""

import asyncio
import contextlib
import random
import resource
import shutil
import signal
import sqlite3
import subprocess
import sys
import time

import httpx
import pytest

from jeton.client import Client, Refused
from jeton.store import connect
from jeton.store import sqlite as module
from tests.figures import say
from tests.server.harness import Nursery, Wire, a_config, running
from tests.server.lives import check, goes_on, living, some_lives, until
from tests.store.disk import can_record

pytestmark = pytest.mark.once


async def readiness(url):
    async with httpx.AsyncClient(timeout=10.0) as client:
        return (await client.get(f"{url}/ready")).status_code


async def until_ready(url, code, seconds=60.0):
    """Return how long readiness takes to become green or red."""
    began = time.monotonic()
    while await readiness(url) != code:
        assert time.monotonic() - began < seconds, f"readiness is not {code}"
        await asyncio.sleep(0.05)
    return time.monotonic() - began


@contextlib.contextmanager
def small_files(pid):
    """Let no file grow, as on a full disk."""
    before = resource.prlimit(pid, resource.RLIMIT_FSIZE)
    resource.prlimit(pid, resource.RLIMIT_FSIZE, (4096, before[1]))
    yield
    resource.prlimit(pid, resource.RLIMIT_FSIZE, before)


@contextlib.contextmanager
def failing(pid, calls, error):
    """Let the system's calls fail with an error, for real: strace puts it in their place."""
    command = ["strace", "-f", "-qq", "-p", str(pid), "-o", "/dev/null", "-e", f"inject={calls}:error={error}"]
    tracer = subprocess.Popen(command, stdin=subprocess.DEVNULL)
    try:
        yield
    finally:
        tracer.send_signal(signal.SIGINT)
        tracer.wait(120)


FAULTS = {
    "full": small_files,
    "no space": lambda pid: failing(pid, "pwrite64", "ENOSPC"),
    "read-only": lambda pid: failing(pid, "pwrite64,ftruncate,openat", "EROFS"),
    "writes fail": lambda pid: failing(pid, "pwrite64", "EIO"),
    "syncs fail": lambda pid: failing(pid, "fsync,fdatasync", "EIO"),
}


async def test_a_disk_that_fails_is_said_and_the_games_go_on_when_it_is_back(tmp_path):
    """Full, read-only or broken under live games: nothing acknowledged is lost, nothing wrong is ever shown."""
    figures = {}
    with Nursery(tmp_path) as server:
        people = some_lives(6, server.url, think=0.1)
        async with living(people, rest=1.0) as look, Client(server.url) as ann:
            await ann.guest("Ann")
            await until(goes_on(people, 0.0), 60)
            for name, fault in FAULTS.items():
                if fault is not small_files and not can_record():
                    continue
                with fault(server.pid):
                    figures[name] = [round(await until_ready(server.url, 503), 2)]
                    before = sum(life.refused["store_down"] for life in people)
                    with pytest.raises(Refused, match="store_down"):
                        await ann.new_table("splendor", 2)
                    await until(lambda: sum(life.refused["store_down"] for life in people) > before, 60)  # noqa: B023
                figures[name].append(round(await until_ready(server.url, 200), 2))
                await until(goes_on(people, time.monotonic()), 120)
                look()
        server.kill()
    store = await connect(f"sqlite:///{tmp_path / 'jeton.sqlite'}")
    found = await check(store, people)
    await store.close()
    say(
        "disk",
        moves=found.moves,
        acknowledged=found.acked,
        lost=0,
        doubled=0,
        refused=found.refused,
        red_green_s=figures,
    )
    with contextlib.closing(sqlite3.connect(tmp_path / "jeton.sqlite")) as file:
        assert file.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def a_match(client):
    """Return a running match of one person at both seats."""
    table = await client.new_table("splendor", 2, options={"first": "seat"})
    await client.sit(table, 1)
    await client.start(table)
    return table


@pytest.mark.parametrize("fate", ["deleted", "moved", "replaced"])
async def test_a_folder_that_is_gone_is_noticed_before_the_next_move_is_acknowledged(tmp_path, fate):
    folder = tmp_path / "data"
    async with running(a_config(folder)) as server, server.client() as ann:
        await ann.guest("Ann")
        table = await a_match(ann)
        assert await ann.move(table, "take wbg", seen=0) == 1
        old = folder.rename(tmp_path / "old")
        if fate == "replaced":
            shutil.copytree(old, folder)
        elif fate == "deleted":
            shutil.rmtree(old)
        with pytest.raises(Refused, match="store_down"):
            await ann.move(table, "take wbg", seen=1, seat=1)
        assert await readiness(server.url) == 503
        assert (await ann.call("GET", f"/api/tables/{table}/view"))["n"] == 1
        if fate == "moved":  # and is put back
            old.rename(folder)
            assert await readiness(server.url) == 200
            assert await ann.move(table, "take wbg", seen=1, seat=1) == 2


async def test_a_database_that_was_overwritten_in_its_place_is_noticed_by_its_pulse(tmp_path):
    """The file is the same to the system, what is in it is not: somebody restored a backup under the server."""
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        table = await a_match(ann)
        with contextlib.closing(sqlite3.connect(tmp_path / "jeton.sqlite")) as file:
            before = file.execute("SELECT seen_at FROM nodes WHERE id = 'only'").fetchone()[0]
            assert await readiness(server.url) == 200  # the heart beats
            with file:
                file.execute("UPDATE nodes SET seen_at = ? WHERE id = 'only'", (before,))
        assert await readiness(server.url) == 503
        with pytest.raises(Refused, match="store_down"):
            await ann.move(table, "take wbg", seen=0)
        assert await readiness(server.url) == 503


async def test_a_disk_with_room_for_a_small_row_but_for_no_move_is_not_ready(tmp_path):
    """The files may grow by two pages more: enough for a beat of the heart, and for no move, which takes three."""
    with Nursery(tmp_path) as server:
        async with Client(server.url) as ann:
            await ann.guest("Ann")
            table = await a_match(ann)
            before = resource.prlimit(server.pid, resource.RLIMIT_FSIZE)
            size = (tmp_path / "jeton.sqlite-wal").stat().st_size
            resource.prlimit(server.pid, resource.RLIMIT_FSIZE, (size + 2 * 4120, before[1]))
            try:
                with pytest.raises(Refused, match="store_down"):
                    await ann.move(table, "take wbg", seen=0)
                assert [await readiness(server.url) for _ in range(3)] == [503] * 3
            finally:
                resource.prlimit(server.pid, resource.RLIMIT_FSIZE, before)
            assert await readiness(server.url) == 200


@pytest.fixture
def small_disk(tmp_path):
    """Yield a disk of its own with 32 MiB."""
    folder = tmp_path / "disk"
    folder.mkdir()
    if subprocess.run(["mount", "-t", "tmpfs", "-o", "size=32m", "tmpfs", folder], capture_output=True).returncode:
        pytest.skip("only root can make a disk")
    yield folder
    subprocess.run(["umount", "--lazy", folder], check=True)


async def test_a_disk_that_is_as_good_as_full_is_not_ready(small_disk):
    async with running(a_config(small_disk)) as server:
        assert await readiness(server.url) == 200
        big = small_disk / "big"
        big.write_bytes(bytes(26 << 20))
        assert await readiness(server.url) == 503
        big.unlink()
        assert await readiness(server.url) == 200


async def test_a_database_locked_by_another_program_is_said_and_then_used_again(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "BUSY_SECONDS", 0.3)
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2, options={"first": "seat"})
        await ann.sit(table, 1)
        await ann.start(table)
        with contextlib.closing(sqlite3.connect(tmp_path / "jeton.sqlite", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            assert await readiness(server.url) == 503
            with pytest.raises(Refused, match="store_down"):
                await ann.move(table, "take wbg", seen=0)
            assert (await ann.call("GET", f"/api/tables/{table}/view"))["n"] == 0
            other.execute("ROLLBACK")
        assert await readiness(server.url) == 200
        assert await ann.move(table, "take wbg", seen=0) == 1


async def test_a_spoiled_file_is_not_played_from(tmp_path):
    """Pages of the log are overwritten: its matches are refused, nothing more is written, readiness is red."""
    config = a_config(tmp_path)
    async with running(config) as server, server.client() as ann:
        await ann.guest("Ann")
        tables = [await ann.new_table("splendor", 2, bots=["random"], start=True) for _ in range(8)]
        token = ann.token
    spoil(tmp_path / "jeton.sqlite", "log")
    before = (tmp_path / "jeton.sqlite").read_bytes()

    async with running(config) as server, server.client(token) as ann:
        assert [await code_of(ann, table) for table in tables] == ["store_down"] * 8
        assert await readiness(server.url) == 503
        with pytest.raises(Refused, match="store_down"):
            await ann.new_table("splendor", 2)
        async with Wire(server.url, tables[0], token=token) as wire:
            assert (await wire.until("bye"))["code"] == "store_down"
            assert await wire.closed() == 1013
    assert (tmp_path / "jeton.sqlite").read_bytes() == before


def spoil(path, table):
    """Overwrite the pages of a table and its indexes but the first ones, as a bad disk does."""
    with contextlib.closing(sqlite3.connect(path)) as file:
        file.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        size = file.execute("PRAGMA page_size").fetchone()[0]
        roots = [row[0] for row in file.execute("SELECT rootpage FROM sqlite_master WHERE tbl_name = ?", (table,))]
    with path.open("r+b") as raw:
        for page in roots:
            raw.seek((page - 1) * size)
            raw.write(random.Random(page).randbytes(size))


async def code_of(client, table):
    try:
        await client.call("GET", f"/api/tables/{table}/view")
    except Refused as error:
        return error.code
    return None


def test_a_file_that_is_no_database_is_said_in_a_line_at_the_start(tmp_path):
    (tmp_path / "jeton.sqlite").write_bytes(b"this is no database, but it is long enough to look at" * 100)
    program = "from jeton.cli.main import main; main()"
    command = [sys.executable, "-c", program, "serve", "--no-open", "--port", "0", "--data", str(tmp_path)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)

    assert done.returncode != 0
    assert "file is not a database" in done.stderr
    assert "Traceback" not in done.stderr
