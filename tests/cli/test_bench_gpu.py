"""`jeton bench gpu`: what it says, that it fails if the GPU plays differently, and that it explains a missing one."""

import json

import pytest

from jeton.cli.main import run
from jeton.games.splendor import cuda


def has_device():
    try:
        cuda.device()
    except cuda.NoDevice:
        return False
    return True


@pytest.fixture
def pretended(monkeypatch):
    """Return a GPU that is as fast as it says, and plays one match otherwise at one table."""
    monkeypatch.setattr(cuda, "device", lambda: ("Pretended GPU", 10))
    rates = {"decisions_per_second": 5.5e9, "matches_per_second": 8.1e7}
    monkeypatch.setattr(cuda, "random_rate", lambda ruleset, seats, *, blocks, matches: {**rates, "blocks": blocks})
    wrong = {"seats": 0}
    monkeypatch.setattr(cuda, "different_matches", lambda ruleset, seats, matches: int(seats == wrong["seats"]))
    return wrong


@pytest.mark.skipif(has_device(), reason="there is a CUDA device")
def test_without_a_device_one_line_says_what_is_needed(capsys):
    assert run(["bench", "gpu"]) == 2

    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("jeton: no CUDA ")
    assert "jeton[train]" in shown.err
    assert shown.err.count("\n") == 1


def test_every_table_of_both_titles_has_a_line(pretended, capsys):
    assert run(["bench", "gpu"]) == 0

    shown = capsys.readouterr().out
    assert shown.startswith("Pretended GPU, 10 multiprocessors")
    assert all(f"{title}, {seats} seats" in shown for title in ("splendor", "marvel") for seats in (2, 3, 4))
    assert shown.count("5.50 G") == shown.count("4,096 of 4,096") == 6


def test_json_has_the_same_figures(pretended, capsys):
    assert run(["bench", "gpu", "--json"]) == 0

    found = json.loads(capsys.readouterr().out)
    assert [(row["title"], row["seats"]) for row in found["engine"]] == [
        (title, seats) for title in ("splendor", "marvel") for seats in (2, 3, 4)
    ]
    assert [row["blocks"] for row in found["engine"]] == [50, 40, 40, 50, 40, 40]
    assert {row["different"] for row in found["engine"]} == {0}


def test_a_match_that_ends_otherwise_is_a_failure(pretended, capsys):
    pretended["seats"] = 3

    assert run(["bench", "gpu"]) == 1
    assert capsys.readouterr().out.count("4,095 of 4,096") == 2
