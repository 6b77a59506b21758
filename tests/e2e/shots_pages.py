"""Contact sheets of the screens beside the tables, one a screen: `make shots ARGS=screens`, or ARGS="screens review".

Each screen in five windows, languages and themes in turn, from the real server: home, the rules by topic, a judged
review, the clues of a match, a hint and a tip on the table, a lesson, a match that the page plays itself, puzzles, what
a keeper sees. They lie in build/ as screens-NAME.png.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import jeton
from jeton import Match
from tests.e2e import splendor
from tests.e2e.browser import ROOT, Hand, Server

WINDOWS = [(1366, 657), (1280, 593), (2560, 1440), (390, 844), (844, 390)]
LANGUAGES, THEMES = ("en", "fr", "nl"), ("velvet", "parchment")
MATCH = ROOT / "tests/matches/splendor/goal-2-seats.match"
JUDGED = Path(__file__).parent / "judged.json"
CLUES = ROOT / "tests/matches/guardians/level-1-tiles-turned-back.match"
SLIP = 9
"""A decision of the judged match that has reasons and a line."""


def home(hand: Hand) -> None:
    """Show the first screen."""
    hand.open()


def rules(hand: Hand) -> None:
    """Show the rules by topic."""
    hand.open("/rules/splendor")


def review(hand: Hand) -> None:
    """Show a judged match, at a slip."""
    whole = jeton.load(MATCH)
    match = Match(whole.game, whole.header, whole.log[:12])
    match.resign(match.actors[0], at=match.log[-1].at)
    me = hand.enter()
    table = hand.server.put(match, *[me["id"]] * match.header.seats, review=JUDGED.read_bytes())
    hand.open(f"/m/{table}/{SLIP}")
    hand.page.wait_for_selector(".verdict")


def clues(hand: Hand) -> None:
    """Show the clues of a match, at one that misled."""
    match = jeton.load(CLUES)
    me = hand.enter()
    table = hand.server.put(match, *[me["id"]] * match.header.seats)
    hand.open(f"/m/{table}/20")
    hand.page.wait_for_selector(".review[data-clue]")


def hint(hand: Hand) -> None:
    """Show a hint on the table."""
    hand.begin("splendor", "level1", options={"first": "seat"})
    splendor.wait_for_turn(hand)
    hand.page.locator(".hint").first.click()
    hand.page.wait_for_selector('.helper[data-said="hint"] .why')


def tip(hand: Hand) -> None:
    """Show the first tip of a first game."""
    hand.page.evaluate("localStorage.removeItem('jeton.tips')")
    hand.begin("marvel", "level1", "level1", options={"first": "seat"})
    hand.page.wait_for_selector(".helper")


def lesson(hand: Hand) -> None:
    """Show a lesson's first step."""
    hand.enter()
    made = hand.ask("POST", "/api/lessons", {"title": "splendor"})
    hand.open(f"/t/{made['id']}")
    hand.page.wait_for_selector(".coach")


def local(hand: Hand) -> None:
    """Show a match that the page plays itself."""
    hand.open()
    hand.page.locator(".go, .play").first.click()
    hand.page.wait_for_url("**/t/local-*")
    splendor.wait_for_turn(hand)


def puzzles(hand: Hand) -> None:
    """Show the puzzle of the day."""
    hand.open("/puzzles")
    hand.page.wait_for_selector(".board")


def keeper(hand: Hand) -> None:
    """Show what a keeper sees."""
    me = hand.enter()
    command = [sys.executable, "-c", "from jeton.cli.main import main; main()", "admin", "role", me["id"], "admin"]
    subprocess.run([*command, "--data", str(hand.server.folder)], check=True, cwd=ROOT, capture_output=True)
    hand.page.wait_for_function("async () => (await (await fetch('/api/me')).json()).role === 'admin'")
    hand.open("/keeper")


SCREENS: dict[str, tuple[Callable[[Hand], None], dict[str, Any]]] = {
    "home": (home, {}),
    "rules": (rules, {}),
    "review": (review, {}),
    "clues": (clues, {}),
    "hint": (hint, {}),
    "tip": (tip, {"tips": "first"}),
    "lesson": (lesson, {}),
    "local": (local, {"here": True}),
    "puzzles": (puzzles, {}),
    "keeper": (keeper, {}),
}


def take(browser: Any, server: Server, wanted: list[str], cell: Callable[..., str], sheet: Callable[..., None]) -> None:
    """Draw one sheet for each of these screens, or for all."""
    for at, name in enumerate(wanted or SCREENS):
        arrive, settings = SCREENS[name]
        cells = []
        for i, size in enumerate(WINDOWS):
            language, theme = LANGUAGES[(at + i) % 3], THEMES[(at + i) % 2]
            hand = Hand(browser, server, "Lena", phone=min(size) < 500, language=language, theme=theme, **settings)
            hand.page.set_viewport_size({"width": size[0], "height": size[1]})
            hand.open()
            arrive(hand)
            hand.page.wait_for_load_state("networkidle")  # what comes later
            hand.page.wait_for_timeout(800)  # and what moves
            cells.append(cell(hand, size, f"{name} {language} {theme}", (770, 760)))
        sheet(browser, cells, f"screens-{name}", 1568)
