"""Facts of a move of Splendor and Splendor: Marvel: what changes for its player, read off the views before and after.

Nothing here knows a rule: it plays the move in a deal that fits the view, and states the difference of two views of the
same seat. It never mentions what a deal turned up by chance.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from jeton.bots.facts import Fact
from jeton.core.game import Entry, Game
from jeton.games.splendor.affordability import Price
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.ruleset import Card
from jeton.games.splendor.view import View

__all__ = ["facts_of"]

GOLD, TIME = 5, 6
NEAR = 2
"""How many cards a noble may still ask for, and how many tokens a card may still lack, to be called near."""
PAYABLE = ("free", "now", "gold")


def facts_of(game: Game[Any, Any], view: View, move: str) -> tuple[Fact, ...]:
    """Return what is true of a legal move, the weightiest fact first.

    >>> import jeton
    >>> match = jeton.new("splendor", key="00" * 16, options={"first": "seat"})
    >>> [fact.code for fact in facts_of(match.game, match.view(0), "reserve 3.1")]
    ['worth', 'gold', 'closer', 'nearer']
    """
    if not isinstance(game, Splendor) or view.seat is None:
        raise ValueError("expected the view of a seat at a table of Splendor")
    return tuple(_Facts(game, view, move).all())


class _Facts:
    """A view, a move, and the same seat's view after the move and any payment for it."""

    def __init__(self, game: Splendor, view: View, move: str) -> None:
        """Play the move in a deal that fits the view; if a payment follows, leave it to the rules."""
        self.game, self.before, self.box = game, view, game.box
        self.verb, _, self.target = move.partition(" ")
        self.seat = view.seat or 0
        position = game.redeal(view, Random(0))
        self.others = [game.view(position, seat) for seat in range(len(view.players)) if seat != self.seat]
        after = game.play(position, Entry(1, 0, self.seat, move))
        self.after = game.view(after, self.seat)
        if self.after.phase == "pay" and "done" in self.after.moves:
            self.after = game.view(game.play(after, Entry(2, 0, self.seat, "done")), self.seat)
        self.me, self.then = view.players[self.seat], self.after.players[self.seat]

    def all(self) -> Iterator[Fact]:
        """Yield every fact, the weightiest first."""
        yield from self._goal()
        yield from self._tiles()
        if self.verb == "buy":
            yield from self._bought()
        if self.verb == "reserve":
            yield from self._reserved()
        yield from self._reach()
        if self.verb == "buy":
            yield from self._cheaper()
        if self.verb == "return":
            yield Fact("asked", {"colour": self._colour(), "count": self._asked(self._colour())})
        if self.verb == "gold":
            yield Fact("keeps", {"colour": self._colour()})

    # What the seat has afterwards

    def _goal(self) -> Iterator[Fact]:
        if self.then.meets_goal and not self.me.meets_goal:
            yield Fact("goal", {"count": self.then.points})

    def _tiles(self) -> Iterator[Fact]:
        for noble in set(self.then.nobles) - set(self.me.nobles):
            yield Fact("noble", {"noble": noble, "count": self.after.numbers.noble_points})
        if self.after.tile == self.seat != self.before.tile:
            yield Fact("tile", {"count": self.after.numbers.tile_points})
        if self.then.tokens[TIME] > self.me.tokens[TIME]:
            yield Fact("time")

    def _bought(self) -> Iterator[Fact]:
        card = self._card()
        if card is None:
            return
        colour = self.box.colours.index(card.bonus)
        if card.points:
            yield Fact("points", {"count": card.points, "total": self.then.points})
        if self.before.numbers.goal_bonuses > self.me.bonuses[colour]:
            yield Fact("needed", {"colour": colour})
        if self.me.tokens[:TIME] == self.then.tokens[:TIME]:
            yield Fact("free")
        for noble, before in zip(self.before.nobles, self.before.nobles_left, strict=False):
            if noble not in self.after.nobles:
                continue
            left = self.after.nobles_left[self.after.nobles.index(noble)]
            if 0 < left <= NEAR and left < before:
                yield Fact("noble_near", {"noble": noble, "count": left})
        yield from self._wanted(card.id)

    def _reserved(self) -> Iterator[Fact]:
        card = self._card()
        if card is not None:
            yield from self._wanted(card.id)
            if card.points:
                yield Fact("worth", {"count": card.points})
        if self.then.tokens[GOLD] > self.me.tokens[GOLD]:
            yield Fact("gold")

    def _wanted(self, number: int) -> Iterator[Fact]:
        """Yield the others who could buy a card of the market that the move takes away."""
        for view in self.others:
            price = _prices(view).get(number)
            if price is not None and price.state in PAYABLE and number in self.before.market:
                yield Fact("wanted", {"seat": view.seat if view.seat is not None else 0})

    # What the seat can do afterwards

    def _reach(self) -> Iterator[Fact]:
        """Yield the best card that the seat can buy afterwards and could not before; else one that is nearly so."""
        before, after = _prices(self.before), _prices(self.after)
        known = [number for number in after if number in before or number == self._reserved_card()]
        opened = [
            number for number in known
            if after[number].state in PAYABLE and (number not in before or before[number].state not in PAYABLE)
        ]  # fmt: skip
        if opened and self.after.phase != "return":
            yield Fact("opens", {"card": max(opened, key=self._rank)})
            return
        if self.verb == "buy" or self.after.phase == "return":
            return
        near = [
            (lack, number) for number in known
            if number in before and 0 < (lack := self._lack(self.after, after[number])) <= NEAR
            and lack < self._lack(self.before, before[number])
        ]  # fmt: skip
        if near:
            lack, number = min(near, key=lambda pair: (pair[0], *(-part for part in self._rank(pair[1]))))
            yield Fact("closer", {"card": number, "count": lack})
        nearer = [
            number for number in known
            if number in before and self._lack(self.after, after[number]) < self._lack(self.before, before[number])
        ]  # fmt: skip
        if nearer:
            yield Fact("nearer", {"count": len(nearer)})

    def _cheaper(self) -> Iterator[Fact]:
        """Yield cards on the table that cost less than before, without those that the deal turned up."""
        before, after = _prices(self.before), _prices(self.after)
        fewer = [number for number in after if number in before and sum(after[number].cost) < sum(before[number].cost)]
        if fewer:
            yield Fact("cheaper", {"count": len(fewer)})

    def _asked(self, colour: int) -> int:
        return sum(price.cost[colour] > 0 for price in _prices(self.before).values()) if colour < GOLD else 0

    # Words of a move

    def _rank(self, number: int) -> tuple[int, int]:
        return self.box.card(number).points, number

    def _lack(self, view: View, price: Price) -> int:
        return sum(price.short) - view.players[self.seat].tokens[GOLD]

    def _colour(self) -> int:
        return (self.box.letters + "*").index(self.target) if self.target in self.box.letters else GOLD

    def _reserved_card(self) -> int | None:
        card = self._card() if self.verb == "reserve" else None
        return card.id if card is not None else None

    def _card(self) -> Card | None:
        """Return the card that the move is about; None for one that nobody has seen."""
        level, dot, place = self.target.partition(".")
        if dot:
            return self.box.card(self.before.market[4 * (int(level) - 1) + int(place) - 1])
        if self.target.startswith("h"):
            number = self.me.hand[int(self.target[1:]) - 1].card
            return None if number is None else self.box.card(number)
        return None


def _prices(view: View) -> dict[int, Price]:
    """Return what each card costs the viewing seat, by its number: of the market, and of its own hand."""
    seat = view.players[view.seat or 0]
    market = {number: price for number, price in zip(view.market, view.prices, strict=True) if number and price}
    hand = {held.card: price for held, price in zip(seat.hand, view.hand_prices, strict=True) if held.card is not None}
    return {**market, **hand}
