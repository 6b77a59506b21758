"""Thoughts of the bots that play by a net or by a tree: moves with their weights, and lines out of the tree."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from jeton.bots.splendor.tree import NONE, Tree
from jeton.bots.thought import FIRST, READ, Candidate, Thought
from jeton.core.jit import interpreted
from jeton.games.splendor.features import WIDE_BUY, WIDE_DECK, WIDE_RESERVE, WIDE_RETURN, to_wide
from jeton.games.splendor.moves import PASS
from jeton.games.splendor.position import Position
from jeton.games.splendor.rules import PLAY
from jeton.games.splendor.view import View

__all__ = ["Edge", "by_card", "edges_at", "first_thought", "known_cards", "line_of", "read_thought", "shares"]

LONGEST = 8
"""How many moves of a line a thought shows."""
LEAST = 2
"""How many reads a reply needs to be shown: the first visit of a move follows the net, not the reading."""

card_named = interpreted(to_wide)
"""The rules' own function, run as plain Python."""


class Edge(NamedTuple):
    """A move out of a node of a tree."""

    action: int
    """Its card-named number."""
    visits: int
    mean: float
    """The mover's chance to win, as far as it was read."""
    child: int


def edges_at(tree: Tree, node: int) -> list[Edge]:
    """Return the moves out of a node; none if the tree has not grown there."""
    found, at = list[Edge](), NONE if node == NONE else int(tree.nodes["first"][node])
    while at != NONE:
        _, action, visits, child, value, _ = tree.edges[at].item()
        found.append(Edge(action, visits, value / visits if visits else 0.0, child))
        at = int(tree.edges["next"][at])
    return found


def by_card(position: Position) -> dict[int, tuple[int, str]]:
    """Return the legal moves by their card-named number: the action's number, and its notation."""
    record, moves = position.record, position.game.spell_moves(position)
    return {int(card_named(record, a)): (a, move) for a, move in zip(position.actions(), moves, strict=True)}


def shares(logits: Any, heat: float = 1.0, alike: float = math.inf) -> dict[int, float]:
    """Return how likely each legal action is: weights flattened by a heat, none further from the best than `alike`.

    >>> {action: round(share, 3) for action, share in shares(np.array([1.0, -np.inf, 0.0])).items()}
    {0: 0.731, 2: 0.269}
    """
    best = float(logits.max())
    near = np.flatnonzero(np.isfinite(logits) & (logits >= best - alike))
    weights = np.exp((logits[near].astype(np.float64) - best) / heat)
    return {int(i): float(weight) for i, weight in zip(near, weights / weights.sum(), strict=True)}


def in_seats(chances: Any, position: Position) -> tuple[float, ...]:
    """Return chances by seat, from chances that begin with the mover."""
    return tuple(float(chances[(seat - position.seat) % position.seats]) for seat in range(position.seats))


def first_thought(move: str, position: Position, weights: dict[int, float], seen: Position, chances: Any) -> Thought:
    """Return the thought of a bot that plays its first thought; `seen` is the position as it saw it."""
    names, visible = by_card(position), by_card(seen)
    told = [Candidate(move=names[wide][1], weight=weight) for wide, weight in weights.items()]
    return Thought(
        move=move,
        how=FIRST,
        chances=in_seats(chances, position),
        candidates=tuple(sorted(told, key=lambda one: -one.weight)),
        overlooked=tuple(name for wide, (_, name) in names.items() if wide not in visible),
    )


def read_thought(move: str, view: View, position: Position, tree: Tree, chances: Any = None) -> Thought:
    """Return the thought of a bot that read a tree from a position with this view."""
    edges = edges_at(tree, 0)
    total, names, known = sum(edge.visits for edge in edges), by_card(position), known_cards(view)
    told = []
    for edge in sorted(edges, key=lambda edge: (-edge.visits, -edge.mean)):
        told.append(
            Candidate(
                move=names[edge.action][1],
                weight=edge.visits / max(1, total),
                chance=edge.mean if edge.visits else None,
                lines=edge.visits,
                line=line_of(tree, edge, position, known) if edge.visits else (),
            )
        )
    seats = () if chances is None else in_seats(chances, position)
    return Thought(move=move, how=READ, chances=seats, lines=total, candidates=tuple(told))


def known_cards(view: View) -> frozenset[int]:
    """Return the numbers of the cards that the view's seat can name: on the table and in hands."""
    in_hands = {one.card for player in view.players for one in player.hand if one.card is not None}
    return frozenset(in_hands.union(view.market) - {0})


def line_of(tree: Tree, edge: Edge, position: Position, known: frozenset[int]) -> tuple[str, ...]:
    """Return a move and the replies read most often.

    Every walk was another deal, so the line follows one of them, and ends before a card that only this one has.
    """
    at, found = position.copy(), list[str]()
    while len(found) < LONGEST:
        names = by_card(at)
        card = _card(edge.action)
        if edge.action not in names or (card is not None and card not in known):
            break
        action, move = names[edge.action]
        if found and action == PASS and at.phase == PLAY:
            break  # who must pass depends on the cards that turned up
        found.append(move)
        at.push(action)
        replies = [] if at.is_over else edges_at(tree, edge.child)
        best = max(replies, key=lambda one: (one.visits, one.mean), default=None)
        if best is None or best.visits < LEAST:
            break
        edge = best
    return tuple(found)


def _card(wide: int) -> int | None:
    """Return the number of the card that a card-named action reserves or buys."""
    if WIDE_RESERVE <= wide < WIDE_DECK:
        return wide - WIDE_RESERVE + 1
    return wide - WIDE_BUY + 1 if WIDE_BUY <= wide < WIDE_RETURN else None
