"""Positions that somebody set up by hand: what no match could have reached, and by which rule.

`read_position` refuses what can't be laid at all. Here is what can be laid but never happens: a token too many, a noble
who came to somebody without the cards. A position that passes may still be out of reach, where no rule names the
reason.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from jeton.core.errors import MalformedPosition
from jeton.core.game import Flaw
from jeton.games.splendor.beginning import LONGEST, begin
from jeton.games.splendor.position import PHASES, Position
from jeton.games.splendor.rules import OVER, PLAY

if TYPE_CHECKING:
    from jeton.games.splendor.game import Splendor

__all__ = ["flaws"]

GOLD, TIME, TURN = 5, 6, 3
HIDDEN = re.compile(r"(?:^|;)\s*(?:key|gone)\b")


def flaws(game: Splendor, text: str, seats: int) -> tuple[Flaw, ...]:
    """Return why no match can begin where a text says; empty if one can."""
    try:
        if len(text) > LONGEST or HIDDEN.search(text):
            raise MalformedPosition(f"expected at most {LONGEST} characters, and neither 'key' nor 'gone'")
        position = begin(game, text, seats, bytes(16))
    except (MalformedPosition, ValueError) as error:
        return (_malformed(str(error)),)
    return tuple(_flaws(game, position))


def _malformed(said: str) -> Flaw:
    """Return why the text itself is refused."""
    if twice := re.match(r"cards \[([\d, ]+)\] lie in two places", said):
        return Flaw("S2", "twice", {"cards": twice[1]})
    if "expected at most 3 cards" in said:
        return Flaw("S14", "hand", {})
    return Flaw("", "text", {"said": said})


def _flaws(game: Splendor, position: Position) -> Iterator[Flaw]:
    marvel = bool(game.box.numbers["time_per_seat"])
    seats, fresh = range(position.seats), game.set_up(position.seats, bytes(16))
    held = [position.tokens(seat) for seat in seats]
    for kind, (pile, left) in enumerate(zip(fresh.bank, position.bank, strict=True)):
        found = left + sum(tokens[kind] for tokens in held)
        if found != pile:
            yield Flaw("M4" if marvel else "S7", "tokens", {"kind": kind, "expected": pile, "found": found})
    for level in range(3):
        row = position.market[4 * level : 4 * level + 4]
        if 0 in row and position.deck_sizes[level] and PHASES[position.phase] != "pay":
            yield Flaw("S19", "hole", {"level": level + 1})
    nobles = sum(1 for number in position.nobles if number) + sum(len(position.visits(seat)) for seat in seats)
    expected = len(fresh.nobles)
    if nobles != expected:
        yield Flaw("M5" if marvel else "S6", "nobles", {"expected": expected, "found": nobles})
    for seat in seats:
        yield from _of_seat(game, position, seat, marvel)
    yield from _of_turns(game, position, marvel)


def _of_seat(game: Splendor, position: Position, seat: int, marvel: bool) -> Iterator[Flaw]:
    tokens, cards, hand = position.tokens(seat), position.cards(seat), position.hand(seat)
    returning = PHASES[position.phase] == "return" and seat == position.seat
    if sum(tokens) > int(game.ruleset_record["token_limit"]) and not returning:
        yield Flaw("M11" if marvel else "S23", "limit", {"seat": seat, "found": sum(tokens)})
    if tokens[GOLD] > len(cards) + len(hand):
        yield Flaw("M8" if marvel else "S15", "gold", {"seat": seat, "found": tokens[GOLD]})
    for number in position.visits(seat):
        needed = game.box.noble(number).requirement
        if any(position.bonuses(seat)[kind] < needed.get(colour, 0) for kind, colour in enumerate(game.box.colours)):
            yield Flaw("M12" if marvel else "S24", "noble", {"seat": seat, "noble": number})
    has_icon = any(game.box.card(number).time_icon for number in cards)
    if marvel and tokens[TIME] != has_icon:
        yield Flaw("M10", "time", {"seat": seat, "expected": int(has_icon)})
    tags, holds = position.tags(seat), position.tile == seat
    least = int(game.ruleset_record["tile_tags"])
    if marvel and (
        (holds and tags < least)
        or (not holds and tags >= least and (position.tile is None or tags > position.tags(position.tile)))
    ):
        yield Flaw("M13", "tile", {"seat": seat, "found": tags})


def _of_turns(game: Splendor, position: Position, marvel: bool) -> Iterator[Flaw]:
    """S8, S9, S27. Whose turn it is follows from who began; a turn brings a card, or at most three tokens."""
    seats, first, turns = position.seats, int(position.record["first"]), int(position.record["turns"])
    if position.phase == OVER:
        yield Flaw("M15" if marvel else "S27", "over", {"seat": position.seat})
        return
    if (first + turns) % seats != position.seat:
        yield Flaw("S8", "order", {"seat": position.seat})
    view = game.view(position, None)
    for seat in range(seats):
        later = (position.seat - first) % seats <= (seat - first) % seats
        if view.players[seat].meets_goal and later and position.phase == PLAY:
            yield Flaw("M15" if marvel else "S27", "over", {"seat": seat})
        had = (
            turns // seats
            + ((seat - first) % seats < turns % seats)
            + (seat == position.seat and position.phase != PLAY)
        )
        tokens = sum(position.tokens(seat)[:GOLD])
        needed = len(position.cards(seat)) + len(position.hand(seat)) + -(-tokens // TURN)
        if needed > had:
            yield Flaw("S9", "turns", {"seat": seat, "expected": needed, "found": had})
