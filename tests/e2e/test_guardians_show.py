"""What the panel of Guardians' table shows and says in recorded scenes: pictures of a reveal, reasons, legends."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from tests.e2e.faults import rest
from tests.e2e.scenes import Stage
from tests.e2e.scenes_guardians import guardians, halt, play_search

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SIZES = [(1366, 657), (1280, 593), (1920, 1080), (1024, 768), (390, 844), (320, 568), (844, 390)]
PICTURES = """() => {
    const frame = document.querySelector('.show .compare').getBoundingClientRect();
    const inside = ({ left, top, right, bottom }) => left > frame.left - 8 && top > frame.top - 8
        && right < frame.right + 8 && bottom < frame.bottom + 8;
    const boxes = [...document.querySelectorAll('.show .crop, .show .compare .vignette > img')]
        .map((e) => e.getBoundingClientRect());
    return {
        shown: [...document.querySelectorAll('.show .crop .postcard')].map((e) => e.dataset.postcard),
        whole: boxes.every(inside),
        across: Math.min(...boxes.map((box) => box.width)),
        close: Math.min(...[...document.querySelectorAll('.show .crop .postcard')]
            .map((e) => e.getBoundingClientRect().width)),
    };
}"""


def _clues(scene: dict[str, Any]) -> list[Any]:
    """Return what seat 0 has pointed at, on postcards that are gone, too."""
    return [told for told in scene["view"].reports if told.seat == 0 and told.move.startswith("clue ")]


@pytest.mark.parametrize("motion", [True, False], ids=["moving", "still"])
def test_all_that_a_guardian_pointed_at_stands_beside_the_island(stages: Any, motion: bool) -> None:
    stage: Stage = stages(motion=motion)
    play_search(stage, 4, "clues" if motion else "reveal", SIZES[0])
    clues = [told.move.split()[1] for told in _clues(stage.scene)]
    assert len(set(clues)) > 1, "this tests nothing"

    for size in SIZES:
        stage.size(*size)
        rest(stage.page)
        found = stage.page.evaluate(PICTURES)
        assert sorted(found["shown"]) == sorted(clues), size
        assert found["whole"], (size, found)
        assert found["across"] >= 44, (size, found)
        assert found["close"] >= 120, (size, found)


@pytest.mark.parametrize(("size", "least"), [((1366, 657), 125), ((1280, 593), 100), ((1280, 720), 125)])
def test_a_clue_and_its_island_share_the_width_of_the_panel(stages: Any, size: tuple[int, int], least: int) -> None:
    stage: Stage = stages(motion=True)
    scene = guardians(3, "clues")
    older = _clues(scene)[:-1]
    view = replace(scene["view"], reports=[told for told in scene["view"].reports if told not in older])
    scene |= {"view": view}
    stage.show(scene | {"view": replace(view, n=view.n - 1, view=scene["before"])}, size)
    stage.tell(scene)
    stage.page.wait_for_selector(".show")
    halt(stage, "clues")

    found = stage.page.evaluate(PICTURES)
    assert len(found["shown"]) == 1
    assert found["across"] >= least, found
    assert found["close"] >= 2 * least, found


def test_each_step_of_a_still_reveal_has_its_picture(stages: Any) -> None:
    stage: Stage = stages()
    play_search(stage, 4, "reveal", (1280, 720))
    page = stage.page
    page.locator(".show .buttons button").first.click()
    assert page.locator(".show li.on .fleet .boat").count() == 8
    forth = page.locator(".show .buttons button").nth(1)
    forth.click()
    assert page.locator(".show li.on .crop").count() > 0
    forth.click()
    assert page.locator(".show li.on .vignette.joy").count() == 1
    assert page.locator(".show .picture").count() == 1


def test_pictures_that_were_lost_come_when_the_server_is_back(browser: Any) -> None:
    stage = Stage(browser, unseen=True)
    page = stage.page
    gone = ["**/pictures/**", "**/health"]
    for path in gone:
        page.route(path, lambda route: route.abort())
    stage.show(guardians(4, "search"), (1366, 657))
    broken = "[...document.images].filter((one) => one.complete && !one.naturalWidth).length"
    page.wait_for_function(f"{broken} > 20")
    for path in gone:
        page.unroute(path)

    drawn = "document.querySelector('.posts .postcard > img').naturalWidth > 100"
    page.wait_for_function(f"{broken} === 0 && {drawn}")
    stage.close()


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_why_the_chat_is_closed_is_said_whole(stages: Any, language: str) -> None:
    stage: Stage = stages(language)
    scene = guardians(3, "search")
    why = {"en": "words would be clues.", "fr": "mots seraient des indices.", "nl": "woorden zouden aanwijzingen zijn."}
    stage.show(scene | {"view": replace(scene["view"], chat_open=False)}, (1920, 1080))
    told = stage.page.locator(".talk .closed")
    told.wait_for()

    assert told.inner_text().endswith(why[language])
    for size in ((1920, 1080), (2560, 1440)):
        stage.size(*size)
        rest(stage.page)
        form, panel = (stage.page.locator(part).bounding_box() for part in (".talk .closed", ".talk section"))
        assert form["y"] + form["height"] <= panel["y"] + panel["height"] <= size[1]
        assert stage.page.locator(".talk ol").bounding_box()["height"] >= 20


@pytest.mark.parametrize(
    ("language", "said"), [("en", "Play Trident of Poseidon"), ("nl", "Drietand van Poseidon spelen")]
)
def test_a_kept_legend_says_that_it_can_be_played(stages: Any, language: str, said: str) -> None:
    stage: Stage = stages(language)
    stage.show(guardians(3, "kept"), (844, 390))
    button = stage.page.locator(".act .legend[data-legend=trident]")
    assert button.inner_text().lower() == said.lower()
    button.click()

    words = stage.page.locator(".act .line .grow").bounding_box()
    assert words["width"] >= 160, "its power is read in lines of more than a word"
    names = [name.bounding_box() for name in stage.page.locator(".act .targets .name").all()]
    assert len(names) == 2
    assert names[1]["x"] - names[0]["x"] - names[0]["width"] >= 8, "two names are not one"
