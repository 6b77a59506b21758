"""The measurements of `jeton bench` as text and as a page; in English, since the page is part of the documentation."""

from __future__ import annotations

import datetime
import os
import platform
from pathlib import Path
from typing import Any

import llvmlite
import numba
import numpy as np

from jeton import __version__
from jeton.core.processors import processors

__all__ = ["machine", "page", "text"]

START = {
    "cold_match": "compile the rules, then a first move and its view",
    "cold_playouts": "compile rules and random matches",
    "warm": "`jeton warm`: compile all that a player needs (wall clock, two processes)",
    "cached_match": "a first move and its view, compiled before",
    "cached_playouts": "the same, with random matches",
    "first_bot_move": "a first move by a bot, compiled before",
    "first_search": "the same and one by level 8 that reads 200 lines",
}
DOORS = {
    "push": "`position.push(action)` and `position.mask`",
    "pick": "the same, choosing from `position.actions()`",
}
FRIENDLY = {
    "play": '`match.play("take wbg")`',
    "mover": "and `match.view(seat)` of the seat that moves next",
    "all": "and the views of both seats and of a spectator",
}

PAGE = """\
# Performance

`make bench` writes this page; run it on your machine to compare.

CPU time on one core, the best of {slices} short slices of each subject, taken in turn.
Absolute figures give the order of magnitude only; trust the ratios.
A *decision* is one move: a returned token and a chosen noble are decisions of their own.

| | |
|---|---|
{machine}

## Random matches

Uniformly random legal moves, from set-up to outcome, with the default options.
A *step* is one dependent `x = (x ^ x >> 29) * a + c`, timed in the same run ({step_ns:.2f} ns here).
What a decision costs in steps hardly depends on the machine.

| title | seats | decisions/s | turns/s | matches/s | steps a decision |
|---|---|---|---|---|---|
{engine}

Wanted: at most 40 steps a decision, and three and four seats at no less than 0.9 of the decisions of two.

## From Python

| one move | |
|---|---|
{python}

## Bots

| a move | |
|---|---|
{bots}

A decision of a Guardians bot takes 1.4 ms at the longest, and a whole match of five hard bots 0.03 to 0.10 s.
Wanted: 20 ms and 1 s ([bots of Guardians](bots-guardians.md)).

## Start

CPU seconds of a fresh Python, imports included, unless said otherwise.

| | s |
|---|---|
{start}

Wanted: at most 10 s to compile the rules, 15 s for all that a player needs, and at most 1 s from the cache.
{sketch}
## How to repeat

```sh
make bench
```

`jeton bench engine --json` prints the same figures as one JSON object, \
and `jeton bench engine --sketch path/to/prototype.py` compares with another engine, in the same process and in turn.
Let nothing else run meanwhile, and do not compare figures of different days: compare ratios, or steps.
"""


def machine() -> dict[str, str]:
    """Return what the figures were measured on."""
    load = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    return {
        "processor": _processor(),
        "cores": str(processors()),
        "load": load,
        "system": f"{platform.system()} {platform.machine()}",
        "python": platform.python_version(),
        "numba": f"{numba.__version__}, llvmlite {llvmlite.__version__}, numpy {np.__version__}",
        "jeton": __version__,
        "date": datetime.datetime.now(tz=datetime.UTC).date().isoformat(),
    }


def text(found: dict[str, Any]) -> str:
    """Return the figures for a terminal."""
    rows = [("random matches", "decisions/s", "steps a decision")]
    rows += [
        (f"{e['title']}, {e['seats']} seats", _mega(e["decisions_per_second"]), f"{e['steps_per_decision']:.1f}")
        for e in found["engine"]
    ]
    rows += [("", "", ""), ("from Python", "", "")]
    rows += [(_plain(DOORS[name]), _mega(rate) + "/s", "") for name, rate in found["python"].items()]
    rows += [(_plain(FRIENDLY[name]), f"{us:.1f} µs", "") for name, us in found["api_us"].items()]
    if "bots_us" in found:
        rows += [("", "", ""), ("bots, a move", "", "")]
        rows += [(name, f"{us:.0f} µs", "") for name, us in found["bots_us"].items()]
    if "start_s" in found:
        rows += [("", "", ""), ("start, seconds", "", "")]
        rows += [(START[name], f"{seconds:.2f} s", "") for name, seconds in found["start_s"].items()]
    if "sketch" in found:
        rows += [("", "", ""), ("the sketch", "per second", "ours to theirs")]
        rows += [(k, _mega(s["per_second"]), f"{s['ours_to_theirs']:.2f}") for k, s in found["sketch"].items()]
    width = max(len(name) for name, _, _ in rows) + 2
    return "\n".join(f"{name:<{width}}{one:>14}{two:>18}".rstrip() for name, one, two in rows)


def page(found: dict[str, Any]) -> str:
    """Return the page docs/performance.md."""
    engine = [
        f"| {e['title']} | {e['seats']} | {_mega(e['decisions_per_second'])} | {_mega(e['turns_per_second'])} | "
        f"{e['matches_per_second'] / 1e3:.0f} k | {e['steps_per_decision']:.1f} |"
        for e in found["engine"]
    ]
    python = [f"| {DOORS[name]} | {_mega(rate)}/s |" for name, rate in found["python"].items()]
    python += [f"| {FRIENDLY[name]} | {us:.1f} µs |" for name, us in found["api_us"].items()]
    return PAGE.format(
        slices=found["slices"],
        step_ns=found["step_ns"],
        machine="\n".join(f"| {name} | {value} |" for name, value in found["machine"].items()),
        engine="\n".join(engine),
        python="\n".join(python),
        bots="\n".join(f"| {name} | {us:.0f} µs |" for name, us in found.get("bots_us", {}).items()),
        start="\n".join(f"| {START[name]} | {seconds:.1f} |" for name, seconds in found.get("start_s", {}).items()),
        sketch=_sketch(found.get("sketch", {})),
    )


def _sketch(found: dict[str, Any]) -> str:
    if not found:
        return ""
    rows = [f"| {name} | {_mega(s['per_second'])} | {s['ours_to_theirs']:.2f} |" for name, s in found.items()]
    head = "\n## Against the sketch\n\n| | its decisions/s | ours to its |\n|---|---|---|\n"
    return head + "\n".join(rows) + "\n"


def _mega(rate: float) -> str:
    return f"{rate / 1e6:.1f} M" if rate >= 1e7 else f"{rate / 1e6:.2f} M"


def _plain(markdown: str) -> str:
    return markdown.replace("`", "")


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
    except OSError:
        return platform.processor() or "unknown"
    return next((line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")), "unknown")
