"""Guardians' bots say what they weighed: the clues they could give and the boats they could send."""

import pytest

from jeton.bots.arena import Contest, play_deals
from jeton.bots.guardians import LEVELS
from jeton.bots.thought import FIRST, ONLY, Explains
from jeton.cli.explain import explained, sentences
from jeton.core.match_file import read_match
from jeton.games import make as make_game
from jeton.words import Words

ABOUT = {"bots": tuple(LEVELS), "title": "guardians", "seats": 3, "deals": 1, "seed": 2, "keep": True}


@pytest.fixture(scope="module")
def told():
    [deal] = play_deals(Contest(**ABOUT, explain=True))
    return deal


def thoughts(deal, kind):
    return [
        one.thought
        for result in deal.results
        for one in result.decisions
        if one.move.startswith(kind) and one.thought.how == FIRST
    ]


def test_a_contest_that_explains_plays_the_same_matches_and_tells_every_move(told):
    [plain] = play_deals(Contest(**ABOUT))

    assert [result.match for result in told.results] == [result.match for result in plain.results]
    for result in told.results:
        _, log = read_match(result.match)
        assert [(one.n, one.move) for one in result.decisions] == [(e.n, e.move) for e in log]
        for one in result.decisions:
            assert one.seat < 0 or (one.thought.move == one.move and one.thought.how in (FIRST, ONLY))


@pytest.mark.parametrize("kind", ["clue", "boat"])
def test_the_move_is_the_weightiest_of_those_it_weighed(told, kind):
    found = thoughts(told, kind)

    assert found
    for thought in found:
        weights = [one.weight for one in thought.candidates]
        assert sum(weights) == pytest.approx(1)
        assert weights == sorted(weights, reverse=True)
        assert thought.candidates[0].move == thought.move
        assert all(0 <= one.right <= 1 and one.move.startswith(kind) for one in thought.candidates)


def test_a_boat_is_believed_to_be_right_more_often_than_one_of_24(told):
    rights = [thought.candidates[0].right for thought in thoughts(told, "boat")]

    assert 1 / 24 < sum(rights) / len(rights) < 1


@pytest.mark.parametrize(("language", "words"), [("en", "right in "), ("fr", "juste à "), ("nl", "klopt in ")])
def test_the_text_says_how_likely_each_is_right(told, language, words):
    [game, *_] = explained(Contest(**ABOUT), [told])
    text = "\n".join(sentences(game, Words(language)))

    assert words in text
    assert Words(language)("tools.arena.explain.silent") not in text


def test_every_level_can_be_asked():
    from jeton.bots import make

    game = make_game("guardians")
    assert all(isinstance(make(level, game), Explains) for level in LEVELS)
