"""Names and chat as plain text: what can't be seen, or turns other text around, is taken out."""

from __future__ import annotations

import unicodedata

__all__ = ["MAX_NAME", "clean"]

MAX_NAME = 32
JOINERS = "\u200d\ufe0f"
"""Invisible, but they hold one emoji together."""
BLANKS = "\u3164\uffa0\u115f\u1160\u17b4\u17b5\u2800"
"""Letters by their class that show nothing."""
MARKS_IN_A_ROW = 2


def clean(text: str, limit: int) -> str:
    r"""The text without controls, bidirectional and zero-width characters, its spaces single, its length bounded.

    >>> clean("  Zoé\u202e \x00 la\tgrande ", 32)
    'Zoé la grande'
    """
    kept: list[str] = []
    marks = 0
    for letter in unicodedata.normalize("NFC", text[: 8 * limit]):
        category = unicodedata.category(letter)
        if letter in JOINERS and kept:
            kept.append(letter)
            continue
        if category[0] == "Z" or letter in "\t\n\r":
            letter = " "
        elif category[0] == "C" or letter in BLANKS:
            continue
        marks = marks + 1 if category[0] == "M" else 0
        if marks > MARKS_IN_A_ROW:
            continue
        kept.append(letter)
    return " ".join("".join(kept).split())[:limit].strip(JOINERS + " ")
