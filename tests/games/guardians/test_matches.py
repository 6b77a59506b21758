"""Recorded matches: at least one for each way to end; each replays to the same coin."""

from pathlib import Path

import msgspec
import pytest

from jeton.core.match import Match
from jeton.core.match_file import read_match, write_match
from jeton.games.guardians.game import Guardians
from jeton.games.guardians.position import audit
from jeton.games.guardians.ruleset import NEW_IN_2, VERSIONS

FOLDER = Path(__file__).parents[2] / "matches" / "guardians"

ENDS = {
    # termination, winners, points, round
    "level-1-goal": ("goal", (1,), (10, 16, 9), 2),
    "level-1-legend-coins-break-a-tie": ("goal", (0,), (15, 10, 15, 10), 4),
    "level-1-tiles-turned-back": ("goal", (2,), (29, 15, 30, 17, 29), 8),
    "level-2-shared-victory": ("goal", (1, 2), (9, 12, 12, 10, 6), 3),
    "level-3-goal-with-powers": ("goal", (1,), (11, 21, 19, 3), 3),
    "level-3-safety-stop": ("rounds", (1,), (7, 13, 8), 40),
    "level-4-goal-with-the-bell": ("goal", (0,), (20, 18, 6, 16, 6), 4),
    "level-1-a-fire-for-each-boat": ("goal", (3,), (2, 8, 11, 14), 4),
    "level-3-legends-in-the-search": ("goal", (2,), (17, 19, 27, 24), 4),
    "level-2-things-where-the-prints-show-them": ("goal", (1,), (11, 14, 13), 2),
    "custom-table": ("goal", (3,), (12, 20, 22, 25), 4),
}


@pytest.mark.parametrize("path", sorted(FOLDER.glob("*.match")), ids=lambda path: path.stem)
def test_a_recorded_match_replays_to_the_same_end(path):
    text = path.read_text("utf-8")
    header, log = read_match(text)
    match = Match(Guardians(header.options, version=header.version), header, log)
    outcome = match.outcome

    assert outcome is not None
    assert ENDS[path.stem] == (outcome.termination, outcome.winners, outcome.points, match.position.round)
    assert audit(match.game.ruleset, match.position) is None
    assert write_match(match.header, match.log) == text


def test_every_way_to_end_is_recorded():
    assert {path.stem for path in FOLDER.glob("*.match")} == set(ENDS)
    assert {end[0] for end in ENDS.values()} == {"goal", "rounds"}
    assert any(len(end[1]) > 1 for end in ENDS.values())


def test_every_version_of_the_rules_is_recorded():
    headers = [read_match(path.read_text("utf-8"))[0] for path in FOLDER.glob("*.match")]

    assert {header.version for header in headers} == set(VERSIONS)


def test_g55_a_match_of_version_1_keeps_its_own_fires():
    """The same log under the new rules lights more fires: so the version must be heeded."""
    lit = {}
    for path in FOLDER.glob("level-1-*.match"):
        header, log = read_match(path.read_text("utf-8"))
        if header.version != 1:
            continue
        match = Match(Guardians(header.options, version=1), header, log)
        for position in match._positions:
            fires = [(fire.seat, fire.island) for fire in position.fires]
            assert len(set(fires)) == len(fires)
            lit[path.stem] = max(lit.get(path.stem, 0), len(fires))

    assert any(lit.values())


def test_g24_a_match_of_older_pictures_keeps_its_own_discs():
    """The same clue names another thing, or none, where the prints show things now: so the version must be heeded."""
    header, log = read_match((FOLDER / "level-3-legends-in-the-search.match").read_text("utf-8"))
    assert header.version == 2
    named = {}
    for version in VERSIONS:
        rules = Guardians(
            {k: v for k, v in header.options.items() if version > 1 or k not in NEW_IN_2}, version=version
        )
        match = Match(rules, msgspec.structs.replace(header, version=version, options=rules.options), log[:1])
        named[version] = match.position.clues[-1].element

    assert named[1] == named[2] == "beekeeper_meadow.ewe"
    assert named[3] != "beekeeper_meadow.ewe"
