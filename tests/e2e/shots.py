"""Pictures of every main screen, for the documentation: `make shots`, or this file with names of pictures.

Each is taken in the real Chromium from a real match; docs/pictures/ keeps them. Contact sheets to look at in a minute
lie in build/: `sizes`, the table in every window that the geometry is measured in, and `phases`, Guardians in every
phase, are drawn from scenes; `screens`, all that is no table (shots_pages.py), and `games`, a whole game of each title
(shots_games.py), come from the server.
"""

from __future__ import annotations

import base64
import os
import sys
from pathlib import Path
from typing import Any
from urllib.parse import unquote

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.e2e import splendor
from tests.e2e.browser import FLAGS, ROOT, Hand, Server, chromium, missing, serving

OUT = Path(os.environ.get("OUT", ROOT / "docs" / "pictures"))
TURNS = 12


def main(wanted: list[str]) -> int:
    """Take the pictures."""
    if why := missing():
        print(why, file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    OUT.mkdir(parents=True, exist_ok=True)
    with serving() as server, sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=chromium(), args=FLAGS)
        if not wanted or "sizes" in wanted:
            sizes(browser)
        if not wanted or "phases" in wanted:
            phases(browser)
        if not wanted or "screens" in wanted:
            from tests.e2e.shots_pages import SCREENS, take

            take(browser, server, [name for name in SCREENS if name in wanted], cell, sheet)
            if wanted:
                return 0
        if not wanted or "games" in wanted:
            from tests.e2e.shots_games import take as take_games

            take_games(browser, server, wanted[1:], cell, sheet)
            if wanted:
                return 0
        if "icons" in wanted:
            icons(browser, server)
        for theme in ("velvet", "parchment"):
            for phone in (False, True):
                for title in ("splendor", "marvel", "guardians"):
                    name = f"{title}-{'phone' if phone else 'desktop'}-{theme}"
                    if not wanted or any(one in name for one in wanted):
                        one = Hand(browser, server, "Lena", phone=phone, theme=theme, scale=1.5 if phone else 1)
                        (search if title == "guardians" else story)(one, title, name)
                        one.close()
        browser.close()
    return 0


def icons(browser: Any, server: Server) -> None:
    """Draw the page's own icons, from the mark that the page draws."""
    hand = Hand(browser, server, "Icon")
    hand.open()
    address = hand.page.locator(".brand img").get_attribute("src") or ""
    picture = unquote(address.partition(",")[2])
    public = ROOT / "ui" / "public"
    (public / "icon.svg").write_text(picture + "\n", "utf-8")
    for size in (192, 512):
        page = browser.new_page(viewport={"width": size, "height": size})
        margin = size // 10
        inner = size - 2 * margin
        page.set_content(
            f'<body style="margin:0;background:#1b121e"><div style="padding:{margin}px">'
            f'<img src="{address}" width="{inner}" height="{inner}"></div>'
        )
        page.wait_for_timeout(200)
        page.screenshot(path=public / f"icon-{size}.png")
    hand.close()


