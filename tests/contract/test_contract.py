"""What every registered game owes to the rest of the house, whatever its rules: the promises of `core.Game`."""

import json
import random
from functools import cache
from typing import Any

import msgspec
import pytest

import jeton
from jeton import CLOCK, BadOption, CannotUndo, Entry, JetonError, MalformedMove, MatchOver, UnknownVersion, WrongSeat
from jeton.core.game import Written
from tests.support import entries, random_match, seed

VARIANTS: dict[str, list[dict[str, Any]]] = {
    "splendor": [{"visible": False}, {"goal": 21, "payment": "thrifty", "first": "seat"}],
    "marvel": [{"visible": False, "payment": "thrifty"}],
}
"""Options to try besides the defaults."""

INTERPRETED = {("splendor", 2), ("marvel", 3)}
"""Without the compiler, these stand for all."""


def cases() -> list[Any]:
    found = []
    for title in jeton.titles():
        for seats in jeton.make(title).seat_counts:
            marks = [pytest.mark.interpreted] if (title, seats) in INTERPRETED else []
            found.append(pytest.param(title, seats, (), id=f"{title}-{seats}", marks=marks))
        for options in VARIANTS.get(title, []):
            seats = jeton.make(title).seat_counts[len(found) % 3]
            words = "-".join(f"{name}={value}" for name, value in options.items())
            found.append(pytest.param(title, seats, tuple(options.items()), id=f"{title}-{seats}-{words}"))
    return found


every_game = pytest.mark.parametrize(("title", "seats", "options"), cases())
every_title = pytest.mark.parametrize("title", jeton.titles())


@cache
def recorded(title: str, seats: int, options: tuple[tuple[str, Any], ...]) -> jeton.Match:
    return random_match(title, seats, "contract", **dict(options))


def steps(match: jeton.Match, every: int = 1) -> list[tuple[Any, Entry]]:
    """Each position of a match with the entry that was played in it, or some of them."""
    pairs = list(zip(match._positions, match.standing, strict=True))
    return [*pairs[::every], pairs[-1]]


def viewers(match: jeton.Match) -> list[int | None]:
    return [*range(match.header.seats), None]


# The match as a whole


@every_game
def test_a_random_match_comes_to_an_end(title, seats, options):
    match = recorded(title, seats, options)

    assert match.is_over
    assert match.n > 0


@every_game
def test_replay_equals_live(title, seats, options):
    match = recorded(title, seats, options)
    again = jeton.Match(match.game, match.header, match.log)

    assert again.position == match.position
    assert again.outcome == match.outcome
    assert again._positions == match._positions


@every_game
def test_the_outcome_is_well_formed(title, seats, options):
    outcome = recorded(title, seats, options).outcome

    assert outcome is not None
    assert len(outcome.points) == len(outcome.ranks) == seats
    assert outcome.winners == tuple(seat for seat in range(seats) if outcome.ranks[seat] == 1)
    for rank in outcome.ranks:
        assert rank == 1 + sum(other < rank for other in outcome.ranks)


@every_game
def test_a_match_file_holds_all_of_it(title, seats, options, tmp_path):
    match = recorded(title, seats, options)
    jeton.save(match, tmp_path / "a.match")
    loaded = jeton.load(tmp_path / "a.match")

    assert (loaded.header, loaded.log) == (match.header, match.log)
    assert loaded.position == match.position
    assert jeton.dumps(loaded) == jeton.dumps(match)


@every_game
def test_undo_restores_every_position(title, seats, options):
    match = recorded(title, seats, options).copy()
    positions = [*match._positions, match.position]
    while match.standing:
        assert match.position == positions.pop()
        match.undo(revealed=True)

    assert [match.position] == positions
    assert match.position == match.game.start(seats, match.header.seed)


@every_game
def test_a_match_with_undone_entries_replays(title, seats, options):
    match = recorded(title, seats, options).copy()
    last = match.log[-1]
    match.undo(revealed=True)
    match.play(last.move, seat=last.seat, at=last.at)
    again = jeton.loads(jeton.dumps(match))

    assert again.log == match.log
    assert again.position == match.position == recorded(title, seats, options).position


