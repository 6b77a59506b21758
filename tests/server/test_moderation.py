"""Reports, bans, mutes, names and lines taken away, over real servers; and the log of who did what, and why."""

import asyncio
import time

import pytest
from sqlalchemy import select

from jeton.cli.main import run as jeton
from jeton.client import Refused
from jeton.server.people.moderation import Bans
from jeton.server.people.people import User
from jeton.store import schema as tables
from tests.server.harness import Wire, a_config, running

HOUR = 3_600_000


def soon(hours=1):
    return time.time_ns() // 1_000_000 + hours * HOUR


async def an_admin(server, client, name="Eve"):
    me = await client.guest(name)
    await server.services.moderation.give_role("test", me["id"], "admin")
    server.services.people.changed()
    return me


async def act(client, what, subject, **more):
    await client.call("POST", "/api/admin/acts", {"what": what, "subject": subject, **more})


async def keeper(*words):
    return await asyncio.to_thread(jeton, ["admin", *words])


async def refused(work):
    with pytest.raises(Refused) as found:
        await work
    return found.value.code


@pytest.mark.parametrize("kind", ["sqlite", "postgres"])
async def test_a_line_is_reported_deleted_and_its_author_muted_and_banned(tmp_path, kind, request):
    database = None if kind == "sqlite" else request.getfixturevalue("database")
    config = a_config(tmp_path, database=database)
    async with running(config) as server, server.client() as eve, server.client() as ann, server.client() as bob:
        await an_admin(server, eve)
        me, rude = await ann.guest("Ann"), await bob.guest("Bob")
        table = await ann.new_table("splendor", 2)
        await bob.sit(table)
        async with (
            Wire(server.url, table, token=ann.token) as hers,
            Wire(server.url, table, token=bob.token) as his,
        ):
            await hers.hello()
            await his.hello()
            await his.say("say", id=1, text="something rude")
            line = await hers.until("chat")
            where = {"table": table, "who": line["who"], "at": line["at"], "why": "rude"}
            await ann.call("POST", "/api/reports", where)
            await ann.call("POST", "/api/reports", {"table": table, "seat": 1})
            assert await refused(ann.call("POST", "/api/reports", {"table": table, "seat": 0})) == "no_such_seat"
            assert await refused(ann.call("GET", "/api/admin")) == "denied"
            first, second = sorted((await eve.call("GET", "/api/admin"))["reports"], key=lambda row: row["at"])
            assert (first["text"], first["why"], first["name"]) == ("something rude", "rude", "Bob")
            assert {first["subject"], second["subject"]} == {rude["id"]}

            await act(eve, "delete_line", first["line"], why="rude")
            again = await hers.until("chat")
            assert (again["at"], again["who"], again["text"]) == (line["at"], line["who"], None)
            await act(eve, "mute", rude["id"], until=soon(), why="rude")
            await his.say("say", id=2, text="more")
            assert (await his.until("no", id=2))["code"] == "silenced"
            await act(eve, "ban", rude["id"], until=soon(), why="rude")
            assert await his.closed() == 1012
        async with Wire(server.url, table, token=bob.token) as his:
            assert (await his.until("bye"))["code"] == "banned"
        assert await refused(bob.new_table("splendor", 2)) == "banned"
        assert (await bob.call("GET", "/api/me"))["name"] == "Bob", "what is kept about them is theirs"
        await act(eve, "close", first["id"])
        await act(eve, "lift", rude["id"])
        await bob.new_table("splendor", 2)

        desk = await eve.call("GET", "/api/admin")
        assert [row["what"] for row in desk["acts"]] == ["lift", "close", "ban", "mute", "delete_line", "role"]
        assert [row["id"] for row in desk["reports"]] == [second["id"]]
        assert desk["bans"] == []
        assert not await server.services.store.fetch(select(tables.chat).where(tables.chat.c.user == rude["id"]))
        assert me["id"] not in str(desk["acts"])


async def test_an_address_is_kept_out_of_everything_that_changes_something(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as eve, server.client() as ann:
        await an_admin(server, eve)
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2)
        async with Wire(server.url, table, token=ann.token) as hers:
            await hers.hello()
            assert await refused(act(eve, "ban_address", "0.0.0.0/0")) == "denied", "a slip of the hand"
            await act(eve, "ban_address", "127.0.0.0/24", until=soon())
            assert await hers.closed() == 1012
        async with Wire(server.url, table, token=ann.token) as hers:
            assert (await hers.until("bye"))["code"] == "banned"
        assert await refused(ann.guest("Ann again")) == "banned"
        assert await refused(act(eve, "lift", "127.0.0.0/24")) == "banned", "an admin is no exception: the keeper is"
        assert await ann.call("GET", "/api/tables") == []


