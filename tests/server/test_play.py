"""Whole games over real sockets: humans and bots in any mix, and a restart in the middle."""

import asyncio

import httpx
import pytest

import jeton
from jeton import client as module
from tests.server.harness import a_config, chooser, running
from tests.server.test_push import certificate

pytestmark = pytest.mark.once


@pytest.mark.parametrize("title", ["splendor", "marvel"])
async def test_two_people_and_a_bot_play_a_whole_game(tmp_path, title):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        await ann.guest("Ann")
        await ben.guest("Ben")
        table = await ann.new_table(title, 3, bots=["greedy"])
        await ben.sit(table)
        await ann.start(table)

        last = await asyncio.gather(ann.play(table, chooser(1)), ben.play(table, chooser(2)))

        assert [message["view"]["outcome"] for message in last] == [last[0]["view"]["outcome"]] * 2
        assert last[0]["view"]["outcome"]["winners"]
        shown = await ann.call("GET", f"/api/tables/{table}")
        assert shown["state"] == "over"
        match = jeton.loads(await ann.call("GET", f"/api/tables/{table}/match"))
        assert match.header.commitment == shown["commitment"]
        assert match.header.key == shown["key"]
        assert match.n == last[0]["n"]
        replay = await ben.call("GET", f"/api/tables/{table}/replay")
        assert len(replay["positions"]) == len(replay["views"]) == len(match.standing) + 1
        assert replay["views"][0]["seat"] == match.standing[0].seat


async def test_a_restart_goes_on_with_every_game(tmp_path):
    config = a_config(tmp_path)
    async with running(config) as server, server.client() as ann:
        await ann.guest("Ann")
        tables = [await ann.new_table("splendor", 2, bots=["random"], start=True) for _ in range(3)]
        for table in tables:
            for _ in range(3):
                view = await until_my_turn(ann, table)
                await ann.move(table, chooser(1)(view["view"]), seen=view["n"])
        token = ann.token
        before = {table: (await until_my_turn(ann, table))["n"] for table in tables}

    async with running(config) as server, server.client(token) as ann:
        for table in tables:
            view = await until_my_turn(ann, table)
            assert view["n"] == before[table]
            assert (await ann.play(table, chooser(2)))["view"]["outcome"]
        assert {row["id"] for row in await ann.call("GET", "/api/me/tables?over=true")} == set(tables)


async def until_my_turn(client, table):
    for _ in range(6000):  # a bot's worker may have to compile first
        view = await client.call("GET", f"/api/tables/{table}/view")
        if view["seat"] in view["actors"] or not view["actors"]:
            return view
        await asyncio.sleep(0.02)
    raise TimeoutError("not my turn")


async def test_a_client_plays_over_tls_and_trusts_nobody_else(tmp_path, monkeypatch):
    """Calls and sockets alike; many clients read whom to trust once."""
    files = certificate(tmp_path, "localhost")
    async with running(a_config(tmp_path), files) as server:
        module._certificates.cache_clear()
        async with server.client() as ann:
            with pytest.raises(httpx.ConnectError, match="CERTIFICATE"):
                await ann.guest("Ann")
        monkeypatch.setenv("SSL_CERT_FILE", str(files[0]))
        module._certificates.cache_clear()
        try:
            async with server.client() as ann:
                await ann.guest("Ann")
                table = await ann.new_table("splendor", 2, bots=["random"], start=True)
                assert (await ann.play(table, chooser(1)))["view"]["outcome"]
            for _ in range(50):
                await server.client().__aexit__(None, None, None)
            assert module._certificates.cache_info().misses == 1
        finally:
            module._certificates.cache_clear()
