"""Finished matches of Splendor in the real browser: looked at again, and judged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import msgspec
import pytest

import jeton
from jeton import Match
from jeton.analysis import Decision, Review
from tests.e2e import splendor
from tests.e2e.browser import ROOT, Hand, Server
from tests.e2e.test_quality import serious

MATCHES = ROOT / "tests/matches"

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True
Sit = Callable[..., Hand]


def test_a_review_shows_the_cards_that_are_reserved(sit: Sit, server: Server) -> None:
    hand = sit()
    me = hand.enter()
    match = jeton.load(next(iter(sorted((MATCHES / "splendor").glob("goal*.match")))))
    table = server.put(match, *[me["id"]] * match.header.seats)
    hand.open(f"/m/{table}")
    hand.page.wait_for_selector(".review")
    first = next(entry.n for entry in match.log if entry.move.startswith("reserve"))
    for step, held in ((first - 1, 0), (first, 1)):
        hand.page.get_by_role("slider").fill(str(step))
        hand.page.wait_for_selector(f".review[data-step='{step}']")
        assert hand.page.locator(".player .held > *").count() == held


def test_a_judged_review_says_why_shows_what_follows_and_lets_one_try(sit: Sit, server: Server) -> None:
    """The judge's answer is what `jeton.analysis.review` found of the same moves with 600 lines, rounded."""
    hand = sit()
    me = hand.enter()
    whole = jeton.load(MATCHES / "splendor/goal-2-seats.match")
    match = Match(whole.game, whole.header, whole.log[:12])
    match.resign(match.actors[0], at=match.log[-1].at)
    judged = (Path(__file__).parent / "judged.json").read_bytes()
    found = msgspec.json.decode(judged, type=Review)
    table = server.put(match, *[me["id"]] * match.header.seats, review=judged)
    slip = next(step for step, one in enumerate(found.decisions) if one.why and len(one.best[0].line) > 1)
    hand.open(f"/m/{table}/{slip}")
    verdict = hand.page.locator(".verdict")
    verdict.locator(".why").first.wait_for()

    assert verdict.locator(".why").count() == len(found.decisions[slip].why)
    assert verdict.locator(".line li").count() == min(4, len(found.decisions[slip].best[0].line) - 1)
    assert "{" not in verdict.inner_text()
    assert "why." not in verdict.inner_text()
    assert serious(hand) == []
    walk_a_line(hand, found.decisions[slip])
    shown = hand.page.request.get(f"{server.url}/api/tables/{table}/picture/{slip}")
    assert shown.text().startswith("<svg")
    mover = hand.page.locator(".player.turn b").first.inner_text()
    hand.page.get_by_text(f"You play as {mover}, against bots").wait_for()
    hand.page.get_by_role("button", name="Try it from here").click()
    hand.page.wait_for_url(lambda url: "/t/" in url and table not in url)
    splendor.wait_for_turn(hand)
    view = hand.view()["view"]
    seat = found.decisions[slip].seat
    assert view["seat"] == seat
    assert view["market"] == list(match.game.view(match.positions[slip], seat).market)
    tried = hand.table
    hand.page.get_by_role("link", name="Back to the review").click()
    hand.page.wait_for_url(f"**/m/{table}/{slip}")
    hand.open("/")
    row = hand.page.locator(f'.games a[href$="/t/{tried}"]')
    row.get_by_text("Tried from a review").wait_for()
    assert hand.page.title() == "Jeton", "nobody waits for a move that one only tries"
    assert hand.page.locator(".due").count() == 0


