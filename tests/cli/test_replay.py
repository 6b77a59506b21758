"""`jeton replay`: every step, forwards and back, in words and as JSON."""

import hashlib
import json
from random import Random

import pytest

import jeton
from jeton.bots import Budget, make
from jeton.cli import replay as module
from jeton.cli.main import run
from jeton.cli.terminal.generic import TERMINAL


@pytest.fixture
def match():
    played = jeton.new("splendor", seats=2, key="7" * 32, options={"first": "seat"})
    played.play("take wbg", at=1_000)
    played.play("take wbg", at=2_500)
    played.undo(at=3_000)
    played.play("reserve 1", at=4_000)
    return played


@pytest.fixture
def file(match, tmp_path):
    path = tmp_path / "a.match"
    jeton.save(match, path)
    return path


def lines_of(capsys):
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


@pytest.mark.interpreted
def test_json_begins_with_header_and_starting_position(file, match, capsys):
    assert run(["replay", str(file), "--json"]) == 0

    first = lines_of(capsys)[0]
    assert first["jeton"] == 1
    assert first["key"] == "7" * 32
    assert first["commitment"] == match.header.commitment
    assert first["position"]["turns"] == 0
    assert first["position"]["bank"] == [4, 4, 4, 4, 4, 5, 0]


def test_json_has_a_line_for_every_entry_with_the_position_after_it(file, match, capsys):
    assert run(["replay", str(file), "--json"]) == 0

    rest = lines_of(capsys)[1:]
    assert [line["n"] for line in rest] == [1, 2, 3, 4]
    assert [set(line) for line in rest] == [{"n", "at", "seat", "move", "position"}] * 4
    assert [line["move"] for line in rest] == ["take wbg", "take wbg", "undo", "reserve 1"]
    assert rest[2]["position"] == rest[0]["position"]
    assert rest[3]["position"] == match.game.full(match.position)


def test_json_counts_resignations_in_the_outcome(match, tmp_path, capsys):
    match.resign(0)
    jeton.save(match, tmp_path / "b.match")
    run(["replay", str(tmp_path / "b.match"), "--json"])

    outcome = lines_of(capsys)[-1]["position"]["outcome"]
    assert outcome["winners"] == [1]
    assert outcome["termination"] == "resigned"


def test_without_a_terminal_every_entry_is_a_line_in_words(file, capsys):
    assert run(["replay", str(file)]) == 0

    shown = capsys.readouterr().out.splitlines()
    assert shown[0] == "Splendor, 2 seats, 4 entries"
    assert shown[1] == "   1  take wbg     Seat 0 takes diamond, sapphire and emerald."
    assert shown[3] == "   3  undo         Seat 1 takes the last move back."
    assert shown[-1] == "The match is not over."


def test_a_blind_reservation_is_shown_to_its_owner_alone(file, capsys):
    run(["replay", str(file)])
    open_to_all = capsys.readouterr().out
    run(["replay", str(file), "--seat", "1"])
    seen_by_owner = capsys.readouterr().out

    assert open_to_all != seen_by_owner


def test_a_seat_that_is_not_there_is_a_mistake(file, capsys):
    assert run(["replay", str(file), "--seat", "2"]) == 2
    assert "--seat: expected a number from 0 to 1, got 2" in capsys.readouterr().err


@pytest.mark.parametrize(("field", "wrong"), [('"seats":2', '"seats":9'), ('"goal":15', '"goal":99'), ("end", "en")])
def test_a_file_that_is_no_match_is_a_mistake(file, field, wrong, capsys):
    body = file.read_text().replace(field, wrong)
    body, end, _ = body.rpartition("end ")
    file.write_text(f"{body}end 4 {hashlib.sha256(body.encode()).hexdigest()[:16]}\n" if end else wrong)

    assert run(["replay", str(file)]) == 2
    assert capsys.readouterr().err.startswith("jeton: ")


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_a_whole_match_can_be_told_in_every_language(title, tmp_path, monkeypatch, capsys):
    played = jeton.new(title, seats=3, key="8" * 32)
    bot = make("greedy", played.game)
    while not played.is_over:
        played.play(bot.choose(played.view(played.actors[0]), Budget(), Random(1)))
    jeton.save(played, tmp_path / "c.match")
    for language in ("en", "fr", "nl"):
        monkeypatch.setenv("JETON_LANG", language)

        assert run(["replay", str(tmp_path / "c.match")]) == 0
        assert str(max(played.outcome.points)) in capsys.readouterr().out.splitlines()[-1]


def test_at_a_terminal_one_walks_forwards_and_back(match, monkeypatch, capsys):
    answers, seen = iter(["", "", "b", "99", "e", "what", "q"]), []
    monkeypatch.setattr(module, "_show", lambda match, steps, at, seat, say: seen.append(at))
    module._walk(match, None, module.words(), ask=lambda prompt: next(answers))

    assert seen == [0, 1, 2, 1, 4, 4, 4]


def test_the_end_of_input_ends_the_walk(match, monkeypatch):
    def nobody(prompt):
        raise EOFError

    monkeypatch.setattr(module, "_show", lambda *arguments: None)

    module._walk(match, None, module.words(), ask=nobody)


def test_a_step_is_drawn_with_its_number_and_words(match, capsys):
    module._show(match, list(module.steps(match)), 1, None, module.words())

    shown = capsys.readouterr().out
    assert "1 of 4  Seat 0 takes diamond, sapphire and emerald." in shown


def test_a_title_without_drawings_shows_moves_and_text(match, monkeypatch, capsys):
    monkeypatch.setattr(module, "terminal_of", lambda title: TERMINAL)
    module._show(match, list(module.steps(match)), 4, None, module.words())

    shown = capsys.readouterr().out.replace("\n", " ")
    assert "Seat 1: reserve 1" in shown
    assert "phase: play" in shown
    assert "bank: " in shown
