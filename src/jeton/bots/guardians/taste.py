"""A bot's own mind: its blend of the matrices, and a noise that no other bot shares (no telepathy).

It reads with its whole noise. It points with a little of it, the same at every bot level: a bot that speaks plainly is
a good partner, and an easy bot is easy because it understands less, not because it is hard to understand.

Both follow from the board and the seat. Everybody sees those, so a bot made in the middle of a match, or in another
process, has the same mind as the one before it; and no two seats or matches have the same.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable

import numpy as np

from jeton.bots.guardians.associations import Array, Associations
from jeton.games.guardians.board import Cell

__all__ = ["fraction", "make_taste", "make_voice"]

BLEND = (0.4, 0.7)
"""The least and the most that tags count in a bot's blend, among tags and embeddings."""
PEOPLE = 0.15
"""What people's answers count in it: docs/lab/associations.md."""

ACCENT = 0.2
"""The noise with which every bot points."""


def make_taste(associations: Associations, board: Iterable[Cell], seat: int, noise: float) -> Array:
    """Return the matrix with which one seat reads in one match."""
    mark = ";".join(f"{cell.island},{cell.q},{cell.r}" for cell in board)
    digest = hashlib.sha256(f"jeton taste 1 {seat} {mark}".encode()).digest()
    chance = np.random.default_rng(int.from_bytes(digest[:16], "little"))
    matrix = associations.blend(float(chance.uniform(*BLEND)), PEOPLE)
    return matrix + noise * chance.standard_normal(matrix.shape)


def make_voice(associations: Associations, board: Iterable[Cell], seat: int) -> Array:
    """Return the matrix with which the seat points: the same blend and the same noise, but little of it."""
    return make_taste(associations, board, seat, ACCENT)


def fraction(*parts: object) -> float:
    """Return a number from 0 to 1 that follows from the parts and looks random.

    >>> fraction("siren_reef", 3) == fraction("siren_reef", 3) != fraction("siren_reef", 4)
    True
    """
    digest = hashlib.blake2b(repr(parts).encode(), digest_size=7).digest()
    return int.from_bytes(digest, "little") / 2**56
