"""A server that has just started plays a match of each title to itself, to the end."""

import jeton
from jeton.server.warming import play_one


def test_every_title_is_played_to_its_end_so_that_nothing_is_left_to_compile():
    for title in jeton.titles():
        assert play_one(title).outcome is not None
