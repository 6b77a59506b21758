"""The greedy bot's choice in thousands of positions at once, for datasets: the judgement of `scoring`, in a loop."""

from __future__ import annotations

from typing import Any

from jeton.bots.splendor.deadlock import LOCKED
from jeton.bots.splendor.scoring import observe, score
from jeton.core.bits import count, lowest, nth
from jeton.core.jit import entry_point
from jeton.games.splendor.compiled import position_in, ruleset_in
from jeton.games.splendor.rules import next_random, pick

__all__ = ["choose_many"]


@entry_point
def choose_many(
    ruleset: Any, words: Any, legal: Any, wanted: Any, weights: Any, notes: Any, chance: Any, actions: Any
) -> None:
    """Write the best action of each position that is wanted, ties by its chance; the others stay as they are.

    The judgement reads nothing that the mover can't see, so nothing has to be dealt again.
    """
    r = ruleset_in(ruleset)
    for i in range(words.shape[0]):
        if not wanted[i]:
            continue
        rest = legal[i]
        best = rest
        if rest & (rest - 1) != 0:
            s = position_in(words[i])
            chance[i] = next_random(chance[i])
            if s.turns < LOCKED * s.seats or chance[i] >> 40 & 1:  # else a way out: see `deadlock`
                best, most = 0, -1e300
                observe(r, s, weights, notes)
                while rest != 0:
                    action = lowest(rest)
                    rest &= rest - 1
                    value = score(r, s, weights, notes, action)
                    if value > most:
                        best, most = 1 << action, value
                    elif value == most:
                        best |= 1 << action
        chance[i] = next_random(chance[i])
        actions[i] = nth(best, pick(chance[i], count(best)))
