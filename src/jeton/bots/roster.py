"""`Roster`: the bots of a title; and `Tools`: what else of it Jeton can compile, count and measure.

A title names its roster by a reference (`jeton.core.title.Title.bots`); `random` plays every title and needs none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import cache
from typing import Any

import msgspec

from jeton.bots.bot import BadParameter, Bot
from jeton.bots.clues import ClueReader
from jeton.bots.facts import FactFinder
from jeton.bots.judge import Judge
from jeton.bots.riddles import Riddler
from jeton.core.game import Game
from jeton.core.title import resolve
from jeton.games.registry import find

__all__ = ["RANDOM", "Maker", "Roster", "Tools", "roster", "tools", "without_parameters"]

RANDOM = "random"
"""The bot that plays every title."""

Maker = Callable[[Game[Any, Any], Mapping[str, str]], Bot]
"""Makes a bot of a game and the parameters of its spelling; it imports what it needs when it is called."""


def without_parameters(name: str, parameters: Mapping[str, str]) -> None:
    """Refuse parameters for a bot that takes none."""
    if parameters:
        raise BadParameter(f"{name} takes no parameters, got {', '.join(parameters)}")


def make_random(game: Game[Any, Any], parameters: Mapping[str, str]) -> Bot:
    """Return the bot that plays any legal move."""
    from jeton.bots.random_bot import RandomBot

    without_parameters(RANDOM, parameters)
    return RandomBot()


def _no_styles(name: str) -> tuple[str, ...]:
    return ()


def _at_once(name: str) -> float:
    return 0.0


def _no_digest(seats: int) -> str | None:
    return None


def _nobody(seats: int) -> tuple[str, ...]:
    return ()


class Roster(msgspec.Struct, frozen=True, kw_only=True):
    """The bots of a title."""

    makers: Mapping[str, Maker] = {}
    """By name; `random` comes with every title."""
    offered: tuple[str, ...] = ()
    """The bots that people choose from, the weakest first; if empty, all. The others are for study."""
    basic: str = RANDOM
    """The bot that plays where another can't, and takes the seats that nobody asked for."""
    anchor: str = RANDOM
    """The bot at 1000 on the scale of `jeton rate`."""
    rated: bool = False
    """Whether `jeton rate` rates the title by default."""
    rated_with: Mapping[str, Any] = {}
    """Options that a rated table has beside the usual ones, and with which its bots are measured."""
    styles: Callable[[str], tuple[str, ...]] = _no_styles
    """The styles that a bot can play in, the plain one first."""
    seconds: Callable[[str], float] = _at_once
    """How long a bot thinks about a move at most; 0 answers at once."""
    net: Callable[[int], str | None] = _no_digest
    """By number of seats: a digest of the bots' net, if they have one."""
    judge: Callable[[Game[Any, Any]], Judge] | None = None
    """Makes the judge of its matches (`jeton.analysis`), if it has one."""
    clues: Callable[[Game[Any, Any]], ClueReader] | None = None
    """Makes the reader that looks back on the clues of its matches (`jeton.analysis.clues`), if there are any."""
    riddles: Callable[[Game[Any, Any]], Riddler] | None = None
    """Makes the finder of riddles in its matches (`jeton.analysis.puzzles`), if there are any."""
    facts: FactFinder | None = None
    """Finds what is true of a move (`jeton.analysis.hint`), if the title can."""
    levels: Callable[[int], str | None] = _no_digest
    """By number of seats: a digest of how its bot levels play."""
    mix: Callable[[int], tuple[str, ...]] = _nobody
    """By number of seats: the bots whose matches the judge's chances were fitted to (`jeton.analysis.calibrate`)."""

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all its bots."""
        return tuple(self._all)

    @property
    def _all(self) -> Mapping[str, Maker]:
        return {RANDOM: make_random, **self.makers}

    def maker(self, name: str) -> Maker | None:
        """Return the function that makes the bot of a name."""
        return self._all.get(name)


class Tools(msgspec.Struct, frozen=True, kw_only=True):
    """What a compiled title adds to the tools that work for any title."""

    warm: Callable[[], Mapping[str, Callable[[], object]]]
    """Each entry point that a match can reach, with a call that compiles it."""
    side_by_side: tuple[tuple[str, ...], tuple[str, ...], tuple[str, ...], tuple[str, ...]]
    """How two processes share them: one takes the first and third, the other the second and, once the first is done,
    the fourth."""
    module: str
    """A compiled module, whose cache folder is kept tidy."""
    perft: Callable[[Any, int], Iterator[tuple[int, float]]]
    """Counts the sequences of 1, 2, … legal moves from a position, with the seconds it took."""


def roster(title: str) -> Roster:
    """Return the bots of a title; raises `UnknownTitle`.

    >>> roster("guardians").basic
    'normal'
    """
    return _roster(find(title).bots)


def tools(title: str) -> Tools | None:
    """Return the tools of a title, if it has any."""
    reference = find(title).tools
    found: Tools | None = resolve(reference) if reference else None
    return found


@cache
def _roster(reference: str) -> Roster:
    found: Roster = resolve(reference) if reference else Roster()
    return found
