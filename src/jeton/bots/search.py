"""Search in a game of chance and hidden cards: one tree of moves, a new deal for every walk through it.

The root is what a seat may know. Every simulation deals anew what that seat can't see, walks down the tree by PUCT
(every seat for itself), and asks the net at its end. Moves are named by card, so that an edge means the same in every
deal; a card that turns up at a node for the first time gets its edge, with the net's opinion of it, when it does.

    node   first edge, log of the sum of its weights, and the mover's chance by the net
    edge   action, prior, visits, sum of the mover's chances, child node, next edge of the same node
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from jeton.bots.net import evaluate
from jeton.core.bits import count, lowest, nth
from jeton.core.jit import compiled, entry_point
from jeton.games.splendor.features import WIDE, to_wide
from jeton.games.splendor.rules import OVER, POSITION, WORDS, legal, next_random, pick, play, redeal, standing
from jeton.games.splendor.ruleset import RULESET

__all__ = ["MAX_DEPTH", "Tree", "opinion", "puct", "uct"]

MAX_DEPTH = 200
NONE = -1


class Tree:
    """Room for a search; the root is node 0."""

    def __init__(self, nodes: int, edges: int) -> None:
        """Room for so many nodes and edges; a full tree still deepens its estimates, but grows no more."""
        self.first = np.full(nodes, NONE, np.int32)
        self.log_sum = np.zeros(nodes, np.float32)
        self.guess = np.zeros(nodes, np.float32)
        self.action = np.zeros(edges, np.int16)
        self.prior = np.zeros(edges, np.float32)
        self.visits = np.zeros(edges, np.int32)
        self.value = np.zeros(edges, np.float32)
        self.child = np.full(edges, NONE, np.int32)
        self.next = np.full(edges, NONE, np.int32)
        self.used = np.zeros(2, np.int64)  # nodes, edges

    def clear(self) -> None:
        """Forget everything."""
        self.used[:] = 0

    @property
    def arrays(self) -> tuple[Any, ...]:
        """As the compiled search takes it."""
        node = (self.first, self.log_sum, self.guess)
        edge = (self.action, self.prior, self.visits, self.value, self.child, self.next)
        return (*node, *edge, self.used)

    def root_edges(self) -> list[tuple[int, int, float, float]]:
        """Action, visits, mean chance and prior of every edge of the root."""
        found, edge = [], int(self.first[0])
        while edge != NONE:
            visits = int(self.visits[edge])
            mean = float(self.value[edge]) / visits if visits else 0.0
            found.append((int(self.action[edge]), visits, mean, float(self.prior[edge])))
            edge = int(self.next[edge])
        return found


@compiled
def share_out(r: Any, s: Any, result: Any) -> None:
    """Each seat's share of the win in a finished match."""
    best, winners = -1, 0
    for seat in range(s.seats):
        rank = standing(r, s, seat)
        if rank > best:
            best, winners = rank, 1
        elif rank == best:
            winners += 1
    for seat in range(s.seats):
        result[seat] = np.float32(1.0 / winners) if standing(r, s, seat) == best else np.float32(0)


@compiled
def clear_edges(node: Any, first: Any, action: Any, following: Any, edge_of: Any) -> None:
    """Undo the marks of a node's edges."""
    edge = first[node]
    while edge != NONE:
        edge_of[action[edge]] = NONE
        edge = following[edge]


@compiled
def grow(s: Any, node: Any, actions: Any, lacking: Any, logits: Any, heat: Any, tree: Any) -> None:
    """Give a node the edges it lacks; weights are relative to the moves that were legal when it was first seen."""
    first, log_sum, _, action, prior, visits, value, child, following, used = tree
    if first[node] == NONE:
        top = np.float32(-1e9)
        rest = actions
        while rest != 0:
            top = max(top, logits[to_wide(s, lowest(rest))] / heat)
            rest &= rest - 1
        total = np.float32(0)
        rest = actions
        while rest != 0:
            total += np.exp(logits[to_wide(s, lowest(rest))] / heat - top)
            rest &= rest - 1
        log_sum[node] = top + np.log(total)
    while lacking != 0:
        wide = to_wide(s, lowest(lacking))
        lacking &= lacking - 1
        if used[1] == action.shape[0]:
            return
        edge = used[1]
        used[1] += 1
        action[edge] = wide
        prior[edge] = min(np.float32(1), np.exp(logits[wide] / heat - log_sum[node])) + np.float32(1e-6)
        visits[edge] = 0
        value[edge] = 0
        child[edge] = NONE
        following[edge] = first[node]
        first[node] = edge


