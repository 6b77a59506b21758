"""The page as a folder of files: served by nothing but `http.server`, under a path, and kept for when that is gone."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from types import SimpleNamespace
from typing import Any

import pytest

from jeton.cli.main import run
from jeton.server.web.site import NoSite, build_site
from tests.e2e import splendor
from tests.e2e.browser import Hand

pytestmark = [pytest.mark.once, pytest.mark.timeout(300), pytest.mark.xdist_group("browser")]

KEPT = """async () => {
    const kept = new Set((await (await caches.open('jeton-1')).keys()).map((one) => new URL(one.url).pathname));
    const root = new URL('.', location.href).pathname;
    const list = await (await fetch('offline.json')).json();
    const { files } = await (await fetch('engine/engine.json')).json();
    const all = [...list, 'engine/engine.json', 'engine/titles.json', 'engine/lessons/marvel.json',
        ...Object.values(files).map((name) => `engine/${name}`)];
    return kept.has(root) && all.every((name) => kept.has(root + name));
}"""
"""Whether the service worker keeps all that it takes to play."""


class Quiet(SimpleHTTPRequestHandler):
    """Notes what it serves instead of printing it."""

    asked: list[tuple[str, int]]

    def log_request(self, code: Any = "-", size: Any = "-") -> None:
        self.asked.append((self.path, int(code)))

    def log_message(self, format: str, *args: Any) -> None:
        return


class Patient(ThreadingHTTPServer):
    """Lets a page that asks for everything at once wait: Python's own turns away whoever comes sixth."""

    request_queue_size = 128


class Host:
    """A static host with a folder."""

    def __init__(self, folder: Path, asked: list[tuple[str, int]]) -> None:
        handler = type("Handler", (Quiet,), {"asked": asked})
        self.server = Patient(("127.0.0.1", 0), partial(handler, directory=str(folder)))
        self.url = f"http://127.0.0.1:{self.server.server_port}/club/games"
        Thread(target=self.server.serve_forever, daemon=True).start()

    def stop(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def hosted(tmp_path: Path, browser: Any) -> Iterator[SimpleNamespace]:
    folder, asked = tmp_path / "public" / "club" / "games", []
    assert run(["site", "build", str(folder)]) == 0
    host = Host(tmp_path / "public", asked)
    hand = Hand(browser, host, "Lena", here=True, painted=False)  # type: ignore[arg-type]
    yield SimpleNamespace(folder=folder, host=host, hand=hand, asked=asked)
    hand.close()
    host.stop()
    assert hand.troubles == []


def turn(hand: Hand, move: str) -> None:
    assert splendor.wait_for_turn(hand)
    splendor.pick(hand, move, "splendor")
    splendor.confirm(hand)


@pytest.mark.long
def test_a_folder_of_files_plays_renews_itself_and_opens_without_a_network(hosted: SimpleNamespace) -> None:
    hand, page = hosted.hand, hosted.hand.page
    hand.open("/")
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/club/games/#/t/local-*")
    turn(hand, "take wbg")
    page.reload()
    assert splendor.wait_for_turn(hand)  # the bot has moved, before or after it
    page.wait_for_function(KEPT)
    assert [one for one in hosted.asked if one[1] >= 400 or not one[0].startswith("/club/games/")] == []

    page.goto(f"{hosted.host.url}/#/")
    page.get_by_role("link", name="Documentation").first.click()
    page.get_by_role("link", name="Splendor: the rules, numbered").click()
    page.get_by_role("heading", level=1, name="Splendor: the rules, numbered").wait_for()

    # Somebody puts a newer page there: it is shown at the next visit, and the match goes on.
    index = hosted.folder / "index.html"
    index.write_text(index.read_text("utf-8").replace("<title>Jeton</title>", "<title>Newer</title>"), "utf-8")
    page.goto(f"{hosted.host.url}/#/")
    page.reload()
    page.wait_for_function(
        "async () => (await (await caches.match(new URL('.', location.href).pathname))?.text())?.includes('Newer')"
    )

    hosted.host.stop()  # not a switch of the browser: there is nobody left to ask
    page.reload()
    page.wait_for_selector("#main:not([aria-busy])")
    page.locator("a.game").click()
    assert splendor.wait_for_turn(hand)
    page.get_by_role("link", name="Jeton").first.click()
    page.get_by_role("radio", name="Splendor: Marvel").check()
    page.get_by_role("button", name="Play now").click()
    page.wait_for_url("**/#/t/local-*")
    assert splendor.wait_for_turn(hand)
    assert hand.page.locator("html").get_attribute("data-game") == "marvel"
    hand.open("/")
    page.get_by_role("link", name="Puzzles").first.click()
    page.wait_for_url("**/club/games/#/puzzles?title=marvel")
    page.wait_for_selector(".tray[data-turn]")
    page.reload()
    page.wait_for_selector(".tray[data-turn]")
    page.goto(f"{hosted.host.url}/#/rules/marvel")
    page.get_by_role("heading", level=1, name="Marvel").wait_for()


def test_only_a_new_or_an_older_site_is_written_over(tmp_path: Path) -> None:
    (tmp_path / "thesis.txt").write_text("mine")

    with pytest.raises(NoSite, match="something else"):
        build_site(tmp_path)

    assert (tmp_path / "thesis.txt").read_text() == "mine"
