"""A server and a real Chromium for the tests of the page, and hands that play by clicking."""

from __future__ import annotations

import asyncio
import contextlib
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
import zlib
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from jeton import Match
from jeton.server.tables.admin import keep_match
from jeton.store import connect, schema
from tests.chance import SEED

ROOT = Path(__file__).resolve().parents[2]
STATIC = ROOT / "src/jeton/server/static/index.html"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
PATIENCE_MS = 240_000
"""After so long nobody waits for a page any more: a machine with twenty others at work may take half of that."""

WHOLE = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def chromium(*, whole: bool = False) -> str | None:
    """Return where Chromium is, if anywhere; its shell has no windows and no push service, and costs a quarter less."""
    for name in WHOLE if whole else ("chromium-headless-shell", *WHOLE):
        if found := shutil.which(name):
            return found
    return None


def missing() -> str | None:
    """Return why the page can't be tested in a browser here, if so."""
    if chromium() is None:
        return "no Chromium on this machine: apt-get install chromium"
    if not STATIC.is_file():
        return "the page is not built: sh scripts/page.sh"
    try:
        import playwright.sync_api  # noqa: F401
    except ImportError:
        return "playwright is not installed"
    return None


def free_port() -> int:
    """Return a port that nobody uses."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


class Server:
    """`jeton serve` in a process of its own, over a folder of its own; it can be killed and started again."""

    def __init__(self, folder: Path) -> None:
        """Prepare; nothing runs yet."""
        self.folder, self.port = folder, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.test = folder / "test.txt"
        self.serve_test("")
        self.process: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start, and wait until it answers."""
        command = [sys.executable, "-m", "tests.e2e.serve", str(self.test), "serve", "--no-open", "--no-lan"]
        command += ["--port", str(self.port), "--data", str(self.folder), "--bot-workers", "1", "--bot-seconds", "0.1"]
        command += ["--bot-pace", "150"]  # nobody has to follow these games
        command += ["--proxy", "127.0.0.1"]  # each hand tells an address of its own: limits count by address
        with (self.folder / "server.log").open("ab") as log:
            environment = {**os.environ, "JETON_LANG": "en"}
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=environment, cwd=ROOT)
        patience = time.monotonic() + PATIENCE_MS / 1000
        while time.monotonic() < patience:
            if self.process.poll() is not None:
                raise RuntimeError((self.folder / "server.log").read_text()[-2000:])
            with contextlib.suppress(OSError, urllib.error.URLError), urllib.request.urlopen(f"{self.url}/ready"):  # noqa: S310
                return
            time.sleep(0.1)
        raise TimeoutError("the server did not start")

    def serve_test(self, name: str) -> None:
        """Deal from now on as this test is dealt to on every run."""
        self.test.write_text(name)

    def put(self, match: Match, *people: str, review: bytes = b"") -> str:
        """Put a match that was recorded elsewhere on a table, its seats held by these people; return its id.

        A match with a review counts as judged.
        """
        with ThreadPoolExecutor(1) as apart:  # where no browser's loop runs
            return apart.submit(lambda: asyncio.run(self._put(match, people, review))).result()

    async def _put(self, match: Match, people: tuple[str, ...], review: bytes) -> str:
        store = await connect(f"sqlite:///{self.folder}/jeton.sqlite")
        try:
            table = await keep_match(store, match, people)
            if review:
                row = {"match": table, "made_at": 0, "body": zlib.compress(review)}
                await store.execute(schema.reviews.insert().values(**row))
            return table
        finally:
            await store.close()

    def stop(self, *, kill: bool = False) -> None:
        """Stop it, or kill it at once."""
        if self.process is not None:
            (self.process.kill if kill else self.process.terminate)()
            self.process.wait(120)
            self.process = None


@contextlib.contextmanager
def serving() -> Iterator[Server]:
    """Yield a server for a while."""
    with tempfile.TemporaryDirectory() as folder:
        server = Server(Path(folder))
        server.start()
        try:
            yield server
        finally:
            server.stop()


class Screens:
    """Windows that serve one person after the other: a page that is loaded again takes half of what a new one takes.

    What somebody leaves behind is cleared away: cookies, all that is stored, sockets, the size. Only the files of the
    page stay in the browser's cache. Whoever changes anything else of a window (`Hand.context`) keeps it for good.
    """

    def __init__(self, browser: Any) -> None:
        """Begin with none."""
        self.browser = browser
        self.idle: dict[tuple[tuple[str, Any], ...], list[tuple[Any, Any, Any]]] = {}

    def take(self, **kind: Any) -> tuple[Any, Any, Any]:
        """Return the context, the page and the devtools of a window of this kind that nobody uses."""
        waiting = self.idle.get(tuple(sorted(kind.items())))
        if waiting:
            return waiting.pop()
        context = a_context(self.browser, service_workers="block", **kind)
        context.add_init_script(NO_WORKERS)
        page = context.new_page()
        page.set_default_timeout(PATIENCE_MS)
        return context, page, context.new_cdp_session(page)

    def give(self, window: tuple[Any, Any, Any], origin: str, **kind: Any) -> None:
        """Take a window back from somebody who was at an address of this origin."""
        context, page, devtools = window
        page.goto(f"{origin}/ready")  # not an empty page: for that another process would have to start
        devtools.send("Storage.clearDataForOrigin", {"origin": origin, "storageTypes": "all"})
        context.clear_cookies()
        if not kind["phone"]:
            page.mouse.move(0, 0)
        self.idle.setdefault(tuple(sorted(kind.items())), []).append(window)


