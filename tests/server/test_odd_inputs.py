"""Bytes that are no text, zero bytes, names without end, nesting without end: refused with a code, on both stores."""

import asyncio
import json
import re
import threading

import httpx
import pytest
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from jeton.server.wire.protocol import FROM_CLIENT
from tests.server.harness import Wire, a_config, running

pytestmark = pytest.mark.once

PIECES = [
    "%00", "a%00b", "x" * 300, "x" * 3_000, "%ff%fe", "..%2f..", "%f0%9f%98%80", "%0a", "%7f", "%ed%a0%80", "[", "'",
]  # fmt: skip
TEXTS = ["\x00", "a\x00b", "x" * 300, "\U0001f600", "\u200d", "\u202e", "", "'; --", "\ufffe"]
BODIES = [
    b'{"name": "\xff\xfe"}', b"[" * 5_000, b'{"a":' * 3_000, b'{"name": "\\ud800"}', b"\xff", b"\x00", b'"\\u0000"',
    b'{"name": 1e999}', b"1" * 5_000, b'{"name": {"name": {"name": []}}}', b"null", b"[[[]]]", b"{}",
]  # fmt: skip
EXAMPLES = settings(max_examples=8, deadline=None, derandomize=True, database=None,
                    phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))  # fmt: skip
PLACE = re.compile(r"\{\w+\}")
PAGES = ("/assets/{name}", "/t/{id}", "/j/{id}", "/m/{id}", "/{name}", "/pictures/guardians/{name}")


@pytest.fixture(params=["sqlite", "postgresql"])
def server(request, tmp_path):
    """Yield a server in a thread of its own: its address, the token of somebody, and a table of theirs."""
    database = request.getfixturevalue("database") if request.param == "postgresql" else None
    ready, found = threading.Event(), {}
    loop = asyncio.new_event_loop()

    async def serve():
        found["stop"] = asyncio.Event()
        async with running(a_config(tmp_path, database=database)) as one, one.client() as ann:
            await ann.guest("Ann")
            found.update(url=one.url, token=ann.token, table=await ann.new_table("splendor", 2))
            ready.set()
            await found["stop"].wait()

    thread = threading.Thread(target=loop.run_until_complete, args=(serve(),))
    thread.start()
    assert ready.wait(60)
    yield found
    loop.call_soon_threadsafe(found["stop"].set)
    thread.join(30)
    loop.close()


def is_fine(answer):
    assert answer.status_code < 500, (answer.request.method, str(answer.request.url)[:200], answer.text)
    if answer.status_code >= 400 and answer.headers.get("content-type", "").startswith("application/json"):
        assert answer.json()["code"]


def odd():
    return st.sampled_from(TEXTS) | st.text(max_size=12)


def values(schema, document):
    """Something of about the right shape, with odd texts in it."""
    if "$ref" in schema:
        return values(document["components"]["schemas"][schema["$ref"].rpartition("/")[2]], document)
    for key in ("oneOf", "anyOf"):
        if key in schema:
            return st.one_of(*(values(one, document) for one in schema[key]))
    kind = schema.get("type")
    if kind == "object":
        fields = {name: values(one, document) for name, one in schema.get("properties", {}).items()}
        return st.fixed_dictionaries(fields) if fields else st.dictionaries(st.sampled_from(TEXTS), odd(), max_size=2)
    if kind == "array":
        return st.lists(values(schema.get("items", {}), document), max_size=2)
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    known = {"integer": st.integers(0, 3), "number": st.floats(0, 9), "boolean": st.booleans(), "null": st.none()}
    return known.get(kind, odd()) if isinstance(kind, str) else odd()


