"""Duels of searches, small enough for a laptop: all matches end, shares add up, and a search by nonsense loses."""

import pytest

pytest.importorskip("torch", reason="duels need torch: pip install 'jeton[train]'")

from jeton.bots.train.duel import Duel, Player
from jeton.bots.train.plan import BadPlan

CHAMPION = Player(c=2.0)


@pytest.mark.long
@pytest.mark.timeout(1200)
def test_a_challenger_that_never_looks_at_the_net_loses():
    blind = Player(c=50.0, heat=1e6)
    duel = Duel("splendor", 2, CHAMPION, [CHAMPION, blind], matches=16, simulations=4, device="cpu", seed=5)
    same, lost = duel.play(seconds=600)

    assert (same.matches, lost.matches) == (8, 8)
    assert lost.won < 0.2 < same.won
    assert 0 < same.margin < 0.5


def test_every_seat_is_the_challengers_equally_often():
    duel = Duel("marvel", 3, CHAMPION, [Player(c=0.5), Player(c=1.0)], matches=12, simulations=1, device="cpu")

    for challenger in range(2):
        assert sorted(duel.seat[duel.group == challenger].tolist()) == [0, 0, 1, 1, 2, 2]
    assert (duel.rows.sum(1) == duel.group + 1).all()


@pytest.mark.parametrize("words", ["d=2", "c", "c=two"])
def test_a_player_that_makes_no_sense_is_refused(words):
    with pytest.raises(BadPlan, match="expected name=value pairs of net, c, fpu, heat, fresh"):
        Player.parse(words)
