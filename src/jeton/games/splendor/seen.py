"""What the seat to move sees, written eight numbers at a time: the same features as `jeton.games.splendor.features`.

A batch writes thousands of numbers a step, most of them one or zero. `features.observe` writes each where it belongs,
on every device. On a CPU a word of eight costs as much as one of them, so this builds words: a vector of gems has a
byte a colour already. A word may reach into the features behind its own, since those are written later.

Both files take from `features` what stands where. Each still has its own code to write it: a GPU can write a word only
where one begins, and the features of a seat begin anywhere; written byte by byte, these words would cost it eight
writes where `observe` makes none for a zero. Whoever adds a feature adds it to the table and to both, and
`tests/envs/test_batch.py` says if they differ.
"""

from __future__ import annotations

from typing import Any

import numpy as np
from numba import config, types
from numba.extending import intrinsic

from jeton.core.bits import count
from jeton.core.jit import INTERPRETED, compiled, shared
from jeton.games.splendor.cards import card_level, number_of
from jeton.games.splendor.features import (
    BONUS_STEPS,
    CARDS_BOUGHT,
    FULL_STEPS,
    HAS_COLOURS,
    HAS_GOAL,
    HAS_TILE,
    HAS_TIME,
    HELD_BLIND,
    HELD_STEPS,
    IN_HAND,
    LACK,
    LACK_BY_COLOUR,
    MINE,
    PAYABLE,
    PER_SEAT,
    POINT_STEPS,
    POINTS_WON,
    STRENGTH,
    TAG_STEPS,
    TAGS_WON,
    THEIR_HAND,
    THEIR_LACK,
    THEIR_PAYABLE,
    THEIRS,
    TOKEN_STEPS,
)
from jeton.games.splendor.gems import COLOURS, FIVE, amount, at_least, gold_of, minus, sum_all, time_of, total
from jeton.games.splendor.rules import ONE_CARD, PAYING, PLACES, POINTS, TAGS, meets_goal, unknown
from jeton.games.splendor.ruleset import BLIND, CARDS, LEVELS, NOBLES

__all__ = ["write_seen"]

UP_TO = np.array([sum(1 << 8 * i for i in range(n)) for n in range(9)], np.int64)
"""As many bytes of one as the index says, from the lowest on."""

FOUR = 0xFFFFFFFF

LAST = LACK_BY_COLOUR + 4
"""Where a card's second word begins: what the mover lacks of the last colour, then the other seats."""
NEXT = MINE - LAST
"""Where in that word the next seat's features begin."""

if INTERPRETED or config.BOUNDSCHECK:

    @shared
    def put(out: Any, at: Any, word: Any) -> None:
        """Write the eight bytes of a word, the lowest first; Numba checks the array's bounds if it is asked to."""
        for i in range(8):
            out[at + i] = (word >> 8 * i) & 0xFF

else:

    @intrinsic  # type: ignore[untyped-decorator]
    def put(typing_context: Any, out: Any, at: Any, word: Any) -> Any:
        """Write the eight bytes of a word, the lowest first, wherever they begin."""

        def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            array = context.make_array(signature.args[0])(context, builder, args[0])
            place = builder.bitcast(builder.gep(array.data, [args[1]]), args[2].type.as_pointer())
            builder.store(args[2], place, align=1)
            return context.get_dummy_value()

        return types.void(out, types.int64, types.int64), generate


