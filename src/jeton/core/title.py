"""`Title`: one record a game, which says where each of its parts is.

A package offers its titles through entry points of the group `jeton.titles`; Jeton finds its own in the same way. A
title names what lies in a higher layer, such as bots or a terminal, by a reference, `module:attribute`. Jeton
imports it when somebody wants it, so reading all titles imports no rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module, resources
from importlib.resources.abc import Traversable
from typing import Any

import msgspec

from jeton.core.game import Option

__all__ = ["GROUP", "Reference", "Title", "folder", "resolve"]

GROUP = "jeton.titles"
"""The group of the entry points that offer titles."""

Reference = str
"""`module:attribute`, or for a folder `package:folder`."""


class Title(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the rest of Jeton knows it.

    >>> Title(name="nim", makers={1: "nim_title:make"}, seats=(2,)).newest
    1
    """

    name: str
    """The name in every stored header; it never changes. Small letters, digits and dashes."""
    makers: Mapping[int, Reference]
    """For each version of the rules, what makes a `Game` of its options.

    Old versions stay, so that old matches replay.
    """
    seats: tuple[int, ...]
    """The numbers of seats that can play."""
    options: tuple[Option, ...] = ()
    """The options of the newest version, with their types and limits."""
    place: int = 100
    """Its place in lists; among equals the name decides. The first title is played where nobody names one."""
    bots: Reference = ""
    """A `jeton.bots.roster.Roster`; without one, only `random` plays."""
    terminal: Reference = ""
    """A `jeton.cli.terminal.table.Terminal`; without one, `jeton play` shows the view and numbers its moves."""
    tools: Reference = ""
    """A `jeton.bots.roster.Tools`: what to compile beforehand, and a faster count than by `moves` and `play`."""
    envs: Reference = ""
    """A `jeton.envs.kinds.Kinds`: its positions and moves as numbers, for people who train agents."""
    page: str = "generic"
    """The folder of `ui/src/games` that draws the game in the browser; `generic` shows any view, moves as buttons."""
    gallery: str = ""
    """What the browser calls its page of cards, /rules/NAME/GALLERY, if it has one."""
    pictures: Reference = ""
    """The folder that the server serves as /pictures/NAME."""
    lessons: Reference = ""
    """The folder with `NAME.json`, a first game with a coach: see `jeton.games.lessons`."""
    words: Reference = ""
    """A folder with `en.json`, `fr.json` and `nl.json`, if the words are not in `jeton.words`: at least
    `name`, for options `option.NAME` and `value.NAME.VALUE`, and `move.NOTATION` where a move should read better."""

    def __post_init__(self) -> None:
        """Refuse a record that nobody could play."""
        if not (self.makers and self.seats):
            raise ValueError(f"the title {self.name!r} needs a maker and a number of seats")
        if not all(letter.isascii() and (letter.isalnum() or letter == "-") for letter in self.name or "?"):
            raise ValueError(f"expected a title's name of letters, digits and dashes, got {self.name!r}")

    @property
    def newest(self) -> int:
        """The newest version of its rules."""
        return max(self.makers)


def resolve(reference: Reference) -> Any:
    """Return the object that a reference names.

    >>> resolve("jeton.core.title:GROUP")
    'jeton.titles'
    """
    module, _, attribute = reference.partition(":")
    return getattr(import_module(module), attribute)


def folder(reference: Reference) -> Traversable:
    """Return the folder that a reference names."""
    package, _, name = reference.partition(":")
    return resources.files(package).joinpath(name)
