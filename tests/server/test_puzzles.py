"""Puzzles over HTTP: the list, one of them, and a table to play on at."""

from statistics import fmean

import httpx
import msgspec
import numpy as np
import pytest

import jeton
from jeton.analysis.book import book
from jeton.games.splendor.position import Position
from jeton.server.api.puzzles import told_puzzle
from jeton.server.ratings.glicko import Strength, after_all, of_puzzle
from jeton.server.web.beside import beside
from tests.server.harness import a_config, running
from tests.server.test_accounts import an_account

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
        clue = next(puzzle for puzzle in book() if puzzle.log)
        told = (await stranger.get(f"/api/puzzles/{clue.id}")).json()
        nowhere = await stranger.post(f"/api/puzzles/{clue.id}/play")
        answer = await stranger.post(f"/api/puzzles/{one.id}/play")
        assert answer.status_code == 201, answer.text
        core = server.hub.rooms[answer.json()["id"]].core

    assert [row["id"] for row in rows] == [puzzle.id for puzzle in book()]
    assert shown["view"] == msgspec.json.decode(msgspec.json.encode(one.view()))
    assert (shown["move"], shown["chances"]) == (one.move, one.chances)
    assert (unknown.status_code, unknown.json()["code"]) == (404, "no_such_puzzle")
    assert page.status_code == 200
    assert refused.status_code == 401
    assert (nowhere.status_code, nowhere.json()["code"]) == (409, "not_from_here")
    assert clue.key not in msgspec.json.encode(told).decode(), "what was dealt is nobody's business"
    assert core.match.game.view(core.match.positions[0], one.seat) == one.view()
    assert [state.bot is None for state in core.seats] == [seat == one.seat for seat in range(one.seats)]


def test_a_page_without_a_server_reads_the_same():
    one = next(puzzle for puzzle in book() if not puzzle.log)

    ours = [puzzle.id for puzzle in book() if not puzzle.log]
    assert [row["id"] for row in msgspec.json.decode(beside("puzzles.json"))] == ours, "what the page has pictures of"
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


async def test_the_first_answer_of_an_account_counts_once_and_an_illegal_move_names_its_rule(tmp_path):
    puzzles = [puzzle for puzzle in book() if puzzle.title == "splendor"]
    one, other = puzzles[0], puzzles[1]
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as guest:
        await an_account(ann)
        await guest.guest("Gus")
        at_first = await ann.call("GET", f"/api/puzzles/{one.id}/rating")
        for_guest = await guest.call("POST", f"/api/puzzles/{one.id}/answer", {"move": one.move})
        found = await ann.call("POST", f"/api/puzzles/{one.id}/answer", {"move": one.move})
        again = await ann.call("POST", f"/api/puzzles/{one.id}/answer", {"move": ""})
        missed = await ann.call("POST", f"/api/puzzles/{other.id}/answer", {"move": ""})
        stands, guests = [await who.call("GET", f"/api/puzzles/{one.id}/rating") for who in (ann, guest)]
        kept = (await ann.call("GET", "/api/account/data"))["puzzles"]
        illegal = await guest.call("GET", f"/api/puzzles/{one.id}/why?move=take%20wwwww")
        greedy = await guest.call("GET", f"/api/puzzles/{one.id}/why?move=take%20wwb")
        legal = await guest.call("GET", f"/api/puzzles/{one.id}/why?move={one.move.replace(' ', '%20')}")

    assert for_guest is guests is None
    assert at_first == {"rating": 1200, "spread": 686, "before": None}
    assert stands == {**missed, "before": None}
    assert found["before"] == 1200 < found["rating"]
    assert (again["before"], again["rating"]) == (None, found["rating"])
    assert missed["before"] == found["rating"] > missed["rating"]
    assert [(row["puzzle"], row["right"]) for row in kept] == [(one.id, 1), (other.id, 0)]
    assert legal == {"legal": True, "code": None, "rule": None, "values": {}}
    assert {illegal["legal"], greedy["legal"]} == {False}
    assert greedy["code"] == "illegal"
    assert greedy["rule"].startswith("S")


def test_glicko_2_comes_to_what_its_paper_says_and_puzzles_stand_in_the_order_of_their_difficulty():
    games = [(Strength(1400, 30), 1.0), (Strength(1550, 100), 0.0), (Strength(1700, 300), 0.0)]
    paper = after_all(Strength(1500, 200, 0.06), games)
    by_difficulty: dict[int, list[float]] = {}
    for puzzle in book():
        if (puzzle.title, puzzle.seats) == ("splendor", 2):
            stands = of_puzzle(puzzle.title, puzzle.seats, puzzle.found, puzzle.difficulty)
            by_difficulty.setdefault(puzzle.difficulty, []).append(stands.rating)
    means = [fmean(by_difficulty[one]) for one in sorted(by_difficulty)]

    assert (round(paper.rating, 1), round(paper.deviation, 1)) == (1464.1, 151.5)
    assert abs(paper.volatility - 0.05999) < 1e-5
    assert means == sorted(means)
