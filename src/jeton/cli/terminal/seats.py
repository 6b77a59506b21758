"""Who sits where: `human`, `human:Ann`, a bot's spelling, each with a name before it if you like (`Zoé=greedy`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jeton.bots import roster
from jeton.core.errors import JetonError
from jeton.games import find
from jeton.words import Words

__all__ = ["PlayError", "Player", "fill", "seat_players"]

HUMAN = "human"


class PlayError(JetonError, ValueError):
    """The table can't be set up as asked."""


@dataclass(frozen=True)
class Player:
    """Who sits at a seat: a name, and the spelling of the bot if it is one."""

    name: str
    bot: str | None = None

    @property
    def mark(self) -> str:
        """Return the mark: people are round, bots are square."""
        return "■" if self.bot else "●"


def fill(spelt: Sequence[str], seats: int | None, words: Words, title: str, usual: int | None = None) -> list[str]:
    """Return a spelling for every seat: bots take the seats that nobody asked for.

    Without a number of seats, the table has the `usual` number, or the fewest that the title takes.

    >>> fill([], 3, Words(), "splendor")
    ['human', 'greedy', 'greedy']
    """
    known = find(title)
    players = list(spelt) or [HUMAN]
    count = seats if seats is not None else max(usual or min(known.seats), len(players))
    if count not in known.seats:
        name, low, high = words(f"{title}.name"), min(known.seats), max(known.seats)
        raise PlayError(words("cli.error.seats", low=low, high=high, title=name, count=count))
    if len(players) > count:
        raise PlayError(words("cli.error.players", seats=count, players=len(players)))
    return players + [roster(title).basic] * (count - len(players))


def seat_players(spelt: Sequence[str], words: Words) -> tuple[Player, ...]:
    """Return the players of spellings; those without a name get one.

    >>> [player.name for player in seat_players(["human:Ann", "greedy", "Zoé=greedy", "random"], Words())]
    ['Ann', 'Greedy', 'Zoé', 'Random']
    """
    humans = sum(_kind(text)[0] == HUMAN for text in spelt)
    names: list[str] = []
    players = []
    for seat, text in enumerate(spelt):
        kind, name = _kind(text)
        if not name:
            if kind == HUMAN:
                name = words("cli.you") if humans == 1 else words("cli.player", n=seat + 1)
            else:
                name = _unused(kind.partition(":")[0].capitalize(), names)
        elif name in names:
            raise PlayError(words("cli.error.names", name=name))
        names.append(name)
        players.append(Player(name, None if kind == HUMAN else kind))
    return tuple(players)


def _kind(text: str) -> tuple[str, str]:
    """Return a spelling's kind, parameters included, and its name."""
    before, equals, after = text.partition("=")
    if equals and ":" not in before and before.strip():
        return after.strip() or HUMAN, _clean(before)
    if text == HUMAN or text.startswith(f"{HUMAN}:"):
        return HUMAN, _clean(text[len(HUMAN) + 1 :])
    return text.strip(), ""


def _clean(name: str) -> str:
    """Return a name that can't disturb the terminal."""
    return "".join(c for c in name if c.isprintable()).strip()[:24]


def _unused(name: str, names: Sequence[str]) -> str:
    again, fresh = 2, name
    while fresh in names:
        fresh = f"{name} {again}"
        again += 1
    return fresh
