"""What a table says to its players beside the moves: who plays for whom, what a noble asks for, how it ended."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.e2e.browser import Hand

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True
Sit = Callable[..., Hand]


def test_the_tray_says_that_a_bot_plays_for_me_and_gives_the_seat_back(sit: Sit) -> None:
    hand = sit(phone=True)
    hand.begin("splendor", "greedy", pace=10_000)
    hand.page.get_by_role("button", name="Menu").tap()
    hand.page.get_by_role("button", name="Let a bot play for me").tap()
    back = hand.page.locator('.tray [data-act="back"]')
    back.wait_for()

    assert hand.page.locator(".tray h2").inner_text() == "A bot plays for you."
    assert hand.page.locator(".standin").count() == 0
    back.tap()
    hand.page.wait_for_selector('.tray:not(:has([data-act="back"]))')
