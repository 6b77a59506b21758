"""From the first page to a match with friends and its rematch, in real browsers."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from tests.e2e import splendor
from tests.e2e.browser import Hand
from tests.e2e.faults import faults

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True
Sit = Callable[..., Hand]


def code_of(hand: Hand) -> str:
    """Return the code that the lobby shows, as letters."""
    hand.page.wait_for_selector(".code .letters")
    return "".join(hand.page.locator(".code .letters").inner_text().split())


def seats(hand: Hand) -> list[str]:
    """Return what the server says of each seat: its name, or nothing where it is free."""
    return [seat["name"] for seat in hand.ask("GET", f"/api/tables/{hand.table}")["seats"]]


def resign(hand: Hand) -> None:
    """Give up by the menu."""
    hand.page.get_by_role("button", name="Menu").first.click()
    hand.page.locator('[data-act="resign"]').click()
    hand.page.locator('[data-act="resign"]').click()
    hand.page.wait_for_selector(".result")


def test_two_friends_meet_by_code_in_two_clicks_and_play_again_when_both_agree(sit: Sit) -> None:
    lena, noor = sit("Lena"), sit("Noor", phone=True)
    lena.open()
    for box in (2, 0):  # a box that needs more seats leaves none behind
        lena.page.locator("label.box").nth(box).click()
    lena.page.get_by_role("button", name="Invite friends").click()
    code = code_of(lena)
    assert len(seats(lena)) == 2, "no bot was kept and no seat was added"
    assert seats(lena) == ["Lena", ""]
    assert lena.page.locator(".letters").get_attribute("aria-label") == f"Code: {', '.join(code)}"

    noor.open()
    noor.page.get_by_role("button", name="Join by code").tap()
    noor.page.locator("#code").fill("no code at all")
    noor.page.get_by_role("button", name="Go to the table").tap()
    noor.page.get_by_text("neither a code").wait_for()
    noor.page.locator("#code").fill(f" {code[:3].lower()} {code[3:]} ")
    noor.page.get_by_role("button", name="Go to the table").tap()
    noor.page.get_by_role("button", name="Sit down").tap()
    lena.page.get_by_text("Everybody is here.").wait_for()
    lena.page.get_by_role("button", name="Begin", exact=True).click()
    for hand in (lena, noor):
        hand.page.wait_for_selector(".board")

    first = lena.table
    resign(lena)
    noor.page.wait_for_selector(".result")
    for hand, won, why in ((lena, "Noor wins", "You gave up."), (noor, "You win", "Lena gave up.")):
        hand.page.locator("h1").get_by_text(won, exact=True).wait_for()
        hand.page.locator(".how").get_by_text(why).wait_for()
    noor.page.locator('[data-act="again"]').tap()
    noor.page.get_by_text("We are waiting for Lena.").wait_for()
    lena.page.locator(".again").get_by_text("Noor would like to play again.").wait_for()
    assert lena.table == first, "nobody is taken along who has not agreed"
    lena.page.locator('[data-act="no"]').click()
    noor.page.locator(".again").get_by_text("Lena says no, thanks.").wait_for()
    lena.page.locator(".again").get_by_text("You said no, thanks.").wait_for()
    assert noor.page.locator('[data-act="now"]').get_attribute("aria-describedby") == "now-how"
    lena.page.locator('[data-act="again"]').click()
    for hand in (lena, noor):
        hand.page.wait_for_url(lambda url: first not in url)
        hand.page.wait_for_selector(".board")
    assert (lena.table == noor.table, seats(noor)) == (True, ["Noor", "Lena"])


def menu(hand: Hand) -> list[str]:
    """Return what the table's menu offers, in order, and close it again."""
    hand.page.get_by_role("button", name="Menu").first.click()
    hand.page.wait_for_selector("dialog .list")
    said = hand.page.locator("dialog .list > button").all_inner_texts()
    hand.page.keyboard.press("Escape")
    hand.page.wait_for_selector("dialog .list", state="detached")
    return said


def test_enter_after_the_name_takes_a_seat(sit: Sit) -> None:
    """Whoever comes by a link is asked for a name first, and then sits down by Enter or by a button below it."""
    lena, noor = sit("Lena"), sit("")
    lena.enter()
    made = lena.ask("POST", "/api/tables", {"title": "splendor", "seats": 3, "public": True})
    noor.open(f"/t/{made['id']}")
    name = noor.page.get_by_role("textbox", name="Your name")
    below = noor.page.get_by_role("button", name="Sit down").first
    name.wait_for()
    assert name.bounding_box()["y"] < below.bounding_box()["y"]
    name.fill("Noor")
    name.press("Enter")
    noor.page.get_by_role("button", name="Stand up").wait_for()
    assert "Noor" in seats(noor)


def test_the_menu_begins_with_the_last_move_and_ends_with_the_credits(sit: Sit) -> None:
    hand = sit()
    hand.enter()
    made = hand.ask("POST", "/api/tables", {"title": "splendor", "seats": 2, "names": ["Ann", "Ben"], "start": True})
    hand.open(f"/t/{made['id']}")
    splendor.wait_for_turn(hand)

    assert menu(hand)[:2] == ["Settings", "Rules"]  # nobody has moved yet
    splendor.pick(hand, "take wbg", "splendor")
    splendor.confirm(hand)
    said = menu(hand)
    assert said[:3] == ["Take the last move back", "Settings", "Rules"]  # it may be another one's on this device
    assert said[-3:] == ["Give up", "Home", "Credits and licences"]
    splendor.pick(hand, "reserve 1.1", "splendor")
    splendor.confirm(hand)
    hand.page.wait_for_selector('.board[data-n="2"] .tray[data-turn]')
    assert menu(hand)[:2] == ["Settings", "Rules"]  # a card was revealed


