"""`jeton puzzles`: positions with one best move, mined from matches of bots on all cores, and packed to ship."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from itertools import count
from multiprocessing import get_context
from pathlib import Path
from typing import Literal

import msgspec

from jeton.analysis.book import Found, choose, weighed, write_book
from jeton.analysis.puzzles import CONFIRMED, Puzzle, mine
from jeton.analysis.review import judge_of
from jeton.bots import roster
from jeton.cli.output import check_numbers, console, words
from jeton.core.json_lines import append_lines, read_lines, resume_lines
from jeton.core.processors import processors
from jeton.games import make

__all__ = ["Mined", "puzzles"]


class Mined(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the file: a match that was mined, with what was found in it."""

    title: str
    seats: int
    match: int
    lines: int
    puzzles: tuple[Puzzle, ...]


def puzzles(
    action: Literal["make", "pack"],
    title: str,
    file: Path,
    /,
    *mined: Path,
    seats: int = 2,
    wanted: int | None = None,
    lines: int = CONFIRMED,
    cores: int = 0,
) -> int:
    """Mine puzzles from matches of bots: one move clearly the best.

    `make` writes one line of JSON for each match that it has mined, with its puzzles. If you run it again with the same
    file, it goes on after the last match there. `pack` makes one file of several: it drops what is there twice
    or nearly so, and reads what every move of a puzzle is worth. In Guardians of Legends a puzzle is a clue to read.

    For example:

    ```
    jeton puzzles make splendor two.jsonl --wanted 200
    jeton puzzles make marvel three.jsonl --seats 3 --wanted 40
    jeton puzzles pack marvel marvel.jsonl two.jsonl three.jsonl
    ```

    Args:
        action: What to do: make or pack.
        title: The game.
        file: Where the puzzles go.
        mined: What to pack.
        seats: How many play.
        wanted: How many puzzles of that title and number of seats to have in the file; by default `make` mines 10, and
            `pack` keeps all.
        lines: Lines of each of the three readings that confirm a puzzle.
        cores: Matches to mine at the same time; 0 for one a core.
    """
    check_numbers(wanted=10 if wanted is None else wanted, lines=lines, seats=seats)
    if roster(title).riddles is None:
        judge_of(make(title))  # or say so before anything is played
    cores = cores or processors()
    found = (
        _pack(title, file, mined, wanted, cores)
        if action == "pack"
        else _make(title, file, seats, 10 if wanted is None else wanted, lines, cores)
    )
    console().print(words()("tools.puzzles.made", count=found, file=file), markup=False)
    return 0


def _make(title: str, file: Path, seats: int, wanted: int, lines: int, cores: int) -> int:
    before = [one for one in resume_lines(file, Mined) if (one.title, one.seats, one.lines) == (title, seats, lines)]
    found, done = sum(len(one.puzzles) for one in before), {one.match for one in before}
    out, say = console(stderr=True), words()
    if found < wanted:
        for one in _mined(title, seats, lines, done, cores):
            append_lines(file, [one])
            found += len(one.puzzles)
            name = say(f"{title}.name")
            told = say("tools.puzzles.match", number=one.match, title=name, seats=seats, count=len(one.puzzles))
            out.print(told, markup=False)
            if found >= wanted:
                break
    return found


def _pack(title: str, file: Path, mined: tuple[Path, ...], wanted: int | None, cores: int) -> int:
    lines = [one for path in mined for one in read_lines(path, Mined)]
    chosen = choose([Found(one.match, puzzle) for one in lines if one.title == title for puzzle in one.puzzles], wanted)
    out, say, kept = console(stderr=True), words(), list[Puzzle]()
    with ProcessPoolExecutor(min(cores, len(chosen)) or 1, mp_context=get_context("spawn")) as pool:
        for number, one in enumerate(pool.map(weighed, chosen), 1):
            kept += [one] if one else []
            if number % 20 == 0:
                out.print(say("tools.puzzles.weighed", number=number, count=len(chosen)), markup=False)
    write_book(file, kept)
    return len(kept)


def _mined(title: str, seats: int, lines: int, done: set[int], cores: int) -> Iterator[Mined]:
    """Yield match after match that was not mined yet, as they get ready."""
    numbers = (number for number in count() if number not in done)
    if cores == 1:
        yield from (_mine(title, seats, number, lines) for number in numbers)
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        running: set[Future[Mined]] = {pool.submit(_mine, title, seats, next(numbers), lines) for _ in range(cores)}
        try:
            while True:
                ready, running = wait(running, return_when=FIRST_COMPLETED)
                for one in ready:
                    yield one.result()
                    running.add(pool.submit(_mine, title, seats, next(numbers), lines))
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _mine(title: str, seats: int, number: int, lines: int) -> Mined:
    found = tuple(mine(title, seats, number, lines=lines))
    return Mined(title=title, seats=seats, match=number, lines=lines, puzzles=found)
