"""The tree of a search: how a search walks, grows and credits it; the same code compiles for the CPU and for CUDA.

The root is what a seat may know. Every walk starts in another deal of what that seat can't see, so a node stands for a
line of moves, not for a position. Moves are named by card, so an edge means the same in every deal. When a card turns
up at a node for the first time, it gets its edge, with the net's opinion of it.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from jeton.core.bits import count, lowest
from jeton.core.exact import exp, log
from jeton.core.jit import compiled, shared
from jeton.games.splendor.compiled import shuffle_unseen, step
from jeton.games.splendor.features import WIDE, to_wide
from jeton.games.splendor.rules import POSITION, WORDS, next_random, standing
from jeton.games.splendor.ruleset import RULESET

__all__ = [
    "EDGE",
    "MAX_DEPTH",
    "NAMES",
    "NODE",
    "NONE",
    "Scratch",
    "Tree",
    "credit",
    "deal",
    "grow",
    "name",
    "named",
    "share_out",
    "turn",
    "walk",
]

MAX_DEPTH = 200
NONE = -1
ACTIONS = 64
MARKS = (WIDE + 31) // 32
LACKING = ACTIONS + MARKS
NAMES = LACKING + MARKS
"""Room for the card-named numbers of the legal actions; for the same as a set of bits, 32 a word; for those without an
edge."""

NODE = np.dtype((np.record, [("first", "i4"), ("log_sum", "f4"), ("guess", "f4")]))
"""Its first edge, the log of the sum of its first weights, and the mover's chance by the net."""

EDGE = np.dtype(
    (
        np.record,
        [
            ("next", "i4"),  # another edge of the same node
            ("action", "i4"),
            ("visits", "i4"),
            ("child", "i4"),
            ("value", "f4"),  # the sum of the mover's chances over its visits
            ("prior", "f4"),
        ],
    )
)


class Tree:
    """Room for a search; the root is node 0."""

    def __init__(self, nodes: int, edges: int, within: Tree | None = None) -> None:
        """Make room for so many nodes and edges; a full tree still improves its estimates, but grows no more.

        With `within`, it uses that tree's memory and replaces what that tree held.
        """
        self.nodes: Any = np.zeros(nodes, NODE) if within is None else within.nodes[:nodes]
        self.edges: Any = np.zeros(edges, EDGE) if within is None else within.edges[:edges]
        self.used = np.zeros(2, np.int64)  # nodes, edges
        self.clear()

    def clear(self) -> None:
        """Forget everything."""
        self.nodes["first"][0] = NONE
        self.used[:] = 1, 0

    @property
    def arrays(self) -> tuple[Any, ...]:
        """The tree as the compiled search takes it."""
        return self.nodes, self.edges, self.used

    def flatten_root(self, floor: float) -> None:
        """Share out a part of the root's priors among all its moves alike, once they have grown and nothing else has.

        >>> tree = Tree(4, 4)
        >>> tree.edges["prior"][:2], tree.used[1] = (0.9, 0.1), 2
        >>> tree.flatten_root(0.5)
        >>> [f"{prior:.2f}" for prior in tree.edges["prior"][:2]]
        ['0.70', '0.30']
        """
        priors = self.edges["prior"][: self.used[1]]
        priors[:] = (1.0 - floor) * priors + floor / len(priors)

    def root_edges(self) -> list[tuple[int, int, float, float]]:
        """Return action, visits, mean chance and prior of every edge of the root."""
        found, at = [], int(self.nodes["first"][0])
        while at != NONE:
            edge = self.edges[at]
            visits = int(edge["visits"])
            mean = float(edge["value"]) / visits if visits else 0.0
            found.append((int(edge["action"]), visits, mean, float(edge["prior"])))
            at = int(edge["next"])
        return found


class Scratch:
    """Scratch space for one search at a time; making it in compiled code would cost time to compile."""

    def __init__(self, ruleset: Any) -> None:
        """Take a ruleset."""
        words, result = np.zeros(WORDS, np.int64), np.zeros(4, np.float32)
        self.arrays = (
            ruleset,
            ruleset.view(RULESET),
            words,
            words.view(POSITION),
            np.zeros(MAX_DEPTH, np.int64),
            np.zeros(NAMES, np.int64),
            result,
        )


