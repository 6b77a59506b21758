"""Guardians' table drawn from recorded scenes, without a server: what moves, what is told, what can be pressed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from jeton.games.guardians.legends import LEGENDS
from jeton.games.guardians.position import Pile
from jeton.words import LANGUAGES
from tests.e2e.faults import rest
from tests.e2e.scenes import Stage
from tests.e2e.scenes_guardians import guardians, halt, play_search

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
Show = Callable[..., Stage]
ISLANDS = """() => [...document.querySelectorAll('.hex')].map((e) => {
    const { left, top, width } = e.querySelector('.edge').getBoundingClientRect();
    return [e.dataset.at, Math.round(left), Math.round(top), Math.round(width)];
}).filter(([at]) => !document.querySelector(`[data-at="${at}"]`).matches('.lit, .chosen')).sort()"""


@pytest.fixture
def show(stages: Any) -> Show:
    """Show a phase on the page that all tests share."""

    def make(phase: str, seats: int = 4, size: tuple[int, int] = (1366, 657)) -> Stage:
        stage: Stage = stages()
        stage.page.mouse.move(2, 2)
        play_search(stage, seats, phase, size)
        return stage

    return make


@pytest.mark.parametrize(
    "size",
    [(1366, 657), (390, 844), *(pytest.param(size, marks=pytest.mark.soak) for size in ((1024, 768), (844, 390)))],
    ids=str,
)
def test_a_reveal_moves_no_island(show: Show, size: tuple[int, int]) -> None:
    places = {phase: dict(_places(show(phase, size=size))) for phase in ("point", "reveal", "choose", "interlude")}
    for phase, found in places.items():
        assert len(found) >= 23
        same = {at: box for at, box in places["point"].items() if at in found}
        assert {at: found[at] for at in same} == same, phase


def _places(stage: Stage) -> list[tuple[str, tuple[int, ...]]]:
    return [(at, tuple(box)) for at, *box in stage.page.evaluate(ISLANDS)]


COVERED = """() => {
    const show = document.querySelector('.show').getBoundingClientRect();
    const parts = [...document.querySelectorAll('.show .picture, .show p, .show .buttons')]
        .map((e) => [e.className || e.tagName, e.getBoundingClientRect()]);
    return parts.flatMap(([name, a], i) => [
        ...(a.top < show.top - 9 || a.bottom > show.bottom + 1 || a.right > show.right + 1 ? [`${name} outside`] : []),
        ...parts.slice(i + 1).filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1
            && a.top < b.bottom - 1 && b.top < a.bottom - 1).map(([other]) => `${name} and ${other}`),
    ]);
}"""
"""What of a step lies over another part of it, or outside."""


OVER_SEA = """() => {
    const [show, sea] = ['.show', '.sea'].map((part) => document.querySelector(part).getBoundingClientRect());
    return show.right - sea.left;
}"""
CUT = """() => [...document.querySelectorAll('.player')].flatMap((card) => {
    const frame = card.getBoundingClientRect();
    return [card, ...card.querySelectorAll('.name *, .coin, .sum')].filter((part) => {
        const { top, bottom, right } = part.getBoundingClientRect();
        return top < frame.top - 1 || bottom > Math.min(frame.bottom, innerHeight) + 1 || right > frame.right + 1;
    }).map((part) => `${part.className} of ${card.innerText}`);
})"""
"""What of the players' cards is cut off, or hangs out of them."""


def test_a_television_tells_the_reveal_beside_the_islands(stages: Any) -> None:
    stage: Stage = stages(motion=True)
    scene = guardians(5, "paid")
    sizes = [(1280, 720), (1920, 1080), (1280, 593), (1024, 768)]
    stage.show(
        scene | {"view": replace(scene["view"], n=scene["view"].n - 1, view=scene["before"])}, sizes[0], display=True
    )
    before = dict(_places(stage))
    stage.tell(scene)
    stage.page.wait_for_selector(".show .skip")
    for step in ("clues", "paid"):
        halt(stage, step)
        assert dict(_places(stage)) == {at: before[at] for at, _ in _places(stage)}, step
        for size in sizes[1:] + sizes[:1]:
            stage.size(*size)
            stage.settle()
            rest(stage.page)
            assert stage.page.evaluate(COVERED) + stage.page.evaluate(CUT) == [], (step, size)
            assert stage.page.evaluate(OVER_SEA) <= 0, (step, size, "a boat is hidden")


