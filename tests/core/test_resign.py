"""Resigning: a move that every game has, whoever's turn it is."""

import pytest

import jeton
from jeton.core.match import TIMEOUT


def a_match(seats: int) -> jeton.Match:
    return jeton.new("splendor", seats=seats, key="00" * 16, options={"first": "seat"})


def test_of_two_the_other_wins():
    match = a_match(2)
    match.play("take wbg")
    match.resign(0, at=70)

    assert match.is_over
    assert match.outcome == jeton.Outcome("resigned", (1,), (0, 0), (2, 1))
    assert match.view(1).outcome == match.outcome
    assert match.view(1).moves == ()
    with pytest.raises(jeton.MatchOver):
        match.play("take wbg", seat=1)
    with pytest.raises(jeton.MatchOver):
        match.undo()


def test_of_three_the_others_play_on_and_the_seat_keeps_its_turns():
    match = a_match(3)
    match.play("resign")

    assert not match.is_over
    assert match.actors == (0,)
    match.play("take wbg")
    assert match.actors == (1,)
    match.resign(2)
    assert match.is_over
    assert match.outcome.winners == (1,)
    assert match.outcome.ranks == (3, 1, 2)


def test_who_resigned_ranks_behind_even_with_the_most_points():
    match = a_match(2 + 1)
    match.resign(1)
    played = jeton.Outcome("goal", (1,), (3, 15, 9), (3, 1, 2))

    assert match._behind(played) == jeton.Outcome("goal", (2,), (3, 15, 9), (2, 3, 1))


def test_a_clock_that_ran_out_ends_by_time():
    match = a_match(2)
    match.resign(1, at=60_000, move=TIMEOUT)

    assert match.outcome.termination == "time"
    assert match.outcome.winners == (0,)


def test_nobody_resigns_twice_or_from_no_seat():
    match = a_match(3)
    match.resign(1)

    with pytest.raises(jeton.WrongSeat):
        match.resign(1)
    with pytest.raises(jeton.WrongSeat):
        match.resign(3)
    assert match.n == 1


def test_a_match_file_keeps_resignations():
    match = a_match(3)
    match.play("take wbg")
    match.resign(2)
    match.undo()

    again = jeton.loads(jeton.dumps(match))
    assert again.log == match.log
    assert [entry.seat for entry in again.resigned] == [2]
    assert again.actors == (0,)
    assert again.copy().resigned == match.resigned
