"""Curves: from what a search makes of a position to how often people and bots really win from there.

A search takes everybody for as strong as itself, and trusts the mover to find its best move. In real matches, whoever
is ahead early is more often the better player as well: real chances are further apart than those read, and less so as a
match goes on (`steep`, `fade`). The mover may miss the best move (`mover`), and now and then somebody loses a won match
(`upset`). All four were fitted to matches of mixed levels, for each title and number of seats: `python -m
jeton.analysis.calibrate`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from importlib import resources

import msgspec

__all__ = ["LATEST", "LEAST", "PLAIN", "SPAN", "Curve", "curve_of"]

LEAST = 1e-4
"""No chance counts as smaller: where lines end, it is 0."""
SPAN, LATEST = 20.0, 40.0
"""How many turns a curve fades for, and the turn after which it fades no more."""


class Curve(msgspec.Struct, frozen=True):
    """Turns the chances of a search into real ones.

    >>> [round(chance, 3) for chance in Curve(steep=0.5)((0.9, 0.1), 0)]
    [0.75, 0.25]
    >>> [round(chance, 3) for chance in Curve(upset=0.1)((0.9, 0.1), 0)]
    [0.86, 0.14]
    """

    steep: float = 1.0
    """In the first turn: above 1, the real chances are further apart than those read."""
    fade: float = 0.0
    """How much of that is left after `SPAN` turns: what is added to its log."""
    mover: float = 0.0
    """What to add to the log of the mover's chance."""
    upset: float = 0.0
    """How much of the chance goes to all seats alike."""
    matches: int = 0
    """How many matches it was fitted to."""

    def at(self, turn: float) -> Curve:
        """Return the curve of a turn, as one that does not fade; turns count from 0, one for each player's move.

        >>> round(Curve(steep=2.0, fade=-0.6).at(SPAN / 2).steep, 3)
        1.482
        """
        steep = self.steep * math.exp(self.fade * min(max(turn, 0.0), LATEST) / SPAN)
        return msgspec.structs.replace(self, steep=steep, fade=0.0)

    def __call__(self, chances: Sequence[float], mover: int) -> tuple[float, ...]:
        """Return the real chances of the seats."""
        if max(chances) >= 1.0:
            return tuple(chances)  # decided, no matter who plays on
        weights = [
            math.exp(math.log(max(chance, LEAST)) * self.steep + (self.mover if seat == mover else 0.0))
            for seat, chance in enumerate(chances)
        ]
        total, alike = sum(weights), self.upset / len(chances)
        return tuple((1.0 - self.upset) * weight / total + alike for weight in weights)

    def error(self, error: float, read: float, real: float) -> float:
        """Return how far a real chance may be off if the one read is off by so much."""
        slope = self.steep * real * (1.0 - real) / max(read * (1.0 - read), LEAST)
        return error * slope


PLAIN = Curve()
"""Where nobody measured, chances stay as they were read."""


@cache
def _curves() -> dict[str, Curve]:
    text = resources.files("jeton.analysis").joinpath("curves.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Curve])


def curve_of(title: str, seats: int) -> Curve:
    """Return the curve of a title and number of seats; `PLAIN` if there is none.

    >>> curve_of("nim", 2) is PLAIN
    True
    """
    return _curves().get(f"{title}-{seats}", PLAIN)
