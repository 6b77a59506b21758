"""The bots that people can choose: bot levels, the styles of each, and how strong it was measured to be."""

from __future__ import annotations

from functools import lru_cache
from importlib import resources
from pathlib import Path

import msgspec

__all__ = ["Offer", "Rating", "Ratings", "measured", "offers", "read_ratings", "save_ratings"]


class Rating(msgspec.Struct, frozen=True):
    """A bot's strength on the scale of one title and number of seats (Elo), with a 95 % interval."""

    elo: float
    low: float
    high: float
    games: int = 0


class Ratings(msgspec.Struct, frozen=True, kw_only=True):
    """What `jeton rate` measured: a scale for each title and number of seats, with its anchor at a fixed place."""

    anchored_at: float
    anchors: dict[str, str] = {}
    """By title: the bot at that place."""
    scales: dict[str, dict[str, dict[str, Rating]]] = {}
    """By title, number of seats and bot."""
    nets: dict[str, str] = {}
    """By title and number of seats, as in `splendor-2`: the digest of the net used to measure the scale."""
    levels: dict[str, str] = {}
    """By the same key: the digest of the settings of its bot levels."""


class Offer(msgspec.Struct, frozen=True, kw_only=True):
    """A bot level that people can choose; `name:style=…` chooses a style too."""

    name: str
    level: int
    styles: tuple[str, ...]
    """The styles to choose from, the plain one first; empty if there is no choice."""
    seconds: float
    """How long the bot thinks about a move at most; 0 answers at once."""
    ratings: dict[str, Rating]
    """By number of seats; empty if nobody measured any."""


@lru_cache(maxsize=1)
def read_ratings() -> Ratings:
    """Return the ratings that ship, as `jeton rate` wrote them."""
    found = resources.files("jeton.bots").joinpath("ratings.json").read_bytes()
    return msgspec.json.decode(found, type=Ratings)


def save_ratings(path: Path, ratings: Ratings) -> None:
    """Write ratings to a file, a line for each number, so that a diff shows which number changed."""
    path.write_bytes(msgspec.json.format(msgspec.json.encode(ratings), indent=1) + b"\n")


def measured(title: str, seats: int, bot: str) -> Rating | None:
    """Return a bot's measured strength at a table of so many seats; None if nobody measured it.

    >>> measured("splendor", 2, "level5").elo, measured("splendor", 2, "level5:style=builder")
    (1584.1, None)
    """
    return read_ratings().scales.get(title, {}).get(str(seats), {}).get(bot)


@lru_cache(maxsize=64)
def offers(title: str) -> tuple[Offer, ...]:
    """Return the bot levels of a title, the weakest first.

    >>> [(one.name, one.level, len(one.styles)) for one in offers("splendor")][3]
    ('level4', 4, 4)
    """
    from jeton.bots import offered, roster
    from jeton.games import titles

    if title not in titles():
        return ()
    known = roster(title)
    scales = read_ratings().scales.get(title, {})
    return tuple(
        Offer(
            name=name,
            level=number,
            styles=known.styles(name),
            seconds=known.seconds(name),
            ratings={seats: scale[name] for seats, scale in scales.items() if name in scale},
        )
        for number, name in enumerate(offered(title), 1)
    )
