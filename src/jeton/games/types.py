"""The types of the titles that ship, for annotations: a match, its position, its view and its game.

`jeton.new("splendor")` is a `SplendorMatch`: a type checker knows `match.view(0).players` and `match.position.bank`. A
title from another package is a `Match` of anything; its package may name its own types in the same way.
"""

from __future__ import annotations

from typing import TypeAlias

from jeton.core.match import Match
from jeton.games.guardians.game import Guardians
from jeton.games.guardians.position import Position as GuardiansPosition
from jeton.games.guardians.view import View as GuardiansView
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.position import Position as SplendorPosition
from jeton.games.splendor.view import View as SplendorView

__all__ = [
    "Guardians",
    "GuardiansMatch",
    "GuardiansPosition",
    "GuardiansView",
    "Splendor",
    "SplendorMatch",
    "SplendorPosition",
    "SplendorView",
]

SplendorMatch: TypeAlias = Match[SplendorPosition, SplendorView, Splendor]
"""A match of Splendor or Splendor: Marvel."""

GuardiansMatch: TypeAlias = Match[GuardiansPosition, GuardiansView, Guardians]
"""A match of Guardians of Legends."""
