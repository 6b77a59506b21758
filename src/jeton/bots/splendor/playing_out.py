"""Lines played out: a move and what follows, in many deals of what its player can't see.

In each of them everybody plays one of the replies that were read the most, the more often read ones more often, and
where little was read, one of those that the net likes best.
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from jeton.bots.judge import Line
from jeton.bots.splendor.lines import by_card, edges_at, shares
from jeton.bots.splendor.search_bots import first_look
from jeton.bots.splendor.tree import NONE, Tree
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.moves import RETURN
from jeton.games.splendor.position import Position
from jeton.games.splendor.rules import PLAY
from jeton.games.splendor.view import View

__all__ = ["TURNS", "Gain", "Story", "play_out", "told"]

TURNS = 2
"""How many turns of the mover follow, beyond the one in which the move is played."""
LONGEST = 80
"""Moves of a line; payments and tokens given back are moves, too."""
READ = 12
"""How often the most read reply must have been read; the net says more than fewer visits do."""
NEAR = 0.5
"""Replies count that were read at least this much as often as the most read one; the rest was only looked at."""


class Gain(NamedTuple):
    """A card that somebody got, or a noble."""

    turn: int
    """How many turns the mover has begun, the one of the move included."""
    seat: int
    number: int
    bought: bool = True


class Story(NamedTuple):
    """What happened in a line."""

    cards: tuple[Gain, ...]
    """Bought or reserved from the market, or bought from the hand."""
    nobles: tuple[Gain, ...]
    points: tuple[int, ...]
    """That each seat gained in all."""
    at_once: int
    """Points that the mover gained in the turn of the move."""
    returned: int
    """Tokens that the mover gave back in that turn."""
    winners: tuple[int, ...]
    """Nobody where the match goes on."""
    first_left: tuple[int, ...]
    """What the bank held after the move."""
    spent: int
    """Tokens that the mover has less after the move, net."""


def play_out(game: Splendor, view: View, move: str, tree: Tree, deals: int, seed: int, path: str | None) -> list[Line]:
    """So many lines; the same view, seed and tree give the same ones."""
    found = []
    for number in range(deals):
        chance = Random(f"{seed} {number}")
        position = game.redeal(view, chance)
        deal, mover, moves, turns, node = str(position), position.seat, list[str](), 1, 0
        while not position.is_over and len(moves) < LONGEST:
            names = by_card(position)
            if moves and position.seat == mover and position.phase == PLAY:
                turns += 1
                if turns > 1 + TURNS:
                    break
            if moves:
                wide = _reply(position, tree, node, names, path, chance)
            else:
                wide = next(wide for wide, (_, name) in names.items() if name == move)
            node = _behind(tree, node, wide)
            action, name = names[wide]
            moves.append(name)
            position.push(action)
        found.append(Line(deal, tuple(moves)))
    return found


def _reply(
    position: Position, tree: Tree, node: int, names: dict[int, tuple[int, str]], path: str | None, chance: Random
) -> int:
    if len(names) == 1:
        return next(iter(names))
    weights: dict[int, float] = {e.action: e.visits for e in edges_at(tree, node) if e.action in names and e.visits}
    if max(weights.values(), default=0) < READ:
        weights = shares(first_look(position, path)[0])
    least = NEAR * max(weights.values())
    near = {wide: weight for wide, weight in weights.items() if weight >= least}
    return chance.choices(list(near), list(near.values()))[0]


def _behind(tree: Tree, node: int, wide: int) -> int:
    return next((edge.child for edge in edges_at(tree, node) if edge.action == wide), NONE)


def told(game: Splendor, line: Line) -> Story:
    """What happens in a line, from its deal and its moves alone."""
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
    """The card that a move buys, or reserves from the market."""
    verb, _, rest = move.partition(" ")
    if verb == "buy" and rest.startswith("h"):
        return position.hand(position.seat)[int(rest[1:]) - 1][0]
    if verb in ("buy", "reserve") and "." in rest:
        level, _, column = rest.partition(".")
        return position.market[4 * int(level) + int(column) - 5]
    return None
