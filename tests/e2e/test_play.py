"""Whole matches in the real browser: by mouse, by touch, with friends, over a lost connection."""

from __future__ import annotations

import json
import re
from collections.abc import Callable

import pytest

import jeton
from jeton import Entry, Match
from tests.e2e import splendor
from tests.e2e.browser import ROOT, Hand, Server

MATCHES = ROOT / "tests/matches"

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True
Sit = Callable[..., Hand]


@pytest.mark.soak
@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_two_browsers_and_a_bot_play_a_whole_match(sit: Sit, title: str) -> None:
    lena, noor = sit("Lena"), sit("Noor")
    lena.enter()
    made = lena.ask("POST", "/api/tables", {"title": title, "seats": 3, "pace": 0})
    lena.open(f"/t/{made['id']}")
    noor.open(f"/t/{made['id']}")
    noor.page.get_by_role("button", name="Sit down").first.click()
    lena.page.get_by_role("button", name="Add a bot").last.click()
    lena.page.get_by_role("button", name="Begin", exact=True).click()

    play_to_the_end(lena, noor)


def test_two_browsers_play_a_match_to_its_end_and_again(sit: Sit, server: Server) -> None:
    """Its last moves; `make soak` plays whole ones from the lobby on."""
    lena, noor = sit("Lena"), sit("Noor")
    match = jeton.load(MATCHES / "marvel/goal-2-seats.match")
    before = Match(match.game, match.header, match.log[:-4])
    table = server.put(before, lena.enter()["id"], noor.enter()["id"])
    for hand in (lena, noor):
        hand.open(f"/t/{table}")

    play_to_the_end(lena, noor)


def play_to_the_end(lena: Hand, noor: Hand) -> None:
    """Have both play by clicking, see the same result, and sit down again."""
    for hand in (lena, noor):
        hand.page.wait_for_selector(".board")
    table, moves = lena.table, 0
    while not (splendor.is_over(lena) and splendor.is_over(noor)) and moves < 400:
        for hand in (lena, noor):
            if splendor.my_turn(hand):
                splendor.turn(hand)
                moves += 1
        lena.page.wait_for_timeout(60)

    assert splendor.is_over(lena)
    assert splendor.is_over(noor)
    said = [hand.page.locator("h1").inner_text() for hand in (lena, noor)]
    assert sorted(text.startswith("You win with ") for text in said) == [False, True], "one has won, and is told so"
    assert sorted(" wins with " in text for text in said) == [False, True]
    lena.page.locator('[data-act="again"]').click()
    noor.page.locator('[data-act="again"]').click()
    for hand in (lena, noor):
        hand.page.wait_for_url(lambda url: table not in url)
    assert noor.table == lena.table


def begin_by_two_taps(hand: Hand) -> None:
    """Go from the first screen to a table on a phone."""
    hand.open()
    hand.page.locator("label.box").first.tap()
    hand.page.get_by_role("button", name="Play now").tap()
    hand.page.wait_for_selector(".board.phone")


def turn_on_a_phone(hand: Hand) -> None:
    """Play one move; nothing lies beside the screen."""
    wide = hand.page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert wide <= 0, "the page scrolls sideways"
    splendor.turn(hand)


@pytest.mark.soak
def test_two_taps_play_a_bot_on_a_phone_to_the_end(sit: Sit) -> None:
    hand = sit("Lena", phone=True)
    begin_by_two_taps(hand)
    while splendor.wait_for_turn(hand):
        turn_on_a_phone(hand)

    look_back_on_a_phone(hand)


def test_two_taps_begin_a_match_with_a_bot_on_a_phone(sit: Sit) -> None:
    """Its first turns; `make soak` plays it to the end."""
    hand = sit("Lena", phone=True)
    begin_by_two_taps(hand)
    for _ in range(3):
        assert splendor.wait_for_turn(hand)
        turn_on_a_phone(hand)


def test_a_match_ends_on_a_phone_and_is_looked_back_on(sit: Sit, server: Server) -> None:
    hand = sit("Lena", phone=True)
    match = jeton.load(MATCHES / "splendor/goal-2-seats.match")
    last = match.log[-1]
    sit_before(hand, server, match, last)
    splendor.pick(hand, last.move, "splendor")
    splendor.confirm(hand)
    hand.page.wait_for_selector(".result")

    look_back_on_a_phone(hand)