@shared
def deal(ruleset: Any, words: Any, root: Any, seat: Any, rng: Any) -> Any:
    """Begin a walk: the root with another deal of what the seat can't see; return the next state of the generator."""
    for i in range(words.shape[0]):
        words[i] = root[i]
    key0 = next_random(rng)
    key1 = next_random(key0)
    shuffle_unseen(ruleset, words, seat, key0, key1)
    return key1


@shared
def name(s: Any, actions: Any, names: Any) -> None:
    """Write the card-named numbers of some actions, each at its place, and all of them as a set."""
    for i in range(ACTIONS, NAMES):
        names[i] = 0
    while actions != 0:
        action = lowest(actions)
        actions &= actions - 1
        wide = to_wide(s, action)
        names[action] = wide
        names[ACTIONS + (wide >> 5)] |= 1 << (wide & 31)


@compiled
def named(names: Any, wide: Any) -> Any:
    """Return whether a card-named action is one of the set."""
    return names[ACTIONS + (wide >> 5)] >> (wide & 31) & 1


@shared
def survey(edges: Any, first: Any, names: Any) -> Any:
    """Return, over a node's legal edges: how many there are, their visits, and the prior of the visited ones."""
    found = total = 0
    seen = 0.0
    at = first
    while at != NONE:
        edge = edges[at]
        if named(names, edge.action):
            found += 1
            if edge.visits > 0:
                total += edge.visits
                seen += edge.prior
        at = edge.next
    return found, total, seen


@shared
def choose(edges: Any, first: Any, names: Any, total: Any, unknown: Any, fair: Any, c: Any, plain: Any) -> Any:
    """Return the legal edge to go on with: PUCT, or plain UCB (unvisited ones first, by their prior).

    It stretches values so that a fair share of the win is 0 and a win is 1, whatever the number of seats.
    """
    wide = c * (math.sqrt(log(total + 1.0)) if plain else math.sqrt(total + 1.0))
    stretch = 1.0 / (1.0 - fair)
    best, chosen = -1e9, first
    at = first
    while at != NONE:
        edge = edges[at]
        if named(names, edge.action):
            n = edge.visits
            q = (edge.value / n - fair) * stretch if n > 0 else unknown
            if plain:
                u = q + wide / math.sqrt(n) if n > 0 else 1e6 + edge.prior
            else:
                u = q + wide * edge.prior / (1 + n)
            if u > best:
                best, chosen = u, at
        at = edge.next
    return chosen


@shared
def sprout(nodes: Any, edge: Any, used: Any) -> Any:
    """Return the node behind an edge, a new one if there is none yet; NONE if there is no room for it."""
    if edge.child == NONE and used[0] < nodes.shape[0]:
        edge.child = used[0]
        nodes[used[0]].first = NONE
        used[0] += 1
    return edge.child


@shared
def walk(
    ruleset: Any,
    words: Any,
    s: Any,
    actions: Any,
    tree: Any,
    path: Any,
    names: Any,
    c: Any,
    fpu: Any,
    fresh: Any,
    plain: Any,
) -> Any:
    """Play down the tree to where it must grow: return that node, the depth, and the legal actions there, 0 at the end.

    The node is NONE if the tree has no more room. A card that turns up at a node for the first time gets an edge with
    the prior `fresh`; if that is 0, it ends the walk, and the net gives its opinion. `s` is the record of `words`.
    """
    nodes, edges, used = tree
    fair = 1.0 / s.seats
    node = depth = np.int64(0)  # not a literal: Numba would compile what follows once more for it
    while actions != 0:
        name(s, actions, names)
        if node == NONE or depth == path.shape[0]:
            return NONE, depth, actions
        first = nodes[node].first
        found, total, seen = survey(edges, first, names)
        if found < count(actions):
            if fresh == 0 or first == NONE:
                break
            first = admit(node, actions, names, fresh, tree)
        unknown = (nodes[node].guess - fair) / (1.0 - fair) - fpu * math.sqrt(seen)
        chosen = choose(edges, first, names, total, unknown, fair, c, plain)
        path[depth] = chosen << 2 | s.seat
        depth += 1
        action, wide = lowest(actions), edges[chosen].action
        while names[action] != wide:
            actions &= actions - 1
            action = lowest(actions)
        node = sprout(nodes, edges[chosen], used)
        actions, _, _ = step(ruleset, words, action)
    return node, depth, actions


