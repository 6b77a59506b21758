"""The threats that a browser decides: scripts in names and chat, other sites, frames, cookies, tokens in addresses."""

from __future__ import annotations

import asyncio
import contextlib
import http.server
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from jeton.server.run import make_server
from tests.e2e import splendor
from tests.e2e.browser import PATIENCE_MS, Hand, Server, free_port
from tests.server.harness import a_config
from tests.server.test_push import certificate

pytestmark = [pytest.mark.once, pytest.mark.timeout(600), pytest.mark.xdist_group("browser")]
Sit = Callable[..., Hand]

NAMES = [
    "<img src=x onerror=hacked()>",
    "<script>hacked()</script>",
    "\"><svg/onload=hacked()>",
    "javascript:hacked()",
]  # fmt: skip
CHAT = [
    *NAMES,
    "</title></style></textarea><script>hacked()</script>",
    "<iframe srcdoc='<script>parent.hacked()</script>'></iframe>",
    "<a href=\"javascript:hacked()\">come here</a>",
    "{{constructor.constructor('hacked()')()}} ${hacked()} {t('x')} %3Cscript%3E",
    "<math><mtext></form><form><mglyph><style></math><img src onerror=hacked()>",
    "\u202eevil\u202c \u200bzero\u200dwidth \x00nul \u2066isolate\u2069 \ufeffend",
    "a" + "\u0301" * 200 + " zalgo",
    "<link rel=stylesheet href=//evil.example> @import url(//evil.example) </STYLE>",
]  # fmt: skip
WATCH = """
    window.hacks = []; window.hacked = () => window.hacks.push('script');
    document.addEventListener('securitypolicyviolation',
        (event) => window.hacks.push(event.violatedDirective + ' ' + event.blockedURI));
"""
SAY = """([table, lines]) => new Promise((done, fail) => {
    const socket = new WebSocket(location.origin.replace('http', 'ws') + '/ws/' + table);
    let said = 0;
    socket.onopen = () => socket.send(JSON.stringify({ t: 'hello', protocol: 1, client: 'test' }));
    socket.onmessage = ({ data }) => {
        const { t, code } = JSON.parse(data);
        if (t === 'welcome') lines.forEach((text, id) => socket.send(JSON.stringify({ t: 'say', id, text })));
        if (t === 'ok') said += 1;
        if (t === 'no') fail(code);
        if (said === lines.length) { socket.close(); done(said); }
    };
})"""


def seat(server: Server, table: str, name: str) -> None:
    """Seat somebody new at a table."""
    token = httpx.post(f"{server.url}/api/guest", json={"name": name}).json()["token"]
    headers = {"authorization": f"Bearer {token}"}
    assert httpx.post(f"{server.url}/api/tables/{table}/seats", json={}, headers=headers).status_code == 201


def test_no_name_and_no_word_becomes_a_script(sit: Sit, server: Server) -> None:
    """Whatever people write is shown as they wrote it, less what can't be seen; nothing runs, no rule is broken."""
    hand = sit("Lena")
    hand.context.add_init_script(WATCH)
    dialogs: list[Any] = []
    hand.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
    hand.enter()
    made = {"title": "splendor", "seats": 4, "name": "<b onclick=hacked()>T</b>", "options": {"first": "seat"}}
    table = hand.ask("POST", "/api/tables", made)["id"]
    for name in NAMES[:3]:
        seat(server, table, name)
    hand.open(f"/t/{table}")
    for name in NAMES[:3]:
        hand.page.get_by_text(name).first.wait_for()
    hand.ask("POST", f"/api/tables/{table}/start", {})
    splendor.wait_for_turn(hand)
    hand.page.evaluate(SAY, [table, CHAT])
    hand.page.locator(".topbar button").last.click()
    hand.page.locator("dialog[open] .list button[aria-haspopup=dialog]").first.click()
    hand.page.locator("dialog[open] li", has_text="come here").wait_for()
    said = hand.page.locator("body").inner_text()
    for bad in ("\u202e", "\u200b", "\x00", "\u2066", "\ufeff", "\u0301" * 3):
        assert bad not in said
    assert hand.page.evaluate("window.hacks") == []
    assert hand.page.evaluate("document.querySelectorAll('[onerror], [onload], [onclick], iframe, math').length") == 0
    assert dialogs == []