def look_back_on_a_phone(hand: Hand) -> None:
    """Go from the result through the review to its files."""
    assert re.search(r"You win|wins", hand.page.locator("h1").inner_text())
    hand.page.get_by_role("link", name="Review").tap()
    hand.page.wait_for_selector(".review[data-step='0']")
    hand.page.get_by_role("button", name="One move on").tap()
    hand.page.wait_for_selector(".review[data-step='1']")
    hand.page.keyboard.press("End")
    last = hand.page.get_by_role("slider").get_attribute("max")
    hand.page.wait_for_selector(f".review[data-step='{last}']")
    on = hand.page.locator(".moves li").last
    assert "on" in on.get_attribute("class").split(), "the last line is marked, whatever the last move was"
    numbers = hand.page.locator(".moves .no").all_inner_texts()
    assert numbers == [str(i) for i in range(1, len(numbers) + 1)], "turns are numbered as players count them"
    told = hand.page.locator(".controls .said")
    assert told.inner_text() == hand.page.locator(".now h2").inner_text()
    assert told.bounding_box()["y"] + told.bounding_box()["height"] <= 844, "the move's words stay in sight"
    with hand.page.expect_download() as file:
        hand.page.get_by_role("link", name="JSON").tap()
    assert len(json.loads(file.value.path().read_text())["views"]) == int(last) + 1


def test_the_connection_heals_and_the_move_is_kept(sit: Sit, server: Server) -> None:
    hand = sit(own=True)  # it has fetched nothing yet
    hand.begin("splendor", "greedy")
    splendor.wait_for_turn(hand)
    before = hand.view()["n"]

    server.stop(kill=True)
    hand.page.get_by_text("Connection lost").first.wait_for()
    hand.page.get_by_role("button", name="Menu").first.click()  # its part of the page was not fetched yet
    hand.page.wait_for_timeout(2500)
    server.start()
    hand.page.wait_for_selector(".lost", state="detached")
    item = hand.page.get_by_role("dialog").get_by_role("button", name="Chat")
    item.wait_for()
    assert item.evaluate("button => getComputedStyle(button).minHeight") == "48px"  # with its style sheet
    hand.page.keyboard.press("Escape")
    splendor.turn(hand)

    assert hand.view()["n"] > before


def test_a_table_that_is_not_reached_says_so_in_the_middle_of_the_page_with_a_way_home(sit: Sit) -> None:
    hand = sit(own=True)
    hand.page.route_web_socket("**/ws/**", lambda wire: wire.close())
    hand.begin("splendor", "greedy")
    hand.page.locator("main").get_by_text("Connection lost; trying again.").wait_for()
    assert hand.page.locator("main").get_by_role("link").get_attribute("href") == "/"


def test_a_refusal_is_shown_with_its_rule(sit: Sit) -> None:
    hand = sit()
    hand.begin("splendor", "greedy")
    splendor.wait_for_turn(hand)
    hand.press_greyed(hand.page.locator("[data-at=bank-5]"))  # it says why: gold can't be taken
    note = hand.page.locator(".tray .note")
    note.wait_for()
    assert "Gold can’t be taken" in note.inner_text()

    note.get_by_role("button", name="Rule S10").click()
    assert "Never gold" in hand.page.locator("dialog .rule.on").inner_text()


PICKED = "(n) => document.querySelectorAll('.tray .picked .slot:not(.wait)').length === n"
"""Whether so many gems lie in the tray."""


