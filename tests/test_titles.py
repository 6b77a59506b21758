"""Titles are plug-ins: nothing outside a title's own rooms names it, and each is found through its entry point."""

import ast
import re
import tomllib
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

import jeton
from jeton.core.game import Option
from jeton.core.title import Title, resolve
from jeton.games import registry

ROOT = Path(__file__).parents[1]
SOURCES = ROOT / "src" / "jeton"
NAMES = ("splendor", "marvel", "guardians")
ROOMS = [f"{room}/{name}/" for room in ("games", "bots", "envs", "cli/terminal") for name in NAMES]
EXCEPTIONS = {
    "__init__.py": "the overloads of `new` tell checkers the types of the titles that ship, and of no others",
    "bots/train/": "trains the nets of Splendor, under the name of its command, python -m jeton.bots.train",
    "cli/bench.py": "compares a sketch of Splendor with ours",
    "cli/gpu.py": "measures Splendor's rules on a GPU",
    "cli/main.py": "the example of `jeton help`",
    "cli/measure.py": "measures the titles that docs/performance.md has figures of",
    "cli/report.py": "writes docs/performance.md",
    "games/registry.py": "the overloads of `make`, as those of `new`",
    "games/types.py": "the types that they name",
    "wasm/": "Splendor's engine for the browser, under the name of its command, python -m jeton.wasm",
}
"""What may name a title all the same, and why."""


