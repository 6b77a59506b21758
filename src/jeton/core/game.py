"""The `Game` protocol: every question that a title must answer, and the few values it answers with.

A title subclasses `Game`. It must write the methods that have no body here; the others have the answer that most games
give. The rest of Jeton asks a game for nothing else.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeVar

import msgspec

from jeton.core.errors import BadOption
from jeton.core.svg import listed

__all__ = [
    "CLOCK",
    "START",
    "TICK",
    "Entry",
    "Flaw",
    "Game",
    "Option",
    "Outcome",
    "Report",
    "Rng",
    "Seat",
    "Tally",
    "View",
    "lay_options",
    "ranked",
]

Seat = int
"""A place at the table, 0 to seats - 1."""

CLOCK: Seat = -1
"""The clock is a player too: time enters a match as a `tick` that this seat plays."""

TICK = "tick"
"""The clock's only move."""


class Entry(msgspec.Struct, frozen=True):
    """One line of a match's log: who played which move, and when (milliseconds since the match began)."""

    n: int
    at: int
    seat: Seat
    move: str


class Outcome(msgspec.Struct, frozen=True):
    """How a match ended: why, who won (several seats may share it), and each seat's points and rank (1 is best)."""

    termination: str
    winners: tuple[Seat, ...]
    points: tuple[int, ...]
    ranks: tuple[int, ...]


class Tally(msgspec.Struct, frozen=True):
    """What the statistics count of a seat once its match is over."""

    turns: int
    """How many turns the seat had."""
    kinds: dict[str, int] = {}
    """How much the seat gathered of each kind, by the game's own letters."""


def ranked(termination: str, points: Sequence[int], order: Sequence[Any]) -> Outcome:
    """Return the outcome from one value for each seat: the greatest value wins, and equal values share the rank.

    >>> ranked("goal", (3, 5, 5), ((3, 0), (5, 1), (5, 2))).ranks
    (3, 2, 1)
    """
    return Outcome(
        termination=termination,
        winners=tuple(seat for seat, own in enumerate(order) if own == max(order)),
        points=tuple(points),
        ranks=tuple(1 + sum(other > own for other in order) for own in order),
    )


class Flaw(msgspec.Struct, frozen=True):
    """Why no match could have come to a position: the rule, a code for the sentence, and its values."""

    rule: str
    """Empty where the text is not a position at all."""
    code: str
    values: dict[str, Any] = {}


class Report(msgspec.Struct, frozen=True):
    """What one seat may know of an entry: public facts, and the move in words that hide what the seat must not see."""

    n: int
    at: int
    seat: Seat
    move: str
    facts: dict[str, Any]


class Option(msgspec.Struct, frozen=True):
    """A table option: its name, the values it takes, the default and the rule it belongs to.

    >>> Option("bell", (60, 5, 30), 60, "G130").limits
    (5, 60)
    """

    name: str
    values: tuple[Any, ...]
    default: Any
    rule: str

    @property
    def type(self) -> str:
        """`switch` for on and off, `number` where all values are numbers, else `choice`."""
        kinds = {type(value) for value in self.values}
        return "switch" if kinds == {bool} else "number" if kinds == {int} else "choice"

    @property
    def limits(self) -> tuple[int, int] | None:
        """The least and the greatest value of a number."""
        return (min(self.values), max(self.values)) if self.type == "number" else None

    def takes(self, value: Any) -> bool:
        """Return whether the option takes a value; 1 does not pass for `True`."""
        return any(value == one and type(value) is type(one) for one in self.values)


