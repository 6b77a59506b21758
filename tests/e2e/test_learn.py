"""Lessons in the real browser: each is played to its end, by mouse and by touch, in three languages."""

from __future__ import annotations

import itertools
import random
from collections.abc import Callable

import pytest

from jeton import games
from jeton.games.guardians.ruleset import COLOURS
from jeton.games.lessons import Chapter, Lesson, Step, lesson
from jeton.server.rooms.seating import BOT_NAMES
from jeton.words import LANGUAGES, load
from tests.e2e import splendor
from tests.e2e.browser import PATIENCE_MS, Hand
from tests.e2e.guardians import Guardian
from tests.e2e.test_keyboard import by_keys
from tests.e2e.test_quality import serious

pytestmark = [pytest.mark.once, pytest.mark.timeout(600)]
SHARES_SCREENS = True


def start(hand: Hand, title: str) -> None:
    """Sit down to a lesson."""
    hand.enter()
    made = hand.ask("POST", "/api/lessons", {"title": title})
    hand.open(f"/t/{made['id']}")


def see(hand: Hand, chapter: str, at: int) -> str:
    """Wait for a step; return what the bubble says."""
    hand.page.wait_for_selector(f'.coach[data-step="{chapter}.{at}"]')
    return str(hand.page.locator(".coach #coach-words").inner_text())


def make(hand: Hand, title: str, step: Step) -> None:
    """Make the move that a step asks for, by touching what lies there."""
    if title == "guardians":
        make_at_sea(hand, step)
        return
    if step.do.startswith("return"):
        hand.press(hand.page.locator(".hold button").nth("wbgrk".index(step.do[-1])))
    else:
        splendor.pick(hand, step.do, title)
    before = hand.page.locator(".coach").get_attribute("data-step")
    hand.press(hand.page.locator(".tray .foot .primary"))
    hand.page.wait_for_selector(f'.coach:not([data-step="{before}"])')


def make_at_sea(hand: Hand, step: Step, *, watch: bool = False) -> None:
    """Make a move of Guardians, and let a reveal be told in short, or to its end."""
    player, page = Guardian(hand), hand.page
    before = page.locator(".coach").get_attribute("data-step")
    if step.do.startswith("clue"):
        # the picture covers the bubble: it opens on the card that is meant, and says the same
        words, (_, postcard, x, y) = page.locator(".coach .words").inner_text(), step.do.split(" ")
        player.open_postcards()
        page.locator(".clue-view .asked").get_by_text(words).wait_for()
        shown = page.locator(".clue-view .tabs [aria-pressed=true] img").get_attribute("src") or ""
        assert postcard in shown
        player.touch(float(x), float(y))
        hand.press(page.locator(".clue-view .place:not([disabled])"))
        page.wait_for_selector(".clue-view", state="detached")
    else:
        player.do(step.do)
    after = f'.coach:not([data-step="{before}"])'
    if not watch:
        page.wait_for_selector(f"{after}, .show .skip")
        page.evaluate("document.querySelector('.show .skip')?.click()")  # it may end by itself at any moment
    page.wait_for_selector(after)


UNCOVERED = """() => {
    const box = document.querySelector('.coach').getBoundingClientRect();
    const edges = [...document.querySelectorAll('.dark .edge')].map((one) => one.getBoundingClientRect());
    const over = edges.some((edge) => edge.left + 8 < box.right && box.left < edge.right - 8
        && edge.top + 8 < box.bottom && box.top < edge.bottom - 8);
    const parts = [...document.querySelectorAll('.coach .foot > *, .coach .words, .coach .picture')];
    const whole = parts.every((one) => { const it = one.getBoundingClientRect();
        return !it.width || (it.left >= box.left && it.right <= box.right && it.top >= box.top
            && it.bottom <= box.bottom); });
    return !over && whole && box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
}"""
"""Whether the bubble lies on the screen with all that is in it, and over nothing that is lit."""
LIT = """(all) => all.every((what) => {
    const edges = [...document.querySelectorAll('.dark .edge')].map((one) => one.getBoundingClientRect());
    return [...document.querySelectorAll(what)].some((one) => {
        const box = one.getBoundingClientRect();
        const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
        return box.width && edges.some((edge) => edge.left < x && x < edge.right && edge.top < y && y < edge.bottom);
    });
})"""
"""Whether all of some things have light on them."""


