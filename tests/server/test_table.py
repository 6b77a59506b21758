"""What people do at a table, over real sockets."""

import asyncio
import contextlib

import httpx
import msgspec
import pytest
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from jeton.client import Refused
from jeton.server import run
from jeton.server.config import Limits
from tests.server.harness import Wire, a_config, running

pytestmark = pytest.mark.once


@contextlib.asynccontextmanager
async def a_table(folder, seats=2, people=2, title="splendor", config=None, **settings):
    """Yield a server, a table that has begun, and a socket for each person."""
    async with contextlib.AsyncExitStack() as stack:
        server = await stack.enter_async_context(running(config or a_config(folder)))
        clients = [await stack.enter_async_context(server.client()) for _ in range(people)]
        for i, client in enumerate(clients):
            await client.guest(f"Player {i}")
        settings = {"options": {"first": "seat"}, "bots": ["random"] * (seats - people), **settings}
        table = await clients[0].new_table(title, seats, **settings)
        for client in clients[1:]:
            await client.sit(table)
        await clients[0].start(table)
        wires = [await stack.enter_async_context(Wire(server.url, table, token=client.token)) for client in clients]
        for wire in wires:
            await wire.hello()
            await wire.until("view")
        yield server, table, clients, wires


async def test_a_move_is_answered_then_seen_by_all_and_a_repeated_id_is_not_replayed(tmp_path):
    async with a_table(tmp_path) as (_, _, _, (ann, ben)):
        await ann.say("move", id=7, seen=0, move="take wbg")
        assert await ann.until("ok", id=7) == {"t": "ok", "id": 7, "n": 1, "repeated": False}
        seen = await ben.until("view", n=1)
        assert seen["actors"] == [1]
        assert seen["reports"] == [{"n": 1, "at": seen["reports"][0]["at"], "seat": 0, "move": "take wbg",
                                    "facts": {"tokens": [1, 1, 1, 0, 0, 0, 0]}}]  # fmt: skip
        await ann.say("move", id=7, seen=0, move="take wbg")
        assert (await ann.until("ok", id=7))["repeated"] is True
        assert (await ann.until("view"))["n"] == 1


async def test_two_clicks_at_once_a_stale_click_and_a_click_after_the_end(tmp_path):
    async with a_table(tmp_path) as (_, _, _, (ann, ben)):
        await ann.say("move", id=1, seen=0, move="take wbg")
        await ann.say("move", id=2, seen=0, move="take wbg")
        assert (await ann.until("no", id=2))["code"] == "stale"
        assert (await ann.until("view"))["n"] == 1
        await ben.say("move", id=1, seen=1, move="buy 3.1")
        refused = await ben.until("no", id=1)
        assert refused["code"] == "illegal"
        assert refused["rule"]
        assert (await ben.until("view"))["n"] == 1
        await ben.say("resign", id=2)
        await ann.until("view", n=2)
        await ann.say("move", id=3, seen=2, move="take wbg")
        assert (await ann.until("no", id=3))["code"] == "over"


async def test_a_client_that_missed_some_gets_just_those_and_one_that_missed_all_gets_all(tmp_path):
    async with a_table(tmp_path) as (server, table, clients, (ann, ben)):
        for n in range(6):
            await (ann, ben)[n % 2].say("move", id=n, seen=n, move=("take wbg", "take brk")[n % 2])
            await ann.until("view", n=n + 1)
            await ben.until("view", n=n + 1)
            if n == 3:
                break
        async with Wire(server.url, table, token=clients[0].token) as late:
            await late.hello(since=2)
            view = await late.until("view")
            assert (view["reset"], [report["n"] for report in view["reports"]]) == (False, [3, 4])
            await late.say("sync")
            view = await late.until("view")
            assert (view["reset"], [report["n"] for report in view["reports"]]) == (True, [1, 2, 3, 4])


async def test_a_spectator_and_a_table_display_see_what_is_public(tmp_path):
    async with a_table(tmp_path) as (server, table, clients, (ann, _)):
        await ann.say("move", id=1, seen=0, move="reserve 1")
        mine = (await ann.until("view", n=1))["view"]["players"][0]["hand"][0]
        async with Wire(server.url, table) as stranger, Wire(server.url, table, token=clients[0].token) as screen:
            assert (await stranger.hello())["seat"] is None
            assert (await screen.hello(watch=True, client="screen"))["seat"] is None
            for wire in (stranger, screen):
                view = await wire.until("view")
                assert view["view"]["players"][0]["hand"][0]["card"] is None
                assert view["view"]["moves"] == []
                await wire.say("move", id=1, seen=1, move="take wbg")
                assert (await wire.until("no", id=1))["code"] == "not_seated"
        assert mine["card"] is not None


