"""The registry of games: an explicit list of titles and the versions of their rules."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from jeton.core.errors import UnknownTitle, UnknownVersion
from jeton.core.game import Game

__all__ = ["REGISTRY", "make", "titles"]

AnyGame = Game[Any, Any]
Maker = Callable[[Mapping[str, Any]], AnyGame]


def _splendor(options: Mapping[str, Any]) -> AnyGame:
    from jeton.games.splendor.game import Splendor

    return Splendor("splendor", options)


def _marvel(options: Mapping[str, Any]) -> AnyGame:
    from jeton.games.splendor.game import Splendor

    return Splendor("marvel", options)


def _guardians(version: int) -> Maker:
    def maker(options: Mapping[str, Any]) -> AnyGame:
        from jeton.games.guardians.game import Guardians

        return Guardians(options, version=version)

    return maker


REGISTRY: dict[tuple[str, int], Maker] = {
    ("splendor", 1): _splendor,
    ("marvel", 1): _marvel,
    ("guardians", 1): _guardians(1),
    ("guardians", 2): _guardians(2),
    ("guardians", 3): _guardians(3),
}
"""(title, version) to a maker; makers import their game when called, so that one title does not wait for another."""


def titles() -> tuple[str, ...]:
    """The names of all titles.

    >>> "splendor" in titles()
    True
    """
    return tuple(dict.fromkeys(title for title, _ in REGISTRY))


def make(title: str, *, version: int | None = None, options: Mapping[str, Any] | None = None) -> AnyGame:
    """The game of a title with options; the newest version of its rules unless one is asked for.

    >>> make("marvel").seat_counts
    (2, 3, 4)
    """
    versions = [v for name, v in REGISTRY if name == title]
    if not versions:
        raise UnknownTitle(f"no game is called {title!r}: expected one of {', '.join(titles())}")
    chosen = max(versions) if version is None else version
    if chosen not in versions:
        raise UnknownVersion(
            f"{title} has no version {version} here: expected one of {sorted(versions)}; a newer Jeton may"
        )
    return REGISTRY[title, chosen](options or {})
