"""Blocks of Python in docs that are programs and not sessions: each is run as it stands, given what it speaks of."""

import asyncio
import json
import re
from pathlib import Path
from random import Random

import pytest

import jeton
from jeton.bots import Budget
from jeton.games.guardians import scenes
from tests.games.guardians.test_packs import own_pack
from tests.server.harness import COMES, a_config, running
from tests.test_docs import PAGES, RUN_ELSEWHERE, WITH_PYTHON

DOCS = Path(__file__).parents[1] / "docs"
HERE = {"bots.md": 1, "guardians.md": 2, "server.md": 1, "study.md": 5}
"""Pages whose blocks are run here, and how many they have."""
WALKED = {"adding-a-game.md"}
"""Pages that tests/titles runs."""

pytestmark = pytest.mark.once


def blocks(page):
    return re.findall(r"^```python\n(.*?)^```$", (DOCS / page).read_text("utf-8"), re.M | re.S)


def execute(code, page, names):
    exec(compile(code, f"docs/{page}", "exec"), names)  # noqa: S102 - the page's own program
    return names


def test_no_block_of_python_is_left_out():
    for page in PAGES:
        found = re.findall(r"^```(?:python|py)\b[^\n]*\n(.*?)^```$", page.read_text("utf-8"), re.M | re.S)
        if page.name in HERE:
            assert len(found) == HERE[page.name], page.name
        elif page.name not in WALKED | RUN_ELSEWHERE:
            assert all(block.startswith(">>> ") for block in found), page.name
            assert not found or page in WITH_PYTHON


def test_study(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    match = jeton.new("splendor", key="00" * 16, options={"first": "seat"})
    for move in ("take wbg", "reserve 3.1"):
        match.play(move)
    jeton.save(match, "my.match")
    names = {}
    for code in blocks("study.md"):
        execute(code, "study.md", names)

    told = capsys.readouterr().out.splitlines()
    assert re.fullmatch(r"[12] (take wbg|reserve 3\.1) cost 0\.\d+ better: .+", told[0])
    assert names["match"].n == 1
    assert names["one"].move in names["one"].view().moves


def test_guardians(tmp_path, monkeypatch):
    monkeypatch.setattr(scenes, "_OWN", {})
    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "my-pictures"
    folder.mkdir()
    for kind in ("island", "card"):
        (folder / f"{kind}.png").write_bytes(b"")
    (folder / "scenes.json").write_text(json.dumps({**own_pack(), "name": "summer"}), encoding="utf-8")
    names = {}
    for code in blocks("guardians.md"):
        execute(code, "guardians.md", names)

    assert len(names["position"].players) == 4
    assert scenes.known_packs() == ("jeton", "summer")


def test_bots():
    mine = execute(blocks("bots.md")[0], "bots.md", {})["MyBot"]
    match, rng = jeton.new("splendor", seats=3, key="00" * 16), Random(1)
    bot = mine(match.game)
    while match.actors and match.n < 300:
        match.play(bot.choose(match.view(match.actors[0]), Budget(), rng))

    assert match.is_over or match.n == 300


async def test_server(tmp_path):
    code = blocks("server.md")[0]
    async with running(a_config(tmp_path)) as server, server.client() as host:
        await host.guest("Ann")
        token = (await host.call("POST", "/api/me/bots", {"name": "Robo"}))["token"]
        table = await host.new_table("splendor")
        for shown, real in (("http://localhost:8000", server.url), ('"…"', repr(token)), ("TABLE", table)):
            assert shown in code
            code = code.replace(shown, real)
        bot = asyncio.create_task(asyncio.to_thread(execute, code, "server.md", {}))
        async with asyncio.timeout(COMES), host.table(table) as socket:
            async for message in socket:
                if message["t"] == "table" and all(seat["name"] for seat in message["seats"]):
                    await host.start(table)
                    break
            await socket.send("resign")
            async for message in socket:
                if message["t"] == "view" and message["n"] and not message["actors"]:
                    break
            await bot

    assert message["view"]["outcome"]["termination"] == "resigned"