async def test_undo_by_consent_pause_and_questions(tmp_path):
    async with a_table(tmp_path) as (_, _, _, (ann, ben)):
        await ann.say("move", id=1, seen=0, move="take wbg")
        await ben.until("view", n=1)
        await ben.say("move", id=1, seen=1, move="take wbg")
        await ann.until("view", n=2)
        await ann.say("undo", id=2, seen=2)
        await ben.until("table", question={"what": "undo", "by": 0, "waiting": [1], "target": None})
        await ben.say("answer", id=3, yes=True)
        view = await ann.until("view", n=4)
        assert view["actors"] == [0]
        assert view["reports"][-1]["move"] == "undo"
        await ben.say("ask", id=4, what="pause")
        while (question := (await ann.until("table"))["question"]) is None or question["what"] != "pause":
            pass
        await ann.say("answer", id=3, yes=True)
        while not (await ben.until("table"))["paused"]:
            pass
        await ann.say("move", id=4, seen=4, move="take wbg")
        assert (await ann.until("no", id=4))["code"] == "paused"
        await ann.say("ask", id=5, what="resume")
        await ann.until("ok", id=5)
        await ann.say("move", id=6, seen=4, move="take wbg")
        await ann.until("ok", id=6)


@pytest.mark.parametrize("ended_by", ["yes", "no", "cancel", "a move"])
async def test_a_question_leaves_every_page_when_it_ends(tmp_path, ended_by):
    async with a_table(tmp_path) as (_, _, _, (ann, ben)):
        while not all(seat["here"] for seat in (await ann.until("table"))["seats"]):
            pass  # nobody comes any more: what is told from here on is told for the question
        await ann.say("move", id=1, seen=0, move="take wbg")
        await ben.until("view", n=1)
        await ben.say("move", id=1, seen=1, move="take wbg")
        await ann.until("view", n=2)
        await ann.say("undo", id=2, seen=2)
        for wire in (ann, ben):
            await wire.until("table", question={"what": "undo", "by": 0, "waiting": [1], "target": None})
        if ended_by == "a move":
            await ann.say("move", id=3, seen=2, move="take wbg")
        else:
            await (ann if ended_by == "cancel" else ben).say("answer", id=3, yes=ended_by == "yes")

        for wire in (ann, ben):
            assert (await wire.until("table", seconds=10))["question"] is None


async def test_a_seat_that_is_gone_goes_to_a_bot_and_comes_back(tmp_path):
    config = a_config(tmp_path, gone_seconds=0.3)
    async with a_table(tmp_path, config=config) as (server, table, clients, (ann, ben)):
        await ann.say("handover", id=1, seat=1)
        assert (await ann.until("no", id=1))["code"] == "player_is_here"
        await ben.socket.close()
        while (await ann.until("table"))["seats"][1]["here"]:
            pass
        await asyncio.sleep(0.4)
        await ann.say("handover", id=2, seat=1, bot="random")
        await ann.until("ok", id=2)
        await ann.say("move", id=3, seen=0, move="take wbg")
        view = await ann.until("view", actors=[0], seconds=30)  # the bot has answered
        while view["n"] < 2:
            view = await ann.until("view", actors=[0], seconds=30)
        async with Wire(server.url, table, token=clients[1].token) as back:
            await back.hello()
            await back.say("back", id=1)
            await back.until("ok", id=1)
            await ann.say("move", id=4, seen=view["n"], move="take wbg")
            await back.until("view", actors=[1])
            await asyncio.sleep(0.3)
            assert (await clients[1].call("GET", f"/api/tables/{table}/view"))["actors"] == [1]


