"""Turn notices: a real push endpoint on this machine opens each notice, and only due ones come."""

import asyncio
import base64
import contextlib
import datetime
import json
import socket
import ssl

import httpx
import msgspec
import pytest
import uvicorn
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.utils import encode_dss_signature
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from sqlalchemy import select

from jeton.client import Refused
from jeton.server.people.endpoints import BadEndpoint, BadKeys, check_endpoint, is_public
from jeton.server.people.notices import Notices
from jeton.server.people.webpush import Vapid, seal
from jeton.store import schema as tables
from tests.server.harness import COMES, Wire, a_config, free_port, running

pytestmark = pytest.mark.once


def base64url(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def unbase64url(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class Device:
    """A browser's side of a subscription: its keys, and how it opens a message (RFC 8291, section 3.4)."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = b"0123456789abcdef"
        form = (serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint)
        self.public = self.key.public_key().public_bytes(*form)

    def keys(self):
        return {"p256dh": base64url(self.public), "auth": base64url(self.secret)}

    def open(self, body):
        salt, size, sender = body[:16], int.from_bytes(body[16:20], "big"), body[21 : 21 + body[20]]
        assert len(body) - 21 - len(sender) <= size
        theirs = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.key.exchange(ec.ECDH(), theirs)
        derive = lambda key, salt, info, n: HKDF(hashes.SHA256(), n, salt, info).derive(key)  # noqa: E731
        mixed = derive(shared, self.secret, b"WebPush: info\x00" + self.public + sender, 32)
        key = derive(mixed, salt, b"Content-Encoding: aes128gcm\x00", 16)
        nonce = derive(mixed, salt, b"Content-Encoding: nonce\x00", 12)
        plain = AESGCM(key).decrypt(nonce, body[21 + len(sender) :], None).rstrip(b"\x00")
        assert plain[-1:] == b"\x02"
        return json.loads(plain[:-1])


async def until(ready, seconds=COMES):
    async with asyncio.timeout(seconds):
        while not ready():  # noqa: ASYNC110 - it is somebody else's word
            await asyncio.sleep(0.01)


class PushService:
    """What a browser's maker runs: takes messages, and checks who sends them."""

    def __init__(self, status=201):
        self.status, self.got = status, []
        self.port = free_port()

    async def __call__(self, scope, receive, send):
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        headers = {key.decode(): value.decode() for key, value in scope["headers"]}
        self.got.append((scope["path"], headers, body))
        await send({"type": "http.response.start", "status": self.status, "headers": [(b"location", b"http://[::1]/")]})
        await send({"type": "http.response.body", "body": b"x" * 100_000})

    @contextlib.asynccontextmanager
    async def serving(self, **more):
        config = uvicorn.Config(self, host="127.0.0.1", port=self.port, log_config=None, lifespan="off", **more)
        server = uvicorn.Server(config)
        server.install_signal_handlers = lambda: None
        task = asyncio.create_task(server._serve())
        await until(lambda: server.started)
        try:
            yield self
        finally:
            server.should_exit = True
            await task

    async def wait(self, count, seconds=20.0):
        await until(lambda: len(self.got) >= count, seconds)


def config_of(tmp_path, **more):
    return a_config(tmp_path, notices_anywhere=True, notice_seconds=0.05, contact="mailto:host@games.example", **more)


async def a_device(client, service, path="/device", scheme="http", host="127.0.0.1"):
    device = Device()
    body = {"endpoint": f"{scheme}://{host}:{service.port}{path}", "keys": device.keys()}
    await client.call("POST", "/api/me/notices", body)
    return device


async def a_game(ann, ben, **more):
    table = await ann.new_table("splendor", 2, options={"first": "seat"}, **more)
    await ben.sit(table)
    await ann.start(table)
    return table


async def test_who_is_away_is_told_in_their_language_and_nobody_else(tmp_path):
    service = PushService()
    async with (
        running(config_of(tmp_path)) as server,
        service.serving(),
        server.client() as ann,
        server.client() as ben,
    ):
        await ann.guest("Ann")
        await ben.guest("Ben", "nl")
        phone = await a_device(ben, service, "/bens-phone")
        laptop = await a_device(ann, service, "/anns-laptop")
        table = await a_game(ann, ben, name="Sunday evening")
        await service.wait(1)  # Ann begins, and has not come yet
        path, headers, body = service.got[0]
        assert path == "/anns-laptop"
        assert laptop.open(body)["title"] == "Sunday evening"
        assert headers["content-encoding"] == "aes128gcm"
        assert int(headers["ttl"]) > 0

        async with Wire(server.url, table, token=ann.token) as wire:
            await wire.hello()
            await ann.move(table, "take wbg")
            await service.wait(2)
        path, headers, body = service.got[1]
        assert path == "/bens-phone"
        said = phone.open(body)
        assert said == {"title": "Sunday evening", "body": "Jij bent aan zet in Splendor.", "url": f"/t/{table}",
                        "tag": table}  # fmt: skip
        check_vapid(headers["authorization"], f"http://127.0.0.1:{service.port}", server, ben)
        info = await ben.call("GET", "/api/me/notices")
        assert headers["authorization"].endswith(f"k={info['key']}")
        assert info["devices"] == 1
        sizes = {len(body) for _, _, body in service.got}
        assert len(sizes) == 1  # the size says nothing either


async def test_who_is_away_is_told_that_a_bot_plays_for_them(tmp_path):
    service = PushService()
    config = msgspec.structs.replace(config_of(tmp_path), gone_seconds=0.0)
    async with (
        running(config) as server,
        service.serving(),
        server.client() as ann,
        server.client() as ben,
    ):
        await ann.guest("Ann")
        await ben.guest("Ben", "fr")
        phone = await a_device(ben, service, "/bens-phone")
        table = await a_game(ann, ben)
        async with Wire(server.url, table, token=ann.token) as wire:
            await wire.hello()
            await wire.say("handover", id=1, seat=1)
            await wire.until("ok", id=1)
            await service.wait(1)

    assert phone.open(service.got[0][2])["body"] == "Un robot joue pour toi dans Splendor jusqu’à ton retour."


def check_vapid(header, audience, server, ben):
    token, key = (part.split("=", 1)[1] for part in header.removeprefix("vapid ").split(", "))
    head, claims, signature = token.split(".")
    assert json.loads(unbase64url(head)) == {"typ": "JWT", "alg": "ES256"}
    said = json.loads(unbase64url(claims))
    assert (said["aud"], said["sub"]) == (audience, "mailto:host@games.example")
    raw = unbase64url(signature)
    public = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), unbase64url(key))
    pair = encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    public.verify(pair, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))  # raises where it is wrong


