"""Accounts: a password or a passkey for a guest, who stays the same person, with the same games."""

import asyncio
import contextlib
import functools
import time

import httpx
import pytest
from argon2 import PasswordHasher
from sqlalchemy import insert, select, update

from jeton.client import Refused
from jeton.server.api.common import LATELY
from jeton.server.config import Limits
from jeton.server.people.devices import Devices
from jeton.server.people.passwords import Busy, Passwords, login_of
from jeton.store import schema as tables
from tests.server.harness import GENEROUS, Wire, a_config, running

pytestmark = pytest.mark.once


@pytest.fixture(autouse=True)
def cheap(request, monkeypatch):
    """Give Argon2 less work, except in tests that are about it."""
    if "as_long" not in request.node.name and "another_device" not in request.node.name:
        cheaper = functools.partial(PasswordHasher, time_cost=1, memory_cost=1024, parallelism=1)
        monkeypatch.setattr("jeton.server.people.passwords.PasswordHasher", cheaper)


GOOD, WRONG = "correct horse battery", "wrong password"


async def an_account(client, name="Ann", login="ann of hearts", password=GOOD):
    """Make an account with a password; the client keeps the fresh session."""
    await client.guest(name)
    made = await client.call("POST", "/api/account/password", {"login": login, "password": password})
    client.token = made["token"]
    return made


async def test_a_guest_makes_an_account_and_opens_it_on_another_device(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as phone:
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2)
        guest, old = await ann.call("GET", "/api/me"), ann.token
        made = await ann.call("POST", "/api/account/password", {"login": "Ann of Hearts", "password": GOOD})
        assert (made["id"], made["name"], made["login"]) == (guest["id"], "Ann", "ann of hearts")
        with pytest.raises(Refused, match="sign_in"):
            await ann.call("GET", "/api/me")  # the session was renewed
        assert made["token"] != old

        entered = await phone.call("POST", "/api/account/sign-in", {"login": "ANN  of hearts", "password": GOOD})
        phone.token = entered["me"]["token"]
        assert [row["id"] for row in await phone.call("GET", "/api/me/tables")] == [table]
        assert entered["games"] == 0
        rows = await server.services.store.fetch(select(tables.users))
        assert GOOD not in str(rows)
        assert "$argon2id$" in str(rows)


async def test_a_guests_games_come_along_when_the_guest_signs_in(tmp_path):
    """Seats of every state, the host's rights and bots; the guest is gone, and its session with it."""
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as guest:
        account = await an_account(ann)
        await guest.guest("Phone")
        first = {"options": {"first": "seat"}}
        playing = await guest.new_table("splendor", 2, bots=["random"], start=True, **first)
        hosted = await guest.new_table("splendor", 2, sit=False)
        together = await ann.new_table("splendor", 2)
        await guest.sit(together)
        await guest.call("POST", "/api/me/bots", {"name": "Robo"})
        before = guest.token

        entered = await guest.call("POST", "/api/account/sign-in", {"login": "ann of hearts", "password": GOOD})
        guest.token = entered["me"]["token"]
        assert entered["games"] == 2
        assert entered["me"]["id"] == account["id"]
        mine = {row["id"] for row in await ann.call("GET", "/api/me/tables")}
        assert mine == {playing, together}
        shown = await ann.call("GET", f"/api/tables/{playing}")
        assert (shown["mine"], shown["host"], shown["seats"][0]["name"]) == ([0], True, "Phone")
        assert (await ann.call("GET", f"/api/tables/{hosted}"))["host"]
        assert (await ann.call("GET", f"/api/tables/{together}"))["mine"] == [0, 1]
        assert [bot["name"] for bot in await ann.call("GET", "/api/me/bots")] == ["Robo"]
        await ann.move(playing, "take wbg")
        async with server.client(before) as old:
            with pytest.raises(Refused, match="sign_in"):
                await old.call("GET", "/api/me")
        assert len(await server.services.store.fetch(select(tables.users))) == 2  # the account and its bot

        await server.hub.rooms.pop(playing).stop()  # what the log says is the same
        assert (await ann.call("GET", f"/api/tables/{playing}"))["mine"] == [0]


