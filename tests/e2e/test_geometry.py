"""The tables fit every window: drawn by the real page from positions of scenes.py, without a server and without chance.

Nothing that can be pressed or read lies over something else, every button is hit at its middle and near its corners, no
text is below its floor, and nothing is cut off or has to be scrolled for that need not be.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from tests.e2e.scenes import PHASES, Stage, play_scene

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]

SIZES = [
    (320, 568), (360, 640), (360, 740), (375, 667), (390, 844), (412, 915), (430, 932), (568, 320), (640, 360),
    (667, 375), (683, 328), (844, 390), (932, 430), (768, 1024), (820, 1180), (1024, 768), (1180, 820), (1280, 593),
    (1280, 625), (1280, 720), (1366, 657), (1440, 789), (1440, 900), (1536, 730), (1920, 1080), (2560, 1440),
    (3840, 2160),
]  # fmt: skip
SHORT = 700
"""Below this height a phone may scroll its market, never its tray."""

# Each phase with a title, seats, language and theme; over all of them every value comes up with every other phase.
VISITS = [
    (phase, ("splendor", "marvel")[(i + turn) % 2], 2 + (i + turn) % 3, ("en", "fr", "nl")[(i + 2 * turn) % 3],
     ("velvet", "parchment")[(i // 2 + turn) % 2])
    for i, phase in enumerate(PHASES) if phase != "over" for turn in (0, 1)
]  # fmt: skip

FAULTS = """() => {
    const found = [];
    const name = (e) => `${e.tagName.toLowerCase()}.${String(e.className?.baseVal ?? e.className).split(' ')[0]}`
        + ` "${(e.getAttribute('aria-label') ?? e.textContent).trim().slice(0, 30)}"`;
    const clips = ({ overflowY, textOverflow }) => /auto|scroll/.test(overflowY) || textOverflow === 'ellipsis';
    const scrollers = [...document.querySelectorAll('.board, .board *')]
        .filter((e) => clips(getComputedStyle(e))).map((e) => [e, e.getBoundingClientRect()]);
    const known = new Map();
    const look = (e) => {
        const box = e.getBoundingClientRect();
        if (box.width < 2 || box.height < 2 || e.closest('.sr')) return null;
        let [left, top, right, bottom, scrolls] = [0, 0, innerWidth, innerHeight, false];
        for (const [p, b] of scrollers) {
            if (p === e || !p.contains(e)) continue;
            scrolls = true;
            left = Math.max(left, b.left); top = Math.max(top, b.top);
            right = Math.min(right, b.right); bottom = Math.min(bottom, b.bottom);
        }
        const cut = box.left < left - 1 || box.top < top - 1 || box.right > right + 1 || box.bottom > bottom + 1;
        return { box, cut, scrolls };
    };
    const shown = (e) => { if (!known.has(e)) known.set(e, look(e)); return known.get(e); };
    const buttons = [...document.querySelectorAll('.board button, .board a')].map((e) => [e, shown(e)])
        .filter(([, s]) => s);
    for (const [e, { box, cut, scrolls }] of buttons) {
        if (cut) { if (!scrolls) found.push(`outside: ${name(e)}`); continue; }
        const inside = 6 * (e.currentCSSZoom ?? 1);
        const [x, y] = [Math.min(inside, box.width / 4), Math.min(inside, box.height / 4)];
        for (const [px, py] of [[box.left + box.width / 2, box.top + box.height / 2], [box.left + x, box.top + y],
            [box.right - x, box.top + y], [box.left + x, box.bottom - y], [box.right - x, box.bottom - y]]) {
            const hit = document.elementFromPoint(px, py);
            if (!hit || !(e.contains(hit) || hit.contains(e) && hit.closest('button') === e)) {
                found.push(`not hit: ${name(e)} but ${hit ? name(hit) : 'nothing'}`);
                break;
            }
        }
    }
    const overlap = (a, b) => Math.min(Math.min(a.right, b.right) - Math.max(a.left, b.left),
        Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    for (let i = 0; i < buttons.length; i++) for (let j = i + 1; j < buttons.length; j++) {
        const [[a, x], [b, y]] = [buttons[i], buttons[j]];
        if (x.cut || y.cut || a.contains(b) || b.contains(a)) continue;
        if (overlap(x.box, y.box) > 1) found.push(`overlap: ${name(a)} and ${name(b)}`);
    }
    const words = [...document.querySelectorAll('.board *')].filter((e) =>
        [...e.childNodes].some((n) => n.nodeType === 3 && n.textContent.trim()));
    for (const e of words) {
        const s = shown(e);
        if (!s || e.closest('svg')) continue;
        const style = getComputedStyle(e);
        // A thumbnail's figures, and marks on gems, are pictures.
        const size = parseFloat(style.fontSize) * (e.currentCSSZoom ?? 1);
        if (size < 10.9 && !e.closest('.mini')) found.push(`text of ${size} px: ${name(e)}`);
        if (s.cut && !s.scrolls) found.push(`outside: ${name(e)}`);
        const hidden = style.overflowX !== 'visible' && style.textOverflow !== 'ellipsis' && style.display !== 'inline';
        if (hidden && e.scrollWidth > e.clientWidth + 2) found.push(`cut: ${name(e)}`);
    }
    const lines = words.filter((e) => !e.closest('.card, .deck, .mini, .noble, .pile')).map((e) => [e, shown(e)])
        .filter(([, s]) => s && !s.cut);
    for (let i = 0; i < lines.length; i++) for (let j = i + 1; j < lines.length; j++) {
        const [[a, x], [b, y]] = [lines[i], lines[j]];
        if (a.contains(b) || b.contains(a)) continue;
        if (overlap(x.box, y.box) > 3) found.push(`over: ${name(a)} and ${name(b)}`);
    }
    for (const e of document.querySelectorAll('.board .market .card')) {
        const w = e.getBoundingClientRect().width;
        if (w < 55.5) found.push(`card of ${w} px`);
    }
    const region = document.querySelector('.area-table');
    const scrolls = region && getComputedStyle(region).display !== 'contents';
    const over = scrolls ? region.scrollHeight - region.clientHeight : 0;
    return { found: [...new Set(found)], over };
}"""


@pytest.fixture(scope="module")
def stages(browser: Any) -> Iterator[Any]:
    made: dict[tuple[str, str], Stage] = {}

    def stage(language: str, theme: str) -> Stage:
        if (language, theme) not in made:
            made[language, theme] = Stage(browser, language=language, theme=theme)
        return made[language, theme]

    yield stage
    troubles = [trouble for one in made.values() for trouble in one.troubles]
    for one in made.values():
        one.close()
    assert troubles == []


@pytest.mark.parametrize(("phase", "title", "seats", "language", "theme"), VISITS)
def test_a_table_fits_every_window(stages: Any, phase: str, title: str, seats: int, language: str, theme: str) -> None:
    stage = stages(language, theme)
    play_scene(stage, title, seats, phase, (1440, 900))
    faults = {}
    # Every other size, in turn: each comes up with half of the visits.
    for width, height in SIZES[VISITS.index((phase, title, seats, language, theme)) % 2 :: 2]:
        stage.size(width, height)
        result = stage.page.evaluate(FAULTS)
        # Six colours to give back, names or a long reason make a phone's tray higher: the market gives way.
        if height >= SHORT and result["over"] > 1 and phase not in ("return", "noble", "refused"):
            result["found"].append(f"scrolls by {result['over']}")
        if result["found"]:
            faults[f"{width}x{height}"] = result["found"]

    assert faults == {}
