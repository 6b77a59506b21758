"""The entry points: the compiled functions that Python calls; arrays in, numbers out."""

from __future__ import annotations

from typing import Any

import numpy as np

from jeton.core.bits import count, nth
from jeton.core.jit import compiled, entry_point, entry_point_with_arrays, reader
from jeton.games.splendor import rules
from jeton.games.splendor.cards import number_of
from jeton.games.splendor.gems import COLOURS, amount, at_least, gold_of, minus, total
from jeton.games.splendor.moves import BUY, BUY_HAND, PASS, RETURN, TAKE_ALL, TAKE_PAIR
from jeton.games.splendor.rules import OVER, PAYING, POSITION, WORDS
from jeton.games.splendor.ruleset import RULESET

__all__ = ["begin", "look", "order", "perft", "random_matches", "shuffle_unseen", "standings", "step", "verdict"]

VALUES = ("limit", "floor", "hand", "bank", "missing")
"""The numbers that a refusal's words may name, in the order of `verdict`; one below 0 is left out."""

ruleset_in, position_in = reader(RULESET), reader(POSITION)


@entry_point
def begin(ruleset: Any, words: Any, seats: Any, key0: Any, key1: Any) -> Any:
    """Set a position up; return legal actions, phase and seat."""
    r, s = ruleset_in(ruleset), position_in(words)
    rules.set_up(r, s, seats, key0, key1)
    return rules.legal(r, s), s.phase, s.seat


@entry_point
def look(ruleset: Any, words: Any) -> Any:
    """Return the legal actions (a bit mask), the phase and the seat whose turn it is."""
    r, s = ruleset_in(ruleset), position_in(words)
    return rules.legal(r, s), s.phase, s.seat


@entry_point
def step(ruleset: Any, words: Any, action: Any) -> Any:
    """Play a legal action and look: one call from Python a move."""
    r, s = ruleset_in(ruleset), position_in(words)
    rules.play(r, s, action)
    return rules.legal(r, s), s.phase, s.seat


@entry_point
def verdict(ruleset: Any, words: Any, action: Any, colours: Any, done: Any, values: Any) -> Any:
    """Return why an action as spelled is refused, LEGAL (0) if it is not; and the numbers that matter (`VALUES`).

    The number of an action does not say everything. `colours` are the colours that were asked for, one bit each; `done`
    tells the word that ends a payment (1) from a pass (0). A caller who asks about the number alone gives -1 for both.
    """
    r, s = ruleset_in(ruleset), position_in(words)
    left, answer = at_least(s.bank, 1), rules.refuse(r, s, action)
    if action == TAKE_ALL and colours >= 0:
        if answer == rules.LEGAL and colours != left:
            answer = rules.TAKE_ALL_LEFT
        elif answer == rules.TAKE_THREE_LEFT and colours & ~left != 0:
            answer = rules.NOT_IN_BANK
    elif action == PASS and done >= 0 and (done > 0) != (s.phase == PAYING):
        answer = rules.NOT_PAYING if done > 0 else rules.PAY_FIRST
    values[0], values[1], values[2], values[3], values[4] = r.token_limit, r.pair_floor, r.hand_limit, -1, -1
    if TAKE_PAIR <= action < TAKE_PAIR + 5:
        values[3] = amount(s.bank, action - TAKE_PAIR)
    elif BUY <= action < RETURN and answer == rules.CANNOT_PAY:
        card = s.market[action - BUY] if action < BUY_HAND else s.hand[s.seat, action - BUY_HAND]
        values[4] = missing(s, card)
    return answer


@compiled
def missing(s: Any, card: Any) -> Any:
    """Return how many tokens the seat whose turn it is lacks for a card, after its bonuses and its gold."""
    tokens = s.tokens[s.seat]
    cost = minus(card & COLOURS, s.gains[s.seat] & COLOURS)
    return total(minus(cost, tokens & COLOURS)) - gold_of(tokens)