def test_a_script_that_got_in_would_not_run(sit: Sit) -> None:
    """The second wall: inline scripts, eval, foreign hosts and frames are against the page's policy."""
    hand = sit()
    hand.context.add_init_script(WATCH)
    hand.open()
    broken = hand.page.evaluate(
        """async () => {
            const put = (name, fields) => document.body.append(Object.assign(document.createElement(name), fields));
            // What a debugger evaluates may evaluate, so this one waits until it is the page's own doing.
            const later = (act) => new Promise((done, fail) => {
                setTimeout(() => { try { done(act()); } catch (error) { fail(error); } });
            });
            const tries = {
                html: () => { document.body.innerHTML += '<img src=x onerror=hacked()>'; },
                inline: () => put('script', { text: 'hacked()' }),
                eval: () => later(() => new Function('hacked()')()),
                foreign: () => fetch('https://evil.example/'),
                base: () => put('base', { href: 'https://evil.example/' }),
                frame: () => put('iframe', { src: '/' }),
            };
            const found = {};
            for (const [name, act] of Object.entries(tries)) {
                try { await act(); found[name] = 'done'; } catch (error) { found[name] = error.name; }
            }
            return [found, document.baseURI === location.href];
        }"""
    )
    tried, own_base = broken
    hand.page.wait_for_function("() => window.hacks.some((one) => one.startsWith('frame-src'))")
    hacks = hand.page.evaluate("window.hacks")
    assert "script" not in hacks
    assert {tried["html"], tried["inline"]} == {"TypeError"}  # Trusted Types
    assert tried["eval"] in ("EvalError", "TypeError")
    assert tried["foreign"] == "TypeError"
    assert own_base
    hand.troubles.clear()  # the browser has told of each try


PAGES = ("/", "/t/nothing", "/m/nothing", "/transfer", "/rules/splendor", "/sw.js", "/icon.svg", "/api/titles",
         "/pictures/guardians/tokens/coin-gold.svg", "/nothing.html", "/health")  # fmt: skip


def test_every_page_comes_with_its_walls(sit: Sit) -> None:
    hand = sit()
    for path in PAGES:
        answer = hand.context.request.get(hand.server.url + path)
        policy = answer.headers["content-security-policy"]
        for part in ("default-src 'none'", "script-src 'self'", "frame-ancestors 'none'", "base-uri 'none'",
                     "require-trusted-types-for 'script'", "form-action 'self'"):  # fmt: skip
            assert part in policy, path
        assert "script-src 'self' 'wasm-unsafe-eval';" in policy  # WebAssembly, and no script that a text becomes
        assert policy.count("unsafe") == 1
        assert policy.endswith("; trusted-types jeton-worker svelte-trusted-html")
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"


def test_a_script_reads_no_cookie_and_no_address_keeps_a_token(sit: Sit) -> None:
    laptop, phone = sit("Lena"), sit("Phone", phone=True)
    laptop.enter()
    laptop.open()
    (cookie,) = laptop.context.cookies()
    assert (cookie["name"], cookie["httpOnly"], cookie["sameSite"], cookie["path"]) == ("jeton-lan", True, "Lax", "/")
    assert laptop.page.evaluate("document.cookie + JSON.stringify(localStorage)").count(cookie["value"]) == 0

    token = laptop.ask("POST", "/api/me/transfer")["token"]
    asked: list[str] = []
    phone.page.on("request", lambda one: asked.append(one.url + (one.headers.get("referer") or "")))
    phone.page.goto(f"{phone.server.url}/transfer#{token}")
    phone.page.get_by_role("button", name="Bring them here").click()
    phone.page.wait_for_url(f"{phone.server.url}/")
    phone.page.wait_for_selector("#main:not([aria-busy])")
    assert phone.ask("GET", "/api/me")["name"] == "Lena"
    secret = phone.context.cookies()[0]["value"]
    kept = phone.page.evaluate("location.href + document.referrer + JSON.stringify(history.state)")
    assert token not in kept
    asked_later = [url for url in asked if "#" not in url]
    assert not any(token in url or secret in url for url in asked_later)
    log = (phone.server.folder / "server.log").read_text()
    assert token not in log
    assert secret not in log


