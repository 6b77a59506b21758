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
        """Return a player's name."""
        return self.players[seat].name

    def seats(self, seats: Iterable[int]) -> str:
        """Return several players' names, each once."""
        return self.words.list([self.seat(seat) for seat in dict.fromkeys(seats)])

    def colour(self, seat: int) -> str:
        """Return the word for a seat's colour."""
        return self.words(f"guardians.colour.{COLOURS[seat]}")

    def number(self, island: str) -> int:
        """Return an island's number on the list, from 1."""
        return self.pack.island_ids.index(island) + 1

    def island(self, island: str) -> str:
        """Return an island's title."""
        return self._text(self.pack.islands[self.number(island) - 1], "title")

    def blurb(self, island: str) -> str:
        """Return a sentence about an island, with its full stop."""
        text = self._text(self.pack.islands[self.number(island) - 1], "blurb").strip()
        return text if not text or text[-1] in ".…" else f"{text}."

    def sights(self, island: str) -> str:
        """Return what an island shows."""
        elements = self.pack.islands[self.number(island) - 1].elements
        return ", ".join(dict.fromkeys(self.thing(element.icon) for element in elements)) or "–"

    def card(self, postcard: str) -> Scene:
        """Return a postcard by its name in the pack."""
        return self.pack.postcards[self.pack.postcard_ids.index(postcard)]

    def title(self, postcard: str) -> str:
        """Return a postcard's title."""
        return self._text(self.card(postcard), "title")

    def things(self, postcard: str) -> list[str]:
        """Return what is on a postcard, in the order of its numbers."""
        return [self.thing(element.icon) for element in self.card(postcard).elements]

    def thing(self, icon: str) -> str:
        """Return the word for a thing."""
        word = self.pack.lexicon[icon]
        return str(getattr(word, self.words.language)) or word.en

    def element(self, postcard: str, element: str) -> tuple[int, str]:
        """Return the number and the word of an element of a postcard."""
        for n, found in enumerate(self.card(postcard).elements):
            if found.id == element:
                return n + 1, self.thing(found.icon)
        raise KeyError(element)

    def spot(self, cards: Sequence[str], postcard: str, number: int) -> str:
        """Return where a thing is: the postcard's letter among the open ones, and its number there.

        Letters follow the order in which postcards lie, the oldest first.
        """
        return f"{letter(cards.index(postcard))}{number}" if postcard in cards else f"?{number}"

    def legend(self, name: str) -> str:
        """Return a reward's name."""
        return self.words(f"guardians.legend.{name}")

    def power(self, name: str) -> str:
        """Return what a reward does."""
        return self.words(f"guardians.power.{name}")

    def _text(self, scene: Scene, field: str) -> str:
        return str(getattr(scene, f"{field}_{self.words.language}") or getattr(scene, f"{field}_en"))


def letter(index: int) -> str:
    """Return the letter of a postcard.

    >>> letter(0), letter(2)
    ('A', 'C')
    """
    return chr(ord("A") + index)
