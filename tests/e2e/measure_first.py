"""Measure a newcomer's way in: `python tests/e2e/measure_first.py` prints clicks and seconds from a fresh start.

A browser without a past opens the first screen, presses what it takes, and stops when a first move can be made: in a
game against a bot, and in each title's lesson at the step that first asks for one. What somebody reads is not counted.
Then a whole round of Guardians, from the lesson's first step until the second round begins: at 180 words a minute and
1.5 s a touch with the reveal watched, and as fast as the page goes.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from jeton.games.lessons import lesson
from jeton.words import LANGUAGES
from tests.e2e.browser import FLAGS, Hand, Server, chromium, missing, serving
from tests.e2e.test_learn import make_at_sea, see, start
from tests.test_lessons import READ_A_MINUTE, TOUCH_SECONDS, TOUCHES

TITLES = ("splendor", "marvel", "guardians")
READY = ".tray[data-turn]:not([data-pending]), .act[data-turn]"


class Newcomer:
    """Somebody whose browser has never been here, and who counts."""

    def __init__(self, browser: Any, server: Server) -> None:
        """Open the first screen."""
        self.context = browser.new_context(viewport={"width": 1366, "height": 657}, locale="en")
        self.page, self.clicks, self.since = self.context.new_page(), 0, time.monotonic()
        self.page.set_default_timeout(120_000)
        self.page.goto(server.url)

    def press(self, what: str) -> None:
        """Press something, once it is there."""
        self.page.locator(what).first.click()
        self.clicks += 1

    def close(self, what: str) -> None:
        """Say how far it was."""
        print(f"{what}: {self.clicks} clicks, {time.monotonic() - self.since:.1f} s")
        self.context.close()


def round_of_guardians(browser: Any, server: Server, language: str, *, reads: bool) -> None:
    """Play the lesson until its second round, and say how long it took."""
    hand = Hand(browser, server, "Lena", phone=True, language=language, reduced_motion="no-preference")
    start(hand, "guardians")
    told = lesson("guardians")
    assert told is not None
    see(hand, "first", 0)
    since = time.monotonic()
    steps = told.chapters[0].steps
    for at, step in enumerate(steps):
        words = len(see(hand, "first", at).split())
        if at and steps[at - 1].do == "ready":
            break
        touches = TOUCHES[step.do.split(" ")[0]] if step.do else 1
        if reads:
            hand.page.wait_for_timeout(1000 * (60 * words / READ_A_MINUTE + TOUCH_SECONDS * touches))
        if step.do:
            make_at_sea(hand, step, watch=reads)
        else:
            hand.page.locator(".coach .primary").click()
    how = "read and watched" if reads else "nothing read, the reveal skipped"
    print(f"guardians, a whole round in {language}, {how}: {time.monotonic() - since:.1f} s")
    hand.close()


def main() -> int:
    """Measure each way in."""
    if why := missing():
        print(why, file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    with serving() as server, sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=chromium(), args=FLAGS)
        for title in TITLES:
            for learns in (False, True):
                one = Newcomer(browser, server)
                box = f".boxes .slot:nth-of-type({TITLES.index(title) + 1}) .box"
                one.page.wait_for_selector(f"{box} input", state="attached")
                if not one.page.locator(f"{box} input").is_checked():
                    one.press(box)
                one.press(".go .btn:not(.grow)" if learns else ".go .btn.grow")
                one.page.wait_for_selector(".coach" if learns else READY)
                one.close(f"{title}, {'the lesson begins' if learns else 'a first move can be made'}")
        for language in LANGUAGES:
            round_of_guardians(browser, server, language, reads=True)
        round_of_guardians(browser, server, "en", reads=False)
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
