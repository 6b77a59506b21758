"""Measure the page in Chromium: a bot's move from its commit to the picture, and frames while chips fly.

`python tests/e2e/measure.py`; the CPU is slowed down four times for the frames. Figures are in docs/page.md.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from tests.e2e.browser import FLAGS, Hand, chromium, missing, serving

FRAMES = """() => new Promise((done) => {
    const gaps = []; let last = performance.now(); const end = last + 900;
    const step = (now) => { gaps.push(now - last); last = now; now < end ? requestAnimationFrame(step) : done(gaps); };
    requestAnimationFrame(step);
})"""


def main() -> int:
    """Measure, and print."""
    if why := missing():
        print(why, file=sys.stderr)
        return 1
    from playwright.sync_api import sync_playwright

    with serving() as server, sync_playwright() as engine:
        browser = engine.chromium.launch(executable_path=chromium(), args=FLAGS)
        lena = Hand(browser, server, "Lena", reduced_motion="no-preference")
        watcher = Hand(browser, server, "Zoé", reduced_motion="no-preference")
        lena.open()
        lena.ask("POST", "/api/guest", {"name": "Lena"})
        body = {"title": "splendor", "seats": 2, "bots": ["greedy"], "start": True, "pace": 0}
        made = lena.ask("POST", "/api/tables", body)
        watcher.context.add_init_script(
            "window.seen = []; const Old = WebSocket; window.WebSocket = class extends Old {"
            " constructor(...a) { super(...a); this.addEventListener('message', (e) => {"
            ' const at = performance.now(); if (!e.data.includes(\'"t":"view"\')) return;'
            " requestAnimationFrame(() => setTimeout(() => window.seen.push(performance.now() - at))); }); } };"
        )
        lena.open(f"/t/{made['id']}")
        watcher.open(f"/t/{made['id']}")
        watcher.page.wait_for_selector(".board")
        for _ in range(12):
            if lena.wait_for_turn():
                lena.turn()
        seen = watcher.page.evaluate("window.seen")[1:]
        print(f"frame on the wire to picture on another screen: median {statistics.median(seen):.0f} ms, "
              f"max {max(seen):.0f} ms over {len(seen)} views")  # fmt: skip

        session = lena.context.new_cdp_session(lena.page)
        session.send("Emulation.setCPUThrottlingRate", {"rate": 4})
        gaps: list[float] = []
        for _ in range(6):
            if not lena.wait_for_turn():
                break
            found = lena.view()["view"]
            if found["phase"] != "play":
                lena.turn()
                continue
            lena.pick(lena.think(), "splendor")
            lena.page.locator(".tray .foot .primary").click()
            gaps += lena.page.evaluate(FRAMES)
        gaps.sort()
        if gaps:
            slow, rate = gaps[int(len(gaps) * 0.95)], 1000 / statistics.mean(gaps)
            print(f"frames while chips fly, CPU slowed down 4 times: median {statistics.median(gaps):.1f} ms, "
                  f"95 % within {slow:.1f} ms, {rate:.0f} a second")  # fmt: skip
        browser.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