async def test_chat_presets_and_mute(tmp_path):
    async with a_table(tmp_path) as (server, table, clients, (ann, ben)):
        await ann.say("say", id=1, text="  Hi\u202e <b>Ben</b>\x00 ")
        heard = await ben.until("chat")
        assert (heard["seat"], heard["text"]) == (0, "Hi <b>Ben</b>")
        await ben.say("say", id=1, preset="well_played")
        assert (await ann.until("chat", seat=1))["preset"] == "well_played"
        await ann.say("say", id=2, preset="rubbish")
        assert (await ann.until("no", id=2))["code"] == "bad_message"
        await ann.say("say", id=3, text="\u200b\u200b")
        assert (await ann.until("no", id=3))["code"] == "bad_message"
        await ann.say("mute", id=4, seat=1)
        await ann.until("ok", id=4)
        await ben.say("say", id=2, text="anybody?")
        await ben.until("chat", text="anybody?")
        await ann.say("say", id=5, text="peace")
        await ann.until("chat", text="peace")
        assert not any("anybody?" in frame for frame in ann.frames)
        async with Wire(server.url, table, token=clients[0].token) as later, Wire(server.url, table) as stranger:
            await later.hello()
            await stranger.hello()
            await later.until("chat", text="peace")
            await stranger.until("chat", text="anybody?")
            assert not any("anybody?" in frame for frame in later.frames)
            await stranger.say("say", id=1, text="me too")
            assert (await stranger.until("no", id=1))["code"] == "not_seated"


async def test_the_key_leaves_the_server_only_after_the_end(tmp_path):
    async with a_table(tmp_path) as (server, table, clients, (ann, ben)):
        core = server.hub.rooms[table].core
        await ann.say("move", id=1, seen=0, move="take wbg")
        await ben.until("view", n=1)
        assert not any(core.table.key in frame for frame in [*ann.frames, *ben.frames])
        for path in ("match", "replay"):
            with pytest.raises(Refused, match="not_over"):
                await clients[0].call("GET", f"/api/tables/{table}/{path}")
        await ben.say("resign", id=1)
        while (shown := await ann.until("table"))["state"] != "over":
            pass
        assert shown["key"] == core.table.key
        assert shown["commitment"] == core.commitment


