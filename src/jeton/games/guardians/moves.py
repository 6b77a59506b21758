"""Moves and their notation.

    clue night_market 0.5193 0.3558   a clue token on an open postcard, its tip at this point (G22)
    boat siren_reef red               a boat to an island, in search of a player (G30)
    stop                              no more boats (O3), or no more clues when there is no boat (G104)
    choose red                        the choice that an immediate power asks for (G105)
    play club                         a kept legend (G100); some need a word more:
    play trident red                  … a player (kunee, trident, hourglass)
    play wand ember_forge             … an island
    play stone boat                   … what the player gets: a boat for a clue, or `clue` for a boat
    pile 2                            which unopened pile to take (O2)
    ready                             the end of the player's interlude (G67)
    tick                              the clock's move

Colours name players; names from the pack name islands and postcards. A point has at most four decimals, so the log
holds exactly what was meant.
"""

from __future__ import annotations

import re
from functools import cache

import msgspec

from jeton.core.errors import MalformedMove
from jeton.games.guardians.ruleset import COLOURS
from jeton.games.guardians.scenes import Pack

__all__ = ["Choose", "Move", "Play", "Point", "Ready", "Sail", "Stop", "TakePile", "parse", "point", "points", "sail"]

MAX_LENGTH = 120
NUMBER = re.compile(r"-?(0|[1-9][0-9]{0,3})(\.[0-9]{1,4})?", re.ASCII)


class Point(msgspec.Struct, frozen=True, gc=False):
    """Place a clue."""

    postcard: str
    x: float
    y: float


class Sail(msgspec.Struct, frozen=True, gc=False):
    """Place a boat."""

    island: str
    sought: int


class Choose(msgspec.Struct, frozen=True, gc=False):
    """Make a choice that the match waits for."""

    word: str


class Play(msgspec.Struct, frozen=True, gc=False):
    """Play a kept legend."""

    legend: str
    word: str


class TakePile(msgspec.Struct, frozen=True, gc=False):
    """Take an unopened pile, the first being 1."""

    number: int


class Stop(msgspec.Struct, frozen=True, gc=False):
    """End the player's search."""


class Ready(msgspec.Struct, frozen=True, gc=False):
    """End the player's interlude."""


Move = Point | Sail | Choose | Play | TakePile | Stop | Ready


def parse(pack: Pack, text: str) -> Move:
    """Return the move that a text spells, legal or not; raises `MalformedMove`.

    >>> from jeton.games.guardians.scenes import pack_named
    >>> parse(pack_named("jeton"), "boat siren_reef red")
    Sail(island='siren_reef', sought=1)
    """
    words = text.split(" ") if len(text) <= MAX_LENGTH else []
    match words:
        case ["clue", postcard, x, y] if postcard in pack.points and NUMBER.fullmatch(x) and NUMBER.fullmatch(y):
            return Point(postcard, float(x) + 0.0, float(y) + 0.0)  # + 0.0 avoids minus zero
        case ["boat", island, sought] if island in pack.island_ids and sought in COLOURS:
            return Sail(island, COLOURS.index(sought))
        case ["choose", word] if _is_word(word):
            return Choose(word)
        case ["play", legend] if _is_word(legend):
            return Play(legend, "")
        case ["play", legend, word] if _is_word(legend) and _is_word(word):
            return Play(legend, word)
        case ["pile", number] if len(number) == 1 and number in "123":
            return TakePile(int(number))
        case ["stop"]:
            return Stop()
        case ["ready"]:
            return Ready()
    raise MalformedMove(
        f"expected clue, boat, stop, choose, play, pile or ready with names of this pack, got {text[:MAX_LENGTH]!r}"
    )


def point(postcard: str, x: float, y: float) -> str:
    """Return the notation of a clue.

    >>> point("night_market", 0.5, 0.12346)
    'clue night_market 0.5 0.1235'
    """
    return f"clue {postcard} {_decimals(x)} {_decimals(y)}"


@cache
def points(pack: Pack, postcard: str) -> tuple[str, ...]:
    """Return the notation of a clue at the centre of each element of a postcard."""
    return tuple(point(postcard, x, y) for x, y in pack.points[postcard])


@cache
def sail(island: str, sought: int) -> str:
    """Return the notation of a boat.

    >>> sail("siren_reef", 0)
    'boat siren_reef blue'
    """
    return f"boat {island} {COLOURS[sought]}"


def _decimals(value: float) -> str:
    return f"{value:.4f}".rstrip("0").rstrip(".")


def _is_word(text: str) -> bool:
    return text.isascii() and text.replace("_", "").replace("-", "").isalnum()
