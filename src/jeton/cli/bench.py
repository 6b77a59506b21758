"""`jeton bench`: how fast the rules and the bots are here."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

import jeton
from jeton.cli import gpu, measure, report
from jeton.cli.measure import Subject, best_of
from jeton.cli.output import BadArgument, console, print_json, words
from jeton.cli.parameters import Parameter

if TYPE_CHECKING:
    from rich.progress import Progress

__all__ = ["bench", "figures", "load_sketch", "sketch_subjects"]

FEWEST_SLICES = 50
"""Fewer slices do not repeat well on a busy machine."""


def bench(
    what: Literal["all", "engine", "gpu", "batches"] = "all",
    /,
    *,
    slices: int = 60,
    sketch: Path | None = None,
    start: bool = True,
    as_json: Annotated[bool, Parameter(name="--json", negative="", show_default=False)] = False,
) -> int:
    """Measure how fast the rules and the bots are on this machine.

    Figures are CPU time on one core, the best of many short slices taken in turn. A decision's price is also given in
    dependent steps `x = (x ^ x >> 29) * a + c`, timed in the same run: that figure hardly depends on the machine.

    Plain `jeton bench` measures everything and, where Jeton runs from its source folder, writes docs/performance.md.

    For example:

    ```
    jeton bench
    jeton bench engine --json
    jeton bench engine --sketch path/to/prototype.py
    jeton bench gpu
    jeton bench batches
    ```

    `jeton bench gpu` plays random matches on an NVIDIA GPU, says how many decisions a second that makes, and compares
    thousands of matches with the CPU's, one by one; `jeton bench batches` does so with the arrays of `jeton.envs.gpu`,
    and hands them to torch, JAX and CuPy where they are installed. Both need a CUDA device and jeton[train].

    Args:
        what: `engine` leaves the bots out and writes no page; `gpu` measures the rules on the GPU alone,
            `batches` matches in arrays there.
        slices: How many slices to time of each subject.
        sketch: A Python file with `random_games(seats, games, seed, choose_payment)` and `Game(seats, seed)` to compare
            with, in the same process and in turn.
        start: Measure compiling and starting too, which takes a minute.
        as_json: Print one JSON object instead of tables.
    """
    if slices < 1:
        raise BadArgument(f"--slices: expected 1 or more, got {slices}")
    if what in ("gpu", "batches"):
        return _bench_gpu(as_json=as_json, batches=what == "batches")
    found = figures(slices, bots=what == "all", sketch=sketch, start=start)
    if as_json:
        print_json(found)
        return 0
    console().print(report.text(found), markup=False, soft_wrap=True)
    page = Path(jeton.__file__).parents[2] / "docs" / "performance.md"
    if what == "all" and slices >= FEWEST_SLICES and start and (page.parent.parent / "pyproject.toml").exists():
        page.write_text(report.page(found), encoding="utf-8", newline="\n")
        console(stderr=True).print(words()("tools.bench.written", path="docs/performance.md"), markup=False)
    return 0


def _bench_gpu(*, as_json: bool, batches: bool) -> int:
    """Measure the rules or the batches on the GPU; return 1 if they play differently than on the CPU."""
    found = gpu.batch_figures() if batches else gpu.figures()
    if as_json:
        print_json(found)
    else:
        console().print(gpu.batch_text(found) if batches else gpu.text(found), markup=False, soft_wrap=True)
    return 1 if any(row["different"] for row in found["same" if batches else "engine"]) else 0


def figures(slices: int, *, bots: bool = True, sketch: Path | None = None, start: bool = True) -> dict[str, Any]:
    """Return all measurements as plain data: what `jeton bench --json` prints."""
    with _progress(slices + 6 * start) as (progress, task):

        def tick() -> None:
            progress.advance(task)

        step, engine, python, api = (
            measure.yardstick(),
            measure.engine_subjects(),
            measure.python_subjects(),
            measure.api_subjects(),
        )
        players = measure.bot_subjects() if bots else []
        theirs = sketch_subjects(load_sketch(sketch)) if sketch is not None else []
        best_of([step, *engine, *theirs, *python, *api, *players], slices, tick)
        found: dict[str, Any] = {
            "machine": report.machine(),
            "slices": slices,
            "step_ns": step.each * 1e9,
            "engine": [_engine(subject, step) for subject in engine],
            "python": {subject.name: subject.rate for subject in python},
            "api_us": {subject.name: subject.each * 1e6 for subject in api},
        }
        if bots:
            found["bots_us"] = {subject.name: subject.each * 1e6 for subject in players}
        if theirs:
            found["sketch"] = _compare(theirs, [*engine, *python], step)
        if start:
            found["start_s"] = measure.starts(tick=tick)
    return found


def _engine(subject: Subject, step: Subject) -> dict[str, Any]:
    title, seats = subject.name.split()
    decisions, turns = measure.lengths()[subject.name]
    return {
        "title": title,
        "seats": int(seats),
        "decisions_per_second": subject.rate,
        "turns_per_second": subject.rate * turns / decisions,
        "matches_per_second": subject.rate / decisions,
        "steps_per_decision": subject.each / step.each,
    }


def load_sketch(path: Path) -> Any:
    """Return the module of a Python file that the user names."""
    spec = importlib.util.spec_from_file_location("jeton_bench_sketch", path)
    if spec is None or spec.loader is None or not path.is_file():
        raise BadArgument(f"--sketch: expected a Python file, got {path}")
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    if not hasattr(module, "random_games") or not hasattr(module, "Game"):
        raise BadArgument(f"--sketch: {path} has no random_games(seats, games, seed, choose_payment) and Game")
    return module


def sketch_subjects(module: Any, games: int = measure.MATCHES) -> list[Subject]:
    """Return the sketch's random games at every table, with the choice of payment; and driven from Python."""
    subjects = []
    for seats in measure.SEATS:

        def work(seats: int = seats) -> int:
            return int(module.random_games(seats, games, 1, 1)[0])

        subjects.append(Subject(f"splendor {seats}", work))
    recorded: list[int] = []
    game, chance = module.Game(2, 1), 1
    while not game.over:
        actions = game.legal_actions
        chance = chance * 1103515245 + 12345 & 0x7FFFFFFF
        recorded.append(actions[chance % len(actions)])
        game.play(recorded[-1])

    def push() -> int:
        again = module.Game(2, 1)
        for action in recorded:
            again.play(action)
        return len(recorded)

    return [*subjects, Subject("push", push)]


def _compare(theirs: list[Subject], ours: list[Subject], step: Subject) -> dict[str, Any]:
    rates = {subject.name: subject.rate for subject in ours}
    return {
        subject.name: {
            "per_second": subject.rate,
            "steps": subject.each / step.each,
            "ours_to_theirs": rates[subject.name] / subject.rate,
        }
        for subject in theirs
    }


@contextmanager
def _progress(total: int) -> Iterator[tuple[Progress, Any]]:
    from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

    err = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=err, transient=True, disable=not err.is_terminal) as progress:
        yield progress, progress.add_task(words()("tools.bench.measuring"), total=total)
