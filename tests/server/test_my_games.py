"""My games: a list with what statistics count, and all matches in one archive."""

import io
import zipfile
import zlib
from pathlib import Path

import httpx
import msgspec
import pytest

import jeton
from jeton.server.tables.admin import NoAccount, import_match
from jeton.store import schema as tables
from tests.server.harness import a_config, running
from tests.server.test_own_data import some_games

pytestmark = pytest.mark.once

MATCH = Path(__file__).parents[1] / "matches/splendor/goal-2-seats.match"


async def test_my_games_say_how_they_ended_and_come_as_match_files(tmp_path):
    async with (
        running(a_config(tmp_path)) as server,
        server.client() as ann,
        server.client() as ben,
        httpx.AsyncClient(base_url=server.url, timeout=120) as web,
    ):
        over, _, _ = await some_games(server, ann, ben)
        players = [{"accuracy": 91.5}, {"accuracy": None}]
        body = zlib.compress(msgspec.json.encode({"lines": 2000, "decisions": [], "players": players}))
        await server.hub.store.execute(tables.reviews.insert().values(match=over, made_at=0, body=body))
        rows = await ann.call("GET", "/api/me/games")
        his = await ben.call("GET", "/api/me/games")
        earlier = await ann.call("GET", f"/api/me/games?before={rows[0]['changed_at']}")
        packed = await web.get("/api/me/games.zip", headers={"authorization": f"Bearer {ann.token}"})
        brought = await import_match(server.services.store, MATCH, ["-", "ann of hearts"])
        more = await ann.call("GET", "/api/me/games")
        with pytest.raises(NoAccount, match="nobody signs in as"):
            await import_match(server.services.store, MATCH, ["nobody at all"])
        stranger = [(await web.get(f"/api/me/games{end}")).status_code for end in ("", ".zip")]
        match = server.hub.rooms[over].core.match

    (row,) = rows
    assert (row["id"], row["mine"], row["winners"]) == (over, [0], [0])
    assert his[0]["mine"] == [1]
    assert [one["turns"] for one in row["tallies"]] == [2, 2]
    assert [sum(one["kinds"].values()) for one in row["tallies"]] == [
        len(player.cards) for player in match.view(None).players
    ]
    assert row["accuracy"] == [91.5, None]
    assert earlier == []
    archive = zipfile.ZipFile(io.BytesIO(packed.content))
    assert archive.namelist() == [f"splendor-{over}.match"]
    assert archive.testzip() is None
    assert jeton.loads(archive.read(archive.namelist()[0]).decode()).log == match.log
    assert stranger == [401, 401]
    assert (more[0]["id"], more[0]["mine"], more[0]["rated"]) == (brought, [1], False)
    assert [one["name"] for one in more[0]["players"]] == ["", "Annabella"]
    assert more[0]["winners"] == list(jeton.load(MATCH).outcome.winners)
