"""Who may know what: view, report and redeal; no other file decides it.

A view is built up from nothing: `sight` copies into an empty array what lies open on the table and what the seat itself
holds, and the structs are made from that array alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from jeton.core.bits import count
from jeton.core.errors import WrongSeat
from jeton.core.game import Entry, Outcome, Report, Rng
from jeton.core.jit import entry_point
from jeton.games.splendor import compiled, rules
from jeton.games.splendor.affordability import (
    HAND_PRICES,
    MARKET_PRICES,
    MEASURES,
    NOBLES_LEFT,
    PRICES,
    Numbers,
    Price,
    measure,
)
from jeton.games.splendor.gems import amounts, pack, sum_all
from jeton.games.splendor.moves import BUY, BUY_HAND, RESERVE, RESERVE_DECK, RETURN, TAKE_ALL, notation
from jeton.games.splendor.position import AT, PHASES, TOKENS, Position, Words, bought_cards, noble_numbers
from jeton.games.splendor.rules import NOBODY, PLACES, POINTS, POSITION, RETURNING, TAGS, WORDS
from jeton.games.splendor.ruleset import BLIND, CARD_SHIFT, FIRST_CARD, LEVELS, NO_CARD, NO_NOBLE

if TYPE_CHECKING:
    from jeton.games.splendor.game import Splendor

__all__ = ["HandCard", "SeatView", "View", "look", "moved_card", "redeal", "report", "told", "view"]


class HandCard(msgspec.Struct, frozen=True, gc=False):
    """A reserved card as a seat sees it: its level, its number if known, whether it was reserved from a deck (S21)."""

    level: int
    card: int | None
    blind: bool


class SeatView(msgspec.Struct, frozen=True, gc=False):
    """What lies before one seat."""

    tokens: tuple[int, ...]
    """Five colours in the title's order, gold, time."""
    bonuses: tuple[int, ...]
    points: int
    tags: int
    meets_goal: bool
    cards: tuple[int, ...]
    """The numbers of the bought cards, rising."""
    hand: tuple[HandCard, ...]
    nobles: tuple[int, ...]


class View(msgspec.Struct, frozen=True, gc=False):
    """What a seat may know, with its legal moves; `seat` is None for a spectator."""

    title: str
    seat: int | None
    phase: str
    turn: int
    first: int
    turns: int
    passes: int
    bank: tuple[int, ...]
    market: tuple[int, ...]
    """Twelve card numbers, level by level; 0 is an empty place."""
    decks: tuple[int, ...]
    """How many cards each deck still holds."""
    nobles: tuple[int, ...]
    tile: int | None
    paid: tuple[int, ...]
    """Coloured tokens just paid that gold may still replace."""
    refill: int | None
    """The place that is refilled once the payment is settled."""
    players: tuple[SeatView, ...]
    moves: tuple[str, ...]
    """What the viewing seat may play now."""
    outcome: Outcome | None
    numbers: Numbers
    owed: int
    """Tokens that the seat whose turn it is still has to give back (S23)."""
    prices: tuple[Price | None, ...]
    """What the card at each place of the market would cost the viewing seat; nothing for a spectator."""
    hand_prices: tuple[Price, ...]
    """The same for its reserved cards."""
    nobles_left: tuple[int, ...]
    """Bonuses that the viewing seat lacks for each of `nobles`."""
    plans: tuple[str, ...]
    """While others move: what the viewing seat could play if its turn came with the table as it is now."""

    def _repr_svg_(self) -> str:
        """The picture that a notebook shows."""
        from jeton.games.splendor.picture import draw

        return draw(self)


