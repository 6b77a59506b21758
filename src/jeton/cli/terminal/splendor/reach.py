"""How far a noble is from a seat, colour by colour; the view itself says how far cards are."""

from __future__ import annotations

from jeton.games.splendor.ruleset import Noble
from jeton.games.splendor.view import SeatView

__all__ = ["missing_bonuses"]


def missing_bonuses(noble: Noble, colours: tuple[str, ...], player: SeatView) -> tuple[int, ...]:
    """Return the bonuses of each colour that a seat lacks for a noble."""
    return tuple(max(0, noble.requirement[c] - bonus) for c, bonus in zip(colours, player.bonuses, strict=True))
