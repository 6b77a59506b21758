"""Splendor and Splendor: Marvel in numbers.

Features are those of the nets (`jeton.games.splendor.features`). Actions are the 63 of the rules, named by place
(`places`), or the nets' 221, named by card and noble (`cards`): then buying a card is the same number wherever it lies.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from jeton.envs.kinds import Array, Field, NoEnvironment
from jeton.envs.splendor import kernels
from jeton.games.splendor import features as engine
from jeton.games.splendor.game import Splendor
from jeton.games.splendor.gems import FIVE
from jeton.games.splendor.moves import ACTIONS, PASS, TAKE_ALL
from jeton.games.splendor.position import PHASES, Position
from jeton.games.splendor.rules import PAYING, POSITION
from jeton.games.splendor.ruleset import CARDS, LEVELS, NOBLES
from jeton.games.splendor.view import View

__all__ = ["SplendorCodec"]

WAYS = ("places", "cards")
TOKENS, PLACES, HAND, GUESTS = 7, 12, 3, 5
TURNS = 10_000


class SplendorCodec:
    """A game of Splendor or Splendor: Marvel in numbers.

    >>> import jeton
    >>> game = jeton.make("splendor", options={"first": "seat"})
    >>> codec, position = SplendorCodec(game, 2), game.start(2, bytes(16))
    >>> codec.move(position, 0, 0), int(codec.mask(position, 0).sum())
    ('take wbg', 30)
    """

    top = 255

    def __init__(self, game: Splendor, seats: int, actions: str = "") -> None:
        """Take a game, its seats, and how actions are named: by place, or by card."""
        if actions not in ("", *WAYS):
            raise NoEnvironment(f"expected actions named by one of {', '.join(WAYS)}, got {actions!r}")
        self.game, self.seats = game, seats
        self.wide = actions == "cards"
        self.actions = engine.WIDE if self.wide else ACTIONS
        self.idle = engine.WIDE_PASS if self.wide else PASS
        self.size = engine.feature_count(seats)
        self.blocks, self.names = _blocks(seats), _names(seats)
        self.fields = _fields(seats)

    def features(self, position: Position, seat: int) -> Array:
        """Return what the seat may know, as its net would see it on its turn."""
        out = np.zeros(self.size, np.uint8)
        kernels.observe_one(self.game.ruleset, position.words.copy(), seat, out)
        return out

    def numbers(self, view: View) -> dict[str, Array]:
        """Return a view in numbers."""
        found = {name: np.zeros(field.shape, np.int16) for name, field in self.fields.items()}
        for name in ("turn", "first", "turns", "passes", "owed"):
            found[name][0] = getattr(view, name)
        found["seat"][0] = -1 if view.seat is None else view.seat
        found["phase"][0] = PHASES.index(view.phase)
        found["tile"][0] = 0 if view.tile is None else view.tile + 1
        found["refill"][0] = 0 if view.refill is None else view.refill + 1
        for name in ("bank", "market", "decks", "paid"):
            found[name][:] = getattr(view, name)
        found["nobles"][: len(view.nobles)] = view.nobles
        for seat, player in enumerate(view.players):
            found["tokens"][seat], found["bonuses"][seat] = player.tokens, player.bonuses
            found["points"][seat], found["tags"][seat] = player.points, player.tags
            found["cards"][seat, [number - 1 for number in player.cards]] = 1
            found["visits"][seat, [number - 1 for number in player.nobles]] = 1
            for i, card in enumerate(player.hand):
                found["hand"][seat, i], found["hand_levels"][seat, i] = card.card or 0, card.level
                found["hand_blind"][seat, i] = card.blind
        return found

    def mask(self, position: Position, seat: int) -> Array:
        """Return the legal actions; none for a seat whose turn it is not."""
        mask = np.zeros(self.actions, np.int8)
        if seat != position.seat or not position.mask:
            return mask
        bits = np.unpackbits(np.array([position.mask], "<i8").view(np.uint8), bitorder="little")[:ACTIONS]
        if not self.wide:
            return bits.view(np.int8)
        mask[[kernels.to_wide_one(position.words, action) for action in np.flatnonzero(bits).tolist()]] = 1
        return mask

    def rule_action(self, position: Position, action: int) -> int:
        """Return the action of the rules, 0 to 62, for an action of this codec."""
        if not 0 <= action < self.actions:
            raise NoEnvironment(f"expected an action from 0 to {self.actions - 1}, got {action}")
        return int(kernels.to_action_one(position.words, action)) if self.wide else int(action)

    def move(self, position: Position, seat: int, action: int) -> str:
        """Return the notation of an action."""
        number = self.rule_action(position, action)
        left = "".join(letter for letter, n in zip(self.game.box.letters, position.bank, strict=False) if n)
        text = self.game.notation.text(
            number, left=left[:2] or self.game.box.letters[:2], paying=position.phase == PAYING
        )
        if self.wide and position.mask >> number & 1 and kernels.to_wide_one(position.words, number) != action:
            return f"{text.split()[0]} of a card that is not there"
        return text

    def moves(self, words: Array, actions: Array) -> tuple[list[str], Array]:
        """Return texts, and which of them is the notation of each of many actions of the rules.

        One action's notation depends on the bank, another's on the phase.
        """
        texts, which = list(self.game.notation.texts), actions.astype(np.int16)
        odd = np.flatnonzero((actions == TAKE_ALL) | (actions == PASS))
        records = words[odd].view(POSITION)[:, 0]
        left = sum(((records["bank"] >> 8 * i & 0xFF) > 0).astype(np.int64) << i for i in range(FIVE))
        alike = (actions[odd] << FIVE | left) << 1 | (records["phase"] == PAYING)
        _, first, kind = np.unique(alike, return_index=True, return_inverse=True)
        which[odd] = len(texts) + kind
        texts += [self.move(Position(self.game, words[i].copy()), 0, int(actions[i])) for i in odd[first]]
        return texts, which

    def action(self, position: Position, seat: int, move: str) -> int:
        """Return the action of a legal move's notation."""
        number = self.game.notation.action(move)
        return int(kernels.to_wide_one(position.words, number)) if self.wide else number

    def points(self, position: Position) -> Sequence[int]:
        """Return the points of each seat."""
        return [position.points(seat) for seat in range(self.seats)]


