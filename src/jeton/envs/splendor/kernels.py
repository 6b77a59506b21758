"""Many matches in arrays: what `jeton.envs.batch` and the codec call. Arrays in, numbers out; each works on a range.

A match has a row in every array, and a number: the deal is a function of the batch's seed and that number alone. In a
batch of 100, the match whose number is 100 higher replaces one that has ended.
"""

from __future__ import annotations

from typing import Any

from jeton.core.bits import count, lowest, nth
from jeton.core.jit import compiled, entry_point, shared
from jeton.core.turns import CALLER, all_done, hand_in, lie_down, take
from jeton.games.splendor import rules
from jeton.games.splendor.compiled import position_in, ruleset_in
from jeton.games.splendor.features import WIDE, feature_count, observe, to_action, to_wide
from jeton.games.splendor.moves import ACTIONS
from jeton.games.splendor.rules import OVER, PLAY, WORDS
from jeton.games.splendor.seen import write_seen

__all__ = ["ACTIONS", "WIDE", "WORDS", "feature_count", "name", "observe_one", "refused", "sample", "see", "step"]

EACH, SEVENS, DIAGONAL = 0x0101010101010101, 0x7F7F7F7F7F7F7F7F, 0x0040201008040201
"""A one in each byte; all below its highest bit; and the k-th bit of the k-th byte, but for the highest."""

WIN, POINTS = range(2)
"""What earns a reward: a share of the win at the end; or points, as they come."""

GIVEN, ONE, OTHER, DRAW, DEAL = range(5)
"""How a batch goes on: by the actions in a row, those given or one of two samples; by some that it draws first; or it
deals all matches anew."""
HOW, STEPS, SEED, AHEAD, BEHIND = range(5)
"""The orders of a batch: how it goes on, for how many steps; what fixes the deals; into which row it already draws the
next sample, 0 for none; whether somebody took the one that the last step drew."""

PLAYED, ENDED, CUT = range(3)
"""How a step left the match: going on; ended; scored as it stood, at the limit of its turns."""


@compiled
def tell(r: Any, s: Any, i: Any, wide: Any, legal: Any, movers: Any, masks: Any) -> None:
    """Write whose turn it is in a match, and what that seat may do."""
    actions = rules.legal(r, s)
    legal[i] = actions
    movers[i] = s.seat
    if wide:
        for j in range(masks.shape[1]):
            masks[i, j] = 0
        left = actions
        while left != 0:
            at = to_wide(s, lowest(left))
            masks[i, at >> 3] |= 1 << 8 * (at & 7)
            left &= left - 1
    else:
        for j in range(8):
            masks[i, j] = spread((actions >> 8 * j) & 0xFF)


@compiled
def spread(byte: Any) -> Any:
    """Return eight bits as so many bytes, each 0 or 1, in one word."""
    apart = (byte & 127) * EACH & DIAGONAL
    return (apart + SEVENS >> 7) & EACH | byte >> 7 << 56


@shared
def show(r: Any, s: Any, i: Any, wide: Any, legal: Any, movers: Any, masks: Any, features: Any) -> None:
    """Write what the seat to move sees of a match and may do in it; no features if there is no room for them."""
    tell(r, s, i, wide, legal, movers, masks)
    if features.shape[1] > 0:
        write_seen(r, s, features[i])


@compiled
def allowed(s: Any, action: Any, wide: Any, legal: Any) -> Any:
    """Return whether an action is one of the legal ones."""
    if not wide:
        return 0 <= action < ACTIONS and legal >> action & 1 != 0
    if action < 0 or action >= WIDE:
        return False
    narrow = to_action(s, action)
    return legal >> narrow & 1 != 0 and to_wide(s, narrow) == action


@entry_point
def refused(words: Any, actions: Any, lo: Any, hi: Any, wide: Any, legal: Any) -> Any:
    """Return the first match of a range whose action is not legal, -1 if all are."""
    for i in range(lo, hi):
        if not allowed(position_in(words[i]), actions[i], wide, legal[i]):
            return i
    return -1


