"""The tables fit every window: drawn by the real page from positions of scenes.py, without a server and without chance.

Nothing that can be pressed or read lies over something else, every button is hit at its middle and near its corners, no
text, card or target is below its floor, and nothing is cut off, or has to be scrolled for, that need not be. A few that
matter most are measured once more at a table of the real server.
"""

from __future__ import annotations

from typing import Any

import pytest

from tests.e2e import splendor
from tests.e2e.faults import faults, longer
from tests.e2e.scenes import PHASES, Stage, play_scene
from tests.e2e.shots_pages import review

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True

PHONES = [(320, 568), (360, 640), (360, 740), (375, 667), (390, 844), (412, 915), (430, 932)]
ON_THEIR_SIDE = [(568, 320), (640, 360), (667, 375), (683, 328), (844, 390), (932, 430)]
TABLETS = [(768, 1024), (820, 1180), (1024, 768), (1180, 820)]
LAPTOPS = [(1280, 593), (1280, 625), (1280, 720), (1366, 657), (1440, 789), (1440, 900), (1536, 730)]
LARGE = [(1920, 1080), (2560, 1440), (3840, 2160)]
TOUCHED = {*PHONES, *ON_THEIR_SIDE, *TABLETS}
SIZES = [*PHONES, *ON_THEIR_SIDE, *TABLETS, *LAPTOPS, *LARGE]
# Three of them lie between two others that are much alike: only the soak goes there.
BETWEEN = {(360, 740), (412, 915), (640, 360)}
VISITED = [size for size in SIZES if size not in BETWEEN]

