"""Matches in the real browser by keyboard alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

import jeton
from tests.e2e import splendor
from tests.e2e.browser import Hand, Server
from tests.e2e.test_play import MATCHES, before_move, sit_before

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True
Sit = Callable[..., Hand]


@pytest.mark.parametrize("most", [5, pytest.param(200, marks=pytest.mark.soak)])
def test_a_match_by_keyboard_alone(sit: Sit, most: int) -> None:
    """Its first turns; `make soak` plays it to its end, and the tests below what comes up in between."""
    hand = sit()
    hand.begin("splendor", "random", options={"first": "seat"})
    turns = 0
    while splendor.wait_for_turn(hand) and turns < most:
        turn_by_keys(hand)
        turns += 1

    assert splendor.is_over(hand) == (most > 5)


def turn_by_keys(hand: Hand) -> None:
    """Play one move of the turn by keys, and wait until the table shows it."""
    page, found = hand.page, hand.view()["view"]
    before = page.locator(".board").get_attribute("data-n")
    if found["phase"] == "return":
        tokens = found["players"][found["seat"]]["tokens"]
        most = max(range(6), key=lambda i: tokens[i])
        for _ in range(sum(tokens) - 10):
            page.keyboard.press(str(most + 1))
    elif found["phase"] == "noble":
        page.locator(".nobles button.coming").first.focus()
        page.keyboard.press("Space")
    else:
        by_keys(hand, splendor.think(hand))
    page.keyboard.press("Enter")
    page.wait_for_selector(f'.board:not([data-n="{before}"]), .result')


def test_gems_are_given_back_by_keyboard(sit: Sit, server: Server) -> None:
    """S23."""
    hand = sit()
    match, seat = before_move(hand, server, "splendor/goal-with-a-choice-of-nobles", "return")
    turn_by_keys(hand)

    assert sum(hand.view()["view"]["players"][seat]["tokens"]) == 10 < sum(match.view(seat).players[seat].tokens)


def test_a_match_is_won_by_keyboard(sit: Sit, server: Server) -> None:
    """The last card is bought by keys."""
    hand = sit()
    match = jeton.load(MATCHES / "splendor/goal-2-seats.match")
    sit_before(hand, server, match, match.log[-1])
    by_keys(hand, match.log[-1].move)
    hand.page.keyboard.press("Enter")

    hand.page.wait_for_selector(".result")


@pytest.mark.parametrize("pick", ["Space", "Enter"])
def test_a_noble_is_chosen_by_keyboard(sit: Sit, server: Server, pick: str) -> None:
    """Of two that come at once (S25): a key picks, Enter confirms, though it is pressed on a button."""
    hand = sit()
    match, seat = before_move(hand, server, "splendor/goal-with-a-choice-of-nobles", "noble")
    hand.page.locator(".nobles button.coming").nth(1).focus()
    hand.page.keyboard.press(pick)
    hand.page.wait_for_selector('.nobles button.coming[aria-pressed="true"]')

    hand.page.keyboard.press("Enter")
    hand.page.wait_for_selector(f'.board:not([data-n="{match.n}"]), .result')

    match.play(match.view(seat).moves[1])
    assert hand.view()["view"]["players"][seat]["nobles"] == list(match.view(seat).players[seat].nobles)


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_who_can_do_nothing_passes_by_keyboard(sit: Sit, server: Server, title: str) -> None:
    """S22, M19."""
    hand = sit()
    match, _ = before_move(hand, server, f"{title}/passes-2-seats", "pass")

    hand.page.keyboard.press("Enter")
    hand.page.wait_for_selector(f'.board:not([data-n="{match.n}"]), .result')

    assert hand.view()["n"] == match.n + 1


def by_keys(hand: Hand, move: str, title: str = "splendor") -> None:
    """Pick a move with keys: numbers for gems, arrows to a card, B or R.

    Arrows step over places whose deck has run out; the decks themselves stay, so the way leads past them.
    """
    keys, (verb, _, rest) = hand.page.keyboard, move.partition(" ")
    if verb == "take":
        for letter in rest:
            keys.press(str(splendor.LETTERS[title].index(letter) + 1))
    elif rest.startswith("h"):
        hand.page.locator(f'[data-walk="0.{rest[1]}"]').focus()
        keys.press("b")
    elif verb != "pass":
        level, _, index = rest.partition(".")
        hand.page.evaluate("document.activeElement?.blur()")
        keys.press("ArrowRight")  # to the first card there is
        walk(hand, "ArrowLeft", lambda at: at[1] == 0)
        walk(hand, "ArrowDown", lambda at: at[0] == 1)
        walk(hand, "ArrowUp", lambda at: at[0] == int(level))
        walk(hand, "ArrowRight", lambda at: at[1] == int(index or 0))
        keys.press("b" if verb == "buy" else "r")


def walk(hand: Hand, key: str, there: Callable[[list[int]], bool]) -> None:
    """Press a key until a place is reached: level and index, 0 for the deck."""
    for _ in range(5):
        at = [int(part) for part in hand.page.evaluate("document.activeElement.dataset.walk").split(".")]
        if there(at):
            return
        hand.page.keyboard.press(key)
    raise AssertionError(f"{key} leads to {at}")