def test_half_a_move_says_what_is_missing_and_too_much_names_its_rule(sit: Sit) -> None:
    """A fresh table for two has four of each colour."""
    hand = sit()
    hand.begin("splendor", "greedy", options={"first": "seat"})
    splendor.wait_for_turn(hand)
    tray, note = hand.page.locator(".tray"), hand.page.locator(".tray .note")

    def pick(*colours: int) -> None:
        hand.page.keyboard.press("Escape")
        note.wait_for(state="detached")
        for before, colour in enumerate(colours):
            hand.page.wait_for_function(PICKED, arg=before)
            hand.press_greyed(hand.page.locator(f"[data-at=bank-{colour}]"))

    for colours, words in [
        ((0,), "Take diamond … and 2 more colours, or the same again"),
        ((0, 1), "Take diamond and sapphire … and one more colour"),
        ((0, 1, 2), "Take diamond, sapphire and emerald"),
    ]:
        pick(*colours)
        hand.page.wait_for_function(PICKED, arg=len(colours))
        assert tray.locator(".words").inner_text() == words
    for colours, words, rule in [
        ((0, 1, 2, 3), "Three gems of different colours", "S10"),
        ((0, 0, 1), "takes nothing else", "S12"),
        ((0, 0, 0), "takes nothing else", "S12"),
        ((0, 1, 0), "takes nothing else", "S12"),
        ((0, 5), "Gold can’t be taken", "S10"),
    ]:
        pick(*colours)
        note.wait_for()
        assert words in note.inner_text(), colours
        assert note.get_by_role("button", name=f"Rule {rule}").count() == 1, colours


def test_escape_takes_a_pick_back_while_the_mouse_rests_on_it(sit: Sit) -> None:
    """Its explanation, which nobody asked for, goes as well."""
    hand = sit()
    hand.begin("splendor", "greedy", options={"first": "seat"})
    splendor.wait_for_turn(hand)
    card = hand.page.locator('[data-walk="1.1"]')
    card.click()
    hand.page.wait_for_selector('[data-walk="1.1"][aria-pressed=true]')
    hand.page.mouse.move(0, 0)
    card.hover()
    hand.page.wait_for_selector(".explain")

    hand.page.keyboard.press("Escape")
    hand.page.wait_for_selector(".explain", state="detached")
    hand.page.wait_for_selector('[data-walk="1.1"][aria-pressed=false]')


def test_a_draft_outlives_a_reload_and_a_lost_server(sit: Sit, server: Server) -> None:
    hand = sit()
    hand.begin("splendor", "greedy", options={"first": "seat"})
    splendor.wait_for_turn(hand)
    for colour in (0, 1):
        hand.page.locator(f"[data-at=bank-{colour}]").click()

    hand.page.reload()
    splendor.wait_for_turn(hand)
    picked = hand.page.locator(".picked .slot:not(.wait)")
    assert picked.count() == 2

    server.stop()  # as a restart does
    heading = hand.page.locator(".tray h2")
    hand.page.wait_for_selector(".lost")
    lost = ("The server is restarting", "No connection: trying again")
    assert heading.inner_text() in lost
    hand.press_greyed(hand.page.locator("[data-at=bank-5]"))
    assert hand.page.locator(".tray .note").count() == 0, "the reason is the connection, and the heading says so"
    assert heading.inner_text() in lost
    hand.page.locator("[data-at=bank-2]").click()
    hand.page.wait_for_function(PICKED, arg=3)
    assert hand.page.locator(".tray .foot .primary").is_disabled()

    server.start()
    hand.page.wait_for_selector(".lost", state="detached")
    assert hand.page.locator(".tray .note").count() == 0
    assert heading.inner_text() == "Your move"
    splendor.confirm(hand)


def test_while_a_noble_is_chosen_only_nobles_that_come_shine(sit: Sit, server: Server) -> None:
    """S25. By mouse on a desktop; on a phone the tray has their names."""
    for phone in (False, True):
        hand = sit(phone=phone)
        match, seat = before_move(hand, server, "splendor/goal-with-a-choice-of-nobles", "noble")
        choices = [int(move.split()[1]) for move in match.view(seat).moves]
        assert hand.page.locator(".nobles .coming").count() == len(choices) > 1
        assert hand.page.locator(".market .card:is(.now, .gold, .soon)").count() == 0
        names = hand.page.locator(".tray .visitor")
        assert len({name for name in names.all_inner_texts() if name}) == len(choices)
        assert hand.page.locator(".bank [aria-disabled=true]").count() == 6
        names.last.click()
        splendor.confirm(hand)


