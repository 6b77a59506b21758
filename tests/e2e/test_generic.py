"""A title that the page does not know: it shows the view, its moves are buttons, and a finished match is replayed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.browser import Hand, Server, missing
from tests.e2e.test_quality import serious
from tests.titles.installed import installed

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]


@pytest.fixture(scope="module")
def nim_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """Yield a server on a machine where Nim is installed."""
    if why := missing():
        pytest.skip(why)
    with installed(tmp_path_factory.mktemp("site")):
        server = Server(Path(tmp_path_factory.mktemp("served")))
        server.start()
        yield server
        server.stop()


@pytest.fixture
def sit_at(browser: Any, nim_server: Server, request: pytest.FixtureRequest) -> Iterator[Callable[..., Hand]]:
    nim_server.serve_test(request.node.nodeid)
    hands: list[Hand] = []

    def make(name: str, **settings: Any) -> Hand:
        hands.append(Hand(browser, nim_server, name, painted=False, **settings))
        return hands[-1]

    yield make
    troubles = [trouble for hand in hands for trouble in hand.troubles]
    for hand in hands:
        hand.close()
    assert troubles == []


def play_to_the_end(hand: Hand) -> None:
    """Play the first move that is offered, until there is a result."""
    for _ in range(12):
        hand.page.wait_for_selector(".moves button:not([disabled]), .again")
        if hand.page.locator(".again").count():
            return
        hand.press(hand.page.locator(".moves button").first)
    raise AssertionError("twelve tokens last twelve moves at most")


def test_nim_is_played_to_its_end_by_buttons_and_keys(sit_at: Callable[..., Hand]) -> None:
    hand = sit_at("Lena")
    hand.begin("nim", "hungry")
    page = hand.page
    page.get_by_text("Heaps A, B, C: 3, 4, 5").wait_for()
    assert page.locator(".moves button").count() == 9
    assert not hand.view()["view"]["mark"], "nobody knows the mark"

    page.get_by_role("button", name="Take 1 from A").click()
    page.locator(".log").get_by_text("Lena: Take 1 from A").wait_for()
    page.wait_for_selector(".log li:nth-child(2)")  # the bot has answered
    page.wait_for_selector(".moves button:not([disabled])")
    assert serious(hand) == []
    page.locator("#main").press("1")  # the first of what is offered
    play_to_the_end(hand)

    page.get_by_role("heading", name=" with ").wait_for()  # who wins, or shares
    outcome = hand.view()["view"]["outcome"]
    assert outcome["termination"] == "last"
    assert page.locator(".people b").all_inner_texts() == [str(points) for points in outcome["points"]]


def test_a_table_of_nim_is_made_from_the_first_screen(sit_at: Callable[..., Hand]) -> None:
    hand = sit_at("Tom")
    hand.open("/")
    hand.ask("GET", "/api/titles")  # a server that has just begun answers when its games are ready
    hand.page.get_by_role("radio", name="Nim").check()  # its box came from the server, beside ours
    hand.page.get_by_role("button", name="Play now").click()
    hand.page.get_by_text("Heaps A, B, C: 3, 4, 5").wait_for()

    assert hand.view()["view"]["title"] == "nim"


def test_the_generic_table_speaks_and_fits_a_phone(sit_at: Callable[..., Hand]) -> None:
    hand = sit_at("Zoé", phone=True, language="fr")
    hand.begin("nim", "hungry")
    hand.page.get_by_text("Tas A, B, C : 3, 4, 5").wait_for()
    hand.page.get_by_role("button", name="Prendre 1 du tas A").tap()
    hand.page.locator(".log").get_by_text("Zoé : Prendre 1 du tas A").wait_for()

    assert hand.page.evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_finished_match_of_nim_is_stepped_through(sit_at: Callable[..., Hand]) -> None:
    hand = sit_at("Ida")
    table = hand.begin("nim", "hungry")
    page = hand.page
    play_to_the_end(hand)
    page.get_by_role("link", name="Review").click()
    page.get_by_text("Before the first move").first.wait_for()
    page.wait_for_url(f"**/m/{table}")
    page.get_by_text("Heaps A, B, C: 3, 4, 5").wait_for()
    replay = hand.ask("GET", f"/api/tables/{table}/replay")
    last = len(replay["views"]) - 1
    seen = [", ".join(map(str, view["heaps"])) for view in replay["views"]]
    assert page.locator(".moves li").count() == last, "each entry of Nim is somebody's move"
    assert not page.locator(".moves .on").count()
    assert serious(hand) == []

    def is_at(step: int) -> None:
        page.wait_for_selector(f'.review[data-step="{step}"]')
        page.get_by_text(f"Heaps A, B, C: {seen[step]}").wait_for()
        page.get_by_text(f"Move {step} of {last}").wait_for()
        page.wait_for_url(f"**/m/{table}/{step}")

    page.get_by_role("button", name="One move on").click()
    is_at(1)
    page.locator("h1").get_by_text("Ida: Take 1 from A").wait_for()
    page.get_by_role("button", name="To the end").click()
    is_at(last)
    page.get_by_role("heading", name=" with ").wait_for()
    assert page.locator(".people b").all_inner_texts() == [str(points) for points in replay["outcome"]["points"]]
    page.get_by_role("button", name="One move back").click()
    is_at(last - 1)
    page.get_by_role("button", name="To the beginning").click()
    is_at(0)
    for key, step in (("ArrowRight", 1), ("End", last), ("ArrowLeft", last - 1), ("Home", 0)):
        page.locator("#main").press(key)
        is_at(step)
    page.locator(".moves button").nth(2).click()
    is_at(3)
    page.locator("#main").press(" ")  # by itself, to the end
    is_at(last)
    assert page.get_by_role("button", name="Play by itself").get_attribute("aria-pressed") == "false"


LAST_LINE_IS_IN_SIGHT = """() => {
    const [list, line] = ['.moves', '.moves li:last-child.on'].map((one) => document.querySelector(one));
    return list.scrollHeight > list.clientHeight && !!line &&
        line.offsetTop + line.offsetHeight <= list.scrollTop + list.clientHeight + 1;
}"""


def test_a_link_leads_to_a_moment_of_nim_on_a_phone(sit_at: Callable[..., Hand]) -> None:
    hand = sit_at("Zoé", phone=True, language="fr")
    table = hand.begin("nim", "hungry")
    play_to_the_end(hand)
    hand.open(f"/m/{table}/1")
    hand.page.locator("h1").get_by_text("Zoé : Prendre 1 du tas A").wait_for()
    hand.page.get_by_text("Tas A, B, C : 2, 4, 5").wait_for()
    hand.page.get_by_role("button", name="Un coup en avant").tap()
    hand.page.wait_for_selector('.review[data-step="2"]')

    assert hand.page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    hand.page.set_viewport_size({"width": 390, "height": 480})
    hand.page.evaluate("scrollTo(0, 0)")
    hand.page.get_by_role("button", name="À la fin").tap()
    hand.page.wait_for_function(LAST_LINE_IS_IN_SIGHT)
    assert hand.page.evaluate("scrollY") == 0, "the list of moves scrolls, not the page"
    hand.open("/m")
    hand.page.locator(f'a[href$="/m/{table}"]').wait_for()  # the list of one's games leads to it
