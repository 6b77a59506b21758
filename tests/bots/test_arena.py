"""The arena: paired deals, rotations, reproducible results, and an end to every match."""

import pytest

import jeton
from jeton.bots import make
from jeton.bots.arena import BadContest, Contest, play_deal, play_deals
from jeton.core.match import Match
from jeton.core.match_file import read_match


def bare(deals):
    """Return results without what depends on the machine."""
    found = sorted((result for deal in deals for result in deal.results), key=lambda r: (r.deal, r.bots))
    return [(r.deal, r.bots, r.winners, r.points, r.ranks, r.turns, r.moves, r.termination) for r in found]


@pytest.mark.interpreted
def test_each_deal_is_played_once_per_rotation_with_the_same_key():
    contest = Contest(bots=("random", "random", "random"), seats=3, deals=1, keep=True, turn_limit=8)
    [deal] = play_deals(contest)

    assert [result.bots for result in deal.results] == [(0, 1, 2), (1, 2, 0), (2, 0, 1)]
    assert {read_match(result.match)[0].key for result in deal.results} == {contest.key(0)}


def test_deals_differ_from_one_another_and_by_seed():
    contest, other = Contest(bots=("random", "random")), Contest(bots=("random", "random"), seed=1)

    assert len({contest.key(0), contest.key(1), other.key(0), other.key(1)}) == 4


def test_more_bots_than_seats_play_every_pairing():
    contest = Contest(bots=("random", "greedy", "random"), seats=2, deals=3)

    assert contest.line_ups == ((0, 1), (0, 2), (1, 2))
    assert contest.matches == 3 * 3 * 2


def test_fewer_bots_than_seats_take_turns_around_the_table():
    assert Contest(bots=("random", "greedy"), seats=3).line_ups == ((0, 1, 0),)


@pytest.mark.once
def test_results_do_not_depend_on_the_number_of_workers():
    contest = Contest(bots=("greedy", "random"), deals=24, seed=5, turn_limit=12)

    assert bare(play_deals(contest, workers=2)) == bare(play_deals(contest, workers=1))


def test_results_depend_on_the_seed():
    one, other = (Contest(bots=("random", "random"), deals=2, seed=seed, turn_limit=10) for seed in (1, 2))

    assert bare(play_deals(one)) != bare(play_deals(other))


def test_kept_matches_replay_to_the_same_end():
    contest = Contest(bots=("greedy", "random"), title="marvel", deals=1, keep=True)
    for result in next(play_deals(contest)).results:
        header, log = read_match(result.match)
        match = Match(jeton.make(header.title, options=header.options), header, log)

        assert match.outcome.winners == result.winners
        assert match.outcome.points == result.points
        assert sum(result.moves) == match.n
        assert int(match.position.record["turns"]) == result.turns


def test_the_turn_limit_ends_a_match_by_its_standings():
    contest = Contest(bots=("greedy", "random"), deals=1, turn_limit=10)
    game = contest.game()
    deal = play_deal(contest, game, [make(bot, game) for bot in contest.bots], 0)

    assert {result.termination for result in deal.results} == {"limit"}
    assert {result.turns for result in deal.results} == {20}
    assert all(1 in result.ranks for result in deal.results)


def test_standings_rank_by_points_then_fewest_cards():
    game = jeton.make("splendor")
    outcome = game.standing(game.read("splendor 3; 0 cards 8 1; 1 cards 16; 2 cards 2 3"))

    assert outcome.ranks == (2, 1, 3)
    assert outcome.winners == (1,)
    assert outcome.termination == "limit"


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"bots": ("greedy",)}, "at least two bots"),
        ({"seats": 5}, "splendor has no seats for 5"),
        ({"deals": 0}, "at least one game"),
    ],
)
def test_what_can_not_be_played_is_refused(wrong, told):
    with pytest.raises(BadContest, match=told):
        Contest(**{"bots": ("greedy", "random"), **wrong}).game()


@pytest.mark.once
def test_leaving_the_loop_ends_the_processes():
    playing = play_deals(Contest(bots=("random", "random"), deals=40, turn_limit=4), workers=2)
    first = next(playing)
    playing.close()

    assert len(first.results) == 2


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_greedy_beats_random(title):
    contest = Contest(bots=("greedy", "random"), title=title, deals=10)
    wins = sum(
        result.bots[seat] == 0 for deal in play_deals(contest) for result in deal.results for seat in result.winners
    )

    assert wins >= 19
