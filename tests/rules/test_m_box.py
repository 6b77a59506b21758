"""Splendor: Marvel: what is in the box, and setting up (M1 to M5)."""

from collections import Counter

import pytest

from jeton.games.splendor.ruleset import title
from tests.support import game, seed

pytestmark = pytest.mark.interpreted

BOX = title("marvel")


def test_m1_thirty_nine_stones_and_five_grey():
    bank = game("marvel").start(4, seed(1)).bank

    assert bank == (7, 7, 7, 7, 7, 5, 4)
    assert sum(bank[:5]) + bank[6] == 39


def test_m2_ninety_characters_of_three_levels():
    assert Counter(card.level for card in BOX.cards) == {1: 40, 2: 30, 3: 20}
    assert len({card.name for card in BOX.cards}) == 90


def test_m2_each_colour_has_as_many_cards_of_a_level():
    kinds = Counter((card.level, card.bonus) for card in BOX.cards)

    assert kinds == {(level, colour): n for level, n in ((1, 8), (2, 6), (3, 4)) for colour in BOX.colours}


def test_m2_up_to_two_avengers_tags():
    tags = {level: sum(card.avengers for card in BOX.cards if card.level == level) for level in (1, 2, 3)}

    assert {card.avengers for card in BOX.cards} == {0, 1, 2}
    assert tags == {1: 10, 2: 10, 3: 15}


def test_m2_every_level_3_card_shows_the_time_icon():
    assert all(card.time_icon == (card.level == 3) for card in BOX.cards)


def test_m2_points_and_costs_as_printed():
    asked = {(level, c): sum(card.cost[c] for card in BOX.cards if card.level == level)
             for level in (2, 3) for c in BOX.colours}  # fmt: skip

    assert sum(card.points for card in BOX.cards) == 140
    assert asked == {(level, c): n for level, n in ((2, 41), (3, 43)) for c in BOX.colours}


def test_m3_four_location_tiles_with_two_faces_of_three_points():
    assert BOX.noble_faces == 2
    assert [location.points for location in BOX.nobles] == [3] * 8
    assert len({tuple(location.requirement.values()) for location in BOX.nobles}) == 8


def test_m3_nobody_holds_the_avengers_tile_at_first():
    assert game("marvel").start(2, seed(3)).tile is None


@pytest.mark.parametrize(("seats", "each", "time"), [(2, 4, 2), (3, 5, 3), (4, 7, 4)])
def test_m4_the_bank_by_number_of_players(seats, each, time):
    bank = game("marvel").start(seats, seed(4)).bank

    assert bank == (each, each, each, each, each, 5, time)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_m5_as_many_locations_as_players(seats):
    locations = game("marvel").start(seats, seed(5)).nobles

    assert len(locations) == len(set(locations)) == seats


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_m5_never_both_faces_of_a_tile(seats):
    for k in range(60):
        tiles = [(number - 1) // 2 for number in game("marvel").start(seats, seed(5, k)).nobles]
        assert len(set(tiles)) == seats


def test_m5_tiles_and_faces_are_drawn_at_random():
    faces = Counter(n for k in range(80) for n in game("marvel").start(2, seed(5, k)).nobles)

    assert set(faces) == set(range(1, 9))
    assert max(faces.values()) < 4 * min(faces.values())


def test_me1_the_card_in_the_rulebook():
    ghost_rider = BOX.card(63)

    assert ghost_rider.cost == {"yellow": 2, "purple": 1, "blue": 4, "red": 0, "orange": 0}
    assert (ghost_rider.points, ghost_rider.bonus) == (2, "red")


def test_me4_the_location_in_the_rulebook():
    assert BOX.noble(4).requirement == {"yellow": 3, "purple": 0, "blue": 3, "red": 3, "orange": 0}
