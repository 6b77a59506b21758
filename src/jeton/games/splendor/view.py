"""Who may know what: view, report and redeal. No other file decides it.

A view starts out empty: `sight.py` copies what lies open on the table and what the seat itself knows into empty
records, and the structs are made from these records alone.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from jeton.core.errors import WrongSeat
from jeton.core.game import Entry, Outcome, Report, Rng
from jeton.games.splendor import compiled
from jeton.games.splendor.affordability import PRICES, Numbers, Price
from jeton.games.splendor.gems import FIVE, amounts, pack
from jeton.games.splendor.moves import BUY, BUY_HAND, RESERVE, RESERVE_DECK, RETURN, TAKE_ALL, notation
from jeton.games.splendor.position import (
    AT,
    PHASES,
    TOKENS,
    Position,
    Words,
    bought_cards,
    noble_numbers,
    place_of_small,
)
from jeton.games.splendor.rules import NOBODY, ONE_CARD, PLACES, POINTS, POSITION, TAGS, WORDS
from jeton.games.splendor.ruleset import BLIND, FIRST_CARD, NO_CARD, NO_NOBLE
from jeton.games.splendor.sight import EVERYBODY_KNOWS, HANDS, INSIGHT_WORDS, OWN, SEEN, SIGHT_WORDS, insight, sight

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
    """What the card at each place of the market would cost the viewing seat; empty for a spectator."""
    hand_prices: tuple[Price, ...]
    """The same for its reserved cards."""
    nobles_left: tuple[int, ...]
    """Bonuses that the viewing seat lacks for each of `nobles`."""
    plans: tuple[str, ...]
    """While others move: what the viewing seat could play if its turn came now."""

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows."""
        from jeton.games.splendor.picture import draw

        return draw(self)


