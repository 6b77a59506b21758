"""Files of the page: compressed when it was built, chosen by what the browser takes, and sent once."""

import gzip

import httpx
import pytest

from jeton.server.web.pages import STATIC
from tests.server.harness import a_config, running

pytestmark = [
    pytest.mark.once,
    pytest.mark.skipif(not (STATIC / "index.html").is_file(), reason="the page is not built: sh scripts/page.sh"),
]


def texts():
    """Return the paths of some files that are worth compressing: the page, its largest script and its largest style."""
    found = ["index.html", "sw.js"]
    for kind in ("js", "css"):
        largest = max((STATIC / "assets").glob(f"*.{kind}"), key=lambda path: path.stat().st_size)
        found.append(f"assets/{largest.name}")
    return found


async def ask(server, path, **headers):
    """Return a file as it comes over the wire."""
    async with (
        httpx.AsyncClient(base_url=server.url) as http,
        http.stream("GET", f"/{path}", headers={key.replace("_", "-"): value for key, value in headers.items()}) as got,
    ):
        return got, b"".join([piece async for piece in got.aiter_raw()])


@pytest.mark.parametrize(
    ("taken", "encoding", "end"),
    [
        ("gzip, deflate, br, zstd", "br", ".br"),
        ("gzip;q=1.0, *;q=0.5", "gzip", None),
        ("br;q=0, gzip", "gzip", None),
        ("identity", None, ""),
    ],
)
async def test_a_browser_gets_the_smallest_form_that_it_takes(tmp_path, taken, encoding, end):
    async with running(a_config(tmp_path)) as server:
        for path in texts():
            got, body = await ask(server, path, accept_encoding=taken)
            assert got.headers.get("content-encoding") == encoding
            assert got.headers["vary"] == "accept-encoding"
            plain = (STATIC / path).read_bytes()
            assert gzip.decompress(body) == plain if end is None else body == (STATIC / f"{path}{end}").read_bytes()
            assert encoding is None or len(body) < len(plain)
            again, nothing = await ask(server, path, accept_encoding=taken, if_none_match=got.headers["etag"])
            assert (again.status_code, nothing) == (304, b"")


async def test_forms_have_tags_of_their_own_and_the_small_ones_are_small(tmp_path):
    async with running(a_config(tmp_path)) as server:
        got = {taken: await ask(server, "index.html", accept_encoding=taken) for taken in ("br", "gzip", "identity")}
        assert len({answer.headers["etag"] for answer, _ in got.values()}) == 3
        script = texts()[2]
        sizes = [len((await ask(server, script, accept_encoding=taken))[1]) for taken in ("br", "gzip", "identity")]
        assert sizes == sorted(sizes)
        assert sizes[0] < sizes[2] / 2


async def test_fonts_and_icons_have_tags_too_and_are_not_compressed_twice(tmp_path):
    font = next((STATIC / "fonts").glob("*.woff2"))
    async with running(a_config(tmp_path)) as server:
        for path in (f"fonts/{font.name}", "icon-192.png"):
            got, body = await ask(server, path, accept_encoding="br, gzip")
            assert "content-encoding" not in got.headers
            assert body == (STATIC / path).read_bytes()
            assert (await ask(server, path, if_none_match=got.headers["etag"]))[0].status_code == 304


HTML = "text/html,application/xhtml+xml,*/*;q=0.8"


@pytest.mark.parametrize(
    ("path", "status"),
    [("", 200), ("rules", 200), ("rules/marvel", 200), ("m", 200), ("t/abc", 200), ("j/ABCDEF", 200), ("transfer", 200),
     ("rules/guardians/legends", 200), ("rules/marvel/legends", 404), ("rules/chess/legends", 404),
     ("nowhere", 404), ("rules/chess", 404), ("t", 404), ("t/abc/more", 404), ("old.html", 404)],
)  # fmt: skip
async def test_a_path_that_leads_nowhere_is_the_page_with_a_404(tmp_path, path, status):
    async with running(a_config(tmp_path)) as server, httpx.AsyncClient(base_url=server.url) as http:
        got = await http.get(f"/{path}", headers={"accept": HTML})

        assert (got.status_code, got.headers["content-type"]) == (status, "text/html; charset=utf-8")
        assert got.text == (STATIC / "index.html").read_text("utf-8")


@pytest.mark.parametrize("path", ["nowhere", "assets/none.js", "none.js"])
async def test_a_program_that_asks_for_what_is_not_there_gets_a_line(tmp_path, path):
    async with running(a_config(tmp_path)) as server, httpx.AsyncClient(base_url=server.url) as http:
        got = await http.get(f"/{path}", headers={"accept": "*/*"})

        assert (got.status_code, got.text) == (404, "not found\n")
