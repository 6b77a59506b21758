"""Costly requests have bounds: long matches, views for people who come back, questions and chat."""

import asyncio

import httpx
import msgspec
import pytest
from sqlalchemy import func, select

from jeton.core.match import Match
from jeton.server.rooms import commands as ask
from jeton.server.rooms.commands import Accept, Now, Refuse
from jeton.server.rooms.decide import MAX_ASIDES
from jeton.server.tables import archive
from jeton.server.wire.messages import KEPT_BYTES, MOST_REPORTS, Frames
from jeton.store import schema as tables
from tests.server.harness import GENEROUS, a_config, chooser
from tests.server.test_room import Desk, code
from tests.server.test_table import a_table

pytestmark = pytest.mark.once


def limits(**values):
    return msgspec.structs.replace(GENEROUS, **values)


async def finish(server, table, clients, wires):
    """Play a while and give up; the room."""
    choose = chooser(1)
    live = server.hub.rooms[table]
    for _ in range(12):
        seat = live.core.match.actors[0]
        move = choose({"moves": live.core.match.moves(seat)})
        await clients[seat].move(table, move)
    await wires[0].say("resign", id=900)
    await wires[0].until("ok", id=900)
    return live


async def test_a_replay_is_written_once_away_from_the_loop_and_sent_in_pieces(tmp_path, monkeypatch):
    made = []
    write = archive._write
    monkeypatch.setattr(archive, "_write", lambda *arguments: made.append(1) or write(*arguments))
    async with a_table(tmp_path) as (server, table, clients, wires):
        live = await finish(server, table, clients, wires)
        async with httpx.AsyncClient(base_url=server.url) as client:
            answers = await asyncio.gather(*(client.get(f"/api/tables/{table}/replay") for _ in range(20)))
            text = (await client.get(f"/api/tables/{table}/match")).text
    match: Match = live.core.match
    found = answers[0].json()

    assert len(made) == 2  # the replay, and the match file
    assert {answer.status_code for answer in answers} == {200}
    assert answers[0].headers["content-type"] == "application/json"
    assert found["entries"] == msgspec.to_builtins(match.log)
    assert found["positions"] == msgspec.json.decode(msgspec.json.encode([
        match.game.full(position) for position in (*match._positions, match.position)]))  # fmt: skip
    assert len(found["views"]) == len(found["positions"])
    assert found["reports"] == msgspec.json.decode(msgspec.json.encode(match.reports(None)))
    assert found["outcome"]["termination"] == "resigned"
    assert "resign" in text.splitlines()[-2]
    assert [len(piece) async for piece in archive.pieces_of(b"x" * 100_000)] == [65_536, 34_464]


async def test_reading_costs_by_the_length_of_a_match(tmp_path):
    config = a_config(tmp_path, limits=limits(entries_per_minute=80))
    async with a_table(tmp_path, config=config) as (server, table, clients, wires):
        await finish(server, table, clients, wires)
        async with httpx.AsyncClient(base_url=server.url) as client:
            codes = [(await client.get(f"/api/tables/{table}/replay")).status_code for _ in range(4)]

    assert codes == [200, 200, 429, 429]


async def test_files_that_are_kept_have_a_bound(tmp_path, monkeypatch):
    monkeypatch.setattr(archive, "KEPT_BYTES", 10_000)
    async with a_table(tmp_path) as (server, table, clients, wires):
        live = await finish(server, table, clients, wires)
        kept = server.services.archive
        await kept.replay(live)
        await kept.match_file(live)

        assert list(kept._files) == [(table, "match")]


def test_views_for_those_who_come_back_have_a_bound():
    desk = Desk()
    for _ in range(400):
        seat = desk.room.match.actors[0]
        desk.move(seat, next(move for move in desk.room.match.moves(seat) if move.startswith(("take", "return"))))
        desk.do(ask.UndoMove(user=desk.room.seats[seat].user, seat=seat))
    frames, now = Frames(desk.room), Now(0, 0)
    for since in range(desk.room.n):
        frames.view(None, since, now)

    assert len(frames._made) <= len(desk.room.recent) + 2
    assert sum(map(len, frames._made.values())) <= KEPT_BYTES
    assert frames.view(None, 3, now) is frames.view(None, 5, now)


def test_who_comes_anew_is_told_the_last_of_a_very_long_match():
    desk = Desk()
    while len(desk.room.match.standing) <= MOST_REPORTS:
        seat = desk.room.match.actors[0]
        moves = [move for move in desk.room.match.moves(seat) if not move.startswith("buy")]
        if not isinstance(desk.move(seat, moves[0] if moves else None), Accept):
            break
    match = desk.room.match
    told = Frames(desk.room).message(None, -1, Now(0, 0)).reports

    assert len(told) == min(MOST_REPORTS, len(match.standing))
    assert told == match.reports(None)[-MOST_REPORTS:]


def test_rows_beside_the_moves_have_a_bound_and_what_stands_still_can_go_on():
    desk = Desk(people=("ann",))
    pause, resume = (ask.AskOthers(user="ann", seat=0, what=what) for what in ("pause", "resume"))
    while isinstance(desk.do(pause), Accept):
        assert isinstance(desk.do(resume), Accept)
    assert MAX_ASIDES <= len(desk.rows) <= MAX_ASIDES + 2
    assert code(desk.do(pause)) == "too_long"
    assert code(desk.do(ask.HandSeatOver(user="ann", seat=0, target=0))) == "too_long"

    assert isinstance(desk.move(0, "take wbg"), Accept)
    assert not isinstance(desk.again().decide(ask.GiveUp(user="ann", seat=0), desk.time), Refuse)


async def test_one_person_asks_and_talks_at_a_pace(tmp_path):
    config = a_config(tmp_path, limits=limits(asks_per_minute=4, lines_per_minute=3))
    async with a_table(tmp_path, people=1, config=config) as (_, _, _, (ann,)):
        for n in range(6):
            await ann.say("ask", id=n, what="resume" if n % 2 else "pause")
        assert (await ann.until("no", id=4))["code"] == "flood"
        for n in range(10, 14):
            await ann.say("say", id=n, preset="hello")
        assert (await ann.until("no", id=13))["code"] == "flood"
        await ann.say("move", id=20, seen=0, move="take wbg")
        await ann.until("ok", id=20)


async def test_what_was_said_long_ago_is_not_kept(tmp_path):
    async with a_table(tmp_path, people=1) as (server, _, _, (ann,)):
        for n in range(120):
            await ann.say("say", id=n, text=f"line {n}")
            await ann.until("ok", id=n)
        kept = await server.services.store.fetch(select(func.count().label("n")).select_from(tables.chat))

    assert kept[0]["n"] <= 100
