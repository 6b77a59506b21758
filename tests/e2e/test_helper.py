"""Beside a table against bots: a hint where somebody asks, and tips in a first game."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.e2e.browser import Hand
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
    said = page.locator(".explain").inner_text()
    assert "its bonus" in said
    assert "its price" in said

    page.reload()
    hand.wait_for_turn()
    hand.turn()
    hand.wait_for_turn()
    given = page.evaluate("() => JSON.parse(localStorage.getItem('jeton.tips')).given")
    assert len(given) == len(set(given)) >= 1
    page.locator(".topbar .tool").last.click()
    page.locator('dialog [data-act="resign"]').click()
    page.locator('dialog .bad[data-act="resign"]').click()
    page.wait_for_selector(".result")
    assert "Lena asked for 1 hint." in page.locator(".result .how").inner_text()
