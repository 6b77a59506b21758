"""The bots that read ahead: `net` plays a net's first thought, `search` reads on from it, `mcts` uses no net."""

from __future__ import annotations

import math
import threading
import time
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np

from jeton.bots.bot import BadParameter, Budget, OnProgress
from jeton.bots.splendor import net, search
from jeton.bots.splendor.deadlock import way_out
from jeton.bots.splendor.lines import by_card, first_thought, read_thought, shares
from jeton.bots.splendor.net_many import load_many
from jeton.bots.splendor.search_many import TOGETHER, read_many, rooms_many
from jeton.bots.splendor.styles import Taste
from jeton.bots.thought import GUESS, ONLY, Thought
from jeton.core.game import Rng
from jeton.games.splendor.features import WIDE
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.position import Position

__all__ = ["SETTINGS", "MctsBot", "NetBot", "SearchBot", "Setting"]

CHUNK_SECONDS, CHUNKS = 0.05, 16
"""How long the compiled search runs before Python looks at the clock again; and how often it does so at least."""

FIRST_CHUNK = 64
"""Simulations before the first look at the clock, while nobody knows how fast they go here and now; and before a search
reads several together."""

MOST_NODES, EDGES_PER_NODE = 400_000, 40


class Setting(NamedTuple):
    """The constants of a search."""

    c: float = 0.5
    """How much the net's first thought weighs against what was read."""
    fpu: float = 0.1
    """How gloomy unread moves look."""
    heat: float = 4.0
    """How much the search flattens the net's first thought, which is too sure of itself."""
    fresh: float = 0.01
    """The weight of a move that turns up with a card drawn on the way."""
    floor: float = 0.0
    """How much of the first thought all moves of the root share alike, so that none is overlooked for good."""


SETTINGS = {("splendor", 2): Setting(c=2.0, heat=8.0), ("marvel", 2): Setting(c=2.0, heat=8.0)}
"""The best ones measured (docs/lab/search.md), by title and number of seats; at all other tables the usual ones."""

READ = 6.0
"""A style adds to the log of how often a move was read, times this: so it plays another move about as often as one that
adds to the net's first thought does."""

