"""A position as a Python object over the compiled record, and its one-line text form."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import numpy as np

from jeton.core.errors import MalformedPosition
from jeton.games.splendor import compiled
from jeton.games.splendor.gems import amounts, pack
from jeton.games.splendor.moves import BUY
from jeton.games.splendor.rules import NOBODY, OVER, PAYING, PLACES, POINTS, POSITION, TAGS
from jeton.games.splendor.ruleset import BLIND, CARD_SHIFT, FIRST_CARD, LEVELS, NO_CARD, NO_NOBLE

if TYPE_CHECKING:
    from jeton.games.splendor.game import Splendor

__all__ = ["PHASES", "Position"]

Words = np.ndarray[Any, np.dtype[np.int64]]

PHASES = ("play", "return", "noble", "pay", "over")
"""The names of the phases, by their number."""

TOKENS = 7
"""Five colours, gold, time."""

AT = {name: offset // 8 for name, (_, offset, *_) in POSITION.fields.items()}  # type: ignore[union-attr]
"""The word at which a field of words begins: reading words is ten times as fast as reading a record's fields."""

SMALL = {name: POSITION[name].base.itemsize for name in ("visited", "tile")}
"""The bytes that a small number takes of its word: all eight with the compiler switched off."""


def place_of_small(name: str, i: int = 0) -> tuple[int, int, int]:
    """Return where the i-th small number of a field is: its word, how far to shift it, and the bits that it has."""
    size = SMALL[name]
    at = POSITION.fields[name][1] + size * i  # type: ignore[index]
    return at // 8, 8 * (at % 8), (1 << 8 * size) - 1


def small(words: Any, name: str, i: int = 0) -> int:
    """Return the i-th small number of a field that is no word, never negative: -1 has all its bits set."""
    word, shift, bits = place_of_small(name, i)
    return int(words.item(word)) >> shift & bits


