"""The proxies of deploy/, as they are shipped but for names, ports and certificate: TLS, cookies, sockets, /metrics."""

import contextlib
import os
import re
import shutil
import socket
import ssl
import subprocess
import time
from pathlib import Path

import httpx
import msgspec
import pytest
from websockets.asyncio.client import connect

from tests.server.harness import a_config, free_port, running
from tests.server.test_push import certificate

pytestmark = pytest.mark.once

DEPLOY = Path(__file__).parents[2] / "deploy"
NAME = "games.example"
PATHS = f"{os.environ.get('PATH', '')}:/usr/sbin"


PREFIXED = {
    "nginx.conf": [(r"location / \{", "location /games/ {")],
    "haproxy.cfg": [(r"default_backend nodes", "use_backend nodes if { path_beg /games/ }")],
    "Caddyfile": [(r"reverse_proxy 127.0.0.1:8000", "reverse_proxy /games/* 127.0.0.1:8000")],
}
"""What docs/deploy.md says to change for a path of one's own."""


class Proxy:
    """One that runs, and how it is reached."""

    def __init__(self, folder, backend, prefix=""):
        self.folder, self.backend, self.prefix = folder, backend, prefix
        self.port, self.plain = free_port(), free_port()
        self.cert, self.key = certificate(folder, NAME)
        self.url, self.host = f"https://127.0.0.1:{self.port}", f"{NAME}:{self.port}"

    def shipped(self, name, *changes):
        """A file of deploy/ with other ports and names: each of the changes must apply."""
        text = (DEPLOY / name).read_text()
        below = PREFIXED[name] if self.prefix else ()
        for old, new in (*changes, *below, ("127.0.0.1:8000", f"127.0.0.1:{self.backend}")):
            text, count = re.subn(old, new, text)
            assert count, old
        return text

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return str(path)

    def nginx(self):
        text = self.shipped(
            "nginx.conf", (r"listen 80;", f"listen 127.0.0.1:{self.plain};"), (r"listen 443", f"listen {self.port}"),
            (r"/etc/letsencrypt\S+fullchain.pem", str(self.cert)), (r"/etc/letsencrypt\S+privkey.pem", str(self.key)),
        )  # fmt: skip
        places = " ".join(f"{kind}_temp_path {self.folder}/{kind};" for kind in
                          ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))  # fmt: skip
        whole = (f"daemon off; pid {self.folder}/pid; error_log stderr; user root;\nevents {{}}\n"
                 f"http {{ access_log off; {places}\n{text}\n}}\n")  # fmt: skip
        return ["nginx", "-p", str(self.folder), "-e", "stderr", "-c", self.write("nginx.conf", whole)]

    def haproxy(self):
        both = self.write("both.pem", Path(self.cert).read_text() + Path(self.key).read_text())
        text = self.shipped(
            "haproxy.cfg", (r"bind :80", f"bind 127.0.0.1:{self.plain}"), (r"bind :443", f"bind 127.0.0.1:{self.port}"),
            (r"/etc/haproxy/games.example.pem", both),
        )  # fmt: skip
        return ["haproxy", "-db", "-f", self.write("haproxy.cfg", text)]

    def caddy(self):
        text = self.shipped("Caddyfile", (r"(?m)^games.example \{", f"{self.host} {{\n\ttls {self.cert} {self.key}"))
        own = f"{{\n\tadmin off\n\thttp_port {self.plain}\n\thttps_port {self.port}\n}}\n"
        return ["caddy", "run", "--adapter", "caddyfile", "--config", self.write("Caddyfile", own + text)]


@contextlib.contextmanager
def started(kind, folder, backend, prefix=""):
    if shutil.which(kind, path=PATHS) is None:
        pytest.skip(f"{kind} is not installed: sh scripts/proxies.sh")
    proxy = Proxy(folder, backend, prefix)
    log = (folder / "log").open("w+")
    command = getattr(proxy, kind)()
    environment = {**os.environ, "PATH": PATHS, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
    try:
        for port in (proxy.port, proxy.plain):
            until_open(process, port, folder / "log")
        yield proxy
    finally:
        process.terminate()
        process.wait()
        log.close()


def until_open(process, port, log):
    end = time.monotonic() + 30
    while time.monotonic() < end and process.poll() is None:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), timeout=1):
            return
        time.sleep(0.02)
    raise RuntimeError(log.read_text())


async def until_ready(ask, path="/ready"):
    """A balancer first has to see that its server is well."""
    end = time.monotonic() + 30
    while (answer := await ask("GET", path)).status_code != 200:
        assert time.monotonic() < end, answer.text
    return answer


