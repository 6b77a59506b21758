"""People who come by an unknown host name read why they are refused, and how to allow the name."""

import httpx
import pytest

from tests.server.harness import a_config, running

pytestmark = pytest.mark.once

BROWSER = {"accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


@pytest.mark.parametrize(
    ("accepted", "language", "title"),
    [
        ("fr-BE,fr;q=0.9,en;q=0.5", "fr", "Ce nom n’est pas le mien"),
        ("nl", "nl", "Deze naam is niet van mij"),
        ("de", "en", "This name is not one of mine"),
        ("", "en", "This name is not one of mine"),
    ],
)
async def test_a_browser_at_an_unknown_name_is_told_how_to_allow_it(tmp_path, accepted, language, title):
    async with running(a_config(tmp_path)) as server, httpx.AsyncClient() as browser:
        headers = {**BROWSER, "host": "den.lan:8000", "accept-language": accepted}
        answer = await browser.get(f"{server.url}/t/abc", headers=headers)
    assert answer.status_code == 400
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "default-src 'none'" in answer.headers["content-security-policy"]
    assert f'<html lang="{language}">' in answer.text
    assert f"<h1>{title}</h1>" in answer.text
    assert "<code>jeton serve --origin http://den.lan:8000</code>" in answer.text


async def test_what_is_said_there_lets_the_name_in(tmp_path):
    config = a_config(tmp_path, origins=("http://den.lan:8000",))
    async with running(config) as server, httpx.AsyncClient() as browser:
        answer = await browser.get(f"{server.url}/health", headers={**BROWSER, "host": "den.lan:8000"})
    assert answer.status_code == 200


async def test_programs_get_the_code_and_no_name_is_repeated_that_is_none(tmp_path):
    async with running(a_config(tmp_path)) as server, httpx.AsyncClient() as one:
        program = await one.get(f"{server.url}/api/me", headers={"host": "den.lan"})
        posted = await one.post(f"{server.url}/api/guests", json={"name": "A"}, headers={**BROWSER, "host": "den.lan"})
        strange = await one.get(f"{server.url}/", headers={**BROWSER, "host": "<img src=x>"})
    assert (program.status_code, program.json()) == (400, {"code": "bad_host"})
    assert posted.json() == {"code": "bad_host"}
    assert strange.status_code == 400
    assert "<img" not in strange.text
