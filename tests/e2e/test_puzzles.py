"""Puzzles in the browser: found by playing on the real table, by hand and by keyboard."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from jeton.analysis.book import book
from jeton.analysis.puzzles import Puzzle
from tests.e2e import splendor
from tests.e2e.browser import Hand
from tests.e2e.faults import faults
from tests.e2e.test_quality import CUT_OFF, serious

pytestmark = [pytest.mark.once, pytest.mark.timeout(300), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True
Sit = Callable[..., Hand]
ASKS = ".tray[data-turn], .act[data-turn]"
"""A puzzle on the table, of whatever game."""
OF_A_CARD = re.compile(r"(buy|reserve) \d\.\d")


def easy_to_click() -> tuple[Puzzle, str]:
    """Return a puzzle about a card of the market, and another move of that kind."""
    for one in book():
        others = [move for move in one.chances if OF_A_CARD.fullmatch(move) and move != one.move]
        if (one.title, one.seats) == ("splendor", 2) and OF_A_CARD.fullmatch(one.move) and others:
            return one, others[-1]
    raise LookupError("no such puzzle ships")


def answer(hand: Hand, move: str) -> None:
    hand.page.wait_for_selector(".tray[data-turn]")
    splendor.pick(hand, move, "splendor")
    hand.page.locator(".tray .foot .primary").click()
    hand.page.wait_for_selector(".answer")


def clean(hand: Hand, where: str) -> None:
    assert serious(hand) == [], where
    assert hand.page.evaluate(CUT_OFF) == [], where


@pytest.mark.parametrize("phone", [False, True])
def test_a_puzzle_is_missed_found_and_explained(sit: Sit, phone: bool) -> None:
    one, other = easy_to_click()
    hand = sit(phone=phone, confirm="always", language="fr" if phone else "en")
    page = hand.page
    if phone:  # with an account, and so with a rating
        hand.enter()
        login = {"login": "lena of the riddles", "password": "a long enough word 7"}
        assert "code" not in hand.ask("POST", "/api/account/password", login)
    hand.open(f"/puzzles/{one.id}")
    page.wait_for_selector(".tray[data-turn]")
    if phone:
        page.locator("header .what .sub", has_text="1200 ± 686").wait_for()

    answer(hand, other)
    page.wait_for_selector('.answer[data-state="wrong"]')
    page.wait_for_selector('[data-judge="played"]')
    assert page.locator('[data-judge="best"]').count() == 0, "the solution is not shown yet"
    solution = re.compile("solution", re.IGNORECASE)
    assert page.get_by_role("button", name=solution).count() == 1, "and one button shows it"
    page.locator(".answer .primary").click()

    answer(hand, one.move)
    page.wait_for_selector('.answer[data-state="later"]')
    page.wait_for_selector('[data-judge="best"]')
    if phone:
        page.locator(".answer .rating .down").wait_for()  # the first answer counts, and was wrong
        page.locator(".answer [aria-haspopup=dialog]").click()
        page.wait_for_selector("dialog[open]")
    clean(hand, "done")
    assert page.locator(".about .rating .down").count() == phone
    assert 1 <= page.locator(".about .why").count() <= len(one.why)
    assert page.locator(".about li.best strong").inner_text() == f"{round(100 * one.chances[one.move])} %"
    if phone:
        page.keyboard.press("Escape")
        page.wait_for_selector("dialog", state="detached")
    page.locator(".answer .primary").click()
    page.wait_for_function("(id) => !location.pathname.endsWith(id)", arg=one.id)
    page.wait_for_selector(ASKS)


def test_a_clue_is_read_by_keys_on_a_phone_on_its_side(sit: Sit) -> None:
    """The island that was meant is found after another one; the table says what it asks for."""
    one = next(puzzle for puzzle in book() if puzzle.log and puzzle.seats == 4)
    other = list(one.chances)[1]
    hand = sit(phone=True)
    page = hand.page
    page.set_viewport_size({"width": 844, "height": 390})
    hand.open(f"/puzzles/{one.id}")
    page.wait_for_selector(".act[data-turn] .sail")
    assert page.locator(".do .task").inner_text().startswith("Which island does")
    for move, state in ((other, "wrong"), (one.move, "later")):
        page.locator(f"[data-at='island-{move.split()[1]}']").press("Enter")
        page.locator(".act .sail:not([disabled])").press("Enter")
        page.wait_for_selector(f'.answer[data-state="{state}"]')
        if state == "wrong":
            assert page.locator('[data-judge="best"]').count() == 0, "the solution is not shown yet"
            page.locator(".answer .primary").press("Enter")
            page.wait_for_selector(".act[data-turn] .sail")
    page.wait_for_selector('.hex[data-judge="best"]')
    page.locator(".answer [aria-haspopup=dialog]").press("Enter")
    page.wait_for_selector("dialog[open] .about .why")
    assert page.locator("dialog .about .why").count() == len(one.why)
    assert serious(hand) == []


def test_puzzles_are_chosen_and_played_on_from_by_keyboard(sit: Sit) -> None:
    hand = sit(confirm="always")
    page = hand.page
    hand.open("/")
    page.get_by_role("link", name="Puzzles").first.click()
    page.wait_for_selector(ASKS)
    hand.open(f"/puzzles/{easy_to_click()[0].id}")  # whatever day it is
    for width, height in ((844, 390), (390, 844)):  # the filters are in sight without a menu
        page.set_viewport_size({"width": width, "height": height})
        page.get_by_role("button", name="Choose puzzles").click()
        page.wait_for_selector("dialog .fields")
        page.keyboard.press("Escape")
    page.set_viewport_size({"width": 1440, "height": 900})
    page.get_by_role("button", name="Choose puzzles").press("Enter")
    page.wait_for_selector("dialog[open]")
    clean(hand, "chooser")
    page.locator("dialog select").nth(0).select_option("splendor")
    page.locator("dialog select").nth(1).select_option("2")
    tray = page.query_selector(".tray")
    page.get_by_role("button", name="Begin").press("Enter")
    page.wait_for_function("(id) => !location.pathname.endsWith(id)", arg=easy_to_click()[0].id)
    page.wait_for_selector("dialog", state="detached")
    page.wait_for_function("(tray) => !tray.isConnected", arg=tray)  # the puzzle before stays until the next has come
    page.wait_for_selector(".tray[data-turn]")
    page.get_by_role("button", name="Show the solution").press("Enter")
    page.wait_for_selector('.answer[data-state="shown"]')
    page.get_by_role("button", name="Play on").press("Enter")
    page.wait_for_url("**/t/*")
    assert splendor.wait_for_turn(hand)


@pytest.mark.parametrize("size", [(1280, 593), (1366, 657), (1440, 900), (2560, 1440), (1024, 768), (844, 390)])
def test_what_a_puzzle_asks_for_and_its_solution_are_at_hand_in_every_window(sit: Sit, size: tuple[int, int]) -> None:
    hand = sit(language="en")
    page = hand.page
    page.set_viewport_size({"width": size[0], "height": size[1]})
    hand.open(f"/puzzles/{easy_to_click()[0].id}")
    page.wait_for_selector(ASKS)

    if size[1] >= 500:
        page.get_by_text("One move is clearly the best").wait_for()
    found, scrolled = faults(page)
    assert (found, scrolled) == ([], {})
    page.get_by_role("button", name="Show the solution").click()
    page.wait_for_selector('.answer[data-state="shown"]')


def test_a_phones_list_of_puzzles_shows_the_solution(sit: Sit) -> None:
    hand = sit(phone=True, language="en")
    hand.open(f"/puzzles/{easy_to_click()[0].id}")
    hand.page.wait_for_selector(ASKS)
    hand.press(hand.page.get_by_role("button", name="Choose puzzles"))
    hand.press(hand.page.locator("dialog").get_by_role("button", name="Show the solution"))

    hand.page.wait_for_selector('.answer[data-state="shown"]')


GEMS = {"w": "diamond", "b": "sapphire", "g": "emerald", "r": "ruby", "k": "onyx", "j": "gold"}


def test_a_solution_says_which_tokens_go_back(sit: Sit) -> None:
    one = next(one for one in book() if one.title == "splendor" and one.then and "return" in one.then[0])
    hand = sit(language="en")
    hand.open(f"/puzzles/{one.id}")
    hand.page.get_by_role("button", name="Show the solution").click()

    said = hand.page.locator(".answer .said p").first
    said.get_by_text(re.compile("then give back")).wait_for()
    told = said.inner_text()
    assert all(GEMS[move.split()[1]] in told.partition("then give back")[2] for move in one.then), (told, one.then)
