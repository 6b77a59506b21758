"""The first page: the games in their boxes, who plays, and the buttons that begin, in sight in every window."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from jeton.words import load
from tests.e2e.browser import Hand
from tests.e2e.test_quality import serious

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True
Sit = Callable[..., Hand]
LAPTOPS = [(1280, 720), (1366, 657), (1280, 593)]
PHONES = [(320, 568), (360, 640), (390, 844), (844, 390)]


@pytest.mark.parametrize(("width", "height"), LAPTOPS)
def test_home_and_its_dialogs_fit_a_laptop(sit: Sit, width: int, height: int) -> None:
    hand = sit()
    hand.page.set_viewport_size({"width": width, "height": height})
    hand.open()
    hand.page.wait_for_selector(".later", state="detached")
    for box in range(3):
        hand.page.locator("label.box").nth(box).click()
        play = hand.page.get_by_role("button", name="Play now")
        hand.page.wait_for_function("() => document.querySelectorAll('.seat').length > 0")
        if box == 2:
            hand.page.wait_for_selector(".levels")
        edge = play.bounding_box()
        assert edge["y"] + edge["height"] <= height, f"Play now is below the fold for box {box}"
    device = hand.page.get_by_role("button", name="One device")
    assert device.is_disabled()
    hand.page.locator(f"#{device.get_attribute('aria-describedby')}").get_by_text("device for each player").wait_for()
    hand.page.locator(".pick").first.click()
    take = hand.page.get_by_role("button", name="Take this one")
    take.wait_for()
    edge = take.bounding_box()
    assert edge["y"] + edge["height"] <= height


FOOT = """() => {
    const boxes = [...document.querySelectorAll('.also > section')].map((one) => one.getBoundingClientRect());
    return boxes.length === 2 && Math.max(...boxes.map((box) => box.bottom)) / innerHeight;
}"""


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_home_fills_a_large_window_with_what_one_can_do_and_a_press_begins_a_lesson(sit: Sit, language: str) -> None:
    hand = sit(language=language)
    hand.open()
    hand.page.wait_for_function(f"() => ({FOOT})()")
    for width, height in [(1440, 900), (1920, 1080), (2560, 1440), (3840, 2160)]:
        hand.page.set_viewport_size({"width": width, "height": height})
        hand.page.wait_for_function(f"() => ({FOOT})() > 0.9")
        assert hand.page.evaluate("document.documentElement.scrollHeight") <= height + 1, (width, height)
    solve = {"en": "Solve it", "fr": "Résoudre", "nl": "Los hem op"}[language]
    assert hand.page.locator('.also a[href$="/puzzles"]').inner_text() == solve
    hand.page.locator(".also .lessons button").first.click()
    hand.page.wait_for_selector(".coach")


@pytest.mark.parametrize("language", ["fr", "nl"])
def test_the_longest_words_push_play_below_no_fold(sit: Sit, language: str) -> None:
    hand = sit(language=language)
    hand.page.set_viewport_size({"width": 1280, "height": 593})
    hand.open()
    hand.page.locator("label.box").nth(2).click()
    hand.page.wait_for_selector(".levels")

    edge = hand.page.locator(".go .btn").last.bounding_box()
    assert edge["y"] + edge["height"] <= 593


def test_home_remembers_the_game_and_how_well_its_bots_play(sit: Sit) -> None:
    hand = sit()
    hand.open()
    hand.page.locator("label.box").nth(1).click()
    pick = hand.page.locator(".pick").first
    before = pick.inner_text()
    pick.click()
    hand.page.locator("dialog label:has(input[name=level])").first.click()
    hand.page.get_by_role("button", name="Take this one").click()
    pick.get_by_text("Level 1, gentle").wait_for()
    assert "Level 1" not in before

    hand.open()
    hand.page.get_by_role("radio", name="Splendor: Marvel", checked=True).wait_for()
    pick.get_by_text("Level 1, gentle").wait_for()


def test_home_shows_the_button_that_begins_on_every_phone(sit: Sit) -> None:
    hand = sit(phone=True, language="fr")
    for width, height in PHONES:
        hand.page.set_viewport_size({"width": width, "height": height})
        hand.open()
        hand.page.wait_for_function(
            "() => getComputedStyle(document.querySelector('.go .btn')).visibility === 'visible'"
        )
        for box in range(3):
            hand.page.locator("label.box").nth(box).click()
            hand.page.locator("label.box.on").nth(0).wait_for()
            edge = hand.page.locator(".go .btn").last.bounding_box()
            assert edge["y"] + edge["height"] <= height, f"{width}x{height}: Play is below the fold for box {box}"
        assert hand.page.evaluate("document.documentElement.scrollWidth") == width


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_a_tablet_shows_the_buttons_that_begin_at_a_full_table(sit: Sit, language: str) -> None:
    hand = sit(language=language)
    hand.open()
    for width, height in [(768, 1024), (820, 1180), (800, 1280), (1024, 1366)]:
        hand.page.set_viewport_size({"width": width, "height": height})
        for box, seats in enumerate((4, 4, 5)):
            hand.page.locator("label.box").nth(box).click()
            hand.page.locator("label.box.on").nth(0).wait_for()
            while hand.page.locator(".adds button").count():
                hand.page.locator(".adds button").first.click()
            assert hand.page.locator(".seats > .seat").count() == seats
            last = hand.page.locator(".go .btn").last.bounding_box()
            assert last["y"] + last["height"] <= height, f"{width}x{height}: Play is below the fold for box {box}"
    cut = hand.page.evaluate("[...document.querySelectorAll('.seats b')].filter((e) => e.scrollWidth > e.clientWidth)")
    assert cut == []


BEGINS = """() => [...document.querySelectorAll('.go .btn')].every(
    (one) => one.getBoundingClientRect().bottom <= innerHeight)"""


def test_bots_play_on_the_chosen_box_until_somebody_stops_them(sit: Sit) -> None:
    hand, said = sit(), load("en")["page"]  # who wants less motion: the table stands still, and can be let go
    page = hand.page
    hand.open("/")
    for box in (1, 2, 0):
        page.locator("label.box").nth(box).click()
        page.wait_for_selector(f'.slot:nth-of-type({box + 1}) .living[data-on="false"] .room')
    faults = serious(hand)
    for width, height in ((360, 640), (844, 390)):  # on small phones too, and what begins a game stays in sight
        page.set_viewport_size({"width": width, "height": height})
        page.reload()
        page.wait_for_selector(".living .room")
        page.wait_for_function(BEGINS)
    before = page.locator(".living").get_attribute("data-at")
    page.get_by_role("button", name=said["home.move"]).click()
    page.wait_for_selector(f'.living[data-on="true"]:not([data-at="{before}"])')
    page.get_by_role("button", name=said["home.still"]).click()
    page.wait_for_selector('.living[data-on="false"]')
    page.reload()  # and is remembered

    page.wait_for_selector('.living[data-on="false"] .room')
    assert faults == []
