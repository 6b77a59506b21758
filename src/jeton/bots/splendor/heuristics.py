"""What things are worth to one seat, in points: the greedy bot's weights; each style changes some."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Weights"]


class Weights(NamedTuple):
    """What things are worth, in points."""

    engine: float = 0.8
    """Any bonus at the beginning; less and less as the leader nears the goal."""
    saving: float = 1.95
    """A bonus, by the points of each card that it makes a token cheaper."""
    courted: float = 1.6
    """A bonus that a noble asks for, shared among those still missing."""
    favourite: float = 0.0
    """A bonus in one of the two colours that the seat has most of and finds most useful, to save for and to buy."""
    later: float = 0.85
    """A promised point, compared with one at once."""
    patience: float = 0.83
    """What a promise keeps for each token still missing …"""
    one_colour: float = 0.84
    """… and for each token missing beyond the first in the dearest colour: those come one or two a turn."""
    second: float = 0.45
    """What the promise of the second best card counts against the best, the third against the second …"""
    contested: float = 0.65
    """What the promise of a card keeps if a rival can buy it next."""
    distant: float = 0.64
    """What it keeps if the bank lacks the gems, or it needs more tokens than anyone may hold."""
    spite: float = 0.33
    """A point that a rival can no longer buy."""
    gem: float = 0.03
    gold: float = 0.12
    """Any token keeps options open, gold all of them."""
    waste: float = 0.3
    """The price of taking a token only to return one."""
    held: float = 0.35
    """The price of a reservation: a hand holds three cards."""
    unknown: float = -0.15
    """A card that nobody has seen."""
    gauntlet: float = 1.2
    """Marvel: the first bonus of a colour."""
    time: float = 2.5
    """Marvel: the time token."""
    tag: float = 0.4
    """Marvel: an Avengers tag that does not win the tile yet."""
