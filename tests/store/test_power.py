"""Loss of power at every sync: every acknowledged row is there, and nobody believes a half-written one."""

import contextlib
import os
import random
import re
import shutil
import sqlite3
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from jeton.store import connect
from tests.figures import say
from tests.store.disk import Disk, calls, can_record, under_strace

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not can_record(), reason="strace is not here: apt-get install strace"),
]
ROOT = Path(__file__).parents[2]


def play(folder, url, moves, *more):
    """Return the recording of a program that keeps so many moves."""
    recording, told = folder / "recording", folder / "told"
    command = [sys.executable, "-m", "tests.store.power_play", url, str(told), str(moves), *more]
    subprocess.run(under_strace(command, recording), cwd=ROOT, check=True, env={**os.environ, "PYTHONPATH": "src"})
    return recording, told


def moments(recording, told, disk):
    """Yield what had been acknowledged at every sync, before and after it."""
    acked: dict[str, int] = {}
    for call in calls(recording):
        if call.name == "write" and f"<{told}>" in call.rest.encode().decode("unicode_escape"):
            words = disk_words(call)
            acked[words[0]] = int(words[1])
            continue
        if call.name in ("fsync", "fdatasync"):
            yield dict(acked)
        if disk.take(call):
            yield dict(acked)
    yield dict(acked)


def disk_words(call):
    return bytes.fromhex(call.rest.split('"')[1].replace("\\x", "")).decode().split()


