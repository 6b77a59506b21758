"""Measure a newcomer's way in: `python tests/e2e/measure_first.py` prints clicks and seconds from a fresh start.

A browser without a past opens the first screen, presses what it takes, and stops when a first move can be made: in a
game against a bot, and in each title's lesson at the step that first asks for one. What somebody reads is not counted.
"""

from __future__ import annotations

import sys
import time
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.e2e.browser import FLAGS, Server, chromium, missing, serving

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
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
