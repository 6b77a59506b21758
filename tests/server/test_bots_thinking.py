"""People who wait for a bot see how far it is, and nothing else; no log holds any of it."""

import asyncio
import contextlib
import os
import time
from pathlib import Path
from random import Random

import msgspec
import pytest

import jeton
from jeton.bots.bot import Budget
from jeton.bots.splendor.search_bots import SearchBot
from jeton.server.rooms import bots as module
from jeton.server.rooms.bots import BotPool, Choice
from jeton.server.rooms.commands import now
from jeton.server.rooms.live import LiveRoom
from tests.server.harness import Wire, a_config, running

pytestmark = pytest.mark.once


def told(wire):
    """Return what a socket was told of bots: the entry and the shares, in order."""
    messages = [msgspec.json.decode(frame) for frame in wire.frames]
    return [(message["n"], *message["spent"]) for message in messages if message["t"] == "thinking"]


@contextlib.asynccontextmanager
async def against(folder, bot, *, config=None, **settings):
    """Yield a server with a table of two at which a bot has just been asked, its player's socket, and a spectator's."""
    async with running(config or a_config(folder)) as server, server.client() as ann:
        await ann.guest("Ann")
        settings = {"bots": [bot], "options": {"first": "seat"}, "start": True, **settings}
        table = await ann.new_table("splendor", 2, **settings)
        async with Wire(server.url, table, token=ann.token) as player, Wire(server.url, table) as spectator:
            await player.hello()
            await spectator.hello(watch=True)
            await player.until("view")
            await player.say("move", id=1, seen=0, move="take wbg")
            await player.until("view", n=1)
            yield server, table, player, spectator


def think_and_wait(*asked):
    """Think as ever, but wait at an early word on how far it is, and at the last, until the test has heard it."""
    tell, gates = module._tell, Path(os.environ["JETON_TEST_GATES"])

    def tell_and_wait(share):
        tell(share)
        gate = gates / ("last" if share == 1.0 else "early")
        while share >= 0.01 and not gate.exists():  # nobody is told of less
            time.sleep(0.02)

    module._tell = tell_and_wait  # this is a worker, which has a module of its own
    return module._choose(*asked)


async def test_a_search_tells_how_far_it_is_to_all_who_look_and_stops_with_its_move(tmp_path, monkeypatch):
    """The bot's worker gives way to everybody else: on a busy machine it gets to tell only every second or so."""
    monkeypatch.setenv("JETON_TEST_GATES", str(tmp_path))
    monkeypatch.setattr(module, "STUCK", 600.0)
    monkeypatch.setattr(module, "_choose", think_and_wait)
    config = a_config(tmp_path, bot_seconds=8.0)  # a clear move ends it long before that
    async with against(tmp_path, "level8", config=config) as (server, table, player, spectator):
        began = time.monotonic()
        await player.until("thinking", 120)
        (tmp_path / "early").touch()
        await player.until("thinking", 120, spent=[0.0, 1.0])
        (tmp_path / "last").touch()
        await player.until("view", 120, n=2)
        seconds = time.monotonic() - began
        await spectator.until("view", n=2)
        await asyncio.sleep(0.5)
        rows = await server.hub.store.log(table)

        heard = told(player)
        shares = [share for _, _, share in heard]
        assert 2 <= len(heard) <= 5 * seconds + 1, "several, and at most five a second"
        assert shares == sorted(set(shares)), "always further"
        assert 0.0 < shares[0] < shares[-1] <= 1.0
        assert {(n, mine) for n, mine, _ in heard} == {(1, 0.0)}
        assert told(spectator) == heard
        assert [row.kind for row in rows if row.kind == "move"] == ["move"] * 2
        assert server.hub.rooms[table].core.version == len(rows), "nothing else was written"
        for wire in (player, spectator):
            assert '"t":"view"' in wire.frames[-1], "nothing of it follows the move"


def wait_in_the_middle(*_):
    """Return a bot that goes on when the test lets it: after a quarter of its thought, and after a half."""
    for share in (0.25, 0.5):
        module._tell(share)
        while not Path(os.environ["JETON_TEST_GATES"], str(share)).exists():
            time.sleep(0.02)
    return Choice("take wbg")