def lay_options(title: str, options: Sequence[Option], chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Return every option with its value, defaults filled in; raises `BadOption`.

    >>> lay_options("nim", [Option("heaps", (3, 4), 3, "N1")], {})
    {'heaps': 3}
    """
    known = {option.name: option for option in options}
    for name, value in chosen.items():
        if name not in known:
            raise BadOption(f"{title} has no option {name!r}: expected one of {', '.join(known) or 'none'}")
        if not known[name].takes(value):
            raise BadOption(f"option {name!r} of {title}: expected one of {known[name].values}, got {value!r}")
    return {name: chosen.get(name, option.default) for name, option in known.items()}


class Rng(Protocol):
    """A source of uniform integers for chance outside matches; `random.Random` is one."""

    def getrandbits(self, k: int, /) -> int:
        """Return a uniform integer of k bits."""
        ...


class View(Protocol):
    """The part of a view that all of Jeton reads; the rest is between a title, its bots and its page."""

    @property
    def title(self) -> str:
        """The title's name."""
        ...

    @property
    def seat(self) -> Seat | None:
        """The seat that sees this view; None for a spectator."""
        ...

    @property
    def moves(self) -> Sequence[str]:
        """What the seat may play now, as `Game.moves` says."""
        ...

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on. `Match` replaces it where somebody resigned."""
        ...


START = "start"
"""The option of a match that begins in the middle. `Game.beginning` writes its value; no list of options shows it."""

P = TypeVar("P")
V = TypeVar("V", covariant=True, bound=View)


class Game(Protocol[P, V]):
    """One title with its options chosen. It holds no match: each method is a pure function of its arguments.

    No method changes a position it is given. `play` raises `MalformedMove`, `IllegalMove`, `WrongSeat` or `MatchOver`
    and is the only judge of a move. `moves` may offer a finite choice among endlessly many (a clue is any point of a
    postcard), but everything it lists can be played. Games with the same title, version and options are equal, and
    several threads may share one.
    """

    title: str
    """The name in every stored header; it never changes."""
    version: int
    """Raised when an old log would replay differently; old versions stay runnable."""
    options: Mapping[str, Any]
    """Every option with its value, defaults filled in."""
    seat_counts: tuple[int, ...]
    """The numbers of seats that can play."""
    forgets: bool = False
    """Whether remembering is part of the play: then `since` says what may still be shown (its views do, too), and bots
    remember."""

    def __eq__(self, other: object) -> bool:
        """Compare title, version and options."""
        return isinstance(other, type(self)) and self._identity == other._identity

    def __hash__(self) -> int:
        """Hash title, version and options."""
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[Any, ...]:
        return self.title, self.version, *self.options.items()

    # What every title writes

    @abstractmethod
    def start(self, seats: int, seed: bytes) -> P:
        """Return the position before the first entry; all chance of the match is a function of the 16 bytes of seed."""
        ...

    @abstractmethod
    def actors(self, position: P) -> tuple[Seat, ...]:
        """Return the seats that may move now: one means turns, several real time, none that the match is over."""
        ...

    @abstractmethod
    def moves(self, position: P, seat: Seat) -> Sequence[str]:
        """Return what the seat may play now, in notation."""
        ...

    @abstractmethod
    def play(self, position: P, entry: Entry) -> P:
        """Return the position after the entry; `entry.seat` is `CLOCK` for a tick."""
        ...

    @abstractmethod
    def outcome(self, position: P) -> Outcome | None:
        """Return how the match ended, or None while it goes on."""
        ...

    @abstractmethod
    def standing(self, position: P) -> Outcome:
        """Return how the seats stand now, as if the match ended here with the termination `limit`.

        The arena asks this about matches that take too long, `Match` about matches that somebody gave up.
        """
        ...

    @abstractmethod
    def view(self, position: P, seat: Seat | None) -> V:
        """Return what a seat, or a spectator (None), may know: a frozen struct that msgspec can encode.

        Raises `WrongSeat` for a seat that does not exist.
        """
        ...

    @abstractmethod
    def report(self, before: P, entry: Entry, seat: Seat | None) -> Report:
        """Return what a seat, or a spectator, may know of a legal entry."""
        ...

    @abstractmethod
    def redeal(self, view: Any, rng: Rng) -> P:
        """Return a position with exactly this view, drawn at random among those that its seat can't tell apart."""
        ...

    @abstractmethod
    def write(self, position: P) -> str:
        """Return the position as one line of text, secrets included."""
        ...

    @abstractmethod
    def read(self, text: str) -> P:
        """Return the position that `write` wrote; raises `MalformedPosition`."""
        ...

    @abstractmethod
    def full(self, position: P) -> dict[str, Any]:
        """Return the whole truth of a position as plain data for JSON, secrets included; only tools print it."""
        ...

    # What most titles leave as it is

    def reveals(self, before: P, entry: Entry) -> bool:
        """Return whether a legal entry shows any seat or spectator something hidden; `Match.revealed` asks, for undo.

        If not, what everybody sees after the entry follows from what they saw before it.
        """
        return True

    @property
    def keeps_time(self) -> bool:
        """Whether the game's own clock goes on without idle players, so that nobody can hold up a match forever."""
        return False

    def alarm(self, position: P) -> int | None:
        """Return the match time (milliseconds) at which the clock must play its next tick, if any."""
        return None

    def since(self, position: P) -> int:
        """Return the number of the first entry whose report may still be shown while the match goes on."""
        return 1

    def chat_open(self, position: P) -> bool:
        """Return whether players may write to each other now; they may not while words would be hints."""
        return True

    def beginning(self, view: Any) -> str | None:
        """Return the option `start` for a match that begins where a seat has this view; None if no match can.

        That match deals whatever the seat can't know from its own key.
        """
        return None

    def flaws(self, text: str, seats: int) -> Sequence[Flaw] | None:
        """Return why no match can reach what a `start` text says: empty if one can, None if the title has no such text.

        Somebody set the position up by hand, so this method takes nothing in it for granted.
        """
        return None

    def turns(self, position: P) -> int | None:
        """Return how many turns were begun, as players count them; None where every entry is one.

        Steps of one turn, such as giving tokens back, count once.
        """
        return None

    def tally(self, position: P, seat: Seat) -> Tally | None:
        """Return what the statistics count of a seat at the end; None where a title counts nothing."""
        return None

    def picture(self, view: Any, names: Sequence[str] = (), heading: str = "") -> str:
        """Return a view as a small SVG picture; `Match` shows it in notebooks.

        The caller may give a name for every seat, and words to put above the picture.
        """
        parts = ((name, getattr(view, name)) for name in view.__struct_fields__)
        return listed(heading or self.title, [f"{name}: {value}" for name, value in parts if value not in (None, ())])

    def view_text(self, position: P, seat: Seat | None) -> bytes:
        """Return the JSON of `view`; a title may write it faster than msgspec does, byte for byte the same."""
        return msgspec.json.encode(self.view(position, seat))

    def report_text(self, before: P, entry: Entry, after: P, seat: Seat | None) -> bytes:
        """Return the JSON of `report`; `after` is the position the entry leads to. A title may write it faster too."""
        return msgspec.json.encode(self.report(before, entry, seat))
