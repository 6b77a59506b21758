"""Splendor: taking tokens and reserving cards (S9 to S15)."""

import itertools

import pytest

from jeton import MalformedMove, WrongSeat
from jeton.core.game import Entry
from tests.support import at, moves, numbers, play, refused, refuses, view

pytestmark = pytest.mark.interpreted


def test_s9_one_action_and_the_turn_is_over():
    position = play(at("splendor 3; turn 1"), "take wbg")

    assert position.seat == 2


def test_s9_the_four_actions():
    position = at("splendor 2; 0 tokens g2w2")

    assert {move.split()[0] for move in moves(position)} == {"take", "reserve", "buy"}
    assert {"take wbg", "take ww", "reserve 1.1", "buy 1.2"} <= set(moves(position))


def test_s9_nobody_plays_out_of_turn():
    position = at("splendor 2; turn 0")

    with pytest.raises(WrongSeat, match="S9"):
        position.game.play(position, Entry(1, 0, 1, "take wbg"))


@pytest.mark.parametrize(
    ("move", "rule"),
    [("take wbg", None), ("take rr", "S12"), ("buy 1.1", "S18"), ("buy h1", "S16"), ("take j", "S10"), ("dance", None)],
)
def test_s9_out_of_turn_it_is_told_what_the_turn_would_not_change(move, rule):
    position = at("splendor 2; turn 0; bank w4b4g4r3k4j5; 0 tokens r1")

    with pytest.raises(WrongSeat) as caught:
        position.game.play(position, Entry(1, 0, 1, move))

    assert caught.value.rule == "S9"
    assert (caught.value.later and caught.value.later.rule) == rule


def test_s10_three_different_colours():
    position = play(at("splendor 2"), "take wgk")

    assert position.tokens(0) == (1, 0, 1, 0, 1, 0, 0)
    assert position.bank == (3, 4, 3, 4, 3, 5, 0)


def test_s10_any_three_of_the_five():
    expected = {"take " + "".join(three) for three in itertools.combinations("wbgrk", 3)}

    assert {move for move in moves(at("splendor 2"), "take") if len(move) == 8} == expected


def test_s10_the_order_of_colours_does_not_matter():
    position = at("splendor 2")

    assert play(position, "take kwg") == play(position, "take wgk")


def test_s10_a_colour_must_be_in_the_bank():
    assert refuses(at("splendor 2; bank w4b4g4k4"), "take wbr") == "S10"


@pytest.mark.parametrize("move", ["take j", "take wj", "take wbj", "take jj"])
def test_s10_gold_is_never_taken(move):
    refusal = refused(at("splendor 2"), move)

    assert refusal.rule == "S10"
    assert "gold" in refusal.reason


@pytest.mark.parametrize("move", ["take wbgr", "take krgb", "take wbgrk"])
def test_s10_a_fourth_token_is_refused_by_name(move):
    assert said(at("splendor 2"), move) == ("S10", "at_most_three")


@pytest.mark.parametrize("move", ["take wwb", "take wbw", "take www", "take wwbb"])
def test_s12_nothing_is_taken_beside_a_pair(move):
    assert said(at("splendor 2"), move) == ("S12", "pair_alone")


@pytest.mark.parametrize("move", ["take r", "take wr", "take wbr"])
def test_s10_an_empty_pile_is_named_before_how_many_are_taken(move):
    assert said(at("splendor 2; bank w4b4g4k4"), move) == ("S10", "not_in_bank")


def test_s10_too_few_tokens_are_refused_by_name():
    assert said(at("splendor 2"), "take wb") == ("S11", "take_three_left")
    assert said(at("splendor 2; bank w4b4"), "take w") == ("S11", "take_all_left")


@pytest.mark.parametrize("move", ["take w", "take ww", "take wbg", "take wbgr", "take wwr", "take j"])
def test_s23_whoever_owes_tokens_is_told_so_whatever_is_picked(move):
    position = play(at("splendor 2; 0 tokens w4b4k1"), "take wbg")

    assert said(position, move) == ("S23", "return_first")


def test_nobody_means_eleven_tokens():
    with pytest.raises(MalformedMove):
        play(at("splendor 2"), "take wwwwwwwwwww")


def said(position, move):
    refusal = refused(position, move)
    return refusal.rule, refusal.values["reason"]


def test_s11_two_colours_left():
    position = at("splendor 2; bank b2k3")

    assert moves(position, "take") == ["take bk"]
    assert play(position, "take bk").tokens(0) == (0, 1, 0, 0, 1, 0, 0)


def test_s11_one_colour_left():
    position = at("splendor 2; bank g1")

    assert moves(position, "take") == ["take g"]
    assert play(position, "take g").bank == (0, 0, 0, 0, 0, 0, 0)


