"""Lessons in the real browser: each is played to its end, by mouse and by touch, in three languages."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from jeton.games.lessons import Lesson, Step, lesson
from jeton.server.rooms.seating import BOT_NAMES
from jeton.words import LANGUAGES, load
from tests.e2e.browser import Hand
from tests.e2e.guardians import Guardian
from tests.e2e.test_quality import serious

pytestmark = [pytest.mark.once, pytest.mark.timeout(600)]
SHARES_SCREENS = True


def start(hand: Hand, title: str) -> None:
    """Sit down to a lesson."""
    hand.enter()
    made = hand.ask("POST", "/api/lessons", {"title": title})
    hand.open(f"/t/{made['id']}")


def see(hand: Hand, chapter: str, at: int) -> str:
    """Wait for a step; what the bubble says."""
    hand.page.wait_for_selector(f'.coach[data-step="{chapter}.{at}"]')
    return str(hand.page.locator(".coach #coach-words").inner_text())


def make(hand: Hand, title: str, step: Step) -> None:
    """Make the move that a step asks for, by clicking."""
    if title == "guardians":
        make_at_sea(hand, step)
        return
    if step.do.startswith("return"):
        hand.page.locator(".hold button").nth("wbgrk".index(step.do[-1])).click()
    else:
        hand.pick(step.do, title)
    before = hand.page.locator(".coach").get_attribute("data-step")
    hand.page.locator(".tray .foot .primary").click()
    hand.page.wait_for_selector(f'.coach:not([data-step="{before}"])')


def make_at_sea(hand: Hand, step: Step) -> None:
    """Make a move of Guardians, and let a reveal be told in short."""
    before = hand.page.locator(".coach").get_attribute("data-step")
    if step.do.startswith(
        "clue"
    ):  # the picture covers the bubble: it opens on the card that is meant, and says the same
        words = hand.page.locator(".coach .words").inner_text()
        hand.page.locator(".act .point").first.click()
        hand.page.locator(".clue-view .asked").get_by_text(words).wait_for()
        shown = hand.page.locator(".clue-view .tabs [aria-pressed=true] img").get_attribute("src") or ""
        assert step.do.split()[1] in shown
        hand.page.keyboard.press("Escape")
        hand.page.wait_for_selector(".clue-view", state="detached")
    Guardian(hand).do(step.do)
    after = f'.coach:not([data-step="{before}"])'
    hand.page.wait_for_selector(f"{after}, .show .skip")
    hand.page.evaluate("document.querySelector('.show .skip')?.click()")  # it may end by itself at any moment
    hand.page.wait_for_selector(after)


UNCOVERED = """() => {
    const box = document.querySelector('.coach').getBoundingClientRect();
    const edges = [...document.querySelectorAll('.dark .edge')].map((one) => one.getBoundingClientRect());
    const over = edges.some((edge) => edge.left + 8 < box.right && box.left < edge.right - 8
        && edge.top + 8 < box.bottom && box.top < edge.bottom - 8);
    return !over && box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
}"""
"""Whether the bubble lies on the screen and over nothing that is lit."""


def walk(hand: Hand, told: Lesson, language: str, look: Callable[[str], None] | None = None) -> None:
    """Play a lesson to its end; every step says what is written, and the bubble hides nothing."""
    said = load(language)["learn"]
    for i, chapter in enumerate(told.chapters):
        for at, step in enumerate(chapter.steps):
            text = see(hand, chapter.name, at)
            assert said[f"{told.title}.{step.words}"].format(one=BOT_NAMES[1], two=BOT_NAMES[2]) in text
            if step.point:
                hand.page.wait_for_selector(".dark .edge", state="attached")
            hand.page.wait_for_function(UNCOVERED)  # it goes to its place once all is laid out
            if look is not None:
                look(f"{chapter.name}-{at}")
            if step.do:
                make(hand, told.title, step)
            elif at + 1 < len(chapter.steps) or i + 1 < len(told.chapters):
                hand.page.locator(".coach .primary").click()


DEVICES = {"splendor": (("fr", True),), "marvel": (("nl", True),),
           "guardians": (("fr", False), ("nl", True))}  # fmt: skip
"""Which languages and devices each lesson is walked in; `test_offline.py` walks one on a laptop, the soak all."""
WALKS = [(title, *one) for title, some in DEVICES.items() for one in some]
REST = [
    (title, language, phone)
    for title in DEVICES for language in LANGUAGES for phone in (False, True)
    if (title, language, phone) not in WALKS
]  # fmt: skip


@pytest.mark.parametrize(
    ("title", "language", "phone"), [*WALKS, *(pytest.param(*one, marks=pytest.mark.soak) for one in REST)]
)
def test_a_lesson_to_its_end(sit: Callable[..., Hand], title: str, language: str, phone: bool) -> None:
    hand = sit(language=language, phone=phone)
    start(hand, title)
    walk(hand, lesson(title), language)

    if title != "guardians":  # whose lesson ends in the middle of a match
        hand.page.wait_for_selector(".result")
    hand.page.locator(".coach .primary").click()
    hand.page.wait_for_url(lambda url: url.endswith("/"))


def test_a_wrong_touch_says_why_and_changes_nothing(sit: Callable[..., Hand]) -> None:
    hand, said = sit(), load("en")["learn"]
    page = hand.page
    start(hand, "splendor")
    see(hand, "first", 0)
    faults = serious(hand)
    page.mouse.click(20, 450)  # the dark, while something is only shown
    shown = page.locator(".tray .note").inner_text()
    for at in range(4):
        see(hand, "first", at)
        page.locator(".coach .primary").click()
    see(hand, "first", 4)
    hand.pick("take bg", "splendor")
    page.locator("[data-at=bank-0]").click(force=True)  # the rules allow it, but the lesson teaches something else
    page.wait_for_function("(text) => document.querySelector('.tray .note')?.innerText.includes(text)", arg=said["no"])

    assert said["no_shown"] in shown
    assert hand.view()["n"] == 0
    assert faults == []
    see(hand, "first", 4)


def test_a_lesson_by_keys_goes_on_after_a_reload_and_can_be_left(sit: Callable[..., Hand]) -> None:
    hand, said = sit(), load("en")["learn"]
    page = hand.page
    start(hand, "splendor")
    see(hand, "first", 0)
    page.wait_for_function("() => document.activeElement.className.includes('coach')")
    page.keyboard.press("ArrowRight")
    see(hand, "first", 1)
    page.keyboard.press("ArrowLeft")
    see(hand, "first", 0)
    for at in range(1, 5):
        page.keyboard.press("ArrowRight")
        see(hand, "first", at)
    for key in "234":
        page.keyboard.press(key)
    page.keyboard.press("Enter")
    see(hand, "first", 5)
    page.reload()
    see(hand, "first", 5)
    page.locator(".coach .link").click()
    page.wait_for_selector(".resume")
    page.get_by_role("button", name=said["resume"]).click()
    see(hand, "first", 5)
    page.keyboard.press("Escape")
    page.wait_for_selector(".resume")
    hand.pick("take wgr", "splendor")
    hand.confirm()
    page.wait_for_selector(".resume", state="detached")


def test_bots_play_on_the_chosen_box_until_somebody_stops_them(sit: Callable[..., Hand]) -> None:
    hand, said = sit(), load("en")["page"]  # who wants less motion: the table stands still, and can be let go
    page = hand.page
    hand.open("/")
    for box in (1, 2, 0):
        page.locator("label.box").nth(box).click()
        page.wait_for_selector(f'.slot:nth-of-type({box + 1}) .living[data-on="false"] .room')
    faults = serious(hand)
    before = page.locator(".living").get_attribute("data-at")
    page.get_by_role("button", name=said["home.move"]).click()
    page.wait_for_selector(f'.living[data-on="true"]:not([data-at="{before}"])')
    page.get_by_role("button", name=said["home.still"]).click()
    page.wait_for_selector('.living[data-on="false"]')
    page.reload()  # and is remembered

    page.wait_for_selector('.living[data-on="false"] .room')
    assert faults == []


def test_the_rules_by_topic_are_searched(sit: Callable[..., Hand]) -> None:
    hand = sit(phone=True)
    hand.open("/rules/splendor")
    page, told = hand.page, lesson("splendor")
    assert told is not None
    page.wait_for_selector(".topic .rule")
    names = [load("en")["learn"][f"topic.{topic.name}"] for topic in told.topics]
    assert [text.strip() for text in page.locator("nav .chip").all_inner_texts()] == names

    page.locator("nav .chip").nth(1).click()
    page.wait_for_selector('nav .chip:nth-of-type(2)[aria-current="true"]')
    rules = page.locator(".topic .rule b")
    assert rules.all_inner_texts() == list(told.topics[1].rules)

    page.locator("input[type=search]").fill("noble")
    page.wait_for_selector(".topic", state="detached")
    found = page.locator(".rule span").all_inner_texts()
    assert found
    assert all("noble" in text.lower() for text in found)
    page.locator("input[type=search]").fill("zzz")
    page.wait_for_selector(".rule", state="detached")


PAPERS = [("guardians", language) for language in LANGUAGES]  # the longest
OTHERS = [(title, language) for title in ("splendor", "marvel") for language in LANGUAGES]


@pytest.mark.parametrize(
    ("title", "language"), [*PAPERS, *(pytest.param(*one, marks=pytest.mark.soak) for one in OTHERS)]
)
def test_a_summary_of_the_rules_prints_on_one_page(sit: Callable[..., Hand], title: str, language: str) -> None:
    hand, told = sit(language=language, own=True), lesson(title)
    assert told is not None
    hand.open(f"/rules/{title}")
    main = load(language)["rules"][told.topics[0].main[0]]
    hand.page.locator(".summary").get_by_text(main).wait_for(state="attached")
    paper = hand.page.pdf(format="A4")
    hand.page.emulate_media(media="print")
    hand.page.wait_for_selector(".summary h1", state="visible")

    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == 1
    assert hand.page.locator(".summary p").count() == sum(len(topic.main) for topic in told.topics)
    assert not hand.page.locator("input[type=search]").is_visible()
