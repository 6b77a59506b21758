"""Random matches for the tests: every kind of move, late ticks, and how many of them ($JETON_RANDOM_MATCHES)."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import Any

from jeton.core.game import CLOCK, TICK, Entry
from jeton.games.guardians.game import Guardians
from jeton.games.guardians.position import Position
from jeton.games.guardians.ruleset import OPTIONS

MATCHES = int(os.environ.get("JETON_RANDOM_MATCHES", "120"))
"""How many random matches the larger tests play."""


def random_options(rng: random.Random, **fixed: Any) -> dict[str, Any]:
    """Return a value for each option; half of them the default, so that levels stay recognisable."""
    options = {
        option.name: rng.choice(option.values)
        for option in OPTIONS
        if option.name != "pack" and rng.random() < (1.0 if option.name in ("level", "board") else 0.3)
    }
    return {**options, **fixed}


def random_match(
    game: Guardians, seats: int, rng: random.Random, *, ticks: float = 0.05, skill: float = 0.0
) -> Iterator[tuple[Position, Entry, Position]]:
    """Yield each step of a match: the position, what was played, and the position after it.

    Seats play at random, but with `skill` as probability they send a boat where it will be right. The clock plays
    whenever it is due, and sometimes as soon as it can.
    """
    position = game.start(seats, rng.randbytes(16))
    n = at = 0
    while actors := game.actors(position):
        n, at = n + 1, at + rng.randrange(4000)
        alarm = game.alarm(position)
        if alarm is not None and (at >= alarm or rng.random() < ticks):
            at = max(at, alarm)
            entry = Entry(n, at, CLOCK, TICK)
        else:
            seat = rng.choice(actors)
            moves = game.moves(position, seat)
            move = rng.choice(moves)
            if move.startswith("boat ") and rng.random() < skill:
                move = right_boat(game, position, seat, moves, rng) or move
            entry = Entry(n, at, seat, move)
        after = game.play(position, entry)
        yield position, entry, after
        position = after


def right_boat(game: Guardians, position: Position, seat: int, moves: Any, rng: random.Random) -> str | None:
    """Return a boat to where another seat's location truly is."""
    from jeton.games.guardians.moves import sail

    right = [
        sail(player.active.location, other)
        for other, player in enumerate(position.players)
        if other != seat and player.active is not None
    ]
    right = [move for move in right if move in moves]
    return rng.choice(right) if right else None