async def test_one_person_may_hold_several_seats_and_looks_from_the_one_they_say(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann:
        await ann.guest("Ann")
        table = await ann.new_table("splendor", 2, options={"first": "seat"})
        await ann.sit(table, 1)
        await ann.start(table)
        async with Wire(server.url, table, token=ann.token) as second:
            assert (await second.hello(seat=1))["seat"] == 1
            await second.say("move", id=1, seen=0, move="take wbg")
            assert (await second.until("no", id=1))["code"] == "not_your_turn"


async def test_open_tables_are_listed_and_private_ones_are_not(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        await ann.guest("Ann")
        await ben.guest("Ben")
        public = await ann.new_table("splendor", 2, public=True)
        private = await ann.new_table("splendor", 2)
        assert [row["id"] for row in await ben.call("GET", "/api/tables")] == [public]
        assert {row["id"] for row in await ann.call("GET", "/api/me/tables")} == {public, private}
        assert await ben.call("GET", "/api/me/tables") == []
        titles = await ben.call("GET", "/api/titles")
        assert {"splendor", "marvel"} <= {title["title"] for title in titles}
        assert titles[0]["options"]
        with pytest.raises(Refused, match="bad_option"):
            await ann.new_table("splendor", 9)
        with pytest.raises(Refused, match="bad_option"):
            await ann.new_table("splendor", 2, options={"goal": "yes"})
        with pytest.raises(Refused, match="unknown_title"):
            await ann.new_table("chess", 2)
        with pytest.raises(Refused, match="unknown_bot"):
            await ann.new_table("splendor", 2, bots=["../../etc/passwd"])


async def test_what_was_said_stays_its_authors_when_seats_are_removed_or_change_hands(tmp_path):
    async with (
        running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben, server.client() as eve,
    ):  # fmt: skip
        for client, name in ((ann, "Ann"), (ben, "Ben"), (eve, "Eve")):
            await client.guest(name)
        table = await ann.new_table("splendor", 4)
        await ben.sit(table, 3)
        await eve.sit(table, 2)
        async with Wire(server.url, table, token=ann.token) as anns, Wire(server.url, table, token=ben.token) as bens:
            async with Wire(server.url, table, token=eve.token) as eves:
                for wire in (anns, bens, eves):
                    await wire.hello()
                await bens.say("say", id=1, text="mine")
                await eves.say("say", id=1, text="and mine")
                await anns.until("chat", text="and mine")
            await eve.call("DELETE", f"/api/tables/{table}/seats/2")
            await ann.call("DELETE", f"/api/tables/{table}/places/1")
            told = await anns.until("table", version=server.hub.rooms[table].core.version)
            lines = [msgspec.json.decode(frame) for frame in anns.frames if '"t":"chat"' in frame]

            assert [(line["name"], line["text"]) for line in lines] == [("Ben", "mine"), ("Eve", "and mine")]
            assert [seat["who"] == lines[0]["who"] for seat in told["seats"]] == [False, False, True]
            assert all(seat["who"] != lines[1]["who"] for seat in told["seats"])
        server.services.chat.forget(server.hub.rooms[table].core.seats[2].user)  # as if read after a restart
        async with Wire(server.url, table) as stranger:
            await stranger.hello()
            later = [await stranger.until("chat", text=text) for text in ("mine", "and mine")]
            assert later == lines


async def test_who_is_forgotten_is_not_remembered_by_what_they_said(tmp_path):
    async with a_table(tmp_path) as (server, table, clients, (ann, ben)):
        await ann.say("say", id=1, text="never mind")
        await ben.until("chat", text="never mind")
        await clients[0].call("POST", "/api/account/delete", {})
        async with Wire(server.url, table) as stranger:
            await stranger.hello()
            await stranger.until("view")
            assert not any("never mind" in frame for frame in stranger.frames)


async def test_g23_free_chat_is_closed_while_clues_are_the_only_hint(tmp_path):
    async with a_table(tmp_path, seats=3, people=3, title="guardians", options={}) as (server, table, _, wires):
        core = server.hub.rooms[table].core
        for _ in range(200):  # to the search phase
            if not core.match.view(None).chat:
                break
            seat = core.match.actors[0]
            await wires[seat].say("move", id=1000 + core.n, seen=core.n, move=core.match.moves(seat)[0])
            await wires[seat].until("ok")
        ann = wires[0]
        await ann.say("say", id=1, text="xyzzy")
        assert (await ann.until("no", id=1))["code"] == "chat_closed"
        await ann.say("say", id=2, preset="hurry")
        await ann.until("ok", id=2)
        assert not any("xyzzy" in frame for wire in wires for frame in wire.frames)


async def test_why_a_move_can_not_be_played_is_told_without_playing_it(tmp_path):
    async with a_table(tmp_path) as (server, table, _, (ann, ben)):
        await ann.say("why", id=1, move="take wbg")
        told = await ann.until("because", id=1)
        assert (told["legal"], told["code"], told["move"]) == (True, None, "take wbg")
        await ann.say("why", id=2, move="buy 3.1")
        told = await ann.until("because", id=2)
        assert (told["legal"], told["code"], told["rule"][0]) == (False, "illegal", "S")
        assert told["values"]["reason"]
        await ann.say("why", id=3, move="dance")
        assert (await ann.until("because", id=3))["code"] == "malformed"
        await ben.say("why", id=1, move="take wbg")
        told = await ben.until("because", id=1)
        assert (told["code"], told["rule"], told["values"]) == ("not_your_turn", "S9", {})
        await ben.say("why", id=2, move="buy 3.1")
        told = await ben.until("because", id=2)
        assert (told["code"], told["rule"]) == ("not_your_turn", "S9")
        assert (told["values"]["later"]["rule"], told["values"]["later"]["reason"]) == ("S18", "cannot_pay")
        async with Wire(server.url, table) as stranger:
            await stranger.hello()
            await stranger.say("why", id=1, move="take wbg")
            assert (await stranger.until("because", id=1))["code"] == "not_seated"
        assert server.hub.rooms[table].core.n == 0


async def test_whoever_asks_why_without_end_is_closed_as_any_flood_is(tmp_path):
    config = a_config(tmp_path, limits=Limits(messages=20))
    async with a_table(tmp_path, config=config) as (_, _, _, (ann, _)):
        for i in range(40):
            await ann.say("why", id=i, move="take wbg")
        assert await ann.closed() == 1008


async def test_several_people_at_one_device_have_names_of_their_own_and_the_table_has_one(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        await ann.guest("Ann")
        await ben.guest("Ben")
        table = await ann.new_table("splendor", 4, public=True, name=" Rainy\u202e Sunday ", names=["Mum", "Zoé\x00"],
                                    several=True)  # fmt: skip
        await ben.call("POST", f"/api/tables/{table}/seats", {})
        with pytest.raises(Refused, match="already_seated"):
            await ben.call("POST", f"/api/tables/{table}/seats", {})
        with pytest.raises(Refused, match="already_seated"):
            await ben.call("POST", f"/api/tables/{table}/seats", {"name": "Ben"})
        with pytest.raises(Refused, match="bad_name"):
            await ben.call("POST", f"/api/tables/{table}/seats", {"name": "\u200b"})
        [row] = await ben.call("GET", "/api/tables")
        assert (row["name"], row["free"]) == ("Rainy Sunday", 1)
        assert [seat["kind"] for seat in row["players"]] == ["human", "human", "human", "empty"]
        made = row["changed_at"]
        await asyncio.sleep(0.01)
        await ben.call("POST", f"/api/tables/{table}/seats", {"name": "Gran"})
        [row] = await ben.call("GET", "/api/tables")
        assert [seat["name"] for seat in row["players"]] == ["Mum", "Zoé", "Ben", "Gran"]
        assert row["changed_at"] > made
        shown = await ben.call("GET", f"/api/tables/{table}")
        assert (shown["name"], shown["mine"]) == ("Rainy Sunday", [2, 3])


async def test_boats_of_five_seats_within_the_same_moment_all_sail_in_the_servers_order(tmp_path):
    async with a_table(tmp_path, seats=5, people=5, title="guardians", options={}) as (server, table, _, wires):
        core = server.hub.rooms[table].core
        for seat, wire in enumerate(wires):
            await wire.say("move", id=1, seen=core.n, move=core.match.moves(seat)[0])
            await wire.until("ok", id=1)
        seen = core.n
        boats = [core.match.moves(seat)[7 * seat] for seat in range(5)]
        assert all(move.startswith("boat ") for move in boats)
        for i in range(2):  # twice each: nobody waits for an answer, as quick thumbs do not
            moves = boats if i == 0 else [core.match.moves(seat)[50 + seat] for seat in range(5)]
            await asyncio.gather(
                *(wire.say("move", id=2 + i, seen=seen, move=moves[s]) for s, wire in enumerate(wires))
            )
        for wire in wires:
            for i in range(2):
                assert (await wire.until("ok", id=2 + i))["repeated"] is False
        orders = []
        for wire in wires:
            while (await wire.until("view"))["n"] < seen + 10:
                pass
            views = [msgspec.json.decode(frame) for frame in wire.frames if frame.startswith('{"t":"view"')]
            reports = {report["n"]: report["seat"] for view in views for report in view["reports"]}
            orders.append([reports[n] for n in range(seen + 1, seen + 11)])
        assert orders == [orders[0]] * 5
        assert sorted(orders[0]) == sorted([0, 1, 2, 3, 4] * 2)
        assert [entry.seat for entry in core.match.log[seen:]] == orders[0]


async def test_who_comes_and_goes_is_told_together_and_to_all(tmp_path, monkeypatch):
    monkeypatch.setattr("jeton.server.rooms.live.PRESENCE_SECONDS", 1.0)  # 40 come within a few of them
    async with a_table(tmp_path) as (server, table, _, (ann, ben)):
        told = len(ann.frames)
        strangers = [Wire(server.url, table) for _ in range(40)]
        await asyncio.gather(*(one.__aenter__() for one in strangers))
        await asyncio.gather(*(one.hello() for one in strangers))
        await ann.until("table", watchers=40)
        await ben.until("table", watchers=40)
        assert len(ann.frames) - told < 30
        for one in strangers:
            await one.until("view")
            await one.__aexit__()
        await ann.until("table", watchers=0)


async def test_play_needs_nothing_but_asgi(tmp_path, monkeypatch):
    monkeypatch.setattr(run, "Connection", WebSocketsSansIOProtocol)
    monkeypatch.setattr(run, "HttpDoor", lambda *args, doors, **named: HttpToolsProtocol(*args, **named))
    async with a_table(tmp_path) as (server, table, _, (ann, ben)):
        assert all(one._connection is None for one in server.hub.rooms[table].listeners)
        await ann.say("move", id=1, seen=0, move="take wbg")
        await ann.until("ok", id=1)
        await ann.until("view", n=1)
        await ben.until("view", n=1)


async def test_whoever_serves_invites_others_to_an_address_that_they_reach(tmp_path):
    """`localhost` would lead a friend's phone to that phone."""
    for reach, told in (("http://192.168.1.5:8000", ("http://192.168.1.5:8000", False)), ("", (None, True))):
        async with running(a_config(tmp_path, reach=reach)) as server, server.client() as ann:
            found = await ann.call("GET", "/api/reach")
        assert (found["address"], found["alone"]) == told


async def test_who_came_by_an_address_of_the_network_may_send_it_on(tmp_path):
    config = a_config(tmp_path, reach="http://10.0.0.7:8000", origins=("http://games.example",))
    async with running(config) as server, httpx.AsyncClient() as stranger:
        answer = await stranger.get(f"{server.url}/api/reach", headers={"Host": "games.example"})

    assert answer.json() == {"address": None, "alone": False}
