"""Measure the page in Chromium: `python tests/e2e/measure.py` prints the table of docs/page.md.

How long from a bot's move on the wire to its picture on another screen; the processor's work for it, which other work
on the machine changes little; and the frames while chips fly on a processor slowed down four times.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.e2e.browser import FLAGS, Hand, Server, chromium, missing, serving

TURNS = 12
BUDGET_MS, BUDGET_FPS = 100, 60

WATCH = """
window.seen = [];
const Old = WebSocket;
window.WebSocket = class extends Old {
    constructor(...a) {
        super(...a);
        this.addEventListener('message', (event) => {
            const at = performance.now();
            if (!event.data.includes('"t":"view"')) return;
            requestAnimationFrame(() => {
                const channel = new MessageChannel();  // runs once this frame is painted
                channel.port1.onmessage = () => window.seen.push(performance.now() - at);
                channel.port2.postMessage(0);
            });
        });
    }
};
"""
FRAMES = """
window.gaps = [];
let last = 0, flew = false;
const step = (now) => {
    const flies = document.querySelector('.flights') !== null;
    if (flies && flew) window.gaps.push(now - last);
    [last, flew] = [now, flies];
    requestAnimationFrame(step);
};
requestAnimationFrame(step);
"""
KINDS = {
    "script": ("FunctionCall", "v8.callFunction", "RunMicrotasks"),
    "style and layout": ("UpdateLayoutTree", "Layout"),
    "paint": ("PrePaint", "Paint", "Layerize", "Commit"),
}


def main() -> int:
    """Measure, and print."""
    if why := missing():
        print(why, file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    with serving() as server, sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=chromium(), args=FLAGS)
        print("| What | Measured |\n|---|---|", flush=True)
        for line in (*delays(browser, server), frames(browser, server)):
            print(f"| {line} |", flush=True)
        browser.close()
    return 0


def table(hand: Hand, pace: int) -> str:
    """A match of two against a bot; its id."""
    hand.open()
    hand.ask("POST", "/api/guest", {"name": hand.name})
    body = {"title": "splendor", "seats": 2, "bots": ["greedy"], "start": True, "pace": pace}
    made: dict[str, str] = hand.ask("POST", "/api/tables", body)
    hand.open(f"/t/{made['id']}")
    return made["id"]


def delays(browser: Any, server: Server) -> list[str]:
    """From a view on the wire to its picture for somebody who looks on, and the work in between."""
    lena = Hand(browser, server, "Lena")
    watcher = Hand(browser, server, "Zoé", reduced_motion="no-preference")
    watcher.context.add_init_script(WATCH)
    watcher.open(f"/t/{table(lena, pace=400)}")
    watcher.page.wait_for_selector(".board")
    for turn in range(TURNS + 2):
        if turn == 2:
            watcher.page.evaluate("window.seen = []")
            session, events = start_trace(browser)
        if lena.wait_for_turn():
            lena.turn()
            lena.page.wait_for_timeout(900)
    seen = sorted(watcher.page.evaluate("window.seen"))
    work = stop_trace(watcher, session, events)
    lena.close()
    watcher.close()
    late = seen[int(len(seen) * 0.95)]
    parts = ", ".join(f"{kind} {ms / len(seen):.0f} ms" for kind, ms in work.items())
    return [
        f"a view on the wire to its picture on another screen (wanted: {BUDGET_MS} ms) | "
        f"median {statistics.median(seen):.0f} ms, 95 % within {late:.0f} ms, over {len(seen)} views",
        f"the processor's work for a view on both screens, flights included | {parts}",
    ]


def start_trace(browser: Any) -> tuple[Any, list[dict[str, Any]]]:
    """Begin to note what the renderers do."""
    session, events = browser.new_browser_cdp_session(), []
    session.on("Tracing.dataCollected", lambda data: events.extend(data["value"]))
    session.send(
        "Tracing.start",
        {"traceConfig": {"includedCategories": ["devtools.timeline", "v8"]}, "transferMode": "ReportEvents"},
    )
    return session, events


def stop_trace(hand: Hand, session: Any, events: list[dict[str, Any]]) -> dict[str, float]:
    """Milliseconds of processor time by kind of work, on the pages' main threads; nested work counts once."""
    done: list[bool] = []
    session.on("Tracing.tracingComplete", lambda _: done.append(True))
    session.send("Tracing.end")
    while not done:
        hand.page.wait_for_timeout(100)
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


def frames(browser: Any, server: Server) -> str:
    """Frames while chips fly, the processor slowed down four times."""
    hand = Hand(browser, server, "Lena", reduced_motion="no-preference")
    hand.context.add_init_script(FRAMES)
    table(hand, pace=900)
    hand.wait_for_turn()
    hand.page.wait_for_timeout(3000)
    session = hand.context.new_cdp_session(hand.page)
    session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
    for _ in range(TURNS):
        if not hand.wait_for_turn():
            break
        hand.turn()
        hand.page.wait_for_timeout(1200)
    gaps: list[float] = sorted(hand.page.evaluate("window.gaps"))
    hand.close()
    slow, rate = gaps[int(len(gaps) * 0.95)], 1000 / statistics.mean(gaps)
    return (
        f"frames while chips fly, processor slowed down 4 times (wanted: {BUDGET_FPS} a second) | "
        f"median {statistics.median(gaps):.1f} ms, 95 % within {slow:.1f} ms, {rate:.0f} a second, "
        f"over {len(gaps)} frames"
    )


if __name__ == "__main__":
    sys.exit(main())