HEAD, PER_SEAT = 64, 40
"""The array of `sight`: what is common to all, then a block for each seat."""
SIGHT = HEAD + 4 * PER_SEAT
OWN = 4 * 3
"""The array of `insight`: the numbers of the cards in all hands, then what concerns the viewer alone."""
INSIGHT = OWN + MEASURES
HANDS = np.array([HEAD + PER_SEAT * seat + 23 + i for seat in range(4) for i in range(3)])
"""Where the array of `sight` has the cards in all hands that everybody knows."""
NOBLES = 8
"""Where the nobles are among what is open to all."""
GAINS, MARKET, VISITED, TILE = (
    slice(AT[name], AT[name] + max(1, POSITION[name].itemsize // 8)) for name in ("gains", "market", "visited", "tile")
)
"""Where the words of these are in a position."""


@entry_point
def sight(ruleset: Any, words: Any, out: Any) -> None:
    """Copy what everybody may know into an array of zeros.

    0 phase, 1 turn, 2 first, 3 turns, 4 passes, 5 tile, 6 refill, 7 owed, 8-14 bank, 16-20 paid, 24-35 market,
    36-38 decks, 40-44 nobles; of each seat, from its block: 0-6 tokens, 7-11 bonuses, 12 points, 13 tags, 14 meets the
    goal, 15-17 words of bought cards, 18 nobles, 19 cards in hand, 20-22 their levels, 23-25 their numbers if all
    know them (else 0), 26-28 whether they were reserved blind.
    """
    r, s = compiled.ruleset_in(ruleset), compiled.position_in(words)
    out[0], out[1], out[2], out[3], out[4], out[5], out[6] = (
        s.phase,
        s.seat,
        s.first,
        s.turns,
        s.passes,
        s.tile,
        s.refill,
    )
    if s.phase == RETURNING:
        out[7] = sum_all(s.tokens[s.seat]) - r.token_limit
    for i in range(7):
        out[8 + i] = (s.bank >> 8 * i) & 0xFF
    for i in range(5):
        out[16 + i] = (s.paid >> 8 * i) & 0xFF
        out[40 + i] = (s.nobles[i] >> CARD_SHIFT) & 0xFF
    for i in range(PLACES):
        out[24 + i] = (s.market[i] >> CARD_SHIFT) & 0xFF
    for i in range(LEVELS):
        out[36 + i] = count(s.deck[i])
    for seat in range(s.seats):
        at = HEAD + PER_SEAT * seat
        for i in range(7):
            out[at + i] = (s.tokens[seat] >> 8 * i) & 0xFF
        for i in range(5):
            out[at + 7 + i] = (s.gains[seat] >> 8 * i) & 0xFF
        out[at + 12] = (s.gains[seat] >> POINTS) & 0xFF
        out[at + 13] = s.gains[seat] >> TAGS
        out[at + 14] = rules.meets_goal(r, s, seat)
        for i in range(3):
            out[at + 15 + i] = s.bought[seat, i]
        out[at + 18] = s.visited[seat]
        out[at + 19] = s.held[seat]
        for i in range(s.held[seat]):
            number = (s.hand[seat, i] >> CARD_SHIFT) & 0xFF
            out[at + 20 + i] = 1 + (number > 40) + (number > 70)
            if not rules.unknown(r, s, NOBODY, seat, i):
                out[at + 23 + i] = number
            out[at + 26 + i] = s.hand[seat, i] & BLIND != 0


@entry_point
def insight(ruleset: Any, words: Any, viewer: Any, out: Any) -> None:
    """Copy what a seat may know beyond that into an array of zeros.

    Three a seat the numbers of the cards in its hand, 0 for those that the viewer may not know; from OWN what
    `reach.measure` says of the viewer.
    """
    r, s = compiled.ruleset_in(ruleset), compiled.position_in(words)
    for seat in range(s.seats):
        for i in range(s.held[seat]):
            if not rules.unknown(r, s, viewer, seat, i):
                out[3 * seat + i] = (s.hand[seat, i] >> CARD_SHIFT) & 0xFF
    measure(r, s, viewer, out, OWN)


def view(position: Position, seat: int | None) -> View:
    """What a seat may know, or a spectator (None)."""
    shared, array = look(position, seat)
    shared.unpack(position)
    if seat is None:
        return _view(position, None, shared, shared.hands, ((), (), (), ()))
    own: list[int] = array.tolist()
    return _view(position, seat, shared, own, _own(shared, seat, own, position.game))


def look(position: Position, seat: int | None) -> tuple[Shared, Words]:
    """What all see of a position, and the array of `insight` of a seat; of a spectator the cards that all know."""
    game = position.game
    if seat is not None and not 0 <= seat < position.seats:
        raise WrongSeat(f"expected a seat from 0 to {position.seats - 1}, or None for a spectator, got {seat}")
    key = position.words.tobytes()
    shared = game.shared
    if shared.key != key:
        shared = game.shared = Shared(key, position)
    own = np.zeros(INSIGHT + 1, np.int64)
    if seat is None:
        own[:OWN] = shared.array[HANDS]
    else:
        insight(game.ruleset, position.words, seat, own)
    return shared, own


def _view(position: Position, seat: int | None, shared: Shared, hands: list[int], own: tuple[Any, ...]) -> View:
    game, players = position.game, []
    for i in range(position.seats):
        known = (i, hands[3 * i], hands[3 * i + 1], hands[3 * i + 2])
        player = shared.players.get(known)
        if player is None:
            player = shared.players[known] = _seat_view(shared.out, *known)
        players.append(player)
    return View(  # type: ignore[call-arg]
        game.title,
        seat,
        *shared.open,
        tuple(players),
        game.spell_moves(position) if seat == position.seat else (),
        game.outcome(position),
        game.numbers,
        shared.out[7],
        *own,
    )


class Shared:
    """What the views of one position have in common, made once for all seats.

    Only what lies open is kept, and of each seat one entry for every knowledge of its hand.
    """

    __slots__ = ("array", "hands", "key", "open", "out", "players")

    def __init__(self, key: bytes, position: Position | None = None) -> None:
        """Of the position with these words."""
        self.key = key
        self.players: dict[tuple[int, ...], SeatView] = {}
        self.array, self.out = np.zeros(SIGHT, np.int64), NO_NUMBERS
        if position is not None:
            sight(position.game.ruleset, position.words, self.array)

    def unpack(self, position: Position) -> None:
        """Make Python's numbers of it, once, for those who want a struct."""
        if not self.out:
            out = self.out = self.array.tolist()
            self.open = _open_to_all(out, position.seats + position.game.nobles_extra)
            self.hands = self.array[HANDS].tolist()


NO_NUMBERS: list[int] = []


def _open_to_all(out: list[int], nobles: int) -> tuple[Any, ...]:
    """The fields of a view from `phase` to `refill`."""
    return (
        PHASES[out[0]],
        out[1],
        out[2],
        out[3],
        out[4],
        tuple(out[8:15]),
        tuple(out[24:36]),
        tuple(out[36:39]),
        tuple(out[40 : 40 + nobles]),
        None if out[5] == NOBODY else out[5],
        tuple(out[16:21]),
        None if out[6] == NOBODY else out[6],
    )


def _own(shared: Shared, seat: int, own: list[int], game: Splendor) -> tuple[Any, ...]:
    """What concerns the viewer alone: prices of the market and of its hand, what nobles lack, what it could plan."""
    left, hand, nobles, out = OWN + NOBLES_LEFT, OWN + HAND_PRICES, len(shared.open[NOBLES]), shared.out
    return (
        tuple(map(PRICES.__getitem__, own[OWN + MARKET_PRICES : hand])),
        tuple(map(PRICES.__getitem__, own[hand : hand + out[HEAD + PER_SEAT * seat + 19]])),
        tuple(own[left : left + nobles]),
        _spell(game.box.letters, own[OWN], out[8:13]) if own[OWN] else (),
    )


def _spell(letters: str, mask: int, bank: list[int]) -> tuple[str, ...]:
    """The notation of a mask of actions of a turn; put together from parts, which repeat while their whole does not."""
    takes = mask & (1 << RESERVE) - 1
    if takes >> TAKE_ALL & 1:
        first: tuple[str, ...] = ("take " + "".join([letter for letter, n in zip(letters, bank, strict=True) if n]),)
        first += _texts(letters, takes ^ 1 << TAKE_ALL)
    else:
        first = _texts(letters, takes)
    reserves = mask & (1 << BUY) - (1 << RESERVE)
    return first + _texts(letters, reserves) + _texts(letters, mask >> BUY << BUY)


@lru_cache(maxsize=8192)
def _texts(letters: str, mask: int) -> tuple[str, ...]:
    texts = notation(letters).texts
    return tuple([texts[i] for i in range(mask.bit_length()) if mask >> i & 1])


def _seat_view(out: list[int], seat: int, *numbers: int) -> SeatView:
    at = HEAD + PER_SEAT * seat
    held = out[at + 19]
    return SeatView(
        tuple(out[at : at + 7]),
        tuple(out[at + 7 : at + 12]),
        out[at + 12],
        out[at + 13],
        out[at + 14] == 1,
        bought_cards(out[at + 15], out[at + 16], out[at + 17]),
        tuple([HandCard(out[at + 20 + i], numbers[i] or None, out[at + 26 + i] == 1) for i in range(held)])
        if held
        else (),
        noble_numbers(out[at + 18]),
    )


def report(before: Position, entry: Entry, seat: int | None) -> Report:
    """What a seat, or a spectator, may know of a legal entry.

    Facts: `card` moved (None where the viewer may not know it), `tokens` the mover's stock changed by, `noble` that
    visited, `tile` holder if it changed, `points` of all seats if they changed, `revealed` the places of the
    market with a new card.
    """
    known = told(before, entry)
    facts = dict(known.facts)
    action = before.game.notation.action(entry.move)
    if RESERVE <= action < RETURN:
        facts["card"] = moved_card(before, known.after, action, entry.seat, seat)
    return Report(entry.n, entry.at, entry.seat, entry.move, facts)


def told(before: Position, entry: Entry, after: Position | None = None) -> Told:
    """The last entry that was asked for, or another that is played for it, unless it is known what comes `after`."""
    game, key = before.game, (before.words.tobytes(), entry.seat, entry.move)
    known = game.told  # another thread may put its own there meanwhile
    if known.key != key:
        after = after or game.play(before, entry)
        known = game.told = Told(key, _public_facts(before, after, entry.seat), after, {})
    return known


class Told(NamedTuple):
    """What everybody may know of the last entry that was reported, made once for all seats."""

    key: tuple[Any, ...]
    facts: dict[str, Any]
    after: Any
    texts: dict[Any, bytes]
    """What `view_json.py` has made of it."""


def _public_facts(before: Position, after: Position, mover: int) -> dict[str, Any]:
    """Word by word: most of them have not changed."""
    old, new = before.words.tolist(), after.words.tolist()
    had, has = amounts(old[AT["tokens"] + mover], TOKENS), amounts(new[AT["tokens"] + mover], TOKENS)
    facts: dict[str, Any] = {"tokens": [now - then for then, now in zip(had, has, strict=True)]}
    if old[VISITED] != new[VISITED]:
        facts["noble"] = (set(after.visits(mover)) - set(before.visits(mover))).pop()
    if old[TILE] != new[TILE] and after.tile != before.tile:
        facts["tile"] = after.tile
    if old[GAINS] != new[GAINS]:
        points = [after.points(seat) for seat in range(after.seats)]
        if points != [before.points(seat) for seat in range(after.seats)]:
            facts["points"] = points
    if old[MARKET] != new[MARKET]:
        pairs = enumerate(zip(before.market, after.market, strict=True))
        if revealed := {place: card for place, (gone, card) in pairs if card and card != gone}:
            facts["revealed"] = revealed
    return facts


def moved_card(before: Position, after: Position, action: int, mover: int, viewer: int | None) -> int | None:
    """The card that an action has moved, None where the viewer may not know it."""
    if action < RESERVE_DECK:
        return before.market[action - RESERVE]
    if action < BUY:
        return after.hand(mover)[-1][0] if viewer == mover else None
    if action < BUY_HAND:
        return before.market[action - BUY]
    return before.hand(mover)[action - BUY_HAND][0]


def redeal(game: Splendor, seen: View, rng: Rng) -> Position:
    """A position with this very view: what the seat can't see is dealt at random from the cards it has not seen."""
    words = np.zeros(WORDS, np.int64)
    s, r = words.view(POSITION)[0], game.ruleset_record
    s["seats"], s["places"] = len(seen.players), PLACES
    s["phase"], s["seat"], s["first"] = PHASES.index(seen.phase), seen.turn, seen.first
    s["turns"], s["passes"], s["bank"], s["paid"] = seen.turns, seen.passes, pack(seen.bank), pack(seen.paid)
    s["tile"] = NOBODY if seen.tile is None else seen.tile
    s["refill"] = NOBODY if seen.refill is None else seen.refill
    s["market"] = [r["card"][n] if n else NO_CARD for n in seen.market]
    s["nobles"] = NO_NOBLE
    s["nobles"][: len(seen.nobles)] = [r["noble"][n] if n else NO_NOBLE for n in seen.nobles]
    s["hand"] = NO_CARD
    unseen = _unseen(game, seen)
    for seat, player in enumerate(seen.players):
        s["tokens"][seat] = pack(player.tokens)
        s["gains"][seat] = (
            pack(player.bonuses) | player.points << POINTS | len(player.cards) << 48 | player.tags << TAGS
        )
        for number in player.cards:
            s["bought"][seat][number >> 5] |= np.int64(1 << (number & 31))
        s["visited"][seat] = sum(1 << (n - 1) for n in player.nobles)
        s["held"][seat] = len(player.hand)
        for i, card in enumerate(player.hand):
            number = card.card or _deal(unseen[card.level - 1], rng)
            s["hand"][seat][i] = int(r["card"][number]) | (BLIND if card.blind else 0)
    for level, left in enumerate(unseen):
        s["deck"][level] = sum(1 << (n - FIRST_CARD[level]) for n in left)
    opened = sum(1 << place for place, n in enumerate(seen.market) if n or place == seen.refill)
    s["open"] = opened | sum((size > 0) << (PLACES + level) for level, size in enumerate(seen.decks))
    key0, key1 = (rng.getrandbits(64) - (1 << 63) for _ in range(2))
    compiled.rekey(words, key0, key1)
    return Position(game, words)


def _unseen(game: Splendor, seen: View) -> list[list[int]]:
    """The cards of each level that the viewer has seen nowhere."""
    known = set(seen.market)
    for player in seen.players:
        known.update(player.cards)
        known.update(card.card for card in player.hand if card.card)
    cards = game.box.cards
    return [[c.id for c in cards if c.level == level and c.id not in known] for level in (1, 2, 3)]


def _deal(cards: list[int], rng: Rng) -> int:
    return cards.pop(rng.getrandbits(32) * len(cards) >> 32)
