"""Many searches side by side: a tree for every match, all asking the net at once; on the GPU or, if small, the CPU.

The functions of the search that plays also walk and grow these trees.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import numpy as np
import torch
from numba import njit

from jeton.bots.splendor.tree import EDGE, NAMES, NODE, NONE, credit, deal, grow, share_out, turn, walk
from jeton.bots.train.matches import Matches
from jeton.games.splendor.compiled import look
from jeton.games.splendor.features import WIDE, feature_count, observe
from jeton.games.splendor.rules import POSITION, WORDS

__all__ = ["Forest", "Setting"]

EDGES_PER_NODE = 32
DEPTH = 64
Setting = tuple[float, float, float, float]
"""What tunes a search: c, fpu, heat, fresh; a row of the array of settings."""


@njit
def plant(i: Any, used: Any, nodes: Any, total: Any) -> None:
    """Plant an empty tree."""
    used[i, 0], used[i, 1] = 1, 0
    nodes[i, 0].first = NONE
    for k in range(total.shape[1]):
        total[i, k] = 0


@njit
def descend(
    i: Any,
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
    features: Any,
    result: Any,
) -> None:
    """Walk once; `state` keeps the generator, where the walk ended (node, depth, legal actions), the settings' row."""
    s = leaf[i]
    begin, _, seat = look(ruleset, roots[i])
    state[i, 0] = deal(ruleset, leaves[i], roots[i], seat, state[i, 0])
    how = setting[state[i, 4 + seat]]
    tree = (nodes[i], edges[i], used[i])
    node, depth, actions = walk(ruleset, leaves[i], s, begin, tree, path[i], names[i], how[0], how[1], how[3], False)
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
    """Take in the net's opinion of the walk's end."""
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
    seats: Any,
    noise: Any,
    spread: Any,
    total: Any,
    action: Any,
    policy: Any,
    value: Any,
) -> None:
    """Write how often each move was read, one of them to play, and what the walks came to for each seat.

    It draws the move by its visits to the power of 1 / `spread`; without spread it takes the one read most often.
    """
    read = 0
    chosen, best = 0, -1e9
    at = nodes[i, 0].first
    while at != NONE:
        edge = edges[i, at]
        read += edge.visits
        if edge.visits > 0:
            score = math.log(edge.visits) / spread + noise[i, edge.action] if spread > 0 else 1.0 * edge.visits
            if score > best:
                chosen, best = edge.action, score
        at = edge.next
    action[i] = chosen
    at = nodes[i, 0].first
    while at != NONE:
        policy[i, edges[i, at].action] = edges[i, at].visits / max(read, 1)
        at = edges[i, at].next
    whole = 1e-6
    for k in range(seats):
        whole += total[i, k]
    for k in range(seats):
        value[i, k] = total[i, k] / whole


def _loops() -> dict[str, Callable[..., None]]:
    """Return the four steps over all matches, one after the other."""

    @njit
    def plants(size: Any, used: Any, nodes: Any, total: Any) -> None:
        for i in range(size):
            plant(i, used, nodes, total)

    @njit
    def descends(  # type: ignore[no-untyped-def]
        size, ruleset, rules, roots, leaves, leaf, nodes, edges, used, path, names, state, setting, features, result
    ):
        for i in range(size):
            descend(
                i,
                ruleset,
                rules,
                roots,
                leaves,
                leaf,
                nodes,
                edges,
                used,
                path,
                names,
                state,
                setting,
                features,
                result,
            )

    @njit
    def absorbs(  # type: ignore[no-untyped-def]
        size, leaf, nodes, edges, used, path, names, state, setting, root, logits, chances, result, total
    ):
        for i in range(size):
            absorb(i, leaf, nodes, edges, used, path, names, state, setting, root, logits, chances, result, total)

    @njit
    def decides(size, nodes, edges, seats, noise, spread, total, action, policy, value):  # type: ignore[no-untyped-def]
        for i in range(size):
            decide(i, nodes, edges, seats, noise, spread, total, action, policy, value)

    return {"plant": plants, "descend": descends, "absorb": absorbs, "decide": decides}


def kernels() -> dict[str, Any]:
    """Return the four steps as CUDA kernels, one thread a match."""
    from numba import cuda

    @cuda.jit  # type: ignore[untyped-decorator]
    def plants(size, used, nodes, total):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < size:
            plant(i, used, nodes, total)

    @cuda.jit  # type: ignore[untyped-decorator]
    def descends(  # type: ignore[no-untyped-def]
        size, ruleset, rules, roots, leaves, leaf, nodes, edges, used, path, names, state, setting, features, result
    ):
        i = cuda.grid(1)
        if i < size:
            descend(
                i,
                ruleset,
                rules,
                roots,
                leaves,
                leaf,
                nodes,
                edges,
                used,
                path,
                names,
                state,
                setting,
                features,
                result,
            )

    @cuda.jit  # type: ignore[untyped-decorator]
    def absorbs(  # type: ignore[no-untyped-def]
        size, leaf, nodes, edges, used, path, names, state, setting, root, logits, chances, result, total
    ):
        i = cuda.grid(1)
        if i < size:
            absorb(i, leaf, nodes, edges, used, path, names, state, setting, root, logits, chances, result, total)

    @cuda.jit  # type: ignore[untyped-decorator]
    def decides(size, nodes, edges, seats, noise, spread, total, action, policy, value):  # type: ignore[no-untyped-def]
        i = cuda.grid(1)
        if i < size:
            decide(i, nodes, edges, seats, noise, spread, total, action, policy, value)

    return {"plant": plants, "descend": descends, "absorb": absorbs, "decide": decides}


Judge = Callable[[torch.Tensor], tuple[torch.Tensor, torch.Tensor]]
"""From features to logits of the actions and each relative seat's chance to win."""


class Forest:
    """A search for every match: `search`, then read `action`, `policy` and `value`."""

    def __init__(self, matches: Matches, device: str, simulations: int, how: Setting, spread: float = 0.0) -> None:
        """`spread` lets it play other moves than the one it read most often."""
        self.matches, self.simulations = matches, simulations
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
        self.setting = torch.tensor([how], dtype=torch.float64, device=device)
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
                (array(self.features), result),
            ),
            "absorb": (
                (leaf, *tree, *walked),
                (root, array(self.logits), array(self.chances), result, array(self.total)),
            ),
            "decide": (
                nodes,
                edges_,
                seats,
                array(self.noise),
                float(spread),
                array(self.total),
                array(self.action),
                array(self.policy),
                array(self.value),
            ),
        }
        self._kept = (used, path, names)

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
        for _ in range(self.simulations + 1):  # the first one only looks at the root
            self.features.zero_()
            self._call("descend", *before, setting, *after)
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
