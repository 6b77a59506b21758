"""`Title`: one record a game, which says where everything of it is found.

A package offers its titles through entry points of the group `jeton.titles`; ours are found in the same way. What lies
in a higher layer, bots or a table for the terminal, is named by a reference, `module:attribute`, and imported when it
is wanted: reading all titles imports no rules.
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
"""The entry points that offer titles."""

Reference = str
"""`module:attribute`, or of a folder `package:folder`."""


class Title(msgspec.Struct, frozen=True, kw_only=True):
    """A game as the house knows it.

    >>> Title(name="nim", makers={1: "nim_title:make"}, seats=(2,)).newest
    1
    """

    name: str
    """In every stored header, never renamed: small letters, digits and dashes."""
    makers: Mapping[int, Reference]
    """By version of the rules: what makes a `Game` of its options. Old versions stay, so that old matches replay."""
    seats: tuple[int, ...]
    """How many may play."""
    options: tuple[Option, ...] = ()
    """Of the newest version, with their types and limits."""
    place: int = 100
    """Its place in lists; among equals the name decides. The first is what is played where nobody says what."""
    bots: Reference = ""
    """A `jeton.bots.roster.Roster`; without one, only `random` plays."""
    terminal: Reference = ""
    """A `jeton.cli.terminal.table.Terminal`; without one, `jeton play` shows the view and numbers its moves."""
    tools: Reference = ""
    """A `jeton.bots.roster.Tools`: what is compiled beforehand, and counted faster than by `moves` and `play`."""
    envs: Reference = ""
    """A `jeton.envs.kinds.Kinds`: its positions and moves as numbers, for those who train agents."""
    page: str = "generic"
    """The folder of `ui/src/games` that draws it in the browser; `generic` shows any view, its moves as buttons."""
    gallery: str = ""
    """What the browser calls its page of cards, /rules/NAME/GALLERY, if it has one."""
    pictures: Reference = ""
    """The folder that the server shows as /pictures/NAME."""
    lessons: Reference = ""
    """The folder with `NAME.json`, a first game that is taught: see `jeton.games.lessons`."""
    words: Reference = ""
    """A folder with `en.json`, `fr.json` and `nl.json`, where the words are not those of `jeton.words`: at least
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
    """What a reference names.

    >>> resolve("jeton.core.title:GROUP")
    'jeton.titles'
    """
    module, _, attribute = reference.partition(":")
    return getattr(import_module(module), attribute)


def folder(reference: Reference) -> Traversable:
    """The folder that a reference names."""
    package, _, name = reference.partition(":")
    return resources.files(package).joinpath(name)
