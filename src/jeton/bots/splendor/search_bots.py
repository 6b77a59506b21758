"""The bots that read ahead: `net` plays a net's first thought, `search` reads on from it, `mcts` uses no net."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from jeton.bots.bot import Budget, OnProgress
from jeton.bots.splendor import net, search
from jeton.bots.splendor.deadlock import way_out
from jeton.bots.splendor.lines import first_thought, read_thought, shares
from jeton.bots.thought import GUESS, ONLY, Thought
from jeton.core.game import Rng
from jeton.games.splendor.features import WIDE, to_wide
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.position import Position
from jeton.games.splendor.rules import POSITION

__all__ = ["MctsBot", "NetBot", "SearchBot"]

CHUNK_SECONDS = 0.05
"""How long the compiled search runs before Python looks at the clock again."""

FIRST_CHUNK = 64
"""Simulations before the first look at the clock, while nobody knows how fast they go here and now."""

MOST_NODES, EDGES_PER_NODE = 400_000, 40

C, ELSEWHERE = {("splendor", 2): 2.0, ("marvel", 2): 2.0}, 0.5
"""How much the net's first thought weighs in a search: by title and number of seats, and at all other tables."""

FASTER = 1.5
"""How much faster than so far the remaining simulations may turn out to be: in end games they are."""


class NetBot:
    """Plays the move that the net likes best, without reading ahead.

    >>> from random import Random
    >>> import jeton
    >>> match = jeton.new("splendor", seats=2, options={"first": "seat"})
    >>> NetBot(match.game).choose(match.view(0), Budget(), Random(1)) in match.moves()
    True
    """

    name = "net"

    def __init__(self, game: Splendor, path: str | None = None) -> None:
        """Take the net that ships for the game's title, or one from a file."""
        self.game, self.path = game, path

    def choose(self, view: Any, budget: Budget, rng: Rng, on_progress: OnProgress | None = None) -> str:
        """Return the most likely of the view's moves."""
        position = self.game.redeal(view, rng)
        if (clear := without_thought(view, rng)) is not None:
            return clear.move
        logits, _ = first_look(position, self.path)
        return move_of(position, int(logits.argmax()))

    def explain(self, view: Any, budget: Budget, rng: Rng) -> Thought:
        """Return the most likely of the view's moves, and how likely all of them are."""
        position = self.game.redeal(view, rng)
        if (clear := without_thought(view, rng)) is not None:
            return clear
        logits, chances = first_look(position, self.path)
        move = move_of(position, int(logits.argmax()))
        return first_thought(move, position, shares(logits), position, chances)


class SearchBot:
    """Reads ahead with the net as its judge; the budget says how far (a second by default)."""

    name = "search"

    def __init__(
        self,
        game: Splendor,
        path: str | None = None,
        *,
        c: float | None = None,
        fpu: float = 0.1,
        heat: float = 4.0,
        fresh: float = 0.01,
    ) -> None:
        """`c` weighs the net's first thought, `heat` flattens it, `fpu` is how gloomy unread moves look.

        `fresh` is the weight of a move that turns up with a card drawn on the way. The default `c` is the best one
        measured for the title and the number of seats.
        """
        self.game, self.path = game, path
        self.c, self.fpu, self.heat, self.fresh = c, fpu, heat, fresh
        self._tree: search.Tree | None = None
        """The tree of the last move, until a bot of this thread thinks again."""
        self._rate = 20_000.0
        self.simulations = 0
        """How many simulations the last move took."""

    def choose(self, view: Any, budget: Budget, rng: Rng, on_progress: OnProgress | None = None) -> str:
        """Return the move read most often."""
        position = self.game.redeal(view, rng)
        if (clear := without_thought(view, rng)) is not None:
            return clear.move
        return most_read(position, self._read(position, budget, rng, on_progress))

    def explain(self, view: Any, budget: Budget, rng: Rng) -> Thought:
        """Return the move read most often, the others, and the lines."""
        position = self.game.redeal(view, rng)
        if (clear := without_thought(view, rng)) is not None:
            return clear
        tree = self._read(position, budget, rng)
        _, chances = first_look(position, self.path)
        return read_thought(most_read(position, tree), view, position, tree, chances)

    def _read(self, position: Position, budget: Budget, rng: Rng, on_progress: OnProgress | None = None) -> search.Tree:
        """Read ahead from a position, and return the tree."""
        weights = net.load(self.game.title, position.seats, self.path)
        judge = (weights, net.rooms(weights), np.zeros(WIDE, np.float32), np.zeros(4, np.float32))
        wanted = budget.simulations or int((budget.seconds or 1.0) * 2.5 * self._rate)
        size = min(max(wanted, 256) + 64, MOST_NODES)
        room, tree = search.Room(self.game.ruleset), empty_tree(size, EDGES_PER_NODE * size)
        self._tree, seed = tree, rng.getrandbits(62)
        c = C.get((self.game.title, position.seats), ELSEWHERE) if self.c is None else self.c

        def run(simulations: int, seed: int) -> int:
            where = (position.words, position.seat, simulations, tree.arrays, room.arrays)
            return int(search.puct(*where, judge, seed, c, self.fpu, self.heat, self.fresh))

        def decided(left: float) -> bool:
            second, first = sorted(visits for _, visits, _, _ in tree.root_edges())[-2:]
            return first - second > left

        self.simulations, self._rate = spend(run, budget, seed, self._rate, on_progress, decided)
        return tree


