"""The search of budgets in seconds: it walks to several positions, then asks the net about all of them at once.

A net takes half as long for each of a dozen positions as for one alone, because each part of a matrix is read once for
all of them (`core/matmul_many.py`). So a group of walks goes down the tree before the net says anything. Until it does,
each walk counts as lost in every edge of its path, and the next ones go elsewhere. A group of one walk grows the very
tree of `search.read`.

Walking takes half of the time. So `gather` copies a node's legal edges side by side before `best` compares them, all
at once where the processor can, and the next node's edges are on their way while the move to it is played.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from jeton.bots.splendor import net
from jeton.bots.splendor.net import Weights, norm, say
from jeton.bots.splendor.net_many import add_block, in_bytes
from jeton.bots.splendor.tree import (
    ACTIONS,
    MAX_DEPTH,
    NAMES,
    NONE,
    admit,
    credit,
    deal,
    grow,
    named,
    share_out,
    sprout,
    turn,
)
from jeton.core.bits import count, lowest
from jeton.core.int8_matmul import in_line, padded
from jeton.core.jit import entry_point, quotients, shared
from jeton.core.matmul_many import AT_ONCE, SPAN, STRIP, add_rows, dots_many, spell, unlike
from jeton.core.prefetch import prefetch
from jeton.games.splendor.compiled import look, step
from jeton.games.splendor.features import WIDE, to_wide
from jeton.games.splendor.seen import write_seen

__all__ = ["TOGETHER", "read_many", "rooms_many"]

TOGETHER = 2 * AT_ONCE
"""How many walks a group has at most."""
LINE = 64
"""Bytes that memory gives at once."""
FETCHED = 9 * LINE
"""How many bytes of a node's edges are asked for ahead; most nodes have about so many."""


