"""The `Bot` protocol, the budget it is given, and how a bot and its parameters are spelt."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec

from jeton.core.errors import JetonError
from jeton.core.game import Rng

__all__ = [
    "BadParameter", "Bot", "Budget", "ChoosesMany", "OnProgress", "UnknownBot", "below", "chooses_many", "parse",
    "pick", "split_budget",
]  # fmt: skip

T = TypeVar("T")

OnProgress = Callable[[float], None]
"""Called now and then with the part that is done, 0 to 1: the part of a bot's budget, and nothing of what it thinks."""


class UnknownBot(JetonError, LookupError):
    """No bot of that name plays that title."""


class BadParameter(JetonError, ValueError):
    """The bot does not know a parameter, or does not take its value."""


class Budget(msgspec.Struct, frozen=True, kw_only=True):
    """How long a bot may think about one move; None leaves it to the bot.

    With seconds, a bot's moves depend on the machine; with simulations alone, only on view and chance.
    """

    seconds: float | None = None
    simulations: int | None = None


class Bot(Protocol):
    """A player that knows what its seat may know, and nothing else."""

    name: str
    """As the command line spells it, parameters included."""

    def choose(self, view: Any, budget: Budget, rng: Rng, on_progress: OnProgress | None = None) -> str:
        """Return one of `view.moves`; the same view, budget and state of the rng give the same move.

        A bot that thinks for a while reports how far it is by `on_progress`; a bot that answers at once does not.
        """
        ...


@runtime_checkable
class ChoosesMany(Protocol):
    """A bot that chooses in many positions of compiled rules at once: datasets play whole batches with it."""

    def can_choose_many(self, seats: int) -> bool:
        """Return whether it does so at a table of so many seats."""
        ...

    def choose_many(self, words: Any, legal: Any, wanted: Any, chance: Any, actions: Any) -> None:
        """Write an action into each row that is wanted, by the positions' words, their legal bits and their chance."""
        ...


def chooses_many(bot: Any, seats: int) -> bool:
    """Return whether a bot chooses in many positions at once at a table of so many seats."""
    return isinstance(bot, ChoosesMany) and bot.can_choose_many(seats)


def parse(spelling: str) -> tuple[str, dict[str, str]]:
    """Return the name and the parameters of a bot's spelling, `name` or `name:key=value,…`.

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


def split_budget(spelling: str) -> tuple[str, Budget | None]:
    """Split a spelling from the bot's own budget, if any: `search@0.5s` gives seconds, `search@300` lines.

    >>> split_budget("level8@0.5s")
    ('level8', Budget(seconds=0.5, simulations=None))
    >>> split_budget("search:c=2@300")
    ('search:c=2', Budget(seconds=None, simulations=300))
    """
    name, at, amount = spelling.rpartition("@")
    if not at:
        return spelling, None
    try:
        seconds = amount.endswith("s")
        budget = Budget(seconds=float(amount[:-1])) if seconds else Budget(simulations=int(amount))
    except ValueError:
        budget = Budget(seconds=0.0)
    if not name or not ((budget.seconds or 0.0) > 0 or (budget.simulations or 0) > 0):
        raise BadParameter(f"{spelling!r}: expected seconds or simulations after @, as in search@0.5s or search@300")
    return name, budget


def below(rng: Rng, bound: int) -> int:
    """Return a uniform 0 ... bound - 1; its bias is under bound / 2**32."""
    return rng.getrandbits(32) * bound >> 32


def pick(rng: Rng, items: Sequence[T]) -> T:
    """Return one of the items, each with the same chance.

    >>> from random import Random
    >>> pick(Random(1), "abc") in "abc"
    True
    """
    return items[below(rng, len(items))]