class MctsBot:
    """Plain Monte Carlo tree search with random play to the end: what a search is worth without a net."""

    name = "mcts"

    def __init__(self, game: Splendor, *, c: float = 0.7) -> None:
        """`c` weighs moves that were tried little."""
        self.game, self.c = game, c
        self._rate = 100_000.0
        self.simulations = 0

    def choose(self, view: Any, budget: Budget, rng: Rng, on_progress: OnProgress | None = None) -> str:
        """Return the move tried most often."""
        position = self.game.redeal(view, rng)
        if len(view.moves) == 1:
            return str(view.moves[0])
        return most_read(position, self._try(position, budget, rng, on_progress))

    def explain(self, view: Any, budget: Budget, rng: Rng) -> Thought:
        """Return the move tried most often, the others, and the lines."""
        position = self.game.redeal(view, rng)
        if len(view.moves) == 1:
            return Thought(move=str(view.moves[0]), how=ONLY)
        tree = self._try(position, budget, rng)
        return read_thought(most_read(position, tree), view, position, tree)

    def _try(self, position: Position, budget: Budget, rng: Rng, on_progress: OnProgress | None = None) -> search.Tree:
        """Play on from a position over and over, and return the tree."""
        tree, room = empty_tree(MOST_NODES, EDGES_PER_NODE * MOST_NODES // 2), search.Room(self.game.ruleset)
        order = np.zeros(WIDE, np.float32)

        def run(simulations: int, seed: int) -> int:
            where = (position.words, position.seat, simulations, tree.arrays, room.arrays)
            return int(search.uct(*where, order, seed, self.c))

        self.simulations, self._rate = spend(run, budget, rng.getrandbits(62), self._rate, on_progress)
        return tree


class _Memory(threading.local):
    """A tree for each thread."""

    tree: search.Tree | None = None


_memory = _Memory()


def empty_tree(nodes: int, edges: int) -> search.Tree:
    """Return an empty tree of that size, in memory that all bots of a thread share.

    They think one after the other, and a long thought takes hundreds of megabytes: a process that plays many variants
    would need as much for each bot's own tree.
    """
    found = _memory.tree
    if found is None or found.nodes.shape[0] < nodes or found.edges.shape[0] < edges:
        most = (0, 0) if found is None else (found.nodes.shape[0], found.edges.shape[0])
        found = _memory.tree = None  # make room first
        found = _memory.tree = search.Tree(max(nodes, most[0]), max(edges, most[1]))
    return search.Tree(nodes, edges, found)


def spend(
    run: Callable[[int, int], int],
    budget: Budget,
    seed: int,
    rate: float,
    on_progress: OnProgress | None = None,
    decided: Callable[[float], bool] | None = None,
) -> tuple[int, float]:
    """Run simulations until the budget is spent; return how many there were, and how many a second.

    It stops before the seconds are over if `decided` says that so many more simulations could not change the choice:
    nobody has to wait for a clear move. It reports progress whenever it looks at the clock. In how many parts
    simulations run does not change what they find: each goes on with the chance of the one before.
    """
    if budget.simulations is not None and budget.seconds is None:
        if on_progress is None:
            run(budget.simulations, seed)
            return budget.simulations, rate
        seconds = math.inf
    else:
        seconds = 1.0 if budget.seconds is None else budget.seconds
    most = budget.simulations or 10**9
    began, done = time.perf_counter(), 0
    while done < most:
        left = seconds - (time.perf_counter() - began)
        if left <= 0.0 and done:
            break
        chunk = int(rate * min(left, CHUNK_SECONDS)) if done else FIRST_CHUNK
        size = min(most - done, max(16, chunk))
        seed = run(size, seed)
        done += size
        spent = time.perf_counter() - began
        rate = done / max(spent, 1e-6)
        more = min(most - done, FASTER * rate * (seconds - spent))
        clear = decided is not None and budget.seconds is not None and more > 0 and decided(more)
        if on_progress is not None:
            on_progress(1.0 if clear else min(1.0, max(spent / max(seconds, 1e-6), done / most)))
        if clear:
            break
    return done, rate


def without_thought(view: Any, rng: Rng) -> Thought | None:
    """Return a move that needs no thought: the only one, or the way out of a match in which nobody makes progress."""
    if len(view.moves) == 1:
        return Thought(move=str(view.moves[0]), how=ONLY)
    move = way_out(view, rng)
    return None if move is None else Thought(move=move, how=GUESS)


def first_look(position: Position, path: str | None = None) -> tuple[Any, Any]:
    """Return the net's weights of the legal actions (minus infinity elsewhere), and the seats' chances, mover first."""
    weights = net.load(position.game.title, position.seats, path)
    logits, chances = np.full(WIDE, -np.inf, np.float32), np.zeros(4, np.float32)
    search.opinion(position.game.ruleset, position.words, weights, net.rooms(weights), logits, chances)
    return logits, chances


def most_read(position: Position, tree: search.Tree) -> str:
    """Return the move of a tree that was read most often, the better one of two."""
    action, _, _, _ = max(tree.root_edges(), key=lambda edge: (edge[1], edge[2]))
    return move_of(position, action)


def move_of(position: Position, wide: int) -> str:
    """Return the notation of a card-named action."""
    record = position.words.view(POSITION)[0]
    for action, move in zip(position.actions(), position.game.spell_moves(position), strict=True):
        if int(to_wide.py_func(record, action) if hasattr(to_wide, "py_func") else to_wide(record, action)) == wide:
            return move
    raise AssertionError(f"action {wide} is not legal here")
