"""Guardians' islands on the sea, zoomed and moved by mouse, fingers and keys, drawn from recorded scenes."""

from __future__ import annotations

import math
from typing import Any

import pytest

from tests.e2e.scenes import Stage
from tests.e2e.scenes_guardians import guardians, play_search

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
Point = tuple[float, float]
WINDOWS = [(1366, 657), (2560, 1440)]
PLACES = """() => [...document.querySelectorAll('.hex')].map((hex) => {
    const { left, top, width, height } = hex.querySelector('.edge').getBoundingClientRect();
    return [hex.dataset.at, left + width / 2, top + height / 2];
})"""
SEA = """() => {
    const { left, top, right, bottom } = document.querySelector('.sea').getBoundingClientRect();
    return [left, top, right, bottom];
}"""
HIT = "([x, y]) => document.elementFromPoint(x, y)?.closest('.hex')?.dataset.at ?? null"
SCROLLED = "[...document.querySelectorAll('*')].filter((e) => e.scrollTop || e.scrollLeft).map((e) => e.className)"
NEAR = 3
"""How far, in px, an island may lie from where it is expected."""


def places(stage: Stage) -> dict[str, Point]:
    """Return where the middle of each island is seen."""
    stage.settle()
    return {at: (x, y) for at, x, y in stage.page.evaluate(PLACES)}


def middle(stage: Stage) -> Point:
    """Return the middle of the sea."""
    left, top, right, bottom = stage.page.evaluate(SEA)
    return (left + right) / 2, (top + bottom) / 2


def in_sea(stage: Stage, point: Point) -> bool:
    left, top, right, bottom = stage.page.evaluate(SEA)
    return bool(left < point[0] < right and top < point[1] < bottom)


def drag(stage: Stage, across: float, down: float) -> None:
    """Drag the sea from its middle, with the mouse."""
    x, y = middle(stage)
    stage.page.mouse.move(x, y)
    stage.page.mouse.down()
    for part in (0.3, 1):
        stage.page.mouse.move(x + across * part, y + down * part)
    stage.page.mouse.up()


def bring(stage: Stage, island: str) -> Point:
    """Drag until an island is as near to the middle of the sea as it gets, and return where that is."""
    left, top, right, bottom = stage.page.evaluate(SEA)
    now = places(stage)[island]
    for _ in range(30):
        x, y = middle(stage)
        way = [
            math.copysign(min(abs(far), room * 0.45), far)
            for far, room in ((x - now[0], right - left), (y - now[1], bottom - top))
        ]
        if max(map(abs, way)) < 8:
            break
        drag(stage, *way)
        before, now = now, places(stage)[island]
        if math.dist(before, now) < 1:
            break
    return now


def clear(stage: Stage, size: tuple[int, int], *, display: bool = False) -> None:
    """Show a search in a window, not zoomed."""
    stage.page.mouse.move(2, 2)
    if display:
        stage.show(guardians(4, "search"), size, display=True)
    else:
        play_search(stage, 4, "search", size)
    stage.settle()


@pytest.mark.parametrize("display", [False, True], ids=["table", "television"])
@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_the_buttons_zoom_around_the_middle(stages: Any, size: tuple[int, int], display: bool) -> None:
    stage: Stage = stages()
    clear(stage, size, display=display)
    before = places(stage)
    x, y = middle(stage)
    for press in range(1, 5):
        stage.page.get_by_role("button", name="Zoom in").click()
        grown = min(4, 1.4**press)

        for island, place in places(stage).items():
            expected = [mid + (was - mid) * grown for mid, was in zip((x, y), before[island], strict=True)]
            assert place == pytest.approx(expected, abs=NEAR), (press, island)


@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_the_wheel_zooms_around_the_island_under_it(stages: Any, size: tuple[int, int]) -> None:
    stage: Stage = stages()
    clear(stage, size)
    before = places(stage)
    inner = min(before, key=lambda at: math.dist(before[at], middle(stage)))
    outer = [which(before, key=lambda at: before[at][axis]) for which in (min, max) for axis in (0, 1)]
    for island in (inner, *outer):
        stage.page.mouse.move(*before[island])
        for _ in range(9):
            stage.page.mouse.wheel(0, -100)

            assert places(stage)[island] == pytest.approx(before[island], abs=NEAR), island
        stage.page.get_by_role("button", name="Show all islands").click()
        assert places(stage)[island] == pytest.approx(before[island], abs=1)


@pytest.mark.parametrize("presses", [1, 5])
@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_every_island_can_be_dragged_into_sight(stages: Any, size: tuple[int, int], presses: int) -> None:
    stage: Stage = stages()
    clear(stage, size)
    for _ in range(presses):
        stage.page.get_by_role("button", name="Zoom in").press("Enter")
    # What lies farthest out in eight directions: all others lie between them.
    lies = places(stage).items()
    ways = [(across, down) for across in (-1, 0, 1) for down in (-1, 0, 1) if across or down]
    for island in {max((across * x + down * y, at) for at, (x, y) in lies)[1] for across, down in ways}:
        place = bring(stage, island)

        assert in_sea(stage, place), island
        assert stage.page.evaluate(HIT, place) == island, "it lies under something"


