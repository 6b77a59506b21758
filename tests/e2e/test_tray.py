"""The tray of the card titles in recorded scenes: what it offers who gave up, who looks on, and at a paused table."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.e2e.scenes import NAMES, Stage, splendor

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SIZES = [(1440, 900), (1366, 657), (1280, 593), (390, 844), (844, 390)]
CUT = """() => {
    const tray = document.querySelector('.tray');
    const frame = tray.getBoundingClientRect();
    const parts = [tray, ...tray.querySelectorAll('h2:not(.sr), .body, .words, .foot, .foot > *')];
    return parts.filter((e) => {
        const { left, right, top, bottom } = e.getBoundingClientRect();
        const spills = e.scrollHeight > e.clientHeight + 1 || e.scrollWidth > e.clientWidth + 1;
        const out = left < frame.left || right > frame.right || top < frame.top || bottom > frame.bottom + 1;
        return getComputedStyle(e).display !== 'inline' && (spills || out);
    }).map((e) => `${e.className} ${e.innerText}`);
}"""


def given_up(title: str, seats: int) -> dict[str, Any]:
    """Return a table whose seat 0 has given up, while another plays."""
    scene = splendor(title, seats, "wait")
    table = scene["table"]
    me = replace(table.seats[0], resigned=True)
    return scene | {"table": replace(table, seats=(me, *table.seats[1:]))}


def looked_at(title: str, seats: int) -> dict[str, Any]:
    """Return a table that somebody looks on at, while the longest name plays."""
    scene = splendor(title, seats, "wait")
    table, view = scene["table"], scene["view"]
    actor = view.actors[0]
    long = replace(table.seats[actor], kind="human", bot=None, name=NAMES[1])
    people = tuple(long if seat == actor else info for seat, info in enumerate(table.seats))
    looks = replace(view, seat=None, view=scene["rules"].view(scene["position"], None))
    return scene | {"table": replace(table, seats=people, mine=(), host=False), "view": looks}


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_who_gave_up_is_offered_the_way_home(stages: Any, title: str, language: str) -> None:
    stage: Stage = stages(language)
    stage.show(given_up(title, 3), SIZES[0])
    home = stage.page.locator(".tray .foot a")
    for size in SIZES:
        stage.size(*size)
        stage.settle()
        assert stage.page.evaluate(CUT) == [], size
        box = home.bounding_box()
        assert box["height"] >= 32, (size, box)

    home.focus()
    assert home.evaluate("(link) => link === document.activeElement && link.pathname") == "/"


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
@pytest.mark.parametrize(("title", "seats"), [("splendor", 2), ("splendor", 4), ("marvel", 3)])
def test_an_onlooker_reads_whole_whose_turn_it_is(stages: Any, title: str, seats: int, language: str) -> None:
    stage: Stage = stages(language)
    stage.show(looked_at(title, seats), SIZES[0])
    for size in SIZES:
        stage.size(*size)
        stage.settle()
        assert stage.page.evaluate(CUT) == [], size


def test_a_paused_table_offers_no_move_to_take_back(stages: Any) -> None:
    stage: Stage = stages()
    scene = splendor("splendor", 2, "return")
    stage.show(scene, (1366, 657))
    undo = stage.page.locator(".tray .foot .btn", has_text="Undo")
    undo.wait_for()
    paused = {"table": replace(scene["table"], version=2, paused=True), "view": replace(scene["view"], reports=[])}
    stage.tell(scene | paused, table=True)

    undo.wait_for(state="detached")
