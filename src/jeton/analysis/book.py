"""The puzzles that ship: one file for each title, packed from mined matches.

>>> one = book()[0]
>>> find(one.id) is one, one.move in one.view().moves
(True, True)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from itertools import groupby
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import msgspec

from jeton import bots
from jeton.analysis.line import follow
from jeton.analysis.puzzles import AHEAD, Answer, Puzzle
from jeton.analysis.review import DEALS, EXPLAINED, judge_of
from jeton.bots.judge import Fact, Judge
from jeton.core.json_lines import lines_of, read_lines
from jeton.games import make

__all__ = ["Found", "book", "choose", "find", "read_book", "reasons", "rest_of_turn", "weighed", "write_book"]

FOLDER = Path(__file__).parent / "book"
APART = 8
"""How many turns must lie between two puzzles of one seat in one match: closer ones are about the same thing."""
SKIMMED, READ = 500, 5_000
"""Lines to read for every single move, and for those that come near the best one."""
NEAR = 2 * AHEAD
"""How near that is."""
REST = 2_000
"""Lines read in each of so many deals of what a move asks for beside itself."""


class Found(NamedTuple):
    """A puzzle with the match it was mined from."""

    match: int
    puzzle: Puzzle


@cache
def book() -> tuple[Puzzle, ...]:
    """Return all puzzles that ship, in the order of their ids: that order is random, and the same everywhere."""
    found = [one for file in sorted(FOLDER.glob("*.jsonl")) for one in read_book(file)]
    return tuple(sorted(found, key=lambda one: one.id))


@cache
def _by_id() -> dict[str, Puzzle]:
    return {one.id: one for one in book()}


def find(id_: str) -> Puzzle | None:
    """Return the puzzle with an id, if it ships."""
    return _by_id().get(id_)


def read_book(file: Path) -> list[Puzzle]:
    """Return the puzzles of a file."""
    return read_lines(file, Puzzle)


def write_book(file: Path, puzzles: Iterable[Puzzle]) -> None:
    """Write one line of JSON for each puzzle, in the order of their ids."""
    file.write_bytes(lines_of(sorted(puzzles, key=lambda one: one.id)))


def choose(found: Iterable[Found], wanted: int | None = None) -> list[Puzzle]:
    """Choose the puzzles worth having: none twice, no two of one seat and match close together, all themes alike.

    With a number, choose so many for each number of players: from the theme that has the fewest so far, and within that
    theme from the difficulty that has the fewest.
    """
    apart = list[Puzzle]()
    order = sorted(set_of(found), key=lambda one: (one.puzzle.seats, one.match, one.puzzle.seat, _turn(one.puzzle)))
    for _, group in groupby(order, key=lambda one: (one.puzzle.seats, one.match, one.puzzle.seat)):
        last = -APART
        for one in group:
            if _turn(one.puzzle) - last >= APART:
                apart.append(one.puzzle)
                last = _turn(one.puzzle)
    if wanted is None:
        return apart
    seats = sorted({one.seats for one in apart})
    return [one for number in seats for one in _balanced([one for one in apart if one.seats == number], wanted)]


def set_of(found: Iterable[Found]) -> list[Found]:
    """Return each position once."""
    return list({one.puzzle.id: one for one in found}.values())


def _turn(puzzle: Puzzle) -> int:
    turn: int = len(puzzle.log) or puzzle.view().turns
    return turn


def _balanced(puzzles: Sequence[Puzzle], wanted: int) -> list[Puzzle]:
    left, chosen = sorted(puzzles, key=lambda one: one.id), list[Puzzle]()
    themes, kinds = Counter[str](), Counter[tuple[str, int]]()
    while left and len(chosen) < wanted:
        one = min(left, key=lambda one: (themes[one.theme], kinds[one.theme, one.difficulty], one.id))
        left.remove(one)
        chosen.append(one)
        themes[one.theme] += 1
        kinds[one.theme, one.difficulty] += 1
    return chosen


def weighed(puzzle: Puzzle) -> Puzzle | None:
    """Return the puzzle with the chance of every move, each read alone, and why the best one beats the next.

    None if another move comes near the best after all, or if no count tells the two apart.
    """
    if puzzle.log:
        return _read_again(puzzle)
    view, judge = puzzle.view(), judge_of(make(puzzle.title, options=puzzle.options))
    chance, best = Random(puzzle.id), puzzle.answers[0].chance
    told = {one.move: one.chance for one in puzzle.answers}
    for move in view.moves:
        if move in told:
            continue
        reading = judge.read(view, SKIMMED, chance.getrandbits(60), (move,))
        if reading.chance(reading.best) > best - NEAR:
            reading = judge.read(view, READ, chance.getrandbits(60), (move,))
        told[move] = round(reading.chance(reading.best), 4)
    if any(one > best - AHEAD / 2 for move, one in told.items() if move != puzzle.move):
        return None
    chances = dict(sorted(told.items(), key=lambda one: (one[0] != puzzle.move, -one[1])))
    facts = reasons(judge, view, puzzle.id, *list(chances)[:2])
    if not facts:
        return None
    theme, then = judge.theme(view, puzzle.move, facts), rest_of_turn(puzzle)
    return msgspec.structs.replace(puzzle, then=then, chances=chances, why=facts, theme=theme)


def _read_again(puzzle: Puzzle) -> Puzzle | None:
    """Return a clue to read as its reader reads it now; None if its answer is not clear any more."""
    maker = bots.roster(puzzle.title).riddles
    game = make(puzzle.title, options=puzzle.options)
    seed = int(puzzle.id, 16)
    riddle = None if maker is None else maker(game).again(puzzle.view(), puzzle.move, puzzle.found, seed)
    if riddle is None:
        return None
    answers = (Answer(riddle.move, riddle.chances[riddle.move]),)
    return msgspec.structs.replace(puzzle, answers=answers, ahead=riddle.ahead, lines=riddle.readers,
                                   theme=riddle.theme, why=riddle.why, chances=riddle.chances)  # fmt: skip


def reasons(judge: Judge, view: Any, id_: str, move: str, other: str) -> tuple[Fact, ...]:
    """Return what the best move has over the next best one; counting again gives the same."""
    return judge.explain(view, move, other, DEALS, EXPLAINED, int(id_[:12], 16)).facts


def rest_of_turn(puzzle: Puzzle) -> tuple[str, ...]:
    """Return how its turn goes on after its move: what the judge reads most in other deals, until somebody else moves.

    >>> one = next(one for one in book() if one.then)
    >>> views = follow(make(one.title, options=one.options), one.view(), [one.move, *one.then]).views
    >>> {seen.seat == one.seat for seen in views[:-1]}, views[-1].seat == one.seat
    ({True}, False)
    """
    game, view, chance = make(puzzle.title, options=puzzle.options), puzzle.view(), Random(puzzle.id)
    judge, then = judge_of(game), list[str]()
    while True:
        seen = [follow(game, view, [puzzle.move, *then], seed=chance.getrandbits(60)).views[-1] for _ in range(DEALS)]
        if seen[0].seat != puzzle.seat or not seen[0].moves:
            return tuple(then)
        read = Counter[str]()
        for one in seen if len(seen[0].moves) > 1 else ():
            for option in judge.read(one, REST, chance.getrandbits(60), told=0).options:
                read[option.move] += option.lines
        then.append(max(seen[0].moves, key=lambda move: read[move]))
