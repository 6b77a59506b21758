"""What a bot level overlooks, and how it wavers: compiled, so that it errs alike on a server and in a browser.

The caller gives chance as numbers of 32 bits, in a fixed order.
"""

from __future__ import annotations

from typing import Any

from jeton.core.exact import exp
from jeton.core.jit import compiled, entry_point
from jeton.games.splendor.compiled import position_in, ruleset_in
from jeton.games.splendor.gems import COLOURS, gold_of, minus, total
from jeton.games.splendor.moves import PASS
from jeton.games.splendor.rules import PLACES, PLAY, legal
from jeton.games.splendor.ruleset import NO_CARD, NO_NOBLE

__all__ = ["CHANCES", "DRAWS", "overlook", "waver"]

CHANCES = 6
"""A bot level's chances: to overlook a card of each level of the market; to overlook, beyond that, what is far from
paid; to forget the bonuses of a colour; to play as if alone."""
NEAR, FORGETS, ALONE = 3, 4, 5
DRAWS = PLACES + 5 + 1
"""How many numbers `overlook` needs: for each place of the market, each colour, and whether it looks at the others."""

A_TURN = 3
"""Tokens that a turn brings."""
ALIKE = 4.0
"""Moves whose weights are further apart than this never look alike to a bot level that wavers."""
WHOLE = 4294967296.0


@compiled
def happens(draw: Any, chance: Any) -> Any:
    """Return whether a number of 32 bits says that something of this chance happens."""
    return draw / WHOLE < chance


@entry_point
def overlook(ruleset: Any, words: Any, chances: Any, draws: Any, seen: Any) -> None:
    """Change a position to what a bot level sees this time: without the cards it overlooks and the bonuses it forgets.

    It sees everything when it does not choose an action of a turn, and when it could otherwise only pass.
    """
    for i in range(words.shape[0]):
        seen[i] = words[i]
    r, s = ruleset_in(ruleset), position_in(seen)
    if s.phase != PLAY:
        return
    overlook_cards(s, chances, draws)
    for colour in range(5):
        if happens(draws[PLACES + colour], chances[FORGETS]):
            s.gains[s.seat] &= ~(0xFF << 8 * colour)
    if happens(draws[PLACES + 5], chances[ALONE]):
        for i in range(5):
            s.nobles[i] = NO_NOBLE
        for seat in range(s.seats):
            if seat != s.seat:
                s.tokens[seat] = 0
                s.gains[seat] &= ~COLOURS
    if legal(r, s) >> PASS & 1:
        for i in range(words.shape[0]):
            seen[i] = words[i]


@compiled
def overlook_cards(s: Any, chances: Any, draws: Any) -> None:
    """Take away the cards that go unseen: any, the dear ones first, and those that are far from paid."""
    tokens = s.tokens[s.seat]
    power = (tokens & COLOURS) + (s.gains[s.seat] & COLOURS)
    for place in range(PLACES):
        short = total(minus(s.market[place] & COLOURS, power)) - gold_of(tokens)
        chance = chances[place // 4]
        if short > A_TURN:
            chance = 1.0 - (1.0 - chance) * (1.0 - chances[NEAR])
        if happens(draws[place], chance):
            s.market[place] = NO_CARD
            s.open &= ~(1 << place)


@entry_point
def waver(logits: Any, heat: Any, draw: Any) -> Any:
    """Return the best weighted action; with a heat, one of those that look alike, each as likely as its weight."""
    best = 0
    for i in range(logits.shape[0]):
        if logits[i] > logits[best]:
            best = i
    if heat <= 0.0:
        return best
    whole = 0.0
    for i in range(logits.shape[0]):
        if logits[i] >= logits[best] - ALIKE:
            whole += weight(logits[i], logits[best], heat)
    point, chosen = draw / WHOLE * whole, best
    for i in range(logits.shape[0]):
        if logits[i] >= logits[best] - ALIKE:
            chosen = i
            point -= weight(logits[i], logits[best], heat)
            if point < 0.0:
                break
    return chosen


@compiled
def weight(logit: Any, best: Any, heat: Any) -> Any:
    """Return how likely a move is compared with the best one."""
    return exp((float(logit) - float(best)) / heat)
