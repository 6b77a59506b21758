"""Non-interference: another deal of what a seat can't see changes no byte of its view, its moves or any refusal."""

import itertools
import random
import time
import zlib
from collections import deque
from collections.abc import Iterator
from functools import cache
from typing import Any

import msgspec
import pytest

import jeton
from jeton import Entry, JetonError
from jeton.envs import kinds
from jeton.games import find
from tests.figures import say
from tests.support import entries, seed

TRIES = 6
"""Moves that are tried in each state: what was legal for anybody a while ago, so that most are refused."""
OPTIONS: dict[str, list[dict[str, Any]]] = {
    "splendor": [{}, {"visible": False}],
    "marvel": [{}, {"visible": False}],
    "guardians": [{}],
}


def states(title: str) -> Iterator[tuple[Any, Any, int, list[str]]]:
    """Yield states of random matches without end: the game, a position, its seats, and moves to try in it."""
    rng = random.Random(title)
    games = [jeton.make(title, options=options) for options in OPTIONS.get(title, [{}])]
    for number in itertools.count():
        one = games[number % len(games)]
        seats = rng.choice(one.seat_counts)
        heard: deque[str] = deque(["dance", "undo", ""], maxlen=200)
        for position, entry in entries(one, one.start(seats, seed(title, number)), rng):
            yield one, position, seats, rng.sample(list(heard), min(TRIES, len(heard)))
            actor = rng.choice(one.actors(position))
            heard.extend(rng.sample(list(one.moves(position, actor)), min(3, len(one.moves(position, actor)))))
            heard.append(entry.move)


def shown(one: Any, position: Any, seat: int | None, tries: list[str]) -> list[Any]:
    """Return all that a seat can find out in a position without playing: byte by byte."""
    told: list[Any] = [msgspec.json.encode(one.view(position, seat)), tuple(one.actors(position)), one.alarm(position)]
    if seat is not None:
        told.append(tuple(one.moves(position, seat)))
        told += in_numbers(one, position, seat)
        told += [answer(one, position, seat, move) for move in tries]
    return told


def in_numbers(one: Any, position: Any, seat: int) -> list[bytes]:
    """Return what an agent at that seat observes, both ways, and its masks, where the title has environments."""
    if not find(one.title).envs:
        return []
    found: list[bytes] = []
    for way in ("", "cards") if one.title != "guardians" else ("",):
        codec = coded(one.title, tuple(one.options.items()), position.seats, way)
        found += [codec.features(position, seat).tobytes(), codec.mask(position, seat).tobytes()]
    return [*found, *(part.tobytes() for part in codec.numbers(codec.game.view(position, seat)).values())]


@cache
def coded(title: str, options: tuple[tuple[str, Any], ...], seats: int, way: str) -> Any:
    return kinds(title).codec(jeton.make(title, options=dict(options)), seats, way)


def answer(one: Any, position: Any, seat: int, move: str) -> Any:
    try:
        one.play(position, Entry(1, 10**9, seat, move))
    except JetonError as error:
        return type(error).__name__, str(error), sorted((name, repr(value)) for name, value in vars(error).items())
    return "legal"


def compare(title: str, count: int, through: Any = lambda one: one) -> dict[str, int]:
    """Compare so many states with themselves dealt anew, each for one viewer in turn."""
    rng, refusals = random.Random(3), 0
    for number, (plain, position, seats, tries) in enumerate(itertools.islice(states(title), count)):
        one = through(plain)
        viewer = (*range(seats), None)[number % (seats + 1)]
        other = plain.redeal(plain.view(position, viewer), rng)
        first, second = (shown(one, place, viewer, tries) for place in (position, other))
        assert first == second, f"{title}: seat {viewer} can tell {one.write(position)!r} from {one.write(other)!r}"
        refusals += sum(isinstance(told, tuple) and len(told) == 3 and isinstance(told[2], list) for told in first)
    return {"states": count, "refusals": refusals}


@pytest.mark.parametrize("title", jeton.titles())
def test_what_a_seat_finds_out_does_not_depend_on_what_it_can_not_see(title):
    found = compare(title, 500)

    assert found["refusals"] > 200


class Leaky:
    """A game whose view tells a single bit of the whole truth."""

    def __init__(self, one: Any) -> None:
        self.one = one

    def __getattr__(self, name: str) -> Any:
        return getattr(self.one, name)

    def view(self, position: Any, seat: int | None) -> Any:
        return self.one.view(position, seat), zlib.crc32(self.one.write(position).encode()) & 1


@pytest.mark.parametrize("title", jeton.titles())
def test_the_comparison_finds_a_single_bit(title):
    with pytest.raises(AssertionError, match="can tell"):
        compare(title, 50, Leaky)


@pytest.mark.soak
@pytest.mark.once
@pytest.mark.parametrize("title", jeton.titles())
def test_100000_states_tell_nothing(title):
    began = time.process_time()
    found = compare(title, 100_000)
    say(f"non-interference, {title}", **found, cpu_s=round(time.process_time() - began))
