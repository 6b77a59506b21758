"""Splendor: buying, the market, who knows what, passing (S16 to S22)."""

import pytest

from tests.support import at, moves, numbers, outcome, play, refused, refuses, report, view

pytestmark = pytest.mark.interpreted

STUCK = "bank -; 0 hand 71 72 73; 1 hand 74 75 76"
"""Two seats with full hands, an empty bank and nothing to pay with."""


def test_s16_buy_from_the_market():
    position = play(at("splendor 2; bank w1b4g1r4k4j5; 0 tokens w3g3"), "buy 1.2")

    assert position.cards(0) == (38,)
    assert position.tokens(0) == (1, 0, 1, 0, 0, 0, 0)


def test_s16_what_is_paid_goes_back_to_the_bank():
    position = play(at("splendor 2; bank w2b4g2r4k4j4; 0 tokens w2g1j1"), "buy 1.2")

    assert position.bank == (4, 4, 3, 4, 4, 5, 0)
    assert sum(position.tokens(0)) == 0


def test_s16_buy_from_the_hand():
    position = play(at("splendor 2; 0 hand 1 6 9; 0 tokens b3"), "buy h2")

    assert position.cards(0) == (6,)
    assert position.hand(0) == ((1, False), (9, False))


def test_s16_a_card_reserved_on_an_earlier_turn():
    position = play(at("splendor 2; 0 tokens b4"), "reserve 1.4", "take wbg", "buy h1")

    assert position.cards(0) == (40,)


def test_s16_the_hand_must_hold_it():
    position = at("splendor 2; 0 hand 6; 0 tokens b3; 1 hand 9 1")

    assert moves(position, "buy h") == ["buy h1"]
    assert refuses(position, "buy h2") == "S16"


def test_s16_nobody_buys_from_another_hand():
    assert refuses(at("splendor 2; 0 tokens b3; 1 hand 6"), "buy h1") == "S16"


def test_s17_a_bonus_takes_one_off():
    position = play(at("splendor 2; 0 cards 1 2; 0 tokens w1g2"), "buy 1.2")

    assert position.tokens(0) == (1, 0, 0, 0, 0, 0, 0)


def test_s17_never_below_zero():
    position = play(at("splendor 2; bank b4g2; 0 cards 1 2 3 4 5; 0 tokens g2"), "buy 1.2")

    assert position.tokens(0) == (0,) * 7
    assert position.bank == (0, 4, 4, 0, 0, 0, 0)


def test_s17_a_card_can_be_free():
    position = play(at("splendor 2; 0 cards 1 2 17 18"), "buy 1.2")

    assert position.cards(0) == (1, 2, 17, 18, 38)


def test_s17_the_bonuses_of_others_do_not_help():
    assert refuses(at("splendor 2; 1 cards 1 2 17 18"), "buy 1.2") == "S18"


def test_se2_two_blue_bonuses():
    position = play(at("splendor 2; 0 cards 9 10; 0 hand 25; 0 tokens b1g1"), "buy h1")

    assert position.cards(0) == (9, 10, 25)
    assert position.tokens(0) == (0, 1, 0, 0, 0, 0, 0)


def test_s18_gold_stands_in_for_any_colour():
    position = play(at("splendor 2; 0 hand 2; 0 tokens j4"), "buy h1")

    assert position.cards(0) == (2,)
    assert position.tokens(0)[5] == 0


def test_s18_too_little_even_with_gold():
    refusal = refused(at("splendor 2; 0 hand 6; 0 tokens w2b1j1"), "buy h1")

    assert str(refusal) == "S18: after your bonuses, tokens and gold you are 1 short (move: buy h1)"
    assert refusal.values["missing"] == 1


def test_s18_by_default_as_little_gold_as_possible():
    position = play(at("splendor 2; 0 hand 6; 0 tokens b2j3"), "buy h1")

    assert position.tokens(0) == (0, 0, 0, 0, 0, 2, 0)
    assert play(position, "done").tokens(0) == (0, 0, 0, 0, 0, 2, 0)


def test_s18_gold_may_be_spent_where_the_colour_is_at_hand():
    position = play(at("splendor 2; bank b1j3; 0 hand 6; 0 tokens b3j2"), "buy h1", "gold b", "gold b")

    assert position.tokens(0) == (0, 2, 0, 0, 0, 0, 0)
    assert position.bank == (0, 2, 0, 0, 0, 5, 0)
    assert position.seat == 1


