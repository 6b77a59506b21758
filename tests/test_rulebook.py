"""Every number in the rulebooks has a test named after it: `test_s12_…` for S12."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from jeton.games.splendor.reasons import REASONS, SPELLING
from jeton.games.splendor.ruleset import TITLES
from tests.support import game

ROOT = Path(__file__).parent.parent
RULES = ROOT / "docs" / "rules"
TESTS = ROOT / "tests" / "rules"

PAGES = ("splendor.md", "splendor_marvel.md")
"""The pages whose tests lie in tests/rules; Guardians of Legends keeps its own check beside its own tests."""

UNTESTABLE: dict[str, str] = {}
"""Rules that no test can hold, each with the reason."""


def numbers(page: str) -> list[str]:
    return re.findall(r"^- \*\*([A-Z]+\d+)\*\*", (RULES / page).read_text(encoding="utf-8"), re.MULTILINE)


def test_names() -> Iterator[str]:
    for file in sorted(TESTS.glob("test_*.py")):
        yield from re.findall(r"^def (test_\w+)", file.read_text(encoding="utf-8"), re.MULTILINE)


TESTED = {match[1].upper() for name in test_names() if (match := re.match(r"test_([a-z]+\d+)_", name))}
test_names.__test__ = False


@pytest.mark.parametrize("number", [number for page in PAGES for number in numbers(page)])
def test_every_number_has_a_test(number):
    assert (number in TESTED) != (number in UNTESTABLE), f"{number} needs a test named test_{number.lower()}_…"


def test_every_test_bears_a_number_of_the_rulebooks():
    assert {number for page in PAGES for number in numbers(page)} >= TESTED


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("splendor.md", [f"S{n}" for n in range(1, 32)] + [f"SE{n}" for n in range(1, 4)]),
        ("splendor_marvel.md", [f"M{n}" for n in range(1, 20)] + [f"ME{n}" for n in range(1, 5)]),
    ],
)
def test_numbers_are_unique_and_in_order(page, expected):
    assert numbers(page) == expected


def test_every_refusal_cites_a_rule_of_the_pages():
    known = {number for page in PAGES for number in numbers(page)}

    assert {rule for rule, _, _ in [*REASONS.values(), *SPELLING.values()]} <= known


@pytest.mark.parametrize(("page", "title"), [("splendor.md", "splendor"), ("splendor_marvel.md", "marvel")])
def test_every_option_is_in_the_table(page, title):
    rows = re.findall(r"^\| `(\w+)` \| (\w+) \| .* \| `(\w+)` \|$", (RULES / page).read_text("utf-8"), re.MULTILINE)

    expected = [(o.name, o.rule, str(o.default).lower()) for o in TITLES[title]["options"]]
    assert rows == expected
    assert [name for name, _, _ in rows] == list(game(title).options)


def test_every_page_is_listed():
    listed = (RULES / "README.md").read_text(encoding="utf-8")

    for page in RULES.glob("*.md"):
        assert page.name == "README.md" or f"({page.name})" in listed
