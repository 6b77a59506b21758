"""`jeton review`: in words, as JSON, and one line if it can't."""

import json

import pytest

import jeton
from jeton.analysis import review
from jeton.analysis.clues import review_clues
from jeton.cli.main import run
from jeton.cli.review import sentences
from jeton.words import Words


@pytest.fixture
def match():
    played = jeton.new("splendor", seats=2, key="7" * 32, options={"first": "seat"})
    for move in ("take wbg", "take wbg", "reserve 1", "take rk"):
        if move in played.moves():
            played.play(move)
    return played


@pytest.fixture
def file(match, tmp_path):
    path = tmp_path / "a.match"
    jeton.save(match, path)
    return str(path)


def test_json_is_the_review(file, match, capsys):
    assert run(["review", file, "--json", "--lines", "40"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert told["lines"] == 40
    assert [one["n"] for one in told["decisions"]] == [entry.n for entry in match.log]
    assert told["players"][0]["decisions"] == 2


@pytest.mark.parametrize("language", ["en", "fr", "nl"])
def test_words_tell_every_decision_and_every_player(match, language):
    found = review(match, lines=40)
    lines = list(sentences(found, Words(language), match.game))

    assert sum(line[:4].strip().isdecimal() for line in lines) == len(found.decisions)
    assert sum("%" in line for line in lines[-3:]) == 3
    assert not any("tools." in line or "{" in line for line in lines)


def test_the_clues_of_guardians_are_told_in_words_and_as_json(capsys, monkeypatch):
    file = "tests/matches/guardians/level-1-goal.match"
    clues = [entry.n for entry in jeton.load(file).standing if entry.move.startswith("clue ")]
    for language in ("en", "fr", "nl"):
        monkeypatch.setenv("JETON_LANG", language)
        assert run(["review", file]) == 0
        lines = capsys.readouterr().out.splitlines()
        assert [int(line[:4]) for line in lines if line[:4].strip().isdecimal()] == clues
        assert not any("clues." in line or "{" in line for line in lines)
    assert run(["review", file, "--json"]) == 0

    told = json.loads(capsys.readouterr().out)
    assert [one["n"] for one in told["clues"]] == clues
    assert told["misleading"] in clues


def test_the_clue_that_told_most_is_named_with_what_it_was_measured_by(capsys, monkeypatch):
    """Another clue may have left its island likelier; this one raised the chance by the largest factor."""
    monkeypatch.setenv("JETON_LANG", "en")
    for name in ("level-1-tiles-turned-back", "level-4-goal-with-the-bell"):
        file = f"tests/matches/guardians/{name}.match"
        found = review_clues(jeton.load(file))
        best = next(one for one in found.clues if one.n == found.telling)
        was, now = (round(100 * chances[best.meant]) for chances in (best.before, best.chances))

        assert run(["review", file]) == 0
        lines = capsys.readouterr().out.splitlines()
        at = next(i for i, line in enumerate(lines) if line.startswith("The most telling clue"))
        measure = f"From {was} to {now}\N{NO-BREAK SPACE}%: {round(2**best.bits)} times as likely"
        assert lines[at + 1].strip().startswith(measure)


def test_what_everybody_gave_and_found_has_a_number_to_compare_with(capsys, monkeypatch):
    monkeypatch.setenv("JETON_LANG", "en")
    file = "tests/matches/guardians/level-4-goal-with-the-bell.match"
    found = review_clues(jeton.load(file))

    assert run(["review", file]) == 0
    lines = capsys.readouterr().out.splitlines()
    for seat, player in enumerate(found.players):
        first = sum(one.rank == 1 for one in found.clues if one.seat == seat)
        assert f"After {first} of Seat {seat}’s {player.clues} clues the right island was the likeliest." in lines
        boats = f"Seat {seat}: {player.right} of {player.boats} boats right."
        assert any(line.startswith(boats) and f"{player.likely:.1f} on average" in line for line in lines)


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [(["--lines", "0"], "--lines: expected a number above 0"), (["--lines", "many"], "many")],
)
def test_a_number_that_is_none_is_refused_in_one_line(file, arguments, complaint, capsys):
    assert run(["review", file, *arguments]) == 2

    said = capsys.readouterr().err
    assert complaint in said
    assert said.count("\n") == 1


def test_a_match_without_a_move_or_without_a_judge_is_refused(tmp_path, capsys):
    jeton.save(jeton.new("splendor", key="7" * 32), tmp_path / "empty.match")
    guarded = jeton.new("guardians", seats=3, key="7" * 32)
    jeton.save(guarded, tmp_path / "guardians.match")

    assert run(["review", str(tmp_path / "empty.match")]) == 2
    assert "nothing was played" in capsys.readouterr().err
    assert run(["review", str(tmp_path / "guardians.match")]) == 2
    assert capsys.readouterr().err.startswith("jeton: ")
