"""Compiled code: where the cache is, when code is compiled again, and what happens without a cache."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from numba import TypingError

import jeton
from jeton.core import jit

MODULE = "jeton.games.splendor.rules"


@pytest.fixture
def fresh(monkeypatch):
    """Return the functions of `jit` without their memory."""
    monkeypatch.setattr(jit, "_digest", jit._digest.__wrapped__)
    return jit.cache_folder.__wrapped__


def test_the_cache_is_where_jeton_cache_says(fresh, monkeypatch, tmp_path):
    monkeypatch.setenv("JETON_CACHE", str(tmp_path))

    folder = fresh(MODULE)
    assert folder is not None
    assert folder.parent == tmp_path / "jeton"
    assert folder.is_dir()


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="another folder there")
def test_or_in_the_users_cache(fresh, monkeypatch, tmp_path):
    monkeypatch.delenv("JETON_CACHE", raising=False)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))

    assert fresh(MODULE).parent == tmp_path / "jeton"


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="another folder there")
def test_or_in_the_users_home(fresh, monkeypatch, tmp_path):
    monkeypatch.delenv("JETON_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))

    assert fresh(MODULE).parent == tmp_path / ".cache" / "jeton"


def test_a_folder_that_can_not_be_made_is_no_error(fresh, monkeypatch, tmp_path):
    (tmp_path / "file").write_text("not a folder")
    monkeypatch.setenv("JETON_CACHE", str(tmp_path / "file"))

    assert fresh(MODULE) is None


def test_a_folder_that_can_not_be_written_is_no_error(fresh, monkeypatch, tmp_path):
    def forbidden(dir: Path) -> None:
        raise PermissionError(13, "Permission denied", str(dir))

    monkeypatch.setenv("JETON_CACHE", str(tmp_path))
    monkeypatch.setattr(jit.tempfile, "TemporaryFile", forbidden)

    assert fresh(MODULE) is None


def test_a_user_without_a_home_is_no_error(fresh, monkeypatch):
    monkeypatch.delenv("JETON_CACHE", raising=False)
    monkeypatch.delenv("XDG_CACHE_HOME", raising=False)
    monkeypatch.delenv("LOCALAPPDATA", raising=False)

    def homeless(path: Path) -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "expanduser", homeless)

    assert fresh(MODULE) is None


def double(numbers):
    return numbers.sum() * 2


def test_without_a_folder_code_is_compiled_and_not_kept(monkeypatch):
    monkeypatch.setattr(jit, "cache_folder", lambda module: None)
    function = jit.entry_point(double)

    assert function(np.arange(4)) == 12


@pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")
def test_compiled_code_is_kept_in_the_folder(monkeypatch, tmp_path):
    monkeypatch.setattr(jit, "cache_folder", lambda module: tmp_path)
    before = jit.config.CACHE_DIR
    function = jit.entry_point(double)

    assert function(np.arange(4)) == 12
    assert list(tmp_path.rglob("*.nbc"))
    assert before == jit.config.CACHE_DIR


def sources(root: Path) -> Path:
    for name in ("core", "games/splendor", "games/guardians", "bots", "bots/splendor"):
        (root / name).mkdir(parents=True)
        (root / name / "a.py").write_text(name)
    return root


@pytest.mark.parametrize(
    ("package", "changed", "anew"),
    [
        ("jeton.games.splendor", "games/splendor/a.py", True),
        ("jeton.games.splendor", "core/a.py", True),
        ("jeton.games.splendor", "games/guardians/a.py", False),
        ("jeton.games.splendor", "bots/a.py", False),
        ("jeton.games.splendor", "bots/splendor/a.py", False),
        ("jeton.bots.splendor", "bots/splendor/a.py", True),
        ("jeton.bots.train", "bots/splendor/a.py", True),
        ("jeton.bots.splendor", "games/splendor/a.py", True),
        ("jeton.bots.splendor", "games/guardians/a.py", False),
    ],
)
def test_code_is_made_anew_when_a_source_it_can_call_has_changed(monkeypatch, tmp_path, package, changed, anew):
    monkeypatch.setattr(jit, "SOURCES", sources(tmp_path))
    digest = jit._digest.__wrapped__
    before = digest(package)
    (tmp_path / changed).write_text("changed")

    assert (digest(package) != before) == anew


def test_checked_bounds_have_a_cache_of_their_own(monkeypatch):
    digest = jit._digest.__wrapped__
    monkeypatch.setattr(jit.config, "BOUNDSCHECK", None)
    without = digest("jeton.games.splendor")
    monkeypatch.setattr(jit.config, "BOUNDSCHECK", 1)

    assert digest("jeton.games.splendor") != without


def test_old_caches_are_forgotten(monkeypatch, tmp_path):
    for i in range(6):
        (tmp_path / str(i)).mkdir()
        (tmp_path / str(i) / "code").write_text("x")
        os.utime(tmp_path / str(i), (i, i))
    monkeypatch.setattr(jit, "cache_folder", lambda module: tmp_path / "5")
    jit.forget_old_caches(MODULE, keep=2)

    assert sorted(folder.name for folder in tmp_path.iterdir()) == ["4", "5"]


def test_there_may_be_no_caches_to_forget(monkeypatch):
    monkeypatch.setattr(jit, "cache_folder", lambda module: None)

    assert jit.forget_old_caches(MODULE) is None


PROGRAM = """
import jeton
match = jeton.new("marvel", seats=3, key="ab" * 16)
while match.n < 60:
    match.play(match.moves()[-1])
