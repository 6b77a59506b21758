"""Bots: players that get a view, a budget and a source of chance, and answer with a move.

>>> from random import Random
>>> import jeton
>>> match = jeton.new("splendor")
>>> bot = make("greedy", match.game)
>>> seat = match.actors[0]
>>> match.play(bot.choose(match.view(seat), Budget(), Random(1))).n
1
"""

from __future__ import annotations

from typing import Any

from jeton.bots.bot import BadParameter, Bot, Budget, OnProgress, UnknownBot, parse
from jeton.bots.roster import Roster, roster
from jeton.core.game import Game
from jeton.games import titles

__all__ = [
    "BadParameter",
    "Bot",
    "Budget",
    "OnProgress",
    "Roster",
    "UnknownBot",
    "make",
    "names",
    "offered",
    "playable",
    "roster",
]  # fmt: skip


def offered(title: str) -> tuple[str, ...]:
    """Return the bots that people choose from, the weakest first.

    >>> offered("guardians")
    ('easy', 'normal', 'hard')
    """
    return (roster(title).offered if title in titles() else ()) or names(title)


def names(title: str) -> tuple[str, ...]:
    """Return the names of the bots that play a title; empty for an unknown title.

    >>> names("marvel")
    ('random', 'greedy'...)
    """
    return roster(title).names if title in titles() else ()


def playable(title: str, spelling: str) -> bool:
    """Return whether somebody untrusted may use this bot: a known name, with a style if it offers a choice.

    Other parameters, files above all, are for people at the machine itself.

    >>> playable("splendor", "level4:style=builder"), playable("splendor", "net:path=/tmp/net.npz")
    (True, False)
    """
    from jeton.bots.catalogue import offers

    try:
        name, parameters = parse(spelling)
    except BadParameter:
        return False
    if not parameters:
        return name in names(title)
    styles = next((one.styles for one in offers(title) if one.name == name), ())
    return set(parameters) == {"style"} and parameters["style"] in styles


def make(spelling: str, game: Game[Any, Any]) -> Bot:
    """Make the bot of a spelling, `name` or `name:key=value,…`; raises `UnknownBot` or `BadParameter`.

    Another spelling may name somebody else's bot: `my_bot.py:MyBot`, `package:MyBot`, `run:command`, or the name that
    an installed package gives it in its entry points (`bots/hosted.py`).

    >>> import jeton
    >>> make("gready", jeton.make("splendor"))
    Traceback (most recent call last):
    jeton.bots.bot.UnknownBot: no bot called 'gready' plays splendor: expected one of random, greedy...
    """
    from jeton.bots.hosted import hosted, installed

    known = roster(game.title)
    if known.maker(spelling.partition(":")[0]) is None and (bot := hosted(spelling, game)) is not None:
        return bot
    name, parameters = parse(spelling)
    maker = known.maker(name)
    if maker is None:
        expected = ", ".join((*known.names, *installed()))
        raise UnknownBot(f"no bot called {name!r} plays {game.title}: expected one of {expected}")
    return maker(game, parameters)