@shared
def write_seen(r: Any, s: Any, out: Any) -> None:
    """Write what the seat to move may know, over whatever was seen before; the padding at the end stays as it is."""
    seats, me = s.seats, s.seat
    cards = CARDS * (MINE + THEIRS * (seats - 1))
    for i in range(cards):
        out[i] = 0
    at = write_bank(s, out, cards)
    for k in range(seats):
        write_seat(r, s, out, at, me + k if me + k < seats else me + k - seats)
        at += PER_SEAT
    turn = me - s.first
    put(out, at, 1 << 8 * (turn if turn >= 0 else turn + seats))
    at += seats
    put(out, at, 1 << 8 * s.phase)
    put(out, at + 4, s.paid & COLOURS if s.phase == PAYING else 0)
    at += 4 + FIVE
    left = 0
    for level in range(LEVELS):
        cards_left = count(s.deck[level])
        left |= cards_left << 8 * level | (cards_left == 0) << 8 * (LEVELS + level)
    put(out, at, left)
    at += 2 * LEVELS
    for i in range(at, at + NOBLES * (1 + 6 * seats)):
        out[i] = 0
    write_nobles(s, out, at, seats, me)
    write_market(s, out, seats, me)
    write_hands(r, s, out, seats, me)


@compiled
def write_bank(s: Any, out: Any, at: Any) -> Any:
    """Write a thermometer for each kind of token in the bank; return where the next block begins."""
    for kind in range(6):
        put(out, at + 7 * kind, UP_TO[min(amount(s.bank, kind), 7)])
    return at + 42


@compiled
def write_seat(r: Any, s: Any, out: Any, at: Any, seat: Any) -> None:
    """Write what lies before a seat, in the order of `features.SEAT`."""
    tokens, gains, held = s.tokens[seat], s.gains[seat], s.held[seat]
    for kind in range(6):
        put(out, at + TOKEN_STEPS + 5 * kind, UP_TO[min(amount(tokens, kind), 5)])
    for colour in range(FIVE):
        bonus = amount(gains, colour)
        put(out, at + BONUS_STEPS + 8 * colour, UP_TO[min(bonus, 7)] | bonus << 8 * 7)
    points, tags = (gains >> POINTS) & 0xFF, (gains >> TAGS) & 0xFF
    put(out, at + STRENGTH, (gains & COLOURS) + (tokens & COLOURS) | points << 8 * (POINTS_WON - STRENGTH))
    put(out, at + POINT_STEPS, UP_TO[min(points, 8)])
    put(out, at + POINT_STEPS + 8, UP_TO[min(max(points - 8, 0), 8)])
    put(out, at + POINT_STEPS + 16, UP_TO[min(max(points - 16, 0), 2)])
    blind = 0
    for i in range(held):
        card = s.hand[seat, i]
        if card & BLIND:
            blind += 1 << 8 * card_level(number_of(card))
    full = UP_TO[min(max(sum_all(tokens) - 6, 0), 5)]
    put(out, at + FULL_STEPS, full | UP_TO[held] << 8 * (HELD_STEPS - FULL_STEPS))
    said = blind | time_of(tokens) << 8 * (HAS_TIME - HELD_BLIND) | (s.tile == seat) << 8 * (HAS_TILE - HELD_BLIND)
    said |= (at_least(gains, 1) == 31) << 8 * (HAS_COLOURS - HELD_BLIND)
    said |= meets_goal(r, s, seat) << 8 * (HAS_GOAL - HELD_BLIND)
    put(out, at + HELD_BLIND, said | tags << 8 * (TAGS_WON - HELD_BLIND))
    put(out, at + TAG_STEPS, UP_TO[min(tags, 6)] | (gains >> ONE_CARD & 0xFF) << 8 * (CARDS_BOUGHT - TAG_STEPS))


@compiled
def write_nobles(s: Any, out: Any, at: Any, seats: Any, me: Any) -> None:
    """Write each noble on the table, and what each seat lacks for it; here no word may reach into the next noble."""
    size = 1 + 6 * seats
    for place in range(5):
        noble = s.nobles[place]
        if number_of(noble) == 0:
            continue
        start = at + (number_of(noble) - 1) * size
        mine = lack = minus(noble & COLOURS, s.gains[me] & COLOURS)
        before, totals = 0, 1 | total(lack) << 8
        for k in range(1, seats):
            put(out, start + 1 + seats + FIVE * (k - 1), lack)
            before, lack = lack, minus(noble & COLOURS, s.gains[me + k if me + k < seats else me + k - seats] & COLOURS)
            totals |= total(lack) << 8 * (k + 1)
        put(out, start + size - 8, lack << 24 | before >> 16)
        put(out, start, totals | mine << 8 * (1 + seats))


