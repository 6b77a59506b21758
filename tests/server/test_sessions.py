"""Sessions end when they end: on every node, for sockets and requests, even if the message is lost."""

import asyncio
import contextlib

import pytest
from sqlalchemy import delete

from jeton.client import Refused
from jeton.store import schema as tables
from tests.server.harness import COMES, Wire, a_config, running

pytestmark = pytest.mark.once


@contextlib.asynccontextmanager
async def at_two_nodes(tmp_path, database):
    """Yield Ann, at one node, with a socket at the other, in a running match."""
    config = a_config(tmp_path, database=database)
    async with running(config) as one, running(config) as two, one.client() as ann, two.client() as there:
        await ann.guest("Ann")
        there.token = ann.token
        table = await ann.new_table("splendor", 2, bots=["random"], start=True, options={"first": "seat"})
        async with Wire(two.url, table, token=ann.token) as wire:
            await wire.hello()
            await there.call("GET", "/api/me")
            yield one, two, ann, there, table, wire


async def until_out(client):
    """Wait until the server refuses the session: within two seconds, though a busy machine may take much longer."""
    async with asyncio.timeout(COMES):
        while await is_in(client):  # noqa: ASYNC110 - what ends it is at another node
            await asyncio.sleep(0.02)


async def is_in(client):
    try:
        await client.call("GET", "/api/me")
    except Refused as refused:
        return refused.code != "sign_in"
    return True


async def test_a_session_ends_at_all_nodes_at_once(tmp_path, database):
    async with at_two_nodes(tmp_path, database) as (_, _, ann, there, _, wire):
        await ann.call("POST", "/api/logout?everywhere=true")
        await wire.until("bye", code="restart")
        await until_out(there)


async def test_a_session_ends_at_all_nodes_soon_where_nobody_says_so(tmp_path, database):
    """The test deletes its row and tells no node, as when a notification is lost."""
    async with at_two_nodes(tmp_path, database) as (one, _, _, there, _, wire):
        await one.services.store.execute(delete(tables.tokens))
        await wire.until("bye", code="restart")
        await until_out(there)


async def test_a_socket_that_came_in_while_its_session_ended_makes_no_move(tmp_path):
    """The server let it in just before and has not hung up: it refuses the first thing that the socket asks for."""
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        me = await ann.guest("Ann")
        table = await ann.new_table("splendor", 2, bots=["random"], start=True, options={"first": "seat"})
        async with Wire(server.url, table, token=ann.token) as wire:
            await wire.hello()
            server.services.people.ended(me["id"])
            await wire.say("move", id=1, seen=0, move="take wbg")
            assert (await wire.until("no", id=1))["code"] == "sign_in"
            assert await wire.closed() == 1012
        assert server.hub.rooms[table].core.n == 0