def test_s18_one_gold_at_a_time_then_done():
    position = play(at("splendor 2; 0 hand 6; 0 tokens b3j2"), "buy h1")

    assert moves(position) == ["done", "gold b"]
    assert moves(play(position, "gold b")) == ["done", "gold b"]
    assert play(position, "gold b", "done").tokens(0) == (0, 1, 0, 0, 0, 1, 0)


def test_s18_colours_go_in_order():
    position = play(at("splendor 2; 0 hand 23; 0 tokens w2b1j3"), "buy h1")

    assert moves(position) == ["done", "gold w", "gold b"]
    assert moves(play(position, "gold w")) == ["done", "gold w", "gold b"]
    assert moves(play(position, "gold w", "gold w")) == ["done", "gold b"]
    assert play(position, "gold b").seat == 1


def test_s18_a_colour_passed_over_is_settled():
    position = play(at("splendor 2; 0 hand 21; 0 tokens w1b1r1k2j3"), "buy h1", "gold b")

    assert moves(position) == ["done", "gold r", "gold k"]
    assert refuses(position, "gold w") == refuses(position, "gold b") == "S18"


def test_s18_no_question_without_gold_or_without_gems_paid():
    without_gold = play(at("splendor 2; 0 hand 6; 0 tokens b4"), "buy h1")
    all_in_gold = play(at("splendor 2; 0 hand 6; 0 tokens j4"), "buy h1")
    free = play(at("splendor 2; 0 hand 6; 0 cards 9 10 11; 0 tokens b3j3"), "buy h1")

    assert [position.seat for position in (without_gold, all_in_gold, free)] == [1, 1, 1]


def test_s18_first_settle_the_payment():
    position = play(at("splendor 2; 0 hand 6; 0 tokens b3j1"), "buy h1")

    for move in ("take wbg", "take ww", "reserve 1.1", "buy 1.1", "return j", "noble 1", "pass"):
        assert refuses(position, move) == "S18"


def test_s18_nothing_to_settle_otherwise():
    position = at("splendor 2; 0 tokens j1w1")

    assert refuses(position, "gold w") == refuses(position, "done") == "S18"


def test_s18_option_payment_thrifty_asks_nobody():
    position = play(at("splendor 2; 0 hand 6; 0 tokens b3j2", payment="thrifty"), "buy h1")

    assert position.seat == 1
    assert position.tokens(0) == (0, 0, 0, 0, 0, 2, 0)


def test_s19_a_card_bought_is_replaced():
    before = at("splendor 2; 0 tokens w2g2")
    after = play(before, "buy 1.2")

    assert after.market == (37, before.decks()[0][0], *before.market[2:])
    assert after.decks()[0] == before.decks()[0][1:]


def test_s19_a_card_reserved_is_replaced():
    before = at("splendor 2")
    after = play(before, "reserve 3.4")

    assert after.market == (*before.market[:11], before.decks()[2][0])


def test_s19_a_card_from_the_hand_is_not():
    before = at("splendor 2; 0 hand 6; 0 tokens b3")
    after = play(before, "buy h1")

    assert (after.market, after.decks()) == (before.market, before.decks())


def test_s19_with_the_deck_empty_the_place_stays_empty():
    position = play(at(f"splendor 2; gone {numbers(1, 36)}"), "reserve 1.3")

    assert position.market[:4] == (37, 38, 0, 40)
    assert refuses(position, "buy 1.3") == refuses(position, "reserve 1.3") == "S19"


def test_s19_at_once_is_after_the_payment_is_settled():
    before = at("splendor 2; 0 tokens w2g2j1")
    paying = play(before, "buy 1.2")
    after = play(paying, "done")

    assert paying.market[1] == 0
    assert paying.decks() == before.decks()
    assert after.market[1] == before.decks()[0][0]


def test_s19_the_last_swap_settles_it_too():
    before = at("splendor 2; 0 tokens w2g2j1")
    after = play(before, "buy 1.2", "gold g")

    assert after.market[1] == before.decks()[0][0]


