"""A table of this device alone: a worker plays it, and no server is asked."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import jeton
from tests.e2e.browser import Hand, Server

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
Sit = Callable[..., Hand]
SPLENDOR, MARVEL = range(2)

SEAT_BOTS = """([id, bots]) => new Promise((done, failed) => {
    const opened = indexedDB.open('jeton', 1);
    opened.onerror = () => failed(opened.error);
    opened.onsuccess = () => {
        const matches = opened.result.transaction('matches', 'readwrite').objectStore('matches');
        const found = matches.get(id);
        found.onsuccess = () => {
            const match = found.result;
            match.pace = 0;
            match.seats.forEach((seat, i) => { seat.bot = bots[i]; });
            matches.put(match).onsuccess = () => done(match.log.length);
        };
    };
})"""
"""Let bots play a match on: all that the page keeps of it is changed where the page keeps it."""

GIVEN_UP = """(id) => new Promise((done, failed) => {
    const opened = indexedDB.open('jeton', 1);
    opened.onerror = () => failed(opened.error);
    opened.onsuccess = () => {
        const matches = opened.result.transaction('matches', 'readwrite').objectStore('matches');
        const found = matches.get(id);
        found.onsuccess = () => {
            const log = [...found.result.log.slice(0, 3), [99000, 0, 'resign']];
            const short = { ...found.result, id: `${id}-short`, log, over: true, winners: [1] };
            matches.put(short).onsuccess = () => done(short.id);
        };
    };
})"""
"""The same match, given up after three moves: soon judged."""


def saved(hand: Hand, name: str, folder: Path) -> Path:
    """What a link of the review hands out."""
    with hand.page.expect_download() as coming:
        hand.page.locator(".files").get_by_text(name).click()
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    return path


def seen_by_the_server(match: jeton.Match) -> dict[str, Any]:
    """The views and reports of a review, as a server would send them."""
    game = match.game
    views = [game.view(one, (*game.actors(one), None)[0]) for one in match.positions]
    told = {"views": views, "reports": match.reports(None), "outcome": match.outcome}
    found: dict[str, Any] = json.loads(msgspec.json.encode(told))
    return found


def play_by_itself(hand: Hand, bots: list[str], folder: Path) -> str:
    """Let bots play the match on the table to its end in the page; its file and its review are a server's."""
    table = hand.table
    hand.open()
    resumed = hand.page.locator(f'a[href="/t/{table}"]')
    resumed.wait_for()
    hand.page.evaluate(SEAT_BOTS, [table, bots])
    resumed.click()
    hand.page.wait_for_selector(".result", timeout=180_000)

    hand.open(f"/m/{table}")
    hand.page.wait_for_selector(".review")
    file = saved(hand, "match", folder)
    command = [str(Path(sys.executable).with_name("jeton")), "verify", str(file)]
    verified = subprocess.run(command, capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    expected, shown = seen_by_the_server(jeton.load(file)), json.loads(saved(hand, "JSON", folder).read_bytes())
    assert {name: shown[name] for name in expected} == expected
    return table


def begin(hand: Hand, box: int) -> None:
    hand.open()
    hand.page.locator("label.box").nth(box).click()
    hand.page.get_by_role("button", name="Play now").click()
    hand.page.wait_for_url("**/t/local-*")
    assert hand.wait_for_turn()


@pytest.mark.long
def test_a_match_against_bots_needs_no_server(sit: Sit, tmp_path: Path) -> None:
    hand = sit("Lena", here=True)
    asked: list[str] = []
    hand.page.on("request", lambda one: asked.append(f"{one.method} {one.url}"))
    hand.page.on("websocket", lambda one: asked.append(f"SOCKET {one.url}"))
    begin(hand, SPLENDOR)
    hand.page.locator(".tool.hint").click()
    hand.page.wait_for_selector('.helper[data-said="hint"] .why')
    hand.pick("take wbg", "splendor")
    hand.confirm()
    hand.page.reload()
    assert hand.wait_for_turn()  # the bot has moved, before or after it
    table = play_by_itself(hand, ["level7", "level2"], tmp_path)

    short = hand.page.evaluate(GIVEN_UP, table)
    hand.open(f"/m/{short}")
    hand.page.get_by_role("button", name="Have it judged").click()
    hand.page.wait_for_selector(".review .verdict", timeout=120_000)
    hand.page.reload()
    hand.page.wait_for_selector(".review .verdict")  # it was kept
    hand.page.get_by_role("button", name="Try it from here").click()
    hand.page.wait_for_url("**/t/local-*")
    assert hand.wait_for_turn()
    hand.pick("take wbg", "splendor")
    hand.confirm()
    assert hand.wait_for_turn()
    assert [one for one in asked if not one.startswith("GET ") or "/api/tables/" in one] == []


@pytest.mark.long
def test_marvel_to_its_end_a_server_s_match_judged_and_a_friend_invited(
    sit: Sit, server: Server, tmp_path: Path
) -> None:
    hand = sit("Lena", here=True)
    asked: list[str] = []
    begin(hand, MARVEL)
    hand.page.on("request", lambda one: asked.append(f"{one.method} {one.url}"))
    play_by_itself(hand, ["level3", "level2"], tmp_path)
    assert [one for one in asked if not one.startswith("GET ") or "/api/tables/" in one] == []

    # A match that the server has: this device judges it as well, and keeps what it found.
    me = hand.enter()["id"]
    match = jeton.new("marvel", seats=2, key="07" * 16, options={"first": "seat"})
    for move in ("take ypb", "take ypr", "take pbr", "resign"):
        match.play(move, seat=match.actors[0])
    there = server.put(match, me, me)
    asked.clear()
    hand.open(f"/m/{there}")
    hand.page.get_by_role("button", name="Have it judged").click()
    hand.page.wait_for_selector(".review .verdict")
    hand.page.reload()
    hand.page.wait_for_selector(".review .verdict")
    assert [one for one in asked if not one.startswith("GET ")] == []

    # A friend is to come: the match goes on at the server, and the bot leaves its seat.
    begin(hand, SPLENDOR)
    hand.page.get_by_role("button", name="Menu").click()
    hand.page.get_by_role("button", name="Invite somebody to this match").click()
    hand.page.wait_for_url(lambda url: "/t/" in url and "local-" not in url)
    hand.page.wait_for_selector("main.cloth .panel")
    hand.page.get_by_text("Lena").first.wait_for()
