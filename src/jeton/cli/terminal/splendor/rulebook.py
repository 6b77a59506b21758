"""Rules by their number: the rulebook's text if it is at hand, and the words of the refusals."""

from __future__ import annotations

import re
from functools import cache
from importlib import resources
from pathlib import Path

from jeton.core.errors import IllegalMove
from jeton.games.splendor.reasons import REASONS, SPELLING
from jeton.words import Words

__all__ = ["RULE", "key_of", "reasons_of", "rule_text"]

RULE = re.compile(r"[SM]E?\d+", re.IGNORECASE)
EVERY = {"limit": 10, "floor": 4, "hand": 3, "missing": "…"}
"""What a sentence says where no move was refused."""


def key_of(error: IllegalMove) -> str | None:
    """Return the key of a refusal's words."""
    key = error.values.get("reason")
    return key if isinstance(key, str) else None


def reasons_of(rule: str, words: Words, title: str) -> list[str]:
    """Return the sentences with which a rule refuses moves.

    >>> reasons_of("S14", Words("en"), "splendor")[1]
    'That deck is empty.'
    """
    keys = [key for number, key, _ in (*REASONS.values(), *SPELLING.values()) if number == rule]
    fewer = words("cli.fewer")
    said = [words(words.variant(f"reasons.{key}", title), **EVERY, bank=fewer) for key in keys]
    return [sentence.replace("….", "…") for sentence in said]


def rule_text(rule: str) -> str | None:
    """Return the rulebook's own text of a rule, in English, if the package has the rulebook."""
    return _rules().get(rule)


@cache
def _rules() -> dict[str, str]:
    found: dict[str, str] = {}
    for text in _files():
        for start, body in re.findall(r"^- \*\*([SM]E?\d+)\*\* (.*?)(?=^- \*\*|^\s*$|^#)", text, re.M | re.S):
            found[start] = re.sub(r"[*`]", "", " ".join(body.split()))
    return found


def _files() -> list[str]:
    """Return the rulebook's files: in the package, or beside it in a checkout."""
    packaged = resources.files("jeton").joinpath("docs", "rules")
    checkout = Path(__file__).parents[5] / "docs" / "rules"
    for folder in (packaged, checkout):
        files = [file for file in folder.iterdir() if file.name.endswith(".md")] if folder.is_dir() else []
        if files:
            return [file.read_text("utf-8") for file in sorted(files, key=lambda file: file.name)]
    return []
