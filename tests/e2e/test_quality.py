"""What every screen must hold: axe finds nothing serious, no text is missing or cut off, nothing jumps or scrolls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urljoin, urlparse

import pytest

from tests.e2e import splendor
from tests.e2e.browser import ROOT, Hand
from tests.e2e.faults import rest

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
SHARES_SCREENS = True
Sit = Callable[..., Hand]
AXE = ROOT / "ui/node_modules/axe-core/axe.min.js"

DOMAINS = ("page.", "splendor.", "marvel.", "server.", "reasons.", "making.", "review.", "chat.", "lobby.",
           "dialogs.", "over.by.")  # fmt: skip

# Elements whose text is wider than they are and hidden, though no ellipsis was meant.
CUT_OFF = """() => {
// A row that is pushed aside shows all of its parts, one after the other.
const inARow = (e) => {
    for (let row = e.parentElement; row && row !== document.body; row = row.parentElement) {
        const frame = row.getBoundingClientRect();
        if (/auto|scroll/.test(getComputedStyle(row).overflowX) && row.scrollWidth > row.clientWidth)
            return frame.right <= innerWidth + 2;
    }
    return false;
};
return [...document.querySelectorAll('button, a, h1, h2, h3, p, label, legend, b, span')].filter((e) => {
    const style = getComputedStyle(e);
    if (e.closest('.sr, [aria-hidden="true"], .card, .mini') || e.children.length) return false;
    if (!e.textContent.trim()) return false;
    if (style.textOverflow === 'ellipsis' || style.visibility === 'hidden') return false;
    const box = e.getBoundingClientRect();
    if (!box.width || !box.height) return false;
    const hidden = e.scrollWidth > e.clientWidth + 2 && style.overflowX !== 'visible' && style.display !== 'inline';
    const button = e.closest('button, .btn');
    const frame = button?.getBoundingClientRect();
    const out = frame && (box.right > frame.right + 2 || box.left < frame.left - 2) && box.height > 5;
    return hidden || out || (box.right > innerWidth + 2 && !inARow(e));
}).map((e) => `${e.className}: ${e.textContent.trim().slice(0, 60)}`);
}"""


def arrive(hand: Hand, path: str, what: str) -> None:
    """Go somewhere, and wait for what comes last."""
    hand.open(path)
    hand.page.wait_for_selector(what)


def screens(hand: Hand, title: str = "splendor") -> list[tuple[str, Callable[[], None]]]:
    """Return every main screen, and how to get there."""
    table = hand.begin(title, "greedy", "greedy", options={"first": "seat"})
    waiting = hand.ask("POST", "/api/tables", {"title": title, "seats": 3})["id"]

    def at_table() -> None:
        hand.open(f"/t/{table}")
        splendor.wait_for_turn(hand)
        hand.page.locator('[data-walk="1.1"]').click()

    def menu() -> None:
        hand.page.locator(".topbar button").last.click()
        hand.page.wait_for_selector("dialog[open]")

    def settings() -> None:
        hand.page.locator('dialog [data-act="settings"]').click()
        hand.page.wait_for_selector("dialog fieldset")

    return [
        ("home", lambda: hand.open("/")),
        ("lobby", lambda: hand.open(f"/t/{waiting}")),
        ("table", at_table),
        ("menu", menu),
        ("settings", settings),
        ("display", lambda: arrive(hand, f"/t/{table}?display", ".board")),
        ("rules", lambda: arrive(hand, f"/rules/{title}", ".topic .rule")),
    ]


def more_screens(hand: Hand, title: str = "splendor") -> list[tuple[str, Callable[[], None]]]:
    """Return the screens that come up less often, for a guest made by `screens`: choices, chat, result, review."""
    shared = {"title": title, "seats": 2, "names": ["Lena", "Noor"], "start": True,
              "options": {"first": "seat", "visible": False}}  # fmt: skip
    device = hand.ask("POST", "/api/tables", shared)["id"]
    first = hand.ask("GET", f"/api/tables/{device}/view")["view"]["moves"][0]
    hand.ask("POST", f"/api/tables/{device}/moves", {"id": "first", "move": first})
    against = {"title": title, "seats": 2, "bots": ["greedy"], "start": True, "pace": 0, "options": {"first": "seat"}}
    table = hand.ask("POST", "/api/tables", against)["id"]
    page = hand.page

    def bots() -> None:
        hand.open("/")
        page.locator(".pick").first.click()
        page.wait_for_selector("dialog[open] label")

    def choices() -> None:
        hand.open("/")
        page.locator(".btn.ghost").click()
        page.locator("fieldset label").last.wait_for()

    def chat() -> None:
        hand.open(f"/t/{table}")
        splendor.wait_for_turn(hand)
        if page.viewport_size["width"] < 1400:  # else it is open beside the table
            page.locator(".topbar [aria-haspopup=dialog]").first.click()
        page.wait_for_selector("#chat-text")

    def result() -> None:
        hand.open(f"/t/{table}")
        splendor.wait_for_turn(hand)
        page.locator(".topbar button").last.click()
        for _ in range(2):
            page.locator("[data-act=resign]").click()
        page.wait_for_selector(".result")

    def review() -> None:
        hand.open(f"/m/{table}")
        page.wait_for_selector(".review")

    return [
        ("bots", bots),
        ("choices", choices),
        ("chat", chat),
        ("hand over", lambda: hand.open(f"/t/{device}")),
        ("result", result),
        ("review", review),
        ("finished games", lambda: arrive(hand, "/m", f'a[href$="/m/{table}"]')),
        ("nowhere", lambda: hand.open("/nowhere")),
    ]


def serious(hand: Hand) -> list[str]:
    """Return what axe finds on the screen that is serious."""
    if not hand.page.evaluate("'axe' in window"):
        hand.page.evaluate(AXE.read_text("utf-8") + "; undefined")
    found: dict[str, Any] = hand.page.evaluate(
        """async () => {
            const sheets = [...document.adoptedStyleSheets];
            document.adoptedStyleSheets = [];  // colours count: as it is painted
            try { return await axe.run(document, { resultTypes: ['violations'] }); }
            finally { document.adoptedStyleSheets = sheets; }
        }"""
    )
    return [
        f"{one['id']}: {node['html'][:160]}"
        for one in found["violations"]
        if one["impact"] in ("serious", "critical")
        for node in one["nodes"][:4]
    ]


def test_axe_sees_a_faint_text_though_nothing_is_painted(sit: Sit) -> None:
    hand = sit()
    hand.open("/nowhere")
    hand.page.evaluate(
        "() => { const one = document.createElement('p'); one.textContent = 'faint';"
        " one.style.cssText = 'color: #777; background: #888'; document.body.append(one); }"
    )
    assert hand.page.evaluate("getComputedStyle(document.documentElement).opacity") == "0"

    assert [one.split(":")[0] for one in serious(hand)] == ["color-contrast"]


# Both titles, sizes and themes, and every language; what is left out of a run the soak visits.
VISITS = [
    ("en", "desktop", "velvet", "splendor", True),
    ("fr", "phone", "parchment", "marvel", True),
    ("nl", "desktop", "parchment", "marvel", False),
    ("nl", "phone", "velvet", "splendor", False),
    *(
        pytest.param(language, size, theme, title, True, marks=pytest.mark.soak)
        for language, size, theme, title in (
            ("fr", "desktop", "parchment", "splendor"),
            ("nl", "desktop", "velvet", "marvel"),
            ("en", "phone", "parchment", "marvel"),
            ("fr", "phone", "velvet", "splendor"),
            ("nl", "phone", "parchment", "splendor"),
        )
    ),
]


@pytest.mark.long
@pytest.mark.parametrize(("language", "size", "theme", "title", "all_screens"), VISITS)
def test_screens_are_open_to_all_and_their_texts_fit(
    sit: Sit, language: str, size: str, theme: str, title: str, all_screens: bool
) -> None:
    hand = sit(language=language, theme=theme, phone=size == "phone")
    problems: dict[str, Any] = {}
    for name, go in screens(hand, title) + (more_screens(hand, title) if all_screens else []):
        go()
        rest(hand.page)
        said = hand.page.locator("body").inner_text()
        keys = [word for word in said.split() if word.startswith(DOMAINS)]
        cut = hand.page.evaluate(CUT_OFF)
        wide = hand.page.evaluate("Math.max(0, document.documentElement.scrollWidth - innerWidth)")
        found = {"keys": keys, "cut": cut, "wide": wide, "axe": serious(hand)}
        if any(found.values()):
            problems[name] = found

    assert problems == {}
    assert hand.page.locator("html").get_attribute("lang") == language


# What lies beside the screen, and what sticks out of a noble's or a Location's tile.
BESIDE = """() => [
    ...[...document.querySelectorAll('.board *')].filter((e) => {
        const box = e.getBoundingClientRect();
        return box.width && !e.closest('.sr') && (box.right > innerWidth + 1 || box.left < -1);
    }),
    ...[...document.querySelectorAll('.noble .side *')].filter((e) =>
        e.getBoundingClientRect().right > e.closest('.noble').getBoundingClientRect().right + 1),
].map((e) => e.outerHTML.slice(0, 80))"""


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_four_fit_on_a_small_phone(sit: Sit, title: str) -> None:
    """With three opponents the play area needs no scrolling from 740 px of height on; nothing is ever cut off."""
    hand = sit(language="fr", phone=True)
    hand.begin(title, "greedy", "greedy", "greedy", options={"first": "seat"})
    splendor.wait_for_turn(hand)
    for width, height in [(360, 740), (375, 667), (390, 844)]:
        hand.page.set_viewport_size({"width": width, "height": height})
        rest(hand.page)
        assert hand.page.evaluate(CUT_OFF) + hand.page.evaluate(BESIDE) == []
        assert hand.page.evaluate("document.documentElement.scrollWidth") == width
        below = hand.page.evaluate("document.documentElement.scrollHeight") - height
        assert below <= (0 if height >= 740 else 80)


# What lies over something else in the tray, and what has to be scrolled for.
CROWDED = """() => {
    const parts = '.head button, .pill, .body p:not(.sr), .body .card, .body button, .foot button';
    const boxes = [...document.querySelectorAll('.tray')].flatMap((tray) => [...tray.querySelectorAll(parts)])
        .map((e) => [e.textContent.trim().slice(0, 40), e.getBoundingClientRect()]);
    const shared = (a, b) => Math.min(
        Math.min(a.right, b.right) - Math.max(a.left, b.left), Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));
    const over = boxes.flatMap(([a, x], i) =>
        boxes.slice(i + 1).filter(([, y]) => shared(x, y) > 1).map(([b]) => [a, b]));
    const words = document.querySelector('.tray .body .words');
    return words.scrollHeight > words.clientHeight + 1 ? [...over, 'scrolls'] : over;
}"""


CROWDED_WINDOWS = {"en": [(1440, 900)], "fr": [(1280, 720), (820, 1180)], "nl": [(1024, 768), (390, 844)]}
"""Every kind of tray once; test_geometry.py draws such a payment in every window."""


def test_a_payment_with_gold_to_spare_fits_into_the_tray(sit: Sit) -> None:
    """A card that may be bought or reserved, and gold that may stand in for several of its colours."""
    hand = sit()
    hand.begin("marvel", "random", options={"first": "seat"})
    chosen = gather_gold_to_spare(hand)
    for language, sizes in CROWDED_WINDOWS.items():
        hand.page.evaluate(
            "l => localStorage.setItem('jeton.settings', JSON.stringify({ language: l, tips: 'never' }))",
            language,
        )
        hand.page.reload()
        splendor.wait_for_turn(hand)
        hand.page.keyboard.press("Escape")  # what was picked before is there again
        for width, height in sizes:
            hand.page.set_viewport_size({"width": width, "height": height})
            hand.page.locator(chosen).click()
            hand.page.wait_for_selector(".tray .swap")
            assert hand.page.evaluate(CROWDED) == [], (width, language)
            hand.page.locator('.tray [data-verb="reserve"]').click()
            assert hand.page.evaluate(CROWDED) == [], (width, language)
            hand.page.keyboard.press("Escape")


def gather_gold_to_spare(hand: Hand) -> str:
    """Reserve twice and take tokens until a card can be paid in more than one way; return where it lies."""
    for turn in range(200):
        seen = hand.view()
        view = seen["view"]
        if view["seat"] not in seen["actors"]:
            continue
        gold, moves = view["players"][view["seat"]]["tokens"][5], view["moves"]
        for move in moves:
            if gold >= 2 and move.startswith("buy 1") and move.replace("buy", "reserve") in moves:
                hand.page.wait_for_selector(f'.board[data-n="{seen["n"]}"]')
                place = f'[data-walk="{move.removeprefix("buy ")}"]'
                hand.page.locator(place).click()
                hand.page.wait_for_selector('.tray [data-verb="reserve"]')
                if hand.page.locator(".tray .swap").count() > 1:
                    return place
                hand.page.keyboard.press("Escape")
        wanted = "reserve 3." if gold < 2 else "take "
        move = max(moves, key=lambda one: (one.startswith(wanted), "j" not in one, len(one)))
        hand.ask("POST", f"/api/tables/{hand.table}/moves", {"id": f"m{turn}", "move": move, "seen": seen["n"]})
    raise AssertionError("no card could be paid in more than one way")


SHIFTS = """window.shift = 0;
const element = (node) => (node?.closest ? node : node?.parentElement);
const own = ({ node }) => element(node)?.closest('.log, .pile');
const area = (sources) => sources.reduce((sum, { currentRect: r }) => sum + r.width * r.height, 1e-9);
new PerformanceObserver((list) => {
    for (const e of list.getEntries())
        if (!e.hadRecentInput)
            window.shift += e.value * area(e.sources.filter((one) => !own(one))) / area([...e.sources]);
}).observe({ type: 'layout-shift', buffered: true });"""


def test_nothing_jumps(sit: Sit) -> None:
    """Layout shift over loading and five turns is zero, but for the log, which moves on, and stacks that grow."""
    hand = sit(painted=True)  # what nobody sees never jumps
    hand.context.add_init_script(SHIFTS)
    for name, go in screens(hand)[:3]:
        go()
        hand.page.wait_for_timeout(500)
        assert hand.page.evaluate("window.shift") < 0.001, name
    hand.page.keyboard.press("Escape")
    for _ in range(5):
        if splendor.wait_for_turn(hand):
            splendor.turn(hand)
    assert hand.page.evaluate("window.shift") < 0.001


@pytest.mark.parametrize("late", ["/api/me/tables", "/api/me/tables?over=true", "/api/tables", "/api/puzzles"])
def test_home_does_not_jump_when_an_answer_comes_late(sit: Sit, late: str) -> None:
    hand = sit(painted=True)
    hand.context.add_init_script(SHIFTS)
    hand.begin("splendor", "greedy", options={"first": "seat"})
    splendor.wait_for_turn(hand)
    splendor.turn(hand)
    hand.page.locator(".topbar .tool").last.click()
    hand.page.locator('dialog [data-act="resign"]').click()
    hand.page.locator('dialog .bad[data-act="resign"]').click()
    hand.page.wait_for_selector(".result")
    hand.ask("POST", "/api/tables", {"title": "splendor", "seats": 2, "bots": ["greedy"], "start": True})
    asked = urlparse(late)
    held: list[Any] = []

    def hold(route: Any) -> None:
        found = urlparse(route.request.url)
        if answered or (found.path, found.query) != (asked.path, asked.query):
            route.continue_()
        else:
            held.append(route)

    answered = False
    hand.page.route("**/api/**", hold)
    hand.open("/")
    hand.page.wait_for_selector(".right")
    hand.page.wait_for_timeout(1500)  # the page has nothing else to do
    answered = True
    for route in held:
        route.continue_()
    hand.page.wait_for_selector(".mine .also")
    hand.page.wait_for_timeout(300)

    assert held
    assert hand.page.locator(".mine h2").all_inner_texts()[:2] == ["Pick up where you left off", "Finished lately"]
    assert hand.page.evaluate("window.shift") < 0.001


def test_the_installed_page_opens_without_a_network(sit: Sit) -> None:
    hand = sit(keeps=True)
    hand.open()
    manifest = hand.ask("GET", "/manifest.webmanifest")
    assert {"name", "start_url", "display", "icons"} <= manifest.keys()
    assert {icon["sizes"] for icon in manifest["icons"]} >= {"192x192", "512x512"}
    for icon in manifest["icons"]:
        assert hand.page.request.get(urljoin(hand.server.url, icon["src"])).ok
    hand.page.evaluate("navigator.serviceWorker.ready.then(() => true)")
    hand.page.wait_for_function(
        """async () => {
            const kept = new Set((await (await caches.open('jeton-1')).keys()).map((one) => one.url));
            const parts = performance.getEntriesByType('resource').map((one) => one.name);
            const wanted = parts.filter((name) => /assets.*-.*[.](js|css)$/.test(name));
            return wanted.length > 0 && wanted.every((name) => kept.has(name));
        }"""
    )

    hand.context.set_offline(True)
    hand.page.reload()
    hand.page.get_by_text("The server can’t be reached.").wait_for()
    assert hand.page.locator("h1").inner_text() == "What shall we play?"
    hand.context.set_offline(False)
    hand.page.get_by_text("The server can’t be reached.").wait_for(state="detached")


def test_no_request_of_a_first_visit_fails(sit: Sit) -> None:
    """Nobody who opens the browser's console on a first visit finds an error there."""
    host = sit("Lena")
    host.enter()
    made = host.ask("POST", "/api/tables", {"title": "splendor", "seats": 2, "public": True})
    for path in ("/", "/puzzles", f"/t/{made['id']}"):
        hand, found = sit("", own=True), list[tuple[int, str]]()
        hand.page.on("response", lambda answer, found=found: found.append((answer.status, answer.url)))
        hand.page.on("console", lambda said, found=found: said.type == "error" and found.append((999, said.text)))
        hand.open(path)
        hand.page.wait_for_load_state("networkidle")
        assert len(found) > 1
        assert [one for one in found if one[0] >= 400] == [], path
