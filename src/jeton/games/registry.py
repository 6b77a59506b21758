"""The registry: every title that an installed package offers through the entry points `jeton.titles`."""

from __future__ import annotations

import logging
import tomllib
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, overload

from jeton import words
from jeton.core.errors import UnknownTitle, UnknownVersion
from jeton.core.game import Game
from jeton.core.title import GROUP, Title, folder, resolve

if TYPE_CHECKING:
    from jeton.games.types import Guardians, Splendor

__all__ = ["AnyGame", "all_titles", "find", "first", "make", "titles"]

AnyGame = Game[Any, Any]

PROJECT = Path(__file__).parents[3] / "pyproject.toml"
"""For a checkout; an installed package has its entry points in its metadata."""

log = logging.getLogger(__name__)


@cache
def all_titles() -> Mapping[str, Title]:
    """Return every title by its name, in the order of lists; leave out and log those that can't be read."""
    found: dict[str, Title] = {}
    for entry in _entries():
        try:
            title = entry.load()
            if not isinstance(title, Title) or title.name != entry.name:
                raise TypeError(f"expected a jeton.core.title.Title called {entry.name!r}, got {title!r}")
        except Exception as error:  # somebody's broken package must not hide the other titles
            log.warning("the title %r (%s) can't be read: %s: %s", entry.name, entry.value, type(error).__name__, error)
            continue
        found.setdefault(title.name, title)
    ordered = sorted(found.values(), key=lambda title: (title.place, title.name))
    for title in ordered:
        words.also(title.name, folder(title.words) if title.words else None)
    return {title.name: title for title in ordered}


def _entries() -> Iterable[EntryPoint]:
    """Return ours first, so that nobody takes their names; a checkout that is only on the path reads pyproject.toml."""
    installed = entry_points(group=GROUP)
    ours = [entry for entry in installed if entry.dist is not None and entry.dist.name == "jeton"]
    if not ours and PROJECT.is_file():
        listed = tomllib.loads(PROJECT.read_text("utf-8"))["project"]["entry-points"][GROUP]
        ours = [EntryPoint(name, value, GROUP) for name, value in listed.items()]
    return [*ours, *(entry for entry in installed if entry not in ours)]


def titles() -> tuple[str, ...]:
    """Return the names of all titles.

    >>> "splendor" in titles()
    True
    """
    return tuple(all_titles())


def first() -> str:
    """Return the title to play where nobody names one."""
    return next(iter(all_titles()))


def find(title: str) -> Title:
    """Return the record of a title; raises `UnknownTitle`."""
    try:
        return all_titles()[title]
    except KeyError:
        raise UnknownTitle(f"no game is called {title!r}: expected one of {', '.join(titles())}") from None


@overload
def make(
    title: Literal["splendor", "marvel"], *, version: int | None = None, options: Mapping[str, Any] | None = None
) -> Splendor: ...
@overload
def make(
    title: Literal["guardians"], *, version: int | None = None, options: Mapping[str, Any] | None = None
) -> Guardians: ...
@overload
def make(title: str, *, version: int | None = None, options: Mapping[str, Any] | None = None) -> AnyGame: ...
def make(title: str, *, version: int | None = None, options: Mapping[str, Any] | None = None) -> AnyGame:
    """Make the game of a title with options; by default in the newest version of its rules.

    >>> make("marvel").seat_counts
    (2, 3, 4)
    """
    known = find(title)
    chosen = known.newest if version is None else version
    if chosen not in known.makers:
        raise UnknownVersion(
            f"{title} has no version {version} here: expected one of {sorted(known.makers)}; a newer Jeton may"
        )
    game: AnyGame = resolve(known.makers[chosen])(options or {})
    return game
