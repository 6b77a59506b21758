"""Bots act after human-like delays that the host can switch off; news makes a real-time bot plan again."""

import asyncio
from types import SimpleNamespace

import pytest

import jeton
from jeton.server.rooms import driver as driving
from jeton.server.rooms.bots import LOOK_SECONDS, BotPool, Choice
from tests.server.harness import a_config, running


class Clock:
    """Time that passes only where somebody sleeps; it stands in for both modules that the driver takes time from."""

    now = 100.0

    def monotonic(self):
        return self.now

    async def sleep(self, seconds):
        self.now += seconds


@pytest.fixture
def pause(monkeypatch):
    """Return a function that pauses in a bare room; it returns whether the bot plays then, and the seconds passed."""
    clock = Clock()
    monkeypatch.setattr(driving, "time", clock)
    monkeypatch.setattr(driving, "asyncio", clock)

    def wait(pace, choice, n=3, now_n=3, bots=False, people=(0,)):
        table = SimpleNamespace(settings=SimpleNamespace(pace=pace))
        match = SimpleNamespace(n=now_n)
        core = SimpleNamespace(table=table, match=match, only_bots=lambda: bots, people=lambda: list(people))
        where = driving.Driver.__new__(driving.Driver)
        where.live = SimpleNamespace(core=core)
        plays = asyncio.run(driving.Driver.pause(where, choice, n, clock.now))
        return plays, pytest.approx(clock.now - Clock.now)

    return wait


def test_a_pace_of_zero_switches_waiting_off(pause):
    assert pause(0, Choice("boat ember_forge red", 9.0)) == (True, 0.0)


def test_a_bot_without_a_pace_of_its_own_takes_the_tables(pause):
    assert pause(150, Choice("take wbg")) == (True, 0.15)


def test_a_bot_with_a_pace_of_its_own_takes_it(pause):
    assert pause(700, Choice("boat ember_forge red", 0.2)) == (True, 0.2)


def test_news_makes_a_waiting_bot_plan_anew(pause):
    choice = Choice("boat ember_forge red", float("inf"), heeds=True)

    assert pause(700, choice, n=3, now_n=4) == (False, LOOK_SECONDS)


def test_a_bot_that_heeds_news_hurries_where_only_bots_are_left(pause):
    assert pause(700, Choice("ready", 30.0, heeds=True), bots=True) == (True, driving.HURRY)


def test_a_bot_leaves_onlookers_the_time_of_a_show_once_everybody_has_given_up(pause):
    ready = Choice("ready", 21.0, heeds=True)

    assert pause(700, ready, bots=True, people=()) == (True, 21.0)


def test_a_bot_that_waits_for_another_bot_for_ever_hurries_though_everybody_has_given_up(pause):
    boat = Choice("boat ember_forge red", float("inf"), heeds=True)

    assert pause(700, boat, bots=True, people=()) == (True, driving.HURRY)


async def test_g42_bots_keep_a_boat_until_everybody_has_pointed_and_nothing_runs_meanwhile(tmp_path, monkeypatch):
    """The bots follow their own plans without delays, but a plan to wait without end still waits."""
    monkeypatch.setattr("jeton.server.rooms.driver.LONGEST_PAUSE", 0.0)
    async with running(a_config(tmp_path, bot_pace=10)) as server, server.client() as ann:
        await ann.guest("Ann")
        table = await ann.new_table("guardians", 3, bots=["hard", "easy"], start=True)
        live = server.hub.rooms[table]

        def boats():
            return [player.boats_left for player in live.core.match.position.players]

        async with asyncio.timeout(60):
            while boats() != [2, 1, 1] or not live.driver.idle:  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        n = live.core.match.n
        assert live.driver._thinking == {}
        await ann.move(table, live.core.match.moves(0)[0])
        async with asyncio.timeout(60):
            while boats() != [2, 0, 0]:  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    assert n == 4  # two clues and two boats


async def test_bots_of_guardians_say_how_long_a_move_takes_and_those_of_splendor_do_not():
    pool = BotPool(1, 1.0)
    try:
        guardians, splendor = jeton.new("guardians", seats=3), jeton.new("splendor", options={"first": "seat"})
        slow = await pool.choose("guardians", guardians.game.version, {}, "hard", guardians.view(0), key="table 0")
        quick = await pool.choose("splendor", 1, {"first": "seat"}, "greedy", splendor.view(0))
    finally:
        pool.close()

    assert slow.move in guardians.moves(0)
    assert slow.seconds > 0
    assert quick.move in splendor.moves(0)
    assert quick.seconds is None


def test_a_seat_finds_its_bot_in_the_same_worker_always():
    pool = BotPool(4, 1.0)
    keys = [f"table{t} {seat}" for t in range(20) for seat in range(5)]
    first = {key: pool.worker(key) for key in keys}

    assert all(pool.worker(key) is first[key] for key in keys)
    assert set(first.values()) == set(pool._workers)


async def test_where_remembering_is_part_of_the_play_a_bot_is_asked_by_table_and_seat(tmp_path, monkeypatch):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        asked = []

        async def choose(title, rules, options, bot, view, *, key=None, **more):
            asked.append((title, view.seat, key))
            return Choice(server.hub.bots.any_move(view))

        monkeypatch.setattr(server.hub.bots, "choose", choose)
        table = await ann.new_table("guardians", 3, bots=["hard", "hard"], start=True)
        await ann.new_table("splendor", 2, sit=False, bots=["greedy", "greedy"], start=True)
        async with asyncio.timeout(60):
            while len({one[:2] for one in asked}) < 4:  # noqa: ASYNC110
                await asyncio.sleep(0.02)

    assert {one for one in asked if one[0] == "guardians"} == {
        ("guardians", seat, f"{table} {seat}") for seat in (1, 2)
    }
    assert {key for title, _, key in asked if title == "splendor"} == {None}
