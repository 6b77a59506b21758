"""Guardians in the hand: a finger that points where it means, things by name, the reveal as a show, every clue told."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

import jeton
from jeton import Match
from tests.e2e.browser import ROOT, Hand, Server
from tests.e2e.guardians import become
from tests.e2e.test_quality import serious

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True
Sit = Callable[..., Hand]
MATCHES = ROOT / "tests/matches/guardians"
NEAR = 0.03
"""A clue lies within three hundredths of the picture of where the finger meant it."""
SMALL = """(root) => [...document.querySelectorAll(`${root} :is(button, label, a, summary)`)].filter((e) => {
    const box = e.getBoundingClientRect();
    return box.width && (box.width < 43.5 || box.height < 43.5) && !e.closest('.sea, p');
}).map((e) => `${e.className}: ${e.textContent.trim() || e.ariaLabel}`)"""


COVERED_STEPS = """() => {
    const middle = (one) => { const { left, top, width, height } = one.getBoundingClientRect();
        return [left + width / 2, top + height / 2]; };
    const last = [...document.querySelectorAll('.review .steps button')].at(-1);
    const zoom = [...document.querySelectorAll('.review .map button')].filter((one) => one.offsetWidth).at(-1);
    scrollBy({ top: middle(zoom)[1] - middle(last)[1], behavior: 'instant' });
    const [[x, y], [zoomX, zoomY]] = [middle(last), middle(zoom)];
    const apart = Math.abs(y - zoomY) + Math.abs(x - zoomX);
    return { apart, covered: !last.contains(document.elementFromPoint(x, y)) };
}"""
BOATS_ON_NOTES = """() => {
    const boxes = (what) => [...document.querySelectorAll(what)].map((e) => [e, e.getBoundingClientRect()]);
    const boats = boxes('.sea .boats img');
    return boxes('.sea .note').filter(([, a]) => boats.some(([, b]) => a.left < b.right - 2 && b.left < a.right - 2
        && a.top < b.bottom - 2 && b.top < a.bottom - 2)).map(([note]) => note.dataset.of);
}"""
"""Islands whose chance lies under or over a boat."""


def table(hand: Hand, **options: Any) -> str:
    """Sit down at a table of three with two bots that do not wait."""
    become(hand)
    wanted = {"title": "guardians", "seats": 3, "bots": ["easy", "easy"], "start": True, "pace": 0}
    found = str(hand.ask("POST", "/api/tables", {**wanted, "options": {"level": 1, **options}})["id"])
    hand.open(f"/t/{found}")
    return found


def look(hand: Hand) -> None:
    """Open the viewer to point at a postcard."""
    hand.page.locator(".act .point").click()
    hand.page.wait_for_selector(".clue-view .stage .postcard img")


class Finger:
    """A real touch, by the browser's own protocol."""

    def __init__(self, hand: Hand) -> None:
        self.page = hand.page
        self.wire = hand.context.new_cdp_session(hand.page)

    def _send(self, kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y, "id": i} for i, (x, y) in enumerate(points)]
        self.wire.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})
        self.page.wait_for_timeout(30)

    def place(self, x: float, y: float) -> tuple[float, float]:
        """Return where a spot of the picture is on the screen."""
        spot = self.page.evaluate(
            """([x, y]) => {
                const box = document.querySelector('.stage .postcard').getBoundingClientRect();
                return [box.left + x * box.width, box.top + y * box.height];
            }""",
            [x, y],
        )
        return spot[0], spot[1]

    def settle(self) -> None:
        """Wait until the picture lies still: a phone that was turned lays its page out anew."""
        before: tuple[float, float] | None = None
        while before != (before := self.place(1, 1)):
            self.page.evaluate("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")

    def point(self, x: float, y: float) -> None:
        """Put the finger down beside a spot, slide there with the magnifier, and let go."""
        self.settle()
        there = self.place(x, y)
        self._send("touchStart", self.place(x + (0.06 if x < 0.5 else -0.06), y + (0.06 if y < 0.5 else -0.06)))
        assert self.page.locator(".glass").count() == 1
        self._send("touchMove", there)
        self._send("touchEnd")
        assert self.page.locator(".glass").count() == 0

    def spread(self) -> None:
        """Move two fingers apart."""
        middle = self.place(0.5, 0.5)
        for kind, wide in (("touchStart", 30), ("touchMove", 60), ("touchMove", 75)):
            self._send(kind, (middle[0] - wide, middle[1]), (middle[0] + wide, middle[1]))
        self._send("touchEnd")


