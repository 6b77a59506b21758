"""The compiled rules, in the rulebook's order; `r` is the ruleset's record, `s` the position's.

Functions here work in place and trust their caller: an action must be legal. `legal` alone judges what is, and `refuse`
names the rule behind a missing bit. Nothing here asks for the title, and nothing has a signature, so the same source
compiles for the CPU and for CUDA.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jeton.core.bits import count, lowest, nth
from jeton.core.chance import random_bits, scale
from jeton.core.jit import INTERPRETED, compiled
from jeton.games.splendor.cards import card_level, number_of
from jeton.games.splendor.gems import (
    COLOURS,
    FIVE,
    GOLD,
    ONES,
    TIME,
    at_least,
    covers,
    gold_of,
    minus,
    pack,
    sum_all,
    total,
)
from jeton.games.splendor.moves import (
    BUY,
    BUY_HAND,
    NOBLE,
    PASS,
    RESERVE,
    RESERVE_DECK,
    RETURN,
    SWAP,
    TAKE_ALL,
    TAKE_PAIR,
    TRIPLES,
)
from jeton.games.splendor.ruleset import BLIND, CARD_SHIFT, LEVELS, NO_CARD, NO_NOBLE, TIME_ICON

PLAY, RETURNING, CHOOSING, PAYING, OVER = range(5)
"""The phases: an action is due; tokens to return; a noble to choose; gold to swap in; the match is over."""

PLACES = 12
POINTS, ONE_CARD, TAGS = 40, 48, 56
"""Where a seat's gains hold points, number of cards and Avengers tags; bonuses lie below, as a gem vector."""

NOBODY = -1
"""The holder of a tile that nobody holds; the place to refill when there is none."""

DRAW_TILE, DRAW_FACE, DRAW_FIRST = LEVELS, LEVELS + 1, LEVELS + 2
"""What chance decides besides the decks 0, 1, 2."""

BYTE, SHORT, HALF = ("i8", "i8", "i8") if INTERPRETED else ("i1", "i2", "i4")
"""The types of small numbers; whole words where NumPy does the arithmetic, to which 1 << a byte would be a byte."""

POSITION = np.dtype(
    (
        np.record,
        [
            ("market", "i8", PLACES),  # face-up cards, four a level
            ("hand", "i8", (4, 3)),
            ("tokens", "i8", 4),  # gem vectors with gold and time
            ("gains", "i8", 4),  # bonuses | points << 40 | cards << 48 | tags << 56
            ("bought", "i8", (4, 3)),  # by seat, a bit per card: number & 31 of word number >> 5
            ("nobles", "i8", 5),
            ("deck", "i8", LEVELS),  # a bit per card that is still in the deck
            (
                "next",
                "i8",
                LEVELS,
            ),  # 32 random bits for the next draw of each deck, a function of key, level and cards left
            ("bank", "i8"),
            ("paid", "i8"),  # coloured tokens that gold may still replace (PAYING)
            ("key0", "i8"),
            ("key1", "i8"),
            ("open", "i8"),  # a bit per place and deck that can be reserved from
            ("visited", SHORT, 4),  # a bit per noble taken
            ("held", BYTE, 4),  # cards in hand
            ("seat", BYTE),
            ("seats", BYTE),
            ("first", BYTE),
            ("phase", BYTE),
            ("passes", BYTE),  # passes in a row
            ("tile", BYTE),  # who holds Avengers Assemble
            ("refill", BYTE),  # the place to refill once the payment is settled
            ("places", BYTE),  # 12; read at run time, so that LLVM vectorises the loop over it instead of unrolling
            ("turns", HALF),
        ],
    ),
    align=True,
)
WORDS = POSITION.itemsize // 8

TAKEN = np.array(
    [pack(i in t for i in range(FIVE)) for t in TRIPLES] + [0] + [2 << 8 * i for i in range(FIVE)], np.int64
)
"""The gems of the actions 0 … 15."""

FIRST_CARD = np.array([1, 41, 71], np.int64)
"""The number of the first card of each level."""

TAKES = np.zeros(32, np.int64)
"""From the colours left in the bank (a bit each) to the legal ways of taking different ones (S10, S11)."""
for _left in range(32):
    if _left.bit_count() >= 3:
        TAKES[_left] = sum(1 << i for i, triple in enumerate(TRIPLES) if all(_left >> c & 1 for c in triple))
    elif _left:
        TAKES[_left] = 1 << TAKE_ALL


