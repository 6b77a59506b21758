"""The embedded store, with the real SQLite."""

import asyncio
import contextlib
import sqlite3
import stat
import time
from pathlib import Path

import pytest
from sqlalchemy import delete, insert, select, text

from jeton.store import Clash, Row, StoreDown, connect
from jeton.store import schema as tables
from jeton.store import sqlite as module
from jeton.store.migrate import NewerDatabase

pytestmark = pytest.mark.once


def a_match(name: str = "m1") -> dict[str, object]:
    return {
        "id": name, "title": "splendor", "rules": 1, "seats": 2, "options": "{}", "key": "00" * 16, "settings": "{}",
        "host": "u1", "made_at": 1, "state": "open", "public": 1, "changed_at": 1,
    }  # fmt: skip


def row(version: int, client: str | None = None, match: str = "m1") -> Row:
    return Row(match, version, "move", 1000 + version, 0, client, f'"take {version}"')


@contextlib.asynccontextmanager
async def a_store(folder: Path):
    store = await connect(f"sqlite:///{folder / 'data' / 'jeton.sqlite'}")
    try:
        yield store
    finally:
        await store.close()


async def test_rows_come_back_in_order_also_after_a_restart(tmp_path):
    async with a_store(tmp_path) as store:
        await store.execute(insert(tables.matches).values(**a_match()))
        for n in range(1, 6):
            await store.append([row(n, f"c{n}")])

    async with a_store(tmp_path) as store:
        assert [r.version for r in await store.log("m1")] == [1, 2, 3, 4, 5]
        assert await store.log("m1", after=3) == [row(4, "c4"), row(5, "c5")]
        assert (await store.fetch(select(tables.matches.c.host)))[0]["host"] == "u1"


async def test_a_version_or_a_message_is_written_once(tmp_path):
    async with a_store(tmp_path) as store:
        await store.execute(insert(tables.matches).values(**a_match()))
        await store.append([row(1, "c1")])

        with pytest.raises(Clash):
            await store.append([row(1, "c2")])
        with pytest.raises(Clash):
            await store.append([row(2, "c1")])
        assert await store.log("m1") == [row(1, "c1")]


async def test_several_rows_are_written_together_or_not_at_all(tmp_path):
    async with a_store(tmp_path) as store:
        await store.execute(insert(tables.matches).values(**a_match()))
        await store.append([row(1), row(2)], delete(tables.mutes))

        with pytest.raises(Clash):
            await store.append([row(3), row(2)])
        assert len(await store.log("m1")) == 2


async def test_of_many_moves_that_are_written_together_only_those_that_clash_are_refused(tmp_path):
    async with a_store(tmp_path) as store:
        names = [f"m{i}" for i in range(90)]
        await store.execute(*(insert(tables.matches).values(**a_match(name)) for name in names))
        await asyncio.gather(*(store.append([row(1, match=name)]) for name in names))
        taken = {names[3], names[40], names[89]}
        rows = [row(1 if name in taken else 2, match=name) for name in names]

        answers = await asyncio.gather(*(store.append([one]) for one in rows), return_exceptions=True)

        clashed = {name for name, answer in zip(names, answers, strict=True) if isinstance(answer, Clash)}
        assert clashed == taken
        assert [answer for answer in answers if answer is not None and not isinstance(answer, Clash)] == []
        for name in names:
            assert [one.version for one in await store.log(name)] == ([1] if name in taken else [1, 2])