def draft(hand: Hand) -> tuple[float, float]:
    """Return where the page shows the tip of the clue that is not yet placed: the middle of the arrow's ring."""
    spot = hand.page.evaluate(
        """() => {
            const tip = document.querySelector('.stage .mine').getBoundingClientRect();
            const box = document.querySelector('.stage .postcard').getBoundingClientRect();
            return [(tip.left - box.left) / box.width, (tip.top - box.top) / box.height];
        }"""
    )
    return spot[0], spot[1]


def near(found: tuple[float, float], meant: tuple[float, float]) -> bool:
    return abs(found[0] - meant[0]) < NEAR and abs(found[1] - meant[1]) < NEAR


def test_a_finger_points_where_it_means(sit: Sit) -> None:
    """Upright, zoomed in by two fingers, in a page that is zoomed itself, on its side; then it lies on the table."""
    hand = sit(phone=True, scale=3)
    table(hand)
    look(hand)
    finger = Finger(hand)

    for meant in ((0.5, 0.5), (0.04, 0.95), (0.93, 0.07)):
        finger.point(*meant)
        assert near(draft(hand), meant), meant
    before = draft(hand)
    finger.spread()
    assert draft(hand) == pytest.approx(before, abs=0.002), "two fingers zoom and do not point"
    assert hand.page.locator(".stage .postcard").bounding_box()["width"] > 700
    finger.point(0.45, 0.55)
    assert near(draft(hand), (0.45, 0.55))
    for _ in range(2):
        hand.page.locator(".clue-view .pad .out").click()

    finger.wire.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 1.6})
    finger.point(0.3, 0.35)
    assert near(draft(hand), (0.3, 0.35))
    finger.wire.send("Emulation.setPageScaleFactor", {"pageScaleFactor": 1})
    hand.page.set_viewport_size({"width": 844, "height": 390})
    finger.point(0.62, 0.41)
    assert near(draft(hand), (0.62, 0.41))
    under = [one.input_value() for one in hand.page.locator(".clue-view fieldset input:checked").all()]
    hand.page.locator(
        ".clue-view .place"
    ).click()  # what is a tap is up to the browser: here only the picture is touched
    hand.page.wait_for_selector(".clue-view", state="detached")

    [clue] = [one for one in hand.view()["view"]["clues"] if one["seat"] == 0]
    assert near((clue["x"], clue["y"]), (0.62, 0.41))
    assert under == ([clue["element"]] if clue["element"] else []), "the page says what the server writes down"


def test_arrows_nudge_and_names_can_be_walked(sit: Sit) -> None:
    """Without a pointer: arrow keys move the tip, things are radio buttons in alphabetical order, Enter places."""
    hand = sit()
    table(hand)
    page = hand.page
    page.locator(".act .point").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".clue-view .stage:focus")
    # It has the keys before it has its size: in a picture of one pixel no step could be measured.
    page.wait_for_function("() => document.querySelector('.stage .postcard').getBoundingClientRect().width > 200")

    page.keyboard.press("ArrowRight")
    start = draft(hand)
    page.keyboard.press("Shift+ArrowLeft")
    page.keyboard.press("ArrowUp")
    assert draft(hand)[0] == pytest.approx(start[0] - 0.05, abs=0.001)
    assert draft(hand)[1] == pytest.approx(start[1] - 0.0075, abs=0.001)
    page.locator(".clue-view .pad .down").press("Enter")  # a click could take so long here that it counts as held down
    assert draft(hand)[1] == pytest.approx(start[1], abs=0.001)

    names = page.locator(".clue-view fieldset label").all_inner_texts()
    assert names == sorted(names, key=str.casefold)
    page.locator(".clue-view fieldset input").first.focus()
    page.keyboard.press("Space")
    for _ in range(2):
        page.keyboard.press("ArrowDown")
    chosen = page.locator(".clue-view fieldset input:checked").input_value()
    assert page.locator(".clue-view .tip").inner_text().endswith(names[2])
    page.keyboard.press("Enter")
    page.wait_for_selector(".clue-view", state="detached")

    [clue] = [one for one in hand.view()["view"]["clues"] if one["seat"] == 0]
    assert clue["element"] == chosen


def test_my_island_and_its_reward_can_be_peeked_at_on_a_phone(sit: Sit) -> None:
    """On the table with its reward, and while I point, for it is what the clue should lead to."""
    hand = sit(phone=True)
    table(hand, level=3)
    page = hand.page
    pile = hand.view()["view"]["hand"]
    assert page.locator(".peek").count() == 0
    page.locator(".thumbs .my").tap()
    assert f"/islands/{pile['location']}-" in str(page.locator(".peek > img").get_attribute("src"))
    assert f"/legends/{pile['reward']}-" in str(page.locator(".peek .card img").get_attribute("src"))
    page.locator(".thumbs .my").tap()
    assert page.locator(".peek").count() == 0

    look(hand)
    mine = page.locator(".clue-view .my:visible")
    assert mine.locator("img").count() == 0
    mine.tap()
    assert f"/islands/{pile['location']}-" in str(mine.locator("img").get_attribute("src"))


