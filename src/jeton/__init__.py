"""Jeton: Splendor, Splendor: Marvel and Guardians of Legends, as an engine, at a table and under the microscope.

>>> import jeton
>>> match = jeton.new("splendor", seats=2)
>>> len(match.moves()) > 20
True
>>> entry = match.play(match.moves()[0])
>>> match.outcome is None
True
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from jeton._version import __version__
from jeton.core.errors import (
    BadKey,
    BadOption,
    CannotUndo,
    CorruptMatch,
    IllegalMove,
    JetonError,
    MalformedMove,
    MalformedPack,
    MalformedPosition,
    MatchOver,
    TruncatedMatch,
    UnknownTitle,
    UnknownVersion,
    WrongSeat,
)
from jeton.core.game import CLOCK, Entry, Game, Outcome, Report
from jeton.core.match import Header, Match, new_key
from jeton.core.match_file import read_match, write_match
from jeton.games import first, make, titles

if TYPE_CHECKING:
    from jeton.games.types import GuardiansMatch, SplendorMatch

__all__ = [
    "CLOCK",
    "BadKey",
    "BadOption",
    "CannotUndo",
    "CorruptMatch",
    "Entry",
    "Game",
    "Header",
    "IllegalMove",
    "JetonError",
    "MalformedMove",
    "MalformedPack",
    "MalformedPosition",
    "Match",
    "MatchOver",
    "Outcome",
    "Report",
    "TruncatedMatch",
    "UnknownTitle",
    "UnknownVersion",
    "WrongSeat",
    "__version__",
    "dumps",
    "load",
    "loads",
    "make",
    "new",
    "save",
    "titles",
]


@overload
def new(
    title: Literal["splendor", "marvel"],
    *,
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    key: str | None = None,
    version: int | None = None,
) -> SplendorMatch: ...
@overload
def new(
    title: Literal["guardians"],
    *,
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    key: str | None = None,
    version: int | None = None,
) -> GuardiansMatch: ...
@overload
def new(
    title: str | None = None,
    *,
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    key: str | None = None,
    version: int | None = None,
) -> Match: ...
def new(
    title: str | None = None,
    *,
    seats: int = 2,
    options: Mapping[str, Any] | None = None,
    key: str | None = None,
    version: int | None = None,
) -> Match[Any, Any, Any]:
    """Return a fresh match; without a key, draw one from the operating system's secure source.

    Without a title, play the first of `titles()`.

    >>> new("marvel", seats=3)
    <Match marvel, 3 seats, 0 entries, seats [...] to move>
    """
    game = make(title or first(), version=version, options=options)
    header = Header(
        title=game.title, version=game.version, seats=seats, options=dict(game.options), key=key or new_key()
    )
    return Match(game, header)


def dumps(match: Match) -> str:
    """Return the text of a match file."""
    return write_match(match.header, match.log)


def loads(text: str) -> Match:
    """Replay the text of a match file; raises `CorruptMatch`, `UnknownTitle`, `UnknownVersion`.

    >>> match = new("splendor", seats=2)
    >>> loads(dumps(match)).header == match.header
    True
    """
    header, log = read_match(text)
    game = make(header.title, version=header.version, options=header.options)
    return Match(game, header, log)


def save(match: Match, path: str | Path) -> None:
    """Write a match file."""
    Path(path).write_text(dumps(match), encoding="utf-8", newline="\n")


def load(path: str | Path) -> Match:
    """Read a match file and replay it."""
    try:
        text = Path(path).read_text(encoding="utf-8")
    except UnicodeDecodeError as error:
        raise CorruptMatch(f"{path}: not a match file: {error}") from error
    return loads(text)
