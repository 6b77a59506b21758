"""The net's first thought in thousands of positions at once, for datasets: the opinion of `net`, in a loop."""

from __future__ import annotations

from typing import Any

from jeton.bots.splendor.deadlock import LOCKED
from jeton.bots.splendor.net import evaluate
from jeton.bots.splendor.tree import name
from jeton.core.bits import count, lowest, nth
from jeton.core.jit import entry_point
from jeton.games.splendor.compiled import position_in, ruleset_in
from jeton.games.splendor.rules import next_random, pick

__all__ = ["think_many"]


@entry_point
def think_many(
    ruleset: Any, words: Any, legal: Any, wanted: Any, weights: Any, room: Any, names: Any, logits: Any, chances: Any,
    chance: Any, actions: Any,
) -> None:  # fmt: skip
    """Write the action that the net likes best in each position that is wanted; the others stay as they are.

    The net sees nothing that the mover can't, so nothing has to be dealt again. Every position is the first one of the
    scratch space, so that the sums of the first layer are those of a position that is looked at alone.
    """
    r = ruleset_in(ruleset)
    known, sums = room[0][3], room[0][4]
    for i in range(words.shape[0]):
        if not wanted[i]:
            continue
        rest = legal[i]
        if rest & (rest - 1) == 0:
            actions[i] = lowest(rest)
            continue
        s = position_in(words[i])
        if s.turns >= LOCKED * s.seats:  # every other time a way out: see `deadlock`
            chance[i] = next_random(chance[i])
            if not chance[i] >> 40 & 1:
                chance[i] = next_random(chance[i])
                actions[i] = nth(rest, pick(chance[i], count(rest)))
                continue
        for q in range(known.shape[1]):
            known[s.seat, q] = 0
        for j in range(sums.shape[1]):
            sums[s.seat, j] = weights[2][j]
        name(s, rest, names)
        evaluate(r, s, weights, room, rest, names, logits, chances)
        best = lowest(rest)
        while rest != 0:
            action = lowest(rest)
            rest &= rest - 1
            one, other = names[action], names[best]
            if logits[one] > logits[other] or (logits[one] == logits[other] and one < other):
                best = action
        actions[i] = best
