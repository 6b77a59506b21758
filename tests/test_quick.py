"""`make quick` finds the tests of a change, `make steady` counts, bounds are checked wherever compiled code is."""

import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from jeton.bots.splendor.tools import tasks
from scripts import compile_rules, steady
from scripts.changed import INSTEAD, OTHERS, changed_files, find_tests
from scripts.test import (
    COMPILED,
    COMPILED_TESTS,
    INTERPRETED_TESTS,
    Report,
    may_try_again,
    read_report,
    to_compile,
    without_slow,
)

pytestmark = pytest.mark.once

ROOT = Path(__file__).parent.parent
# What only calls compiled code, or compiles it for another machine.
CALLERS = {"src/jeton/cli/measure.py", "src/jeton/wasm/exports.py"}


def git(folder, *words):
    author = ["-c", "user.name=a", "-c", "user.email=a@b", "-c", "commit.gpgsign=false"]
    subprocess.run(["git", *author, *words], cwd=folder, check=True, capture_output=True)


def test_a_change_is_what_differs_from_main_and_what_git_does_not_know(tmp_path):
    git(tmp_path, "init", "-b", "main")
    for name in ("same", "other", "gone", ".gitignore"):
        (tmp_path / name).write_text("ignored" if name == ".gitignore" else "a")
    git(tmp_path, "add", ".")
    git(tmp_path, "commit", "-m", "a")
    git(tmp_path, "checkout", "-b", "work")
    (tmp_path / "other").write_text("b")
    git(tmp_path, "commit", "-am", "b")
    (tmp_path / "gone").unlink()
    for name in ("new", "ignored"):
        (tmp_path / name).write_text("c")

    assert changed_files(tmp_path) == ["new", "other"]


@pytest.mark.parametrize(
    ("file", "some", "none"),
    [
        ("src/jeton/core/shuffle.py", {"tests/core/test_shuffle.py", "src/jeton/core/shuffle.py"}, {"tests/rules"}),
        ("tests/core/test_shuffle.py", {"tests/core/test_shuffle.py"}, {"tests/core/test_bits.py"}),
        ("tests/server/attacks.py", {"tests/server/test_doors.py"}, {"tests/server/test_play.py"}),
        ("src/jeton/words/fr/page.toml", {"tests/test_words.py", "tests/test_glossary.py"}, {"tests/test_docs.py"}),
        ("docs/page.md", {"tests/test_docs.py"}, {"tests/test_words.py"}),
        (
            "src/jeton/games/splendor/rules.py",
            {"tests/rules", "tests/test_perft.py", "tests/properties/test_truths.py"},
            {"tests/rules/test_s_buy.py", "tests/bots/test_levels.py"},
        ),
        ("src/jeton/bots/splendor/search_bots.py", {"tests/bots/test_search_bots.py"}, {"tests/envs/test_dataset.py"}),
        ("ui/src/App.svelte", set(), {"tests/test_words.py"}),
        ("src/jeton/core/match.py", {"tests/core/test_match.py", "tests/core/test_resign.py"}, {"tests/test_words.py"}),
        (
            "src/jeton/cli/main.py",
            {"tests/cli/test_main.py"},
            {"tests/server/test_admin.py", "tests/e2e/test_site.py", "tests/cli/test_garbage.py"},
        ),
        ("src/jeton/client.py", {"tests/server/test_play.py"}, {"tests/server/test_start.py"}),
    ],
)
def test_a_test_belongs_to_what_it_imports(file, some, none):
    found = set(find_tests([file], ROOT))

    assert some <= found
    assert not none & found


@pytest.mark.parametrize(
    ("file", "engine_too"), [("src/jeton/bots/splendor/search.py", False), ("src/jeton/wasm/exports.py", True)]
)
def test_a_quick_run_needs_no_browser_and_the_engine_only_where_that_has_changed(file, engine_too):
    found = ["tests/core/test_bits.py", "tests/e2e/test_play.py", "tests/wasm/test_build.py"]

    assert without_slow(found, [file]) == [found[0], *([found[2]] if engine_too else [])]


@pytest.mark.parametrize(
    ("files", "search_too"),
    [
        (["src/jeton/games/splendor/rules.py", "tests/rules/test_s_buy.py"], False),
        (["src/jeton/core/bits.py"], False),
        (["src/jeton/games/splendor/rules.py", "src/jeton/bots/splendor/search.py"], True),
        (["src/jeton/envs/splendor/batch.py"], True),
    ],
)
def test_a_quick_run_compiles_the_search_only_where_bots_have_changed(files, search_too):
    _, command, _ = to_compile(files)

    assert (command == ["jeton", "warm"]) is search_too
    assert all((ROOT / word).is_file() for word in command if "/" in word)


def test_rules_are_compiled_without_what_only_bots_call():
    known = tasks()

    assert set(known) > compile_rules.BOTS
    assert set(compile_rules.rules()) == set(known) - compile_rules.BOTS
    assert compile_rules.count_moves() > 20


def test_what_is_named_for_a_change_is_there():
    named = {test for tests in [*INSTEAD.values(), *OTHERS.values()] for test in tests}

    assert [test for test in named if not (ROOT / test).exists()] == []