async def test_who_looks_gets_no_notice_nor_who_comes_back_in_time(tmp_path, monkeypatch):
    service, held = PushService(), []
    put = Notices._put
    monkeypatch.setattr(Notices, "_put", lambda notices, due: held.append((notices, due)))
    config = msgspec.structs.replace(config_of(tmp_path), notice_seconds=0.0)
    async with running(config) as server, service.serving(), server.client() as ann, server.client() as ben:
        await ann.guest("Ann")
        await ben.guest("Ben")
        await a_device(ben, service)
        table = await a_game(ann, ben)
        async with Wire(server.url, table, token=ben.token) as wire:
            await wire.hello()
            await wire.until("view")
            await ann.move(table, "take wbg")
            await ben.move(table, "take wbg")
        me = (await ben.call("GET", "/api/me"))["id"]
        assert me not in {due.user for _, due in held}
        live = await server.hub.room(table)
        await until(lambda: not live.here())
        await ann.move(table, "take wbg")  # Ben is away, but comes back before he is told
        await until(lambda: me in {due.user for _, due in held})
        async with Wire(server.url, table, token=ben.token) as wire:
            await wire.hello()
            await wire.until("view")
            for one in held:
                put(*one)
            await asyncio.sleep(0.5)
        assert service.got == []


async def test_of_two_nodes_one_tells_and_both_know_who_looks(tmp_path, database):
    service = PushService()
    config = msgspec.structs.replace(config_of(tmp_path, database=database), notice_seconds=0.3)
    nodes = running(config), running(config)
    async with nodes[0] as one, nodes[1] as two, service.serving(), one.client() as ann, two.client() as ben:
        await ann.guest("Ann")
        await ben.guest("Ben")
        phone = await a_device(ben, service)
        await until(lambda: len(one.hub.nodes) == len(two.hub.nodes) == 2)
        table = await a_game(ann, ben)
        async with Wire(two.url, table, token=ben.token) as wire:  # Ben looks, by the other node
            await wire.hello()
            await until(lambda: one.hub.elsewhere(table))
            await ann.move(table, "take wbg")
            await wire.until("view", n=1)
            await asyncio.sleep(0.6)
            assert service.got == []
            await ben.move(table, "take wbg")
        await until(lambda: not one.hub.elsewhere(table))
        await ann.move(table, "take wbg")
        await service.wait(1)
        await asyncio.sleep(0.6)
        assert [phone.open(body)["tag"] for _, _, body in service.got] == [table]  # once, not by each


