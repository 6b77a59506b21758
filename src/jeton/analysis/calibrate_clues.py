"""How often a clue means the place that a review calls the likeliest: matches of bots, played and compared.

    python -m jeton.analysis.calibrate_clues fit --matches 480                   prints the best powers
    python -m jeton.analysis.calibrate_clues measure --matches 480 --first 480   measures with other matches

Every match has its own bots, drawn anew for each seat; numbers go through all numbers of seats and all levels of the
rules in turn, and the same number plays the same match. A power of 1 leaves the chances as they are told; where `fit`
prints another, the review trusts clues too little (above 1) or too much (below 1).
"""

from __future__ import annotations

import argparse
import math
from collections.abc import Iterable, Sequence
from random import Random

import msgspec

import jeton
from jeton import bots
from jeton.analysis.calibrate import calibration_error
from jeton.analysis.clues import review_clues
from jeton.analysis.reliability_plot import Bin
from jeton.bots import Budget
from jeton.core.match import Match
from jeton.games import titles

__all__ = ["Heard", "Sought", "fit", "heard", "main", "reliability", "sought"]

LEVELS = 4
BINS = 10
POWERS = tuple(0.5 + 0.01 * step for step in range(251))


class Heard(msgspec.Struct, frozen=True):
    """A clue that said something: what it could have meant to everybody, the likeliest first."""

    match: int
    seats: int
    level: int
    chances: tuple[float, ...]
    right: bool
    """Whether the likeliest was right."""


class Sought(msgspec.Struct, frozen=True):
    """A boat: the chance of the likeliest place from what its seat could know."""

    match: int
    seats: int
    level: int
    chance: float
    right: bool
    """Whether that place was right, wherever the boat went."""


def played(title: str, number: int) -> Match:
    """Play a match of bots of all levels."""
    chance, counts = Random(f"clues {title} {number}"), jeton.make(title).seat_counts
    seats, level = counts[number % len(counts)], 1 + number // len(counts) % LEVELS
    match = jeton.new(title, seats=seats, key=f"{chance.getrandbits(128):032x}", options={"level": level})
    players = [bots.make(chance.choice(bots.offered(title)), match.game) for _ in range(seats)]
    while not match.is_over:
        seat = chance.choice(match.actors)
        match.play(players[seat].choose(match.view(seat), Budget(simulations=1), chance), seat=seat, at=0)
    return match


def compared(title: str, numbers: Iterable[int]) -> tuple[list[Heard], list[Sought]]:
    """Return the clues and the boats of matches, each with what came true."""
    clues, boats = list[Heard](), list[Sought]()
    for number in numbers:
        match = played(title, number)
        about = (number, match.header.seats, int(match.header.options["level"]))
        for one in review_clues(match).clues:
            if one.said:
                chances = tuple(sorted(one.chances.values(), reverse=True))
                clues.append(Heard(*about, chances, next(iter(one.chances)) == one.meant))
            boats += [Sought(*about, guess.most, guess.likeliest == one.meant) for guess in one.guesses]
    return clues, boats


def heard(clues: Iterable[Heard], power: float = 1.0) -> list[tuple[float, bool]]:
    """Return the chance of each clue's likeliest place, all chances taken to a power, and whether it was right.

    >>> heard([Heard(0, 3, 1, (0.6, 0.3, 0.1), True)], 2.0)[0][0] > 0.75
    True
    """
    return [(one.chances[0] ** power / sum(other**power for other in one.chances), one.right) for one in clues]


def sought(boats: Iterable[Sought]) -> list[tuple[float, bool]]:
    """Return the same for boats, with the chances that the review tells."""
    return [(one.chance, one.right) for one in boats]


def fit(clues: Sequence[Heard]) -> float:
    """Return the power with the least mean log loss: how surprising it is whether the likeliest place was right.

    >>> one = Heard(0, 3, 1, (0.6, 0.4), True)
    >>> fit([one] * 9 + [msgspec.structs.replace(one, right=False)]) > 1
    True
    """

    def surprise(power: float) -> float:
        return -sum(math.log(max(1e-6, chance if right else 1 - chance)) for chance, right in heard(clues, power))

    best: float = min(POWERS, key=surprise)
    return round(best, 2)


def reliability(told: Iterable[tuple[float, bool]]) -> list[Bin]:
    """Compare what was told with what came true, in bins of a tenth.

    >>> reliability([(0.25, True), (0.27, False)])
    [(0.26, 0.5, 2)]
    """
    places: dict[int, list[tuple[float, bool]]] = {}
    for chance, right in told:
        places.setdefault(min(BINS - 1, int(chance * BINS)), []).append((chance, right))
    return [
        (sum(chance for chance, _ in own) / len(own), sum(right for _, right in own) / len(own), len(own))
        for _, own in sorted(places.items())
    ]


def _row(name: str, told: Sequence[tuple[float, bool]]) -> str:
    mean, right = sum(chance for chance, _ in told) / len(told), sum(right for _, right in told) / len(told)
    error = calibration_error(reliability(told))
    return f"| {name} | {len(told):,} | {100 * mean:.1f} % | {100 * right:.1f} % | {error:.4f} |"


def report(clues: Sequence[Heard], boats: Sequence[Sought]) -> None:
    """Return a table for `docs/lab/calibration.md`."""
    print("| | number | told | right | calibration error |\n|---|---|---|---|---|")
    print(_row("clues", heard(clues)))
    for seats in sorted({one.seats for one in clues}):
        print(_row(f"clues, {seats} seats", heard(one for one in clues if one.seats == seats)))
    for level in sorted({one.level for one in clues}):
        print(_row(f"clues, level {level}", heard(one for one in clues if one.level == level)))
    print(_row("boats", sought(boats)))
    print("\n| told | right | clues |\n|---|---|---|")
    for told, right, count in reliability(heard(clues)):
        print(f"| {100 * told:.0f} % | {100 * right:.0f} % | {count} |")


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(prog="python -m jeton.analysis.calibrate_clues", description=__doc__)
    parser.add_argument("what", choices=["fit", "measure"])
    parser.add_argument("--title", default=next(one for one in titles() if bots.roster(one).clues is not None))
    parser.add_argument("--matches", type=int, default=480)
    parser.add_argument("--first", type=int, default=0, help="the number of the first match")
    chosen = parser.parse_args(arguments)
    clues, boats = compared(chosen.title, range(chosen.first, chosen.first + chosen.matches))
    if chosen.what == "fit":
        print(f"all: {fit(clues)}")
        for seats in sorted({one.seats for one in clues}):
            print(f"{seats} seats: {fit([one for one in clues if one.seats == seats])}")
    else:
        report(clues, boats)


if __name__ == "__main__":
    main()
