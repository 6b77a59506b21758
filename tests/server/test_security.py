"""The door: origins, cookies, hosts, headers, tokens, links and names."""

import httpx
import msgspec
import pytest
from sqlalchemy import select
from websockets.exceptions import InvalidStatus

from jeton.client import Refused
from jeton.server.config import Limits
from jeton.server.people.people import hash_token
from jeton.server.people.plain_text import clean
from jeton.server.wire.gate import Gate
from jeton.store import schema as tables
from tests.server.harness import GENEROUS, Wire, a_config, running

pytestmark = pytest.mark.once


async def a_guest(server, name="Ann", **headers):
    async with httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.post("/api/guest", json={"name": name}, headers=headers)
        return answer


async def test_a_guest_gets_a_cookie_that_scripts_and_other_sites_do_not_get(tmp_path):
    async with running(a_config(tmp_path)) as server:
        answer = await a_guest(server)
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("jeton-lan=")
        for part in ("HttpOnly", "SameSite=lax", "Path=/"):
            assert part.lower() in cookie.lower()
        token = answer.json()["token"]
        async with httpx.AsyncClient(base_url=server.url, cookies={"jeton-lan": token}) as http:
            assert (await http.get("/api/me")).json()["name"] == "Ann"
        rows = await server.services.store.fetch(select(tables.tokens))
        assert token not in str(rows)
        assert hash_token(token) in str(rows)


async def test_behind_tls_the_cookie_is_bound_to_the_host(tmp_path):
    config = a_config(tmp_path, proxies=("127.0.0.1",), origins=("https://games.example",))
    async with running(config) as server:
        answer = await a_guest(server, **{"x-forwarded-proto": "https", "host": "games.example"})
        cookie = answer.headers["set-cookie"]
        assert cookie.startswith("__Host-jeton=")
        assert "Secure" in cookie
        assert "strict-transport-security" in answer.headers


async def test_every_answer_has_the_headers_that_keep_a_browser_safe(tmp_path):
    async with running(a_config(tmp_path)) as server, httpx.AsyncClient(base_url=server.url) as http:
        for path in ("/", "/t/abc", "/api/titles", "/api/nothing", "/nothing.js", "/health"):
            headers = (await http.get(path)).headers
            policy = headers["content-security-policy"]
            assert "default-src 'none'" in policy
            assert policy.replace("script-src 'self' 'wasm-unsafe-eval';", "").count("unsafe") == 0
            assert "frame-ancestors 'none'" in policy
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["referrer-policy"] == "no-referrer"
        assert (await http.get("/../../etc/passwd")).status_code in (200, 404)
        assert "root:" not in (await http.get("/..%2f..%2f..%2f..%2fetc%2fpasswd")).text


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({"sec-fetch-site": "same-site"}, 403),
        ({}, 403),
        ({"origin": "SELF"}, 201),
        ({"sec-fetch-site": "same-origin"}, 201),
        ({"origin": "SELF", "content-type": "text/plain"}, 415),
        ({"origin": "SELF", "content-type": "application/x-www-form-urlencoded"}, 415),
        ({"origin": "SELF", "host": "evil.example"}, 400),
    ],
)
async def test_other_sites_can_not_act_for_a_player(tmp_path, headers, status):
    async with running(a_config(tmp_path)) as server:
        token = (await a_guest(server)).json()["token"]
        headers = {key: server.url if value == "SELF" else value for key, value in headers.items()}
        async with httpx.AsyncClient(base_url=server.url, cookies={"jeton-lan": token}) as http:
            body = msgspec.json.encode({"title": "splendor"})
            sent = {"content-type": "application/json", **headers}
            assert (await http.post("/api/tables", content=body, headers=sent)).status_code == status


@pytest.mark.parametrize("origin", ["https://evil.example", "null", "http://127.0.0.1:1", None, "SELF"])
async def test_other_sites_can_not_open_a_players_socket(tmp_path, origin):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2)
        headers = {"Cookie": f"jeton-lan={ann.token}"}
        if origin:
            headers["Origin"] = server.url if origin == "SELF" else origin
        wire = Wire(server.url, table, **headers)
        if origin == "SELF":
            async with wire:
                assert (await wire.hello())["seat"] == 0
        else:
            with pytest.raises(InvalidStatus):
                await wire.__aenter__()


