"""The name of a move that cost something, and how well somebody played in all."""

from __future__ import annotations

import math
from collections.abc import Iterable

__all__ = ["BLUNDER", "MARKS", "MISTAKE", "SLIP", "VERDICTS", "accuracy", "verdict"]

SLIP, MISTAKE, BLUNDER = "slip", "mistake", "blunder"

VERDICTS = {SLIP: 0.03, MISTAKE: 0.07, BLUNDER: 0.15}
"""By name: how much of the chance to win such a move costs at least."""
MARKS = {SLIP: "?!", MISTAKE: "?", BLUNDER: "??"}

HALVED = 16.0
"""A move that costs this many per cent of the chance to win counts for half."""


def verdict(cost: float) -> str:
    """Return the name of a move that surely costs that much of the chance to win; empty if it has none.

    >>> [verdict(cost) for cost in (0.02, 0.03, 0.1, 0.5)]
    ['', 'slip', 'mistake', 'blunder']
    """
    return max((name for name, least in VERDICTS.items() if cost >= least), key=VERDICTS.__getitem__, default="")


def accuracy(costs: Iterable[float]) -> float | None:
    """Return how well somebody played, 0 to 100: the mean of what each decision counts; None without decisions.

    A move that costs nothing counts 100, one that costs 16 % of the chance to win 50, one that costs 32 % 25.

    >>> accuracy([0.0, 0.16]), accuracy([])
    (75.0, None)
    """
    counted = [100.0 * math.pow(0.5, 100.0 * cost / HALVED) for cost in costs]
    return sum(counted) / len(counted) if counted else None
