"""Measure the page in Chromium: `python tests/e2e/measure.py` prints the table of docs/page.md.

How long from a bot's move to its picture on another screen, the processor's work for that, and the frames while chips
fly on a processor slowed down four times. Chromium's own trace says when a frame was presented. Bots, and moves sent
past the page, decide what the pages show, so that nothing but the match disturbs them meanwhile.
"""

from __future__ import annotations

import sqlite3
import statistics
import sys
import time
from collections.abc import Iterable
from itertools import pairwise
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.e2e import splendor
from tests.e2e.browser import FLAGS, Hand, Server, chromium, missing, serving

TURNS = 8
THOUGHT_MS = 1000
"""How long the person who plays thinks."""
BUDGET_MS, BUDGET_FPS = 100, 60

DRAWN = """
const Old = WebSocket;
window.WebSocket = class extends Old {
    constructor(...a) {
        super(...a);
        this.addEventListener('message', (event) => {
            if (!event.data.includes('"t":"view"')) return;
            const { version, since, n } = JSON.parse(event.data);
            if (n <= since) return;
            requestAnimationFrame(() => {
                const channel = new MessageChannel();  // runs once this frame is handed to the compositor
                channel.port1.onmessage = () => performance.mark(`drawn-${version}`);
                channel.port2.postMessage(0);
            });
        });
    }
};
"""
FLYING = """
window.gaps = [];
let last = 0, flew = false;
const step = (now) => {
    const flies = document.querySelector('.flights') !== null;
    if (flies && flew) window.gaps.push(now - last);
    if (flies !== flew) performance.mark(flies ? 'fly' : 'land');
    [last, flew] = [now, flies];
    requestAnimationFrame(step);
};
requestAnimationFrame(step);
"""
WORK = ["devtools.timeline", "v8"]
FRAMES = ["disabled-by-default-devtools.timeline.frame", "blink.user_timing"]
KINDS = {
    "script": ("FunctionCall", "v8.callFunction", "RunMicrotasks"),
    "style and layout": ("UpdateLayoutTree", "Layout"),
    "paint": ("PrePaint", "Paint", "Layerize", "Commit"),
}
Event = dict[str, Any]


def main() -> int:
    """Measure, and print."""
    if why := missing():
        print(why, file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    with serving() as server, sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=chromium(), args=FLAGS)
        print("| What | Measured |\n|---|---|", flush=True)
        for measure in (delays, work, frames):
            for line in measure(browser, server):
                print(f"| {line} |", flush=True)
        browser.close()
    return 0


class Trace:
    """What Chromium notes of itself for a while; times are microseconds of the machine's steady clock."""

    def __init__(self, browser: Any, hand: Hand, categories: list[str]) -> None:
        """Begin; `hand` is somebody who waits until it has ended."""
        self.hand, self.events = hand, list[Event]()
        self.session = browser.new_browser_cdp_session()
        self.session.on("Tracing.dataCollected", lambda data: self.events.extend(data["value"]))
        config = {"traceConfig": {"includedCategories": categories}, "transferMode": "ReportEvents"}
        self.session.send("Tracing.start", config)

    def stop(self) -> list[Event]:
        """End; return all that was noted."""
        done: list[bool] = []
        self.session.on("Tracing.tracingComplete", lambda _: done.append(True))
        self.session.send("Tracing.end")
        while not done:
            self.hand.page.wait_for_timeout(100)
        return self.events


def table(hand: Hand, pace: int) -> None:
    """Sit down at a match against two bots."""
    hand.begin("splendor", "greedy", "greedy", pace=pace)
    hand.page.wait_for_selector(".board")
    hand.page.wait_for_timeout(3000)


def play(hand: Hand, turns: int) -> None:
    """Play some turns by HTTP: no click and no question to the page disturbs what it shows."""
    for _ in range(turns):
        while not (found := http(hand, "GET", "view"))["view"]["moves"]:
            if not found["actors"]:
                return
            hand.page.wait_for_timeout(200)
        hand.page.wait_for_timeout(THOUGHT_MS)
        http(hand, "POST", "moves", {"id": f"{found['n']}", "move": splendor.choose(found["view"]), "seen": found["n"]})


def http(hand: Hand, method: str, what: str, body: Any = None) -> Any:
    """Ask the server about the table, with the person's cookie but past the page."""
    address = f"{hand.server.url}/api/tables/{hand.table}/{what}"
    headers = {"origin": hand.server.url}
    answer = hand.context.request.fetch(address, method=method, data=body, headers=headers)
    assert answer.ok, answer.text()
    return answer.json()


def presented(events: Iterable[Event], states: tuple[str, ...]) -> dict[int, list[float]]:
    """Return when frames came to the screen, by process: those that ended in one of the states."""
    opened: dict[tuple[int, str], str] = {}
    found: dict[int, list[float]] = {}
    for event in sorted((e for e in events if e["name"] == "PipelineReporter"), key=lambda e: float(e["ts"])):
        key = (event["pid"], str(event["id2"]))
        if event["ph"] == "b":
            opened[key] = event["args"].get("frame_reporter", {}).get("state", "")
        elif opened.pop(key, None) in states:
            found.setdefault(event["pid"], []).append(event["ts"])
    return {pid: sorted(set(times)) for pid, times in found.items()}


