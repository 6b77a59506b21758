"""Reading clues: what everybody can know of each location, and what one bot makes of it.

Everything is a log-weight per island. A fact that rules an island out subtracts `NEVER` from it, not infinity: so clues
that contradict each other leave a belief and not a division by zero.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import msgspec
import numpy as np

from jeton.bots.guardians.associations import Array, Associations, Indices
from jeton.bots.guardians.memory import Memory
from jeton.games.guardians.board import neighbours
from jeton.games.guardians.position import TOKENS
from jeton.games.guardians.ruleset import Ruleset
from jeton.games.guardians.view import View

__all__ = ["Level", "Mind", "Reader", "log_sum"]

NEVER = 30.0
WAND = (1.0, 0.5, 0.1)
"""G113. How likely Merlin's fire lies on the location, next to it, elsewhere."""


class Level(msgspec.Struct, frozen=True, kw_only=True):
    """How well a bot thinks."""

    noise: float
    """The noise of the matrix with which it reads, whose spread is 1; it points with another (see `taste`)."""
    keep: float
    """The share of its memory that survives the first round; later ones take less (see `memory`)."""
    tau: float = 0.6
    """How sharply it prefers one island to another when it reads."""
    care: float = 1.6
    """How far it trusts that the others choose their clues with care."""
    slip: float = 0.0
    """How often it takes a clue to mean nothing at all."""
    trust: float = 1.0
    """The power to which it takes what a clue speaks for: above 1 it believes more of it."""
    unchosen: bool = True
    """Whether it heeds what nobody pointed at."""
    joint: bool = True
    """Whether it heeds that no two seats share a location."""
    threat: float = 0.0
    """How much it minds feeding somebody who is about to win."""
    clue_delay: float = 8.0
    """Median seconds before a clue."""


class Mind(NamedTuple):
    """What things mean to one seat: how it reads others, and how it points."""

    taste: Array
    voice: Array


class Reader:
    """One seat's reading of one view."""

    def __init__(
        self, ruleset: Ruleset, level: Level, associations: Associations, mind: Mind, memory: Memory, view: View
    ) -> None:
        """`mind` holds the seat's own matrices."""
        self.ruleset, self.level, self.pictures = ruleset, level, associations
        self.taste, self.voice = mind.taste, mind.voice
        self.memory, self.view = memory, view
        self.islands = {island: n for n, island in enumerate(associations.islands)}
        self.near = neighbours(view.board)

    def facts(self, seat: int) -> Array:
        """Return what everybody can know of a seat's location, clues aside: G53–G59, G62, G69, G113."""
        weights = np.zeros(len(self.islands))
        closed = self.view.found if self.ruleset.remember else self.memory.found()
        self._rule_out(weights, [*closed, *self.view.face_down])
        wrong = self.memory.wrong_of(seat, all_of_them=self.ruleset.remember)
        self._rule_out(weights, wrong)
        fires = [fire for fire in self.view.fires if fire.seat == seat]
        lit = {fire.island for fire in fires if not (fire.wand and self.ruleset.fire_a_boat)}
        for fire in fires:
            around = self.near[fire.island]
            if fire.wand and not self.ruleset.wand_adjacent and not self.ruleset.auto_play_kept:
                guess = np.full(len(weights), np.log(WAND[2]))
                guess[[self.islands[island] for island in around]] = np.log(WAND[1])
                guess[self.islands[fire.island]] = np.log(WAND[0])
                weights += guess
            else:
                self._rule_out(weights, [island for island in self.islands if island not in around])
        if self.ruleset.beacon_fires and len(fires) < TOKENS:
            for island in wrong:
                if island not in lit:
                    self._rule_out(weights, self.near[island])
        return weights

    def hints(self, seat: int, facts: Array, matrix: Array | None = None) -> Array:
        """Return the log-likelihood of a seat's clues for its present location, by island; by default with `taste`."""
        matrix = self.taste if matrix is None else matrix
        total = np.zeros(len(self.islands))
        seen: set[int] = set()
        for clue in self.memory.clues_of(seat, self.view):
            column = None if clue.element is None else self.pictures.column.get(clue.element)
            if column is None or column in seen:  # plain scenery, or a repetition
                continue
            seen.add(column)
            total += self.likelihood(column, self.memory.cards(self.view, clue.round), facts, matrix)
        return total

    def said(self, seat: int) -> set[int]:
        """Return the columns of what a seat has pointed at for its present location."""
        elements = [clue.element for clue in self.memory.clues_of(seat, self.view) if clue.element is not None]
        return {self.pictures.column[element] for element in elements if element in self.pictures.column}

    def beliefs(self) -> Array:
        """Return where each seat may be: a row of probabilities per seat; the reader's own row holds the truth."""
        view, me = self.view, self.view.seat
        own = [pile.location for pile in (view.hand, *view.piles) if pile is not None]
        rows = []
        for seat in range(len(view.players)):
            if seat == me:
                rows.append(np.full(len(self.islands), -NEVER))
                if view.hand is not None:
                    rows[-1][self.islands[view.hand.location]] = 0.0
                continue
            facts = self.facts(seat)
            weights = facts + self.hints(seat, facts)
            self._rule_out(weights, own)
            rows.append(weights)
        logs = np.array(rows)
        chances = _normal(logs)
        if self.level.joint:
            for _ in range(2):
                free = np.log(np.maximum(1 - chances, 1e-6))
                chances = _normal(logs + free.sum(0) - free)
        return chances

    def columns(self, cards: tuple[str, ...]) -> Indices:
        """Return the columns of all elements of some postcards."""
        parts = [self.pictures.cards[card] for card in cards]
        return np.concatenate(parts)

    def likelihood(self, column: int, cards: tuple[str, ...], facts: Array, matrix: Array | None = None) -> Array:
        """Return how likely each island makes a clue at a column of these postcards, as logs; `taste` by default."""
        matrix = self.taste if matrix is None else matrix
        columns = self.columns(cards)
        at = np.flatnonzero(columns == column)
        if not at.size:  # nobody remembers its postcard
            columns, at = np.append(columns, column), np.array([columns.size])
        scores = matrix[:, columns] / self.level.tau
        literal = scores - log_sum(scores + facts[:, None], 0)
        if not self.level.unchosen:
            return literal[:, at[0]]
        careful = self.level.care * literal
        chosen: Array = careful[:, at[0]] - log_sum(careful, 1)[:, 0]
        if self.level.slip:
            chosen = np.logaddexp(chosen + np.log1p(-self.level.slip), np.log(self.level.slip / columns.size))
        return chosen if self.level.trust == 1.0 else self.level.trust * chosen

    def _rule_out(self, weights: Array, islands: Iterable[str]) -> None:
        for island in islands:
            weights[self.islands[island]] = -NEVER


def log_sum(logs: Array, axis: int) -> Array:
    """Return the logarithm of the sum of exponentials; the axis stays."""
    top = logs.max(axis, keepdims=True)
    total: Array = top + np.log(np.exp(logs - top).sum(axis, keepdims=True))
    return total


def _normal(logs: Array) -> Array:
    """Return probabilities, row by row."""
    chances: Array = np.exp(logs - log_sum(logs, 1))
    return chances
