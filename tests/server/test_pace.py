"""Bots act after human-like delays that the host can switch off; news makes a real-time bot plan anew."""

import asyncio
import time
from types import SimpleNamespace

from jeton.server.bots import BotPool
from jeton.server.hub import LONGEST_PAUSE, LiveRoom


def room(pace, paced, n=3):
    """A room just large enough to wait in."""
    table = SimpleNamespace(settings=SimpleNamespace(pace=pace), title="guardians", rules=1, options={})
    core = SimpleNamespace(table=table, clocks=SimpleNamespace(time=lambda now: 0), match=SimpleNamespace(n=n))
    return SimpleNamespace(core=core, hub=SimpleNamespace(bots=SimpleNamespace(paced=lambda *_: paced, chance=None)))


def pause(where, n=3):
    began = time.monotonic()
    plays = asyncio.run(LiveRoom._pause(where, "hard", None, "boat ember_forge red", n, began))
    return plays, time.monotonic() - began


def bot(seconds, waits=False):
    return SimpleNamespace(delay=lambda *_, **__: seconds, waits=lambda *_: waits)


def test_a_pace_of_zero_switches_waiting_off():
    plays, seconds = pause(room(0, bot(9.0)))

    assert plays
    assert seconds < 0.1


def test_a_bot_without_a_pace_of_its_own_takes_the_tables():
    plays, seconds = pause(room(150, None))

    assert plays
    assert 0.14 < seconds < 1


def test_a_bot_with_a_pace_of_its_own_takes_it():
    plays, seconds = pause(room(700, bot(0.2)))

    assert plays
    assert 0.19 < seconds < 0.65


def test_news_makes_a_waiting_bot_plan_anew():
    plays, seconds = pause(room(700, bot(float("inf"), waits=True), n=4), n=3)

    assert not plays
    assert seconds < 2
    assert LONGEST_PAUSE < 60


def test_bots_of_guardians_have_a_pace_and_those_of_splendor_have_none():
    pool = BotPool(1, 1.0)

    assert pool.paced("guardians", 1, {}, "hard") is not None
    assert pool.paced("splendor", 1, {}, "greedy") is None
    assert pool.paced("splendor", 1, {}, "nobody") is None
