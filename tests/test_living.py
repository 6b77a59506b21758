"""The matches that bots play on the first screen: real ones, and drawn as the engine has them."""

import pytest

from scripts import living

pytestmark = pytest.mark.once


@pytest.mark.parametrize("title", living.CONTESTS)
def test_what_a_small_table_draws_is_what_the_rules_play(title):
    match = living.replay(living.place(title, "match").read_text("utf-8"))

    assert match.outcome is not None
    assert match.header.version == living.CONTESTS[title].game().version
    assert living.place(title, "json").read_bytes() == living.write(match)


@pytest.mark.parametrize("title", living.CONTESTS)
def test_a_match_is_played_anew_from_its_key(title):
    kept, anew = living.replay(living.place(title, "match").read_text("utf-8")), living.replay(living.record(title))

    assert anew.outcome is not None
    assert anew.header.key == kept.header.key
    assert living.drawn(anew)[0] == living.drawn(kept)[0]