@every_game
def test_a_copy_goes_its_own_way(title, seats, options):
    match = recorded(title, seats, options).copy()
    match.undo(revealed=True)
    before = jeton.dumps(match), match.game.write(match.position)
    other = match.copy()
    entry = recorded(title, seats, options).log[-1]
    other.play(entry.move, seat=entry.seat, at=entry.at)

    assert (jeton.dumps(match), match.game.write(match.position)) == before
    assert other.n == match.n + 1
    assert other.is_over


@every_game
def test_what_reveals_nothing_shows_nobody_anything_new(title, seats, options):
    match = recorded(title, seats, options)
    rng = random.Random(2)

    for before, entry in steps(match, every=2):
        if match.game.reveals(before, entry):
            continue
        after = match.game.play(before, entry)
        for seat in viewers(match):
            dealt = match.game.redeal(match.game.view(before, seat), rng)
            assert match.game.view(match.game.play(dealt, entry), seat) == match.game.view(after, seat)


@every_game
def test_undo_never_crosses_a_reveal(title, seats, options):
    match = recorded(title, seats, options).copy()
    crossed = 0
    while match.standing:
        shows = match.game.reveals(match._positions[-1], match.standing[-1])
        crossed += shows
        assert match.can_undo == (not shows) == (not match.revealed(1))
        if shows:
            with pytest.raises(CannotUndo):
                match.undo()
        match.undo(revealed=True)

    assert crossed
    assert not match.can_undo


@every_game
def test_several_steps_reveal_what_any_of_them_does(title, seats, options):
    match = recorded(title, seats, options)
    shows = [match.game.reveals(before, entry) for before, entry in zip(match._positions, match.standing, strict=True)]

    for count in range(min(40, len(shows)) + 1):
        assert match.revealed(count) == any(shows[len(shows) - count :])
    for wrong in (-1, len(shows) + 1):
        with pytest.raises(ValueError, match="steps"):
            match.revealed(wrong)


# Positions


@every_game
def test_a_position_is_a_function_of_seed_and_entries(title, seats, options):
    match = recorded(title, seats, options)
    game = jeton.make(title, options=dict(options))

    assert game == match.game
    assert game.start(seats, seed(1)) == game.start(seats, seed(1)) != game.start(seats, seed(2))
    for before, entry in steps(match, every=7):
        assert game.play(before, entry) == game.play(before, entry)


@every_game
def test_play_never_changes_the_position_it_is_given(title, seats, options):
    match = recorded(title, seats, options)

    for before, entry in steps(match, every=5):
        text = match.game.write(before)
        match.game.play(before, entry)
        match.game.report(before, entry, None)
        match.game.reveals(before, entry)
        assert match.game.write(before) == text


@every_game
def test_position_text_goes_there_and_back(title, seats, options):
    match = recorded(title, seats, options)

    for position, entry in steps(match, every=5):
        text = match.game.write(position)
        again = match.game.read(text)
        assert "\n" not in text
        assert again == position
        assert match.game.write(again) == text
        assert match.game.play(again, entry) == match.game.play(position, entry)
    assert match.game.outcome(match.game.read(match.game.write(match.position))) == match.outcome


@every_game
def test_the_whole_truth_is_plain_data(title, seats, options):
    match = recorded(title, seats, options)

    for position, _ in [*steps(match, every=9), (match.position, None)]:
        full = match.game.full(position)
        assert json.loads(json.dumps(full, allow_nan=False)) == msgspec.json.decode(msgspec.json.encode(full))


# Who may move


@every_game
def test_never_stuck_and_over_when_nobody_may_move(title, seats, options):
    match = recorded(title, seats, options)
    game = match.game

    for position, _ in steps(match):
        actors = game.actors(position)
        assert actors
        assert game.outcome(position) is None
        assert set(actors) <= set(range(seats))
        assert game.alarm(position) is not None or any(game.moves(position, seat) for seat in actors)
    assert game.actors(match.position) == ()
    assert [list(game.moves(match.position, seat)) for seat in range(seats)] == [[]] * seats


