"""What a server keeps about people: they can take it along or have it deleted, by themselves or through the keeper."""

import asyncio
import json

import pytest
from sqlalchemy import select

import jeton
from jeton.client import Refused
from jeton.server.people import leaving
from jeton.server.people.people import People
from jeton.server.rooms.commands import GiveUp
from jeton.server.tables import admin as keeper
from jeton.server.tables.shelf import Shelf
from jeton.store import connect
from jeton.store import schema as tables
from tests.server.harness import a_config, chooser, running
from tests.server.test_accounts import GOOD, an_account
from tests.server.test_admin import in_thread

pytestmark = pytest.mark.once


async def some_games(server, ann, ben):
    """Make a finished match of two, one that goes on, one against a bot, and one that waits; return their ids."""
    await an_account(ann, "Annabella")
    await ben.guest("Benedict")
    over = await ann.new_table("splendor", 2, options={"first": "seat"})
    await ben.sit(over)
    await ann.start(over)
    match, choose = server.hub.rooms[over].core.match, chooser(3)
    for _ in range(4):
        who = (ann, ben)[match.actors[0]]
        await who.move(over, choose({"moves": list(match.moves())}))
    await server.hub.rooms[over].ask(GiveUp(user=(await ben.call("GET", "/api/me"))["id"], seat=1))
    goes_on = await ann.new_table("splendor", 2, options={"first": "seat"})
    await ben.sit(goes_on)
    await ann.start(goes_on)
    await ann.move(goes_on, "take wbg")
    alone = await ann.new_table("marvel", 2, bots=["random"])
    return over, goes_on, alone


