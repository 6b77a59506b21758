"""Puzzles: mined the same way every time, confirmed by every reading, and a file that goes on where it stopped."""

from collections.abc import Iterator
from itertools import islice
from random import Random

import msgspec
import pytest

import jeton
from jeton import bots
from jeton.analysis import judge_of, puzzles
from jeton.analysis.puzzles import AHEAD, Puzzle, confirmed
from jeton.bots import Budget
from jeton.bots.judge import Option, Reading
from jeton.cli import puzzles as command
from jeton.cli.main import run
from jeton.cli.puzzles import Mined
from jeton.core.json_lines import read_lines


@pytest.fixture(scope="module")
def found() -> list[Puzzle]:
    """Return the first that a match gives where little is asked of a puzzle."""
    before = puzzles.AHEAD, puzzles.SECOND
    puzzles.AHEAD, puzzles.SECOND = 0.02, 200
    try:
        return list(islice(puzzles.mine("splendor", 2, 1, lines=200), 2))
    finally:
        puzzles.AHEAD, puzzles.SECOND = before


def test_a_puzzle_can_be_played_and_its_move_is_legal(found):
    assert found
    for one in found:
        match = jeton.new(one.title, seats=one.seats, key="00" * 16, options=one.options)
        assert match.actors == (one.seat,)
        assert one.move in match.moves()
        assert one.answers[0].move == one.move
        assert one.answers[0].chance >= max(answer.chance for answer in one.answers)
        assert one.ahead >= 0.02
        assert one.theme in ("race", "denial", "noble", "reserve", "endgame", "payment")
        assert one.difficulty == 1 + round(sum(1 - share for share in one.found.values()))
        assert list(one.found) == [f"level{number}" for number in range(1, 8)]
        assert sum(list(one.found.values())[:2]) < 1.0, "the weakest do not see it"
        greedy = bots.make("greedy", match.game)
        assert greedy.choose(match.view(one.seat), Budget(), Random(1)) != one.move
        assert judge_of(match.game).theme(match.view(one.seat), one.move, one.why) == one.theme
    assert len({one.id for one in found}) == len(found)


class Three:
    """A judge whose readings say one after the other how far the move is ahead."""

    def __init__(self, *gaps: float) -> None:
        self.gaps: Iterator[float] = iter(gaps)
        self.seeds: list[int] = []

    def read(self, view, lines, seed, moves=(), told=3):
        gap = next(self.gaps)
        self.seeds.append(seed)
        options = (Option("good", (0.5 + gap, 0.5 - gap), 0.0, lines), Option("bad", (0.5, 0.5), 0.0, lines))
        return Reading(seat=0, lines=lines, options=options if gap > 0 else options[::-1])


@pytest.mark.parametrize(
    ("gaps", "holds"),
    [((0.2, 0.15, AHEAD + 0.001), True), ((0.2, 0.2, AHEAD - 0.01), False), ((0.2, -0.1), False), ((0.05,), False)],
)
def test_all_readings_must_agree_in_other_deals(gaps, holds):
    judge = Three(*gaps)
    readings = confirmed(judge, None, "good", 5, 1000)

    assert (readings is not None) == holds
    assert len(set(judge.seeds)) == len(gaps)


def test_the_command_goes_on_where_it_stopped(tmp_path, monkeypatch, found, capsys):
    asked = []

    def mine(title, seats, number, *, lines):
        asked.append(number)
        return found[:1]

    monkeypatch.setenv("JETON_LANG", "en")
    monkeypatch.setattr(command, "mine", mine)
    file = tmp_path / "a.jsonl"
    arguments = ["puzzles", "make", "splendor", str(file), "--cores", "1", "--wanted"]
    assert run([*arguments, "2"]) == 0
    with file.open("ab") as half:
        half.write(b'{"title":"splen')
    assert run([*arguments, "3"]) == 0
    assert run([*arguments, "3"]) == 0

    assert asked == [0, 1, 2]
    assert [one.match for one in read_lines(file, Mined)] == [0, 1, 2]
    assert "3 puzzles" in capsys.readouterr().out


def test_a_line_of_the_file_survives_json(found):
    line = Mined(title="splendor", seats=2, match=1, lines=200, puzzles=tuple(found))

    assert msgspec.json.decode(msgspec.json.encode(line), type=Mined) == line
