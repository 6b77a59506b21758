"""Reads the puzzles that ship again, in deals that nobody looked at when they were chosen, and drops what fails.

    python -m jeton.analysis.confirm read FILE       goes on where it stopped before
    python -m jeton.analysis.confirm show FILE
    python -m jeton.analysis.confirm drop FILE       writes the books without the puzzles that failed

Three readings put each puzzle far ahead when it was chosen, and some of them were lucky; readings in other deals are
not. This reads twenty puzzles drawn by chance first, then those that were ahead by the least.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from random import Random

import msgspec

from jeton.analysis.book import FOLDER, book, read_book, write_book
from jeton.analysis.puzzles import AHEAD, CONFIRMED, SEEDS, Puzzle, ahead
from jeton.analysis.review import judge_of
from jeton.core.json_lines import append_lines, read_lines, resume_lines
from jeton.games import make

__all__ = ["Reread", "drop", "in_turn", "main", "reread", "show"]

DRAWN = 20


class Reread(msgspec.Struct, frozen=True, kw_only=True):
    """A puzzle that was read again."""

    id: str
    title: str
    seats: int
    ahead: tuple[float, ...]
    """How far its move was ahead of every other in each reading; below 0 where another one was the best."""

    @property
    def holds(self) -> bool:
        """Whether it is a puzzle by these readings alone."""
        return min(self.ahead) >= AHEAD


def in_turn(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return the puzzles that a judge can read, twenty by chance and then those that were ahead by the least."""
    judged = sorted((one for one in puzzles if not one.log), key=lambda one: one.id)
    drawn = Random("read again").sample(judged, min(DRAWN, len(judged)))
    return [*drawn, *sorted((one for one in judged if one not in drawn), key=lambda one: one.ahead)]


def reread(puzzle: Puzzle, lines: int = CONFIRMED) -> Reread:
    """Read a puzzle three times in other deals."""
    judge, view = judge_of(make(puzzle.title, options=puzzle.options)), puzzle.view()
    chance, found = Random(f"again {puzzle.id}"), list[float]()
    for _ in range(SEEDS):
        reading = judge.read(view, lines, chance.getrandbits(60), told=0)
        own = reading.of(puzzle.move)
        if own is None:
            found.append(-1.0)
        elif own.move == reading.best.move:
            found.append(round(ahead(reading), 4))
        else:
            found.append(round(min(0.0, reading.chance(own) - reading.chance(reading.best)), 4))
    return Reread(id=puzzle.id, title=puzzle.title, seats=puzzle.seats, ahead=tuple(found))


def read(path: Path, puzzles: Sequence[Puzzle], lines: int = CONFIRMED) -> None:
    """Read puzzles again, each once."""
    done = {one.id for one in resume_lines(path, Reread)}
    for one in puzzles:
        if one.id not in done:
            append_lines(path, [reread(one, lines)])
            done.add(one.id)
            print(f"{len(done)} of {len(puzzles)}", file=sys.stderr)


def show(found: Sequence[Reread]) -> None:
    """Print the rows of `docs/study.md`."""
    drawn = found[:DRAWN]
    print(f"of {len(drawn)} drawn by chance {sum(one.holds for one in drawn)} hold")
    print("| title | read again | hold | the move is the best each time |\n|---|---|---|---|")
    for title in sorted({one.title for one in found}):
        own = [one for one in found if one.title == title]
        best = sum(min(one.ahead) > 0 for one in own)
        print(f"| {title} | {len(own)} | {sum(one.holds for one in own)} | {best} |")


def drop(found: Iterable[Reread], folder: Path = FOLDER) -> int:
    """Write the books without the puzzles that failed; return how many went."""
    failed, gone = {one.id for one in found if not one.holds}, 0
    for file in sorted(folder.glob("*.jsonl")):
        puzzles = read_book(file)
        kept = [one for one in puzzles if one.id not in failed]
        gone += len(puzzles) - len(kept)
        if len(kept) < len(puzzles):
            write_book(file, kept)
    return gone


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m jeton.analysis.confirm", description=__doc__)
    parser.add_argument("what", choices=["read", "show", "drop"])
    parser.add_argument("file", type=Path)
    chosen = parser.parse_args(arguments)
    if chosen.what == "read":
        read(chosen.file, in_turn(book()))
    elif chosen.what == "show":
        show(read_lines(chosen.file, Reread))
    else:
        print(drop(read_lines(chosen.file, Reread)))


if __name__ == "__main__":
    main()
