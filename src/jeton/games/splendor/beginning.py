"""Matches that begin in the middle: the option `start` says what lies open and what its seat holds.

The text is that of a position (`position.py`) without a key. A card that the seat could not know is written as its card
level: `?2` for one reserved from the deck, `~2` for one reserved from the market where hands are hidden. The match
deals these from its seed, like the decks.
"""

from __future__ import annotations

import re
from random import Random
from typing import TYPE_CHECKING

from jeton.core.errors import BadOption, MalformedPosition
from jeton.games.splendor.position import PHASES, Position, read_position
from jeton.games.splendor.rules import OVER

if TYPE_CHECKING:
    from jeton.games.splendor.game import Splendor
    from jeton.games.splendor.view import HandCard, View

__all__ = ["begin", "check", "write"]

LONGEST = 1_500
UNKNOWN = re.compile(r"(?<= )([?~])([123])\b")
COLOURS, GOLD = 5, 5


def write(game: Splendor, view: View) -> str:
    """Return what a seat knows of a position, as text."""

    def tokens(counts: tuple[int, ...], letters: str = game.notation.tokens) -> str:
        return "".join(f"{letter}{n}" for letter, n in zip(letters, counts, strict=False) if n) or "-"

    def numbers(found: tuple[int, ...]) -> str:
        return " ".join(str(n or "-") for n in found) or "-"

    rows = " / ".join(numbers(view.market[4 * level : 4 * level + 4]) for level in range(3))
    clauses = [
        f"{view.title} {len(view.players)}", f"turn {view.turn}", f"phase {view.phase}", f"first {view.first}",
        f"turns {view.turns}", f"passes {view.passes}", f"bank {tokens(view.bank)}", f"market {rows}",
        f"nobles {numbers(view.nobles)}",
    ]  # fmt: skip
    if view.tile is not None:
        clauses.append(f"tile {view.tile}")
    if any(view.paid):
        clauses.append(f"paid {tokens(view.paid)}")
    if view.refill is not None:
        clauses.append(f"refill {view.refill // 4 + 1}.{view.refill % 4 + 1}")
    for seat, player in enumerate(view.players):
        clauses.append(f"{seat} tokens {tokens(player.tokens)}")
        clauses.append(f"{seat} cards {numbers(player.cards)}")
        clauses.append(f"{seat} hand {' '.join(map(_card, player.hand)) or '-'}")
        clauses.append(f"{seat} nobles {numbers(player.nobles)}")
    return "; ".join(clauses)


def _card(card: HandCard) -> str:
    if card.card is None:
        return f"{'?' if card.blind else '~'}{card.level}"
    return f"{card.card}{'?' if card.blind else ''}"


def begin(game: Splendor, text: str, seats: int, seed: bytes) -> Position:
    """Return the position before the first entry: what the text says, and the rest dealt from the seed."""
    if text.partition(";")[0].strip() != f"{game.title} {seats}":
        raise BadOption(f"option 'start': expected {seats} seats of {game.title}, got {text[:20]!r}")
    chance = Random(seed)  # noqa: S311  the seed is the secret
    known = {int(number) for clause in _clauses(text, "market", "cards", "hand") for number in _numbers(clause)}
    unseen = {level: [c.id for c in game.box.cards if c.level == level and c.id not in known] for level in (1, 2, 3)}

    def deal(found: re.Match[str]) -> str:
        cards = unseen[int(found[2])]
        if not cards:
            raise MalformedPosition(f"no card of level {found[2]} is left to deal")
        card = cards.pop(chance.getrandbits(32) * len(cards) >> 32)
        return f"{card}{'?' if found[1] == '?' else ''}"

    dealt = UNKNOWN.sub(deal, text)
    return read_position(game.set_up(seats, seed), dealt)


def check(game: Splendor, text: object) -> None:
    """Refuse a text with which no match can begin; raises `BadOption`."""
    try:
        if not isinstance(text, str) or len(text) > LONGEST:
            raise MalformedPosition(f"expected a text of at most {LONGEST} characters")
        if _clauses(text, "key", "gone"):
            raise MalformedPosition("what is dealt follows from the match's own key")
        name, _, seats = text.partition(";")[0].strip().partition(" ")
        if name != game.title or not seats.isdecimal() or int(seats) not in game.seat_counts:
            raise MalformedPosition(f"expected '{game.title} 2' or more seats, got {text[:20]!r}")
        _check_tokens(begin(game, text, int(seats), bytes(16)))
    except (MalformedPosition, ValueError) as error:
        raise BadOption(f"option 'start' of {game.title}: {error}") from error


def _check_tokens(position: Position) -> None:
    """S7, S23.

    Check that every token lies somewhere, and that nobody has more than ten but the seat that must return some.
    """
    full, seats = position.game.set_up(position.seats, bytes(16)).bank, range(position.seats)
    held = [position.tokens(seat) for seat in seats]
    for kind, (pile, left) in enumerate(zip(full, position.bank, strict=True)):
        if left + sum(tokens[kind] for tokens in held) != pile:
            raise MalformedPosition(f"S7: expected {pile} tokens of kind {kind} in all")
    for seat in seats:
        returning = PHASES[position.phase] == "return" and seat == position.seat
        if sum(held[seat][: GOLD + 1]) > 10 and not returning:
            raise MalformedPosition(f"S23: seat {seat} has more than ten tokens")
    if position.phase == OVER:
        raise MalformedPosition("the match would be over")


def _clauses(text: str, *names: str) -> list[str]:
    """Return the clauses with these names, those of a seat included."""
    found = [re.sub(r"^\d+ ", "", clause.strip()) for clause in text.split(";")]
    return [clause for clause in found if clause.split(" ")[0] in names]


def _numbers(clause: str) -> list[str]:
    return re.findall(r"(?<![?~\d])\d+", clause)
