"""Splendor's chance out in the open: which cards, nobles and first seat a match begins with, and what is turned up.

The engine draws by a key that nobody sees. Here a tree search or OpenSpiel chooses the card of every draw, and this
module makes the engine follow: the random bits of a deck's next draw lie in the position, and it sets them so that this
card comes.
"""

from __future__ import annotations

from collections.abc import Sequence

from jeton.core.errors import JetonError
from jeton.games.splendor import compiled
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.position import AT, Position
from jeton.games.splendor.rules import POSITION
from jeton.games.splendor.ruleset import CARDS, FIRST_CARD, LEVELS, NOBLES

__all__ = ["SplendorDealer"]

PLACES = 12
NOBLE = CARDS + 1
"""Outcomes below it are cards by their numbers, less one; from it on nobles, then seats."""
FIRST = NOBLE + NOBLES


class SplendorDealer:
    """Deals matches of a game card by card.

    >>> import jeton
    >>> dealer = SplendorDealer(jeton.make("splendor"), 2)
    >>> drawn = []
    >>> while outcomes := dealer.opening(drawn):
    ...     drawn.append(outcomes[0])
    >>> dealer.start(drawn).market
    (1, 2, 3, 4, 41, 42, 43, 44, 71, 72, 73, 74)
    """

    def __init__(self, game: Splendor, seats: int) -> None:
        """Take a game and the number of its seats."""
        self.game, self.seats = game, seats
        self.guests = seats + game.nobles_extra
        self.outcomes = FIRST + seats
        self.first = PLACES + self.guests + (game.options["first"] == "random")

    def opening(self, drawn: Sequence[int]) -> list[int]:
        """Return the cards of the market, level by level; the nobles; and, if chance decides it, who begins."""
        done = len(drawn)
        if done >= self.first:
            return []
        if done < PLACES:
            level = done // 4
            size = int(self.game.ruleset_record["level_size"][level])
            return [n for n in range(FIRST_CARD[level], FIRST_CARD[level] + size) if n not in drawn]
        if done < PLACES + self.guests:
            faces = self.game.box.noble_faces
            taken = {(outcome - NOBLE) // faces for outcome in drawn[PLACES:]}
            return [NOBLE + i for i in range(len(self.game.box.nobles)) if i // faces not in taken]
        return [FIRST + seat for seat in range(self.seats)]

    def start(self, drawn: Sequence[int]) -> Position:
        """Return the position of a complete set-up."""
        start, r = self.game.start(self.seats, bytes(16)), self.game.ruleset_record
        words = start.words
        s = words.view(POSITION)[0]
        s["market"] = [r["card"][number] for number in drawn[:PLACES]]
        for i, outcome in enumerate(drawn[PLACES : PLACES + self.guests]):
            s["nobles"][i] = r["noble"][outcome - NOBLE + 1]
        s["first"] = s["seat"] = drawn[-1] - FIRST if drawn[-1] >= FIRST else 0
        for level in range(LEVELS):
            out = sum(1 << (number - FIRST_CARD[level]) for number in drawn[4 * level : 4 * level + 4])
            s["deck"][level] = ((1 << int(r["level_size"][level])) - 1) ^ out
        compiled.rekey(words, 0, 0)
        return Position(self.game, words)

    def draws(self, position: Position, action: int) -> list[int]:
        """Return the cards of the deck that an action draws from."""
        level = self._level(position, action)
        return [] if level is None else self._left(position, level)

    def push(self, position: Position, action: int, outcome: int | None) -> None:
        """Play an action in place; the card it turns up is the outcome."""
        if outcome is not None:
            level = self._level(position, action)
            left = [] if level is None else self._left(position, level)
            if level is None or outcome not in left:
                raise JetonError(f"action {action} can't turn up {self.name(outcome)}")
            position.words[AT["next"] + level] = -(-left.index(outcome) * 2**32 // len(left))
        position.push(action)

    def name(self, outcome: int) -> str:
        """Return an outcome in words."""
        if outcome < NOBLE:
            return f"card {outcome}"
        return f"noble {outcome - NOBLE + 1}" if outcome < FIRST else f"first {outcome - FIRST}"

    def _level(self, position: Position, action: int) -> int | None:
        """Return the deck that an action draws from, if any."""
        after = position.copy()
        after.push(action)
        before, now = position.deck_sizes, after.deck_sizes
        return next((level for level in range(LEVELS) if before[level] != now[level]), None)

    def _left(self, position: Position, level: int) -> list[int]:
        deck = position.words.item(AT["deck"] + level)
        return [FIRST_CARD[level] + i for i in range(40) if deck >> i & 1]
