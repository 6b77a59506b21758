"""Bots: players that are given a view, a budget and a source of chance, and answer with a move.

>>> from random import Random
>>> import jeton
>>> match = jeton.new("splendor")
>>> bot = make("greedy", match.game)
>>> seat = match.actors[0]
>>> match.play(bot.choose(match.view(seat), Budget(), Random(1))).n
1
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jeton.bots.bot import BadParameter, Bot, Budget, Told, UnknownBot, parse
from jeton.core.game import Game

__all__ = [
    "REGISTRY", "BadParameter", "Bot", "Budget", "Told", "UnknownBot", "make", "names", "offered", "playable",
]  # fmt: skip

Maker = Callable[[Game[Any, Any], Mapping[str, str]], Bot]


def _random(game: Game[Any, Any], parameters: Mapping[str, str]) -> Bot:
    from jeton.bots.random_bot import RandomBot

    _without_parameters("random", parameters)
    return RandomBot()


def _greedy(game: Game[Any, Any], parameters: Mapping[str, str]) -> Bot:
    from jeton.bots.splendor.greedy import Greedy

    _without_parameters("greedy", parameters)
    return Greedy(game)


def _net(game: Game[Any, Any], parameters: Mapping[str, str]) -> Bot:
    from jeton.bots.splendor.search_bots import NetBot

    taken = _numbers("net", _without_path(parameters), ())
    return NetBot(_splendor(game), path=parameters.get("path"), **taken)


def _search(game: Game[Any, Any], parameters: Mapping[str, str]) -> Bot:
    from jeton.bots.splendor.search_bots import SearchBot

    taken = _numbers("search", _without_path(parameters), ("c", "fpu", "heat", "fresh"))
    return SearchBot(_splendor(game), path=parameters.get("path"), **taken)


def _level(number: int) -> Maker:
    def maker(game: Game[Any, Any], parameters: Mapping[str, str]) -> Bot:
        from jeton.bots.splendor.levels import LevelBot

        style = _style(f"level{number}", parameters)
        return LevelBot(_splendor(game), number, style)

    return maker


def _blurred(game: Game[Any, Any], parameters: Mapping[str, str]) -> Bot:
    from jeton.bots.splendor.levels import LevelBot, blurred

    blur = _numbers("blurred", parameters, ("blur",)).get("blur", 0.5)
    if not 0.0 <= blur <= 1.0:
        raise BadParameter(f"blurred: expected a blur from 0 (sees everything) to 1, got {blur:g}")
    return LevelBot(_splendor(game), blurred(blur))


def _mcts(game: Game[Any, Any], parameters: Mapping[str, str]) -> Bot:
    from jeton.bots.splendor.search_bots import MctsBot

    return MctsBot(_splendor(game), **_numbers("mcts", parameters, ("c",)))


def _guardians(level: str) -> Maker:
    def maker(game: Game[Any, Any], parameters: Mapping[str, str]) -> Bot:
        from jeton.bots.guardians import GuardianBot

        _without_parameters(level, parameters)
        return GuardianBot(game, level)

    return maker


REGISTRY: dict[tuple[str, str], Maker] = {
    ("splendor", "random"): _random,
    ("splendor", "greedy"): _greedy,
    ("marvel", "random"): _random,
    ("marvel", "greedy"): _greedy,
    **{(title, f"level{number}"): _level(number) for title in ("splendor", "marvel") for number in range(1, 9)},
    **{(title, "net"): _net for title in ("splendor", "marvel")},
    **{(title, "search"): _search for title in ("splendor", "marvel")},
    **{(title, "mcts"): _mcts for title in ("splendor", "marvel")},
    **{(title, "blurred"): _blurred for title in ("splendor", "marvel")},
    ("guardians", "random"): _random,
    **{("guardians", level): _guardians(level) for level in ("easy", "normal", "hard")},
}
"""(title, name) to a maker from a game and parameters; makers import their bot when called."""


OFFERED = {
    "splendor": tuple(f"level{number}" for number in range(1, 9)),
    "marvel": tuple(f"level{number}" for number in range(1, 9)),
    "guardians": ("easy", "normal", "hard"),
}
"""The bots that people are offered to play against, the weakest first; the others are for study."""


def offered(title: str) -> tuple[str, ...]:
    """The bots that people choose from, the weakest first.

    >>> offered("guardians")
    ('easy', 'normal', 'hard')
    """
    return OFFERED.get(title) or names(title)


def names(title: str) -> tuple[str, ...]:
    """The names of the bots that play a title.

    >>> names("marvel")
    ('random', 'greedy'...)
    """
    return tuple(name for known, name in REGISTRY if known == title)


def playable(title: str, spelling: str) -> bool:
    """Whether somebody who is not trusted may have this bot: a known name, with a style where it has a choice.

    Other parameters, files above all, are for those who sit at the machine.

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
    """The bot of a spelling, `name` or `name:key=value,…`; raises `UnknownBot` or `BadParameter`.

    A spelling that is not one of ours may be somebody else's: `my_bot.py:MyBot`, `package:MyBot`, `run:command`, or
    what an installed package is called in its entry points (`bots/hosted.py`).

    >>> import jeton
    >>> make("gready", jeton.make("splendor"))
    Traceback (most recent call last):
    jeton.bots.bot.UnknownBot: no bot called 'gready' plays splendor: expected one of random, greedy...
    """
    from jeton.bots.hosted import hosted, installed

    if (game.title, spelling.partition(":")[0]) not in REGISTRY and (bot := hosted(spelling, game)) is not None:
        return bot
    name, parameters = parse(spelling)
    if (game.title, name) not in REGISTRY:
        known = ", ".join((*names(game.title), *installed())) or "none yet"
        raise UnknownBot(f"no bot called {name!r} plays {game.title}: expected one of {known}")
    return REGISTRY[game.title, name](game, parameters)


def _without_parameters(name: str, parameters: Mapping[str, str]) -> None:
    if parameters:
        raise BadParameter(f"{name} takes no parameters, got {', '.join(parameters)}")


def _style(name: str, parameters: Mapping[str, str]) -> str:
    """The style that a level is asked to play in."""
    if unknown := set(parameters) - {"style"}:
        raise BadParameter(f"{name} has no parameter {min(unknown)!r}: expected style")
    return parameters.get("style", "balanced")


def _numbers(name: str, parameters: Mapping[str, str], known: tuple[str, ...]) -> dict[str, float]:
    """The parameters of a bot that were given, all of them numbers; the bot itself knows the others."""
    taken = {}
    for key, value in parameters.items():
        if key not in known:
            raise BadParameter(f"{name} has no parameter {key!r}: expected {', '.join(known) or 'none'}")
        try:
            taken[key] = float(value)
        except ValueError:
            raise BadParameter(f"{name}: expected a number for {key!r}, got {value!r}") from None
    return taken


def _without_path(parameters: Mapping[str, str]) -> dict[str, str]:
    """The parameters but for the file of a net."""
    return {key: value for key, value in parameters.items() if key != "path"}


def _splendor(game: Game[Any, Any]) -> Any:
    from jeton.games.splendor.game import Splendor

    if not isinstance(game, Splendor):
        raise UnknownBot(f"nets play Splendor and Splendor: Marvel, not {game.title}")
    return game