@lru_cache(maxsize=8)
def _blocks(seats: int) -> Mapping[str, slice]:
    begin, found = 0, {}
    for name, end in engine.layout(seats):
        found[name] = slice(begin, end)
        begin = end
    return found


@lru_cache(maxsize=8)
def _names(seats: int) -> tuple[str, ...]:
    """Return a name for each feature, in the order in which `observe` writes them; the last ones are padding."""
    colours, kinds = range(5), range(6)
    theirs = [f"{name}.{other}" for other in range(1, seats) for name in engine.THEIR_CARD]
    names = [f"cards.{card}.{name}" for card in range(1, CARDS + 1) for name in (*engine.OWN_CARD, *theirs)]
    names += [f"bank.{kind}.{n}" for kind in kinds for n in range(1, 8)]
    names += [f"seats.{seat}.{name}" for seat in range(seats) for name in engine.SEAT]
    names += [f"order.{n}" for n in range(seats)]
    names += [f"phase.{name}" for name in PHASES[:4]] + [f"phase.paid{c}" for c in colours]
    names += [f"decks.{level}" for level in range(1, 4)] + [f"decks.{level}.empty" for level in range(1, 4)]
    lacks = [f"lack.{seat}" for seat in range(seats)] + [f"lack.{s}.{c}" for s in range(seats) for c in colours]
    names += [f"nobles.{noble}.{name}" for noble in range(1, NOBLES + 1) for name in ("there", *lacks)]
    names += [f"padding.{i}" for i in range(engine.feature_count(seats) - len(names))]
    return tuple(names)


@lru_cache(maxsize=8)
def _fields(seats: int) -> Mapping[str, Field]:
    one = (1,)
    return {
        "seat": Field(one, seats - 1),
        "phase": Field(one, len(PHASES) - 1),
        "turn": Field(one, seats - 1),
        "first": Field(one, seats - 1),
        "turns": Field(one, TURNS),
        "passes": Field(one, seats),
        "owed": Field(one, 10),
        "tile": Field(one, seats),
        "refill": Field(one, PLACES),
        "bank": Field((TOKENS,), 10),
        "market": Field((PLACES,), CARDS),
        "decks": Field((LEVELS,), 40),
        "nobles": Field((GUESTS,), NOBLES),
        "paid": Field((5,), 10),
        "tokens": Field((seats, TOKENS), 20),
        "bonuses": Field((seats, 5), 20),
        "points": Field((seats,), 127),
        "tags": Field((seats,), 127),
        "cards": Field((seats, CARDS), 1),
        "visits": Field((seats, NOBLES), 1),
        "hand": Field((seats, HAND), CARDS),
        "hand_levels": Field((seats, HAND), LEVELS),
        "hand_blind": Field((seats, HAND), 1),
    }