def test_the_coins_of_a_round_are_told_between_two(stages: Any, browser: Any) -> None:
    stage: Stage = stages()
    play_search(stage, 4, "rest", (1366, 657))
    page = stage.page
    gold = page.locator(".tally .line").filter(has_text="Vesper")
    assert gold.locator(".sum").inner_text().split() == ["+1", "+1"]
    assert gold.locator(".score").inner_text() == "2"

    page.locator(".tally button").click()
    page.wait_for_selector("dialog .tally")
    first = page.locator("dialog .gain").first
    assert first.inner_text().splitlines()[0] == "Found Alexandrine-Josephine first"
    stage.tell(guardians(4, "point"))
    page.wait_for_selector(".board[data-phase=search]")
    assert page.locator("dialog .gain").first.inner_text() == first.inner_text(), "it stays open in the next round"
    page.keyboard.press("Escape")
    page.wait_for_selector("dialog .tally", state="detached")


def test_a_television_tells_the_coins_of_a_round(stages: Any) -> None:
    stage: Stage = stages("fr")
    for size in ((1280, 593), (1024, 768)):
        stage.show(guardians(5, "rest"), size, display=True)

        assert stage.page.locator(".posts .tally .line").count() == 5
        assert stage.page.evaluate(CUT) == []


def test_the_clock_is_in_sight_while_one_points(stages: Any) -> None:
    stage: Stage = stages("nl")
    for size in ((390, 844), (320, 568), (844, 390)):
        play_search(stage, 4, "aim", size)

        clock = stage.page.locator(".clue-view header [role=timer]").bounding_box()
        assert 0 <= clock["x"] < clock["x"] + clock["width"] <= size[0]
        assert 0 <= clock["y"] < clock["y"] + clock["height"] <= 64


JOY = "[data-joy]"


def test_stars_greet_a_winner_and_coins_rain_on_who_has_won(stages: Any) -> None:
    scene = guardians(4, "over")
    table, view = scene["table"], scene["view"]
    mine = replace(table.outcome, winners=(0,), ranks=(1, 2, 3, 4))
    won = {"table": replace(table, outcome=mine), "view": replace(view, view=replace(view.view, outcome=mine))}
    still: Stage = stages(motion=False)
    still.show(scene | won, (1366, 657))
    still.page.evaluate("new Promise((done) => setTimeout(done, 1000))")  # set later, it ends after what it waits for
    assert still.page.locator(JOY).count() == 0, "who wants nothing to move sees it all the same, at rest"

    moving: Stage = stages(motion=True)
    moving.show(scene, (1366, 657))
    moving.page.wait_for_selector(f"i{JOY}", state="attached")
    assert moving.page.locator(f"img{JOY}").count() == 0
    moving.show(scene | won)
    moving.page.wait_for_selector(f"img{JOY}", state="attached")
    moving.show(guardians(4, "point"))
    moving.page.wait_for_function(f"document.querySelectorAll('{JOY}').length === 0")  # who leaves takes none along


def test_the_panel_shows_the_island_and_what_its_guardian_points_at(stages: Any) -> None:
    stage: Stage = stages()
    play_search(stage, 4, "whose", (1366, 657))
    page = stage.page
    seat = int(page.locator(".act .targets [aria-pressed=true]").get_attribute("data-seat") or -1)
    clues = sorted((one for one in stage.scene["view"].view.clues if one.seat == seat), key=lambda one: -one.seq)
    shown = [crop.get_attribute("data-postcard") for crop in page.locator(".act .crop .postcard").all()]

    assert shown == [clue.postcard for clue in clues[: len(shown)]] != []
    assert page.locator(".act .here > img").bounding_box()["width"] >= 100


