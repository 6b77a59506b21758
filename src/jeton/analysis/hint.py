"""A hint: what a strong player would do in a seat's place, and facts about that move which hold in the seat's view.

A fact is a code and values (`jeton.bots.facts.Fact`); its words are `hint.fact.CODE` of `jeton.words`, a clause each,
so that any of them can make a sentence. No opinion is among them.
"""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec

from jeton import bots
from jeton.analysis.curves import curve_of
from jeton.bots import Budget
from jeton.bots.facts import Fact
from jeton.core.game import Game

__all__ = ["LINES", "Fact", "Hint", "facts", "hint"]

LINES = 2_000
"""How many lines to read for a hint, if the title has a judge."""


class Hint(msgspec.Struct, frozen=True, kw_only=True):
    """What a strong player would do."""

    move: str
    facts: tuple[Fact, ...]
    """What is true of it, the weightiest fact first."""
    chance: float | None = None
    """How likely its player wins with it, 0 to 1; None if the title has no judge."""


def facts(game: Game[Any, Any], view: Any, move: str) -> tuple[Fact, ...]:
    """Return what is true of a legal move in the view of the seat to move; empty if its title finds no facts.

    >>> import jeton
    >>> match = jeton.new("splendor", key="00" * 16, options={"first": "seat"})
    >>> facts(match.game, match.view(0), "reserve 3.1")[0]
    Fact(code='worth', values={'count': 4})
    """
    finder = bots.roster(game.title).facts
    return finder(game, view, move) if finder is not None else ()


def hint(
    game: Game[Any, Any], view: Any, *, n: int = 1, lines: int = LINES, seed: int = 1, bot: bots.Bot | None = None
) -> Hint:
    """Return what a strong player would play in a seat's place as the match's `n`-th entry, and why.

    The title's judge reads so many lines. Without a judge its strongest bot chooses, or the bot that the caller gives
    because it remembers the match.
    """
    roster = bots.roster(game.title)
    if roster.judge is not None:
        reading = roster.judge(game).read(view, lines, seed, told=0)
        seats = len(reading.best.chances)
        chances = curve_of(game.title, seats).at(n / seats)(reading.best.chances, reading.seat)
        return Hint(
            move=reading.best.move,
            facts=facts(game, view, reading.best.move),
            chance=chances[reading.seat],
        )
    strongest = bots.make((roster.offered or roster.names)[-1], game) if bot is None else bot
    move = strongest.choose(view, Budget(), Random(seed))
    return Hint(move=move, facts=facts(game, view, move))
