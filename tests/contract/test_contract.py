"""Our titles keep the promises of `core.Game`."""

import jeton
from jeton.testing import GameContract


class TestSplendor(GameContract):
    title = "splendor"
    variants = ({"visible": False}, {"goal": 21, "payment": "thrifty", "first": "seat"})
    interpreted = (2,)


class TestMarvel(GameContract):
    title = "marvel"
    variants = ({"visible": False, "payment": "thrifty"},)
    interpreted = (3,)


class TestGuardians(GameContract):
    title = "guardians"


def test_every_title_of_ours_is_tested():
    assert {one.title for one in GameContract.__subclasses__()} >= set(jeton.titles())