async def test_an_account_that_was_open_is_left_alone_when_another_is_opened(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        await an_account(ann)
        await an_account(ben, "Ben", "benjamin")
        table = await ben.new_table("splendor", 2)
        entered = await ben.call("POST", "/api/account/sign-in", {"login": "ann of hearts", "password": GOOD})
        ben.token = entered["me"]["token"]
        assert entered["games"] == 0
        assert await ben.call("GET", "/api/me/tables") == []
        entered = await ben.call("POST", "/api/account/sign-in", {"login": "benjamin", "password": GOOD})
        ben.token = entered["me"]["token"]
        assert [row["id"] for row in await ben.call("GET", "/api/me/tables")] == [table]


async def test_what_is_wrong_is_not_told_and_takes_as_long(tmp_path):
    async with running(a_config(tmp_path, limits=GENEROUS)) as server, server.client() as ann, server.client() as eve:
        await an_account(ann)
        times = {}
        for login in ("ann of hearts", "nobody at all", "x"):
            spent = []
            for _ in range(2):
                began = time.process_time()
                with pytest.raises(Refused) as refused:
                    await eve.call("POST", "/api/account/sign-in", {"login": login, "password": WRONG})
                spent.append(time.process_time() - began)
                assert (refused.value.code, refused.value.values) == ("bad_sign_in", {})
            times[login] = min(spent)
        assert min(times.values()) > 0.4 * max(times.values()), times


async def test_guessing_is_limited_by_account_and_by_address(tmp_path):
    limits = Limits(guesses=3, sign_ins=8)
    async with running(a_config(tmp_path, limits=limits)) as server, server.client() as ann, server.client() as eve:
        await an_account(ann)

        async def guess(login, password=WRONG):
            with pytest.raises(Refused) as refused:
                await eve.call("POST", "/api/account/sign-in", {"login": login, "password": password})
            return refused.value.code

        assert [await guess("ann of hearts") for _ in range(3)] == ["bad_sign_in"] * 3
        assert await guess("ann of hearts", GOOD) == "too_many"  # even the right one, from here
        assert [await guess(f"other {i}") for i in range(4)].count("too_many") >= 1  # and then the address


async def test_the_right_password_uses_up_no_guess(tmp_path):
    limits = Limits(guesses=2, sign_ins=1000)
    async with running(a_config(tmp_path, limits=limits)) as server, server.client() as ann:
        await an_account(ann)
        for _ in range(4):
            entered = await ann.call("POST", "/api/account/sign-in", {"login": "ann of hearts", "password": GOOD})
            ann.token = entered["me"]["token"]


async def test_a_password_is_changed_only_with_the_old_one_and_ends_other_sessions(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as thief:
        await an_account(ann)
        entered = await thief.call("POST", "/api/account/sign-in", {"login": "ann of hearts", "password": GOOD})
        thief.token = entered["me"]["token"]
        table = await ann.new_table("splendor", 2)
        new = {"login": "annie", "password": "another good one"}
        for current in (None, WRONG):
            with pytest.raises(Refused, match="bad_sign_in"):
                await thief.call("POST", "/api/account/password", {**new, "current": current})
        async with Wire(server.url, table, token=thief.token) as wire:
            await wire.hello()
            ann.token = (await ann.call("POST", "/api/account/password", {**new, "current": GOOD}))["token"]
            await wire.until("bye")
        with pytest.raises(Refused, match="sign_in"):
            await thief.call("GET", "/api/me")
        assert (await ann.call("GET", "/api/account"))["login"] == "annie"
        with pytest.raises(Refused, match="last_way_in"):
            await ann.call("POST", "/api/account/password/remove", {"current": "another good one"})


async def test_names_and_passwords_that_will_not_do(tmp_path):
    wrong = [
        ("an", GOOD, "bad_login"),
        ("\u200b\u202e..", GOOD, "bad_login"),
        ("ann of hearts", "short", "weak_password"),
        ("ann of hearts", "Ann of Hearts", "weak_password"),
        ("benjamin", GOOD, "login_taken"),
        ("BENJAMIN", GOOD, "login_taken"),
    ]
    async with running(a_config(tmp_path)) as server, server.client() as ben, server.client() as ann:
        await an_account(ben, "Ben", "benjamin")
        await ann.guest("Ann")
        for login, password, code in wrong:
            with pytest.raises(Refused, match=code):
                await ann.call("POST", "/api/account/password", {"login": login, "password": password})
        shown = await ann.call("GET", "/api/account")
        assert shown == {"login": None, "password": False, "passkeys": [], "news": []}


async def test_two_who_want_the_same_name_at_once_do_not_both_get_it(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        await ann.guest("Ann")
        await ben.guest("Ben")
        body = {"login": "champion", "password": GOOD}
        answers = await asyncio.gather(
            *(one.call("POST", "/api/account/password", body) for one in (ann, ben)), return_exceptions=True
        )
        assert sorted(isinstance(one, Refused) and one.code == "login_taken" for one in answers) == [False, True]


async def test_bots_and_strangers_have_no_account(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as bot:
        with pytest.raises(Refused, match="sign_in"):
            await ann.call("GET", "/api/account")
        await ann.guest("Ann")
        bot.token = (await ann.call("POST", "/api/me/bots", {"name": "Robo"}))["token"]
        for path, body in (("password", {"login": "robo", "password": GOOD}), ("passkeys/begin", None), ("delete", {})):
            with pytest.raises(Refused, match="denied"):
                await bot.call("POST", f"/api/account/{path}", body)


async def test_passkeys_want_a_host_with_a_name(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        for path in ("passkeys/begin", "passkey/begin"):
            with pytest.raises(Refused, match="no_passkeys"):
                await ann.call("POST", f"/api/account/{path}")


async def test_answers_that_no_passkey_gave_are_refused(tmp_path):
    async with running(a_config(tmp_path)) as server:
        url = server.url.replace("127.0.0.1", "localhost")
        async with httpx.AsyncClient(base_url=url) as http:
            token = (await http.post("/api/guest", json={"name": "Ann"})).json()["token"]
            http.cookies.clear()
            http.headers["authorization"] = f"Bearer {token}"
            options = (await http.post("/api/account/passkey/begin")).json()
            assert options["rpId"] == "localhost"
            assert "allowCredentials" not in options or options["allowCredentials"] == []
            of_nobody = {"response": {"clientDataJSON": _client_data(options["challenge"])}, "id": "x"}
            empty = {"response": {"clientDataJSON": "e30"}}
            for credential in ({}, {"response": 1}, empty, {"id": "x" * 5000}, of_nobody):
                for path in ("passkey", "passkeys"):
                    answer = await http.post(f"/api/account/{path}", json={"credential": credential})
                    assert (answer.status_code, answer.json()["code"]) == (403, "bad_passkey")


def _client_data(challenge):
    import base64
    import json

    data = {"type": "webauthn.get", "challenge": challenge, "origin": "http://localhost"}
    return base64.urlsafe_b64encode(json.dumps(data).encode()).decode().rstrip("=")


async def test_who_leaves_takes_the_name_along(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        await an_account(ann, "Annabella")
        await ben.guest("Ben")
        alone = await ann.new_table("splendor", 2, bots=["random"], start=True)
        shared = await ann.new_table("splendor", 2, options={"first": "seat"})
        await ben.sit(shared)
        await ann.start(shared)
        waiting = await ben.new_table("splendor", 2)
        await ann.sit(waiting)
        risen = await ben.new_table("splendor", 2)
        await ann.sit(risen, 1)
        await ann.call("DELETE", f"/api/tables/{risen}/seats/1")
        with pytest.raises(Refused, match="bad_sign_in"):
            await ann.call("POST", "/api/account/delete", {"current": WRONG})
        await ann.call("POST", "/api/account/delete", {"current": GOOD})

        with pytest.raises(Refused, match="sign_in"):
            await ann.call("GET", "/api/me")
        with pytest.raises(Refused, match="no_such_table"):
            await ben.call("GET", f"/api/tables/{alone}")
        seats = (await ben.call("GET", f"/api/tables/{shared}"))["seats"]
        assert (seats[0]["name"], seats[0]["stand_in"] is not None) == ("", True)
        assert (await ben.call("GET", f"/api/tables/{waiting}"))["seats"][1]["kind"] == "empty"
        kept = [await server.services.store.fetch(select(table)) for table in tables.METADATA.tables.values()]
        assert "Annabella" not in str(kept)
        assert "ann of hearts" not in str(kept)


async def test_more_passwords_than_can_be_hashed_are_told_to_come_back():
    passwords = Passwords(at_once=1, waiting=2)
    await passwords.check(None, "warm")
    answers = await asyncio.gather(*(passwords.check(None, "x") for _ in range(6)), return_exceptions=True)

    assert sum(isinstance(one, Busy) for one in answers) == 3
    assert answers.count(False) == 3


def test_a_login_is_the_same_however_it_is_typed():
    assert login_of("Zoé") == login_of("zoe\u0301") == login_of(" ZOÉ\u200b ")


# New ways in ask for an old one


async def grow_old(server):
    """Pretend that everybody signed in a moment too long ago."""
    made = tables.tokens.c.made_at
    await server.services.store.execute(update(tables.tokens).values(made_at=made - LATELY - 1))


async def give_passkey(server, user):
    """A passkey of a person, made elsewhere."""
    row = {"id": "a2V5", "user": user, "public_key": b"k", "counter": 0, "name": "", "host": "localhost",
           "made_at": 1, "used_at": 1}  # fmt: skip
    await server.services.store.execute(insert(tables.credentials).values(**row))


@contextlib.asynccontextmanager
async def at_localhost(server, token):
    """Yield a client at a host with a name, where there are passkeys."""
    headers = {"authorization": f"Bearer {token}"}
    async with httpx.AsyncClient(base_url=server.url.replace("127.0.0.1", "localhost"), headers=headers) as http:
        yield http


async def code_of(http, method, path, body=None):
    answer = await http.request(method, path, json=body)
    return answer.json()["code"] if answer.status_code >= 400 else "ok"


async def test_a_session_alone_makes_no_new_way_in(tmp_path):
    """A stolen session adds no passkey, no link and no password, and takes no passkey away."""
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        await an_account(ann)
        ben_id = (await ben.guest("Ben"))["id"]
        await give_passkey(server, ben_id)
        wanted = [("POST", "/api/account/passkeys/begin", None), ("POST", "/api/me/transfer", None)]
        only_passkeys = [
            *wanted, ("POST", "/api/account/password", {"login": "benjamin", "password": GOOD}),
            ("DELETE", "/api/account/passkeys/a2V5", None), ("POST", "/api/account/delete", {}),
        ]  # fmt: skip
        for client in (ann, ben):
            async with at_localhost(server, client.token) as http:
                assert [await code_of(http, *ask) for ask in wanted] == ["ok", "ok"]
        await grow_old(server)
        for client, asks in ((ann, wanted), (ben, only_passkeys)):
            async with at_localhost(server, client.token) as http:
                assert [await code_of(http, *ask) for ask in asks] == ["sign_in_again"] * len(asks)

        async with at_localhost(server, ann.token) as http:
            entered = await http.post("/api/account/sign-in", json={"login": "ann of hearts", "password": GOOD})
            http.headers["authorization"] = f"Bearer {entered.json()['me']['token']}"
            assert [await code_of(http, *ask) for ask in wanted] == ["ok", "ok"]


async def test_a_guest_has_no_way_in_to_be_asked_for(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        await grow_old(server)
        await ann.call("POST", "/api/me/transfer")
        made = await ann.call("POST", "/api/account/password", {"login": "ann of hearts", "password": GOOD})
        ann.token = made["token"]
        await grow_old(server)
        changed = {"login": "annie", "password": "another good one", "current": GOOD}
        await ann.call("POST", "/api/account/password", changed)  # the old password is what is asked for


async def test_the_owner_is_told_of_every_new_way_in(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await an_account(ann)
        await ann.call("POST", "/api/me/transfer")
        news = (await ann.call("GET", "/api/account"))["news"]
        assert [one["kind"] for one in news] == ["link", "password"]
        assert abs(news[0]["at"] - time.time() * 1000) < 600_000


# Guessing


async def test_strangers_who_guess_do_not_lock_the_owner_out(tmp_path):
    """The owner's device is counted by itself; from elsewhere the right password waits, and a passkey does not."""
    limits = Limits(guesses=3, guesses_everywhere=4, sign_ins=6)
    async with running(a_config(tmp_path, limits=limits)) as server:
        url = server.url.replace("127.0.0.1", "localhost")
        right, wrong = ({"login": "ann of hearts", "password": one} for one in (GOOD, WRONG))
        headers = {"origin": url}
        async with (
            httpx.AsyncClient(base_url=url, headers=headers) as owner,
            httpx.AsyncClient(base_url=url, headers=headers) as eve,
        ):
            await owner.post("/api/guest", json={"name": "Ann"})
            assert (await owner.post("/api/account/password", json=right)).status_code == 201
            await owner.post("/api/logout")
            for _ in range(9):
                await eve.post("/api/account/sign-in", json=wrong)
            assert (await eve.post("/api/account/sign-in", json=right)).status_code == 429
            assert (await eve.post("/api/account/passkey/begin")).status_code == 200

            assert (await owner.post("/api/account/sign-in", json=right)).status_code == 201
            tries = [(await owner.post("/api/account/sign-in", json=wrong)).status_code for _ in range(4)]
            assert tries == [403, 403, 403, 429]  # a device that was stolen guesses no faster


async def test_a_session_that_guesses_the_password_is_counted_by_itself(tmp_path):
    limits = Limits(guesses=2, sign_ins=1000)
    async with running(a_config(tmp_path, limits=limits)) as server, server.client() as ann, server.client() as thief:
        await an_account(ann)
        entered = await thief.call("POST", "/api/account/sign-in", {"login": "ann of hearts", "password": GOOD})
        thief.token = entered["me"]["token"]
        for code in ("bad_sign_in", "bad_sign_in", "too_many"):
            with pytest.raises(Refused, match=code):
                await thief.call("POST", "/api/account/delete", {"current": WRONG})
        changed = {"login": "annie", "password": "another good one", "current": GOOD}
        await ann.call("POST", "/api/account/password", changed)


async def test_a_device_is_known_only_by_what_the_server_signed(tmp_path):
    async with running(a_config(tmp_path)) as server:
        devices = Devices(server.services.store)
        ann = await devices.remember(None, "ann")
        both = await devices.remember(ann, "ben")
        assert await devices.known(both, "ann") == await devices.known(both, "ben") == ann.partition(".")[0]
        forged = f"{ann.partition('.')[0]}x.{ann.partition('.')[2]}"
        for cookie in (None, "", "x", ".", "a.b", forged, "é.é", "x" * 5000, ann.replace(".", "")):
            assert await devices.known(cookie, "ann") is None
        assert await devices.known(ann, "ben") is None
        for i in range(20):
            both = await devices.remember(both, f"user {i}")
        assert len(both) < 400
