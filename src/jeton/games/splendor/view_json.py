"""The JSON of views and reports: byte for byte what msgspec makes of the structs, only faster.

A server sends a view to every seat after every move, and building four of them from Python's objects was half of what a
move cost. Here a view is a program. Its rows say which text to copy and which number, list or move to write after it.
They are made once from the fields of the structs, and one small compiled function runs them. `view.py` alone decides
who may know what: the function gets nothing but the two records of `sight.py`, and finds their fields by name.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
import numpy as np

from jeton.core.bits import count
from jeton.core.game import Entry, Report
from jeton.core.jit import entry_point, part, shared
from jeton.games.splendor.affordability import STATES, Price
from jeton.games.splendor.moves import ACTIONS, PASS, TAKE_ALL
from jeton.games.splendor.position import PHASES, Position
from jeton.games.splendor.rules import NOBODY, OVER, PAYING, PLACES
from jeton.games.splendor.sight import OWN, SEEN, SIGHT_WORDS
from jeton.games.splendor.view import HandCard, SeatView, View, look, moved_card, told, view

if TYPE_CHECKING:
    from jeton.games.splendor.game import Splendor

__all__ = ["report_text", "view_text", "write"]

encode = msgspec.json.Encoder().encode

ROOM = 16_384
"""More bytes than any view needs."""
COMMA, OPEN, CLOSE, QUOTE, BRACE, ZERO = b',[]"}0'
PHASE, BANK = SEEN.phase, SEEN.bank.start

NOTHING, NUMBER, LIST, CARDS, CHOICE, PRICE, MOVES, SKIP = range(8)
"""What a row asks for after its text: nothing; the number at `a`, null for `b`; `b` numbers from `a`; the bits of the
word at `a` and of two more or, with a `b`, of one, the lowest called `b`; the word `b` + the number at `a`; a price by
its key; the notation of a mask; to leave out `b` rows unless the number at `a` is more than `c`."""
NEVER = -99

PHASE_TEXT, STATE_TEXT, DONE_TEXT, MOVE_TEXT = 0, 5, 10, 11
TAKE_TEXT = MOVE_TEXT + ACTIONS
LETTER_TEXT = TAKE_TEXT + 1
FALSE_TEXT, NULL_TEXT, PRICE_TEXT = LETTER_TEXT + 5, LETTER_TEXT + 7, LETTER_TEXT + 8
"""Where the texts are that every program has."""


def fixed_texts(game: Splendor) -> list[bytes]:
    """Return these texts: words, moves, and what stands before and after the fields of a price."""
    words = [*PHASES, *STATES, "done", *game.notation.texts]
    letters = [letter.encode() for letter in game.box.letters]
    cost, short, gold, state = (encode(name) for name in Price.__struct_fields__)
    price = [b"{%b:[" % cost, b"],%b:[" % short, b"],%b:" % gold, b",%b:" % state]
    return [*map(encode, words), b'"take ', *letters, b"false", b"true", b"null", *price]


def view_text(position: Position, seat: int | None) -> bytes:
    """Return the JSON of `view(position, seat)`."""
    if position.phase == OVER:
        return encode(view(position, seat))
    game = position.game
    open_to_all, own = look(position, seat)
    own[OWN.moves] = position.mask if seat == position.seat else 0
    key = position.seats, seat
    program = game.programs.get(key)
    if program is None:
        program = game.programs[key] = Writer(game, position.seats, seat).program()
    out = np.empty(ROOM, np.uint8)
    return out[: write(*program, open_to_all.array, own, out)].tobytes()


def report_text(before: Position, entry: Entry, after: Position, seat: int | None) -> bytes:
    """Return the JSON of `report(before, entry, seat)`, if `after` is the position that the entry leads to."""
    known = told(before, entry, after)
    card = moved_card(before, after, known.action, entry.seat, seat) if known.moves_card else None
    text = known.texts.get(card)
    if text is None:
        facts = {**known.facts, "card": card} if known.moves_card else known.facts
        text = known.texts[card] = encode(Report(entry.n, entry.at, entry.seat, entry.move, facts))
    return text


class Program(NamedTuple):
    """The rows, and the texts that they copy: one after the other, and where each begins."""

    rows: Any
    texts: Any
    begins: Any


class Writer:
    """Makes the program of the views of a seat, from the fields of the structs in their order."""

    def __init__(self, game: Splendor, seats: int, seat: int | None) -> None:
        """Take a seat, or None for a spectator."""
        self.game, self.seats, self.seat = game, seats, seat
        self.nobles = seats + game.nobles_extra
        self.rows: list[tuple[int, ...]] = []
        self.texts = fixed_texts(game)
        self._said = b""

    def program(self) -> Program:
        """Return the rows and texts of a whole view."""
        mine = self.seat is not None
        held = SEEN.held[self.seat or 0]
        prices, hand_prices = SIGHT_WORDS + OWN.prices.start, SIGHT_WORDS + OWN.hand_prices.start
        fields = {
            "title": lambda: self.say(encode(self.game.title)),
            "seat": lambda: self.say(encode(self.seat)),
            "phase": lambda: self.row(CHOICE, SEEN.phase, PHASE_TEXT),
            "turn": lambda: self.row(NUMBER, SEEN.turn, NEVER),
            "first": lambda: self.row(NUMBER, SEEN.first, NEVER),
            "turns": lambda: self.row(NUMBER, SEEN.turns, NEVER),
            "passes": lambda: self.row(NUMBER, SEEN.passes, NEVER),
            "bank": lambda: self.list(SEEN.bank),
            "market": lambda: self.list(SEEN.market),
            "decks": lambda: self.list(SEEN.decks),
            "nobles": lambda: self.row(LIST, SEEN.nobles.start, self.nobles),
            "tile": lambda: self.row(NUMBER, SEEN.tile, NOBODY),
            "paid": lambda: self.list(SEEN.paid),
            "refill": lambda: self.row(NUMBER, SEEN.refill, NOBODY),
            "players": lambda: self.several(self.seats, self.player),
            "moves": lambda: self.row(MOVES, SIGHT_WORDS + OWN.moves),
            "outcome": lambda: self.say(b"null"),
            "numbers": lambda: self.say(encode(self.game.numbers)),
            "owed": lambda: self.row(NUMBER, SEEN.owed, NEVER),
            "prices": lambda: self.several(PLACES * mine, lambda i: self.row(PRICE, prices + i)),
            "hand_prices": lambda: self.at_most(3 * mine, held, lambda i: self.row(PRICE, hand_prices + i)),
            "nobles_left": lambda: self.row(LIST, SIGHT_WORDS + OWN.nobles_left.start, self.nobles * mine),
            "plans": lambda: self.row(MOVES, SIGHT_WORDS + OWN.plans) if mine else self.say(b"[]"),
        }
        self.struct(View, fields)
        self.row(NOTHING, 0)
        begins = np.cumsum([0, *map(len, self.texts)]).astype(np.int64)
        return Program(np.array(self.rows, np.int64), np.frombuffer(b"".join(self.texts), np.uint8), begins)

    def player(self, seat: int) -> None:
        """Write what lies before a seat."""
        self.struct(
            SeatView,
            {
                "tokens": lambda: self.list(SEEN.tokens[seat]),
                "bonuses": lambda: self.list(SEEN.bonuses[seat]),
                "points": lambda: self.row(NUMBER, SEEN.points[seat], NEVER),
                "tags": lambda: self.row(NUMBER, SEEN.tags[seat], NEVER),
                "meets_goal": lambda: self.truth(SEEN.meets_goal[seat]),
                "cards": lambda: self.row(CARDS, SEEN.bought[seat].start, 0),
                "hand": lambda: self.at_most(3, SEEN.held[seat], lambda i: self.card(seat, i)),
                "nobles": lambda: self.row(CARDS, SEEN.visits[seat], 1),
            },
        )

    def card(self, seat: int, i: int) -> None:
        """Write a card in hand."""
        self.struct(
            HandCard,
            {
                "level": lambda: self.row(NUMBER, SEEN.levels[seat].start + i, NEVER),
                "card": lambda: self.row(NUMBER, SIGHT_WORDS + OWN.hands[seat].start + i, 0),
                "blind": lambda: self.truth(SEEN.blind[seat].start + i),
            },
        )

    # The parts of JSON

    def struct(self, kind: type[msgspec.Struct], fields: dict[str, Any]) -> None:
        """Write an object with the fields of a struct in their order; each says how to write it."""
        for i, name in enumerate(kind.__struct_fields__):
            self.say(b"," if i else b"{")
            self.say(encode(name) + b":")
            fields[name]()
        self.say(b"}")

    def several(self, count: int, each: Any) -> None:
        """Write a list of `count` parts."""
        self.say(b"[")
        for i in range(count):
            self.say(b"," if i else b"")
            each(i)
        self.say(b"]")

    def at_most(self, most: int, counted: int, each: Any) -> None:
        """Write a list of as many parts as a number says."""
        self.say(b"[")
        for i in range(most):
            self.row(SKIP, counted, 0, i)
            at = len(self.rows)
            self.say(b"," if i else b"")
            each(i)
            self.row(NOTHING, 0)
            text, kind, a, _, c = self.rows[at - 1]
            self.rows[at - 1] = text, kind, a, len(self.rows) - at, c
        self.say(b"]")

    def list(self, words: slice) -> None:
        """Write a list of numbers."""
        self.row(LIST, words.start, words.stop - words.start)

    def truth(self, at: int) -> None:
        """Write whether a number is 1, not 0."""
        self.row(CHOICE, at, FALSE_TEXT)

    def say(self, text: bytes) -> None:
        """Write a text that is always the same."""
        self._said += text

    def row(self, kind: int, a: int, b: int = 0, c: int = 0) -> None:
        """Add a row for something that varies, after the text before it."""
        self.texts.append(self._said)
        self.rows.append((len(self.texts) - 1, kind, a, b, c))
        self._said = b""


@part
def copy(texts: Any, begins: Any, which: Any, out: Any, at: Any) -> Any:
    """Copy a text; return where it ends. A call for each of some hundred texts would take a fifth longer."""
    for i in range(begins[which], begins[which + 1]):
        out[at] = texts[i]
        at += 1
    return at


@shared
def number(n: Any, out: Any, at: Any) -> Any:
    """Write a number that is not negative; return where it ends."""
    if n >= 10:
        power = 10
        while n >= 10 * power:
            power *= 10
        while power > 1:
            digit = n // power
            out[at] = ZERO + digit
            n -= digit * power
            at += 1
            power //= 10
    out[at] = ZERO + n
    return at + 1


@shared
def numbers(found: Any, first: Any, many: Any, out: Any, at: Any) -> Any:
    """Write a list of numbers; return where it ends."""
    out[at] = OPEN
    at += 1
    for i in range(many):
        if i > 0:
            out[at] = COMMA
            at += 1
        at = number(found[first + i], out, at)
    out[at] = CLOSE
    return at + 1


@part
def cards(found: Any, first: Any, lowest: Any, out: Any, at: Any) -> Any:
    """Write the numbers of the bits of three words, or of one whose lowest bit is called 1; return where it ends."""
    out[at] = OPEN
    begin = at = at + 1
    for i in range(3 - 2 * lowest):
        bits = found[first + i]
        while bits != 0:
            if at > begin:
                out[at] = COMMA
                at += 1
            at = number(32 * i + lowest + count((bits & -bits) - 1), out, at)
            bits &= bits - 1
    out[at] = CLOSE
    return at + 1


@part
def price(key: Any, texts: Any, begins: Any, out: Any, at: Any) -> Any:
    """Write a price by its key (`affordability.price_key`); return where it ends."""
    if key == 0:
        return copy(texts, begins, NULL_TEXT, out, at)
    gold = np.int64(0)
    for field in range(2):  # cost, short
        at = copy(texts, begins, PRICE_TEXT + field, out, at)
        for i in range(5):
            n = key >> (15 * field + 3 * i) & 7
            gold += n * field
            out[at] = ZERO + n
            out[at + 1] = COMMA
            at += 2
        at -= 1  # no comma after the last
    at = number(gold, out, copy(texts, begins, PRICE_TEXT + 2, out, at))
    at = copy(texts, begins, STATE_TEXT + (key >> 30) - 1, out, copy(texts, begins, PRICE_TEXT + 3, out, at))
    out[at] = BRACE
    return at + 1


@part
def moves(mask: Any, sees: Any, texts: Any, begins: Any, out: Any, at: Any) -> Any:
    """Write the notation of a mask of actions; return where it ends."""
    out[at] = OPEN
    first = at = at + 1
    for action in range(ACTIONS):
        if mask >> action & 1 == 0:
            continue
        if at > first:
            out[at] = COMMA
            at += 1
        if action == TAKE_ALL:
            at = copy(texts, begins, TAKE_TEXT, out, at)
            for i in range(5):
                if sees[BANK + i] > 0:
                    at = copy(texts, begins, LETTER_TEXT + i, out, at)
            out[at] = QUOTE
            at += 1
        elif action == PASS and sees[PHASE] == PAYING:
            at = copy(texts, begins, DONE_TEXT, out, at)
        else:
            at = copy(texts, begins, MOVE_TEXT + action, out, at)
    out[at] = CLOSE
    return at + 1


@entry_point
def write(rows: Any, texts: Any, begins: Any, sees: Any, own: Any, out: Any) -> Any:
    """Run a program over what all see and what the viewer knows beyond that; return how many bytes it wrote."""
    at = row = np.int64(0)
    while row < rows.shape[0]:
        kind, a, b = rows[row, 1], rows[row, 2], rows[row, 3]
        at = copy(texts, begins, rows[row, 0], out, at)
        n = sees[a] if a < SIGHT_WORDS else own[a - SIGHT_WORDS]
        if kind == NUMBER:
            at = copy(texts, begins, NULL_TEXT, out, at) if n == b else number(n, out, at)
        elif kind == CHOICE:
            at = copy(texts, begins, b + n, out, at)
        elif kind == PRICE:
            at = price(n, texts, begins, out, at)
        elif kind == MOVES:
            at = moves(n, sees, texts, begins, out, at)
        elif kind == LIST:
            at = numbers(sees, a, b, out, at) if a < SIGHT_WORDS else numbers(own, a - SIGHT_WORDS, b, out, at)
        elif kind == CARDS:
            at = cards(sees, a, b, out, at)
        elif kind == SKIP and n <= rows[row, 4]:
            row += b
        row += 1
    return at
