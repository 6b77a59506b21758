"""What every test shares: fixed chance, and how hard hypothesis tries."""

import logging
import os

import pytest
from hypothesis import HealthCheck, settings

from tests.chance import SEED, Chance, modules
from tests.dealing import deal

# Compiling a rule takes seconds, once: no deadline, and slow first examples are no sign of ill health.
_calm = settings(deadline=None, suppress_health_check=[HealthCheck.too_slow])

# Every run tries the same examples; only a soak looks for new ones, and prints how to try those again that fail.
settings.register_profile("dev", _calm, derandomize=True)
settings.register_profile("ci", _calm, derandomize=True, print_blob=True)
settings.register_profile("interpreted", _calm, derandomize=True, max_examples=10)
settings.register_profile("soak", _calm, max_examples=5_000, print_blob=True)

if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
    settings.load_profile("interpreted")
elif os.environ.get("CI"):
    settings.load_profile("ci")
else:
    settings.load_profile("dev")


@pytest.fixture(autouse=True)
def _fixed_chance(request, monkeypatch):
    """Give new matches of a test the same keys on every run, and the bots of its servers the same chance."""
    name = request.node.nodeid
    for module in modules(server="tests/server" in name):
        monkeypatch.setattr(module, "secrets", Chance(lambda: name))


@pytest.fixture(autouse=True)
def _own_log():
    """Undo after each test how a server in this process set up the log, since the log's stream ends with the test."""
    root = logging.getLogger()
    handlers, level = list(root.handlers), root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


def pytest_collection_modifyitems(items):
    """Deal the tests to the workers: xdist gives each an even slice, and an idle one takes from the others' ends."""
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    browser = [item for item in items if item.nodeid.startswith("tests/e2e/")]
    others = [item for item in items if not item.nodeid.startswith("tests/e2e/")]
    items[:] = deal(*map(_long_and_short, (browser, others)), workers)


def _long_and_short(items):
    marked = [item.get_closest_marker("long") is not None for item in items]
    return [[item for item, mark in zip(items, marked, strict=True) if mark is long] for long in (True, False)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item, call):
    """Say with each failure how to have the same deals again."""
    report = yield
    if report.failed:
        report.sections.append(("Chance", f"JETON_TEST_SEED={SEED} deals the same again; another number deals anew."))
    return report
