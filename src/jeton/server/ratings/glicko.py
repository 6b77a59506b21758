"""Glicko-2 for somebody who answers one puzzle at a time (Glickman, "Example of the Glicko-2 system", 2022).

A puzzle is an opponent that does not move: its rating comes from which bot levels find its move. We wrote it here
because the one library on PyPI installs a package called `tests` beside itself, over that of its user, and has had no
release since January 2024; the paper's own example is a test.
"""

from __future__ import annotations

import math
from collections.abc import Mapping

from msgspec import Struct

from jeton.bots.catalogue import measured

__all__ = ["BEGINNER", "Strength", "after", "of_puzzle"]

TAU = 0.5
"""How much volatility may change over time."""
EXACT = 1e-6
SCALE = 400 / math.log(10)
"""Elo of one unit: 173.7178."""
CENTRE = 1500.0
TRIES = 6
"""How often each bot was asked for a puzzle's move."""
BY_DIFFICULTY = (1000.0, 100.0, 150.0)
"""For a puzzle whose bots no ladder knows: rating without difficulty, for each step of it, and its deviation."""


class Strength(Struct, frozen=True):
    """A rating on Elo's scale, its deviation and its volatility."""

    rating: float
    deviation: float
    volatility: float = 0.06


BEGINNER = Strength(1200.0, 350.0)


def after(one: Strength, other: Strength, score: float) -> Strength:
    """Return the estimate of a player after a game against another: 1 for a win, 0 for a loss.

    >>> now = after(BEGINNER, Strength(1300.0, 60.0), 1.0)
    >>> round(now.rating), round(now.deviation)
    (1432, 254)
    """
    return after_all(one, [(other, score)])


def after_all(one: Strength, games: list[tuple[Strength, float]]) -> Strength:
    """Return the same after several games that count at once (steps 2 to 8 of the paper)."""
    mu, phi = (one.rating - CENTRE) / SCALE, one.deviation / SCALE
    known, seen = 0.0, 0.0
    for other, score in games:
        g = 1 / math.sqrt(1 + 3 * (other.deviation / SCALE / math.pi) ** 2)
        chance = 1 / (1 + math.exp(-g * (mu - (other.rating - CENTRE) / SCALE)))
        known += g * g * chance * (1 - chance)
        seen += g * (score - chance)
    variance = 1 / known
    volatility = _volatility(one.volatility, phi, variance, variance * seen)
    spread = math.hypot(phi, volatility)
    phi = 1 / math.sqrt(1 / spread**2 + 1 / variance)
    return Strength(CENTRE + SCALE * (mu + phi**2 * seen), SCALE * phi, volatility)


def _volatility(sigma: float, phi: float, variance: float, delta: float) -> float:
    """Compute step 5, by the Illinois algorithm."""
    a = math.log(sigma**2)

    def f(x: float) -> float:
        e = math.exp(x)
        return e * (delta**2 - phi**2 - variance - e) / (2 * (phi**2 + variance + e) ** 2) - (x - a) / TAU**2

    low = a
    if delta**2 > phi**2 + variance:
        high = math.log(delta**2 - phi**2 - variance)
    else:
        high = a - TAU
        while f(high) < 0:
            high -= TAU
    f_low, f_high = f(low), f(high)
    while abs(high - low) > EXACT:
        x = low + (low - high) * f_low / (f_high - f_low)
        y = f(x)
        if y * f_high <= 0:
            low, f_low = high, f_high
        else:
            f_low /= 2
        high, f_high = x, y
    return math.exp(low / 2)


def of_puzzle(title: str, seats: int, found: Mapping[str, float], difficulty: int) -> Strength:
    """Return the strength that finds a puzzle's move every other time, by how often each bot level finds it.

    The curve through the bot levels is Elo's. Each level gets one extra try that half succeeds, because some levels
    find the move always, or never.
    """
    levels = [(known.elo, share) for bot, share in found.items() if (known := measured(title, seats, bot))]
    if not levels:
        zero, step, deviation = BY_DIFFICULTY
        return Strength(zero + step * difficulty, deviation)
    rating = sum(elo for elo, _ in levels) / len(levels)
    information = 1.0
    for _ in range(50):
        chances = [1 / (1 + math.exp((rating - elo) / SCALE)) for elo, _ in levels]
        lent = [(share * TRIES + 0.5) / (TRIES + 1) for _, share in levels]
        information = sum(TRIES * p * (1 - p) for p in chances)
        step = sum(TRIES * (p - s) for p, s in zip(chances, lent, strict=True)) / information
        rating += SCALE * max(-1.0, min(1.0, step))
    return Strength(rating, SCALE / math.sqrt(information))
