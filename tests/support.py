"""What the tests share: positions by text, moves one after another, refusals, and random matches of any game."""

from __future__ import annotations

import random
from functools import cache
from typing import Any

import pytest

import jeton
from jeton import Entry, IllegalMove
from jeton.testing.play import entries, key, random_match, seed

__all__ = ["entries", "key", "random_match", "seed"]

CALM_MARKET = "market 37 38 39 40 / 67 68 69 70 / 87 88 89 90"
"""The last four cards of each level: black ones, or orange ones in Marvel."""


@cache
def _game(title: str, options: tuple[tuple[str, Any], ...]) -> Any:
    return jeton.make(title, options=dict(options))


def game(title: str, **options: Any) -> Any:
    """Return a game by title; seat 0 begins unless the options say otherwise."""
    return _game(title, tuple({"first": "seat", **options}.items()))


def at(text: str, **options: Any) -> Any:
    """Return the position of a text such as "splendor 2; bank r3; 0 cards 1 2": the rest is a fresh match.

    Where the text shows no market, the last four cards of each level lie there.
    """
    head, *clauses = text.split(";")
    return game(head.split()[0], **options).read(";".join([head, CALM_MARKET, *clauses]))


def play(position: Any, *moves: str) -> Any:
    """Return the position after these moves, each by the seat whose turn it is."""
    for move in moves:
        position = position.game.play(position, Entry(1, 0, position.seat, move))
    return position


def moves(position: Any, start: str = "") -> list[str]:
    """Return the legal moves that begin with `start`."""
    return [move for move in position.game.moves(position, position.seat) if move.startswith(start)]


def refused(position: Any, move: str) -> IllegalMove:
    """Return the refusal of a move by the seat whose turn it is; a refused move changes nothing."""
    before = position.copy()
    with pytest.raises(IllegalMove) as caught:
        play(position, move)
    assert position == before
    assert move not in moves(position)
    return caught.value


def refuses(position: Any, move: str) -> str:
    """Return the number of the rule that refuses a move."""
    return refused(position, move).rule


def view(position: Any, seat: int | None = None) -> Any:
    """Return what a seat sees, or a spectator."""
    return position.game.view(position, seat)


def report(position: Any, move: str, seat: int | None = None) -> Any:
    """Return what a seat, or a spectator, is told of a move by the seat whose turn it is."""
    return position.game.report(position, Entry(1, 0, position.seat, move), seat)


def outcome(position: Any) -> Any:
    """Return how the match ended."""
    return position.game.outcome(position)


def numbers(first: int, last: int) -> str:
    """Return the numbers of many cards, for a text: numbers(1, 3) is "1 2 3"."""
    return " ".join(map(str, range(first, last + 1)))


def middle(title: str, seats: int, moves: int = 40, seed: int = 3) -> jeton.Match:
    """Return a match some random moves old, with the seat to move holding the choice."""
    rng = random.Random(seed)
    match = jeton.new(title, seats=seats, key=rng.randbytes(16).hex())
    for _ in range(moves):
        match.play(match.moves()[rng.getrandbits(30) % len(match.moves())])
    while len(match.moves()) < 3:
        match.play(match.moves()[0])
    return match
