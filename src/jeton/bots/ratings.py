"""From results to strength: win shares with intervals, and ratings on Elo's scale."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from statistics import fmean, stdev

import msgspec

from jeton.bots.arena import Contest, Deal, Result

__all__ = ["Standing", "interval", "rate", "standings", "wilson"]

Z = 1.959964
"""Of 95 %, two-sided."""


class Standing(msgspec.Struct, frozen=True, kw_only=True):
    """How one bot did: shares are of the matches it played, by seat where it had several."""

    bot: str
    played: int
    """Seats that it played, over all matches."""
    share: float
    """Its share of the victory: 1 for a win alone, a half for one shared by two …"""
    low: float
    high: float
    """A 95 % interval of the share, over deals: matches on the same deal are not independent."""
    wilson_low: float
    wilson_high: float
    """Wilson's 95 % interval, as if all matches were independent."""
    points: float
    seconds_per_move: float
    elo: float
    """Its rating; the mean of all bots is 0."""


def standings(contest: Contest, deals: Sequence[Deal]) -> tuple[Standing, ...]:
    """Return one standing per bot, in the contest's order."""
    ratings = rate(len(contest.bots), (result for deal in deals for result in deal.results))
    return tuple(_standing(contest, deals, bot, ratings[bot]) for bot in range(len(contest.bots)))


def _standing(contest: Contest, deals: Sequence[Deal], bot: int, rating: float) -> Standing:
    shares, points, seconds, moves, played = [], 0, 0.0, 0, 0
    for deal in deals:
        here = []
        for result in deal.results:
            for seat in (seat for seat, who in enumerate(result.bots) if who == bot):
                here.append((seat in result.winners) / len(result.winners))
                points += result.points[seat]
                seconds += result.seconds[seat]
                moves += result.moves[seat]
        shares.append(fmean(here))
        played += len(here)
    share = fmean(shares)
    low, high = interval(shares)
    wilson_low, wilson_high = wilson(share, played)
    return Standing(
        bot=contest.bots[bot],
        played=played,
        share=share,
        low=low,
        high=high,
        wilson_low=wilson_low,
        wilson_high=wilson_high,
        points=points / played,
        seconds_per_move=seconds / max(1, moves),
        elo=rating,
    )


def interval(shares: Sequence[float]) -> tuple[float, float]:
    """Return a 95 % interval of the mean share (Student's t); Wilson's if all deals ended alike and show no spread.

    >>> low, high = interval([0.5, 1.0, 0.5, 1.0, 1.0, 0.5])
    >>> f"{low:.2f} {high:.2f}"
    '0.46 1.00'
    """
    mean, n = fmean(shares), len(shares)
    spread = stdev(shares) if n > 1 else 0.0
    if spread == 0.0:
        return wilson(mean, n)
    half = _student(n - 1) * spread / math.sqrt(n)
    return max(0.0, mean - half), min(1.0, mean + half)


def wilson(share: float, n: int) -> tuple[float, float]:
    """Return Wilson's 95 % interval of a share of n independent trials.

    >>> low, high = wilson(1.0, 54)
    >>> f"{low:.3f} {high:.3f}"
    '0.934 1.000'
    """
    centre = share + Z * Z / (2 * n)
    half = Z * math.sqrt(share * (1 - share) / n + Z * Z / (4 * n * n))
    return max(0.0, (centre - half) / (1 + Z * Z / n)), min(1.0, (centre + half) / (1 + Z * Z / n))


def rate(bots: int, results: Iterable[Result]) -> list[float]:
    """Return ratings with mean 0: the model of Bradley and Terry, fitted to who came before whom at the same table.

    Each pair that has met gets one drawn game extra, so that a bot that lost all its games has a rating too.
    """
    ahead = [[0.0] * bots for _ in range(bots)]
    for result in results:
        for a, one in enumerate(result.bots):
            for b, other in enumerate(result.bots):
                if one != other:
                    ahead[one][other] += (result.ranks[a] < result.ranks[b]) + (result.ranks[a] == result.ranks[b]) / 2
    met = [[ahead[i][j] + ahead[j][i] for j in range(bots)] for i in range(bots)]
    lent = [[0.5 * (met[i][j] > 0) for j in range(bots)] for i in range(bots)]
    strength = [1.0] * bots
    for _ in range(500):
        strength = [
            (sum(ahead[i]) + sum(lent[i]))
            / (sum((met[i][j] + 2 * lent[i][j]) / (strength[i] + strength[j]) for j in range(bots) if j != i) or 1.0)
            for i in range(bots)
        ]
        scale = math.exp(fmean(math.log(value) for value in strength))
        strength = [value / scale for value in strength]
    return [400 * math.log10(value) for value in strength]


def _student(freedom: int) -> float:
    """Return the 97.5 % quantile of Student's t from the normal one (Cornish and Fisher); within 1 % from 4 degrees."""
    v = freedom
    terms = ((Z**3 + Z) / 4, (5 * Z**5 + 16 * Z**3 + 3 * Z) / 96, (3 * Z**7 + 19 * Z**5 + 17 * Z**3 - 15 * Z) / 384)
    return 12.706 if v == 1 else Z + sum(term / v ** (i + 1) for i, term in enumerate(terms))
