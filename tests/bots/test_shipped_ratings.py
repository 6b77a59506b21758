"""The ratings that ship: all levels on all scales, the steps between them, and the documentation that says so."""

import re
from itertools import pairwise
from pathlib import Path

import pytest

from jeton.bots import offered
from jeton.bots.catalogue import offers, read_ratings
from jeton.bots.splendor.levels import levels_digest
from jeton.bots.splendor.net import digest

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
SCALES = [(title, seats) for title in ("splendor", "marvel") for seats in ("2", "3", "4")]


def shown(title, seats):
    """Return the table of a scale on the page."""
    name = {"splendor": "Splendor", "marvel": "Splendor: Marvel"}[title]
    page = PAGE.read_text("utf-8")
    return page[page.index(f"### {name}, {seats} seats: ") :].split("\n\n")[1]


@pytest.mark.parametrize(("title", "seats"), SCALES)
def test_every_level_has_a_rating_and_the_anchor_its_place(title, seats):
    found = read_ratings()
    scale = found.scales[title][seats]

    assert set(scale) == {*offered(title), found.anchors[title]}
    assert scale[found.anchors[title]].elo == found.anchored_at
    assert all(rating.low <= rating.elo <= rating.high and rating.games for rating in scale.values())


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_levels_2_to_7_won_58_to_72_of_100_against_the_one_below_at_two_seats(title):
    """By their places on the scale; level 8 depends on the machine, and played few games."""
    ratings = [one.ratings["2"] for one in offers(title)]
    chances = [1 / (1 + 10 ** ((lower.elo - upper.elo) / 400)) for lower, upper in pairwise(ratings)]

    assert all(0.58 <= chance <= 0.72 for chance in chances[:-1]), [round(chance, 3) for chance in chances]
    assert 0.5 < chances[-1] < 0.8


@pytest.mark.parametrize(("title", "seats"), [scale for scale in SCALES if scale[1] != "2"])
def test_levels_2_to_7_came_before_the_one_below_in_55_to_68_of_100_at_more_seats(title, seats):
    """As measured; level 8 depends on the machine, and played few games."""
    beats = re.findall(r"^\| `level([2-7])` .* \| level\d (0\.\d\d) \(", shown(title, seats), re.MULTILINE)

    assert [int(level) for level, _ in beats] == [2, 3, 4, 5, 6, 7]
    assert all(0.55 <= float(share) <= 0.68 for _, share in beats), beats


@pytest.mark.parametrize(("title", "seats"), SCALES)
def test_at_no_table_is_a_level_clearly_weaker_than_the_one_below(title, seats):
    ratings = [one.ratings[seats] for one in offers(title)]

    assert all(upper.high > lower.low for lower, upper in pairwise(ratings))
    assert ratings[-1].low > ratings[0].high


@pytest.mark.parametrize(("title", "seats"), SCALES)
def test_the_documentation_shows_the_ratings_that_ship(title, seats):
    table = shown(title, seats)

    for bot, rating in read_ratings().scales[title][seats].items():
        assert f"| `{bot}` | {rating.elo:.0f} | {rating.low:.0f}–{rating.high:.0f} |" in table


@pytest.mark.parametrize(("title", "seats"), SCALES)
def test_the_ratings_were_measured_with_the_net_that_ships(title, seats):
    """Fails when a net is replaced: `jeton rate --title … --seats … --write src/jeton/bots/ratings.json` mends it."""
    assert read_ratings().nets[f"{title}-{seats}"] == digest(title, int(seats))


@pytest.mark.parametrize(("title", "seats"), SCALES)
def test_the_ratings_were_measured_with_the_levels_that_ship(title, seats):
    """Fails when a level is set otherwise; the same command mends it."""
    assert read_ratings().levels[f"{title}-{seats}"] == levels_digest(title, int(seats))