async def test_who_comes_in_the_middle_of_a_thought_hears_the_rest_of_it(tmp_path, monkeypatch):
    monkeypatch.setenv("JETON_TEST_GATES", str(tmp_path))
    monkeypatch.setattr(module, "STUCK", 600.0)
    monkeypatch.setattr(module, "_choose", wait_in_the_middle)
    async with against(tmp_path, "greedy") as (server, table, player, _):
        await player.until("thinking", spent=[0.0, 0.25])
        async with Wire(server.url, table) as late:
            await late.hello(watch=True)
            await late.until("view")
            (tmp_path / "0.25").touch()
            await late.until("thinking", spent=[0.0, 0.5])
            (tmp_path / "0.5").touch()
            await late.until("view", n=2)
            await player.until("view", n=2)

            assert told(late) == told(player)[-len(told(late)) :]
            assert told(player)[-1] == (1, 0.0, 0.5)


@pytest.mark.parametrize(("pace", "shown"), [(1600, True), (700, False)])
async def test_a_bot_that_only_waits_like_a_person_shows_that_where_it_takes_long(tmp_path, pace, shown):
    async with against(tmp_path, "random", pace=pace) as (_, _, player, _):
        await player.until("view", n=2)
        shares = [share for _, _, share in told(player)]

        assert shares == sorted(set(shares))
        assert bool(shares) == shown


async def test_a_killed_worker_leaves_nothing_shown(tmp_path):
    match = jeton.new("splendor", options={"first": "seat"})
    SearchBot(match.game).choose(match.view(0), Budget(seconds=0.1), Random(1))  # compiles what no table needs
    config = a_config(tmp_path, bot_seconds=30.0)
    async with against(tmp_path, "search", config=config, pace=1000) as (server, _, player, _):
        while (await player.until("thinking", 120))["spent"][1] < 0.03:
            pass
        for process in server.hub.bots.worker(None)._pool._processes.values():
            process.kill()

        assert (await player.until("thinking", spent=[0.0, 0.0]))["n"] == 1
        assert (await player.until("view", 60, n=2))["actors"] == [0]
        assert server.hub.bots.failures == 1


def stand_still(*_):
    """Return a bot that gets half through and no further for a while."""
    module._tell(0.5)
    time.sleep(1.5)
    return Choice("take wbg")


async def test_a_bot_that_gets_no_further_is_shown_no_more(monkeypatch):
    monkeypatch.setattr(module, "STUCK", 0.7)
    monkeypatch.setattr(module, "_choose", stand_still)
    pool, heard = BotPool(1, 60.0), []
    view = jeton.new("splendor", options={"first": "seat"}).view(0)
    try:
        await pool.choose("splendor", 1, {"first": "seat"}, "greedy", view, on_progress=heard.append)
    finally:
        pool.close()

    assert 0.5 in heard
    assert heard[-1] == 0.0
    assert pool.failures == 0


async def test_a_peer_that_does_not_keep_up_is_told_the_newest_alone(tmp_path):
    async with against(tmp_path, "random", pace=10_000) as (server, table, player, spectator):
        live: LiveRoom = server.hub.rooms[table]
        slow = next(one for one in live.listeners if one.seat is None)
        slow._writing = True  # its writer waits for the peer
        for percent in range(1, 60):
            live.driver.show(1, 1, percent / 100)
        assert len(slow._outbox) == 0, "nothing of it is kept"
        slow._writing = False
        slow.flush(now())
        await spectator.until("thinking", spent=[0.0, 0.59])

        live.driver.show(1, 0, 0.9)
        live.driver.show(1, 1, 0.6)
        await player.until("thinking", spent=[0.0, 0.6])
        assert told(spectator)[-2:] == [(1, 0.0, 0.59), (1, 0.0, 0.6)], "of another position nobody is told"


async def test_who_looks_through_another_node_is_told_too(tmp_path, database):
    config = a_config(tmp_path, database=database)
    async with running(config) as one, running(config) as two, one.client() as ann, two.client() as ben:
        await ann.guest("Ann")
        await ben.guest("Ben")
        table = await ann.new_table("splendor", 2, bots=["random"], options={"first": "seat"}, pace=3000, start=True)
        async with Wire(one.url, table, token=ann.token) as here, Wire(two.url, table, token=ben.token) as there:
            await here.hello()
            await there.hello()
            await there.until("view")
            async with asyncio.timeout(200):
                while not (one.hub.elsewhere(table) and two.hub.elsewhere(table)):  # noqa: ASYNC110
                    await asyncio.sleep(0.01)
            await here.say("move", id=1, seen=0, move="take wbg")

            for wire in (here, there):
                assert (await wire.until("thinking"))["n"] == 1
