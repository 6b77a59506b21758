"""What leaves the engine for a seat or a spectator holds nothing that they may not know."""

import base64
import json
import random
from functools import cache
from typing import Any

import msgspec
import pytest

import jeton
from jeton import CLOCK, Entry, JetonError
from jeton.games.splendor.affordability import Numbers
from jeton.games.splendor.moves import ACTIONS
from jeton.games.splendor.view import HandCard, SeatView, View
from tests.support import at, game, random_match, report, view

CASES = [(title, seats) for title in jeton.titles() for seats in jeton.make(title).seat_counts]
every_game = pytest.mark.parametrize(("title", "seats"), CASES)
every_splendor = pytest.mark.parametrize(("title", "seats"), [case for case in CASES if case[0] != "guardians"])


@cache
def recorded(title: str, seats: int, **options: Any) -> jeton.Match:
    return random_match(title, seats, "leaks", **options)


def steps(match: jeton.Match, every: int = 8) -> list[tuple[Any, Entry]]:
    return list(zip(match._positions, match.standing, strict=True))[::every]


def viewers(match: jeton.Match) -> list[int | None]:
    return [*range(match.header.seats), None]


def sent(match: jeton.Match) -> list[bytes]:
    """Return everything that goes out during a match, encoded: views and reports for everybody."""
    found = []
    for position, entry in steps(match):
        for seat in viewers(match):
            found.append(msgspec.json.encode(match.game.view(position, seat)))
            found.append(msgspec.json.encode(match.game.report(position, entry, seat)))
    return found


# Secrets of a match


def spellings(secret: bytes) -> set[bytes]:
    """Return the ways in which some bytes could stand in a message."""
    halves = [secret[:8], secret[8:16]]
    numbers = {int.from_bytes(half, order, signed=signed) for half in halves for order in ("little", "big")
               for signed in (True, False)}  # fmt: skip
    texts = {secret.hex(), secret.hex().upper(), *(half.hex() for half in halves), *map(str, numbers)}
    return {text.encode() for text in texts} | {base64.b64encode(secret)[:20], base64.urlsafe_b64encode(secret)[:20]}


@every_game
def test_no_message_holds_the_key_or_the_seed(title, seats):
    match = recorded(title, seats)
    secrets = spellings(bytes.fromhex(match.header.key)) | spellings(match.header.seed)
    words = b" ".join(sent(match)) + repr(match).encode()

    assert not [secret for secret in secrets if secret in words]


def test_the_search_for_secrets_would_find_them():
    position = game("splendor").start(2, bytes(range(1, 17)))

    assert any(secret in game("splendor").write(position).encode() for secret in spellings(bytes(range(1, 17))))


@every_game
def test_a_view_is_made_of_plain_values(title, seats):
    match = recorded(title, seats)
    position, entry = steps(match)[-1]
    for seat in viewers(match):
        for value in (match.game.view(position, seat), match.game.report(position, entry, seat)):
            kinds = set(types_in(value))
            assert all(kind in PLAIN or issubclass(kind, msgspec.Struct) for kind in kinds), kinds


PLAIN = {str, int, float, bool, type(None), tuple, list, dict}


def types_in(value: Any) -> Any:
    yield type(value)
    if isinstance(value, msgspec.Struct):
        value = [getattr(value, name) for name in value.__struct_fields__]
    if isinstance(value, dict):
        value = [*value.keys(), *value.values()]
    if isinstance(value, list | tuple):
        for part in value:
            yield from types_in(part)


@every_game
def test_refusals_hold_neither_key_nor_seed(title, seats):
    match = recorded(title, seats)
    secrets = spellings(bytes.fromhex(match.header.key)) | spellings(match.header.seed)
    words = " ".join(error for position, entry in steps(match) for error in refusals(match, position, entry)).encode()

    assert words
    assert not [secret for secret in secrets if secret in words]


