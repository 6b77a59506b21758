"""Two people at one device: what stays in sight, whose turn it is, and what an undo takes back."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import jeton
from jeton import Match
from jeton.core.match import Header
from tests.e2e.browser import Hand, Server

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True
Sit = Callable[..., Hand]


def test_two_people_share_one_device_and_only_secrets_draw_the_curtain(sit: Sit) -> None:
    hand = sit()
    hand.open()
    hand.page.get_by_role("button", name="One device").click()
    hand.page.get_by_role("button", name="Play now").click()
    ready = hand.page.get_by_role("button", name="I am ")

    def play(*places: str) -> None:
        before = hand.page.locator(".board").get_attribute("data-n")
        hand.page.wait_for_selector(".tray[data-turn]")
        for place in places:
            hand.page.locator(place).click()
        hand.page.locator(".tray .foot .primary").click()
        hand.page.locator(f".board:not([data-n='{before}']), h1:has-text('’s turn')").wait_for()

    gems = [f"[data-at=bank-{colour}]" for colour in range(3)]
    hand.page.wait_for_selector(".board")
    for _ in range(2):  # nothing is secret: the table stays in sight and turns to whom it is due
        play(*gems)
        assert ready.count() == 0
    play("[data-walk='2.0']")  # reserved blind: its owner alone may see the card
    play(*gems)
    ready.wait_for()
    hand.page.get_by_role("button", name="Go on without this screen").click()
    play(*gems)
    hand.page.wait_for_selector(".tray[data-turn]")
    assert ready.count() == 0


def test_on_one_device_undo_takes_back_the_last_move_alone_and_the_table_names_whose_turn_it_is(sit: Sit) -> None:
    hand = sit("Ann", size=(390, 844))
    hand.open()
    hand.page.get_by_role("button", name="One device").click()
    hand.page.get_by_role("button", name="Play now").click()
    board, gems = hand.page.locator(".board"), [f"[data-at=bank-{colour}]" for colour in range(3)]
    names = [""]

    def turned(n: int, other: str) -> str:
        """Return whose turn it is after so many entries."""
        hand.page.locator(f".board[data-n='{n}'] .tray[data-turn]:not(:has-text('{other or 'nobody'}'))").wait_for()
        heading = hand.page.locator(".tray h2").inner_text()
        assert heading.endswith(" is playing")
        assert hand.page.locator("header").get_by_text(heading).count() == 1
        return heading

    for n in range(2):
        names.append(turned(n, names[-1]))
        for gem in gems:
            hand.page.locator(gem).click()
        hand.page.locator(".tray .foot .primary").click()
    first, second = names[1:]
    assert turned(2, second) == first
    for n, whose, before in ((3, second, first), (4, first, second)):
        hand.page.get_by_role("button", name="Undo").click()
        assert turned(n, before) == whose
    hand.page.locator(f"[aria-live=polite]:has-text('{first}')").wait_for(state="attached")

    assert hand.page.get_by_role("button", name="Undo").count() == 0, board.inner_text()


BLIND = (
    "take wbg", "reserve 1", "take wbg", "reserve 2", "take wrk", "reserve 3", "reserve 1", "take grk", "reserve 2",
)  # fmt: skip
"""Seat 0 has reserved blind as its eleventh token came: it gives one back before its turn is over."""


def test_a_blind_card_lies_face_down_on_one_device_until_its_owner_looks_alone(sit: Sit, server: Server) -> None:
    hand = sit()
    me = hand.enter()["id"]
    header = Header(title="splendor", version=1, seats=2, options={"first": "seat"}, key="00" * 16)
    match = Match(jeton.make("splendor", options={"first": "seat"}), header)
    for move in BLIND[:-1]:
        match.play(move)
    hand.open(f"/t/{server.put(match, me, me)}")
    ready = hand.page.get_by_role("button", name="I am ")
    own = hand.page.locator(".area-me [data-walk^='0.']")
    ready.click()  # the card of the turn before is a secret too
    own.nth(0).wait_for()
    match.play(BLIND[-1])
    hand.open(f"/t/{server.put(match, me, me)}")  # as at a table where all look on: nobody has said to be alone
    ready.wait_for()
    assert own.count() == 0

    ready.click()
    own.nth(1).wait_for()
    assert hand.page.locator(".tray[data-turn]").count() == 1
