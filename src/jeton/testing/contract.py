"""What every game owes to the rest of Jeton, whatever its rules: the promises of `jeton.core.game.Game`."""

from __future__ import annotations

import json
import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, ClassVar

import msgspec
import pytest

import jeton
from jeton import CLOCK, BadOption, CannotUndo, Entry, JetonError, MalformedMove, MatchOver, UnknownVersion, WrongSeat
from jeton.games import find
from jeton.testing.play import entries, random_match, seed

__all__ = ["Case", "GameContract"]


@dataclass(frozen=True)
class Case:
    """One number of seats with one choice of options."""

    title: str
    seats: int
    options: tuple[tuple[str, Any], ...] = ()

    @property
    def match(self) -> jeton.Match:
        """A whole match of random moves, the same for every test."""
        return _recorded(self)

    @property
    def name(self) -> str:
        """What the test is called."""
        return "-".join([self.title, str(self.seats), *(f"{name}={value}" for name, value in self.options)])


@cache
def _recorded(case: Case) -> jeton.Match:
    return random_match(case.title, case.seats, "contract", **dict(case.options))


def steps(match: jeton.Match, every: int = 1) -> list[tuple[Any, Entry]]:
    """Return each position of a match with the entry that was played in it, or some of them."""
    pairs = list(zip(match.positions, match.standing, strict=False))
    return [*pairs[::every], pairs[-1]]


def viewers(match: jeton.Match) -> list[int | None]:
    return [*range(match.header.seats), None]


def answer(game: Any, position: Any, entry: Entry) -> str:
    """Return what a seat hears when it tries to play: the refusal, or nothing."""
    try:
        game.play(position, entry)
    except JetonError as error:
        return f"{type(error).__name__}: {error}"
    return "played"