def finish_search(hand: Hand) -> None:
    """Place what is due by the API, so that the boats are turned over."""
    found = hand.view()
    for number in range(20):
        moves = [move for move in found["view"]["moves"] if move.startswith(("clue", "boat"))]
        if found["view"]["phase"] != "search" or not moves:
            break
        wish = {"id": f"{found['n']}-{number}", "seen": found["n"], "move": moves[number % len(moves)]}
        hand.ask("POST", f"/api/tables/{hand.table}/moves", wish)
        found = hand.view()


TOLD = """() => {
    window.told = [];
    new MutationObserver(() => {
        const said = document.querySelector('.show p [aria-live]')?.innerText;
        if (said && said !== window.told.at(-1)) window.told.push(said);
    }).observe(document.body, { subtree: true, childList: true, characterData: true });
}"""
"""Keeps all that a show says, however long it takes to ask for it."""


def test_the_reveal_plays_by_itself_until_any_key(sit: Sit) -> None:
    hand = sit(phone=True, reduced_motion="no-preference")
    table(hand)
    page = hand.page
    page.evaluate(TOLD)
    finish_search(hand)

    page.wait_for_function("() => window.told.length > 1")
    assert page.evaluate("window.told[0]").startswith("The boats turn over")
    page.keyboard.press("x")
    page.wait_for_selector(".show", state="detached")


def test_a_legend_that_was_won_is_held_up_large(sit: Sit, server: Server) -> None:
    """Over the table, and gone by itself: the show goes on."""
    hand = sit(reduced_motion="no-preference")
    me = hand.enter()
    match = jeton.load(MATCHES / "level-3-legends-in-the-search.match")
    last = match.log[11]  # the boat that ends the first search; a club lies where the first guardian hid
    before = Match(match.game, match.header, match.log[: last.n - 1])
    people = ["somebody"] * match.header.seats
    people[last.seat] = me["id"]
    hand.open(f"/t/{server.put(before, *people)}")
    hand.page.wait_for_selector(".board[data-phase=search]")

    hand.ask("POST", f"/api/tables/{hand.table}/moves", {"id": "boat", "seen": before.n, "move": last.move})

    shown = hand.page.wait_for_function(
        """() => { const card = document.querySelector('.won img'); return card && [card.srcset, card.offsetWidth]; }"""
    ).json_value()
    assert "/legends/club-480.webp" in shown[0]
    assert shown[1] >= 250
    hand.page.locator(".won").wait_for(state="detached")


def test_without_motion_the_reveal_is_a_list(sit: Sit) -> None:
    hand = sit(language="fr")
    table(hand)
    page = hand.page
    finish_search(hand)

    page.wait_for_selector(".show ol")
    told = page.locator(".show ol li")
    assert told.count() == 1
    forth, steps = page.locator(".show .buttons button").nth(1), 1
    while forth.is_enabled():
        forth.click()
        steps += 1
    assert told.count() == steps > 1
    assert told.last.get_attribute("aria-current") == "step"
    assert not [text for text in told.all_inner_texts() if "guardians_page." in text or "{" in text]
    page.keyboard.press("Escape")
    page.wait_for_selector(".show", state="detached")


@pytest.mark.parametrize("theme", ["velvet", "parchment"])
def test_the_viewer_and_the_credits_are_open_to_all(sit: Sit, theme: str) -> None:
    hand = sit(phone=True, theme=theme)
    table(hand)
    look(hand)
    hand.press(hand.page.locator(".clue-view fieldset label").first)
    hand.page.wait_for_selector(".clue-view fieldset label.on")

    assert serious(hand) == []
    assert hand.page.evaluate(SMALL, ".clue-view") == []
    assert hand.page.locator(".clue-view .postcard > img").get_attribute("alt").count(",") > 3
    hand.page.keyboard.press("Escape")
    hand.page.wait_for_selector(".clue-view", state="detached")

    hand.page.locator(".topbar button").last.click()
    hand.page.get_by_role("button", name="Credits and licences").click()
    credits = hand.page.locator("dialog").filter(has_text="game-icons.net")
    credits.get_by_text("CC BY 3.0").wait_for()
    assert serious(hand) == []
    for link in credits.locator("a").all():
        href = str(link.get_attribute("href"))
        assert "icense" in hand.page.evaluate("(href) => fetch(href).then((found) => found.text())", href)


