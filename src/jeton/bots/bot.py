"""The `Bot` protocol, the budget it is given, and how a bot and its parameters are spelt."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from jeton.core.errors import JetonError
from jeton.core.game import Rng

__all__ = ["BadParameter", "Bot", "Budget", "UnknownBot", "below", "parse", "pick"]

T = TypeVar("T")


class UnknownBot(JetonError, LookupError):
    """No bot of that name plays that title."""


class BadParameter(JetonError, ValueError):
    """A bot's parameter is unknown, or its value is not one of those it takes."""


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """How long a bot may think about one move; None leaves it to the bot.

    With seconds a bot's moves depend on the machine; with simulations alone they depend on view and chance only.
    """

    seconds: float | None = None
    simulations: int | None = None


class Bot(Protocol):
    """A player that knows what its seat may know, and nothing else."""

    name: str
    """As it is spelt on the command line, parameters included."""

    def choose(self, view: Any, budget: Budget, rng: Rng) -> str:
        """One of `view.moves`; the same view, budget and state of the rng give the same move."""
        ...


def parse(spelling: str) -> tuple[str, dict[str, str]]:
    """The name and the parameters of a bot's spelling, `name` or `name:key=value,…`.

    >>> parse("net:level=5,nerves=calm")
    ('net', {'level': '5', 'nerves': 'calm'})
    """
    name, colon, rest = spelling.partition(":")
    parameters: dict[str, str] = {}
    for part in rest.split(",") if colon else ():
        key, equals, value = part.partition("=")
        if not (key and equals and value) or key in parameters:
            raise BadParameter(f"{spelling!r}: expected a bot as 'name' or 'name:key=value,key=value', got {part!r}")
        parameters[key] = value
    return name, parameters


def below(rng: Rng, bound: int) -> int:
    """A uniform 0 ... bound - 1; its bias is under bound / 2**32."""
    return rng.getrandbits(32) * bound >> 32


def pick(rng: Rng, items: Sequence[T]) -> T:
    """One of the items, each as likely.

    >>> from random import Random
    >>> pick(Random(1), "abc") in "abc"
    True
    """
    return items[below(rng, len(items))]
