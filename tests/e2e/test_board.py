"""People set a position up by hand and by text, explore it with a judge, and play it; impossible ones are refused."""

from __future__ import annotations

from collections.abc import Callable

from tests.e2e import splendor
from tests.e2e.browser import Hand
from tests.e2e.test_quality import serious

Sit = Callable[..., Hand]
# The way back lies in the bar, large enough for a finger; on a phone on its side that bar is a corner.
IN_THE_BAR = """(corner) => {
    const bar = document.querySelector(corner ? '.bar-of.corner .topbar' : '.bar-of:not(.corner) .topbar');
    const back = bar?.querySelector('.back')?.getBoundingClientRect();
    const room = bar?.getBoundingClientRect();
    return back && back.width >= 40 && back.left >= Math.max(0, room.left) && back.right <= room.right
        && [...bar.querySelectorAll('.tools .tool')].every((one) => one.offsetWidth === 0 || one.matches('.back')
            || one.getBoundingClientRect().left >= back.right - 0.5);
}"""


def test_a_position_is_set_up_explored_and_played(sit: Sit) -> None:
    hand = sit()
    hand.enter()
    page = hand.page
    hand.open("/board/splendor")
    page.wait_for_selector(".editor .good")
    text = page.locator("textarea").input_value()
    page.get_by_role("button", name="+ ruby").first.click()
    page.wait_for_function("() => document.querySelector('textarea').value.includes('0 tokens r1')")
    assert "turns 2" in page.locator("textarea").input_value(), "turns follow from what everybody has"
    page.locator(".nobles select").first.select_option("0")
    page.locator(".editor .said li", has_text="S6:").wait_for()
    assert page.get_by_role("button", name="Explore it").is_disabled()
    page.locator("textarea").fill(text.replace("turn 0", "turn 1").replace("turns 0", "turns 1"))
    page.get_by_role("button", name="Lay it out").click()
    page.wait_for_selector(".editor .good")
    page.get_by_role("button", name="Add a card").first.click()
    page.wait_for_selector("dialog .cards button")
    assert serious(hand) == []
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog", state="detached")

    page.get_by_role("button", name="Explore it").click()
    page.wait_for_selector(".board")
    page.locator(".about .move").first.click()
    page.wait_for_url(lambda url: "m=" in url)
    page.get_by_role("button", name="One move back").click()
    page.wait_for_url(lambda url: "m=" not in url)
    page.wait_for_selector(".about .move")
    assert serious(hand) == []
    page.locator(".about").get_by_text("You play as Player 2, against bots").wait_for()
    explored = page.url
    page.get_by_role("button", name="Play it against bots").click()
    page.wait_for_url("**/t/*")
    splendor.wait_for_turn(hand)
    assert hand.view()["view"]["seat"] == 1
    for width, height in ((1440, 900), (844, 390), (800, 360)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(IN_THE_BAR, arg=height < 500)
    page.locator(".topbar").get_by_role("link", name="Back to the analysis board").click()
    page.wait_for_url(explored)
    page.wait_for_selector(".board")
    hand.open("/")
    page.locator(".games").get_by_text("Played from the analysis board").wait_for()
    assert page.locator(".due").count() == 0, "nobody waits for a move that one only tries"


def test_in_a_low_window_the_judge_s_moves_stand_in_the_tray(sit: Sit) -> None:
    """There is no room for what stands beside the table elsewhere."""
    hand = sit()
    hand.enter()
    page = hand.page
    page.set_viewport_size({"width": 1366, "height": 657})
    hand.open("/board/splendor")
    page.get_by_role("button", name="Explore it").click()
    page.locator(".tray .move").nth(2).wait_for()
    assert page.locator(".about").count() == 0
    page.locator(".tray .move").nth(1).click()
    page.wait_for_url(lambda url: "m=" in url)
    page.locator(".tray").get_by_role("button", name="One move back").click()
    page.wait_for_url(lambda url: "m=" not in url)
    page.locator(".tray .move").first.wait_for()
    page.locator("[data-at=bank-0]").click()
    page.locator(".tray .move").first.wait_for(state="detached")
    assert serious(hand) == []
