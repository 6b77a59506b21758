"""For whoever writes a title: its contract as tests, and random matches of any game. Needs pytest.

A title has all of its contract tested by a class of two lines:

    from jeton.testing import GameContract

    class TestNim(GameContract):
        title = "nim"
"""

from jeton.testing.contract import Case, GameContract
from jeton.testing.play import entries, key, random_match, seed

__all__ = ["Case", "GameContract", "entries", "key", "random_match", "seed"]
