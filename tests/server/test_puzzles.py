"""Puzzles over HTTP: the list, one of them, and a table to play on at."""

import httpx
import msgspec
import numpy as np
import pytest

import jeton
from jeton.analysis.book import book
from jeton.games.splendor.position import Position
from jeton.server.api.puzzles import told_puzzle
from jeton.server.web.beside import beside
from tests.server.harness import a_config, running

pytestmark = pytest.mark.once


async def test_anybody_reads_puzzles_and_a_guest_plays_on_from_one(tmp_path):
    one = next(puzzle for puzzle in book() if puzzle.title == "splendor")
    async with running(a_config(tmp_path)) as server, httpx.AsyncClient(timeout=120) as stranger:
        stranger.base_url, stranger.headers["origin"] = server.url, server.url
        rows = (await stranger.get("/api/puzzles")).json()
        shown = (await stranger.get(f"/api/puzzles/{one.id}")).json()
        unknown = await stranger.get("/api/puzzles/0123")
        page = await stranger.get(f"/puzzles/{one.id}", headers={"accept": "text/html"})
        refused = await stranger.post(f"/api/puzzles/{one.id}/play")
        await stranger.post("/api/guest", json={"name": "Zoé"})
        answer = await stranger.post(f"/api/puzzles/{one.id}/play")
        assert answer.status_code == 201, answer.text
        core = server.hub.rooms[answer.json()["id"]].core

    assert [row["id"] for row in rows] == [puzzle.id for puzzle in book()]
    assert shown["view"] == msgspec.json.decode(msgspec.json.encode(one.view()))
    assert (shown["move"], shown["chances"]) == (one.move, one.chances)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "no_such_puzzle")
    assert page.status_code == 200
    assert refused.status_code == 401
    assert core.match.game.view(core.match.positions[0], one.seat) == one.view()
    assert [state.bot is None for state in core.seats] == [seat == one.seat for seat in range(one.seats)]


def test_a_page_without_a_server_reads_the_same():
    one = book()[0]

    assert [row["id"] for row in msgspec.json.decode(beside("puzzles.json"))] == [puzzle.id for puzzle in book()]
    first = msgspec.json.decode(beside("puzzles/book.json"))[0]
    assert first == msgspec.json.decode(msgspec.json.encode(told_puzzle(one)))
    assert beside("puzzles/none.json") is None


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_a_page_begins_where_the_puzzle_is(title):
    one = next(puzzle for puzzle in book() if puzzle.title == title)
    told = told_puzzle(one)
    game = jeton.make(title, options=told.options)
    begun = Position(game, np.frombuffer(bytes.fromhex(told.begin), np.int64).copy())

    assert game.view(begun, one.seat) == one.view()
