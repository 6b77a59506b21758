"""Tables as the page sees them, made by the rules from positions written down here: fixed keys, no server, no chance.

A scene is what a server would say to somebody who sits down: who sits there, and the view of seat 0. `Stage` shows one
on the real page in a real browser: the built files come from the package, and `Stage` plays the other end of the socket
from the scene.
"""

from __future__ import annotations

import json
import mimetypes
import re
from functools import cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from jeton import Entry, JetonError
from jeton.games import guardians
from jeton.server.refusals import refusal_of
from jeton.server.wire.protocol import PROTOCOL, SeatInfo, TableMessage, ViewMessage
from jeton.server.wire.protocol import ClockSetting as Clock
from tests.e2e.browser import PATIENCE_MS
from tests.support import game

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src/jeton/server/static"
PICTURES = Path(guardians.__file__).parent / "pictures"
ORIGIN = "http://jeton.test"
TABLE = "aaaaaaaaaaaaaaaa"
NAMES = ("Lena", "Alexandrine-Josephine", "Zoé", "Wim", "Noor")
LETTERS = {"splendor": "wbgrkj", "marvel": "ypbrojt"}

# A match in its middle: cards of four costs in the market, three reserved cards, everybody has something.
MIDDLE = {
    "splendor": (
        "market 27 36 3 20 / 62 42 68 57 / 87 76 71 88; bank w2b1g3r2k4j2; turns 30; "
        "0 cards 1 2 9 17 25 38 41; 0 tokens w1b2r1k1; 0 hand 90 53 30; "
        "1 cards 10 11 18 26 48; 1 tokens w2g1r2j1; 1 hand 79 6?"
    ),
    "marvel": (
        "market 7 14 29 36 / 63 44 49 55 / 79 73 84 90; bank y2p1b3r2o4j2t2; turns 30; tile 0; "
        "0 cards 1 2 9 17 25 39 41; 0 tokens y1p2r1o1; 0 hand 87 53 30; "
        "1 cards 10 11 19 26 48; 1 tokens y2b1r2j1; 1 hand 78 6?"
    ),
}
MORE = {2: "2 cards 12 28 34 50; 2 tokens {0}1{2}1; 2 hand 74?", 3: "3 cards 4 13 22 31; 3 tokens {1}1; 3 hand 60"}
NOBLES = {"splendor": "nobles 1 3 6 4 7", "marvel": "nobles 1 7 3 5"}
# What each of the others did before it was my turn.
BEFORE = {1: "take {0}{3}{4}", 2: "buy 1.1", 3: "reserve 2"}
RICH = {"splendor": "0 tokens w1b1g1r1k1j5; 0 cards -", "marvel": "0 tokens y1p1b1r1o1j5; 0 cards -"}
# Every card of the first two levels can be bought or reserved, and no gold stands in.
EITHER = {"splendor": "0 tokens w2b2g2r2k2; 0 hand -", "marvel": "0 tokens y2p2b2r2o2; 0 hand -"}
FULL = {"splendor": "0 tokens w2b2g2r2k1j1", "marvel": "0 tokens y2p2b2r2o1j1"}
# A card that can be reserved, and lacks several colours to be bought.
SHORT = {"splendor": "0 tokens w1j1; 0 hand -; 0 cards -", "marvel": "0 tokens y1j2; 0 hand -; 0 cards -"}
# The first of the others, whose hand is full, takes three tokens and gives two back.
GIVES = ("{0}2{1}2{2}2{3}2{4}1", "take {0}{3}{4}", "return {1}", "return {2}")
# Two nobles come at once, and one who has reached the goal: the round is the last.
VISITED = {"splendor": "0 cards 1 2 4 5 9 10 12 13 17 18 19", "marvel": "0 cards 1 2 3 4 9 10 11 33 34 35 38"}
WON = {
    "splendor": "1 cards 46 52 58 64 70; 1 tokens -; 1 hand -",
    "marvel": "1 cards 46 52 58 64 70 8; 1 tokens t1; 1 hand -",
}
# To another table, in the page that is loaded, whose text is as large as usual; what was there before is gone.
WALK = """async (address) => {
    document.documentElement.style.fontSize = '';
    history.pushState(null, '', address);
    const before = document.querySelector('.board, .result');
    dispatchEvent(new PopStateEvent('popstate'));
    while (before?.isConnected) await new Promise(requestAnimationFrame);
}"""
USUAL = (1440, 900)
"""How large a window is where a test does not say."""
AS_LARGE = """async ([width, height]) => {
    while (innerWidth !== width || innerHeight !== height) await new Promise(requestAnimationFrame);
}"""
SETTLED = """async (lost) => {
    while (!lost && document.querySelector('.lost')) await new Promise(requestAnimationFrame);
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
}"""
# Language and theme by the buttons of the bar, which hides them where it is narrow: nothing is loaded anew.
DRESS = """async ([language, theme]) => {
    const page = document.documentElement;
    const until = async (done) => {
        for (let frame = 0; frame < 3600; frame++) {
            const found = done();
            if (found) return found;
            await new Promise(requestAnimationFrame);
        }
        throw new Error(`waited in vain for ${done}`);
    };
    const button = () => until(() => document.querySelector('.topbar .language'));
    for (let before = page.lang; before !== language; before = page.lang) {
        (await button()).click();
        await until(() => page.lang !== before);
    }
    if (page.dataset.theme !== theme) {
        (await button()).previousElementSibling.click();
        await until(() => page.dataset.theme === theme);
    }
}"""
PHASES = (
    "wait", "lent", "mine", "draft", "swap", "return", "noble", "refused", "final", "over", "lost", "short", "given"
)  # fmt: skip


