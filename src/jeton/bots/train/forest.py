"""Many searches side by side: a tree for every match, all asking the net at once; on the GPU or, in the small, the CPU.

The trees are walked and grown by the very functions of the search that plays. At the root Gumbel noise and sequential
halving choose (Danihelka and others, 2022): a few simulations then already make a policy that is better than the net's.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numba import njit

from jeton.bots.train.matches import Matches
from jeton.bots.tree import EDGE, NAMES, NODE, NONE, credit, deal, grow, share_out, turn, walk
from jeton.core.bits import count
from jeton.games.splendor.compiled import look
from jeton.games.splendor.features import WIDE, feature_count, observe
from jeton.games.splendor.rules import POSITION, WORDS

__all__ = ["SETTING", "Forest", "halving"]

EDGES_PER_NODE = 32
DEPTH = 64
SETTING = ("c", "fpu", "heat", "fresh")
"""What a search can be tuned by: a row of the table of settings."""


def halving(considered: int, simulations: int) -> np.ndarray[Any, np.dtype[np.int64]]:
    """How often an edge of the root must have been visited to be next, for 0 … `considered` legal moves.

    >>> halving(4, 8)[4].tolist()
    [0, 0, 0, 0, 1, 1, 2, 2]
    """
    table = np.zeros((considered + 1, simulations), np.int64)
    for row in range(considered + 1):
        visits, left = [0] * max(row, 1), max(row, 1)
        sequence: list[int] = []
        rounds = max(1, math.ceil(math.log2(left)))
        while len(sequence) < simulations:
            for _ in range(max(1, simulations // (rounds * left))):
                sequence += visits[:left]
                visits[:left] = [n + 1 for n in visits[:left]]
            left = max(min(2, row) or 1, left // 2)
        table[row] = sequence[:simulations]
    return table


@njit
def stretched(edge: Any, fair: Any) -> Any:
    """The mean value of a visited edge; a fair share is 0, a win is 1."""
    return (edge.value / edge.visits - fair) / (1.0 - fair)


@njit
def weigh(edges: Any, first: Any, guess: Any, fair: Any, sharpness: Any) -> Any:
    """How much the root's values count, the most visits, and what stands for the value of an unvisited edge."""
    total = most = 0
    seen = mixed = 0.0
    at = first
    while at != NONE:
        edge = edges[at]
        if edge.visits > 0:
            total += edge.visits
            most = max(most, edge.visits)
            seen += edge.prior
            mixed += edge.prior * stretched(edge, fair)
        at = edge.next
    unvisited = (guess - fair) / (1.0 - fair)
    if total > 0:
        unvisited = (unvisited + total * mixed / seen) / (1.0 + total)
    return (50.0 + most) * sharpness, most, unvisited


@njit
def gumbel_edge(edges: Any, first: Any, guess: Any, fair: Any, sharpness: Any, noise: Any, wanted: Any) -> Any:
    """The root's edge with so many visits (as many as any if -1) whose noise, prior and value together are highest."""
    weight, most, unvisited = weigh(edges, first, guess, fair, sharpness)
    if wanted < 0:
        wanted = most
    best, chosen = -1e9, NONE
    at = first
    while at != NONE:
        edge = edges[at]
        if edge.visits == wanted:
            q = stretched(edge, fair) if edge.visits > 0 else unvisited
            score = noise[edge.action] + math.log(edge.prior) + weight * q
            if score > best:
                best, chosen = score, at
        at = edge.next
    return chosen


@njit
def most_visited(edges: Any, first: Any) -> Any:
    """The root's edge that was visited the most."""
    chosen = at = first
    while at != NONE:
        if edges[at].visits > edges[chosen].visits:
            chosen = at
        at = edges[at].next
    return chosen


@njit
def plant(i: Any, used: Any, nodes: Any, total: Any) -> None:
    """An empty tree."""
    used[i, 0], used[i, 1] = 1, 0
    nodes[i, 0].first = NONE
    for k in range(total.shape[1]):
        total[i, k] = 0


@njit
def descend(
    i: Any,
    turn_number: Any,
    ruleset: Any,
    rules: Any,
    roots: Any,
    leaves: Any,
    leaf: Any,
    nodes: Any,
    edges: Any,
    used: Any,
    path: Any,
    names: Any,
    state: Any,
    setting: Any,
    noise: Any,
    table: Any,
    sharpness: Any,
    features: Any,
    result: Any,
) -> None:
    """One walk; `state` keeps the generator, and where it ended: node, depth, legal actions; then the setting's row."""
    s = leaf[i]
    begin, _, seat = look(ruleset, roots[i])
    state[i, 0] = deal(ruleset, leaves[i], roots[i], seat, state[i, 0])
    fair = 1.0 / s.seats
    forced = NONE
    first = nodes[i, 0].first
    if first != NONE and sharpness > 0:
        row = min(count(begin), table.shape[0] - 1)
        forced = gumbel_edge(edges[i], first, nodes[i, 0].guess, fair, sharpness, noise[i], table[row, turn_number - 1])
    how = setting[state[i, 4 + seat]]
    tree = (nodes[i], edges[i], used[i])
    node, depth, actions = walk(
        ruleset, leaves[i], s, begin, tree, path[i], names[i], how[0], how[1], how[3], False, forced
    )
    state[i, 1], state[i, 2], state[i, 3] = node, depth, actions
    if actions == 0:
        share_out(rules[0], s, result[i])
    else:
        observe(rules[0], s, features[i])


