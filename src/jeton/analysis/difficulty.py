"""Asks the bots again how often they find the puzzles that ship: when levels, nets or books have changed.

    python -m jeton.analysis.difficulty ask FILE      goes on where it stopped before, on all cores
    python -m jeton.analysis.difficulty keep FILE     writes what was found into the books

Riddles stay as they are: their readers were asked when they were made.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Sequence
from pathlib import Path

import msgspec

from jeton import bots
from jeton.analysis.book import FOLDER, book, read_book, write_book
from jeton.analysis.puzzles import Puzzle, difficulty_of, found_by
from jeton.bots import processes
from jeton.core.json_lines import append_lines, read_lines, resume_lines
from jeton.core.processors import processors
from jeton.games import make

__all__ = ["Asked", "ask", "asked", "keep", "levels_of", "main"]


class Asked(msgspec.Struct, frozen=True, kw_only=True):
    """How often the bots found a puzzle."""

    id: str
    levels: str | None
    """A digest of how they played."""
    found: dict[str, float]


def levels_of(puzzle: Puzzle) -> str | None:
    """Return the digest of the bot levels at a puzzle's table."""
    return bots.roster(puzzle.title).levels(puzzle.seats)


def asked(puzzle: Puzzle) -> Asked:
    """Ask the bots to solve a puzzle; the same levels always give the same answer."""
    game = make(puzzle.title, options=puzzle.options)
    found = found_by(game, puzzle.view(), puzzle.move, int(puzzle.id, 16))
    return Asked(id=puzzle.id, levels=levels_of(puzzle), found=found)


def ask(path: Path, puzzles: Iterable[Puzzle], workers: int = 1) -> None:
    """Ask today's levels to solve every puzzle that they have not been asked about yet."""
    known = {(one.id, one.levels) for one in resume_lines(path, Asked)}
    missing = [one for one in puzzles if not one.log and (one.id, levels_of(one)) not in known]
    pool = processes.start(workers)
    try:
        for number, one in enumerate(pool.map(asked, missing), 1):
            append_lines(path, [one])
            print(f"{number} of {len(missing)}", file=sys.stderr)
    finally:
        processes.end(pool)


def keep(found: Iterable[Asked], folder: Path = FOLDER) -> int:
    """Write into the books what the levels of today found; return how many puzzles have another difficulty now."""
    known, changed = {(one.id, one.levels): one for one in found}, 0
    for file in sorted(folder.glob("*.jsonl")):
        puzzles = read_book(file)
        for at, puzzle in enumerate(puzzles):
            if (one := known.get((puzzle.id, levels_of(puzzle)))) is not None:
                difficulty = difficulty_of(one.found)
                changed += difficulty != puzzle.difficulty
                puzzles[at] = msgspec.structs.replace(puzzle, found=one.found, difficulty=difficulty)
        write_book(file, puzzles)
    return changed


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m jeton.analysis.difficulty", description=__doc__)
    parser.add_argument("what", choices=["ask", "keep"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--cores", type=int, default=processors(), help="puzzles asked for at the same time")
    chosen = parser.parse_args(arguments)
    if chosen.what == "ask":
        ask(chosen.file, book(), chosen.cores)
    else:
        print(f"{keep(read_lines(chosen.file, Asked))} puzzles have another difficulty.")


if __name__ == "__main__":
    main()
