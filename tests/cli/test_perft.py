"""`jeton perft`: the table and its mistakes; tests/test_perft.py holds the counts."""

import pytest

from jeton.cli.main import run


@pytest.mark.interpreted
def test_it_prints_a_row_for_every_depth(capsys):
    assert run(["perft", "splendor", "--depth", "2"]) == 0

    heading, columns, *rows = capsys.readouterr().out.splitlines()
    assert heading == f"Splendor, 2 seats, key {'0' * 32}"
    assert columns.split()[:2] == ["depth", "sequences"]
    assert [row.split()[:2] for row in rows] == [["1", "30"], ["2", "865"]]


def test_it_counts_from_a_position(capsys):
    assert run(["perft", "marvel", "--depth", "1", "--position", "marvel 2; phase return; 0 tokens y6p5t1"]) == 0

    heading, _, row = capsys.readouterr().out.splitlines()
    assert "from a position" in heading
    assert row.split()[:2] == ["1", "2"]


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--seats", "5"], "expected 2, 3 or 4 seats, got 5"),
        (["--depth", "0"], "--depth: expected 1 to 100, got 0"),
        (["--key", "abc"], "expected a key of at least 32 hexadecimal digits"),
        (["--options", "goal"], "--options: expected name=value,name=value, got 'goal'"),
        (["--options", "colour=red"], "splendor has no option 'colour'"),
        (["--position", "splendor 2; bank x9"], "bank x9"),
    ],
)
def test_mistakes_are_explained(arguments, told, capsys):
    assert run(["perft", "splendor", *arguments]) == 2
    assert told in capsys.readouterr().err
