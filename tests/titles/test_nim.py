"""A fourth title, in a package of its own: without a line of ours for it, everything works with it."""

import io
import json

import httpx
import msgspec
import pytest
from rich.console import Console

import jeton
from jeton import bots, words
from jeton.bots.arena import Contest, play_deals
from jeton.cli.main import run
from jeton.cli.terminal.generic import GenericSession, told
from jeton.cli.terminal.screen import Screen
from jeton.cli.terminal.seats import fill
from jeton.cli.terminal.session import take_seats
from jeton.client import Client
from jeton.testing import random_match
from jeton.words import Words
from tests.server.harness import a_config, running
from tests.server.test_accounts import an_account
from tests.server.test_ratings import HARD, give_up, until_counted
from tests.titles.installed import installed

pytestmark = pytest.mark.once


@pytest.fixture(scope="module", autouse=True)
def _nim(tmp_path_factory):
    with installed(tmp_path_factory.mktemp("site")):
        yield


@pytest.fixture(autouse=True)
def _english(monkeypatch):
    monkeypatch.setenv("JETON_LANG", "en")


def test_it_is_found_beside_ours():
    assert jeton.titles() == ("splendor", "marvel", "guardians", "nim")
    assert bots.names("nim") == ("random", "hungry")


def test_without_words_it_has_its_name(monkeypatch):
    with monkeypatch.context() as without:
        without.setattr(words, "_others", {})
        words.load.cache_clear()
        words.also("nim", None)

        assert Words("fr")("nim.name") == "nim"
        assert words.brought("nim")["nl"] == {"name": "nim"}
    words.load.cache_clear()

    assert Words("fr")("nim.name") == "Nim"


def test_it_plays_in_the_arena():
    contest = Contest(bots=("hungry", "random"), title="nim", deals=40)

    results = [result for deal in play_deals(contest) for result in deal.results]

    assert len(results) == 80
    assert {result.termination for result in results} == {"last"}
    assert sum(result.bots[seat] == 0 for result in results for seat in result.winners) > 40