LANGUAGES, THEMES, TITLES = ("en", "fr", "nl"), ("velvet", "parchment"), ("splendor", "marvel")
# Each phase with two, three and four seats, each time in a third of the windows: so in every window. Over all of them
# every title, language and theme comes up with every other phase.
# Sorted, since the page is loaded anew for another title, and dressed anew for another language or theme.
VISITS = sorted((
    (phase, TITLES[(i + turn) % 2], 2 + turn, LANGUAGES[(i + turn) % 3], THEMES[(i // 2 + turn) % 2], (i + turn) % 3)
    for i, phase in enumerate(PHASES) for turn in range(3)
), key=lambda visit: (visit[1], visit[3], visit[4]))  # fmt: skip
LOWEST = (320, 568)
# A phone on its side that is lower than all floors of its column together: that scrolls.
COLUMN = 390
# With text of twice the size the market, or the column beside it, may be moved; what the tray says never has to be.
SCROLL_WHEN_LARGE = ("div.area-table", "aside.area-side")


def needs_to_scroll(part: str, seats: int, size: tuple[int, int]) -> bool:
    """Whether the floors of all that lies in a part are higher than it: nothing else may scroll."""
    # Three tiles of 66 px, five nobles of 17 or, in a narrow column, 26 px, and the corner with the menu.
    return part == "aside.area-side" and seats == 4 and size[1] < COLUMN


PLACES = """() => [Number(getComputedStyle(document.querySelector('.review')).zoom),
    Math.max(...[...document.querySelectorAll('.table :is(.card, .pile)')].map((e) => e.getBoundingClientRect().right)),
    document.querySelector('.verdict').getBoundingClientRect().left]"""


@pytest.mark.parametrize(("phase", "title", "seats", "language", "theme", "first"), VISITS)
def test_a_table_fits_every_window(
    stages: Any, phase: str, title: str, seats: int, language: str, theme: str, first: int
) -> None:
    stage = stages(language, theme)
    play_scene(stage, title, seats, phase, (1440, 900))

    assert misfits(stage, seats, VISITED[first::3]) == {}


@pytest.mark.soak
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("title", TITLES)
@pytest.mark.parametrize("phase", PHASES)
def test_a_table_fits_each_of_all_windows(stages: Any, phase: str, title: str, seats: int) -> None:
    for language, theme in zip(LANGUAGES, (THEMES * 2)[seats % 2 :], strict=False):
        stage = stages(language, theme)
        play_scene(stage, title, seats, phase, (1440, 900))

        assert misfits(stage, seats, SIZES) == {}, language


def misfits(stage: Stage, seats: int, sizes: list[tuple[int, int]]) -> dict[str, list[str]]:
    wrong = {}
    for size in sizes:
        stage.size(*size)
        found, scrolled = faults(stage.page, touch=size in TOUCHED)
        found += [f"{part} scrolls by {by}" for part, by in scrolled.items() if not needs_to_scroll(part, seats, size)]
        if found:
            wrong[f"{size[0]}x{size[1]}"] = found
    return wrong


@pytest.mark.parametrize(("title", "seats"), [("splendor", 4), ("marvel", 2)])
def test_the_result_fits_every_window(stages: Any, title: str, seats: int) -> None:
    stage = stages("fr", "velvet")
    play_scene(stage, title, seats, "result", (1440, 900))
    wrong = {}
    for size in VISITED[seats // 2 :: 3]:
        stage.size(*size)
        found, scrolled = faults(stage.page, root=".result", touch=size in TOUCHED)
        if size in (*LAPTOPS, *LARGE):
            found += longer(stage.page)
        if found or scrolled:
            wrong[f"{size[0]}x{size[1]}"] = [*found, *scrolled]

    assert wrong == {}


@pytest.mark.parametrize(("title", "seats", "phase"), [("splendor", 4, "swap"), ("marvel", 3, "return")])
def test_everything_can_be_reached_with_text_of_twice_the_size(stages: Any, title: str, seats: int, phase: str) -> None:
    stage = stages("nl", "parchment")
    play_scene(stage, title, seats, phase, (1440, 900))
    stage.page.evaluate("document.documentElement.style.fontSize = '200%'")
    wrong = {}
    for size in [(390, 844), (844, 390), (820, 1180), (1366, 657), (1440, 900), (1920, 1080)]:
        stage.size(*size)
        found, scrolled = faults(stage.page, touch=size in TOUCHED)
        found += [f"{part} scrolls by {by}" for part, by in scrolled.items() if part not in SCROLL_WHEN_LARGE]
        zoom = stage.page.evaluate("document.querySelector('.board').currentCSSZoom")
        # A phone of 390 px has no room for a market of twice the size: it grows as far as 320 px go.
        if zoom < (390 / 320 if size[0] == 390 else 844 / 568 if size[0] == 844 else 2) - 0.01:
            found.append(f"enlarged by {zoom} only")
        if found:
            wrong[f"{size[0]}x{size[1]}"] = found

    assert wrong == {}


@pytest.mark.parametrize(
    ("title", "language", "said"),
    [
        (
            "splendor",
            "en",
            "To buy it you lack 3 sapphires, 3 emeralds, 5 rubies and 3 onyx; your gold covers 1 of that.",
        ),
        (
            "marvel",
            "fr",
            "Pour le recruter, il te manque 6 Pouvoir, 3 Réalité et 3 Âme\xa0; tes jetons SHIELD en couvrent 2.",
        ),
        (
            "splendor",
            "nl",
            "Om te kopen kom je 3 saffieren, 3 smaragden, 5 robijnen en 3 onyxen tekort; je goud dekt er 1.",
        ),
    ],
)
def test_a_card_that_can_not_be_paid_says_which_colours_are_missing(
    stages: Any, title: str, language: str, said: str
) -> None:
    stage = stages(language, "velvet")
    for size in ((390, 844), (1366, 657)):
        play_scene(stage, title, 2, "short", size)

        assert stage.page.locator(".tray .lacks .sr").text_content() == said
        # The gems say it to the eye: one for each colour, with its number.
        shown = stage.page.locator(".tray .lacks [aria-hidden] .gems")
        assert shown.all_inner_texts() == ["6", "3", "3"] if title == "marvel" else ["3", "3", "5", "3"]


CONTRAST = """([text, ground]) => {
    const pen = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d');
    const light = (selector, of) => {
        pen.fillStyle = getComputedStyle(document.querySelector(selector))[of];
        pen.fillRect(0, 0, 1, 1);
        const [red, green, blue] = [...pen.getImageData(0, 0, 1, 1).data].map((part) =>
            part / 255 <= 0.03928 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4);
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue + 0.05;
    };
    const [a, b] = [light(text, 'color'), light(ground, 'backgroundColor')];
    return Math.max(a, b) / Math.min(a, b);
}"""
"""The contrast of a text and the one colour under it, which axe does not find through other layers."""


@pytest.mark.parametrize("theme", THEMES)
def test_how_many_time_tokens_one_has_can_be_read_on_their_green(stages: Any, theme: str) -> None:
    stage = stages("en", theme)
    play_scene(stage, "marvel", 2, "either", (1440, 900))

    assert stage.page.evaluate(CONTRAST, [".area-me .time .chips .zero", ".area-me .time"]) >= 4.5


SEEN = """() => [...document.querySelectorAll('.tile .said')].map((said) => {
    const edge = said.getBoundingClientRect();
    const seen = (e) => { const box = e.getBoundingClientRect();
        return box.width && box.right < edge.right + 1 && box.bottom < edge.bottom + 2; };
    return Math.max(...[...said.children].map((part) => [...part.querySelectorAll('.gem')].filter(seen).length));
})[0]"""
"""How many gems are in sight in the line that says what the first of the others did."""


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (430, 932), (568, 320), (667, 375), (844, 390), (1280, 593)])
def test_the_strip_of_an_opponent_shows_what_was_taken_and_what_was_given_back(
    stages: Any, size: tuple[int, int]
) -> None:
    stage = stages("en", "velvet")
    for seats in (2, 3, 4):
        play_scene(stage, "splendor", seats, "given", size)

        if stage.page.locator(".tile").count():
            assert stage.page.evaluate(SEEN) == 5, seats


@pytest.mark.parametrize("size", [(320, 568), (390, 844), (844, 390), (768, 1024), (1280, 593), (1440, 900)])
def test_what_is_mine_counts_my_avengers_tags_in_every_window(stages: Any, size: tuple[int, int]) -> None:
    stage = stages("en", "velvet")
    play_scene(stage, "marvel", 3, "mine", size)

    assert stage.page.locator(".area-me .tags b").inner_text() == "3"
    assert "3 tags" in stage.page.locator(".area-me").evaluate(
        "me => [...me.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label')).join()"
    )


@pytest.mark.parametrize("title", TITLES)
def test_all_my_tokens_are_counted_beside_my_cards_and_not_below_one_kind(stages: Any, title: str) -> None:
    stage = stages("en", "velvet")
    play_scene(stage, title, 3, "mine", (1366, 657))

    assert stage.page.locator(".area-me .head > .sub").inner_text() == "7 cards · 5/10"
    assert stage.page.locator(".area-me .columns").get_by_text("/10").count() == 0


TRAY = "document.querySelector('.area-tray').getBoundingClientRect().height"


@pytest.mark.parametrize(
    ("title", "language", "size"),
    [
        ("splendor", "nl", (390, 844)),
        ("splendor", "fr", LOWEST),
        ("marvel", "fr", (390, 844)),
        ("marvel", "nl", LOWEST),
    ],
)
def test_a_phones_tray_never_grows_over_what_is_mine(
    stages: Any, title: str, language: str, size: tuple[int, int]
) -> None:
    stage = stages(language, "velvet")
    heights: dict[float, list[str]] = {}
    for phase in ("wait", "mine", "draft", "swap", "return", "refused", "short", "either"):
        play_scene(stage, title, 3, phase, size)
        heights.setdefault(stage.page.evaluate(TRAY), []).append(phase)
    for place in stage.page.locator(".market [data-walk]").evaluate_all("all => all.map((e) => e.dataset.walk)"):
        stage.press(f'[data-walk="{place}"]')
        for verb in ("buy", "reserve"):
            if stage.page.locator(f'[data-verb="{verb}"]').count():
                stage.press(f'[data-verb="{verb}"]')
            stage.settle()
            heights.setdefault(stage.page.evaluate(TRAY), []).append(f"{verb} {place}")

    # As high as layout.ts counts on: the rest of the window is the table's.
    assert list(heights) == [102 if size == LOWEST else 118], heights


@pytest.mark.parametrize(
    ("title", "phone", "sizes"),
    [("splendor", False, [(1366, 657), (1280, 720), (1440, 900)]), ("marvel", True, [(390, 844), (844, 390)])],
)
def test_the_tables_of_the_real_server_fit(sit: Any, title: str, phone: bool, sizes: list[tuple[int, int]]) -> None:
    hand = sit(phone=phone)
    hand.begin(title, "greedy", "greedy")
    wrong = {}
    for draft in (False, True):
        assert splendor.wait_for_turn(hand)
        if draft:
            splendor.turn(hand)
            assert splendor.wait_for_turn(hand)
            splendor.pick(hand, splendor.think(hand), title)
        for size in sizes:
            hand.page.set_viewport_size({"width": size[0], "height": size[1]})
            found, scrolled = faults(hand.page, touch=phone)
            if found or scrolled:
                wrong[f"{size[0]}x{size[1]}", draft] = [*found, *scrolled]

    assert wrong == {}


# What was wrong and the move played stand above the steps, which stay at the foot of a phone.
VERDICT_SEEN = """() => Math.max(...[...document.querySelectorAll('.verdict :is(.word, .own)')]
    .map((e) => e.getBoundingClientRect().bottom)) <= document.querySelector('.controls').getBoundingClientRect().top"""
# What stays at the foot of the window while the rest moves under it covers that, for a while.
STAYS = ("over: ", "overlap: ", "not hit: ")
GROWN = {(1366, 657): 1, (390, 844): 1, (844, 390): 1, (820, 1180): 1, (2560, 1440): 1.6}


def test_a_judged_review_fits_and_grows_with_the_window(sit: Any) -> None:
    hand = sit(language="fr")
    review(hand)
    wrong = {}
    for size, grown in GROWN.items():
        hand.page.set_viewport_size({"width": size[0], "height": size[1]})
        hand.page.evaluate("scrollTo(0, 0)")
        found, _ = faults(hand.page, root=".review", touch=size in TOUCHED)
        found = [fault for fault in found if not fault.startswith(STAYS)]
        zoom, table, panel = hand.page.evaluate(PLACES)
        if size == (390, 844) and not hand.page.evaluate(VERDICT_SEEN):
            found.append("the verdict lies under the steps")
        if (contrast := hand.page.evaluate(CONTRAST, [".pile .count"] * 2)) < 4.5:
            found.append(f"the bank's numbers have a contrast of {contrast:.1f}")
        if abs(zoom - grown) > 0.01:
            found.append(f"enlarged by {zoom}")
        if size[0] > size[1] and table > panel:
            found.append(f"the table ends at {table}, what is said of it begins at {panel}")
        if found:
            wrong[f"{size[0]}x{size[1]}"] = found

    assert wrong == {}
