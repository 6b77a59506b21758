"""Measures the steps of a ladder: one bot against the one below it at all other seats, each for its own time.

    python -m jeton.bots.steps steps.jsonl --minutes 6 "splendor 2 60 level6 level7 level8" "marvel 4 20 level7 level8"

A table is a title, a number of seats, a number of deals and bots, the weakest first; each meets its neighbour. Every
deal is played once per rotation of the seats and becomes a line of the log, as `jeton.bots.ladder` writes it: with two
seats `jeton rate --minutes 0 --span 1 --log …` rates what was played. The same command goes on where it stopped.

Deals begin in a fixed order that treats all pairs alike. When the minutes are over, no other deal begins, and the run
finishes those in play: the time cuts nothing off, so long matches count as often as they happen. Only deals before the
first missing one count, so that a killed run keeps that promise too.

With `--write src/jeton/bots/ratings.json` each upper bot gets its step above the lower one, whose rating is there: that
is how level 8 is rated, which takes too long to meet everybody.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, wait
from itertools import pairwise, takewhile
from pathlib import Path
from statistics import fmean

import msgspec

from jeton.bots import processes
from jeton.bots.arena import BadContest
from jeton.bots.catalogue import Ratings, save_ratings
from jeton.bots.ladder import Ladder, Step, Unit, one_step_above, play_unit, read_log, steps
from jeton.core.errors import JetonError
from jeton.core.json_lines import append_lines, mend_lines
from jeton.core.processors import processors

__all__ = ["Steps", "main", "measured_steps", "play_steps", "raised", "whole"]


class Steps(msgspec.Struct, frozen=True, kw_only=True):
    """Whose steps are measured at which table.

    >>> Steps.parse("marvel 3 20 level6 level7 level8").pairs
    (('level7', 'level6', 'level6'), ('level8', 'level7', 'level7'))
    """

    title: str
    seats: int
    deals: int
    bots: tuple[str, ...]

    @classmethod
    def parse(cls, words: str) -> Steps:
        """Read a table as the command line spells it."""
        match words.split():
            case [title, seats, deals, *bots] if seats.isdecimal() and deals.isdecimal() and len(bots) > 1:
                return cls(title=title, seats=int(seats), deals=int(deals), bots=tuple(bots))
        raise BadContest(f"expected a title, seats, deals and at least two bots, got {words!r}")

    @property
    def pairs(self) -> tuple[tuple[str, ...], ...]:
        """Every line-up: the upper bot, and the lower one at all other seats."""
        return tuple((upper, *[lower] * (self.seats - 1)) for lower, upper in pairwise(self.bots))

    def units(self, seed: int) -> list[Unit]:
        """Return all deals of its pairs."""
        return [
            # As `jeton rate` names them, so that it can read the log: at two seats the lower bot comes first.
            Unit(title=self.title, seats=self.seats, seed=seed, bots=pair[::-1] if self.seats == 2 else pair, deal=deal)
            for deal in range(self.deals)
            for pair in self.pairs
        ]

    def check(self) -> None:
        """Raise what is wrong with the title, the seats or a bot."""
        Ladder(bots=self.bots, title=self.title, seats=self.seats, deals=max(1, self.deals)).check()


def in_order(tables: Sequence[Steps], seed: int) -> list[Unit]:
    """Return the deals of all tables in order: at any moment, each table has begun about the same share of its deals.

    >>> tables = [Steps.parse("splendor 2 4 a b"), Steps.parse("splendor 3 2 a b")]
    >>> [(unit.seats, unit.deal) for unit in in_order(tables, 0)]
    [(2, 0), (3, 0), (2, 1), (2, 2), (3, 1), (2, 3)]
    """
    found = [((unit.deal + 0.5) / table.deals, unit) for table in tables for unit in table.units(seed)]
    return [unit for _, unit in sorted(found, key=lambda one: one[0])]


def whole(order: Sequence[Unit], log: Sequence[Unit]) -> list[Unit]:
    """Return the finished deals before the first one that is missing."""
    known = {unit.name: unit for unit in log}
    return [known[unit.name] for unit in takewhile(lambda unit: unit.name in known, order)]


def play_steps(order: Sequence[Unit], log: Path, workers: int, minutes: float | None = None) -> Iterator[Unit]:
    """Play what the log lacks, add it line by line, and yield each deal when it is finished."""
    known = {unit.name for unit in read_log(log)}
    missing = iter([unit for unit in order if unit.name not in known])
    until = None if minutes is None else time.monotonic() + 60 * minutes
    log.parent.mkdir(parents=True, exist_ok=True)
    mend_lines(log)
    pool, playing = processes.start(workers), set[Future[Unit]]()
    try:
        while True:
            while len(playing) < workers and (until is None or time.monotonic() < until):
                if (unit := next(missing, None)) is None:
                    break
                playing.add(pool.submit(play_unit, unit))
            if not playing:
                return
            finished, playing = wait(playing, return_when=FIRST_COMPLETED)
            for one in finished:
                unit = one.result()
                append_lines(log, [unit])
                yield unit
    finally:
        processes.end(pool)


def measured_steps(table: Steps, units: Sequence[Unit]) -> list[tuple[Step, float]]:
    """Return each step of a table, and how many seconds the upper bot took for a move."""
    found = []
    for pair in table.pairs:
        upper, lower = pair[0], pair[1]
        mine = [u for u in units if (u.title, u.seats) == (table.title, table.seats) and set(u.bots) == {upper, lower}]
        for step in steps((lower, upper), mine):
            found.append((step, fmean(unit.spent[unit.bots.index(upper)] for unit in mine)))
    return found


def raised(ratings: Ratings, table: Steps, found: Sequence[Step]) -> Ratings:
    """Return ratings in which the upper bot of each step stands that step above the lower one."""
    scales = {title: {seats: dict(scale) for seats, scale in known.items()} for title, known in ratings.scales.items()}
    scale = scales.get(table.title, {}).get(str(table.seats), {})
    for step in found:  # the weakest first: a step may stand upon the one before it
        if step.lower not in scale:
            raise BadContest(
                f"{table.title}, {table.seats} seats: nobody has rated {step.lower!r}, so {step.upper!r} has no place"
            )
        scale[step.upper] = one_step_above(scale[step.lower], step)
    return msgspec.structs.replace(ratings, scales=scales)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play, and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", type=Path, help="where finished deals are kept")
    parser.add_argument("tables", nargs="+", help='"TITLE SEATS DEALS BOT BOT …", the weakest bot first')
    parser.add_argument("--minutes", type=float, help="begin no other deal after so long; 0 prints what was played")
    parser.add_argument("--processes", type=int, default=processors(), help="default: one for each processor")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--write", type=Path, help="put each upper bot into this file of ratings, above the lower one")
    asked = parser.parse_args(arguments)
    ratings = None
    try:
        tables = [Steps.parse(words) for words in asked.tables]
        for table in tables:
            table.check()
        if asked.write:  # before hours of play, not after
            ratings = msgspec.json.decode(asked.write.read_bytes(), type=Ratings)
    except (JetonError, OSError, msgspec.DecodeError) as error:
        parser.error(str(error))
    order = in_order(tables, asked.seed)
    for _ in play_steps(order, asked.log, asked.processes, asked.minutes):
        pass
    log = read_log(asked.log)
    counted = whole(order, log)
    print(f"{len(counted)} of {len(order)} deals count.\n")
    print("| table | bot | against | comes before it | 95 % | games | seconds a move |")
    print("|---|---|---|---:|---:|---:|---:|")
    for table in tables:
        found = measured_steps(table, counted)
        if ratings is not None:
            ratings = raised(ratings, table, [step for step, _ in found])
        for step, seconds in found:
            print(
                f"| {table.title}, {table.seats} seats | `{step.upper}` | `{step.lower}` | {step.share:.3f} |"
                f" {step.low:.3f}–{step.high:.3f} | {step.games} | {seconds:.3f} |"
            )
    if ratings is not None:
        save_ratings(asked.write, ratings)


if __name__ == "__main__":
    main()
