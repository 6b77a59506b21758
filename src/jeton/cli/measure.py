"""What `jeton bench` measures: CPU time, the best of many short slices taken in turn.

On a busy or throttled machine single runs swing by half; the best slice hardly does. Slices of all subjects alternate,
so that ratios hold even where absolute figures do not.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from random import Random
from typing import Any

import jeton
from jeton.bots import Budget
from jeton.bots import make as make_bot
from jeton.cli.output import BadArgument
from jeton.core.jit import entry_point
from jeton.core.match import Match
from jeton.games.splendor import compiled
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.position import Position

__all__ = ["Subject", "api_subjects", "best_of", "bot_subjects", "engine_subjects", "python_subjects", "starts"]

KEY = "0123456789abcdef" * 2
MATCHES = 500
"""Random matches in a slice: a few milliseconds."""
STEPS = 500_000
SEATS = (2, 3, 4)


class Subject:
    """Something to measure: a slice of work that says how many units it did."""

    def __init__(self, name: str, work: Callable[[], int]) -> None:
        """Take `work`, which does the same thing each time."""
        self.name, self.work = name, work
        self.units, self.seconds = work(), float("inf")  # the first slice compiles and warms up, and does not count

    def slice(self) -> None:
        """Run once more and keep the best."""
        before = time.process_time()
        self.work()
        self.seconds = min(self.seconds, time.process_time() - before)

    @property
    def rate(self) -> float:
        """Units a second of the best slice."""
        return self.units / self.seconds

    @property
    def each(self) -> float:
        """Seconds a unit of the best slice."""
        return self.seconds / self.units


def best_of(subjects: list[Subject], slices: int, tick: Callable[[], object] = lambda: None) -> None:
    """Run slices of all subjects in turn, over and over."""
    for _ in range(slices):
        for subject in subjects:
            subject.slice()
        tick()


@entry_point
def dependent_steps(n: Any, x: Any) -> Any:
    """Run the yardstick: each step waits for the one before it, so neither compiler nor processor can shorten it."""
    for _ in range(n):
        x = (x ^ (x >> 29)) * 6364136223846793005 + 1442695040888963407
    return x


def yardstick() -> Subject:
    """Return dependent steps `x = (x ^ x >> 29) * a + c`."""

    def work() -> int:
        dependent_steps(STEPS, 1)
        return STEPS

    return Subject("step", work)


def engine_subjects(matches: int = MATCHES) -> list[Subject]:
    """Return whole random matches of both titles at every table, in decisions."""
    subjects = []
    for title in ("splendor", "marvel"):
        ruleset = Splendor(title).ruleset
        for seats in SEATS:

            def work(ruleset: Any = ruleset, seats: int = seats) -> int:
                return int(compiled.random_matches(ruleset, seats, matches, 1)[0])

            subjects.append(Subject(f"{title} {seats}", work))
    return subjects


def lengths(matches: int = MATCHES) -> dict[str, tuple[float, float]]:
    """Return decisions and turns of the average random match."""
    found = {}
    for title in ("splendor", "marvel"):
        for seats in SEATS:
            decisions, turns, _ = compiled.random_matches(Splendor(title).ruleset, seats, matches, 1)
            found[f"{title} {seats}"] = (int(decisions) / matches, int(turns) / matches)
    return found


def recorded(seed: int = 1, matches: int = 3) -> tuple[Splendor, list[tuple[Position, list[int]]]]:
    """Return a few random two-seat matches as starting positions and action numbers."""
    game, rng, found = Splendor("splendor"), Random(seed), []  # noqa: S311
    for match in range(matches):
        start = game.start(2, bytes([match]) * 16)
        position, actions = start.copy(), []
        while not position.is_over:
            actions.append(rng.choice(position.actions()))
            position.push(actions[-1])
        found.append((start, actions))
    return game, found


def python_subjects() -> list[Subject]:
    """Return play driven from Python, a call a move: by action number and mask; and by a choice from a list."""
    _, found = recorded()

    def push() -> int:
        moves = 0
        for start, actions in found:
            position = start.copy()
            for action in actions:
                moves += position.mask >> action & 1
                position.push(action)
        return moves

    def pick() -> int:
        moves = 0
        for start, _ in found:
            position, rng = start.copy(), 12345
            while not position.is_over and moves < 600:
                actions = position.actions()
                rng = rng * 1103515245 + 12345 & 0x7FFFFFFF
                position.push(actions[rng % len(actions)])
                moves += 1
        return moves

    return [Subject("push", push), Subject("pick", pick)]


def api_subjects() -> list[Subject]:
    """Return play by notation: a move; with the view of the next to move; with everybody's view."""
    game, found = recorded(matches=1)
    start = jeton.new("splendor", seats=2, key=KEY)
    texts = _notation(game, *found[0])

    def run(views: str) -> int:
        match = Match(game, start.header)
        match.position = found[0][0]
        for text in texts:
            match.play(text)
            if views == "mover":
                match.view(match.position.seat)
            elif views == "all":
                for seat in (0, 1, None):
                    match.view(seat)
        return len(texts)

    return [Subject(name, lambda views=name: run(views)) for name in ("play", "mover", "all")]  # type: ignore[misc]