def refusals(match: jeton.Match, position: Any, entry: Entry) -> list[str]:
    """Return what somebody hears who plays out of turn, nonsense, or what others played."""
    moves = ["nonsense", "undo", *(logged.move for logged in match.log[:12])]
    found = []
    for seat in [*range(match.header.seats), 99, CLOCK]:
        for move in moves:
            try:
                match.game.play(position, Entry(entry.n, entry.at, seat, move))
            except JetonError as error:
                found.append(f"{error} {vars(error)}")
    return found


# Splendor: who may know which card


def test_every_field_of_a_view_was_thought_about():
    """A new field fails here: say in `view.py` who may know it, add it to `knows_no_more`, then add it to this list."""
    assert View.__struct_fields__ == (
        "title", "seat", "phase", "turn", "first", "turns", "passes", "bank", "market", "decks", "nobles", "tile",
        "paid", "refill", "players", "moves", "outcome", "numbers", "owed", "prices", "hand_prices",
        "nobles_left", "plans",
    )  # fmt: skip
    assert SeatView.__struct_fields__ == (
        "tokens", "bonuses", "points", "tags", "meets_goal", "cards", "hand", "nobles"
    )  # fmt: skip
    assert HandCard.__struct_fields__ == ("level", "card", "blind")


def known(position: Any, seat: int | None) -> set[int]:
    """The cards that lie open, and those a seat holds or has seen go into a hand: from the truth, not from a view."""
    cards = {number for number in position.market if number}
    for owner in range(position.seats):
        cards |= set(position.cards(owner))
        for number, blind in position.hand(owner):
            if owner == seat or (position.game.options["visible"] and not blind):
                cards.add(number)
    return cards


def shown(value: Any, path: str = "") -> Any:
    """Yield every place of a decoded message that could hold a card's number, with what stands there."""
    if isinstance(value, dict):
        for name, part in value.items():
            yield from shown(part, f"{path}.{name}")
    elif isinstance(value, list):
        for part in value:
            yield from shown(part, f"{path}[]")
    elif isinstance(value, int) and not isinstance(value, bool):
        yield path, value


COUNTS = {
    ".seat", ".turn", ".first", ".turns", ".passes", ".bank[]", ".decks[]", ".nobles[]", ".tile", ".paid[]", ".refill",
    ".players[].tokens[]", ".players[].bonuses[]", ".players[].points", ".players[].tags", ".players[].nobles[]",
    ".players[].hand[].level", ".outcome.winners[]", ".outcome.points[]", ".outcome.ranks[]", ".owed", ".nobles_left[]",
    *(f".numbers.{name}" for name in Numbers.__struct_fields__),
    *(f".{prices}[].{name}" for prices in ("prices", "hand_prices") for name in ("cost[]", "short[]", "gold")),
}  # fmt: skip
"""Places of a view that hold no card's number."""

CARDS = {".market[]", ".players[].cards[]", ".players[].hand[].card"}


@pytest.mark.parametrize("visible", [True, False])
@every_splendor
def test_a_view_shows_the_cards_its_seat_may_know_and_no_other(title, seats, visible):
    match = recorded(title, seats, visible=visible)
    for position in [*match._positions[::4], match.position]:
        for seat in viewers(match):
            message = json.loads(msgspec.json.encode(match.game.view(position, seat)))
            places = list(shown(message))
            assert {path for path, _ in places} <= COUNTS | CARDS
            cards = {number for path, number in places if path in CARDS and number}
            assert cards == known(position, seat)


@pytest.mark.parametrize("visible", [True, False])
@every_splendor
def test_a_report_shows_only_what_lies_open_or_was_seen(title, seats, visible):
    match = recorded(title, seats, visible=visible)
    positions = [*match._positions, match.position]
    for before, after, entry in zip(positions, positions[1:], match.standing, strict=False):
        for seat in viewers(match):
            facts = match.game.report(before, entry, seat).facts
            assert set(facts) <= {"card", "tokens", "noble", "tile", "points", "revealed"}
            told = {facts["card"]} if facts.get("card") else set()
            told |= set(facts.get("revealed", {}).values())
            assert told <= known(before, seat) | known(after, seat)


