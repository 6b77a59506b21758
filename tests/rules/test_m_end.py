"""Splendor: Marvel: the end of the match (M14 to M19)."""

import pytest

import jeton
from tests.support import at, outcome, play, view

pytestmark = pytest.mark.interpreted

SIXTEEN = "74 78 82 32 33"
"""Sixteen points and a bonus of each colour, without a tag."""
OTHER_SIXTEEN = "72 76 80 84 34"
"""The same again, with other cards."""


def meets(text, seat=0):
    return view(at(text)).players[seat].meets_goal


def test_m14_sixteen_points_each_bonus_and_the_green_token():
    assert meets(f"marvel 2; 0 cards {SIXTEEN}; 0 tokens t1")


def test_m14_fifteen_points_are_too_few():
    assert not meets("marvel 2; 0 cards 74 78 82 25 33; 0 tokens t1")


@pytest.mark.parametrize(
    "cards", ["78 82 86 84 33", "74 82 86 84 33", "74 78 86 84 33", "74 78 82 72 33", "74 78 82 86"]
)
def test_m14_a_bonus_of_each_of_the_five_colours(cards):
    assert at(f"marvel 2; 0 cards {cards}").points(0) >= 16
    assert not meets(f"marvel 2; 0 cards {cards}; 0 tokens t1")


def test_m14_the_green_token_is_needed():
    assert not meets(f"marvel 2; 0 cards {SIXTEEN}; 0 tokens y3j3")


def test_m14_points_of_locations_and_the_tile_count():
    assert meets("marvel 2; nobles -; 0 cards 74 78 25 33 20; 0 nobles 1 3; 0 tokens t1")
    assert meets("marvel 2; nobles -; tile 0; 0 cards 74 78 25 33 20; 0 nobles 1; 0 tokens t1")


def test_m15_the_round_is_finished():
    position = play(at(f"marvel 3; turn 0; 0 cards {SIXTEEN}; 0 tokens t1"), "take ypb", "take ypb")

    assert not position.is_over
    assert play(position, "take ypb").is_over


def test_m15_the_last_of_a_round_ends_the_match_with_that_turn():
    position = play(at("marvel 2; turn 1; 1 cards 74 78 82 32; 1 tokens t1y1p2"), "buy 1.1")

    assert outcome(position).winners == (1,)


def test_m15_points_alone_do_not_end_it():
    position = play(at("marvel 2; turn 1; 0 cards 74 78 82 86"), "take ypb")

    assert position.points(0) == 20
    assert not position.is_over


def test_m16_only_those_who_meet_the_gauntlet_can_win():
    position = play(at(f"marvel 2; turn 1; 0 cards {SIXTEEN}; 0 tokens t1; 1 cards 72 76 80 84 86"), "take ypb")

    assert outcome(position) == jeton.Outcome("goal", winners=(0,), points=(16, 21), ranks=(1, 2))


def test_m16_most_points_among_them():
    position = play(
        at(f"marvel 2; turn 1; 0 cards {SIXTEEN}; 0 tokens t1; 1 cards {OTHER_SIXTEEN} 8; 1 tokens t1"), "take ypb"
    )

    assert outcome(position).points == (16, 17)
    assert outcome(position).winners == (1,)


def test_m16_a_tie_goes_to_the_holder_of_the_tile():
    position = at(
        f"marvel 2; turn 1; tile 1; 0 cards {SIXTEEN}; 0 tokens t1; 1 cards 72 76 80 25 35 4 6 8; 1 tokens t1"
    )
    position = play(position, "take ypb")

    assert outcome(position).points == (16, 16)
    assert len(position.cards(0)) < len(position.cards(1))
    assert outcome(position).winners == (1,)


def test_m16_then_to_the_fewest_cards():
    position = at(f"marvel 2; turn 1; 0 cards {SIXTEEN} 1; 0 tokens t1; 1 cards {OTHER_SIXTEEN}; 1 tokens t1")

    assert outcome(play(position, "take ypb")) == jeton.Outcome("goal", (1,), (16, 16), (2, 1))


def test_m16_the_tile_of_somebody_else_decides_nothing():
    position = at(
        f"marvel 3; turn 2; tile 2; 0 cards {SIXTEEN} 1; 0 tokens t1; 1 cards {OTHER_SIXTEEN}; 1 tokens t1; "
        "2 cards 4 6 9"
    )

    assert outcome(play(position, "take ypb")) == jeton.Outcome("goal", (1,), (16, 16, 3), (2, 1, 3))


def test_m16_still_tied_they_share_the_victory():
    position = at(f"marvel 2; turn 1; 0 cards {SIXTEEN}; 0 tokens t1; 1 cards {OTHER_SIXTEEN}; 1 tokens t1")

    assert outcome(play(position, "take ypb")) == jeton.Outcome("goal", (0, 1), (16, 16), (1, 1))


LOSES_THE_TILE = "tile 0; turn 1; 0 cards 74 78 83 53 33; 0 tokens t1; 1 cards 4 6 9; 1 tokens p1b2"
"""Seat 0 meets the Gauntlet with the tile's points; seat 1 can take it."""


def test_m17_whoever_met_the_gauntlet_can_fall_under_it():
    position = at(f"marvel 2; {LOSES_THE_TILE}")

    assert view(position).players[0].meets_goal
    assert not view(play(position, "buy 1.3")).players[0].meets_goal


def test_m17_then_the_match_goes_on():
    position = play(at(f"marvel 2; {LOSES_THE_TILE}"), "buy 1.3")

    assert position.seat == 0
    assert outcome(position) is None


def test_m17_unless_somebody_else_meets_it():
    position = at(f"marvel 3; {LOSES_THE_TILE}; 2 cards {OTHER_SIXTEEN}; 2 tokens t1")

    assert outcome(play(position, "buy 1.3", "take ypb")).winners == (2,)


def test_m17_it_may_end_later():
    position = play(at(f"marvel 2; {LOSES_THE_TILE}; 0 hand 58; 0 tokens p5t1"), "buy 1.3", "buy h1", "take ypb")

    assert outcome(position).winners == (0,)


def test_m18_cards_in_hand_cost_nothing():
    position = play(at(f"marvel 2; turn 1; 0 cards {SIXTEEN}; 0 tokens t1; 0 hand 86 85 83"), "take ypb")

    assert outcome(position).points == (16, 0)


def test_m18_neither_location_nor_tile_is_needed():
    position = play(at(f"marvel 2; turn 1; 0 cards {SIXTEEN}; 0 tokens t1"), "take ypb")

    assert (position.visits(0), position.tile) == ((), None)
    assert outcome(position).winners == (0,)


STUCK = "bank -; 0 hand 71 73 75; 1 hand 77 79 81; 0 tokens t1"


def test_m19_all_pass_and_the_match_ends():
    position = play(at(f"marvel 2; {STUCK}; 1 cards 46"), "pass", "pass")

    assert outcome(position) == jeton.Outcome("passes", winners=(1,), points=(0, 3), ranks=(2, 1))


def test_m19_those_who_meet_the_gauntlet_come_first():
    position = at(f"marvel 2; first 1; turn 1; passes 1; {STUCK}; 0 cards {SIXTEEN}; 1 cards 72 76 80 84 86")

    assert outcome(play(position, "pass")) == jeton.Outcome("passes", winners=(0,), points=(16, 21), ranks=(1, 2))


def test_m19_the_tile_breaks_a_tie():
    position = at(f"marvel 2; {STUCK}; tile 1; 0 cards 46; 1 cards 20 23 27")

    assert outcome(play(position, "pass", "pass")) == jeton.Outcome("passes", (1,), (3, 3), (2, 1))
