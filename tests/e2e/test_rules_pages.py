"""The pages of the rules in the real browser: by topic, the legends, and a summary on paper."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest

from jeton.games.guardians.legends import LEGENDS
from jeton.games.lessons import lesson
from jeton.words import LANGUAGES, load
from tests.e2e.browser import Hand
from tests.e2e.test_quality import serious

pytestmark = [pytest.mark.once, pytest.mark.timeout(600)]
SHARES_SCREENS = True


def test_the_legends_have_a_page_of_their_own(sit: Callable[..., Hand]) -> None:
    hand, said = sit(phone=True, language="nl"), load("nl")
    page = hand.page
    hand.open("/")
    page.locator("label.box").nth(2).click()
    page.locator("footer").get_by_role("link", name=said["page"]["nav.legends"]).click()
    page.get_by_role("heading", name=said["legends"]["title"]).wait_for()
    page.wait_for_function(
        "() => { const all = [...document.querySelectorAll('article li img')];"
        " return all.length === 16 && all.every((one) => one.complete && one.naturalWidth >= 200); }"
    )
    names = page.locator("article li h3").all_inner_texts()

    assert sorted(names) == sorted(said["guardians"][f"legend.{name}"] for name in LEGENDS)
    assert serious(hand) == []
    hand.open("/rules/guardians/legends#kunee")  # a link to one of them
    page.wait_for_function(
        "() => { const box = document.querySelector('#kunee.on')?.getBoundingClientRect();"
        " return box && box.top < innerHeight && box.bottom > 0; }"
    )


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