print(type(match.position.mask).__name__, match.position, end="")
"""


def test_with_the_compiler_off_everything_is_the_same():
    match = jeton.new("marvel", seats=3, key="ab" * 16)
    while match.n < 60:
        match.play(match.moves()[-1])
    off = subprocess.run(
        [sys.executable, "-W", "error", "-c", PROGRAM],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        check=True,
        text=True,
    )

    assert off.stdout == f"int {match.position}"


@pytest.mark.interpreted
def test_words_wrap_and_plain_numbers_come_out(monkeypatch):
    monkeypatch.setattr(jit, "cache_folder", lambda module: None)

    @jit.entry_point
    def multiply(word, other):
        return word * other, word

    assert multiply(2**62, 4) == (0, 2**62)
    assert [type(number) for number in multiply(3, 4)] == [int, int]


@pytest.mark.skipif(jit.INTERPRETED, reason="nothing is compiled")
def test_compiled_code_counts_no_references_and_makes_arrays_only_where_it_says_so(monkeypatch):
    monkeypatch.setattr(jit, "cache_folder", lambda module: None)

    def use(arrays, i):
        found, now = 0, arrays[0]
        for k in range(i):
            found += now[k]
            now = arrays[k % 2]
        return found

    def make(size):
        return np.zeros(size, np.int64)[0] + 1

    counts, uncounted = jit.entry_point_with_arrays(use), jit.entry_point(use)
    pair = np.arange(3), np.arange(3)
    assert counts(pair, 3) == uncounted(pair, 3) == 3
    assert "NRT_incref" in next(iter(counts.inspect_llvm().values()))
    assert "NRT_incref" not in next(iter(uncounted.inspect_llvm().values()))
    assert jit.entry_point_with_arrays(make)(3) == 1
    with pytest.raises(TypingError):
        jit.entry_point(make)(3)


PAIR = np.dtype((np.record, [("word", "i8"), ("bytes", "i1", 8)]))


@pytest.mark.interpreted
def test_words_are_read_and_written_as_a_record(monkeypatch):
    monkeypatch.setattr(jit, "cache_folder", lambda module: None)
    pair_in = jit.reader(PAIR)

    @jit.entry_point
    def count_up(words):
        pair = pair_in(words)
        pair.word += 1
        pair.bytes[7] += 2
        return pair.word

    words = np.array([41, 0, 5, 6], np.int64)
    assert count_up(words) == 42
    assert words.tolist() == [42, 2 << 56, 5, 6]
