"""Curves: from what a search makes of a position to how often people and bots really win from there.

A search takes everybody for as strong as itself, and the one to move for somebody who finds its best move. A curve
makes its chances flatter or steeper (`heat`) and takes something from the mover or gives it (`mover`); both were fitted
to matches of mixed levels, for each title and number of seats: `python -m jeton.analysis.calibrate`.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from importlib import resources

import msgspec

__all__ = ["PLAIN", "Curve", "curve_of"]

LEAST = 1e-4
"""No chance is taken for smaller: lines end, and then it is 0."""


class Curve(msgspec.Struct, frozen=True):
    """How chances become real ones.

    >>> [round(chance, 3) for chance in Curve(heat=2.0)((0.9, 0.1), 0)]
    [0.75, 0.25]
    """

    heat: float = 1.0
    """Above 1, the real chances are closer together than those that were read."""
    mover: float = 0.0
    """What is added to the log of the mover's chance."""
    matches: int = 0
    """How many matches it was fitted to."""

    def __call__(self, chances: Sequence[float], mover: int) -> tuple[float, ...]:
        """The real chances of the seats."""
        if max(chances) >= 1.0:
            return tuple(chances)  # decided, whoever plays on
        weights = [
            math.exp(math.log(max(chance, LEAST)) / self.heat + (self.mover if seat == mover else 0.0))
            for seat, chance in enumerate(chances)
        ]
        return tuple(weight / sum(weights) for weight in weights)

    def error(self, error: float, read: float, real: float) -> float:
        """How far a real chance may be off where the one that was read is off by so much."""
        slope = real * (1.0 - real) / (self.heat * max(read * (1.0 - read), LEAST))
        return error * slope


PLAIN = Curve()
"""Where nothing was measured, chances stay as they were read."""


@cache
def _curves() -> dict[str, Curve]:
    text = resources.files("jeton.analysis").joinpath("curves.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, Curve])


def curve_of(title: str, seats: int) -> Curve:
    """The curve of a title and number of seats; `PLAIN` where there is none.

    >>> curve_of("nim", 2) is PLAIN
    True
    """
    return _curves().get(f"{title}-{seats}", PLAIN)
