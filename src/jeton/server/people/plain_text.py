"""Names and chat as plain text: without what nobody can see, or what turns other text around."""

from __future__ import annotations

import unicodedata

__all__ = ["MAX_NAME", "clean"]

MAX_NAME = 32
JOINER, VARIATION = "\u200d", "\ufe0f"
JOINERS = JOINER + VARIATION
"""Invisible, but they hold one emoji together."""
BLANKS = "\u3164\uffa0\u115f\u1160\u17b4\u17b5\u2800"
"""Classes of characters that show nothing."""
SKINS = "\U0001f3fb\U0001f3fc\U0001f3fd\U0001f3fe\U0001f3ff"
MARKS_IN_A_ROW = 2


def clean(text: str, limit: int) -> str:
    r"""Return the text without controls, bidirectional and zero-width characters, its spaces single, its length capped.

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
    return _without_loose_joiners(" ".join("".join(kept).split())[:limit].strip(JOINERS + " "))


def _without_loose_joiners(text: str) -> str:
    """Return the text with joiners only inside an emoji: between letters they make two names look alike."""
    if not any(joiner in text for joiner in JOINERS):
        return text
    kept = ""
    for letter, after in zip(text, text[1:] + " ", strict=True):
        if letter == VARIATION and not _is_emoji(kept[-1:]):
            continue
        if letter == JOINER and not (_is_emoji(kept[-1:].replace(VARIATION, kept[-2:-1])) and _is_emoji(after)):
            continue
        kept += letter
    return kept


def _is_emoji(letter: str) -> bool:
    return len(letter) == 1 and (unicodedata.category(letter) == "So" or letter in SKINS)
