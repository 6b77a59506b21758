"""Bots think on other machines if servers share a PostgreSQL; nobody waits for a machine that is gone."""

import asyncio
import contextlib
import os
import signal
import subprocess
import sys

import msgspec
import psycopg
import pytest

import jeton
from jeton.server.rooms import machines as module
from jeton.server.rooms.bots import BotPool, Choice, Worker, thought
from jeton.server.rooms.machines import ALL, Answer, Machines, NoAnswer, Place, channel_of
from jeton.server.worker import answer_to
from jeton.store import InUse, connect
from jeton.store.work import QUEUE, SCHEMA, TASK, WorkQueue, prepare_queue
from tests.server.harness import Wire, a_config, running

pytestmark = pytest.mark.once

PATIENT = 100.0
"""Seconds: a busy machine is late, which is not what is tested here."""


@pytest.fixture(autouse=True)
def _patient(monkeypatch):
    monkeypatch.setattr(module, "BEGIN_SECONDS", PATIENT)
    monkeypatch.setattr(module, "LATE_SECONDS", PATIENT)
    monkeypatch.setattr(module, "LISTEN_SECONDS", PATIENT)
    monkeypatch.setattr(module, "GONE_SECONDS", PATIENT)


@pytest.fixture
async def ready(database):
    """Return a database of Jeton."""
    await (await connect(database)).close()
    return database


async def until(what, seconds=PATIENT):
    async with asyncio.timeout(seconds):
        while not what():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@contextlib.asynccontextmanager
async def a_node(url, name="aa"):
    machines = Machines(url, name)
    await machines.start()
    try:
        yield machines
    finally:
        await machines.stop()


@contextlib.asynccontextmanager
async def a_machine(url, think, name="m1", silent=None):
    """Yield a machine like `jeton worker`, but without processes: `think` gets the whole job, and answers."""
    queue = WorkQueue(url)
    await queue.open()

    @queue.app.task(name=TASK, queue=QUEUE)
    async def take(**job):
        found = await think(queue, job)
        if found is not None:
            text = module.base64.b64encode(msgspec.msgpack.encode(Answer(0.2, found))).decode()
            name, cut = job["name"], len(text) // 2
            await queue.tell(channel_of(job["node"]), f"{name} 1/2 {text[:cut]}", f"{name} 2/2 {text[cut:]}")

    async def say():
        while not (silent and silent.is_set()):
            await queue.tell(ALL, f"machine {name} 1")
            await asyncio.sleep(0.1)

    tasks = [
        asyncio.create_task(say()),
        asyncio.create_task(
            queue.app.run_worker_async(
                queues=[QUEUE], delete_jobs="always", install_signal_handlers=False, fetch_job_polling_interval=0.05
            )
        ),
    ]
    try:
        yield queue
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        await queue.close()


def a_view():
    return jeton.new("splendor", key="07" * 16, options={"first": "seat"}).view(0)


def jobs_of(url):
    with psycopg.connect(url) as connection:
        return connection.execute(f"SELECT count(*) FROM {SCHEMA}.procrastinate_jobs").fetchone()[0]  # noqa: S608


async def test_a_machine_gets_what_a_bot_at_the_table_is_given_and_nothing_else(ready):
    jobs = []

    async def think(queue, job):
        jobs.append(job)
        return Choice("take wbg", None, True)

    view = a_view()
    async with a_node(ready) as node, a_machine(ready, think):
        pool = BotPool(1, 5.0, node)
        await until(lambda: node.places)
        try:
            choice = await pool.choose("splendor", 1, {"first": "seat"}, "level8", view)
        finally:
            pool.close()

    assert choice == Choice("take wbg", None, True)
    (job,) = jobs
    work = msgspec.json.decode(job.pop("work"))
    assert job == {"node": "aa", "name": job["name"], "what": "choose", "seconds": 5.0}
    assert work[:4] == ["splendor", 1, '{"first":"seat"}', "level8"]
    assert work[4] == msgspec.json.decode(msgspec.json.encode(view))
    assert work[5] == 5.0
    assert len(work) == 8, "besides the view: title, rules, options, bot; its time, its chance, the match time"
    assert "07" * 16 not in msgspec.json.encode(work).decode()