@njit
def absorb(
    i: Any,
    leaf: Any,
    nodes: Any,
    edges: Any,
    used: Any,
    path: Any,
    names: Any,
    state: Any,
    setting: Any,
    root: Any,
    logits: Any,
    chances: Any,
    result: Any,
    total: Any,
) -> None:
    """Take the net's opinion of the walk's end in."""
    node, depth, actions = state[i, 1], state[i, 2], state[i, 3]
    seats = leaf[i].seats
    if actions != 0:
        turn(chances[i], leaf[i].seat, seats, result[i])
        if node != NONE:
            how = setting[state[i, 4 + root[i].seat]]
            grow(node, actions, names[i], logits[i], how[2], (nodes[i], edges[i], used[i]))
            nodes[i, node].guess = chances[i, 0]
    credit(edges[i], path[i], depth, result[i])
    for k in range(seats):
        total[i, k] += result[i, k]


@njit
def decide(
    i: Any,
    nodes: Any,
    edges: Any,
    root: Any,
    noise: Any,
    sharpness: Any,
    total: Any,
    action: Any,
    policy: Any,
    value: Any,
) -> None:
    """The action to play, the policy that the search has made of the net's, and what that is worth to each seat."""
    first, guess = nodes[i, 0].first, nodes[i, 0].guess
    if first == NONE:
        action[i] = 0
        return
    fair = 1.0 / root[i].seats
    if sharpness > 0:
        chosen = gumbel_edge(edges[i], first, guess, fair, sharpness, noise[i], -1)
    else:
        chosen = most_visited(edges[i], first)
    action[i] = edges[i, chosen].action
    weight, _, unvisited = weigh(edges[i], first, guess, fair, sharpness)
    best = unvisited
    at = first
    while at != NONE:
        if edges[i, at].visits > 0:
            best = max(best, stretched(edges[i, at], fair))
        at = edges[i, at].next
    whole = mean = 0.0
    at = first
    while at != NONE:
        edge = edges[i, at]
        q = stretched(edge, fair) if edge.visits > 0 else unvisited
        x = edge.prior * math.exp(weight * (q - best))
        policy[i, edge.action] = x
        whole += x
        mean += x * q
        at = edge.next
    at = first
    while at != NONE:
        policy[i, edges[i, at].action] /= whole
        at = edges[i, at].next
    mine = fair + (1.0 - fair) * mean / whole
    seat, others = root[i].seat, 1e-6
    for k in range(root[i].seats):
        others += total[i, k] if k != seat else 0.0
    for k in range(root[i].seats):  # what the mover leaves goes to the others as it did in all walks
        value[i, k] = mine if k == seat else (1.0 - mine) * total[i, k] / others


def _loops() -> dict[str, Callable[..., None]]:
    """The four steps over all matches, one after the other."""

    @njit
    def plants(size: Any, used: Any, nodes: Any, total: Any) -> None:
        for i in range(size):
            plant(i, used, nodes, total)

    @njit
    def descends(size, n, a, b, c, d, e, f, g, h, j, k, w, m, o, p, q, r, t):  # type: ignore[no-untyped-def]
        for i in range(size):
            descend(i, n, a, b, c, d, e, f, g, h, j, k, w, m, o, p, q, r, t)

    @njit
    def absorbs(size, a, b, c, d, e, f, g, h, j, k, w, m, n):  # type: ignore[no-untyped-def]
        for i in range(size):
            absorb(i, a, b, c, d, e, f, g, h, j, k, w, m, n)

    @njit
    def decides(size, a, b, c, d, e, f, g, h, j):  # type: ignore[no-untyped-def]
        for i in range(size):
            decide(i, a, b, c, d, e, f, g, h, j)

    return {"plant": plants, "descend": descends, "absorb": absorbs, "decide": decides}