def test_the_focus_brings_an_island_into_sight(stages: Any) -> None:
    stage: Stage = stages()
    clear(stage, (1366, 657))
    page = stage.page
    page.locator(".hex[tabindex='0']").focus()
    for _ in range(4):
        page.keyboard.press("+")
    seen = set()
    for key in ("ArrowDown", "ArrowRight", "ArrowUp", "ArrowLeft"):
        for _ in range(5):
            page.keyboard.press(key)
            stage.settle()
            island = str(page.locator(".hex:focus").get_attribute("data-at"))
            seen.add(island)
            assert stage.page.evaluate(HIT, places(stage)[island]) == island
    assert len(seen) > 8

    assert page.evaluate(SCROLLED) == []


def test_two_fingers_zoom_around_themselves_and_one_reaches_every_island(browser: Any) -> None:
    stage = Stage(browser, touch=True, unseen=True)
    play_search(stage, 4, "search", (390, 844))
    wire = stage.page.context.new_cdp_session(stage.page)

    def touch(kind: str, *points: Point) -> None:
        spots = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": spots})

    before = places(stage)
    inner = min(before, key=lambda at: math.dist(before[at], middle(stage)))
    x, y = before[inner]
    touch("touchStart", (x - 20, y))
    touch("touchStart", (x - 20, y), (x + 20, y))
    for apart in (30, 45, 60):
        touch("touchMove", (x - apart, y), (x + apart, y))
    touch("touchEnd")
    now = places(stage)
    assert now[inner] == pytest.approx((x, y), abs=NEAR)
    assert math.dist(now[inner], min(now.values())) > 2.5 * math.dist(before[inner], min(before.values()))

    for island in {which(before, key=lambda at: before[at][axis]) for which in (min, max) for axis in (0, 1)}:
        for _ in range(12):
            found = places(stage)[island]
            x, y = middle(stage)
            across, down = (max(-150, min(150, way)) for way in (x - found[0], y - found[1]))
            touch("touchStart", (x, y))
            touch("touchMove", (x + across / 2, y + down / 2))
            touch("touchMove", (x + across, y + down))
            touch("touchEnd")
            if math.dist(places(stage)[island], found) < 1:
                break
        assert in_sea(stage, places(stage)[island]), island
    wide = stage.page.locator(".hex").first.evaluate("(e) => e.offsetWidth")
    stage.page.evaluate("() => addEventListener('click', () => (window.clicked = true), { capture: true, once: true })")
    for _ in range(20):
        # Within milliseconds after a drag Chromium makes no click of some taps.
        stage.page.get_by_role("button", name="Zoom out").tap()
        stage.settle()
        if stage.page.evaluate("() => window.clicked"):
            break
    assert stage.page.locator(".hex").first.evaluate("(e) => e.offsetWidth") < wide, "the first click after a drag"
    stage.close()


HIDDEN_BOATS = """() => {
    const sea = document.querySelector('.sea').getBoundingClientRect();
    const style = document.createElement('style');
    style.textContent = '.sea .boats, .sea .boats * { pointer-events: auto !important }';
    document.head.append(style);
    const found = [...document.querySelectorAll('.sea .boats .boat .boat')].flatMap((boat) => {
        const parts = [[boat, 0.5], [boat, 0.92], ...[...boat.querySelectorAll('.order')].map((one) => [one, 0.5])];
        return parts.flatMap(([part, down]) => {
            const { left, top, width, height } = part.getBoundingClientRect();
            const [x, y] = [left + width / 2, top + height * down];
            // A phone shows a part of the sea.
            if (x < sea.left || x > sea.right || y < sea.top || y > sea.bottom) return [];
            const hit = document.elementFromPoint(x, y);
            return hit?.closest('.boats, .tools') ? [] : [`${part.className} under ${hit?.className}`];
        });
    });
    style.remove();
    return found;
}"""
"""Boats and numbers of boats with something other than boats on top."""
ONE_BELOW_ANOTHER = """() => {
    const boxes = [...document.querySelectorAll('.sea .boats')].map((e) => e.parentElement.getBoundingClientRect());
    return boxes.filter((a) => boxes.some((b) => Math.abs(a.left + a.width / 2 - b.left - b.width / 2) < 2
        && b.top > a.top && b.top - a.top < a.height * 1.2)).length;
}"""
NAME_ON_BOATS = """() => {
    const name = document.querySelector('.sea .label').getBoundingClientRect();
    return [...document.querySelectorAll('.sea .boats img')].some((boat) => {
        const { left, top, right, bottom } = boat.getBoundingClientRect();
        return name.left < right - 2 && left < name.right - 2 && name.top < bottom - 2 && top < name.bottom - 2;
    });
}"""


@pytest.mark.parametrize("size", [(1366, 657), (2560, 1440), (390, 844)], ids=str)
def test_no_island_hides_a_boat(stages: Any, size: tuple[int, int]) -> None:
    stage: Stage = stages()
    stage.page.mouse.move(2, 2)
    play_search(stage, 4, "reveal", size)

    assert stage.page.evaluate(ONE_BELOW_ANOTHER) > 0, "no boats lie one below another: this tests nothing"
    assert stage.page.evaluate(HIDDEN_BOATS) == []


@pytest.mark.parametrize("size", WINDOWS, ids=str)
def test_the_name_of_an_island_hides_no_boat(stages: Any, size: tuple[int, int]) -> None:
    stage: Stage = stages()
    clear(stage, size)
    hidden = []
    for island, place in places(stage).items():
        stage.page.mouse.move(*place)
        stage.page.wait_for_selector(".sea .label")
        stage.settle()
        if stage.page.evaluate(NAME_ON_BOATS):
            hidden.append(island)

    assert hidden == []
