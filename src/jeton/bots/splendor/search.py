"""Search in a game of chance and hidden cards: one tree of moves, a new deal for every walk through it.

`read` asks a net at the end of each walk, `uct` plays on at random; `tree` says how both walk.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from jeton.bots.splendor.net import Weights, evaluate
from jeton.bots.splendor.tree import NONE, Scratch, Tree, credit, deal, grow, share_out, turn, walk
from jeton.core.bits import count, lowest, nth
from jeton.core.jit import entry_point
from jeton.games.splendor.compiled import look
from jeton.games.splendor.rules import OVER, POSITION, legal, next_random, pick, play

__all__ = ["Scratch", "Tree", "opinion", "puct", "read", "uct"]

LONGEST = 400
"""Turns after which random play is scored as it stands; if nobody can reach the goal it would never end."""
EVERY_MOVE = -1
"""The mask of all moves."""
NO_SUMS = np.zeros((0, 5))
"""What `read` gets where nobody asks what the lines of each move came to."""


def opinion(ruleset: Any, words: Any, weights: Weights, room: Any, logits: Any, chances: Any) -> None:
    """Write the net's opinion alone: logits of the legal actions (others stay), chances relative to the mover."""
    seat = int(words.view(POSITION)[0]["seat"])
    net = (weights, room, logits, chances)
    puct(words, seat, 1, Tree(1, 1).arrays, Scratch(ruleset).arrays, net, 0, 1.0, 0.0, 1.0, 0.0)


def puct(
    root: Any, seat: Any, simulations: Any, tree: Any, room: Any, net: Any, seed: Any, c: Any, fpu: Any, heat: Any,
    fresh: Any,
) -> Any:  # fmt: skip
    """Read all moves without their sums; return the last state of chance."""
    return read(root, seat, EVERY_MOVE, simulations, tree, room, net, seed, c, fpu, heat, fresh, NO_SUMS)


@entry_point
def read(
    root: Any,
    seat: Any,
    only: Any,
    simulations: Any,
    tree: Any,
    room: Any,
    net: Any,
    seed: Any,
    c: Any,
    fpu: Any,
    heat: Any,
    fresh: Any,
    sums: Any,
) -> Any:
    """Walk through the tree so many times, asking the net at the end of each walk; return the last state of chance.

    At the root only the moves of a mask are walked. `net` holds its weights, its scratch space, and where it writes its
    opinion: logits, chances. `sums` gets, for each of the first edges of the tree, what the walks over it came to for
    each seat, and in its last column the square of what they came to for `seat`. These are the root's edges: its legal
    moves are the same in every deal.
    """
    ruleset, rules, words, position, path, names, result = room
    weights, scratch, logits, chances = net
    nodes, edges, _ = tree
    r, s = rules[0], position[0]
    begin, _, _ = look(ruleset, root)
    rng = seed
    for _ in range(simulations):
        rng = deal(ruleset, words, root, seat, rng)
        node, depth, actions = walk(ruleset, words, s, begin & only, tree, path, names, c, fpu, fresh, False)
        if actions == 0:
            share_out(r, s, result)
        else:
            evaluate(r, s, weights, scratch, actions, names, logits, chances)
            turn(chances, s.seat, s.seats, result)
            if node != NONE:
                grow(node, actions, names, logits, heat, tree)
                nodes[node].guess = chances[0]
        credit(edges, path, depth, result)
        if depth > 0 and path[0] >> 2 < sums.shape[0]:
            first = path[0] >> 2
            for k in range(s.seats):
                sums[first, k] += result[k]
            sums[first, sums.shape[1] - 1] += result[seat] * result[seat]
    return rng


@entry_point
def uct(root: Any, seat: Any, simulations: Any, tree: Any, room: Any, order: Any, seed: Any, c: Any) -> Any:
    """Walk the same way without a net: UCB, then random play to the end; an opponent to measure against."""
    ruleset, rules, words, position, path, names, result = room
    r, s = rules[0], position[0]
    begin, _, _ = look(ruleset, root)
    rng = seed
    for _ in range(simulations):
        rng = deal(ruleset, words, root, seat, rng)
        node, depth, actions = walk(ruleset, words, s, begin, tree, path, names, c, 0.0, 0.0, True)
        if actions != 0 and node != NONE:
            rest = actions
            while rest != 0:  # try new moves in a random order
                rng = next_random(rng)
                order[names[lowest(rest)]] = pick(rng, 1024) / 256.0
                rest &= rest - 1
            grow(node, actions, names, order, 1.0, tree)
        last = s.turns + LONGEST
        while s.phase != OVER and s.turns < last:
            actions = legal(r, s)
            rng = next_random(rng)
            play(r, s, nth(actions, pick(rng, count(actions))))
        share_out(r, s, result)
        credit(tree[1], path, depth, result)
    return rng
