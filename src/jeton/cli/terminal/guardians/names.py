"""What things are called at the table: islands by number, things on postcards by letter and number, players by name."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from jeton.cli.terminal.seats import Player
from jeton.games.guardians.ruleset import COLOURS
from jeton.games.guardians.scenes import Pack, Scene
from jeton.words import Words

__all__ = ["Names"]


@dataclass(frozen=True)
class Names:
    """The names of one table in one language."""

    pack: Pack
    players: Sequence[Player]
    words: Words
    powers: bool = True
    """Whether legends have their powers."""

    def seat(self, seat: int) -> str:
        """A player's name."""
        return self.players[seat].name

    def seats(self, seats: Iterable[int]) -> str:
        """Several players' names, each once."""
        return self.words.list([self.seat(seat) for seat in dict.fromkeys(seats)])

    def colour(self, seat: int) -> str:
        """The word for a seat's colour."""
        return self.words(f"guardians.colour.{COLOURS[seat]}")

    def number(self, island: str) -> int:
        """An island's number on the list, from 1."""
        return self.pack.island_ids.index(island) + 1

    def island(self, island: str) -> str:
        """An island's title."""
        return self._text(self.pack.islands[self.number(island) - 1], "title")

    def blurb(self, island: str) -> str:
        """A sentence about an island, with its full stop."""
        text = self._text(self.pack.islands[self.number(island) - 1], "blurb").strip()
        return text if not text or text[-1] in ".…" else f"{text}."

    def sights(self, island: str) -> str:
        """What is to be seen on an island."""
        elements = self.pack.islands[self.number(island) - 1].elements
        return ", ".join(dict.fromkeys(self.thing(element.icon) for element in elements)) or "–"

    def card(self, postcard: str) -> Scene:
        """A postcard by its name in the pack."""
        return self.pack.postcards[self.pack.postcard_ids.index(postcard)]

    def title(self, postcard: str) -> str:
        """A postcard's title."""
        return self._text(self.card(postcard), "title")

    def things(self, postcard: str) -> list[str]:
        """What is on a postcard, in the order of its numbers."""
        return [self.thing(element.icon) for element in self.card(postcard).elements]

    def thing(self, icon: str) -> str:
        """The word for a thing."""
        word = self.pack.lexicon[icon]
        return str(getattr(word, self.words.language)) or word.en

    def element(self, postcard: str, element: str) -> tuple[int, str]:
        """The number and the word of an element of a postcard."""
        for n, found in enumerate(self.card(postcard).elements):
            if found.id == element:
                return n + 1, self.thing(found.icon)
        raise KeyError(element)

    def spot(self, cards: Sequence[str], postcard: str, number: int) -> str:
        """Where a thing is: the postcard's letter among the open ones, and its number there.

        Letters follow the order in which postcards lie, the oldest first.
        """
        return f"{letter(cards.index(postcard))}{number}" if postcard in cards else f"?{number}"

    def legend(self, name: str) -> str:
        """A reward's name."""
        return self.words(f"guardians.legend.{name}")

    def power(self, name: str) -> str:
        """What a reward does."""
        return self.words(f"guardians.power.{name}")

    def _text(self, scene: Scene, field: str) -> str:
        return str(getattr(scene, f"{field}_{self.words.language}") or getattr(scene, f"{field}_en"))


def letter(index: int) -> str:
    """The letter of a postcard.

    >>> letter(0), letter(2)
    ('A', 'C')
    """
    return chr(ord("A") + index)