# Set-up


@compiled
def set_up(r: Any, s: Any, seats: Any, key0: Any, key1: Any) -> None:
    """S4–S8, M4, M5. Lay out the bank, four cards of each level and the nobles, and say who begins."""
    s.key0, s.key1 = key0, key1
    s.seats = seats
    s.bank = r.pile[seats] * ONES + r.gold_pile * GOLD + r.time_pile[seats] * TIME
    s.open = (1 << (PLACES + LEVELS)) - 1
    s.places = PLACES
    s.phase = PLAY
    s.passes = s.turns = s.paid = 0
    s.tile = s.refill = NOBODY
    for level in range(LEVELS):
        s.deck[level] = (1 << r.level_size[level]) - 1
        look_ahead(s, level, r.level_size[level])
    for place in range(PLACES):
        s.market[place] = draw(r, s, place >> 2)
    for seat in range(4):
        s.tokens[seat] = s.gains[seat] = 0
        s.held[seat] = s.visited[seat] = 0
        for i in range(3):
            s.hand[seat, i] = NO_CARD
            s.bought[seat, i] = 0
    invite(r, s)
    s.first = scale(random_bits(key0, key1, DRAW_FIRST, 0), seats) if r.random_first else 0
    s.seat = s.first


@compiled
def invite(r: Any, s: Any) -> None:
    """S6, M5. Draw seats + 1 nobles; or as many location tiles as seats, each on a random face."""
    left = (1 << r.noble_tiles) - 1
    for i in range(5):
        s.nobles[i] = NO_NOBLE
        if i < s.seats + r.nobles_extra:
            tile = nth(left, scale(random_bits(s.key0, s.key1, DRAW_TILE, i), r.noble_tiles - i))
            left ^= 1 << tile
            face = scale(random_bits(s.key0, s.key1, DRAW_FACE, i), r.noble_faces)
            s.nobles[i] = r.noble[1 + tile * r.noble_faces + face]


@compiled
def draw(r: Any, s: Any, level: Any) -> Any:
    """S5, S19. Draw the next card of a deck; NO_CARD when it is empty.

    The n-th card from the bottom is a keyed function of (level, n): the order is fixed, and stored nowhere.
    """
    unseen = s.deck[level]
    if unseen == 0:
        return NO_CARD
    left = count(unseen)
    i = nth(unseen, scale(s.next[level], left))
    s.deck[level] = unseen ^ (1 << i)
    look_ahead(s, level, left - 1)
    if left == 1:
        s.open &= ~(1 << (PLACES + level))
    return r.card[FIRST_CARD[level] + i]


@compiled
def look_ahead(s: Any, level: Any, left: Any) -> None:
    """Compute the random bits of a deck's next draw ahead of time, while the processor also does other work."""
    s.next[level] = random_bits(s.key0, s.key1, level, left)


# What may be done


@compiled
def takes(r: Any, s: Any) -> Any:
    """S10, S11, S12, M6, M7. Three colours or all that is left; two of a colour that has four."""
    return TAKES[at_least(s.bank, 1)] | at_least(s.bank, r.pair_floor) << TAKE_PAIR


@compiled
def reserves(r: Any, s: Any, seat: Any) -> Any:
    """S13, S14. Any face-up card or deck that is there, with fewer than three in hand."""
    return s.open << RESERVE if s.held[seat] < r.hand_limit else 0


@compiled
def purchases(s: Any, seat: Any) -> Any:
    """S16, S17, S18, M8, M9. Cards of the market and the hand that bonuses, tokens and gold can pay."""
    power = (s.tokens[seat] & COLOURS) + (s.gains[seat] & COLOURS)
    gold = gold_of(s.tokens[seat])
    actions = 0
    for place in range(s.places):
        actions |= (total(minus(s.market[place] & COLOURS, power)) <= gold) << (BUY + place)
    for i in range(3):
        actions |= (total(minus(s.hand[seat, i] & COLOURS, power)) <= gold) << (BUY_HAND + i)
    return actions


@compiled
def returns(s: Any, seat: Any) -> Any:
    """S23, M11. Any token but time."""
    tokens = s.tokens[seat]
    return (at_least(tokens, 1) | (gold_of(tokens) > 0) << FIVE) << RETURN


