"""Puzzles that ship are read again in other deals; those that fail are dropped, and nothing else."""

import msgspec
import pytest

from jeton.analysis import confirm
from jeton.analysis.book import book, read_book, write_book
from jeton.analysis.confirm import DRAWN, Reread, drop, in_turn, read, reread, show
from jeton.analysis.puzzles import AHEAD, SEEDS
from jeton.core.json_lines import lines_of, read_lines

JUDGED = tuple(one for one in book() if not one.log)


def told(one, *ahead):
    return Reread(id=one.id, title=one.title, seats=one.seats, ahead=ahead)


def test_twenty_by_chance_come_first_and_then_the_closest():
    order = in_turn(book())

    assert {one.id for one in order} == {one.id for one in JUDGED}
    assert len(order) == len(JUDGED)
    rest = [one.ahead for one in order[DRAWN:]]
    assert rest == sorted(rest)
    assert order == in_turn(reversed(book())), "the same twenty whoever asks"


def test_a_puzzle_holds_only_if_every_reading_says_so():
    one = JUDGED[0]

    assert told(one, AHEAD, 0.5, 0.2).holds
    assert not told(one, 0.5, AHEAD - 0.001, 0.5).holds


@pytest.mark.once
def test_reading_again_goes_on_where_it_stopped(tmp_path, capsys):
    """A decided puzzle is so with a few lines, too: the move is found in other deals each time."""
    one = max((one for one in JUDGED if one.seats == 2), key=lambda one: one.ahead)
    other = msgspec.structs.replace(one, id="f" * 12, move=list(one.chances)[1])
    path = tmp_path / "again.jsonl"
    path.write_bytes(lines_of([told(JUDGED[1], 0.3, 0.3, 0.3)]) + b'{"id":"cut of')

    read(path, [one, JUDGED[1], other], lines=300)
    again = read_lines(path, Reread)

    assert [row.id for row in again] == [JUDGED[1].id, one.id, other.id]
    assert again[1] == reread(one, 300)
    assert again[1].holds
    assert len(again[1].ahead) == SEEDS
    assert max(again[2].ahead) <= 0, "another move is the best"
    show(again)
    assert "of 3 drawn by chance 2 hold" in capsys.readouterr().out


def test_what_failed_is_dropped_and_the_rest_stays(tmp_path):
    kept, gone = JUDGED[:2]
    for file, puzzles in (("a.jsonl", [kept, gone]), ("b.jsonl", [JUDGED[2]])):
        write_book(tmp_path / file, puzzles)

    assert drop([told(gone, 0.5, 0.01, 0.5), told(kept, 0.5, 0.5, 0.5)], tmp_path) == 1
    assert read_book(tmp_path / "a.jsonl") == [kept]
    assert read_book(tmp_path / "b.jsonl") == [JUDGED[2]]


def test_the_command_shows_what_a_file_has(tmp_path, capsys):
    path = tmp_path / "again.jsonl"
    path.write_bytes(lines_of([told(JUDGED[0], 0.5, 0.5, 0.5)]))

    confirm.main(["show", str(path)])

    assert f"| {JUDGED[0].title} | 1 | 1 | 1 |" in capsys.readouterr().out