async def test_a_thought_comes_back_as_it_was_thought_here():
    """Through text and back, a view is the same to the bot, and the answer to the room."""
    view = a_view()
    for what, work in (
        ("choose", ("splendor", 1, '{"first":"seat"}', "greedy", view, 1.0, 7, 0)),
        ("judge", ("splendor", 1, '{"first":"seat"}', 2, view, 1, "take wbg", 50, 1)),
        ("hint", ("splendor", 1, '{"first":"seat"}', view, 1, 5)),
    ):
        here = thought(what)(*work)
        there = msgspec.msgpack.decode(
            answer_to("splendor", what, msgspec.json.encode(work).decode()), type=Answer[type(here)]
        )
        assert there.found == here


async def test_what_is_short_or_remembers_is_thought_here_and_the_rest_elsewhere(ready, monkeypatch):
    asked = []

    async def run(self, function, arguments, *_):
        return function(*arguments)

    monkeypatch.setattr(Worker, "run", run)  # a process takes seconds to start, and has tests of its own

    async def think(queue, job):
        asked.append(job["what"])
        return Choice("take wbg")

    async with a_node(ready) as node, a_machine(ready, think):
        pool = BotPool(1, 1.0, node)
        await until(lambda: node.places)
        view = a_view()
        try:
            pool._note(("splendor", "choosegreedy"), 0.001)
            short = await pool.choose("splendor", 1, {"first": "seat"}, "greedy", view)
            assert asked == []
            assert short.move in view.moves
            pinned = await pool.choose("splendor", 1, {"first": "seat"}, "level3", view, key="table 0")
            assert asked == []
            assert pinned.move in view.moves
            away = await pool.choose("splendor", 1, {"first": "seat"}, "level8", view)
            assert asked == ["choose"]
            assert away.move == "take wbg"
        finally:
            pool.close()


async def test_nobody_waits_for_a_machine_that_begins_nothing_fails_or_is_late(ready, monkeypatch):
    monkeypatch.setattr(module, "LATE_SECONDS", 0.1)
    hang = asyncio.Event()

    async def think(queue, job):
        if job["seconds"] == 3.0:
            await queue.tell(channel_of(job["node"]), f"{job['name']} failed OSError")
            return None
        await queue.tell(channel_of(job["node"]), f"{job['name']} begun m1")
        await hang.wait()

    async with a_node(ready) as node, a_machine(ready, think):
        await until(lambda: node.places)
        with pytest.raises(NoAnswer, match="OSError"):
            await node.think("choose", ("splendor",), 3.0, 0, Choice)
        with pytest.raises(NoAnswer, match="in time"):
            await node.think("choose", ("splendor",), 0.1, 0, Choice)
        await until(lambda: jobs_of(ready) == 0)  # whoever did it has been told to stop
    monkeypatch.setattr(module, "LATE_SECONDS", PATIENT)
    monkeypatch.setattr(module, "BEGIN_SECONDS", 0.1)
    async with a_node(ready) as node:
        with pytest.raises(NoAnswer, match="begun"):
            await node.think("choose", ("splendor",), 5.0, 0, Choice)
    assert jobs_of(ready) == 0, "taken out again"


async def test_places_are_shared_by_nodes_and_go_with_their_machine(ready, monkeypatch):
    async with a_node(ready, "aa") as one, a_node(ready, "bb") as two:
        pool = BotPool(1, 1.0, one)
        queue = WorkQueue(ready)
        await queue.open()
        try:
            await queue.tell(ALL, "machine m1 4", "machine m2 1")
            await until(lambda: one.places == two.places == 3)
            assert [type(place) for place in pool._away] == [Place] * 3
            assert pool.queue.workers == 4
            pool._away[2].ticket = object()
            await queue.tell(ALL, "gone m1")
            await until(lambda: one.places == 1)
            assert len(pool._away) == 2, "one is busy yet"
            monkeypatch.setattr(module, "GONE_SECONDS", 0.0)
            await until(lambda: one.places == two.places == 0)
        finally:
            pool.close()
            await queue.close()


