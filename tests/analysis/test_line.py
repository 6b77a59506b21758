"""The board follows a line as the rules play it, with another deal of what nobody could know."""

import pytest

import jeton
from jeton.analysis.line import follow
from jeton.analysis.review import review
from jeton.core.errors import IllegalMove
from tests.test_matches import MATCHES


@pytest.mark.parametrize("title", ["splendor", "marvel"])
def test_every_line_that_a_judge_tells_can_be_walked(title):
    whole = jeton.load(next(iter(sorted((MATCHES / title).glob("goal*.match")))))
    match = jeton.Match(whole.game, whole.header, whole.log[:12])
    walked = 0
    for one, position in zip(review(match, lines=60).decisions, match.positions, strict=False):
        view = match.game.view(position, one.seat)
        for choice in (*one.best, one.played):
            line = follow(match.game, view, choice.line, first=one.n)
            walked += len(line.reports)
            assert line.views[0] == view
            assert [report.n for report in line.reports] == list(range(one.n, one.n + len(choice.line)))
            assert all(seen.seat == seen.turn for seen in line.views[1:] if seen.outcome is None)

    assert walked > 40


def test_a_line_shows_nothing_that_its_player_could_not_know():
    match = jeton.new("splendor", key="00" * 16, options={"first": "seat"})
    match.play("reserve 2")
    view = match.view(1)
    hidden = match.position.hand(0)[0][0]
    cards = {follow(match.game, view, ["take wbg"], seed=seed).views[1].players[0].hand[0].card for seed in range(12)}

    assert len(cards) > 1
    assert cards != {hidden}


def test_a_move_that_can_not_follow_names_its_rule():
    match = jeton.new("splendor", key="00" * 16, options={"first": "seat"})

    with pytest.raises(IllegalMove, match="S"):
        follow(match.game, match.view(0), ["take wbg", "buy h1"])