def rooms_many(weights: Weights, seats: int, nodes: int) -> tuple[Any, ...]:
    """Return scratch space for a search of so many nodes with the weights of `net_many.load_many`."""
    features, width = weights[1].shape[0], weights[2].shape[0]
    strips, whole = -(-width // STRIP) * STRIP, padded(width)
    eights, known = in_line(np.zeros(features // 8, np.int64)), in_line(np.zeros((seats, features // 8), np.int64))
    peak = np.zeros(1, np.float32)
    return (
        (
            np.zeros((TOGETHER, 5), np.int64),
            np.zeros((TOGETHER, MAX_DEPTH), np.int64),
            np.zeros((TOGETHER, NAMES), np.int64),
        ),
        (
            np.zeros(WIDE + 1, np.int64),
            np.zeros(WIDE + 1, np.int32),
            np.zeros(WIDE + 1, np.float32),
            np.zeros(WIDE + 1, np.float32),
            np.zeros(WIDE + 1, np.float64),
            np.zeros(WIDE, np.int64),
            np.zeros(nodes, np.int32),
        ),
        (eights.view(np.uint8), eights, known.view(np.uint8), known, in_line(np.zeros((seats, strips), np.int32))),
        (np.zeros(features + 8, np.int64), np.zeros(features + 8, np.int32), np.zeros(features + 8, np.int32)),
        in_line(np.zeros((TOGETHER, strips), np.float32)),
        in_line(np.zeros(width, np.float32)),
        (peak, peak.view(np.int32), np.zeros(TOGETHER, np.float32)),
        (in_line(np.zeros((TOGETHER, whole), np.uint8)), in_line(np.zeros((TOGETHER, whole), np.int32))),
    )


@entry_point
def read_many(
    root: Any,
    seat: Any,
    simulations: Any,
    together: Any,
    tree: Any,
    room: Any,
    opinion: Any,
    seed: Any,
    c: Any,
    fpu: Any,
    heat: Any,
    fresh: Any,
) -> Any:
    """Walk through the tree so many times, `together` walks at a time; return the last state of chance.

    `opinion` is the net of `search.read`, but with the weights of `load_many` and the space of `rooms_many`.
    """
    ruleset, rules, words, position, _, _, result = room
    weights, scratch, logits, chances = opinion
    nodes, edges, _ = tree
    (leaves, paths, names), near = scratch[:2]
    starts = near[6]
    r, s = rules[0], position[0]
    begin, _, _ = look(ruleset, root)
    rng, left = seed, simulations
    while left > 0:
        used = np.int64(0)
        for _ in range(min(together, left)):
            rng = deal(ruleset, words, root, seat, rng)
            node, depth, actions = walk(ruleset, words, s, begin, tree, paths[used], names[used], near, c, fpu, fresh)
            if actions == 0:
                share_out(r, s, result)
                credit(edges, paths[used], depth, result)
            else:
                leaf = leaves[used]
                leaf[0], leaf[1], leaf[2], leaf[3], leaf[4] = node, depth, actions, s.seat, s.seats
                count_lost(edges, paths[used], depth)
                see(r, s, used, weights, scratch)
                used += 1
        left -= min(together, left)
        think(used, weights, scratch)
        for at in range(used):
            node, depth, actions, mover, seats = leaves[at]
            answer(at, seats, actions, names[at], weights, scratch, logits, chances)
            turn(chances, mover, seats, result)
            if node != NONE:
                new = nodes[node].first == NONE
                grow(node, actions, names[at], logits, heat, tree)
                nodes[node].guess = chances[0]
                if new:
                    starts[node] = nodes[node].first
            settle(edges, paths[at], depth, result)
    return rng


@shared
def walk(
    ruleset: Any,
    words: Any,
    s: Any,
    actions: Any,
    tree: Any,
    path: Any,
    names: Any,
    near: Any,
    c: Any,
    fpu: Any,
    fresh: Any,
) -> Any:
    """Play down the tree as `tree.walk` does, to the same end."""
    nodes, edges, used = tree
    which, by_wide, starts = near[0], near[5], near[6]
    fair = 1.0 / s.seats
    node = depth = np.int64(0)  # not a literal: Numba would compile what follows once more for it
    while actions != 0:
        name(s, actions, names, by_wide)
        if node == NONE or depth == path.shape[0]:
            return NONE, depth, actions
        found = gather(edges, nodes[node].first, names, near)
        if found < count(actions):
            if fresh == 0 or nodes[node].first == NONE:
                break
            found = gather(edges, admit(node, actions, names, fresh, tree), names, near)
        chosen = which[best(found, near, nodes[node].guess, fair, c, fpu)]
        path[depth] = chosen << 2 | s.seat
        depth += 1
        action = by_wide[edges[chosen].action]
        node = np.int64(sprout(nodes, edges[chosen], used))
        if node != NONE:
            prefetch(edges, nodes[node].first)
            for back in range(0, FETCHED // edges.itemsize, LINE // edges.itemsize):
                prefetch(edges, starts[node] - back)
        actions, _, _ = step(ruleset, words, action)
    return node, depth, actions


@shared
def name(s: Any, actions: Any, names: Any, by_wide: Any) -> None:
    """Write what `tree.name` writes, and each action at its card-named number."""
    for i in range(ACTIONS, NAMES):
        names[i] = 0
    while actions != 0:
        action = lowest(actions)
        actions &= actions - 1
        wide = to_wide(s, action)
        names[action] = wide
        by_wide[wide] = action
        names[ACTIONS + (wide >> 5)] |= 1 << (wide & 31)


@shared
def gather(edges: Any, first: Any, names: Any, near: Any) -> Any:
    """Copy a node's legal edges side by side; return how many there are."""
    which, visits, values, priors = near[0], near[1], near[2], near[3]
    found, at = 0, np.int64(first)
    while at != NONE:
        edge = edges[at]
        which[found], visits[found], values[found], priors[found] = at, edge.visits, edge.value, edge.prior
        found += named(names, edge.action)  # the next one takes the place of one that is not legal: no branch
        at = np.int64(edge.next)
    return found


@quotients
def best(found: Any, near: Any, guess: Any, fair: Any, c: Any, fpu: Any) -> Any:
    """Return which of the gathered edges to go on with: that of `tree.choose`."""
    visits, values, priors, scores = near[1], near[2], near[3], near[4]
    total, seen = 0, 0.0
    for i in range(found):
        total += visits[i]
        seen += np.float64(priors[i]) * np.float64(visits[i] > 0)
    unknown = (guess - fair) / (1.0 - fair) - fpu * math.sqrt(seen)
    wide, stretch = c * math.sqrt(total + 1.0), 1.0 / (1.0 - fair)
    for i in range(found):
        n = visits[i]
        q = (np.float64(values[i]) / np.float64(max(n, 1)) - fair) * stretch
        scores[i] = (q if n > 0 else unknown) + wide * np.float64(priors[i]) / np.float64(1 + n)
    most, chosen = -1e9, 0
    for i in range(found):
        if scores[i] > most:
            most, chosen = scores[i], i
    return chosen


@shared
def count_lost(edges: Any, path: Any, depth: Any) -> None:
    """Count a walk in every edge of its path as if all had lost."""
    for i in range(depth):
        edges[path[i] >> 2].visits += 1


@shared
def settle(edges: Any, path: Any, depth: Any, result: Any) -> None:
    """Give every edge of a path that was counted as lost what the walk came to."""
    for i in range(depth):
        edges[path[i] >> 2].value += result[path[i] & 3]


@shared
def see(r: Any, s: Any, at: Any, weights: Any, room: Any) -> None:
    """Compute the first layer of a position: that of the last one with the same seat to move, and what differs."""
    features, eights, known, known_eights, sums = room[2]
    index, weight, digits = room[3]
    h, seat = room[4], s.seat
    for q in range(eights.shape[0]):
        eights[q] = 0
    write_seen(r, s, features)
    size = np.int64(0)
    for begin in range(0, features.shape[0], SPAN):
        differ = unlike(features, known[seat], begin)
        while differ != 0:
            i = begin + lowest(differ)
            differ &= differ - 1
            index[size] = i
            weight[size] = (np.int32(features[i]) - np.int32(known[seat, i])) * weights[1][i]
            size += 1
    while size & 3:
        index[size] = 0
        weight[size] = 0
        size += 1
    for q in range(eights.shape[0]):
        known_eights[seat, q] = eights[q]
    less = np.int32(spell(weight, digits, size))
    for begin in range(0, h.shape[1], STRIP):
        add_rows(sums[seat], begin, weights[0], index, weight, digits, less, size)
    for j in range(weights[2].shape[0]):
        h[at, j] = weights[2][j] + np.float32(sums[seat, j]) * net.UNIT


@shared
def think(used: Any, weights: Any, room: Any) -> None:
    """Take so many positions through all blocks; `answer` adds the last one."""
    h, z, (x, out) = room[4], room[5], room[7]
    blocks, whole = weights[6].shape[0] - 1, -(-used // AT_ONCE) * AT_ONCE
    for k in range(blocks):
        for at in range(used):
            if k > 0:
                add_block(k - 1, at, weights, h, room[6][2], out)
            norm(h[at, : z.shape[0]], weights[6], weights[7], k, z)
            in_bytes(z, at, room[6], x)
        dots_many(out[:whole], x[:whole], weights[3], k * out.shape[1] * out.shape[1])


@shared
def answer(at: Any, seats: Any, actions: Any, names: Any, weights: Any, room: Any, logits: Any, chances: Any) -> None:
    """Write what the net says of a position."""
    h, z, out = room[4], room[5], room[7][1]
    blocks = weights[6].shape[0] - 1
    if blocks > 0:
        add_block(blocks - 1, at, weights, h, room[6][2], out)
    norm(h[at, : z.shape[0]], weights[6], weights[7], blocks, z)
    say(z, seats, actions, names, weights, logits, chances)
