"""The `Game` protocol: all that a title must answer, and the few values that it answers with."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar, runtime_checkable

import msgspec

__all__ = ["CLOCK", "TICK", "Entry", "Forgetful", "Game", "Option", "Outcome", "Report", "Rng", "Seat", "Written"]

Seat = int
"""A place at the table, 0 to seats - 1."""

CLOCK: Seat = -1
"""The clock is a player too: time enters a match as a `tick` that this seat plays."""

TICK = "tick"
"""The clock's only move."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a match's log: who moved, what, and when (milliseconds since the match began)."""

    n: int
    at: int
    seat: Seat
    move: str


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: by what, who won (several share the victory), and each seat's points and rank (1 is best)."""

    termination: str
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...]


class Report(msgspec.Struct, frozen=True):
    """What one seat may know of an entry: the move in words that hide what it must not see, and public facts."""

    n: int
    at: int
    seat: Seat
    move: str
    facts: dict[str, Any]


class Option(msgspec.Struct, frozen=True):
    """A table option: its name, the values it takes, the default and the rule that it belongs to."""

    name: str
    values: tuple[Any, ...]
    default: Any
    rule: str


class Rng(Protocol):
    """A source of uniform integers for play outside matches: `random.Random` is one."""

    def getrandbits(self, k: int, /) -> int:
        """A uniform integer of k bits."""
        ...


P = TypeVar("P")
V = TypeVar("V", covariant=True)


class Game(Protocol[P, V]):
    """One title with its options chosen; it holds no match: each method is a pure function of its arguments.

    A position handed in is never changed. `play` raises `MalformedMove`, `IllegalMove`, `WrongSeat` or `MatchOver`
    and is the only judge of a move: `moves` may be a finite choice among endlessly many (a clue is any point of a
    postcard), but whatever it lists can be played.
    """

    title: str
    """In every stored header, never renamed."""
    version: int
    """Raised when an old log would replay differently; old versions stay runnable."""
    options: Mapping[str, Any]
    """Every option with its value, defaults filled in."""
    seat_counts: tuple[int, ...]
    """How many may play."""

    def start(self, seats: int, seed: bytes) -> P:
        """The position before the first entry; all chance of the match is a function of the 16 bytes of seed."""
        ...

    def actors(self, position: P) -> tuple[Seat, ...]:
        """The seats that may move now: one means turns, several real time, none that the match is over."""
        ...

    def moves(self, position: P, seat: Seat) -> Sequence[str]:
        """What the seat may play now, in notation."""
        ...

    def play(self, position: P, entry: Entry) -> P:
        """The position after the entry; `entry.seat` is `CLOCK` for a tick."""
        ...

    def reveals(self, before: P, entry: Entry) -> bool:
        """Whether a legal entry shows any seat or spectator something hidden; `Match.revealed` asks it for undo.

        Where it says no, what everybody sees after the entry follows from what they saw before it.
        """
        ...

    def alarm(self, position: P) -> int | None:
        """The match time (milliseconds) at which the clock must play its next tick, if any."""
        ...

    def outcome(self, position: P) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        ...

    def view(self, position: P, seat: Seat | None) -> V:
        """What a seat may know, or a spectator (None), legal moves included; a struct that msgspec can encode."""
        ...

    def report(self, before: P, entry: Entry, seat: Seat | None) -> Report:
        """What a seat, or a spectator, may know of a legal entry."""
        ...

    def redeal(self, view: Any, rng: Rng) -> P:
        """Some position that has this very view, drawn at random among what its seat can't tell apart."""
        ...

    def write(self, position: P) -> str:
        """The position as one line of text, secrets included."""
        ...

    def read(self, text: str) -> P:
        """The position that `write` wrote; raises `MalformedPosition`."""
        ...

    def full(self, position: P) -> dict[str, Any]:
        """The whole truth of a position as plain data for JSON, secrets included."""
        ...


@runtime_checkable
class Forgetful(Protocol):
    """A game in which remembering is part of the play: old lines of the log are not shown while a match goes on."""

    def since(self, position: Any) -> int:
        """The number of the first entry whose report may still be shown."""
        ...


@runtime_checkable
class Written(Protocol):
    """A game that writes the JSON of what it tells, byte by byte what msgspec makes of the structs, only sooner.

    Its views say nothing about the chat.
    """

    def view_text(self, position: Any, seat: Seat | None) -> bytes:
        """The JSON of `view`."""
        ...

    def report_text(self, before: Any, entry: Entry, after: Any, seat: Seat | None) -> bytes:
        """The JSON of `report`, if `after` is the position that the entry leads to."""
        ...