@every_game
def test_who_may_not_move_has_no_moves(title, seats, options):
    match = recorded(title, seats, options)

    for position, _ in steps(match, every=3):
        for seat in set(range(seats)) - set(match.game.actors(position)):
            assert len(match.game.moves(position, seat)) == 0


@every_game
def test_every_listed_move_can_be_played(title, seats, options):
    match = recorded(title, seats, options)

    for position, entry in steps(match, every=15):
        for seat in match.game.actors(position):
            listed = list(match.game.moves(position, seat))
            assert len(set(listed)) == len(listed)
            for move in listed:
                assert move == move.strip()
                assert "\n" not in move
                match.game.play(position, Entry(entry.n, entry.at, seat, move))


@every_game
def test_time_never_runs_backwards_past_an_alarm(title, seats, options):
    match = recorded(title, seats, options)

    for position, entry in steps(match):
        alarm = match.game.alarm(position)
        assert alarm is None or alarm >= 0
        if entry.seat == CLOCK:
            assert alarm is not None
            assert entry.at >= alarm


# What is refused


@every_game
def test_nonsense_is_malformed_and_changes_nothing(title, seats, options):
    match = recorded(title, seats, options)
    position, entry = steps(match)[0]
    text = match.game.write(position)
    seat = match.game.actors(position)[0]

    for move in ("", " ", "nonsense", "take", "take  wbg", "é", "0", "\0", "tick tock", "buy 9.9", "x" * 10_000):
        with pytest.raises(MalformedMove):
            match.game.play(position, Entry(1, entry.at, seat, move))
    assert match.game.write(position) == text


@every_game
def test_a_seat_that_does_not_exist_is_refused(title, seats, options):
    match = recorded(title, seats, options)
    position, entry = steps(match)[0]

    for seat in (seats, 99, -2):
        with pytest.raises(WrongSeat):
            match.game.play(position, Entry(1, entry.at, seat, entry.move))


@every_game
def test_a_finished_match_is_refused(title, seats, options):
    match = recorded(title, seats, options).copy()
    text = match.game.write(match.position)
    last = match.log[-1]

    for seat in range(seats):
        with pytest.raises(MatchOver):
            match.game.play(match.position, Entry(match.n + 1, last.at, seat, match.log[0].move))
    with pytest.raises(MatchOver):
        match.play(last.move)
    assert match.game.write(match.position) == text
    assert match.log[-1] == last
    assert match.moves() == ()


@every_title
def test_unknown_options_and_versions(title):
    with pytest.raises(BadOption, match="no_such_option"):
        jeton.make(title, options={"no_such_option": 1})
    with pytest.raises(UnknownVersion, match="99"):
        jeton.make(title, version=99)


@every_title
def test_a_game_is_its_title_and_options(title):
    game = jeton.make(title)

    assert game.title == title
    assert jeton.make(title, version=game.version, options=game.options) == game
    assert hash(jeton.make(title, options=game.options)) == hash(game)
    assert msgspec.json.decode(msgspec.json.encode(dict(game.options))) == dict(game.options)


@every_title
@pytest.mark.parametrize("seats", [-1, 0, 1, 100])
def test_no_match_with_a_wrong_number_of_seats(title, seats):
    with pytest.raises(ValueError, match="expected"):
        jeton.new(title, seats=seats)


# Views and reports


@every_game
def test_a_view_says_how_it_came_about(title, seats, options):
    match = recorded(title, seats, options)

    for position, _ in [*steps(match, every=9), (match.position, None)]:
        for seat in viewers(match):
            view = match.game.view(position, seat)
            assert view.seat == seat
            assert view.title == title
            assert view.outcome == match.game.outcome(position)
            expected = [] if seat is None else match.game.moves(position, seat)
            assert list(view.moves) == list(expected)


