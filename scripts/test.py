#!/usr/bin/env python3
"""Everything that must hold before a change lands: `make test`, `make lint` and continuous integration run this.

Usage: .venv/bin/python scripts/test.py [--lint | --quick | pytest arguments]

The static checks all run, two at a time, so that one visit shows all they find; beside them the script compiles the
tests, and the rules for the second run, or else every worker would do so itself. The suite then runs three times:
compiled, as players have it; where there is compiled code, once more with the bounds of every array checked, but for
tests marked `once`; and beside that its `interpreted` share without the compiler. After a failure in the first run the
others are left out. Browsers and servers share their cores with all else that is tested: where at most two tests of
tests/e2e and tests/server fail and nothing else does, they run once more by themselves. If they pass, the run stands,
and its last lines name them as unsteady: each is a defect of the page, the server or the test, to be mended. WORKERS
says how many tests run at a time: two more than there are cores, since those with browsers and servers wait a lot; a
worker that is done takes tests over from the others.

With arguments for pytest only the tests that they ask for run, compiled. `--quick` runs the checks and the tests that a
change against main can have broken by itself, without browsers, without tests marked `long`, and without the page's
engine, which takes longer to build than all else, unless the change is in that engine.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from xml.etree import ElementTree

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.changed import changed_files, find_tests

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
WORKERS = os.environ.get("WORKERS", str((os.cpu_count() or 1) + 2))
NO_TESTS_COLLECTED = 5
MOST_UNSTEADY = 2
SHARING = ("tests/e2e/", "tests/server/")
"""So many tests at most, of those that share the cores with browsers and servers of their own, get a second try."""

CHECKS = [
    ("Code style (ruff check)", ["ruff", "check", "--quiet"]),
    ("Layout (ruff format)", ["ruff", "format", "--check", "--quiet"]),
    ("Types (mypy --strict)", ["mypy"]),
    ("Who imports whom (import-linter)", ["lint-imports", "--no-logo"]),
    ("The page's style and layout (Biome, Prettier)", ["/bin/sh", "scripts/ui.sh", "lint"]),
]

# Beside these, `make quick` checks the page where it has changed.
PAGE_CHECKS = [
    (f"The page: {what}", ["/usr/bin/env", "npm", "--prefix", "ui", "run", "--silent", script])
    for what, script in (("types", "check"), ("tests", "test"))
]
Job = tuple[str, list[str], dict[str, str]]
"""What it is, the tool and its words, and what it needs in its environment."""
Runner = Callable[[str, list[str], dict[str, str]], tuple[str, int]]
"""Runs a tool by its name, its words and its environment."""
MANY = 4
"""From so many files on, tests run at the same time."""

# Where compiled code is, and the tests of it: whatever else is tested has no arrays of its own.
COMPILED = ["src/jeton/core", "src/jeton/games/splendor", "src/jeton/bots", "src/jeton/envs/splendor"]
COMPILED_TESTS = [
    *("tests/core", "tests/rules", "tests/properties", "tests/naive", "tests/bots", "tests/contract", "tests/leaks"),
    *("tests/envs/test_batch.py", "tests/test_matches.py", "tests/test_perft.py", "tests/test_twin.py"),
]
BELOW_SEARCH = ("src/jeton/core", "src/jeton/games")
"""Tests of these call the rules, and no bot."""
# Where tests are marked `interpreted`: to read all others only to leave them out takes longer than to run these.
INTERPRETED_TESTS = [
    *("tests/core", "tests/rules", "tests/properties", "tests/contract", "tests/bots", "tests/cli"),
    *("tests/envs/test_batch.py", "tests/test_matches.py", "tests/test_perft.py", "tests/test_twin.py"),
]
BOUNDS_CHECKED = {"NUMBA_BOUNDSCHECK": "1"}

# What it is, the environment it needs, the tests it takes.
RUNS: list[tuple[str, dict[str, str], list[str]]] = [
    ("The suite, compiled", {}, []),
    ("The suite again, array bounds checked", BOUNDS_CHECKED,
     ["-m", "not once and not soak", *COMPILED, *COMPILED_TESTS]),
    ("Its `interpreted` share, compiler off", {"NUMBA_DISABLE_JIT": "1"},
     ["-m", "interpreted and not soak", *INTERPRETED_TESTS]),
]  # fmt: skip


@dataclass
class Report:
    """What a run of pytest came to."""

    counts: Counter[str] = field(default_factory=Counter)
    """How many tests passed, failed and were skipped."""
    failed: list[str] = field(default_factory=list)
    """Those that failed, as pytest takes them."""
    skipped: Counter[str] = field(default_factory=Counter)
    """How many tests were skipped for which reason."""


def main(arguments: list[str]) -> int:
    """Run what was asked for, then say what failed, what was left out, and the counts."""
    keep_bytecode()
    if "--quick" in arguments:
        return quick()
    began = time.monotonic()
    left_out: list[str] = []
    unsteady: list[str] = []
    counts: Counter[str] = Counter()
    skipped: Counter[str] = Counter()

    part = [argument for argument in arguments if argument != "--lint"]
    jobs: list[Job] = [] if part else [(name, command, {}) for name, command in CHECKS]
    if jobs and "--lint" not in arguments:
        jobs.append(("The rules, compiled with array bounds checked", ["jeton", "warm"], BOUNDS_CHECKED))
        # First, since it takes longest: it leaves bytecode behind that every worker would else make for itself.
        jobs.insert(
            0, ("The tests, found and compiled", ["pytest", "--collect-only", "-qq", "--numprocesses", "0"], {})
        )
    broken = side_by_side(jobs)
    if "--lint" in arguments:
        print(f"» {'Failed: ' + '; '.join(broken) if broken else 'All static checks hold.'}")
        return 1 if broken else 0

    fetch_helpers()
    first, *rest = [("Only what was asked for, compiled", {}, part)] if part else RUNS
    status, found = run_suite(*first)
    if status != 0 and may_try_again(found.failed):
        status, again = run_suite("Once more, by themselves", first[1], found.failed, workers="0")
        if status == 0:
            unsteady += found.failed
            found.counts += again.counts
            found.counts["failed"] = 0
    runs = [(first[0], status, found)]
    if status == 0:
        runs += beside_each_other(rest)
    else:
        left_out += [f"{name}: an earlier run failed" for name, *_ in rest]
    for name, status, found in runs:
        counts += found.counts
        skipped |= found.skipped  # each once, though all three runs leave it out
        if status == NO_TESTS_COLLECTED and name != first[0]:
            left_out.append(f"{name}: no test is marked for it")
        elif status != 0:
            broken.append(name)

    left_out += [f"{count} × {reason}" for reason, count in sorted(skipped.items())]
    print(f"\n» Done in {time.monotonic() - began:.0f} s.")
    if unsteady:
        print(f"Unsteady, to be mended: {', '.join(unsteady)} failed beside the others and passed alone.")
    print(f"Left out: {'; '.join(left_out) or 'nothing'}.")
    print(f"Failed: {'; '.join(broken) or 'nothing'}.")
    print(f"total: {counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 1 if broken else 0


def quick() -> int:
    """Check what has changed against main, two tools at a time, and run the tests that name it."""
    began = time.monotonic()
    files = changed_files(ROOT)
    python = [file for file in files if file.endswith(".py")]
    page = [file for file in files if file.startswith("ui/")]
    tests = without_slow(find_tests(files, ROOT), files)
    jobs: list[Job] = [
        (name, command, {}) for name, command in CHECKS if (page if "scripts/ui.sh" in command else python)
    ]
    if page:
        jobs += [(name, command, {}) for name, command in PAGE_CHECKS]
    jobs.reverse()  # what takes longest begins first
    print(f"» {len(files)} files differ from main.", flush=True)
    broken: list[str] = []
    if any(file.startswith(tuple(COMPILED)) for file in python):
        # Before the tests: each of their workers would else compile the same.
        broken += side_by_side([to_compile(python), *jobs])
        jobs = []
    if tests:
        # To start workers takes as long as a handful of files does.
        workers = ["--numprocesses", WORKERS, "--dist=worksteal"] if len(tests) > MANY else ["--numprocesses", "0"]
        only = ["-m", "not soak and not long"]
        jobs.insert(0, (f"Tests ({len(tests)} files or folders)", ["pytest", "-q", *workers, *only, *tests], {}))
    broken += side_by_side(jobs)
    print(f"» {time.monotonic() - began:.0f} s. Failed: {'; '.join(broken) or 'nothing'}. `make test` runs the rest.")
    return 1 if broken else 0


def to_compile(files: list[str]) -> Job:
    """What compiles all that the tests of these files need: no search where only what lies below it has changed."""
    if any(file.startswith(tuple(COMPILED)) and not file.startswith(BELOW_SEARCH) for file in files):
        return ("The rules and the search, compiled", ["jeton", "warm"], {})
    return ("The rules, compiled", ["python", "scripts/compile_rules.py"], {})


def without_slow(tests: list[str], files: list[str]) -> list[str]:
    """Leave out the tests in a browser, and those of the page's engine unless files of that have changed."""
    left_out = ["tests/e2e/"]
    if not any(file.startswith(("src/jeton/wasm/", "tests/wasm/")) for file in files):
        left_out.append("tests/wasm/")
    return [test for test in tests if not test.startswith(tuple(left_out))]


