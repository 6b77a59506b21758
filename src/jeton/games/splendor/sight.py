"""What a viewer gets of a position: two records, and the only functions that fill them.

`sight` holds what everybody may know, `insight` what a seat knows beyond that. `view.py` makes structs of them and
`view_json.py` writes their JSON; neither looks at the position itself.
"""

from __future__ import annotations

import math
from types import SimpleNamespace
from typing import Any

import numpy as np

from jeton.core.bits import count
from jeton.core.jit import entry_point, reader
from jeton.games.splendor import compiled, rules
from jeton.games.splendor.affordability import measure
from jeton.games.splendor.cards import card_level, number_of
from jeton.games.splendor.gems import FIVE, amount, sum_all
from jeton.games.splendor.rules import NOBODY, PLACES, RETURNING, TAGS
from jeton.games.splendor.ruleset import BLIND, LEVELS

__all__ = [
    "EVERYBODY_KNOWS",
    "HANDS",
    "INSIGHT",
    "INSIGHT_WORDS",
    "OWN",
    "SEEN",
    "SIGHT",
    "SIGHT_WORDS",
    "insight",
    "sight",
]

SEATS, HAND, TOKENS = 4, 3, 7

SIGHT = np.dtype(
    (
        np.record,
        [
            ("phase", "i8"),
            ("turn", "i8"),
            ("first", "i8"),
            ("turns", "i8"),
            ("passes", "i8"),
            ("tile", "i8"),
            ("refill", "i8"),
            ("owed", "i8"),  # tokens to return
            ("bank", "i8", TOKENS),
            ("paid", "i8", FIVE),
            ("market", "i8", PLACES),  # numbers of cards, 0 for an empty place
            ("decks", "i8", LEVELS),  # how many cards are left
            ("nobles", "i8", 5),
            # of each seat:
            ("tokens", "i8", (SEATS, TOKENS)),
            ("bonuses", "i8", (SEATS, FIVE)),
            ("points", "i8", SEATS),
            ("tags", "i8", SEATS),
            ("meets_goal", "i8", SEATS),
            ("bought", "i8", (SEATS, 3)),  # a bit per card, as in a position
            ("visits", "i8", SEATS),  # a bit per noble
            ("held", "i8", SEATS),  # cards in hand
            ("levels", "i8", (SEATS, HAND)),  # of the cards in hand
            ("known", "i8", (SEATS, HAND)),  # their numbers, 0 for those that not everybody knows
            ("blind", "i8", (SEATS, HAND)),  # whether they were reserved from a deck
        ],
    )
)
"""What everybody may know."""

INSIGHT = np.dtype(
    (
        np.record,
        [
            ("hands", "i8", (SEATS, HAND)),  # numbers of the cards in hand, 0 for those that the viewer may not know
            ("plans", "i8"),  # what `affordability.measure` says of the viewer
            ("nobles_left", "i8", 5),
            ("prices", "i8", PLACES),
            ("hand_prices", "i8", HAND),
            ("moves", "i8"),  # the legal actions if it is the viewer's turn; the caller who wants a view sets them
        ],
    )
)
"""What a seat knows beyond that."""

SIGHT_WORDS, INSIGHT_WORDS = SIGHT.itemsize // 8, INSIGHT.itemsize // 8

sight_in, insight_in = reader(SIGHT), reader(INSIGHT)


def _words(record: Any, name: str, seat: int | None = None) -> Any:
    """Return where a field lies among the words of its record: a number, or a slice if it has several."""
    first, shape = record.fields[name][1] // 8, record[name].shape
    if seat is not None:
        shape = shape[1:]
        first += seat * math.prod(shape)
    return slice(first, first + math.prod(shape)) if shape else first


def _places(record: Any) -> SimpleNamespace:
    """Return where each field lies; for a field that each seat has, one place a seat."""
    found = {}
    for name in record.names:
        if name in EACH_SEAT:
            found[name] = tuple(_words(record, name, seat) for seat in range(SEATS))
        else:
            found[name] = _words(record, name)
    return SimpleNamespace(**found)


EACH_SEAT = (*SIGHT.names[SIGHT.names.index("tokens") :], "hands")  # type: ignore[index, union-attr]
SEEN, OWN = _places(SIGHT), _places(INSIGHT)
"""Where the words of each field are: `out[SEEN.bank]`, `out[SEEN.tokens[seat]]`."""
EVERYBODY_KNOWS, HANDS = _words(SIGHT, "known"), _words(INSIGHT, "hands")
"""Where the cards in all hands are, in both records."""


@entry_point
def sight(ruleset: Any, words: Any, out: Any) -> None:
    """Copy what everybody may know into a `SIGHT` of zeros."""
    r, s, o = compiled.ruleset_in(ruleset), compiled.position_in(words), sight_in(out)
    o.phase, o.turn, o.first, o.turns = s.phase, s.seat, s.first, s.turns
    o.passes, o.tile, o.refill = s.passes, s.tile, s.refill
    if s.phase == RETURNING:
        o.owed = sum_all(s.tokens[s.seat]) - r.token_limit
    for i in range(TOKENS):
        o.bank[i] = amount(s.bank, i)
    for i in range(FIVE):
        o.paid[i] = amount(s.paid, i)
        o.nobles[i] = number_of(s.nobles[i])
    for i in range(PLACES):
        o.market[i] = number_of(s.market[i])
    for i in range(LEVELS):
        o.decks[i] = count(s.deck[i])
    for seat in range(s.seats):
        for i in range(TOKENS):
            o.tokens[seat, i] = amount(s.tokens[seat], i)
        for i in range(FIVE):
            o.bonuses[seat, i] = amount(s.gains[seat], i)
        o.points[seat] = rules.points(s, seat)
        o.tags[seat] = s.gains[seat] >> TAGS
        o.meets_goal[seat] = rules.meets_goal(r, s, seat)
        for i in range(3):
            o.bought[seat, i] = s.bought[seat, i]
        o.visits[seat] = s.visited[seat]
        o.held[seat] = s.held[seat]
        for i in range(s.held[seat]):
            number = number_of(s.hand[seat, i])
            o.levels[seat, i] = 1 + card_level(number)
            if not rules.unknown(r, s, NOBODY, seat, i):
                o.known[seat, i] = number
            o.blind[seat, i] = s.hand[seat, i] & BLIND != 0


@entry_point
def insight(ruleset: Any, words: Any, viewer: Any, out: Any) -> None:
    """Copy what a seat may know beyond that into an `INSIGHT` of zeros, all but the moves."""
    r, s, o = compiled.ruleset_in(ruleset), compiled.position_in(words), insight_in(out)
    for seat in range(s.seats):
        for i in range(s.held[seat]):
            if not rules.unknown(r, s, viewer, seat, i):
                o.hands[seat, i] = number_of(s.hand[seat, i])
    measure(r, s, viewer, o)
