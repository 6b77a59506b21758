"""The puzzles that ship: each can be played, has one best move, and says only what is true."""

import hashlib
from random import Random

import msgspec
import pytest

import jeton
from jeton.analysis import judge_of
from jeton.analysis.book import (
    APART,
    Found,
    book,
    choose,
    find,
    read_book,
    reasons,
    rest_of_turn,
    weighed,
    write_book,
)
from jeton.analysis.line import follow
from jeton.analysis.puzzles import AHEAD, CONFIRMED, ahead

THEMES = ("race", "denial", "noble", "reserve", "endgame", "payment")
JUDGED = tuple(one for one in book() if not one.log)


def test_every_puzzle_begins_a_match_and_its_move_is_the_only_good_one():
    puzzles = book()

    assert puzzles
    assert len({one.id for one in puzzles}) == len(puzzles)
    assert [one.id for one in puzzles] == sorted(one.id for one in puzzles)
    for one in JUDGED:
        assert one.id == hashlib.sha256(one.options["start"].encode()).hexdigest()[:12]
        match = jeton.new(one.title, seats=one.seats, key="00" * 16, options=one.options)
        view = match.view(one.seat)
        assert match.actors == (one.seat,), one.id
        assert match.game.beginning(view) == one.options["start"], one.id
        assert view == one.view(), one.id
        assert set(one.chances) == set(view.moves), one.id
        others = [chance for move, chance in one.chances.items() if move != one.move]
        assert next(iter(one.chances)) == one.move, one.id
        assert one.chances[one.move] - max(others) >= AHEAD / 2, one.id
        assert one.ahead >= AHEAD, one.id
        assert one.lines >= CONFIRMED, one.id
        assert abs(one.difficulty - 1 - sum(1 - share for share in one.found.values())) < 0.51, one.id
        assert one.why, one.id
        assert sum(list(one.found.values())[:2]) < 1, one.id
        assert one.theme in THEMES, one.id
        assert one.theme == judge_of(match.game).theme(view, one.move, one.why), one.id
        assert find(one.id) is one
        turn = follow(match.game, view, [one.move, *one.then]).views
        assert all(seen.seat == one.seat and seen.moves for seen in turn[:-1]), one.id
        assert turn[-1].seat != one.seat or not turn[-1].moves, one.id
    assert find("nothing") is None
    assert sum("return" in move for one in JUDGED for move in one.then[:1]) == 60


@pytest.mark.soak
def test_the_rest_of_the_turn_is_read_alike_again():
    assert [one.id for one in JUDGED if one.then and rest_of_turn(one) != one.then] == []


def counted_again(one):
    judge, (move, other) = judge_of(jeton.make(one.title, options=one.options)), list(one.chances)[:2]
    return reasons(judge, one.view(), one.id, move, other)


@pytest.mark.soak
def test_facts_of_all_are_so_when_they_are_counted_again():
    assert [one.id for one in JUDGED if counted_again(one) != one.why] == []


@pytest.mark.soak
def test_the_move_of_twenty_is_still_the_best_in_other_deals_and_mostly_as_far_ahead():
    puzzles = Random(2).sample(JUDGED, 20)
    readings = [judge_of(jeton.make(one.title, options=one.options)).read(one.view(), CONFIRMED, 99) for one in puzzles]

    assert [reading.best.move for reading in readings] == [one.move for one in puzzles]
    assert sum(ahead(reading) >= AHEAD for reading in readings) >= 15


def later(one, turns):
    """Return the same puzzle, so many turns later: another position of its match."""
    before = one.view().turns
    start = one.options["start"].replace(f"turns {before};", f"turns {before + turns};")
    return msgspec.structs.replace(one, id=f"{one.id}{turns}", options={**one.options, "start": start})


def test_none_is_chosen_twice_or_right_after_another_of_its_match():
    one, two = JUDGED[:2]
    close, far = later(one, APART - 1), later(one, APART)
    found = [Found(1, one), Found(1, one), Found(1, close), Found(1, far), Found(2, two), Found(3, close)]

    assert {puzzle.id for puzzle in choose(found)} == {one.id, close.id, far.id, two.id}
    assert choose([Found(1, one), Found(1, close)]) == [one]


def test_themes_and_difficulties_are_balanced():
    one = JUDGED[0]
    kinds = [("race", 5)] * 6 + [("race", 7)] * 2 + [("denial", 6)] * 2
    found = [
        Found(n, msgspec.structs.replace(one, id=f"{n:012x}", theme=theme, difficulty=difficulty))
        for n, (theme, difficulty) in enumerate(kinds)
    ]
    chosen = choose(found, 6)

    assert sorted((puzzle.theme, puzzle.difficulty) for puzzle in chosen) == [
        *[("denial", 6)] * 2, *[("race", 5)] * 2, *[("race", 7)] * 2,
    ]  # fmt: skip


def test_what_another_move_is_worth_nearly_as_much_in_is_no_puzzle(tmp_path):
    one = min(JUDGED, key=lambda one: len(one.chances))
    second = list(one.chances)[1]
    spoilt = msgspec.structs.replace(
        one, answers=(msgspec.structs.replace(one.answers[0], move=second, chance=one.chances[second]),), move=second
    )
    again = weighed(one)

    assert weighed(spoilt) is None
    assert again is not None
    assert next(iter(again.chances)) == one.move
    assert set(again.chances) == set(one.chances)
    write_book(tmp_path / "a.jsonl", [one])
    assert read_book(tmp_path / "a.jsonl") == [one]
