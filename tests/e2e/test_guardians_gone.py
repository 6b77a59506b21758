"""Giving up in Guardians of Legends: the table asks nothing more, still tells its story, and says who went."""

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


def give_up(page: Any) -> None:
    """Give up by the menu, which asks once more."""
    page.get_by_role("button", name="Menu").click()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Press again to give up").click()


def test_who_gave_up_is_asked_nothing_sees_the_reveal_and_ranks_behind(sit: Sit) -> None:
    lena, noor = sit("Lena"), sit("Noor")
    at_table([lena, noor], 1, options={"level": 1, "goal": 12})
    mine, hers = lena.page, noor.page
    give_up(mine)

    mine.wait_for_selector(".act .gone")
    assert "You gave up." in mine.locator(".act .gone").inner_text()
    assert mine.locator(".act .targets, .act .point, .act[data-turn]").count() == 0
    mine.wait_for_selector(".player.me .name:has-text('gave up')")
    assert "gave up" in mine.locator(".player.me .sr").text_content()
    assert "clue" not in mine.locator(".player.me").text_content()
    hers.wait_for_selector(".player:has-text('gave up')")

    second = Guardian(noor)
    while second.view()["phase"] == "search":
        second.act()
    mine.wait_for_selector(".show .skip")
    assert mine.locator(".gone").count() == 0, "who went may still see what was hidden"
    mine.locator(".show .skip").click()
    mine.wait_for_selector(".act .gone")

    second.skip()
    give_up(hers)
    for page in (mine, hers):
        page.evaluate("document.querySelector('.show .skip')?.click()")
        page.wait_for_selector(".result")
        assert "gave up." in page.locator(".result .how").inner_text()
        assert page.locator(".result .place").all_inner_texts() == ["place 1", "place 2", "place 3"]
        assert page.locator(".result .gone").all_inner_texts() == ["", "gave up", "gave up"]
        assert page.locator(".result .tower b").all_inner_texts()[1:] == ["Noor", "Lena"], "who went first is last"
