"""Who sits where: `human`, `human:Ann`, a bot's spelling, each with a name before it if you like (`Zoé=greedy`)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from jeton.core.errors import JetonError
from jeton.words import Words

__all__ = ["DEFAULT_BOT", "PlayError", "Player", "fill", "seat_players"]

DEFAULT_BOT = "greedy"
HUMAN = "human"


class PlayError(JetonError, ValueError):
    """The table can't be set as asked."""


@dataclass(frozen=True)
class Player:
    """Who sits at a seat: a name, and the spelling of the bot if it is one."""

    name: str
    bot: str | None = None

    @property
    def mark(self) -> str:
        """People are round, bots are square."""
        return "■" if self.bot else "●"


def fill(spelt: Sequence[str], seats: int | None, words: Words, title: str) -> list[str]:
    """A spelling for every seat: bots take the seats that nobody asked for.

    >>> fill([], 3, Words(), "splendor")
    ['human', 'greedy', 'greedy']
    """
    players = list(spelt) or [HUMAN]
    count = seats if seats is not None else max(2, len(players))
    if not 2 <= count <= 4:
        name = words(f"{title}.name")
        raise PlayError(words("cli.error.seats", low=2, high=4, title=name, count=count))
    if len(players) > count:
        raise PlayError(words("cli.error.players", seats=count, players=len(players)))
    return players + [DEFAULT_BOT] * (count - len(players))


def seat_players(spelt: Sequence[str], words: Words) -> tuple[Player, ...]:
    """The players of spellings; those without a name get one.

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
    """A spelling's kind, parameters included, and its name."""
    before, equals, after = text.partition("=")
    if equals and ":" not in before and before.strip():
        return after.strip() or HUMAN, _clean(before)
    if text == HUMAN or text.startswith(f"{HUMAN}:"):
        return HUMAN, _clean(text[len(HUMAN) + 1 :])
    return text.strip(), ""


def _clean(name: str) -> str:
    """A name that can't disturb the terminal."""
    return "".join(c for c in name if c.isprintable()).strip()[:24]


def _unused(name: str, names: Sequence[str]) -> str:
    again, fresh = 2, name
    while fresh in names:
        fresh = f"{name} {again}"
        again += 1
    return fresh
