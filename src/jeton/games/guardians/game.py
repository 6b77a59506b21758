"""The `Game` of Guardians of Legends, with its options chosen, around the rules."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any

import msgspec

from jeton.core.errors import UnknownVersion
from jeton.core.game import Entry, Game, Outcome, Report, Rng
from jeton.games.guardians import rules
from jeton.games.guardians import view as views
from jeton.games.guardians.position import Position, read_position, write_position
from jeton.games.guardians.redeal import redeal
from jeton.games.guardians.ruleset import SEAT_COUNTS, VERSIONS, lay_options, make_ruleset

__all__ = ["Guardians", "version_1", "version_2", "version_3"]


class Guardians(Game[Position, views.View]):
    """Guardians of Legends with its options chosen; a `Game`.

    >>> game = Guardians({"level": 3})
    >>> position = game.start(3, bytes(16))
    >>> game.actors(position)
    (0, 1, 2)
    >>> game.view(position, None).goal
    20
    """

    title = "guardians"
    seat_counts: tuple[int, ...] = SEAT_COUNTS
    forgets = True

    def __init__(self, options: Mapping[str, Any] | None = None, version: int = VERSIONS[-1]) -> None:
        """Lay the options over the level's preset; raises `BadOption`."""
        if version not in VERSIONS:
            raise UnknownVersion(f"guardians has no version {version} here: expected one of {list(VERSIONS)}")
        self.version = version
        self.options: Mapping[str, Any] = lay_options(options or {}, version)
        self.ruleset = make_ruleset(self.options, version)

    def __repr__(self) -> str:
        """Return the call that rebuilds it."""
        return f"Guardians({dict(self.options)!r}, version={self.version})"

    def start(self, seats: int, seed: bytes) -> Position:
        """G9–G19. Return the position before the first entry."""
        if seats not in SEAT_COUNTS:
            raise ValueError(f"G2: expected 3, 4 or 5 seats, got {seats}")
        if len(seed) != 16:
            raise ValueError(f"expected a seed of 16 bytes, got {len(seed)}")
        return rules.begin(self.ruleset, seats, seed)

    def actors(self, position: Position) -> tuple[int, ...]:
        """G18. Return the seats that may move now; nobody when the match is over."""
        return rules.actors(position)

    def moves(self, position: Position, seat: int) -> Sequence[str]:
        """Return a finite choice of what a seat may play: clues at the centre of each element, and every other move."""
        return tuple(rules.moves(self.ruleset, position, seat))

    def play(self, position: Position, entry: Entry) -> Position:
        """Return the position after an entry; raises `MalformedMove`, `IllegalMove`, `WrongSeat` or `MatchOver`."""
        return rules.play(self.ruleset, position, entry)

    def reveals(self, before: Position, entry: Entry) -> bool:
        """A3. Always say yes: clues and boats are public at once, and nothing moves again once it is placed."""
        return True

    @property
    def keeps_time(self) -> bool:
        """O6. With the guard, nobody waits for an idle player."""
        return bool(self.options["idle_guard"])

    def alarm(self, position: Position) -> int | None:
        """G41, G67, G105, G132, G134. Return when the next tick is due."""
        return None if position.clock is None else position.clock.at

    def since(self, position: Position) -> int:
        """G95. Return the number of the first log entry whose report may still be shown."""
        return views.since(position)

    def outcome(self, position: Position) -> Outcome | None:
        """G70–G73. Return how the match ended, or None while it goes on."""
        return rules.outcome(self.ruleset, position)

    def standing(self, position: Position) -> Outcome:
        """G71, G72. Rank by score, then by legend coins, as things stand."""
        return rules.standing(position)

    def chat_open(self, position: Position) -> bool:
        """G23. Close the chat while clues are given."""
        return views.chat_open(position)

    def view(self, position: Position, seat: int | None) -> views.View:
        """Section 12. Return what a seat, or a spectator (None), may know."""
        return views.view(self.ruleset, position, seat)

    def picture(self, view: views.View, names: Sequence[str] = (), heading: str = "") -> str:
        """Return a view as a small picture, SVG."""
        from jeton.games.guardians.picture import draw

        return draw(view, names, heading)

    def report(self, before: Position, entry: Entry, seat: int | None) -> Report:
        """Return what a seat, or a spectator (None), may know of a legal entry."""
        return views.report(self.ruleset, before, entry, seat)

    def redeal(self, view: views.View, rng: Rng) -> Position:
        """Return a random position with this very view."""
        return redeal(self.ruleset, view, rng)

    def write(self, position: Position) -> str:
        """Return the position as one line of text, secrets included."""
        return write_position(position)

    def read(self, text: str) -> Position:
        """Return the position that `write` wrote; raises `MalformedPosition`."""
        return read_position(self.ruleset, text)

    def full(self, position: Position) -> dict[str, Any]:
        """Return the whole truth as plain data for JSON, secrets, legal moves and outcome included."""
        outcome = self.outcome(position)
        truth: dict[str, Any] = msgspec.to_builtins(position)
        for data, player in zip(truth["players"], position.players, strict=True):
            data["points"] = player.score
        return {
            "title": self.title,
            "seats": position.seats,
            **truth,
            "moves": [list(self.moves(position, seat)) for seat in range(position.seats)],
            "outcome": None if outcome is None else msgspec.to_builtins(outcome),
        }


version_1, version_2, version_3 = (partial(Guardians, version=version) for version in VERSIONS)
"""What makes a game of each version of the rules."""
