#!/usr/bin/env python3
"""Plays the search of this checkout against that of another one, two seats, each in a process of its own.

    python scripts/equal_cpu.py LOG --other ../old --minutes 5 "splendor 100 search@0.1s search@0.1s"

A table is a title, a number of deals, a bot of this checkout and one of the other. Every deal is played twice with the
seats swapped, and becomes a line of the log; the same command goes on where it stopped. Deals begin in a fixed order,
those in play are finished when the minutes are over, and only deals before the first missing one count. The CPU time of
each side is its own process's. The other checkout needs `src/jeton` alone, from 2026-11-16 on: what passes between
both is the text of a position, and each bot deals what its seat can't see anew.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Sequence
from itertools import takewhile
from pathlib import Path
from random import Random
from typing import IO, Any, cast

HERE = Path(__file__).resolve().parents[1]
OPTIONS = {"first": "seat"}


def sit() -> None:
    """Answer positions with moves, a line each: what a process of either checkout does."""
    players: dict[tuple[str, str], Any] = {}
    for line in sys.stdin:
        print(json.dumps(answer(json.loads(line), players)), flush=True)


def answer(asked: dict[str, Any], players: dict[tuple[str, str], Any]) -> dict[str, Any]:
    """Return a bot's move in a position, the CPU seconds it took, and the lines it read if it says so."""
    import jeton
    from jeton.bots import Budget, make

    key = asked["title"], asked["bot"]
    if key not in players:
        game = jeton.new(asked["title"], seats=2, options=OPTIONS).game
        players[key] = game, make(asked["bot"], game)
    game, bot = players[key]
    view = game.view(game.read(asked["position"]), asked["seat"])
    budget, chance = Budget(**asked["budget"]), Random(asked["seed"])  # noqa: S311
    before = time.process_time()
    move = bot.choose(view, budget, chance)
    spent = time.process_time() - before
    return {"move": move, "spent": spent, "lines": getattr(bot, "simulations", 0)}


class Side:
    """A process of a checkout that plays for it."""

    def __init__(self, source: Path, caches: Path) -> None:
        """Start it; compiled code of each checkout has a folder of its own."""
        path = os.pathsep.join([str(source), os.environ.get("PYTHONPATH", "")])
        names = {"NUMBA_CACHE_DIR": str(caches), "PYTHONPATH": path, "NUMBA_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            [sys.executable, __file__, "--sit"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **names},
        )
        self.questions, self.answers = cast("IO[str]", self.process.stdin), cast("IO[str]", self.process.stdout)

    def ask(self, **asked: Any) -> dict[str, Any]:
        """Return its answer."""
        self.questions.write(json.dumps(asked) + "\n")
        self.questions.flush()
        found: dict[str, Any] = json.loads(self.answers.readline())
        return found

    def end(self) -> None:
        """End it."""
        self.questions.close()
        self.process.wait()


def play(sides: tuple[Side, Side], title: str, bots: tuple[str, str], deal: int) -> dict[str, Any]:
    """Play a deal twice with the seats swapped; return what the first side won, and what each spent."""
    import jeton
    from jeton.bots.bot import split_budget

    spelt = [split_budget(bot) for bot in bots]
    won, spent, moves, lines = 0.0, [0.0, 0.0], [0, 0], [0, 0]
    for first in (0, 1):
        chance = Random(f"{title} {deal} {first}")  # noqa: S311
        match = jeton.new(title, seats=2, key=f"{Random(f'{title} {deal}').getrandbits(128):032x}", options=OPTIONS)  # noqa: S311
        while not match.is_over:
            seat = match.actors[0]
            legal = match.moves()
            if len(legal) == 1:
                match.play(legal[0])
                continue
            who = seat ^ first
            name, budget = spelt[who]
            limits = {} if budget is None else {"seconds": budget.seconds, "simulations": budget.simulations}
            about = {"title": title, "bot": name, "budget": limits, "seat": seat, "seed": chance.getrandbits(60)}
            answer = sides[who].ask(position=str(match.position), **about)
            spent[who] += answer["spent"]
            lines[who] += answer["lines"]
            moves[who] += 1
            match.play(answer["move"])
        winners = () if match.outcome is None else match.outcome.winners
        won += (first in winners) / len(winners)
    return {"title": title, "bots": bots, "deal": deal, "won": won / 2, "spent": spent, "moves": moves, "lines": lines}