WORDS_OF_MINE = """() => {
    const [room, told, blurb] = ['.text', '.told', '.blurb'].map((one) => document.querySelector(`.secret ${one}`));
    const [box, under] = [room.getBoundingClientRect(), blurb.getBoundingClientRect()];
    return {
        whole: told.scrollHeight <= told.clientHeight + 1,
        said: under.left < box.right,
        cut: under.left < box.right && under.bottom > box.bottom + 1,
    };
}"""


def test_the_words_of_my_island_are_whole_or_left_out(stages: Any) -> None:
    stage: Stage = stages()
    scene = guardians(4, "search")
    islands = sorted(cell.island for cell in scene["view"].view.board)[::-1]
    said = []
    for language in LANGUAGES:
        stage.dress(language, "velvet")
        for size in ((1366, 657), (1280, 593)):
            for island, legend in zip(islands, LEGENDS, strict=False):
                pile = Pile(island, legend)
                view = replace(scene["view"], view=replace(scene["view"].view, hand=pile))
                stage.show(scene | {"view": view}, size)
                if stage.page.locator(".secret.open").count() == 0:
                    stage.page.locator(".secret .face").press("Enter")
                found = stage.page.evaluate(WORDS_OF_MINE)
                assert found["whole"], (language, size, island, legend)
                assert not found["cut"], (language, size, island, legend)
                said.append(found["said"])

    assert any(said), "no blurb is ever seen"
    assert not all(said), "every blurb fits: this tests nothing"


def test_a_zoomed_island_is_laid_out_as_large_as_it_is_seen(show: Show) -> None:
    """No layer is stretched: a larger picture is loaded, and drawn pixel by pixel."""
    page = show("search").page
    before = page.locator(".hex .edge").first.bounding_box()["width"]
    for _ in range(3):
        page.get_by_role("button", name="Zoom in").click()

    assert page.locator(".hex .edge").first.bounding_box()["width"] == pytest.approx(before * 1.4**3, rel=0.02)
    assert page.locator(".hex").first.evaluate("(e) => e.offsetWidth") == pytest.approx(before * 1.4**3, rel=0.02)
    assert "matrix(1, 0, 0, 1" in page.locator(".plane").evaluate("(e) => getComputedStyle(e).transform")
    shown = page.locator(".hex .edge img").first.evaluate("(e) => e.sizes")
    assert shown == f"{round(before * 1.4**3)}px"


def test_an_island_tells_its_name_to_mouse_keys_and_finger(show: Show, browser: Any) -> None:
    page = show("search").page
    island = page.locator(".hex").nth(7)
    name = str(island.get_attribute("aria-label")).split(".")[0]
    assert page.locator(".sea .label").count() == 0
    island.hover()
    assert page.locator(".sea .label").inner_text() == name
    page.mouse.move(2, 2)
    assert page.locator(".sea .label").count() == 0
    page.locator(".hex[tabindex='0']").focus()
    page.keyboard.press("ArrowDown")
    focused = str(page.locator(".hex:focus").get_attribute("aria-label")).split(".")[0]
    assert page.locator(".sea .label").inner_text() == focused

    stage = Stage(browser, touch=True, unseen=True)
    play_search(stage, 4, "search", (390, 844))
    touched = stage.page
    box = touched.locator(".hex").nth(7).bounding_box()
    wire = touched.context.new_cdp_session(touched)
    spot = [{"x": box["x"] + box["width"] / 2, "y": box["y"] + box["height"] / 2}]
    wire.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": spot})
    touched.wait_for_selector(".sea .label")
    assert touched.locator(".sea .label").inner_text() == name
    wire.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    touched.wait_for_selector(".sea .label", state="detached")
    assert touched.locator(".hex.chosen").count() == 0, "who looked has picked nothing"
    stage.close()


