"""The people of `make bench-server` count what goes wrong; several nodes on one database hold their load."""

import asyncio
import subprocess
import sys
from pathlib import Path
from threading import BrokenBarrierError
from types import SimpleNamespace

import msgspec
import pytest
from sqlalchemy import delete

from jeton.store import connect
from jeton.store import schema as tables
from scripts import bench_server
from scripts.load import nodes
from scripts.load.people import Load, Room
from scripts.load.processes import TICKS, Memory, stolen_seconds
from scripts.load.split import Crowd, Seated
from tests.server.harness import a_config, running

pytestmark = pytest.mark.once

ROOT = Path(__file__).parents[2]


def a_room():
    """Four who are connected to nothing: what comes is handed to them."""
    load = Load([], "")
    room = Room(load, "table", 0)
    load.rooms = [room]
    room.wires = [SimpleNamespace(seat=seat, n=-1) for seat in range(4)]
    return load, room


def view(room, seat, n):
    message = {"t": "view", "n": n, "actors": [n % 4], "view": {"moves": ["take wbg"]}}
    room._take(room.wires[seat], msgspec.json.encode(message))


def test_a_room_is_in_step_when_each_of_the_four_has_the_view_once():
    _, room = a_room()
    for seat in (0, 1, 2, 2, 2):
        view(room, seat, 0)
    assert not room.idle

    view(room, 3, 0)

    assert room.idle


def test_a_view_that_somebody_did_not_get_and_one_that_comes_too_late_are_told_apart():
    load, room = a_room()
    for n, seats in ((0, range(4)), (1, (0, 1, 2)), (2, range(4))):
        for seat in seats:
            view(room, seat, n)
    assert (load.gaps, load.faults) == (1, 1)

    view(room, 3, 1)

    assert (room.n, room.arrived, load.gaps) == (2, 4, 1)


async def test_a_move_that_not_all_four_get_is_an_error(monkeypatch):
    monkeypatch.setattr("scripts.load.people.PATIENCE", 0.05)
    load, room = a_room()
    for seat in range(4):
        view(room, seat, 0)
    room.wires[0].send = lambda frame: None

    await load.at_pace(100, 0.05)

    assert (load.unseen, load.faults, load.times) == (1, 1, [])


async def test_a_log_that_is_not_what_people_saw_is_found(tmp_path):
    config = a_config(tmp_path)
    async with running(config) as server, server.client() as ann:
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2, names=["A", "B"], options={"first": "seat"}, start=True)
        await ann.move(table, "take wbg", seen=0, seat=0)

    def seen(n):
        return [SimpleNamespace(table=table, n=n)]

    assert await nodes.faulty_logs(config.database, seen(1)) == 0
    assert await nodes.faulty_logs(config.database, seen(2)) == 1
    store = await connect(config.database)
    await store.execute(delete(tables.log).where(tables.log.c.version == 1))
    await store.close()
    assert await nodes.faulty_logs(config.database, seen(1)) == 1


async def test_memory_is_looked_at_every_second_and_judged_from_minute_10_or_half_way():
    memory = Memory(lambda: 1024)
    task = asyncio.create_task(memory.watch())
    async with asyncio.timeout(60):
        while len(memory.seconds) < 2:  # noqa: ASYNC110 - it is somebody else's word
            await asyncio.sleep(0.05)
    task.cancel()
    assert set(memory.seconds) == {1024}

    memory.seconds = [1024 * (100 + second // 60) for second in range(1201)]
    assert memory.since == 600
    assert memory.growth == pytest.approx(100 * 10 / 110)
    assert "101 MiB at minute 1, 110 at minute 10, 120 at the end, 120 at most; +9.1 % after minute 10.0" in str(memory)

    memory.seconds = memory.seconds[:300]
    assert memory.since == 150
    assert "minute 10," not in str(memory)


def test_time_that_the_host_kept_is_read_from_the_first_line(tmp_path):
    stat = tmp_path / "stat"
    stat.write_text(f"cpu  7 1 2 9 3 0 4 {5 * TICKS} 0 0\ncpu0 7 1 2 9 3 0 4 {3 * TICKS} 0 0\n")

    assert stolen_seconds(stat) == 5.0


def test_where_there_is_no_postgresql_the_case_says_so(monkeypatch, capsys):
    monkeypatch.setattr(nodes, "binaries", lambda: None)
    monkeypatch.setattr(sys, "argv", ["bench_server.py", "--case", "nodes"])

    with pytest.raises(SystemExit, match="1"):
        bench_server.main()

    assert "PostgreSQL is not here" in capsys.readouterr().err


def test_where_there_are_too_few_cores_the_case_is_left_out_unless_it_is_all_that_was_asked_for(monkeypatch, capsys):
    monkeypatch.setattr(bench_server, "processors", lambda: 2)
    some = SimpleNamespace(case=["fast", "split"], nodes=4, database="postgresql://")
    only = SimpleNamespace(case=["split"], nodes=4, database="postgresql://")

    bench_server._leave_out(some)
    bench_server._leave_out(only)

    assert (some.case, only.case) == (["fast"], ["split"])
    assert capsys.readouterr().err == 2 * "split: 4 nodes and their people want 9 cores, 2 are here\n"


async def test_people_of_several_processes_play_at_one_moment(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        tables = [await ann.new_table("splendor", 4, names=list("NESW"), start=True) for _ in range(3)]
        crowd = Crowd([Seated(server.url, ann.token, some) for some in (tables[:2], tables[2:])], 0.5)
        await asyncio.to_thread(crowd.begin)
        played = await asyncio.to_thread(crowd.played)
        seen = [server.hub.rooms[table].core.n for table in tables]

    assert [one.faults for one in played] == [0, 0]
    assert all(one.seconds < 60 and one.cpu > 0 for one in played)
    assert 2 <= sum(len(one.times) for one in played) < sum(seen)  # the moves of the warming are not timed


async def test_people_who_can_not_sit_down_keep_nobody_waiting(tmp_path):
    crowd = Crowd([Seated("http://127.0.0.1:9", "", ["nowhere"])], 0.5)

    with pytest.raises(BrokenBarrierError):
        await asyncio.to_thread(crowd.begin)
    with pytest.raises(ConnectionRefusedError):
        crowd.played()


@pytest.mark.long
def test_four_who_sit_at_three_nodes_see_every_move(database):
    program = [sys.executable, str(ROOT / "scripts" / "bench_server.py"), "--case", "nodes", "--nodes", "3"]
    size = ["--rooms", "4", "--rate", "20", "--seconds", "1", "--database", database]
    done = subprocess.run([*program, *size], capture_output=True, text=True, timeout=120, cwd=ROOT)

    assert done.returncode == 0, done.stderr
    assert "met: errors: 3 nodes and PostgreSQL, 16 sockets, 4 rooms" in done.stdout, done.stdout + done.stderr
    assert "met: logs with a gap, a move twice, or not what people saw" in done.stdout
