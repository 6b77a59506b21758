"""The bots of Guardians of Legends."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from jeton.bots.bot import Bot
from jeton.bots.clues import ClueReader
from jeton.bots.facts import Fact
from jeton.bots.riddles import Riddler
from jeton.bots.roster import Maker, Roster, without_parameters
from jeton.core.game import Game

__all__ = ["ROSTER"]

OFFERED = ("easy", "normal", "hard")


def _level(level: str) -> Maker:
    def maker(game: Game[Any, Any], parameters: Mapping[str, str]) -> Bot:
        from jeton.bots.guardians import GuardianBot

        without_parameters(level, parameters)
        return GuardianBot(game, level)

    return maker


def _facts(game: Game[Any, Any], view: Any, move: str) -> tuple[Fact, ...]:
    from jeton.bots.guardians.facts import facts_of

    return facts_of(game, view, move)


def _clues(game: Game[Any, Any]) -> ClueReader:
    from jeton.bots.guardians.looking_back import LookingBack

    return LookingBack(game)  # type: ignore[arg-type]


def _riddles(game: Game[Any, Any]) -> Riddler:
    from jeton.bots.guardians.riddles import Riddles

    return Riddles(game)  # type: ignore[arg-type]


def _net(seats: int) -> str | None:
    from jeton.bots.guardians.associations import digest

    return digest()


def _levels(seats: int) -> str | None:
    from jeton.bots.guardians.player import levels_digest

    return levels_digest()


ROSTER = Roster(
    makers={level: _level(level) for level in OFFERED},
    offered=OFFERED,
    basic="normal",
    anchor="easy",
    rated=True,
    rated_with={"idle_guard": 90},
    facts=_facts,
    clues=_clues,
    riddles=_riddles,
    net=_net,
    levels=_levels,
)