def splendor(title: str, seats: int, phase: str) -> dict[str, Any]:
    """Return a table of Splendor or Marvel in one of the phases, as seat 0 sees it."""
    letters = LETTERS[title]
    rules = game(title, payment="choice")
    clauses = [f"{title} {seats}", MIDDLE[title], *(MORE[i].format(*letters) for i in range(2, seats)), "turn 1"]
    clauses.append(" ".join(NOBLES[title].split()[: seats + (2 if title == "splendor" else 1)]))
    if phase == "noble":
        rich = "".join(f"{letter}1" for letter in letters[:5])
        clauses += [f"{i} cards -; {i} tokens {rich}" for i in range(1, seats)]
    if phase in (own := {"swap": RICH, "return": FULL, "noble": VISITED, "either": EITHER, "short": SHORT}):
        clauses.append(own[phase][title])
    if phase in ("final", "over"):
        # In the final round the turn is mine, and the last of it.
        clauses += [WON[title], f"first {int(phase == 'final')}"]
    if phase == "given":
        clauses.append(f"1 tokens {GIVES[0]}; 1 hand 80 6? 82?".format(*letters))
    position, reports = rules.read("; ".join(clauses)), []
    moves = [BEFORE[i].format(*letters) for i in range(1, seats)]
    if phase in ("wait", "lent"):
        moves = moves[:-1]
    elif phase == "given":
        moves[:1] = [move.format(*letters) for move in GIVES[1:]]
    elif phase in ("return", "noble"):
        moves.append("take {0}{2}{3}".format(*letters))
    for n, move in enumerate(moves, 31):
        entry = Entry(n, n, position.seat, move)
        before, position = position, rules.play(position, entry)
        reports.append(rules.report(before, entry, 0))
    if phase == "over":
        while not rules.outcome(position):
            entry = Entry(31 + len(reports), 0, position.seat, rules.moves(position, position.seat)[-1])
            before, position = position, rules.play(position, entry)
            reports.append(rules.report(before, entry, 0))
    scene = scene_of(title, rules, position, reports, seats, can_undo=phase == "return")
    if phase == "lent":
        me, *others = scene["table"].seats
        scene["table"] = replace(scene["table"], seats=(replace(me, stand_in="greedy"), *others))
    return scene


def scene_of(
    title: str,
    rules: Any,
    position: Any,
    reports: list[Any],
    seats: int,
    due: int | None = None,
    *,
    can_undo: bool = False,
) -> dict[str, Any]:
    """Return what a server would say to seat 0 who sits down here."""
    over = rules.outcome(position)
    table = TableMessage(
        id=TABLE, name="", version=1, title=title, rules=rules.version, state="over" if over else "playing",
        options=dict(rules.options), clock=Clock(), public=False, host=True,
        seats=tuple(
            SeatInfo(kind="bot", bot="greedy") if i in (2, 4) else SeatInfo(kind="human", name=name, here=i != 3)
            for i, name in enumerate(NAMES[:seats])
        ),
        mine=(0,), watchers=0, onlookers=(), paused=False, question=None, commitment="", several=False, again=(),
        rematch=None, outcome=over,
    )  # fmt: skip
    view = ViewMessage(
        version=1, n=31 + len(reports), seat=0, since=0, reset=True, actors=rules.actors(position), can_undo=can_undo,
        clocks=None, due=due, chat_open=True, reports=reports, view=rules.view(position, 0),
    )  # fmt: skip
    return {"title": title, "table": table, "view": view, "rules": rules, "position": position}


