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
    """The title has no such environment, or no such way to see and act in it."""


class Field(msgspec.Struct, frozen=True):
    """One part of a view in numbers: its shape, and the greatest of its numbers; 0 is the least."""

    shape: tuple[int, ...]
    top: int


class Codec(Protocol):
    """A game of so many seats in numbers. It keeps nothing of a match: every answer follows from its arguments."""

    game: Game[Any, Any]
    seats: int
    actions: int
    """How many actions there are: all numbers below it."""
    wide: bool
    """Whether actions are named by cards, where the rules number them by places."""
    names: tuple[str, ...]
    """The name of each feature."""
    blocks: Mapping[str, slice]
    """Which features belong together, by the name of the block."""
    top: int
    """The greatest number that a feature can be."""
    fields: Mapping[str, Field]
    """The fields of the view that `numbers` returns."""
    idle: int
    """The action of an agent that has nothing to do, where all act at once."""

    def features(self, position: Any, seat: Seat) -> Array:
        """Return what the seat may know, as an array of `uint8`, one number for each of `names`."""
        ...

    def numbers(self, view: Any) -> dict[str, Array]:
        """Return a view as named arrays of `int16`: one for each of `fields`."""
        ...

    def mask(self, position: Any, seat: Seat) -> Array:
        """Return an array of `int8`: 1 for each action that the seat may play now."""
        ...

    def move(self, position: Any, seat: Seat, action: int) -> str:
        """Return the notation of an action, legal or not."""
        ...

    def moves(self, words: Array, actions: Array) -> tuple[list[str], Array]:
        """Return the notation of many actions, each of the position in its row; a title with `kernels` needs it."""
        ...

    def action(self, position: Any, seat: Seat, move: str) -> int:
        """Return the action of a legal move's notation."""
        ...

    def points(self, position: Any) -> Sequence[int]:
        """Return the points of each seat."""
        ...


class Dealer(Protocol):
    """Chance out in the open, for programs that walk its tree: they choose every card that is turned up."""

    outcomes: int
    """How many outcomes there are: all numbers below it."""
    first: int
    """How many outcomes set a match up."""

    def opening(self, drawn: Sequence[int]) -> list[int]:
        """Return what may come next in the set-up, all equally likely; nothing when it is complete."""
        ...

    def start(self, drawn: Sequence[int]) -> Any:
        """Return the position of a complete set-up."""
        ...

    def draws(self, position: Any, action: int) -> list[int]:
        """Return what an action of the rules may turn up, all equally likely; empty if it turns up nothing."""
        ...

    def push(self, position: Any, action: int, outcome: int | None) -> None:
        """Play an action in place, with what it turns up."""
        ...

    def name(self, outcome: int) -> str:
        """Return an outcome in words."""
        ...


class Kinds(msgspec.Struct, frozen=True, kw_only=True):
    """What a title brings for agents."""

    codec: Callable[..., Any]
    """Makes a `Codec` of a game, the number of its seats, and the name of a way to number actions ('': the usual)."""
    at_once: bool = False
    """Whether several seats may act at the same moment: then there is no AEC environment, and no OpenSpiel game."""
    dealer: Callable[..., Dealer] | None = None
    """Makes a `Dealer` of a game and the number of its seats."""
    kernels: str = ""
    """A module with `step`, `refused`, `sample` and `see` over many matches in arrays: see `jeton.envs.batch`."""
    cuda: str = ""
    """A module with kernels for a GPU: see `jeton.envs.gpu`."""


def kinds(title: str) -> Kinds:
    """Return what a title brings for agents; raises `UnknownTitle` or `NoEnvironment`."""
    reference = find(title).envs
    if not reference:
        raise NoEnvironment(f"{title} has no environments: its title names none (jeton.core.title.Title.envs)")
    found: Kinds = resolve(reference)
    return found


def codec(game: Game[Any, Any], seats: int, actions: str = "") -> Codec:
    """Return a game of so many seats in numbers.

    >>> import jeton
    >>> codec(jeton.make("splendor"), 2).actions
    63
    """
    if seats not in game.seat_counts:
        raise NoEnvironment(f"{game.title} has no seats for {seats}: expected one of {list(game.seat_counts)}")
    found: Codec = kinds(game.title).codec(game, seats, actions)
    return found


def wanted(module: str, extra: str, what: str) -> Any:
    """Import a library that only an extra brings; if it is missing, say in one line what to type."""
    try:
        return import_module(module)
    except ImportError as error:
        raise ImportError(f"{what} needs more than the engine: pip install 'jeton[{extra}]'") from error