def delays(browser: Any, server: Server) -> list[str]:
    """Measure from the moment at which the server took a move to the frame that shows it to somebody who looks on."""
    lena = Hand(browser, server, "Lena", reduced_motion="no-preference")
    watcher = Hand(browser, server, "Zoé", reduced_motion="no-preference")
    watcher.context.add_init_script(DRAWN)
    table(lena, pace=900)
    watcher.open(f"/t/{lena.table}")
    watcher.page.wait_for_timeout(3000)
    trace = Trace(browser, watcher, FRAMES)
    play(lena, TURNS)
    found = late(trace.stop(), taken(server, lena.table))
    lena.close()
    watcher.close()
    return [
        f"a move taken by the server to its picture on another screen (wanted: {BUDGET_MS} ms after its commit) | "
        f"median {statistics.median(found):.0f} ms, 95 % within {found[int(len(found) * 0.95)]:.0f} ms, "
        f"over {len(found)} moves"
    ]


def taken(server: Server, match: str) -> dict[int, float]:
    """Return when the server took each row of a match's log, just before its commit, in ms of the steady clock."""
    ahead = (time.time() - time.monotonic()) * 1000
    with sqlite3.connect(server.folder / "jeton.sqlite") as database:
        rows = database.execute("SELECT version, at FROM log WHERE match = ?", (match,)).fetchall()
    return {version: at - ahead for version, at in rows}


def late(events: list[Event], rows: dict[int, float]) -> list[float]:
    """Return the milliseconds from each row to the first frame that shows what the page drew of it."""
    shown = presented(events, ("STATE_PRESENTED_ALL",))
    found = []
    for event in events:
        if event["name"].startswith("drawn-") and (at := rows.get(int(event["name"][6:]))):
            first = next((ts for ts in shown.get(event["pid"], []) if ts >= event["ts"]), None)
            if first is not None:
                found.append(first / 1000 - at)
    return sorted(found)


def work(browser: Any, server: Server) -> list[str]:
    """Return the processor's work for a view: it changes little when other work keeps the machine busy."""
    hand = Hand(browser, server, "Lena", reduced_motion="no-preference")
    table(hand, pace=900)
    before = http(hand, "GET", "view")["n"]
    trace = Trace(browser, hand, WORK)
    play(hand, TURNS // 2)
    hand.page.wait_for_timeout(1000)
    moves = http(hand, "GET", "view")["n"] - before
    spent = by_kind(trace.stop())
    hand.close()
    parts = ", ".join(f"{kind} {ms / moves:.0f} ms" for kind, ms in spent.items())
    return [f"the processor's work for a move on one screen, flights included | {parts}"]


def by_kind(events: list[Event]) -> dict[str, float]:
    """Return milliseconds of processor time by kind of work, on the pages' main threads; nested work counts once."""
    main = {(e["pid"], e["tid"]) for e in events if e.get("args", {}).get("name") == "CrRendererMain"}
    found = dict.fromkeys(KINDS, 0.0)
    ends: dict[tuple[str, int, int], float] = {}
    for event in sorted((e for e in events if e.get("ph") == "X" and "tdur" in e), key=lambda e: float(e["ts"])):
        kind = next((kind for kind, names in KINDS.items() if event["name"] in names), None)
        if kind is None or (event["pid"], event["tid"]) not in main:
            continue
        key = (kind, event["pid"], event["tid"])
        if event["ts"] >= ends.get(key, 0):
            found[kind] += event["tdur"] / 1000
            ends[key] = event["ts"] + event["dur"]
    return found


def frames(browser: Any, server: Server) -> list[str]:
    """Measure frames while chips fly, the processor slowed down four times."""
    hand = Hand(browser, server, "Lena", reduced_motion="no-preference")
    hand.context.add_init_script(FLYING)
    table(hand, pace=1500)
    session = hand.context.new_cdp_session(hand.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    trace = Trace(browser, hand, FRAMES)
    play(hand, TURNS)
    hand.page.wait_for_timeout(1500)
    events = trace.stop()
    own = rate(hand.page.evaluate("window.gaps"))
    hand.close()
    slow = "processor slowed down 4 times"
    return [
        f"frames on the screen while chips fly, {slow} (wanted: {BUDGET_FPS} a second) | {rate(flown(events))}",
        f"chances that the page's own script got meanwhile (requestAnimationFrame), {slow} | {own}",
    ]


def flown(events: list[Event]) -> list[float]:
    """Return the milliseconds between the frames presented while things flew."""
    shown = presented(events, ("STATE_PRESENTED_ALL", "STATE_PRESENTED_PARTIAL"))
    marks = sorted((e["ts"], e["name"], e["pid"]) for e in events if e["name"] in ("fly", "land"))
    found: list[float] = []
    for (begin, name, pid), (end, _, _) in pairwise(marks):
        if name == "fly":
            times = [ts for ts in shown.get(pid, []) if begin <= ts <= end]
            found += [(b - a) / 1000 for a, b in pairwise(times)]
    return found


def rate(gaps: list[float]) -> str:
    """Return what the times between frames come to, in words."""
    slow = sorted(gaps)[int(len(gaps) * 0.95)]
    return (
        f"{1000 / statistics.mean(gaps):.0f} a second, median {statistics.median(gaps):.1f} ms, "
        f"95 % within {slow:.1f} ms, over {len(gaps)} frames"
    )


if __name__ == "__main__":
    sys.exit(main())
