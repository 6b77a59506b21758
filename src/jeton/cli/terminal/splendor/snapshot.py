"""What a drawing is made from, and nothing that its viewer may not know."""

from __future__ import annotations

from dataclasses import dataclass, field

from jeton.cli.terminal.seats import Player
from jeton.cli.terminal.splendor.theme import Skin, skin
from jeton.core.game import Report
from jeton.games.splendor.affordability import Price
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.ruleset import Card, Noble
from jeton.games.splendor.view import SeatView, View
from jeton.words import Words

__all__ = ["Snapshot"]


@dataclass(frozen=True)
class Snapshot:
    """A view with the names, words and looks that its drawing needs."""

    view: View
    game: Splendor
    players: tuple[Player, ...]
    words: Words = field(default_factory=Words)
    colour: bool = True
    news: tuple[Report, ...] = ()
    """What happened since the viewer's last turn, as the viewer may know it."""
    printed: bool = False
    """Show costs as printed, not after bonuses."""

    @property
    def title(self) -> str:
        """`splendor` or `marvel`."""
        return self.view.title

    @property
    def skin(self) -> Skin:
        """The title's looks."""
        return skin(self.title, colour=self.colour)

    @property
    def colours(self) -> tuple[str, ...]:
        """The five colours in the title's order."""
        return self.game.box.colours

    @property
    def me(self) -> SeatView | None:
        """What lies before the viewer; None for a spectator."""
        return None if self.view.seat is None else self.view.players[self.view.seat]

    @property
    def order(self) -> tuple[int, ...]:
        """The seats as the viewer sees them: their own first, then clockwise."""
        count = len(self.view.players)
        start = self.view.seat or 0
        return tuple((start + i) % count for i in range(count))

    @property
    def my_turn(self) -> bool:
        """Whether the viewer is to move."""
        return bool(self.view.moves)

    @property
    def round(self) -> int:
        """The number of the current round, from 1."""
        count = len(self.view.players)
        return max(self.view.turns - (1 if self.view.outcome else 0), 0) // count + 1

    @property
    def goal_points(self) -> int:
        """How many points the goal asks for."""
        return self.view.numbers.goal

    @property
    def is_final_round(self) -> bool:
        """Whether a seat meets the goal, so that this round is the last."""
        return self.view.outcome is None and any(player.meets_goal for player in self.view.players)

    def name(self, seat: int) -> str:
        """Return who sits there."""
        return self.players[seat].name

    def card(self, number: int) -> Card:
        """Return a card by its number."""
        return self.game.box.card(number)

    def noble(self, number: int) -> Noble:
        """Return a noble or Location by its number."""
        return self.game.box.noble(number)

    def noble_name(self, number: int) -> str:
        """Return a noble's or Location's name in the viewer's language."""
        return self.words(f"{self.title}.noble.{number}")

    def reach(self, card: Card) -> Price | None:
        """Return what a card would cost the viewer and how near that is; None if they can't buy it, now or later."""
        if self.me is None:
            return None
        hand = [held.card for held in self.me.hand]
        for numbers, prices in ((self.view.market, self.view.prices), (hand, self.view.hand_prices)):
            if card.id in numbers:
                return prices[numbers.index(card.id)]
        return None

    def to_return(self) -> int:
        """Return how many tokens the viewer must still give back."""
        return self.view.owed if self.my_turn else 0

    def say(self, key: str, **values: object) -> str:
        """Return words of the title's own vocabulary."""
        return self.words(f"{self.title}.{key}", **values)

    def new_places(self) -> dict[int, int]:
        """Return the places of the market whose card is new since the viewer's last turn, and who made room for it."""
        return {int(place): report.seat for report in self.news for place in report.facts.get("revealed", {})}
