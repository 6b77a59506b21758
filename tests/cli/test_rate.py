"""`jeton rate`: its table, its Markdown, its JSON, the file of ratings it writes, and Ctrl-C."""

import json

import msgspec
import pytest

from jeton.bots.catalogue import Ratings
from jeton.cli import rate as module
from jeton.cli.main import run

BOTS = ["random", "greedy", "level1"]
QUICK = ["--title", "splendor", "--seats", "2", "--deals", "2", "--span", "1", "--workers", "1"]


@pytest.fixture(scope="module")
def log(tmp_path_factory):
    """Return a log that has everything played, so that each test rates the same deals."""
    path = tmp_path_factory.mktemp("rate") / "ladder.jsonl"
    assert run(["rate", *BOTS, *QUICK, "--log", str(path), "--json"]) == 0
    return path


def rated(log, *more):
    return run(["rate", *BOTS, *QUICK, "--log", str(log), *more])


def test_the_table_has_a_line_for_every_bot(log, capsys):
    assert rated(log) == 0

    shown = capsys.readouterr().out
    assert shown.startswith("Splendor, 2 seats: 8 games\n")
    assert all(bot in shown for bot in BOTS)
    assert "1000" in shown


def test_json_says_what_was_measured(log, capsys):
    assert rated(log, "--json") == 0

    [found] = json.loads(capsys.readouterr().out)
    assert [rung["bot"] for rung in found["rungs"]] == BOTS
    assert (found["title"], found["seats"], found["games"], found["anchor"]) == ("splendor", 2, 8, "greedy")
    assert found["rungs"][1]["rating"]["elo"] == 1000
    assert found["rungs"][0]["rating"]["elo"] < 1000


def test_markdown_for_the_documentation(log, capsys):
    assert rated(log, "--markdown") == 0

    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "### Splendor, 2 seats: 8 games"
    assert lines[3] == "|---|---:|---:|---:|"
    assert [line.split("`")[1] for line in lines[4:7]] == BOTS


def test_ratings_are_written_beside_those_of_other_titles(log, tmp_path):
    path = tmp_path / "ratings.json"
    path.write_text(
        '{"anchors": {"marvel": "easy", "splendor": "greedy"}, "anchored_at": 1000, "scales": '
        '{"marvel": {"3": {"x": {"elo":1,"low":0,"high":2}}}, "splendor": {"3": {"x": {"elo":2,"low":0,"high":2}}}}}'
    )

    assert rated(log, "--write", str(path)) == 0
    found = msgspec.json.decode(path.read_bytes(), type=Ratings)
    assert set(found.scales["splendor"]["2"]) == set(BOTS)
    assert found.scales["marvel"]["3"]["x"].elo == 1
    assert found.scales["splendor"]["2"]["random"].games == 4
    assert found.scales["splendor"]["3"]["x"].elo == 2
    assert found.anchors == {"marvel": "easy", "splendor": "greedy"}

    assert rated(log, "--write", str(path), "--anchor", "random") == 0
    found = msgspec.json.decode(path.read_bytes(), type=Ratings)
    assert set(found.scales["splendor"]) == {"2"}  # the other was measured by another anchor
    assert found.scales["marvel"]["3"]["x"].elo == 1
    assert found.anchors == {"marvel": "easy", "splendor": "random"}


def test_ctrl_c_rates_what_was_played(log, monkeypatch, capsys):
    def interrupted(*arguments):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr("jeton.bots.ladder._played", interrupted)

    assert rated(log) == 0
    assert "level1" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--deals", "0"], "--deals and --span: expected 1 or more"),
        (["--minutes", "0"], "too few deals were played to rate everybody"),
        (["nobody", "greedy"], "no bot called 'nobody'"),
        (["random", "level1"], "the anchor 'greedy' is not among the bots"),
        (["--title", "chess"], "no game is called 'chess'"),
    ],
)
def test_mistakes_are_explained(arguments, told, tmp_path, capsys):
    fixed = ["--seats", "2", "--workers", "1", "--log", str(tmp_path / "l.jsonl")]
    fixed += [] if "--deals" in arguments else ["--deals", "1"]
    fixed += [] if "--title" in arguments else ["--title", "splendor"]

    assert run(["rate", *arguments, *fixed]) == 2
    assert told in capsys.readouterr().err


def test_without_names_all_levels_and_the_anchor_are_rated():
    assert module._everybody("splendor", "greedy") == ("greedy", *(f"level{number}" for number in range(1, 9)))
    assert module._everybody("guardians", "easy") == ("easy", "normal", "hard")


def test_an_anchor_that_is_a_level_has_a_step_above_it(tmp_path, capsys):
    quick = ["--title", "guardians", "--seats", "3", "--deals", "1", "--workers", "1"]

    assert run(["rate", "easy", "hard", *quick, "--log", str(tmp_path / "ladder.jsonl"), "--json"]) == 0
    [found] = json.loads(capsys.readouterr().out)
    assert (found["anchor"], found["games"]) == ("easy", 6)
    assert [rung["step"] and rung["step"]["lower"] for rung in found["rungs"]] == [None, "easy"]
