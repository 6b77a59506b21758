"""Splendor: the end of a turn and of the match (S23 to S31)."""

import pytest

import jeton
from tests.support import at, moves, outcome, play, refused, refuses

pytestmark = pytest.mark.interpreted

FOUR_WHITE, FOUR_BLUE, FOUR_GREEN, FOUR_RED = "1 2 3 4", "9 10 11 12", "17 18 19 20", "25 26 27 28"
FIFTEEN = "74 78 82"
"""Three cards of five points."""


def test_s23_return_down_to_ten():
    position = play(at("splendor 2; 0 tokens w3b3g3"), "take wbg")

    assert moves(position) == ["return w", "return b", "return g"]
    assert play(position, "return w").seat == 0
    assert play(position, "return w", "return b").seat == 1
    assert play(position, "return w", "return b").tokens(0) == (3, 3, 4, 0, 0, 0, 0)


def test_s23_returned_tokens_go_to_the_bank():
    position = play(at("splendor 2; bank w4b4g4r4k4j5; 0 tokens w4b4"), "take grk", "return w")

    assert position.bank == (5, 4, 3, 3, 3, 5, 0)


def test_s23_ten_may_be_kept():
    assert play(at("splendor 2; 0 tokens w3b2g2"), "take wbg").seat == 1


def test_s23_gold_counts_and_can_be_returned():
    position = play(at("splendor 2; 0 tokens w5b5"), "reserve 1.1")

    assert moves(position) == ["return w", "return b", "return j"]
    assert play(position, "return j").tokens(0) == (5, 5, 0, 0, 0, 0, 0)


def test_s23_what_was_just_taken_may_be_returned():
    position = play(at("splendor 2; 0 tokens w5b5"), "take grk", "return g", "return r", "return k")

    assert position.tokens(0) == (5, 5, 0, 0, 0, 0, 0)


def test_s23_no_limit_during_the_turn():
    assert sum(play(at("splendor 2; 0 tokens w5b5"), "take grk").tokens(0)) == 13


def test_s23_first_return_tokens():
    position = play(at("splendor 2; 0 tokens w5b5"), "take grk")

    for move in ("take w", "take wbg", "reserve 1", "buy 1.1", "noble 1", "pass"):
        assert refuses(position, move) == "S23"


def test_s23_only_tokens_one_has():
    position = play(at("splendor 2; 0 tokens w5b5"), "reserve 1.1")

    assert refuses(position, "return r") == "S23"


def test_s23_nothing_to_return_otherwise():
    refusal = refused(at("splendor 2; 0 tokens w5b5"), "return w")

    assert refusal.rule == "S23"
    assert "more than 10" in refusal.reason


def test_s24_a_noble_visits_at_the_end_of_the_turn():
    position = play(at(f"splendor 2; nobles 1 5 8; 0 cards 1 2 3 {FOUR_BLUE}; 0 hand 6"), "buy h1")

    assert position.visits(0) == (1,)
    assert position.seat == 1


@pytest.mark.parametrize("move", ["take wbg", "take ww", "reserve 1.1", "reserve 3", "buy h1"])
def test_s24_after_any_action(move):
    position = play(at(f"splendor 2; nobles 1 5 8; 0 cards {FOUR_WHITE} {FOUR_BLUE}; 0 hand 6"), move)

    assert position.visits(0) == (1,)


def test_s24_all_its_bonuses_are_needed():
    position = play(at(f"splendor 2; nobles 1 5 8; 0 cards 1 2 3 {FOUR_BLUE}"), "take wbg")

    assert position.visits(0) == ()


def test_s24_tokens_do_not_count():
    position = play(at(f"splendor 2; nobles 1 5 8; 0 cards 1 2 3 {FOUR_BLUE}; 0 tokens w4"), "take wbg")

    assert position.visits(0) == ()


def test_s24_only_at_the_end_of_ones_own_turn():
    position = at(f"splendor 2; nobles 1 5 8; 1 cards {FOUR_WHITE} {FOUR_BLUE}")

    assert play(position, "take wbg").visits(1) == ()
    assert play(position, "take wbg", "take wbg").visits(1) == (1,)


def test_s24_after_tokens_are_returned():
    position = play(at(f"splendor 2; nobles 1 5 8; 0 cards {FOUR_WHITE} {FOUR_BLUE}; 0 tokens w5b5"), "take grk")

    assert position.visits(0) == ()
    assert play(position, "return w", "return w", "return w").visits(0) == (1,)


def test_s24_a_noble_that_does_not_visit_can_not_be_chosen():
    both = f"nobles 1 8 6; 0 cards {FOUR_WHITE} {FOUR_BLUE} {FOUR_GREEN}"
    position = play(at(f"splendor 2; {both}"), "take wbg")

    assert refuses(position, "noble 2") == "S24"


def test_s25_with_several_the_player_chooses():
    both = f"nobles 1 8 6; 0 cards {FOUR_WHITE} {FOUR_BLUE} {FOUR_GREEN}"
    position = play(at(f"splendor 2; {both}"), "take wbg")

    assert moves(position) == ["noble 1", "noble 3"]
    assert play(position, "noble 3").visits(0) == (6,)
    assert play(position, "noble 3").seat == 1