@shared
def attach(node: Any, wide: Any, prior: Any, tree: Any) -> None:
    """Give a node another edge, if there is room."""
    nodes, edges, used = tree
    if used[1] < edges.shape[0]:
        edge = edges[used[1]]
        edge.next = nodes[node].first
        edge.action = wide
        edge.visits = 0
        edge.child = NONE
        edge.value = 0
        edge.prior = prior
        nodes[node].first = used[1]
        used[1] += 1


@shared
def find_lacking(edges: Any, first: Any, names: Any) -> None:
    """Find the set of the legal actions that have no edge yet."""
    for i in range(MARKS):
        names[LACKING + i] = names[ACTIONS + i]
    at = first
    while at != NONE:
        wide = edges[at].action
        names[LACKING + (wide >> 5)] &= ~(1 << (wide & 31))
        at = edges[at].next


@shared
def admit(node: Any, actions: Any, names: Any, fresh: Any, tree: Any) -> Any:
    """Give a node the edges it lacks, all with the same prior; return its first edge."""
    nodes, edges, _ = tree
    find_lacking(edges, nodes[node].first, names)
    while actions != 0:
        wide = names[lowest(actions)]
        actions &= actions - 1
        if names[LACKING + (wide >> 5)] >> (wide & 31) & 1:
            attach(node, wide, fresh, tree)
    return nodes[node].first


@shared
def grow(node: Any, actions: Any, names: Any, logits: Any, heat: Any, tree: Any) -> None:
    """Give a node the edges it lacks; priors are relative to the moves that were legal when the search first saw it."""
    nodes, edges, _ = tree
    if nodes[node].first == NONE:
        nodes[node].log_sum = log_sum(actions, names, logits, heat)
    find_lacking(edges, nodes[node].first, names)
    while actions != 0:
        wide = names[lowest(actions)]
        actions &= actions - 1
        if names[LACKING + (wide >> 5)] >> (wide & 31) & 1:
            prior = exp(logits[wide] / heat - nodes[node].log_sum)
            attach(node, wide, min(1.0, prior) + 1e-6, tree)


@shared
def log_sum(actions: Any, names: Any, logits: Any, heat: Any) -> Any:
    """Return the log of the sum of the weights of some actions."""
    top = -1e9
    total = 0.0
    while actions != 0:
        x = logits[names[lowest(actions)]] / heat
        actions &= actions - 1
        if x > top:
            total = total * exp(top - x) + 1.0
            top = x
        else:
            total += exp(x - top)
    return top + log(total)


@shared
def share_out(r: Any, s: Any, result: Any) -> None:
    """Write each seat's share of the win in a finished match."""
    best, winners = -1, 0
    for seat in range(s.seats):
        rank = standing(r, s, seat)
        if rank > best:
            best, winners = rank, 1
        elif rank == best:
            winners += 1
    for seat in range(s.seats):  # asked again, since a float of 32 bits can't hold a rank
        result[seat] = 1.0 / winners if standing(r, s, seat) == best else 0.0


@shared
def turn(chances: Any, mover: Any, seats: Any, result: Any) -> None:
    """Turn chances relative to the mover into chances by seat."""
    for k in range(seats):
        result[mover + k if mover + k < seats else mover + k - seats] = chances[k]


@shared
def credit(edges: Any, path: Any, depth: Any, result: Any) -> None:
    """Count a walk in every edge of its path."""
    for i in range(depth):
        edge = edges[path[i] >> 2]
        edge.visits += 1
        edge.value += result[path[i] & 3]
