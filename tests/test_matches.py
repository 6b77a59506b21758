"""Recorded matches: each is replayed and must end as it did, and there is one for every way a match can end.

A bug report is one more file in tests/matches; its outcome goes into the index beside it.
"""

import tomllib
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import jeton
from jeton.core.match import TERMINATIONS

MATCHES = Path(__file__).parent / "matches"
TITLES = ("splendor", "marvel")
"""The titles whose matches lie here; Guardians of Legends has a test of its own."""

INDEX = {
    (title, name): expected
    for title in TITLES
    for name, expected in tomllib.loads((MATCHES / title / "index.toml").read_text("utf-8")).items()
}

every_match = pytest.mark.parametrize(("title", "name"), INDEX)


@cache
def recorded(title: str, name: str) -> jeton.Match:
    return jeton.load(MATCHES / title / f"{name}.match")


def positions(match: jeton.Match) -> list[Any]:
    return [*match._positions, match.position]


# What each way asks of a match


def tied(match: jeton.Match, seat: int) -> list[int]:
    """Return the seats that are level with this one by M16's first question (or S28's), in the end."""
    seen = match.view().players
    return [s for s, player in enumerate(seen) if (player.meets_goal, player.points) == standing(match, seat)]


def standing(match: jeton.Match, seat: int) -> tuple[bool, int]:
    player = match.view().players[seat]
    return player.meets_goal, player.points


def cards(match: jeton.Match, seat: int) -> int:
    return len(match.view().players[seat].cards)


def by_goal(match: jeton.Match) -> bool:
    assert match.outcome is not None
    winners = match.outcome.winners
    return match.outcome.termination == "goal" and all(match.view().players[seat].meets_goal for seat in winners)


def by_fewest_cards(match: jeton.Match) -> bool:
    [winner] = match.outcome.winners
    level = tied(match, winner)
    fewest = [seat for seat in level if cards(match, seat) == min(cards(match, other) for other in level)]
    return by_goal(match) and len(level) > 1 and match.view().tile not in level and fewest == [winner]


def by_tile(match: jeton.Match) -> bool:
    [winner] = match.outcome.winners
    return by_goal(match) and len(tied(match, winner)) > 1 and match.view().tile == winner


def by_sharing(match: jeton.Match) -> bool:
    first, second, *_ = match.outcome.winners
    return by_goal(match) and standing(match, first) == standing(match, second)


def by_passing(match: jeton.Match) -> bool:
    seats = match.header.seats
    return match.outcome.termination == "passes" and {entry.move for entry in match.standing[-seats:]} == {"pass"}


def after_going_on(match: jeton.Match) -> bool:
    """M17. Somebody met the Gauntlet, nobody did when the round was over, and the match went on."""
    met = went_on = False
    for position in positions(match)[:-1]:
        view = match.game.view(position, None)
        meets = any(player.meets_goal for player in view.players)
        if view.phase == "play" and view.turn == view.first:
            went_on |= met and not meets
            met = False
        met |= meets
    return by_goal(match) and went_on


def after_a_resignation(match: jeton.Match) -> bool:
    gave_up = [entry.seat for entry in match.resigned]
    return match.outcome.termination == "goal" and [match.outcome.ranks[s] for s in gave_up] == [match.header.seats]


WAYS: dict[str, Callable[[jeton.Match], bool]] = {
    "goal": by_goal,
    "goal 21": lambda match: by_goal(match) and match.header.options["goal"] == 21 and max(match.outcome.points) >= 21,
    "fewest cards": by_fewest_cards,
    "Avengers tile": by_tile,
    "shared victory": by_sharing,
    "passes": by_passing,
    "went on": after_going_on,
    "goal after a resignation": after_a_resignation,
    "resigned": lambda match: match.outcome.termination == "resigned" and match.log[-1].move == "resign",
    "time": lambda match: match.outcome.termination == "time" and match.log[-1].move == "timeout",
}

EXPECTED = {
    "splendor": set(WAYS) - {"Avengers tile", "went on"},
    "marvel": set(WAYS) - {"goal 21"},
}


@every_match
def test_it_ends_as_it_did(title, name):
    match, expected = recorded(title, name), INDEX[title, name]

    assert match.n == expected["entries"]
    assert match.outcome == jeton.Outcome(
        termination=expected["termination"],
        winners=tuple(expected["winners"]),
        points=tuple(expected["points"]),
        ranks=tuple(expected["ranks"]),
    )


@every_match
def test_it_ended_the_way_it_stands_for(title, name):
    assert WAYS[INDEX[title, name]["way"]](recorded(title, name))


@every_match
def test_it_is_written_as_it_was_read(title, name):
    text = (MATCHES / title / f"{name}.match").read_text(encoding="utf-8")

    assert jeton.dumps(recorded(title, name)) == text


@pytest.mark.interpreted
@pytest.mark.parametrize(
    ("title", "name"),
    [("splendor", "passes-3-seats"), ("splendor", "tie-fewest-cards"), ("marvel", "went-on-after-the-trigger")],
)
def test_it_ends_so_without_the_compiler_too(title, name):
    assert recorded(title, name).outcome.points == tuple(INDEX[title, name]["points"])


@pytest.mark.parametrize("title", TITLES)
def test_there_is_a_match_for_every_way_to_end(title):
    ways = {expected["way"] for (of, _), expected in INDEX.items() if of == title}

    assert ways == EXPECTED[title]


@pytest.mark.parametrize("title", TITLES)
def test_there_is_a_match_for_every_termination(title):
    terminations = {expected["termination"] for (of, _), expected in INDEX.items() if of == title}

    assert terminations == {"goal", "passes", *TERMINATIONS.values()}


@pytest.mark.parametrize("title", TITLES)
def test_there_is_a_match_for_every_number_of_seats_and_every_option(title):
    headers = [recorded(of, name).header for of, name in INDEX if of == title]

    assert {header.seats for header in headers} == {2, 3, 4}
    for option in jeton.make(title).box.options:
        assert {header.options[option.name] for header in headers} == set(option.values)


@pytest.mark.parametrize("title", TITLES)
def test_every_file_is_in_the_index(title):
    files = {file.stem for file in (MATCHES / title).glob("*.match")}

    assert files == {name for of, name in INDEX if of == title}


def test_some_hold_moves_that_were_taken_back():
    assert all(
        any(entry.move == "undo" for entry in recorded(title, "goal-with-moves-taken-back").log) for title in TITLES
    )


@every_match
def test_turns_count_as_players_count_them(title: str, name: str) -> None:
    """What still belongs to a turn, such as giving back, and giving up are no turns."""
    match = recorded(title, name)
    begun = [
        move.startswith(("take ", "buy ", "reserve ", "pass")) for move in (one.move for one in match.reports(None))
    ]

    assert [match.game.turns(one) for one in match.positions] == [sum(begun[:n]) for n in range(len(match.positions))]
