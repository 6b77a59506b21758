"""The judge of Splendor and Splendor: Marvel: what each move is worth to every seat, read over many deals.

It reads as the search bots do (`search.read`) and keeps more of what it finds: what the lines that begin with a move
come to for every seat, and how far they lie apart. It can also read only some of the moves, and then knows
each of them as well as the best one, even a move that a search would hardly look at.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np

from jeton.bots.judge import Fact, Option, Reading, Why
from jeton.bots.splendor import net
from jeton.bots.splendor.lines import Edge, by_card, known_cards, line_of
from jeton.bots.splendor.playing_out import play_out
from jeton.bots.splendor.search import read
from jeton.bots.splendor.search_bots import empty_tree
from jeton.bots.splendor.telling import sentence
from jeton.bots.splendor.tree import Scratch, Tree
from jeton.bots.splendor.why import facts, theme_of
from jeton.games.splendor.features import WIDE
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.view import View
from jeton.words import Words

__all__ = ["SplendorJudge", "weigh"]

C, ELSEWHERE = {("splendor", 2): 2.0, ("marvel", 2): 2.0}, 0.5
"""How much the net's first thought weighs: by title and number of seats, and at all other tables."""
FPU, HEAT, FRESH = 0.1, 4.0, 0.01
"""The judge's own, as `C` is: whatever suits the bots, its curves were fitted to what it read with these."""
MOST_NODES, EDGES_PER_NODE = 200_000, 40
ACTIONS, SUMS = 64, 5
"""For every move of the root: the sum of its lines' results for each seat, and of the mover's squared."""
ENOUGH, SURE = 0.1, 2.0
"""A move is compared with others once it has this share of the lines of the most read one; its worth then counts less
so many standard errors."""


def weigh(
    root: Any, seat: Any, only: Any, simulations: Any, tree: Any, room: Any, judge: Any, seed: Any, c: Any, sums: Any
) -> Any:
    """Read the moves of a mask and sum up what their lines come to; return the last state of chance."""
    return read(root, seat, only, simulations, tree, room, judge, seed, c, FPU, HEAT, FRESH, sums)


class SplendorJudge:
    """Reads what a seat could know; the same view, lines and seed give the same reading.

    >>> import jeton
    >>> match = jeton.new("splendor", key="00" * 16, options={"first": "seat"})
    >>> reading = SplendorJudge(match.game).read(match.view(0), 200, 1)
    >>> reading.best.move in match.moves(), round(sum(reading.best.chances), 3)
    (True, 1.0)
    """

    def __init__(self, game: Splendor, path: str | None = None) -> None:
        """Take the net that ships for the game's title, or one from a file."""
        self.game, self.path = game, path
        self._scratch = Scratch(game.ruleset)

    def spelling(self, view: View, move: str) -> str:
        """Return a legal move as the view spells it: `take gbw` is its `take wbg`."""
        if move in view.moves:
            return move
        position = self.game.redeal(view, Random(0))
        return dict(zip(position.actions(), view.moves, strict=True))[self.game.parse(position, move)]

    def read(self, view: View, lines: int, seed: int, moves: tuple[str, ...] = (), told: int = 3) -> Reading:
        """Read so many lines from a view of the seat to move, for some moves or for all of them.

        For the first `told` moves it says how the match would go on.
        """
        return self._read(view, lines, seed, moves, told)[0]

    def explain(self, view: View, move: str, other: str, deals: int, lines: int, seed: int) -> Why:
        """Return what a move is good for, compared with another one unless that is empty."""
        lists = []
        for one in filter(None, (move, other)):
            _, tree = self._read(view, lines, seed, (one,), 0)
            position = self.game.redeal(view, Random(seed))
            wide = next(wide for wide, (_, name) in by_card(position).items() if name == one)
            judge = self._judge(position.seats)
            lists.append(tuple(play_out(self.game, position, wide, tree, self._scratch, judge, deals, seed)))
        own, others = lists[0], lists[1] if other else ()
        found = facts(self.game, view, move, own, others)
        return Why(seat=view.turn, move=move, other=other, facts=found, lines=own, other_lines=others)

    def says(self, fact: Fact, words: Words, names: Sequence[str], you: int | None) -> str:
        """Return a fact as a sentence."""
        return sentence(self.game.box, fact, words, names, you)

    def theme(self, view: View, move: str, facts: Sequence[Fact]) -> str:
        """Return `payment`, `noble`, `endgame`, `denial`, `reserve` or `race`."""
        return theme_of(view.phase, move, {fact.kind for fact in facts})

    def _judge(self, seats: int) -> tuple[Any, ...]:
        """Return the net of a table, empty scratch space, and where its opinion goes."""
        weights = net.load(self.game.title, seats, self.path)
        return weights, net.rooms(weights), np.zeros(WIDE, np.float32), np.zeros(4, np.float32)

    def _read(self, view: View, lines: int, seed: int, moves: tuple[str, ...], told: int) -> tuple[Reading, Tree]:
        """Return a reading, and its tree until another reading of this thread."""
        position = self.game.redeal(view, Random(seed))
        seats, wanted = position.seats, set(moves or view.moves)
        by_move = dict(zip(view.moves, position.actions(), strict=True))
        only = sum(1 << by_move[move] for move in wanted)
        judge = self._judge(seats)
        size = min(max(lines, 256) + 64, MOST_NODES)
        tree, sums = empty_tree(size, EDGES_PER_NODE * size), np.zeros((ACTIONS, SUMS))
        c = C.get((self.game.title, seats), ELSEWHERE)
        where = (position.words, position.seat, only, lines + 1, tree.arrays, self._scratch.arrays)
        weigh(*where, judge, seed, c, sums)

        names, found, edges = by_card(position), list[Option](), dict[str, Edge]()
        for at in range(len(wanted)):  # the root's edges grew first
            _, action, visits, child, value, _ = tree.edges[at].item()
            if visits:
                move = names[action][1]
                edges[move] = Edge(action, visits, value / visits, child)
                found.append(_option(move, visits, sums[at], seats, position.seat))
        found = in_order(found, position.seat)
        known = known_cards(view)
        for i, one in enumerate(found):
            if i < told or one.move in moves:
                found[i] = one._replace(line=line_of(tree, edges[one.move], position, known))
        return Reading(seat=position.seat, lines=lines, options=tuple(found)), tree


def in_order(options: list[Option], seat: int) -> list[Option]:
    """Return the moves, the best first: those read enough by what they are worth at least, then the others by lines.

    >>> read_twice = Option("b", (0.9, 0.1), 0.3, 2)
    >>> [one.move for one in in_order([read_twice, Option("a", (0.6, 0.4), 0.01, 150)], 0)]
    ['a', 'b']
    """
    enough = max((option.lines for option in options), default=0) * ENOUGH

    def worth(option: Option) -> tuple[bool, float]:
        surely = option.chances[seat] - SURE * option.error
        return option.lines >= enough, surely if option.lines >= enough else option.lines

    return sorted(options, key=worth, reverse=True)


def _option(move: str, visits: int, sums: Any, seats: int, seat: int) -> Option:
    """Return a move with the means of its lines; a few lines that happen to agree do not count as certain."""
    means = sums[:seats] / visits
    spread = max(0.0, float(sums[SUMS - 1]) / visits - float(means[seat]) ** 2)
    error = math.sqrt((spread + 0.25 / visits) / visits)
    return Option(move, tuple(float(mean) for mean in means), error, visits)