def sizes(browser: Any) -> None:
    """Draw every size of window on one sheet: both titles, all seats, phases, languages and themes in turn."""
    from tests.e2e.scenes import PHASES, Stage, play_scene
    from tests.e2e.test_geometry import SIZES

    cells = []
    for i, (width, height) in enumerate(SIZES):
        title, phase = ("splendor", "marvel")[i % 2], [*PHASES, "result"][(3 * i) % (len(PHASES) + 1)]
        seats, language = 2 + i % 3, ("en", "fr", "nl")[i // 2 % 3]
        stage = Stage(browser, theme=("velvet", "parchment")[i // 3 % 2], language=language)
        play_scene(stage, title, seats, phase, (width, height))
        cells.append(cell(stage, (width, height), f"{title} {seats} {phase} {language}"))
    sheet(browser, cells, "sizes")


def phases(browser: Any) -> None:
    """Draw every phase of Guardians on one sheet, on a laptop and a phone: seats, languages and themes in turn."""
    from tests.e2e.scenes import Stage
    from tests.e2e.scenes_guardians import MOVING, PHASES, play_search

    cells = []
    for i, phase in enumerate(PHASES):
        seats, language, theme = 3 + i % 3, ("en", "fr", "nl")[i % 3], ("velvet", "parchment")[i // 2 % 2]
        for size in ((1366, 657), (390, 844)):
            stage = Stage(browser, theme=theme, language=language, motion=phase in MOVING)
            play_search(stage, seats, phase, size)
            cells.append(cell(stage, size, f"{phase} {seats} {language}"))
    sheet(browser, cells, "phases")


def cell(
    stage: Any, size: tuple[int, int], words: str, frame: tuple[int, int] = (560, 420), *, done: bool = True
) -> str:
    """Return what a stage or a hand shows, small, with words below it; then close it, unless it is not `done`."""
    width, height = size
    stage.page.evaluate("Promise.all([...document.images].map((one) => one.decode().catch(() => 0)))")
    picture = base64.b64encode(stage.page.screenshot(type="jpeg", quality=90)).decode()
    if done:
        stage.close()
    shown = f"width:{round(width * min(frame[0] / width, frame[1] / height))}px"
    said = f"{width}x{height} {words}"
    return f'<figure><img style="{shown}" src="data:image/jpeg;base64,{picture}"><br>{said}</figure>'


def sheet(browser: Any, cells: list[str], name: str, width: int = 2400) -> None:
    """Put all pictures on one sheet."""
    page = browser.new_page(viewport={"width": width, "height": 600})
    page.set_content(
        "<style>body{margin:8px;display:flex;flex-wrap:wrap;gap:10px;font:14px sans-serif;background:#fff}"
        "figure{margin:0}</style>" + "".join(cells)
    )
    page.wait_for_function("[...document.images].every((one) => one.complete)")
    found = ROOT / "build" / f"{name}.png"
    found.parent.mkdir(exist_ok=True)
    page.screenshot(path=found, full_page=True)
    page.close()
    print(f"build/{name}.png")


def story(hand: Hand, title: str, name: str) -> None:
    """Take home, the table in the middle of a match, the result, the review."""
    kind = name.removeprefix(title)
    table = hand.begin(title, "greedy", "greedy", name="Sunday table")
    for _ in range(TURNS):
        by_itself(hand, table)
    while splendor.wait_for_turn(hand) and hand.view()["view"]["phase"] != "play":
        by_itself(hand, table)
    move = next((m for m in hand.view()["view"]["moves"] if m.startswith("buy")), splendor.think(hand))
    splendor.pick(hand, move, title)
    hand.page.wait_for_timeout(900)
    shoot(hand, name)
    if title == "splendor":
        hand.open()
        hand.page.wait_for_timeout(900)
        shoot(hand, f"home{kind}")
        hand.open(f"/t/{table}")
    while by_itself(hand, table):
        pass
    hand.page.wait_for_selector(".result")
    hand.page.wait_for_timeout(2500)
    shoot(hand, f"result-{name}")
    hand.open(f"/m/{table}")
    hand.page.wait_for_selector(".review")
    for _ in range(40):
        hand.page.keyboard.press("ArrowRight")
    hand.page.wait_for_timeout(700)
    shoot(hand, f"review-{name}")


def by_itself(hand: Hand, table: str) -> bool:
    """Play a move without clicking; False where the match is over."""
    while True:
        message = hand.ask("GET", f"/api/tables/{table}/view")
        if message["view"]["outcome"]:
            return False
        if message["view"]["moves"]:
            break
        hand.page.wait_for_timeout(50)
    move = splendor.choose(message["view"])
    hand.ask("POST", f"/api/tables/{table}/moves", {"id": f"n{message['n']}", "move": move, "seen": message["n"]})
    return True


def search(hand: Hand, title: str, name: str) -> None:
    """Take Guardians in the middle of a search, with a boat about to sail; then the reveal, and the result."""
    from tests.e2e.guardians import Guardian

    hand.begin(title, "hard", "hard", "hard", options={"goal": 20})
    player, taken = Guardian(hand), False
    while not player.look()[0]:
        view = player.view()
        if not taken and view["round"] == 3 and view["players"][0]["boats_left"] == 1:
            taken = True
            player.aim(*(player.think() or "").split()[1:])
            hand.page.keyboard.press("p")
            hand.page.wait_for_timeout(900)
            shoot(hand, name)
            hand.page.keyboard.press("p")
        if not player.act():
            hand.page.wait_for_timeout(100)
    hand.page.wait_for_timeout(1500)
    shoot(hand, f"result-{name}")


def shoot(hand: Hand, name: str) -> None:
    """Take one picture."""
    hand.page.screenshot(path=OUT / f"{name}.jpg", type="jpeg", quality=82)
    print(f"docs/pictures/{name}.jpg")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
