"""What each move brings its seat, in points: the judgement of the greedy bot and of styles, compiled.

`heuristics.Weights` says what things are worth. `observe` notes the facts once for all moves, in rows of one array: a
row for each card in sight (market, then the mover's hand), rows for the mover, and a row for each noble.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jeton.bots.splendor.heuristics import Weights
from jeton.bots.splendor.tree import name
from jeton.core.bits import lowest
from jeton.core.jit import compiled, entry_point, part, shared
from jeton.games.splendor.cards import number_of
from jeton.games.splendor.compiled import look, position_in, ruleset_in
from jeton.games.splendor.gems import COLOURS as FIVE_COLOURS
from jeton.games.splendor.gems import GOLD, amount, at_least, gold_of, minus, total
from jeton.games.splendor.moves import ACTIONS, BUY, NOBLE, PASS, RESERVE, RESERVE_DECK, RETURN, SWAP, TAKE_ALL
from jeton.games.splendor.rules import NOBODY, PLACES, POINTS, TAGS, TAKEN, meets_goal
from jeton.games.splendor.ruleset import TIME_ICON

__all__ = ["NOTES", "like", "score_moves"]

(
    ENGINE, SAVING, COURTED, FAVOURITE, LATER, PATIENCE, ONE_COLOUR, SECOND, CONTESTED, DISTANT, SPITE, GEM, A_GOLD,
    WASTE, HELD, UNKNOWN, GAUNTLET, TIME_TOKEN, TAG,
) = range(len(Weights._fields))  # fmt: skip
LIMIT = 10
WIN, THEIR_WIN = 100.0, 4.0
"""Meeting the goal outweighs everything else; keeping a rival from it counts much."""
NOTHING = np.int64(-1)
"""Marks that nothing is bought. Give functions constants of 64 bits: Numba would compile them again for a literal."""

HELD_CARDS, COLOURS, TOKENS = 3, 5, 7
CARDS = PLACES + HELD_CARDS
DUE, WORTH, BONUS, BRINGS, TAGGED, TIMED, COST, ALONE = 5, 10, 11, 12, 13, 14, 15, 16
"""A card's row: its cost, what is due of it, its worth to one who saves for it, colour, points, tags, time icon; its
cost as a vector of gems, a word that a number of 64 bits holds exactly; and its worth if no rival could buy it."""
MINE, BONUSES, FIRST_NOBLE = CARDS, CARDS + 1, CARDS + 2
"""The mover's row: power of five colours, gold, whether it is the last round, what the cards promise now, whether it is
noted what they promise with the gold of a reservation, and what they do. Then the
worth of a bonus, whether it is liked, and how much cards ask for the colour. Then what each noble still lacks."""
LAST_ROUND, NOW, NOTED, WITH_GOLD = 6, 7, 8, 9
LIKED, WANTED = 5, 10
HERE = 5
TRIED = FIRST_NOBLE + 5
"""Tokens to try, and power with them."""
TRIED_POWER = TRIED + 1
PATIENT, NARROW = TRIED + 2, TRIED + 3
"""What a promise keeps for so many missing tokens, and for so many beyond the first in one colour."""
WIDTH = 17
"""How long a row is: a card costs fewer tokens."""
PLAIN = NARROW + 1
"""The plain judgement of each action, while a style is asked."""
NOTES = (PLAIN + ACTIONS // WIDTH + 1, WIDTH)
"""The shape of the array of facts."""


@entry_point
def score_moves(ruleset: Any, words: Any, weights: Any, notes: Any, scores: Any) -> None:
    """Write the score of each legal action of the seat to move, at its number."""
    r, s = ruleset_in(ruleset), position_in(words)
    actions, _, _ = look(ruleset, words)
    observe(r, s, weights, notes)
    while actions != 0:
        action = lowest(actions)
        actions &= actions - 1
        scores[action] = score(r, s, weights, notes, action)


@entry_point
def like(ruleset: Any, words: Any, plain: Any, styled: Any, weight: Any, notes: Any, names: Any, logits: Any) -> None:
    """Add to a net's opinion how much more a style likes each card-named action."""
    r, s = ruleset_in(ruleset), position_in(words)
    actions, _, _ = look(ruleset, words)
    name(s, actions, names)
    observe(r, s, plain, notes)
    rest = actions
    while rest != 0:
        action = lowest(rest)
        rest &= rest - 1
        notes[PLAIN + action // WIDTH, action % WIDTH] = score(r, s, plain, notes, action)
    observe(r, s, styled, notes)
    rest = actions
    while rest != 0:
        action = lowest(rest)
        rest &= rest - 1
        more = score(r, s, styled, notes, action) - notes[PLAIN + action // WIDTH, action % WIDTH]
        logits[names[action]] += weight * more


@compiled
def short_of(notes: Any, at: Any, s: Any, seat: Any) -> Any:
    """Return how many tokens a seat lacks to buy a card; zero or less means that it could."""
    short = -gold_of(s.tokens[seat])
    for i in range(COLOURS):
        short += max(0, int(notes[at, i]) - amount(s.tokens[seat], i) - amount(s.gains[seat], i))
    return short


@shared
def observe(r: Any, s: Any, w: Any, notes: Any) -> None:
    """Note the facts: what each card and bonus is worth to the mover."""
    me = s.seat
    tokens, gains = s.tokens[me], s.gains[me]
    last_round = False
    for seat in range(s.seats):
        last_round = last_round or meets_goal(r, s, seat)
    for i in range(COLOURS):
        notes[MINE, i] = amount(tokens, i) + amount(gains, i)
    notes[MINE, 5] = gold_of(tokens)
    notes[MINE, LAST_ROUND] = 1.0 if last_round else 0.0
    notes[MINE, NOTED] = 0.0
    for at in range(CARDS):
        observe_card(r, s, notes, at, gains)
    notes[PATIENT, 0] = notes[NARROW, 0] = 1.0
    for k in range(1, WIDTH):
        notes[PATIENT, k] = notes[PATIENT, k - 1] * w[PATIENCE]
        notes[NARROW, k] = notes[NARROW, k - 1] * w[ONE_COLOUR]
    for k in range(5):
        noble = s.nobles[k]
        there = number_of(noble) != 0
        notes[FIRST_NOBLE + k, HERE] = 1.0 if there else 0.0
        for i in range(COLOURS):
            notes[FIRST_NOBLE + k, i] = max(0, amount(noble, i) - amount(gains, i)) if there else 0
    weigh_bonuses(r, s, w, notes)
    for at in range(CARDS):
        notes[at, ALONE] = notes[at, WORTH] = target(r, s, w, notes, at)
        if at < PLACES and contested(s, notes, at):
            notes[at, WORTH] *= w[CONTESTED]
    for i in range(COLOURS):
        notes[BONUSES, WANTED + i] = 0.0
    for at in range(CARDS):
        if notes[at, WORTH] != 0.0:
            left = sum_of(notes, at, DUE) + 2.0
            share = notes[at, WORTH] / (left * left)
            for i in range(COLOURS):
                notes[BONUSES, WANTED + i] += share * notes[at, DUE + i]
    notes[MINE, NOW] = promise(w, notes, np.int64(MINE), notes[MINE, 5], NOTHING)


@part
def observe_card(r: Any, s: Any, notes: Any, at: Any, gains: Any) -> None:
    """Note a card of the market or of the mover's hand; an empty place is a card of nothing."""
    for k in range(WIDTH):
        notes[at, k] = 0.0
    card = s.market[at] if at < PLACES else s.hand[s.seat, at - PLACES]
    number = number_of(card)
    if number == 0 or (at >= PLACES and at - PLACES >= s.held[s.seat]):
        return
    gain = r.gain[number]
    for i in range(COLOURS):
        notes[at, i] = amount(card, i)
        notes[at, DUE + i] = max(0, amount(card, i) - amount(gains, i))
        if amount(gain, i) > 0:
            notes[at, BONUS] = i
    notes[at, COST] = card & FIVE_COLOURS
    notes[at, BRINGS] = (gain >> POINTS) & 0xFF
    notes[at, TAGGED] = (gain >> TAGS) & 0xFF
    notes[at, TIMED] = 1.0 if r.card[number] & TIME_ICON else 0.0


@part
def sum_of(notes: Any, row: Any, first: Any) -> Any:
    """Return the sum of five numbers of a row."""
    return (
        notes[row, first]
        + notes[row, first + 1]
        + notes[row, first + 2]
        + notes[row, first + 3]
        + notes[row, first + 4]
    )


@part
def weigh_bonuses(r: Any, s: Any, w: Any, notes: Any) -> None:
    """Note, by colour, what a bonus saves on the cards in sight, how far it brings a noble, what the Gauntlet asks."""
    for i in range(COLOURS):
        notes[BONUSES, i] = w[ENGINE]
        notes[BONUSES, LIKED + i] = 0.0
    for at in range(CARDS):
        if notes[at, BRINGS] > 0.0:
            left = sum_of(notes, at, DUE) + 4.0
            share = w[SAVING] * notes[at, BRINGS] / (left * left)
            for i in range(COLOURS):
                if notes[at, DUE + i] > 0.0:
                    notes[BONUSES, i] += share
    for k in range(5):
        row = FIRST_NOBLE + k
        missing = sum_of(notes, row, 0)
        for i in range(COLOURS):
            if notes[row, i] > 0.0:
                notes[BONUSES, i] += w[COURTED] / missing
    most = 0
    for seat in range(s.seats):
        most = max(most, (s.gains[seat] >> POINTS) & 0xFF)
    early = max(0.0, 1.0 - most / r.goal_points)
    if w[FAVOURITE] != 0.0:
        for _ in range(2):
            best, liked = -1.0, 0
            for i in range(COLOURS):
                value = amount(s.gains[s.seat], i) + notes[BONUSES, i]
                if notes[BONUSES, LIKED + i] == 0.0 and value >= best:
                    best, liked = value, i
            notes[BONUSES, LIKED + liked] = 1.0
    for i in range(COLOURS):
        asked = w[GAUNTLET] if amount(s.gains[s.seat], i) < r.goal_bonus else 0.0
        notes[BONUSES, i] = early * notes[BONUSES, i] + asked + w[FAVOURITE] * notes[BONUSES, LIKED + i]


@shared
def points_with(r: Any, s: Any, notes: Any, at: Any) -> Any:
    """Return the points that buying a card brings, with noble and tile."""
    points, bonus = notes[at, BRINGS], int(notes[at, BONUS])
    visited = False
    for k in range(5):
        row = FIRST_NOBLE + k
        if notes[row, HERE] != 0.0:
            visited = visited or sum_of(notes, row, 0) - (1.0 if notes[row, bonus] > 0.0 else 0.0) == 0.0
    if visited:
        points += r.noble_points
    if notes[at, TAGGED] > 0.0 and s.tile != s.seat:
        rival = r.tile_tags - 1 if s.tile == NOBODY else (s.gains[s.tile] >> TAGS) & 0xFF
        if ((s.gains[s.seat] >> TAGS) & 0xFF) + notes[at, TAGGED] > rival:
            points += r.tile_points
    return points


@shared
def gain_of(r: Any, s: Any, w: Any, notes: Any, at: Any) -> Any:
    """Return what buying a card brings."""
    gain = points_with(r, s, notes, at) + notes[BONUSES, int(notes[at, BONUS])] + w[TAG] * notes[at, TAGGED]
    if notes[at, TIMED] != 0.0 and amount(s.tokens[s.seat], 6) < r.goal_time:
        gain += w[TIME_TOKEN]
    return gain


@shared
def target(r: Any, s: Any, w: Any, notes: Any, at: Any) -> Any:
    """Return the worth of a card in sight to a mover who saves for it; 0 for an empty place."""
    if sum_of(notes, at, 0) == 0.0:
        return 0.0
    worth = gain_of(r, s, w, notes, at)
    beyond = 0.0
    for i in range(COLOURS):
        beyond += max(0.0, notes[at, i] - notes[MINE, i] - amount(s.bank, i))
    if beyond > notes[MINE, 5] or sum_of(notes, at, DUE) > LIMIT:
        worth *= w[DISTANT]
    return worth


@part
def contested(s: Any, notes: Any, at: Any) -> Any:
    """Return whether a rival could buy a card next."""
    found = False
    for seat in range(s.seats):
        found = found or (seat != s.seat and short_of(notes, at, s, seat) <= 0)
    return found


@shared
def promise(w: Any, notes: Any, row: Any, gold: Any, bought: Any) -> Any:
    """Return what the cards in sight are worth to a seat with a row's power; `bought` is no longer one of them.

    The five best promises count. It finds them without branches, which no processor would guess well.
    """
    if notes[MINE, LAST_ROUND] != 0.0:
        return 0.0
    power = 0
    for i in range(COLOURS):
        power |= int(notes[row, i]) << 8 * i
    first = second = third = fourth = fifth = 0.0
    for at in range(CARDS):
        worth = notes[at, WORTH]
        if worth == 0.0 or at == bought:
            continue
        lack = minus(int(notes[at, COST]), power)
        short, most = total(lack) - int(gold), 0
        for i in range(COLOURS):
            most = max(most, amount(lack, i))
        if short <= 0:
            short = most = 0
        worth *= notes[PATIENT, short] * notes[NARROW, max(0, most - 1)]
        first, worth = max(worth, first), min(worth, first)
        second, worth = max(worth, second), min(worth, second)
        third, worth = max(worth, third), min(worth, third)
        fourth, worth = max(worth, fourth), min(worth, fourth)
        fifth = max(worth, fifth)
    found, rank = 0.0, w[LATER]
    for best in (first, second, third, fourth, fifth):
        found += rank * best
        rank *= w[SECOND]
    return found


@shared
def score(r: Any, s: Any, w: Any, notes: Any, action: Any) -> Any:
    """Return what an action brings, in points."""
    if BUY <= action < RETURN:
        return buy(r, s, w, notes, action - BUY)
    if NOBLE <= action < PASS:
        return court(s, action - NOBLE)
    for i in range(TOKENS):
        notes[TRIED, i] = amount(s.tokens[s.seat], i)
    if action < RESERVE:
        left = at_least(s.bank, 1)
        for i in range(COLOURS):
            notes[TRIED, i] += (left >> i & 1) if action == TAKE_ALL else amount(TAKEN[action], i)
    elif action < BUY:
        if s.bank & (0xFF * GOLD):
            notes[TRIED, 5] += 1.0
        if action < RESERVE_DECK:
            at = action - RESERVE
            return reserving(s, w, notes, at) - w[HELD] + denied(r, s, w, notes, at)
        return reserving(s, w, notes, NOTHING) + w[UNKNOWN]
    elif action < NOBLE:
        notes[TRIED, action - RETURN] -= 1.0
    elif action >= SWAP:
        notes[TRIED, 5] -= 1.0
        notes[TRIED, action - SWAP] += 1.0
    return holding(s, w, notes)


@shared
def reserving(s: Any, w: Any, notes: Any, at: Any) -> Any:
    """Return the worth of holding the tried tokens with a card in hand that no rival can buy any more.

    For all cards that no rival could have bought, the worth is the same: the function computes it once and notes it.
    """
    if at != NOTHING and notes[at, ALONE] != notes[at, WORTH]:
        before = notes[at, WORTH]
        notes[at, WORTH] = notes[at, ALONE]
        found = holding(s, w, notes)
        notes[at, WORTH] = before
        return found
    if notes[MINE, NOTED] == 0.0:
        notes[MINE, NOTED], notes[MINE, WITH_GOLD] = 1.0, holding(s, w, notes)
    return notes[MINE, WITH_GOLD]


@shared
def holding(s: Any, w: Any, notes: Any) -> Any:
    """Return the worth of holding the tried tokens instead, less those beyond ten."""
    score = 0.0
    beyond = int(sum_of(notes, TRIED, 0) + notes[TRIED, 5] + notes[TRIED, 6]) - LIMIT
    for _ in range(beyond):
        least, last = 1e9, 0
        for i in range(COLOURS):
            if notes[TRIED, i] > 0.0 and notes[BONUSES, WANTED + i] / notes[TRIED, i] < least:
                least, last = notes[BONUSES, WANTED + i] / notes[TRIED, i], i
        notes[TRIED, last] -= 1.0
        score -= w[WASTE]
    tokens, had = s.tokens[s.seat], 0
    for i in range(COLOURS):
        had += amount(tokens, i)
        notes[TRIED_POWER, i] = notes[TRIED, i] + amount(s.gains[s.seat], i)
    score += w[GEM] * (sum_of(notes, TRIED, 0) - had) + w[A_GOLD] * (notes[TRIED, 5] - gold_of(tokens))
    return score + promise(w, notes, np.int64(TRIED_POWER), notes[TRIED, 5], NOTHING) - notes[MINE, NOW]


@part
def buy(r: Any, s: Any, w: Any, notes: Any, at: Any) -> Any:
    """Return the worth of buying a card."""
    tokens, gains, bonus = s.tokens[s.seat], s.gains[s.seat], int(notes[at, BONUS])
    spent = 0.0
    others = True
    for i in range(COLOURS):
        paid = min(notes[at, DUE + i], float(amount(tokens, i)))
        own = 1 if i == bonus else 0
        spent += paid
        notes[TRIED_POWER, i] = notes[MINE, i] - paid + own
        others = others and amount(gains, i) + own >= r.goal_bonus
    gold = sum_of(notes, at, DUE) - spent
    score = (
        gain_of(r, s, w, notes, at)
        + promise(w, notes, np.int64(TRIED_POWER), notes[MINE, 5] - gold, at)
        - notes[MINE, NOW]
    )
    score -= w[GEM] * spent + w[A_GOLD] * gold
    score += w[FAVOURITE] * notes[BONUSES, LIKED + bonus]
    points = ((gains >> POINTS) & 0xFF) + points_with(r, s, notes, at)
    if points >= r.goal_points and others and (notes[at, TIMED] != 0.0 or amount(tokens, 6) >= r.goal_time):
        score += WIN + points
    if at < PLACES:
        score += denied(r, s, w, notes, at)
    return score


@shared
def denied(r: Any, s: Any, w: Any, notes: Any, at: Any) -> Any:
    """Return what the move takes from rivals who could buy the card next, above all if they would meet their goal."""
    lost = 0.0
    for seat in range(s.seats):
        if seat != s.seat and short_of(notes, at, s, seat) <= 0:
            wins = ((s.gains[seat] >> POINTS) & 0xFF) + notes[at, BRINGS] >= r.goal_points
            if wins and notes[MINE, LAST_ROUND] == 0.0:
                lost += THEIR_WIN
            else:
                lost += w[SPITE] * (notes[at, BRINGS] + 0.3)
    return lost / (s.seats - 1)


@part
def court(s: Any, k: Any) -> Any:
    """Prefer the noble that a rival is nearest to: all nobles bring the same."""
    nearest = 1000
    for seat in range(s.seats):
        if seat != s.seat:
            missing = 0
            for i in range(COLOURS):
                missing += max(0, amount(s.nobles[k], i) - amount(s.gains[seat], i))
            nearest = min(nearest, missing)
    return -float(nearest)
