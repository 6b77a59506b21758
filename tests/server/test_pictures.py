"""The pictures of a game come from the package, and only they do."""

import httpx
import pytest

from jeton.server.web.pictures import pictures_of
from tests.server.harness import GENEROUS, a_config, running

pytestmark = pytest.mark.once


async def test_every_picture_is_served_as_what_it_is(tmp_path):
    async with running(a_config(tmp_path)) as server, httpx.AsyncClient(base_url=server.url) as http:
        for name, path in pictures_of("guardians").items():
            answer = await http.get(f"/pictures/guardians/{name}")
            assert answer.status_code == 200
            assert answer.content == path.read_bytes()
            kind = answer.headers["content-type"].partition(";")[0]
            assert kind == {".webp": "image/webp", ".svg": "image/svg+xml", ".json": "application/json",
                            ".txt": "text/plain"}[path.suffix]  # fmt: skip
        island = await http.get("/pictures/guardians/islands/ember_forge-640.webp")
        assert island.content[:4] == b"RIFF"
        assert island.content[8:12] == b"WEBP"


async def test_a_browser_that_has_a_picture_gets_it_no_second_time(tmp_path):
    async with running(a_config(tmp_path)) as server, httpx.AsyncClient(base_url=server.url) as http:
        address = "/pictures/guardians/backs/island-256.webp"
        first = await http.get(address)
        assert "max-age" in first.headers["cache-control"]

        again = await http.get(address, headers={"if-none-match": first.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert (await http.get(address, headers={"if-none-match": '"other"'})).status_code == 200


@pytest.mark.parametrize(
    "path",
    ["guardians/islands/nowhere-640.webp", "splendor/x.webp", "guardians/../game.py", "guardians/%2e%2e/game.py",
     "guardians/..%2fgame.py", "guardians//etc/passwd", "../games/guardians/game.py", "guardians/islands"],
)  # fmt: skip
async def test_nothing_else_is_served(tmp_path, path):
    async with running(a_config(tmp_path)) as server, httpx.AsyncClient(base_url=server.url) as http:
        answer = await http.get(f"/pictures/{path}")
        assert answer.status_code == 404


async def test_pictures_do_not_use_up_what_an_address_may_ask(tmp_path):
    limits = GENEROUS.__class__(requests_per_minute=5, files_per_minute=30)
    async with running(a_config(tmp_path, limits=limits)) as server, httpx.AsyncClient(base_url=server.url) as http:
        address = "/pictures/guardians/tokens/coin-gold.svg"
        statuses = [(await http.get(address)).status_code for _ in range(32)]
        assert statuses[:30] == [200] * 30
        assert 429 in statuses
        assert (await http.get("/health")).status_code == 200


def test_the_folder_holds_what_the_page_asks_for():
    assert len(pictures_of("guardians")) > 200
