"""`ReadClue`: a clue of a finished match, what it could have meant to those who saw it, and where the others sailed.

A title whose players give each other clues names its clue reader in its roster; `jeton.analysis.clues` asks it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Protocol

import msgspec

from jeton.bots.facts import Fact
from jeton.core.match import Match
from jeton.words import Words

__all__ = ["Better", "ClueReader", "Guess", "ReadClue"]


class Better(msgspec.Struct, frozen=True, kw_only=True):
    """A clue that would have said more."""

    card: str
    thing: str
    chance: float
    """The chance that the right place would have had after it."""


class Guess(msgspec.Struct, frozen=True, kw_only=True):
    """Where somebody looked for the giver of a clue in that round, and what spoke for it from what they could know."""

    n: int
    """The entry's number."""
    seat: int
    place: str
    right: bool
    informed: bool
    """Whether the clue was already on the table."""
    chance: float
    """The chance of the place where they looked."""
    likeliest: str
    """The likeliest place."""
    most: float
    """The chance of the likeliest place."""
    truth: float
    """The chance of the right place."""


class ReadClue(msgspec.Struct, frozen=True, kw_only=True):
    """A clue, and what a reader could make of it."""

    n: int
    """The entry's number."""
    round: int
    seat: int
    card: str
    thing: str | None
    """What the clue pointed at; None for plain scenery."""
    said: bool
    """Whether it said anything: neither scenery nor a repetition."""
    meant: str
    """The right place."""
    before: dict[str, float]
    """The chance of every possible place before the clue, the likeliest first."""
    chances: dict[str, float]
    """The same chances after the clue."""
    rank: int
    """The rank of the right place, 1 for the likeliest."""
    bits: float
    """How much nearer the clue brought the right place: 1 if its chance doubled, -1 if it halved."""
    astray: float
    """How much more the clue spoke for the likeliest place than for the right one:

    1 for twice as much; 0 if both are the same.
    """
    better: Better | None
    """The clue that would have said most, if that is clearly more."""
    guesses: tuple[Guess, ...]
    """In the order of landing."""
    why: tuple[Fact, ...]


class ClueReader(Protocol):
    """Looks back on the clues of matches of one game."""

    def clues(self, match: Match) -> Iterator[ReadClue | None]:
        """Return, for every entry that stands, the clue that it gave, or None."""
        ...

    def says(self, fact: Fact, words: Words, names: Sequence[str]) -> str:
        """Return a fact as a sentence, with a name for every seat."""
        ...
