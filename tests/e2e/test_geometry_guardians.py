"""Guardians' table fits every window in every phase: drawn by the real page from recorded rounds, without a server.

Measured as the tables of the other titles are (test_geometry.py); of an island its hexagon can be pressed, not its box.
"""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.e2e.faults import faults, longer
from tests.e2e.scenes import Stage
from tests.e2e.scenes_guardians import MOVING, PHASES, guardians, play_search
from tests.e2e.test_geometry import LANGUAGES, LAPTOPS, LARGE, SIZES, THEMES, TOUCHED, VISITED

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]

# Each phase with three, four and five seats, each time in a third of the windows: so in every window.
VISITS = sorted((
    (phase, 3 + turn, LANGUAGES[(i + turn) % 3], THEMES[(i // 2 + turn) % 2], (i + turn) % 3)
    for i, phase in enumerate(PHASES) for turn in range(3)
), key=lambda visit: (visit[0] in MOVING, visit[2], visit[3]))  # fmt: skip
ROOTS = {"aim": ".clue-view", "over": ".result", "left": ".result"}
LISTS = ("div.piles", "fieldset")
"""Choices in a list that may be longer than its frame."""
WHOLE = ("div.piles",)
"""Those of them that a laptop shows whole."""

ISLANDS = """(touch) => {
    const found = [];
    const sea = document.querySelector('.sea').getBoundingClientRect();
    for (const hex of document.querySelectorAll('.hex')) {
        const { left, top, width, height } = hex.querySelector('.edge').getBoundingClientRect();
        const name = hex.getAttribute('aria-label').split('.')[0];
        if (width < 29.5 || (touch && height < 39.5)) found.push(`island of ${width}x${height}: ${name}`);
        for (const [x, y] of [[.5, .5], [.3, .08], [.7, .08], [.3, .92], [.7, .92], [.08, .5], [.92, .5]]) {
            const [px, py] = [left + x * width, top + y * height];
            // On a touch screen islands that are too small are larger than their sea, which can be moved.
            if (px < sea.left || px > sea.right || py < sea.top || py > sea.bottom) {
                if (!touch) found.push(`outside the sea: ${name}`);
                continue;
            }
            const hit = document.elementFromPoint(px, py);
            if (hit?.closest('.tools, .timer, .peek')) { if (x === .5 && y === .5) found.push(`covered: ${name}`); }
            else if (hit?.closest('.hex') !== hex && !hit?.closest('.hex.chosen, .hex.lit'))
                found.push(`not hit: ${name} at ${x}, ${y}`);
        }
    }
    for (const card of document.querySelectorAll('[data-at^=post-]')) {
        const { width, height } = card.getBoundingClientRect();
        if (width < 59.5 || height < 39.5) found.push(`postcard of ${width}x${height}`);
    }
    return [...new Set(found)];
}"""


SIDEWAYS = """(root) => [...document.querySelectorAll(`${root} *`)].filter((e) =>
    /auto|scroll/.test(getComputedStyle(e).overflowX) && e.scrollWidth > e.clientWidth + 1
).map((e) => `wider than its frame by ${e.scrollWidth - e.clientWidth}: ${e.className}`)"""


def wrong(stage: Stage, phase: str, size: tuple[int, int]) -> list[str]:
    """Return what is wrong in a window of this size."""
    stage.size(*size)
    touch, root = size in TOUCHED, ROOTS.get(phase, ".board")
    found, scrolled = faults(stage.page, root=root, touch=touch)
    # What an island's box covers is its neighbours': its hexagon is measured below.
    found = [fault for fault in found if "button.hex" not in fault]
    lists = tuple(part for part in LISTS if part not in WHOLE or size not in LAPTOPS)
    found += [f"{part} scrolls by {by}" for part, by in scrolled.items() if not part.startswith(lists)]
    found += stage.page.evaluate(SIDEWAYS, root)
    if root == ".result" and size in (*LAPTOPS, *LARGE):
        found += longer(stage.page)
    if root == ".board":
        found += stage.page.evaluate(ISLANDS, touch)
    return found


@pytest.mark.parametrize(("phase", "seats", "language", "theme", "first"), VISITS)
def test_the_islands_fit_every_window(
    stages: Any, phase: str, seats: int, language: str, theme: str, first: int
) -> None:
    stage = stages(language, theme, motion=phase in MOVING)
    play_search(stage, seats, phase, (1440, 900))

    assert {size: found for size in VISITED[first::3] if (found := wrong(stage, phase, size))} == {}


@pytest.mark.soak
@pytest.mark.parametrize("seats", [3, 4, 5])
@pytest.mark.parametrize("phase", PHASES)
def test_the_islands_fit_each_of_all_windows(stages: Any, phase: str, seats: int) -> None:
    for language, theme in zip(LANGUAGES, (THEMES * 2)[seats % 2 :], strict=False):
        stage = stages(language, theme, motion=phase in MOVING)
        play_search(stage, seats, phase, (1440, 900))

        assert {size: found for size in SIZES if (found := wrong(stage, phase, size))} == {}, language


BAR = "document.querySelector('.below').getBoundingClientRect().top"
FOOT = "document.querySelector('.board').getBoundingClientRect().bottom"


def test_a_bar_says_that_a_bot_plays_for_me_below_the_table(stages: Any) -> None:
    stage = stages("fr", "velvet")
    scene = guardians(4, "wait")
    me, *others = scene["table"].seats
    scene["table"] = replace(scene["table"], seats=(replace(me, stand_in="easy"), *others))
    stage.show(scene, (1440, 900))
    stage.page.wait_for_selector('[data-act="back"]')

    for size in ((390, 844), (844, 390), (1366, 657)):
        assert wrong(stage, "wait", size) == [], size
        assert stage.page.evaluate(FOOT) <= stage.page.evaluate(BAR) + 0.5, size


def test_a_bar_says_below_the_table_that_the_connection_is_lost(stages: Any) -> None:
    stage = stages("fr", "velvet")
    play_search(stage, 4, "lost", (1440, 900))

    for size in ((390, 844), (844, 390), (1280, 593)):
        assert wrong(stage, "lost", size) == [], size
        assert stage.page.locator(".below .lost").is_visible()
        assert stage.page.evaluate(FOOT) <= stage.page.evaluate(BAR) + 0.5, size


@pytest.mark.parametrize(("phase", "seats"), [("whose", 4), ("interlude", 5)])
def test_everything_can_be_reached_with_text_of_twice_the_size(stages: Any, phase: str, seats: int) -> None:
    stage = stages("nl", "parchment")
    play_search(stage, seats, phase, (1440, 900))
    stage.page.evaluate("document.documentElement.style.fontSize = '200%'")
    sizes = [(390, 844), (844, 390), (820, 1180), (1366, 657), (1920, 1080)]

    assert {size: found for size in sizes if (found := wrong(stage, phase, size))} == {}
