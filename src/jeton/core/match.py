"""A match: a header and a log, and the position that follows from them."""

from __future__ import annotations

import hashlib
import secrets
from collections.abc import Iterable, Iterator, Sequence
from html import escape
from typing import TYPE_CHECKING, Any, Generic

import msgspec

from jeton.core.errors import BadKey, BadOption, CannotUndo, CorruptMatch, JetonError, MatchOver, WrongSeat
from jeton.core.game import CLOCK, TICK, Entry, Game, Outcome, Report, Seat

if TYPE_CHECKING:  # Python's own TypeVar has no defaults before 3.13
    from typing_extensions import TypeVar

    P = TypeVar("P", default=Any)
    V = TypeVar("V", default=Any)
    G = TypeVar("G", bound=Game[Any, Any], default=Game[Any, Any])
else:
    from typing import TypeVar

    P, V, G = TypeVar("P"), TypeVar("V"), TypeVar("G")

__all__ = ["RESIGN", "TIMEOUT", "UNDO", "Header", "Match"]

UNDO = "undo"
"""A move in every game: it takes back the last entry that still stands."""

RESIGN, TIMEOUT = "resign", "timeout"
"""Two more: a seat gives up, or its clock ran out. It ranks behind those who play on; the last one left has won.

A seat that resigned from a match that goes on still has moves to make, so the rules need no special case: let a bot
play them.
"""
TERMINATIONS = {RESIGN: "resigned", TIMEOUT: "time"}

MIN_KEY_DIGITS = 32
"""A key has at least 128 bits."""