def alone(scene: dict[str, Any]) -> dict[str, Any]:
    """Let seat 0 play with bots alone: then there are hints and tips."""
    table = scene["table"]
    bot = SeatInfo(kind="bot", bot="normal" if table.title == "guardians" else "greedy")
    return scene | {"table": replace(table, seats=(table.seats[0], *(bot for _ in table.seats[1:])))}


class Stage:
    """The real page before scenes, in a browser context of its own."""

    def __init__(
        self,
        browser: Any,
        *,
        theme: str = "velvet",
        language: str = "en",
        touch: bool = False,
        motion: bool = False,
        unseen: bool = False,
        tips: str = "never",
        **more: Any,
    ) -> None:
        """Take settings as a device keeps them; `unseen` tells the browser to paint nothing, for mere measuring."""
        self.unseen = unseen
        self.dressed = language, theme
        self.usual = False
        self.shown = 0
        self.scene: dict[str, Any] = {}
        self.about = ""
        self.socket: Any = None
        self.context = browser.new_context(
            viewport={"width": USUAL[0], "height": USUAL[1]}, has_touch=touch, locale="en",
            reduced_motion="no-preference" if motion else "reduce", service_workers="block", **more,
        )  # fmt: skip
        kept = json.dumps({"theme": theme, "language": language, "sound": False, "motion": motion, "tips": tips})
        self.context.add_init_script(f"localStorage['jeton.settings'] ??= {json.dumps(kept)}")
        self.page = self.context.new_page()
        self.page.set_default_timeout(PATIENCE_MS)
        self.troubles: list[str] = []
        self.page.on("pageerror", lambda error: self.troubles.append(f"{error} at scene {self.shown}: {self.about}"))
        self.page.route(f"{ORIGIN}/**", self._serve)
        self.page.route_web_socket(re.compile("/ws/"), self._answer)
        self.devtools = self.context.new_cdp_session(self.page)

    def _serve(self, route: Any) -> None:
        path = route.request.url.removeprefix(ORIGIN).split("?")[0]
        if path == "/api/me":
            route.fulfill(json={"id": "a", "name": "Lena", "guest": True, "language": "en", "token": None})
        elif path.startswith("/api/"):
            route.fulfill(json=[])
        else:
            route.fulfill(**_file(path))

    def _answer(self, socket: Any) -> None:
        # A page that lost its connection looks for it: it must not find the next table, of another title perhaps.
        if self.scene.get("lost") or not socket.url.split("?")[0].endswith(f"/{self.shown:016}"):
            socket.close()
            return
        self.socket = socket
        socket.on_message(lambda text: self._heard(socket, json.loads(text)))

    def _heard(self, socket: Any, message: dict[str, Any]) -> None:
        scene = self.scene
        if message["t"] == "hello":
            who = {"seat": scene["view"].seat, "mine": list(scene["table"].mine)}
            socket.send(json.dumps({"t": "welcome", "protocol": PROTOCOL, "server": "test", "now": 0, **who}))
            for part in ("table", "view"):
                socket.send(msgspec.json.encode(scene[part]).decode())
        elif message["t"] == "ping":
            socket.send(json.dumps({"t": "pong", "id": message.get("id", 0), "now": 0}))
        elif message["t"] == "hint":
            socket.send(json.dumps({"t": "hint", "id": message["id"], "n": scene["view"].n, **scene["hint"]}))
        elif message["t"] == "why":
            try:
                scene["rules"].play(scene["position"], Entry(99, 0, 0, message["move"]))
                answer: dict[str, Any] = {"legal": True}
            except JetonError as error:
                found = refusal_of(error)
                answer = {"legal": False, "code": found.code, "rule": found.rule, "values": found.values}
            back = {"t": "because", "id": message["id"], "move": message["move"], **answer}
            socket.send(msgspec.json.encode(back).decode())

    def show(self, scene: dict[str, Any], size: tuple[int, int] | None = None, *, display: bool = False) -> None:
        """Put a scene before the page, which walks from table to table of one title, at a size of the window.

        `display`: as a television shows it.
        """
        self.shown += 1
        before, self.scene = self.scene, dict(scene)
        self.about = f"{scene['table'].title}, {len(scene['table'].seats)} seats"
        another = not before or before["table"].title != scene["table"].title
        if size := size or (USUAL if self.usual else None):
            self.size(*size)
        self.usual = False
        address = f"/t/{self.shown:016}{'?display' if display else ''}"
        if another:
            self.page.goto(f"{ORIGIN}{address}")
            if self.unseen:
                self.page.add_style_tag(content="html { opacity: 0; will-change: opacity }")
        else:
            self.page.evaluate(WALK, address)
        self.page.wait_for_selector(".board, .result")
        self.page.evaluate("document.fonts.ready.then(() => true)")

    def dress(self, language: str, theme: str) -> None:
        """Change language and theme once a table is shown; before that the page has those that it was made with."""
        self.usual = True
        if self.shown and self.dressed != (language, theme):
            self.size(*USUAL)
            self.page.evaluate(DRESS, [language, theme])
            self.dressed = language, theme

    def tell(self, scene: dict[str, Any], *, table: bool = False, reset: bool = False) -> None:
        """Let something happen at the table that is shown: the view after it, and the table itself if that changes."""
        self.scene = dict(scene)
        if table:
            self.socket.send(msgspec.json.encode(scene["table"]).decode())
        self.socket.send(msgspec.json.encode(replace(scene["view"], reset=reset)).decode())

    def size(self, width: int, height: int) -> None:
        """Make the window that large; whoever measures it waits until it is at rest."""
        if self.unseen:
            metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False}
            self.devtools.send("Emulation.setDeviceMetricsOverride", metrics)
        else:
            self.page.set_viewport_size({"width": width, "height": height})
        self.page.evaluate(AS_LARGE, [width, height])

    def settle(self) -> None:
        """Wait for two frames: what was pressed is drawn, though it may still move.

        On a busy machine the page may take its server for dead for a moment: then a bar takes room from the table.
        """
        self.page.evaluate(SETTLED, bool(self.scene.get("lost")))

    def press(self, selector: str) -> None:
        """Press something, wherever it lies."""
        self.page.locator(selector).first.dispatch_event("click")

    def lose(self) -> None:
        """Cut the connection."""
        self.scene["lost"] = True
        self.socket.close()
        self.page.wait_for_selector(".lost")

    def close(self) -> None:
        """Leave."""
        self.context.close()


