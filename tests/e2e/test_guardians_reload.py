"""Guardians of Legends after a reload: what was picked is still picked."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from tests.e2e.browser import Hand
from tests.e2e.guardians import Guardian
from tests.e2e.test_guardians import at_table

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
