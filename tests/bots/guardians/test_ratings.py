"""The ratings of Guardians' bots that ship: a level is stronger than the one below outside the intervals."""

import re
from itertools import pairwise
from pathlib import Path

import pytest
from msgspec import defstruct
from msgspec.structs import asdict, fields, replace

from jeton.bots import offered, roster
from jeton.bots.catalogue import offers, read_ratings
from jeton.bots.guardians.player import ALWAYS_COUNTED, LEVELS, levels_digest
from jeton.bots.guardians.reading import Level

ROOT = Path(__file__).parents[3]
SEATS = ["3", "4", "5"]


def shown(seats):
    """Return the table of a scale on the page."""
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


def test_a_new_neutral_setting_leaves_the_ratings_as_they_are():
    class Later(Level, frozen=True, kw_only=True):
        hunch: float = 0.0

    later = {name: Later(**asdict(level)) for name, level in LEVELS.items()}

    assert levels_digest(later) == levels_digest()
    assert levels_digest(later | {"hard": replace(later["hard"], hunch=0.1)}) != levels_digest()


@pytest.mark.parametrize("name", [field.name for field in fields(Level)])
def test_a_level_that_is_set_otherwise_has_another_digest(name):
    value = getattr(LEVELS["hard"], name)
    other = replace(LEVELS["hard"], **{name: not value if isinstance(value, bool) else value + 0.25})

    assert levels_digest(LEVELS | {"hard": other}) != levels_digest()


@pytest.mark.parametrize("name", ALWAYS_COUNTED)
def test_another_default_that_is_not_neutral_has_another_digest(name):
    before = next(field.default for field in fields(Level) if field.name == name)
    other = defstruct("Other", [(name, float, before + 1)], bases=(Level,), frozen=True, kw_only=True)
    levels = {bot: other(**{**asdict(level), name: before + 1}) for bot, level in LEVELS.items()}

    assert levels_digest(levels) != levels_digest()


def test_the_page_makes_rated_tables_as_the_bots_were_measured():
    page = (ROOT / "ui" / "src" / "games" / "guardians" / "index.ts").read_text("utf-8")
    [seconds] = re.findall(r"^  rated: \{ idle_guard: (\d+) \},$", page, re.MULTILINE)

    assert roster("guardians").rated_with == {"idle_guard": int(seconds)}
