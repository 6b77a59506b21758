"""Slow, hostile and broken peers: they are closed, and their room never notices."""

import asyncio
import contextlib
import socket
import time

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from websockets.exceptions import InvalidStatus

import jeton
from jeton.server.config import Limits
from jeton.server.rooms.bots import Choice
from jeton.server.wire import protocol
from tests.server.harness import COMES, GENEROUS, Wire, a_config, running
from tests.server.test_table import a_table

pytestmark = pytest.mark.once


async def test_a_stalled_reader_never_slows_its_room_and_is_closed(tmp_path):
    limits = msgspec.structs.replace(GENEROUS, stalled_seconds=1.0)
    config = a_config(tmp_path, limits=limits)
    async with a_table(tmp_path, config=config) as (server, table, _, (ann, ben)):
        live = server.hub.rooms[table]
        port = int(server.url.rpartition(":")[2])
        small = socket.socket()
        small.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        small.setblocking(False)
        await asyncio.get_running_loop().sock_connect(small, ("127.0.0.1", port))
        reader, writer = await asyncio.open_connection(sock=small, limit=4096)
        key = "GET /ws/" + table + " HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        writer.write(
            (key + "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n").encode()
        )
        await reader.readuntil(b"\r\n\r\n")
        hello = b'{"t":"hello","protocol":1,"client":"slow"}'
        writer.write(bytes([0x81, 0x80 | len(hello), 0, 0, 0, 0]) + hello)
        while len(live.listeners) < 3:  # noqa: ASYNC110
            await asyncio.sleep(0.01)
        for n in range(60):
            for _ in range(20):  # views enough to fill every buffer on the way to one who takes nothing
                for listener in live.listeners:
                    listener.sent_n = -1
                live.publish(table=True)
                await asyncio.sleep(0)
            await ann.say("ping", id=n)
            await ann.until("pong", id=n)  # one who takes nothing would hold everybody up for good
        await ann.say("move", id=1, seen=0, move="take wbg")
        await ben.until("view", n=1)
        async with asyncio.timeout(200):
            while len(live.listeners) > 2:
                for listener in live.listeners:
                    listener.sent_n = -1
                live.publish(table=True)
                await asyncio.sleep(0.001)
        writer.close()


async def test_a_flood_is_closed(tmp_path):
    limits = Limits(messages=40, seconds=10.0)
    async with a_table(tmp_path, config=a_config(tmp_path, limits=limits)) as (_, _, _, (ann, ben)):
        for n in range(60):
            await ann.say("ping", id=n)
        assert await ann.closed() == 1008
        assert msgspec.json.decode(ann.frames[-1]) == {"t": "bye", "code": "flood"}
        await ben.say("ping", id=1)
        await ben.until("pong")


FRAMES = [
    b"\xff\xfe\x00binary",
    "not json",
    "{}",
    "[]",
    "null",
    '{"t":"move"}',
    '{"t":"move","id":1,"seen":0,"move":"take wbg","extra":1}',
    '{"t":"move","id":-1,"seen":0,"move":"take wbg"}',
    '{"t":"move","id":1e400,"seen":0,"move":"x"}',
    '{"t":"move","id":' + "9" * 400 + ',"seen":0,"move":"x"}',
    '{"t":"move","id":1,"seen":0,"move":"' + "x" * 5000 + '"}',
    '{"t":"dance","id":1}',
    '{"t":"hello","protocol":1,"client":"again"}',
    '{"t":"move","t":"ping","id":1}',
    "[" * 1000 + "]" * 1000,
    '{"t":"say","id":1,"text":"\\ud800"}',
]


@pytest.mark.parametrize("frame", FRAMES, ids=range(len(FRAMES)))
async def test_frames_that_are_not_messages_are_refused_and_change_nothing(tmp_path, frame):
    async with a_table(tmp_path) as (server, table, _, (ann, _)):
        version = server.hub.rooms[table].core.version
        await ann.raw(frame)
        await ann.say("ping", id=99)
        await ann.until("pong", id=99)
        assert sum('"t":"no"' in text or '"t":"pong"' in text for text in ann.frames) >= 2
        assert server.hub.rooms[table].core.version == version


