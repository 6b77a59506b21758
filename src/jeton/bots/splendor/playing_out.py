"""Lines played out: a move and what follows, in many deals of what its player can't see.

In each deal everybody plays one of the replies read most, the more often read ones more often; where little was read,
one of those that the net likes best.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from jeton.bots.judge import Line
from jeton.bots.splendor import net
from jeton.bots.splendor.tree import NONE, Tree, deal, name, named
from jeton.core.bits import count, lowest
from jeton.core.exact import exp
from jeton.core.jit import entry_point, part
from jeton.games.splendor.compiled import look, step
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.moves import RETURN
from jeton.games.splendor.position import Position
from jeton.games.splendor.rules import PLAY, WORDS, next_random, pick

__all__ = ["LONGEST", "TURNS", "Gain", "Story", "play_lines", "play_out", "told"]

TURNS = 2
"""How many turns of the mover follow after the one with the move."""
LONGEST = 80
"""The most moves of a line; payments and tokens given back are moves, too."""
READ = 12
"""How often the most read reply must have been read; below that the net says more."""
NEAR = 0.5
"""Replies count if they were read at least this much as often as the most read one; the others were only looked at."""
FINE = 1 << 24
"""Into how many parts chance divides the weights of moves."""


class Gain(NamedTuple):
    """A card or a noble that somebody got."""

    turn: int
    """How many turns the mover has begun, that of the move included."""
    seat: int
    number: int
    bought: bool = True


class Story(NamedTuple):
    """What happened in a line."""

    cards: tuple[Gain, ...]
    """Bought or reserved from the market, or bought from the hand."""
    nobles: tuple[Gain, ...]
    points: tuple[int, ...]
    """Points that each seat gained in all."""
    at_once: int
    """Points that the mover gained in the turn of the move."""
    returned: int
    """Tokens that the mover gave back in that turn."""
    winners: tuple[int, ...]
    """Empty if the match goes on."""
    first_left: tuple[int, ...]
    """What the bank held after the move."""
    spent: int
    """Tokens that the mover lost by the move, net."""


def play_out(
    game: Splendor, root: Position, wide: int, tree: Tree, room: Any, judge: Any, deals: int, seed: int
) -> list[Line]:
    """Return so many lines that begin with a card-named move; the same view, seed and tree give the same ones."""
    dealt, actions = np.zeros((deals, WORDS), np.int64), np.zeros((deals, LONGEST), np.int64)
    play_lines(root.words, root.seat, wide, tree.arrays, room.arrays, judge, seed, dealt, actions)
    found = []
    for words, played in zip(dealt, actions, strict=True):
        position, moves = Position(game, words), list[str]()
        text = str(position)
        for action in played[played >= 0].tolist():
            moves.append(dict(zip(position.actions(), game.spell_moves(position), strict=True))[action])
            position.push(action)
        found.append(Line(text, tuple(moves)))
    return found


@entry_point
def play_lines(
    root: Any, seat: Any, first: Any, tree: Any, room: Any, judge: Any, seed: Any, dealt: Any, played: Any
) -> None:
    """Play a card-named move and what follows in as many deals as there is room for; write each deal and its actions.

    The deals follow from the seed alone, so that two moves can be compared in the same ones. -1 marks what was not
    played.
    """
    ruleset, _, words, position, _, names, _ = room
    s, state = position[0], seed
    for number in range(dealt.shape[0]):
        state = deal(ruleset, words, root, seat, state)
        for i in range(words.shape[0]):
            dealt[number, i] = words[i]
        rng, node, turns, moves = state, np.int64(0), 1, 0
        actions, _, _ = look(ruleset, words)
        while actions != 0 and moves < played.shape[1]:
            name(s, actions, names)
            if moves > 0 and s.seat == seat and s.phase == PLAY:
                turns += 1
                if turns > 1 + TURNS:
                    break
            wide = first
            if moves > 0:
                rng = next_random(rng)
                wide = reply(tree, node, actions, room, judge, rng)
            node = behind(tree, node, wide)
            while names[lowest(actions)] != wide:
                actions &= actions - 1
            action = lowest(actions)
            played[number, moves] = action
            moves += 1
            actions, _, _ = step(ruleset, words, action)
        for i in range(moves, played.shape[1]):
            played[number, i] = -1


@part
def behind(tree: Any, node: Any, wide: Any) -> Any:
    """Return the node behind a move; NONE if the tree has not grown there."""
    nodes, edges, _ = tree
    if node == NONE:
        return node
    at = nodes[node].first
    while at != NONE and edges[at].action != wide:
        at = edges[at].next
    return np.int64(NONE) if at == NONE else np.int64(edges[at].child)


@part
def reply(tree: Any, node: Any, actions: Any, room: Any, judge: Any, rng: Any) -> Any:
    """Return what is played at a node: one of the moves read most, or one that the net likes best."""
    _, rules, _, position, _, names, _ = room
    weights, scratch, logits, chances = judge
    if count(actions) == 1:
        return names[lowest(actions)]
    most, whole = most_visits(tree, node, names)
    if most >= READ:
        return read_reply(tree, node, names, most, pick(rng, whole))
    net.evaluate(rules[0], position[0], weights, scratch, actions, names, logits, chances)
    return liked_reply(actions, names, logits, rng)


@part
def most_visits(tree: Any, node: Any, names: Any) -> Any:
    """Return the visits of the most read legal reply, and the sum of the visits of it and all that come near it."""
    nodes, edges, _ = tree
    most, whole = 0, 0
    first = np.int64(NONE) if node == NONE else np.int64(nodes[node].first)
    at = first
    while at != NONE:
        if named(names, edges[at].action):
            most = max(most, edges[at].visits)
        at = edges[at].next
    at = first
    while at != NONE:
        if named(names, edges[at].action) and edges[at].visits >= NEAR * most:
            whole += edges[at].visits
        at = edges[at].next
    return most, whole


@part
def read_reply(tree: Any, node: Any, names: Any, most: Any, point: Any) -> Any:
    """Return the reply that a point hits if those near the most read one lie in a row, each as long as its visits."""
    nodes, edges, _ = tree
    at = np.int64(nodes[node].first)
    wide = np.int64(NONE)
    while at != NONE and point >= 0:
        if named(names, edges[at].action) and edges[at].visits >= NEAR * most:
            wide = np.int64(edges[at].action)
            point -= edges[at].visits
        at = np.int64(edges[at].next)
    return wide


@part
def liked_reply(actions: Any, names: Any, logits: Any, rng: Any) -> Any:
    """Return one of the moves that the net likes nearly as much as the best one, each as likely as its weight."""
    top = -1e9
    rest = actions
    while rest != 0:
        top = max(top, np.float64(logits[names[lowest(rest)]]))
        rest &= rest - 1
    whole = 0.0
    rest = actions
    while rest != 0:
        weight = exp(np.float64(logits[names[lowest(rest)]]) - top)
        whole += weight if weight >= NEAR else 0.0
        rest &= rest - 1
    point = pick(rng, FINE) / FINE * whole
    wide = names[lowest(actions)]
    rest = actions
    while rest != 0 and point >= 0.0:
        weight = exp(np.float64(logits[names[lowest(rest)]]) - top)
        if weight >= NEAR:
            wide = names[lowest(rest)]
            point -= weight
        rest &= rest - 1
    return wide


def told(game: Splendor, line: Line) -> Story:
    """Return what happens in a line, from its deal and its moves alone."""
    position = game.read(line.deal)
    mover, turns = position.seat, 1
    had = [position.points(seat) for seat in range(position.seats)]
    cards, nobles = list[Gain](), list[Gain]()
    at_once = returned = spent = 0
    first_left: tuple[int, ...] = ()
    for number, move in enumerate(line.moves):
        seat = position.seat
        if number and seat == mover and position.phase == PLAY:
            turns += 1
        before = position.copy()
        action = game.parse(position, move)
        position.push(action)
        if (card := _card(before, move)) is not None:
            cards.append(Gain(turns, seat, card, move.startswith("buy")))
        nobles += [Gain(turns, seat, one) for one in set(position.visits(seat)) - set(before.visits(seat))]
        if seat == mover and turns == 1:
            at_once = position.points(mover) - had[mover]
            returned += RETURN <= action < RETURN + 6
        if number == 0:
            first_left = position.bank
            spent = sum(before.tokens(mover)[:6]) - sum(position.tokens(mover)[:6])
    outcome = game.outcome(position)
    return Story(
        cards=tuple(cards),
        nobles=tuple(nobles),
        points=tuple(position.points(seat) - old for seat, old in enumerate(had)),
        at_once=at_once,
        returned=returned,
        winners=() if outcome is None else tuple(outcome.winners),
        first_left=first_left,
        spent=spent,
    )


def _card(position: Position, move: str) -> int | None:
    """Return the card that a move buys, or reserves from the market."""
    verb, _, rest = move.partition(" ")
    if verb == "buy" and rest.startswith("h"):
        return position.hand(position.seat)[int(rest[1:]) - 1][0]
    if verb in ("buy", "reserve") and "." in rest:
        level, _, column = rest.partition(".")
        return position.market[4 * int(level) + int(column) - 5]
    return None