@entry_point
def step(
    turns: Any, parts: Any, orders: Any, ruleset: Any, words: Any, numbers: Any, seats: Any, wide: Any, legal: Any,
    movers: Any, masks: Any, features: Any, actions: Any, chance: Any, later: Any, limit: Any, reward: Any,
    rewards: Any, ended: Any, final: Any, thread: Any, looks: Any,
) -> Any:  # fmt: skip
    """Do parts of what `orders` say, together with other threads: see `jeton.envs.threads.Work`. Actions must be legal.

    Numba compiles one entry point for all orders in half the time of two.
    """
    r, each = ruleset_in(ruleset), parts.shape[1]
    while True:
        part = take(turns, parts, thread, 0 if thread == CALLER else looks)
        if part >= 0:
            finished = 0
            for _ in range(orders[STEPS]):
                for i in range(parts[part // each, part % each, 0], parts[part // each, part % each, 1]):
                    finished += advance(
                        r, i, orders, words, numbers, seats, wide, legal, movers, masks, features, actions, chance,
                        later, limit, reward, rewards, ended, final,
                    )  # fmt: skip
            if hand_in(turns, parts, thread, finished) and thread != CALLER:
                return True
        elif thread == CALLER:
            return all_done(turns, parts, looks)
        elif lie_down(turns, parts, thread):
            return False


@compiled
def advance(
    r: Any, i: Any, orders: Any, words: Any, numbers: Any, seats: Any, wide: Any, legal: Any, movers: Any, masks: Any,
    features: Any, actions: Any, chance: Any, later: Any, limit: Any, reward: Any, rewards: Any, ended: Any, final: Any,
) -> Any:  # fmt: skip
    """Play an action in a match, or deal it anew; return whether it ended."""
    s, how = position_in(words[i]), orders[HOW]
    if orders[BEHIND]:
        chance[i] = later[i]
    finished = False
    if how == DEAL:
        nothing(i, seats, rewards, ended)
    else:
        if how == DRAW:
            action = drawn(i, legal[i], chance)
        else:
            action = to_action(s, actions[how, i]) if wide else actions[how, i]
        finished = played(r, s, i, action, seats, limit, reward, rewards, ended, final)
        if finished:
            numbers[i] += words.shape[0]
    if finished or how == DEAL:
        rules.set_up(r, s, seats, orders[SEED], numbers[i])
    show(r, s, i, wide, legal, movers, masks, features)
    if orders[AHEAD] > 0:
        later[i] = chance[i]
        action = drawn(i, legal[i], later)
        actions[orders[AHEAD], i] = to_wide(s, action) if wide else action
    return finished


@compiled
def nothing(i: Any, seats: Any, rewards: Any, ended: Any) -> None:
    """Write that the match goes on, and has brought nobody anything."""
    ended[i] = PLAYED
    for seat in range(seats):
        rewards[i, seat] = 0


@compiled
def played(
    r: Any, s: Any, i: Any, action: Any, seats: Any, limit: Any, reward: Any, rewards: Any, ended: Any, final: Any
) -> Any:
    """Play an action of the rules in a match and write its rewards; return whether the match has ended."""
    nothing(i, seats, rewards, ended)
    if reward == POINTS:
        for seat in range(seats):
            rewards[i, seat] = -rules.points(s, seat)
    rules.play(r, s, action)
    if reward == POINTS:
        for seat in range(seats):
            rewards[i, seat] += rules.points(s, seat)
    over = s.phase == OVER
    if not over and s.turns < limit:
        return False
    ended[i] = ENDED if over else CUT
    share(r, s, i, reward, rewards, final)
    return True


@shared
def share(r: Any, s: Any, i: Any, reward: Any, rewards: Any, final: Any) -> None:
    """Keep the points of a finished match, and give those who won it their share."""
    best, winners = -1, 0
    for seat in range(s.seats):
        final[i, seat] = rules.points(s, seat)
        rank = rules.standing(r, s, seat)
        if rank > best:
            best, winners = rank, 1
        elif rank == best:
            winners += 1
    if reward == WIN:
        for seat in range(s.seats):
            if rules.standing(r, s, seat) == best:
                rewards[i, seat] = 1.0 / winners


@entry_point
def sample(words: Any, legal: Any, lo: Any, hi: Any, wide: Any, chance: Any, actions: Any) -> None:
    """Write a random legal action for each match of a range."""
    for i in range(lo, hi):
        action = drawn(i, legal[i], chance)
        actions[i] = to_wide(position_in(words[i]), action) if wide else action


@entry_point
def name(words: Any, actions: Any) -> None:
    """Name the actions of all these matches by card and noble, in place."""
    for i in range(words.shape[0]):
        actions[i] = to_wide(position_in(words[i]), actions[i])


@compiled
def drawn(i: Any, legal: Any, chance: Any) -> Any:
    """Return a random one of some legal actions, and move the match's chance on."""
    chance[i] = rules.next_random(chance[i])
    return nth(legal, rules.pick(chance[i], count(legal)))


@entry_point
def see(ruleset: Any, words: Any, rows: Any, out: Any) -> None:
    """Write what the seat to move sees in some positions, a row each."""
    r = ruleset_in(ruleset)
    for i in range(rows.shape[0]):
        write_seen(r, position_in(words[rows[i]]), out[i])


# One position, for the codec


@entry_point
def observe_one(ruleset: Any, words: Any, viewer: Any, out: Any) -> None:
    """Write what a seat may know into an array of zeros, as on its turn; this changes the words."""
    r, s = ruleset_in(ruleset), position_in(words)
    s.seat = viewer
    if s.phase == OVER:
        s.phase = PLAY
    observe(r, s, out)


@entry_point
def to_wide_one(words: Any, action: Any) -> Any:
    """Return the card-named action of an action number."""
    return to_wide(position_in(words), action)


@entry_point
def to_action_one(words: Any, wide: Any) -> Any:
    """Return the action number of a card-named action."""
    return to_action(position_in(words), wide)
