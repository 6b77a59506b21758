"""A board to set up and to explore, through the API."""

from urllib.parse import parse_qs, urlsplit

import httpx
import pytest

from jeton.analysis.board import fresh
from tests.server.harness import a_config, running

pytestmark = pytest.mark.once


async def test_a_board_is_shown_judged_and_played(tmp_path):
    async with running(a_config(tmp_path)) as server, httpx.AsyncClient() as client:
        client.base_url, client.headers["origin"] = server.url, server.url

        async def ask(path="", **body):
            return await client.post(f"/api/board{path}", json={"title": "splendor", "seats": 2, **body}, timeout=120)

        board = (await ask(moves=["take wbg"])).json()
        odd = (await ask(start="splendor 2; bank w3b4g4r4k4j5")).json()
        refused = (await ask(moves=["take wwb"])).json()
        judged = (await ask("/judge", start=board["now"])).json()
        stranger = await ask("/play", start=board["now"])
        strict = (await ask("/judge", start="splendor 2; bank w3b4g4r4k4j5")).json()
        seats, unknown = (await ask(seats=7)).json(), await ask(title="chess")
        await client.post("/api/guest", json={"name": "Zoé"})
        table = (await ask("/play", start=board["now"])).json()
        core = server.hub.rooms[table["id"]].core
        other = (await ask("/play", start=board["start"], moves=["take wbg"])).json()
        way = urlsplit(server.hub.rooms[other["id"]].core.table.settings.origin)
        row = next(one for one in (await client.get("/api/me/tables")).json() if one["id"] == other["id"])

    assert board["start"] == fresh("splendor", 2)
    assert [view["turn"] for view in board["views"]] == [0, 1]
    assert odd["flaws"] == [{"rule": "S7", "code": "tokens", "values": {"kind": 0, "expected": 4, "found": 3}}]
    assert (odd["views"], refused["code"], refused["values"]["rule"]) == ([], "illegal", "S12")
    assert judged["seat"] == 1
    assert judged["best"][0]["chances"][1] > 0
    assert (stranger.status_code, strict["code"], seats["code"], unknown.status_code) == (
        401,
        "impossible",
        "bad_option",
        404,
    )
    assert [state.bot is None for state in core.seats] == [False, True]
    assert (way.path, parse_qs(way.query)) == (
        "/board/splendor",
        {"n": ["2"], "p": [board["start"]], "m": ["take wbg"]},
    )
    assert row["origin"] == way.geturl(), "lists tell it from a real match"
    assert core.match.view(1).bank == tuple(board["views"][1]["bank"])
