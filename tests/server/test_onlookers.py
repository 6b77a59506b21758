"""Onlookers: many may look at a public table, and never so many that those who play find no room."""

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
            async with a_crowd(server, table, 1):  # the free place is taken again
                await ben.sit(table)
                assert await is_let_in(server, table, ben.token)
                assert not await is_let_in(server, table, eve.token)  # no seat is free
                await ann.start(table)
                assert await is_let_in(server, table, ann.token)
                assert not await is_let_in(server, table, eve.token)
        async with asyncio.timeout(20):
            while server.services.sockets.onlookers:  # noqa: ASYNC110 - their connections end by themselves
                await asyncio.sleep(0.01)
        assert await is_let_in(server, table, eve.token)
