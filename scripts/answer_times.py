#!/usr/bin/env python3
"""How much CPU time each level takes for an answer, at every table: a table in Markdown for docs/bots.md.

The positions are those of one match of level 6 with a fixed key, where there is more than one move; every level is
asked about each of them. CPU time is the process's, so that it says something on a busy machine too.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from random import Random
from statistics import median, quantiles
from typing import Any

import jeton
from jeton.bots import Budget, make
from jeton.games import make as make_game

TABLES = [(title, seats) for title in ("splendor", "marvel") for seats in (2, 3, 4)]


def main(arguments: Sequence[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--levels", type=int, nargs="+", default=list(range(1, 8)), help="default: 1 to 7")
    parser.add_argument("--every", type=int, default=1, help="ask only about every so many positions")
    chosen = parser.parse_args(arguments)
    print("| median (95th percentile), ms of CPU | positions |", *(f"level {n} |" for n in chosen.levels))
    print("|---|---:|" + "---:|" * len(chosen.levels))
    for title, seats in TABLES:
        views = seen(title, seats)[:: chosen.every]
        cells = [cell(answers(views, title, level)) for level in chosen.levels]
        name = {"splendor": "Splendor", "marvel": "Marvel"}[title]
        print(f"| {name}, {seats} seats | {len(views)} | {' | '.join(cells)} |", flush=True)


def seen(title: str, seats: int) -> list[Any]:
    """Return what the seats saw before each choice of a match."""
    match, rng, views = jeton.new(title, seats=seats, key="0" * 32), Random(1), []  # noqa: S311
    bot = make("level6", match.game)
    while not match.is_over:
        view = match.view(match.actors[0])
        if len(view.moves) > 1:
            views.append(view)
        match.play(bot.choose(view, Budget(), rng))
    return views


def answers(views: Sequence[Any], title: str, level: int) -> list[float]:
    """Return the CPU seconds of each answer; one before them warms up."""
    bot, rng, spent = make(f"level{level}", make_game(title)), Random(2), []  # noqa: S311
    for view in (views[0], *views):
        before = time.process_time()
        bot.choose(view, Budget(), rng)
        spent.append(time.process_time() - before)
    return spent[1:]


def cell(spent: Sequence[float]) -> str:
    """Spell the median and the 95th percentile, in milliseconds."""
    return f"{1000 * median(spent):.1f} ({1000 * quantiles(spent, n=20, method='inclusive')[-1]:.1f})"


if __name__ == "__main__":
    main()
