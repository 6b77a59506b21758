"""The ratings of Guardians' bots that ship: a level is stronger than the one below outside the intervals."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from jeton.bots import offered, roster
from jeton.bots.catalogue import offers, read_ratings

ROOT = Path(__file__).parents[3]
SEATS = ["3", "4", "5"]


def shown(seats):
    """The table of a scale on the page."""
    page = (ROOT / "docs" / "bots-guardians.md").read_text("utf-8")
    return page[page.index(f"### Guardians of Legends, {seats} seats: ") :].split("\n\n")[1]


@pytest.mark.parametrize("seats", SEATS)
def test_every_level_has_a_rating_and_the_anchor_its_place(seats):
    found = read_ratings()
    scale = found.scales["guardians"][seats]

    assert found.anchors["guardians"] == roster("guardians").anchor == "easy"
    assert tuple(scale) == offered("guardians")
    assert scale["easy"].elo == found.anchored_at
    assert all(rating.low <= rating.elo <= rating.high and rating.games >= 300 for rating in scale.values())


@pytest.mark.parametrize("seats", SEATS)
def test_hard_beats_normal_beats_easy_outside_the_intervals(seats):
    ratings = [one.ratings[seats] for one in offers("guardians")]
    shares = re.findall(r"^\| `(\w+)` .* \| (\w+) 0\.\d\d \((0\.\d\d)–", shown(seats), re.MULTILINE)

    assert all(upper.low > lower.high for lower, upper in pairwise(ratings))
    assert [(upper, lower) for upper, lower, _ in shares] == [("normal", "easy"), ("hard", "normal")]
    assert all(float(low) > 0.5 for _, _, low in shares)


@pytest.mark.parametrize("seats", SEATS)
def test_the_documentation_shows_the_ratings_that_ship(seats):
    table = shown(seats)

    for bot, rating in read_ratings().scales["guardians"][seats].items():
        assert f"| `{bot}` | {rating.elo:.0f} | {rating.low:.0f}–{rating.high:.0f} |" in table


@pytest.mark.parametrize("seats", SEATS)
def test_the_ratings_were_measured_with_the_bots_that_ship(seats):
    """Fails when the matrices or a level change: the command in docs/bots-guardians.md mends it, in minutes."""
    known, of_title = read_ratings(), roster("guardians")

    assert known.nets[f"guardians-{seats}"] == of_title.net(int(seats))
    assert known.levels[f"guardians-{seats}"] == of_title.levels(int(seats))


def test_the_page_makes_rated_tables_as_the_bots_were_measured():
    page = (ROOT / "ui" / "src" / "games" / "guardians" / "index.ts").read_text("utf-8")
    [seconds] = re.findall(r"^  rated: \{ idle_guard: (\d+) \},$", page, re.MULTILINE)

    assert roster("guardians").rated_with == {"idle_guard": int(seconds)}