async def test_a_device_that_is_gone_is_forgotten_and_one_that_wants_no_more_too(tmp_path):
    service = PushService(status=410)
    async with (
        running(config_of(tmp_path)) as server,
        service.serving(),
        server.client() as ann,
        server.client() as ben,
    ):
        await ann.guest("Ann")
        await ben.guest("Ben")
        await a_device(ben, service)
        await a_device(ann, service, "/ann")
        address = f"http://127.0.0.1:{service.port}/ann"
        left = await ann.call("POST", "/api/me/notices/remove", {"endpoint": address})
        assert left["devices"] == 0
        table = await a_game(ann, ben)
        await ann.move(table, "take wbg")
        await service.wait(1)
        async with asyncio.timeout(COMES):
            while await server.services.store.fetch(select(tables.subscriptions)):  # noqa: ASYNC110
                await asyncio.sleep(0.02)
        assert [path for path, _, _ in service.got] == ["/device"]


async def test_a_push_service_that_hangs_or_fails_holds_up_no_move(tmp_path):
    """Redirects are not followed, a closed port and a silent one are left behind, the room goes on at once."""
    service = PushService(status=307)
    async with (
        running(config_of(tmp_path)) as server,
        service.serving(),
        server.client() as ann,
        server.client() as ben,
    ):
        silent = socket.create_server(("127.0.0.1", 0))
        await ann.guest("Ann")
        await ben.guest("Ben")
        for port in (service.port, free_port(), silent.getsockname()[1]):
            keys = Device().keys()
            await ben.call("POST", "/api/me/notices", {"endpoint": f"http://127.0.0.1:{port}/x", "keys": keys})
        table = await a_game(ann, ben)
        async with asyncio.timeout(20):
            for _ in range(3):
                await ann.move(table, (await ann.call("GET", f"/api/tables/{table}/view"))["view"]["moves"][0])
                await ben.move(table, (await ben.call("GET", f"/api/tables/{table}/view"))["view"]["moves"][0])
            await ann.move(table, (await ann.call("GET", f"/api/tables/{table}/view"))["view"]["moves"][0])
        await service.wait(1)  # Ben's turn: all three are called
        silent.close()


async def test_over_tls_the_certificate_must_be_the_hosts(tmp_path, monkeypatch):
    paths = certificate(tmp_path, "localhost")
    monkeypatch.setenv("SSL_CERT_FILE", str(paths[0]))
    service = PushService()
    tls = {"ssl_certfile": str(paths[0]), "ssl_keyfile": str(paths[1])}
    async with running(config_of(tmp_path)) as server, server.client() as ann, server.client() as ben:
        async with service.serving(**tls):
            await ann.guest("Ann")
            await ben.guest("Ben")
            await a_device(ben, service, "/right", "https", "localhost")
            await a_device(ben, service, "/wrong", "https", "127.0.0.1")  # not the name in the certificate
            table = await a_game(ann, ben)
            await ann.move(table, "take wbg")
            await service.wait(1)
            await asyncio.sleep(0.2)
        assert [path for path, _, _ in service.got] == ["/right"]


def certificate(folder, host):
    """Return a certificate that signs itself."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, host)])
    now = datetime.datetime.now(datetime.UTC)
    made = (
        x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
        .serial_number(1).not_valid_before(now - datetime.timedelta(days=1))
        .not_valid_after(now + datetime.timedelta(days=2))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName(host)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .sign(key, hashes.SHA256())
    )  # fmt: skip
    files = folder / "cert.pem", folder / "key.pem"
    files[0].write_bytes(made.public_bytes(serialization.Encoding.PEM))
    plain = serialization.NoEncryption()
    files[1].write_bytes(key.private_bytes(serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, plain))
    ssl.create_default_context(cafile=str(files[0]))
    return files


@pytest.mark.parametrize(
    "endpoint",
    ["http://push.example/x", "https://127.0.0.1/x", "https://[::1]/x", "https://10.0.0.7/x", "https://2130706433/x",
     "https://0x7f000001/x", "https://push.example:8443/x", "https://user:word@push.example/x", "ftp://push.example/",
     "https:///x", "javascript:alert(1)", "https://push.example/\n", "https://push.example:99999/", "x" * 3000],
)  # fmt: skip
def test_only_a_public_host_with_tls_can_be_a_push_service(endpoint):
    with pytest.raises(BadEndpoint):
        check_endpoint(endpoint)


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "10.1.2.3", "192.168.1.1", "172.16.0.1", "169.254.169.254", "100.64.0.1", "::", "::1", "fe80::1",
     "fc00::1", "::ffff:127.0.0.1", "2002:7f00:1::", "224.0.0.1", "255.255.255.255"],
)  # fmt: skip
def test_addresses_of_this_machine_and_its_networks_are_not_public(address):
    assert not is_public(address)


async def test_a_name_that_points_at_this_machine_is_not_called(tmp_path):
    """The server looks up the host's name when it sends the notice, and calls that very address."""
    service = PushService()
    async with running(a_config(tmp_path)) as server, service.serving():
        with pytest.raises(BadEndpoint, match="public"):
            await server.services.notices.services.post("https://localhost/x", Device().keys(), b"x", "table")
    assert service.got == []