def part_of(title: str, name: str) -> str:
    """Return where the table has what a step points at, found by what the table itself calls it."""
    kind, _, which = name.partition(":")
    if kind == "gem":
        return f"[data-at=bank-{splendor.LETTERS[title].index(which)}]"
    if kind == "card":
        return f"[data-walk='{which}']"
    if kind == "noble":
        return f":nth-child({which} of [data-at^=noble-])"
    whole = {"tile": "[data-at=tile]", "gauntlet": ".gauntlet, [data-at=seat-0]", "score": "[data-at=seat-0]",
             "people": "[data-at=seat-1]", "postcards": "[data-at^=post-]", "tray": ".tray", "act": ".act",
             "sea": "[data-at^=island-]", "secret": ".secret, .my"}  # fmt: skip
    return f"[data-at='island-{which}']" if kind == "island" else whole[kind]


COMES_CLEAR = f"""async ([width, lit]) => {{
    for (let frame = 0; frame < 600; frame++) {{
        if (innerWidth === width && ({UNCOVERED})() && ({LIT})(lit)) return true;
        await new Promise(requestAnimationFrame);
    }}
    return false;
}}"""
"""Whether both are so within some seconds, counted in frames: a busy machine draws fewer of them."""
SIZES = ((360, 640), (844, 390), (1280, 593), (390, 844))
"""The last is the phone's own."""


def walk(hand: Hand, told: Lesson, language: str, look: Callable[[Chapter, int], None] | None = None) -> None:
    """Play a lesson to its end; every step says what is written, and the bubble hides nothing."""
    said = load(language)["learn"]
    for i, chapter in enumerate(told.chapters):
        for at, step in enumerate(chapter.steps):
            text = see(hand, chapter.name, at)
            spoken(hand, said[f"topic.{step.topic}"])
            assert said[f"{told.title}.{step.words}"].format(one=BOT_NAMES[1], two=BOT_NAMES[2]) in text
            if step.point:
                hand.page.wait_for_selector(".dark .edge", state="attached")
                hand.page.wait_for_function(LIT, arg=[part_of(told.title, one) for one in step.point])
            hand.page.wait_for_function(UNCOVERED)  # it goes to its place once all is laid out
            if look is not None:
                look(chapter, at)
            if step.do:
                make(hand, told.title, step)
            elif at + 1 < len(chapter.steps) or i + 1 < len(told.chapters):
                hand.press(hand.page.locator(".coach .primary"))


def spoken(hand: Hand, topic: str) -> None:
    """A screen reader reads the step: the focus is on a dialog whose name is the topic and whose text is the words."""
    coach = hand.page.get_by_role("dialog", name=topic, exact=True)
    coach.and_(hand.page.locator('.coach:focus[aria-describedby~="coach-words"]')).wait_for()


def covered(hand: Hand, title: str, chapter: Chapter, at: int) -> list[str]:
    """Return in which windows the bubble covers what a step speaks of: what is lit, the button that is needed too."""
    step, found = chapter.steps[at], []
    assert not step.do or {"tray", "act"} & set(step.point), "the button is lit"
    for width, height in SIZES:
        hand.page.set_viewport_size({"width": width, "height": height})
        if not hand.page.evaluate(COMES_CLEAR, [width, [part_of(title, one) for one in step.point]]):
            found.append(f"{chapter.name}.{at} at {width} x {height}")
    return found


REACHED = """(what) => {
    for (const one of document.querySelectorAll(what)) {
        const { x, y, width, height } = one.getBoundingClientRect();
        const middle = [x + width / 2, y + height / 2];
        if (one.contains(document.elementFromPoint(...middle))) return middle;
    }
    return null;
}"""
"""Where the first of some things lies that a finger reaches: nothing covers its middle."""


def touch_one_of(hand: Hand, *all_of: str) -> int:
    """Touch the first of these things that a finger reaches, even if it is off and answers why; return which one."""
    hand.page.wait_for_function(UNCOVERED)
    for i, what in enumerate(all_of):
        middle = hand.page.evaluate(REACHED, what)
        if middle is not None:
            hand.touch(*middle)
            return i
    raise AssertionError(f"nothing of {all_of} can be touched")