def check_sqlite(path, acked):
    """Check that every row that was acknowledged is there, the logs have no gap, and the file is whole."""
    if not path.exists():
        assert not acked
        return
    with contextlib.closing(sqlite3.connect(path)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        found: dict[str, list[int]] = {}
        with contextlib.suppress(sqlite3.OperationalError):  # before the tables are made
            for match, version in connection.execute('SELECT "match", version FROM log ORDER BY "match", version'):
                found.setdefault(match, []).append(version)
    for match, last in acked.items():
        assert found.get(match, [])[:last] == list(range(1, last + 1)), f"lost: {match} {last}"
        assert found[match] == list(range(1, len(found[match]) + 1))
        assert len(found[match]) <= last + 4, "more than was in the air"


@pytest.fixture
def place():
    """Yield a folder in memory, where there is one: its syncs cost nothing."""
    memory = Path("/dev/shm")  # noqa: S108
    with tempfile.TemporaryDirectory(dir=memory if os.access(memory, os.W_OK) else None) as folder:
        Path(folder).chmod(0o755)  # PostgreSQL runs as somebody else
        yield Path(folder) / "image"


async def lose_power(tmp_path, place, moves, images, every=1, *more):
    data = tmp_path / "data"
    data.mkdir()
    recording, told = play(tmp_path, f"sqlite:///{data / 'jeton.sqlite'}", moves, *more)
    disk, rng, tried = Disk(data), random.Random(5), 0
    for number, acked in enumerate(moments(recording, told, disk)):
        if number % every:
            continue
        for image in range(images):
            shutil.rmtree(place, ignore_errors=True)
            place.mkdir()
            disk.write(place, rng if image else None, (0.0, 1.0, 0.5, 0.1, 0.9)[image % 5])
            check_sqlite(place / "jeton.sqlite", acked)
            tried += 1
    assert sum(acked.values()) >= moves
    store = await connect(f"sqlite:///{place / 'jeton.sqlite'}")  # our own store opens the last one as well
    assert {match: len(await store.log(match)) for match in acked}.items() >= acked.items()
    await store.close()
    say("loss of power, SQLite", moves=sum(acked.values()), syncs=disk.syncs, images=tried, lost=0)
    return disk


async def test_sqlite_keeps_what_was_acknowledged_when_power_is_lost_at_any_sync(tmp_path, place):
    disk = await lose_power(tmp_path, place, 200, 2, 3)

    assert disk.syncs > 200


async def test_a_store_that_does_not_sync_is_found_out(tmp_path, place):
    with pytest.raises(AssertionError, match="lost"):
        await lose_power(tmp_path, place, 20, 1, 1, "NORMAL")


@pytest.mark.soak
async def test_sqlite_keeps_it_over_checkpoints_whatever_sectors_were_written(tmp_path, place):
    disk = await lose_power(tmp_path, place, 1_000, 5)

    assert "jeton.sqlite" in disk.touched


# PostgreSQL


SETTINGS = [
    "-c", "listen_addresses=127.0.0.1", "-c", "shared_buffers=16MB", "-c", "wal_init_zero=off", "-c", "autovacuum=off",
    "-c", "min_wal_size=32MB", "-c", "max_wal_size=32MB", "-c", "checkpoint_timeout=30s",
]  # fmt: skip
SCRIPT = """
{postgres} -D {data} -p {port} -k {folder} {settings} &
for i in $(seq 100); do {programs}/pg_isready -q -h 127.0.0.1 -p {port} && break; sleep 0.2; done
{python} -m tests.store.power_play postgresql://jeton@127.0.0.1:{port}/power {told} {moves}
kill -9 $(head -1 {data}/postmaster.pid)
"""


def record_postgres(cluster, tmp_path, moves):
    """A recording of a whole PostgreSQL and of the program that keeps moves in it; the folder as it was before."""
    cluster.new_database("power")
    cluster.stop()
    data, base = cluster.folder / "data", tmp_path / "base"
    shutil.copytree(data, base)
    told = tmp_path / "told"
    script = SCRIPT.format(
        postgres=" ".join(cluster._command("postgres")), data=data, port=cluster.port, folder=cluster.folder,
        settings=" ".join(SETTINGS), programs=cluster.programs, python=sys.executable, told=told, moves=moves,
    )  # fmt: skip
    recording = tmp_path / "recording"
    command = under_strace(["sh", "-c", script], recording)
    with (tmp_path / "log").open("w") as log:
        subprocess.run(
            command,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": "src"},
            stdout=log,
            stderr=log,
            start_new_session=True,
            timeout=300,
        )
    return data, base, recording, told


def rows_of_image(cluster, image):
    """What a PostgreSQL that wakes up on such a disk finds in the log: the last version and the number of rows."""
    query = """SELECT "match" || ' ' || max(version) || ' ' || count(*) FROM log GROUP BY "match";\n"""
    if os.getuid() == 0:
        shutil.chown(image, "postgres", "postgres")
        for path in image.rglob("*"):
            shutil.chown(path, "postgres", "postgres")
    command = cluster._command("postgres", "--single", "-D", str(image), "power")
    done = subprocess.run(command, cwd="/", input=query, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    found = re.findall(r'= "(\S+) (\d+) (\d+)"', done.stdout)
    return {match: (int(last), int(count)) for match, last, count in found}


@pytest.mark.parametrize("moves", [6, pytest.param(200, marks=pytest.mark.soak)])
def test_postgresql_keeps_what_was_acknowledged_when_power_is_lost_at_any_sync(tmp_path, place, own_cluster, moves):
    data, base, recording, told = record_postgres(own_cluster, tmp_path, moves)
    files = {str(path.relative_to(base)): path.read_bytes() for path in base.rglob("*") if path.is_file()}
    disk, rng, tried, last = Disk(data, files), random.Random(5), 0, 0
    for acked in moments(recording, told, disk):
        if sum(acked.values()) == last:
            continue  # one moment for every acknowledged move: just before the next sync
        last = sum(acked.values())
        for chance in (None, rng):
            shutil.rmtree(place, ignore_errors=True)
            shutil.copytree(base, place)
            for name, content in disk.over(base, chance):
                (place / name).unlink(missing_ok=True)
                if content is not None:
                    (place / name).parent.mkdir(parents=True, exist_ok=True)
                    (place / name).write_bytes(content)
            found = rows_of_image(own_cluster, place)
            tried += 1
            for match, version in acked.items():
                assert found.get(match, (0, 0))[0] >= version, f"lost: {match} {version}"
                assert found[match][0] == found[match][1]
    assert last >= moves
    say("loss of power, PostgreSQL", moves=last, syncs=disk.syncs, images=tried, lost=0)