@compiled
def visitors(s: Any, seat: Any) -> Any:
    """S24, M12. The nobles (a bit per place) whose bonuses a seat has; cards only, never tokens."""
    gains = s.gains[seat]
    places = 0
    for i in range(5):
        places |= covers(gains, s.nobles[i]) << i
    return places


@compiled
def legal(r: Any, s: Any) -> Any:
    """S9, S22. Return the legal actions as a bit mask; a seat passes only if it can do nothing else."""
    seat = s.seat
    if s.phase == PLAY:
        actions = takes(r, s) | purchases(s, seat) | reserves(r, s, seat)
        return actions if actions != 0 else 1 << PASS
    if s.phase == RETURNING:
        return returns(s, seat)
    if s.phase == PAYING:
        return at_least(s.paid, 1) << SWAP | 1 << PASS
    if s.phase == CHOOSING:
        return visitors(s, seat) << NOBLE
    return 0


# Why an action is refused

(
    LEGAL,
    RETURN_FIRST,
    CHOOSE_FIRST,
    PAY_FIRST,
    NOT_RETURNING,
    NOT_CHOOSING,
    NOT_PAYING,
    MAY_NOT_PASS,
    NOT_IN_BANK,
    TAKE_ALL_LEFT,
    TAKE_THREE_LEFT,
    PAIR_NEEDS_FOUR,
    HAND_FULL,
    NOTHING_THERE,
    DECK_EMPTY,
    NOT_IN_HAND,
    CANNOT_PAY,
    NO_SUCH_TOKEN,
    NO_SUCH_VISITOR,
    NOT_PAID,
) = range(20)
"""What `refuse` answers; `reasons.py` has the rule and the words of each."""


@compiled
def refuse(r: Any, s: Any, action: Any) -> Any:
    """Return LEGAL, or why the seat whose turn it is may not do this; only `legal` decides what is legal."""
    if legal(r, s) >> action & 1:
        return LEGAL
    if s.phase == RETURNING:
        return NO_SUCH_TOKEN if RETURN <= action < NOBLE else RETURN_FIRST
    if s.phase == CHOOSING:
        return NO_SUCH_VISITOR if NOBLE <= action < PASS else CHOOSE_FIRST
    if s.phase == PAYING:
        return NOT_PAID if action >= SWAP else PAY_FIRST
    return refuse_action(r, s, action)


@compiled
def refuse_action(r: Any, s: Any, action: Any) -> Any:
    """S9-S22. Return why an action of a turn is refused."""
    if action < RESERVE:
        few = count(at_least(s.bank, 1)) < 3
        if action == TAKE_ALL:
            return NOT_IN_BANK if few else TAKE_THREE_LEFT
        if action > TAKE_ALL:
            return PAIR_NEEDS_FOUR
        return TAKE_ALL_LEFT if few else NOT_IN_BANK
    if action < BUY:
        if s.held[s.seat] >= r.hand_limit:
            return HAND_FULL
        return NOTHING_THERE if action < RESERVE_DECK else DECK_EMPTY
    if action < BUY_HAND:
        return NOTHING_THERE if s.market[action - BUY] == NO_CARD else CANNOT_PAY
    if action < RETURN:
        return NOT_IN_HAND if s.hand[s.seat, action - BUY_HAND] == NO_CARD else CANNOT_PAY
    if action < NOBLE:
        return NOT_RETURNING
    if action < PASS:
        return NOT_CHOOSING
    return MAY_NOT_PASS if action == PASS else NOT_PAYING


# The actions


@compiled
def take(s: Any, seat: Any, action: Any) -> None:
    """S10, S11, S12. Move tokens from the bank to the seat."""
    gems = TAKEN[action] if action != TAKE_ALL else ((s.bank & COLOURS) + 127 * ONES & 0x8080808080) >> 7
    s.bank -= gems
    s.tokens[seat] += gems


@compiled
def reserve(s: Any, seat: Any, card: Any) -> None:
    """S13, S15. Put the card into the hand, with a gold token if the bank has one."""
    s.hand[seat, s.held[seat]] = card
    s.held[seat] += 1
    if gold_of(s.bank) > 0:
        s.bank -= GOLD
        s.tokens[seat] += GOLD


