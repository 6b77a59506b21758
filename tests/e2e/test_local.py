"""A table of this device alone: a worker plays it, and the page asks no server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import numpy as np
import pytest

import jeton
from jeton.analysis.review import review
from jeton.games.splendor import compiled
from tests.e2e import splendor
from tests.e2e.browser import Hand, Server
from tests.e2e.test_puzzles import answer, easy_to_click

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


TALLIES = """(id) => new Promise((done, failed) => {
    const opened = indexedDB.open('jeton', 1);
    opened.onerror = () => failed(opened.error);
    opened.onsuccess = () => {
        const found = opened.result.transaction('matches').objectStore('matches').get(id);
        found.onsuccess = () => done(found.result.tallies);
    };
})"""
"""What the page has counted of a match that is over."""

RANDOM_MATCHES = 40

SAME_MATCHES = """async ([seed, matches]) => {
    const about = await (await fetch('/engine/engine.json')).json();
    const module = await WebAssembly.compile(await (await fetch(`/engine/${about.files.engine}`)).arrayBuffer());
    const memory = new WebAssembly.Memory({ initial: 64, maximum: 16384 }), heap = 1 << 20;
    const given = { __linear_memory: memory,
        __stack_pointer: new WebAssembly.Global({ value: 'i32', mutable: true }, heap) };
    const imports = {};
    for (const { module: from, name } of WebAssembly.Module.imports(module))
        (imports[from] ??= {})[name] = given[name];
    const { jeton_random_checks: play } = new WebAssembly.Instance(module, imports).exports;
    const [result, trouble, rules, words, out] = [0, 1, 2, 4, 6].map((place) => heap + place * 65536);
    const longs = (at, size) => new BigInt64Array(memory.buffer, at, size);
    const found = {};
    for (const [title, { rules: choices }] of Object.entries(about.titles))
        for (const seats of [2, 3, 4])
            for (const { options, differ } of choices) {
                const usual = choices.find((one) => one.words).words;
                longs(rules, usual.length).set(usual.map((word, i) => BigInt(differ[i] ?? word)));
                longs(words, about.words).fill(0n);
                const status = play(result, trouble, rules, words, seats, BigInt(seed), 0, matches, out);
                if (status !== 0 && status !== -2) throw new Error(`status ${status}`);
                found[JSON.stringify([title, seats, options])] = [...longs(out, matches)].map(String);
            }
    return found;
}"""
"""The checksums of random matches at every table and with every choice of options, as this browser plays them."""

FOUND = """(id) => new Promise((done, failed) => {
    const opened = indexedDB.open('jeton-reviews', 1);
    opened.onerror = () => failed(opened.error);
    opened.onsuccess = () => {
        const found = opened.result.transaction('reviews').objectStore('reviews').get(id);
        found.onsuccess = () => done(found.result.review);
    };
})"""
"""What the page has found of a match."""


def rounded(value: Any) -> Any:
    """The same with numbers to nine digits: the browser has its own exponential function for the curves of chances."""
    if isinstance(value, dict):
        return {name: rounded(one) for name, one in value.items()}
    if isinstance(value, list):
        return [rounded(one) for one in value]
    return float(f"{value:.9g}") if isinstance(value, float) else value


def saved(hand: Hand, name: str, folder: Path) -> Path:
    """Return what a link of the review hands out."""
    with hand.page.expect_download() as coming:
        hand.page.locator(".files").get_by_text(name).click()
    path = folder / coming.value.suggested_filename
    coming.value.save_as(path)
    return path


def seen_by_the_server(match: jeton.Match) -> dict[str, Any]:
    """Return the views and reports of a review, as a server would send them."""
    game = match.game
    views = [game.view(one, (*game.actors(one), None)[0]) for one in match.positions]
    told = {"views": views, "reports": match.reports(None), "outcome": match.outcome}
    found: dict[str, Any] = json.loads(msgspec.json.encode(told))
    return found


def play_by_itself(hand: Hand, bots: list[str], folder: Path) -> str:
    """Let bots play the match on the table to its end in the page; its file and its review are a server's."""
    table = hand.table
    hand.open()
    resumed = hand.page.locator(f'a.game[href="/t/{table}"]')
    resumed.wait_for()
    hand.page.evaluate(SEAT_BOTS, [table, bots])
    resumed.click()
    hand.page.wait_for_selector(".result")

    hand.open(f"/m/{table}")
    hand.page.wait_for_selector(".review")
    file = saved(hand, "match", folder)
    command = [str(Path(sys.executable).with_name("jeton")), "verify", str(file)]
    verified = subprocess.run(command, capture_output=True, text=True, check=False)
    assert verified.returncode == 0, verified.stdout + verified.stderr
    match = jeton.load(file)
    expected, shown = seen_by_the_server(match), json.loads(saved(hand, "JSON", folder).read_bytes())
    assert {name: shown[name] for name in expected} == expected
    counted = [msgspec.to_builtins(match.game.tally(match.position, seat)) for seat in range(match.header.seats)]
    assert hand.page.evaluate(TALLIES, table) == counted, "what My games counts of it"
    return table


