"""A board to set up and explore: a position as text, checked against the rules, and moves from there.

>>> found = lay("splendor", 2, moves=["take wbg"])
>>> found.view(found.actors[0]).bank[:3], found.n
((3, 3, 3), 1)
>>> games.make("splendor").flaws("splendor 2; bank w9b4g4r4k4j5", 2)
(Flaw(rule='S7', code='tokens', values={'kind': 0, 'expected': 4, 'found': 9}),)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from jeton import games
from jeton.core.errors import JetonError
from jeton.core.game import START, Flaw
from jeton.core.match import Header, Match

__all__ = ["Impossible", "fresh", "lay"]

NOBODY_KNOWS = "00" * 16
"""The key that deals what no seat sees: everybody who opens the same link gets the same board."""


class Impossible(JetonError, ValueError):
    """No match can reach a position; `flaws` say why."""

    def __init__(self, flaws: Sequence[Flaw]) -> None:
        super().__init__("; ".join(f"{flaw.rule or 'text'}: {flaw.code}" for flaw in flaws))
        self.flaws = tuple(flaws)


def fresh(title: str, seats: int) -> str:
    """Return the text of a position before the first move; raises `Impossible` for a title without such texts."""
    match = _match(title, seats, {"first": "seat"} if "first" in games.make(title).options else {})
    found = match.game.beginning(match.view(match.actors[0]))
    if found is None:
        raise Impossible([Flaw("", "text", {"said": title})])
    return found


def lay(title: str, seats: int, start: str = "", moves: Iterable[str] = ()) -> Match:
    """Return a match that begins where a text says, or before the first move, with some moves played.

    What its first seat can't know is always dealt in the same way. Raises `Impossible` if no match can reach the
    position, and what `Match.play` raises for moves that can't follow.
    """
    text = start or fresh(title, seats)
    found = games.make(title).flaws(text, seats)
    if found is None or found:
        raise Impossible(found or [Flaw("", "text", {"said": title})])
    match = _match(title, seats, {START: text})
    for move in moves:
        match.play(move, seat=match.actors[0] if match.actors else 0)
    return match


def _match(title: str, seats: int, options: dict[str, str]) -> Match:
    game = games.make(title, options=options)
    return Match(game, Header(title=title, version=game.version, seats=seats, options=dict(game.options),
                              key=NOBODY_KNOWS))  # fmt: skip
