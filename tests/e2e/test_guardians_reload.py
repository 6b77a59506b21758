"""Guardians of Legends after a reload: what was picked is still picked, and the reveal goes on where it was."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import jeton
from tests.e2e.browser import Hand, Server
from tests.e2e.guardians import Guardian
from tests.e2e.test_guardians import at_table
from tests.e2e.test_guardians_phone import MATCHES

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True
Sit = Callable[..., Hand]
PICKED = ".act .targets [aria-pressed=true], .hex[aria-pressed=true]"


def again(page: Any) -> None:
    page.reload()
    page.wait_for_selector(".board, .result")


def test_what_is_picked_outlives_a_reload_until_it_is_sent(sit: Sit) -> None:
    hand = sit()
    at_table([hand], 2)
    page, player = hand.page, Guardian(hand)
    player.open_postcards(0)
    hand.press(page.locator(".clue-view label:has(input)").nth(2))
    thing = page.locator(".clue-view .place").inner_text()

    again(page)
    page.locator(".clue-view .place", has_text=thing).wait_for()
    page.keyboard.press("Escape")
    page.wait_for_selector(".clue-view", state="detached")
    again(page)
    assert page.locator(".clue-view").count() == 0  # closed is closed
    player.open_postcards(0)
    hand.press(page.locator(".clue-view label:has(input)").nth(2))
    again(page)
    hand.press(page.locator(".clue-view .place"))
    page.wait_for_selector(".clue-view", state="detached")
    again(page)
    page.wait_for_selector(".act .targets")
    assert page.locator(".clue-view").count() == 0  # the clue lies on the table

    move = next(move for move in player.view()["moves"] if move.startswith("boat "))
    player.aim(*move.split()[1:])
    label = page.locator(".act .sail").inner_text()
    again(page)
    page.locator(".act .sail", has_text=label).wait_for()
    assert page.locator(PICKED).count() == 2
    player.do(move)
    again(page)
    page.wait_for_selector(".act .targets")
    assert page.locator(PICKED).count() == 0


def test_a_reveal_goes_on_after_a_reload_and_is_told_again_whole(sit: Sit) -> None:
    """On a device that was not there it is told from the reports."""
    lena, noor = sit("Lena"), sit("Noor")
    table = at_table([lena, noor], 1, options={"level": 1})
    page, one, two = lena.page, Guardian(lena), Guardian(noor)
    home = one.view()["hand"]["location"]
    while one.view()["phase"] == "search" and one.act():
        pass
    two.act()
    two.do(f"boat {home} blue")
    while two.view()["phase"] == "search" and two.act():
        pass
    page.wait_for_selector(".show")
    said = page.locator(".show ol li")
    for _ in range(3):
        page.locator(".show .buttons button").nth(1).click()
    before = said.all_inner_texts()
    scores = purses(page)

    again(page)
    page.wait_for_selector(".show")
    assert said.all_inner_texts() == before
    assert purses(page) == scores
    whole = told_to_its_end(page)
    assert any("pointed at" in line for line in whole)
    page.locator(".show .skip").click()
    again(page)
    page.locator(".act .ready").wait_for()
    assert page.locator(".show").count() == 0  # it was over
    assert told_again(page) == whole

    page.evaluate("sessionStorage.clear()")
    page.goto("about:blank")
    lena.open(f"/t/{table}")
    page.wait_for_selector(".board")
    one.past_the_show(".act .ready")
    assert told_again(page) == whole


def test_the_last_reveal_has_its_clues_for_who_comes_later(sit: Sit, server: Server) -> None:
    hand = sit()
    me = hand.enter()
    match = jeton.load(MATCHES / "level-3-goal-with-powers.match")
    hand.open(f"/t/{server.put(match, me['id'], *['somebody'] * (match.header.seats - 1))}")
    page = hand.page
    page.wait_for_selector(".result")
    hand.press(page.get_by_role("button", name="See the last reveal again"))
    page.wait_for_selector(".show")
    first = purses(page)
    lines = told_to_its_end(page)

    assert any("pointed at" in line for line in lines)
    assert not any("was hiding here" in line for line in lines)
    assert len(first) == match.header.seats
    assert first != purses(page)  # no purse tells the end beforehand


def purses(page: Any) -> list[str]:
    """Return what the table says of all players' coins."""
    found: list[str] = page.evaluate("[...document.querySelectorAll('.player')].map((one) => one.innerText)")
    return found


def told_to_its_end(page: Any) -> list[str]:
    """Step to the end of the story; return all that it said."""
    forth = page.locator(".show .buttons button").nth(1)
    while forth.is_enabled():
        forth.click()
    lines: list[str] = page.locator(".show ol li").all_inner_texts()
    return lines


def told_again(page: Any) -> list[str]:
    """Have the reveal told again; return all that it said."""
    page.get_by_role("button", name="See the reveal again").click()
    page.wait_for_selector(".show")
    lines = told_to_its_end(page)
    page.locator(".show .skip").click()
    return lines
