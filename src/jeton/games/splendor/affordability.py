"""How near things are to a seat: what a card would cost it, which bonuses a noble still asks of it, what it could plan.

All of it follows from what lies open and from the seat's own hand, so `view.py` may show it to that seat. Screens draw
these answers and need no rules of their own.
"""

from __future__ import annotations

from typing import Any, Literal

import msgspec

from jeton.core.bits import count
from jeton.core.jit import compiled, shared
from jeton.games.splendor import rules
from jeton.games.splendor.cards import number_of
from jeton.games.splendor.gems import COLOURS, amount, at_least, gold_of, minus, total

__all__ = ["PRICES", "STATES", "Numbers", "Price", "measure", "numbers"]

FREE, NOW, WITH_GOLD, SOON, FAR = range(5)
State = Literal["free", "now", "gold", "soon", "far"]
STATES: tuple[State, ...] = ("free", "now", "gold", "soon", "far")


class Price(msgspec.Struct, frozen=True, gc=False):
    """What a card would cost the viewing seat, and how near that is."""

    cost: tuple[int, ...]
    """After bonuses (S17), five colours in the title's order."""
    short: tuple[int, ...]
    """Tokens of each colour that the seat lacks."""
    gold: int
    """Gold that the cheapest payment needs (S18)."""
    state: State
    """`free`; `now`; `gold`: with gold in place of tokens; `soon`: one move away; or `far`."""


class Numbers(msgspec.Struct, frozen=True, gc=False):
    """The numbers of the ruleset that a screen shows."""

    goal: int
    """The points that win (S27, S31, M14)."""
    goal_bonuses: int
    """The bonuses of each colour that winning takes (M14); 0 in Splendor."""
    goal_time: int
    """The time tokens that winning takes (M14); 0 in Splendor."""
    limit: int
    """Tokens that a seat may keep at the end of its turn (S23)."""
    hand: int
    """Reserved cards that a seat may hold (S14)."""
    noble_points: int
    tile_points: int
    choose_payment: bool
    """Whether a seat may pay gold although it has the coloured tokens (option `payment`, S18)."""


def numbers(record: Any) -> Numbers:
    """Return the numbers of a ruleset for the screens."""
    return Numbers(
        int(record["goal_points"]),
        int(record["goal_bonus"]),
        int(record["goal_time"]),
        int(record["token_limit"]),
        int(record["hand_limit"]),
        int(record["noble_points"]),
        int(record["tile_points"]),
        bool(record["choose_payment"]),
    )


@compiled
def left_to_pay(s: Any, seat: Any, card: Any) -> Any:
    """S17. Return the cost of a card after bonuses, as a gem vector."""
    return minus(card & COLOURS, s.gains[seat] & COLOURS)


@compiled
def missing(s: Any, seat: Any, cost: Any) -> Any:
    """S18. Return what the seat's coloured tokens do not pay of a cost, as a gem vector."""
    return minus(cost, s.tokens[seat] & COLOURS)


@compiled
def reach(r: Any, s: Any, seat: Any, cost: Any, short: Any) -> Any:
    """Return how near a card is, given its cost after bonuses and the missing tokens."""
    lacking = total(short) - gold_of(s.tokens[seat])
    if cost == 0:
        return FREE
    if short == 0:
        return NOW
    if lacking <= 0:
        return WITH_GOLD
    if total(cost) > r.token_limit:
        return FAR
    return SOON if lacking <= most_useful(r, s, seat, short) else FAR


@compiled
def most_useful(r: Any, s: Any, seat: Any, short: Any) -> Any:
    """S10-S15. Return how many missing tokens the best single action brings: different ones, two alike, or gold."""
    gain = min(3, count(at_least(short, 1) & at_least(s.bank, 1)))
    if at_least(short, 2) & at_least(s.bank, r.pair_floor) != 0:
        gain = max(gain, 2)
    if gold_of(s.bank) > 0 and rules.reserves(r, s, seat) != 0:
        gain = max(gain, 1)
    return gain


@compiled
def plans(r: Any, s: Any, seat: Any) -> Any:
    """S9. Return the actions that a seat could choose from if its turn came now."""
    return rules.takes(r, s) | rules.purchases(s, seat) | rules.reserves(r, s, seat)


@compiled
def measure(r: Any, s: Any, seat: Any, out: Any) -> None:
    """Write into an `INSIGHT` of zeros how near things are to a seat, from what lies open and from its own hand.

    These are the actions that it could plan, the bonuses that it lacks for each noble, and the price of each card of
    the market and of its hand, as a key of `PRICES`.
    """
    if s.phase != rules.OVER and seat != s.seat:
        out.plans = plans(r, s, seat)
    for i in range(5):
        if number_of(s.nobles[i]) != 0:
            out.nobles_left[i] = total(minus(s.nobles[i] & COLOURS, s.gains[seat] & COLOURS))
    for i in range(rules.PLACES):
        if number_of(s.market[i]) != 0:
            out.prices[i] = price_key(r, s, seat, s.market[i])
    for i in range(s.held[seat]):
        out.hand_prices[i] = price_key(r, s, seat, s.hand[seat, i])


@shared
def price_key(r: Any, s: Any, seat: Any, card: Any) -> Any:
    """Return a price as one number: cost and missing tokens in three bits a colour (none is 8), reach + 1 above."""
    cost = left_to_pay(s, seat, card)
    short = missing(s, seat, cost)
    key = (reach(r, s, seat, cost, short) + 1) << 30
    for i in range(5):
        key |= amount(cost, i) << 3 * i | amount(short, i) << (15 + 3 * i)
    return key


class Prices(dict[int, Price | None]):
    """From keys to prices, each made when first asked for: the same few thousand come again and again; 0 is no card."""

    MOST = 16_384

    def __missing__(self, key: int) -> Price | None:
        """Make a price, and keep it for the next time."""
        if len(self) >= self.MOST:
            self.clear()
        short = tuple(key >> 3 * i & 7 for i in range(5, 10))
        made = (
            Price(tuple(key >> 3 * i & 7 for i in range(5)), short, sum(short), STATES[(key >> 30) - 1])
            if key
            else None
        )
        self[key] = made
        return made


PRICES = Prices()
