"""The scale of a title: how strong somebody is, how sure that is, and what the end of a match says about it.

Skill is a mean and a deviation in the model of Plackett and Luce, for any number of seats and with ties (Weng and Lin
2011, by `openskill`). What people read is on Elo's scale for two seats, on which the bot levels were measured:
docs/ratings.md has the arithmetic.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import lru_cache

from msgspec import Struct
from openskill.models import PlackettLuce

from jeton.bots.catalogue import measured, read_ratings

__all__ = ["NEWCOMER", "Skill", "Z", "anchor", "expected", "rate", "shown", "spread"]

MODEL = PlackettLuce()
"""As its authors set it: mean 25, deviation 25/3, beta 25/6, and a little more doubt (tau) with every match."""
STARTS_AT = 1200.0
"""A newcomer's rating: roughly between the second and the third bot level of every ladder."""
POINT = 400 / (math.log(10) * math.sqrt(2) * MODEL.beta)
"""Points of Elo for one of the model, at two seats."""
Z = 1.959964
"""Of 95 %, two-sided."""


class Skill(Struct, frozen=True):
    """How strong somebody is: an estimate, as a mean and a deviation."""

    mu: float
    sigma: float


NEWCOMER = Skill(float(MODEL.mu), float(MODEL.sigma))


def shown(skill: Skill) -> int:
    """Return a rating as people read it.

    >>> shown(NEWCOMER)
    1200
    """
    return round(STARTS_AT + (skill.mu - NEWCOMER.mu) * POINT)


def spread(skill: Skill) -> int:
    """Return the margin of a rating: nineteen of twenty people are within it.

    >>> spread(NEWCOMER)
    482
    """
    return round(Z * skill.sigma * POINT)


@lru_cache(maxsize=256)
def anchor(title: str, seats: int, bot: str) -> Skill | None:
    """Return a bot's fixed place, from the ladder that ships for its title and number of seats; None if none has it.

    The more people play, the less a point of the model says about who comes before whom: so with more seats, a point of
    the ladder's Elo is worth more points of the model.

    >>> shown(anchor("splendor", 2, "level5"))
    1584
    """
    found = measured(title, seats, bot)
    if found is None:
        return None
    elo = math.log(10) / 400 * math.sqrt(seats) * MODEL.beta
    zero = NEWCOMER.mu + (read_ratings().anchored_at - STARTS_AT) / POINT
    mu = zero + (found.elo - read_ratings().anchored_at) * elo
    return Skill(mu, max(1e-3, (found.high - found.low) / (2 * Z) * elo))


def rate(skills: Sequence[Skill], ranks: Sequence[int]) -> list[Skill]:
    """Return the estimates after a match, seat by seat; rank 1 is best, and equals share it.

    >>> one, other = rate([NEWCOMER, NEWCOMER], [1, 2])
    >>> shown(one), shown(other)
    (1278, 1122)
    """
    teams = [[MODEL.rating(mu=skill.mu, sigma=skill.sigma)] for skill in skills]
    after = MODEL.rate(teams, ranks=[float(rank) for rank in ranks])
    return [Skill(float(team[0].mu), float(team[0].sigma)) for team in after]


def expected(one: Skill, other: Skill, seats: int = 2) -> float:
    """Return how likely `one` comes before `other` at a table of so many seats, by their means alone.

    >>> round(expected(NEWCOMER, Skill(NEWCOMER.mu - 400 / POINT, 1.0)), 3)
    0.909
    """
    return 1 / (1 + math.exp((other.mu - one.mu) / (math.sqrt(seats) * MODEL.beta)))
