"""Splendor: what is in the box, and setting up (S1 to S8)."""

from collections import Counter

import pytest

import jeton
from jeton.games.splendor.ruleset import title
from tests.support import game, seed

pytestmark = pytest.mark.interpreted

BOX = title("splendor")


def test_s1_forty_tokens():
    bank = game("splendor").start(4, seed(1)).bank

    assert bank == (7, 7, 7, 7, 7, 5, 0)
    assert sum(bank) == 40


def test_s2_ninety_cards_of_three_levels():
    levels = Counter(card.level for card in BOX.cards)

    assert levels == {1: 40, 2: 30, 3: 20}


def test_s2_each_colour_has_as_many_cards_of_a_level():
    kinds = Counter((card.level, card.bonus) for card in BOX.cards)

    assert kinds == {(level, colour): n for level, n in ((1, 8), (2, 6), (3, 4)) for colour in BOX.colours}


def test_s2_no_two_cards_are_alike():
    cards = {(card.level, card.bonus, card.points, *card.cost.values()) for card in BOX.cards}

    assert len(cards) == 90


def test_s2_points_and_costs_as_printed():
    asked = {(level, c): sum(card.cost[c] for card in BOX.cards if card.level == level)
             for level in (1, 2, 3) for c in BOX.colours}  # fmt: skip

    assert sum(card.points for card in BOX.cards) == 140
    assert asked == {(level, c): n for level, n in ((1, 33), (2, 41), (3, 43)) for c in BOX.colours}


def test_s3_ten_nobles_of_three_points():
    assert [noble.points for noble in BOX.nobles] == [3] * 10
    assert len({tuple(noble.requirement.values()) for noble in BOX.nobles}) == 10


def test_s3_nobles_ask_for_every_colour_equally():
    asked = {c: sum(noble.requirement[c] for noble in BOX.nobles) for c in BOX.colours}

    assert set(asked.values()) == {17}


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s4_two_to_four_players(seats):
    match = jeton.new("splendor", seats=seats)

    assert len(match.view().players) == seats


@pytest.mark.parametrize("seats", [0, 1, 5])
def test_s4_no_other_number_of_players(seats):
    with pytest.raises(ValueError, match="expected 2, 3 or 4 seats"):
        jeton.new("splendor", seats=seats)


def test_s5_four_cards_of_each_level_are_face_up():
    market = game("splendor").start(2, seed(5)).market

    assert [BOX.card(number).level for number in market] == [1] * 4 + [2] * 4 + [3] * 4


def test_s5_each_level_has_its_own_deck():
    position = game("splendor").start(3, seed(5))

    for level, deck in enumerate(position.decks(), start=1):
        shown = position.market[4 * level - 4 : 4 * level]
        assert sorted([*deck, *shown]) == [card.id for card in BOX.cards if card.level == level]


def test_s5_decks_are_shuffled():
    decks = [game("splendor").start(2, seed(5, k)).decks() for k in range(20)]

    for level in range(3):
        assert len({tuple(deck[level]) for deck in decks}) == 20


@pytest.mark.parametrize(("seats", "nobles"), [(2, 3), (3, 4), (4, 5)])
def test_s6_one_noble_more_than_players(seats, nobles):
    shown = game("splendor").start(seats, seed(6)).nobles

    assert len(set(shown)) == nobles
    assert set(shown) <= set(range(1, 11))


def test_s6_nobles_are_shuffled():
    nobles = {number for k in range(40) for number in game("splendor").start(2, seed(6, k)).nobles}

    assert nobles == set(range(1, 11))


@pytest.mark.parametrize(("seats", "gems"), [(2, 4), (3, 5), (4, 7)])
def test_s7_the_bank_by_number_of_players(seats, gems):
    bank = game("splendor").start(seats, seed(7)).bank

    assert bank == (gems, gems, gems, gems, gems, 5, 0)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_s8_by_default_anybody_begins(seats):
    first = Counter(jeton.make("splendor").start(seats, seed(8, k)).seat for k in range(40 * seats))

    assert set(first) == set(range(seats))
    assert min(first.values()) >= 20


def test_s8_option_first_seat_begins():
    first = {game("splendor", first="seat").start(4, seed(8, k)).seat for k in range(20)}

    assert first == {0}


def test_s8_play_goes_clockwise():
    match = jeton.new("splendor", seats=4)
    order = [match.play(match.moves()[0]).seat for _ in range(8)]

    assert order == [(order[0] + i) % 4 for i in range(8)]


def test_se1_the_card_in_the_rulebook():
    card = BOX.card(76)

    assert (card.level, card.points, card.bonus) == (3, 4, "blue")
    assert card.cost == {"white": 6, "blue": 3, "green": 0, "red": 0, "black": 3}


def test_se3_the_noble_in_the_rulebook():
    assert BOX.noble(3).requirement == {"white": 3, "blue": 3, "green": 3, "red": 0, "black": 0}