FIXED_CHANCE = """((seed) => {
    const loads = Number(localStorage.getItem('test.loads') ?? 0);
    localStorage.setItem('test.loads', String(loads + 1));
    let state = (seed + loads) >>> 0;
    const draw = () => {  // mulberry32
        state = (state + 0x6d2b79f5) >>> 0;
        let t = Math.imul(state ^ (state >>> 15), state | 1);
        t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
        return (t ^ (t >>> 14)) >>> 0;
    };
    crypto.getRandomValues = (array) => {
        const bytes = new Uint8Array(array.buffer, array.byteOffset, array.byteLength);
        for (let i = 0; i < bytes.length; i++) bytes[i] = draw() & 255;
        return array;
    };
})"""
"""Deals the matches that a page plays by itself the same on every run; each load of a page draws on from another seed.

The worker that plays their bots draws by itself: what it plays, no test may depend on.
"""
AIM = """async (what) => {
    const middle = () => {
        const { left, top, width, height } = what.getBoundingClientRect();
        return [left + width / 2, top + height / 2];
    };
    for (let frame = 0, before = [], now = middle(); what.isConnected; frame++, before = now, now = middle()) {
        const over = document.elementFromPoint(...now);
        if (`${now}` === `${before}` && what.contains(over)) break;
        if (frame > 1200) throw new Error(`it moves, or this lies over it: ${over?.outerHTML}`);
        await new Promise(requestAnimationFrame);
    }
    let hit = false;
    const kinds = ['pointerdown', 'mousedown', 'touchstart', 'pointerup', 'mouseup', 'touchend', 'click'];
    const hear = (event) => {
        if (!what.contains(event.target)) { event.stopImmediatePropagation(); event.preventDefault(); }
        else hit ||= event.type === 'click';
    };
    for (const kind of kinds) addEventListener(kind, hear, { capture: true, passive: false });
    globalThis.landed = () => {
        for (const kind of kinds) removeEventListener(kind, hear, { capture: true });
        return hit;
    };
    return middle();
}"""
"""Waits until something lies still with nothing over it, and where; until `landed` is asked, only it can be pressed."""
UNPAINTED = """{
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('html { opacity: 0; will-change: opacity }');
    document.adoptedStyleSheets = [sheet];
}"""
"""Lets a page be laid out, read and pressed as ever, but fills no pixels: a fifth of all that a visit costs.

Who asks for colours or contrasts takes the sheet away meanwhile (`test_quality.serious`). Dialogs are painted still.
"""
CHEAP = "Object.defineProperty(navigator, 'connection', { value: { saveData: false, effectiveType: '4g' } })"
"""A network that costs nothing, whatever the browser thinks of a busy machine: what may be kept is kept whole."""
NO_WORKERS = "delete globalThis.Worker"
"""A browser without workers: then the server plays all matches, and can be asked about them."""


def a_context(browser: Any, *, phone: bool, scale: float, reduced_motion: str, painted: bool, **more: Any) -> Any:
    """Open somebody's device."""
    context = browser.new_context(
        viewport=size_of(phone), device_scale_factor=scale, has_touch=phone, is_mobile=phone, locale="en",
        reduced_motion=reduced_motion, **more,
    )  # fmt: skip
    if not painted:
        context.add_init_script(UNPAINTED)
    return context


def size_of(phone: bool) -> dict[str, int]:
    """Return the size of the window that somebody has at first."""
    return {"width": 390, "height": 844} if phone else {"width": 1440, "height": 900}


