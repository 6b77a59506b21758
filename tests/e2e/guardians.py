"""Hands that play Guardians of Legends by clicking: point at a postcard, send boats, choose, say ready."""

from __future__ import annotations

import random
from typing import Any

import msgspec

from jeton import bots, games
from jeton.bots.bot import Budget
from jeton.games.guardians.ruleset import COLOURS
from jeton.games.guardians.view import View
from tests.e2e.browser import Hand

SMALL = {"width": 1100, "height": 700}
"""The smallest laptop: a screen that is drawn faster where several people play on one machine."""
MINE = ".act[data-turn]:not([data-pending])"
LOOK = """(mine) => {
    const over = document.querySelector('.result') !== null;
    if (!over) document.querySelector('.show .skip')?.click(); // it may end by itself at any moment
    return [over, document.querySelector(mine) !== null];
}"""


def become(hand: Hand) -> None:
    """Become a guest, before anybody looks at a screen."""
    hand.enter()


class Guardian:
    """Somebody before a table of Guardians who thinks as the bots do, and acts as people do."""

    def __init__(self, hand: Hand, level: str = "hard") -> None:
        """Take a hand that sits at a table."""
        self.hand, self.page = hand, hand.page
        options = hand.ask("GET", f"/api/tables/{hand.table}")["options"]
        self.mind = bots.make(level, games.make("guardians", options=options))
        self.chance = random.Random(hand.name)
        self.seen: dict[str, Any] | None = None

    def view(self) -> dict[str, Any]:
        """Return what the server lets this seat know."""
        found: dict[str, Any] = self.hand.view()["view"]
        return found

    def think(self) -> str | None:
        """Return what a bot would play here; nothing where the seat has nothing to do."""
        view = self.seen = self.view()
        if not view["moves"]:
            return None
        return str(self.mind.choose(msgspec.convert(view, View), Budget(), self.chance))

    def act(self) -> str | None:
        """Do one thing by clicking; return which one."""
        move = self.think()
        if move is not None:
            self.do(move)
        return move

    def do(self, move: str) -> None:
        """Play a move by clicking, and wait until the table shows it."""
        verb, *words = move.split(" ")
        before = int(self.page.locator(".board").get_attribute("data-n") or 0)
        if verb == "clue":
            self.point(*words)
        elif verb == "boat":
            self.aim(*words)
            self.hand.press(self.page.locator(".act .sail"))
        elif verb == "ready":
            self.hand.press(self.past_the_show(".act .ready"))
        elif verb == "stop":
            self.hand.press(self.page.locator(".act .stop"))
        elif verb == "choose":
            self.hand.press(self.past_the_show(f".act .targets [data-seat='{COLOURS.index(words[0])}']"))
        elif verb == "play":
            self.play(*words)
        elif verb == "pile":
            self.hand.press(self.past_the_show(".act .pile").nth(int(words[0]) - 1))
        self.page.wait_for_function(
            "(n) => document.querySelector('.result') || Number(document.querySelector('.board')?.dataset.n) > n",
            arg=before,
        )

    def point(self, postcard: str, x: str, y: str) -> None:
        """Look at a postcard and choose the thing by its name."""
        self.open_postcards((self.seen or self.view())["postcards"].index(postcard))
        pack = games.make("guardians").ruleset.pack
        element = pack.element_at(postcard, float(x), float(y))
        self.hand.press(self.page.locator(f".clue-view label:has(input[value='{element}'])"))
        self.hand.press(self.page.locator(".clue-view .place"))
        self.page.wait_for_selector(".clue-view", state="detached")

    def open_postcards(self, at: int | None = None) -> None:
        """Look at the postcards, to point at one."""
        self.hand.press(self.page.locator(".act .point, .act .again").first)
        self.page.wait_for_selector(".clue-view .place")
        tab = self.page.locator(".clue-view .tabs button").nth(at or 0)
        if at is not None and tab.get_attribute("aria-pressed") != "true":
            self.hand.press(tab)

    def touch(self, x: float, y: float) -> None:
        """Point at the open postcard where it is shown."""
        sheet = self.page.locator(".clue-view .stage .postcard")
        sheet.locator("img").first.evaluate("(one) => one.decode()")
        box = sheet.bounding_box()
        self.hand.touch(box["x"] + x * box["width"], box["y"] + y * box["height"])

    def aim(self, island: str, colour: str) -> None:
        """Choose the guardian, then the island."""
        self.skip()
        target = self.page.locator(f".act .targets [data-seat='{COLOURS.index(colour)}']")
        if target.get_attribute("aria-pressed") != "true":
            self.hand.press(target)
        tile = self.page.locator(f"[data-at='island-{island}']")
        if tile.get_attribute("aria-pressed") != "true":
            self.hand.press(tile)

    def play(self, legend: str, word: str | None = None) -> None:
        """Play a kept legend: the card, then its word."""
        self.skip()
        self.hand.press(self.page.locator(f".act [data-legend='{legend}']"))
        if word in COLOURS:
            self.hand.press(self.page.locator(f".act .targets [data-seat='{COLOURS.index(word)}']"))
        elif legend == "stone":
            self.hand.press(self.page.locator(".act .foot button").nth(0))
        elif word:
            self.hand.press(self.page.locator(f"[data-at='island-{word}']"))
            self.hand.press(self.page.locator(".act .btn.primary"))

    def skip(self) -> None:
        """Skip a show, if there is one, instead of waiting for it."""
        self.page.evaluate("document.querySelector('.show .skip')?.click()")  # it may end by itself at any moment

    def past_the_show(self, selector: str) -> Any:
        """Return what comes up, after skipping the show if there is one."""
        self.page.wait_for_selector(f"{selector}, .show .skip")
        self.skip()
        self.page.wait_for_selector(selector)
        return self.page.locator(selector)

    def look(self) -> tuple[bool, bool]:
        """Return whether the result is shown, and whether there is something to do; skip a show, if there is one."""
        over, mine = self.page.evaluate(LOOK, MINE)
        return bool(over), bool(mine)


def play_on(players: list[Guardian], *, until: int = 400) -> int:
    """Let everybody act as soon as they may, until the result is on all screens; return how many moves that took."""
    moves = 0
    while moves < until:
        ended = 0
        for player in players:
            over, mine = player.look()
            ended += over
            if mine and player.act():
                moves += 1
        if ended == len(players):
            return moves
        players[0].page.wait_for_timeout(60)
    raise AssertionError("the match does not end")
