"""`jeton arena`: its table, its JSON object, its files, and Ctrl-C."""

import json

import pytest

import jeton
from jeton.cli import arena as module
from jeton.cli.main import run

QUICK = ["arena", "greedy", "random", "--games", "4", "--workers", "1"]


def test_the_table_says_who_won_how_surely_and_how_long_it_took(capsys):
    assert run([*QUICK, "--seed", "3"]) == 0

    shown = capsys.readouterr().out
    assert shown.startswith("Splendor, 2 seats: 4 games on 2 deals\n")
    assert "95 % over deals" in shown
    assert "Wilson" in shown
    assert "turns a player" in shown
    assert "0 games reached the limit of 200 turns" in shown
    assert "decisions a second" in shown


def test_json_is_one_object_and_follows_from_the_seed(capsys):
    found = []
    for _ in range(2):
        assert run([*QUICK, "--json", "--options", "goal=21,first=seat"]) == 0
        found.append(json.loads(capsys.readouterr().out))
        found[-1].pop("speed")
        for bot in found[-1]["bots"]:
            bot.pop("seconds_per_move")

    assert found[0] == found[1]
    assert found[0]["options"] == {"first": "seat", "visible": True, "payment": "choice", "goal": 21}
    assert [bot["bot"] for bot in found[0]["bots"]] == ["greedy", "random"]
    assert found[0]["games"] == 4


def test_games_are_rounded_up_to_whole_deals(capsys):
    run(["arena", "random", "random", "random", "--games", "4", "--workers", "1", "--turn-limit", "3", "--json"])
    found = json.loads(capsys.readouterr().out)

    assert (found["seats"], found["deals"], found["games"], found["limited"]) == (3, 2, 6, 6)


def test_every_game_is_saved_and_can_be_verified(tmp_path, capsys):
    assert run([*QUICK, "--save", str(tmp_path / "kept")]) == 0

    files = sorted((tmp_path / "kept").iterdir())
    assert [file.name for file in files] == [
        f"splendor-0-{deal}-{seats}.match" for deal in (1, 2) for seats in ("1-2", "2-1")
    ]
    assert all(jeton.load(file).is_over for file in files)


def test_ctrl_c_shows_the_results_so_far(monkeypatch, capsys):
    real = module.play_deals

    def interrupted(contest, workers, crew):
        yield next(real(contest, 1))
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "play_deals", interrupted)

    assert run([*QUICK, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)
    assert (found["interrupted"], found["deals"]) == (True, 1)


def test_ctrl_c_is_told_in_the_table(monkeypatch, capsys):
    real = module.play_deals

    def interrupted(contest, workers, crew):
        yield next(real(contest, 1))
        raise KeyboardInterrupt

    monkeypatch.setattr(module, "play_deals", interrupted)
    run(QUICK)

    assert "Stopped early: 4 games were planned." in capsys.readouterr().out


def test_ctrl_c_before_the_first_deal_is_told(monkeypatch, capsys):
    def interrupted(contest, workers, crew):
        raise KeyboardInterrupt
        yield

    monkeypatch.setattr(module, "play_deals", interrupted)

    assert run(QUICK) == 2
    assert "interrupted before the first deal was played" in capsys.readouterr().err


EXPLAINED = [
    "arena",
    "search@30",
    "level2",
    "greedy",
    "--games",
    "3",
    "--workers",
    "1",
    "--turn-limit",
    "3",
    "--explain",
]


@pytest.mark.parametrize(
    ("language", "told"),
    [
        (
            "en",
            ("Deal 1", "29 lines read", "wins ", "first thought", "doesn’t say why", "overlooked: "),
        ),
        ("fr", ("Donne 1", "29 variantes lues", "gagne à ", "première idée", "ne dit pas pourquoi", "pas vu")),
        ("nl", ("Verdeling 1", "29 varianten", "wint in ", "eerste ingeving", "zegt niet waarom", "over het hoofd")),
    ],
)
def test_explained_games_tell_every_move_with_its_reasons(language, told, monkeypatch, capsys):
    monkeypatch.setenv("JETON_LANG", language)

    assert run(EXPLAINED) == 0
    shown = capsys.readouterr().out
    assert not [words for words in told if words not in shown]
    assert shown.count(told[0]) == 3, "one heading a game"


def test_explained_games_are_part_of_the_one_json_object(capsys):
    assert run([*EXPLAINED, "--json"]) == 0
    found = json.loads(capsys.readouterr().out)

    assert [game["bots"][0] for game in found["explained"]] == ["search@30", "level2", "greedy"]
    decision = found["explained"][0]["decisions"][0]
    thought = decision["thought"]
    assert (decision["n"], decision["move"]) == (1, thought["move"])
    assert thought["candidates"][0]["move"] == thought["candidates"][0]["line"][0]


def test_reasons_are_given_only_when_asked_for(capsys):
    run([*QUICK, "--json"])

    assert "explained" not in json.loads(capsys.readouterr().out)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["greedy", "nobody"], "no bot called 'nobody' plays splendor: expected one of random, greedy"),
        (["greedy", "greedy:level=9"], "greedy takes no parameters, got level"),
        (["greedy", "random", "--title", "chess"], "no game is called 'chess'"),
        (["greedy", "random", "--seats", "1"], "splendor has no seats for 1: expected one of (2, 3, 4)"),
        (["greedy", "random", "--options", "goal=16"], "expected one of (15, 21), got 16"),
        (["greedy", "random", "--turn-limit", "0"], "--turn-limit: expected a number above 0"),
    ],
)
def test_mistakes_are_explained(arguments, told, capsys):
    assert run(["arena", *arguments]) == 2
    assert told in capsys.readouterr().err
