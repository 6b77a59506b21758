"""Every rule, open question, option and test vector of the page has a test that is named after it."""

import re
from pathlib import Path

from jeton.games.guardians.legends import LEGENDS
from jeton.games.guardians.reasons import REASONS
from jeton.games.guardians.ruleset import LEVELS, OPTIONS

HERE = Path(__file__).parent
PAGE = (HERE.parents[2] / "docs/rules/guardians_of_legends.md").read_text("utf-8")
MANUAL = (HERE.parents[2] / "docs/guardians.md").read_text("utf-8")

UNTESTABLE = {
    "g42": "who sits in a seat is the server's affair: a position knows seats, not players",
}
"""Numbers without a test here, and why."""


def named() -> set[str]:
    """Return the numbers in the names of the tests: test_g59_a8_… speaks of G59 and A8."""
    numbers = set()
    for path in HERE.glob("test_*.py"):
        for name in re.findall(r"^def test_(\w+)\(", path.read_text("utf-8"), re.MULTILINE):
            head = re.match(r"(?:(?:[gao]\d+a?|vector_\d+)(?:_|$))+", name)
            numbers.update(re.findall(r"vector_\d+|[gao]\d+a?", head.group()) if head else ())
    return numbers


def promised() -> set[str]:
    """Return the numbers that the page gives."""
    rules = {number.lower() for number in re.findall(r"\*\*([GAO]\d+a?)\*\*", PAGE)}
    vectors = PAGE.partition("## 14.")[2].partition("## 15.")[0]
    return rules | {f"vector_{n}" for n in re.findall(r"^(\d+)\. ", vectors, re.MULTILINE)}


def test_every_number_has_a_test_or_a_reason():
    assert promised() - named() - set(UNTESTABLE) == set()


def test_no_test_is_named_after_a_number_that_is_not_there():
    assert named() - promised() == set()


def test_what_is_untestable_is_on_the_page_and_has_no_test():
    assert set(UNTESTABLE) <= promised()
    assert not set(UNTESTABLE) & named()


def test_the_page_has_all_its_numbers():
    wanted = {f"g{n}" for n in (*range(1, 74), *range(90, 96), *range(99, 126), *range(130, 135), 140, 141)}
    wanted |= {"g114a", "g119a", "g120a", "g121a", "g122a"}
    wanted |= {f"a{n}" for n in range(1, 26)} | {f"o{n}" for n in range(1, 13)} | {f"vector_{n}" for n in range(1, 16)}
    assert promised() == wanted


def test_the_page_has_every_legend_as_it_is_played():
    for name, legend in LEGENDS.items():
        row = next(line for line in PAGE.splitlines() if line.startswith(f"| **{legend.rule}** |"))
        cells = [cell.strip() for cell in row.strip("|").split("|")]
        assert cells[1:4] == [legend.french, legend.english, f"`{name}`"]
        assert cells[5].startswith("kept" if legend.kept else "immediate")
        assert cells[6] == legend.target


def test_the_page_has_every_option_and_flag():
    for option in OPTIONS:
        assert f"`{option.name}`" in MANUAL
        if option.rule.startswith("O"):
            row = next(line for line in PAGE.splitlines() if line.startswith(f"| **{option.rule}** |"))
            assert f"`{option.name}`" in row
    for flag in LEVELS[1]:
        assert f"`{flag}`" in PAGE


def test_every_refusal_cites_a_rule_of_the_page():
    for rule, _ in REASONS.values():
        assert rule.lower() in promised()