@cache
def _file(path: str) -> dict[str, Any]:
    found = PICTURES / path.removeprefix("/pictures/guardians/") if path.startswith("/pictures/") else STATIC / path[1:]
    if not found.is_file():
        found = STATIC / "index.html"
    return {
        "body": found.read_bytes(),
        "content_type": mimetypes.guess_type(found.name)[0] or "application/octet-stream",
    }


def play_scene(stage: Stage, title: str, seats: int, phase: str, size: tuple[int, int] | None = None) -> None:
    """Show a table of Splendor or Marvel in a phase, or its result, and do what the phase asks for on the page."""
    stage.show(splendor(title, seats, "over" if phase == "result" else phase), size)
    if phase == "draft":
        for colour in (1, 2, 4):
            stage.press(f"[data-at=bank-{colour}]")
    elif phase == "swap":
        stage.press('[data-walk="1.2"]')
        stage.page.wait_for_selector(".tray .swap")
    elif phase == "short":
        stage.press('[data-walk="3.3"]')
        stage.page.wait_for_selector(".tray .lacks")
    elif phase == "refused":
        stage.press("[data-at=bank-5]")
        stage.page.wait_for_selector(".tray .note")
    elif phase == "noble":
        stage.page.wait_for_selector("button.noble, .tray .visitor")
    elif phase == "lost":
        stage.press("[data-at=bank-1]")
        stage.lose()
    elif phase == "over":
        stage.press(".result .look")
    stage.page.wait_for_selector(".result" if phase == "result" else ".board")
    stage.settle()