@pytest.mark.parametrize("kind", ["nginx", "haproxy", "caddy"])
async def test_a_proxy_as_it_is_shipped(tmp_path, kind):
    backend, folder = free_port(), tmp_path / "proxy"
    folder.mkdir()
    with started(kind, folder, backend) as proxy:
        config = a_config(tmp_path, origins=(f"https://{proxy.host}",), proxies=("127.0.0.1",))
        trusted = ssl.create_default_context(cafile=str(proxy.cert))
        async with running(config, port=backend) as server, httpx.AsyncClient(verify=trusted, timeout=60) as http:

            async def ask(method, path, body=None, **headers):
                content = None if body is None else msgspec.json.encode(body)
                more = {"content-type": "application/json"} if body is not None else {}
                named = {"host": proxy.host, "origin": f"https://{proxy.host}", **more, **headers}
                return await http.request(method, f"{proxy.url}{path}", content=content, headers=named,
                                          extensions={"sni_hostname": NAME})  # fmt: skip

            await until_ready(ask)
            page = await ask("GET", "/")
            assert page.status_code == 200
            assert page.headers["strict-transport-security"] == "max-age=31536000"
            assert (await ask("GET", "/metrics")).status_code in (403, 404)
            assert "jeton_" not in (await ask("GET", "/metrics")).text

            made = await ask("POST", "/api/guest", {"name": "Ann", "language": "en"}, **{"x-forwarded-for": "6.6.6.6"})
            assert made.status_code == 201, made.text
            kept = [one.lower() for one in made.headers.get_list("set-cookie") if one.startswith("__Host-jeton=")]
            assert kept
            assert all(word in kept[0] for word in ("secure", "httponly", "samesite", "path=/"))
            assert list(server.services.new_guests._buckets) == ["127.0.0.1"], "a client can't say from where it comes"

            cookie = f"__Host-jeton={made.json()['token']}"
            foreign = await ask(
                "POST", "/api/tables", {"title": "splendor"}, cookie=cookie, origin="https://evil.example"
            )
            assert foreign.status_code == 403
            table = (await ask("POST", "/api/tables", {"title": "splendor", "seats": 2, "bots": ["random"],
                                                       "start": True, "options": {"first": "seat"}},
                               cookie=cookie)).json()["id"]  # fmt: skip
            await play_a_move(proxy, trusted, table, cookie)

            plain = await http.get(f"http://127.0.0.1:{proxy.plain}/t/x", headers={"host": NAME})
            assert plain.status_code in (301, 308)
            assert plain.headers["location"].startswith(f"https://{NAME}")


@pytest.mark.parametrize("kind", ["nginx", "haproxy", "caddy"])
async def test_a_proxy_with_other_things_at_its_root(tmp_path, kind):
    backend, folder = free_port(), tmp_path / "proxy"
    folder.mkdir()
    with started(kind, folder, backend, "/games") as proxy:
        config = a_config(tmp_path, origins=(f"https://{proxy.host}",), proxies=("127.0.0.1",), prefix="/games")
        trusted = ssl.create_default_context(cafile=str(proxy.cert))
        async with running(config, port=backend), httpx.AsyncClient(verify=trusted, timeout=60) as http:

            async def ask(method, path, body=None, **headers):
                named = {"host": proxy.host, "origin": f"https://{proxy.host}", **headers}
                return await http.request(method, f"{proxy.url}{path}", json=body, headers=named,
                                          extensions={"sni_hostname": NAME})  # fmt: skip

            await until_ready(ask, "/games/ready")
            assert (await ask("GET", "/games/")).status_code == 200
            assert "jeton_" not in (await ask("GET", "/games/metrics")).text
            assert "Jeton" not in (await ask("GET", "/")).text
            made = await ask("POST", "/games/api/guest", {"name": "Ann"})
            cookie = made.headers["set-cookie"].partition(";")[0]
            assert cookie.startswith("__Secure-jeton=")
            table = (await ask("POST", "/games/api/tables", {"title": "splendor", "seats": 2, "bots": ["random"],
                                                             "start": True, "options": {"first": "seat"}},
                               cookie=cookie)).json()["id"]  # fmt: skip
            await play_a_move(proxy, trusted, table, cookie)


async def play_a_move(proxy, trusted, table, cookie):
    """Over wss, with the cookie, as a browser does."""
    headers = {"Cookie": cookie}
    async with connect(f"wss://{proxy.host}{proxy.prefix}/ws/{table}", host="127.0.0.1", port=proxy.port, ssl=trusted,
                       server_hostname=NAME, origin=f"https://{proxy.host}",
                       additional_headers=headers) as wire:  # fmt: skip
        await wire.send(msgspec.json.encode({"t": "hello", "protocol": 1, "client": "test"}).decode())
        while (message := msgspec.json.decode(await wire.recv()))["t"] != "view":
            pass
        move = {"t": "move", "id": 1, "seen": message["n"], "move": message["view"]["moves"][0]}
        await wire.send(msgspec.json.encode(move).decode())
        while (message := msgspec.json.decode(await wire.recv()))["t"] not in ("ok", "no"):
            pass
        assert message["t"] == "ok"