class Header(msgspec.Struct, frozen=True, kw_only=True):
    """What fixes a match before its first move; header and log together are the whole truth.

    The key is the match's secret: all chance follows from it. The seats may add `nonces` after the commitment is
    published, so that nobody, the host included, can choose the deal.
    """

    title: str
    version: int
    seats: int
    options: dict[str, Any]
    key: str
    nonces: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Refuse a key that is too short or not hexadecimal."""
        if len(self.key) < MIN_KEY_DIGITS or len(self.key) % 2 or set(self.key) - set("0123456789abcdef"):
            raise BadKey(f"expected a key of at least {MIN_KEY_DIGITS} hexadecimal digits, got {self.key!r}")

    @property
    def seed(self) -> bytes:
        """The 16 bytes that determine all chance of the match."""
        parts = [bytes.fromhex(self.key), *(nonce.encode() for nonce in self.nonces)]
        digest = hashlib.sha256(b"jeton seed 1")
        for part in parts:
            digest.update(len(part).to_bytes(4, "little") + part)
        return digest.digest()[:16]

    @property
    def commitment(self) -> str:
        """The SHA-256 of title, version, seats, options and key; a host can publish it before the first move.

        >>> header = Header(title="splendor", version=1, seats=2, options={}, key="00" * 16)
        >>> header.commitment[:16]
        '99097f2bdb395937'
        """
        public = [self.title, self.version, self.seats, self.options, self.key]
        return hashlib.sha256(b"jeton commitment 1 " + msgspec.json.encode(public, order="sorted")).hexdigest()


class Match(Generic[P, V, G]):
    """One playing of a game, from set-up to outcome; `jeton.games.types` names its types for each title that ships.

    >>> import jeton
    >>> match = jeton.new("splendor", seats=2, key="00" * 16, options={"first": "seat"})
    >>> match.play("take wbg").move
    'take wbg'
    >>> match.actors
    (1,)
    >>> match.undo().move
    'undo'
    >>> match.actors
    (0,)
    >>> match.resign(0).move
    'resign'
    >>> match.outcome.winners
    (1,)
    """

    __slots__ = ("_live", "_positions", "_revealing", "game", "header", "log", "n", "position", "resigned")

    def __init__(self, game: G, header: Header, log: Iterable[Entry] = ()) -> None:
        """Set up the match and play the log, if any; raises `CorruptMatch` where an entry can't follow."""
        if type(header.seats) is not int or header.seats not in game.seat_counts:
            raise BadOption(f"expected {_either(game.seat_counts)} seats for {game.title}, got {header.seats}")
        self.game: G = game
        self.header = header
        self.log: list[Entry] = []
        self.n = 0
        """The number of the last entry, 0 before the first."""
        self.position: P = game.start(header.seats, header.seed)
        self.resigned: tuple[Entry, ...] = ()
        """The entries by which seats gave up or ran out of time, in order."""
        self._positions: list[P] = []
        self._live: list[Entry] = []
        self._revealing: dict[int, bool] = {}
        """By number, whether an entry showed somebody what was hidden, where anybody has asked."""
        for entry in log:
            if entry.n != self.n + 1:
                raise CorruptMatch(f"expected entry {self.n + 1}, got entry {entry.n}")
            try:
                self.append(entry)
            except JetonError as error:
                raise CorruptMatch(
                    f"entry {entry.n} ({entry.move[:40]!r} by seat {entry.seat}) can't follow: {error}"
                ) from error

    @property
    def actors(self) -> tuple[Seat, ...]:
        """The seats that may move now; none when the match is over."""
        return () if self.resigned and self._one_left else self.game.actors(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """How the match ended, or None while it goes on."""
        played = self.game.outcome(self.position)
        if not self.resigned or (played is None and not self._one_left):
            return played
        return self._behind(played)

    @property
    def is_over(self) -> bool:
        """Whether the match has ended."""
        return not self.actors

    def moves(self, seat: Seat | None = None) -> Sequence[str]:
        """Return the legal moves of a seat; by default, of the seat whose turn it is."""
        if seat is None and self.is_over:
            return ()
        return self.game.moves(self.position, self._mover(seat))

    def play(self, move: str, *, seat: Seat | None = None, at: int | None = None) -> Entry:
        """Play a move by its notation and return its log entry; a refused move raises and changes nothing."""
        if move == UNDO:
            return self.undo(seat=seat, at=at)
        if move in TERMINATIONS:
            return self.resign(self._mover(seat), at=at, move=move)
        entry = Entry(self.n + 1, self._now(at), self._mover(seat), move)
        self.append(entry)
        return entry

    def tick(self, at: int) -> Entry:
        """Let the clock play; `game.alarm` says when it must."""
        return self.play(TICK, seat=CLOCK, at=at)

    def resign(self, seat: Seat, *, at: int | None = None, move: str = RESIGN) -> Entry:
        """Give up for a seat, whether it is its turn or not; `move` is `TIMEOUT` when the clock ran out."""
        entry = Entry(self.n + 1, self._now(at), seat, move)
        self.append(entry)
        return entry

    def undo(self, *, seat: Seat | None = None, at: int | None = None, revealed: bool = False) -> Entry:
        """Take back the last entry that stands; past a reveal only with `revealed=True`, the consent of the others."""
        if not self._live:
            raise CannotUndo("nothing has been played that could be taken back")
        if not revealed and not self.can_undo:
            raise CannotUndo(f"something was revealed by {self._live[-1].move!r}; taking it back needs consent")
        entry = Entry(self.n + 1, self._now(at), self._live[-1].seat if seat is None else seat, UNDO)
        self.append(entry)
        return entry

    @property
    def can_undo(self) -> bool:
        """Whether the last entry that stands revealed nothing, so that anybody may take it back."""
        return bool(self._live) and not self.revealed(1)

    def revealed(self, steps: int) -> bool:
        """Return whether any of the last `steps` entries that stand showed somebody what was hidden.

        Ask this before you take several back. Nobody can unsee a hidden card, so players go back past a
        reveal only if all of them agree; where bots play, nobody can.
        """
        if not 0 <= steps <= len(self._live):
            raise ValueError(f"expected 0 to {len(self._live)} steps, got {steps}")
        return any(self._reveals(at) for at in range(len(self._live) - steps, len(self._live)))

    def unrevealing(self) -> Iterator[Entry]:
        """Yield the entries that stand, the last first, up to one that showed somebody what was hidden."""
        for at in range(len(self._live) - 1, -1, -1):
            entry = self._live[at]
            known = self._revealing.get(entry.n)
            if self._reveals(at) if known is None else known:
                return
            yield entry

    def _reveals(self, at: int) -> bool:
        """Return whether an entry that stands showed somebody what was hidden; ask the game once for each."""
        entry = self._live[at]
        known = self._revealing.get(entry.n)
        if known is None:
            known = self._revealing[entry.n] = self.game.reveals(self._positions[at], entry)
        return known

    @property
    def standing(self) -> tuple[Entry, ...]:
        """The entries that nobody took back."""
        return tuple(self._live)

    @property
    def positions(self) -> tuple[P, ...]:
        """The position before each entry that stands, and the one after the last of them."""
        return (*self._positions, self.position)

    @property
    def n_standing(self) -> int:
        """How many entries stand."""
        return len(self._live)

    def backwards(self) -> Iterator[Entry]:
        """Yield the entries that stand, the last first."""
        return reversed(self._live)

    @property
    def last(self) -> Entry | None:
        """The last entry that stands."""
        return self._live[-1] if self._live else None

    def append(self, entry: Entry, after: P | None = None) -> None:
        """Play an entry of a log; raises and changes nothing if it can't follow.

        A caller who has already asked `game.play` passes the position `after` it, which saves playing it again.
        """
        if self._one_left:
            raise MatchOver(f"the match is over: {entry.move[:40]!r} can't be played any more")
        if entry.move == UNDO:
            if not self._live:
                raise CannotUndo("nothing has been played that could be taken back")
            if entry.seat != CLOCK:  # a tick that somebody took back
                self._check_seat(entry.seat)
            self.position = self._positions.pop()
            self._live.pop()
        elif entry.move in TERMINATIONS:
            self._check_resignation(entry)
            self.resigned = (*self.resigned, entry)
        else:
            position = self.game.play(self.position, entry) if after is None else after
            self._positions.append(self.position)
            self._live.append(entry)
            self.position = position
        self.log.append(entry)
        self.n += 1

    def view(self, seat: Seat | None = None) -> V:
        """Return what a seat, or a spectator (None), may know now."""
        seen: Any = self.game.view(self.position, seat)
        if not self.resigned:
            return seen  # type: ignore[no-any-return]
        over: dict[str, Any] = {"moves": ()} if self._one_left else {}
        if over and self.game.forgets:
            over["since"] = 1
        changed: V = msgspec.structs.replace(seen, outcome=self.outcome, **over)
        return changed

    def reports(self, seat: Seat | None = None, *, last: int | None = None) -> list[Report]:
        """Return what a seat or a spectator may know of the entries that stand, less those that the game forgets.

        `last` limits how many.
        """
        first = 1 if self.is_over else self.game.since(self.position)
        at = 0 if last is None else max(0, len(self._live) - last)
        pairs = zip(self._positions[at:], self._live[at:], strict=True)
        return [self.game.report(before, entry, seat) for before, entry in pairs if entry.n >= first]

    def copy(self) -> Match[P, V, G]:
        """Return an independent match in the same state."""
        other: Match[P, V, G] = Match.__new__(Match)
        other.game = self.game
        other.header = self.header
        other.log = self.log.copy()
        other.n = self.n
        other.position = self.position  # a game's `play` never changes positions in place
        other.resigned = self.resigned
        other._positions = self._positions.copy()
        other._live = self._live.copy()
        other._revealing = self._revealing.copy()
        return other

    def picture(self, seat: Seat | None = None) -> str:
        """Return what a seat or a spectator sees now, as a small SVG picture."""
        return self.game.picture(self.view(seat))

    def _repr_html_(self) -> str:
        """Show a notebook what a spectator sees, and the last moves that stand."""
        last = [f"{one.n}. seat {one.seat}: {one.move}" for one in self.reports(None, last=5)]
        return f"<figure>{self.picture()}<figcaption>{escape('; '.join(last) or repr(self))}</figcaption></figure>"

    def __repr__(self) -> str:
        """Return title, seats, entries and whether the match is over."""
        state = "over" if self.is_over else f"seats {list(self.actors)} to move"
        return f"<Match {self.header.title}, {self.header.seats} seats, {self.n} entries, {state}>"

    @property
    def _one_left(self) -> bool:
        return len(self.resigned) == self.header.seats - 1

    def _check_resignation(self, entry: Entry) -> None:
        if not self.game.actors(self.position):
            raise MatchOver(f"the match is over: {entry.move!r} comes too late")
        self._check_seat(entry.seat)
        if any(entry.seat == earlier.seat for earlier in self.resigned):
            raise WrongSeat(f"seat {entry.seat} has resigned before")

    def _check_seat(self, seat: Seat) -> None:
        if seat not in range(self.header.seats):
            raise WrongSeat(f"expected a seat below {self.header.seats}, got {seat}")

    def _behind(self, played: Outcome | None) -> Outcome:
        """Return the outcome with those who resigned behind the others; whoever resigned first comes last."""
        seats = range(self.header.seats)
        gave_up = [entry.seat for entry in self.resigned]
        ranked = [seat for seat in seats if seat not in gave_up]
        if played is None:
            ranks, termination = dict.fromkeys(ranked, 1), TERMINATIONS[self.resigned[-1].move]
            points = self.game.standing(self.position).points
        else:
            termination, points = played.termination, played.points
            ranks = {s: 1 + sum(played.ranks[other] < played.ranks[s] for other in ranked) for s in ranked}
        ranks |= {seat: len(seats) - i for i, seat in enumerate(gave_up)}
        winners = tuple(seat for seat in seats if ranks[seat] == 1)
        return Outcome(termination, winners, points, tuple(ranks[seat] for seat in seats))

    def _now(self, at: int | None) -> int:
        return at if at is not None else (self.log[-1].at if self.log else 0)

    def _mover(self, seat: Seat | None) -> Seat:
        if seat is not None:
            return seat
        actors = self.actors
        if not actors:
            raise MatchOver("the match is over")
        if len(actors) > 1:
            raise WrongSeat(f"seats {list(actors)} may all move now: say which seat plays")
        return actors[0]


def new_key() -> str:
    """Return a fresh 128-bit key from the operating system's secure source."""
    return secrets.token_hex(16)


def _either(counts: Sequence[int]) -> str:
    return f"{', '.join(map(str, counts[:-1]))} or {counts[-1]}"