def err(hand: Hand, title: str, step: Step) -> str:
    """Touch something that a step does not ask for; return what answers: a rule, or the lesson alone, or nothing."""
    page = hand.page
    if not step.do:
        hand.touch(1, 1)  # the dark
    elif step.do.startswith("clue"):
        postcard, x, y = step.do.split(" ")[1:]
        meant = games.make("guardians").ruleset.pack.element_at(postcard, float(x), float(y))
        Guardian(hand).open_postcards()
        hand.press(page.locator(f".clue-view label:not(:has([value='{meant}']))").last)  # pushed up
        hand.press(page.locator(".clue-view .place:not([disabled])"))
        page.wait_for_selector(".clue-view .no")
        page.keyboard.press("Escape")
        page.wait_for_selector(".clue-view", state="detached")
    elif step.do.startswith("boat"):
        _, island, colour = step.do.split(" ")
        own = Guardian(hand).view()["hand"]["location"]
        target = page.locator(f".act .targets [data-seat='{COLOURS.index(colour)}']")
        if target.get_attribute("aria-pressed") != "true":
            hand.press(target)
        touch_one_of(hand, f"[data-at^='island-']:not([data-at$='-{island}'], [data-at$='-{own}'])")
        hand.press(page.locator(".act .sail"))
    elif title == "guardians" or step.do.startswith("return"):
        return ""  # one button is all there is, or any token may be given
    else:  # gold comes with a reserved card only; where the bubble lies over it, some card of level 3
        other = f"[data-walk^='3.']:not([data-walk='3.0'], [data-walk='{step.do.split(' ')[1]}'])"
        return "rule" if touch_one_of(hand, "[data-at=bank-5]", other) == 0 else "any"
    return "lesson" if step.do else "shown"


def stray(hand: Hand, title: str, chapter: Chapter, at: int, language: str, *, reload: bool) -> None:
    """Touch the wrong thing at a step: it is answered and changes nothing; leave the lesson, and find it again."""
    page, said, step = hand.page, load(language)["learn"], chapter.steps[at]
    before = own(hand, title)
    if answer := err(hand, title, step):
        page.wait_for_function("() => document.querySelector('.coach .why')?.innerText.length > 9")
        told = page.locator(".coach .why").inner_text()
        assert step.do or said["no_shown"] in told, told
        assert load(language)["page"]["no.other"] not in told
        if answer == "rule":  # gold alone is against one: the answer leads to it
            page.wait_for_selector(f'.coach .why a[href*="/rules/{title}#"]')
        elif answer == "lesson":  # what a game would allow is said to be so, and what is asked for here
            assert told.startswith(said["no"].partition("{")[0]), told
        page.wait_for_function(UNCOVERED)  # with its answer too the bubble hides nothing
    if step.do.startswith("take"):
        stray_by_colour(hand, title, step, said["no"])
    if step.then == ("done",):
        stray_by_payment(hand, title, step, said["no"])
    last = chapter.name == lesson(title).chapters[-1].name and at + 1 == len(chapter.steps)
    if not last:  # where the lesson ends, the button leads to the games
        hand.press(page.locator(".coach .foot .link"))
        hand.press(page.locator(".resume"))
        see(hand, chapter.name, at)
    if reload:
        page.reload()
        see(hand, chapter.name, at)
    assert own(hand, title) == before


def own(hand: Hand, title: str) -> object:
    """Return what somebody has done so far; in Guardians the others go on meanwhile."""
    found = hand.view()
    return found["view"]["players"][found["view"]["seat"]] if title == "guardians" else found["n"]


def stray_by_colour(hand: Hand, title: str, step: Step, no: str) -> None:
    """Take a colour that a game would allow: the lesson says what it asks for, and cites no rule."""
    page, (_, letters) = hand.page, step.do.split(" ")
    bank = hand.view()["view"]["bank"]
    others = [i for i, letter in enumerate(splendor.LETTERS[title]) if letter not in letters and bank[i]]
    touch_one_of(hand, ", ".join(f"[data-at=bank-{i}]" for i in others))
    page.wait_for_function(
        "(no) => document.querySelector('.coach .why')?.innerText.startsWith(no)", arg=no.partition("{")[0]
    )
    told = page.locator(".coach .why").inner_text()
    assert len(told) > len(no)
    assert "{" not in told
    assert page.locator(".coach .why a").count() == 0
    page.wait_for_function(UNCOVERED)