class Position:
    """The whole truth at one moment.

    There are two ways on: `game.play` checks, explains and leaves the position alone; `push` trusts its caller and
    plays an action number in place. Bots and training use `push`.

    >>> import jeton
    >>> position = jeton.make("splendor", options={"first": "seat"}).start(2, bytes(16))
    >>> position.actions()[:4]
    [0, 1, 2, 3]
    >>> position.push(0)
    >>> position.bank
    (3, 3, 3, 4, 4, 5, 0)
    """

    __slots__ = ("_record", "_ruleset", "game", "mask", "phase", "seat", "seats", "words")

    game: Splendor
    words: Words
    mask: int
    """The legal actions, a bit each."""
    phase: int
    seat: int
    """Whose turn it is."""
    seats: int
    """How many play."""

    def __init__(self, game: Splendor, words: Words, state: tuple[int, int, int] | None = None) -> None:
        """Wrap the words of a record; `state` is what `compiled.look` says of them."""
        self.game = game
        self.words = words
        self._ruleset = game.ruleset
        self._record: Any = None
        self.seats = int(self.record["seats"])
        self.mask, self.phase, self.seat = state or compiled.look(self._ruleset, words)

    def push(self, action: int) -> None:
        """Play an action number in place; it must be legal, and nobody checks."""
        self.mask, self.phase, self.seat = compiled.step(self._ruleset, self.words, action)

    def copy(self) -> Position:
        """Return an independent position in the same state."""
        other = Position.__new__(Position)
        other.game, other._ruleset, other.words = self.game, self._ruleset, self.words.copy()
        other._record, other.seats = None, self.seats
        other.mask, other.phase, other.seat = self.mask, self.phase, self.seat
        return other

    def actions(self) -> list[int]:
        """Return the legal action numbers, rising."""
        mask = self.mask
        return [i for i in range(mask.bit_length()) if mask >> i & 1]

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return self.phase == OVER

    @property
    def record(self) -> Any:
        """The named fields of the record: `position.record["bank"]`."""
        if self._record is None:
            self._record = self.words.view(POSITION)[0]
        return self._record

    @property
    def bank(self) -> tuple[int, ...]:
        """Tokens in the bank: five colours, gold, time."""
        return amounts(self.words.item(AT["bank"]), TOKENS)

    @property
    def market(self) -> tuple[int, ...]:
        """The numbers of the twelve face-up cards, level by level; 0 for an empty place."""
        return tuple([word >> CARD_SHIFT & 0xFF for word in self.words[AT["market"] : AT["market"] + PLACES].tolist()])

    def card_at(self, place: int) -> int:
        """Return the number of the card at a place of the market; 0 for an empty place."""
        return self.words.item(AT["market"] + place) >> CARD_SHIFT & 0xFF

    @property
    def nobles(self) -> tuple[int, ...]:
        """The nobles on the table; 0 for one that has left."""
        shown = self.seats + self.game.nobles_extra
        return tuple([word >> CARD_SHIFT & 0xFF for word in self.words[AT["nobles"] : AT["nobles"] + shown].tolist()])

    @property
    def deck_sizes(self) -> tuple[int, ...]:
        """How many cards are left in each deck."""
        return tuple([deck.bit_count() for deck in self.words[AT["deck"] : AT["deck"] + LEVELS].tolist()])

    def decks(self) -> list[list[int]]:
        """Return the cards of each deck in the order in which they will be drawn."""
        words, out = self.words.copy(), np.zeros(40, np.int64)
        return [out[: compiled.order(self._ruleset, words, level, out)].tolist() for level in range(LEVELS)]

    def tokens(self, seat: int) -> tuple[int, ...]:
        """Return a seat's tokens: five colours, gold, time."""
        return amounts(self.words.item(AT["tokens"] + seat), TOKENS)

    def bonuses(self, seat: int) -> tuple[int, ...]:
        """Return a seat's bonuses by colour."""
        return amounts(self.words.item(AT["gains"] + seat), 5)

    def points(self, seat: int) -> int:
        """Return a seat's points: cards, nobles, the tile."""
        return self.words.item(AT["gains"] + seat) >> POINTS & 0xFF

    def tags(self, seat: int) -> int:
        """Return a seat's Avengers tags."""
        return self.words.item(AT["gains"] + seat) >> TAGS

    def cards(self, seat: int) -> tuple[int, ...]:
        """Return the numbers of the cards a seat has bought, rising."""
        at = AT["bought"] + 3 * seat
        return bought_cards(*self.words[at : at + 3].tolist())

    def hand(self, seat: int) -> tuple[tuple[int, bool], ...]:
        """Return a seat's reserved cards: number, and whether it was reserved blind."""
        words = self.words[AT["hand"] + 3 * seat : AT["hand"] + 3 * seat + 3].tolist()
        return tuple([(word >> CARD_SHIFT & 0xFF, bool(word & BLIND)) for word in words if word != NO_CARD])

    def visits(self, seat: int) -> tuple[int, ...]:
        """Return the nobles that have visited a seat, rising."""
        return noble_numbers(small(self.words, "visited", seat))

    @property
    def tile(self) -> int | None:
        """Who holds the Avengers Assemble tile."""
        holder = small(self.words, "tile")
        return holder if holder < self.seats else None

    def __eq__(self, other: object) -> bool:
        """Compare every field of the record, for games with the same options."""
        if not isinstance(other, Position):
            return NotImplemented
        return self.game == other.game and bool(np.array_equal(self.words, other.words))

    __hash__ = None  # type: ignore[assignment]

    def _repr_svg_(self) -> str:
        """Return the picture that a notebook shows: what a spectator sees."""
        return self.game.picture(self.game.view(self, None))

    def __str__(self) -> str:
        """Return the one-line text form."""
        return write_position(self)

    def __repr__(self) -> str:
        """Return the call that rebuilds it."""
        return f"{self.game!r}.read({write_position(self)!r})"


def number_of(word: int) -> int:
    """Return the number of a card or noble word, 0 for an empty place."""
    return int(word) >> CARD_SHIFT & 0xFF


@lru_cache(maxsize=4096)
def noble_numbers(mask: int) -> tuple[int, ...]:
    """Return the numbers of the nobles whose bits are set."""
    return tuple(i + 1 for i in range(mask.bit_length()) if mask >> i & 1)


@lru_cache(maxsize=4096)
def bought_cards(low: int, middle: int, high: int) -> tuple[int, ...]:
    """Return the numbers whose bits are set in a seat's three words of bought cards."""
    return tuple(32 * i + bit for i, word in enumerate((low, middle, high)) for bit in range(32) if word >> bit & 1)


