"""Counts of sequences of legal moves: a change of the rules, or of chance, can't go unnoticed.

The files in tests/perft were written by the compiled rules. Their shallow depths are counted again here by the naive
ones, which share no line with them.
"""

import copy
from pathlib import Path
from typing import NamedTuple

import pytest

from jeton.cli.output import parse_options
from jeton.cli.perft import start
from jeton.core.jit import INTERPRETED
from jeton.core.match import Header
from jeton.games.splendor import compiled
from tests.naive.splendor import NaiveMatch

FOLDER = Path(__file__).parent / "perft"
FEW = 1_500
"""What can be counted without the compiler."""


class Block(NamedTuple):
    title: str
    name: str
    options: str
    seats: int
    key: str
    position: str | None
    counts: dict[int, int]


def read(path):
    for number, text in enumerate(path.read_text("utf-8").split("\n\n")[1:], start=1):
        name, options, origin, *counts = text.strip().split("\n")
        kind, _, where = origin.partition(" ")
        seats, _, key = where.partition(" ") if kind == "start" else ("2", "", "00" * 16)
        yield Block(
            path.stem,
            f"{path.stem}-{number}: {name.removeprefix('# ')}",
            options.removeprefix("options ").replace("-", ""),
            int(seats),
            key,
            where if kind == "position" else None,
            {int(depth): int(count) for depth, count in (line.split() for line in counts)},
        )


BLOCKS = [block for path in sorted(FOLDER.glob("*.txt")) for block in read(path)]


def naive_perft(match, depth):
    moves = match.moves()
    if depth == 1:
        return len(moves)
    count = 0
    for move in moves:
        after = copy.deepcopy(match)
        after.play(move)
        count += naive_perft(after, depth - 1)
    return count


@pytest.mark.interpreted
@pytest.mark.parametrize("block", BLOCKS, ids=lambda block: block.name)
def test_counts_are_those_on_file(block):
    _, begin = start(block.title, block.seats, block.options, block.key, block.position)
    wanted = {depth: count for depth, count in block.counts.items() if count <= FEW or not INTERPRETED}

    found = {depth: int(compiled.perft(begin.game.ruleset, begin.words, depth)) for depth in wanted}

    assert found == wanted


@pytest.mark.parametrize("block", [block for block in BLOCKS if block.position is None], ids=lambda block: block.name)
def test_the_naive_rules_count_the_same(block):
    _, begin = start(block.title, block.seats, block.options, block.key)
    options = dict(begin.game.options)
    header = Header(title=block.title, version=1, seats=block.seats, options=options, key=block.key)

    assert naive_perft(NaiveMatch(block.title, block.seats, options, header.seed), 2) == block.counts[2]


def test_every_seat_count_and_option_has_a_block():
    for title in ("splendor", "marvel"):
        here = [block for block in BLOCKS if block.title == title]

        assert {block.seats for block in here if block.position is None} == {2, 3, 4}
        assert {"payment", "first", "visible"} <= {name for block in here for name in parse_options(block.options)}
