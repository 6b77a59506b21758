"""How often those win of whom the judge says that they will: matches of mixed levels, played and compared.

    python -m jeton.analysis.calibrate play FOLDER --matches 10000     plays on from where it stopped, on all cores
    python -m jeton.analysis.calibrate fit FOLDER                      writes curves.json, prints what is left over

Every match has its own levels, drawn anew for each seat, and is asked about at two decisions drawn from all that had a
choice. A curve is fitted to the matches with an even number and measured with the odd ones, which it has never seen.
"""

from __future__ import annotations

import argparse
import math
import os
import sys
from collections.abc import Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from multiprocessing import get_context
from pathlib import Path
from random import Random

import msgspec

import jeton
from jeton import bots
from jeton.analysis.curves import PLAIN, Curve
from jeton.analysis.review import judge_of
from jeton.bots import Budget
from jeton.core.match import Match
from jeton.games import titles

__all__ = ["Sample", "bins", "calibration_error", "fit", "main", "sampled"]

ASKED, LINES = 2, 500
BATCH = 20
"""Matches of a table and core before it is the next one's turn: whoever stops early has played all of them alike."""
BINS = 10
CURVES = Path(__file__).with_name("curves.json")


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """What was read at a decision of a match, and how the match ended."""

    match: int
    n: int
    mover: int
    chances: tuple[float, ...]
    shares: tuple[float, ...]
    """Of the win: 1 for who won alone, a half for each of two."""
    levels: tuple[str, ...]


Bin = tuple[float, float, int]
"""The mean of what was predicted, of what came true, and of how many."""


def players(title: str) -> tuple[str, ...]:
    """Those who play: who answers at once among those that people choose from, and the basic one."""
    roster = bots.roster(title)
    quick = [name for name in roster.offered if not roster.seconds(name)]
    return (roster.basic, *quick[:6])


def sampled(title: str, seats: int, number: int, lines: int = LINES, asked: int = ASKED) -> list[Sample]:
    """Play a match and ask the judge about some of its decisions; the same number plays the same match."""
    chance = Random(f"{title} {seats} {number}")
    levels = tuple(chance.choice(players(title)) for _ in range(seats))
    match = jeton.new(title, seats=seats, key=f"{chance.getrandbits(128):032x}")
    seated = [bots.make(level, match.game) for level in levels]
    while not match.is_over:
        seat = match.actors[0]
        match.play(seated[seat].choose(match.view(seat), Budget(), chance))
    return _asked(match, chance, number, levels, lines, asked)


def _asked(match: Match, chance: Random, number: int, levels: tuple[str, ...], lines: int, asked: int) -> list[Sample]:
    judge, outcome = judge_of(match.game), match.outcome
    if outcome is None:
        raise ValueError("expected a match that is over")
    won = outcome.winners
    shares = tuple(1.0 / len(won) if seat in won else 0.0 for seat in range(match.header.seats))
    views = [
        match.game.view(*pair) for pair in ((p, e.seat) for p, e in zip(match.positions, match.standing, strict=False))
    ]
    real = [(entry.n, view) for entry, view in zip(match.standing, views, strict=True) if len(view.moves) > 1]
    found = []
    for n, view in chance.sample(real, min(asked, len(real))):
        best = judge.read(view, lines, chance.getrandbits(62), told=0).best
        read = tuple(round(each, 5) for each in best.chances)
        found.append(Sample(match=number, n=n, mover=view.seat, chances=read, shares=shares, levels=levels))
    return found


def loss(curve: Curve, samples: Iterable[Sample]) -> float:
    """How surprised somebody is by the ends of the matches who believes a curve: the mean log loss."""
    total, count = 0.0, 0
    for one in samples:
        chances = curve(one.chances, one.mover)
        total -= sum(share * math.log(max(chance, 1e-6)) for share, chance in zip(one.shares, chances, strict=True))
        count += 1
    return total / max(1, count)


def fit(samples: Sequence[Sample]) -> Curve:
    """The curve that is surprised the least: by turns, heat and mover in smaller and smaller steps.

    >>> even = [Sample(match=0, n=1, mover=0, chances=(0.5, 0.5), shares=s, levels=()) for s in ((1, 0), (0, 1))]
    >>> sure = [Sample(match=0, n=1, mover=0, chances=(0.9, 0.1), shares=s, levels=()) for s in 3 * [(1, 0)] + [(0, 1)]]
    >>> curve = fit(even + sure)
    >>> curve.heat > 1.5, abs(curve.mover) < 0.2
    (True, True)
    """
    heat, mover, step = 1.0, 0.0, 0.4
    best = loss(PLAIN, samples)
    while step > 0.004:
        around = [(heat * math.exp(a), mover + b) for a, b in ((step, 0), (-step, 0), (0, step), (0, -step))]
        losses = [loss(Curve(*each), samples) for each in around]
        if min(losses) < best:
            best = min(losses)
            heat, mover = around[losses.index(best)]
        else:
            step /= 2
    return Curve(round(heat, 3), round(mover, 3), len({one.match for one in samples}))