def keep_bytecode() -> None:
    """Where Python is told to keep no compiled modules, keep them in build/: a run starts hundreds of processes."""
    if os.environ.pop("PYTHONDONTWRITEBYTECODE", None):
        os.environ.setdefault("PYTHONPYCACHEPREFIX", str(ROOT / "build" / "bytecode"))


def fetch_helpers() -> None:
    """Install Chromium, PostgreSQL and proxies where that may be done; without them their tests are skipped."""
    for helper in ("postgres.sh", "chromium.sh", "proxies.sh"):
        subprocess.call(["/bin/sh", ROOT / "scripts" / helper])


def side_by_side(jobs: list[Job]) -> list[str]:
    """Run tools, two at a time; return the names of those that failed."""
    with ThreadPoolExecutor(2) as pool:
        done = list(pool.map(lambda job: told(*job), jobs))
    return [name for name, status in done if status not in (0, NO_TESTS_COLLECTED)]


def told(name: str, command: list[str], environment: dict[str, str]) -> tuple[str, int]:
    """Run a tool beside others, and print what it says in one piece."""
    began = time.monotonic()
    tool, *rest = command
    done = subprocess.run(
        [BIN / tool, *rest], cwd=ROOT, env={**os.environ, **environment}, text=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    fine = done.returncode in (0, NO_TESTS_COLLECTED)
    words = f"» {name}: {'ok' if fine else 'FAILED'}, {time.monotonic() - began:.1f} s"
    print(words if fine else f"{words}\n{done.stdout}", flush=True)
    return name, done.returncode


def run(name: str, command: list[str], environment: dict[str, str] | None = None) -> tuple[str, int]:
    """Run one tool of the environment, show what it says meanwhile, and say how it went."""
    print(f"» {name}", flush=True)
    began = time.monotonic()
    tool, *rest = command
    status = subprocess.call([BIN / tool, *rest], cwd=ROOT, env={**os.environ, **(environment or {})})
    print(f"  {'ok' if status == 0 else 'FAILED'}, {time.monotonic() - began:.1f} s\n", flush=True)
    return name, status


def beside_each_other(runs: list[tuple[str, dict[str, str], list[str]]]) -> list[tuple[str, int, Report]]:
    """Run pytest several times at once, with a share of the workers each: every run takes as long to find its tests."""
    share = str(-(-int(WORKERS) // max(1, len(runs))))
    with ThreadPoolExecutor(max(1, len(runs))) as pool:
        done = list(pool.map(lambda one: run_suite(*one, workers=share, by=told), runs))
    return [(name, status, found) for (name, *_), (status, found) in zip(runs, done, strict=True)]


def run_suite(
    name: str, environment: dict[str, str], arguments: list[str], workers: str = WORKERS, by: Runner = run
) -> tuple[int, Report]:
    """Run pytest; give back its exit status, and what it came to."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        _, status = by(
            name,
            [
                "pytest",
                "--numprocesses",
                workers,
                "--dist=worksteal",
                "--quiet",
                "--durations=20",
                "--durations-min=5",
                "--override-ini=junit_family=xunit1",
                f"--junit-xml={report}",
                *arguments,
            ],
            environment,
        )
        return status, read_report(report) if report.exists() else Report()


def read_report(report: Path) -> Report:
    """Read what pytest has written: a test is skipped for a reason, which the last lines of a run name."""
    found: Counter[str] = Counter()
    skipped: Counter[str] = Counter()
    failed: list[str] = []
    for case in ElementTree.parse(report).getroot().iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            found["failed"] += 1
            failed.append(f"{case.get('file')}::{case.get('name')}")
        elif (left_out := case.find("skipped")) is not None:
            found["skipped"] += 1
            skipped[reason_of(left_out)] += 1
        else:
            found["passed"] += 1
    return Report(found, failed, skipped)


def reason_of(left_out: ElementTree.Element) -> str:
    """Return why a test was skipped; for a whole file, pytest writes the reason only into the text, after the place."""
    told = left_out.get("message", "")
    return told if told != "collection skipped" else (left_out.text or "").rpartition("Skipped: ")[2][:-2]


def may_try_again(failed: list[str]) -> bool:
    """Return whether nothing failed but a few tests with browsers or servers."""
    return 0 < len(failed) <= MOST_UNSTEADY and all(test.startswith(SHARING) for test in failed)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