class Elsewhere(http.server.BaseHTTPRequestHandler):
    """Somebody else's site."""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><title>elsewhere</title><p>Win a prize")

    def log_message(self, *arguments: object) -> None:
        """Say nothing."""


@pytest.fixture
def elsewhere() -> Iterator[int]:
    site = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Elsewhere)
    thread = threading.Thread(target=site.serve_forever)
    thread.start()
    yield site.server_address[1]
    site.shutdown()
    thread.join()
    site.server_close()


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost"], ids=["same site, other port", "another site"])
def test_another_site_can_not_act_for_a_player(sit: Sit, elsewhere: int, host: str) -> None:
    """On the same machine the cookie even comes along, so the server looks at the origin."""
    hand = sit("Lena")
    hand.enter()
    table = hand.ask("POST", "/api/tables", {"title": "splendor", "seats": 2})["id"]
    evil = hand.context.new_page()
    evil.goto(f"http://{host}:{elsewhere}/")
    found = evil.evaluate(
        """async ([server, table]) => {
            const body = JSON.stringify({ title: 'splendor', seats: 3 });
            const fetched = async (path, options) => {
                try {
                    const answer = await fetch(server + path, { credentials: 'include', ...options });
                    return [answer.type, await answer.text()];
                } catch (error) {
                    return [error.name, ''];
                }
            };
            const sent = (kind) => ({ method: 'POST', body, headers: { 'content-type': kind } });
            const socket = new Promise((done) => {
                const one = new WebSocket(server.replace('http', 'ws') + '/ws/' + table);
                one.onopen = () => done('open'); one.onerror = () => done('refused');
            });
            const frame = document.createElement('iframe');
            frame.src = server + '/'; document.body.append(frame);
            await new Promise((done) => { frame.onload = done; setTimeout(done, 1500); });
            let inside;
            try { inside = frame.contentDocument.body.innerHTML; } catch { inside = 'hidden'; }
            return {
                read: await fetched('/api/me', {}),
                opaque: await fetched('/api/me', { mode: 'no-cors' }),
                post: await fetched('/api/tables', sent('application/json')),
                plain: await fetched('/api/tables', { ...sent('text/plain'), mode: 'no-cors' }),
                socket: await socket, inside,
            };
        }""",
        [hand.server.url, table],
    )
    assert found["read"] == ["TypeError", ""]
    assert found["opaque"][1] == ""
    assert found["post"] == ["TypeError", ""]
    assert found["plain"][1] == ""
    assert found["socket"] == "refused"
    assert "Jeton" not in found["inside"]
    framed = [frame for frame in evil.frames if frame != evil.main_frame]
    assert all("chrome-error" in frame.url or frame.locator("#app").count() == 0 for frame in framed)
    with evil.expect_navigation():
        evil.evaluate(
            """(server) => {
                const form = document.createElement('form');
                form.method = 'POST'; form.action = server + '/api/tables'; form.enctype = 'text/plain';
                form.innerHTML = '<input name=\\'{"title": "splendor", "x": "\\' value=\\'"}\\'>';
                document.body.append(form); form.submit();
            }""",
            hand.server.url,
        )
    assert "bad_origin" in evil.locator("body").inner_text()
    assert [row["id"] for row in hand.ask("GET", "/api/me/tables")] == [table]


@pytest.fixture
def with_tls(tmp_path: Path) -> Iterator[str]:
    """Yield a server that speaks TLS itself, so that a browser gives it its best cookie."""
    files = certificate(tmp_path, "localhost")
    port = free_port()
    server = make_server(a_config(tmp_path, origins=(f"https://localhost:{port}",)), "127.0.0.1", port)
    server.config.ssl_certfile, server.config.ssl_keyfile = str(files[0]), str(files[1])
    with beside(server):
        yield f"https://localhost:{port}"


@pytest.fixture
def under_a_path(tmp_path: Path) -> Iterator[str]:
    """Yield a server behind a proxy that has other things at `/`."""
    port = free_port()
    with beside(make_server(a_config(tmp_path, prefix="/club/games"), "127.0.0.1", port)):
        yield f"http://localhost:{port}"