def stray_by_payment(hand: Hand, title: str, step: Step, no: str) -> None:
    """Pay gold that a game would take: the gold stays, and the lesson says what it asks for."""
    page = hand.page
    splendor.pick(hand, step.do, title)
    swap = page.locator(".tray .swap").first
    hand.press(swap)
    page.wait_for_function(
        "(no) => document.querySelector('.coach .why')?.innerText.startsWith(no)", arg=no.partition("{")[0]
    )
    assert swap.get_attribute("aria-pressed") == "false"
    page.wait_for_function(UNCOVERED)
    splendor.pick(hand, step.do, title)  # off again


TITLES = ("splendor", "marvel", "guardians")
DEVICES = {"laptop": (1440, 900), "phone": (390, 844), "side": (844, 390)}
"""The last is a phone on its side."""
WALKS = [
    ("splendor", "fr", "phone"), ("marvel", "nl", "phone"), ("guardians", "fr", "laptop"), ("guardians", "nl", "phone"),
]  # fmt: skip
"""What the suite walks; `test_offline.py` walks one more on a laptop, the soak walks all."""
ASTRAY = [*WALKS[:2], WALKS[3]]
"""Where the suite goes astray."""
REST = [one for one in itertools.product(TITLES, LANGUAGES, DEVICES) if one not in WALKS]


def sit_down(sit: Callable[..., Hand], language: str, device: str) -> Hand:
    """Seat somebody before one of the devices."""
    hand = sit(language=language, phone=device != "laptop")
    width, height = DEVICES[device]
    hand.page.set_viewport_size({"width": width, "height": height})
    return hand


@pytest.mark.long
@pytest.mark.parametrize(
    ("title", "language", "device"), [*WALKS, *(pytest.param(*one, marks=pytest.mark.soak) for one in REST)]
)
def test_a_lesson_to_its_end(sit: Callable[..., Hand], title: str, language: str, device: str) -> None:
    """On a phone the bubble lies beside all that it speaks of at every step, in every window."""
    hand = sit_down(sit, language, device)
    page, seen, astray = hand.page, set[str](), (title, language, device) in (*ASTRAY, *REST)
    under: list[str] = []
    square = TITLES.index(title) + list(DEVICES).index(device) + list(LANGUAGES).index(language)
    everywhere = (title, language, device) in REST and square % 3 == 0  # each device and each language, a title
    start(hand, title)

    def look(chapter: Chapter, at: int) -> None:
        """Go astray: in some walks at every step, in most at the first step of each kind."""
        step = chapter.steps[at]
        under.extend(covered(hand, title, chapter, at) if device == "phone" else [])
        kind = " ".join(((step.do or "shown").split(" ")[0], *step.then))
        new = kind not in seen
        seen.add(kind)
        if everywhere or (astray and new):
            first = len(seen) == 2 and new  # of the moves
            stray(hand, title, chapter, at, language, reload=everywhere or first)
            assert not (everywhere or first or kind == "play") or serious(hand) == []

    walk(hand, lesson(title), language, look)

    assert under == []
    if title != "guardians":  # whose lesson ends in the middle of a match
        page.wait_for_selector(".result")
    lesson_at = page.url
    if device != "laptop":  # a real game follows, where tips are given
        hand.press(page.locator(".coach .primary"))
        page.wait_for_function("(before) => location.href !== before && location.pathname.length > 3", arg=lesson_at)
        page.wait_for_selector(".tray[data-turn], .act[data-turn], .act")
        assert hand.ask("GET", f"/api/tables/{hand.table}")["lesson"] is None
    else:
        hand.press(page.locator(".coach .foot .link"))
        page.wait_for_url(lambda url: url.endswith("/"))


def press_at_sea(hand: Hand, step: Step) -> None:
    """Make a move of Guardians by keys alone."""
    page, (verb, *words) = hand.page, step.do.split(" ")
    keys, before = page.keyboard, page.locator(".coach").get_attribute("data-step")
    if verb == "clue":
        meant = games.make("guardians").ruleset.pack.element_at(words[0], float(words[1]), float(words[2]))
        keys.press("c")
        page.wait_for_selector(".clue-view .place")
        tab_to(hand, ".clue-view input[type=radio]")
        for _ in range(40):
            if page.evaluate("() => document.activeElement.value") == meant:
                break
            keys.press("ArrowDown")
        keys.press("Space")
        tab_to(hand, ".clue-view .place")
        keys.press("Enter")
    elif verb == "boat":
        keys.press(str(COLOURS.index(words[1])))
        keys.press("ArrowDown")  # to the sea
        chance = random.Random(1)
        for _ in range(500):  # anywhere, until it is there
            if page.evaluate("() => document.activeElement.dataset.at") == f"island-{words[0]}":
                break
            keys.press(chance.choice(("ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown")))
        keys.press("Enter")  # the island
        page.wait_for_selector(".act .sail:not([disabled])")
        keys.press("Enter")  # and off
    elif verb == "play":
        tab_to(hand, f".act [data-legend='{words[0]}']")
        keys.press("Enter")
    else:
        keys.press("r")
    after = f'.coach:not([data-step="{before}"])'
    page.wait_for_selector(f"{after}, .show .skip")
    if page.locator(".show .skip").count():  # the reveal: read, and closed
        keys.press("Escape")
    page.wait_for_selector(after)