async def test_bad_utf8_oversize_and_many_bad_messages_are_closed(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as client:
        await client.guest("Ann")
        table = await client.new_table("splendor", 2, bots=["random"], start=True)
        async with Wire(server.url, table, token=client.token) as wire:
            await wire.hello()
            await wire.raw('{"t":"say","id":1,"text":"' + "x" * 9000 + '"}')
            assert await wire.closed() == 1009
        async with Wire(server.url, table, token=client.token) as wire:
            await wire.hello()
            for _ in range(12):
                await wire.raw("{")
            assert await wire.closed() == 1008
        async with Wire(server.url, table, token=client.token) as wire:
            await wire.hello()
            bad = b"\xc3\x28"
            wire.socket.transport.write(bytes([0x81, 0x80 | len(bad), 0, 0, 0, 0]) + bad)
            assert await wire.closed() in (1007, 1006)
        async with Wire(server.url, table, token=client.token) as wire:
            await wire.say("hello", protocol=99, client="new")
            assert await wire.closed() == 4400
        async with Wire(server.url, "nowhere") as wire:
            assert await wire.closed() == 4404


async def test_sockets_per_address_are_limited(tmp_path):
    limits = msgspec.structs.replace(GENEROUS, sockets_per_address=3)
    config = a_config(tmp_path, limits=limits)
    async with a_table(tmp_path, config=config) as (server, table, _, _), Wire(server.url, table):
        with pytest.raises(InvalidStatus):
            await Wire(server.url, table).__aenter__()


async def test_a_bot_that_crashes_hangs_or_cheats_is_stood_in_for(tmp_path, monkeypatch):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        answers = iter(["crash", "dance", "resign", "", "take zzz"] * 50)

        async def choose(title, rules, options, bot, view, **more):
            answer = next(answers)
            return Choice(server.hub.bots.any_move(view) if answer == "crash" else answer)

        monkeypatch.setattr(server.hub.bots, "choose", choose)
        table = await ann.new_table("splendor", 2, bots=["random"], options={"first": "seat"}, start=True)
        n = 0
        for _ in range(6):
            await ann.move(table, (await ann.call("GET", f"/api/tables/{table}/view"))["view"]["moves"][0], seen=n)
            async with asyncio.timeout(COMES):
                while (view := await ann.call("GET", f"/api/tables/{table}/view"))["actors"] != [0]:  # noqa: ASYNC110
                    await asyncio.sleep(0.02)
            n = view["n"]


async def test_a_hung_worker_is_replaced(tmp_path):
    from jeton.server.rooms import bots as module

    pool = module.BotPool(1, 0.1)
    match = jeton.new("splendor", options={"first": "seat"})
    try:
        await pool.choose("splendor", 1, {"first": "seat"}, "random", match.view(0))  # the worker is warm
        old, module.PATIENCE = module.PATIENCE, 1.0
        module_choose, module._choose = module._choose, _sleep
        try:
            move = (await pool.choose("splendor", 1, {"first": "seat"}, "level1", match.view(0))).move
        finally:
            module.PATIENCE, module._choose = old, module_choose
        assert move in match.moves(0)
        assert pool.failures >= 1
        again = await pool.choose("splendor", 1, {"first": "seat"}, "random", match.view(0))
        assert again.move in match.moves(0)
    finally:
        pool.close()


async def test_a_worker_that_compiles_for_long_is_not_begun_anew(monkeypatch):
    from jeton.server.rooms import bots as module

    pool, match = module.BotPool(1, 0.1), jeton.new("splendor", options={"first": "seat"})
    try:
        monkeypatch.setattr(module, "STARTING", 0.0)
        early = await pool.choose("splendor", 1, {"first": "seat"}, "greedy", match.view(0), fallback="random")
        process = pool.worker(None)._pool
        monkeypatch.setattr(module, "STARTING", 280.0)
        later = await pool.choose("splendor", 1, {"first": "seat"}, "greedy", match.view(0), fallback="random")
    finally:
        pool.close()

    assert {early.move, later.move} <= set(match.moves(0))
    assert process is not None
    assert pool.failures == 0


async def test_a_table_is_made_though_no_bot_can_start(tmp_path, monkeypatch):
    def refuse(*_, **__):
        raise OSError(11, "Resource temporarily unavailable")

    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        monkeypatch.setattr("jeton.server.rooms.bots.ProcessPoolExecutor.submit", refuse)
        table = await ann.new_table("splendor", 2, bots=["greedy"], options={"first": "seat"}, start=True)
        view = await ann.call("GET", f"/api/tables/{table}/view")
        await ann.move(table, view["view"]["moves"][0], seen=0)
        async with asyncio.timeout(COMES):  # the bot's seat must play on, if only any legal move
            while view["n"] <= 1:
                await asyncio.sleep(0.02)
                view = await ann.call("GET", f"/api/tables/{table}/view")


def _sleep(*arguments):
    time.sleep(60)


def json_values():
    return st.recursive(
        st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
        lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
        max_leaves=12,
    )


@given(st.binary(max_size=300) | st.text(max_size=300))
def test_the_decoder_only_ever_refuses(data):
    with contextlib.suppress(msgspec.MsgspecError):
        protocol.decode(data)


@given(
    st.sampled_from([kind.__struct_config__.tag for kind in protocol.FROM_CLIENT] + ["other"]),
    st.dictionaries(st.sampled_from(["id", "seen", "move", "text", "seat", "yes", "what", "bot", "x"]), json_values()),
)
def test_the_decoder_only_ever_refuses_things_that_look_like_messages(kind, fields):
    try:
        data = msgspec.json.encode({"t": kind, **fields})
    except (UnicodeEncodeError, msgspec.MsgspecError, OverflowError):
        return
    with contextlib.suppress(msgspec.MsgspecError):
        message = protocol.decode(data)
        assert message == protocol.decode(protocol.encode(message))