def warm(asked: argparse.Namespace, titles: set[str]) -> None:
    """Let each checkout compile once, before many processes do."""
    for name, checkout in (("this", asked.this), ("other", asked.other)):
        side = Side(checkout / "src", asked.caches / name)
        import jeton

        for title in sorted(titles):
            position = str(jeton.new(title, seats=2, options=OPTIONS).position)
            for budget in {"seconds": None, "simulations": 20}, {"seconds": 0.01, "simulations": None}:
                side.ask(title=title, bot="search", budget=budget, seat=0, seed=1, position=position)
        side.end()


def run(order: Sequence[tuple[str, tuple[str, str], int]], asked: argparse.Namespace) -> None:
    """Play what the log lacks."""
    known = {(one["title"], tuple(one["bots"]), one["deal"]) for one in read(asked.log)}
    missing, lock = iter([one for one in order if one not in known]), threading.Lock()
    until = time.monotonic() + 60 * asked.minutes

    def work() -> None:
        sides = Side(asked.this / "src", asked.caches / "this"), Side(asked.other / "src", asked.caches / "other")
        while time.monotonic() < until:
            with lock:
                one = next(missing, None)
            if one is None:
                break
            found = play(sides, *one)
            with lock, asked.log.open("a") as file:
                file.write(json.dumps(found) + "\n")
        for side in sides:
            side.end()

    workers = [threading.Thread(target=work) for _ in range(asked.processes)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()


def read(log: Path) -> list[dict[str, Any]]:
    """Return the finished deals of a log."""
    lines = log.read_text().split("\n")[:-1] if log.exists() else []
    return [json.loads(line) for line in lines]


def report(order: Sequence[tuple[str, tuple[str, str], int]], log: Path) -> None:
    """Print what counts, in Markdown."""
    from jeton.bots.ratings import interval

    known = {(one["title"], tuple(one["bots"]), one["deal"]): one for one in read(log)}
    counted = [known[one] for one in takewhile(lambda one: one in known, order)]
    print(f"{len(counted)} of {len(order)} deals count.\n")
    print("| title | this | other | won | 95 % | games | CPU s a move | lines a move |")
    print("|---|---|---|---:|---:|---:|---:|---:|")
    for title, bots in dict.fromkeys((title, bots) for title, bots, _ in order):
        own = [one for one in counted if (one["title"], tuple(one["bots"])) == (title, bots)]
        if not own:
            continue
        shares = [one["won"] for one in own]
        low, high = interval(shares)
        moves = [max(1, sum(one["moves"][side] for one in own)) for side in (0, 1)]
        spent = [sum(one["spent"][side] for one in own) / moves[side] for side in (0, 1)]
        lines = [sum(one["lines"][side] for one in own) / moves[side] for side in (0, 1)]
        share = sum(shares) / len(shares)
        print(
            f"| {title} | `{bots[0]}` | `{bots[1]}` | {share:.3f} | {low:.3f}–{high:.3f} | {2 * len(own)} |"
            f" {spent[0]:.4f} : {spent[1]:.4f} | {lines[0]:,.0f} : {lines[1]:,.0f} |"
        )


def main() -> None:
    """Play, and print a table in Markdown."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("log", type=Path, help="where finished deals are kept")
    parser.add_argument("tables", nargs="+", help='"TITLE DEALS BOT BOT", that of this checkout first')
    parser.add_argument("--other", type=Path, required=True, help="the other checkout")
    parser.add_argument("--this", type=Path, default=HERE, help="this checkout (default: the one of this script)")
    parser.add_argument("--caches", type=Path, default=HERE / "build" / "equal-cpu", help="for compiled code")
    parser.add_argument("--minutes", type=float, default=1e6, help="begin no other deal after so long")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="matches at the same time")
    asked = parser.parse_args()
    tables = [words.split() for words in asked.tables]
    order = [
        ((deal + 0.5) / int(deals), (title, (mine, theirs), deal))
        for title, deals, mine, theirs in tables
        for deal in range(int(deals))
    ]
    deals = [one for _, one in sorted(order, key=lambda each: each[0])]
    if asked.minutes > 0:
        warm(asked, {words[0] for words in tables})
        run(deals, asked)
    report(deals, asked.log)


if __name__ == "__main__":
    sit() if sys.argv[1:] == ["--sit"] else main()
