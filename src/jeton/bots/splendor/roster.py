"""The bots of Splendor and Splendor: Marvel."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Any

from jeton.bots.bot import BadParameter, Bot, UnknownBot
from jeton.bots.facts import Fact
from jeton.bots.judge import Judge
from jeton.bots.roster import Maker, Roster, without_parameters
from jeton.core.game import Game

__all__ = ["MARVEL", "SPLENDOR"]


def _greedy(game: Game[Any, Any], parameters: Mapping[str, str]) -> Bot:
    from jeton.bots.splendor.greedy import Greedy

    without_parameters("greedy", parameters)
    return Greedy(game)


def _net(game: Game[Any, Any], parameters: Mapping[str, str]) -> Bot:
    from jeton.bots.splendor.search_bots import NetBot

    taken = _numbers("net", _without_path(parameters), ())
    return NetBot(_splendor(game), path=parameters.get("path"), **taken)


def _search(game: Game[Any, Any], parameters: Mapping[str, str]) -> Bot:
    from jeton.bots.splendor.search_bots import SearchBot

    taken = _numbers("search", _without_path(parameters), ("c", "fpu", "heat", "fresh", "floor", "together"))
    return SearchBot(_splendor(game), parameters.get("path"), taste=None, **taken)


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


def _style(name: str, parameters: Mapping[str, str]) -> str:
    """Return the style that a bot level should play in."""
    if unknown := set(parameters) - {"style"}:
        raise BadParameter(f"{name} has no parameter {min(unknown)!r}: expected style")
    return parameters.get("style", "balanced")


def _numbers(name: str, parameters: Mapping[str, str], known: tuple[str, ...]) -> dict[str, float]:
    """Return the given parameters of a bot, all of them numbers; the bot itself knows the defaults."""
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
    """Return the parameters but for the file of a net."""
    return {key: value for key, value in parameters.items() if key != "path"}


def _splendor(game: Game[Any, Any]) -> Any:
    from jeton.games.splendor.game import Splendor

    if not isinstance(game, Splendor):
        raise UnknownBot(f"nets play Splendor and Splendor: Marvel, not {game.title}")
    return game


def _styles(name: str) -> tuple[str, ...]:
    from jeton.bots.splendor.levels import STYLED
    from jeton.bots.splendor.styles import STYLES

    return tuple(STYLES) if name in {f"level{number}" for number in STYLED} else ()


def _seconds(title: str, name: str) -> float:
    from jeton.bots.splendor.levels import LEVELS

    numbered = {f"level{number}": level for number, level in LEVELS[title, 2].items()}
    return (numbered[name].seconds or 0.0) if name in numbered else 0.0


def _judge(game: Game[Any, Any]) -> Judge:
    from jeton.bots.splendor.judging import SplendorJudge

    return SplendorJudge(_splendor(game))


def _facts(game: Game[Any, Any], view: Any, move: str) -> tuple[Fact, ...]:
    from jeton.bots.splendor.facts import facts_of

    return facts_of(game, view, move)


def _net_of(title: str, seats: int) -> str | None:
    from jeton.bots.splendor.net import digest

    return digest(title, seats)


def _levels_of(title: str, seats: int) -> str | None:
    from jeton.bots.splendor.levels import levels_digest

    return levels_digest(title, seats)


def _mix_of(title: str, seats: int) -> tuple[str, ...]:
    from jeton.bots.splendor.levels import MIX

    return "greedy", *(f"blurred:blur={blur:g}" for blur in MIX[title, seats])


NUMBERED = {f"level{number}": _level(number) for number in range(1, 9)}


def _roster(title: str) -> Roster:
    return Roster(
        makers={
            "greedy": _greedy, **NUMBERED, "net": _net, "search": _search, "mcts": _mcts, "blurred": _blurred,
        },
        offered=tuple(NUMBERED),
        basic="greedy",
        anchor="greedy",
        rated=True,
        styles=_styles,
        seconds=partial(_seconds, title),
        judge=_judge,
        facts=_facts,
        net=partial(_net_of, title),
        levels=partial(_levels_of, title),
        mix=partial(_mix_of, title),
    )  # fmt: skip


SPLENDOR, MARVEL = _roster("splendor"), _roster("marvel")
