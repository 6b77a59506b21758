"""Facts of a move of Guardians of Legends: what the clues say to a bot that has seen only this table.

The percentages come from its associations (`associations`); everything else is in the view.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from jeton.bots.facts import Fact
from jeton.bots.guardians.player import GuardianBot
from jeton.bots.guardians.pointing import clarity, known
from jeton.bots.guardians.reading import Reader
from jeton.core.game import Game
from jeton.games.guardians.moves import Point, parse
from jeton.games.guardians.ruleset import COLOURS

__all__ = ["facts_of"]

READER = "hard"


def facts_of(game: Game[Any, Any], view: Any, move: str) -> tuple[Fact, ...]:
    """Return what is true of a legal move, the weightiest fact first.

    >>> import jeton
    >>> match = jeton.new("guardians", seats=3, key="00" * 16)
    >>> [fact.code for fact in facts_of(match.game, match.view(0), match.moves(0)[0])]
    ['clear']
    """
    return tuple(_facts(GuardianBot(game, READER).read(view), move))


def _facts(reader: Reader, move: str) -> Iterator[Fact]:
    view, (verb, *words) = reader.view, move.split(" ")
    if verb == "clue" and view.hand is not None and view.seat is not None:
        yield from _clue(reader, move)
    elif verb == "boat":
        island, sought = words[0], COLOURS.index(words[1])
        likely = float(reader.beliefs()[sought, reader.islands[island]])
        yield Fact("belief", {"seat": sought, "island": island, "percent": round(100 * likely)})
        there = sum(boat.island == island for boat in view.boats)
        yield Fact("boats" if there else "first", {"count": there} if there else {})
    elif verb == "choose":
        seat = COLOURS.index(words[0])
        yield Fact("score", {"seat": seat, "count": view.players[seat].score})


def _clue(reader: Reader, move: str) -> Iterator[Fact]:
    """Yield how likely a listener finds the seat's own location after the clue."""
    view = reader.view
    if view.hand is None or view.seat is None:
        return
    pack, point = reader.ruleset.pack, parse(reader.ruleset.pack, move)
    element = pack.element_at(point.postcard, point.x, point.y) if isinstance(point, Point) else None
    if element is None:
        return
    sure = clarity(reader, view.hand.location, view.postcards, known(reader, view.seat))
    at = int(np.flatnonzero(reader.columns(view.postcards) == reader.pictures.column[element])[0])
    percent = round(100 * float(np.exp(sure[at])))
    yield Fact("clear", {"element": element, "island": view.hand.location, "percent": percent})