@pytest.mark.long
def test_every_route_takes_odd_addresses_and_bodies(server):
    document = httpx.get(f"{server['url']}/api/openapi.json").json()
    routes = [(method.upper(), path) for path, methods in document["paths"].items() for method in methods]
    assert len(routes) >= 35
    with httpx.Client(base_url=server["url"], timeout=30) as client:
        headers = {}

        def ask(method, address, **more):
            """Ask as a guest, and as a new guest if the server has forgotten the first after an earlier request."""
            for _ in range(2):
                client.cookies.clear()
                if not headers:
                    token = client.post("/api/guest", json={"name": "Eve"}).json()["token"]
                    headers.update(authorization=f"Bearer {token}")
                    client.cookies.clear()
                told = {**headers, "content-type": "application/json"}
                answer = client.request(method, address, headers=told, **more)
                is_fine(answer)
                if answer.status_code != 401:
                    return
                headers.clear()

        for method, path in [*routes, *(("GET", path) for path in PAGES)]:
            writes = method not in ("GET", "DELETE")
            for piece in PIECES:
                ask(method, f"{PLACE.sub(piece, path)}?since={piece}", content=b"{}" if writes else b"")
            if not writes:
                continue
            address = PLACE.sub(server["table"], path)
            for content in BODIES:
                ask(method, address, content=content)
            body = document["paths"][path][method.lower()].get("requestBody", {})
            wanted = body.get("content", {}).get("application/json", {}).get("schema")
            if wanted is not None:
                each_of(values(wanted, document), lambda found, one=(method, address): ask(*one, json=found))


def each_of(strategy, check):
    """Try some of them, the same on every run."""

    @EXAMPLES
    @given(strategy)
    def run(found):
        check(found)

    run()


def test_what_was_reported_is_a_400_with_a_code(server):
    asked = {
        "zero byte in a file": ("GET", "/assets/%00", None),
        "three hundred letters": ("GET", f"/assets/{'x' * 300}", None),
        "zero byte in an id": ("GET", "/api/tables/a%00b", None),
        "zero byte in a passkey": ("DELETE", "/api/account/passkeys/a%00b", None),
        "deep": ("POST", f"/api/tables/{server['table']}/seats", b'{"seat":' * 5_000),
        "raw bytes": ("POST", "/api/guest", b'{"name": "\xff\xfe"}'),
    }
    headers = {"authorization": f"Bearer {server['token']}", "content-type": "application/json"}
    with httpx.Client(base_url=server["url"], headers=headers, timeout=30) as client:
        found = {name: client.request(method, path, content=body) for name, (method, path, body) in asked.items()}

    assert {name: one.status_code for name, one in found.items()} == dict.fromkeys(asked, 400)
    assert {one.json()["code"] for one in found.values()} == {"bad_message"}


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_every_command_of_the_socket_takes_odd_values(tmp_path, kind, request):
    """Each field of each message with what does not belong there; the socket of somebody else goes on."""
    where = request.getfixturevalue("database") if kind == "postgresql" else None
    async with running(a_config(tmp_path, database=where)) as one, one.client() as ann:
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2, bots=["random"], start=True, options={"first": "seat"})
        async with Wire(one.url, table, token=ann.token) as good:
            await good.hello()
            for message in FROM_CLIENT:
                await poke(one, ann, table, message)
            await good.say("ping", id=77)
            await good.until("pong", id=77)


async def poke(server, client, table, message):
    """Send one kind of message with each field wrong in turn; nothing goes wrong inside."""
    name, fields = message.__struct_config__.tag, message.__struct_encode_fields__
    plain = {"t": name, "id": 1, "protocol": 1, "client": "x", "seen": 0, "move": "take wbg", "seat": 0, "yes": True,
             "what": "undo", "preset": "hello", "on": True, "text": "hi"}  # fmt: skip
    base = {key: value for key, value in plain.items() if key == "t" or key in fields}
    frames = [
        json.dumps({**base, field: value}) for field in fields for value in (*TEXTS, 2**70, -1, [], {}, None, 1.5)
    ]
    deep = '{"t": "' + name + '", "x": ' + "[" * 2_000
    for some in range(0, len(frames), 8):
        async with Wire(server.url, table, token=client.token) as wire:
            if name != "hello":
                await wire.hello()
            for frame in (*frames[some : some + 8], deep, b"\xff\xfe"):
                await wire.raw(frame)
            await wire.say("ping", id=99)
            if name != "hello":
                await asyncio.wait([wire._task], timeout=0.05)
            assert '"internal"' not in "".join(map(str, wire.frames))