@entry_point
def opinion(ruleset: Any, words: Any, weights: Any, room: Any, logits: Any, chances: Any) -> None:
    """The net's opinion alone: logits of the legal actions (others stay as they are), chances relative to the mover."""
    r, s = ruleset.view(RULESET)[0], words.view(POSITION)[0]
    evaluate(r, s, weights, room, legal(r, s), logits, chances)


@entry_point
def puct(
    ruleset: Any,
    root: Any,
    seat: Any,
    simulations: Any,
    tree: Any,
    weights: Any,
    room: Any,
    seed: Any,
    c: Any,
    fpu: Any,
    heat: Any,
) -> Any:
    """Walk through the tree so many times; the last state of the random generator."""
    first, _, guess, action, prior, visits, value, child, following, used = tree
    r = ruleset.view(RULESET)[0]
    words = np.zeros(WORDS, np.int64)
    s = words.view(POSITION)[0]
    seats = root.view(POSITION)[0].seats
    path = np.zeros(MAX_DEPTH, np.int64)
    movers = np.zeros(MAX_DEPTH, np.int64)
    edge_of = np.full(WIDE, NONE, np.int64)
    logits = np.zeros(WIDE, np.float32)
    chances = np.zeros(4, np.float32)
    result = np.zeros(4, np.float32)
    fair = np.float32(1.0 / seats)
    stretch = np.float32(seats / (seats - 1.0))
    rng = seed
    for _ in range(simulations):
        words[:] = root
        rng = next_random(rng)
        key0 = rng
        rng = next_random(rng)
        redeal(r, s, seat, key0, rng)
        node = depth = 0
        if used[0] == 0:
            used[0] = 1
            first[0] = NONE
        while True:
            if s.phase == OVER:
                share_out(r, s, result)
                break
            actions = legal(r, s)
            mover = s.seat
            # the edges of this node, by action
            edge = first[node]
            while edge != NONE:
                edge_of[action[edge]] = edge
                edge = following[edge]
            lacking = 0
            rest = actions
            while rest != 0:
                a = lowest(rest)
                rest &= rest - 1
                if edge_of[to_wide(s, a)] == NONE:
                    lacking |= 1 << a
            if lacking != 0:
                evaluate(r, s, weights, room, actions, logits, chances)
                grow(s, node, actions, lacking, logits, heat, tree)
                for k in range(seats):
                    other = mover + k if mover + k < seats else mover + k - seats
                    result[other] = chances[k]
                guess[node] = chances[0]
                clear_edges(node, first, action, following, edge_of)
                break
            # the best edge among the legal ones
            total = 0
            seen = np.float32(0)
            rest = actions
            while rest != 0:
                edge = edge_of[to_wide(s, lowest(rest))]
                rest &= rest - 1
                if visits[edge] > 0:
                    total += visits[edge]
                    seen += prior[edge]
            wide = c * math.sqrt(total + 1.0)
            unknown = (guess[node] - fair) * stretch - fpu * math.sqrt(seen)
            best = -1e9
            chosen = 0
            best_edge = 0
            rest = actions
            while rest != 0:
                a = lowest(rest)
                rest &= rest - 1
                edge = edge_of[to_wide(s, a)]
                n = visits[edge]
                q = (value[edge] / n - fair) * stretch if n > 0 else unknown
                u = q + wide * prior[edge] / (1 + n)
                if u > best:
                    best = u
                    chosen = a
                    best_edge = edge
            clear_edges(node, first, action, following, edge_of)
            path[depth] = best_edge
            movers[depth] = mover
            depth += 1
            play(r, s, chosen)
            if child[best_edge] == NONE:
                if used[0] < first.shape[0] and depth < MAX_DEPTH:
                    child[best_edge] = used[0]
                    first[used[0]] = NONE
                    used[0] += 1
                else:  # a full tree: take the net's word for it
                    if s.phase == OVER:
                        share_out(r, s, result)
                    else:
                        evaluate(r, s, weights, room, 0, logits, chances)
                        for k in range(seats):
                            other = s.seat + k if s.seat + k < seats else s.seat + k - seats
                            result[other] = chances[k]
                    break
            node = child[best_edge]
        for i in range(depth):
            visits[path[i]] += 1
            value[path[i]] += result[movers[i]]
    return rng