@compiled
def leave(s: Any, place: Any) -> Any:
    """S16, S13. Take the face-up card from its place, which `settle` will refill."""
    card = s.market[place]
    s.market[place] = NO_CARD
    s.refill = place
    return card


@compiled
def settle(r: Any, s: Any) -> None:
    """S19. Refill the place that a card left from the top of its deck; it stays empty if the deck is.

    "At once" means as soon as the payment is settled, so that choosing it can't use what the new card reveals.
    """
    s.paid = 0
    place = s.refill
    if place != NOBODY:
        card = draw(r, s, place >> 2)
        s.market[place] = card
        s.refill = NOBODY
        if card == NO_CARD:
            s.open &= ~(1 << place)


@compiled
def buy(r: Any, s: Any, seat: Any, card: Any) -> Any:
    """S16-S18.

    Pay colours first and gold for the rest, gain the card; return whether gold could replace what was paid.
    """
    tokens = s.tokens[seat]
    due = minus(card & COLOURS, s.gains[seat] & COLOURS)
    short = minus(due, tokens & COLOURS)
    price = due - short + total(short) * GOLD
    s.tokens[seat] = tokens - price
    s.bank += price
    number = number_of(card)
    s.gains[seat] += r.gain[number]
    s.bought[seat, number >> 5] |= 1 << (number & 31)
    if card & TIME_ICON:
        bring_time(s, seat)
    if r.gain[number] >> TAGS:
        assemble(r, s, seat)
    s.paid = due - short
    return r.choose_payment and s.paid != 0 and gold_of(s.tokens[seat]) > 0


@compiled
def bring_time(s: Any, seat: Any) -> None:
    """M10. Give a time token for the first card with the time icon; nobody ever has two."""
    if s.tokens[seat] < TIME:
        s.tokens[seat] += TIME
        s.bank -= TIME


@compiled
def assemble(r: Any, s: Any, seat: Any) -> None:
    """M13. Give the Avengers tile for three tags; strictly more tags than its holder's take it over, points and all."""
    tags = s.gains[seat] >> TAGS
    if tags < r.tile_tags or s.tile == seat:
        return
    if s.tile != NOBODY:
        if tags <= s.gains[s.tile] >> TAGS:
            return
        s.gains[s.tile] -= r.tile_points << POINTS
    s.gains[seat] += r.tile_points << POINTS
    s.tile = seat


@compiled
def close_hand(s: Any, seat: Any, i: Any) -> None:
    """S16. Close the gap that a card bought from the hand left."""
    while i < 2:
        s.hand[seat, i] = s.hand[seat, i + 1]
        i += 1
    s.hand[seat, 2] = NO_CARD
    s.held[seat] -= 1


@compiled
def swap(s: Any, seat: Any, colour: Any) -> Any:
    """S18. Put gold in place of one token just paid, colours in rising order; return whether another could follow."""
    one = 1 << 8 * colour
    s.tokens[seat] += one - GOLD
    s.bank += GOLD - one
    s.paid = (s.paid - one) & -one
    return s.paid != 0 and gold_of(s.tokens[seat]) > 0


@compiled
def play(r: Any, s: Any, action: Any) -> None:
    """Play a legal action of the seat whose turn it is."""
    seat = s.seat
    visit = 0
    swappable = False
    if s.phase == PLAY:
        s.passes = s.passes + 1 if action == PASS else 0
    if action < RESERVE:
        take(s, seat, action)
    elif action < BUY:
        reserve(
            s, seat, leave(s, action - RESERVE) if action < RESERVE_DECK else draw(r, s, action - RESERVE_DECK) | BLIND
        )
    elif action < RETURN:
        i = action - BUY_HAND
        swappable = buy(r, s, seat, leave(s, action - BUY) if i < 0 else s.hand[seat, i])
        if i >= 0:
            close_hand(s, seat, i)
    elif action < NOBLE:
        token = 1 << 8 * (action - RETURN)
        s.bank += token
        s.tokens[seat] -= token
    elif action < PASS:
        visit = 1 << (action - NOBLE)
    elif action > PASS:
        swappable = swap(s, seat, action - SWAP)
    if swappable:
        s.phase = PAYING
    else:
        settle(r, s)
        end_turn(r, s, visit)


# The end of a turn, and of the match