def walk_a_line(hand: Hand, decision: Decision) -> None:
    """Walk through the best move and what follows it, by key and button, and back to the match."""
    page, line = hand.page, decision.best[0].line
    assert page.locator('.table [data-judge="best"]').count() > 0, "the best move is shown on the board"
    page.keyboard.press("b")
    page.wait_for_selector(".review[data-line='1']")
    page.keyboard.press("ArrowRight")
    page.wait_for_selector(".review[data-line='2']")
    page.locator(".verdict .line button").last.click()
    page.wait_for_selector(f".review[data-line='{min(5, len(line))}']")
    assert serious(hand) == []
    turned = {move.split()[1] for move in line[: min(5, len(line))] if "." in move}
    assert page.locator(".table .hole").count() == len(turned), "what nobody could know is not shown"
    page.get_by_role("button", name="Back to the game").click()
    page.wait_for_selector(".review:not([data-line])")
    assert page.locator(".table .hole").count() == 0


def test_a_review_counts_turns_everywhere(sit: Sit, server: Server) -> None:
    """The bar, the slider and the list say the same number, also while somebody gives back."""
    hand = sit()
    me = hand.enter()
    match = jeton.load(MATCHES / "splendor/goal-3-seats.match")
    table = server.put(match, *[me["id"]] * match.header.seats)
    hand.open(f"/m/{table}")
    page = hand.page
    page.wait_for_selector(".review")
    last = match.game.turns(match.position)
    assert last < match.n_standing, "somebody gives back in this match"
    back = next(step for step in range(match.n_standing) if match.log[step].move.startswith("return "))
    for step in (1, back, back + 1, back + 2, match.n_standing):
        page.get_by_role("slider").fill(str(step))
        page.wait_for_selector(f".review[data-step='{step}']")
        turn = match.game.turns(match.positions[step])
        said = f"Move {turn} of {last}"
        assert page.locator(".now .count").inner_text() == said
        assert page.get_by_role("slider").get_attribute("aria-valuetext") == said
        assert page.locator(".moves .on .no").inner_text() == str(turn)


# Whole in sight: within the window, and within what scrolls around it.
IN_SIGHT = """(what) => [...document.querySelectorAll(what)].filter((one) => {
    const box = one.getBoundingClientRect();
    if (!box.width || box.bottom > innerHeight + 1 || box.right > innerWidth + 1) return false;
    for (let around = one.parentElement; around; around = around.parentElement) {
        if (getComputedStyle(around).overflowY === 'visible') continue;
        const room = around.getBoundingClientRect();
        if (box.top < room.top - 1 || box.bottom > room.bottom + 1) return false;
    }
    return one.scrollHeight <= one.clientHeight + 1;
}).length"""


@pytest.mark.parametrize("name", ["splendor/goal-4-seats", "marvel/goal-4-seats"])
def test_a_high_window_shows_all_players_and_many_moves(sit: Sit, server: Server, name: str) -> None:
    hand = sit()
    me = hand.enter()
    match = jeton.load(MATCHES / f"{name}.match")
    table = server.put(match, *[me["id"]] * match.header.seats)
    page = hand.page
    held = max(
        range(match.n_standing),
        key=lambda n: sum(len(one.hand) for one in match.game.view(match.positions[n], None).players),
    )
    hand.open(f"/m/{table}/{held}")
    for width, height in ((1180, 820), (1440, 900), (1920, 1080), (2560, 1440), (3840, 2160)):
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_function(f"() => ({IN_SIGHT})('.brief .tile') === 4")
        page.wait_for_function(f"() => ({IN_SIGHT})('.moves .on') === 1")
        assert page.evaluate(IN_SIGHT, ".moves li") >= (2 if height < 900 else 4), (width, height)
        graph, table_box = page.locator(".panel.graph").bounding_box(), page.locator(".table").bounding_box()
        assert table_box["y"] + table_box["height"] <= graph["y"], (width, height)
        cards = page.locator(".market .card").first.bounding_box()
        assert cards["width"] >= (0.07 if height >= 900 else 0.06) * width, (width, height)
    page.locator(".brief .tile").last.click()
    page.wait_for_function(f"() => ({IN_SIGHT})('.now .player:last-child') === 1")
    assert serious(hand) == []
