"""A clear reader: it reads clues as a bot does, but without any bot's own taste, and it forgets nothing.

It stands for what a clue says to everybody. It looks on from outside, like a spectator, or from a seat.
"""

from __future__ import annotations

from typing import Any

import msgspec
import numpy as np

from jeton.bots.guardians.associations import Array, associate
from jeton.bots.guardians.memory import Memory
from jeton.bots.guardians.reading import Level, Mind, Reader
from jeton.bots.guardians.taste import BLEND
from jeton.games.guardians.game import Guardians
from jeton.games.guardians.view import View

__all__ = ["CLEAR", "MIDDLE", "TOLD", "ClearReader", "chances_of"]

CLEAR = Level(noise=0.0, keep=1.0, slip=0.1)
"""It takes one clue in ten to mean nothing, so no single clue rules an island out: people point at what they like."""
TOLD = msgspec.structs.replace(CLEAR, slip=0.05, trust=1.73)
"""The same as reviews and puzzles tell it: bots point more plainly than `CLEAR` believes. What is told with this power
of what a clue says, and one clue in twenty that means nothing, comes true as often
(`python -m jeton.analysis.calibrate_clues`)."""
MIDDLE = sum(BLEND) / 2
"""The share of the tags in the blend: the middle of the bots' shares."""


class ClearReader:
    """Reads the views of one match in order, and remembers all that was public in them."""

    def __init__(self, game: Any, blend: float = MIDDLE, level: Level = CLEAR) -> None:
        """Take a game of Guardians of Legends and, if wanted, another blend of the matrices or another trust."""
        if not isinstance(game, Guardians):
            raise TypeError(f"expected a game of Guardians of Legends, got {game!r}")
        self.ruleset, self.level = game.ruleset, level
        self.pictures = associate(game.ruleset.pack)
        matrix = self.pictures.blend(blend)
        self.mind = Mind(matrix, matrix)
        self.memory = Memory("clear", CLEAR.keep)

    def watch(self, view: View) -> Reader:
        """Take in a view and what it says."""
        self.memory.watch(view)
        return self.read(view)

    def read(self, view: View) -> Reader:
        """Return the reading of a view, with what the reader has seen so far."""
        return Reader(self.ruleset, self.level, self.pictures, self.mind, self.memory, view)


def chances_of(weights: Array) -> Array:
    """Turn log-weights into probabilities."""
    likely = np.exp(weights - weights.max())
    chances: Array = likely / likely.sum()
    return chances