def naming(tree: ast.AST) -> list[int]:
    """Return the lines of a module that name a title, but for its prose: docstrings and comments may give examples."""
    prose = {
        id(node.value) for node in ast.walk(tree) if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    found = []
    for node in ast.walk(tree):
        said = [getattr(node, field, None) for field in ("id", "attr", "name", "module", "arg", "asname")]
        if isinstance(node, ast.Constant) and id(node) not in prose:
            said.append(node.value)
        if any(isinstance(text, str) and name in text.lower() for text in said for name in NAMES):
            found.append(getattr(node, "lineno", 0))
    return found


def outside() -> list[Path]:
    return [
        path for path in sorted(SOURCES.rglob("*.py"))
        if not any(path.relative_to(SOURCES).as_posix().startswith(room) for room in ROOMS)
    ]  # fmt: skip


def test_nothing_outside_its_rooms_names_a_title():
    guilty = {
        f"{path.relative_to(SOURCES).as_posix()}:{line}"
        for path in outside()
        if not any(path.relative_to(SOURCES).as_posix().startswith(start) for start in EXCEPTIONS)
        for line in naming(ast.parse(path.read_text("utf-8")))
    }

    assert guilty == set()


def test_every_exception_is_needed():
    for start in EXCEPTIONS:
        files = [path for path in outside() if path.relative_to(SOURCES).as_posix().startswith(start)]
        assert any(naming(ast.parse(path.read_text("utf-8"))) for path in files), start


TOOLS = ("scripts/*.py", "tests/*.py", "tests/server/*.py", "tests/e2e/browser.py", "tests/e2e/conftest.py")
"""Files that all titles share, but for the tests themselves."""
TOOL_EXCEPTIONS = {
    "scripts/answer_times.py": "measures the levels of the titles that have eight",
    "scripts/bench_envs.py": "measures Splendor beside games of other libraries",
    "scripts/bench_server.py": "loads a server with one game, the same at every measurement",
    "scripts/changed.py": "which tests the compiled rules have",
    "scripts/compare.py": "loads two servers with one game, the same at every measurement",
    "scripts/compile_rules.py": "compiles the rules of the only title that is compiled",
    "scripts/living.py": "plays the matches that the pictures on the first screen show",
    "scripts/test.py": "where compiled code is",
    "tests/server/lives.py": "plays one game while servers and machines die",
}


def tool_files() -> dict[str, ast.Module]:
    """What tools and tests share, by its path."""
    paths = [path for files in TOOLS for path in sorted(ROOT.glob(files))]
    shared = [path for path in paths if not path.name.startswith("test_")]
    return {path.relative_to(ROOT).as_posix(): ast.parse(path.read_text("utf-8")) for path in shared}


def test_what_tools_and_tests_share_names_a_title_only_where_it_says_why():
    assert {name for name, tree in tool_files().items() if naming(tree)} == set(TOOL_EXCEPTIONS)


PAGE = ROOT / "ui" / "src"
PAGE_ROOMS = ("games/", "words/")
PAGE_EXCEPTIONS = {
    "protocol.ts": "made from the structs of the server, a title's views among them",
}
PROSE = re.compile(r"/\*.*?\*/|<!--.*?-->|(?<!:)//[^\n]*", re.DOTALL)


def page_naming(text: str) -> bool:
    """Return whether a file of the page names a title, but for its comments."""
    return any(name in PROSE.sub("", text).lower() for name in NAMES)


def test_nothing_of_the_page_outside_games_and_words_names_a_title():
    files = [path for kind in ("ts", "svelte", "css") for path in sorted(PAGE.rglob(f"*.{kind}"))]
    guilty = {
        path.relative_to(PAGE).as_posix()
        for path in files
        if not path.relative_to(PAGE).as_posix().startswith(PAGE_ROOMS)
        and not path.name.endswith(".test.ts")
        and page_naming(path.read_text("utf-8"))
    }

    assert guilty == set(PAGE_EXCEPTIONS)


def test_the_test_of_the_page_finds_names():
    for line in ("if (title === 'marvel')", "import x from './games/splendor/x.ts'", "[data-game='guardians'] {}"):
        assert page_naming(line)
    for line in ("// Splendor's", "/* of\nMarvel */ x", "<!-- Guardians -->", "x"):
        assert not page_naming(line)


def test_the_test_finds_names():
    for line in ('title = "splendor"', "from jeton.games.splendor import rules", "x = Guardians()", "f(marvel=1)"):
        assert naming(ast.parse(line)) == [1]
    assert naming(ast.parse('"""Splendor."""\nx = 1')) == []


def test_our_titles_are_entry_points_like_any_other():
    listed = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["entry-points"]["jeton.titles"]

    assert set(listed) == set(NAMES)
    assert [name for name in jeton.titles() if name in NAMES] == list(NAMES)  # the order of lists


@pytest.mark.parametrize("name", NAMES)
def test_a_record_says_what_the_game_says(name):
    title = registry.find(name)

    for version in title.makers:
        game = jeton.make(name, version=version)
        assert (game.title, game.version) == (name, version)
    game = jeton.make(name)
    assert game.seat_counts == title.seats
    assert dict(game.options) == {option.name: option.default for option in title.options}
    for reference in (title.bots, title.terminal, title.tools, title.envs):
        assert not reference or resolve(reference) is not None


def test_options_have_types_and_limits():
    assert Option("visible", (True, False), True, "S21").type == "switch"
    assert Option("goal", ("level", 8, 9), "level", "O7").type == "choice"
    assert Option("bell", (60, 5, 30), 60, "G130").limits == (5, 60)
    assert not Option("goal", (1, 2), 1, "").takes(True)


def test_a_title_that_can_not_be_read_takes_nobody_along(monkeypatch, caplog):
    ours = list(registry._entries())
    broken = [
        EntryPoint("broken", "no_such_module:TITLE", "jeton.titles"),
        EntryPoint("nothing", "jeton.core.title:GROUP", "jeton.titles"),
    ]
    monkeypatch.setattr(registry, "_entries", lambda: [*ours, *broken])

    found = registry.all_titles.__wrapped__()

    assert set(NAMES) <= set(found)
    assert not {"broken", "nothing"} & set(found)
    assert "no_such_module" in caplog.text
    assert "expected a jeton.core.title.Title" in caplog.text


def test_nobody_takes_a_name_of_ours(monkeypatch):
    ours = list(registry._entries())
    thief = EntryPoint("splendor", "jeton.games.splendor.title:MARVEL", "jeton.titles")
    monkeypatch.setattr(registry, "_entries", lambda: [*ours, thief])

    assert registry.all_titles.__wrapped__()["splendor"].name == "splendor"


def test_a_folder_on_the_path_alone_has_our_titles(monkeypatch):
    monkeypatch.setattr(registry, "entry_points", lambda group: ())

    assert set(registry.all_titles.__wrapped__()) == set(NAMES)


@pytest.mark.parametrize(("makers", "name"), [({}, "nim"), ({1: "nim:make"}, "Nim!"), ({1: "nim:make"}, "")])
def test_a_record_that_nobody_could_play_is_refused(makers, name):
    with pytest.raises(ValueError, match="title"):
        Title(name=name, makers=makers, seats=(2,))
