"""What docs/match-file.md and docs/notation.md show is what happens.

Blocks of Python are doctests; the blocks of a page share their names. A block "text NAME.match" is a file of that name,
with its text in the variable NAME. Lines after "$ jeton" in console blocks are what the command prints; "…" is any.
"""

import doctest
import re
import shlex
from pathlib import Path

import pytest

from jeton.cli.main import run
from jeton.games.splendor.moves import ACTIONS
from jeton.games.splendor.position import PHASES

DOCS = Path(__file__).parents[1] / "docs"
PAGES = ["match-file.md", "notation.md"]
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE


def blocks(page, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```$", (DOCS / page).read_text("utf-8"), re.M | re.S)


def files(page):
    text = (DOCS / page).read_text("utf-8")
    return dict(re.findall(r"^```text (\S+)\n(.*?)^```$", text, re.M | re.S))


@pytest.mark.parametrize("page", PAGES)
def test_python_blocks_run(page):
    names = {name.partition(".")[0]: text for name, text in files(page).items()}
    source = "\n".join(blocks(page, "python"))
    test = doctest.DocTestParser().get_doctest(source, names, page, page, 0)

    assert test.examples
    assert doctest.DocTestRunner(optionflags=FLAGS).run(test).failed == 0


@pytest.mark.parametrize("page", PAGES)
def test_console_blocks_print_what_they_show(page, tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("JETON_LANG", "en")
    for name, text in files(page).items():
        Path(name).write_text(text, encoding="utf-8", newline="\n")
    for block in blocks(page, "console"):
        for command, shown in re.findall(r"^\$ jeton (.*)\n((?:(?!\$).*\n)*)", block, re.M):
            assert run(shlex.split(command)) == 0
            printed = capsys.readouterr().out
            assert doctest.OutputChecker().check_output(shown.replace("…", "..."), printed, FLAGS), printed


def test_every_phase_of_a_position_is_named():
    text = (DOCS / "notation.md").read_text("utf-8")

    assert all(f"`{phase}`" in text for phase in PHASES)


def test_the_table_of_moves_covers_every_action():
    numbers = set()
    for first, last in re.findall(r"\| (\d+)(?:–(\d+))? \|", (DOCS / "notation.md").read_text("utf-8")):
        numbers |= set(range(int(first), int(last or first) + 1))

    assert numbers == set(range(ACTIONS))


def test_every_field_of_a_position_is_in_the_table():
    import jeton

    match = jeton.new("marvel")
    text = (DOCS / "match-file.md").read_text("utf-8")
    position = match.game.full(match.position)

    assert all(f"`{field}`" in text for field in (*position, *position["players"][0]))