def test_s20_cards_bonuses_points_and_tokens_are_public():
    position = at("splendor 3; nobles 1 2 3; 1 cards 1 46; 1 tokens g2j1; 1 nobles 4")

    for seat in (0, 1, 2, None):
        seen = view(position, seat).players[1]
        assert (seen.cards, seen.bonuses, seen.points) == ((1, 46), (2, 0, 0, 0, 0), 6)
        assert (seen.tokens, seen.nobles) == ((0, 0, 2, 0, 0, 1, 0), (4,))


def test_s21_a_card_from_a_deck_is_its_owners_secret():
    position = at("splendor 3; 1 hand 5?")

    assert [view(position, seat).players[1].hand[0].card for seat in (0, 1, 2, None)] == [None, 5, None, None]
    assert {view(position, seat).players[1].hand[0].level for seat in (0, 1, 2, None)} == {1}


def test_s21_until_it_is_bought():
    position = at("splendor 3; 0 hand 6?; 0 tokens b3")

    assert report(position, "buy h1", 2).facts["card"] == 6
    assert view(play(position, "buy h1"), 2).players[0].cards == (6,)


def test_s21_reserving_it_tells_the_others_nothing_more():
    position = at("splendor 3")
    told = [report(position, "reserve 2", seat).facts["card"] for seat in (0, 1, 2, None)]

    assert told == [position.decks()[1][0], None, None, None]


def test_s21_a_card_from_the_market_stays_visible():
    position = play(at("splendor 3"), "reserve 1.1")

    assert [view(position, seat).players[0].hand[0].card for seat in (0, 1, 2, None)] == [37] * 4


def test_s21_option_visible_off_is_for_the_memory():
    position = play(at("splendor 3", visible=False), "reserve 1.1")

    assert [view(position, seat).players[0].hand[0].card for seat in (0, 1, 2, None)] == [37, None, None, None]
    assert [view(position, seat).players[0].hand[0].level for seat in (0, 1, 2, None)] == [1] * 4


def test_s21_option_visible_off_still_shows_what_is_reserved_when_it_is():
    position = at("splendor 3", visible=False)

    assert [report(position, "reserve 1.1", seat).facts["card"] for seat in (0, 1, 2, None)] == [37] * 4


def test_s22_pass_when_nothing_can_be_done():
    position = at(f"splendor 2; {STUCK}")

    assert moves(position) == ["pass"]
    assert play(position, "pass").seat == 1


@pytest.mark.parametrize("text", ["bank w1", "0 hand 71 72", "0 tokens b4", "0 hand 71 72 6; 0 tokens b3"])
def test_s22_no_pass_while_anything_can_be_done(text):
    position = at(f"splendor 2; {STUCK}; {text}")

    assert "pass" not in moves(position)
    assert refuses(position, "pass") == "S22"


def test_s22_all_pass_and_the_match_ends_as_it_stands():
    position = play(at(f"splendor 2; {STUCK}; 0 cards 46"), "pass", "pass")

    assert outcome(position).termination == "passes"
    assert (outcome(position).winners, outcome(position).points) == ((0,), (3, 0))


def test_s22_all_must_pass_in_a_row():
    stuck_but_one = f"splendor 2; {STUCK}; 1 tokens w2g2"
    position = play(at(stuck_but_one), "pass", "buy 1.2", "take wg")

    assert not position.is_over
    assert position.record["passes"] == 0


def test_s22_three_must_pass_among_three():
    position = at(f"splendor 3; {STUCK}; 2 hand 77 78 79")

    assert not play(position, "pass", "pass").is_over
    assert play(position, "pass", "pass", "pass").is_over


def test_s22_passing_may_begin_with_any_seat():
    position = at(f"splendor 2; {STUCK}; turn 1")

    assert play(position, "pass", "pass").is_over


def test_s22_a_noble_visits_after_a_pass():
    position = play(at(f"splendor 2; {STUCK}; 0 cards 17 18 19 20 25 26 27 28; nobles 1 5 8"), "pass")

    assert position.visits(0) == (8,)


def test_s22_a_noble_visits_after_the_last_pass():
    position = play(at(f"splendor 2; {STUCK}; 1 cards 17 18 19 20 25 26 27 28; nobles 1 5 8"), "pass", "pass")

    assert outcome(position).termination == "passes"
    assert outcome(position).points == (0, 3)
