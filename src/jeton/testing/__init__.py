"""For authors of a title: its contract as tests, and random matches of any game. Needs pytest.

A class of two lines tests the whole contract of a title:

    from jeton.testing import GameContract

    class TestNim(GameContract):
        title = "nim"
"""

from jeton.testing.contract import Case, GameContract
from jeton.testing.play import entries, key, random_match, seed

__all__ = ["Case", "GameContract", "entries", "key", "random_match", "seed"]