def test_the_menu_takes_no_move_back_where_all_move_at_once(sit: Sit) -> None:
    hand = sit()
    hand.begin("guardians", "easy", "easy")

    assert menu(hand)[:2] == ["Settings", "Rules"]


def test_a_code_can_be_typed_as_soon_as_its_dialog_is_open(sit: Sit) -> None:
    hand = sit()
    hand.open()
    hand.page.get_by_role("button", name="Join by code").click()
    hand.page.wait_for_selector("#code:focus")
    hand.page.keyboard.type("abc")
    hand.page.keyboard.press("Enter")

    alert = hand.page.get_by_role("alert")
    alert.get_by_text("neither a code").wait_for()
    hand.page.keyboard.type("def")
    hand.page.keyboard.press("Enter")
    alert.get_by_text("No table has this code: codes are made without A and E.").wait_for()


def test_a_rematch_against_a_bot_is_one_tap_and_the_bot_keeps_its_name(sit: Sit) -> None:
    hand = sit(phone=True)
    hand.begin("splendor", "level1")
    first, before = hand.table, seats(hand)
    resign(hand)
    hand.page.locator('[data-act="again"]').tap()

    hand.page.wait_for_url(lambda url: first not in url)
    hand.page.wait_for_selector(".board")
    assert seats(hand) == before[::-1]
    hand.page.get_by_text(before[1]).locator("visible=true").first.wait_for()


def test_seats_come_and_go_in_the_lobby_and_sending_away_asks_first(sit: Sit) -> None:
    lena, noor = sit("Lena"), sit("Noor")
    lena.open()
    lena.page.get_by_role("button", name="Invite friends").click()
    lena.page.wait_for_selector(".code")
    page = lena.page
    page.get_by_text("This link works on this machine only").wait_for()  # the tests' server has no network
    assert page.get_by_role("button", name="Take this seat away").count() == 0, "the game needs both"
    page.get_by_role("button", name="Add a seat").click()
    page.locator("main li").nth(2).wait_for()
    page.get_by_role("button", name="Add a bot").last.click()
    page.get_by_text("Vesper").wait_for()
    page.get_by_role("button", name="Take this seat away").last.click()
    page.get_by_text("Vesper").wait_for(state="detached")
    assert seats(lena) == ["Lena", ""]

    noor.open(f"/t/{lena.table}")
    noor.page.get_by_role("button", name="Sit down").click()
    page.get_by_role("button", name="Send away").click()
    page.get_by_role("heading", name="Send Noor away from the table?").wait_for()
    page.get_by_role("button", name="No", exact=True).click()
    assert seats(lena) == ["Lena", "Noor"]
    page.get_by_role("button", name="Send away").click()
    page.get_by_role("button", name="Yes, send away").click()
    page.get_by_role("button", name="Add a bot").wait_for()
    assert seats(lena) == ["Lena", ""]
    told = noor.page.get_by_text("The host has freed your seat.")
    told.wait_for()

    noor.page.get_by_role("button", name="Sit down").click()
    told.wait_for(state="detached")
    noor.page.get_by_role("button", name="Stand up").click()
    noor.page.get_by_role("button", name="Sit down").wait_for()
    assert told.count() == 0, "who stands up knows it"


def test_the_button_that_begins_covers_no_choice_on_a_laptop(sit: Sit) -> None:
    hand = sit(language="fr")
    hand.enter()
    made = hand.ask("POST", "/api/tables", {"title": "splendor", "seats": 4})
    hand.page.set_viewport_size({"width": 1280, "height": 593})
    hand.open(f"/t/{made['id']}")
    hand.page.wait_for_selector(".begin")
    hand.page.wait_for_selector("main .check")

    found, _ = faults(hand.page, root="main")
    assert found == []
    edges = [hand.page.locator(one).bounding_box() for one in ("main .check", ".begin .btn")]
    assert edges[0]["y"] + edges[0]["height"] <= edges[1]["y"]
    assert edges[1]["y"] + edges[1]["height"] <= 593


def test_a_television_shows_code_and_picture_large_and_nothing_to_press(sit: Sit) -> None:
    hand = sit()
    hand.enter()
    made = hand.ask("POST", "/api/tables", {"title": "guardians", "seats": 4})
    hand.page.set_viewport_size({"width": 1920, "height": 1080})
    hand.open(f"/t/{made['id']}?display")
    hand.page.wait_for_selector(".qr svg")

    assert hand.page.locator(".qr svg").bounding_box()["height"] >= 0.4 * 1080
    assert hand.page.evaluate("parseFloat(getComputedStyle(document.querySelector('.letters')).fontSize)") >= 70
    assert hand.page.locator("main button").count() == 0
    assert hand.page.evaluate("getComputedStyle(main).fontFamily === getComputedStyle(document.body).fontFamily")
    assert hand.page.evaluate("document.documentElement.scrollHeight <= innerHeight")
