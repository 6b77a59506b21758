"""What a table says to its players beside the moves: who plays for whom, what a noble asks for, how it ended."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import pytest
from msgspec.structs import replace

from tests.e2e import splendor as play
from tests.e2e.browser import Hand
from tests.e2e.faults import rest
from tests.e2e.scenes import play_scene, splendor

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True
Sit = Callable[..., Hand]


def test_the_tray_says_that_a_bot_plays_for_me_and_gives_the_seat_back(sit: Sit) -> None:
    hand = sit(phone=True)
    hand.begin("splendor", "greedy", pace=10_000)
    hand.page.get_by_role("button", name="Menu").tap()
    hand.page.get_by_role("button", name="Let a bot play for me").tap()
    back = hand.page.locator('.tray [data-act="back"]')
    back.wait_for()

    assert hand.page.locator(".tray h2").inner_text() == "A bot plays for you."
    assert hand.page.locator(".standin").count() == 0
    back.tap()
    hand.page.wait_for_selector('.tray:not(:has([data-act="back"]))')


@pytest.mark.parametrize("phone", [False, True])
def test_who_gives_up_among_three_is_told_that_a_bot_plays_on(sit: Sit, phone: bool) -> None:
    hand, other = sit(phone=phone), sit("Noor", phone=phone)
    for one in (hand, other):
        one.enter()
    body = {"title": "splendor", "seats": 3, "bots": ["greedy"], "options": {"first": "seat"}, "pace": 10_000}
    table = hand.ask("POST", "/api/tables", body)["id"]
    other.ask("POST", f"/api/tables/{table}/seats", {"seat": 2})
    hand.ask("POST", f"/api/tables/{table}/start", {})
    for one in (hand, other):
        one.open(f"/t/{table}")
    play.wait_for_turn(hand)
    hand.press(hand.page.locator("[data-at=bank-0]"))
    menu = hand.page.get_by_role("button", name="Menu")
    hand.press(menu)
    for _ in range(2):
        hand.press(hand.page.locator('[data-act="resign"]'))
    hand.page.locator(".tray h2").get_by_text("You gave up.").wait_for()

    tray = hand.page.locator(".tray")
    assert tray.locator(".words").inner_text() == "A bot plays your seat to the end."
    assert tray.locator(".slot").count() == 0
    assert tray.locator(".foot").inner_text() == "Home", "the way out is all that is left to do"
    assert not hand.page.title().startswith("●")
    assert "gave up" in other.page.locator('[data-at="seat-0"]').inner_text().lower()
    hand.press(menu)
    hand.page.get_by_role("button", name="Settings").wait_for()
    for name in ("Give up", "Let a bot play for me", "Take my last move back", "Ask for a pause", "Play myself again"):
        assert hand.page.locator("dialog").get_by_role("button", name=name).count() == 0, name


SAID = """() => [...document.querySelectorAll('[aria-label], .sr')]
    .map((e) => (e.getAttribute('aria-label') ?? e.textContent).replaceAll('S.H.I.E.L.D.', 'SHIELD'))"""
LEFT = {
    "en": "Asks for 4 diamonds and 4 sapphires. You still need 4 cards.",
    "fr": "Demande 4 diamants et 4 saphirs. Il te manque 4 cartes.",
    "nl": "Vraagt 4 diamanten en 4 saffieren. Je mist nog 4 kaarten.",
}


@pytest.mark.parametrize("language", LEFT)
def test_readers_hear_whole_sentences_and_how_many_cards_a_noble_still_needs(stages: Any, language: str) -> None:
    stage = stages(language, "velvet")
    for title, size in (("splendor", (390, 844)), ("splendor", (1440, 900)), ("marvel", (390, 844))):
        play_scene(stage, title, 3, "mine", size)
        stage.page.wait_for_selector(".nobles .noble")
        said = stage.page.evaluate(SAID)

        assert [text for text in said if re.search(r"\.\s*\.|\. [a-zà-ÿ]", text)] == []
        if title == "splendor":
            assert any(text.endswith(LEFT[language]) for text in said), said


GEMS = """() => [...document.querySelectorAll('.people .tile .c')].map((cell) => {
    const [gem, cells] = [cell.querySelector('.gem'), cell.getBoundingClientRect()];
    const { width, height, left, right } = gem.getBoundingClientRect();
    return Math.min(width, height) >= 9 && left >= cells.left - 1 && right <= cells.right + 1;
})"""


@pytest.mark.parametrize(("title", "columns"), [("splendor", 6), ("marvel", 7)])
def test_an_opponents_figures_stand_under_their_gems_on_every_phone(stages: Any, title: str, columns: int) -> None:
    stage = stages("en", "velvet")
    for seats in (2, 3, 4):
        for size in ((844, 390), (568, 320), (390, 844), (320, 568)):
            play_scene(stage, title, seats, "mine", size)

            assert stage.page.evaluate(GEMS) == [True] * columns * (seats - 1), (seats, size)


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_the_word_over_a_column_of_mine_breaks_only_where_it_may(stages: Any, language: str) -> None:
    stage = stages(language, "velvet")
    play_scene(stage, "marvel", 3, "mine", (1920, 1080))

    told = stage.page.locator(".me .word").first.evaluate(
        """(e) => {
            const text = document.createRange();
            text.selectNodeContents(e);
            return [e.textContent.split('\u200b').length, text.getClientRects().length, e.scrollWidth - e.clientWidth];
        }"""
    )
    assert told == [told[0], told[0], 0]


def test_the_menu_shows_that_it_scrolls_and_offers_a_pause_only_where_one_helps(sit: Sit) -> None:
    hand = sit()
    hand.page.set_viewport_size({"width": 844, "height": 390})
    hand.begin("splendor", "greedy")
    hand.page.get_by_role("button", name="Menu").click()
    give_up = hand.page.locator('dialog [data-act="resign"]')
    give_up.wait_for()

    hand.page.wait_for_selector("dialog .below span")
    assert hand.page.locator('dialog [data-act="pause"]').count() == 0
    hand.page.locator("dialog .body").evaluate("(body) => body.scrollTo(0, body.scrollHeight)")
    hand.page.wait_for_selector("dialog:not(:has(.below))")

    hand.begin("splendor", "greedy", clock={"kind": "hard", "seconds": 600})
    hand.page.get_by_role("button", name="Menu").click()
    assert hand.page.locator('dialog [data-act="pause"]').inner_text() == "Pause"


def test_more_choices_close_again_and_another_device_says_why_not_yet(sit: Sit) -> None:
    hand = sit()
    hand.open()
    more = hand.page.locator('[data-act="more"]')
    more.click()
    hand.page.wait_for_selector('[data-act="more"][aria-expanded="true"] + *:not(.go)')
    more.click()
    hand.page.wait_for_selector('[data-act="more"][aria-expanded="false"] + .go')

    hand.page.locator('[data-act="transfer"]').click()
    hand.page.get_by_text("You have no games here yet.").wait_for()
    assert hand.page.locator("dialog img, dialog svg.qr").count() == 0


SHOWERED = """() => {
    const stage = document.querySelector('.result .stage');
    const gems = [...stage.querySelectorAll('.fall > span')].map((gem) => gem.getBoundingClientRect());
    const texts = document.createTreeWalker(stage, NodeFilter.SHOW_TEXT);
    const covered = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
        const range = document.createRange();
        range.selectNodeContents(text);
        for (const box of range.getClientRects())
            if (gems.some((gem) => gem.left < box.right && gem.right > box.left
                && gem.top < box.bottom && gem.bottom > box.top)) covered.push(text.nodeValue);
    }
    return [gems.length, covered];
}"""


@pytest.mark.parametrize("size", [(390, 844), (844, 390), (1366, 657), (2560, 1440)])
def test_gems_fall_beside_the_words_of_a_result_and_not_for_who_gave_up(stages: Any, size: tuple[int, int]) -> None:
    stage = stages("fr", "velvet")
    for seats in (2, 4):
        play_scene(stage, "splendor", seats, "result", size)
        rest(stage.page)
        gems, covered = stage.page.evaluate(SHOWERED)

        assert gems > 3
        assert covered == []

    scene = splendor("splendor", 2, "over")
    me, other = scene["table"].seats
    scene["table"] = replace(scene["table"], seats=(replace(me, resigned=True), other))
    stage.show(scene, size)
    stage.page.wait_for_selector(".result h1")

    assert stage.page.evaluate(SHOWERED)[0] == 0
