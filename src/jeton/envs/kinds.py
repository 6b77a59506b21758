"""`Kinds`: what a title brings for agents, and `Codec`: its positions and moves as numbers.

A title names its kinds by a reference (`jeton.core.title.Title.envs`); a title without one has no environments.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from typing import Any, Protocol

import msgspec
import numpy as np

from jeton.core.errors import JetonError
from jeton.core.game import Game, Seat
from jeton.core.title import resolve
from jeton.games.registry import find

__all__ = ["Array", "Codec", "Dealer", "Field", "Kinds", "NoEnvironment", "codec", "kinds", "wanted"]

Array = np.ndarray[Any, Any]


class NoEnvironment(JetonError, LookupError):
    """There is no such environment for that title, or no such way to see and to act in it."""


class Field(msgspec.Struct, frozen=True):
    """One part of a view in numbers: its shape, and the greatest of the numbers in it; 0 is the least."""

    shape: tuple[int, ...]
    top: int


class Codec(Protocol):
    """A game of so many seats in numbers. It keeps nothing of a match: every answer is made from what it is given."""

    game: Game[Any, Any]
    seats: int
    actions: int
    """How many actions there are: numbers below it."""
    names: tuple[str, ...]
    """Of each feature."""
    blocks: Mapping[str, slice]
    """Which features belong together, by the name of the block."""
    top: int
    """The greatest number that a feature can be."""
    fields: Mapping[str, Field]
    """The view in numbers: what `numbers` makes of it."""
    idle: int
    """The action of somebody who has nothing to do, where all act at once."""

    def features(self, position: Any, seat: Seat) -> Array:
        """What the seat may know, as an array of `uint8`, one number for each of `names`."""
        ...

    def numbers(self, view: Any) -> dict[str, Array]:
        """A view as named arrays of `int16`: one for each of `fields`."""
        ...

    def mask(self, position: Any, seat: Seat) -> Array:
        """An array of `int8`: 1 for each action that the seat may play now."""
        ...

    def move(self, position: Any, seat: Seat, action: int) -> str:
        """The notation of an action, legal or not."""
        ...

    def action(self, position: Any, seat: Seat, move: str) -> int:
        """The action of a legal move's notation."""
        ...

    def points(self, position: Any) -> Sequence[int]:
        """The points of each seat."""
        ...


class Dealer(Protocol):
    """Chance out in the open, for those who walk a tree of it: every card that is turned up is somebody's choice."""

    outcomes: int
    """How many outcomes there are: numbers below it."""
    first: int
    """How many outcomes set a match up."""

    def opening(self, drawn: Sequence[int]) -> list[int]:
        """What may come next in the set-up, each as likely; nothing when it is complete."""
        ...

    def start(self, drawn: Sequence[int]) -> Any:
        """The position of a complete set-up."""
        ...

    def draws(self, position: Any, action: int) -> list[int]:
        """What an action of the rules may turn up, each as likely; nothing where it turns up nothing."""
        ...

    def push(self, position: Any, action: int, outcome: int | None) -> None:
        """Play an action in place, with what it turns up."""
        ...

    def name(self, outcome: int) -> str:
        """An outcome in words."""
        ...


class Kinds(msgspec.Struct, frozen=True, kw_only=True):
    """What a title brings for agents."""

    codec: Callable[..., Any]
    """Makes a `Codec` of a game, the number of its seats, and the name of a way to number actions ('': the usual)."""
    at_once: bool = False
    """Whether several seats may act at the same moment: then there is no AEC environment, and no OpenSpiel game."""
    dealer: Callable[..., Dealer] | None = None
    """Of a game and the number of its seats."""
    kernels: str = ""
    """A module with `step`, `refused` and `sample` over many matches in arrays: see `jeton.envs.batch`."""


def kinds(title: str) -> Kinds:
    """What a title brings for agents; raises `UnknownTitle` or `NoEnvironment`."""
    reference = find(title).envs
    if not reference:
        raise NoEnvironment(f"{title} has no environments: its title names none (jeton.core.title.Title.envs)")
    found: Kinds = resolve(reference)
    return found


def codec(game: Game[Any, Any], seats: int, actions: str = "") -> Codec:
    """A game of so many seats in numbers.

    >>> import jeton
    >>> codec(jeton.make("splendor"), 2).actions
    63
    """
    if seats not in game.seat_counts:
        raise NoEnvironment(f"{game.title} has no seats for {seats}: expected one of {list(game.seat_counts)}")
    found: Codec = kinds(game.title).codec(game, seats, actions)
    return found


def wanted(module: str, extra: str, what: str) -> Any:
    """A library that only an extra brings; says in one line what to type where it is missing."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(f"{what} needs more than the engine: pip install 'jeton[{extra}]'") from error
