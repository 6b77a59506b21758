"""A server under a path of its own, as `jeton serve --prefix /games` starts one behind a proxy."""

import gzip

import httpx
import pytest

from jeton.server.settings import BadSetting, read_settings
from tests.server.harness import a_config, chooser, running
from tests.server.test_push import certificate

HTML = {"accept": "text/html"}


async def test_everything_is_below_the_prefix_and_nothing_beside_it(tmp_path):
    async with running(a_config(tmp_path, prefix="/club/games")) as server, httpx.AsyncClient(timeout=60) as http:
        root = f"{server.url}/club/games"

        bare = await http.get(root)
        assert (bare.status_code, bare.headers["location"]) == (308, "/club/games/")
        for path in ("/", "/api/titles", "/club", "/club/gamesx/", "/club/games2/api/titles", "/ws/x"):
            assert (await http.get(server.url + path)).status_code == 404, path
        titles = (await http.get(f"{root}/api/titles")).json()
        assert {one["title"] for one in titles} >= {"splendor", "guardians"}
        assert (await http.get(f"{root}/api/openapi.json")).json()["servers"] == [{"url": "/club/games"}]
        assert (await http.get(f"{root}/nowhere", headers=HTML)).status_code == 404
        assert (await http.get(f"{root}/club/games/api/titles")).status_code == 404, "taken off once"


async def test_machines_ask_at_the_node_and_no_proxy_shows_it(tmp_path):
    async with running(a_config(tmp_path, prefix="/games")) as server, httpx.AsyncClient(timeout=60) as http:
        assert "jeton_" in (await http.get(f"{server.url}/metrics")).text
        assert (await http.get(f"{server.url}/ready")).status_code == 200
        assert (await http.get(f"{server.url}/games/health")).status_code == 200, "the page asks for it"
        shown = await http.get(f"{server.url}/games/metrics")

        assert shown.status_code == 404
        assert "jeton_" not in shown.text


async def test_the_page_names_its_files_below_the_prefix(tmp_path):
    async with running(a_config(tmp_path, prefix="/games")) as server, httpx.AsyncClient(timeout=60) as http:
        plain = await http.get(f"{server.url}/games/t/abcdefgh", headers={"accept-encoding": "identity", **HTML})
        small = await http.get(f"{server.url}/games/", headers={"accept-encoding": "gzip", **HTML})
        again = await http.get(f"{server.url}/games/", headers={"if-none-match": small.headers["etag"], **HTML})
        if 'id="app"' not in plain.text:
            pytest.skip("the page is not built: sh scripts/page.sh")

        assert '="/games/assets/' in plain.text
        assert '="/' not in plain.text.replace('="/games/', "")
        assert (small.headers["content-encoding"], small.text) == ("gzip", plain.text)
        assert len(gzip.compress(plain.content)) < len(plain.content)
        assert again.status_code == 304
        for path in plain.text.split('="')[1:]:
            if path.startswith("/games/"):
                assert (await http.get(server.url + path.partition('"')[0])).status_code == 200, path


async def test_the_cookie_belongs_to_the_path(tmp_path):
    files = certificate(tmp_path, "localhost")
    config = a_config(tmp_path, prefix="/games")
    async with running(config, tls=files) as server, httpx.AsyncClient(verify=False, timeout=60) as http:  # noqa: S501 - its own
        made = await http.post(f"{server.url}/games/api/guest", json={"name": "Ann"})
        (kept,) = made.headers.get_list("set-cookie")
        assert kept.startswith("__Secure-jeton=")
        assert all(word in kept.lower() for word in ("secure", "httponly", "samesite=lax", "path=/games/"))
        me = await http.get(f"{server.url}/games/api/me")
        origin = {"origin": server.url}
        gone = await http.post(f"{server.url}/games/api/logout", headers=origin)

        assert me.json()["name"] == "Ann"
        assert gone.status_code == 204
        assert (await http.get(f"{server.url}/games/api/me")).status_code == 401
        asked = await http.get(f"{server.url}/games/api/me?maybe=true")
        assert (asked.status_code, asked.json()) == (200, None), "a stranger may ask without being refused"


async def test_a_match_is_played_through_the_client(tmp_path):
    async with running(a_config(tmp_path, prefix="/games")) as server:
        server.url += "/games"
        async with server.client() as ann:
            await ann.guest("Ann")
            table = await ann.new_table("splendor", 2, bots=["random"], start=True)
            last = await ann.play(table, chooser(7))

            assert not last["actors"]
            assert (await ann.call("GET", f"/api/tables/{table}/match")).startswith('{"jeton":1')


@pytest.mark.parametrize("wrong", ["games", "/", "/games/", "//games", "/ga mes", "/a/../b", "/games?x", "/jeux\u00e9"])
def test_a_prefix_that_can_not_be_one_is_refused(wrong):
    with pytest.raises(BadSetting, match="expected a path as /games"):
        read_settings({"prefix": wrong}, environ={})
