"""Splendor: Marvel: a turn (M6 to M13)."""

import itertools

import pytest

from tests.support import at, moves, play, refused, refuses, report, view

pytestmark = pytest.mark.interpreted

TEN_TOKENS = "y2p2b2r2o2"


def test_m6_the_four_actions_are_splendors():
    position = at("marvel 2; 0 tokens y1p2")
    taken = {move[5:] for move in moves(position, "take")}

    assert taken == {"".join(t) for t in itertools.combinations("ypbro", 3)} | {2 * letter for letter in "ypbro"}
    assert len(moves(position, "reserve")) == 15
    assert moves(position, "buy") == ["buy 1.1", "buy 1.2"]


@pytest.mark.parametrize("move", ["take t", "take yt", "take ypt", "take tt"])
def test_m6_green_is_never_taken(move):
    refusal = refused(at("marvel 2"), move)

    assert refusal.rule == "M6"
    assert "time" in refusal.reason


@pytest.mark.parametrize("move", ["take j", "take yj", "take ypj", "take jj"])
def test_m6_grey_is_never_taken(move):
    assert refuses(at("marvel 2"), move) == "S10"


def test_m7_two_different_when_two_colours_are_left():
    assert moves(at("marvel 2; bank p1o2j5t2"), "take") == ["take po"]


def test_m7_or_even_one():
    position = at("marvel 2; bank b3j5t2")

    assert moves(position, "take") == ["take b"]
    assert play(position, "take b").tokens(0) == (0, 0, 1, 0, 0, 0, 0)


def test_m8_grey_stands_in_for_any_colour():
    position = play(at("marvel 2; 0 tokens p1j2"), "buy 1.1")

    assert position.cards(0) == (37,)
    assert position.tokens(0) == (0,) * 7


def test_m8_grey_comes_from_reserving():
    position = at("marvel 2; 0 tokens y1p2")

    for move in moves(position):
        assert play(position, move).tokens(0)[5] == move.startswith("reserve")


def test_m9_green_is_never_spent():
    assert refuses(at("marvel 2; 0 tokens y1p1t1"), "buy 1.1") == "S18"


def test_m9_green_takes_nothing_off():
    position = play(at("marvel 2; 0 tokens y1p2t1"), "buy 1.1")

    assert position.tokens(0) == (0, 0, 0, 0, 0, 0, 1)


def test_m9_there_are_no_green_bonuses():
    assert len(at("marvel 2; 0 cards 71 72 75 79").bonuses(0)) == 5


def test_m10_the_first_time_icon_brings_a_green_token():
    position = play(at("marvel 2; 0 tokens y7"), "buy 3.3")

    assert position.tokens(0) == (0, 0, 0, 0, 0, 0, 1)
    assert position.bank[6] == 1


def test_m10_at_once():
    position = play(at("marvel 2; 0 tokens y7j1"), "buy 3.3")

    assert position.tokens(0)[6] == 1
    assert position.seat == 0


def test_m10_only_the_first():
    position = play(at("marvel 2; bank t1; 0 tokens y7t1; 0 cards 71"), "buy 3.3")

    assert position.tokens(0)[6] == 1
    assert position.bank[6] == 1


def test_m10_not_with_a_card_of_another_level():
    assert play(at("marvel 2; 0 tokens r6"), "buy 2.4").tokens(0)[6] == 0


def test_m10_not_when_it_is_reserved():
    assert play(at("marvel 2"), "reserve 3.3").tokens(0)[6] == 0


def test_m11_green_counts_towards_ten():
    position = play(at("marvel 2; 0 tokens y3p3b3t1"), "reserve 1.1")

    assert sum(position.tokens(0)) == 11
    assert moves(position) == ["return y", "return p", "return b", "return j"]


def test_m11_a_green_token_can_be_the_eleventh():
    position = play(at(f"marvel 2; 0 tokens {TEN_TOKENS}; 0 cards 22 23 24 1 2 3 4 5 6 7"), "buy 3.3")

    assert position.cards(0)[-1] == 89
    assert moves(position) == [f"return {letter}" for letter in "ypbro"]


def test_m11_green_can_not_be_returned():
    position = play(at("marvel 2; 0 tokens y3p3b3t1"), "reserve 1.1")

    assert refuses(position, "return t") == "M11"


