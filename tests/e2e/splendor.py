"""Hands that play Splendor and Marvel by clicking: take gems, buy, reserve, choose a noble, give back."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from jeton import bots, games
from jeton.bots.bot import Budget
from jeton.games.splendor.view import View
from tests.e2e.browser import Hand

LETTERS = {"splendor": "wbgrk", "marvel": "ypbro"}


def my_turn(hand: Hand) -> bool:
    """Whether the page says that it is this person's turn."""
    return bool(hand.page.locator(".tray[data-turn]:not([data-pending])").count())


def is_over(hand: Hand) -> bool:
    """Whether the page shows the result."""
    return bool(hand.page.locator(".result").count())


def wait_for_turn(hand: Hand) -> bool:
    """Wait until it is this person's turn; False where the match is over."""
    hand.page.wait_for_selector(".tray[data-turn]:not([data-pending]), .result")
    return not is_over(hand)


def think(hand: Hand) -> str:
    """What the greedy bot would play here."""
    return choose(hand.view()["view"])


def choose(found: dict[str, Any]) -> str:
    """What the greedy bot would play with this view."""
    bot = bots.make("greedy", games.make(found["title"]))
    return str(bot.choose(msgspec.convert(found, View), Budget(), random.Random(1)))


def turn(hand: Hand) -> str:
    """Play one move of the turn by clicking; return which one."""
    found = hand.view()["view"]
    if found["phase"] == "return":
        tokens = found["players"][found["seat"]]["tokens"]
        owed = sum(tokens) - 10
        for colour in sorted(range(6), key=lambda i: -tokens[i])[:1] * owed:
            hand.press(hand.page.locator(".hold button").nth(colour))
        confirm(hand)
        return f"return {owed}"
    move = found["moves"][0] if found["phase"] == "noble" else think(hand)
    pick(hand, move, found["title"])
    confirm(hand)
    return move


def confirm(hand: Hand) -> None:
    """Press the one button that commits, and wait until the table shows it."""
    before = hand.page.locator(".board").get_attribute("data-n")
    hand.press(hand.page.locator(".tray .foot .primary"))
    hand.page.wait_for_selector(f'.board:not([data-n="{before}"]), .result')


def pick(hand: Hand, move: str, title: str) -> None:
    """Pick a move by clicking, as anybody would."""
    page, (verb, _, rest) = hand.page, move.partition(" ")
    letters = LETTERS[title] + "j"
    if verb == "take":
        for letter in rest:
            hand.press(page.locator(f"[data-at=bank-{letters.index(letter)}]"))
    elif verb in ("buy", "reserve"):
        level, _, index = rest.partition(".")
        if rest.startswith("h"):
            held = page.locator(f'[data-walk="0.{rest[1]}"]')
            if held.count():
                hand.press(held)
            else:
                hand.press(page.locator(".area-me button.hand"))
                hand.press(page.locator("dialog .card").nth(int(rest[1]) - 1))
        else:
            hand.press(page.locator(f'[data-walk="{level}.{index or 0}"]'))
        chosen = page.locator('[data-verb="reserve"]')
        if verb == "reserve" and index and chosen.count():
            hand.press(chosen)
    elif verb == "noble":
        hand.press(page.locator(".nobles button.coming").first)
