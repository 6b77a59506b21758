"""A whole game of each title, played by clicking, a picture a turn: `make shots ARGS=games`, or ARGS="games marvel".

Every turn is played in another window, so that one look shows the table in all of them as a game goes on. The contact
sheets lie in build/ as game-TITLE.png.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from tests.e2e import splendor
from tests.e2e.browser import Hand, Server
from tests.e2e.guardians import Guardian

WINDOWS = [
    (1366, 657), (390, 844), (2560, 1440), (844, 390), (1280, 593), (320, 568), (820, 1180), (3840, 2160),
]  # fmt: skip
LANGUAGES, THEMES = ("en", "fr", "nl"), ("velvet", "parchment")
OTHERS = {"splendor": ("level2", "level2"), "marvel": ("level2",), "guardians": ("hard", "hard", "hard")}


class Album:
    """Pictures of somebody's screen, each in the next window."""

    def __init__(self, hand: Hand, title: str, cell: Callable[..., str]) -> None:
        """Begin empty."""
        self.hand, self.title, self.cell = hand, title, cell
        self.cells: list[str] = []

    def shoot(self, words: str) -> None:
        """Take a picture, then go to the next window."""
        width, height = size = WINDOWS[len(self.cells) % len(WINDOWS)]
        self.hand.page.set_viewport_size({"width": width, "height": height})
        self.hand.page.wait_for_timeout(400)  # what moves
        self.cells.append(self.cell(self.hand, size, f"{len(self.cells) + 1}: {words}", (420, 340), done=False))


def cards(hand: Hand, album: Album) -> None:
    """Splendor or Marvel: each move is photographed when it is drafted."""
    while splendor.wait_for_turn(hand):
        view = hand.view()["view"]
        if view["phase"] == "play":
            move = splendor.think(hand)
            splendor.pick(hand, move, album.title)
            album.shoot(move)
            splendor.confirm(hand)
        else:
            album.shoot(view["phase"])
            splendor.turn(hand)


def islands(hand: Hand, album: Album) -> None:
    """Play Guardians, and take the table before each of its moves, and every reveal in the middle."""
    player, told = Guardian(hand), 0
    while not player.page.locator(".result").count():
        view = player.view()
        if player.page.locator(".show .skip").count() and view["round"] != told:
            told = view["round"]
            album.shoot(f"reveal of round {told}")
        over, mine = player.look()
        if mine and not over:
            move = player.think()
            if move is not None:
                album.shoot(move)
                player.do(move)
        else:
            player.page.wait_for_timeout(60)


def take(browser: Any, server: Server, wanted: list[str], cell: Callable[..., str], sheet: Callable[..., None]) -> None:
    """Draw one sheet a title."""
    for i, (title, others) in enumerate(OTHERS.items()):
        if wanted and title not in wanted:
            continue
        hand = Hand(browser, server, "Lena", language=LANGUAGES[i], theme=THEMES[i % 2])
        hand.begin(title, *others)
        album = Album(hand, title, cell)
        (islands if title == "guardians" else cards)(hand, album)
        for _ in WINDOWS:
            album.shoot("the result")
        hand.close()
        sheet(browser, album.cells, f"game-{title}")