def bins(curve: Curve, samples: Iterable[Sample]) -> list[Bin]:
    """What was predicted for the seats against what came true, in bins of a tenth."""
    sums = [[0.0, 0.0, 0] for _ in range(BINS)]
    for one in samples:
        for chance, share in zip(curve(one.chances, one.mover), one.shares, strict=True):
            cell = sums[min(BINS - 1, int(chance * BINS))]
            cell[0], cell[1], cell[2] = cell[0] + chance, cell[1] + share, cell[2] + 1
    return [(predicted / n, real / n, int(n)) for predicted, real, n in sums if n]


def calibration_error(found: Sequence[Bin]) -> float:
    """The expected calibration error: how far bins are off, each as heavy as it is full.

    >>> calibration_error([(0.25, 0.5, 10), (0.75, 0.75, 10)])
    0.125
    """
    total = sum(n for _, _, n in found)
    return sum(abs(predicted - real) * n for predicted, real, n in found) / total


def by_chance(curve: Curve, samples: Sequence[Sample], rounds: int = 20) -> float:
    """The calibration error that chance alone would give: matches whose ends are drawn as the curve says.

    All decisions of a match have one end, so it is drawn once for each match, at the last one that was asked about.
    """
    chance, errors = Random(1), []
    for _ in range(rounds):
        ends: dict[int, tuple[float, ...]] = {}
        drawn = []
        for one in sorted(samples, key=lambda sample: -sample.n):  # the last one says how it ends
            if one.match not in ends:
                point, winner = chance.random(), 0
                weights = curve(one.chances, one.mover)
                while winner < len(weights) - 1 and point >= weights[winner]:
                    point -= weights[winner]
                    winner += 1
                ends[one.match] = tuple(float(seat == winner) for seat in range(len(weights)))
            drawn.append(msgspec.structs.replace(one, shares=ends[one.match]))
        errors.append(calibration_error(bins(curve, drawn)))
    return sum(errors) / len(errors)


def read(path: Path) -> list[Sample]:
    """The samples of a file; a last line that was cut off is left out."""
    lines = path.read_bytes().split(b"\n")[:-1] if path.exists() else []
    return [msgspec.json.decode(line, type=Sample) for line in lines]


def mend(path: Path) -> None:
    """Take a last line off a file that was cut off, so that the next one begins anew."""
    if path.exists() and not (text := path.read_bytes()).endswith(b"\n"):
        path.write_bytes(text[: text.rfind(b"\n") + 1])


def tables() -> list[tuple[str, int]]:
    """Titles that somebody judges, with their numbers of seats."""
    judged = [title for title in titles() if bots.roster(title).judge is not None]
    return [(title, seats) for title in judged for seats in jeton.make(title).seat_counts]


def play(folder: Path, matches: int, lines: int, cores: int = 1) -> None:
    """Play and ask, table by table, until there are so many matches of each; any number of cores writes the same."""
    folder.mkdir(parents=True, exist_ok=True)
    for each in tables():
        mend(_file(folder, each))
    done = {each: 1 + max((one.match for one in read(_file(folder, each))), default=-1) for each in tables()}
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        while left := [each for each in done if done[each] < matches]:
            for each in left:
                numbers = range(done[each], min(matches, done[each] + cores * BATCH))
                found = pool.map(sampled, repeat(each[0]), repeat(each[1]), numbers, repeat(lines), chunksize=5)
                with _file(folder, each).open("ab") as out:
                    for rows in found:
                        out.write(b"".join(msgspec.json.encode(row) + b"\n" for row in rows))
                done[each] = numbers.stop
            print(done, file=sys.stderr)


def report(folder: Path) -> dict[str, Curve]:
    """Fit and measure; what a table of `docs/lab/calibration.md` has."""
    curves = {}
    print("| table | matches | heat | mover | as read | with the curve | chance alone |\n|---|---|---|---|---|---|---|")
    for each in tables():
        samples = read(_file(folder, each))
        if not samples:
            continue
        half = [one for one in samples if one.match % 2 == 0]
        rest = [one for one in samples if one.match % 2]
        curve = fit(half)
        before, after = (calibration_error(bins(one, rest)) for one in (PLAIN, curve))
        name, count = "-".join(map(str, each)), len({one.match for one in samples})
        alone = by_chance(curve, rest)
        print(f"| {name} | {count:,} | {curve.heat} | {curve.mover} | {before:.4f} | {after:.4f} | {alone:.4f} |")
        curves[name] = msgspec.structs.replace(fit(samples), matches=count)
    return curves


def _file(folder: Path, table: tuple[str, int]) -> Path:
    return folder / f"{table[0]}-{table[1]}.jsonl"


def main(arguments: Sequence[str] | None = None) -> None:
    """The command."""
    parser = argparse.ArgumentParser(prog="python -m jeton.analysis.calibrate", description=__doc__)
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--matches", type=int, default=10_000, help="of each title and number of seats")
    parser.add_argument("--lines", type=int, default=LINES, help="read at a decision")
    parser.add_argument("--cores", type=int, default=os.cpu_count() or 1, help="matches played at the same time")
    parser.add_argument("--keep", action="store_true", help="write the curves that were fitted into curves.json")
    chosen = parser.parse_args(arguments)
    if chosen.what == "play":
        play(chosen.folder, chosen.matches, chosen.lines, chosen.cores)
        return
    curves = report(chosen.folder)
    if chosen.keep:
        CURVES.write_bytes(msgspec.json.format(msgspec.json.encode(curves), indent=2) + b"\n")


if __name__ == "__main__":
    main()
