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

from jeton.server.metrics import METRICS
from tests.server.harness import a_config, free_port, running
from tests.server.lives import until
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

SECOND = {
    "nginx.conf": [(r"server 127.0.0.1:8000;", r"\g<0> server 127.0.0.1:{port};")],
    "haproxy.cfg": [
        (r"server a 127.0.0.1:8000", r"\g<0>\n    server b 127.0.0.1:{port}"),
        (r"inter 1s fall 2", "inter 30s fall 99"),
    ],
    "Caddyfile": [(r"reverse_proxy 127.0.0.1:8000", r"\g<0> 127.0.0.1:{port}")],
}
"""How each names one more server; a server that is slow because the machine is busy is not taken for dead."""


class Proxy:
    """One that runs, and how it is reached."""

    def __init__(self, folder, backend, prefix="", second=None):
        self.folder, self.backend, self.prefix, self.second = folder, backend, prefix, second
        self.port, self.plain = free_port(), free_port()
        self.cert, self.key = certificate(folder, NAME)
        self.url, self.host = f"https://127.0.0.1:{self.port}", f"{NAME}:{self.port}"

    def shipped(self, name, *changes):
        """Return a file of deploy/ with other ports and names: each of the changes must apply."""
        text = (DEPLOY / name).read_text()
        below = PREFIXED[name] if self.prefix else ()
        more = [(old, new.format(port=self.second)) for old, new in SECOND[name]] if self.second else ()
        for old, new in (*changes, *below, *more, ("127.0.0.1:8000", f"127.0.0.1:{self.backend}")):
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
    proxy = Proxy(folder, backend, prefix)
    with running_proxy(kind, proxy):
        yield proxy


@contextlib.contextmanager
def running_proxy(kind, proxy):
    if shutil.which(kind, path=PATHS) is None:
        pytest.skip(f"{kind} is not installed: sh scripts/proxies.sh")
    folder = proxy.folder
    log = (folder / "log").open("w+")
    command = getattr(proxy, kind)()
    environment = {**os.environ, "PATH": PATHS, "HOME": str(folder), "XDG_DATA_HOME": str(folder)}
    process = subprocess.Popen(command, stdout=log, stderr=log, env=environment)
    try:
        for port in (proxy.port, proxy.plain):
            until_open(process, port, folder / "log")
        yield
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
    """Wait until a balancer has seen that its server is well."""
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


async def test_all_of_a_table_meets_at_one_of_two_nodes(tmp_path, database):
    """Requests and sockets alike: no node passes anybody on, and none has a copy of what lives at the other."""
    ports, proxies = (free_port(), free_port()), {}
    for kind in ("nginx", "haproxy", "caddy"):
        folder = tmp_path / kind
        folder.mkdir()
        proxies[kind] = Proxy(folder, ports[0], second=ports[1])
    origins = tuple(f"https://{proxy.host}" for proxy in proxies.values())
    configs = [a_config(tmp_path, database=database, origins=origins, proxies=("127.0.0.1",),
                        node=f"127.0.0.1:{port}") for port in ports]  # fmt: skip
    async with running(configs[0], port=ports[0]) as one, running(configs[1], port=ports[1]) as two:
        await until(lambda: len(one.hub.nodes) == len(two.hub.nodes) == 2, 60)
        passed_on = METRICS.forwarded._value.get()
        async with one.client() as ann:
            await ann.guest("Ann")
            for kind, proxy in proxies.items():
                homes = []
                with running_proxy(kind, proxy):  # both nodes answer by now: none comes back in the middle of a game
                    while len(homes) < 4 or len(set(homes)) < 2:  # each node has some
                        table = await ann.new_table("splendor", 2, bots=["random"], start=True,
                                                    options={"first": "seat"})  # fmt: skip
                        homes.append(await comes_to_one_node(proxy, table, ann.token, one, two))
                        assert len(homes) < 60, "all go to one node"
        assert METRICS.forwarded._value.get() == passed_on


async def comes_to_one_node(proxy, table, token, one, two):
    """Ask for a table, look at it and play there through a balancer; return whether that was the first node."""
    trusted = ssl.create_default_context(cafile=str(proxy.cert))
    cookie = f"__Host-jeton={token}"
    named = {"host": proxy.host, "origin": f"https://{proxy.host}", "cookie": cookie}
    async with httpx.AsyncClient(verify=trusted, timeout=60, headers=named) as http:

        async def ask(method, path):
            return await http.request(method, f"{proxy.url}{path}", extensions={"sni_hostname": NAME})

        await until_ready(ask)
        await play_a_move(proxy, trusted, table, cookie)
        await until(lambda: (table in one.hub.rooms) != (table in two.hub.rooms), 60)  # the other has let go of it
        at_first = table in one.hub.rooms
        for path in ("", "/view", "/match"):
            await ask("GET", f"/api/tables/{table}{path}")
        assert (table in one.hub.rooms, table in two.hub.rooms) == (at_first, not at_first), proxy.folder.name
    return at_first


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