@pytest.fixture(scope="module")
def finished(browser: Any, server: Server) -> str:
    """Return a match that three bots have played to its end."""
    hand = Hand(browser, server, "Host", painted=False)
    become(hand)
    wanted = {"title": "guardians", "seats": 3, "bots": ["hard"] * 3, "sit": False, "start": True, "pace": 0}
    found = str(hand.ask("POST", "/api/tables", {**wanted, "options": {"level": 1, "goal": 8}})["id"])
    while hand.ask("GET", f"/api/tables/{found}")["state"] != "over":
        hand.page.wait_for_timeout(100)
    hand.close()
    return found


def test_the_last_reveal_can_be_seen_again_step_by_step(sit: Sit, finished: str) -> None:
    hand = sit(phone=True, reduced_motion="no-preference")
    hand.open(f"/t/{finished}")
    page = hand.page
    page.locator(".result .replay").click()
    page.wait_for_selector(".show")
    back, pause, forth = (page.locator(".show .buttons button").nth(i) for i in range(3))
    pause.click()
    while back.is_enabled():
        back.click()
    said = page.locator(".show p [aria-live]")
    first = said.inner_text()
    assert first.startswith("The boats turn over")
    forth.click()
    assert said.inner_text() != first

    assert page.evaluate(SMALL, ".show") == []
    assert serious(hand) == []
    page.locator(".show .skip").click()
    page.wait_for_selector(".show", state="detached")


def test_every_clue_is_told_after_the_match(sit: Sit, finished: str) -> None:
    """Each is there with the island that its guardian guarded then, of everybody or of one."""
    hand = sit(phone=True)
    hand.open(f"/t/{finished}")
    page = hand.page
    page.locator(".result .timeline").click()
    page.wait_for_selector(".timeline article")

    replay = hand.ask("GET", f"/api/tables/{finished}/replay")
    placed = [entry for entry in replay["entries"] if entry["move"].startswith("clue ")]
    before = {entry["n"]: replay["positions"][entry["n"] - 1] for entry in placed}
    assert page.locator(".timeline article").count() == len(placed)
    for i in (0, len(placed) // 2, len(placed) - 1):
        entry = placed[i]
        pile = before[entry["n"]]["players"][entry["seat"]]["active"]
        src = page.locator(".timeline article").nth(i).locator(".meant > img").get_attribute("src")
        assert f"/islands/{pile['location']}-" in str(src)
    end = replay["positions"][-1]["players"]
    standings = page.locator(".timeline .coins").last.locator(".score").all_inner_texts()
    assert standings == [str(score) for score in sorted((one["gold"] + one["coins"] for one in end), reverse=True)]
    page.locator(".timeline .whose button").nth(1).click()
    assert page.locator(".timeline article").count() == sum(entry["seat"] == 0 for entry in placed)
    assert serious(hand) == []


def test_a_finished_match_is_studied_clue_by_clue(sit: Sit, finished: str) -> None:
    """What each could have meant stands on the islands and in words, by touch and by keys."""
    hand = sit(phone=True)
    hand.open(f"/t/{finished}")
    page = hand.page
    page.locator(".result .study").click()
    page.wait_for_selector(".review[data-clue]")

    clues = hand.ask("GET", f"/api/tables/{finished}/review")["review"]["clues"]
    for one, key in zip(clues[:3], ("ArrowRight", "ArrowRight", ""), strict=False):
        page.wait_for_selector(f".review[data-clue='{one['n']}']")
        told = page.locator(f".note.good[data-of='{one['meant']}']").inner_text()
        assert told.split() == [str(round(100 * one["chances"][one["meant"]])), "%"]
        assert page.evaluate(BOATS_ON_NOTES) == []
        assert page.locator(".now li").count() == len(one["why"]) - 1
        if key:
            page.keyboard.press(key)
    under = page.evaluate(COVERED_STEPS)
    assert under["apart"] < 60, "the zoom buttons are not under the bar of steps: this tests nothing"
    assert not under["covered"]
    rows = page.locator(".summary .all button")
    for i, one in enumerate(clues):
        was, now = (round(100 * chances[one["meant"]]) for chances in (one["before"], one["chances"]))
        assert f"from {was} to {now}\N{NO-BREAK SPACE}%" in rows.nth(i).inner_text()
    rows.last.click()
    page.wait_for_selector(f".review[data-clue='{clues[-1]['n']}']")
    page.wait_for_url(f"**/m/{finished}/{clues[-1]['n']}")
    assert serious(hand) == []