def test_choosing_whose_treasure_dims_the_other_arrows(show: Show) -> None:
    page = show("whose").page
    seat = page.locator(".targets [aria-pressed=true]").get_attribute("data-seat")
    arrows = page.locator(".posts .at")
    bright = [arrow for arrow in arrows.all() if "back" not in str(arrow.get_attribute("class"))]
    colour = ("blue", "red", "green", "yellow", "purple")[int(str(seat))]

    assert arrows.count() > len(bright) > 0
    assert {str(arrow.locator("img").get_attribute("src")) for arrow in bright} == {
        f"/pictures/guardians/tokens/clue-{colour}.svg"
    }


@pytest.mark.parametrize(("size", "least"), [((1280, 593), 125), ((1366, 657), 125), ((1440, 900), 200)])
def test_my_island_is_large_while_i_point_and_covers_no_name(show: Show, size: tuple[int, int], least: int) -> None:
    page = show("aim", size=size).page
    assert page.locator(".clue-view .home").count() == 0
    page.locator(".clue-view .my:visible").press("Enter")

    assert page.locator(".clue-view .home img").bounding_box()["width"] > least
    button = page.locator(".clue-view .place").bounding_box()
    assert button["y"] + button["height"] <= size[1], "the button is out of sight"
    home = page.locator(".clue-view .home").bounding_box()
    for name in page.locator(".clue-view fieldset label").all():
        box = name.bounding_box()
        assert box["y"] >= home["y"] + home["height"] or box["y"] + box["height"] <= home["y"], name.inner_text()


@pytest.mark.parametrize("size", [(390, 844), (320, 568), (844, 390)])
def test_my_island_is_whole_on_a_phone_and_nothing_speaks_of_the_names_under_it(
    show: Show, size: tuple[int, int]
) -> None:
    page = show("point", size=size).page
    page.locator(".act .point").click()
    assert "by name" in page.locator(".clue-view .tip").inner_text()
    page.locator(".clue-view .my:visible").press("Enter")

    room = page.locator(".clue-view .home").bounding_box()
    for part in ("img", "b", ".muted"):
        box = page.locator(f".clue-view .home {part}").bounding_box()
        assert box["y"] >= room["y"], part
        assert box["y"] + box["height"] <= room["y"] + room["height"], part
        assert box["x"] + box["width"] <= room["x"] + room["width"], part
    assert page.locator(".clue-view .home img").bounding_box()["height"] > 70
    assert "name" not in page.locator(".clue-view .tip").inner_text()


def test_a_bot_may_play_for_who_keeps_the_table_waiting(show: Show) -> None:
    page = show("wait").page
    page.get_by_role("button", name="Let a bot play for Wim").wait_for()
    assert page.locator(".act .stand-in").count() == 1


def test_the_result_tells_who_was_still_hiding_and_what_broke_the_tie(show: Show) -> None:
    stage = show("over")
    assert "Tied at 22: more legend coins decide (6 against 4)." in stage.page.locator(".how").inner_text()
    guarded = stage.scene["view"].view.guarded
    hidden = [pile.location for pile in guarded if pile is not None]
    assert 0 < len(hidden) < len(guarded)
    images = stage.page.locator(".result aside .panel li img").all()
    shown = {str(image.get_attribute("src")).split("/")[-1].rpartition("-")[0] for image in images}
    assert shown == set(hidden)


CONTRAST = """() => {
    const light = (text) => text.match(/[\\d.]+/g).slice(0, 3).map((n) => n / 255)
        .map((c) => (c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const ink = (selector) => light(getComputedStyle(document.querySelector(selector)).color);
    const ground = light(getComputedStyle(document.querySelector('.timer')).backgroundColor);
    return [ink('.timer .clock b'), ink('.timer .clock svg')].map((one) =>
        (Math.max(one, ground) + 0.05) / (Math.min(one, ground) + 0.05));
}"""


@pytest.mark.parametrize("theme", ["velvet", "parchment"])
def test_the_clock_is_read_on_a_phone_on_its_side(stages: Any, theme: str) -> None:
    stage: Stage = stages("en", theme)
    play_search(stage, 4, "clock", (844, 390))

    words, ring = stage.page.evaluate(CONTRAST)
    assert words > 7
    assert ring > 3