def test_a_quick_run_leaves_page_and_engine_as_they_are(tmp_path):
    """Whatever has changed: both take longer to build than half a minute."""
    for name in ("engine.sh", "page.sh", "lib.sh"):
        (tmp_path / "scripts").mkdir(exist_ok=True)
        shutil.copy(ROOT / "scripts" / name, tmp_path / "scripts")
    for built in ("src/jeton/server/engine/engine.json", "src/jeton/server/static/index.html"):
        (tmp_path / built).parent.mkdir(parents=True)
        (tmp_path / built).write_text("old")
    lock, known = tmp_path / "ui/package-lock.json", tmp_path / "ui/node_modules/.jeton-lock"
    known.parent.mkdir(parents=True)
    lock.write_text("{}")
    with lock.open() as text:
        known.write_bytes(subprocess.run(["cksum"], stdin=text, capture_output=True, check=True).stdout)

    for name in ("engine.sh", "page.sh"):
        command = ["sh", f"scripts/{name}"]
        environment = {**os.environ, "JETON_OLD_WILL_DO": "1"}
        done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
        assert "Building" not in done.stdout
    assert (tmp_path / "src/jeton/server/static/index.html").read_text() == "old"
    assert "JETON_OLD_WILL_DO=1 sh scripts/setup.sh" in (ROOT / "Makefile").read_text().partition("\nquick:")[2]


def test_bounds_are_checked_wherever_code_is_compiled():
    compiled = re.compile(r"^\s*@(njit|compiled|entry_point|shared)\b", re.MULTILINE)
    found = {
        path.relative_to(ROOT).as_posix() for path in (ROOT / "src").rglob("*.py") if compiled.search(path.read_text())
    }

    assert found
    assert {path for path in found - CALLERS if not path.startswith(tuple(COMPILED))} == set()
    assert [path for path in COMPILED + COMPILED_TESTS if not (ROOT / path).exists()] == []


def test_no_test_that_is_marked_interpreted_is_left_out():
    marked = re.compile(r"mark\.interpreted\b|^    interpreted = ", re.MULTILINE)
    found = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "tests").rglob("test_*.py")
        if marked.search(path.read_text())
    }

    assert found
    assert {path for path in found if not path.startswith(tuple(INTERPRETED_TESTS))} == set()


def test_the_report_of_a_real_run_names_what_failed_as_pytest_takes_it(tmp_path):
    (tmp_path / "tests" / "e2e").mkdir(parents=True)
    (tmp_path / "tests" / "e2e" / "test_a.py").write_text(
        "import pytest\n"
        "@pytest.mark.parametrize('n', [1, 2])\n"
        "def test_of(n): assert n == 1\n"
        "@pytest.mark.skip(reason='no torch')\n"
        "def test_left_out(): ...\n"
    )
    (tmp_path / "tests" / "e2e" / "test_b.py").write_text(
        "import pytest\npytest.importorskip('no_such_module', reason=\"needs 'jeton[train]'\")\n"
    )
    report = tmp_path / "report.xml"
    command = ["-m", "pytest", "-q", "-p", "no:xdist", "--override-ini=junit_family=xunit1", f"--junit-xml={report}"]
    subprocess.run([sys.executable, *command, "--rootdir=.", "-c/dev/null", "."], cwd=tmp_path, capture_output=True)

    found = read_report(report)
    assert found.counts == {"passed": 1, "failed": 1, "skipped": 2}
    assert found.skipped == {"no torch": 1, "needs 'jeton[train]'": 1}
    assert found.failed == ["tests/e2e/test_a.py::test_of[2]"]
    assert may_try_again(found.failed)
    assert may_try_again([*found.failed, "tests/server/test_a.py::test_b"])


@pytest.mark.parametrize(
    "failed",
    [[], ["tests/rules/test_a.py::test_b"], ["tests/e2e/a.py::b", "tests/core/a.py::b"], ["tests/e2e/a.py::b"] * 3],
)
def test_only_a_few_tests_with_browsers_or_servers_get_a_second_try(failed):
    assert not may_try_again(failed)


@pytest.fixture
def runs_of_steady(monkeypatch):
    """Stand in for the runs that `make steady` makes: give each the next report, and note what it was to run."""
    taken = []

    def stand_in(reports):
        reports = iter(reports)
        monkeypatch.setattr(steady, "keep_bytecode", lambda: None)
        monkeypatch.setattr(steady, "fetch_helpers", lambda: None)
        monkeypatch.setattr(steady, "run_suite", lambda *words: taken.append(words[2]) or (0, next(reports)))
        return taken

    return stand_in


def test_what_fails_on_one_run_of_several_is_named(runs_of_steady, capsys):
    runs_of_steady([Report(Counter(passed=2)), Report(Counter(passed=1, failed=1), ["a.py::test_b"])])

    assert steady.main(["2", "a.py"]) == 1
    assert "Not steady, of 2 runs:\n  1 failed: a.py::test_b" in capsys.readouterr().out


def test_what_is_green_on_every_run_is_steady(runs_of_steady, capsys):
    taken = runs_of_steady([Report(Counter(passed=2))] * 20)

    assert steady.main([]) == 0
    assert "2 tests green on each of 20 runs" in capsys.readouterr().out
    assert taken == [["tests/e2e"]] * 20


def test_tests_that_are_all_skipped_are_not_steady(runs_of_steady, capsys):
    runs_of_steady([Report(Counter(skipped=2), skipped=Counter({"needs Chromium": 2}))])

    assert steady.main([]) == 1
    assert "all are skipped: needs Chromium" in capsys.readouterr().out
