"""What the word of a card or noble says (`ruleset.py` lays it out)."""

from __future__ import annotations

from typing import Any

from jeton.core.jit import compiled
from jeton.games.splendor.ruleset import CARD_SHIFT

__all__ = ["card_level", "number_of"]


@compiled
def number_of(card: Any) -> Any:
    """Return the number of a card or noble, 0 for an empty place."""
    return (card >> CARD_SHIFT) & 0xFF


@compiled
def card_level(number: Any) -> Any:
    """Return the card level of a number, from 0; NumPy would turn the bare sum of two bools into a bool."""
    return 0 + (number > 40) + (number > 70)
