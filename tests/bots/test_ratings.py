"""Shares, intervals and ratings: against values known from elsewhere."""

import math

import pytest

from jeton.bots.arena import Contest, Deal, Result
from jeton.bots.ratings import _student, interval, rate, standings, wilson


def result(deal, bots, winner, points=(15, 10)):
    ranks = tuple(1 if seat == winner else 2 for seat in range(len(bots)))
    return Result(
        deal=deal,
        bots=bots,
        winners=(winner,),
        points=points,
        ranks=ranks,
        turns=50,
        moves=(30, 30),
        termination="goal",
        seconds=(0.3, 0.03),
    )


@pytest.mark.parametrize(
    ("share", "n", "low", "high"), [(0.962, 130, 0.913, 0.983), (0.5, 10, 0.237, 0.763), (0.0, 20, 0.0, 0.161)]
)
def test_wilson(share, n, low, high):
    assert wilson(share, n) == pytest.approx((low, high), abs=1e-3)


@pytest.mark.parametrize(("freedom", "quantile"), [(1, 12.706), (4, 2.776), (9, 2.262), (29, 2.045), (1000, 1.962)])
def test_students_quantiles(freedom, quantile):
    assert _student(freedom) == pytest.approx(quantile, rel=0.01)


def test_pairing_by_deal_narrows_the_interval_where_rotations_cancel_luck():
    """Whoever sits first wins: over games that looks like chance, over deals it is no difference at all."""
    paired = interval([0.5] * 49 + [0.55])

    assert paired[1] - paired[0] < 0.01
    assert wilson(0.5, 100)[1] - wilson(0.5, 100)[0] > 0.18


def test_an_interval_of_equal_deals_is_wilsons_over_deals():
    assert interval([1.0] * 54) == wilson(1.0, 54)


def test_one_deal_says_nearly_nothing():
    low, high = interval([1.0])

    assert high - low > 0.7


def test_ratings_of_two_follow_the_share():
    """Three wins in four are 191 Elo; the lent draw takes a little off."""
    ratings = rate(2, [result(i, (0, 1), 0 if i % 4 else 1) for i in range(400)])

    assert ratings[0] - ratings[1] == pytest.approx(400 * math.log10(3), abs=2)
    assert sum(ratings) == pytest.approx(0)


def test_a_bot_that_lost_every_game_has_a_rating_too():
    ratings = rate(3, [result(i, pair, 0) for i in range(10) for pair in ((0, 1), (0, 2), (1, 2))])

    assert ratings[0] > ratings[1] > ratings[2] > -2000


def test_standings_count_shared_victories_and_points():
    contest = Contest(bots=("greedy", "random"), deals=2)
    deals = [Deal(number=i, results=(result(i, (0, 1), 0), result(i, (1, 0), 1))) for i in range(2)]
    greedy, random = standings(contest, deals)

    assert (greedy.share, random.share) == (1.0, 0.0)
    assert (greedy.played, greedy.bot) == (4, "greedy")
    assert (greedy.points, random.points) == (12.5, 12.5)
    assert greedy.seconds_per_move == pytest.approx((0.3 + 0.03) / 60)