async def test_one_takes_along_what_is_kept_about_oneself_and_no_secret(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        over, goes_on, alone = await some_games(server, ann, ben)
        bot = (await ann.call("POST", "/api/me/bots", {"name": "Robo"}))["token"]
        key = server.hub.rooms[goes_on].core.table.key
        got = await ann.call("GET", "/api/account/data")

        assert got["person"]["name"] == "Annabella"
        assert got["person"]["password"] is True
        assert [one["name"] for one in got["bots"]] == ["Robo"]
        assert {one["kind"] for one in got["sessions"]} == {"session"}
        found = {one["id"]: one for one in got["tables"]}
        assert set(found) == {over, goes_on, alone}
        assert jeton.loads(found[over]["match"]).is_over
        assert (found[goes_on]["my_seats"], found[goes_on]["my_names"]) == ([0], ["Annabella"])
        assert [one["move"] for one in found[goes_on]["my_moves"]] == ["take wbg"]
        text = json.dumps(got)
        for secret in (key, bot, ann.token, GOOD, "Benedict", "argon2"):
            assert secret not in text


async def test_it_is_asked_for_a_few_times_an_hour_and_by_nobody_else(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as nobody:
        await ann.guest("Ann")
        for _ in range(server.services.config.limits.exports_per_hour):
            assert (await ann.call("GET", "/api/account/data"))["person"]["login"] is None
        with pytest.raises(Refused, match="too_many"):
            await ann.call("GET", "/api/account/data")
        with pytest.raises(Refused, match="sign_in"):
            await nobody.call("GET", "/api/account/data")


async def test_the_keeper_saves_and_forgets_somebody_and_the_others_games_can_be_replayed(tmp_path, capsys):
    config = a_config(tmp_path)
    async with running(config) as server, server.client() as ann, server.client() as ben:
        over, goes_on, alone = await some_games(server, ann, ben)
        token = ben.token
    file = tmp_path / "ann.json"
    assert await in_thread("person", "Ann of Hearts", file, folder=tmp_path) == 0
    assert file.stat().st_mode & 0o077 == 0
    assert {one["id"] for one in json.loads(file.read_text())["tables"]} == {over, goes_on, alone}
    assert await in_thread("forget", "nobody at all", "--yes", folder=tmp_path) == 2
    assert await in_thread("forget", "Ann of Hearts", folder=tmp_path) == 2, "nobody can be asked here"
    assert await in_thread("forget", "Ann of Hearts", "--yes", folder=tmp_path) == 0
    assert "Annabella is forgotten." in capsys.readouterr().out

    store = await connect(config.database)
    kept = str([await store.fetch(select(table)) for table in tables.METADATA.tables.values()])
    await store.close()
    assert "Annabella" not in kept
    assert "ann of hearts" not in kept
    async with running(config) as server, server.client() as ben:
        ben.token = token
        replay = await ben.call("GET", f"/api/tables/{over}/replay")
        assert replay["seats"] == ["", "Benedict"]
        seats = (await ben.call("GET", f"/api/tables/{goes_on}"))["seats"]
        assert (seats[0]["name"], seats[0]["stand_in"] is not None) == ("", True)
        with pytest.raises(Refused, match="no_such_table"):
            await ben.call("GET", f"/api/tables/{alone}")


async def test_a_server_that_runs_forgets_whom_the_command_line_names(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(keeper, "SERVER_SECONDS", 250.0)  # a busy machine
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        over, goes_on, alone = await some_games(server, ann, ben)
        assert await in_thread("role", "Ann of Hearts", "admin", folder=tmp_path) == 0
        assert await in_thread("forget", "Ann of Hearts", "--yes", folder=tmp_path) == 2
        assert "take the role away first" in capsys.readouterr().err
        assert await in_thread("role", "Ann of Hearts", "none", folder=tmp_path) == 0
        assert await in_thread("forget", "Ann of Hearts", "--yes", "--why", "she asked", folder=tmp_path) == 0
        assert "Annabella is forgotten." in capsys.readouterr().out

        with pytest.raises(Refused, match="sign_in"):
            await ann.call("GET", "/api/account/data")
        assert (await ben.call("GET", f"/api/tables/{over}/replay"))["seats"] == ["", "Benedict"]
        seats = (await ben.call("GET", f"/api/tables/{goes_on}"))["seats"]
        assert (seats[0]["name"], seats[0]["stand_in"] is not None) == ("", True)
        with pytest.raises(Refused, match="no_such_table"):
            await ben.call("GET", f"/api/tables/{alone}")
        done = await server.services.moderation.lists()
        assert [(act["what"], act["by"], act["why"]) for act in done["acts"][:1]] == [
            ("delete", "jeton admin", "she asked")
        ]


async def test_of_several_nodes_one_forgets_whom_the_command_line_names(tmp_path, database, monkeypatch):
    monkeypatch.setattr(keeper, "SERVER_SECONDS", 250.0)
    config = a_config(tmp_path, database=database)
    async with running(config) as one, running(config) as two, one.client() as ann:
        await ann.guest("Ann")
        store = await connect(database)
        try:
            who = await keeper.person(store, (await ann.call("GET", "/api/me"))["id"])
            with pytest.raises(leaving.ServersRun):
                await keeper.forget(store, one.hub.shelf, who)
            await keeper.have_forgotten(store, one.hub.shelf, who, "")
            acts = [row["what"] for row in await store.fetch(select(tables.acts))]
            assert acts.count("delete") <= 1
        finally:
            await store.close()
        async with asyncio.timeout(60):
            while [act["what"] for act in (await two.services.moderation.lists())["acts"]] != ["delete"]:  # noqa: ASYNC110
                await asyncio.sleep(0.05)


async def test_a_server_that_hangs_forgets_nobody_later(tmp_path, database, monkeypatch):
    monkeypatch.setattr(keeper, "SERVER_SECONDS", 0.0)
    store = await connect(database)
    try:
        ann, _ = await People(store).new_guest("Ann")
        with pytest.raises(leaving.ServersRun, match="does not do it"):
            await keeper.have_forgotten(store, Shelf(tmp_path), ann, "")
        assert await store.fetch(select(tables.acts)) == []
    finally:
        await store.close()