@compiled
def write_market(s: Any, out: Any, seats: Any, me: Any) -> None:
    """Write the cards on the table against the means of every seat; no word may reach into another card."""
    # at a table of two or three the last are not used
    second = me + 1 if me + 1 < seats else me + 1 - seats
    third = me + 2 if me + 2 < seats else me + 2 - seats
    fourth = me + 3 if me + 3 < seats else me + 3 - seats
    power0, gold0 = means(s, me)
    power1, gold1 = means(s, second)
    power2, gold2 = means(s, third)
    power3, gold3 = means(s, fourth)
    per_card = MINE + THEIRS * (seats - 1)
    for place in range(PLACES):
        card = s.market[place]
        number, cost = number_of(card), card & COLOURS
        if number == 0:
            continue
        at = (number - 1) * per_card
        lack = minus(cost, power0)
        lacking = total(lack)
        theirs = total(minus(cost, power1))
        rest = lack >> 32 | (theirs <= gold1) << 8 * (NEXT + THEIR_PAYABLE) | theirs << 8 * (NEXT + THEIR_LACK)
        put(out, at, 1 | own_card(lack, lacking, gold0))
        if seats == 2:
            put(out, at + LAST - 4, lack & FOUR | rest << 32)
            continue
        theirs, third_at = total(minus(cost, power2)), NEXT + THEIRS
        rest |= (theirs <= gold2) << 8 * (third_at + THEIR_PAYABLE) | theirs << 8 * (third_at + THEIR_LACK)
        if seats == 3:
            put(out, at + LAST - 1, lack >> 24 & 0xFF | rest << 8)
            continue
        put(out, at + LAST, rest)
        theirs, fourth_at = total(minus(cost, power3)), third_at + THEIRS - 2
        rest = rest >> 16 | (theirs <= gold3) << 8 * (fourth_at + THEIR_PAYABLE)
        put(out, at + LAST + 2, rest | theirs << 8 * (fourth_at + THEIR_LACK))


@compiled
def own_card(lack: Any, lacking: Any, gold: Any) -> Any:
    """Return the first word of a card, without where it lies: whether the mover can pay, and four of the colours."""
    return (lacking <= gold) << 8 * PAYABLE | lacking << 8 * LACK | (lack & FOUR) << 8 * LACK_BY_COLOUR


@compiled
def means(s: Any, seat: Any) -> Any:
    """Return what a seat can pay with: its colours, cards included, and its gold."""
    tokens = s.tokens[seat]
    return (tokens & COLOURS) + (s.gains[seat] & COLOURS), gold_of(tokens)


@compiled
def write_hands(r: Any, s: Any, out: Any, seats: Any, me: Any) -> None:
    """Write the cards in hands that the seat to move knows, each against the means of its owner."""
    per_card = MINE + THEIRS * (seats - 1)
    for k in range(seats):
        seat = me + k if me + k < seats else me + k - seats
        if s.held[seat] == 0:
            continue
        power, gold = means(s, seat)
        for i in range(s.held[seat]):
            if unknown(r, s, me, seat, i):
                continue
            card = s.hand[seat, i]
            lack = minus(card & COLOURS, power)
            lacking = total(lack)
            at = (number_of(card) - 1) * per_card
            if k == 0:
                put(out, at, 1 << 8 * IN_HAND | own_card(lack, lacking, gold))
                out[at + LAST] = lack >> 32
            else:
                at += MINE + THEIRS * (k - 1)
                out[at + THEIR_HAND], out[at + THEIR_PAYABLE], out[at + THEIR_LACK] = 1, lacking <= gold, lacking
