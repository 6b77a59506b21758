"""Run browser tests again and again: `make steady`, or `make steady ARGS="20 tests/e2e/test_learn.py -k coach"`.

A test that is green on nine runs of ten is wrong, or what it tests is. The first word may say how many runs (20 without
it), the others what pytest runs (all of tests/e2e without them). At the end the script names every test that was not
green on every run, with how often it failed, and exits with 1 if there is one; a test that is skipped, as all are
without Chromium, shows nothing, and it says how many were. Each run goes through the whole list, so that it also meets
what one test leaves behind for the next; as many tests run side by side as in `make test`. After each run it says how
many processes waited for the processors: a busy machine makes a better trial.
"""

import os
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from scripts.test import NO_TESTS_COLLECTED, fetch_helpers, keep_bytecode, run_suite

RUNS = 20


def main(arguments: list[str]) -> int:
    """Run the tests so many times; 1 where one of them failed on any run, or none was run."""
    keep_bytecode()
    fetch_helpers()
    runs, chosen = asked(arguments)
    failed: Counter[str] = Counter()
    counts: list[Counter[str]] = []
    for run in range(1, runs + 1):
        status, report = run_suite(f"Run {run} of {runs}", {}, chosen)
        if status == NO_TESTS_COLLECTED or not report.counts:
            print("No such tests.")
            return 1
        if not report.counts["passed"] and not report.failed:
            print(f"No test was run, all are skipped: {'; '.join(report.skipped)}.")
            return 1
        failed.update(report.failed)
        counts.append(report.counts)
        print(f"  {report.counts['passed']} passed; {os.getloadavg()[1]:.0f} processes waited.\n", flush=True)
    print(told(failed, counts))
    return 1 if failed else 0


def asked(arguments: list[str]) -> tuple[int, list[str]]:
    """Return how many runs, and of what.

    >>> asked(["3", "tests/e2e/test_learn.py"])
    (3, ['tests/e2e/test_learn.py'])
    >>> asked([])
    (20, ['tests/e2e'])
    """
    runs = RUNS
    if arguments and arguments[0].isdigit():
        runs, arguments = int(arguments[0]), arguments[1:]
    return runs, arguments or ["tests/e2e"]


def told(failed: Counter[str], counts: list[Counter[str]]) -> str:
    """Return what to say at the end: the fewest tests that passed on a run, or all that failed on one.

    >>> print(told(Counter(), [Counter(passed=9), Counter(passed=8, skipped=1)]))
    Steady: 8 tests green on each of 2 runs, 1 skipped.
    >>> print(told(Counter({"a.py::test_b": 2}), [Counter(passed=8, failed=1)] * 20))
    Not steady, of 20 runs:
      2 failed: a.py::test_b
    """
    runs = len(counts)
    if not failed:
        skipped = max(count["skipped"] for count in counts)
        left_out = f", {skipped} skipped" if skipped else ""
        return f"Steady: {min(count['passed'] for count in counts)} tests green on each of {runs} runs{left_out}."
    lines = [f"  {times} failed: {name}" for name, times in failed.most_common()]
    return "\n".join([f"Not steady, of {runs} runs:", *lines])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
