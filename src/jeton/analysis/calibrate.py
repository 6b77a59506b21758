"""Compares the judge's chances with who really wins: bots of mixed strength play matches, and the judge predicts.

    python -m jeton.analysis.calibrate play FOLDER --matches 10000     plays on from where it stopped, on all cores
    python -m jeton.analysis.calibrate fit FOLDER                      writes curves.json, prints what is left over

For every match the bots are drawn again, one for each seat, and the judge is asked about two decisions drawn from all
that had a choice. A curve is measured with matches that it has never seen: one is fitted to those with an even number
and measured with the odd ones, another the other way round. The curve that is kept is fitted to all of them.
"""

from __future__ import annotations

import argparse
import math
import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import product, repeat
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import numpy as np

import jeton
from jeton import bots
from jeton.analysis.curves import LATEST, LEAST, SPAN, Curve
from jeton.analysis.reliability_plot import Bin, reliability_svg
from jeton.analysis.review import judge_of
from jeton.bots import Budget
from jeton.core.json_lines import append_lines, read_lines, resume_lines
from jeton.core.match import Match
from jeton.core.processors import processors
from jeton.games import titles

__all__ = ["Sample", "Samples", "bins", "calibration_error", "fit", "main", "sampled", "unseen"]

ASKED, LINES = 2, 500
BATCH = 20
"""Matches of a table and core before the next table's turn: a run that stops early has played all of them alike."""
BINS = 10
UPSETS = (-6.0, -4.0, -3.0, -2.0)
"""The log of the odds of an upset where a fit begins: from a single start it may slide to where there is none."""
CURVES = Path(__file__).with_name("curves.json")


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """What the judge read at a decision of a match, and how the match ended."""

    match: int
    n: int
    mover: int
    chances: tuple[float, ...]
    shares: tuple[float, ...]
    """Shares of the win: 1 for a single winner, a half for each of two."""
    levels: tuple[str, ...]


def sampled(title: str, seats: int, number: int, lines: int = LINES, asked: int = ASKED) -> list[Sample]:
    """Play a match and ask the judge about some of its decisions; the same number plays the same match."""
    chance = Random(f"{title} {seats} {number}")
    levels = tuple(chance.choice(bots.roster(title).mix(seats)) for _ in range(seats))
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


class Samples(msgspec.Struct, frozen=True):
    """The samples of a table as arrays, a row for each decision."""

    chances: Any
    shares: Any
    movers: Any
    turns: Any
    matches: Any

    @classmethod
    def of(cls, samples: Sequence[Sample]) -> Samples:
        """Make it from samples that all have the same number of seats."""
        seats = len(samples[0].chances)
        return cls(
            np.array([one.chances for one in samples]),
            np.array([one.shares for one in samples], np.float64),
            np.array([one.mover for one in samples]),
            np.minimum(np.array([one.n for one in samples]) / seats, LATEST) / SPAN,
            np.array([one.match for one in samples]),
        )

    def part(self, chosen: Any) -> Samples:
        """Return some of its rows."""
        return Samples(*(getattr(self, name)[chosen] for name in self.__struct_fields__))

    def real(self, curve: Curve) -> Any:
        """Return the chances by a curve: what `Curve.at` and `Curve` say, for all rows at once."""
        rows = np.arange(len(self.movers))
        steep = curve.steep * np.exp(curve.fade * self.turns)
        logs = np.log(np.maximum(self.chances, LEAST)) * steep[:, None]
        logs[rows, self.movers] += curve.mover
        weights = np.exp(logs - logs.max(axis=1, keepdims=True))
        weights /= weights.sum(axis=1, keepdims=True)
        real = (1.0 - curve.upset) * weights + curve.upset / self.chances.shape[1]
        decided = self.chances.max(axis=1) >= 1.0
        real[decided] = self.chances[decided]
        return real

    def loss(self, curve: Curve) -> float:
        """Return how much the ends of the matches surprise somebody who believes a curve: the mean log loss."""
        return float(-(self.shares * np.log(np.maximum(self.real(curve), 1e-6))).sum(axis=1).mean())


def fit(table: Samples) -> Curve:
    """Return the curve with the least surprise: vary one number after the other, in smaller and smaller steps.

    >>> def drawn(chances, shares):
    ...     return Sample(match=0, n=1, mover=0, chances=chances, shares=shares, levels=())
    >>> even = [drawn((0.5, 0.5), shares) for shares in ((1, 0), (0, 1))]
    >>> sure = [drawn((0.9, 0.1), shares) for shares in 3 * [(1, 0)] + [(0, 1)]]
    >>> round(float(Samples.of(even + sure).real(fit(Samples.of(even + sure)))[2, 0]), 1)
    0.7
    """
    found = [_descended(table, [0.0, 0.0, 0.0, odds]) for odds in UPSETS]
    _, at = min(found)
    return _curve(at, len(set(table.matches.tolist())))


def _descended(table: Samples, at: list[float], step: float = 0.4) -> tuple[float, list[float]]:
    """Return the least surprise near a place, and where it is."""
    best = table.loss(_curve(at))
    while step > 0.004:
        before = best
        for place, move in product(range(len(at)), (step, -step)):
            tried = [*at[:place], at[place] + move, *at[place + 1 :]]
            if (surprise := table.loss(_curve(tried))) < best:
                at, best = tried, surprise
        if best == before:
            step /= 2
    return best, at