def write_position(position: Position) -> str:
    """Write one line: clauses separated by "; ", numbers for cards, letters for tokens; decks follow from the rest."""
    s, letters = position.record, position.game.notation.tokens
    clauses = [f"{position.game.title} {position.seats}", f"turn {position.seat}", f"phase {PHASES[position.phase]}"]
    clauses += [f"first {s['first']}", f"turns {s['turns']}", f"passes {s['passes']}"]
    clauses.append("bank " + _spell(position.bank, letters))
    rows = [position.market[4 * level : 4 * level + 4] for level in range(LEVELS)]
    clauses.append("market " + " / ".join(" ".join(str(n or "-") for n in row) for row in rows))
    clauses.append("nobles " + " ".join(str(n or "-") for n in position.nobles))
    if position.tile is not None:
        clauses.append(f"tile {position.tile}")
    if s["paid"]:
        clauses.append("paid " + _spell(amounts(s["paid"], 5), letters))
    if s["refill"] != NOBODY:
        clauses.append(f"refill {int(s['refill']) // 4 + 1}.{int(s['refill']) % 4 + 1}")
    for seat in range(position.seats):
        clauses.append(f"{seat} tokens " + _spell(position.tokens(seat), letters))
        clauses.append(f"{seat} cards " + (" ".join(map(str, position.cards(seat))) or "-"))
        clauses.append(f"{seat} hand " + (" ".join(f"{n}?" if b else str(n) for n, b in position.hand(seat)) or "-"))
        clauses.append(f"{seat} nobles " + (" ".join(map(str, position.visits(seat))) or "-"))
    if gone := sorted(_everywhere(position) ^ set(range(1, 91))):
        clauses.append("gone " + " ".join(map(str, gone)))
    key = int(s["key0"]).to_bytes(8, "little", signed=True) + int(s["key1"]).to_bytes(8, "little", signed=True)
    clauses.append("key " + key.hex())
    return "; ".join(clauses)


def read_position(start: Position, text: str) -> Position:
    """Lay the clauses of a text over a position: a whole text gives that position, a part changes just that part."""
    words = start.words.copy()
    s = words.view(POSITION)[0]
    gone: set[int] = set()
    for clause in filter(None, (part.strip() for part in text.split(";"))):
        try:
            _lay(start, s, clause, gone)
        except (ValueError, IndexError, KeyError, OverflowError) as error:
            raise MalformedPosition(f"{clause!r}: {error}") from error
    _count_gains(start, s)
    _fill_decks(start, s, gone)
    key0, key1 = int(s["key0"]), int(s["key1"])
    compiled.rekey(words, key0, key1)
    position = Position(start.game, words)
    _check(position)
    return position


def _lay(start: Position, s: Any, clause: str, gone: set[int]) -> None:
    name, _, value = clause.partition(" ")
    r, letters = start.game.ruleset_record, start.game.notation.tokens
    if name == start.game.title:
        if int(value) != s["seats"]:
            raise ValueError(f"expected {s['seats']} seats")
    elif name in ("turn", "first"):
        s["seat" if name == "turn" else "first"] = _within(int(value), start.seats)
    elif name in ("turns", "passes"):
        s[name] = _within(int(value), 10_000 if name == "turns" else start.seats + 1)
    elif name == "phase":
        s["phase"] = PHASES.index(value)
    elif name == "bank":
        s["bank"] = _tokens(value, letters)
    elif name == "paid":
        s["paid"] = _tokens(value, letters[:5])
    elif name == "refill":
        s["refill"] = _within(start.game.notation.action("buy " + value) - BUY, PLACES)
    elif name == "tile":
        s["tile"] = NOBODY if value == "-" else _within(int(value), start.seats)
    elif name == "market":
        numbers = _numbers(value.replace("/", " "), 91)
        if len(numbers) != PLACES:
            raise ValueError(f"expected {PLACES} places, got {len(numbers)}")
        s["market"] = [r["card"][n] if n else NO_CARD for n in numbers]
    elif name == "nobles":
        numbers = _numbers(value, len(start.game.box.nobles) + 1)
        if len(numbers) > len(start.nobles):
            raise ValueError(f"expected at most {len(start.nobles)}, got {len(numbers)}")
        s["nobles"] = NO_NOBLE
        s["nobles"][: len(numbers)] = [r["noble"][n] if n else NO_NOBLE for n in numbers]
    elif name == "gone":
        gone.update(_numbers(value, 91))
    elif name == "key":
        key = bytes.fromhex(value)
        if len(key) != 16:
            raise ValueError("expected 32 hexadecimal digits")
        s["key0"], s["key1"] = (int.from_bytes(half, "little", signed=True) for half in (key[:8], key[8:]))
    elif name.isdigit():
        _lay_seat(start, s, _within(int(name), start.seats), value)
    else:
        raise ValueError(f"unknown clause {name!r}")


def _lay_seat(start: Position, s: Any, seat: int, clause: str) -> None:
    name, _, value = clause.partition(" ")
    if name == "tokens":
        s["tokens"][seat] = _tokens(value, start.game.notation.tokens)
    elif name == "cards":
        s["bought"][seat] = 0
        for number in filter(None, _numbers(value, 91)):
            s["bought"][seat][number >> 5] |= np.int64(1 << (number & 31))
    elif name == "hand":
        cards = [] if value == "-" else value.split()
        if len(cards) > 3:
            raise ValueError(f"expected at most 3 cards, got {len(cards)}")
        s["hand"][seat] = NO_CARD
        for i, card in enumerate(cards):
            number = _within(int(card.removesuffix("?")), 91)
            if number == 0:
                raise ValueError("expected a number from 1 to 90, got 0")
            s["hand"][seat][i] = int(start.game.ruleset_record["card"][number]) | BLIND * card.endswith("?")
        s["held"][seat] = len(cards)
    elif name == "nobles":
        s["visited"][seat] = sum(1 << (n - 1) for n in _numbers(value, len(start.game.box.nobles) + 1) if n)
    else:
        raise ValueError(f"unknown clause of a seat {name!r}")


