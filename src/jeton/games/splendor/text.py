"""The JSON of views and reports, byte by byte what msgspec makes of the structs, put together from parts.

A server sends a view to every seat after every move. What lies open is the same in all of them and is written once;
players, prices and moves are the same few thousand again and again and are kept. Who may know what is decided in
`view.py` alone: all that is written here comes from its `look`, `told` and `moved_card`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import msgspec

from jeton.core.game import Entry, Report
from jeton.games.splendor.moves import BUY, RESERVE, RETURN, TAKE_ALL, notation
from jeton.games.splendor.position import Position
from jeton.games.splendor.reach import HAND_PRICES, MARKET_PRICES, NOBLES_LEFT, PLAN, PRICES
from jeton.games.splendor.rules import OVER, PLAY
from jeton.games.splendor.view import (
    HEAD,
    NOBLES,
    OWN,
    PER_SEAT,
    Shared,
    View,
    look,
    moved_card,
    seat_view,
    spell,
    told,
    view,
)

__all__ = ["report_text", "view_text"]

encode = msgspec.json.Encoder().encode
Open = msgspec.defstruct("Open", [(name, Any) for name in View.__struct_fields__[2:14]])
"""The fields of a view from `phase` to `refill`."""
BLOCK = 29
"""How many numbers of a seat's block are in use."""
SEATS = {None: b"null", 0: b"0", 1: b"1", 2: b"2", 3: b"3"}


def view_text(position: Position, seat: int | None) -> bytes:
    """The JSON of `view(position, seat)`."""
    if position.phase == OVER:
        return encode(view(position, seat))
    shared, own = look(position, seat)
    if shared.text is None:
        shared.text = Text(position, shared)
    text: Text = shared.text
    players = text.players if own[:OWN] == shared.hands else _players(shared.out, own, position.seats)
    if seat is None:
        return b"".join((text.start, b"null", text.open, players, text.moves, text.rest, b'],"hand_prices":[],',
                         b'"nobles_left":[],"plans":[]}'))  # fmt: skip
    hand, left = OWN + HAND_PRICES, OWN + NOBLES_LEFT
    held = shared.out[HEAD + PER_SEAT * seat + 19]
    parts = (
        text.start,
        SEATS[seat],
        text.open,
        players,
        text.moves,
        _moves(position, shared) if seat == position.seat else b"",
        text.rest,
        b",".join(map(PRICE_TEXTS.__getitem__, own[OWN + MARKET_PRICES : hand])),
        b'],"hand_prices":[',
        b",".join(map(PRICE_TEXTS.__getitem__, own[hand : hand + held])) if held else b"",
        b'],"nobles_left":',
        encode(own[left : left + text.nobles]),
        b',"plans":[',
        _spelled(position, shared, own[OWN + PLAN]),
        b"]}",
    )
    return b"".join(parts)


def report_text(before: Position, entry: Entry, after: Position, seat: int | None) -> bytes:
    """The JSON of `report(before, entry, seat)`, if `after` is the position that the entry leads to."""
    known = told(before, entry, after)
    action = before.game.notation.action(entry.move)
    moves_card = RESERVE <= action < RETURN
    card = moved_card(before, after, action, entry.seat, seat) if moves_card else None
    key = entry.n, entry.at, card
    text = known.texts.get(key)
    if text is None:
        facts = {**known.facts, "card": card} if moves_card else known.facts
        text = known.texts[key] = encode(Report(entry.n, entry.at, entry.seat, entry.move, facts))
    return text


class Text:
    """What the views of one position have in common, as text."""

    __slots__ = ("moves", "nobles", "open", "players", "rest", "start")

    def __init__(self, position: Position, shared: Shared) -> None:
        """Of what lies open."""
        game = position.game
        self.nobles = len(shared.open[NOBLES])
        self.start = b'{"title":' + encode(game.title) + b',"seat":'
        self.open = b"," + encode(Open(*shared.open))[1:-1] + b',"players":['
        self.players = _players(shared.out, shared.hands, position.seats)
        self.moves = b'],"moves":['
        self.rest = b'],"outcome":null,"numbers":%b,"owed":%d,"prices":[' % (encode(game.numbers), shared.out[7])


def _players(out: list[int], hands: list[int], seats: int) -> bytes:
    texts = []
    for seat in range(seats):
        at = HEAD + PER_SEAT * seat
        texts.append(PLAYER_TEXTS[*out[at : at + BLOCK], *hands[3 * seat : 3 * seat + 3]])
    return b",".join(texts)


def _moves(position: Position, shared: Shared) -> bytes:
    """What the seat whose turn it is may play."""
    if position.phase == PLAY:
        return _spelled(position, shared, position.mask)
    return encode(position.game.spell_moves(position))[1:-1]


def _spelled(position: Position, shared: Shared, mask: int) -> bytes:
    """The notation of a mask of actions of a turn."""
    letters = position.game.box.letters
    if mask >> TAKE_ALL & 1:
        return encode(spell(letters, mask, shared.out[8:13]))[1:-1]
    takes, reserves, others = mask & (1 << RESERVE) - 1, mask & (1 << BUY) - (1 << RESERVE), mask >> BUY << BUY
    return b",".join([_texts(letters, part) for part in (takes, reserves, others) if part])


@lru_cache(maxsize=8192)
def _texts(letters: str, mask: int) -> bytes:
    texts = notation(letters).texts
    return encode([texts[i] for i in range(mask.bit_length()) if mask >> i & 1])[1:-1]


class PriceTexts(dict[int, bytes]):
    """The prices of `reach.PRICES`, as text."""

    def __missing__(self, key: int) -> bytes:
        """Write a price, and keep it for the next time."""
        if len(self) >= PRICES.MOST:
            self.clear()
        text = self[key] = encode(PRICES[key])
        return text


class PlayerTexts(dict[tuple[int, ...], bytes]):
    """Seats as text, by their block of `sight` and the three cards in hand that the viewer knows."""

    MOST = 8_192

    def __missing__(self, key: tuple[int, ...]) -> bytes:
        """Write a seat, and keep it: of four seats a move changes one."""
        if len(self) >= self.MOST:
            self.clear()
        text = self[key] = encode(seat_view((*EMPTY, *key), 0, *key[BLOCK:]))
        return text


EMPTY = (0,) * HEAD
PRICE_TEXTS, PLAYER_TEXTS = PriceTexts(), PlayerTexts()
