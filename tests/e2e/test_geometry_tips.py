"""Tips and hints stand in the tray and lie over nothing: in every phase that has them, drawn from scenes, no server.

A table with one on it is measured as every table is (test_geometry.py, test_geometry_guardians.py).
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.faults import faults
from tests.e2e.scenes import Stage, alone, splendor
from tests.e2e.scenes_guardians import guardians
from tests.e2e.test_geometry import TOUCHED, needs_to_scroll
from tests.e2e.test_geometry_guardians import ISLANDS, LISTS

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]

SMALLEST = ((320, 568), (568, 320))
"""In these two words may be longer than their place, which scrolls; in the others only reasons of a hint may."""
GROWN = (320, 568)
"""Here alone the tray gets higher above six colours to give back, and the table below the bar scrolls."""
SIZES = (
    *SMALLEST, (360, 640), (390, 844), (667, 375), (844, 390), (820, 1180), (1180, 820), (1280, 593), (1366, 657),
    (1920, 1080),
)  # fmt: skip
TIPS = ("buy", "free", "gold", "pair", "reserve", "give", "near", "last")
SEA = ("clue", "boats", "pointed", "legend", "ready", "nobody")
REASONS = ({"code": "noble_near", "values": {"noble": 3, "count": 1}}, {"code": "wanted", "values": {"seat": 1}})
BELIEF = ({"code": "belief", "values": {"seat": 1, "percent": 41}}, {"code": "first", "values": {}})
CLEAR = ({"code": "clear", "values": {"percent": 38}},)
MOVES = ("return ", "noble ", "buy 2.", "buy ", "boat ", "clue ", "ready")
FITS = """() => {
    const bubble = document.querySelector('.helper');
    const host = bubble?.parentElement;
    return bubble?.checkVisibility() && bubble.dataset.fits === `${host.clientWidth}x${host.clientHeight}`;
}"""
"""It is drawn in its place, and has found how it fits in there."""
SEEN = "() => Boolean(document.querySelector('.helper')?.checkVisibility())"
GIVEN = "(given) => localStorage.setItem('jeton.tips', JSON.stringify({ first: {}, given }))"


@pytest.fixture(scope="module")
def stage(browser: Any) -> Iterator[Stage]:
    made = Stage(browser, tips="always", unseen=True)
    made.context.add_init_script("localStorage['jeton.tips'] ??= '{}'")
    yield made
    troubles = made.troubles
    made.close()
    assert troubles == []


def tell(stage: Stage, title: str, seats: int, phase: str, said: str) -> None:
    """Show a table with one tip on it, or with a hint."""
    scene = alone(guardians(seats, phase) if title == "guardians" else splendor(title, seats, phase))
    given = [f"{title}.{one}" for one in (*TIPS, *SEA) if one != said]
    stage.context.add_init_script(f"({GIVEN})({json.dumps(given)})")
    if stage.shown:
        stage.page.evaluate(GIVEN, given)
    moves = scene["view"].view.moves
    move = next(move for kind in MOVES for move in moves if move.startswith(kind))
    facts = {"boat": BELIEF, "clue": CLEAR, "ready": ()}.get(move.split()[0], REASONS)
    scene["hint"] = {"move": move, "facts": facts, "chance": None if title == "guardians" else 0.57}
    stage.show(scene, (1440, 900))
    if said == "hint":
        stage.page.wait_for_selector(".tool.hint:not([disabled])")
        stage.page.keyboard.press("h")
    stage.page.wait_for_selector(f'.helper[data-said$="{said}"]')
    stage.page.wait_for_selector(".rings rect", state="attached")


def wrong(stage: Stage, title: str, seats: int, said: str, size: tuple[int, int]) -> list[str]:
    """Return what is wrong in a window of this size."""
    stage.size(*size)
    touch = size in TOUCHED
    stage.page.wait_for_function(FITS)
    found, scrolled = faults(stage.page, touch=touch)
    if title == "guardians":
        found = [fault for fault in found if "button.hex" not in fault] + stage.page.evaluate(ISLANDS, touch)
    for part, by in scrolled.items():
        if part == "div.said":
            if size not in SMALLEST and said != "hint":
                found.append(f"the tip scrolls by {by}")
        elif part == "div.area-table" and size == GROWN and stage.page.locator(".tray .hold").count():
            continue
        elif not (part.startswith(LISTS) if title == "guardians" else needs_to_scroll(part, seats, size)):
            found.append(f"{part} scrolls by {by}")
    return found


@pytest.mark.parametrize(
    ("title", "seats", "phase", "said", "language"),
    [
        ("splendor", 3, "mine", "hint", "fr"),
        ("splendor", 3, "mine", "buy", "nl"),
        ("splendor", 4, "return", "give", "fr"),
        ("splendor", 3, "noble", "hint", "en"),
        ("marvel", 3, "return", "hint", "fr"),
        ("marvel", 3, "final", "last", "nl"),
        ("guardians", 4, "point", "clue", "fr"),
        ("guardians", 4, "search", "boats", "nl"),
        ("guardians", 4, "search", "hint", "fr"),
        ("guardians", 5, "rest", "ready", "fr"),
    ],
)
def test_a_tip_and_a_hint_lie_over_nothing(
    stage: Stage, title: str, seats: int, phase: str, said: str, language: str
) -> None:
    stage.dress(language, "velvet")
    tell(stage, title, seats, phase, said)

    assert {size: found for size in SIZES if (found := wrong(stage, title, seats, said, size))} == {}


def test_half_a_move_comes_before_a_hint_which_comes_back_when_it_is_put_down(stage: Stage) -> None:
    stage.dress("fr", "velvet")
    tell(stage, "splendor", 3, "mine", "hint")
    stage.size(390, 844)
    stage.page.wait_for_function(FITS)

    stage.press("[data-at=bank-1]")
    stage.page.wait_for_selector(".tray .picked")
    assert not stage.page.evaluate(SEEN)
    assert faults(stage.page, touch=True)[0] == []

    stage.page.keyboard.press("Escape")
    stage.page.wait_for_function(FITS)

    # Asked with half a move in the tray, it goes first until something is picked.
    stage.press("[data-at=bank-1]")
    stage.page.wait_for_selector(".tray .picked")
    stage.page.keyboard.press("h")
    stage.page.wait_for_function(FITS)
    assert faults(stage.page, touch=True)[0] == []
    stage.press("[data-at=bank-2]")
    stage.page.wait_for_function(f"() => !({SEEN})()")


def test_escape_closes_a_hint_and_the_focus_goes_back(stage: Stage) -> None:
    stage.dress("en", "velvet")
    tell(stage, "guardians", 4, "search", "hint")
    stage.size(390, 844)
    stage.page.wait_for_function(FITS)
    stage.page.locator(".tool.hint").focus()
    stage.page.locator(".helper .btn").focus()

    stage.page.keyboard.press("Escape")
    stage.page.wait_for_selector(".helper", state="detached")
    assert stage.page.locator(".tool.hint").evaluate("one => one === document.activeElement")
