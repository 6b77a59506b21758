"""Upright tablets use their room for what is mine and for the others; nothing is cramped where columns are narrow."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from jeton.server.wire.protocol import SeatInfo
from tests.e2e.scenes import play_scene, splendor

pytestmark = [pytest.mark.once, pytest.mark.xdist_group("browser")]

SIZES = """(selector) => [...document.querySelectorAll(selector)].map((e) => {
    const box = e.getBoundingClientRect();
    return [box.width, box.height, parseFloat(getComputedStyle(e).fontSize)];
})"""
# How far the end of a text lies from the right edge of what is around it.
CLEAR = """([selector, around]) => [...document.querySelectorAll(selector)].map((e) => {
    const text = document.createRange();
    text.selectNodeContents(e);
    return e.closest(around).getBoundingClientRect().right - text.getBoundingClientRect().right;
})"""


@pytest.mark.parametrize("title", ["splendor", "marvel"])
@pytest.mark.parametrize("size", [(768, 1024), (820, 1180)])
def test_a_tablet_upright_shows_what_is_mine_as_large_as_a_phone_does(
    stages: Any, title: str, size: tuple[int, int]
) -> None:
    stage = stages("fr", "parchment")
    page = stage.page
    play_scene(stage, title, 2, "mine", size)

    assert min(gem for gem, *_ in page.evaluate(SIZES, ".area-me .columns .bonus .gem")) >= 20
    assert min(chip for chip, *_ in page.evaluate(SIZES, ".area-me .columns .chip")) >= 20
    assert min(font for *_, font in page.evaluate(SIZES, ".area-me .columns :is(.bonus, .tokens)")) >= 18
    cards = page.evaluate(SIZES, ".area-me .card")
    assert len(cards) == 3
    assert all(width >= 80 and 0.7 < width / height < 0.77 for width, height, _ in cards), cards


@pytest.mark.parametrize(("seats", "least"), [(2, 22), (3, 16), (4, 16)])
def test_a_tablet_upright_shows_the_others_as_large_as_there_is_room_for(stages: Any, seats: int, least: int) -> None:
    stage = stages("nl", "velvet")
    play_scene(stage, "splendor", seats, "mine", (820, 1180))

    assert min(font for *_, font in stage.page.evaluate(SIZES, ".tile .c :is(b, u)")) >= least


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_the_last_figure_keeps_clear_of_the_edge_of_a_narrow_pill(stages: Any, title: str) -> None:
    stage = stages("en", "velvet")
    play_scene(stage, title, 2, "mine", (1024, 768))

    assert min(stage.page.evaluate(CLEAR, [".dense .col .tokens", ".col"])) >= 3


@pytest.mark.parametrize(("language", "noble"), [("en", 9), ("fr", 3)])
def test_the_long_name_of_a_noble_keeps_clear_of_the_edge_of_its_tile(stages: Any, language: str, noble: int) -> None:
    stage = stages(language, "velvet")
    scene = splendor("splendor", 2, "mine")
    view = replace(scene["view"].view, nobles=(noble, 6, 4))
    stage.show({**scene, "view": replace(scene["view"], view=view)}, (1024, 768))
    stage.page.wait_for_selector(".noble .whole")

    assert min(stage.page.evaluate(CLEAR, [".noble .whole", ".noble"])) >= 6


@pytest.mark.parametrize("size", [(1280, 593), (1024, 768), (844, 390), (667, 375), (568, 320), (390, 844), (320, 568)])
def test_a_tile_has_room_for_a_name_of_seven_letters(stages: Any, size: tuple[int, int]) -> None:
    stage = stages("fr", "parchment")
    scene = splendor("marvel", 4, "mine")
    bots = [SeatInfo(kind="bot", bot="greedy") for _ in range(3)]
    table = replace(scene["table"], seats=(scene["table"].seats[0], *bots))
    stage.show({**scene, "table": table}, size)
    stage.page.wait_for_selector(".tile .name")

    names = stage.page.locator(".tile .name")
    assert names.all_text_contents() == ["Mirabel", "Vesper", "Tarquin"]
    assert names.evaluate_all("all => all.filter((e) => e.scrollWidth > e.clientWidth).length") == 0


def test_the_name_of_a_location_does_not_run_under_what_it_still_asks_for(stages: Any) -> None:
    stage = stages("fr", "parchment")
    play_scene(stage, "marvel", 4, "mine", (1280, 593))

    assert stage.page.locator(".noble .note").count() == 4
    assert (
        stage.page.evaluate(
            "() => Math.min(...[...document.querySelectorAll('.noble .art')].map((e) =>"
            " e.querySelector('.name').getBoundingClientRect().top"
            " - e.querySelector('.note').getBoundingClientRect().bottom))"
        )
        >= 0
    )