def test_s11_one_colour_left_and_four_of_it():
    assert moves(at("splendor 2; bank g4"), "take") == ["take g", "take gg"]


@pytest.mark.parametrize("move", ["take w", "take wb"])
def test_s11_three_while_three_can_be_had(move):
    assert refuses(at("splendor 2; bank w1b1k1"), move) == "S11"


@pytest.mark.parametrize("move", ["take b", "take k", "take wb", "take wbk"])
def test_s11_all_that_are_left(move):
    assert refuses(at("splendor 2; bank b2k3"), move) == "S11"


def test_s11_nothing_left():
    position = at("splendor 2; bank j3")

    assert moves(position, "take") == []
    assert refuses(position, "take w") == "S10"


def test_s11_gold_is_not_one_of_the_colours():
    assert moves(at("splendor 2; bank w1b1j5"), "take") == ["take wb"]


def test_s12_two_of_one_colour():
    position = play(at("splendor 3"), "take rr")

    assert position.tokens(0) == (0, 0, 0, 2, 0, 0, 0)
    assert position.bank[3] == 3


def test_s12_pair_needs_four_in_bank():
    position = at("splendor 2; bank w4b3g2r1")

    assert [move for move in moves(position, "take") if len(move) == 7] == ["take ww"]


@pytest.mark.parametrize("left", [0, 1, 2, 3])
def test_s12_refusal_says_how_many_there_are(left):
    refusal = refused(at(f"splendor 3; bank w5b5r{left}"), "take rr")

    assert refusal.rule == "S12"
    assert str(refusal) == f"S12: two of one colour need 4 of it in the bank, there are {left} (move: take rr)"
    assert refusal.values["bank"] == left


def test_s12_four_before_taking_are_enough():
    assert play(at("splendor 4; bank k4"), "take kk").bank[4] == 2


def test_s13_reserve_a_face_up_card_with_a_gold():
    position = play(at("splendor 2"), "reserve 2.3")

    assert position.hand(0) == ((69, False),)
    assert position.tokens(0) == (0, 0, 0, 0, 0, 1, 0)
    assert position.bank[5] == 4


@pytest.mark.parametrize("level", [1, 2, 3])
def test_s13_reserve_the_top_card_of_a_deck(level):
    before = at("splendor 2")
    after = play(before, f"reserve {level}")

    assert after.hand(0) == ((before.decks()[level - 1][0], True),)
    assert after.market == before.market


def test_s13_the_others_do_not_see_it():
    position = play(at("splendor 3"), "reserve 3")

    assert view(position, 0).players[0].hand[0].card == position.hand(0)[0][0]
    assert [view(position, seat).players[0].hand[0].card for seat in (1, 2, None)] == [None] * 3


def test_s13_without_gold_left():
    position = play(at("splendor 2; bank w4"), "reserve 1.1")

    assert position.hand(0) == ((37, False),)
    assert sum(position.tokens(0)) == 0


def test_s14_three_cards_in_hand_at_most():
    position = at("splendor 2; 0 hand 1 2? 3")

    assert moves(position, "reserve") == []
    assert refuses(position, "reserve 1.1") == refuses(position, "reserve 2") == "S14"


def test_s14_a_third_card_is_allowed():
    assert len(play(at("splendor 2; 0 hand 1 2"), "reserve 1").hand(0)) == 3


def test_s14_the_hands_of_others_do_not_count():
    assert len(moves(at("splendor 2; 1 hand 1 2 3"), "reserve")) == 15


def test_s14_an_empty_deck_gives_nothing():
    position = at(f"splendor 2; gone {numbers(41, 66)}")

    assert refuses(position, "reserve 2") == "S14"
    assert moves(position, "reserve") == [*(f"reserve {i}.{j}" for i in (1, 2, 3) for j in (1, 2, 3, 4)),
                                          "reserve 1", "reserve 3"]  # fmt: skip


def test_s14_the_last_card_of_a_deck_can_be_reserved():
    position = play(at(f"splendor 2; gone {numbers(41, 65)}"), "reserve 2")

    assert position.hand(0) == ((66, True),)
    assert refuses(position, "reserve 2") == "S14"


def test_s14_a_reserved_card_stays_until_it_is_bought():
    position = at("splendor 2; 0 hand 74 78 82")

    assert {move.split()[0] for move in moves(position)} == {"take"}


def test_s15_only_reserving_brings_gold():
    position = at("splendor 2; 0 hand 6; 0 tokens w2b3g2")

    for move in moves(position):
        assert play(position, move).tokens(0)[5] == (1 if move.startswith("reserve") else 0)


@pytest.mark.parametrize("move", ["take t", "take wbt", "return t"])
def test_s10_there_is_no_time_in_splendor(move):
    with pytest.raises(MalformedMove):
        play(at("splendor 2"), move)
