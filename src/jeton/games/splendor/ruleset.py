"""The ruleset: every number in which Splendor, Splendor: Marvel and their options differ, as one record.

Marvel is the general game; Splendor is Marvel with zeros: no card has a tag or a time icon, and its goal asks for no
bonus and no time token. The rules never ask which title they play.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib import resources
from typing import Any

import msgspec
import numpy as np

from jeton.core.game import Option
from jeton.core.game import lay_options as lay
from jeton.games.splendor.gems import pack
from jeton.games.splendor.title import OPTIONS

__all__ = ["NO_CARD", "NO_NOBLE", "RULESET", "Box", "Card", "Noble", "lay_options", "ruleset_words", "title"]

CARDS, NOBLES, LEVELS = 90, 10, 3
FIRST_CARD = (1, 41, 71)
"""The number of the first card of each level; cards are numbered from 1 through the levels."""

UNPAYABLE = pack([127] * 5)
"""A cost that nobody can pay and a requirement that nobody can meet: what an empty place holds."""

NO_CARD = UNPAYABLE
NO_NOBLE = UNPAYABLE

# A card is one word: its cost in bytes 0 … 4, its number in byte 6, and flags above.
CARD_SHIFT = 48
BLIND = 1 << 56
"""Set while the card lies in a hand, reserved from a deck: only its owner knows it (S21)."""
TIME_ICON = 1 << 57
"""The card brings a time token (M10)."""

RULESET = np.dtype(
    (
        np.record,
        [
            ("card", "i8", CARDS + 1),  # cost | number << 48 | TIME_ICON; number 0 is "no card"
            ("gain", "i8", CARDS + 1),  # bonus | points << 40 | 1 << 48 (a card) | tags << 56
            ("noble", "i8", NOBLES + 1),  # requirement | number << 48; number 0 is "nobody"
            ("level_size", "i8", LEVELS),
            ("pile", "i8", 5),  # gem tokens per colour, by number of seats (S7, M4)
            ("time_pile", "i8", 5),  # time tokens, by number of seats (M4)
            ("gold_pile", "i8"),
            ("noble_tiles", "i8"),  # tiles in the box (S3, M3)
            ("noble_faces", "i8"),  # faces of a tile: 1, Marvel 2 (M5)
            ("nobles_extra", "i8"),  # tiles shown beyond one a seat (S6, M5)
            ("noble_points", "i8"),
            ("pair_floor", "i8"),  # S12
            ("hand_limit", "i8"),  # S14
            ("token_limit", "i8"),  # S23
            ("goal_points", "i8"),  # S27, S31, M14
            ("goal_bonus", "i8"),  # M14; Splendor 0
            ("goal_time", "i8"),  # M14; Splendor 0
            ("tile_tags", "i8"),  # M13
            ("tile_points", "i8"),  # M13
            ("random_first", "i8"),  # option `first` (S8)
            ("choose_payment", "i8"),  # option `payment` (S18)
            ("stay_visible", "i8"),  # option `visible` (S21)
        ],
    ),
    align=True,
)


class Card(msgspec.Struct, frozen=True):
    """A development or Character card as printed."""

    id: int
    level: int
    bonus: str
    points: int
    cost: dict[str, int]
    name: str = ""
    avengers: int = 0
    time_icon: bool = False


class Noble(msgspec.Struct, frozen=True):
    """A noble tile, or one face of a Location tile."""

    id: int
    name: str
    points: int
    requirement: dict[str, int]


class Box(msgspec.Struct, frozen=True):
    """What a title's box holds, and what it calls its colours."""

    name: str
    full_name: str
    letters: str
    colours: tuple[str, ...]
    cards: tuple[Card, ...]
    nobles: tuple[Noble, ...]
    noble_faces: int
    numbers: dict[str, int]
    options: tuple[Option, ...]

    def card(self, number: int) -> Card:
        """Return the card of a number, 1 to 90."""
        return self.cards[number - 1]

    def noble(self, number: int) -> Noble:
        """Return the noble or location of a number, from 1."""
        return self.nobles[number - 1]