async def contest(pair, matches: int, versions: int) -> None:
    """Let two write every version of so many matches at the same moment: one wins, the other is told."""
    names = [f"m{i}" for i in range(matches)]
    await pair[0].execute(*(insert(tables.matches).values(**a_match(name)) for name in names))
    for version in range(1, versions + 1):
        wanted = [(store, row(version, f"{n}-{version}", name)) for name in names for n, store in enumerate(pair)]
        answers = await asyncio.gather(*(store.append([one]) for store, one in wanted), return_exceptions=True)
        won = {one.match: one for (_, one), answer in zip(wanted, answers, strict=True) if answer is None}
        assert list(map(type, answers)).count(Clash) == matches == len(won)
        if version % 50 == 0 or version == versions:
            for name in names[:: max(1, matches // 20)]:
                assert (await pair[0].log(name))[-1] == won[name]
    for name in names:
        assert [r.version for r in await pair[1].log(name)] == list(range(1, versions + 1))


@pytest.mark.soak
async def test_100000_versions_have_one_writer_each(tmp_path):
    async with a_store(tmp_path) as store:
        await contest([store, store], 200, 500)


async def test_of_many_writers_of_one_version_one_wins_and_others_are_told(tmp_path):
    async with a_store(tmp_path) as store:
        await store.execute(insert(tables.matches).values(**a_match()))
        for version in range(1, 21):
            answers = await asyncio.gather(
                *(store.append([row(version, f"{version}-{i}")]) for i in range(50)), return_exceptions=True
            )
            assert answers.count(None) == 1
            assert sum(isinstance(answer, Clash) for answer in answers) == 49
        assert len(await store.log("m1")) == 20


async def test_a_full_or_broken_disk_is_said_and_nothing_is_written(tmp_path):
    async with a_store(tmp_path) as store:
        await store.execute(insert(tables.matches).values(**a_match()))
        statement = "INSERT INTO nowhere VALUES (1)"
        with pytest.raises(StoreDown):
            await store._submit([row(1)], [(statement, ())])

        assert await store.log("m1") == []
        await store.append([row(1)])
        await store.check()


async def test_writes_are_synced_and_only_the_owner_reads_the_file(tmp_path):
    async with a_store(tmp_path) as store:
        path = tmp_path / "data" / "jeton.sqlite"
        assert stat.S_IMODE(path.stat().st_mode) == 0o600
        with contextlib.closing(module._connect(path, writes=True)) as connection:
            assert connection.execute("PRAGMA journal_mode").fetchone() == ("wal",)
            assert connection.execute("PRAGMA synchronous").fetchone() == (2,)
        reader = module._connect(path, writes=False)
        with contextlib.closing(reader), pytest.raises(sqlite3.OperationalError):
            reader.execute("DELETE FROM log")
        assert store.shared is False


async def test_a_backup_is_whole_while_writing_goes_on(tmp_path):
    async with a_store(tmp_path) as store:
        await store.execute(insert(tables.matches).values(**a_match()))
        for n in range(1, 101):
            await store.append([row(n)])
        await store.backup(tmp_path / "copy.sqlite")

    with contextlib.closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
        assert copy.execute("SELECT count(*), max(version) FROM log").fetchone() == (100, 100)
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)


async def test_network_folders_are_refused(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "_file_system", lambda folder: "nfs4")

    with pytest.raises(module.NetworkFolder):
        await connect(f"sqlite:///{tmp_path / 'jeton.sqlite'}")


async def test_a_database_of_a_newer_jeton_is_left_alone(tmp_path):
    async with a_store(tmp_path) as store:
        await store._submit((), [("UPDATE alembic_version SET version_num = '9999'", ())])

    with pytest.raises(NewerDatabase):
        async with a_store(tmp_path):
            pass


async def test_the_steps_lead_to_the_schema(tmp_path):
    from alembic.autogenerate import compare_metadata
    from alembic.runtime.migration import MigrationContext
    from sqlalchemy import create_engine

    async with a_store(tmp_path):
        pass
    engine = create_engine(f"sqlite:///{tmp_path / 'data' / 'jeton.sqlite'}")
    with engine.connect() as connection:
        assert compare_metadata(MigrationContext.configure(connection), tables.METADATA) == []
    engine.dispose()


ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) AS n FROM c"


@pytest.mark.parametrize("work", ["fetch", "execute", "backup"])
async def test_whoever_is_interrupted_waits_for_nothing_that_is_being_done(tmp_path, work, monkeypatch):
    """The store reads, writes or copies without end; once interrupted, it keeps nothing of that and can be closed."""
    monkeypatch.setattr(module, "PAGES", 1)
    async with a_store(tmp_path) as store:
        await store.execute(insert(tables.matches).values(**a_match()))
        if work == "backup":
            began = asyncio.Event()
            loop, backup = asyncio.get_running_loop(), sqlite3.Connection.backup

            class Slow(sqlite3.Connection):
                def backup(self, target, *, pages, progress):
                    def wait(*numbers):
                        loop.call_soon_threadsafe(began.set)
                        while not store._interrupted:
                            time.sleep(0.01)
                        progress(*numbers)

                    backup(self, target, pages=pages, progress=wait)

            real = sqlite3.connect
            monkeypatch.setattr(sqlite3, "connect", lambda *given, **named: real(*given, **{**named, "factory": Slow}))
            task = asyncio.create_task(store.backup(tmp_path / "copy.sqlite"))
            await began.wait()
        elif work == "fetch":
            task = asyncio.create_task(store.fetch(text(ENDLESS)))
        else:
            change = text(f"UPDATE matches SET changed_at = ({ENDLESS})")  # noqa: S608
            task = asyncio.create_task(store.execute(change))
        while not task.done():  # the word may come before the work has begun
            store.interrupt()
            await asyncio.sleep(0.05)

        with pytest.raises(StoreDown, match="interrupted"):
            await task
    async with a_store(tmp_path) as store:
        assert (await store.fetch(select(tables.matches.c.changed_at)))[0]["changed_at"] == 1


async def test_a_backup_in_many_pieces_is_of_one_moment(tmp_path, monkeypatch):
    monkeypatch.setattr(module, "PAGES", 1)
    async with a_store(tmp_path) as store:
        await store.execute(insert(tables.matches).values(**a_match()))
        for n in range(1, 1_501, 250):
            await store.append([row(k, f"c{k}") for k in range(n, n + 250)])
        copying = asyncio.create_task(store.backup(tmp_path / "copy.sqlite"))
        n = 1_500
        while not copying.done():
            n += 1
            await store.append([row(n, f"c{n}")])
        await copying
    with contextlib.closing(sqlite3.connect(tmp_path / "copy.sqlite")) as copy:
        versions = [version for (version,) in copy.execute("SELECT version FROM log ORDER BY version")]
        assert copy.execute("PRAGMA integrity_check").fetchone() == ("ok",)

    assert versions == list(range(1, len(versions) + 1))
    assert 1_500 <= len(versions) <= n
