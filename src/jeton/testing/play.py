"""Random matches of any game."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import jeton
from jeton.core.game import CLOCK, TICK, Entry

__all__ = ["entries", "key", "random_match", "seed"]


@cache
def _game(title: str, options: tuple[tuple[str, Any], ...]) -> Any:
    return jeton.make(title, options=dict(options))


def seed(*words: object) -> bytes:
    """Return a match's 16 bytes of chance, drawn from anything with a text of its own."""
    return hashlib.sha256(repr(words).encode()).digest()[:16]


def key(*words: object) -> str:
    """Return a match's key, drawn like `seed`."""
    return seed(*words).hex()


def entries(game: Any, position: Any, rng: random.Random, limit: int = 10_000) -> Iterator[tuple[Any, Entry]]:
    """Play a match at random to its end; yield each position with the entry that is played in it.

    Any game will do: turns are seats that move alone, real time is several seats with a clock that rings. Time goes on
    a little at each move; the clock plays its tick when its alarm comes first.
    """
    now = 0
    for n in range(1, limit + 1):
        actors = game.actors(position)
        if not actors:
            return
        options = [(seat, move) for seat in actors for move in game.moves(position, seat)]
        alarm = game.alarm(position)
        later = now + int(rng.expovariate(1 / 2_000))
        if alarm is not None and (not options or later >= alarm):
            now = max(now, alarm)
            entry = Entry(n, now, CLOCK, TICK)
        else:
            assert options, f"stuck: seats {actors} have no move and the clock is not set"
            now = later
            seat = rng.choice(actors)
            choices = game.moves(position, seat) or [move for s, move in options if s == (seat := options[0][0])]
            entry = Entry(n, now, seat, rng.choice(choices))
        yield position, entry
        position = game.play(position, entry)
    raise AssertionError(f"no end after {limit} entries")


def random_match(title: str, seats: int, word: object = 0, **options: Any) -> jeton.Match:
    """Return a whole match of random moves."""
    game = _game(title, tuple(options.items()))
    header = jeton.Header(
        title=title, version=game.version, seats=seats, options=dict(game.options), key=key(title, seats, word)
    )
    match = jeton.Match(game, header)
    rng = random.Random(f"{title} {seats} {word}")
    for _, entry in entries(game, match.position, rng):
        match.append(entry)
    return match