@entry_point
def standings(ruleset: Any, words: Any, out: Any) -> None:
    """Return each seat's number to rank by, and whether it meets the goal."""
    r, s = ruleset_in(ruleset), position_in(words)
    for seat in range(s.seats):
        out[seat] = rules.standing(r, s, seat)


@entry_point
def order(ruleset: Any, words: Any, level: Any, out: Any) -> Any:
    """Write the cards of a deck in the order of drawing and return how many they are; this empties the deck."""
    r, s = ruleset_in(ruleset), position_in(words)
    size = 0
    while s.deck[level] != 0:
        out[size] = number_of(rules.draw(r, s, level))
        size += 1
    return size


@entry_point
def rekey(words: Any, key0: Any, key1: Any) -> None:
    """Give all decks another order."""
    rules.rekey(position_in(words), key0, key1)


@entry_point_with_arrays
def perft(ruleset: Any, words: Any, depth: Any) -> Any:
    """Return how many sequences of `depth` legal moves there are from here."""
    r = ruleset_in(ruleset)
    stack = np.zeros((depth + 1) * WORDS, np.int64)
    left = np.zeros(depth + 1, np.int64)
    stack[:WORDS] = words
    left[0] = rules.legal(r, position_in(stack))
    level = leaves = 0
    while level >= 0:
        actions = left[level]
        if level == depth - 1:
            leaves += count(actions)
            level -= 1
        elif actions == 0:
            level -= 1
        else:
            action = nth(actions, 0)
            left[level] = actions ^ (1 << action)
            level += 1
            stack[level * WORDS : (level + 1) * WORDS] = stack[(level - 1) * WORDS : level * WORDS]
            s = position_in(stack[level * WORDS :])
            rules.play(r, s, action)
            left[level] = rules.legal(r, s)
    return leaves


@compiled
def random_match(r: Any, s: Any, seats: Any, seed: Any, number: Any) -> Any:
    """Play a whole match of uniformly random legal moves, fixed by seed and number; return how many moves it took."""
    rules.set_up(r, s, seats, seed, number)
    rng = rules.next_random(seed ^ (number << 24))
    decisions = 0
    while s.phase != OVER:
        actions = rules.legal(r, s)
        rng = rules.next_random(rng)
        rules.play(r, s, nth(actions, rules.pick(rng, count(actions))))
        decisions += 1
    return decisions


@compiled
def checksum(s: Any) -> Any:
    """Return a number that two final positions share only if they are the same."""
    check = s.turns
    for seat in range(s.seats):
        check = (check * 1000003 + s.gains[seat]) * 1000003 + s.tokens[seat]
    return check


@entry_point_with_arrays
def random_matches(ruleset: Any, seats: Any, matches: Any, seed: Any) -> Any:
    """Play whole random matches, numbered from 0; return decisions, turns, and a checksum of all final positions."""
    r = ruleset_in(ruleset)
    words = np.zeros(WORDS, np.int64)
    s = position_in(words)
    decisions = turns = check = 0
    for number in range(matches):
        decisions += random_match(r, s, seats, seed, number)
        turns += s.turns
        check ^= checksum(s)
    return decisions, turns, check + words[0] * 0  # a record does not keep its array alive: use it once more


@entry_point_with_arrays
def random_checks(ruleset: Any, seats: Any, seed: Any, out: Any) -> None:
    """Return the checksum of each random match from 0 on, to compare with other machines."""
    r = ruleset_in(ruleset)
    words = np.zeros(WORDS, np.int64)
    s = position_in(words)
    for number in range(out.shape[0]):
        random_match(r, s, seats, seed, number)
        out[number] = checksum(s) + words[0] * 0


@entry_point
def shuffle_unseen(ruleset: Any, words: Any, seat: Any, key0: Any, key1: Any) -> None:
    """Deal anew what a seat (-1: a spectator) can't see: the decks, and the others' cards that it does not know."""
    r, s = ruleset_in(ruleset), position_in(words)
    rules.redeal(r, s, seat, key0, key1)
