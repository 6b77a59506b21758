"""Giving clues: find the element that leads a listener most surely to the giver's location, after what was said."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from jeton.bots.guardians.associations import Array
from jeton.bots.guardians.reading import Reader, log_sum
from jeton.games.guardians.moves import point
from jeton.games.guardians.scenes import Pack

__all__ = ["best_clue", "clarity", "clues", "known"]

TAU = 0.4
"""How sharply a bot expects a listener to tell islands apart."""
CLEAR = 0.05
"""What a large and lonely element is worth, as log-probability."""


def known(reader: Reader, seat: int) -> Array:
    """Return what a listener knows of a seat's location so far, as log-weights: facts and earlier clues."""
    facts = reader.facts(seat)
    return facts + reader.hints(seat, facts, reader.voice)


def clarity(reader: Reader, location: str, cards: tuple[str, ...], before: Array) -> Array:
    """Return, for each element of the cards, the log-probability that a listener gives the location after seeing it."""
    scores = reader.voice[:, reader.columns(cards)] / TAU + before[:, None]
    row = reader.islands[location]
    sure: Array = scores[row] - log_sum(scores, 0)[0]
    return sure


class Clue(NamedTuple):
    """A clue that the seat could give."""

    move: str
    worth: float
    """What speaks for it, as a logarithm."""
    sure: float
    """The log-probability that a listener gives the seat's own location after seeing it."""


def clues(reader: Reader, pack: Pack) -> list[Clue]:
    """Return every clue that the seat can give to its own location; elements it pointed at before are worth little."""
    view = reader.view
    if view.seat is None or view.hand is None:
        raise ValueError("expected the view of a seat with a location")
    cards = view.postcards
    columns = reader.columns(cards)
    sure = clarity(reader, view.hand.location, cards, known(reader, view.seat))
    worth = sure + CLEAR * np.concatenate([reader.pictures.clear[card] for card in cards])
    said = {clue.element for clue in reader.memory.clues_of(view.seat, view) if clue.element is not None}
    worth[np.isin(columns, [reader.pictures.column[element] for element in said])] -= 100
    scenes = {scene.id: scene.elements for scene in pack.postcards}
    moves = [point(card, element.hit.cx, element.hit.cy) for card in cards for element in scenes[card]]
    return [Clue(*one) for one in zip(moves, worth.tolist(), sure.tolist(), strict=True)]


def best_clue(reader: Reader, pack: Pack) -> str:
    """Return the clue that says most for the seat's own location."""
    return max(clues(reader, pack), key=lambda clue: clue.worth).move