def _count_gains(start: Position, s: Any) -> None:
    """Count bonuses, points, cards and tags from the cards, nobles and tile of each seat."""
    r = start.game.ruleset_record
    for seat in range(start.seats):
        cards = bought_cards(*s["bought"][seat].tolist())
        gains = sum(int(r["gain"][number]) for number in cards)
        gains += int(s["visited"][seat]).bit_count() * int(r["noble_points"]) << POINTS
        gains += (int(r["tile_points"]) << POINTS) * (s["tile"] == seat)
        s["gains"][seat] = gains


def _fill_decks(start: Position, s: Any, gone: set[int]) -> None:
    """Put every card that lies nowhere else into its deck; refuse one that lies in two places."""
    market = [number_of(word) for word in s["market"]]
    hands = [number_of(s["hand"][seat][i]) for seat in range(start.seats) for i in range(int(s["held"][seat]))]
    bought = [n for seat in range(start.seats) for n in bought_cards(*s["bought"][seat].tolist())]
    seen = [n for n in (*market, *hands, *bought, *gone) if n]
    if len(seen) != len(set(seen)):
        twice = sorted({n for n in seen if seen.count(n) > 1})
        raise MalformedPosition(f"cards {twice} lie in two places")
    opened = sum(1 << place for place in range(PLACES) if market[place] or place == s["refill"])
    for level in range(LEVELS):
        first, size = FIRST_CARD[level], int(start.game.ruleset_record["level_size"][level])
        deck = sum(1 << i for i in range(size) if first + i not in seen)
        s["deck"][level] = deck
        opened |= (deck != 0) << (PLACES + level)
    s["open"] = opened


def _check(position: Position) -> None:
    """Refuse what no match can reach: a tile in two places, a payment where none is due, nothing to do."""
    s, faces = position.record, position.game.box.noble_faces
    nobles = [n for n in position.nobles if n] + [n for seat in range(position.seats) for n in position.visits(seat)]
    tiles = [(number - 1) // faces for number in nobles]
    if len(tiles) != len(set(tiles)):
        twice = sorted(number for number in set(nobles) if tiles.count((number - 1) // faces) > 1)
        raise MalformedPosition(f"nobles {twice} lie in two places")
    if position.phase != PAYING and (s["paid"] or s["refill"] != NOBODY):
        raise MalformedPosition("'paid' and 'refill' belong to the phase 'pay'")
    if s["refill"] != NOBODY and position.market[s["refill"]]:
        raise MalformedPosition("'refill' is a place without a card")
    if not position.is_over and position.mask == 0:
        raise MalformedPosition(f"phase {PHASES[position.phase]!r}: seat {position.seat} can do nothing in it")
    if not position.is_over and s["passes"] >= position.seats:
        raise MalformedPosition(f"passes {s['passes']}: all have passed, and the phase is not 'over'")


def _everywhere(position: Position) -> set[int]:
    """Return all cards that lie somewhere."""
    seats = range(position.seats)
    in_decks = {
        FIRST_CARD[level] + i
        for level in range(LEVELS)
        for i in range(40)
        if int(position.record["deck"][level]) >> i & 1
    }
    hands = {number for seat in seats for number, _ in position.hand(seat)}
    return in_decks | hands | set(position.market) - {0} | {n for seat in seats for n in position.cards(seat)}


def _spell(numbers: Iterable[int], letters: str) -> str:
    return "".join(f"{letter}{n}" for letter, n in zip(letters, numbers, strict=False) if n) or "-"


def _tokens(text: str, letters: str) -> int:
    numbers = dict.fromkeys(letters, 0)
    if text != "-":
        if not re.fullmatch(rf"([{letters}]\d{{1,2}} ?)+", text):
            raise ValueError(f"expected letters of {letters!r} with numbers, as in '{letters[0]}4{letters[1]}2'")
        for letter, number in re.findall(r"([a-z])(\d+)", text):
            numbers[letter] = int(number)
    return pack(numbers.values())


def _numbers(text: str, end: int) -> list[int]:
    return [0 if word == "-" else _within(int(word), end) for word in text.split()]


def _within(number: int, end: int) -> int:
    if not 0 <= number < end:
        raise ValueError(f"expected a number from 0 to {end - 1}, got {number}")
    return number
