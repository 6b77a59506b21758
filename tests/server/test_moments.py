"""Moments of a finished match: a picture of each, and a table at which to play on from there."""

import struct

import httpx
import msgspec
import pytest

from jeton.analysis.line import follow
from jeton.server.web.pages import STATIC
from tests.server.test_costs import a_table, finish

pytestmark = pytest.mark.once
BUILT = (STATIC / "index.html").is_file()


async def test_one_plays_on_from_a_moment_and_the_finished_match_stays(tmp_path):
    async with (
        a_table(tmp_path) as (server, table, clients, wires),
        httpx.AsyncClient() as stranger,
    ):
        stranger.base_url, stranger.headers["origin"] = server.url, server.url
        early = await stranger.get(f"/api/tables/{table}/picture/0")
        live = await finish(server, table, clients, wires)
        match, log = live.core.match, list(live.core.match.log)
        drawn = await stranger.get(f"/api/tables/{table}/picture/5")
        kept = await stranger.get(f"/api/tables/{table}/picture/5/png")
        shown = await stranger.get(f"/api/tables/{table}/picture/5/preview")
        page = (await stranger.get(f"/m/{table}/5", headers={"accept-language": "fr"})).text
        nothing = (await stranger.get(f"/m/{table}/999")).text
        beyond = await stranger.get(f"/api/tables/{table}/picture/999")
        moves = [entry.move for entry in log[5:6]]
        line = await stranger.post(f"/api/tables/{table}/line", json={"step": 5, "moves": moves})
        wrong = await stranger.post(f"/api/tables/{table}/line", json={"step": 5, "moves": ["take wwww"]})
        unknown = await stranger.post(f"/api/tables/{table}/try", json={"step": 7})
        await stranger.post("/api/guest", json={"name": "Zoé"})
        answer = await stranger.post(f"/api/tables/{table}/try", json={"step": 7})
        odd = await stranger.post(f"/api/tables/{table}/try", json={"step": 7, "fill": "nobody"})
        late = await stranger.post(f"/api/tables/{table}/try", json={"step": 999})
        direct = await stranger.post(
            "/api/tables", json={"title": "splendor", "seats": 2, "options": {"start": "splendor 2"}}
        )
        assert answer.status_code == 201, (unknown.text, answer.text)
        new = server.hub.rooms[answer.json()["id"]].core

    def turn(step):
        """Count as players do: what belongs to a turn is none of its own."""
        return sum(entry.move.startswith(("take ", "buy ", "reserve ", "pass")) for entry in log[:step])

    position = match.positions[7]
    seat = match.game.actors(position)[0]
    assert early.json()["code"] == "not_over"
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert drawn.text == match.game.picture(match.game.view(match.positions[5], match.positions[5].seat))
    for drawing in (kept, shown):
        assert drawing.headers["content-type"] == "image/png"
        assert drawing.content.startswith(b"\x89PNG")
    assert struct.unpack(">II", shown.content[16:24]) == (1200, 630)
    picture = f'<meta property="og:image" content="{server.url}/api/tables/{table}/picture/5/preview" />'
    assert ("og:image" in page, picture in page) == (BUILT, BUILT)
    assert not BUILT or f"Coup {turn(5)} sur {turn(match.n_standing)}" in page
    assert "og:image" not in nothing
    followed = follow(match.game, match.game.view(match.positions[5], match.positions[5].seat), moves, first=6)
    assert line.content == msgspec.json.encode(followed), line.text
    assert wrong.json() == {"code": "illegal", "values": {"reason": "pair_alone", "rule": "S12"}}
    assert (beyond.status_code, unknown.status_code, odd.status_code, late.status_code) == (404, 401, 400, 404)
    assert direct.json()["code"] == "bad_option", "only a real moment can be played on"
    assert answer.status_code == 201
    assert new.match.game.view(new.match.positions[0], seat) == match.game.view(position, seat)
    assert [state.bot is None for state in new.seats] == [other == seat for other in range(len(new.seats))]
    assert new.table.key != live.core.table.key
    assert new.table.settings.origin == f"/m/{table}/7", "the way back"
    assert match.log == log