NOBLES = 8
"""Where the nobles are among what is open to all."""
GAINS, MARKET, VISITED = (
    slice(AT[name], AT[name] + max(1, POSITION[name].itemsize // 8)) for name in ("gains", "market", "visited")
)
"""Where these words are in a position."""
TILE, TILE_SHIFT, TILE_BITS = place_of_small("tile")
"""Who holds the tile shares a word with what changes at every move."""


OWED, BANK, HELD = SEEN.owed, SEEN.bank, SEEN.held
PLANS, NOBLES_LEFT, MARKET_PRICES, HAND_PRICES = OWN.plans, OWN.nobles_left, OWN.prices, OWN.hand_prices
OF_A_SEAT = tuple(
    zip(
        SEEN.tokens, SEEN.bonuses, SEEN.points, SEEN.tags, SEEN.meets_goal, SEEN.bought, SEEN.visits, SEEN.held,
        SEEN.levels, SEEN.blind,
        strict=True,
    )
)  # fmt: skip
"""The places of the fields that every view reads, looked up once."""


def view(position: Position, seat: int | None) -> View:
    """Return what a seat may know, or a spectator (None)."""
    shared, array = look(position, seat)
    shared.unpack(position)
    if seat is None:
        return _view(position, None, shared, shared.hands, ((), (), (), ()))
    own: list[int] = array.tolist()
    return _view(position, seat, shared, own, _own(shared, seat, own, position.game))


def look(position: Position, seat: int | None) -> tuple[Shared, Words]:
    """Return what all see of a position, and what a seat knows beyond it; for a spectator, the cards that all know."""
    game = position.game
    if seat is not None and not 0 <= seat < position.seats:
        raise WrongSeat(f"expected a seat from 0 to {position.seats - 1}, or None for a spectator, got {seat}")
    key = position.words.tobytes()
    shared = game.shared
    if shared.key != key:
        shared = game.shared = Shared(key, position)
    own = np.zeros(INSIGHT_WORDS, np.int64)
    if seat is None:
        own[HANDS] = shared.array[EVERYBODY_KNOWS]
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
        shared.out[OWED],
        *own,
    )


class Shared:
    """What the views of one position have in common, made once for all seats.

    It keeps only what lies open and, for each seat, one entry for every way in which its hand is known.
    """

    __slots__ = ("array", "hands", "key", "open", "out", "players")

    def __init__(self, key: bytes, position: Position | None = None) -> None:
        """Take the words of a position."""
        self.key = key
        self.players: dict[tuple[int, ...], SeatView] = {}
        self.array, self.out = np.zeros(SIGHT_WORDS, np.int64), NO_NUMBERS
        if position is not None:
            sight(position.game.ruleset, position.words, self.array)

    def unpack(self, position: Position) -> None:
        """Convert it to Python's numbers, once, for callers who want a struct."""
        if not self.out:
            out = self.out = self.array.tolist()
            self.open = _open_to_all(out, position.seats + position.game.nobles_extra)
            self.hands = self.array[EVERYBODY_KNOWS].tolist()


NO_NUMBERS: list[int] = []


def _open_to_all(out: list[int], nobles: int) -> tuple[Any, ...]:
    """Return the fields of a view from `phase` to `refill`."""
    tile, refill = out[SEEN.tile], out[SEEN.refill]
    return (
        PHASES[out[SEEN.phase]],
        out[SEEN.turn],
        out[SEEN.first],
        out[SEEN.turns],
        out[SEEN.passes],
        tuple(out[SEEN.bank]),
        tuple(out[SEEN.market]),
        tuple(out[SEEN.decks]),
        tuple(out[SEEN.nobles][:nobles]),
        None if tile == NOBODY else tile,
        tuple(out[SEEN.paid]),
        None if refill == NOBODY else refill,
    )


def _own(shared: Shared, seat: int, own: list[int], game: Splendor) -> tuple[Any, ...]:
    """Return what concerns the viewer alone: prices of market and hand, what it lacks for nobles, what it can plan."""
    out, nobles, plans, held = shared.out, len(shared.open[NOBLES]), own[PLANS], shared.out[HELD[seat]]
    return (
        tuple(map(PRICES.__getitem__, own[MARKET_PRICES])),
        tuple(map(PRICES.__getitem__, own[HAND_PRICES][:held])) if held else (),
        tuple(own[NOBLES_LEFT][:nobles]),
        _spell(game.box.letters, plans, out[BANK][:FIVE]) if plans else (),
    )


def _spell(letters: str, mask: int, bank: list[int]) -> tuple[str, ...]:
    """Return the notation of a mask of actions, put together from cached parts: parts repeat, the whole does not."""
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
    tokens, bonuses, points, tags, meets_goal, bought, visits, held, levels, blind = OF_A_SEAT[seat]
    hand: tuple[HandCard, ...] = ()
    if out[held]:
        cards = zip(out[levels], numbers, out[blind], strict=True)
        hand = tuple([HandCard(level, card or None, hidden == 1) for level, card, hidden in cards][: out[held]])
    return SeatView(
        tuple(out[tokens]),
        tuple(out[bonuses]),
        out[points],
        out[tags],
        out[meets_goal] == 1,
        bought_cards(*out[bought]),
        hand,
        noble_numbers(out[visits]),
    )


def report(before: Position, entry: Entry, seat: int | None) -> Report:
    """Return what a seat, or a spectator, may know of a legal entry.

    Facts: `card` moved (None where the viewer may not know it), `tokens` the mover's stock changed by, `noble` that
    visited, `tile` holder if it changed, `points` of all seats if they changed, `revealed` the places of the
    market with a new card.
    """
    known = told(before, entry)
    facts = dict(known.facts)
    if known.moves_card:
        facts["card"] = moved_card(before, known.after, known.action, entry.seat, seat)
    return Report(entry.n, entry.at, entry.seat, entry.move, facts)


def told(before: Position, entry: Entry, after: Position | None = None) -> SharedReport:
    """Return what all may know of an entry: kept from the last call, or played now unless `after` is given."""
    game = before.game
    known = game.told  # another thread may put its own there meanwhile
    if known.entry is not entry or known.before is not before:
        after = after or game.play(before, entry)
        action, facts = game.notation.action(entry.move), _public_facts(before, after, entry.seat)
        known = game.told = SharedReport(before, entry, after, action, RESERVE <= action < RETURN, facts, {})
    return known


class SharedReport(NamedTuple):
    """What everybody may know of the last entry reported, made once for all seats: nobody plays in these positions."""

    before: Any
    entry: Entry | None
    after: Any
    action: int
    moves_card: bool
    """Whether the entry buys or reserves a card, which not everybody may know."""
    facts: dict[str, Any]
    texts: dict[int | None, bytes]
    """What `view_json.py` made of it, by the card that the viewer sees move."""


NOTHING_TOLD = SharedReport(None, None, None, 0, False, {}, {})


def _public_facts(before: Position, after: Position, mover: int) -> dict[str, Any]:
    """Return the public facts word by word: most words have not changed."""
    old, new = before.words.tolist(), after.words.tolist()
    had, has = amounts(old[AT["tokens"] + mover], TOKENS), amounts(new[AT["tokens"] + mover], TOKENS)
    facts: dict[str, Any] = {"tokens": [now - then for then, now in zip(had, has, strict=True)]}
    if old[VISITED] != new[VISITED]:
        facts["noble"] = (set(after.visits(mover)) - set(before.visits(mover))).pop()
    if (old[TILE] ^ new[TILE]) >> TILE_SHIFT & TILE_BITS:
        facts["tile"] = after.tile
    if old[GAINS] != new[GAINS]:
        points = [after.points(seat) for seat in range(after.seats)]
        if points != [before.points(seat) for seat in range(after.seats)]:
            facts["points"] = points
    if old[MARKET] != new[MARKET]:
        pairs = enumerate(zip(old[MARKET], new[MARKET], strict=True))
        changed = [place for place, (gone, here) in pairs if gone != here]
        cards = {place: card for place in changed if (card := after.card_at(place)) and card != before.card_at(place)}
        if cards:
            facts["revealed"] = cards
    return facts


def moved_card(before: Position, after: Position, action: int, mover: int, viewer: int | None) -> int | None:
    """Return the card that an action moved, None where the viewer may not know it."""
    if action < RESERVE_DECK:
        return before.card_at(action - RESERVE)
    if action < BUY:
        return after.hand(mover)[-1][0] if viewer == mover else None
    if action < BUY_HAND:
        return before.card_at(action - BUY)
    return before.hand(mover)[action - BUY_HAND][0]


def redeal(game: Splendor, seen: View, rng: Rng) -> Position:
    """Return a position with exactly this view: it deals what the seat can't see at random from the unseen cards."""
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
            pack(player.bonuses) | player.points << POINTS | len(player.cards) << ONE_CARD | player.tags << TAGS
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
    """Return the cards of each level that the viewer has seen nowhere."""
    known = set(seen.market)
    for player in seen.players:
        known.update(player.cards)
        known.update(card.card for card in player.hand if card.card)
    cards = game.box.cards
    return [[c.id for c in cards if c.level == level and c.id not in known] for level in (1, 2, 3)]


def _deal(cards: list[int], rng: Rng) -> int:
    return cards.pop(rng.getrandbits(32) * len(cards) >> 32)
