"""What a net sees: a position as the seat to move knows it, as small numbers; and its actions, named by card.

Seats are relative: 0 is the mover, 1 the next in turn, and so on. Every card and noble has a fixed place, wherever it
lies, so that a net need not learn it once for every place of the market. Only what the mover may know is encoded.

    block              size        what
    cards              90 x C      on the table, in my hand, I can pay, what I lack in all and by colour;
                                   of each opponent: in their hand (if known), they can pay, what they lack
    bank               6 x 7       a thermometer for each kind of token
    seats              S x 117     tokens, bonuses, strength, points, hand, time, tags, tile, goal
    order              S           which turn of the round this is
    phase, payment     4 + 5
    decks              3 + 3       cards left; whether empty
    nobles             10 x N      there, what each seat lacks in all and by colour

C = 9 + 3 (S - 1), N = 1 + 6 S. `OWN_CARD`, `THEIR_CARD` and `SEAT` name what stands where in a card and a seat.

To add a feature, name it there and write it in `observe`. `jeton.games.splendor.seen` writes the same row in words of
eight, which makes batches on a CPU twice as fast; a GPU can write a word only where one begins, so here each number
stands alone. Tests check that the two are equal.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jeton.core.bits import count
from jeton.core.jit import compiled, shared
from jeton.games.splendor.cards import card_level, number_of
from jeton.games.splendor.gems import COLOURS, FIVE, amount, at_least, gold_of, minus, sum_all, time_of, total
from jeton.games.splendor.moves import BUY, BUY_HAND, NOBLE, PASS, RESERVE, RESERVE_DECK, RETURN
from jeton.games.splendor.rules import ONE_CARD, PAYING, PLACES, POINTS, TAGS, meets_goal, unknown
from jeton.games.splendor.ruleset import BLIND, CARDS, LEVELS, NOBLES

__all__ = ["WIDE", "feature_count", "feature_scale", "layout", "observe", "to_action", "to_wide"]

# Actions named by card and noble.
WIDE_RESERVE = 16
WIDE_DECK = WIDE_RESERVE + CARDS
WIDE_BUY = WIDE_DECK + LEVELS
WIDE_RETURN = WIDE_BUY + CARDS
WIDE_NOBLE = WIDE_RETURN + 6
WIDE_PASS = WIDE_NOBLE + NOBLES
WIDE = WIDE_PASS + 6
"""How many actions a net rates: 221."""

OWN_CARD = ("table", "hand", "payable", "lack", *(f"lack{colour}" for colour in range(FIVE)))
"""What stands at a card about the mover, in this order."""
THEIR_CARD = ("hand", "payable", "lack")
"""What stands at a card about each other seat."""
SEAT = (
    *(f"token{kind}.{n}" for kind in range(6) for n in range(1, 6)),
    *(f"bonus{colour}{n}" for colour in range(FIVE) for n in (*(f".{n}" for n in range(1, 8)), "")),
    *(f"strength{colour}" for colour in range(FIVE)),
    *("points", *(f"points.{n}" for n in range(1, 19))),
    *(f"tokens.{n}" for n in range(7, 12)),
    *(f"held.{n}" for n in range(1, 4)),
    *(f"blind.{level}" for level in range(1, LEVELS + 1)),
    *("time", "tile", "all_colours", "goal"),
    *("tags", *(f"tags.{n}" for n in range(1, 7))),
    "cards",
)
"""What stands at a seat; `name.n` is a step of a thermometer, or a level."""
MINE, THEIRS, PER_SEAT = len(OWN_CARD), len(THEIR_CARD), len(SEAT)

# Where each begins: plain numbers, so that the compiler knows them.
IN_HAND, PAYABLE, LACK, LACK_BY_COLOUR = (OWN_CARD.index(name) for name in ("hand", "payable", "lack", "lack0"))
THEIR_HAND, THEIR_PAYABLE, THEIR_LACK = (THEIR_CARD.index(name) for name in ("hand", "payable", "lack"))
TOKEN_STEPS, BONUS_STEPS, STRENGTH = SEAT.index("token0.1"), SEAT.index("bonus0.1"), SEAT.index("strength0")
POINTS_WON, POINT_STEPS, FULL_STEPS = SEAT.index("points"), SEAT.index("points.1"), SEAT.index("tokens.7")
HELD_STEPS, HELD_BLIND = SEAT.index("held.1"), SEAT.index("blind.1")
HAS_TIME, HAS_TILE, HAS_COLOURS, HAS_GOAL = (SEAT.index(name) for name in ("time", "tile", "all_colours", "goal"))
TAGS_WON, TAG_STEPS, CARDS_BOUGHT = SEAT.index("tags"), SEAT.index("tags.1"), SEAT.index("cards")


def feature_count(seats: int) -> int:
    """Return how many numbers `observe` writes for a number of seats, padded to a multiple of 64.

    >>> feature_count(2)
    1536
    """
    return -(-layout(seats)[-1][1] // 64) * 64


def layout(seats: int) -> list[tuple[str, int]]:
    """Return the name and end of each block."""
    sizes = {
        "cards": CARDS * (MINE + THEIRS * (seats - 1)),
        "bank": 6 * 7,
        "seats": seats * PER_SEAT,
        "order": seats,
        "phase": 4 + FIVE,
        "decks": 2 * LEVELS,
        "nobles": NOBLES * (1 + 6 * seats),
    }
    ends = np.cumsum(list(sizes.values()))
    return list(zip(sizes, ends.tolist(), strict=True))


def feature_scale(seats: int) -> np.ndarray[Any, np.dtype[np.float32]]:
    """Return what a net multiplies each number by, so that counts weigh about as much as flags."""
    scale = np.ones(feature_count(seats), np.float32)
    ends = dict(layout(seats))
    per_card = MINE + THEIRS * (seats - 1)
    for card in range(CARDS):
        scale[card * per_card + LACK : card * per_card + MINE] = 0.25
        for other in range(seats - 1):
            scale[card * per_card + MINE + THEIRS * other + THEIR_LACK] = 0.25
    for seat in range(seats):
        at = ends["bank"] + seat * PER_SEAT
        scale[[at + SEAT.index(f"{name}{colour}") for name in ("bonus", "strength") for colour in range(FIVE)]] = 0.25
        scale[[at + POINTS_WON, at + TAGS_WON, at + CARDS_BOUGHT]] = 0.1
    scale[ends["phase"] : ends["phase"] + LEVELS] = 0.05
    for noble in range(NOBLES):
        at = ends["decks"] + noble * (1 + 6 * seats)
        scale[at + 1 : at + 1 + 6 * seats] = 0.25
    return scale


@shared
def thermometer(out: Any, at: Any, value: Any, end: Any) -> None:
    """Write as many ones as the value says, up to `end`; given a size instead, Numba would compile it once for each."""
    for i in range(at, min(at + value, end)):
        out[i] = 1


@shared
def observe(r: Any, s: Any, out: Any) -> None:
    """Write what the seat to move may know into an array of zeros."""
    seats = s.seats
    me = s.seat
    per_card = MINE + THEIRS * (seats - 1)
    for k in range(seats):
        seat = me + k if me + k < seats else me + k - seats
        observe_cards(r, s, out, per_card, k, seat)
    at = CARDS * per_card
    for kind in range(6):
        thermometer(out, at + 7 * kind, amount(s.bank, kind), at + 7 * kind + 7)
    at += 42
    for k in range(seats):
        seat = me + k if me + k < seats else me + k - seats
        observe_seat(r, s, out, at + PER_SEAT * k, seat)
    at += PER_SEAT * seats
    turn = me - s.first
    out[at + (turn if turn >= 0 else turn + seats)] = 1
    at += seats
    out[at + s.phase] = 1
    if s.phase == PAYING:
        for colour in range(FIVE):
            out[at + 4 + colour] = amount(s.paid, colour)
    at += 4 + FIVE
    for level in range(LEVELS):
        left = count(s.deck[level])
        out[at + level] = left
        out[at + LEVELS + level] = left == 0
    at += 2 * LEVELS
    observe_nobles(s, out, at, seats, me)


@shared
def observe_cards(r: Any, s: Any, out: Any, per_card: Any, k: Any, seat: Any) -> None:
    """Write the cards of the table and the hand, against the means of the k-th seat."""
    power = (s.tokens[seat] & COLOURS) + (s.gains[seat] & COLOURS)
    gold = gold_of(s.tokens[seat])
    held = s.held[seat]
    for i in range(PLACES + held):
        card = s.market[i] if i < PLACES else s.hand[seat, i - PLACES]
        number = number_of(card)
        if number == 0 or (i >= PLACES and unknown(r, s, s.seat, seat, i - PLACES)):
            continue
        lack = minus(card & COLOURS, power)
        lacking = total(lack)
        at = (number - 1) * per_card
        if k == 0:
            out[at + IN_HAND * (i >= PLACES)] = 1
            out[at + PAYABLE] = lacking <= gold
            out[at + LACK] = lacking
            for colour in range(FIVE):
                out[at + LACK_BY_COLOUR + colour] = amount(lack, colour)
        else:
            at += MINE + THEIRS * (k - 1)
            out[at + THEIR_HAND] = i >= PLACES
            out[at + THEIR_PAYABLE] = lacking <= gold
            out[at + THEIR_LACK] = lacking


@shared
def observe_seat(r: Any, s: Any, out: Any, at: Any, seat: Any) -> None:
    """Write what lies before a seat, in the order of `SEAT`."""
    tokens, gains = s.tokens[seat], s.gains[seat]
    for kind in range(6):
        thermometer(out, at + TOKEN_STEPS + 5 * kind, amount(tokens, kind), at + TOKEN_STEPS + 5 * kind + 5)
    for colour in range(FIVE):
        bonus = amount(gains, colour)
        thermometer(out, at + BONUS_STEPS + 8 * colour, bonus, at + BONUS_STEPS + 7 + 8 * colour)
        out[at + BONUS_STEPS + 7 + 8 * colour] = bonus
        out[at + STRENGTH + colour] = bonus + amount(tokens, colour)
    points = (gains >> POINTS) & 0xFF
    out[at + POINTS_WON] = points
    thermometer(out, at + POINT_STEPS, points, at + FULL_STEPS)
    thermometer(out, at + FULL_STEPS, sum_all(tokens) - 6, at + HELD_STEPS)
    for i in range(s.held[seat]):
        out[at + HELD_STEPS + i] = 1
        number = number_of(s.hand[seat, i])
        if s.hand[seat, i] & BLIND:
            out[at + HELD_BLIND + card_level(number)] += 1
    tags = gains >> TAGS
    out[at + HAS_TIME] = time_of(tokens)
    out[at + HAS_TILE] = s.tile == seat
    out[at + HAS_COLOURS] = at_least(gains, 1) == 31
    out[at + HAS_GOAL] = meets_goal(r, s, seat)
    out[at + TAGS_WON] = tags
    thermometer(out, at + TAG_STEPS, tags, at + CARDS_BOUGHT)
    out[at + CARDS_BOUGHT] = (gains >> ONE_CARD) & 0xFF


@shared
def observe_nobles(s: Any, out: Any, at: Any, seats: Any, me: Any) -> None:
    """Write each noble on the table, and what each seat lacks for it."""
    size = 1 + 6 * seats
    for place in range(5):
        number = number_of(s.nobles[place])
        if number == 0:
            continue
        start = at + (number - 1) * size
        out[start] = 1
        for k in range(seats):
            seat = me + k if me + k < seats else me + k - seats
            lack = minus(s.nobles[place] & COLOURS, s.gains[seat] & COLOURS)
            out[start + 1 + k] = total(lack)
            for colour in range(FIVE):
                out[start + 1 + seats + FIVE * k + colour] = amount(lack, colour)


@compiled
def to_wide(s: Any, action: Any) -> Any:
    """Return the card-named action of an action number."""
    if action < RESERVE:
        return action
    if action < RESERVE_DECK:
        return WIDE_RESERVE - 1 + number_of(s.market[action - RESERVE])
    if action < BUY:
        return WIDE_DECK + action - RESERVE_DECK
    if action < BUY_HAND:
        return WIDE_BUY - 1 + number_of(s.market[action - BUY])
    if action < RETURN:
        return WIDE_BUY - 1 + number_of(s.hand[s.seat, action - BUY_HAND])
    if action < NOBLE:
        return WIDE_RETURN + action - RETURN
    if action < PASS:
        return WIDE_NOBLE - 1 + number_of(s.nobles[action - NOBLE])
    return WIDE_PASS + action - PASS


@compiled
def to_action(s: Any, wide: Any) -> Any:
    """Return the action number of a card-named action that is legal here."""
    if wide < WIDE_RESERVE:
        return wide
    if wide < WIDE_DECK:
        return RESERVE + place_of(s, wide - WIDE_RESERVE + 1)
    if wide < WIDE_BUY:
        return RESERVE_DECK + wide - WIDE_DECK
    if wide < WIDE_RETURN:
        return BUY + place_of(s, wide - WIDE_BUY + 1)
    if wide < WIDE_NOBLE:
        return RETURN + wide - WIDE_RETURN
    if wide < WIDE_PASS:
        for place in range(5):
            if number_of(s.nobles[place]) == wide - WIDE_NOBLE + 1:
                return NOBLE + place
    return PASS + wide - WIDE_PASS


@compiled
def place_of(s: Any, number: Any) -> Any:
    """Return where a card lies: 0 ... 11 in the market, 12 ... 14 in the mover's hand."""
    for place in range(PLACES):
        if number_of(s.market[place]) == number:
            return place
    for i in range(3):
        if number_of(s.hand[s.seat, i]) == number:
            return PLACES + i
    return 0