def kernels() -> dict[str, Any]:
    """The four steps as CUDA kernels, one thread a match."""
    from numba import cuda

    @cuda.jit  # type: ignore[untyped-decorator]
    def plants(size, used, nodes, total):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < size:
            plant(i, used, nodes, total)

    @cuda.jit  # type: ignore[untyped-decorator]
    def descends(size, n, a, b, c, d, e, f, g, h, j, k, w, m, o, p, q, r, t):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < size:
            descend(i, n, a, b, c, d, e, f, g, h, j, k, w, m, o, p, q, r, t)

    @cuda.jit  # type: ignore[untyped-decorator]
    def absorbs(size, a, b, c, d, e, f, g, h, j, k, w, m, n):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < size:
            absorb(i, a, b, c, d, e, f, g, h, j, k, w, m, n)

    @cuda.jit  # type: ignore[untyped-decorator]
    def decides(size, a, b, c, d, e, f, g, h, j):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < size:
            decide(i, a, b, c, d, e, f, g, h, j)

    return {"plant": plants, "descend": descends, "absorb": absorbs, "decide": decides}


Judge = Callable[[torch.Tensor], tuple[torch.Tensor, torch.Tensor]]
"""From features to logits of the actions and each relative seat's chance to win."""


class Forest:
    """A search for every match: `search`, then read `action`, `policy` and `value`."""

    def __init__(self, matches: Matches, device: str, simulations: int, considered: int, sharpness: float) -> None:
        """`sharpness` is what a search's values count against the net's first thought; 0 searches by PUCT alone."""
        self.matches, self.simulations, self.sharpness = matches, simulations, float(sharpness)
        size, seats = matches.size, matches.seats
        edges = simulations * EDGES_PER_NODE + 64

        def zeros(*shape: int, kind: torch.dtype = torch.float32) -> torch.Tensor:
            return torch.zeros(*shape, dtype=kind, device=device)

        self.features = zeros(size, feature_count(seats), kind=torch.uint8)
        self.logits, self.chances = zeros(size, WIDE), zeros(size, seats)
        self.noise, self.policy = zeros(size, WIDE), zeros(size, WIDE)
        self.action = zeros(size, kind=torch.int64)
        self.result, self.total, self.value = zeros(size, 4), zeros(size, 4), zeros(size, 4)
        self.state = zeros(size, 8, kind=torch.int64)
        self.state[:, 0] = torch.arange(size, device=device) * 7_919 + 1 + matches.base
        self.setting = torch.tensor([[1.5, 0.25, 1.0, 0.0]], dtype=torch.float64, device=device)
        table = torch.from_numpy(halving(considered, max(simulations, 2))).to(device)
        array = matches.array
        self.steps: dict[str, Any] = kernels() if matches.on_gpu else _loops()
        make = self._make
        nodes, edges_, leaves = make(size, simulations + 2, NODE), make(size, edges, EDGE), make(size, WORDS, np.int64)
        leaf = leaves.reshape(size * WORDS).view(POSITION)
        used, path = zeros(size, 2, kind=torch.int64), zeros(size, DEPTH, kind=torch.int64)
        names = zeros(size, NAMES, kind=torch.int64)
        tree = (nodes, edges_, array(used))
        walked = (array(path), array(names), array(self.state))
        root = matches.matches
        ruleset = matches.rules.view(np.int64)
        result = array(self.result)
        self.arrays = {
            "plant": (tree[2], nodes, array(self.total)),
            "descend": (
                (ruleset, matches.rules, matches.words, leaves, leaf, *tree, *walked),
                (array(self.noise), array(table), self.sharpness, array(self.features), result),
            ),
            "absorb": (
                (leaf, *tree, *walked),
                (root, array(self.logits), array(self.chances), result, array(self.total)),
            ),
            "decide": (
                nodes,
                edges_,
                root,
                array(self.noise),
                self.sharpness,
                array(self.total),
                array(self.action),
                array(self.policy),
                array(self.value),
            ),
        }
        self._kept = (table, used, path, names)

    def _make(self, rows: int, columns: int, kind: Any) -> Any:
        if not self.matches.on_gpu:
            return np.zeros((rows, columns), kind)
        from numba import cuda

        return cuda.device_array((rows, columns), kind)

    @torch.no_grad()
    def search(self, judge: Judge) -> None:
        """Search in all matches at once."""
        setting = self.matches.array(self.setting)
        self.noise.exponential_().log_().neg_()
        self.policy.zero_()
        self._call("plant", *self.arrays["plant"])
        before, after = self.arrays["descend"]
        taken, given = self.arrays["absorb"]
        for n in range(self.simulations + 1):  # the first one only looks at the root
            self.features.zero_()
            self._call("descend", n, *before, setting, *after)
            logits, chances = judge(self.features)
            self.logits.copy_(logits)
            self.chances.copy_(chances)
            self._call("absorb", *taken, setting, *given)
        self._call("decide", *self.arrays["decide"])

    def _call(self, step: str, *arguments: Any) -> None:
        size = self.matches.size
        if not self.matches.on_gpu:
            self.steps[step](size, *arguments)
            return
        from numba import cuda

        stream = cuda.external_stream(torch.cuda.current_stream().cuda_stream)
        self.steps[step][(size + 63) // 64, 64, stream](size, *arguments)
