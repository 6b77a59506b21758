"""How far a card or a noble is: what is left to pay, and which of the four states it is in."""

from __future__ import annotations

from dataclasses import dataclass

from jeton.games.splendor.ruleset import Card, Noble
from jeton.games.splendor.view import SeatView, View

__all__ = ["Reach", "card_reach", "missing_bonuses"]

PAIR_FLOOR, HAND_LIMIT, TOKEN_LIMIT, GOLD = 4, 3, 10, 5


@dataclass(frozen=True)
class Reach:
    """What a seat would pay for a card, colour by colour, and how near that is."""

    printed: tuple[int, ...]
    cost: tuple[int, ...]
    """After bonuses."""
    short: tuple[int, ...]
    """Tokens of each colour that are not there."""
    gold: int
    """Gold needed to buy it with what is there."""
    state: str
    """`free`, `now`, `gold`, `soon` (one move away) or `far`."""

    @property
    def can_buy(self) -> bool:
        """Whether the card can be paid for now."""
        return self.state in ("free", "now", "gold")


def card_reach(card: Card, colours: tuple[str, ...], player: SeatView, view: View) -> Reach:
    """How near a card is to a seat."""
    printed = tuple(card.cost[colour] for colour in colours)
    cost = tuple(max(0, n - bonus) for n, bonus in zip(printed, player.bonuses, strict=True))
    short = tuple(max(0, n - have) for n, have in zip(cost, player.tokens[:5], strict=True))
    missing, gold = sum(short), player.tokens[GOLD]
    if not sum(cost):
        state = "free"
    elif not missing:
        state = "now"
    elif missing <= gold:
        state = "gold"
    else:
        state = "soon" if _within_a_move(short, sum(cost), missing - gold, player, view) else "far"
    return Reach(printed, cost, short, missing, state)


def _within_a_move(short: tuple[int, ...], cost: int, lacking: int, player: SeatView, view: View) -> bool:
    """Whether one action more would do: three different, two alike, or the gold of a reservation."""
    if cost > TOKEN_LIMIT:
        return False
    bank = view.bank
    gain = min(3, sum(1 for i in range(5) if short[i] and bank[i]))
    if any(short[i] >= 2 and bank[i] >= PAIR_FLOOR for i in range(5)):
        gain = max(gain, 2)
    if bank[GOLD] and len(player.hand) < HAND_LIMIT:
        gain = max(gain, 1)
    return lacking <= gain


def missing_bonuses(noble: Noble, colours: tuple[str, ...], player: SeatView) -> tuple[int, ...]:
    """The bonuses of each colour that a seat lacks for a noble."""
    return tuple(max(0, noble.requirement[c] - bonus) for c, bonus in zip(colours, player.bonuses, strict=True))