def test_m12_one_location_at_the_end_of_a_turn():
    position = play(at("marvel 2; nobles 2 7; 0 cards 17 18 19 20 25 26 27 28"), "take ypb")

    assert position.visits(0) == (2,)
    assert position.nobles == (0, 7)
    assert position.points(0) == 3


def test_m12_choice_among_several():
    position = play(at("marvel 2; nobles 2 5; 0 cards 17 18 19 20 25 26 27 28 10 11 12 14"), "take ypb")

    assert moves(position) == ["noble 1", "noble 2"]
    assert play(position, "noble 2").visits(0) == (5,)


def test_m13_three_tags_take_the_tile():
    position = play(at("marvel 2; 0 cards 4 6; 0 tokens p2b2"), "buy 1.3")

    assert position.tile == 0
    assert (position.tags(0), position.points(0)) == (3, 3)


def test_m13_at_once():
    position = play(at("marvel 2; 0 cards 4 6; 0 tokens p2b2j1"), "buy 1.3")

    assert (position.seat, position.tile) == (0, 0)


def test_m13_two_do_not():
    position = play(at("marvel 2; 0 cards 4; 0 tokens p2b2"), "buy 1.3")

    assert position.tile is None
    assert position.points(0) == 0


def test_m13_strictly_more_take_it_over():
    position = play(at("marvel 2; tile 1; 1 cards 20 23 27; 0 cards 4 6 9; 0 tokens p1b2"), "buy 1.3")

    assert position.tile == 0
    assert (position.points(0), position.points(1)) == (3, 0)


def test_m13_equal_does_not():
    position = play(at("marvel 2; tile 1; 1 cards 20 23 27; 0 cards 4 6; 0 tokens p2b2"), "buy 1.3")

    assert position.tile == 1
    assert (position.points(0), position.points(1)) == (0, 3)


def test_m13_as_often_as_it_happens():
    position = at("marvel 2; tile 1; 1 cards 20 23 27; 0 cards 4 6 9; 0 tokens p1b2; 1 tokens y5p3b1o3")
    once = play(position, "buy 1.3")
    twice = play(once, "buy 3.1")

    assert [position.tile, once.tile, twice.tile] == [1, 0, 1]
    assert (twice.points(0), twice.points(1)) == (0, 6)


def test_m13_the_holder_keeps_it_with_more_tags():
    position = play(at("marvel 2; tile 0; 0 cards 4 6 9; 0 tokens p1b2"), "buy 1.3")

    assert (position.tile, position.points(0)) == (0, 3)


def test_m13_tags_in_hand_do_not_count():
    assert play(at("marvel 2; 0 cards 4 6"), "reserve 1.3").tile is None


def test_m13_everybody_sees_who_holds_it():
    position = at("marvel 3; 1 cards 4 6; 1 tokens p2b2; turn 1")

    assert {report(position, "buy 1.3", seat).facts["tile"] for seat in (0, 1, 2, None)} == {1}
    assert {view(play(position, "buy 1.3"), seat).tile for seat in (0, 1, 2, None)} == {1}


def test_me2_rocket_at_a_discount():
    position = play(at("marvel 2; 0 hand 5; 0 cards 1 25; 0 tokens r1"), "buy h1")

    assert position.game.box.card(5).name == "Rocket"
    assert position.cards(0) == (1, 5, 25)
    assert position.tokens(0) == (0,) * 7


def test_me3_the_tile_stays_and_then_moves():
    position = at(
        "marvel 3; tile 0; turn 1; 0 cards 4 6 9 13; 1 cards 20 23 27; 1 tokens y1p2; 2 cards 31 35 41; "
        "2 tokens y4p3b3o2"
    )
    another_reaches_four = play(position, "buy 1.3")
    captain_america = play(another_reaches_four, "buy 3.1")

    assert [position.tags(seat) for seat in (0, 1, 2)] == [4, 3, 3]
    assert (another_reaches_four.tags(1), another_reaches_four.tile) == (4, 0)
    assert position.game.box.card(captain_america.cards(2)[-1]).name == "Captain America"
    assert (captain_america.tags(2), captain_america.tile) == (5, 2)