def _notation(game: Splendor, start: Position, actions: list[int]) -> list[str]:
    position, texts = start.copy(), []
    for action in actions:
        texts.append(game.spell_moves(position)[position.actions().index(action)])
        position.push(action)
    return texts


def bot_subjects() -> list[Subject]:
    """Return each bot on the views of one match of greedy bots: a move."""
    subjects = []
    for title in ("splendor", "marvel"):
        match = jeton.new(title, seats=2, key=KEY)
        bot, views = make_bot("greedy", match.game), []
        while not match.is_over:
            views.append(match.view(match.actors[0]))
            match.play(bot.choose(views[-1], Budget(), Random(1)))  # noqa: S311

        def work(bot: Any = bot, views: list[Any] = views) -> int:
            rng = Random(1)  # noqa: S311
            for view in views:
                bot.choose(view, Budget(), rng)
            return len(views)

        subjects.append(Subject(f"{title} greedy", work))
    bots, seen = clue_views()

    def read_clues() -> int:
        rng = Random(1)  # noqa: S311
        for view in seen:
            bots[view.seat].choose(view, Budget(), rng)
        return len(seen)

    return [*subjects, Subject("guardians hard, 5 seats", read_clues)]


def clue_views() -> tuple[list[Any], list[Any]]:
    """Return five hard bots of Guardians, and what they saw before each of their moves in one match."""
    match = jeton.new("guardians", seats=5, key=KEY)
    bots, seen, at = [make_bot("hard", match.game) for _ in range(5)], [], 0
    while not match.is_over:
        seat = match.actors[match.n % len(match.actors)]
        seen.append(match.view(seat))
        match.play(bots[seat].choose(seen[-1], Budget(), Random(match.n)), seat=seat, at=at)  # noqa: S311
        at += 1000
    return bots, seen


MATCH = """
import time, jeton
match = jeton.new("splendor", seats=2, key="00" * 16)
match.play(match.moves()[0])
match.view(match.actors[0])
"""
PLAYOUTS = """
from jeton.games.splendor import compiled
compiled.random_matches(match.game.ruleset, 2, 10, 1)
"""
BOT = """
from random import Random
from jeton.bots import Budget, make
make("greedy", match.game).choose(match.view(match.actors[0]), Budget(), Random(1))
"""
LEVEL = """
bot = make("level8", match.game)
bot.choose(match.view(match.actors[0]), Budget(simulations=200), Random(1))
"""
TELL = "print(time.process_time())"
WARM = """
import time
from contextlib import redirect_stdout
from io import StringIO
from jeton.cli.warm import warm
with redirect_stdout(StringIO()):
    warm()
"""


def starts(repeats: int = 3, tick: Callable[[], object] = lambda: None) -> dict[str, float]:
    """Return the seconds from nothing to a first move and its view: compiling, and from the cache; imports included.

    It counts CPU time, except for `warm`: that is how long a set-up waits while two processes work.
    """
    with tempfile.TemporaryDirectory() as folder:
        _child(MATCH + PLAYOUTS + BOT, folder, "first")  # Python compiles its own bytecode first: not what is measured
        tick()
        found = {"cold_match": _child(MATCH, folder, "match"), "cold_playouts": _child(MATCH + PLAYOUTS, folder, "all")}
        began = time.perf_counter()
        _child(WARM, folder, "warm")
        found["warm"] = time.perf_counter() - began
        tick()
        _child(MATCH + PLAYOUTS, folder, "warm")
        scripts = {
            "cached_match": MATCH,
            "cached_playouts": MATCH + PLAYOUTS,
            "first_bot_move": MATCH + BOT,
            "first_search": MATCH + BOT + LEVEL,
        }
        for name, script in scripts.items():
            found[name] = min(_child(script, folder, "warm") for _ in range(repeats))
            tick()
    return found


def _child(script: str, folder: str, cache: str) -> float:
    """Return the CPU seconds that a fresh Python spends on a script."""
    environment = {**os.environ, "JETON_CACHE": f"{folder}/{cache}", "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)
    done = subprocess.run(  # noqa: S603 - our own interpreter with our own words
        [sys.executable, "-c", script + TELL], env=environment, capture_output=True, text=True, check=False
    )
    if done.returncode:
        raise BadArgument(f"a fresh Python could not play a move: {done.stderr.strip().splitlines()[-1:]}")
    return float(done.stdout)
