"""`Told`: a clue of a finished match, what it could have meant to whoever saw it, and where the others sailed.

A title whose players give each other clues names what looks back on them in its roster; `jeton.analysis.clues` asks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec

from jeton.bots.facts import Fact
from jeton.core.match import Match
from jeton.words import Words

__all__ = ["Better", "ClueReader", "Guess", "Told"]


class Better(msgspec.Struct, frozen=True, kw_only=True):
    """A clue that would have said more."""

    card: str
    thing: str
    chance: float
    """What the right place would have had after it."""


class Guess(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody looked for the giver of a clue in that round, and what spoke for it from what they could know."""

    n: int
    """The entry's number."""
    seat: int
    place: str
    right: bool
    informed: bool
    """Whether the clue lay on the table by then."""
    chance: float
    """Of the place where they looked."""
    likeliest: str
    """The likeliest place."""
    most: float
    """Its chance."""
    truth: float
    """Of the right place."""


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """A clue, and what could be made of it."""

    n: int
    """The entry's number."""
    round: int
    seat: int
    card: str
    thing: str | None
    """What it pointed at; None for plain scenery."""
    said: bool
    """Whether it said anything: neither scenery nor what had been said before."""
    meant: str
    """The right place."""
    before: dict[str, float]
    """The chance of every place that came into question before it, the likeliest first."""
    chances: dict[str, float]
    """The same with it."""
    rank: int
    """The right place's, 1 for the likeliest."""
    bits: float
    """How much nearer it brought the right place: 1 where its chance doubled, -1 where it halved."""
    astray: float
    """How much more it spoke for the likeliest place than for the right one: 1 where twice as much; 0 where that is the
    right one."""
    better: Better | None
    """The clue that would have said most, where that is clearly more."""
    guesses: tuple[Guess, ...]
    """In the order of landing."""
    why: tuple[Fact, ...]


class ClueReader(Protocol):
    """Looks back on the clues of matches of one game."""

    def clues(self, match: Match) -> Iterator[Told | None]:
        """For every entry that stands, the clue that it gave, or None."""
        ...

    def says(self, fact: Fact, words: Words, names: Sequence[str]) -> str:
        """A fact as a sentence, with a name for every seat."""
        ...
