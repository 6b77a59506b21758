"""A page that somebody opened once still works without a network: its server, under a path, stops for good."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from msgspec.structs import replace

from jeton.games.lessons import Lesson, lesson
from jeton.server.run import make_server
from tests.e2e import splendor
from tests.e2e.browser import Hand, free_port
from tests.e2e.test_learn import walk
from tests.e2e.test_local import GIVEN_UP
from tests.e2e.test_puzzles import answer, easy_to_click
from tests.e2e.test_security import beside
from tests.server.harness import a_config

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]

BOXES = ("splendor", "marvel")
"""As they stand on the shelf."""


@pytest.fixture
def club(tmp_path: Path, browser: Any) -> Iterator[SimpleNamespace]:
    """Yield a server at `/club/games`, somebody whose browser can play by itself, and how to stop the server."""
    port = free_port()
    with ExitStack() as stack:
        stack.enter_context(beside(make_server(a_config(tmp_path, prefix="/club/games"), "127.0.0.1", port)))
        url = f"http://localhost:{port}/club/games"
        hand = Hand(browser, SimpleNamespace(url=url), "Lena", here=True, painted=False)  # type: ignore[arg-type]
        yield SimpleNamespace(url=url, hand=hand, stop=stack.close)
        hand.close()
        assert hand.troubles == []


@pytest.mark.long
@pytest.mark.parametrize("whole", [False, pytest.param(True, marks=pytest.mark.soak)])
def test_a_page_that_was_opened_once_needs_no_network(club: SimpleNamespace, whole: bool) -> None:
    hand, page = club.hand, club.hand.page
    hand.open("/")
    page.wait_for_selector("html[data-kept]", state="attached")  # nothing was begun, nothing was pressed

    club.stop()  # not a switch of the browser: there is nobody left to ask
    page.reload()
    page.get_by_text("You can play alone or on one device.").wait_for()
    begin(hand, "splendor")
    table = hand.table
    splendor.pick(hand, "take wbg", "splendor")
    splendor.confirm(hand)
    assert splendor.wait_for_turn(hand)  # the bot has answered
    begin(hand, "marvel")
    splendor.pick(hand, "take ypb", "marvel")
    splendor.confirm(hand)
    assert splendor.wait_for_turn(hand)

    for title in BOXES if whole else ["marvel"]:
        hand.open("/")
        page.locator("label.box").nth(BOXES.index(title)).click()
        page.get_by_role("button", name="Learn it").click()
        walk(hand, lesson(title) if whole else as_far_as_the_second_chapter(lesson(title)), "en")
        if whole:
            page.wait_for_selector(".result")
    for title in BOXES:
        hand.open(f"/rules/{title}")
        page.wait_for_selector(".topic .rule")

    hand.open("/")
    page.get_by_role("link", name="Puzzles").first.click()
    page.wait_for_selector(".tray[data-turn]")
    one, _ = easy_to_click()
    hand.open(f"/puzzles/{one.id}")
    page.wait_for_selector(".tray[data-turn]")
    hand.press_greyed(page.locator("[data-at=bank-5]"))
    page.locator(".tray .note", has_text="Gold can’t be taken").get_by_role("button", name="Rule S10").wait_for()
    answer(hand, one.move)
    page.wait_for_selector('.answer[data-state="first"]')
    page.get_by_role("button", name="Play on").click()
    page.wait_for_url("**/club/games/t/local-*")
    assert splendor.wait_for_turn(hand)

    short = page.evaluate(GIVEN_UP, table)
    hand.open("/m")
    page.locator(f'a[href$="/m/{short}"]').click()
    page.get_by_role("button", name="Have it judged").click()
    page.wait_for_selector(".review .verdict")


def as_far_as_the_second_chapter(told: Lesson) -> Lesson:
    first, second = told.chapters[:2]
    return replace(told, chapters=(first, replace(second, steps=second.steps[:1])))


def begin(hand: Hand, title: str) -> None:
    """Choose a box and play."""
    hand.open("/")
    hand.page.locator("label.box").nth(BOXES.index(title)).click()
    hand.page.get_by_role("button", name="Play now").click()
    hand.page.wait_for_url("**/club/games/t/local-*")
    assert splendor.wait_for_turn(hand)