class Hand:
    """Somebody before a screen: a page of a browser context of its own, or one of those that are shared in turn."""

    addresses = (f"10.1.{i}.{j}" for i in range(1, 255) for j in range(1, 255))

    def __init__(
        self,
        browser: Any,
        server: Server,
        name: str,
        *,
        phone: bool = False,
        here: bool = False,
        keeps: bool = False,
        painted: bool = True,
        screens: Screens | None = None,
        **settings: Any,
    ) -> None:
        """Take a name, and settings that the device keeps.

        `here`: matches may be played by the page itself. `keeps`: the page may be kept for when there is no network.
        `painted`: somebody looks at its pixels, or at what takes them as its measure.
        """
        self.server, self.name, self.screens = server, name, screens
        self.kind = {"phone": phone, "scale": settings.pop("scale", 1),
                     "reduced_motion": settings.pop("reduced_motion", "reduce"), "painted": painted}  # fmt: skip
        self.troubles: list[str] = []
        kept = {"theme": "velvet", "language": "en", "sound": False, "tips": "never", **settings}
        stored = {"jeton.settings": json.dumps(kept), "jeton.name": name}
        address = {"X-Forwarded-For": next(self.addresses)}
        if screens:
            self._context, self.page, self._devtools = screens.take(**self.kind)
            self.page.set_viewport_size(size_of(phone))
            self.page.set_extra_http_headers(address)
            self.page.goto(f"{server.url}/ready")
            self.page.evaluate("(all) => { sessionStorage.clear(); Object.assign(localStorage, all); }", stored)
        else:
            workers = "allow" if keeps or here else "block"
            self._context = a_context(browser, service_workers=workers, extra_http_headers=address, **self.kind)
            self._context.add_init_script(
                f"for (const [key, text] of Object.entries({json.dumps(stored)}))"
                " if (localStorage.getItem(key) === null) localStorage.setItem(key, text);"
            )
            if workers == "allow":
                self._context.add_init_script(CHEAP)
            test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" ")[0]
            self._context.add_init_script(
                f"{FIXED_CHANCE}({zlib.crc32(f'{SEED} {test}'.encode())})" if here else NO_WORKERS
            )
            self.page = self._context.new_page()
        self.page.on("pageerror", self._failed)
        self.page.on("console", self._heard)
        self.page.set_default_timeout(PATIENCE_MS)

    @property
    def context(self) -> Any:
        """The browser context; whoever asks for it may change it, so nobody else gets it afterwards."""
        self.screens = None
        return self._context

    def _failed(self, error: Any) -> None:
        self.troubles.append(str(error))

    def _heard(self, message: Any) -> None:
        # The browser itself reports refusals of the API (who am I?) and sockets that went away.
        known = ("Failed to load resource", "WebSocket")
        if message.type == "error" and not any(one in message.text for one in known):
            self.troubles.append(message.text)

    def open(self, path: str = "/") -> None:
        """Go to an address of the server."""
        self.page.goto(self.server.url + path)
        self.page.wait_for_selector("#main:not([aria-busy])")

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """Ask the server over HTTP as this person."""
        return self.page.evaluate(
            """async ([method, path, body]) => {
                const headers = body === null ? {} : { 'content-type': 'application/json' };
                const answer = await fetch(path, { method, headers, body: body && JSON.stringify(body) });
                return answer.ok ? answer.json() : { code: (await answer.json()).code };
            }""",
            [method, path, body],
        )

    def enter(self) -> dict[str, str]:
        """Be a guest, before anybody looks at a screen; return who that is."""
        if self.page.url != f"{self.server.url}/ready":
            self.page.goto(f"{self.server.url}/ready")
        me: dict[str, str] = self.ask("POST", "/api/guest", {"name": self.name})
        return me

    def begin(self, title: str, *bots: str, **more: Any) -> str:
        """Enter, and sit down at a match against bots that has begun; return its id."""
        self.enter()
        body = {"title": title, "seats": len(bots) + 1, "bots": bots, "start": True, "pace": 0, **more}
        made: dict[str, str] = self.ask("POST", "/api/tables", body)
        self.open(f"/t/{made['id']}")
        return made["id"]

    @property
    def table(self) -> str:
        """The id of the table that is shown."""
        return str(self.page.url.split("/t/")[1].split("?")[0])

    def view(self) -> dict[str, Any]:
        """Return what this person may know now, from the server."""
        found: dict[str, Any] = self.ask("GET", f"/api/tables/{self.table}/view")
        return found

    def press(self, what: Any) -> None:
        """Press something where it lies: with a finger on a phone, else with the mouse."""
        (what.tap if self.kind["phone"] else what.click)()

    def press_greyed(self, what: Any) -> None:
        """Press something that looks disabled and yet answers: Playwright itself would wait until it is enabled.

        Like all else that a hand presses, it has to lie still with nothing over it. Where the layout still moves and
        the press would land elsewhere, nothing gets the press, and the hand tries again.
        """
        for _ in range(20):
            what.scroll_into_view_if_needed()
            where = what.evaluate(AIM)
            self.touch(*where)
            if self.page.evaluate("() => globalThis.landed()"):
                return
        raise AssertionError(f"{what} never lies still")

    def touch(self, x: float, y: float) -> None:
        """Touch a place of the screen, whatever lies there."""
        (self.page.touchscreen.tap if self.kind["phone"] else self.page.mouse.click)(x, y)

    def close(self, *, failed: bool = False) -> None:
        """Leave; unless something has failed, the next person may have the screen."""
        if self.screens is None or failed or self.troubles or len(self._context.pages) != 1:
            self._context.close()
            return
        self.page.remove_listener("pageerror", self._failed)
        self.page.remove_listener("console", self._heard)
        from playwright.sync_api import Error

        try:
            self.screens.give((self._context, self.page, self._devtools), self.server.url, **self.kind)
        except Error:  # a window that can't be emptied serves nobody else
            self._context.close()