@entry_point
def uct(ruleset: Any, root: Any, seat: Any, simulations: Any, tree: Any, seed: Any, c: Any) -> Any:
    """The same walk without a net: unknown moves first, then UCB, random play to the end; an opponent to measure by."""
    first, _, _, action, _, visits, value, child, following, used = tree
    r = ruleset.view(RULESET)[0]
    words = np.zeros(WORDS, np.int64)
    s = words.view(POSITION)[0]
    path = np.zeros(MAX_DEPTH, np.int64)
    movers = np.zeros(MAX_DEPTH, np.int64)
    edge_of = np.full(WIDE, NONE, np.int64)
    result = np.zeros(4, np.float32)
    rng = seed
    for _ in range(simulations):
        words[:] = root
        rng = next_random(rng)
        key0 = rng
        rng = next_random(rng)
        redeal(r, s, seat, key0, rng)
        node = depth = 0
        if used[0] == 0:
            used[0] = 1
            first[0] = NONE
        grown = False
        while s.phase != OVER and not grown and depth < MAX_DEPTH:
            actions = legal(r, s)
            edge = first[node]
            while edge != NONE:
                edge_of[action[edge]] = edge
                edge = following[edge]
            fresh = total = 0
            rest = actions
            while rest != 0:
                a = lowest(rest)
                rest &= rest - 1
                edge = edge_of[to_wide(s, a)]
                if edge == NONE:
                    fresh |= 1 << a
                else:
                    total += visits[edge]
            best_edge = NONE
            if fresh != 0:
                rng = next_random(rng)
                chosen = nth(fresh, pick(rng, count(fresh)))
                if used[1] < action.shape[0]:
                    best_edge = used[1]
                    used[1] += 1
                    action[best_edge] = to_wide(s, chosen)
                    visits[best_edge] = 0
                    value[best_edge] = 0
                    child[best_edge] = NONE
                    following[best_edge] = first[node]
                    first[node] = best_edge
                grown = True
            else:
                best = -1e9
                wide = c * math.sqrt(math.log(total + 1.0))
                chosen = 0
                rest = actions
                while rest != 0:
                    a = lowest(rest)
                    rest &= rest - 1
                    edge = edge_of[to_wide(s, a)]
                    n = visits[edge]
                    u = value[edge] / n + wide / math.sqrt(n)
                    if u > best:
                        best = u
                        chosen = a
                        best_edge = edge
            clear_edges(node, first, action, following, edge_of)
            if best_edge == NONE:
                break
            path[depth] = best_edge
            movers[depth] = s.seat
            depth += 1
            play(r, s, chosen)
            if child[best_edge] == NONE and not grown:
                if used[0] < first.shape[0]:
                    child[best_edge] = used[0]
                    first[used[0]] = NONE
                    used[0] += 1
                else:
                    grown = True
            node = child[best_edge]
        while s.phase != OVER:
            actions = legal(r, s)
            rng = next_random(rng)
            play(r, s, nth(actions, pick(rng, count(actions))))
        share_out(r, s, result)
        for i in range(depth):
            visits[path[i]] += 1
            value[path[i]] += result[movers[i]]
    return rng
