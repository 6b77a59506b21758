"""A match of somebody's own device goes on at a table, from a position that the server has replayed."""

import httpx
import pytest

import jeton
from tests.server.harness import a_config, running

pytestmark = pytest.mark.once

MOVES = ("take wbg", "reserve 3", "take rkw", "take bgr")


def begun(**options):
    match = jeton.new("splendor", seats=2, key="07" * 16, options={"first": "seat", **options})
    for move in MOVES:
        match.play(move)
    return match


async def test_a_match_of_a_device_goes_on_with_a_friend(tmp_path):
    match = begun()
    text = jeton.dumps(match)
    async with running(a_config(tmp_path)) as server, httpx.AsyncClient() as lena, httpx.AsyncClient() as noor:
        for client, name in ((lena, "Lena"), (noor, "Noor")):
            client.base_url, client.headers["origin"] = server.url, server.url
            await client.post("/api/guest", json={"name": name})
        handed = await lena.post("/api/tables/handed", json={"match": text, "names": ["Lena", None]})
        table = handed.json()["id"]
        wider = await lena.post(f"/api/tables/{table}/places")
        narrower = await lena.delete(f"/api/tables/{table}/places/1")
        sat = await noor.post(f"/api/tables/{table}/seats", json={})
        started = await lena.post(f"/api/tables/{table}/start", json={})
        new = server.hub.rooms[table].core.match
        seen = [new.game.view(new.positions[0], seat) for seat in (0, 1, None)]
        cut = await lena.post("/api/tables/handed", json={"match": text[:-40], "names": ["Lena", None]})
        nobody = await lena.post("/api/tables/handed", json={"match": text, "names": [None, None]})
        middle = jeton.new("splendor", seats=2, key="08" * 16, options={"start": match.game.beginning(match.view(0))})
        middle.play("take wbk")
        again = await lena.post("/api/tables/handed", json={"match": jeton.dumps(middle), "names": ["Lena", None]})
        match.resign(0)
        over = await lena.post("/api/tables/handed", json={"match": jeton.dumps(match), "names": ["Lena", None]})

    assert (handed.status_code, again.status_code) == (201, 201), (handed.text, again.text)
    assert (wider.json()["code"], narrower.json()["code"]) == ("seats_most", "seats_fewest")
    assert (sat.status_code, started.status_code) == (201, 201), (sat.text, started.text)
    before = begun()
    spectator = before.view(None)
    assert seen[2] == spectator, "all that lies open is as it was"
    assert new.header.key != before.header.key
    assert "07" * 16 not in str(new.header.options), "and nothing of the old deal is told"
    assert "1 hand ?3" in new.header.options["start"], "a card from a deck is dealt anew"
    assert (cut.json()["code"], nobody.json()["code"], over.json()["code"]) == ("bad_message", "bad_message", "over")