HOPE = 0.25
"""How much of what remains the second most read move could get at best: with more, it hardly ever catches up."""


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

    def choose_many(self, words: Any, legal: Any, wanted: Any, chance: Any, actions: Any) -> None:
        """Write the most likely action in each row that is wanted: those of `choose`, but for ways out of deadlocks."""
        from jeton.bots.splendor.net_many import choose_many

        choose_many(self.game, self.path, words, legal, wanted, chance, actions)

    def can_choose_many(self, seats: int) -> bool:
        """Return True: it reads nothing ahead."""
        return True

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
        fpu: float | None = None,
        heat: float | None = None,
        fresh: float | None = None,
        floor: float | None = None,
        together: float | None = None,
        taste: Taste | None = None,
    ) -> None:
        """Take constants in place of those of its table (`Setting`)."""
        if together not in (None, *range(1, TOGETHER + 1)):
            raise BadParameter(f"together: expected a whole number from 1 to {TOGETHER}, got {together:g}")
        self.game, self.path = game, path
        self.together = None if together is None else int(together)
        """How many lines it reads before it asks the net about all of them. By default one if its budget says how many
        lines it reads, so that it reads the same ones for ever; else as many as are fastest."""
        self.taste = taste
        """What it likes a little more than others do, if it plays in a style."""
        given = {"c": c, "fpu": fpu, "heat": heat, "fresh": fresh, "floor": floor}
        self._given = {name: value for name, value in given.items() if value is not None}
        self._tree: search.Tree | None = None
        """The tree of the last move, until a bot of this thread thinks again."""
        self._rate = 20_000.0
        self.simulations = 0
        """How many simulations the last move took."""

    def setting(self, seats: int) -> Setting:
        """Return the constants with which it reads at a table of so many seats."""
        return SETTINGS.get((self.game.title, seats), Setting())._replace(**self._given)

    def choose(self, view: Any, budget: Budget, rng: Rng, on_progress: OnProgress | None = None) -> str:
        """Return the move read most often; in a style, one that it likes more and that was read nearly as often."""
        position = self.game.redeal(view, rng)
        if (clear := without_thought(view, rng)) is not None:
            return clear.move
        return self._pick(position, self._read(position, budget, rng, on_progress))

    def explain(self, view: Any, budget: Budget, rng: Rng) -> Thought:
        """Return the move of `choose`, the others, and the lines."""
        position = self.game.redeal(view, rng)
        if (clear := without_thought(view, rng)) is not None:
            return clear
        tree = self._read(position, budget, rng)
        _, chances = first_look(position, self.path)
        return read_thought(self._pick(position, tree), view, position, tree, chances)

    def _pick(self, position: Position, tree: search.Tree) -> str:
        """Return the move of a tree that was read most often, or that its taste then likes best."""
        if self.taste is None:
            return most_read(position, tree)
        opinion = np.full(WIDE, -np.inf, np.float32)
        for action, visits, _, _ in tree.root_edges():
            if visits:
                opinion[action] = READ * math.log(visits)
        self.taste.colour(position, opinion)
        return move_of(position, int(opinion.argmax()))

    def _read(self, position: Position, budget: Budget, rng: Rng, on_progress: OnProgress | None = None) -> search.Tree:
        """Read ahead from a position, and return the tree."""
        wanted = budget.simulations or int((budget.seconds or 1.0) * 2.5 * self._rate)
        size = min(max(wanted, 256) + 64, MOST_NODES)
        tree, seed = empty_tree(size, EDGES_PER_NODE * size), rng.getrandbits(62)
        together = self.together or (1 if budget.simulations else TOGETHER)
        self._tree = tree
        *setting, floor = self.setting(position.seats)
        read = self._reader(position, tree, together, setting)

        def run(simulations: int, seed: int) -> int:
            if floor and not tree.used[1]:
                simulations, seed = simulations - 1, read(1, seed)
                tree.flatten_root(floor)
            return read(simulations, seed)

        def decided(left: float) -> bool:
            second, first = sorted(visits for _, visits, _, _ in tree.root_edges())[-2:]
            return first - second > left

        self.simulations, self._rate = spend(run, budget, seed, self._rate, on_progress, decided, together)
        return tree

    def _reader(
        self, position: Position, tree: search.Tree, together: int, setting: Sequence[float]
    ) -> Callable[[int, int], int]:
        """Return what reads so many more lines of a tree, so many together; it takes and returns a state of chance."""
        room, said = search.Scratch(self.game.ruleset), (np.zeros(WIDE, np.float32), np.zeros(4, np.float32))
        key = (self.game.title, position.seats, self.path)
        if together == 1:
            weights = net.load(*key)
            judge = (weights, net.rooms(weights), *said)

            def read(simulations: int, seed: int) -> int:
                where = (position.words, position.seat, simulations, tree.arrays, room.arrays)
                return int(search.puct(*where, judge, seed, *setting))

            return read
        weights = load_many(*key)
        judge, alone = (weights, rooms_many(weights, position.seats, len(tree.nodes)), *said), FIRST_CHUNK

        def read_together(simulations: int, seed: int) -> int:
            nonlocal alone
            first = min(simulations, alone)
            alone -= first
            for many, group in (first, 1), (simulations - first, together):
                where = (position.words, position.seat, many, group, tree.arrays, room.arrays)
                seed = int(read_many(*where, judge, seed, *setting))
            return seed

        return read_together


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
        tree, room = empty_tree(MOST_NODES, EDGES_PER_NODE * MOST_NODES // 2), search.Scratch(self.game.ruleset)
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
    together: int = 1,
) -> tuple[int, float]:
    """Run simulations until the budget is spent; return how many there were, and how many a second.

    It stops before the seconds are over if `decided` says that no other move could still catch up with so many more
    simulations: nobody has to wait for a clear move. It reports progress whenever it looks at the clock. In how many
    parts simulations run does not change what they find: each goes on with the chance of the one before, and `together`
    of them are never parted. The first part does not say how fast it is: a new process loads compiled code meanwhile.
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
    loaded, warm = 0, 0.0  # after the first part: how many were done, and when
    while done < most:
        left = seconds - (time.perf_counter() - began)
        if left <= 0.0 and done:
            break
        chunk = int(rate * min(left, CHUNK_SECONDS, seconds / CHUNKS)) if done else FIRST_CHUNK
        size = min(most - done, -(-max(16, chunk) // together) * together if done else chunk)
        seed = run(size, seed)
        done += size
        spent = time.perf_counter() - began
        rate = (done - loaded) / max(spent - warm, 1e-6)
        more = HOPE * min(most - done, rate * (seconds - spent))
        clear = decided is not None and budget.seconds is not None and loaded > 0 and more > 0 and decided(more)
        if on_progress is not None:
            on_progress(1.0 if clear else min(1.0, max(spent / max(seconds, 1e-6), done / most)))
        if clear:
            break
        if not loaded:
            loaded, warm = done, spent
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
    """Return the move of a tree that was read most often; of two read equally often, the better one."""
    action, _, _, _ = max(tree.root_edges(), key=lambda edge: (edge[1], edge[2]))
    return move_of(position, action)


def move_of(position: Position, wide: int) -> str:
    """Return the notation of a card-named action."""
    return by_card(position)[wide][1]
