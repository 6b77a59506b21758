"""A server is ready before it has a game, and then plays a match of each title to itself, to the end."""

import asyncio
import subprocess
import sys
import threading
from importlib import resources

import pytest

import jeton
from jeton import words
from jeton.bots.catalogue import offers, read_ratings
from jeton.games.lessons import lesson
from jeton.server import warming
from jeton.server.api.tables import told_titles
from jeton.server.warming import play_one
from tests.server.test_push import until

pytestmark = pytest.mark.once


def test_every_title_is_played_to_its_end_so_that_nothing_is_left_to_compile():
    for title in jeton.titles():
        assert play_one(title).outcome is not None


def test_everything_beside_a_roster_is_imported_while_it_is_still_of_this_release():
    program = "import sys; from jeton.server.warming import import_bots; import_bots('guardians'); print(*sys.modules)"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True).stdout

    assert {"jeton.bots.guardians.roster", "jeton.bots.guardians.riddles"} <= set(said.split())


LATE = ("numba", "numpy", "webauthn", "httpx", "cryptography", "alembic")
START = f"""
import asyncio, os, sys
from jeton.cli.serve import serve
from jeton.server import run, warming
from jeton.server.config import Config
from jeton.server.services import Services
from jeton.store import connect

warming.DOOR_SECONDS = 3600.0  # the thread begins when somebody needs a game

async def main(url):
    await (await connect(url)).close()  # made by an earlier start
    for name in [name for name in sys.modules if name.partition(".")[0] == "alembic"]:
        del sys.modules[name]
    services = Services(Config(database=url), await connect(url, serving="here"))
    await services.start()
    await services.store.check()
    print(*[name for name in {LATE!r} if name in sys.modules], sep=",")
    await services.hub.warming.games()
    print(*[name for name in {LATE!r} if name in sys.modules], sep=",")
    await services.stop()

asyncio.run(main(sys.argv[1]))
sys.stdout.flush()
os._exit(0)  # a server ends by a signal; Python's own end would meet the thread while it compiles, and may crash
"""


def test_a_start_imports_no_game_and_nothing_that_few_requests_need(tmp_path):
    command = [sys.executable, "-c", START, f"sqlite:///{tmp_path}/jeton.sqlite"]
    done = subprocess.run(command, capture_output=True, text=True, timeout=240)
    assert done.returncode == 0, done.stderr

    said = done.stdout.splitlines()
    assert said[0] == ""
    assert {"numba", "numpy"} <= set(said[1].split(",")), "who needs a game waits for it"


async def test_whoever_needs_a_game_while_it_is_made_waits_and_the_loop_does_not(monkeypatch):
    go, made = threading.Event(), []

    def make(title):
        assert threading.current_thread() is not threading.main_thread()
        go.wait(60)
        made.append(title)

    monkeypatch.setattr(warming.games, "make", make)
    monkeypatch.setattr(warming, "_play_all", lambda: None)
    warm = warming.Warming()
    waiting = [asyncio.create_task(warm.games()) for _ in range(2)]
    await asyncio.sleep(0)
    assert not any(task.done() for task in waiting)
    go.set()
    await asyncio.gather(*waiting)

    assert made == list(jeton.titles()), "each once"


async def test_what_lists_show_of_the_titles_stays_as_it_was_when_the_files_change(monkeypatch):
    for kept in (read_ratings, offers, lesson, words.load):
        kept.cache_clear()
    monkeypatch.setattr(warming, "_play_all", lambda: None)
    warm = warming.Warming()
    await warm.games()
    await until(lambda: lesson.cache_info().currsize == len(jeton.titles()))

    def gone(*_):
        raise FileNotFoundError("another release has other files")

    monkeypatch.setattr(resources, "files", gone)

    assert [one.title for one in told_titles()] == list(jeton.titles())
