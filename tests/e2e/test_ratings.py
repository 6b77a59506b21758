"""A rated game in the browser: chosen by keyboard, played without help, told at its end, in My games and on a board."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.e2e.browser import Hand
from tests.e2e.faults import faults
from tests.e2e.test_quality import serious

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
Sit = Callable[..., Hand]


def test_a_rated_game_is_chosen_played_and_told(sit: Sit) -> None:
    ann = sit("Ann")
    ann.enter()
    ann.ask("POST", "/api/account/password", {"login": "ann of the ladder", "password": "a long enough word 7"})
    ann.open()
    ann.page.locator(".btn.ghost").first.press("Enter")
    ann.page.get_by_role("switch", name="Rated").press("Space")
    ann.page.locator(".go .btn.grow").press("Enter")
    ann.page.wait_for_url("**/t/*")
    ann.page.wait_for_selector(".tray")
    assert ann.ask("GET", f"/api/tables/{ann.table}")["clock"]["kind"] == "hard"
    for size in ((1440, 900), (390, 844), (844, 390)):
        ann.page.set_viewport_size({"width": size[0], "height": size[1]})
        ann.page.locator(".clock .rated").get_by_text("rated", exact=True).wait_for()
        assert faults(ann.page) == ([], {}), size
    ann.page.get_by_role("button", name="Menu").first.click()
    ann.page.locator("dialog [data-act=resign]").wait_for()
    assert ann.page.locator("dialog").get_by_text("last move back").count() == 0
    ann.page.locator("[data-act=resign]").click()
    ann.page.locator("[data-act=resign].bad").click()
    moved = ann.page.locator(".result .rated .down")
    moved.wait_for()
    change = moved.inner_text()
    assert serious(ann) == []

    ann.open("/m")
    ann.page.locator("li .how", has_text=change).wait_for()
    ann.page.locator(".ratings .mine b").wait_for()
    ann.page.get_by_text("Nobody has finished enough rated games yet").wait_for()
    assert ann.page.locator(".ratings tr.bot").count() == 8
    assert serious(ann) == []
    assert ann.troubles == []