class GameContract:
    """The promises of a game as tests; subclass it as `TestYourTitle`, and name the title."""

    title: ClassVar[str]
    seats: ClassVar[Sequence[int]] = ()
    """Numbers of seats to try; without any, all that the title takes."""
    variants: ClassVar[Sequence[dict[str, Any]]] = ()
    """Options to try besides the defaults, each with one number of seats."""
    chance: ClassVar[bool] = True
    """Whether matches begin differently; a title without chance says False."""
    interpreted: ClassVar[Sequence[int]] = ()
    """Numbers of seats whose tests are marked `interpreted`, for a suite that runs again without the compiler."""

    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> None:
        """Run each test that takes a `case` with every number of seats, and with every variant."""
        if "case" in metafunc.fixturenames:
            metafunc.parametrize("case", self._cases())

    def _cases(self) -> list[Any]:
        counts = self.seats or find(self.title).seats
        found = []
        for seats in counts:
            case = Case(self.title, seats)
            marks = [pytest.mark.interpreted] if seats in self.interpreted else []
            found.append(pytest.param(case, id=case.name, marks=marks))
        for number, options in enumerate(self.variants):
            case = Case(self.title, counts[number % len(counts)], tuple(options.items()))
            found.append(pytest.param(case, id=case.name))
        return found

    # The match as a whole

    def test_a_random_match_comes_to_an_end(self, case: Case) -> None:
        match = case.match

        assert match.is_over
        assert match.n > 0

    def test_replay_equals_live(self, case: Case) -> None:
        match = case.match
        again = jeton.Match(match.game, match.header, match.log)

        assert again.position == match.position
        assert again.outcome == match.outcome
        assert again.positions == match.positions

    def test_the_outcome_is_well_formed(self, case: Case) -> None:
        outcome = case.match.outcome

        assert outcome is not None
        assert len(outcome.points) == len(outcome.ranks) == case.seats
        assert outcome.winners == tuple(seat for seat in range(case.seats) if outcome.ranks[seat] == 1)
        for rank in outcome.ranks:
            assert rank == 1 + sum(other < rank for other in outcome.ranks)

    def test_a_match_file_holds_all_of_it(self, case: Case, tmp_path: Path) -> None:
        match = case.match
        jeton.save(match, tmp_path / "a.match")
        loaded = jeton.load(tmp_path / "a.match")

        assert (loaded.header, loaded.log) == (match.header, match.log)
        assert loaded.position == match.position
        assert jeton.dumps(loaded) == jeton.dumps(match)

    def test_undo_restores_every_position(self, case: Case) -> None:
        match = case.match.copy()
        positions = [*match.positions]
        while match.standing:
            assert match.position == positions.pop()
            match.undo(revealed=True)

        assert [match.position] == positions
        assert match.position == match.game.start(case.seats, match.header.seed)

    def test_a_match_with_undone_entries_replays(self, case: Case) -> None:
        match = case.match.copy()
        last = match.log[-1]
        match.undo(revealed=True)
        match.play(last.move, seat=last.seat, at=last.at)
        again = jeton.loads(jeton.dumps(match))

        assert again.log == match.log
        assert again.position == match.position == case.match.position

    def test_a_copy_goes_its_own_way(self, case: Case) -> None:
        match = case.match.copy()
        match.undo(revealed=True)
        before = jeton.dumps(match), match.game.write(match.position)
        other = match.copy()
        entry = case.match.log[-1]
        other.play(entry.move, seat=entry.seat, at=entry.at)

        assert (jeton.dumps(match), match.game.write(match.position)) == before
        assert other.n == match.n + 1
        assert other.is_over

    def test_what_reveals_nothing_shows_nobody_anything_new(self, case: Case) -> None:
        match = case.match
        rng = random.Random(2)

        for before, entry in steps(match, every=2):
            if match.game.reveals(before, entry):
                continue
            after = match.game.play(before, entry)
            for seat in viewers(match):
                dealt = match.game.redeal(match.game.view(before, seat), rng)
                assert match.game.view(match.game.play(dealt, entry), seat) == match.game.view(after, seat)

    def test_undo_never_crosses_a_reveal(self, case: Case) -> None:
        match = case.match.copy()
        crossed = 0
        while match.standing:
            shows = match.game.reveals(match.positions[-2], match.standing[-1])
            crossed += shows
            assert match.can_undo == (not shows) == (not match.revealed(1))
            if shows:
                with pytest.raises(CannotUndo):
                    match.undo()
            match.undo(revealed=True)

        assert crossed
        assert not match.can_undo

    def test_several_steps_reveal_what_any_of_them_does(self, case: Case) -> None:
        match = case.match
        shows = [
            match.game.reveals(before, entry) for before, entry in zip(match.positions, match.standing, strict=False)
        ]

        for count in range(min(40, len(shows)) + 1):
            assert match.revealed(count) == any(shows[len(shows) - count :])
        for wrong in (-1, len(shows) + 1):
            with pytest.raises(ValueError, match="steps"):
                match.revealed(wrong)

    def test_the_standing_ranks_every_seat_at_any_time(self, case: Case) -> None:
        match = case.match

        for position, _ in [*steps(match, every=5), (match.position, None)]:
            standing = match.game.standing(position)
            assert len(standing.points) == len(standing.ranks) == case.seats
            assert standing.winners == tuple(seat for seat in range(case.seats) if standing.ranks[seat] == 1)
            assert match.game.since(position) >= 1
            assert match.game.chat_open(position) in (True, False)

    def test_who_resigns_is_behind_the_others(self, case: Case) -> None:
        match = jeton.Match(case.match.game, case.match.header)
        for seat in range(case.seats - 1):
            match.resign(seat)

        assert match.is_over
        assert match.outcome is not None
        assert match.outcome.winners == (case.seats - 1,)
        assert match.view(0).outcome == match.outcome

    def test_the_record_says_what_the_game_says(self) -> None:
        title, game = find(self.title), jeton.make(self.title)

        assert (game.title, game.version, game.seat_counts) == (title.name, title.newest, title.seats)
        assert dict(game.options) == {option.name: option.default for option in title.options}
        for option in title.options:
            assert option.takes(option.default)
        for version in title.makers:
            assert jeton.make(self.title, version=version).version == version

    # Positions

    def test_a_position_is_a_function_of_seed_and_entries(self, case: Case) -> None:
        match = case.match
        game = jeton.make(self.title, options=dict(case.options))

        assert game == match.game
        assert game.start(case.seats, seed(1)) == game.start(case.seats, seed(1))
        assert (game.start(case.seats, seed(1)) != game.start(case.seats, seed(2))) is self.chance
        for before, entry in steps(match, every=7):
            assert game.play(before, entry) == game.play(before, entry)

    def test_play_never_changes_the_position_it_is_given(self, case: Case) -> None:
        match = case.match

        for before, entry in steps(match, every=5):
            text = match.game.write(before)
            match.game.play(before, entry)
            match.game.report(before, entry, None)
            match.game.reveals(before, entry)
            assert match.game.write(before) == text

    def test_position_text_goes_there_and_back(self, case: Case) -> None:
        match = case.match

        for position, entry in steps(match, every=5):
            text = match.game.write(position)
            again = match.game.read(text)
            assert "\n" not in text
            assert again == position
            assert match.game.write(again) == text
            assert match.game.play(again, entry) == match.game.play(position, entry)
        assert match.game.outcome(match.game.read(match.game.write(match.position))) == match.outcome

    def test_the_whole_truth_is_plain_data(self, case: Case) -> None:
        match = case.match

        for position, _ in [*steps(match, every=9), (match.position, None)]:
            full = match.game.full(position)
            assert json.loads(json.dumps(full, allow_nan=False)) == msgspec.json.decode(msgspec.json.encode(full))

    # Who may move

    def test_never_stuck_and_over_when_nobody_may_move(self, case: Case) -> None:
        match = case.match
        game = match.game

        for position, _ in steps(match):
            actors = game.actors(position)
            assert actors
            assert game.outcome(position) is None
            assert set(actors) <= set(range(case.seats))
            assert game.alarm(position) is not None or any(game.moves(position, seat) for seat in actors)
        assert game.actors(match.position) == ()
        assert [list(game.moves(match.position, seat)) for seat in range(case.seats)] == [[]] * case.seats

    def test_who_may_not_move_has_no_moves(self, case: Case) -> None:
        match = case.match

        for position, _ in steps(match, every=3):
            for seat in set(range(case.seats)) - set(match.game.actors(position)):
                assert len(match.game.moves(position, seat)) == 0

    def test_every_listed_move_can_be_played(self, case: Case) -> None:
        match = case.match

        for position, entry in steps(match, every=15):
            for seat in match.game.actors(position):
                listed = list(match.game.moves(position, seat))
                assert len(set(listed)) == len(listed)
                for move in listed:
                    assert move == move.strip()
                    assert "\n" not in move
                    match.game.play(position, Entry(entry.n, entry.at, seat, move))

    def test_time_never_runs_backwards_past_an_alarm(self, case: Case) -> None:
        match = case.match

        for position, entry in steps(match):
            alarm = match.game.alarm(position)
            assert alarm is None or alarm >= 0
            if entry.seat == CLOCK:
                assert alarm is not None
                assert entry.at >= alarm

    # What is refused

    def test_nonsense_is_malformed_and_changes_nothing(self, case: Case) -> None:
        match = case.match
        position, entry = steps(match)[0]
        text = match.game.write(position)
        seat = match.game.actors(position)[0]

        for move in ("", " ", "nonsense", "take", "take  wbg", "é", "0", "\0", "tick tock", "buy 9.9", "x" * 10_000):
            with pytest.raises(MalformedMove):
                match.game.play(position, Entry(1, entry.at, seat, move))
        assert match.game.write(position) == text

    def test_a_seat_that_does_not_exist_is_refused(self, case: Case) -> None:
        match = case.match
        position, entry = steps(match)[0]

        for seat in (case.seats, 99, -2):
            with pytest.raises(WrongSeat):
                match.game.play(position, Entry(1, entry.at, seat, entry.move))

    def test_a_finished_match_is_refused(self, case: Case) -> None:
        match = case.match.copy()
        text = match.game.write(match.position)
        last = match.log[-1]

        for seat in range(case.seats):
            with pytest.raises(MatchOver):
                match.game.play(match.position, Entry(match.n + 1, last.at, seat, match.log[0].move))
        with pytest.raises(MatchOver):
            match.play(last.move)
        assert match.game.write(match.position) == text
        assert match.log[-1] == last
        assert match.moves() == ()

    def test_unknown_options_and_versions(self) -> None:
        with pytest.raises(BadOption, match="no_such_option"):
            jeton.make(self.title, options={"no_such_option": 1})
        with pytest.raises(UnknownVersion, match="99"):
            jeton.make(self.title, version=99)

    def test_a_game_is_its_title_and_options(self) -> None:
        game = jeton.make(self.title)

        assert game.title == self.title
        assert jeton.make(self.title, version=game.version, options=game.options) == game
        assert hash(jeton.make(self.title, options=game.options)) == hash(game)
        assert msgspec.json.decode(msgspec.json.encode(dict(game.options))) == dict(game.options)

    @pytest.mark.parametrize("wrong", [-1, 0, 1, 100])
    def test_no_match_with_a_wrong_number_of_seats(self, wrong: int) -> None:
        with pytest.raises(ValueError, match="expected"):
            jeton.new(self.title, seats=wrong)

    # Views and reports

    def test_a_view_says_how_it_came_about(self, case: Case) -> None:
        match = case.match

        for position, _ in [*steps(match, every=9), (match.position, None)]:
            for seat in viewers(match):
                view = match.game.view(position, seat)
                assert view.seat == seat
                assert view.title == self.title
                assert view.outcome == match.game.outcome(position)
                expected = [] if seat is None else match.game.moves(position, seat)
                assert list(view.moves) == list(expected)

    def test_a_seat_that_does_not_exist_has_no_view(self, case: Case) -> None:
        match = case.match

        for seat in (case.seats, 99, CLOCK):
            with pytest.raises(WrongSeat):
                match.game.view(match.position, seat)

    def test_views_and_reports_can_be_sent(self, case: Case) -> None:
        match = case.match

        for position, entry in steps(match, every=9):
            for seat in viewers(match):
                for value in (match.game.view(position, seat), match.game.report(position, entry, seat)):
                    sent = msgspec.json.encode(value)
                    assert msgspec.json.encode(msgspec.json.decode(sent, type=type(value))) == sent
                    packed = msgspec.msgpack.encode(value)
                    assert msgspec.msgpack.encode(msgspec.msgpack.decode(packed, type=type(value))) == packed
                view = match.game.view(position, seat)
                assert msgspec.json.decode(msgspec.json.encode(view), type=type(view)) == view

    def test_a_view_can_not_be_changed(self, case: Case) -> None:
        view = case.match.view(0)

        with pytest.raises(AttributeError):
            view.seat = 1

    def test_reports_tell_of_the_entries_that_stand(self, case: Case) -> None:
        match = case.match
        told = match.reports(0)

        by_number = {entry.n: entry for entry in match.standing}
        for report in told:
            entry = by_number[report.n]
            assert (report.at, report.seat) == (entry.at, entry.seat)
        assert [report.n for report in told] == sorted(report.n for report in told)

    def test_a_redealt_position_has_the_very_view(self, case: Case) -> None:
        match = case.match
        rng = random.Random(1)

        for position, _ in [*steps(match, every=6), (match.position, None)]:
            for seat in viewers(match):
                view = match.game.view(position, seat)
                assert match.game.view(match.game.redeal(view, rng), seat) == view

    def test_a_redealt_position_can_be_played_on(self, case: Case) -> None:
        match = case.match
        rng = random.Random(2)

        for position, _ in steps(match, every=40):
            seat = rng.choice(viewers(match))
            dealt = match.game.redeal(match.game.view(position, seat), rng)
            assert match.game.actors(dealt) == match.game.actors(position)
            for i, (before, _) in enumerate(entries(match.game, dealt, rng)):
                if i % 20 == 0:
                    assert match.game.view(
                        match.game.redeal(match.game.view(before, seat), rng), seat
                    ) == match.game.view(before, seat)

    def test_what_a_seat_may_do_does_not_depend_on_what_it_can_not_know(self, case: Case) -> None:
        match = case.match
        rng = random.Random(3)

        for position, entry in steps(match, every=12):
            for seat in match.game.actors(position):
                dealt = match.game.redeal(match.game.view(position, seat), rng)
                assert list(match.game.moves(dealt, seat)) == list(match.game.moves(position, seat))
                for move in ("nonsense", entry.move):
                    answers = [answer(match.game, p, Entry(entry.n, entry.at, seat, move)) for p in (position, dealt)]
                    assert answers[0] == answers[1]

    def test_what_a_game_writes_itself_is_what_msgspec_makes_of_its_structs(self, case: Case) -> None:
        match = case.match
        game = match.game
        for (before, entry), after in zip(steps(match), [*match.positions[1:], match.position], strict=True):
            for seat in viewers(match):
                assert game.view_text(before, seat) == msgspec.json.encode(game.view(before, seat))
                if after is not before:
                    found = game.report_text(before, entry, after, seat)
                    assert found == msgspec.json.encode(game.report(before, entry, seat))
        for seat in viewers(match):
            assert game.view_text(match.position, seat) == msgspec.json.encode(game.view(match.position, seat))
