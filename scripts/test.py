#!/usr/bin/env python3
"""Everything that must hold before a change lands: `make test`, `make lint` and continuous integration run this.

Usage: .venv/bin/python scripts/test.py [--lint] [pytest arguments]

The static checks all run, so that one visit shows all they find. The suite then runs three times: compiled, as
players have it; compiled with the bounds of every array checked, but for tests marked `once`; and its `interpreted`
share without the compiler. After a failure in one run of the suite the later ones are left out. WORKERS says how many
tests run at a time: one more than there are cores, since those with browsers and servers wait a lot; who is done takes
over from who is not.
"""

import os
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

ROOT = Path(__file__).resolve().parent.parent
BIN = ROOT / ".venv" / "bin"
WORKERS = os.environ.get("WORKERS", str((os.cpu_count() or 1) + 1))
NO_TESTS_COLLECTED = 5

CHECKS = [
    ("Code style (ruff check)", ["ruff", "check", "--quiet"]),
    ("Layout (ruff format)", ["ruff", "format", "--check", "--quiet"]),
    ("Types (mypy --strict)", ["mypy"]),
    ("Who imports whom (import-linter)", ["lint-imports", "--no-logo"]),
    ("The page's style and layout (Biome, Prettier)", ["/bin/sh", "scripts/ui.sh", "lint"]),
]

# What it is, the environment it needs, the tests it takes.
RUNS: list[tuple[str, dict[str, str], list[str]]] = [
    ("The suite, compiled", {}, []),
    ("The suite again, array bounds checked", {"NUMBA_BOUNDSCHECK": "1"}, ["-m", "not once and not soak"]),
    ("Its `interpreted` share, compiler off", {"NUMBA_DISABLE_JIT": "1"}, ["-m", "interpreted and not soak"]),
]


def main(arguments: list[str]) -> int:
    """Run what was asked for, then say what failed, what was left out, and the counts."""
    began = time.monotonic()
    broken: list[str] = []
    left_out: list[str] = []
    counts: Counter[str] = Counter()

    for name, command in CHECKS:
        if run(name, command) != 0:
            broken.append(name)

    suite_arguments = [argument for argument in arguments if argument != "--lint"]
    if "--lint" in arguments:
        print(f"» {'Failed: ' + '; '.join(broken) if broken else 'All static checks hold.'}")
        return 1 if broken else 0

    for helper in ("postgres.sh", "chromium.sh", "proxies.sh"):
        subprocess.call(["/bin/sh", ROOT / "scripts" / helper])
    suite_broken = False
    for name, environment, selection in RUNS:
        if suite_broken:
            left_out.append(f"{name}: an earlier run failed")
            continue
        status, found = run_suite(name, environment, [*selection, *suite_arguments])
        counts += found
        if status == NO_TESTS_COLLECTED and selection:
            left_out.append(f"{name}: no test is marked for it")
        elif status != 0:
            suite_broken = True
            broken.append(name)

    if counts["skipped"]:
        left_out.append(f"{counts['skipped']} skipped tests, each with its reason above")
    print(f"\n» Done in {time.monotonic() - began:.0f} s.")
    print(f"Left out: {'; '.join(left_out) or 'nothing'}.")
    print(f"Failed: {'; '.join(broken) or 'nothing'}.")
    print(f"total: {counts['passed']} passed, {counts['failed']} failed, {counts['skipped']} skipped")
    return 1 if broken else 0


def run(name: str, command: list[str], environment: dict[str, str] | None = None) -> int:
    """Run one tool of the environment and say how it went."""
    print(f"» {name}", flush=True)
    began = time.monotonic()
    tool, *rest = command
    status = subprocess.call([BIN / tool, *rest], cwd=ROOT, env={**os.environ, **(environment or {})})
    print(f"  {'ok' if status == 0 else 'FAILED'}, {time.monotonic() - began:.1f} s\n", flush=True)
    return status


def run_suite(name: str, environment: dict[str, str], arguments: list[str]) -> tuple[int, Counter[str]]:
    """Run pytest; give back its exit status and how many tests passed, failed and were skipped."""
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.xml"
        status = run(
            name,
            [
                "pytest",
                "--numprocesses",
                WORKERS,
                "--dist=worksteal",
                "--quiet",
                "--durations=20",
                "--durations-min=5",
                f"--junit-xml={report}",
                *arguments,
            ],
            environment,
        )
        found: Counter[str] = Counter()
        if report.exists():
            for suite in ElementTree.parse(report).getroot().iter("testsuite"):
                numbers = {key: int(suite.get(key, "0")) for key in ("tests", "failures", "errors", "skipped")}
                found["failed"] += numbers["failures"] + numbers["errors"]
                found["skipped"] += numbers["skipped"]
                found["passed"] += numbers["tests"] - sum(numbers[key] for key in ("failures", "errors", "skipped"))
        return status, found


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
