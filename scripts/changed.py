"""Which tests belong to a change: what `make quick` runs.

A test belongs to a module that it imports by name or is called after, a doctest to its own module. Where half of the
suite imports a module, only the tests in the folder of its layer belong to it; where those are many as well, as for the
command itself, only the file that is called after it. This script lists the tests for a change of the page, of the
words, of the documentation, or of what all tests of the server go through.
"""

import re
import subprocess
from collections.abc import Iterable
from pathlib import Path

BASES = ("main", "origin/main", "HEAD")
# The beginning of a path, and tests that no import leads to.
OTHERS = {
    "docs/": ["tests/test_docs.py"],
    "README.md": ["tests/test_docs.py"],
    "src/jeton/words/": ["tests/test_words.py", "tests/test_glossary.py"],
    "src/jeton/games/splendor/": ["tests/test_perft.py", "tests/rules"],
    "uv.lock": ["tests/test_supply.py"],
}
# The beginning of a path, and tests of layers above it that would take longer than all of its own.
ABOVE = {
    "src/jeton/bots/": ("tests/envs/",),
    "src/jeton/games/": ("tests/bots/", "tests/cuda/", "tests/cli/", "tests/envs/"),
}
# Every test of the server has it at its other end: these ask it for most.
INSTEAD = {
    "src/jeton/client.py": {f"tests/server/test_{name}.py" for name in ("lobby_seats", "play", "transport")},
}
MANY = 10
"""A module that more files of tests import is tested by those of its own layer, or by the one called after it."""


def changed_files(root: Path) -> list[str]:
    """Return the files that differ from where this branch left main, and those that git does not know yet."""

    def git(*words: str) -> list[str]:
        found = subprocess.run(["/usr/bin/env", "git", *words], cwd=root, capture_output=True, text=True, check=False)
        return found.stdout.splitlines() if found.returncode == 0 else []

    base = next(found[0] for name in BASES if (found := git("merge-base", name, "HEAD")))
    found = {*git("diff", "--name-only", base), *git("ls-files", "--others", "--exclude-standard")}
    return sorted(name for name in found if (root / name).is_file())


def find_tests(files: Iterable[str], root: Path) -> list[str]:
    """Return the test files and modules to run for changed files, as pytest is told of them."""
    wanted: set[str] = set()
    texts = {path.relative_to(root).as_posix(): path.read_text() for path in (root / "tests").rglob("test_*.py")}
    for name in files:
        for beginning, more in OTHERS.items():
            if name.startswith(beginning):
                wanted.update(more)
        if not name.endswith(".py") or not name.startswith(("src/jeton/", "tests/", "scripts/")):
            continue
        if Path(name).name.startswith("test_") or name.startswith("src/"):
            wanted.add(name)
        if not Path(name).name.startswith("test_"):
            imports = re.compile(_imports(name), re.MULTILINE)
            layer = name.replace("src/jeton/", "tests/").split("/")[:2]
            called = "/".join([*layer, f"test_{Path(name).stem}.py"])
            found = {test for test, text in texts.items() if test == called or imports.search(text)}
            above = tuple(test for beginning, tests in ABOVE.items() if name.startswith(beginning) for test in tests)
            found = {test for test in found if not test.startswith(above)}
            own = {test for test in found if test.split("/")[:2] == layer}
            found = own if own and len(found) > MANY else found
            wanted |= INSTEAD.get(name) or ({called} if called in found and len(found) > MANY else found)
    folders = tuple(f"{one}/" for one in wanted if not one.endswith(".py"))
    return sorted(one for one in wanted if not one.startswith(folders))


def _imports(name: str) -> str:
    """Return a pattern for the import of a module, by its whole name or out of its package."""
    parts = name.removeprefix("src/").removesuffix(".py").removesuffix("/__init__").split("/")
    package, leaf = re.escape(".".join(parts[:-1])), re.escape(parts[-1])
    whole = rf"^\s*(from|import) {package}\.{leaf}( |$)"
    return rf"{whole}|^\s*from {package} import (\([^)]*|[^\n]*)\b{leaf}\b"
