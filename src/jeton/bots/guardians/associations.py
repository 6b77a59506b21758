"""How well each thing on a postcard points at each island: the matrices that bots think with.

The built-in pack has three matrices, which tools/guardians_assoc made once: tags and their relations, embeddings of the
words, and what people answered to them in a survey. Any other pack has tags only, which this module compares.
"""

from __future__ import annotations

import hashlib
from functools import cache
from importlib import resources
from typing import Any

import msgspec
import numpy as np
import numpy.typing as npt

from jeton.games.guardians.scenes import Element, Pack

__all__ = ["Array", "Associations", "Indices", "associate", "digest"]

Array = npt.NDArray[np.float64]
Indices = npt.NDArray[np.intp]

PACK, FILE = "jeton", "assoc.json"
FIRST, OTHER, THEME = 1.0, 0.7, 2.2
"""What a tag of an island counts: of its first element, of another one, of its themes."""
RELATED = 0.6
LOW = 0.45
"""What a colour or a shape counts, among tags."""
LITERAL = 1.0
"""What it counts if the very same thing stands on the island."""


class Associations(msgspec.Struct, frozen=True, eq=False):
    """The matrices of a pack: a row per island, a column per word of the lexicon that postcards show."""

    islands: tuple[str, ...]
    tags: Array
    embeddings: Array | None
    people: Array | None
    """What people think of first."""
    literal: Array
    column: dict[str, int]
    """The column of each element of each postcard."""
    cards: dict[str, Indices]
    """The columns of each postcard's elements, in the postcard's order."""
    clear: dict[str, Array]
    """How easy each of them is to point at, 0 to 1: large, and away from the others."""

    def blend(self, weight: float, people: float = 0.0) -> Array:
        """Blend the matrices into one; `weight` is the share of the tags, `people` that of people's answers.

        Tags and embeddings share the weight that people's answers leave. The answers change what things mean, not how
        strongly: the blend has the same spread with and without them.
        """
        if self.embeddings is None:
            return self.tags + self.literal
        made = weight * self.tags + (1 - weight) * self.embeddings
        if self.people is not None and people:
            mixed = (1 - people) * made + people * self.people
            made = mixed * (made.std() / mixed.std())
        return made + self.literal


@cache
def associate(pack: Pack) -> Associations:
    """Return the matrices of a pack: read from its file if it has one, else made from tags."""
    icons = sorted({element.icon for card in pack.postcards for element in card.elements})
    place = {icon: n for n, icon in enumerate(icons)}
    stored = _stored() if pack.name == PACK else {}
    tags = _standard(_compare_tags(pack, icons))
    embeddings = people = None
    if stored and tuple(stored["islands"]) == pack.island_ids:
        embeddings, people = tags.copy(), tags.copy()
        known = [icon for icon in icons if icon in stored["column"]]
        here, there = [place[icon] for icon in known], [stored["column"][icon] for icon in known]
        tags[:, here] = np.array(stored["ontology"])[:, there] / 100
        embeddings[:, here] = np.array(stored["minilm"])[:, there] / 100
        people[:, here] = np.array(stored["people"])[:, there] / 100
    literal = np.zeros(tags.shape)
    for row, island in enumerate(pack.islands):
        for element in island.elements:
            if element.icon in place:
                literal[row, place[element.icon]] = LITERAL
    return Associations(
        islands=pack.island_ids,
        tags=tags,
        embeddings=embeddings,
        people=people,
        literal=literal,
        column={element.id: place[element.icon] for card in pack.postcards for element in card.elements},
        cards={card.id: np.array([place[e.icon] for e in card.elements], np.intp) for card in pack.postcards},
        clear={card.id: _clarity(card.elements) for card in pack.postcards},
    )


def digest() -> str | None:
    """Return a digest of the built-in pack's matrices; None if their file is missing."""
    found = _stored()
    return hashlib.sha256(msgspec.json.encode(found)).hexdigest()[:16] if found else None


@cache
def _stored() -> dict[str, Any]:
    """Return the built-in pack's matrices, or None if their file is missing."""
    file = resources.files("jeton.games.guardians").joinpath("data", FILE)
    if not file.is_file():
        return {}
    data: dict[str, Any] = msgspec.json.decode(file.read_bytes())
    return {**data, "column": {icon: n for n, icon in enumerate(data["icons"])}}


def _compare_tags(pack: Pack, icons: list[str]) -> Array:
    """Return the cosine between the tags of an island and of an icon; rare tags count more."""
    lexicon = pack.lexicon
    tags = sorted({tag for word in lexicon.values() for tag in word.tags} | {t for i in pack.islands for t in i.themes})
    place = {tag: n for n, tag in enumerate(tags)}
    related = np.eye(len(tags))
    for one, other, strength in _stored().get("tag_relations", ()):
        if one in place and other in place:
            related[place[one], place[other]] = related[place[other], place[one]] = RELATED * strength
    on_island = np.zeros((len(pack.islands), len(tags)))
    for row, island in zip(on_island, pack.islands, strict=True):
        for n, element in enumerate(island.elements):
            for tag in lexicon[element.icon].tags:
                row[place[tag]] += OTHER if n else FIRST
        for tag in island.themes:
            row[place[tag]] += THEME
    of_icon = np.zeros((len(icons), len(tags)))
    for row, icon in zip(of_icon, icons, strict=True):
        row[[place[tag] for tag in lexicon[icon].tags]] = 1
    weight = np.log(1 + len(pack.islands) / (1 + (on_island > 0).sum(0)))
    low = set(_stored().get("low_weight_tags", ()))
    weight *= np.array([LOW if tag in low else 1.0 for tag in tags])
    similar: Array = _unit(np.sqrt(on_island) * weight) @ _unit(of_icon * weight @ related).T
    return similar


def _standard(scores: Array) -> Array:
    """Give each island mean 0 and equal spread, or a few islands would swallow everything; then each icon mean 0."""
    scores = scores - scores.mean(1, keepdims=True)
    scores /= np.maximum(scores.std(1, keepdims=True), 1e-9)
    scores -= scores.mean(0)
    even: Array = scores / max(float(scores.std()), 1e-9)
    return even


def _unit(rows: Array) -> Array:
    unit: Array = rows / np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    return unit


def _clarity(elements: tuple[Element, ...]) -> Array:
    """Return how easy each element is to point at: half for size, half for the distance to the nearest other."""
    spots = np.array([(e.hit.cx, e.hit.cy, e.hit.r) for e in elements])
    apart = np.hypot(spots[:, None, 0] - spots[:, 0], spots[:, None, 1] - spots[:, 1])
    np.fill_diagonal(apart, 1.0)
    clear: Array = np.minimum(spots[:, 2] / 0.15, 1) / 2 + np.minimum(apart.min(1) / 0.3, 1) / 2
    return clear
