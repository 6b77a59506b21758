"""What things are worth to one seat, in points: the greedy bot's weights, of which styles change one each."""

from __future__ import annotations

from typing import NamedTuple

__all__ = ["Weights"]


class Weights(NamedTuple):
    """What things are worth, in points."""

    engine: float = 0.8
    """Any bonus at the beginning; less and less as the leader nears the goal."""
    saving: float = 1.95
    """A bonus, by the points of each card that it takes a token off."""
    courted: float = 1.6
    """A bonus that a noble asks for, shared among those it still misses."""
    favourite: float = 0.0
    """A bonus of the two colours that the seat has most of and finds most useful, to save for and again to buy."""
    later: float = 0.85
    """A point promised, against one at once."""
    patience: float = 0.83
    """What a promise keeps for each token that is still missing …"""
    one_colour: float = 0.84
    """… and for each that is missing beyond the first in the dearest colour: those come one or two a turn."""
    second: float = 0.45
    """What the promise of the second best card counts against the best, the third against the second …"""
    contested: float = 0.65
    """What the promise of a card keeps that a rival can buy next."""
    distant: float = 0.64
    """What it keeps where the bank lacks the gems, or where it needs more tokens than anyone may hold."""
    spite: float = 0.33
    """A point that a rival can't buy any more."""
    gem: float = 0.03
    gold: float = 0.12
    """Any token keeps doors open, gold all of them."""
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
