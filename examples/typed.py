"""A script that a strict checker can follow: `mypy --strict examples/typed.py` knows every name of a view by its type.

Without an installed checker it simply runs: the richest seat of a match of Splendor, and where boats go in Guardians.
"""

from __future__ import annotations

from random import Random
from typing import assert_type

import jeton
from jeton.games.types import Guardians, GuardiansMatch, GuardiansView, Splendor, SplendorMatch, SplendorView


def richest(match: SplendorMatch) -> int:
    """The seat with the most points: `players`, `points` and `tokens` have types."""
    view = match.view(0)
    best = max(range(len(view.players)), key=lambda seat: (view.players[seat].points, sum(view.players[seat].tokens)))
    return best


def islands(match: GuardiansMatch) -> list[str]:
    """The islands that seat 0 sees on the board."""
    return [tile.island for tile in match.position.board]


def main() -> None:
    """Play a little of both."""
    match = jeton.new("splendor", seats=3, key="00" * 16)
    assert_type(match, SplendorMatch)
    assert_type(match.view(0), SplendorView)
    assert_type(match.game, Splendor)
    rng = Random(1)
    for _ in range(60):
        match.play(rng.choice(list(match.view(match.actors[0]).moves)))
    print("the richest seat:", richest(match), match.game.box.letters, match.position.bank)

    other = jeton.new("guardians", seats=4, key="00" * 16)
    assert_type(other.view(1), GuardiansView)
    assert_type(jeton.make("guardians"), Guardians)
    print("the first islands:", *islands(other)[:3])


if __name__ == "__main__":
    main()