@contextlib.contextmanager
def beside(server: Any) -> Iterator[None]:
    """Run a server in a thread of its own."""
    server.install_signal_handlers = lambda: None  # type: ignore[attr-defined]
    loop = asyncio.new_event_loop()
    thread = threading.Thread(target=lambda: loop.run_until_complete(server._serve()))
    thread.start()
    while not server.started:
        thread.join(0.05)
        assert thread.is_alive()
    yield
    server.should_exit = True
    thread.join(20)
    loop.close()


def test_behind_tls_the_cookie_belongs_to_the_host_alone(browser: Any, with_tls: str) -> None:
    context = browser.new_context(ignore_https_errors=True)
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    answer = page.goto(with_tls)
    assert "max-age" in answer.headers["strict-transport-security"]
    call = """async ([path, body]) => {
        const headers = body ? { 'content-type': 'application/json' } : {};
        const answer = await fetch(path, { method: 'POST', body, headers });
        return [answer.status, await answer.text()];
    }"""
    status, _ = page.evaluate(call, ["/api/guest", json.dumps({"name": "Lena"})])
    assert status == 201
    (cookie,) = context.cookies()
    assert (cookie["name"], cookie["secure"], cookie["httpOnly"]) == ("__Host-jeton", True, True)
    _, made = page.evaluate(call, ["/api/tables", json.dumps({"title": "splendor", "seats": 2})])
    opened = page.evaluate(
        "(table) => new Promise((done) => { const one = new WebSocket(`wss://${location.host}/ws/${table}`);"
        " one.onopen = () => { one.close(); done('open'); }; one.onerror = () => done('refused'); })",
        json.loads(made)["id"],
    )
    assert opened == "open"
    assert page.evaluate(call, ["/api/logout", None])[0] == 204
    assert context.cookies() == []
    context.close()


def test_under_a_path_the_page_asks_for_nothing_elsewhere(browser: Any, under_a_path: str) -> None:
    """The files, the API, the socket, the links, the cookie and the service worker: all below the prefix."""
    root = f"{under_a_path}/club/games"
    context = browser.new_context()
    context.set_default_timeout(PATIENCE_MS)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.on("websocket", lambda socket: asked.append(socket.url.replace("ws:", "http:")))
    failed: list[str] = []
    page.on("response", lambda answer: failed.append(answer.url) if answer.status >= 400 else None)
    page.goto(root)
    page.wait_for_selector("#main:not([aria-busy])")
    assert page.url == f"{root}/"
    assert page.evaluate("navigator.serviceWorker.ready.then((one) => one.scope)") == f"{root}/"
    made = page.evaluate("""async () => {
        const post = (path, body) => fetch(path, { method: 'POST', headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body) }).then((answer) => answer.json());
        await post('api/guest', { name: 'Lena' });
        return [(await post('api/tables', { title: 'splendor', seats: 2 })).id,
            (await post('api/tables', { title: 'guardians', seats: 3, bots: ['easy', 'easy'], start: true })).id];
    }""")
    assert [one["path"] for one in context.cookies()] == ["/club/games/"]

    page.goto(f"{root}/t/{made[0]}")
    page.wait_for_function("(link) => document.querySelector('.share input')?.value.startsWith(link)",
                           arg=f"{root}/t/{made[0]}")  # fmt: skip
    page.goto(f"{root}/t/{made[1]}")
    page.wait_for_selector(".board")
    page.wait_for_function("() => [...document.images].every((one) => one.complete && one.naturalWidth > 0)")
    page.locator("a.brand").first.click()
    page.wait_for_url(f"{root}/")
    page.locator(f"a.game[href='/club/games/t/{made[1]}']").wait_for()
    links = page.locator("a[href]").evaluate_all("(all) => all.map((one) => one.href)")

    assert [url for url in (*asked[1:], *links) if not url.startswith((f"{root}/", "data:", "blob:"))] == []
    assert [url for url in failed if not url.endswith("/api/me")] == []
    assert any("/ws/" in url for url in asked)
    context.close()
