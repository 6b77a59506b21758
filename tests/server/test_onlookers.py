"""Onlookers: many may look at a public table, but never so many that players find no room."""

import asyncio
import contextlib

import msgspec
import pytest

from tests.server.harness import GENEROUS, Wire, a_config, running

pytestmark = pytest.mark.once

LIMITS = msgspec.structs.replace(GENEROUS, onlookers_per_table=3)


@contextlib.asynccontextmanager
async def a_crowd(server, table, count=3):
    """Onlookers without a name."""
    async with contextlib.AsyncExitStack() as stack:
        wires = [await stack.enter_async_context(Wire(server.url, table)) for _ in range(count)]
        for wire in wires:
            await wire.hello(watch=True)
        yield wires


async def is_let_in(server, table, token=None):
    async with Wire(server.url, table, token=token) as wire:
        with contextlib.suppress(TimeoutError):  # the server has hung up
            await wire.hello()
            return True
        assert '"too_many"' in wire.frames[-1]
        return False


async def test_a_crowd_keeps_no_player_out(tmp_path):
    async with (
        running(a_config(tmp_path, limits=LIMITS)) as server,
        server.client() as ann,
        server.client() as ben,
        server.client() as eve,
    ):
        await ann.guest("Ann")
        await ben.guest("Ben")
        await eve.guest("Eve")
        table = await ann.new_table("splendor", 2, public=True)
        async with a_crowd(server, table) as crowd:
            assert not await is_let_in(server, table)
            assert await is_let_in(server, table, ann.token)
            assert await is_let_in(server, table, ben.token)  # a seat is free, and Ben may want it
            assert (await crowd[0].until("bye"))["code"] == "too_many"
            while len(server.services.sockets.onlookers[table]) > 2:  # noqa: ASYNC110 - Ben's ends by itself
                await asyncio.sleep(0.01)
            async with a_crowd(server, table, 1):  # the free place is taken again
                await ben.sit(table)
                assert await is_let_in(server, table, ben.token)
                assert not await is_let_in(server, table, eve.token)  # no seat is free
                await ann.start(table)
                assert await is_let_in(server, table, ann.token)
                assert not await is_let_in(server, table, eve.token)
        async with asyncio.timeout(200):
            while server.services.sockets.onlookers:  # noqa: ASYNC110 - their connections end by themselves
                await asyncio.sleep(0.01)
        assert await is_let_in(server, table, eve.token)


async def test_who_looks_on_is_told_by_name_and_the_nameless_are_counted(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as eve:
        await ann.guest("Ann")
        await eve.guest("Eve")
        table = await ann.new_table("splendor", 2, bots=["random"], start=True)
        async with (
            Wire(server.url, table, token=ann.token) as player,
            Wire(server.url, table, token=ann.token) as television,
            Wire(server.url, table, token=eve.token) as first,
            Wire(server.url, table, token=eve.token) as second,
            Wire(server.url, table) as stranger,
        ):
            await player.hello()
            for wire in (television, first, second, stranger):
                await wire.hello(watch=True)

            for wire in (player, first, stranger):
                assert (await wire.until("table", watchers=2))["onlookers"] == ["Eve"]
            await first.__aexit__()
            await second.__aexit__()
            assert (await player.until("table", watchers=1))["onlookers"] == []


async def test_who_looks_on_through_another_node_is_told_too(tmp_path, database):
    config = a_config(tmp_path, database=database)
    async with running(config) as one, running(config) as two, one.client() as ann, two.client() as eve:
        await ann.guest("Ann")
        await eve.guest("Éve & co")
        table = await ann.new_table("splendor", 2, bots=["random"], start=True)
        async with Wire(one.url, table, token=ann.token) as player:
            await player.hello()
            async with Wire(two.url, table, token=eve.token) as here, Wire(two.url, table) as stranger:
                await here.hello()
                await stranger.hello()
                assert (await player.until("table", watchers=2))["onlookers"] == ["Éve & co"]
            assert (await player.until("table", watchers=0))["onlookers"] == []


async def test_who_looks_on_through_a_node_not_known_yet_is_told_when_it_is(tmp_path):
    async with running(a_config(tmp_path)) as one, one.client() as ann:
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2, bots=["random"], start=True)
        async with Wire(one.url, table, token=ann.token) as player:
            await player.hello()
            hub = one.hub
            hub._told(f"another looks {table} 1 Eve")
            await player.until("table", watchers=0)
            hub.nodes = {hub.store.node, "another"}
            hub._share_out()

            assert (await player.until("table", watchers=2))["onlookers"] == ["Eve"]