async def test_the_queue_is_made_once_and_anew_for_another_release_unless_it_is_used(ready):
    prepare_queue(ready)
    prepare_queue(ready)
    with psycopg.connect(ready, autocommit=True) as connection:
        connection.execute(f"COMMENT ON SCHEMA {SCHEMA} IS 'another'")
    queue = WorkQueue(ready)
    await queue.open()
    await queue.tell(ALL, "hello")
    try:
        with pytest.raises(InUse, match="another procrastinate"):
            prepare_queue(ready)
    finally:
        await queue.close()
    await until(lambda: _made_anew(ready))


def _made_anew(url):
    with contextlib.suppress(InUse):  # PostgreSQL takes a moment to see that somebody has gone
        prepare_queue(url)
        return True


def a_process(command, log, url):
    return subprocess.Popen(command, env={**os.environ, "JETON_DATABASE": url}, stdout=log, stderr=log)


async def test_a_machine_that_falls_silent_in_mid_thought_is_stood_in_for_once(ready, monkeypatch):
    """As one that is killed does; what it says later, since it was only asleep, is not heard."""
    silent, woken, here = asyncio.Event(), asyncio.Event(), []

    async def think(queue, job):
        await queue.tell(channel_of(job["node"]), f"{job['name']} begun m1")
        silent.set()
        monkeypatch.setattr(module, "GONE_SECONDS", 0.3)
        await woken.wait()
        return Choice("take wbg")

    async def run(self, function, arguments, *_):
        here.append(arguments[3])
        return Choice("take wwu")

    monkeypatch.setattr(Worker, "run", run)
    async with a_node(ready) as node, a_machine(ready, think, silent=silent):
        pool = BotPool(1, 1.0, node)
        await until(lambda: node.places)
        try:
            choice = await pool.choose("splendor", 1, {"first": "seat"}, "level8", a_view())
            assert (choice.move, here, pool.failures) == ("take wwu", ["level8"], 0)
            assert node.places == 0
            woken.set()
            await until(lambda: jobs_of(ready) == 0)
            assert node._asked == {}
        finally:
            pool.close()


@pytest.mark.soak
async def test_a_worker_killed_in_mid_thought_loses_no_move_and_plays_none_twice(tmp_path, ready):
    """`kill -9` of a real `jeton worker`: the node thinks itself."""
    command = [sys.executable, "-m", "jeton.cli.main", "worker", "--places", "1", "--json-logs"]
    log = (tmp_path / "worker.log").open("wb")
    worker = a_process(command, log, ready)
    config = a_config(tmp_path, database=ready, bot_seconds=60.0, bot_machines=True)
    try:
        async with running(config) as server, server.client() as ann:
            await ann.guest("Ann")
            hub = server.hub
            await until(lambda: hub.machines.places or worker.poll() is not None, 250)
            assert worker.poll() is None, (tmp_path / "worker.log").read_text()
            table = await ann.new_table("splendor", 2, bots=["search"], options={"first": "seat"}, start=True)
            async with Wire(server.url, table, token=ann.token) as wire:
                await wire.hello()
                await wire.until("view")
                await wire.say("move", id=1, seen=0, move="take wbg")
                await until(lambda: any(asked.begun.is_set() for asked in hub.machines._asked.values()))
                hub.bots.seconds = hub.bots.queue.seconds = 0.2
                worker.send_signal(signal.SIGKILL)
                await wire.until("view", 120, n=2)
                assert hub.bots.failures == 0
                assert hub.machines.places == 0
                rows = await hub.store.log(table)
                assert [row.kind for row in rows].count("move") == 2
            assert await hub.machines.stop() is None
    finally:
        worker.kill()
        worker.wait()
        log.close()
    said = (tmp_path / "worker.log").read_text()
    assert "take wbg" not in said
    assert '"market"' not in said, "no view is told in a log"