@compiled
def end_turn(r: Any, s: Any, visit: Any) -> None:
    """S23–S25. Return what is over ten; then one noble visits, chosen (`visit`, a bit) where several could."""
    seat = s.seat
    if sum_all(s.tokens[seat]) > r.token_limit:
        s.phase = RETURNING
        return
    places = visit if visit != 0 else visitors(s, seat)
    if places & (places - 1):
        s.phase = CHOOSING
        return
    if places != 0:
        welcome(r, s, seat, lowest(places))
    next_turn(r, s)


@compiled
def welcome(r: Any, s: Any, seat: Any, place: Any) -> None:
    """S26. Give the noble's points to the seat; nobody replaces the noble."""
    s.visited[seat] |= 1 << ((s.nobles[place] >> CARD_SHIFT) - 1)
    s.gains[seat] += r.noble_points << POINTS
    s.nobles[place] = NO_NOBLE


@compiled
def next_turn(r: Any, s: Any) -> None:
    """S22, S27, M15, M17. Go to the next seat; at the end of a round the match ends if anybody meets the goal then."""
    s.phase = PLAY
    s.turns += 1
    seat = s.seat + 1
    if seat == s.seats:
        seat = 0
    s.seat = seat
    if s.passes == s.seats:
        s.phase = OVER
    elif seat == s.first:
        for other in range(s.seats):
            if meets_goal(r, s, other):
                s.phase = OVER


@compiled
def meets_goal(r: Any, s: Any, seat: Any) -> Any:
    """S27, S31, M14. Points, a bonus of each colour, the time token; Splendor asks zero of the last two."""
    return (
        points(s, seat) >= r.goal_points
        and s.tokens[seat] >= r.goal_time * TIME
        and at_least(s.gains[seat], r.goal_bonus) == 31
    )


@compiled
def points(s: Any, seat: Any) -> Any:
    """Return the points of a seat: cards, nobles, the tile."""
    return (s.gains[seat] >> POINTS) & 0xFF


@compiled
def standing(r: Any, s: Any, seat: Any) -> Any:
    """S28–S30, M16, M19. Rank by this: meets the goal, points, holds the tile, fewest cards; equals share."""
    cards = (s.gains[seat] >> ONE_CARD) & 0xFF
    return meets_goal(r, s, seat) << 24 | points(s, seat) << 16 | (s.tile == seat) << 8 | (127 - cards)


# Beyond the rules: random play, and dealing anew what a seat can't see


@compiled
def next_random(rng: Any) -> Any:
    """Return the next state of the fast generator of random play; matches draw from their key, never from this."""
    return rng * 6364136223846793005 + 1442695040888963407


@compiled
def pick(rng: Any, bound: Any) -> Any:
    """Return a uniform 0 ... bound - 1 from a state of the fast generator."""
    return (((rng ^ (rng >> 29)) >> 20 & 0x7FFFFFFF) * bound) >> 31


@compiled
def rekey(s: Any, key0: Any, key1: Any) -> None:
    """Change the key: all decks get another order."""
    s.key0, s.key1 = key0, key1
    for level in range(LEVELS):
        look_ahead(s, level, count(s.deck[level]))


@compiled
def unknown(r: Any, s: Any, seat: Any, owner: Any, i: Any) -> Any:
    """S21. Return whether a card in the owner's hand is hidden from a seat: reserved blind, or played from memory."""
    return owner != seat and (s.hand[owner, i] & BLIND != 0 or not r.stay_visible)


@compiled
def redeal(r: Any, s: Any, seat: Any, key0: Any, key1: Any) -> None:
    """Make a world that the seat can't tell from this one: put unknown cards back into their decks, deal them anew."""
    for owner in range(s.seats):
        for i in range(s.held[owner]):
            if unknown(r, s, seat, owner, i):
                number = number_of(s.hand[owner, i])
                level = card_level(number)
                s.deck[level] |= 1 << (number - FIRST_CARD[level])
    rekey(s, key0, key1)
    for owner in range(s.seats):
        for i in range(s.held[owner]):
            if unknown(r, s, seat, owner, i):
                card = s.hand[owner, i]
                number = number_of(card)
                kept = s.open
                s.hand[owner, i] = draw(r, s, card_level(number)) | card & BLIND
                s.open = kept  # the decks hold as many cards as before