def test_s25_the_others_stay_for_a_later_turn():
    both = f"nobles 1 8 6; 0 cards {FOUR_WHITE} {FOUR_BLUE} {FOUR_GREEN}"
    position = play(at(f"splendor 2; {both}"), "take wbg", "noble 3", "take wbg")

    assert position.nobles == (1, 8, 0)
    assert play(position, "take wbg").visits(0) == (1, 6)


def test_s25_or_for_another_player():
    both = f"nobles 1 8 6; 0 cards {FOUR_WHITE} {FOUR_BLUE} {FOUR_GREEN}; 1 cards 5 6 7 8 13 14 15 16"
    position = play(at(f"splendor 2; {both}"), "take wbg", "noble 3", "take wbg")

    assert (position.visits(0), position.visits(1)) == ((6,), (1,))


def test_s25_first_choose():
    both = f"nobles 1 8 6; 0 cards {FOUR_WHITE} {FOUR_BLUE} {FOUR_GREEN}"
    position = play(at(f"splendor 2; {both}"), "take wbg")

    for move in ("take rr", "reserve 1", "buy 1.1", "return w", "pass"):
        assert refuses(position, move) == "S25"


def test_s25_nothing_to_choose_otherwise():
    assert refuses(at("splendor 2; nobles 1 5 8"), "noble 1") == "S25"


def test_s26_three_points_and_no_other_noble_comes():
    position = play(at(f"splendor 2; nobles 5 1 8; 0 cards {FOUR_WHITE} {FOUR_BLUE}"), "take wbg")

    assert position.points(0) == 3
    assert position.nobles == (5, 0, 8)


def test_s27_fifteen_points_end_the_match_when_the_round_is_over():
    position = play(at(f"splendor 3; turn 0; 0 cards {FIFTEEN}"), "take wbg", "take wbg")

    assert not position.is_over
    assert play(position, "take wbg").is_over


def test_s27_fourteen_do_not():
    position = play(at("splendor 2; turn 1; 0 cards 74 78 80"), "take wbg")

    assert position.points(0) == 14
    assert not position.is_over


def test_s27_the_last_of_the_round_ends_it_at_once():
    position = play(at("splendor 2; turn 1; 1 cards 74 78 71; 1 hand 46; 1 tokens w5"), "buy h1")

    assert position.points(1) == 16
    assert outcome(position).winners == (1,)


def test_s27_the_round_ends_before_whoever_began():
    position = at(f"splendor 3; first 1; turn 2; 2 cards {FIFTEEN}")

    assert not play(position, "take wbg").is_over
    assert play(position, "take wbg", "take wbg").is_over


def test_s27_the_points_of_a_noble_count():
    position = at(f"splendor 2; turn 1; nobles 1 5 8; 1 cards {FOUR_WHITE} {FOUR_BLUE} 74 78 46")

    assert position.points(1) == 13
    assert play(position, "take wbg").is_over


def test_s27_the_match_is_over_for_everybody():
    position = play(at(f"splendor 2; turn 1; 0 cards {FIFTEEN}"), "take wbg")

    assert position.game.actors(position) == ()
    assert moves(position) == []
    with pytest.raises(jeton.MatchOver):
        play(position, "take wbg")


def test_s28_most_points_win():
    position = play(at(f"splendor 2; turn 1; 0 cards {FIFTEEN}; 1 cards 86 76 72 77"), "take wbg")

    assert outcome(position) == jeton.Outcome("goal", winners=(1,), points=(15, 17), ranks=(2, 1))


def test_s29_a_tie_goes_to_the_fewest_cards():
    position = play(at(f"splendor 2; turn 1; 0 cards {FIFTEEN}; 1 cards 86 76 72 43"), "take wbg")

    assert outcome(position) == jeton.Outcome("goal", winners=(0,), points=(15, 15), ranks=(1, 2))


def test_s29_cards_in_hand_and_nobles_do_not_count_as_bought():
    position = play(
        at(f"splendor 2; turn 1; 0 cards {FIFTEEN}; 1 cards 86 76 46; nobles 1; 1 nobles 4; 1 hand 5 6"), "take wbg"
    )

    assert outcome(position).points == (15, 15)
    assert outcome(position).winners == (0, 1)


def test_s30_still_tied_they_share_the_victory():
    position = play(at(f"splendor 3; turn 2; 0 cards {FIFTEEN} 1; 1 cards 86 76 72 43"), "take wbg")

    assert outcome(position) == jeton.Outcome("goal", winners=(0, 1), points=(15, 15, 0), ranks=(1, 1, 3))


def test_s31_option_goal_21():
    position = at(f"splendor 2; turn 1; 0 cards {FIFTEEN} 46", goal=21)

    assert not play(position, "take wbg").is_over
    assert play(at(f"splendor 2; turn 1; 0 cards {FIFTEEN} 46 52", goal=21), "take wbg").is_over


def test_s31_no_other_goal():
    with pytest.raises(jeton.BadOption, match="goal"):
        jeton.make("splendor", options={"goal": 16})


def test_s31_not_in_marvel():
    with pytest.raises(jeton.BadOption, match="goal"):
        jeton.make("marvel", options={"goal": 21})
