"""Search in a game of chance and hidden cards: one tree of moves, a new deal for every walk through it.

`puct` asks a net at the end of each walk, `uct` plays on at random; `tree` says how both walk.
"""

from __future__ import annotations

from typing import Any

from jeton.bots.splendor.net import Weights, evaluate
from jeton.bots.splendor.tree import NONE, Room, Tree, credit, deal, grow, share_out, turn, walk
from jeton.core.bits import count, lowest, nth
from jeton.core.jit import entry_point
from jeton.games.splendor.compiled import look
from jeton.games.splendor.rules import OVER, POSITION, legal, next_random, pick, play

__all__ = ["Room", "Tree", "opinion", "puct", "uct"]

LONGEST = 400
"""Turns after which random play is scored as it stands; if nobody can reach the goal it would never end."""


def opinion(ruleset: Any, words: Any, weights: Weights, room: Any, logits: Any, chances: Any) -> None:
    """Write the net's opinion alone: logits of the legal actions (others stay), chances relative to the mover."""
    seat = int(words.view(POSITION)[0]["seat"])
    net = (weights, room, logits, chances)
    puct(words, seat, 1, Tree(1, 1).arrays, Room(ruleset).arrays, net, 0, 1.0, 0.0, 1.0, 0.0)


@entry_point
def puct(
    root: Any,
    seat: Any,
    simulations: Any,
    tree: Any,
    room: Any,
    net: Any,
    seed: Any,
    c: Any,
    fpu: Any,
    heat: Any,
    fresh: Any,
) -> Any:
    """Walk through the tree so many times, asking the net at the end of each walk; return the last state of chance.

    `net` holds its weights, its scratch space, and where it writes its opinion: logits, chances.
    """
    ruleset, rules, words, position, path, names, result = room
    weights, scratch, logits, chances = net
    nodes, edges, _ = tree
    r, s = rules[0], position[0]
    begin, _, _ = look(ruleset, root)
    rng = seed
    for _ in range(simulations):
        rng = deal(ruleset, words, root, seat, rng)
        node, depth, actions = walk(ruleset, words, s, begin, tree, path, names, c, fpu, fresh, False)
        if actions == 0:
            share_out(r, s, result)
        else:
            evaluate(r, s, weights, scratch, actions, names, logits, chances)
            turn(chances, s.seat, s.seats, result)
            if node != NONE:
                grow(node, actions, names, logits, heat, tree)
                nodes[node].guess = chances[0]
        credit(edges, path, depth, result)
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