def begin(hand: Hand, box: int) -> None:
    hand.open()
    hand.page.locator("label.box").nth(box).click()
    hand.page.get_by_role("button", name="Play now").click()
    hand.page.wait_for_url("**/t/local-*")
    assert splendor.wait_for_turn(hand)


@pytest.mark.long
def test_a_match_against_bots_needs_no_server(sit: Sit, tmp_path: Path) -> None:
    hand = sit("Lena", here=True)
    asked: list[str] = []
    hand.page.on("request", lambda one: asked.append(f"{one.method} {one.url}"))
    hand.page.on("websocket", lambda one: asked.append(f"SOCKET {one.url}"))
    begin(hand, SPLENDOR)
    hand.page.locator(".tool.hint").click()
    hand.page.wait_for_selector('.helper[data-said="hint"] .why')
    hand.page.keyboard.press("Escape")  # it may lie over the bank
    hand.page.wait_for_selector(".helper", state="detached")
    splendor.pick(hand, "take wbg", "splendor")
    splendor.confirm(hand)
    hand.page.reload()
    assert splendor.wait_for_turn(hand)  # the bot has moved, before or after it
    table = play_by_itself(hand, ["level6", "level2"], tmp_path)

    short = hand.page.evaluate(GIVEN_UP, table)
    hand.open(f"/m/{short}")
    hand.page.get_by_role("button", name="Have it judged").click()
    hand.page.wait_for_selector(".review .verdict")
    hand.page.reload()
    hand.page.wait_for_selector(".review .verdict")  # it was kept
    hand.page.get_by_role("button", name="Try it from here").click()
    hand.page.wait_for_url("**/t/local-*")
    assert splendor.wait_for_turn(hand)
    splendor.pick(hand, "take wbg", "splendor")
    splendor.confirm(hand)
    assert splendor.wait_for_turn(hand)
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
    told = json.loads(msgspec.json.encode(review(match)))
    assert rounded(hand.page.evaluate(FOUND, there)["decisions"]) == rounded(told["decisions"])

    # Playing on from a puzzle asks nobody; then a friend is to come, so it goes on at the server without its bot.
    one, _ = easy_to_click()
    hand.open(f"/puzzles/{one.id}")
    answer(hand, one.move)
    asked.clear()
    hand.page.get_by_role("button", name="Play on").click()
    hand.page.wait_for_url("**/t/local-*")
    assert splendor.wait_for_turn(hand)
    assert [url for url in asked if not url.startswith("GET ") or "/api/tables/" in url] == []
    hand.page.get_by_role("button", name="Menu").click()
    hand.page.get_by_role("button", name="Invite somebody to this game").click()
    hand.page.wait_for_url(lambda url: "/t/" in url and "local-" not in url)
    hand.page.wait_for_selector("main.cloth .panel")
    hand.page.get_by_text("Lena").first.wait_for()


def test_this_browser_plays_the_same_random_matches(sit: Sit) -> None:
    hand = sit()
    hand.open("/")

    found = hand.page.evaluate(SAME_MATCHES, [11, RANDOM_MATCHES])

    assert len(found) == 3 * (16 + 8)
    for name, checks in found.items():
        title, seats, options = json.loads(name)
        expected = np.zeros(RANDOM_MATCHES, np.int64)
        compiled.random_checks(jeton.make(title, options=options).ruleset, seats, 11, expected)
        assert checks == [str(check) for check in expected.tolist()], name