async def test_tokens_that_are_wrong_old_or_someone_elses_open_nothing(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as eve:
        await ann.guest("Ann")
        await eve.guest("Eve")
        table = await ann.new_table("splendor", 2, bots=["random"], options={"first": "seat"}, start=True)
        for token in ("x" * 43, ann.token[:-1], ann.token + "a", "", "a" * 5000, hash_token(ann.token)):
            async with server.client(token) as other:
                with pytest.raises(Refused):
                    await other.call("GET", "/api/me")
        with pytest.raises(Refused, match="not_seated"):
            await eve.move(table, "take wbg")
        with pytest.raises(Refused, match="not_seated"):
            await eve.call("GET", f"/api/tables/{table}/view?seat=0")
        async with Wire(server.url, table, token=eve.token) as wire:
            assert (await wire.hello(seat=0))["seat"] is None
        await ann.call("POST", "/api/logout")
        with pytest.raises(Refused, match="sign_in"):
            await ann.call("GET", "/api/me")


async def test_a_transfer_link_does_not_replace_a_guest_unasked(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        await ann.guest("Ann")
        await ben.guest("Ben")
        link = (await ann.call("POST", "/api/me/transfer"))["token"]
        with pytest.raises(Refused) as refused:
            await ben.call("POST", "/api/transfer", {"token": link})
        assert (refused.value.code, refused.value.values) == ("guest_here", {"name": "Ben"})
        assert (await ben.call("GET", "/api/me"))["name"] == "Ben"
        assert (await ben.call("POST", "/api/transfer", {"token": link, "replace": True}))["name"] == "Ann"


async def test_a_transfer_link_works_once(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as phone:
        await ann.guest("Ann")
        link = (await ann.call("POST", "/api/me/transfer"))["token"]
        async with server.client(link) as other:
            with pytest.raises(Refused, match="sign_in"):
                await other.call("GET", "/api/me")
        found = await phone.call("POST", "/api/transfer", {"token": link})
        phone.token = found["token"]
        assert (await phone.call("GET", "/api/me"))["id"] == (await ann.call("GET", "/api/me"))["id"]
        with pytest.raises(Refused, match="denied"):
            await phone.call("POST", "/api/transfer", {"token": link})


async def test_signing_out_everywhere_ends_sockets_and_links_too(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as phone:
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2, bots=["random"], start=True)
        link = (await ann.call("POST", "/api/me/transfer"))["token"]
        async with Wire(server.url, table, token=ann.token) as wire:
            await wire.hello()
            await ann.call("POST", "/api/logout?everywhere=true")
            assert await wire.closed() == 1012
        with pytest.raises(Refused, match="denied"):
            await phone.call("POST", "/api/transfer", {"token": link})


async def test_a_session_that_ended_at_another_node_ends_its_sockets_here(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2, bots=["random"], start=True)
        async with Wire(server.url, table, token=ann.token) as wire:
            await wire.hello()
            server.hub._told(f"other out {server.hub.rooms[table].core.table.host}")

            assert await wire.closed() == 1012


async def test_a_bot_has_a_token_of_its_own_that_can_be_taken_away(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as bot:
        await ann.guest("Ann")
        made = await ann.call("POST", "/api/me/bots", {"name": "Robo"})
        bot.token = made["token"]
        table = await ann.new_table("splendor", 2)
        await bot.sit(table)
        assert [seat["name"] for seat in (await ann.call("GET", f"/api/tables/{table}"))["seats"]] == ["Ann", "Robo"]
        with pytest.raises(Refused, match="denied"):
            await bot.call("POST", "/api/me/bots", {"name": "Robo II"})
        renewed = await ann.call("POST", f"/api/me/bots/{made['id']}/token")
        with pytest.raises(Refused, match="sign_in"):
            await bot.call("GET", "/api/me")
        bot.token = renewed["token"]
        assert (await bot.call("GET", "/api/me"))["id"] == made["id"]
        with pytest.raises(Refused, match="denied"):
            await bot.call("POST", f"/api/me/bots/{made['id']}/token")  # only its owner may
        async with Wire(server.url, table, token=bot.token) as wire:
            assert (await wire.hello())["seat"] == 1
            await ann.call("DELETE", f"/api/me/bots/{made['id']}")
            await wire.until("bye")
        with pytest.raises(Refused, match="sign_in"):
            await bot.call("GET", "/api/me")
        assert await ann.call("GET", "/api/me/bots") == []
        for number in range(20):
            await ann.call("POST", "/api/me/bots", {"name": f"Robo {number}"})
        with pytest.raises(Refused, match="denied"):
            await ann.call("POST", "/api/me/bots", {"name": "one too many"})


async def test_tables_guests_and_requests_of_one_address_are_limited(tmp_path):
    limits = Limits(tables_per_hour=2, guests_per_hour=3, requests_per_minute=40)
    async with running(a_config(tmp_path, limits=limits)) as server, server.client() as ann:
        await ann.guest("Ann")
        for _ in range(2):
            await ann.new_table("splendor", 2)
        with pytest.raises(Refused, match="too_many"):
            await ann.new_table("splendor", 2)
        statuses = [(await a_guest(server)).status_code for _ in range(5)]
        assert statuses.count(429) >= 2
        assert 429 in [(await a_guest(server)).status_code for _ in range(60)]


@pytest.mark.parametrize("name", ["", " ", "\u200b", "\u202e\u202d", "x" * 65, "\x00", "\u3164"])
async def test_names_that_can_not_be_seen_are_refused(tmp_path, name):
    async with running(a_config(tmp_path, limits=GENEROUS)) as server:
        assert (await a_guest(server, name)).status_code == 400


def test_names_and_chat_are_plain_text():
    assert clean("\u202eevil\u202c", 32) == "evil"
    assert clean("a\u0300\u0301\u0302\u0303\u0304", 32) == "\u00e0\u0301\u0302"
    assert clean("x" * 1_000_000, 32) == "x" * 32
    assert clean("👩\u200d🚀 Zoé", 32) == "👩\u200d🚀 Zoé"
    assert clean("❤\ufe0f\u200d🔥 👍🏽", 32) == "❤\ufe0f\u200d🔥 👍🏽"
    for hidden in ("A\u200dnn", "Ann\u200d", "A\ufe0fnn", "\u200dAnn", "A\u200d\u200dnn", "A\ufe0f\u200dnn"):
        assert clean(hidden, 32) == "Ann"
    assert clean("🚀\u200dAnn", 32) == "🚀Ann"
    assert (
        clean("<script>alert(1)</script>", 32) == "<script>alert(1)</script>"
    )  # text: the page never reads it as HTML


@pytest.mark.parametrize(
    ("host", "ours"),
    [("localhost:8000", True), ("127.0.0.1", True), ("[::1]:80", True), ("192.0.2.7:8000", True),
     ("games.example", True), ("games.example:443", True), ("evil.example", False), ("", False),
     ("localhost.evil.example", False), ("127.0.0.1.evil.example", False)],
)  # fmt: skip
def test_only_our_own_hosts_are_served(tmp_path, host, ours):
    gate = Gate(a_config(tmp_path, origins=("https://games.example",)), None, None)

    assert gate.is_our_host(host) is ours