async def test_a_person_gets_another_name_and_is_forgotten_while_the_server_runs(tmp_path):
    config = a_config(tmp_path)
    async with running(config) as server, server.client() as eve, server.client() as ann, server.client() as bob:
        me = await an_admin(server, eve)
        await ann.guest("Ann")
        rude = await bob.guest("Rude Name")
        table = await ann.new_table("splendor", 2)
        await bob.sit(table)
        await ann.start(table)
        await act(eve, "rename", rude["id"], name="Bob", why="rude")
        seats = (await ann.call("GET", f"/api/tables/{table}"))["seats"]
        assert [seat["name"] for seat in seats] == ["Ann", "Bob"]
        found = await eve.call("GET", "/api/admin/people?words=bOb")
        assert [(row["id"], row["name"]) for row in found] == [(rude["id"], "Bob")]
        assert await refused(act(eve, "delete", me["id"])) == "denied"
        await act(eve, "delete", rude["id"], why="asked for it")

        assert await refused(bob.call("GET", "/api/me")) == "sign_in"
        seats = (await ann.call("GET", f"/api/tables/{table}"))["seats"]
        assert seats[1]["name"] == ""
        assert "Bob" not in str(seats)
        acts = (await eve.call("GET", "/api/admin"))["acts"]
        assert "Rude" not in str(acts)
        assert [row["what"] for row in acts] == ["delete", "rename", "role"]


async def test_another_node_hears_of_a_ban(tmp_path, database):
    config = a_config(tmp_path, database=database)
    async with running(config) as one, running(config) as two, one.client() as eve, two.client() as bob:
        await an_admin(one, eve)
        rude = await bob.guest("Bob")
        table = await bob.new_table("splendor", 2)
        async with Wire(two.url, table, token=bob.token) as his:
            await his.hello()
            await act(eve, "ban", rude["id"], until=soon())
            assert await his.closed() == 1012
        assert await refused(bob.call("GET", "/api/me/tables")) == "banned"


async def test_the_keeper_moderates_beside_a_server(tmp_path, capsys):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as bob:
        me, rude = await ann.guest("Ann"), await bob.guest("Bob")
    data = ["--data", str(tmp_path)]

    assert await keeper("role", me["id"], "admin", *data) == 0
    assert await keeper("ban", rude["id"], "--until", "2999-01-31", "--why", "rude", *data) == 0
    assert await keeper("ban", "192.0.2.0/24", *data) == 0
    assert await keeper("mute", rude["id"], *data) == 0
    assert await keeper("rename", rude["id"], "Robert", *data) == 0
    assert await keeper("lift", "192.0.2.0/24", *data) == 0
    assert await keeper("lift", "192.0.2.0/24", *data) == 2
    assert await keeper("ban", rude["id"], "--until", "yesterday", *data) == 2
    assert await keeper("role", me["id"], "king", *data) == 2
    capsys.readouterr()
    assert await keeper("acts", *data) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[2] for line in lines] == ["lift", "rename", "mute", "ban_address", "ban", "role"]
    assert lines[4].endswith("rude")

    async with running(a_config(tmp_path)) as server, server.client(me["token"]) as ann:
        assert (await ann.call("GET", "/api/me"))["role"] == "admin"
        bans = (await ann.call("GET", "/api/admin"))["bans"]
        assert sorted(row["kind"] for row in bans) == ["chat", "person"]
        assert {row["name"] for row in bans} == {"Robert"}
        async with server.client(rude["token"]) as bob:
            assert await refused(bob.call("GET", "/api/me/tables")) == "banned"


def test_a_ban_ends_and_counts_for_bots_and_networks():
    bans, past, later = Bans(), soon(-1), soon()
    bans.take([
        {"kind": "person", "subject": "old", "until": past}, {"kind": "person", "subject": "new", "until": later},
        {"kind": "person", "subject": "new", "until": past}, {"kind": "chat", "subject": "loud", "until": later},
        {"kind": "address", "subject": "2001:db8::/48", "until": later},
        {"kind": "address", "subject": "192.0.2.0/28", "until": later},
    ])  # fmt: skip

    assert [bans.until(User(one, "x")) for one in ("old", "new", "other")] == [None, later, None]
    assert bans.until(User("bot", "x", bot_of="new")) == later
    assert (bans.silent_until("loud"), bans.silent_until("new")) == (later, None)
    assert bans.address_until("::ffff:192.0.2.3") == bans.address_until("2001:db8::9") == later
    assert [bans.address_until(one) for one in ("192.0.2.16", "2001:db9::", "", "nonsense")] == [None] * 4