def tab_to(hand: Hand, what: str) -> None:
    """Press Tab until something has the focus."""
    for _ in range(120):
        if hand.page.evaluate("(what) => document.activeElement?.matches(what)", what):
            return
        hand.page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {what}")


@pytest.mark.soak
@pytest.mark.parametrize("title", ["splendor", "marvel", "guardians"])
def test_a_lesson_by_keys_alone(sit: Callable[..., Hand], title: str) -> None:
    hand, told = sit(), lesson(title)
    page = hand.page
    start(hand, title)
    steps = [(chapter, at) for chapter in told.chapters for at in range(len(chapter.steps))]
    for chapter, at in steps:
        step = chapter.steps[at]
        see(hand, chapter.name, at)
        spoken(hand, load("en")["learn"][f"topic.{step.topic}"])
        page.keyboard.press("Escape")  # leaves at any step, and the focus goes to what leads back
        page.wait_for_selector(".resume:focus")
        if (chapter, at) in steps[1::5]:  # it stays left after a reload
            page.reload()
            page.wait_for_selector(".resume")
            tab_to(hand, ".resume")
        page.keyboard.press("Enter")
        see(hand, chapter.name, at)
        page.wait_for_selector(".coach:focus")
        if not step.do:
            page.keyboard.press("Enter" if (chapter, at) == steps[-1] else "ArrowRight")
        elif title == "guardians":
            press_at_sea(hand, step)
        elif step.do.startswith("return"):
            tab_to(hand, f".hold button:nth-of-type({'wbgrk'.index(step.do[-1]) + 1})")
            page.keyboard.press("Enter")
            tab_to(hand, ".tray .foot .primary")
            page.keyboard.press("Enter")
        else:
            by_keys(hand, step.do, title)
            page.keyboard.press("Enter")

    page.wait_for_selector(".coach", state="detached")
    page.wait_for_selector(".tray[data-turn], .act")  # a real game


def test_a_lesson_by_keys_goes_on_after_a_reload_and_can_be_left(sit: Callable[..., Hand]) -> None:
    from playwright.sync_api import expect

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
    for key in "231":  # the rules allow the last one, but the lesson teaches something else
        page.keyboard.press(key)
    told = said["no"].format(wanted="take sapphire, emerald and ruby")
    expect(page.locator(".tray .note").first).to_contain_text(told, timeout=PATIENCE_MS)
    assert hand.view()["n"] == 0
    page.keyboard.press("4")
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
    splendor.pick(hand, "take wgr", "splendor")
    splendor.confirm(hand)
    page.wait_for_selector(".resume", state="detached")


IN_THAT_MOMENT = """([step, typed]) => new MutationObserver((_, watch) => {
    if (!document.querySelector(`.coach[data-step="${step}"]`)) return;
    watch.disconnect();
    for (const key of typed)
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}).observe(document.body, { subtree: true, childList: true, attributes: true })"""


def test_who_errs_the_moment_a_step_appears_is_told_all_that_it_asks_for(sit: Callable[..., Hand]) -> None:
    from playwright.sync_api import expect

    hand, said = sit(), load("en")["learn"]
    page = hand.page
    start(hand, "splendor")
    see(hand, "first", 0)
    page.evaluate(IN_THAT_MOMENT, ["first.4", "231"])
    for at in range(1, 5):
        page.keyboard.press("ArrowRight")
        see(hand, "first", at)
    told = said["no"].format(wanted="take sapphire, emerald and ruby")
    expect(page.locator(".tray .note").first).to_contain_text(told, timeout=PATIENCE_MS)
