"""Measure the engine of the page: `make bench-page` prints the table of docs/local-play.md.

How long its build takes, how fast its search reads in Chromium beside the host's own on one core, how long the first
200 lines take after the first wish, what memory the worker takes, and what a match fetches. Wants a quiet machine.
"""

from __future__ import annotations

import gzip
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from itertools import product
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np

import jeton
from jeton.bots.splendor import net, search
from jeton.bots.splendor.search_bots import SearchBot
from jeton.games.splendor.features import WIDE
from jeton.wasm.nets import compressed
from jeton.wasm.tables import TITLES
from tests.e2e import splendor
from tests.e2e.browser import FLAGS, Hand, chromium, missing, serving

LINES, RUNS = 20_000, 5
TITLE, SEATS = "splendor", 2
MIB = 1 << 20
BARS = {"rate": 18_000, "share": 0.3, "wished": 250, "memory": 120, "build": 30, "fetched": 1_800_000}

OVERHEARD = """
const Old = Worker;
window.Worker = class extends Old { constructor(...a) { super(...a); window.engine = this; } };
"""
"""The page's worker can be spoken to."""
ASK = """(table) => new Promise((done) => {
    const ask = 1e9;
    window.engine.addEventListener('message', ({ data }) => { if (data.ask === ask) done(data.answer); });
    window.engine.postMessage({ ask, what: 'measure', table });
})"""


def main() -> int:
    """Measure, and print a table with the bars; return 1 where one is missed."""
    if why := missing():
        print(why)
        return 2
    print(f"{os.cpu_count()} cores, load before {os.getloadavg()[0]:.1f}\n")
    clock, processor = built()
    found, heap = in_the_browser()
    host = on_the_host()
    rates = sorted(run["lines"] / run["milliseconds"] * 1000 for run in found["runs"])
    rate, memory, most = statistics.median(rates), found["memory"] / MIB, fetched()
    rows = [
        ("build, s of the clock", f"{clock:.1f}", f"under {BARS['build']}", clock < BARS["build"]),
        ("build, s of the processor", f"{processor:.1f}", "", True),
        ("lines a second in the page (width 512, median of 5)", f"{rate:,.0f} ({rates[0]:,.0f} to {rates[-1]:,.0f})",
         f"{BARS['rate']:,}, or {BARS['share']} of the host's", rate >= min(BARS["rate"], BARS["share"] * host)),
        ("lines a second on the host, one core", f"{host:,.0f}", "", True),
        ("share of the host's", f"{rate / host:.2f}", "", True),
        ("first 200 lines after the first wish, ms", f"{found['wished']:.0f}", f"{BARS['wished']}",
         found["wished"] <= BARS["wished"]),
        ("of which the search itself, ms", f"{found['first']['milliseconds']:.0f}", "", True),
        ("memory of the engine in the worker, MiB", f"{memory:.0f}", "", True),
        ("with the worker's own objects, MiB", f"{memory + heap:.0f}", f"{BARS['memory']}",
         memory + heap <= BARS["memory"]),
        ("fetched for a match at most, bytes", f"{most:,}", f"{BARS['fetched']:,}", most <= BARS["fetched"]),
    ]  # fmt: skip
    print("| | measured | wanted |\n|---|---|---|")
    for name, value, wanted, well in rows:
        print(f"| {name} | {value}{'' if well else ' (missed)'} | {wanted} |")
    print(f"\nload after {os.getloadavg()[0]:.1f}")
    return int(not all(row[3] for row in rows))


def built() -> tuple[float, float]:
    """Build the engine into an empty folder: seconds of the clock and of the processor."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([sys.executable, "-m", "jeton.wasm", folder], check=True, stdout=subprocess.DEVNULL)
    clock, after = time.perf_counter() - began, resource.getrusage(resource.RUSAGE_CHILDREN)
    return clock, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def in_the_browser() -> tuple[dict[str, Any], float]:
    """Return what the worker says of itself at a table where no bot has thought yet, and the MiB of its objects."""
    from playwright.sync_api import sync_playwright

    with serving() as server, sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=chromium(), args=FLAGS)
        hand = Hand(browser, server, "Lena", here=True)
        hand.context.add_init_script(OVERHEARD)
        hand.open("/")
        hand.page.get_by_role("button", name="Play now").click()
        hand.page.wait_for_url("**/t/local-*")
        assert splendor.wait_for_turn(hand)
        hand.page.reload()  # a worker that has not thought yet, and all files kept
        assert splendor.wait_for_turn(hand)
        hand.page.wait_for_timeout(3000)  # the page has nothing else to do
        found: dict[str, Any] = hand.page.evaluate(ASK, hand.table)
        heap = heap_of_worker(hand)
        browser.close()
    return found, heap


def heap_of_worker(hand: Hand) -> float:
    """Return the MiB of the worker's objects, as Chromium's inspector says."""
    inspector, heard = hand.context.new_cdp_session(hand.page), list[dict[str, Any]]()
    attached = list[str]()
    inspector.on(
        "Target.attachedToTarget",
        lambda event: attached.append(event["sessionId"]) if event["targetInfo"]["type"] == "worker" else None,
    )
    inspector.on("Target.receivedMessageFromTarget", lambda event: heard.append(json.loads(event["message"])))
    inspector.send("Target.setAutoAttach", {"autoAttach": True, "waitForDebuggerOnStart": False, "flatten": False})
    while not attached:
        hand.page.wait_for_timeout(50)
    message = json.dumps({"id": 1, "method": "Runtime.getHeapUsage"})
    inspector.send("Target.sendMessageToTarget", {"sessionId": attached[0], "message": message})
    while not (told := [one["result"] for one in heard if one.get("id") == 1]):
        hand.page.wait_for_timeout(50)
    return float(told[0]["totalSize"]) / MIB


def on_the_host() -> float:
    """Return the lines a second of the same search on one core here."""
    game, weights = jeton.make(TITLE), net.load(TITLE, SEATS)
    *setting, _ = SearchBot(game).setting(SEATS)
    position = game.start(SEATS, bytes(16))
    room, tree = search.Scratch(game.ruleset), search.Tree(LINES + 64, 40 * LINES)
    rates = []
    for number in range(RUNS + 1):
        tree.nodes.view(np.uint8)[:] = 0
        tree.edges.view(np.uint8)[:] = 0
        tree.clear()
        judge = weights, net.rooms(weights), np.zeros(WIDE, np.float32), np.zeros(4, np.float32)
        began = time.perf_counter()
        where = (position.words, position.seat, LINES, tree.arrays, room.arrays, judge)
        search.puct(*where, 1 + number, *setting)
        rates.append(LINES / (time.perf_counter() - began))
    return statistics.median(rates[1:])  # the first one loads what was compiled


def fetched() -> int:
    """Return the bytes of rules, views, search and their data, compressed, and of the greatest net."""
    folder = Path(jeton.__file__).parent / "server" / "engine"
    about = json.loads((folder / "engine.json").read_bytes())
    small = sum(
        len(gzip.compress((folder / name).read_bytes(), 9)) for name in ("engine.json", about["files"]["engine"])
    )
    return small + max(len(compressed(f"{title}-{seats}")) for title, seats in product(TITLES, (2, 3, 4)))


if __name__ == "__main__":
    sys.exit(main())