TITLES: dict[str, dict[str, Any]] = {
    "splendor": {
        "full_name": "Splendor",
        "letters": "wbgrk",
        "tiles": "nobles",
        "numbers": {"goal_points": 15, "goal_bonus": 0, "goal_time": 0, "nobles_extra": 1, "time_per_seat": 0},
        "options": OPTIONS["splendor"],
    },
    "marvel": {
        "full_name": "Splendor: Marvel",
        "letters": "ypbro",
        "tiles": "locations",
        "numbers": {"goal_points": 16, "goal_bonus": 1, "goal_time": 1, "nobles_extra": 0, "time_per_seat": 1},
        "options": OPTIONS["marvel"],
    },
}


@cache
def title(name: str) -> Box:
    """Return a title's components and numbers, read from its data file.

    >>> title("splendor").card(76).cost
    {'white': 6, 'blue': 3, 'green': 0, 'red': 0, 'black': 3}
    """
    facts = TITLES[name]
    data = json.loads(resources.files("jeton.games.splendor.data").joinpath(f"{name}.json").read_text("utf-8"))
    cards = tuple(msgspec.convert(card, Card) for card in data["cards"])
    nobles = tuple(msgspec.convert(noble, Noble) for noble in data[facts["tiles"]])
    levels = [card.level for card in cards]
    if [c.id for c in cards] != list(range(1, CARDS + 1)) or levels != sorted(levels):
        raise ValueError(f"{name}.json: cards must be numbered from 1 through the levels")
    return Box(
        name=name,
        full_name=facts["full_name"],
        letters=facts["letters"],
        colours=tuple(data["colours"]),
        cards=cards,
        nobles=nobles,
        noble_faces=2 if "tile" in data[facts["tiles"]][0] else 1,
        numbers=facts["numbers"],
        options=facts["options"],
    )


def lay_options(box: Box, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return all options of a title with their values; raises `BadOption`.

    >>> lay_options(title("splendor"), {"goal": 21})
    {'first': 'random', 'visible': True, 'payment': 'choice', 'goal': 21}
    """
    return lay(box.name, box.options, chosen)


def ruleset_words(box: Box, options: Mapping[str, Any]) -> np.ndarray[Any, np.dtype[np.int64]]:
    """Return the ruleset of a title with its options laid over it, as 64-bit words."""
    words = np.zeros(RULESET.itemsize // 8, np.int64)
    r = words.view(RULESET)[0]
    r["card"][0], r["noble"][:] = NO_CARD, NO_NOBLE
    for card in box.cards:
        time = TIME_ICON if card.time_icon else 0
        r["card"][card.id] = pack(card.cost[c] for c in box.colours) | card.id << CARD_SHIFT | time
        r["gain"][card.id] = 1 << 8 * box.colours.index(card.bonus) | card.points << 40 | 1 << 48 | card.avengers << 56
    for noble in box.nobles:
        r["noble"][noble.id] = pack(noble.requirement[c] for c in box.colours) | noble.id << CARD_SHIFT
    numbers = box.numbers
    r["level_size"] = [sum(card.level == level for card in box.cards) for level in (1, 2, 3)]
    r["pile"] = (0, 0, 4, 5, 7)
    r["time_pile"] = [seats * numbers["time_per_seat"] for seats in range(5)]
    r["gold_pile"] = 5
    r["noble_faces"] = box.noble_faces
    r["noble_tiles"] = len(box.nobles) // box.noble_faces
    r["nobles_extra"] = numbers["nobles_extra"]
    r["noble_points"] = box.nobles[0].points
    r["pair_floor"], r["hand_limit"], r["token_limit"] = 4, 3, 10
    r["goal_points"] = options.get("goal", numbers["goal_points"])
    r["goal_bonus"], r["goal_time"] = numbers["goal_bonus"], numbers["goal_time"]
    r["tile_tags"], r["tile_points"] = 3, 3
    r["random_first"] = options["first"] == "random"
    r["choose_payment"] = options["payment"] == "choice"
    r["stay_visible"] = options["visible"]
    words.flags.writeable = False
    return words