async def test_what_is_no_subscription_is_refused(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        with pytest.raises(Refused, match="sign_in"):
            await ann.call("GET", "/api/me/notices")
        await ann.guest("Ann")
        good = {"endpoint": "https://push.example/x", "keys": Device().keys()}
        bad = [
            {**good, "endpoint": "http://push.example/x"},
            {**good, "endpoint": "https://localhost.localdomain:22/"},
            {**good, "keys": {**good["keys"], "p256dh": base64url(b"\x04" + bytes(64))}},
            {**good, "keys": {**good["keys"], "p256dh": "!!"}},
            {**good, "keys": {**good["keys"], "auth": "AAAA"}},
        ]
        for body in bad:
            with pytest.raises(Refused, match="bad_device"):
                await ann.call("POST", "/api/me/notices", body)
        for i in range(server.services.config.limits.subscriptions):
            await ann.call("POST", "/api/me/notices", {**good, "endpoint": f"https://push.example/{i}"})
        await ann.call("POST", "/api/me/notices", {**good, "endpoint": "https://push.example/0"})
        with pytest.raises(Refused, match="too_many"):
            await ann.call("POST", "/api/me/notices", {**good, "endpoint": "https://push.example/one-more"})


async def test_the_servers_key_stays_the_same_over_a_restart(tmp_path):
    keys = []
    for _ in range(2):
        async with running(a_config(tmp_path)) as server:
            keys.append((await server.services.notices.vapid()).public)
            async with httpx.AsyncClient(base_url=server.url) as http:
                for path in ("/metrics", "/api/openapi.json"):
                    assert "PRIVATE KEY" not in (await http.get(path)).text
    assert keys[0] == keys[1]


def test_the_example_of_the_standard_comes_out_byte_by_byte():
    """RFC 8291, appendix A."""
    point = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4"
    number = int.from_bytes(unbase64url("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw"), "big")
    sealed = seal(
        b"When I grow up, I want to be a watermelon", point, "BTBZMqHH6r4Tts7J_aSIgg",
        salt=unbase64url("DGv6ra1nlYgDCS1FRnbzlw"), sender=ec.derive_private_key(number, ec.SECP256R1()), padded=0,
    )  # fmt: skip

    assert base64url(sealed) == (
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu"
        "6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXLWyouBWLVWGNWQexSgSxsj_Qulcy4a-fN"
    )


def test_keys_that_are_none_are_refused():
    with pytest.raises(BadKeys):
        seal(b"x", base64url(b"\x04" + bytes(64)), base64url(bytes(16)))
    with pytest.raises(BadKeys):
        seal(b"x", Device().keys()["p256dh"], "AAAA")
    assert len(unbase64url(Vapid(Vapid.new()).public)) == 65


async def test_a_new_way_to_sign_in_is_told_on_every_device(tmp_path):
    service = PushService()
    async with running(config_of(tmp_path)) as server, service.serving(), server.client() as ann:
        await ann.guest("Ann", "fr")
        phone = await a_device(ann, service)
        made = await ann.call(
            "POST", "/api/account/password", {"login": "annabel", "password": "correct horse battery"}
        )
        ann.token = made["token"]
        await service.wait(1)
        told = phone.open(service.got[0][2])
        assert (told["title"], told["url"], told["tag"]) == ("Jeton", "/", "account")
        assert "nouveau mot de passe" in told["body"]
        await ann.call("POST", "/api/me/transfer")
        await service.wait(2)
        assert "un autre appareil" in phone.open(service.got[1][2])["body"]
