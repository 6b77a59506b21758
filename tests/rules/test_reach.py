"""How far things are from a seat (prices, nobles, plans) agrees with what the rules then allow."""

from random import Random
from typing import Any

import pytest

from jeton import Entry
from jeton.games.splendor import compiled
from jeton.games.splendor.position import Position
from tests.support import at, random_match, view

TITLES = pytest.mark.parametrize("title", ["splendor", "marvel"])


def positions(title: str, count: int = 4) -> list[Any]:
    """Positions of a few matches, at the beginning of turns."""
    found = [p for i in range(count) for p in random_match(title, 2 + i % 3, f"reach {i}")._positions[::5]]
    return [position for position in found if view(position).phase == "play"]


def place(i: int) -> str:
    return f"{i // 4 + 1}.{i % 4 + 1}"


@TITLES
def test_what_can_be_bought_is_what_the_rules_let_you_buy(title):
    compared = 0
    for position in positions(title):
        seen = view(position, position.seat)
        named = [*((place(i), price) for i, price in enumerate(seen.prices) if price),
                 *((f"h{i + 1}", price) for i, price in enumerate(seen.hand_prices))]  # fmt: skip
        for name, price in named:
            compared += 1
            assert (price.state in ("free", "now", "gold")) == (f"buy {name}" in seen.moves)

    assert compared > 500


@TITLES
def test_a_price_adds_up(title):
    """S17, S18. Printed less bonuses; short what the tokens do not pay; nothing stands at an empty place."""
    for position in positions(title):
        seen = view(position, position.seat)
        me, box = seen.players[position.seat], position.game.box
        for number, price in zip(seen.market, seen.prices, strict=True):
            assert (price is None) == (number == 0)
            if price:
                printed = [box.card(number).cost[colour] for colour in box.colours]
                cost = tuple(max(0, n - bonus) for n, bonus in zip(printed, me.bonuses, strict=True))
                assert price.cost == cost
                assert price.short == tuple(max(0, n - held) for n, held in zip(cost, me.tokens[:5], strict=True))
                assert price.gold == sum(price.short)


@TITLES
def test_one_move_away_is_one_move_away(title):
    """Tried out: after each action that brings tokens, can the card be paid for? Where nothing must be returned."""
    tried = {"soon": 0, "far": 0}
    for position in positions(title):
        seat = position.seat
        seen = view(position, seat)
        if sum(seen.players[seat].tokens) > 7 or len(seen.hand_prices) > 2:
            continue
        afters = [position.game.play(position, Entry(1, 0, seat, move)) for move in seen.moves if move[:3] != "buy"]
        then = [view(after, seat) for after in afters]
        for number, price in zip(seen.market, seen.prices, strict=True):
            if price and price.state in tried and sum(price.cost) <= 10:
                tried[price.state] += 1
                payable = [can_pay(after, seat, price.cost) for after in then]
                assert any(payable) == (price.state == "soon"), (position, number)

    assert min(tried.values()) > 20


def can_pay(seen: Any, seat: int, cost: tuple[int, ...]) -> bool:
    *tokens, gold, _ = seen.players[seat].tokens
    return sum(max(0, n - held) for n, held in zip(cost, tokens, strict=True)) <= gold


@pytest.mark.parametrize(
    ("clauses", "state", "gold"),
    [
        ("0 cards 33 34 35 36", "free", 0),
        ("0 tokens r4; bank w4b4g4r0k4j5", "now", 0),
        ("0 tokens r2j2; bank w4b4g4r2k4j3", "gold", 2),
        ("0 tokens r2; bank w4b4g4r4k4j5", "soon", 2),
        ("0 tokens r2; bank w4b4g4r3k4j5", "far", 2),
        ("0 tokens r3; bank w4b4g4r0k4j5", "soon", 1),
        ("0 tokens r3; bank w4b4g4r0k4j0", "far", 1),
        ("0 tokens r3; 0 hand 1 2 3; bank w4b4g4r0k4j5", "far", 1),
    ],
)
def test_states_in_a_row(clauses, state, gold):
    """S12, S14, S15, S17, S18. A card of four rubies: bonuses, tokens, gold, a pair from four, gold by reserving."""
    box = at("splendor 2").game.box
    wanted = next(card for card in box.cards if card.cost == dict.fromkeys(box.colours, 0) | {"red": 4})
    line = f"market {wanted.id} 38 39 40 / 67 68 69 70 / 87 88 89 90"
    reds = [card.id for card in box.cards if card.bonus == "red" and card.id != wanted.id][:4]
    position = at(f"splendor 2; {line}; {clauses.replace('33 34 35 36', ' '.join(map(str, reds)))}")

    price = view(position, 0).prices[0]

    assert (price.state, price.gold) == (state, gold)


@TITLES
def test_a_plan_is_what_could_be_played_if_it_were_ones_turn(title):
    for position in positions(title):
        for seat in range(position.seats):
            words = position.words.copy()
            words.view(compiled.POSITION)[0]["seat"] = seat
            mine = Position(position.game, words)
            could = () if seat == position.seat else position.game.moves(mine, seat)
            assert view(position, seat).plans == (could if could != ("pass",) else ())


def test_tokens_owed_are_those_over_the_limit():
    """S23. Twelve tokens: two go back, and everybody knows it."""
    position = at("splendor 2; phase return; 0 tokens w4b4g4; bank r4k4j5")

    assert [view(position, seat).owed for seat in (0, 1, None)] == [2, 2, 2]
    assert view(at("splendor 2; 0 tokens w4b4g1; bank g3r4k4j5"), 0).owed == 0


def test_nobles_count_bonuses_and_never_tokens():
    """S24. A noble that asks for three of three colours, with two cards of one and one of another."""
    position = at("splendor 2; 0 cards 1 2 12; 0 tokens w3b3g3; bank w1b1g1r4k4j5")
    box, seen = position.game.box, view(position, 0)
    lacking = [
        sum(max(0, n - seen.players[0].bonuses[box.colours.index(c)]) for c, n in box.noble(number).requirement.items())
        for number in seen.nobles
    ]

    assert list(seen.nobles_left) == lacking


def test_a_spectator_is_told_no_prices_and_no_plans():
    seen = view(random_match("splendor", 3, "reach")._positions[30], None)

    assert (seen.prices, seen.hand_prices, seen.nobles_left, seen.plans) == ((), (), (), ())


def test_the_numbers_are_those_of_the_ruleset():
    numbers = view(at("splendor 2", goal=21), None).numbers
    marvel = view(at("marvel 2", payment="thrifty"), 0).numbers

    assert (numbers.goal, numbers.goal_bonuses, numbers.goal_time, numbers.limit, numbers.hand) == (21, 0, 0, 10, 3)
    assert (marvel.goal, marvel.goal_bonuses, marvel.goal_time, marvel.choose_payment) == (16, 1, 1, False)
    assert (numbers.noble_points, numbers.tile_points, numbers.choose_payment) == (3, 3, True)


def test_prices_are_kept_within_bounds():
    from jeton.games.splendor.affordability import Prices

    kept, rng = Prices(), Random(1)
    kept.MOST = 100
    for _ in range(300):
        assert kept[1 << 30 | rng.getrandbits(30)]
    assert len(kept) <= 100
    assert kept[0] is None