@every_game
def test_a_seat_that_does_not_exist_has_no_view(title, seats, options):
    match = recorded(title, seats, options)

    for seat in (seats, 99, CLOCK):
        with pytest.raises(WrongSeat):
            match.game.view(match.position, seat)


@every_game
def test_views_and_reports_can_be_sent(title, seats, options):
    match = recorded(title, seats, options)

    for position, entry in steps(match, every=9):
        for seat in viewers(match):
            for value in (match.game.view(position, seat), match.game.report(position, entry, seat)):
                sent = msgspec.json.encode(value)
                assert msgspec.json.encode(msgspec.json.decode(sent, type=type(value))) == sent
                packed = msgspec.msgpack.encode(value)
                assert msgspec.msgpack.encode(msgspec.msgpack.decode(packed, type=type(value))) == packed
            view = match.game.view(position, seat)
            assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view


@every_game
def test_a_view_can_not_be_changed(title, seats, options):
    view = recorded(title, seats, options).view(0)

    with pytest.raises(AttributeError):
        view.seat = 1


@every_game
def test_reports_tell_of_the_entries_that_stand(title, seats, options):
    match = recorded(title, seats, options)
    told = match.reports(0)

    by_number = {entry.n: entry for entry in match.standing}
    for report in told:
        entry = by_number[report.n]
        assert (report.at, report.seat) == (entry.at, entry.seat)
    assert [report.n for report in told] == sorted(report.n for report in told)


@every_game
def test_a_redealt_position_has_the_very_view(title, seats, options):
    match = recorded(title, seats, options)
    rng = random.Random(1)

    for position, _ in [*steps(match, every=6), (match.position, None)]:
        for seat in viewers(match):
            view = match.game.view(position, seat)
            assert match.game.view(match.game.redeal(view, rng), seat) == view


@every_game
def test_a_redealt_position_can_be_played_on(title, seats, options):
    match = recorded(title, seats, options)
    rng = random.Random(2)

    for position, _ in steps(match, every=40):
        seat = rng.choice(viewers(match))
        dealt = match.game.redeal(match.game.view(position, seat), rng)
        assert match.game.actors(dealt) == match.game.actors(position)
        for i, (before, _) in enumerate(entries(match.game, dealt, rng)):
            if i % 20 == 0:
                assert match.game.view(match.game.redeal(match.game.view(before, seat), rng), seat) == match.game.view(
                    before, seat
                )


@every_game
def test_what_a_seat_may_do_does_not_depend_on_what_it_can_not_know(title, seats, options):
    match = recorded(title, seats, options)
    rng = random.Random(3)

    for position, entry in steps(match, every=12):
        for seat in match.game.actors(position):
            dealt = match.game.redeal(match.game.view(position, seat), rng)
            assert list(match.game.moves(dealt, seat)) == list(match.game.moves(position, seat))
            for move in ("nonsense", entry.move):
                answers = [answer(match.game, p, Entry(entry.n, entry.at, seat, move)) for p in (position, dealt)]
                assert answers[0] == answers[1]


def answer(game: Any, position: Any, entry: Entry) -> str:
    """What a seat hears when it tries to play: the refusal, or nothing."""
    try:
        game.play(position, entry)
    except JetonError as error:
        return f"{type(error).__name__}: {error}"
    return "played"


@every_game
def test_what_a_game_writes_itself_is_what_msgspec_makes_of_its_structs(title, seats, options):
    match = recorded(title, seats, options)
    game = match.game
    if not isinstance(game, Written):
        assert not hasattr(game, "view_text")
        return
    positions = [*match._positions, match.position]
    for (before, entry), after in zip(steps(match), [*positions[1:], match.position], strict=True):
        for seat in viewers(match):
            assert game.view_text(before, seat) == msgspec.json.encode(game.view(before, seat))
            if after is not before:
                found = game.report_text(before, entry, after, seat)
                assert found == msgspec.json.encode(game.report(before, entry, seat))
    for seat in viewers(match):
        assert game.view_text(match.position, seat) == msgspec.json.encode(game.view(match.position, seat))
