"""The README and the pages of docs are true: their Python runs, their links lead on, nothing public is left out."""

import doctest
import re
from pathlib import Path

import pytest

import jeton
from jeton.core import errors

ROOT = Path(__file__).parents[1]
PAGES = sorted([ROOT / "README.md", ROOT / "CONTRIBUTING.md", ROOT / "CREDITS.md", *(ROOT / "docs").rglob("*.md")])
FLAGS = doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL
RUN_ELSEWHERE = {"match-file.md", "notation.md"}
WITH_PYTHON = [
    page
    for page in PAGES
    if re.search(r"^```python\n>>> ", page.read_text("utf-8"), re.M) and page.name not in RUN_ELSEWHERE
]


@pytest.mark.parametrize("page", WITH_PYTHON, ids=lambda page: page.name)
def test_python_on_a_page_runs(page):
    source = "\n".join(re.findall(r"^```python\n(>>> .*?)^```$", page.read_text("utf-8"), re.M | re.S))
    test = doctest.DocTestParser().get_doctest(source, {}, page.name, str(page), 0)

    assert test.examples
    assert doctest.DocTestRunner(optionflags=FLAGS & ~doctest.IGNORE_EXCEPTION_DETAIL).run(test).failed == 0


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_lead_somewhere(page):
    links = re.findall(r"\]\(([^)#\s]+)(?:#[^)]*)?\)", page.read_text("utf-8"))
    dead = [link for link in links if "://" not in link and not (page.parent / link).exists()]

    assert not dead


def test_every_public_name_is_documented():
    text = (ROOT / "docs" / "api.md").read_text("utf-8")

    assert not [name for name in (*jeton.__all__, *errors.__all__) if f"`{name}`" not in text]


WALKS = re.findall(
    r"^## ([^\n]+)\n((?:(?!^## ).)*?^\| \| file \| call \|.*?)(?=^## |\Z)",
    (ROOT / "docs" / "architecture.md").read_text("utf-8"),
    re.M | re.S,
)


def test_architecture_walks_a_move_a_bot_a_round_and_a_training_run():
    assert len(WALKS) == 4


@pytest.mark.parametrize(("title", "text"), WALKS, ids=[title for title, _ in WALKS])
def test_a_walk_of_architecture_leads_through_eight_files_at_most(title, text):
    steps = re.findall(r"^\| (\d+) \| `([^`]+)` \| `(\w+)` \|", text, re.M)

    assert [int(number) for number, _, _ in steps] == list(range(1, len(steps) + 1))
    assert 5 <= len({file for _, file, _ in steps}) <= 8
    for _, file, call in steps:
        defined = rf"\bdef {call}\(|\bfunction {call}\(|\bconst {call} =|^  (?:private )?{call}\("
        assert re.search(defined, (ROOT / file).read_text("utf-8"), re.M), f"{file} has no {call}"


def test_the_readme_starts_with_two_commands():
    first = re.search(r"```console\n(.*?)```", (ROOT / "README.md").read_text("utf-8"), re.S)

    assert first is not None
    assert first.group(1).split("\n")[:2] == ["$ make play", "$ make test"]
