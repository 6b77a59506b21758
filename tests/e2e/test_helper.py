"""Beside a table against bots: a hint if somebody asks, and tips in a first game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.e2e import splendor
from tests.e2e.browser import Hand
from tests.e2e.guardians import MINE, Guardian
from tests.e2e.test_quality import serious

pytestmark = [pytest.mark.once, pytest.mark.timeout(600)]
SHARES_SCREENS = True

Sit = Callable[..., Hand]


def test_a_first_game_has_tips_each_once_and_a_hint_that_the_result_tells_of(sit: Sit) -> None:
    hand = sit(tips="first", phone=True)
    hand.begin("splendor", "level1", options={"first": "seat"})
    page = hand.page
    page.wait_for_selector('.helper[data-said="splendor.pair"]')
    moves = hand.view()["view"]["moves"]

    assert "take ww" in moves, "what the tip says is so"
    assert serious(hand) == []
    page.locator(".helper .btn").click()
    page.wait_for_selector(".helper", state="detached")
    page.locator(".tool.hint").click()
    page.wait_for_selector('.helper[data-said="hint"] .why')
    page.wait_for_selector(".rings rect", state="attached")
    assert serious(hand) == []
    table = hand.ask("GET", f"/api/tables/{hand.table}")
    assert table["hints"] == [1, 0]

    page.locator(".helper .btn").click()
    page.locator('[data-walk="2.2"]').focus()
    page.keyboard.press("i")
    page.wait_for_selector(".explain")
    page.wait_for_timeout(1100)  # the mouse has come to rest over a noble, since the tip under it went away
    said = page.locator(".explain").inner_text()
    assert "its bonus" in said
    assert "its cost" in said
    assert "Small bars" in said

    page.reload()
    splendor.wait_for_turn(hand)
    splendor.turn(hand)
    splendor.wait_for_turn(hand)
    given = page.evaluate("() => JSON.parse(localStorage.getItem('jeton.tips')).given")
    assert len(given) == len(set(given)) >= 1
    page.locator(".topbar .tool").last.click()
    page.locator('dialog [data-act="resign"]').click()
    page.locator('dialog .bad[data-act="resign"]').click()
    page.wait_for_selector(".result")
    assert "Lena asked for 1 hint." in page.locator(".result .how").inner_text()


def test_a_first_game_on_this_device_has_tips(sit: Sit) -> None:
    hand = sit(tips="first", here=True, own=True)
    hand.open("/")
    hand.page.locator(".go .btn.grow").click()
    splendor.wait_for_turn(hand)

    hand.page.wait_for_selector(".helper[data-said^='splendor.']")
    assert hand.page.evaluate("() => JSON.parse(localStorage.getItem('jeton.tips')).given.length") == 1


def test_who_wants_no_tips_gets_none(sit: Sit) -> None:
    hand = sit(tips="never")
    hand.begin("splendor", "level1", options={"first": "seat"})
    for _ in range(2):
        splendor.wait_for_turn(hand)
        splendor.turn(hand)
    splendor.wait_for_turn(hand)

    assert hand.page.locator(".helper").count() == 0
    assert hand.page.evaluate("() => localStorage.getItem('jeton.tips')") is None


def hold(hand: Hand, part: str) -> str:
    """Keep a finger on a part of the table until it is explained; what is said. Nothing is picked by it."""
    page = hand.page
    place = page.locator(part).first
    place.scroll_into_view_if_needed()
    box = place.bounding_box()
    assert box is not None
    spot = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    wire = hand.context.new_cdp_session(page)
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": spot})
    page.wait_for_selector(".explain")
    said = str(page.locator(".explain").inner_text())
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    wire.detach()
    assert page.locator("dialog[open], .clue-view").count() == 0
    page.keyboard.press("Escape")
    page.wait_for_selector(".explain", state="detached")
    return said


def test_a_finger_that_stays_is_told_what_marvels_parts_mean(sit: Sit) -> None:
    hand = sit(phone=True)
    hand.begin("marvel", "level1", options={"first": "seat"})
    splendor.wait_for_turn(hand)

    assert "16 points" in hold(hand, ".board .gauntlet")
    assert "three Avengers tags" in hold(hand, ".board .tile")
    assert "never spend it" in hold(hand, "[data-at=bank-6]")


def test_a_finger_that_stays_is_told_what_lies_at_sea(sit: Sit) -> None:
    hand = sit(phone=True)
    hand.enter()
    made = hand.ask("POST", "/api/lessons", {"title": "guardians", "chapter": "legends"})
    hand.open(f"/t/{made['id']}")
    hand.page.wait_for_selector(".coach")
    hand.page.keyboard.press("Escape")  # in a lesson the coach explains
    hand.page.wait_for_selector(".resume")
    view = hand.view()["view"]

    assert "secret island" in hold(hand, f"[data-at='post-{view['postcards'][-1]}']")
    assert "one more boat next round" in hold(hand, "[data-at=legend-club]").lower()
    assert "12" not in hold(hand, "[data-at=seat-1]")
    player = Guardian(hand)
    boats: list[str] = []
    for _ in range(9):  # the legend, the next round, a clue: until a boat lies somewhere
        hand.page.wait_for_selector(MINE)
        player.act()
        if boats := [boat["island"] for boat in player.view()["boats"]]:
            break
    assert "the order in which they came" in hold(hand, f"[data-at='island-{boats[0]}']")


OVER = """(selectors) => {
    const bubble = document.querySelector('.helper').getBoundingClientRect();
    return selectors.filter((selector) => [...document.querySelectorAll(selector)].some((part) => {
        const one = part.getBoundingClientRect();
        return one.width && Math.min(one.right, bubble.right) - Math.max(one.left, bubble.left) > 1
            && Math.min(one.bottom, bubble.bottom) - Math.max(one.top, bubble.top) > 1;
    }));
}"""


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_a_hint_lies_in_the_tray_as_long_as_nothing_else_does(sit: Sit, title: str) -> None:
    hand = sit()
    page = hand.page
    hand.begin(title, "greedy", options={"first": "seat"})
    splendor.wait_for_turn(hand)
    page.keyboard.press("h")
    page.wait_for_selector('.helper[data-said="hint"] .why')
    for width, height in ((1366, 657), (2560, 1440)):  # with room for the longest reasons
        page.set_viewport_size({"width": width, "height": height})
        apart = [".board .card", ".board .bank", ".people", ".f-nobles", ".area-me"]
        page.wait_for_function(f"(parts) => ({OVER})(parts).length === 0", arg=apart)

    page.locator('[data-walk="1.1"]').click()  # now the tray says what this move would be
    page.wait_for_selector(".helper", state="hidden")
    page.keyboard.press("Escape")
    page.wait_for_selector(".helper", state="visible")