def before_move(hand: Hand, server: Server, name: str, verb: str) -> tuple[Match, int]:
    """Sit down before a recorded match's first move of that kind; return the match until then, and the mover's seat."""
    match = jeton.load(MATCHES / f"{name}.match")
    played = next(entry for entry in match.log if entry.move.split()[0] == verb)
    return sit_before(hand, server, match, played), played.seat


def sit_before(hand: Hand, server: Server, match: Match, played: Entry) -> Match:
    """Sit down in place of the player of a recorded entry, just before it; return the match until then."""
    me = hand.enter()
    before = Match(match.game, match.header, match.log[: played.n - 1])
    people = ["somebody"] * match.header.seats
    people[played.seat] = me["id"]
    hand.open(f"/t/{server.put(before, *people)}")
    splendor.wait_for_turn(hand)
    return before


def for_two(hand: Hand, other: Hand) -> str:
    """Begin a match of two people, of whom the first moves first; return its table."""
    for one in (hand, other):
        one.enter()
    table: str = hand.ask("POST", "/api/tables", {"title": "splendor", "seats": 2, "options": {"first": "seat"}})["id"]
    other.ask("POST", f"/api/tables/{table}/seats", {"seat": 1})
    hand.ask("POST", f"/api/tables/{table}/start", {})
    return table


def test_a_plan_is_kept_and_dropped_when_it_became_impossible(sit: Sit) -> None:
    """The other one moves by the API, and not before the plan is made."""
    hand, other = sit(), sit("Noor")
    table = for_two(hand, other)
    hand.open(f"/t/{table}")
    splendor.wait_for_turn(hand)
    splendor.pick(hand, "take bgr", "splendor")
    splendor.confirm(hand)
    hand.page.locator("[data-at=bank-0]").click()

    heading, picked = hand.page.locator(".tray h2"), hand.page.locator(".picked .slot:not(.wait)")
    heading.get_by_text("Your plan").wait_for()
    other.ask("POST", f"/api/tables/{table}/moves", {"id": "other", "move": "take wbg", "seen": 1})
    splendor.wait_for_turn(hand)
    assert picked.count() == 1


WATCH_RING = """() => {
    window.shares = [];
    const look = () => {
        const ring = document.querySelector('[data-spent]');
        const share = ring ? Number(ring.dataset.spent) : 0;
        if (window.shares.at(-1) !== share) window.shares.push(share);
    };
    new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""


def test_a_ring_fills_up_while_a_bot_thinks_and_goes_with_its_move(sit: Sit) -> None:
    hand, other = sit(reduced_motion="no-preference"), sit("Zoé", phone=True)
    table = hand.begin("splendor", "level8", options={"first": "seat"}, pace=5000)
    splendor.wait_for_turn(hand)
    other.open(f"/t/{table}")
    other.page.wait_for_selector(".board.phone")
    splendor.turn(hand)  # its worker may still have to start, which is no part of its time
    splendor.wait_for_turn(hand)
    for page in (hand.page, other.page):
        page.evaluate(WATCH_RING)
    splendor.turn(hand)
    splendor.wait_for_turn(hand)
    other.page.wait_for_selector(f'.board[data-n="{hand.view()["n"]}"]')

    for page in (hand.page, other.page):
        *shares, last = page.evaluate("window.shares.slice(window.shares.findIndex((share) => share > 0))")
        assert shares == sorted(shares), "it only ever fills up"
        assert len(shares) >= 2
        assert last == 0, "it goes with the move"
        assert page.locator("[data-spent]").count() == 0


def test_spectators_and_the_big_screen_see_no_hand(sit: Sit) -> None:
    hand, other, third = sit(), sit("Zoé"), sit("Wim", phone=True)  # Zoé has a name on this page alone
    table = hand.begin("splendor", "greedy", options={"first": "seat"})
    splendor.wait_for_turn(hand)
    splendor.pick(hand, "reserve 2", "splendor")
    splendor.confirm(hand)
    other.open(f"/t/{table}")
    other.page.wait_for_selector(".board")
    third.enter()
    third.open(f"/t/{table}")
    for page, names in ((hand.page, "Wim and Zoé"), (other.page, "Wim"), (third.page, "Zoé")):
        page.locator(".topbar .sub span").get_by_text(f"looking on: {names}", exact=True).wait_for()
    other.page.locator(".topbar .sub span").get_by_text("watching", exact=True).wait_for()
    for page in (other.page, third.page):
        page.locator(".tray h2").get_by_text("Watching").wait_for()
    hand.open(f"/t/{table}?display")
    hand.page.wait_for_selector(".board.screen")

    for page in (other.page, hand.page):
        assert page.locator(".tray .primary").count() == 0
        assert "face-down card of level 2" in page.locator(".area-side .hand").first.get_attribute("aria-label")


def each_move_once(hand: Hand, other: Hand, table: str) -> None:
    """Let two people at a table make their first moves; it is the first one's turn again."""
    for one in (hand, other):
        one.open(f"/t/{table}")
    for one, move in ((hand, "take bgr"), (other, "take wbg")):
        splendor.wait_for_turn(one)
        splendor.pick(one, move, "splendor")
        splendor.confirm(one)
    splendor.wait_for_turn(hand)