@every_splendor
def test_the_order_of_the_decks_is_in_no_message(title, seats):
    match = recorded(title, seats)
    for position, entry in steps(match, every=5):
        coming = [tuple(deck[i : i + 2]) for deck in position.decks() for i in range(len(deck) - 1)]
        coming += [pair[::-1] for pair in coming]
        for seat in viewers(match):
            for message in (match.game.view(position, seat), match.game.report(position, entry, seat)):
                runs = [tuple(run[i : i + 2]) for run in lists(json.loads(msgspec.json.encode(message)))
                        for i in range(len(run) - 1)]  # fmt: skip
                unseen = set(coming) - pairs_of_counts(message)
                assert not unseen & set(runs)


def lists(value: Any) -> Any:
    if isinstance(value, dict):
        for part in value.values():
            yield from lists(part)
    elif isinstance(value, list):
        yield [part for part in value if isinstance(part, int)]
        for part in value:
            yield from lists(part)


def pairs_of_counts(message: Any) -> set[tuple[int, int]]:
    """Return pairs of small numbers that are counts of tokens, not cards."""
    data = json.loads(msgspec.json.encode(message))
    counted = [data[name] for name in ("bank", "decks", "nobles", "paid", "nobles_left") if name in data]
    prices = [*data.get("prices", []), *data.get("hand_prices", [])]
    counted += [price[name] for price in prices if price for name in ("cost", "short")]
    counted += [player[name] for player in data.get("players", []) for name in ("tokens", "bonuses", "nobles")]
    counted += [data["facts"][name] for name in ("tokens", "points") if name in data.get("facts", {})]
    counted += [data["outcome"][name] for name in ("winners", "points", "ranks")] if data.get("outcome") else []
    return {tuple(numbers[i : i + 2]) for numbers in counted for i in range(len(numbers) - 1)}


def test_a_blind_card_is_nowhere_in_what_the_others_are_sent():
    position = at("splendor 3; 1 hand 90?; market 1 2 3 4 / 41 42 43 44 / 71 72 73 74; turn 1; 1 tokens r7k3")

    for seat in (0, 2, None):
        assert b"90" not in msgspec.json.encode(view(position, seat))
        assert b"90" not in msgspec.json.encode(report(position, "take wbg", seat))
        assert b"90" in msgspec.json.encode(report(position, "buy h1", seat))


def test_a_spectator_is_not_told_the_moves_of_anybody():
    position = at("splendor 2; 0 hand 6?; 0 tokens b3")

    assert view(position, None).moves == ()
    assert view(position, 1).moves == ()
    assert "buy h1" in view(position, 0).moves


@every_splendor
def test_refusals_tell_nothing_about_hidden_cards(title, seats):
    """The words and values of every refusal are the same in a world where all that is hidden lies otherwise."""
    match = recorded(title, seats)
    rng = random.Random(5)
    for position, _ in steps(match, every=12):
        dealt = match.game.redeal(match.game.view(position, position.seat), rng)
        for action in range(ACTIONS):
            move = match.game.notation.text(action, left=match.game.box.letters[:2])
            assert answer(position, move) == answer(dealt, move)


def answer(position: Any, move: str) -> Any:
    try:
        position.game.play(position, Entry(1, 0, position.seat, move))
    except JetonError as error:
        return type(error), str(error), vars(error)
    return None


@every_splendor
def test_refusals_hold_few_known_values(title, seats):
    match = recorded(title, seats)
    for position, _ in steps(match, every=12):
        for action in range(ACTIONS):
            refusal = answer(position, match.game.notation.text(action, left=match.game.box.letters[:2]))
            if refusal:
                assert set(refusal[2]) == {"move", "rule", "reason", "values"}
                assert set(refusal[2]["values"]) <= {"reason", "limit", "floor", "hand", "bank", "missing"}


def test_a_commitment_does_not_hold_the_key():
    header = jeton.new("splendor", key="00112233445566778899aabbccddeeff").header

    assert header.key not in header.commitment
    assert header.seed.hex() not in header.commitment