def _curve(at: Sequence[float], matches: int = 0) -> Curve:
    """Return a curve from numbers without bounds: the log of how steep, fade, mover, the log odds of an upset."""
    steep, upset = math.exp(at[0]), 1.0 / (1.0 + math.exp(-at[3]))
    return Curve(round(steep, 4), round(at[1], 4), round(at[2], 4), round(upset, 5), matches)


def unseen(table: Samples) -> Any:
    """Return the chances of all rows, each by a curve fitted to the other half of the matches."""
    real, even = np.empty_like(table.chances), table.matches % 2 == 0
    for half in (even, ~even):
        real[half] = table.part(half).real(fit(table.part(~half)))
    return real


def bins(chances: Any, shares: Any) -> list[Bin]:
    """Return what was predicted for the seats against what came true, in bins of a tenth."""
    predicted, came = chances.ravel(), shares.ravel()
    place = np.minimum(BINS - 1, (predicted * BINS).astype(int))
    return [
        (float(predicted[own].mean()), float(came[own].mean()), int(own.sum()))
        for own in (place == number for number in range(BINS))
        if own.any()
    ]


def calibration_error(found: Sequence[Bin]) -> float:
    """Return the expected calibration error: how far bins are off, weighted by how full they are.

    >>> calibration_error([(0.25, 0.5, 10), (0.75, 0.75, 10)])
    0.125
    """
    total = sum(n for _, _, n in found)
    return sum(abs(predicted - real) * n for predicted, real, n in found) / total


def by_chance(chances: Any, table: Samples, rounds: int = 20) -> float:
    """Return the calibration error that chance alone would give: matches whose ends are drawn as the chances say.

    All decisions of a match share its end, so this draws it once, at the last decision the judge was asked about.
    """
    rng, errors = np.random.default_rng(1), []
    last: dict[int, int] = {}
    for row in np.argsort(table.turns, kind="stable").tolist():
        last[int(table.matches[row])] = row
    decider = np.array([last[int(match)] for match in table.matches])
    for _ in range(rounds):
        points = rng.random(len(chances))[decider]
        winner = (points[:, None] >= np.cumsum(chances[decider], axis=1)[:, :-1]).sum(axis=1)
        errors.append(calibration_error(bins(chances, np.eye(chances.shape[1])[winner])))
    return sum(errors) / len(errors)


def tables() -> list[tuple[str, int]]:
    """Return the titles that have a judge, with their numbers of seats."""
    judged = [title for title in titles() if bots.roster(title).judge is not None]
    return [(title, seats) for title in judged for seats in jeton.make(title).seat_counts]


def play(folder: Path, matches: int, lines: int, cores: int = 1) -> None:
    """Play and ask, table by table, until each has so many matches; any number of cores writes the same."""
    folder.mkdir(parents=True, exist_ok=True)
    kept = {each: resume_lines(_file(folder, each), Sample) for each in tables()}
    done = {each: 1 + max((one.match for one in samples), default=-1) for each, samples in kept.items()}
    with ProcessPoolExecutor(cores, mp_context=get_context("spawn")) as pool:
        while left := [each for each in done if done[each] < matches]:
            for each in left:
                numbers = range(done[each], min(matches, done[each] + cores * BATCH))
                found = pool.map(sampled, repeat(each[0]), repeat(each[1]), numbers, repeat(lines), chunksize=5)
                for rows in found:
                    append_lines(_file(folder, each), rows)
                done[each] = numbers.stop
            print(done, file=sys.stderr)


def report(folder: Path, plot: Path | None = None) -> dict[str, Curve]:
    """Fit and measure; write the rows of `docs/lab/calibration.md`, and its plot."""
    curves, drawn = {}, {}
    print("| table | matches | steep | fade | mover | upset | as read | with the curve | chance alone |")
    print("|---|---|---|---|---|---|---|---|---|")
    for each in tables():
        path = _file(folder, each)
        if not path.exists() or not (samples := read_lines(path, Sample)):
            continue
        table, name = Samples.of(samples), "-".join(map(str, each))
        real, curve = unseen(table), fit(table)
        before, after = bins(table.chances, table.shares), bins(real, table.shares)
        numbers = (curve.matches, curve.steep, curve.fade, curve.mover, curve.upset)
        errors = (calibration_error(before), calibration_error(after), by_chance(real, table))
        told = [f"{numbers[0]:,}", *(f"{one:.3f}" for one in numbers[1:]), *(f"{one:.4f}" for one in errors)]
        print(f"| {name} | {' | '.join(told)} |")
        curves[name], drawn[name] = curve, (before, after)
    if plot is not None:
        plot.write_text(reliability_svg(drawn), "utf-8")
    return curves


def _file(folder: Path, table: tuple[str, int]) -> Path:
    return folder / f"{table[0]}-{table[1]}.jsonl"


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m jeton.analysis.calibrate", description=__doc__)
    parser.add_argument("what", choices=["play", "fit"])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--matches", type=int, default=10_000, help="of each title and number of seats")
    parser.add_argument("--lines", type=int, default=LINES, help="read at a decision")
    parser.add_argument("--cores", type=int, default=processors(), help="matches played at the same time")
    parser.add_argument("--plot", type=Path, help="draw what was predicted against what came true, as SVG")
    parser.add_argument("--keep", action="store_true", help="write the curves that were fitted into curves.json")
    chosen = parser.parse_args(arguments)
    if chosen.what == "play":
        play(chosen.folder, chosen.matches, chosen.lines, chosen.cores)
        return
    curves = report(chosen.folder, chosen.plot)
    if chosen.keep:
        CURVES.write_bytes(msgspec.json.format(msgspec.json.encode(curves), indent=2) + b"\n")


if __name__ == "__main__":
    main()