def test_the_key_u_asks_for_a_move_back_as_the_menu_does(sit: Sit) -> None:
    hand, other = sit(), sit("Noor")
    table = for_two(hand, other)
    each_move_once(hand, other, table)
    hand.page.locator("[data-at=bank-0]").click()
    hand.page.keyboard.press("u")

    asked = other.page.locator(".ask")
    asked.get_by_text("Lena would like to take a move back").wait_for()
    asked.get_by_role("button", name="No").click()
    asked.wait_for(state="detached")
    assert hand.page.locator(".picked .slot:not(.wait)").count() == 1, "what was picked stays"
    assert [entry["move"] for entry in hand.view()["reports"]] == ["take bgr", "take wbg"]


BELOW = """() => {
    const [asked, said] = ['.ask', '.bubble'].map((one) => document.querySelector(one)?.getBoundingClientRect());
    return asked && said && said.top >= asked.bottom;
}"""


@pytest.mark.parametrize("phone", [False, True])
def test_a_question_goes_when_it_is_answered_and_what_was_said_pops_up_once(sit: Sit, phone: bool) -> None:
    hand, other = sit(phone=phone), sit("Noor")
    table = for_two(hand, other)
    if not phone:
        hand.page.set_viewport_size({"width": 1280, "height": 600})  # the chat has no place beside the table
    each_move_once(hand, other, table)
    hand.press(hand.page.get_by_role("button", name="Menu"))
    hand.press(hand.page.get_by_role("button", name="Take my last move back"))
    hand.page.get_by_text("Lena would like to take a move back").wait_for()
    other.page.locator("#chat-text").fill("Well, well")
    other.page.keyboard.press("Enter")
    hand.page.wait_for_function(BELOW)
    other.page.locator(".ask").get_by_role("button", name="Yes").click()

    for one in (hand, other):
        one.page.wait_for_selector('.board[data-n="4"]')
        one.page.wait_for_selector(".ask", state="detached")
    assert hand.page.locator("[role=log] p", has_text="Noor: Well, well").count() == 1, "it is read out once"


def test_what_is_typed_after_the_chat_was_opened_takes_no_move_back(sit: Sit) -> None:
    """U is the key that takes a move back: it must not reach the table from somebody who writes."""
    hand, other = sit(), sit("Noor")
    table = for_two(hand, other)
    hand.page.set_viewport_size({"width": 1366, "height": 900})
    hand.open(f"/t/{table}")
    splendor.wait_for_turn(hand)
    splendor.pick(hand, "take bgr", "splendor")
    splendor.confirm(hand)
    hand.page.get_by_role("button", name="Chat").first.click()
    hand.page.wait_for_function("() => document.activeElement?.id === 'chat-text'")
    hand.page.keyboard.type("u too?")
    hand.page.keyboard.press("Enter")

    hand.page.locator(".chat li").filter(has_text="u too?").wait_for()
    assert [entry["move"] for entry in hand.view()["reports"]] == ["take bgr"]
