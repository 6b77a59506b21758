"""Join codes: six letters that a friend can read out and type on a telephone, and that strangers can't guess."""

from __future__ import annotations

import secrets

__all__ = ["ALPHABET", "LENGTH", "new_code", "plain_code"]

ALPHABET = "BCDFGHJKMNPRSTWXYZ"
"""No letter that looks like another (I and L, O and Q, U and V), and no vowel: six of them spell no word."""
LENGTH = 6
"""34 million codes: with a hundred tables open, somebody with 20 wrong guesses an hour finds one in two years."""


def new_code() -> str:
    """Return a code for an open table."""
    return "".join(secrets.choice(ALPHABET) for _ in range(LENGTH))


def plain_code(text: str) -> str | None:
    """Return the code that somebody typed, in any case and with spaces or dashes; None if it can't be one.

    >>> plain_code(" bcd-fgh ")
    'BCDFGH'
    >>> plain_code("BCDFGO") is None
    True
    """
    letters = "".join(letter for letter in text.upper() if letter not in " -\u00a0\u2011\u2013")
    return letters if len(letters) == LENGTH and set(letters) <= set(ALPHABET) else None