def test_the_commands_know_it(tmp_path, capsys):
    folder = tmp_path / "kept"
    arena = ["arena", "hungry", "random", "--title", "nim", "--games", "4", "--workers", "1", "--save", str(folder)]
    assert run(arena) == 0
    file = str(sorted(folder.glob("*.match"))[0])
    assert run(["verify", file]) == 0
    assert "the rules of Nim, version 1" in capsys.readouterr().out
    assert run(["replay", file]) == 0
    assert "take 3" in capsys.readouterr().out
    assert run(["replay", file, "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[0])["title"] == "nim"
    assert run(["perft", "nim", "--depth", "2"]) == 0
    assert [row.split()[:2] for row in capsys.readouterr().out.splitlines()[2:]] == [["1", "9"], ["2", "71"]]


def test_it_is_rated(tmp_path, capsys):
    rate = ["rate", "--title", "nim", "--seats", "2", "--deals", "8", "--workers", "1", "--json"]
    assert run([*rate, "--log", str(tmp_path / "ladder.jsonl")]) == 0

    (scale,) = json.loads(capsys.readouterr().out)
    ratings = {rung["bot"]: rung["rating"]["elo"] for rung in scale["rungs"]}
    assert scale["anchor"] == "random"
    assert ratings["random"] == 1000
    assert ratings["hungry"] > 1000


def lines_of(answers, tmp_path, players=("human:Ann", "hungry"), language="en"):
    """Return what is said at a terminal where somebody answers, and the match."""
    words, out = Words(language), io.StringIO()
    left = iter(answers)

    def ask(prompt):
        try:
            return next(left)
        except StopIteration:
            raise EOFError from None

    screen = Screen(Console(file=out, width=100, no_color=True), ask, plain=True)
    match = jeton.new("nim", key="00" * 16)
    GenericSession(take_seats(lambda: match, players, tmp_path / "nim.match", screen, words)).run()
    return out.getvalue(), match


def test_it_plays_in_the_terminal_to_its_end(tmp_path):
    said, match = lines_of(["take 9 A", "dance", "99", *["1"] * 12], tmp_path)

    assert "N2: take one to 3 that lie there" in said
    assert "“dance” is not a move I know" in said
    assert "The list has 9 moves" in said
    assert "Heaps A, B, C: 3, 4, 5" in said
    assert "  1  Take 1 from A" in said
    assert match.is_over
    assert jeton.load(tmp_path / "nim.match").outcome == match.outcome
    assert " wins with " in said or " share the victory " in said


@pytest.mark.parametrize(
    ("language", "heaps"), [("fr", "Tas A, B, C\N{NO-BREAK SPACE}: 3, 4, 5"), ("nl", "Stapels A, B, C: 3, 4, 5")]
)
def test_the_terminal_speaks_its_words(language, heaps, tmp_path):
    said, match = lines_of(["q"], tmp_path, language=language)

    assert heaps in said
    assert match.n == 0
    assert "jeton play --resume" in said


def test_two_people_at_one_screen_pass_it_on(tmp_path):
    said, match = lines_of(["", "1", "", "1", "q"], tmp_path, ("human:Ann", "human:Ben"))

    assert match.n == 2
    assert "Ann: Take 1 from A" in said  # what Ben is told


def test_bots_alone_play_too(tmp_path):
    said, match = lines_of([], tmp_path, ("hungry", "random"))

    assert match.is_over
    assert "Hungry: Take 3 from" in said


def test_play_takes_its_name_seats_and_options(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("builtins.input", lambda prompt: "1")
    file = tmp_path / "a.match"

    assert fill([], None, Words(), "nim") == ["human", "hungry"]
    assert run(["play", "nim", "--option", "most=2", "--key", "sunday", "--save", str(file), "--plain"]) == 0
    assert jeton.load(file).is_over
    assert jeton.load(file).header.options == {"most": 2}
    assert run(["play", "nim", "--seats", "4"]) == 2
    assert "Expected 2 to 3 seats for Nim, got 4." in capsys.readouterr().err


def test_a_view_of_any_shape_can_be_told():
    view = random_match("guardians", 3, "told").view(0)

    assert told(view, Words())
    assert all("\n" not in line for line in told(view, Words()))


async def test_it_plays_over_the_server(tmp_path):
    async with running(a_config(tmp_path)) as server:
        async with httpx.AsyncClient(base_url=server.url) as http:
            (nim,) = [one for one in (await http.get("/api/titles")).json() if one["title"] == "nim"]
        assert (nim["page"], nim["seats"], nim["bots"]) == ("generic", [2, 3], ["random", "hungry"])
        assert nim["options"] == [
            {"name": "most", "values": [3, 2], "default": 3, "rule": "N2", "type": "number", "limits": [2, 3]}
        ]
        assert nim["words"]["nl"]["field.heaps"] == "Stapels A, B, C"
        async with Client(server.url) as ann:
            await ann.guest("Ann")
            table = await ann.new_table("nim", bots=["hungry"], start=True)
            end = await ann.play(table, lambda view: view["moves"][0])
            file = await ann.call("GET", f"/api/tables/{table}/match")
    match = jeton.loads(file)
    assert match.is_over
    assert match.n == end["n"] == match.log[-1].n
    assert msgspec.convert(end["view"]["outcome"], jeton.Outcome) == match.outcome
    assert match.log[0].move == "take 1 A"
    (tmp_path / "served.match").write_text(file)
    assert run(["verify", str(tmp_path / "served.match")]) == 0


async def test_people_are_rated_at_it(tmp_path):
    async with running(a_config(tmp_path)) as server, server.client() as ann, server.client() as ben:
        await an_account(ann)
        await an_account(ben, "Ben", "ben of clubs")
        table = await ann.new_table("nim", 2, clock=HARD, rated=True)
        await ben.sit(table)
        await ann.start(table)
        await give_up(server, table, ben, 1)
        await until_counted(server.services.store, table)
        told = await ann.call("GET", f"/api/tables/{table}/ratings")

    assert [(one["before"], one["after"]) for one in told] == [(1200, 1278), (1200, 1122)]
