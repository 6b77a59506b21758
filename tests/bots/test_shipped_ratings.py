"""The ratings that ship: all levels on all scales, the steps between them, and the documentation that says so."""

from itertools import pairwise
from pathlib import Path

import pytest

from jeton.bots import offered
from jeton.bots.catalogue import offers, read_ratings
from jeton.bots.splendor.net import digest

PAGE = Path(__file__).parents[2] / "docs" / "bots.md"
SCALES = [(title, seats) for title in ("splendor", "marvel") for seats in ("2", "3", "4")]


@pytest.mark.parametrize(("title", "seats"), SCALES)
def test_every_level_has_a_rating_and_the_anchor_its_place(title, seats):
    found = read_ratings()
    scale = found.scales[title][seats]

    assert set(scale) == {*offered(title), found.anchor}
    assert scale[found.anchor].elo == found.anchored_at
    assert all(rating.low <= rating.elo <= rating.high and rating.games for rating in scale.values())


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_a_level_wins_three_of_five_to_three_of_four_against_the_one_below_at_two_seats(title):
    ratings = [one.ratings["2"] for one in offers(title)]
    chances = [1 / (1 + 10 ** ((lower.elo - upper.elo) / 400)) for lower, upper in pairwise(ratings)]

    assert all(0.6 <= chance <= 0.75 for chance in chances), [round(chance, 3) for chance in chances]


@pytest.mark.parametrize(("title", "seats"), SCALES)
def test_at_no_table_is_a_level_clearly_weaker_than_the_one_below(title, seats):
    ratings = [one.ratings[seats] for one in offers(title)]

    assert all(upper.high > lower.low for lower, upper in pairwise(ratings))
    assert ratings[-1].low > ratings[0].high


@pytest.mark.parametrize(("title", "seats"), SCALES)
def test_the_documentation_shows_the_ratings_that_ship(title, seats):
    name = {"splendor": "Splendor", "marvel": "Splendor: Marvel"}[title]
    page = PAGE.read_text("utf-8")
    table = page[page.index(f"### {name}, {seats} seats: ") :].split("\n\n")[1]

    for bot, rating in read_ratings().scales[title][seats].items():
        assert f"| `{bot}` | {rating.elo:.0f} | {rating.low:.0f}–{rating.high:.0f} |" in table


@pytest.mark.parametrize(("title", "seats"), SCALES)
def test_the_ratings_were_measured_with_the_net_that_ships(title, seats):
    """Fails when a net is replaced: `jeton rate --title … --seats … --write src/jeton/bots/ratings.json` mends it."""
    assert read_ratings().nets[f"{title}-{seats}"] == digest(title, int(seats))
