"""Whether a slip, a mistake or a blunder is still one when it is read twenty times as long.

    python -m jeton.analysis.stability play FILE --names 200     goes on where it stopped before
    python -m jeton.analysis.stability show FILE

It judges matches of mixed levels as `jeton review` does. Then it reads every move that got a name again in other deals:
all moves with twenty times the lines, and the move played alone with as many.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from random import Random

import msgspec

import jeton
from jeton import bots
from jeton.analysis.calibrate import tables
from jeton.analysis.curves import curve_of
from jeton.analysis.review import LINES, decisions, judge_of
from jeton.analysis.verdicts import VERDICTS, verdict
from jeton.bots import Budget
from jeton.core.json_lines import append_lines, read_lines, resume_lines
from jeton.core.match import Match
from jeton.core.processors import processors

__all__ = ["Again", "main", "rates", "read_again"]

LONGER = 20
OTHER = 7_919
"""Added to the seed of the first judgement."""


class Again(msgspec.Struct, frozen=True, kw_only=True):
    """A move that got a name, and what it costs when it is read for longer."""

    table: str
    match: int
    n: int
    called: str
    cost: float
    margin: float
    again: float

    @property
    def stays(self) -> bool:
        """Whether it costs what its name asks for."""
        return self.again >= VERDICTS[self.called]


def played(title: str, seats: int, number: int) -> Match:
    """Return a match of mixed bots; the same number plays the same match."""
    chance = Random(f"stability {title} {seats} {number}")
    match = jeton.new(title, seats=seats, key=f"{chance.getrandbits(128):032x}")
    seated = [bots.make(chance.choice(bots.roster(title).mix(seats)), match.game) for _ in range(seats)]
    while not match.is_over:
        seat = match.actors[0]
        match.play(seated[seat].choose(match.view(seat), Budget(), chance))
    return match


def read_again(match: Match, number: int, lines: int = LINES, longer: int = LONGER) -> Iterator[Again]:
    """Yield every move of a match that gets a name, read again."""
    title, seats = match.header.title, match.header.seats
    judge, curve = judge_of(match.game), curve_of(title, seats)
    for one, before in zip(decisions(match, lines=lines), match.positions, strict=False):
        if not one.verdict:
            continue
        view, chance = match.game.view(before, one.seat), Random(f"{OTHER} {one.n}")
        best = judge.read(view, longer * lines, chance.getrandbits(62), told=0).best
        own = judge.read(view, longer * lines, chance.getrandbits(62), (one.move,), told=0).best
        real = curve.at(one.n / seats)
        again = real(best.chances, one.seat)[one.seat] - real(own.chances, one.seat)[one.seat]
        again = 0.0 if best.move == one.move else again
        margin = max(one.best[0].margin, one.played.margin)
        yield Again(
            table=f"{title}-{seats}",
            match=number,
            n=one.n,
            called=one.verdict,
            cost=one.cost,
            margin=margin,
            again=again,
        )


def rates(found: Sequence[Again]) -> dict[str, tuple[int, int, int]]:
    """Return, by name, how many there were, how many stay so or get worse, and how many get any name at all.

    >>> slip = Again(table="a-2", match=0, n=1, called="slip", cost=0.04, margin=0.01, again=0.05)
    >>> rates([slip, msgspec.structs.replace(slip, again=0.02)])["slip"]
    (2, 1, 1)
    """
    by_name = {name: [one for one in found if one.called == name] for name in VERDICTS}
    return {
        name: (len(own), sum(one.stays for one in own), sum(bool(verdict(one.again)) for one in own))
        for name, own in by_name.items()
    }


def play(path: Path, names: int, cores: int = 1, first: int = 0) -> None:
    """Judge matches, table after table, until so many moves got a name; a new file begins with the match `first`."""
    done = resume_lines(path, Again)
    number = 1 + max((one.match for one in done), default=first - 1)
    count = len(done)
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        while count < names:
            for rows in pool.map(_judged, range(number, number + cores)):
                append_lines(path, rows)
                count, number = count + len(rows), number + 1
                print(f"{count} of {names}", file=sys.stderr)


def _judged(number: int) -> list[Again]:
    every = tables()
    return list(read_again(played(*every[number % len(every)], number), number))


def show(found: Sequence[Again]) -> None:
    """Print the rows of `docs/lab/calibration.md`."""
    print("| called | moves | stay so, or worse | get a name at all |\n|---|---|---|---|")
    for name, (count, stay, named) in rates(found).items():
        if count:
            print(f"| {name} | {count} | {100 * stay / count:.0f} % | {100 * named / count:.0f} % |")
    stay = sum(one.stays for one in found)
    print(f"| all | {len(found)} | {100 * stay / max(1, len(found)):.0f} % | |")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m jeton.analysis.stability", description=__doc__)
    parser.add_argument("what", choices=["play", "show"])
    parser.add_argument("file", type=Path)
    parser.add_argument("--names", type=int, default=200, help="moves that got a name, of all tables together")
    parser.add_argument("--cores", type=int, default=processors(), help="matches judged at the same time")
    parser.add_argument("--first", type=int, default=0, help="the match with which a new file begins")
    chosen = parser.parse_args(arguments)
    if chosen.what == "play":
        play(chosen.file, chosen.names, chosen.cores, chosen.first)
    else:
        show(read_lines(chosen.file, Again))


if __name__ == "__main__":
    main()
