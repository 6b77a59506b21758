"""`Fact`: one thing that is true of a move, as a code and values; the page has the words.

A title names the function that finds facts in its roster; `jeton.analysis.hint` calls it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec

from jeton.core.game import Game

__all__ = ["Fact", "FactFinder"]


class Fact(msgspec.Struct, frozen=True):
    """What the words `hint.fact.CODE` say of a move, with values: numbers stand for cards, tiles and seats."""

    code: str
    values: dict[str, int | str] = {}


FactFinder = Callable[[Game[Any, Any], Any, str], tuple[Fact, ...]]
"""Finds what is true of a legal move, from the view of the seat to move: the weightiest fact first."""
